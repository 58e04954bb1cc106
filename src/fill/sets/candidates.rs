//! The words that the tiles could make, and which of them are anagrams of what.

use std::hash::{BuildHasher as _, RandomState};

use super::tiles::{Counts, Tiles};
use crate::budget::{Budget, Spent};
use crate::fill::Task;
use crate::lexicon::{Dictionary, Letter};
use crate::puzzle::layout::MAX_SIDE;

/// A set of rows, a bit each.
pub(crate) type Rows = u16;

/// A candidate by its place among them.
pub(crate) type Word = u32;

/// Words of the dictionary between two looks at the budget.
const STRIDE: usize = 1024;
/// Words of the tiles' letters between two looks at it: whether one may lie somewhere takes up to a tenth of a millisecond, where a
/// thousand moves of a game have told something.
const JUDGED_STRIDE: usize = 16;

/// The words that the tiles could make.
#[derive(Debug)]
pub(crate) struct Candidates {
    tiles: Tiles,
    /// By word, its place among the dictionary's.
    places: Vec<u32>,
    /// By word.
    counts: Vec<Counts>,
    /// By word, where it may lie by what is known.
    rows: Vec<Rows>,
    /// The letters of all words, one word after the other.
    letters: Vec<u8>,
    /// A hash table of counts: the first word that has them, plus one.
    slots: Vec<u32>,
    /// By word, the next one of the same letters, plus one.
    next: Vec<u32>,
    /// What slots follow from beside the counts. Nobody knows it: of a known rule, words can be chosen that all want the same slots.
    secret: [u64; 2],
}

impl Candidates {
    /// The words of a task's dictionary that its tiles could make, in its order.
    pub(crate) fn of(task: &Task, budget: &Budget) -> Result<Self, Spent> {
        let tiles = Tiles::of(task.start(), task.letters()).expect("the counts of a task's tiles fit");
        let may_lie = |word: &[Letter]| {
            (0..task.rows()).filter(|&row| task.allows(row, word)).fold(0, |rows, row| rows | 1 << row)
        };
        Self::new(tiles, task.dictionary(), may_lie, budget)
    }

    /// The words of a dictionary that the tiles could make, and that may lie in some rows by what is known, in its order.
    pub(crate) fn new(
        tiles: Tiles,
        dictionary: &Dictionary,
        may_lie: impl Fn(&[Letter]) -> Rows,
        budget: &Budget,
    ) -> Result<Self, Spent> {
        let columns = tiles.columns();
        let mut found = Self {
            tiles,
            places: Vec::new(),
            counts: Vec::new(),
            rows: Vec::new(),
            letters: Vec::new(),
            slots: Vec::new(),
            next: Vec::new(),
            secret: [0, 1].map(|half| RandomState::new().hash_one(half)),
        };
        let absent = !found.tiles.set();
        let mut numbers = [0; MAX_SIDE];
        let numbers = &mut numbers[..columns];
        let mut judged = 0usize;
        for (at, (&set, word)) in dictionary.letter_sets(columns).iter().zip(dictionary.words(columns)).enumerate() {
            if at % STRIDE == 0 {
                budget.look()?;
            }
            if set & absent != 0 {
                continue;
            }
            for (number, &letter) in numbers.iter_mut().zip(word) {
                *number = found.tiles.number(letter);
            }
            let Some(counts) = found.tiles.pack(numbers) else { continue };
            judged += 1;
            if judged.is_multiple_of(JUDGED_STRIDE) {
                budget.look()?;
            }
            let rows = may_lie(word);
            if rows != 0 {
                found.places.push(u32::try_from(at).unwrap_or(u32::MAX));
                found.counts.push(counts);
                found.rows.push(rows);
                found.letters.extend_from_slice(numbers);
            }
        }
        budget.look()?;
        found.link();
        Ok(found)
    }

    /// The tiles.
    pub(crate) fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// All of them.
    pub(crate) fn words(&self) -> impl Iterator<Item = Word> + use<> {
        0..Word::try_from(self.len()).unwrap_or(Word::MAX)
    }

    /// The place of a word among the dictionary's words of its length.
    pub(crate) fn place(&self, word: Word) -> u32 {
        self.places[word as usize]
    }

    /// The counts of a word's letters.
    #[inline]
    pub(crate) fn counts(&self, word: Word) -> Counts {
        self.counts[word as usize]
    }

    /// Where a word may lie, by what is known.
    pub(crate) fn rows(&self, word: Word) -> Rows {
        self.rows[word as usize]
    }

    /// The letters of a word.
    #[inline]
    pub(crate) fn letters(&self, word: Word) -> &[u8] {
        let columns = self.tiles.columns();
        &self.letters[word as usize * columns..][..columns]
    }

    /// The words of just these letters, in order.
    pub(crate) fn anagrams(&self, counts: Counts) -> impl Iterator<Item = Word> {
        std::iter::successors(self.first_anagram(counts), |&word| self.next_anagram(word))
    }

    /// The first word of just these letters.
    #[inline]
    pub(crate) fn first_anagram(&self, counts: Counts) -> Option<Word> {
        self.slots[self.slot(counts)].checked_sub(1)
    }

    /// The next word of the same letters.
    pub(crate) fn next_anagram(&self, word: Word) -> Option<Word> {
        self.next[word as usize].checked_sub(1)
    }

    /// Puts the words into another order.
    pub(crate) fn reorder(&mut self, order: &[Word]) {
        let letters = order.iter().flat_map(|&word| self.letters(word)).copied().collect();
        self.letters = letters;
        self.places = order.iter().map(|&word| self.places[word as usize]).collect();
        self.counts = order.iter().map(|&word| self.counts[word as usize]).collect();
        self.rows = order.iter().map(|&word| self.rows[word as usize]).collect();
        self.link();
    }

    /// Finds the anagrams.
    fn link(&mut self) {
        // Half empty at most, and never full.
        self.slots = vec![0; (self.len() * 2).next_power_of_two()];
        self.next = vec![0; self.len()];
        for word in (0..self.len()).rev() {
            let slot = self.slot(self.counts[word]);
            self.next[word] = self.slots[slot];
            self.slots[slot] = u32::try_from(word + 1).unwrap_or(u32::MAX);
        }
    }

    /// The slot of these counts: theirs, or one that is empty.
    #[expect(clippy::cast_possible_truncation, reason = "a hash takes what it gets")]
    fn slot(&self, counts: Counts) -> usize {
        let [low, high] = self.secret;
        let product = u128::from(counts as u64 ^ low) * u128::from((counts >> 64) as u64 ^ high);
        let mut slot = (product >> 64) as usize ^ product as usize;
        loop {
            slot %= self.slots.len();
            match self.slots[slot].checked_sub(1) {
                Some(word) if self.counts[word as usize] != counts => slot += 1,
                _ => return slot,
            }
        }
    }
}
