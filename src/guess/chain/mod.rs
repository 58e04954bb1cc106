//! The longest chain of guesses (Eldrow): words of which each is allowed by the marks of all before it, the last word being
//! the answer. docs/chains.md tells callers what chains are and has the proof in a page; the game is Jane Street's, the
//! questions are those of the article on Eldrow.
//!
//! For a last word t, word h may follow g where g earns against h what it earns against t. A chain is a list of words, each
//! of which may be followed by all after it, ending in t. Three facts make it small enough to prove:
//!
//! - If h may follow g, then h has right what g has right, and of every letter at least as many copies as g shares with t.
//!   Of two words that differ in what they found, so, only one may come first; and of two that found the same, if either may
//!   follow the other, both may. A set of words in which of any two one may follow the other is therefore a chain in one
//!   order, and the longest chain a largest clique: no cycle is to be looked for ([`sight`]).
//! - What a word has that t has not, it has for itself: a letter that is strange to t, a copy too many, a letter of t in a
//!   wrong place occurs in no other word of the chain. So what is there to be had bounds how many can have of it, and shares
//!   of it price words out of the search ([`cover`]).
//! - Before t, some place is right in no word, and there all words have different letters, none of them t's. So no chain is
//!   longer than the alphabet, and the words for one last word fall into small pools, by that place and by the letter that
//!   is found last.
//!
//! The rooms:
//!
//! - [`sight`]: words as a last word sees them;
//! - [`cover`]: how long a chain of some words can be at most;
//! - [`clique`]: whether there is a chain of so many of them;
//! - [`pools`]: the pools of a last word;
//! - [`quick`]: good chains fast;
//! - [`search`]: all last words, in pieces that share what they find; [`tasks`]: what they do;
//! - [`mod@check`]: whether a chain is one;
//! - [`greedy`]: when a guess may be taken without a search, as the article asks.

pub mod check;
pub mod clique;
pub mod cover;
pub mod greedy;
pub mod pools;
pub mod quick;
pub mod search;
pub mod sight;
mod tasks;

pub use check::{Checked, Step, check};
pub use search::{Search, Standing};

#[cfg(test)]
mod tests;
