//! Crossing words for a lattice, drawn evenly. Frozen with edition 1.
//!
//! A fill is drawn as likely as the weights of its words multiplied, up to the rounding of double precision, among the fills
//! of distinct words: one with a word twice is drawn again. Where all words weigh 1 all fills are equally likely. Nothing
//! ever lists them.
//!
//! - [`keys`]: words by the letters in which others cross them;
//! - [`proposed`]: how they are drawn, by proposals that are taken or not; [`closing`]: the last block of a proposal, and
//!   [`bounds`]: the most that it can weigh;
//! - [`counted`]: how many fills there are, and each word's part of them, for documentation and tests;
//! - [`mod@weights`]: what words weigh, and why they do not all weigh the same;
//! - [`kept`]: what was prepared, and who waits for it.
//!
//! Two promises are weaker. In 9x9 proposals are hardly ever taken, so one of the first [`proposed::CANDIDATES`] that can be
//! closed is, as likely as it would have been: nearly as even, and no word or slot is favoured by it. And where the words
//! have so many prefixes that the tables would not fit in [`TABLE`] numbers (thousands of words of an alphabet of some 50
//! letters or more), each draw is from [`THINNED_WORDS`] of the words of each length, drawn first: even by symmetry, since
//! all words have the same chance to be among them, but not exactly.

mod bounds;
mod closing;
mod counted;
mod kept;
mod keys;

mod proposed;

pub mod weights;

use std::sync::Arc;

use super::error::GenerateError;
use super::stream::Stream;
use crate::budget::{Budget, Spent};
use crate::lexicon::{Dictionary, Letter, WordList};
use crate::puzzle::{Kind, Layout};
use counted::Counted;
use keys::{Numbers, Side, Weighted};
use proposed::Proposed;

pub use kept::{Kept, KeptFigures};

#[cfg(test)]
mod tests;

/// Fills with a word twice that are drawn again, for one that has none.
const TRIES: u32 = 10_000;
/// Nodes of one draw: a proposal is one, and so is a step of a walk through rows.
const DRAW_NODES: u64 = 1 << 22;
/// Prefixes up to which fills are counted to tell whether there is any at all.
const FEW_PREFIXES: usize = 32;
/// Nodes of that count.
const COUNT_NODES: u64 = 1 << 14;
/// Numbers of the largest table that proposals may take.
const TABLE: usize = 1 << 22;
/// Words of a length that a draw is from, where there are too many for all else.
const THINNED_WORDS: usize = 2000;
/// Nodes of a unit of the set-up: it may take a millisecond.
const UNIT: u64 = 16;
/// The same where it is a part of a draw, whose nodes must do for many tries; there are fewer words.
const THINNED_UNIT: u64 = 1;
/// Nodes for a fill of words that were drawn first. Then others are.
const THINNED_NODES: u64 = 1 << 14;

/// All ways to fill a lattice with words of a dictionary, ready to be drawn from.
#[derive(Debug)]
pub struct Fillings {
    dictionary: Arc<Dictionary>,
    layout: Layout,
    way: Way,
}

/// How many fills there are, and how often each word is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// The weights of all fills together: how many there are, where all words weigh 1.
    pub total: f64,
    /// By slot, then by word in the order of the dictionary's list: the probability that it stands there in a fill that is
    /// drawn, before those with a word twice are drawn again.
    pub uses: Vec<Vec<f64>>,
}

/// How fills are drawn.
#[derive(Debug)]
enum Way {
    Proposed(Box<Proposed>),
    /// Each draw from some of the words, which have these weights.
    Thinned([Vec<u16>; 2]),
}

impl Fillings {
    /// The fillings of a lattice, each word as heavy as the edition says: weights made for the list and the layout, else 1.
    /// Nothing is set up.
    fn weighted(dictionary: &Arc<Dictionary>, layout: Layout) -> Result<Self, GenerateError> {
        let lengths = [layout.columns(), layout.rows()];
        match weights::frozen(dictionary, layout) {
            Some(weights) => Self::new(dictionary, layout, &weights),
            None => Self::new(dictionary, layout, &lengths.map(|length| vec![1; dictionary.words(length).len()])),
        }
    }

    /// The same for these weights of across and down words, in the order of the lists.
    fn new(dictionary: &Arc<Dictionary>, layout: Layout, weights: &[Vec<u16>; 2]) -> Result<Self, GenerateError> {
        assert_eq!(layout.kind(), Kind::Lattice);
        let lists = [layout.columns(), layout.rows()].map(|length| dictionary.words(length));
        require(lists, layout)?;
        let all = |at: usize| weighted(&weights[at]).collect::<Vec<_>>();
        let [across, down] = sides(lists, [&all(0), &all(1)]);
        let fits = Proposed::size(&across, &down) <= TABLE;
        let way =
            if fits { Way::Proposed(Box::new(Proposed::new(across, down))) } else { Way::Thinned(weights.clone()) };
        Ok(Self { dictionary: Arc::clone(dictionary), layout, way })
    }

    /// Fillings by words whose weights are the caller's: those across and those down, in the order of the dictionary's
    /// lists. For tests and for those who make weights; everyone else has [`Kept`].
    ///
    /// # Errors
    /// Where no words fit, or the budget ended first.
    ///
    /// # Panics
    /// Where the layout is no lattice, or a word has no weight, or 0.
    pub fn of_weights(
        dictionary: &Arc<Dictionary>,
        layout: Layout,
        weights: &[Vec<u16>; 2],
        budget: &Budget,
    ) -> Result<Self, GenerateError> {
        for (length, weights) in [layout.columns(), layout.rows()].into_iter().zip(weights) {
            assert_eq!(weights.len(), dictionary.words(length).len(), "a weight for each word");
            assert!(!weights.contains(&0), "weights are 1 or more");
        }
        let mut fillings = Self::new(dictionary, layout, weights)?;
        fillings.prepare(budget)?;
        Ok(fillings)
    }

    /// Sets up as much as the budget allows, and goes on from there when it is called again.
    fn prepare(&mut self, budget: &Budget) -> Result<(), GenerateError> {
        let any = self.way.prepare(UNIT, budget)? && !self.surely_none(budget)?;
        if any { Ok(()) } else { Err(GenerateError::NoFilling { layout: self.layout }) }
    }

    /// Whether there is no fill, as far as that is told by a short count: a list of a few words may have none though the
    /// first two rows and columns cross.
    fn surely_none(&self, budget: &Budget) -> Result<bool, Spent> {
        let Way::Proposed(proposed) = &self.way else { return Ok(false) };
        if proposed.sides().iter().any(|side| side.begins().len() > FEW_PREFIXES) {
            return Ok(false);
        }
        let part = budget.part(COUNT_NODES);
        let counted = self.count(&part);
        match budget.absorb(&part) {
            Err(spent) => Err(spent),
            Ok(()) => Ok(counted.is_ok_and(|count| count.is_some_and(|count| count.total <= 0.0))),
        }
    }

    /// The layout that is filled.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Draws one of distinct words: the letters of the tiles in reading order.
    ///
    /// # Errors
    /// Where none was found, or the budget ended first.
    pub fn draw(&self, stream: &mut Stream, budget: &Budget) -> Result<Vec<Letter>, GenerateError> {
        let words = self.draw_words(stream, budget)?;
        let mut cells = vec![None; self.layout.cell_count()];
        for (slot, &place) in self.layout.slots().zip(&words) {
            let word = self.dictionary.words(slot.len()).get(place).unwrap_or_default();
            for (cell, &letter) in slot.cells().zip(word) {
                cells[cell.index()] = Some(letter);
            }
        }
        Ok(self.layout.tiles().filter_map(|cell| cells[cell.index()]).collect())
    }

    /// Draws one of distinct words: by [slot](Layout::slots), the place of its word in the dictionary's list of that length.
    ///
    /// # Errors
    /// As [`Fillings::draw`].
    pub fn draw_words(&self, stream: &mut Stream, budget: &Budget) -> Result<Vec<usize>, GenerateError> {
        let part = budget.part(DRAW_NODES);
        let found = self.draw_distinct(stream, &part);
        let absorbed = budget.absorb(&part);
        let none = GenerateError::NotFound { nodes: part.nodes() };
        match found {
            Ok(Some(words)) => Ok(words),
            Ok(None) => Err(none),
            // The nodes of a draw ran out, unless those of the caller did.
            Err(Spent::Nodes) => Err(absorbed.map_or_else(GenerateError::from, |()| none)),
            Err(spent) => Err(spent.into()),
        }
    }

    /// Counts the fills, those with a word twice among them: each as often as its words weigh, multiplied. `None` where
    /// there are too many to be counted: with rows and columns of 7 letters or more, an alphabet of 32 letters or fewer is
    /// needed for 7x7, and time; beyond that there is no way.
    ///
    /// # Errors
    /// Where the budget ended first.
    pub fn count(&self, budget: &Budget) -> Result<Option<Count>, Spent> {
        let Way::Proposed(proposed) = &self.way else { return Ok(None) };
        let Some(counted) = Counted::new(proposed.sides(), budget)? else { return Ok(None) };
        let Counted { total, across, down } = counted;
        let [row, column] = proposed.sides();
        let mut uses = Vec::new();
        for (side, slots) in [(row, across), (column, down)] {
            for keys in slots {
                let mut by_word: Vec<(u32, f64)> = (0..)
                    .zip(&keys)
                    .flat_map(|(key, used)| {
                        let sum: f64 = side.words(key).iter().map(|word| f64::from(word.weight)).sum();
                        side.words(key)
                            .iter()
                            .map(move |word| (word.place, used * f64::from(word.weight) / sum / total))
                    })
                    .collect();
                by_word.sort_unstable_by_key(|word| word.0);
                uses.push(by_word.into_iter().map(|word| word.1).collect());
            }
        }
        Ok(Some(Count { total, uses }))
    }

    fn draw_distinct(&self, stream: &mut Stream, budget: &Budget) -> Result<Option<Vec<usize>>, Spent> {
        for _ in 0..TRIES {
            let words = self.draw_any(stream, budget)?;
            if words.as_ref().is_some_and(|words| self.are_distinct(words)) {
                return Ok(words);
            }
        }
        Ok(None)
    }

    /// Draws one in which words may repeat; `None` where some words were drawn to draw from, and none cross.
    fn draw_any(&self, stream: &mut Stream, budget: &Budget) -> Result<Option<Vec<usize>>, Spent> {
        match &self.way {
            Way::Thinned(weights) => self.draw_thinned(weights, stream, budget),
            Way::Proposed(_) => self.way.draw(stream, budget),
        }
    }

    /// Draws from [`THINNED_WORDS`] of the words of each length, which are drawn first.
    fn draw_thinned(
        &self,
        weights: &[Vec<u16>; 2],
        stream: &mut Stream,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Spent> {
        let mut some = |at: usize| {
            let mut words: Vec<Weighted> = weighted(&weights[at]).collect();
            let count = words.len().min(THINNED_WORDS);
            for place in 0..count {
                let other = place + stream.below(words.len() - place);
                words.swap(place, other);
            }
            words.truncate(count);
            words
        };
        let across = some(0);
        let lists = [self.layout.columns(), self.layout.rows()].map(|length| self.dictionary.words(length));
        let [across, down] = if self.layout.rows() == self.layout.columns() {
            sides(lists, [&across, &across])
        } else {
            sides(lists, [&across, &some(1)])
        };
        let mut way = Way::Proposed(Box::new(Proposed::new(across, down)));
        if !way.prepare(THINNED_UNIT, budget)? {
            return Ok(None);
        }
        let part = budget.part(THINNED_NODES);
        let drawn = way.draw(stream, &part);
        let absorbed = budget.absorb(&part);
        match drawn {
            // They may have no fill: others are drawn, unless it was the whole budget that ended.
            Err(Spent::Nodes) => absorbed.map(|()| None),
            drawn => drawn,
        }
    }

    /// Whether no word stands in two slots.
    fn are_distinct(&self, words: &[usize]) -> bool {
        let (across, down) = words.split_at(self.layout.rows().div_ceil(2));
        let alike = self.layout.rows() == self.layout.columns();
        (0..across.len()).all(|at| !across[..at].contains(&across[at]))
            && (0..down.len()).all(|at| !down[..at].contains(&down[at]))
            && !(alike && across.iter().any(|word| down.contains(word)))
    }

    /// The memory that this takes, in bytes, about.
    fn bytes(&self) -> usize {
        match &self.way {
            Way::Proposed(proposed) => proposed.bytes(),
            Way::Thinned(weights) => weights.iter().map(|weights| weights.len() * 2).sum(),
        }
    }
}

impl Way {
    /// Sets up as much as the budget allows; then says whether there may be a fill.
    fn prepare(&mut self, unit: u64, budget: &Budget) -> Result<bool, Spent> {
        match self {
            Self::Proposed(proposed) => {
                proposed.prepare(unit, budget)?;
                Ok(proposed.has_blocks())
            }
            Self::Thinned(_) => Ok(true),
        }
    }

    /// Draws a fill by words of the lists that this was set up with.
    fn draw(&self, stream: &mut Stream, budget: &Budget) -> Result<Option<Vec<usize>>, Spent> {
        let Self::Proposed(proposed) = self else { return Ok(None) };
        let Some(closed) = proposed.draw(stream, budget)? else { return Ok(None) };
        let [across, down] = proposed.sides();
        let rows = closed.across[..down.tail() + 2].iter().map(|&key| (across, key));
        let columns = closed.down[..across.tail() + 2].iter().map(|&key| (down, key));
        Ok(Some(rows.chain(columns).map(|(side, key)| side.draw(key, stream)).collect()))
    }
}

/// The keys of these words of the two lists.
fn sides(lists: [WordList<'_>; 2], words: [&[Weighted]; 2]) -> [Side; 2] {
    let numbers = Numbers::new(&lists);
    [0, 1].map(|at| Side::new(lists[at], &numbers, words[at].iter().copied()))
}

/// All words of a list by their places.
fn weighted(weights: &[u16]) -> impl Iterator<Item = Weighted> {
    (0..).zip(weights).map(|(place, &weight)| Weighted { place, weight })
}

/// Refuses lists that have fewer words than the layout needs distinct ones.
fn require([across, down]: [WordList<'_>; 2], layout: Layout) -> Result<(), GenerateError> {
    let needed = |letters: usize| letters.div_ceil(2);
    let (rows, columns) = (needed(layout.rows()), needed(layout.columns()));
    let alike = across.length() == down.length();
    for (list, slots) in [(across, if alike { rows + columns } else { rows }), (down, columns)] {
        if list.len() < slots {
            return Err(GenerateError::TooFewWords { words: list.len(), needed: slots, length: list.length() });
        }
    }
    Ok(())
}
