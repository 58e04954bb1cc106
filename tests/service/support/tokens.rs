//! Files of principals, and calls that show tokens.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use tonic::Request;

/// The SHA-256 of a token, as the file of principals holds it.
pub fn digest(token: &str) -> String {
    Sha256::digest(token).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// A request that shows this token.
pub fn with_token<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}
