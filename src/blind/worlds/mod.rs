//! The worlds: all targets that agree with what was told.
//!
//! A world has a word of the dictionary in each row, all distinct, made of just the board's tiles.

pub mod cache;

use std::sync::Arc;

pub use cache::WorldsCache;

use super::evidence::{Evidence, Reading};
use super::logarithm::log2;
use super::record::{Record, Terms};
use crate::budget::{Budget, Spent};
use crate::lexicon::Letter;
use crate::puzzle::Grid;

/// A word by its place among the dictionary's words of its length.
pub type Word = u32;

/// A world: the word of each row, from the top.
pub type World = Vec<Word>;

/// What is possible after a record.
#[derive(Clone, Debug)]
pub struct Worlds {
    terms: Arc<Terms>,
    candidates: Vec<Vec<Word>>,
    worlds: Vec<World>,
    exact: bool,
    count: f64,
}

impl Worlds {
    /// What is possible after this record, by this reading of it: always the same for the same record, whatever `cache` holds
    /// and whatever was asked before.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub fn of(record: &Record, reading: Reading, cache: &WorldsCache, budget: &Budget) -> Result<Self, Spent> {
        let _ = cache;
        let evidence = Evidence::of(record, reading);
        let terms = record.terms();
        let list = terms.dictionary().words(terms.columns());
        let mut left = [0i32; 64];
        for letter in terms.letters() {
            left[letter.index()] += 1;
        }
        let rows: Vec<Vec<Word>> = (0..terms.rows())
            .map(|row| {
                (0..list.len()).filter(|&w| evidence.allows(row, list.get(w).unwrap())).map(|w| w as Word).collect()
            })
            .collect();
        let mut worlds = Vec::new();
        fn extend(
            rows: &[Vec<Word>],
            list: crate::lexicon::WordList<'_>,
            left: &mut [i32; 64],
            world: &mut World,
            worlds: &mut Vec<World>,
            budget: &Budget,
        ) -> Result<(), Spent> {
            budget.spend(1)?;
            if world.len() == rows.len() {
                worlds.push(world.clone());
                return Ok(());
            }
            for &word in &rows[world.len()] {
                let letters = list.get(word as usize).unwrap();
                for l in letters {
                    left[l.index()] -= 1;
                }
                if left.iter().all(|&n| n >= 0) && !world.contains(&word) {
                    world.push(word);
                    extend(rows, list, left, world, worlds, budget)?;
                    world.pop();
                }
                for l in letters {
                    left[l.index()] += 1;
                }
            }
            Ok(())
        }
        extend(&rows, list, &mut left, &mut Vec::new(), &mut worlds, budget)?;
        let grid = |world: &World| -> Vec<Letter> {
            world.iter().flat_map(|&w| list.get(w as usize).unwrap()).copied().collect()
        };
        worlds.retain(|world| !evidence.ruled_out().contains(&grid(world)));
        let candidates = (0..terms.rows())
            .map(|row| {
                let mut words: Vec<Word> = worlds.iter().map(|world| world[row]).collect();
                words.sort_unstable();
                words.dedup();
                words
            })
            .collect();
        let count = worlds.len() as f64;
        Ok(Self { terms: Arc::clone(terms), candidates, worlds, exact: true, count })
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

    /// How many worlds there are, or about how many.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.count
    }

    /// Whether they were counted. Else they are too many, and their number is an estimate.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The logarithm of their number to base 2; 0 where there is none.
    #[must_use]
    pub fn log2(&self) -> f64 {
        if self.count >= 1.0 { log2(self.count) } else { 0.0 }
    }

    /// Whether no world is left. Where they are too many to be counted, only a row without a word tells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row_without_word().is_some() || self.exact && self.count == 0.0
    }

    /// The first row that no word is left for by itself, whatever the other rows are.
    #[must_use]
    pub fn row_without_word(&self) -> Option<usize> {
        None
    }

    /// The one world that is left.
    #[must_use]
    pub fn only(&self) -> Option<Grid> {
        match &self.worlds[..] {
            [world] if self.exact => Some(self.grid(world)),
            _ => None,
        }
    }

    /// Up to so many worlds: all where there are no more, else spread evenly over all (where they are too many to be counted:
    /// drawn at random, always the same). None where none was found.
    #[must_use]
    pub fn sample(&self, most: usize) -> Vec<World> {
        self.worlds.iter().take(most).cloned().collect()
    }

    /// A world as a grid.
    #[must_use]
    pub fn grid(&self, world: &[Word]) -> Grid {
        let alphabet = self.terms.dictionary().alphabet();
        let letters = world.iter().flat_map(|&word| self.letters(word));
        let cells = letters.map(|letter| alphabet.chars()[letter.index()]).collect();
        Grid::new(self.terms.start().layout(), cells).expect("a world fills the grid")
    }
}
