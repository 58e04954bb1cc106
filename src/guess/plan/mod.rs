//! Games planned to their ends: the fewest guesses, proven.
//!
//! A *plan* says what to guess next, and what after each pattern that the guess may earn, until the answer is found. What it costs is
//! summed over all answers, by how likely they are; where guesses are limited, games that are lost come first. docs/guessing.md has
//! the figures, and how they compare with what others have published.
//!
//! - [`cost`]: what a plan costs, and what is known of it;
//! - `splits`: how guesses split a set of candidates; `search`: the cheapest plan in such a table, by branch and bound;
//!   [`memo`]: what is known of sets that come up again;
//! - `sets`: sets of any size; `survey`: guesses looked at once, for sets too large for a table;
//! - `openers`: all guesses of a situation weighed against each other, by as many threads as there are;
//! - `greedy`: a plan at once, for whoever cannot wait; `estimate`: what a bucket will probably cost;
//! - [`parts`]: what follows one guess that is given.
//!
//! That branch and bound over patterns finds optimal strategies is shown by the articles of Alex Selby (2022) and by Bertsimas
//! and Paskov (“An exact solution to Wordle”, 2024); floors and order here are our own.

pub mod cost;
mod estimate;
mod greedy;
pub mod memo;
mod openers;
pub mod parts;
mod search;
mod sets;
mod splits;
mod survey;

use std::sync::Arc;

pub use cost::{Bound, Cost};
pub use memo::Memo;
pub use openers::{Openers, Planned, Progress};

use super::lists::Lists;
use super::situation::Situation;
use crate::budget::{Budget, Spent};
use search::{Search, UNLIMITED};
use sets::{Guesses, MOST_CELLS};
use splits::Set;

/// Plans games with some lists. Searches of one planner know what the others have found out.
#[derive(Debug)]
pub struct Planner {
    lists: Arc<Lists>,
    /// What the answer may be at first.
    set: Set,
    /// The same by place, each with its share.
    candidates: Vec<(u32, u64)>,
    /// What may be guessed first.
    ranked: Vec<u32>,
    /// What may be guessed later.
    guesses: Guesses<'static>,
    /// Guesses left, this one included.
    left: u32,
    memo: Memo,
    most_cells: usize,
}

/// What is known of the best guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// Best first, one at least.
    pub guesses: Vec<Planned>,
    /// The first is as good as any.
    pub proven: bool,
}

impl Planner {
    /// A planner for games that go on from here, won with so many guesses (None: with any number). Its memo takes no more than about
    /// so many bytes.
    #[must_use]
    pub fn new(situation: &Situation, left: Option<u32>, memo_bytes: u64) -> Self {
        let share = |at: usize| situation.shares.as_ref().map_or(1, |shares| shares[at]);
        let candidates: Vec<(u32, u64)> =
            situation.candidates.iter().enumerate().map(|(at, &place)| (place, share(at))).collect();
        let lists = &situation.lists;
        let allow = |place: &u32| situation.clues.as_ref().is_none_or(|clues| clues.allow(lists.word(*place)));
        let places = (0..lists.guess_count()).filter(allow).collect();
        Self {
            lists: Arc::clone(lists),
            set: Set::new(candidates.clone()),
            candidates,
            ranked: situation.guesses.clone(),
            guesses: Guesses { clues: situation.clues.clone(), places },
            left: left.unwrap_or(UNLIMITED),
            memo: Memo::new(memo_bytes),
            most_cells: MOST_CELLS,
        }
    }

    fn search<'a>(&'a self, budget: &'a Budget) -> Search<'a> {
        let hard_mode = self.guesses.clues.is_some();
        Search { lists: &self.lists, hard_mode, memo: &self.memo, budget, most_cells: self.most_cells }
    }

    fn share(&self, place: u32) -> u64 {
        let at = self.candidates.binary_search_by_key(&place, |candidate| candidate.0);
        at.map_or(1, |at| self.candidates[at].1)
    }

    /// The sum of all shares: answers, where all are alike.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.set.total()
    }

    /// The best guesses, at most so many. Where the budget is spent first, with what was found until then.
    #[must_use]
    pub fn rank(&self, keep: usize, budget: &Budget) -> Plans {
        let search = self.search(budget);
        if keep == 1 && self.ranked == *self.guesses.places && search.fits(self.set.len(), self.ranked.len()) {
            if let Ok(known) = search.plan(&self.set, &self.guesses, self.left, Cost::MOST) {
                let best = Planned { guess: known.guess, cost: known.bound.cost, exact: true };
                return Plans { guesses: vec![best], proven: true };
            }
        }
        let openers = self.openers(keep, budget);
        // What is spent shows in what is proven.
        let _ = self.work(&openers, budget);
        self.best(&openers)
    }

    /// Looks at all guesses, of which so many are to be kept: the beginning of [`Planner::rank`], for whoever shares the work.
    #[must_use]
    pub fn openers(&self, keep: usize, budget: &Budget) -> Openers {
        let guesses = (&self.ranked[..], self.guesses.clone());
        Openers::survey(&self.search(budget), self.set.clone(), guesses, self.left, keep)
    }

    /// Works until all guesses are weighed. Several may work at the same time.
    ///
    /// # Errors
    /// Where the budget is spent first. What was found until then is known.
    pub fn work(&self, openers: &Openers, budget: &Budget) -> Result<(), Spent> {
        openers.work(&self.search(budget))
    }

    /// What is known of the best guesses now.
    #[must_use]
    pub fn best(&self, openers: &Openers) -> Plans {
        let guesses = openers.best(&self.search(&Budget::unlimited()));
        let floor = openers.progress().floor;
        let proven = guesses.first().is_some_and(|best| best.exact && best.cost <= floor);
        Plans { guesses, proven }
    }
}

#[cfg(test)]
mod tests;
