//! The worlds, counted: of each word set, in how many ways its words can lie.

use std::sync::Arc;

use super::base::{WordSets, may_lie};
use super::permanent::{Permanents, Ways};
use super::{Word, World};
use crate::blind::evidence::Evidence;
use crate::blind::record::Terms;
use crate::budget::{Budget, Spent};
use crate::fill::sets::Rows;
use crate::puzzle::layout::MAX_SIDE;

/// Words looked at, and ways counted of up to five words, in the time of a node. Of more words, the ways are a node each.
const A_NODE: usize = 64;
/// Words looked at between two looks at the budget: of a game of a thousand moves, one takes up to a tenth of a millisecond.
const WORDS_A_LOOK: usize = 16;
/// Rows whose ways are counted by tables.
const ROWS_OF_TABLES: usize = 5;

/// The worlds of some word sets.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    sets: Arc<WordSets>,
    /// By a word's number, the rows that it may lie in by what is known.
    rows: Vec<Rows>,
    /// By a word's number, the rows that it lies in in some world.
    lies_in: Vec<Rows>,
    live: Vec<Live>,
    /// Worlds that were ruled out as whole grids, although each of their rows may be right; by their sets.
    out: Vec<RuledOut>,
    count: u64,
}

/// A set that has a world.
#[derive(Clone, Copy, Debug)]
struct Live {
    set: u32,
    ways: u32,
}

/// A world that was ruled out as a whole grid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RuledOut {
    /// Its words in ascending order, by which its set is known.
    set: Vec<u16>,
    /// By row, its word.
    world: Vec<u16>,
}

impl Counted {
    /// Counts the worlds.
    pub(super) fn of(terms: &Terms, sets: Arc<WordSets>, evidence: &Evidence, budget: &Budget) -> Result<Self, Spent> {
        let list = terms.dictionary().words(terms.columns());
        let mut rows = Vec::with_capacity(sets.words().len());
        for words in sets.words().chunks(A_NODE) {
            budget.spend(1)?;
            for words in words.chunks(WORDS_A_LOOK) {
                budget.look()?;
                let letters = words.iter().filter_map(|&word| list.get(word as usize));
                rows.extend(letters.map(|letters| may_lie(evidence, terms.rows(), letters)));
            }
        }
        let lies_in = vec![0; rows.len()];
        let out = ruled_out(terms, &sets, evidence);
        let mut counted = Self { sets, rows, lies_in, live: Vec::new(), out, count: 0 };
        counted.count_all(budget)?;
        Ok(counted)
    }

    fn count_all(&mut self, budget: &Budget) -> Result<(), Spent> {
        let sets = Arc::clone(&self.sets);
        let permanents = Permanents::new();
        let mut work = 0;
        for (place, set) in (0u32..).zip(sets.iter()) {
            let a_node = if set.len() <= ROWS_OF_TABLES { A_NODE } else { 1 };
            if work >= a_node {
                budget.spend((work / a_node) as u64)?;
                work %= a_node;
            }
            work += 1;
            let mut rows = [0; MAX_SIDE];
            let rows = &mut rows[..set.len()];
            for (rows, &word) in rows.iter_mut().zip(set) {
                *rows = self.rows[usize::from(word)];
            }
            // Most sets have a word that lies nowhere any more.
            if rows.contains(&0) {
                continue;
            }
            let out = self.ruled_out_of(set);
            let ways = permanents.ways(rows).saturating_sub(u32::try_from(out.len()).unwrap_or(0));
            if ways > 0 {
                work += self.note_rows(set, rows, &out, permanents);
                self.live.push(Live { set: place, ways });
                self.count += u64::from(ways);
            }
        }
        budget.spend(work as u64 / A_NODE as u64)
    }

    /// The worlds of a set that were ruled out.
    fn ruled_out_of(&self, set: &[u16]) -> Vec<Vec<u16>> {
        if self.out.is_empty() {
            return Vec::new();
        }
        let mut sorted = set.to_vec();
        sorted.sort_unstable();
        let first = self.out.partition_point(|out| out.set < sorted);
        self.out[first..].iter().take_while(|out| out.set == sorted).map(|out| out.world.clone()).collect()
    }

    /// Notes the rows that the words of a set lie in in some world, as far as they are not noted yet. Says how often it had to
    /// count ways.
    #[inline]
    fn note_rows(&mut self, set: &[u16], rows: &[Rows], out: &[Vec<u16>], permanents: Permanents) -> usize {
        let mut counted = 0;
        for (at, &word) in set.iter().enumerate() {
            let mut open = rows[at] & !self.lies_in[usize::from(word)];
            while open != 0 {
                let row = open.trailing_zeros() as usize;
                open &= open - 1;
                let mut fixed = [0; MAX_SIDE];
                fixed[..rows.len()].copy_from_slice(rows);
                fixed[at] = 1 << row;
                counted += 1;
                let out = out.iter().filter(|world| world[row] == word).count();
                if permanents.ways(&fixed[..rows.len()]) as usize > out {
                    self.lies_in[usize::from(word)] |= 1 << row;
                }
            }
        }
        counted
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// By row, the words that it is in some world.
    pub(super) fn candidates(&self, rows: usize) -> Vec<Vec<Word>> {
        let in_row = |row: usize| {
            let words = self.sets.words().iter().zip(&self.lies_in);
            words.filter(|(_, lies_in)| **lies_in >> row & 1 == 1).map(|(&word, _)| word).collect()
        };
        (0..rows).map(in_row).collect()
    }

    /// Up to so many worlds, spread evenly over all.
    pub(super) fn sample(&self, most: usize) -> Vec<World> {
        let most = u64::try_from(most).unwrap_or(u64::MAX).min(self.count);
        let (mut worlds, mut before) = (Vec::new(), 0u64);
        // The middle of each of as many equal shares.
        let number = |at: u64| {
            let number = u128::from(2 * at + 1) * u128::from(self.count) / u128::from(2 * most.max(1));
            u64::try_from(number).unwrap_or(u64::MAX)
        };
        let mut next = 0;
        for live in &self.live {
            let end = before + u64::from(live.ways);
            let mut lying = None;
            while next < most && number(next) < end {
                let lying = lying.get_or_insert_with(|| Lying::of(self, self.sets.get(live.set as usize)));
                worlds.extend(lying.world(self.sets.words(), number(next) - before));
                next += 1;
            }
            before = end;
        }
        worlds
    }
}

/// The ways in which the words of a set can lie.
struct Lying<'a> {
    set: &'a [u16],
    ways: Ways,
    /// The numbers of those that were ruled out, ascending.
    out: Vec<u32>,
}

impl<'a> Lying<'a> {
    fn of(counted: &Counted, set: &'a [u16]) -> Self {
        let rows: Vec<Rows> = set.iter().map(|&word| counted.rows[usize::from(word)]).collect();
        let ways = Ways::of(&rows);
        let place_in_set = |word: &u16| set.iter().position(|other| other == word);
        let way_of = |world: &Vec<u16>| world.iter().map(place_in_set).collect::<Option<Vec<usize>>>();
        let ruled_out = counted.ruled_out_of(set);
        let mut out: Vec<u32> = ruled_out.iter().filter_map(way_of).map(|way| ways.number(&way)).collect();
        out.sort_unstable();
        Self { set, ways, out }
    }

    /// The world with this number, those ruled out not counted.
    fn world(&self, words: &[Word], number: u64) -> Option<World> {
        let mut number = u32::try_from(number).ok()?;
        for &out in &self.out {
            number += u32::from(out <= number);
        }
        let way = self.ways.get(number)?;
        Some(way.into_iter().map(|word| words[usize::from(self.set[word])]).collect())
    }
}

/// The grids that are ruled out as a whole and would be worlds: full of distinct words that may lie where they do.
fn ruled_out(terms: &Terms, sets: &WordSets, evidence: &Evidence) -> Vec<RuledOut> {
    let list = terms.dictionary().words(terms.columns());
    let number = |letters: &[_]| {
        let place = Word::try_from(list.position(letters)?).ok()?;
        sets.words().binary_search(&place).ok().and_then(|number| u16::try_from(number).ok())
    };
    let mut all: Vec<RuledOut> = Vec::new();
    for grid in evidence.ruled_out() {
        let words = grid.chunks(terms.columns()).enumerate();
        let words = words.map(|(row, word)| if evidence.allows(row, word) { number(word) } else { None });
        let Some(world) = words.collect::<Option<Vec<u16>>>() else { continue };
        let mut set = world.clone();
        set.sort_unstable();
        let out = RuledOut { set, world };
        // Words that repeat are no world in the first place.
        if out.set.windows(2).all(|pair| pair[0] != pair[1]) {
            all.push(out);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
