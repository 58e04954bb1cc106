//! All word sets that agreed with what was told at some time: what worlds are counted from.

use std::sync::Arc;

use super::Word;
use crate::blind::evidence::Evidence;
use crate::blind::record::Terms;
use crate::budget::{Budget, Spent};
use crate::fill::sets::{Candidates, Rows, Sets, Tiles};
use crate::lexicon::Letter;

/// The most sets that are kept, and so the most worlds that are counted are these in every order of rows.
pub(super) const MOST_SETS: usize = 1 << 20;
/// Nodes for finding them letter by letter: about half a second.
const NODES: u64 = 600_000;
/// Nodes before that is tried row by row, and for trying it.
const NODES_AT_FIRST: u64 = 20_000;
const NODES_BY_ROWS: u64 = 100_000;
/// What it seems to take in all may be so many times the nodes that there are for it: the estimate is often off by ten.
const OUT_OF_SIGHT: u64 = 10;
/// Sets that are numbered between two looks at the clock: a million of them takes some ten milliseconds.
const SETS_A_LOOK: usize = 1 << 14;

/// All word sets that agreed with some evidence, in the order in which they are found: the same for the same tiles and evidence.
#[derive(Debug)]
pub(super) struct WordSets {
    rows: usize,
    /// The words of all sets, ascending; sets have their numbers.
    words: Vec<Word>,
    /// The sets, one after the other.
    sets: Vec<u16>,
}

/// What a search for all word sets came to.
#[derive(Debug)]
pub(super) enum Base {
    /// All of them.
    All(Arc<WordSets>),
    /// They are too many to be kept, or to be found.
    TooMany,
}

/// All word sets of some candidates, unless they are too many: looked for letter by letter for a while, then row by row where
/// enough is known of where words may lie, then letter by letter to the end.
fn find(candidates: &Candidates, budget: &Budget) -> Result<Option<Sets>, Spent> {
    let mut by_letters = Sets::new(candidates, MOST_SETS);
    let within = |nodes, search: &mut dyn FnMut(&Budget) -> Result<(), Spent>| {
        let part = budget.part(nodes);
        let ended = search(&part);
        budget.absorb(&part).map(|()| ended.is_ok())
    };
    if within(NODES_AT_FIRST, &mut |part| by_letters.go_on(candidates, part))? {
        return Ok(Some(by_letters));
    }
    if much_is_known(candidates) {
        let mut by_rows = Sets::new(candidates, MOST_SETS);
        if within(NODES_BY_ROWS, &mut |part| by_rows.find_by_rows(candidates, part))? {
            return Ok(Some(by_rows));
        }
    }
    // Where the end is far out of sight, the search for it would only take its time, at each move of a game.
    if by_letters.cost() > NODES * OUT_OF_SIGHT {
        return Ok(None);
    }
    let ended = within(NODES, &mut |part| by_letters.go_on(candidates, part))?;
    Ok(ended.then_some(by_letters))
}

/// Whether most words may lie in less than half of the rows.
fn much_is_known(candidates: &Candidates) -> bool {
    let places: u32 = candidates.words().map(|word| candidates.rows(word).count_ones()).sum();
    places as usize * 2 < candidates.len() * candidates.tiles().rows()
}

/// The rows that a word may lie in.
pub(super) fn may_lie(evidence: &Evidence, rows: usize, word: &[Letter]) -> Rows {
    (0..rows).filter(|&row| evidence.allows(row, word)).fold(0, |mask, row| mask | 1 << row)
}

/// The words that the tiles could make and that may lie somewhere. `None` where their letters are too many to be counted at once.
pub(super) fn candidates(terms: &Terms, evidence: &Evidence, budget: &Budget) -> Result<Option<Candidates>, Spent> {
    let Some(tiles) = Tiles::of(terms.start(), terms.letters()) else { return Ok(None) };
    let rows = terms.rows();
    Candidates::new(tiles, terms.dictionary(), |word| may_lie(evidence, rows, word), budget).map(Some)
}

/// The first row that none of the words may lie in that the tiles could make. Their letters can be counted.
pub(super) fn row_without_word(terms: &Terms, evidence: &Evidence, budget: &Budget) -> Result<Option<usize>, Spent> {
    let rows = candidates(terms, evidence, budget)?
        .map_or(0, |found| found.words().fold(0, |rows, word| rows | found.rows(word)));
    Ok((0..terms.rows()).find(|row| rows >> row & 1 == 0))
}

impl Base {
    /// Finds all word sets that agree with the evidence, unless they are too many.
    pub(super) fn find(terms: &Terms, evidence: &Evidence, budget: &Budget) -> Result<Self, Spent> {
        let Some(candidates) = candidates(terms, evidence, budget)? else { return Ok(Self::TooMany) };
        if candidates.len() == 0 {
            let none = WordSets { rows: terms.rows(), words: Vec::new(), sets: Vec::new() };
            return Ok(Self::All(Arc::new(none)));
        }
        let found = find(&candidates, budget)?;
        let sets = found.map(|search| WordSets::new(terms.rows(), &candidates, &search, budget)).transpose()?;
        Ok(sets.flatten().map_or(Self::TooMany, |all| Self::All(Arc::new(all))))
    }

    /// What it takes in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::All(all) => size_of_val(&all.words[..]) + size_of_val(&all.sets[..]),
            Self::TooMany => 0,
        }
    }
}

impl WordSets {
    /// The sets found, or none where they have too many words to be numbered.
    fn new(rows: usize, candidates: &Candidates, search: &Sets, budget: &Budget) -> Result<Option<Self>, Spent> {
        let mut numbers: Vec<Option<u16>> = vec![None; candidates.len()];
        for some in search.found().chunks(SETS_A_LOOK) {
            budget.look()?;
            for &word in some.iter().flat_map(|set| &set[..rows]) {
                numbers[word as usize] = Some(0);
            }
        }
        let mut words = Vec::new();
        for (word, number) in (0..).zip(&mut numbers) {
            if number.is_some() {
                let Ok(next) = u16::try_from(words.len()) else { return Ok(None) };
                *number = Some(next);
                words.push(candidates.place(word));
            }
        }
        let mut sets = Vec::with_capacity(search.found().len() * rows);
        for some in search.found().chunks(SETS_A_LOOK) {
            budget.look()?;
            sets.extend(some.iter().flat_map(|set| &set[..rows]).filter_map(|&word| numbers[word as usize]));
        }
        Ok(Some(Self { rows, words, sets }))
    }

    /// The words of all sets, ascending.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// A set, by its place: the numbers of its words.
    pub(super) fn get(&self, place: usize) -> &[u16] {
        &self.sets[place * self.rows..][..self.rows]
    }

    /// All sets.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.sets.chunks_exact(self.rows)
    }
}
