//! All word sets, where they are few: the simplest way to every fill, and to the proof that there is none.
//!
//! A set of words uses up the tiles. Every set has a word with the letter that the fewest words have: each of them is tried,
//! and the sets that it leads to are those of the tiles left, without the words with that letter that were tried before. The
//! last word is looked up by its letters.

use super::candidates::{Candidates, Word};
use super::tiles::Counts;
use crate::budget::{Budget, Spent};
use crate::fill::task::{MAX_ROWS, MAX_TILES};

/// The most sets that are looked for: 24 bytes each.
const MOST: usize = 100_000;

/// Distinct words that use up the tiles, one for each row that there is.
pub(super) type Set = [Word; MAX_ROWS];

/// What was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) sets: Vec<Set>,
    /// There are no others.
    pub(super) all: bool,
    /// What it would take to find all and rank what they make, in nodes, by how far this came.
    pub(super) cost: u64,
}

/// What it takes to rank what a set makes, in nodes.
pub(super) const RANKING: u64 = 8;
/// All of the search, in the unit that shares of it are counted in.
const WHOLE: u64 = 1 << 60;

/// Finds sets.
struct Sets<'a> {
    candidates: &'a Candidates,
    budget: &'a Budget,
    words: Set,
    chosen: usize,
    found: Vec<Set>,
    /// The share of the search that is done, were every branch of a node as long as the others.
    done: u64,
}

/// Finds sets until the budget is spent.
pub(super) fn find(candidates: &Candidates, budget: &Budget) -> Found {
    let mut sets = Sets { candidates, budget, words: [0; MAX_ROWS], chosen: 0, found: Vec::new(), done: 0 };
    let words: Vec<Word> = candidates.words().collect();
    let all = sets.extend(candidates.tiles().all(), &words, WHOLE).is_ok();
    let so_far = budget.nodes() + RANKING * sets.found.len() as u64;
    let cost = u128::from(so_far) * u128::from(WHOLE) / u128::from(sets.done.max(1));
    Found { sets: sets.found, all, cost: u64::try_from(cost).unwrap_or(u64::MAX) }
}

impl Sets<'_> {
    /// Finds the sets of the words chosen and some of these, which all fit what is left: this share of the search.
    fn extend(&mut self, left: Counts, words: &[Word], share: u64) -> Result<(), Spent> {
        self.budget.spend(1 + words.len() as u64 / 128)?;
        let open = self.candidates.tiles().rows() - self.chosen;
        if open == 1 {
            return self.finish(left, words, &[]);
        }
        let Some(letter) = self.rarest(left, words) else {
            self.done += share;
            return Ok(());
        };
        let has = |word: Word| self.candidates.letters(word).contains(&letter);
        let (with, without): (Vec<Word>, Vec<Word>) = words.iter().partition(|&&word| has(word));
        let mut rest = Vec::with_capacity(words.len());
        let share = share / with.len() as u64;
        for (at, &word) in with.iter().enumerate() {
            let Some(left) = self.candidates.tiles().less(left, self.candidates.counts(word)) else { continue };
            let others = &with[at + 1..];
            self.words[self.chosen] = word;
            self.chosen += 1;
            let ended = if open == 2 {
                self.done += share;
                self.finish(left, others, &without)
            } else {
                let fits =
                    |other: &&Word| self.candidates.tiles().less(left, self.candidates.counts(**other)).is_some();
                rest.clear();
                rest.extend(without.iter().chain(others).filter(fits));
                rest.sort_unstable();
                self.extend(left, &rest, share)
            };
            self.chosen -= 1;
            ended?;
        }
        Ok(())
    }

    /// The last word: one of some or of others.
    fn finish(&mut self, left: Counts, some: &[Word], others: &[Word]) -> Result<(), Spent> {
        let candidates = self.candidates;
        for word in candidates.anagrams(left) {
            if some.binary_search(&word).is_ok() || others.binary_search(&word).is_ok() {
                self.budget.spend(1)?;
                if self.found.len() == MOST {
                    return Err(Spent::Nodes);
                }
                self.words[self.chosen] = word;
                self.found.push(self.words);
            }
        }
        Ok(())
    }

    /// The letter left that the fewest of these words have; `None` where one is in none.
    fn rarest(&self, left: Counts, words: &[Word]) -> Option<u8> {
        let mut words_with = [0u32; MAX_TILES];
        for &word in words {
            for &letter in self.candidates.letters(word) {
                words_with[usize::from(letter)] += 1;
            }
        }
        let words_with = |letter: &u8| words_with[usize::from(*letter)];
        let is_left = |letter: &u8| self.candidates.tiles().times(left, usize::from(*letter)) > 0;
        (0..)
            .take(self.candidates.tiles().letters())
            .filter(is_left)
            .min_by_key(words_with)
            .filter(|letter| words_with(letter) > 0)
    }
}
