//! What is fuzzed. A case is a function of bytes that panics where something is wrong with what it tries: there is no other way
//! for it to fail. Its corpus, corpus/NAME.hex, is an input a line; the tests run all of them, and `./run` looks for more.
//!
//! - [`requests`]: a message of each method, through all that a call passes;
//! - [`tokens`]: resume tokens that nobody sealed;
//! - [`lists`]: an operator's file of words;
//! - [`marks`]: Wordle's marks, against their definition by counting;
//! - [`swaps`]: the fewest swaps, Star and Cyclic, against a search of all arrangements;
//! - [`fills`]: the fewest swaps to any words, against plain enumeration;
//! - [`beliefs`]: what may still be after a blind game's swaps, against plain enumeration.

pub mod beliefs;
pub mod fills;
pub mod lists;
pub mod marks;
pub mod requests;
pub mod swaps;
mod taken;
pub mod tokens;

/// What is fuzzed by this name.
pub struct Case {
    pub name: &'static str,
    pub run: fn(&[u8]),
}

pub const ALL: [Case; 7] = [
    Case { name: "requests", run: requests::run },
    Case { name: "tokens", run: tokens::run },
    Case { name: "lists", run: lists::run },
    Case { name: "marks", run: marks::run },
    Case { name: "swaps", run: swaps::run },
    Case { name: "fills", run: fills::run },
    Case { name: "beliefs", run: beliefs::run },
];
