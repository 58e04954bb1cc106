//! The patterns of all guesses against all answers, made once and shared.
//!
//! A table of the English fives takes 35 MB: a byte for each of 14,855 guesses and 2,309 answers. It spares a search whose answers
//! are all still possible half of its time; a game in progress has few answers left, whose patterns are made as quickly as they
//! are looked up.

use super::columns::Columns;
use super::lists::Lists;
use crate::budget::{Budget, Spent};

/// Guesses that are marked in the time of a few nodes.
const CELLS_A_NODE: u64 = 2048;

/// The patterns of all guesses against all answers of lists of at most 5 letters.
#[derive(Debug)]
pub struct Table {
    answers: usize,
    patterns: Vec<u8>,
}

impl Table {
    /// The table of these lists.
    ///
    /// # Errors
    /// Where the budget is spent first.
    ///
    /// # Panics
    /// Where words have more than 5 letters.
    pub fn of(lists: &Lists, budget: &Budget) -> Result<Self, Spent> {
        let columns = Columns::of(lists, lists.answers());
        let answers = columns.count();
        let mut patterns = vec![0; answers * lists.guess_count() as usize];
        for (guess, patterns) in lists.words().zip(patterns.chunks_exact_mut(answers.max(1))) {
            budget.spend(1 + answers as u64 / CELLS_A_NODE)?;
            columns.mark(guess, patterns);
        }
        Ok(Self { answers, patterns })
    }

    /// What a guess earns against each answer, in the order of [`Lists::answers`].
    #[must_use]
    pub fn row(&self, guess: u32) -> &[u8] {
        &self.patterns[guess as usize * self.answers..][..self.answers]
    }

    /// The memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.patterns.len()
    }
}
