//! Guessing a hidden word from the marks of earlier guesses (Wordle), and the longest chain of guesses (Eldrow).
//!
//! - [`pattern`]: the marks of a guess as a number;
//! - [`lists`]: what may be guessed, and what the answer may be;
//! - [`columns`], [`table`]: patterns of many words at once;
//! - [`chain`]: the longest chain of guesses.

pub mod chain;
pub mod columns;
pub mod lists;
pub mod pattern;
pub mod table;

pub use lists::Lists;
pub use pattern::Pattern;
pub use table::Table;
