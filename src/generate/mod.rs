//! Seed to board.

mod error;

pub use error::{Figure, GenerateError};
