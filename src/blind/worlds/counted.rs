//! The worlds, counted: of each word set, in how many ways its words can lie.

use std::sync::Arc;

use super::base::{WordSets, may_lie};
use super::permanent::Permanents;
use super::{Word, World};
use crate::blind::evidence::Evidence;
use crate::blind::record::Terms;
use crate::budget::{Budget, Spent};
use crate::fill::sets::Rows;
use crate::puzzle::layout::MAX_SIDE;

/// Sets looked at in the time of a node.
const SETS_A_NODE: usize = 64;

/// The worlds of some word sets.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    sets: Arc<WordSets>,
    /// By a word's number, the rows that it may lie in by what is known.
    rows: Vec<Rows>,
    /// By a word's number, the rows that it lies in in some world.
    lies_in: Vec<Rows>,
    live: Vec<Live>,
    /// Worlds that were ruled out as whole grids, although each of their rows may be right: a word's number by row.
    out: Vec<Vec<u16>>,
    count: u64,
}

/// A set that has a world.
#[derive(Clone, Copy, Debug)]
struct Live {
    set: u32,
    ways: u32,
}

impl Counted {
    /// Counts the worlds.
    pub(super) fn of(terms: &Terms, sets: Arc<WordSets>, evidence: &Evidence, budget: &Budget) -> Result<Self, Spent> {
        let list = terms.dictionary().words(terms.columns());
        let mut rows = Vec::with_capacity(sets.words().len());
        for words in sets.words().chunks(SETS_A_NODE) {
            budget.spend(1)?;
            let letters = words.iter().filter_map(|&word| list.get(word as usize));
            rows.extend(letters.map(|letters| may_lie(evidence, terms.rows(), letters)));
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
        for (place, set) in (0u32..).zip(sets.iter()) {
            if (place as usize).is_multiple_of(SETS_A_NODE) {
                budget.spend(1)?;
            }
            let mut rows = [0; MAX_SIDE];
            let rows = &mut rows[..set.len()];
            for (rows, &word) in rows.iter_mut().zip(set) {
                *rows = self.rows[usize::from(word)];
            }
            // Most sets have a word that lies nowhere any more.
            if rows.contains(&0) {
                continue;
            }
            let mut ways = permanents.ways(rows);
            if ways == 0 {
                continue;
            }
            if self.out.is_empty() {
                self.note_rows(set, rows, permanents);
            } else {
                let worlds = self.worlds_of(set, permanents);
                ways = u32::try_from(worlds.len()).unwrap_or(u32::MAX);
                for (row, word) in worlds.iter().flat_map(|world| world.iter().enumerate()) {
                    self.lies_in[usize::from(*word)] |= 1 << row;
                }
            }
            if ways > 0 {
                self.live.push(Live { set: place, ways });
                self.count += u64::from(ways);
            }
        }
        Ok(())
    }

    /// Notes the rows that the words of a set lie in in some world, as far as they are not noted yet.
    #[inline]
    fn note_rows(&mut self, set: &[u16], rows: &[Rows], permanents: Permanents) {
        for (at, &word) in set.iter().enumerate() {
            let mut open = rows[at] & !self.lies_in[usize::from(word)];
            while open != 0 {
                let row = open & open.wrapping_neg();
                open ^= row;
                let mut fixed = [0; MAX_SIDE];
                fixed[..rows.len()].copy_from_slice(rows);
                fixed[at] = row;
                if permanents.ways(&fixed[..rows.len()]) > 0 {
                    self.lies_in[usize::from(word)] |= row;
                }
            }
        }
    }

    /// The worlds of a set in order, without those ruled out: by row, a word's number.
    fn worlds_of(&self, set: &[u16], permanents: Permanents) -> Vec<Vec<u16>> {
        let rows: Vec<Rows> = set.iter().map(|&word| self.rows[usize::from(word)]).collect();
        let all = (0..permanents.ways(&rows)).filter_map(|number| permanents.way(&rows, number));
        let worlds = all.map(|way| way.into_iter().map(|word| set[word]).collect::<Vec<u16>>());
        worlds.filter(|world| !self.out.contains(world)).collect()
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
        let permanents = Permanents::new();
        let (mut worlds, mut before) = (Vec::new(), 0u64);
        // The middle of each of as many equal shares.
        let number = |at: u64| {
            let number = u128::from(2 * at + 1) * u128::from(self.count) / u128::from(2 * most.max(1));
            u64::try_from(number).unwrap_or(u64::MAX)
        };
        let mut next = 0;
        for live in &self.live {
            let end = before + u64::from(live.ways);
            let set = self.sets.get(live.set as usize);
            while next < most && number(next) < end {
                worlds.extend(self.world(set, number(next) - before, permanents));
                next += 1;
            }
            before = end;
        }
        worlds
    }

    /// The world of a set with this number.
    fn world(&self, set: &[u16], number: u64, permanents: Permanents) -> Option<World> {
        let place = |&word: &u16| self.sets.words()[usize::from(word)];
        let number = u32::try_from(number).ok()?;
        if !self.out.is_empty() {
            return self.worlds_of(set, permanents).get(number as usize).map(|world| world.iter().map(place).collect());
        }
        let rows: Vec<Rows> = set.iter().map(|&word| self.rows[usize::from(word)]).collect();
        let way = permanents.way(&rows, number)?;
        Some(way.into_iter().map(|word| place(&set[word])).collect())
    }
}

/// The grids that are ruled out as a whole and would be worlds: full of distinct words that may lie where they do.
fn ruled_out(terms: &Terms, sets: &WordSets, evidence: &Evidence) -> Vec<Vec<u16>> {
    let list = terms.dictionary().words(terms.columns());
    let number = |letters: &[_]| {
        let place = Word::try_from(list.position(letters)?).ok()?;
        sets.words().binary_search(&place).ok().and_then(|number| u16::try_from(number).ok())
    };
    let mut out: Vec<Vec<u16>> = Vec::new();
    for grid in evidence.ruled_out() {
        let words = grid.chunks(terms.columns()).enumerate();
        let words = words.map(|(row, word)| if evidence.allows(row, word) { number(word) } else { None });
        let Some(world) = words.collect::<Option<Vec<u16>>>() else { continue };
        if !out.contains(&world) {
            out.push(world);
        }
    }
    out
}
