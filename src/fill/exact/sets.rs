//! All word sets, where they are few: the simplest way to every fill, and to the proof that there is none.
//!
//! A set of words uses up the tiles. Every set has a word with the letter that the fewest words have: each of them is tried,
//! and the sets that it leads to are those of the tiles left, without the words with that letter that were tried before. The
//! last word is looked up by its letters.
//!
//! The words that are left are bits of a long number. Those that fit the tiles left have no more of any letter than there are,
//! which is a conjunction of such numbers.

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

/// All of the search, in the unit that shares of it are counted in.
const WHOLE: u64 = 1 << 60;

/// Finds sets until the budget is spent.
pub(super) fn find(candidates: &Candidates, budget: &Budget) -> Found {
    let all = Bits::all(candidates.len());
    let mut sets = Sets {
        candidates,
        budget,
        limits: limits(candidates, &all),
        words: [0; MAX_ROWS],
        chosen: 0,
        found: Vec::new(),
        done: 0,
    };
    let all = sets.extend(candidates.tiles().all(), all, WHOLE).is_ok();
    let so_far = budget.nodes() + sets.found.len() as u64;
    let cost = u128::from(so_far) * u128::from(WHOLE) / u128::from(sets.done.max(1));
    Found { sets: sets.found, all, cost: u64::try_from(cost).unwrap_or(u64::MAX) }
}

/// A set of candidates, a bit each.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn all(words: usize) -> Self {
        let mut bits = vec![u64::MAX; words.div_ceil(64)];
        if let Some(last) = bits.last_mut() {
            *last >>= bits_over(words);
        }
        Self(bits)
    }

    fn has(&self, word: Word) -> bool {
        self.0[word as usize / 64] >> (word % 64) & 1 == 1
    }

    fn remove(&mut self, word: Word) {
        self.0[word as usize / 64] &= !(1 << (word % 64));
    }

    /// Keeps what the others have too.
    fn keep(&mut self, others: &Self) {
        for (bits, others) in self.0.iter_mut().zip(&others.0) {
            *bits &= others;
        }
    }

    /// The words, ascending.
    fn words(&self) -> impl Iterator<Item = Word> {
        (0..).step_by(64).zip(&self.0).flat_map(|(first, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let at = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (at < 64).then_some(first + at)
            })
        })
    }
}

/// Bits of the last number that stand for no word.
fn bits_over(words: usize) -> u32 {
    u32::try_from(words.next_multiple_of(64) - words).unwrap_or(0)
}

/// By letter and a number of copies, the words that have no more. Where all words do, there is none.
fn limits(candidates: &Candidates, all: &Bits) -> Vec<Vec<Bits>> {
    let mut limits: Vec<Vec<Bits>> = vec![Vec::new(); candidates.tiles().letters()];
    for word in candidates.words() {
        let letters = candidates.letters(word);
        for (at, letter) in letters.iter().enumerate() {
            // Its first copy is one too many where there is none, its second where there is one.
            let before = letters[..at].iter().map(|other| usize::from(other == letter)).sum::<usize>();
            let limits = &mut limits[usize::from(*letter)];
            if limits.len() == before {
                limits.push(all.clone());
            }
            limits[before].remove(word);
        }
    }
    limits
}

/// Finds sets.
struct Sets<'a> {
    candidates: &'a Candidates,
    budget: &'a Budget,
    limits: Vec<Vec<Bits>>,
    words: Set,
    chosen: usize,
    found: Vec<Set>,
    /// The share of the search that is done, were every branch of a node as long as the others.
    done: u64,
}

impl Sets<'_> {
    /// Finds the sets of the words chosen and some of these, which all fit what is left: this share of the search.
    fn extend(&mut self, left: Counts, mut words: Bits, share: u64) -> Result<(), Spent> {
        let tiles = self.candidates.tiles();
        let open = tiles.rows() - self.chosen;
        if open == 1 {
            return self.finish(left, &words);
        }
        let list: Vec<Word> = words.words().collect();
        self.budget.spend(1 + (list.len() as u64 / 128) + words.0.len() as u64 / 256)?;
        let Some(letter) = self.rarest(left, &list) else {
            self.done += share;
            return Ok(());
        };
        let bits = tiles.bits(letter);
        let has = |word: &Word| self.candidates.counts(*word) & bits != 0;
        let with: Vec<Word> = list.into_iter().filter(has).collect();
        let share = share / with.len() as u64;
        for word in with {
            words.remove(word);
            let Some(left) = tiles.less(left, self.candidates.counts(word)) else { continue };
            self.words[self.chosen] = word;
            self.chosen += 1;
            let ended = if open == 2 {
                self.done += share;
                self.finish(left, &words)
            } else {
                self.extend(left, self.fitting(left, word, &words), share)
            };
            self.chosen -= 1;
            ended?;
        }
        Ok(())
    }

    /// Those of these words that fit what a word has left.
    fn fitting(&self, left: Counts, word: Word, words: &Bits) -> Bits {
        let mut fitting = words.clone();
        for &letter in self.candidates.letters(word) {
            let letter = usize::from(letter);
            let copies = self.candidates.tiles().times(left, letter);
            if let Some(limit) = usize::try_from(copies).ok().and_then(|copies| self.limits[letter].get(copies)) {
                fitting.keep(limit);
            }
        }
        fitting
    }

    /// The last word.
    fn finish(&mut self, left: Counts, words: &Bits) -> Result<(), Spent> {
        let candidates = self.candidates;
        for word in candidates.anagrams(left).filter(|&word| words.has(word)) {
            self.budget.spend(1)?;
            if self.found.len() == MOST {
                return Err(Spent::Nodes);
            }
            self.words[self.chosen] = word;
            self.found.push(self.words);
        }
        Ok(())
    }

    /// The letter left that the fewest of these words have; `None` where one is in none.
    fn rarest(&self, left: Counts, words: &[Word]) -> Option<usize> {
        let mut words_with = [0u32; MAX_TILES];
        for &word in words {
            for &letter in self.candidates.letters(word) {
                words_with[usize::from(letter)] += 1;
            }
        }
        let tiles = self.candidates.tiles();
        let is_left = |letter: &usize| tiles.times(left, *letter) > 0;
        let letters = (0..tiles.letters()).filter(is_left);
        letters.min_by_key(|&letter| words_with[letter]).filter(|&letter| words_with[letter] > 0)
    }
}
