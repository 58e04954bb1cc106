//! Guessing a hidden word, and the longest chain of guesses. Every method answers UNIMPLEMENTED until it is built.

use super::proto::guess_service_server::GuessService;

/// The service's handlers.
#[derive(Debug)]
pub struct Guesses;

impl GuessService for Guesses {}
