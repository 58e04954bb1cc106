//! The words that each slot may hold, each slot by itself: words of the dictionary that the tiles could make and that agree
//! with what is known of the slot's own tiles.
//!
//! Where two slots cross, a tile is yellow if either word says so: a word may call it grey then, if the other one does not.
//! So what each candidate says of such tiles is kept with it.

use super::tiles::Tiles;
use crate::budget::{Budget, Spent};
use crate::fill::packing::Counts;
use crate::lexicon::patterns::BLOCK;
use crate::lexicon::{Dictionary, Letter};
use crate::puzzle::Mark;
use crate::puzzle::layout::MAX_SIDE;
use crate::puzzle::marks::{Known, mark_word};

/// A word that a slot may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    letters: [u8; MAX_SIDE],
    /// Crossings whose tile must be yellow by another word, a bit each: this one calls it grey.
    pub(super) grey: u8,
    /// What it could be worth, see [`super::scores`].
    pub(super) score: u8,
    pub(super) counts: Counts,
}

impl Candidate {
    /// Its letters, by number; beyond its length they mean nothing.
    pub(super) fn letters(&self) -> &[u8; MAX_SIDE] {
        &self.letters
    }
}

/// What candidates are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// Where the words are from.
    pub(super) dictionary: &'a Dictionary,
    /// More words.
    pub(super) also: &'a [Vec<Letter>],
    /// What is known of each tile in reading order; empty where nothing is.
    pub(super) known: &'a [Known],
}

/// Words, or blocks of them, looked at for a node.
const WORDS_A_NODE: u32 = 128;

/// The candidates of each slot, in the order of the dictionary. `None` as soon as a slot has none.
pub(super) fn find(tiles: &Tiles, wanted: Wanted<'_>, budget: &Budget) -> Result<Option<Vec<Vec<Candidate>>>, Spent> {
    let mut spellable: Vec<(usize, Vec<u64>)> = Vec::new();
    let mut found = Vec::with_capacity(tiles.slots().len());
    for slot in 0..tiles.slots().len() {
        let length = tiles.slots()[slot].len();
        if !spellable.iter().any(|(of, _)| *of == length) {
            spellable.push((length, made_of(tiles, wanted.dictionary, length)));
        }
        let words = spellable.iter().find(|(of, _)| *of == length).map_or(&[][..], |(_, words)| words);
        let mut looking = Looking::new(tiles, wanted, slot);
        looking.among(words, budget)?;
        if looking.found.is_empty() {
            return Ok(None);
        }
        found.push(looking.found);
    }
    Ok(Some(found))
}

/// The words of a length that have no letter but those of the tiles, as a set.
fn made_of(tiles: &Tiles, dictionary: &Dictionary, length: usize) -> Vec<u64> {
    let Some(patterns) = dictionary.patterns(length) else { return Vec::new() };
    let mut others = vec![0; patterns.blocks()];
    for letter in (0..).map(Letter).take(dictionary.alphabet().len()) {
        if tiles.number(letter).is_none() {
            for (others, with) in others.iter_mut().zip(patterns.with(letter.index())) {
                *others |= with;
            }
        }
    }
    for others in &mut others {
        *others = !*others;
    }
    // What the last block has beyond the list.
    if let (Some(last), 1..) = (others.last_mut(), dictionary.words(length).len() % BLOCK) {
        *last &= (1 << (dictionary.words(length).len() % BLOCK)) - 1;
    }
    others
}

/// Looks for the candidates of a slot.
struct Looking<'a> {
    tiles: &'a Tiles,
    wanted: Wanted<'a>,
    length: usize,
    start: [u8; MAX_SIDE],
    known: [Known; MAX_SIDE],
    found: Vec<Candidate>,
}

impl<'a> Looking<'a> {
    fn new(tiles: &'a Tiles, wanted: Wanted<'a>, slot: usize) -> Self {
        let slot = &tiles.slots()[slot];
        let (mut start, mut known) = ([0; MAX_SIDE], [Known::Nothing; MAX_SIDE]);
        for (place, &tile) in slot.tiles().iter().enumerate() {
            start[place] = tiles.start()[usize::from(tile)];
            known[place] = wanted.known.get(usize::from(tile)).copied().unwrap_or_default();
        }
        Self { tiles, wanted, length: slot.len(), start, known, found: Vec::new() }
    }

    /// Looks at the words of this set, and at those beside the dictionary.
    fn among(&mut self, words: &[u64], budget: &Budget) -> Result<(), Spent> {
        let list = self.wanted.dictionary.words(self.length);
        if let Some(patterns) = self.wanted.dictionary.patterns(self.length) {
            let (mut have, mut lack) = (Vec::new(), Vec::new());
            for place in 0..self.length {
                let letter = self.tiles.letters()[usize::from(self.start[place])].index();
                match self.known[place] {
                    Known::Nothing => {}
                    Known::Marked(Mark::Green) => have.push(patterns.at(place, letter)),
                    _ => lack.push(patterns.at(place, letter)),
                }
                if self.is_elsewhere(place) {
                    have.push(patterns.with(letter));
                }
                if self.is_nowhere(place) {
                    lack.push(patterns.with(letter));
                }
            }
            let mut looked_at = 0;
            for (block, &words) in words.iter().enumerate() {
                let mut all = words;
                for have in &have {
                    all &= have[block];
                    if all == 0 {
                        break;
                    }
                }
                if all == 0 {
                    continue;
                }
                let mut left = lack.iter().fold(all, |words, lack| words & !lack[block]);
                looked_at += left.count_ones();
                if looked_at >= WORDS_A_NODE {
                    looked_at = 0;
                    budget.spend(1)?;
                }
                while left != 0 {
                    let place = block * BLOCK + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if let Some(word) = list.get(place) {
                        self.look_at(word);
                    }
                }
            }
            budget.spend(1 + words.len() as u64 / u64::from(WORDS_A_NODE))?;
        }
        for word in self.wanted.also {
            if word.len() == self.length && !list.contains(word) {
                self.look_at(word);
            }
        }
        Ok(())
    }

    /// Whether the letter of a tile must be in the word: it is known to be, by this word alone.
    fn is_elsewhere(&self, place: usize) -> bool {
        place % 2 == 1 && self.known[place] == Known::Marked(Mark::Yellow)
    }

    /// Whether the letter of a tile cannot be in the word at all: this one is grey, and so are all others of its kind.
    fn is_nowhere(&self, place: usize) -> bool {
        self.known[place] == Known::Marked(Mark::Grey)
            && (0..self.length)
                .all(|other| self.start[other] != self.start[place] || self.known[other] == Known::Marked(Mark::Grey))
    }

    /// Takes a word that agrees with what is known.
    fn look_at(&mut self, word: &[Letter]) {
        let mut letters = [0; MAX_SIDE];
        for (number, &letter) in letters.iter_mut().zip(word) {
            match self.tiles.number(letter) {
                Some(known) => *number = known,
                None => return,
            }
        }
        let Some(counts) = self.tiles.pack(&letters[..self.length]) else { return };
        let Some(grey) = self.says_grey(&letters) else { return };
        self.found.push(Candidate { letters, grey, score: 0, counts });
    }

    /// The crossings whose tile is known to be yellow and that this word calls grey; `None` where it says what cannot be.
    fn says_grey(&self, letters: &[u8; MAX_SIDE]) -> Option<u8> {
        let known = &self.known[..self.length];
        if known.iter().all(|known| *known == Known::Nothing) {
            return Some(0);
        }
        let mut marks = [Mark::Grey; MAX_SIDE];
        mark_word(&self.start[..self.length], &letters[..self.length], &mut marks[..self.length]);
        let mut grey = 0;
        for (place, (known, &mark)) in known.iter().zip(&marks).enumerate() {
            let is_crossing = place % 2 == 0;
            match known {
                Known::Marked(Mark::Yellow) if is_crossing && mark == Mark::Grey => grey |= 1 << (place / 2),
                known if !known.allows(mark) => return None,
                _ => {}
            }
        }
        Some(grey)
    }
}
