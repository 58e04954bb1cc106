//! What the buckets of a guess come to: marks every candidate, and counts.

use super::histogram::Histogram;
use super::measure::{Left, Measure};
use crate::guess::columns::{Columns, Label as _};
use crate::guess::lists::Lists;

/// Room for the patterns of one guess, used again for the next.
#[derive(Clone, Debug)]
pub(super) struct Room {
    histogram: Histogram,
    narrow: Vec<u8>,
    wide: Vec<u16>,
}

impl Room {
    /// For words of so many letters.
    pub(super) fn new(length: usize) -> Self {
        Self { histogram: Histogram::new(length), narrow: Vec::new(), wide: Vec::new() }
    }
}

/// Some candidates, and room for their patterns.
#[derive(Debug)]
pub(super) struct Scorer<'a> {
    lists: &'a Lists,
    columns: Columns,
    room: &'a mut Room,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(lists: &'a Lists, candidates: &[u32], room: &'a mut Room) -> Self {
        let columns = Columns::of(lists, candidates);
        if lists.length() <= u8::LETTERS {
            room.narrow.resize(columns.count(), 0);
        } else {
            room.wide.resize(columns.count(), 0);
        }
        Self { lists, columns, room }
    }

    /// What the buckets of this guess come to.
    pub(super) fn left(&mut self, guess: u32, measure: &impl Measure) -> Left {
        let Room { histogram, narrow, wide } = &mut *self.room;
        let word = self.lists.word(guess);
        if self.lists.length() <= u8::LETTERS {
            self.columns.mark(word, narrow);
            measure.left(narrow, histogram)
        } else {
            self.columns.mark(word, wide);
            measure.left(wide, histogram)
        }
    }
}
