//! Fills counted, for documentation and tests: all of them together, and each word in each slot.
//!
//! The grid is cut as for [proposals](super::proposed). For each block A, the first two rows give each D a weight, summed
//! over all B, and the first two columns give it another, summed over all C; the fills with A weigh the sum over all D of
//! the two multiplied. That is exact while numbers stay below 2^53, and visits each choice of A, B and D once, not each
//! fill.

use super::keys::{MAX_TAIL, Side, Tail};
use crate::budget::{Budget, Spent};

/// The most blocks D that are counted with: four letters of a Latin alphabet.
const BLOCKS: usize = 1 << 20;

/// By direction and slot, the weights of all fills by key.
pub(super) struct Counted {
    /// The weights of all fills together.
    pub(super) total: f64,
    /// By row, then by key across, those of the fills that have it there.
    pub(super) across: Vec<Vec<f64>>,
    /// The same by column.
    pub(super) down: Vec<Vec<f64>>,
}

/// What two words of one direction make of the words that cross them: those words' keys, and the block D that these end in.
struct Crossed {
    words: [usize; 2],
    keys: [usize; MAX_TAIL],
    block: usize,
    weight: f64,
}

/// The words of one direction, as they cross those of the other.
#[derive(Clone, Copy)]
struct View<'a> {
    side: &'a Side,
    other: &'a Side,
    /// By the tail of the other direction: what its letters count in the number of D.
    steps: [usize; MAX_TAIL],
    /// What a place further along a word of this direction counts.
    along: [usize; MAX_TAIL],
}

impl View<'_> {
    /// Visits all that two words with these prefixes make.
    fn visit(&self, prefixes: [usize; 2], each: &mut impl FnMut(&Crossed)) {
        let (side, weights) = (self.side, self.side.weights());
        for first in side.keys(prefixes[0]) {
            for second in side.keys(prefixes[1]) {
                let tails = [side.tails()[first], side.tails()[second]];
                let words = [first, second];
                let weight = weights[first] * weights[second];
                let mut crossed = Crossed { words, keys: [0; MAX_TAIL], block: 0, weight };
                self.cross(tails, 0, &mut crossed, each);
            }
        }
    }

    fn cross(&self, tails: [Tail; 2], at: usize, crossed: &mut Crossed, each: &mut impl FnMut(&Crossed)) {
        if at == self.side.tail() {
            return each(crossed);
        }
        let Some(prefix) = self.other.prefix(tails[0][at], tails[1][at]) else { return };
        let (block, weight) = (crossed.block, crossed.weight);
        for key in self.other.keys(prefix) {
            let letters = self.other.tails()[key].iter().zip(&self.steps);
            let number: usize = letters.map(|(&letter, step)| usize::from(letter) * step).sum();
            crossed.keys[at] = key;
            crossed.block = block + number * self.along[at];
            crossed.weight = weight * self.other.weights()[key];
            self.cross(tails, at + 1, crossed, each);
        }
        (crossed.block, crossed.weight) = (block, weight);
    }
}

impl Counted {
    /// Counts the fills of these two sides; `None` where there are too many letters and places for that.
    pub(super) fn new([across, down]: [&Side; 2], budget: &Budget) -> Result<Option<Self>, Spent> {
        let letters = across.letters();
        let power = |exponent: usize| (0..exponent).fold(1usize, |power, _| power.saturating_mul(letters));
        let (width, height) = (across.tail(), down.tail());
        let blocks = power(width * height);
        if blocks > BLOCKS {
            return Ok(None);
        }
        // The number of D: the letter in its row i and column j counts letters^(i * width + j).
        let places = [0, 1, 2].map(power);
        let lines = [0, 1, 2].map(|line| power(line * width));
        let rows = View { side: across, other: down, steps: lines, along: places };
        let columns = View { side: down, other: across, steps: places, along: lines };
        let mut by_rows = vec![0.0; blocks];
        let mut by_columns = vec![0.0; blocks];
        let mut counted = Self {
            total: 0.0,
            across: vec![vec![0.0; across.tails().len()]; height + 2],
            down: vec![vec![0.0; down.tails().len()]; width + 2],
        };
        for (first, &[a, b]) in across.begins().iter().enumerate() {
            for (second, &[c, d]) in across.begins().iter().enumerate() {
                budget.spend(1)?;
                let (Some(left), Some(right)) = (down.prefix(a, c), down.prefix(b, d)) else { continue };
                let (tops, sides) = ([first, second], [left, right]);
                let mut visited = 0;
                columns.visit(sides, &mut |crossed| {
                    by_columns[crossed.block] += crossed.weight;
                    visited += 1;
                });
                if visited == 0 {
                    continue;
                }
                rows.visit(tops, &mut |crossed| {
                    by_rows[crossed.block] += crossed.weight;
                    visited += 1;
                });
                let Self { total, across, down } = &mut counted;
                rows.visit(tops, &mut |crossed| {
                    let weight = crossed.weight * by_columns[crossed.block];
                    *total += weight;
                    note(weight, crossed, across, down);
                });
                columns.visit(sides, &mut |crossed| {
                    note(crossed.weight * by_rows[crossed.block], crossed, down, across);
                });
                rows.visit(tops, &mut |crossed| by_rows[crossed.block] = 0.0);
                columns.visit(sides, &mut |crossed| by_columns[crossed.block] = 0.0);
                budget.spend(visited / 256)?;
            }
        }
        Ok(Some(counted))
    }
}

/// Adds a weight to two words, and to those that cross them after their second letter.
fn note(weight: f64, crossed: &Crossed, words: &mut [Vec<f64>], others: &mut [Vec<f64>]) {
    for (slot, &key) in crossed.words.iter().enumerate() {
        words[slot][key] += weight;
    }
    for (slot, &key) in others[2..].iter_mut().zip(&crossed.keys) {
        slot[key] += weight;
    }
}
