//! How guesses split a set of candidates.
//!
//! A row is a guess, a column a candidate, and what stands there is the number of the bucket that the candidate falls into, in the
//! order in which the row meets them: two guesses that split alike have equal rows. Of those only one is kept, which
//! leaves a tenth of them for a dozen candidates; what follows is the same after each. The rows of candidates are kept all the same,
//! since each wins where no other does; and in hard mode every row is, since what may be guessed next depends on the letters.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::cost::Cost;
use super::ends::simple;
use super::names::Names;
use super::numbers::Numbers;
use crate::budget::{Budget, Spent};
use crate::guess::columns::Columns;
use crate::guess::lists::Lists;

/// The most candidates: the number of a bucket fits a byte.
pub(super) const MOST: usize = 256;
/// Cells that are marked and numbered in the time of a node.
const CELLS_A_NODE: usize = 1024;

/// Some candidates, the most likely first, then in the order of the alphabet; and how likely each is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) places: Vec<u32>,
    pub(super) shares: Vec<u64>,
}

impl Set {
    pub(super) fn new(mut candidates: Vec<(u32, u64)>) -> Self {
        candidates.sort_unstable_by_key(|&(place, share)| (std::cmp::Reverse(share), place));
        let (places, shares) = candidates.into_iter().unzip();
        Self { places, shares }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn total(&self) -> u64 {
        self.shares.iter().sum()
    }

    /// What it costs, if that needs no thought.
    pub(super) fn simple(&self, left: u32) -> Option<Cost> {
        simple(self.len(), self.total(), self.shares.first().copied().unwrap_or_default(), left)
    }

    /// What it costs at least: one candidate is guessed next at most.
    pub(super) fn floor(&self, left: u32) -> Cost {
        let most = self.shares.first().copied().unwrap_or_default();
        self.simple(left).unwrap_or(Cost::won(2 * self.total() - most))
    }

    /// What names it in the memo.
    pub(super) fn key(&self, names: Names) -> u128 {
        self.places.iter().fold(0, |key, &place| key ^ names.bits(u64::from(place)))
    }

    pub(super) fn push(&mut self, place: u32, share: u64) {
        self.places.push(place);
        self.shares.push(share);
    }
}

/// How guesses split a set of at most [`MOST`] candidates.
#[derive(Debug)]
pub(super) struct Splits {
    /// The candidates, by column. The first rows are theirs, in the same order.
    pub(super) set: Set,
    /// By column, what names the candidate in the memo.
    pub(super) keys: Vec<u128>,
    /// By row, the first guess of the alphabet that splits so.
    names: Vec<u32>,
    /// All rows, by the alphabet of their names.
    pub(super) order: Vec<u32>,
    /// The row of each guess that this was made of, in their order; [`NO_ROW`] where it tells nothing.
    pub(super) row_of: Vec<u32>,
    labels: Vec<u8>,
}

/// The row of a guess that tells nothing of any candidate.
pub(super) const NO_ROW: u32 = u32::MAX;

/// Which rows are kept of those that split alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alike {
    /// One of them.
    One,
    /// All of them.
    All,
}

impl Splits {
    /// Splits of these candidates, at most [`MOST`], by themselves and by those of these guesses that split them at all.
    pub(super) fn of(
        (lists, names): (&Lists, Names),
        set: &Set,
        guesses: &[u32],
        alike: Alike,
        numbers: &mut Numbers,
        budget: &Budget,
    ) -> Result<Self, Spent> {
        let width = set.len();
        let columns = Columns::of(lists, &set.places);
        let keys = set.places.iter().map(|&place| names.bits(u64::from(place))).collect();
        let (set, names) = (set.clone(), set.places.clone());
        let mut splits = Self { set, keys, names, order: Vec::new(), row_of: Vec::new(), labels: Vec::new() };
        let mut patterns = vec![0u16; width];
        let mut rows: HashMap<u64, u32> = HashMap::new();
        for row in 0..splits.row_count() {
            let guess = splits.names[row as usize];
            columns.mark(lists.word(guess), &mut patterns);
            let (_, hash) = splits.append(&patterns, numbers);
            rows.entry(hash).or_insert(row);
        }
        let mut candidates: Vec<(u32, u32)> = splits.set.places.iter().copied().zip(0..).collect();
        candidates.sort_unstable();
        for &guess in guesses {
            if let Ok(at) = candidates.binary_search_by_key(&guess, |candidate| candidate.0) {
                splits.row_of.push(candidates[at].1);
                continue;
            }
            budget.spend(1 + (width / CELLS_A_NODE) as u64)?;
            columns.mark(lists.word(guess), &mut patterns);
            let start = splits.labels.len();
            let (buckets, hash) = splits.append(&patterns, numbers);
            let row = if buckets > 1 { splits.row_alike(alike, start, guess, rows.entry(hash)) } else { NO_ROW };
            if row == splits.row_count() {
                splits.names.push(guess);
            } else {
                splits.labels.truncate(start);
            }
            splits.row_of.push(row);
        }
        splits.order = (0..splits.row_count()).collect();
        splits.order.sort_unstable_by_key(|&row| splits.names[row as usize]);
        Ok(splits)
    }

    /// Appends the labels of a row; says how many buckets it has, and gives a hash of it.
    #[inline]
    fn append(&mut self, patterns: &[u16], numbers: &mut Numbers) -> (u32, u64) {
        numbers.begin();
        let mut hash = 0u64;
        for &pattern in patterns {
            // At most 256 candidates have at most 256 buckets, the last of which is 255.
            let label = (numbers.of(pattern) & 255) as u8;
            hash = (hash.rotate_left(5) ^ u64::from(label)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            self.labels.push(label);
        }
        (numbers.count(), hash)
    }

    /// The row that this guess has, whose labels start there: the next one, or one that splits alike, which may take its name.
    fn row_alike(&mut self, alike: Alike, start: usize, guess: u32, known: Entry<'_, u64, u32>) -> u32 {
        let next = self.row_count();
        if alike == Alike::All {
            return next;
        }
        match known {
            Entry::Vacant(entry) => *entry.insert(next),
            // Two different rows of one hash are as good as never, and then both are kept.
            Entry::Occupied(entry) if self.row(*entry.get()) != &self.labels[start..] => next,
            Entry::Occupied(entry) => {
                let name = &mut self.names[*entry.get() as usize];
                *name = guess.min(*name);
                *entry.get()
            }
        }
    }

    /// The bucket of each candidate.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &[u8] {
        &self.labels[row as usize * self.set.len()..][..self.set.len()]
    }

    #[expect(clippy::cast_possible_truncation, reason = "no more rows than guesses")]
    fn row_count(&self) -> u32 {
        self.names.len() as u32
    }

    /// The first guess of the alphabet that splits as this row.
    pub(super) fn name(&self, row: u32) -> u32 {
        self.names[row as usize]
    }
}
