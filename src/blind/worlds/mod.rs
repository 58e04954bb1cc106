//! The worlds: all targets that agree with what was told.
//!
//! A world has a word of the dictionary in each row, all distinct, made of just the board's tiles. Words and rows are told
//! apart: all *word sets* that use up the tiles are found once, at the start of a game, and what is told later only says in
//! which rows each word may lie. So the number of worlds is the sum over sets of the ways in which their words can lie, which
//! is the permanent of a small matrix, and a move costs one pass over the sets.
//!
//! - `base`: the word sets of a start; [`cache`]: those that are kept;
//! - `permanent`: ways to lie; `counted`: the worlds of the sets, counted and drawn from;
//! - `estimate`: a guess, where the sets are too many.
//!
//! Promises: the worlds of a record are always the same, whatever is cached and whatever was asked before. Where they are
//! counted they are exact: a world is among them if and only if it agrees with all that was told. At most 2^20 sets are kept,
//! of 2 bytes a row each; finding them takes 36 bytes each, and half as much again while their list grows.

mod base;
pub mod cache;
mod counted;
mod estimate;
mod permanent;

use std::sync::Arc;

pub use cache::WorldsCache;

use super::evidence::{Evidence, Reading};
use super::record::{Record, Terms};
use crate::budget::{Budget, Spent};
use crate::lexicon::Letter;
use crate::logarithm::log2;
use crate::puzzle::Grid;
use base::Base;
use counted::Counted;
use estimate::Estimate;

/// A word by its place among the dictionary's words of its length.
pub type Word = u32;

/// A world: the word of each row, from the top.
pub type World = Vec<Word>;

/// What is possible after a record.
#[derive(Clone, Debug)]
pub struct Worlds {
    terms: Arc<Terms>,
    candidates: Vec<Vec<Word>>,
    row_without_word: Option<usize>,
    possible: Known,
}

#[derive(Clone, Debug)]
enum Known {
    Counted(Counted),
    Guessed(Estimate),
}

impl Worlds {
    /// What is possible after this record, by this reading of it: always the same for the same record, whatever `cache` holds
    /// and whatever was asked before.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub fn of(record: &Record, reading: Reading, cache: &WorldsCache, budget: &Budget) -> Result<Self, Spent> {
        let terms = Arc::clone(record.terms());
        let evidence = Evidence::of(record, reading);
        let possible = match &*base(record, &evidence, reading, cache, budget)? {
            Base::All(sets) => Known::Counted(Counted::of(&terms, Arc::clone(sets), &evidence, budget)?),
            Base::TooMany => Known::Guessed(Estimate::of(&terms, &evidence, budget)?),
        };
        let candidates = match &possible {
            Known::Counted(counted) => counted.candidates(terms.rows()),
            Known::Guessed(estimate) => estimate.candidates.clone(),
        };
        let row_without_word = match &possible {
            Known::Counted(_) if candidates.iter().any(Vec::is_empty) => {
                base::row_without_word(&terms, &evidence, budget)?
            }
            Known::Counted(_) => None,
            Known::Guessed(_) => candidates.iter().position(Vec::is_empty),
        };
        Ok(Self { terms, candidates, row_without_word, possible })
    }

    /// The words that a row may be, in the dictionary's order: where the worlds are counted, those that it is in some world;
    /// else those that nothing is known against.
    #[must_use]
    pub fn candidates(&self, row: usize) -> &[Word] {
        &self.candidates[row]
    }

    /// The letters of a word.
    #[must_use]
    pub fn letters(&self, word: Word) -> &[Letter] {
        self.terms.dictionary().words(self.terms.columns()).get(word as usize).unwrap_or_default()
    }

    /// How many worlds there are, or about how many; where they are so many that none was found, the most that there could be.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub fn count(&self) -> f64 {
        match &self.possible {
            Known::Counted(counted) => counted.count() as f64,
            Known::Guessed(estimate) => estimate.count,
        }
    }

    /// Whether they were counted. Else they are too many, and their number is an estimate.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.possible, Known::Counted(_))
    }

    /// The logarithm of their number to base 2; 0 where there is none.
    #[must_use]
    pub fn log2(&self) -> f64 {
        log2(self.count().max(1.0))
    }

    /// Whether no world is left. Where they are too many to be counted, only a row without a word tells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.possible {
            Known::Counted(counted) => counted.count() == 0,
            Known::Guessed(_) => self.row_without_word.is_some(),
        }
    }

    /// The first row that no word of the tiles is left for by itself, whatever the other rows are.
    #[must_use]
    pub fn row_without_word(&self) -> Option<usize> {
        self.row_without_word
    }

    /// The one world that is left.
    #[must_use]
    pub fn only(&self) -> Option<Grid> {
        match &self.possible {
            Known::Counted(counted) if counted.count() == 1 => counted.sample(1).first().map(|world| self.grid(world)),
            _ => None,
        }
    }

    /// Up to so many worlds: all where there are no more, else spread evenly over all (where they are too many to be counted:
    /// some of those that were found). None where none was found.
    #[must_use]
    pub fn sample(&self, most: usize) -> Vec<World> {
        match &self.possible {
            Known::Counted(counted) => counted.sample(most),
            Known::Guessed(Estimate { worlds, .. }) => {
                let most = most.min(worlds.len());
                (0..most).map(|at| worlds[(2 * at + 1) * worlds.len() / (2 * most)].clone()).collect()
            }
        }
    }

    /// A world as a grid.
    ///
    /// # Panics
    /// For what is no world of these.
    #[must_use]
    pub fn grid(&self, world: &[Word]) -> Grid {
        let alphabet = self.terms.dictionary().alphabet();
        let letters = world.iter().flat_map(|&word| self.letters(word));
        let cells = letters.map(|&letter| alphabet.char(letter)).collect();
        Grid::new(self.terms.start().layout(), cells).expect("a world fills the grid")
    }
}

/// Whether the tiles could make this word.
fn is_made_of(word: &[Letter], tiles: &[Letter]) -> bool {
    let count = |letters: &[Letter], letter| letters.iter().filter(|&&other| other == letter).count();
    word.iter().all(|&letter| count(word, letter) <= count(tiles, letter))
}

/// The word sets that worlds are counted from: those of the start, and where these are too many, those of this very moment.
fn base(
    record: &Record,
    evidence: &Evidence,
    reading: Reading,
    cache: &WorldsCache,
    budget: &Budget,
) -> Result<Arc<Base>, Spent> {
    let terms = record.terms();
    let start = Record::new(Arc::clone(terms), record.at_start().clone());
    let base = cache.base(terms, &Evidence::of(&start, reading), budget)?;
    match *base {
        Base::TooMany if !record.moves().is_empty() => cache.base(terms, evidence, budget),
        _ => Ok(base),
    }
}

#[cfg(test)]
mod tests;
