//! The front door: one file per service, which reads a request, has its search run by the pool, and words the answer.
//!
//! - [`proto`]: the contract, generated from proto/;
//! - [`puzzle`], [`guess`], [`lexicon`]: a service each; [`shared`]: what they share;
//! - `read` and `write`: the contract's messages to the house's own types, and back; `words`: what a word must be; `judged`: a
//!   board that the service judges;
//! - [`limits`]: the most that a request may hold; [`games`]: how many blind games may be open; [`principal`]: who calls, and
//!   what it may;
//! - [`session`]: a blind game as callers know it; [`tokens`]: one sealed, to go on anywhere;
//! - `stream`: answers sent one by one, and the ends of that;
//! - [`call`]: one call's id, deadline and times; [`pieces`]: what it did when; [`answer`]: what its answer claims;
//! - [`codec`]: the wire form; [`json`]: the form in files;
//! - [`status`]: the one place where an error becomes a status.
//!
//! Nothing below this module knows a type of the contract, and nothing in it searches.

use std::sync::Arc;

use tonic::server::NamedService;
use tonic::service::Routes;

use guess::Guesses;
use lexicon::Lexicons;
use proto::guess_service_server::GuessServiceServer;
use proto::lexicon_service_server::LexiconServiceServer;
use proto::puzzle_service_server::PuzzleServiceServer;
use puzzle::Puzzles;
use shared::Shared;

pub mod answer;
pub mod call;
pub mod codec;
pub mod games;
pub mod guess;
pub mod json;
mod judged;
pub mod lexicon;
pub mod limits;
pub mod pieces;
pub mod principal;
pub mod puzzle;
mod read;
pub mod session;
pub mod shared;
pub mod status;
mod stream;
pub mod tokens;
mod words;
mod write;

/// The contract, as proto/tilewright/v1 says it.
pub mod proto {
    #![allow(missing_docs, clippy::pedantic, unreachable_pub, reason = "generated; the contract is linted by buf")]
    tonic::include_proto!("tilewright.v1");

    /// The contract's descriptors, for reflection.
    pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/tilewright.v1.bin"));
}

/// The names of the services, as health and reflection know them.
#[must_use]
pub fn service_names() -> [&'static str; 3] {
    [
        <PuzzleServiceServer<Puzzles> as NamedService>::NAME,
        <GuessServiceServer<Guesses> as NamedService>::NAME,
        <LexiconServiceServer<Lexicons> as NamedService>::NAME,
    ]
}

/// All services, ready to be served.
#[must_use]
pub fn routes(shared: &Arc<Shared>) -> Routes {
    /// Limits messages both ways.
    macro_rules! limited {
        ($server:ident, $service:ident) => {
            $server::new($service(Arc::clone(shared)))
                .max_decoding_message_size(shared.settings.max_message)
                .max_encoding_message_size(limits::ANSWER_BYTES)
        };
    }
    Routes::new(limited!(PuzzleServiceServer, Puzzles))
        .add_service(limited!(GuessServiceServer, Guesses))
        .add_service(limited!(LexiconServiceServer, Lexicons))
}
