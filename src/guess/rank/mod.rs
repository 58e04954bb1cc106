//! Guesses ranked by what they are expected to tell.

use super::lists::Lists;
use super::situation::Situation;
use crate::budget::{Budget, Spent};

/// A guess and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedGuess {
    /// The guess, by its place.
    pub guess: u32,
    /// What it is expected to tell, in bits.
    pub entropy_bits: f64,
    /// How many candidates are expected to remain, weighted by their shares.
    pub expected_remaining: f64,
    /// The chance that it is the answer.
    pub win_probability: f64,
    /// Whether it may be the answer.
    pub candidate: bool,
}

/// Guesses, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The best of those that were looked at; none where the budget was spent at once.
    pub guesses: Vec<RankedGuess>,
    /// No guess is left out that is better than one here.
    pub complete: bool,
}

/// The best guesses, at most so many.
#[must_use]
pub fn by_entropy(_situation: &Situation, _keep: usize, _budget: &Budget) -> Ranked {
    Ranked { guesses: Vec::new(), complete: false }
}

/// Finds the best guess in one situation after the other, all candidates alike: for a strategy that is played out.
#[derive(Debug)]
pub struct Greedy<'a> {
    _lists: &'a Lists,
}

impl<'a> Greedy<'a> {
    /// For situations of these lists.
    #[must_use]
    pub fn new(lists: &'a Lists) -> Self {
        Self { _lists: lists }
    }

    /// The best of these guesses while these are the candidates; both by place, ascending, and neither empty.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn best_by_entropy(&mut self, _candidates: &[u32], guesses: &[u32], budget: &Budget) -> Result<u32, Spent> {
        budget.spend(1)?;
        Ok(guesses[0])
    }
}
