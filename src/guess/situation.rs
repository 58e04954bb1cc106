//! A game in progress, as every way to choose the next guess sees it.

use std::sync::Arc;

use super::clues::Clues;
use super::lists::Lists;

/// What is left of a game: what the answer may still be, and what may be guessed now.
#[derive(Clone, Debug)]
pub struct Situation {
    /// All words.
    pub lists: Arc<Lists>,
    /// What the answer may be, by place, ascending; one at least.
    pub candidates: Vec<u32>,
    /// How likely each candidate is, as a share of the sum; each above 0, and their sum below 2^41. None: all alike.
    pub shares: Option<Vec<u64>>,
    /// What may be guessed now, by place, ascending.
    pub guesses: Vec<u32>,
    /// Those of them that are in no list: they may be guessed now, since the caller asks for them, and never later.
    pub only_now: Vec<u32>,
    /// What the turns so far demand, in hard mode.
    pub clues: Option<Clues>,
}

impl Situation {
    /// The sum of all shares: how many candidates there are, where all are alike.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.shares.as_ref().map_or(self.candidates.len() as u64, |shares| shares.iter().sum())
    }
}
