//! Tilewright makes, measures and solves letter-swap word puzzles, for the backends of word games. It runs as a gRPC
//! service (the binary `tilewright`); this library is all of it.
//!
//! # The map of the house
//!
//! Each line uses only what stands above it. Only [`compute`] and what stands below it know tokio, and only [`grpc`] and
//! [`server`] know tonic, so every solver is a plain function that a test, a bench or another program calls directly.
//!
//! - [`hexadecimal`]: bytes in digits;
//! - [`lexicon`]: letters, words, dictionaries, the embedded lists;
//! - [`budget`]: deadline, cancel flag, node count: what every search is given;
//! - [`logarithm`]: the one place where logarithms come from;
//! - [`puzzle`]: layout, grid, swap, marks (the one two-pass rule), board;
//! - [`swaps`]: start to known target: exact (cycles), Star, Cyclic;
//! - [`fill`]: letters to words: the fewest swaps to any words;
//! - [`blind`]: boards whose target is hidden: belief, worlds, strategies, the game, the showdown;
//! - [`guess`]: a hidden word guessed by its marks: patterns, ranking, plans, chains;
//! - [`generate`]: seed to board: random stream, generators of rows and lattices, difficulty, par;
//! - [`compute`]: the pool: lanes, admission, panics contained;
//! - [`cache`]: answers kept, and who computes them;
//! - [`grpc`]: one file per service; conversion; limits; the one place where errors become a status;
//! - [`server`]: settings, listeners, telemetry, health, drain;
//! - [`batch`]: a list of seeds to a file of boards, without a port.
//!
//! # How a call goes through it
//!
//! `server` takes the connection and notes the call; `grpc` reads the message into the house's own types, or says which
//! field is wrong; `compute` runs the search on a thread of its own (or, where some microseconds mostly do, first at a glance
//! where it is called) under a [`Budget`](budget::Budget) made of the caller's deadline (for a board, `cache` first looks
//! whether it is known or under way); `grpc` words the answer. When the caller goes away, its future is dropped, the budget's
//! flag goes up, and the search ends.

pub mod batch;
pub mod blind;
pub mod budget;
pub mod cache;
pub mod compute;
pub mod fill;
pub mod generate;
pub mod grpc;
pub mod guess;
pub mod hexadecimal;
pub mod lexicon;
pub mod logarithm;
pub mod puzzle;
pub mod server;
pub mod swaps;

#[cfg(test)]
mod testing;
