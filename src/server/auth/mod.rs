//! Who may call: the principals of `--auth-file`, and the tokens that they show.
//!
//! - [`principals`]: the file, and whose a token is;
//! - [`layer`]: each call's token looked at before anything else is.
//!
//! What a principal may is [`crate::grpc::principal`].

pub mod layer;
pub mod principals;
