//! Plans against plain enumeration.

mod large;
mod oracle;
mod random;
mod trees;
