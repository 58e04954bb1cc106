//! Prices that make a bound of scores (Lagrangian relaxation; the steps are B. T. Polyak's).
//!
//! The words that score most, row by row, need not use up the tiles: some letters they need more often than there are tiles,
//! others less often. So a letter has a price, which a word pays for each use, and what is left is worth its price. Whatever
//! the prices, a target pays just what its tiles are worth. So the most that rows can score, less what they pay, and what is
//! left is worth, together are a bound. Prices rise for what the best words need too often, and fall for the rest, which
//! lowers the bound. In the same way the shares of an exchange (see [`scores`](super::scores)) move to the tiles that are
//! rarer.

use super::scores::{EXCHANGE, POINT};
use super::settled::Settled;
use crate::fill::sets::{Candidates, Word};
use crate::fill::sets::{Counts, Tiles};
use crate::fill::task::{MAX_ROWS, MAX_TILES};

/// Prices of letters lie within this on both sides: the scores of nine letters, 4 points each, must fit 16 bits.
const MOST: i32 = 28 * POINT;
/// Prices are kept finer than scores by so many bits, so that small steps are not lost.
const FINE_BITS: u32 = 5;
const FINE: i32 = 1 << FINE_BITS;

/// The price of each letter, and the shares of exchanges.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    letters: Vec<i32>,
    /// By two letters, the lower number first, the share of a tile that has the first and becomes the second.
    pairs: Vec<i32>,
}

impl Prices {
    /// Nothing costs anything, and shares are equal.
    pub(super) fn even(tiles: &Tiles) -> Self {
        let letters = tiles.letters();
        Self { letters: vec![0; letters], pairs: vec![EXCHANGE / 2 * FINE; letters * letters] }
    }

    /// No prices, of no letters.
    pub(super) fn none() -> Self {
        Self { letters: Vec::new(), pairs: Vec::new() }
    }

    /// The same as others.
    pub(super) fn copy(&mut self, others: &Self) {
        self.letters.copy_from_slice(&others.letters);
        self.pairs.copy_from_slice(&others.pairs);
    }

    /// What a word pays for a letter.
    #[inline]
    pub(super) fn letter(&self, letter: usize) -> i32 {
        self.letters[letter] >> FINE_BITS
    }

    /// What a tile scores that has `a` and becomes `b`, another letter.
    #[inline]
    pub(super) fn pair(&self, a: usize, b: usize) -> i32 {
        let letters = self.letters.len();
        if a < b {
            self.pairs[a * letters + b] >> FINE_BITS
        } else {
            EXCHANGE - (self.pairs[b * letters + a] >> FINE_BITS)
        }
    }

    /// What all that is left is worth.
    pub(super) fn worth(&self, tiles: &Tiles, left: Counts) -> i32 {
        (0..tiles.letters()).map(|letter| tiles.times(left, letter) * self.letter(letter)).sum()
    }

    /// A step that would lower the bound by `gap`, were nothing in its way. `chosen` are the best words of the open rows.
    pub(super) fn step(
        &mut self,
        gap: i32,
        left: Counts,
        chosen: &[Word; MAX_ROWS],
        candidates: &Candidates,
        settled: &Settled,
    ) {
        let tiles = candidates.tiles();
        let count = tiles.letters();
        let mut surplus = [0; MAX_TILES];
        for (letter, surplus) in surplus[..count].iter_mut().enumerate() {
            *surplus = tiles.times(left, letter);
        }
        let mut pairs = Pairs::default();
        for (row, have) in tiles.start().chunks(tiles.columns()).enumerate() {
            let word = if settled.is_open(row) {
                let word = candidates.letters(chosen[row]);
                for &letter in word {
                    surplus[usize::from(letter)] -= 1;
                }
                word
            } else {
                &settled.target()[row * tiles.columns()..][..tiles.columns()]
            };
            have.iter().zip(word).for_each(|(&a, &b)| pairs.add(usize::from(a), usize::from(b)));
        }
        let norm: i32 = surplus[..count].iter().chain(pairs.surplus()).map(|surplus| surplus * surplus).sum();
        if norm == 0 {
            return;
        }
        for (price, surplus) in self.letters.iter_mut().zip(surplus) {
            *price = (*price - gap * FINE * surplus / norm).clamp(-MOST * FINE, MOST * FINE);
        }
        for &(low, high, surplus) in &pairs.pairs[..pairs.count] {
            let share = &mut self.pairs[low * count + high];
            *share = (*share - gap * FINE * surplus / norm).clamp(0, EXCHANGE * FINE);
        }
    }
}

/// How many more tiles become the one of two letters than the other.
struct Pairs {
    pairs: [(usize, usize, i32); MAX_TILES],
    count: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { pairs: [(0, 0, 0); MAX_TILES], count: 0 }
    }
}

impl Pairs {
    fn add(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (low, high, sign) = if a < b { (a, b, 1) } else { (b, a, -1) };
        let known = self.pairs[..self.count].iter_mut().find(|pair| (pair.0, pair.1) == (low, high));
        if let Some(pair) = known {
            pair.2 += sign;
        } else {
            self.pairs[self.count] = (low, high, sign);
            self.count += 1;
        }
    }

    fn surplus(&self) -> impl Iterator<Item = &i32> {
        self.pairs[..self.count].iter().map(|pair| &pair.2)
    }
}
