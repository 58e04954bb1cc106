//! What words score in rows, all rows of a word at once.
//!
//! Of a target with E tiles wrong, t pairs of which exchange, at most (E - 2t) / 3 cycles are longer than an exchange: it
//! takes at least E - t - (E - 2t) / 3 = (2E - t) / 3 swaps. In points: a right tile scores 4, an exchange 2, and a target of
//! n tiles that takes k swaps scores at least 4n - 6k.
//!
//! An exchange is scored where its tiles become what they become: a tile that has the letter `a` and becomes `b` scores what
//! [`Prices::pair`] says, which with that of a tile that has `b` and becomes `a` makes 2. Whatever the share of each is, no
//! target scores less so than by its exchanges, since there are no more of these than of either kind of tile. So what a row
//! can score does not hang on the other rows, and the words that score most in each make a bound.

use wide::i16x8;

use super::prices::Prices;
use super::settled::Settled;
use crate::fill::sets::Rows;
use crate::fill::sets::{Counts, Tiles};
use crate::fill::task::{MAX_ROWS, MAX_TILES};
use crate::lexicon::MAX_ALPHABET;

/// A point of the score; prices are fractions of it.
pub(super) const POINT: i32 = 32;
/// What a right tile scores.
pub(super) const RIGHT: i32 = 4 * POINT;
/// What the two tiles of an exchange score together.
pub(super) const EXCHANGE: i32 = 2 * POINT;

/// Added where a word may not lie: with it every word scores less than [`BARRIER`], and no less than an `i16` holds.
const BARRED: i16 = -17_600;
/// No word that may lie in a row scores less there, by the limits of [`Prices`].
const BARRIER: i16 = -8_200;

/// A score for each row. Rows that are settled, and those that the grid has not, have any.
pub(super) type Scores = i16x8;

/// Entries of a column in the table: no less than letters of the tiles, and nine columns in an index that needs no check.
const COLUMN: usize = 56;
const ENTRIES: usize = 512;
const _: () = assert!(MAX_TILES <= COLUMN && 9 * COLUMN <= ENTRIES);

/// The rows that score no less than this.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "eight bits")]
pub(super) fn rows_at_least(scores: Scores, least: Scores) -> Rows {
    scores.simd_ge(least).to_bitmask() as Rows
}

/// The scores that are lower than the best ones of open rows by this much. No row scores as much that is settled, and no word
/// where it may not lie.
pub(super) fn lowered(best: Scores, open: Rows, by: i32) -> Scores {
    let by = i16::try_from(by).unwrap_or(i16::MAX);
    let mut least = best.to_array();
    for (row, least) in least.iter_mut().enumerate() {
        *least = if open >> row & 1 == 1 { least.saturating_sub(by).max(BARRIER) } else { i16::MAX };
    }
    Scores::from(least)
}

/// Scores words, once it is prepared.
#[derive(Debug)]
pub(super) struct Scorer {
    /// By column and letter, what the letter scores there in each row, less its price.
    table: Box<[[i16; 8]; ENTRIES]>,
    /// By set of rows, what keeps a word out of the others.
    barriers: [[i16; 8]; 1 << MAX_ROWS],
}

impl Scorer {
    pub(super) fn new() -> Self {
        let barrier = |rows: usize| std::array::from_fn(|row| if rows >> row & 1 == 1 { 0 } else { BARRED });
        Self { table: Box::new([[0; 8]; ENTRIES]), barriers: std::array::from_fn(barrier) }
    }

    /// Settles what the letters that are left score in the open rows.
    pub(super) fn prepare(&mut self, tiles: &Tiles, left: Counts, settled: &Settled, prices: &Prices) {
        let (mut able, mut count) = ([0; MAX_TILES], 0);
        for letter in 0..tiles.letters() {
            able[count] = letter;
            count += usize::from(tiles.times(left, letter) > 0);
        }
        let able = &able[..count];
        for tile in 0..tiles.letters() {
            if settled.open_tiles(tile) == 0 {
                continue;
            }
            let tile_is_left = able.contains(&tile);
            let mut scores = [0; MAX_ALPHABET];
            for &letter in able {
                let score = if letter == tile {
                    RIGHT
                } else {
                    settled.share(tile, letter, tile_is_left).unwrap_or_else(|| prices.pair(tile, letter))
                };
                scores[letter % MAX_ALPHABET] = small(score - prices.letter(letter));
            }
            for &(row, column) in tiles.cells(tile) {
                if settled.is_open(row) {
                    for &letter in able {
                        self.table[(column * COLUMN + letter) % ENTRIES][row % 8] = scores[letter % MAX_ALPHABET];
                    }
                }
            }
        }
    }

    /// What a word of letters that are left scores in each open row that it may lie in.
    #[inline]
    pub(super) fn score(&self, word: &[u8], rows: Rows) -> Scores {
        let mut scores = Scores::from(self.barriers[usize::from(rows) % (1 << MAX_ROWS)]);
        for (column, &letter) in word.iter().enumerate() {
            scores += Scores::from(self.table[(column * COLUMN + usize::from(letter)) % ENTRIES]);
        }
        scores
    }
}

/// A score of one letter, which is never as large.
fn small(score: i32) -> i16 {
    i16::try_from(score).unwrap_or(i16::MAX)
}
