//! The tiles of a lattice: their letters as numbers, and the slots that they lie in.
//!
//! Slots are numbered as everywhere, across from the top, then down from the left. A slot's *crossings* are numbered along
//! it: crossing k is its place 2k, and lies in the k-th slot of the other direction. Places between crossings are in no
//! other slot.

use std::ops::Range;

use crate::fill::packing::{Counts, Packing};
use crate::lexicon::{Letter, MAX_ALPHABET};
use crate::puzzle::Layout;
use crate::puzzle::layout::{MAX_CELLS, MAX_SIDE};

/// Set where the tiles have no such letter.
const ABSENT: u8 = u8::MAX;

/// The tiles of a lattice. Their letters are known by number, in the order in which they first come.
#[derive(Debug)]
pub(super) struct Tiles {
    /// By the alphabet's letter, its number.
    numbers: [u8; MAX_ALPHABET],
    /// By number, the alphabet's letter.
    letters: Vec<Letter>,
    packing: Packing,
    /// The tiles in reading order.
    start: Vec<u8>,
    slots: Vec<Slot>,
    /// Slots that run across.
    across: usize,
}

/// The tiles of one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    tiles: [u8; MAX_SIDE],
    length: u8,
}

impl Slot {
    /// Its tiles, by their places in reading order.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles[..usize::from(self.length)]
    }

    /// Letters of its word.
    pub(super) fn len(&self) -> usize {
        usize::from(self.length)
    }

    /// How many slots cross it.
    pub(super) fn crossings(&self) -> usize {
        self.len().div_ceil(2)
    }
}

impl Tiles {
    /// The tiles of a lattice, whose letters in reading order are these.
    pub(super) fn of(layout: Layout, letters: &[Letter]) -> Self {
        let mut numbers = [ABSENT; MAX_ALPHABET];
        let (mut known, mut counts) = (Vec::new(), Vec::new());
        let number = |&letter: &Letter| {
            let number = &mut numbers[letter.index()];
            if *number == ABSENT {
                *number = u8::try_from(known.len()).unwrap_or(ABSENT);
                known.push(letter);
                counts.push(0);
            }
            counts[usize::from(*number)] += 1;
            *number
        };
        let start = letters.iter().map(number).collect();
        let packing = Packing::of(counts).expect("a lattice has at most 65 tiles");
        let mut tile_of = [0; MAX_CELLS];
        for (tile, cell) in (0..).zip(layout.tiles()) {
            tile_of[cell.index()] = tile;
        }
        let slot = |slot: crate::puzzle::Slot| {
            let mut tiles = [0; MAX_SIDE];
            for (tile, cell) in tiles.iter_mut().zip(slot.cells()) {
                *tile = tile_of[cell.index()];
            }
            Slot { tiles, length: u8::try_from(slot.len()).expect("at most 9") }
        };
        let slots = layout.slots().map(slot).collect();
        Self { numbers, letters: known, packing, start, slots, across: layout.rows().div_ceil(2) }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.start.len()
    }

    /// Their letters in reading order, by number.
    pub(super) fn start(&self) -> &[u8] {
        &self.start
    }

    /// The alphabet's letters, by number.
    pub(super) fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The number of a letter, if they have it.
    pub(super) fn number(&self, letter: Letter) -> Option<u8> {
        Some(self.numbers[letter.index()]).filter(|&number| number != ABSENT)
    }

    /// How their letters are counted.
    pub(super) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// The slots.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The slot that crosses another at its k-th crossing. It does so at its own crossing [`Tiles::rank`].
    pub(super) fn crossing(&self, slot: usize, k: usize) -> usize {
        if slot < self.across { self.across + k } else { k }
    }

    /// Which of the slots of its direction this is: the crossing at which it crosses any other.
    pub(super) fn rank(&self, slot: usize) -> usize {
        if slot < self.across { slot } else { slot - self.across }
    }

    /// The slots that run as this one does, itself among them.
    pub(super) fn beside(&self, slot: usize) -> Range<usize> {
        if slot < self.across { 0..self.across } else { self.across..self.slots.len() }
    }

    /// The counts of a word, if the tiles could make it.
    pub(super) fn pack(&self, word: &[u8]) -> Option<Counts> {
        self.packing.pack(word)
    }
}
