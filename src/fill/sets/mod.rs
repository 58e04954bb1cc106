//! All word sets that use up some tiles, where they are few: the simplest way to every fill, and to the proof that there is
//! none; and to all targets that are possible in a blind game.
//!
//! - [`Tiles`], [`Candidates`]: the words that the tiles could make, their letters packed, anagrams linked;
//! - [`Sets`]: the search; [`Probe`]: one way down it.
//!
//! A set of words uses up the tiles. Every set has a word with the letter that the fewest words have: each of them is tried,
//! and the sets that it leads to are those of the tiles left, without the words with that letter that were tried before. The
//! last word is looked up by its letters.
//!
//! The words that are left are bits of a long number. Those that fit the tiles left have no more of any letter than there are,
//! which is a conjunction of such numbers.

mod by_rows;
mod candidates;
mod probe;
mod reach;
mod tiles;

pub(crate) use candidates::{Candidates, Rows, Word};
pub(crate) use probe::Probe;
pub(crate) use tiles::{Counts, Tiles};

use reach::Reach;

use crate::budget::{Budget, Spent};
use crate::lexicon::MAX_ALPHABET;
use crate::puzzle::layout::MAX_SIDE;

/// Words that are tried between two looks at the budget, at least.
const STRIDE: usize = 4_096;

/// Distinct words that use up the tiles and could lie in some order, one for each row that there is.
pub(crate) type Set = [Word; MAX_SIDE];

/// All of the search, in the unit that shares of it are counted in.
const WHOLE: u128 = 1 << 100;

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
fn limits(candidates: &Candidates) -> Vec<Vec<Bits>> {
    let all = Bits::all(candidates.len());
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

/// A search for all sets, which may be put aside and gone on with.
#[derive(Debug)]
pub(crate) struct Sets {
    limits: Vec<Vec<Bits>>,
    /// The most that are looked for.
    most: usize,
    words: Set,
    chosen: usize,
    /// By words chosen, which rows they could fill.
    reach: [Reach; MAX_SIDE + 1],
    found: Vec<Set>,
    /// The share of the search that is done. Of the branches of a node, the later have fewer words left: each is taken to be as
    /// long as the square of those that are left to it and to the later ones.
    done: u128,
    /// Nodes so far.
    nodes: u64,
    /// By words chosen, which of those with the rarest letter was being tried.
    path: [usize; MAX_SIDE],
    /// The path is being followed to where the search was put aside.
    resuming: bool,
}

impl Sets {
    /// A search for up to so many that has not begun. The candidates must stay as they are.
    pub(crate) fn new(candidates: &Candidates, most: usize) -> Self {
        Self {
            limits: limits(candidates),
            most,
            words: [0; MAX_SIDE],
            chosen: 0,
            reach: [Reach::start(candidates.tiles().rows()); MAX_SIDE + 1],
            found: Vec::new(),
            done: 0,
            nodes: 0,
            path: [0; MAX_SIDE],
            resuming: false,
        }
    }

    /// Those found so far.
    pub(crate) fn found(&self) -> &[Set] {
        &self.found
    }

    /// Nodes spent so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether there are more than are looked for.
    pub(crate) fn are_too_many(&self) -> bool {
        self.found.len() > self.most
    }

    /// What it would take to find all and rank what they make, in nodes, by how far this came.
    pub(crate) fn cost(&self) -> u64 {
        // In millionths, for all of it would not fit.
        let done = (self.done / (WHOLE / 1_000_000)).max(1);
        let all = u128::from(self.nodes + self.found.len() as u64) * 1_000_000 / done;
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    /// Goes on until all are found, they are too many, or the budget is spent.
    pub(crate) fn go_on(&mut self, candidates: &Candidates, budget: &Budget) -> Result<(), Spent> {
        let before = budget.nodes();
        let ended = self.extend(candidates.tiles().all(), Bits::all(candidates.len()), WHOLE, candidates, budget);
        self.nodes += budget.nodes() - before;
        self.resuming = true;
        ended
    }

    /// Finds the sets of the words chosen and some of these, which all fit what is left: this share of the search.
    fn extend(
        &mut self,
        left: Counts,
        mut words: Bits,
        share: u128,
        candidates: &Candidates,
        budget: &Budget,
    ) -> Result<(), Spent> {
        let tiles = candidates.tiles();
        let (depth, open) = (self.chosen, tiles.rows() - self.chosen);
        let list: Vec<Word> = words.words().collect();
        budget.spend(1 + (list.len() + words.0.len()) as u64 / 128)?;
        if open == 1 {
            self.done += share;
            return self.finish(left, &words, candidates);
        }
        let Some(letter) = rarest(left, &list, candidates) else {
            self.done += share;
            return Ok(());
        };
        let bits = tiles.bits(letter);
        let has = |word: &Word| candidates.counts(*word) & bits != 0;
        let with: Vec<Word> = list.into_iter().filter(has).collect();
        let branches = with.len() as u128;
        let unit = share / (branches * (branches + 1) * (2 * branches + 1) / 6);
        let first = if self.resuming { self.path[depth] } else { 0 };
        for (at, word) in with.into_iter().enumerate() {
            if at % STRIDE == STRIDE - 1 {
                // It ends the whole search if anything.
                budget.look()?;
            }
            words.remove(word);
            let Some(left) = tiles.less(left, candidates.counts(word)).filter(|_| at >= first) else { continue };
            let Some(reach) = self.reach[depth].with(candidates.rows(word)) else { continue };
            self.words[depth] = word;
            self.chosen += 1;
            self.reach[self.chosen] = reach;
            if !self.resuming {
                self.path[depth] = at;
                self.path[depth + 1..].fill(0);
            }
            let later = branches - at as u128;
            let share = unit * later * later;
            let ended = if open == 2 {
                self.done += share;
                self.finish(left, &words, candidates)
            } else {
                self.extend(left, self.fitting(left, word, &words, candidates), share, candidates, budget)
            };
            self.chosen -= 1;
            ended?;
            self.resuming = false;
        }
        Ok(())
    }

    /// Those of these words that fit what a word has left.
    fn fitting(&self, left: Counts, word: Word, words: &Bits, candidates: &Candidates) -> Bits {
        let mut fitting = words.clone();
        for &letter in candidates.letters(word) {
            let letter = usize::from(letter);
            let copies = candidates.tiles().times(left, letter);
            if let Some(limit) = usize::try_from(copies).ok().and_then(|copies| self.limits[letter].get(copies)) {
                fitting.keep(limit);
            }
        }
        fitting
    }

    /// The last word. It is not put aside in between: sets are found once.
    fn finish(&mut self, left: Counts, words: &Bits, candidates: &Candidates) -> Result<(), Spent> {
        for word in candidates.anagrams(left).filter(|&word| words.has(word)) {
            if self.reach[self.chosen].with(candidates.rows(word)).is_none() {
                continue;
            }
            self.words[self.chosen] = word;
            self.found.push(self.words);
            if self.are_too_many() {
                return Err(Spent::Nodes);
            }
        }
        Ok(())
    }
}

/// The letter left that the fewest of these words have; `None` where one is in none.
fn rarest(left: Counts, words: &[Word], candidates: &Candidates) -> Option<usize> {
    let mut words_with = [0u32; MAX_ALPHABET];
    for &word in words {
        for &letter in candidates.letters(word) {
            words_with[usize::from(letter)] += 1;
        }
    }
    let tiles = candidates.tiles();
    let letters = (0..tiles.letters()).filter(|&letter| tiles.times(left, letter) > 0);
    letters.min_by_key(|&letter| words_with[letter]).filter(|&letter| words_with[letter] > 0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fill::Task;
    use crate::lexicon::{ANSWERS, Lexicon};
    use crate::puzzle::{Grid, Kind, Layout};

    #[test]
    fn a_search_that_is_put_aside_finds_each_set_once() {
        let lexicon = Lexicon::embedded().unwrap();
        let answers = lexicon.language("en", 1).unwrap().dictionary(ANSWERS).unwrap();
        for (rows, columns, tiles) in
            [(4, 4, "vmeiyhltuptladsn"), (3, 5, "stareslatecrone"), (1, 4, "stop"), (2, 4, "stopslat")]
        {
            let start = Grid::new(Layout::new(Kind::Rows, rows, columns).unwrap(), tiles.chars().collect()).unwrap();
            let task = Task::new(start, Arc::clone(answers), Vec::new()).unwrap();
            let candidates = Candidates::of(&task, &Budget::unlimited()).unwrap();
            let mut whole = Sets::new(&candidates, usize::MAX);
            whole.go_on(&candidates, &Budget::unlimited()).unwrap();
            assert!(!whole.found().is_empty(), "{tiles} make nothing");
            // Each part begins with the way back to where the last one ended, which takes some.
            for nodes in [20, 50, 150] {
                let (mut parts, mut pauses) = (Sets::new(&candidates, usize::MAX), 0);
                while parts.go_on(&candidates, &Budget::of_nodes(nodes)).is_err() {
                    pauses += 1;
                    assert!(pauses < 100_000, "it comes to no end");
                }
                assert_eq!(parts.found(), whole.found(), "{tiles} in parts of {nodes}");
                assert_eq!(parts.done, whole.done, "{tiles} in parts of {nodes}");
                assert!(pauses > 0 || whole.nodes() <= nodes, "{tiles} in parts of {nodes}: never put aside");
            }
        }
    }
}
