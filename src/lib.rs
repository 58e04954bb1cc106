//! Tilewright makes, measures and solves letter-swap word puzzles.

pub mod budget;
pub mod cache;
pub mod compute;
pub mod generate;
pub mod grpc;
pub mod lexicon;
pub mod puzzle;
pub mod swaps;
