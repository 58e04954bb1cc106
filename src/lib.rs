//! Tilewright makes, measures and solves letter-swap word puzzles.
#![forbid(unsafe_code)]

pub mod budget;
pub mod puzzle;
