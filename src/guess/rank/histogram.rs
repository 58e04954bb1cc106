//! How many candidates, or what share of them, earn each pattern.

use super::logs::Logs;
use super::measure::Left;
use crate::guess::Pattern;
use crate::guess::columns::Label;
use crate::lexicon::MAX_LETTERS;

/// Counts that are kept side by side, so that adding to one does not wait for what was just added to it.
const SIDES: usize = 4;
/// The patterns of narrow labels.
const NARROW: usize = 1 << u8::BITS;
/// From so many patterns on it costs less to add up all counts at the end than after each pattern.
const MANY: usize = 640;

/// Counts by pattern, all of them 0 between two guesses.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    counts: Vec<u32>,
    shares: Vec<u64>,
    touched: Vec<usize>,
}

impl Histogram {
    /// For words of so many letters.
    pub(super) fn new(length: usize) -> Self {
        let patterns = Pattern::count(length).max(NARROW);
        Self { counts: vec![0; patterns], shares: Vec::new(), touched: Vec::new() }
    }

    /// What the buckets of these patterns come to, candidates being alike.
    pub(super) fn count<P: Label>(&mut self, patterns: &[P], logs: &Logs) -> Left {
        if P::LETTERS < MAX_LETTERS && patterns.len() >= MANY {
            count_many(patterns, logs)
        } else {
            self.count_few(patterns, logs)
        }
    }

    fn count_few<P: Label>(&mut self, patterns: &[P], logs: &Logs) -> Left {
        let (mut sum, mut remaining) = (0, 0);
        for &pattern in patterns {
            let count = &mut self.counts[pattern.into()];
            sum += logs.step(*count as usize);
            remaining += 2 * u64::from(*count) + 1;
            *count += 1;
        }
        for &pattern in patterns {
            self.counts[pattern.into()] = 0;
        }
        Left { sum, remaining }
    }

    /// The same for candidates that weigh these shares; `log` is n log2 n.
    pub(super) fn weigh<P: Label>(&mut self, patterns: &[P], shares: &[u64], log: impl Fn(u64) -> u64) -> Left {
        self.shares.resize(self.counts.len(), 0);
        for (&pattern, &share) in patterns.iter().zip(shares) {
            let pattern = pattern.into();
            if self.counts[pattern] == 0 {
                self.touched.push(pattern);
            }
            self.counts[pattern] += 1;
            self.shares[pattern] += share;
        }
        let (mut sum, mut remaining) = (0, 0);
        for pattern in self.touched.drain(..) {
            let share = std::mem::take(&mut self.shares[pattern]);
            sum += log(share);
            remaining += share * u64::from(std::mem::take(&mut self.counts[pattern]));
        }
        Left { sum, remaining }
    }
}

/// As [`Histogram::count`], of many patterns of at most 5 letters.
fn count_many<P: Label>(patterns: &[P], logs: &Logs) -> Left {
    let mut sides = [[0u32; NARROW]; SIDES];
    let mut add = |patterns: &[P]| {
        for (&pattern, side) in patterns.iter().zip(&mut sides) {
            side[pattern.into() % NARROW] += 1;
        }
    };
    let fours = patterns.chunks_exact(SIDES);
    add(fours.remainder());
    fours.for_each(&mut add);
    let (mut sum, mut remaining) = (0, 0);
    for pattern in 0..NARROW {
        let count: u32 = sides.iter().map(|side| side[pattern]).sum();
        sum += logs.of(count as usize);
        remaining += u64::from(count) * u64::from(count);
    }
    Left { sum, remaining }
}
