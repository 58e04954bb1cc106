//! The rows that are settled, and what they leave to the others.

use super::scores::{EXCHANGE, RIGHT};
use crate::fill::sets::Tiles;
use crate::fill::sets::{Candidates, Rows, Word};
use crate::fill::task::{MAX_ROWS, MAX_TILES};

/// The words of some rows. The others are open.
#[derive(Debug)]
pub(super) struct Settled {
    columns: usize,
    rows: usize,
    letters: usize,
    target: [u8; MAX_TILES],
    open: Rows,
    /// By letter, the tiles in open rows that have it.
    open_tiles: Vec<u8>,
    /// By two letters, the settled tiles that have the first and become the second.
    changes: Vec<u8>,
    right: i32,
    exchanges: i32,
}

impl Settled {
    /// All rows are open.
    pub(super) fn none(tiles: &Tiles) -> Self {
        let open_tiles = (0..tiles.letters()).map(|letter| u8::try_from(tiles.cells(letter).len()).unwrap_or(u8::MAX));
        Self {
            columns: tiles.columns(),
            rows: tiles.rows(),
            letters: tiles.letters(),
            target: [0; MAX_TILES],
            open: (0..tiles.rows()).fold(0, |open, row| open | 1 << row),
            open_tiles: open_tiles.collect(),
            changes: vec![0; tiles.letters() * tiles.letters()],
            right: 0,
            exchanges: 0,
        }
    }

    /// The rows that are open.
    pub(super) fn open(&self) -> Rows {
        self.open
    }

    /// The rows that are open, by number.
    pub(super) fn open_rows(&self) -> impl Iterator<Item = usize> + use<> {
        let open = self.open;
        (0..MAX_ROWS).filter(move |row| open >> row & 1 == 1)
    }

    /// Whether a row is.
    pub(super) fn is_open(&self, row: usize) -> bool {
        self.open >> row & 1 == 1
    }

    /// The tiles in open rows that have a letter.
    pub(super) fn open_tiles(&self, letter: usize) -> u8 {
        self.open_tiles[letter]
    }

    /// The letters of all rows; of open ones what was last laid there.
    pub(super) fn target(&self) -> &[u8] {
        &self.target[..self.rows * self.columns]
    }

    /// What the settled tiles score.
    pub(super) fn score(&self) -> i32 {
        self.right * RIGHT + self.exchanges * EXCHANGE
    }

    /// An open tile's share of an exchange, if it has `a` and becomes `b`, where the settled tiles decide it: all of it where
    /// there are more that exchange with such a tile than such, none where there are fewer, and none where neither a settled
    /// nor an open tile could. `a_is_left` says whether an open tile could become `a`. The settled tiles have the rest of each
    /// share, which is why [`Settled::score`] counts an exchange of them once.
    #[inline]
    pub(super) fn share(&self, a: usize, b: usize, a_is_left: bool) -> Option<i32> {
        let (there, back) = (self.changes[a * self.letters + b], self.changes[b * self.letters + a]);
        if there < back {
            Some(EXCHANGE)
        } else if there > back || self.open_tiles[b] == 0 || !a_is_left {
            Some(0)
        } else {
            None
        }
    }

    /// Settles an open row.
    pub(super) fn settle(&mut self, row: usize, word: Word, candidates: &Candidates) {
        self.lay(row, word, candidates);
        self.open &= !(1 << row);
        for cell in row * self.columns..(row + 1) * self.columns {
            let (a, b) = (usize::from(candidates.tiles().start()[cell]), usize::from(self.target[cell]));
            self.open_tiles[a] -= 1;
            if a == b {
                self.right += 1;
            } else {
                let back = self.changes[b * self.letters + a];
                let there = &mut self.changes[a * self.letters + b];
                self.exchanges += i32::from(*there < back);
                *there += 1;
            }
        }
    }

    /// Opens the row that was settled last.
    pub(super) fn open_again(&mut self, row: usize, candidates: &Candidates) {
        self.open |= 1 << row;
        for cell in row * self.columns..(row + 1) * self.columns {
            let (a, b) = (usize::from(candidates.tiles().start()[cell]), usize::from(self.target[cell]));
            self.open_tiles[a] += 1;
            if a == b {
                self.right -= 1;
            } else {
                let back = self.changes[b * self.letters + a];
                let there = &mut self.changes[a * self.letters + b];
                *there -= 1;
                self.exchanges -= i32::from(*there < back);
            }
        }
    }

    /// Lays a word into an open row without settling it.
    pub(super) fn lay(&mut self, row: usize, word: Word, candidates: &Candidates) {
        self.target[row * self.columns..][..self.columns].copy_from_slice(candidates.letters(word));
    }
}
