//! Guessing a hidden word from the marks of earlier guesses (Wordle), and the longest chain of guesses (Eldrow).
//!
//! - [`pattern`]: the marks of a guess as a number;
//! - [`lists`]: what may be guessed, and what the answer may be;
//! - [`columns`]: patterns of many words at once; [`kept`]: lists that are kept;
//! - [`clues`]: what hard mode demands;
//! - [`prior`]: a caller's weights;
//! - [`situation`]: a game in progress, put together of these;
//! - [`rank`]: the guesses that tell the most;
//! - [`plan`]: games planned to their ends;
//! - [`strategy`]: a strategy played against every answer;
//! - [`chain`]: the longest chain of guesses.

pub mod chain;
pub mod clues;
pub mod columns;
pub mod kept;
pub mod lists;
pub mod pattern;
pub mod plan;
pub mod prior;
pub mod rank;
pub mod situation;
pub mod strategy;

pub use clues::Clues;
pub use kept::KeptLists;
pub use lists::Lists;
pub use pattern::Pattern;
pub use situation::Situation;
