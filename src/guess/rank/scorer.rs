//! What the buckets of a guess come to: marks every candidate, and counts.

use super::histogram::Histogram;
use super::measure::{Left, Measure};
use crate::guess::columns::{Columns, Label as _};
use crate::guess::lists::Lists;
use crate::guess::table::Table;

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

/// Some candidates, and where their patterns come from.
#[derive(Debug)]
pub(super) struct Scorer<'a> {
    lists: &'a Lists,
    /// The table, where the candidates are all the answers that it has.
    table: Option<&'a Table>,
    columns: Columns,
    room: &'a mut Room,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(lists: &'a Lists, table: Option<&'a Table>, candidates: &[u32], room: &'a mut Room) -> Self {
        let table = table.filter(|_| candidates.len() == lists.answers().len());
        let columns = Columns::of(lists, if table.is_some() { &[] } else { candidates });
        if lists.length() <= u8::LETTERS {
            room.narrow.resize(columns.count(), 0);
        } else {
            room.wide.resize(columns.count(), 0);
        }
        Self { lists, table, columns, room }
    }

    /// What the buckets of this guess come to.
    pub(super) fn left(&mut self, guess: u32, measure: &impl Measure) -> Left {
        let Room { histogram, narrow, wide } = &mut *self.room;
        if let Some(table) = self.table {
            return measure.left(table.row(guess), histogram);
        }
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
