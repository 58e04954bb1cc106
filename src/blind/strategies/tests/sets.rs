//! What a swap tells by the rows' candidate sets, straight from the definitions: every candidate of every row that it touches
//! is tried.

use crate::blind::tests::puzzle::{all_swaps, number};
use crate::blind::{Record, Worlds};
use crate::puzzle::Swap;

/// How close two ways to compute a figure come.
pub(super) const CLOSE: f64 = 1e-9;

/// The candidates of the rows, in characters.
pub(super) struct Sets {
    pub(super) grid: Vec<char>,
    pub(super) rows: Vec<Vec<Vec<char>>>,
    columns: usize,
}

/// What is expected of a swap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    pub(super) bits: f64,
    /// Candidates of all rows after it.
    pub(super) candidates: f64,
    pub(super) gain: f64,
    pub(super) greens: f64,
}

impl Sets {
    pub(super) fn of(record: &Record, worlds: &Worlds) -> Self {
        let alphabet = record.terms().dictionary().alphabet();
        let text = |&word: &u32| alphabet.text(worlds.letters(word)).chars().collect();
        let rows = (0..record.terms().rows()).map(|row| worlds.candidates(row).iter().map(text).collect()).collect();
        Self { grid: record.grid().cells().to_vec(), rows, columns: record.terms().columns() }
    }

    /// All swaps of two different letters, in reading order.
    pub(super) fn swaps(&self) -> Vec<Swap> {
        let all = all_swaps(self.grid.len());
        all.into_iter().filter(|swap| self.grid[swap.first().index()] != self.grid[swap.second().index()]).collect()
    }

    /// How many candidates of its row have this letter in a cell.
    pub(super) fn having(&self, cell: usize, letter: char) -> usize {
        let words = &self.rows[cell / self.columns];
        words.iter().filter(|word| word[cell % self.columns] == letter).count()
    }

    pub(super) fn expected(&self, swap: Swap) -> Expected {
        let (first, second) = (swap.first().index(), swap.second().index());
        let (row, other) = (first / self.columns, second / self.columns);
        let is = |word: &[char], cell: usize, from: usize| word[cell % self.columns] == self.grid[from];
        // Each word of the first row with each of the second, or each of the one row with itself.
        let one_word = row == other;
        let pairs: Vec<(usize, usize)> = (0..self.rows[row].len())
            .flat_map(|word| (0..self.rows[other].len()).map(move |another| (word, another)))
            .filter(|(word, another)| !one_word || word == another)
            .collect();
        let all = number(pairs.len());
        let untouched: usize =
            (0..self.rows.len()).filter(|at| ![row, other].contains(at)).map(|at| self.rows[at].len()).sum();
        let mut expected = Expected { bits: 0.0, candidates: number(untouched), gain: 0.0, greens: 0.0 };
        for outcome in [(false, false), (false, true), (true, false), (true, true)] {
            let told = |&&(word, another): &&(usize, usize)| {
                let (word, another) = (&self.rows[row][word], &self.rows[other][another]);
                (is(word, first, second), is(another, second, first)) == outcome
            };
            let pairs: Vec<&(usize, usize)> = pairs.iter().filter(told).collect();
            if pairs.is_empty() {
                continue;
            }
            let chance = number(pairs.len()) / all;
            let left = |which: fn(&(usize, usize)) -> usize| {
                let mut left: Vec<usize> = pairs.iter().map(|pair| which(pair)).collect();
                left.sort_unstable();
                left.dedup();
                number(left.len())
            };
            let left = left(|pair| pair.0) + if one_word { 0.0 } else { left(|pair| pair.1) };
            expected.bits -= chance * chance.log2();
            expected.candidates += chance * left;
            expected.greens += chance * (f64::from(u8::from(outcome.0)) + f64::from(u8::from(outcome.1)));
        }
        let was_right =
            |cell: usize| number(self.having(cell, self.grid[cell])) / number(self.rows[cell / self.columns].len());
        expected.gain = expected.greens - was_right(first) - was_right(second);
        expected
    }

    /// The swaps that Probe may make.
    pub(super) fn probes(&self) -> Vec<Swap> {
        let smallest = self.rows.iter().map(Vec::len).filter(|&words| words > 1).min().unwrap();
        let cells = (0..self.grid.len()).filter(|cell| self.rows[cell / self.columns].len() == smallest);
        let certainty = |cell: usize| self.grid.iter().map(|&letter| self.having(cell, letter)).max().unwrap();
        let least = cells.clone().map(certainty).min().unwrap();
        let mut probes = Vec::new();
        for cell in cells.filter(|&cell| certainty(cell) == least) {
            let others = self.grid.iter().copied().filter(|&letter| letter != self.grid[cell]);
            let most = others.map(|letter| self.having(cell, letter)).max().unwrap_or(0);
            for swap in self.swaps() {
                let from = match [swap.first().index(), swap.second().index()] {
                    [to, from] if to == cell => from,
                    [from, to] if to == cell => from,
                    _ => continue,
                };
                if most > 0 && self.having(cell, self.grid[from]) == most {
                    probes.push(swap);
                }
            }
        }
        probes
    }

    /// The swap of the greatest score, then the greatest gain, then the first in reading order.
    pub(super) fn best(&self, mut swaps: Vec<Swap>, score: impl Fn(Expected) -> f64) -> Swap {
        for score in [&score as &dyn Fn(Expected) -> f64, &|expected: Expected| expected.gain] {
            let scores: Vec<f64> = swaps.iter().map(|&swap| score(self.expected(swap))).collect();
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut at = scores.iter();
            swaps.retain(|_| *at.next().unwrap() > most - CLOSE);
        }
        swaps.into_iter().min().unwrap()
    }
}
