//! Plans against plain enumeration.

mod oracle;
mod random;
mod trees;
