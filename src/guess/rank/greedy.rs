//! The best guess, in one situation after the other.

use super::best::Promising;
use super::logs::Logs;
use super::measure::Alike;
use super::scorer::{Room, Scorer};
use crate::budget::{Budget, Spent};
use crate::guess::lists::Lists;

/// With so few candidates it is first seen whether one of them tells all others apart: then it is the best.
const FEW: usize = 32;

/// Finds the best guess in one situation after the other, all candidates alike: for a strategy that is played out.
#[derive(Debug)]
pub struct Greedy<'a> {
    lists: &'a Lists,
    logs: Logs,
    room: Room,
    promising: Promising,
}

impl<'a> Greedy<'a> {
    /// For situations of these lists.
    #[must_use]
    pub fn new(lists: &'a Lists) -> Self {
        Self {
            lists,
            logs: Logs::up_to(lists.answers().len()),
            room: Room::new(lists.length()),
            promising: Promising::default(),
        }
    }

    /// The best of these guesses while these are the candidates: what [`by_entropy`](super::by_entropy) has first. Both are by
    /// place, ascending, and neither is empty; candidates are answers of the lists.
    ///
    /// # Errors
    /// Where the budget is spent first.
    ///
    /// # Panics
    /// Where there is no guess.
    pub fn best_by_entropy(&mut self, candidates: &[u32], guesses: &[u32], budget: &Budget) -> Result<u32, Spent> {
        let measure = Alike { count: candidates.len(), logs: &self.logs };
        let mut scorer = Scorer::new(self.lists, candidates, &mut self.room);
        if candidates.len() <= FEW {
            for &guess in candidates.iter().filter(|guess| guesses.binary_search(guess).is_ok()) {
                budget.spend(1)?;
                if scorer.left(guess, &measure).sum == 0 {
                    return Ok(guess);
                }
            }
        }
        self.promising.fill(self.lists, (candidates, guesses), &measure, budget)?;
        let (best, known) = self.promising.best(&mut scorer, &measure, 1, budget);
        known?;
        Ok(best.first().expect("there is a guess").0.guess)
    }
}
