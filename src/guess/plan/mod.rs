//! Games planned to their ends: the fewest guesses, proven.
//!
//! A *plan* says what to guess next, and what after each pattern that the guess may earn, until the answer is found. What it costs is
//! summed over all answers, by how likely they are; where guesses are limited, games that are lost come first. docs/guessing.md has
//! the figures, and how they compare with what others have published.
//!
//! - [`cost`]: what a plan costs, and what is known of it;
//! - `splits`: how guesses split a set of candidates, with `numbers` for the buckets; `ends`: what needs no search; `search`: the
//!   cheapest plan in such a table, by branch and bound; [`memo`]: what is known of sets that come up again, by their `names`;
//! - `sets`: sets of any size; `survey`: guesses looked at once, for sets too large for a table;
//! - `openers`: all guesses of a situation weighed against each other, by as many threads as there are;
//! - `greedy`: a plan at once, for whoever cannot wait; `estimate`: what a bucket will probably cost;
//! - [`parts`]: what follows one guess that is given.
//!
//! That exhaustive search with bounds finds optimal strategies was shown by Alex Selby ("The best strategies for Wordle", 2022) and by
//! Bertsimas and Paskov ("An Exact and Interpretable Solution to Wordle", 2022); floors and order here are our own.

pub mod cost;
mod ends;
mod estimate;
mod greedy;
pub mod memo;
mod names;
mod numbers;
mod openers;
pub mod parts;
mod search;
mod sets;
mod splits;
mod survey;

use std::cell::RefCell;

pub use cost::{Bound, Cost};
pub use memo::Memo;
pub use openers::{Openers, Planned, Progress};

use super::pattern::Pattern;
use super::rank::by_entropy;
use super::situation::Situation;
use crate::budget::{Budget, Spent};
use names::Names;
use numbers::Numbers;
use openers::Ranking;
use search::{Search, UNLIMITED};
use sets::{Guesses, MOST_CELLS};
use splits::Set;

/// Guesses that are looked at first, since they tell the most.
const HINTS: usize = 32;

/// Plans games that go on from one situation. Its searches know what the others have found out.
#[derive(Debug)]
pub struct Planner {
    situation: Situation,
    /// The candidates, the most likely first.
    set: Set,
    /// What may be guessed later.
    guesses: Guesses<'static>,
    /// Guesses left, this one included.
    left: u32,
    memo: Memo,
    names: Names,
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
    pub fn new(situation: Situation, left: Option<u32>, memo_bytes: u64) -> Self {
        let Situation { lists, candidates, shares, only_now, clues, .. } = &situation;
        let share = |at: usize| shares.as_ref().map_or(1, |shares| shares[at]);
        let set = Set::new(candidates.iter().enumerate().map(|(at, &place)| (place, share(at))).collect());
        let allow = |place: &u32| clues.as_ref().is_none_or(|clues| clues.allow(lists.word(*place)));
        let is_listed = |place: &u32| only_now.binary_search(place).is_err();
        let places = (0..lists.guess_count()).filter(allow).filter(is_listed).collect();
        let guesses = Guesses { clues: clues.clone(), places };
        let (left, memo, names) = (left.unwrap_or(UNLIMITED), Memo::new(memo_bytes), Names::of(&situation));
        Self { situation, set, guesses, left, memo, names, most_cells: MOST_CELLS }
    }

    fn search<'a>(&'a self, budget: &'a Budget) -> Search<'a> {
        Search {
            lists: &self.situation.lists,
            hard_mode: self.guesses.clues.is_some(),
            memo: &self.memo,
            names: self.names,
            budget,
            most_cells: self.most_cells,
            numbers: RefCell::new(Numbers::new(Pattern::count(self.situation.lists.length()))),
        }
    }

    /// How likely a candidate is.
    fn share(&self, place: u32) -> u64 {
        let Situation { candidates, shares, .. } = &self.situation;
        let share = |shares: &Vec<u64>| candidates.binary_search(&place).map_or(1, |at| shares[at]);
        shares.as_ref().map_or(1, share)
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
        if keep == 1
            && self.ranks_all()
            && search.fits(self.set.len(), self.guesses.places.len())
            && let Ok(known) = search.plan(&self.set, &self.guesses, self.left, Cost::MOST)
        {
            let best = Planned { guess: known.guess, cost: known.bound.cost, exact: true };
            return Plans { guesses: vec![best], proven: true };
        }
        let openers = self.openers(keep, budget);
        // What is spent shows in what is proven.
        let _ = self.work(&openers, budget);
        self.best(&openers)
    }

    /// Looks at all guesses, of which so many are to be kept: the beginning of [`Planner::rank`], for whoever shares the work.
    #[must_use]
    pub fn openers(&self, keep: usize, budget: &Budget) -> Openers {
        let hints: Vec<u32> =
            by_entropy(&self.situation, keep.max(HINTS), budget).guesses.iter().map(|ranked| ranked.guess).collect();
        let ranked = Ranking { guesses: &self.situation.guesses, hints: &hints, keep };
        Openers::survey(&self.search(budget), self.set.clone(), self.guesses.clone(), self.left, ranked)
    }

    /// Whether whatever may be guessed is to be ranked.
    fn ranks_all(&self) -> bool {
        self.situation.guesses == *self.guesses.places
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
        let guesses = openers.best();
        let floor = openers.progress().floor;
        let proven = guesses.first().is_some_and(|best| best.exact && best.cost <= floor);
        Plans { guesses, proven }
    }
}

#[cfg(test)]
mod tests;
