//! Random rearrangements of a target's tiles with so many misplaced and so many cycles. Frozen with edition 1.
//!
//! Tiles are told apart here, equal letters too, so a rearrangement is a permutation of cells with m cells moved in c cycles.
//! [`Permutations`] draws uniformly among all of them that a [`Reach`] allows: there are C(n, m) * T(m, c) for each split,
//! where T counts the permutations of m things in c cycles of the sizes allowed (associated Stirling numbers of the first
//! kind, by their recurrence over the cycle that the first thing lies in). The counts are floating point, and exact enough:
//! only +, * and / are used, which give the same bits everywhere.
//!
//! Equal letters may let such a permutation be undone in fewer swaps. Whoever draws it measures it. [`deal`] never has that:
//! see the proof in [`super::difficulty`].

use super::difficulty::{Difficulty, Reach, Split};
use super::stream::Stream;
use crate::puzzle::layout::MAX_CELLS;

/// Draws permutations uniformly among those that a reach allows.
pub(super) struct Permutations<'a> {
    /// The places of the tiles that may be moved.
    movable: &'a [usize],
    splits: &'a [Split],
    weights: Vec<f64>,
    cycles: CycleCounts,
}

impl<'a> Permutations<'a> {
    pub(super) fn new(movable: &'a [usize], reach: &'a Reach, difficulty: &Difficulty) -> Self {
        let most_misplaced = reach.splits.iter().map(|split| split.misplaced).max().unwrap_or(0);
        let most_cycles = reach.splits.iter().map(|split| split.cycles).max().unwrap_or(0);
        let cycles = CycleCounts::new(
            most_misplaced as usize,
            most_cycles as usize,
            difficulty.cycle_tiles.least.max(2) as usize,
            difficulty.cycle_tiles.most.map_or(MAX_CELLS, |most| most.min(81) as usize),
        );
        let weights = reach
            .splits
            .iter()
            .map(|split| choose(movable.len(), split.misplaced as usize) * cycles.count(split.misplaced, split.cycles))
            .collect();
        Self { movable, splits: &reach.splits, weights, cycles }
    }

    /// Rearranges `start`, which is the target, by a random permutation, and tells its split.
    pub(super) fn apply(&self, stream: &mut Stream, start: &mut [u8]) -> Split {
        let split = self.splits[stream.weighted(self.weights.iter().copied())];
        let mut cells = self.movable.to_vec();
        stream.shuffle(&mut cells);
        let mut moved = &cells[..split.misplaced as usize];
        // The cells are in random order, so the sizes alone are left to draw, and each cycle takes the next cells.
        for cycles in (1..=split.cycles).rev() {
            let size = self.cycles.draw_size(stream, moved.len(), cycles as usize);
            let (cycle, rest) = moved.split_at(size);
            rotate(start, cycle);
            moved = rest;
        }
        split
    }
}

/// The tile of each cell goes to the next one.
fn rotate(start: &mut [u8], cycle: &[usize]) {
    for pair in cycle.windows(2) {
        start.swap(pair[0], pair[1]);
    }
}

/// How many permutations of m things have c cycles, all of the sizes allowed.
struct CycleCounts {
    smallest: usize,
    largest: usize,
    /// By things, then by cycles.
    counts: Vec<Vec<f64>>,
}

impl CycleCounts {
    fn new(things: usize, cycles: usize, smallest: usize, largest: usize) -> Self {
        let mut table = Self { smallest, largest, counts: vec![vec![0.0; cycles + 1]; things + 1] };
        table.counts[0][0] = 1.0;
        for m in 1..=things {
            for c in 1..=cycles {
                table.counts[m][c] = table.by_size(m, c).sum();
            }
        }
        table
    }

    fn count(&self, things: u32, cycles: u32) -> f64 {
        self.counts[things as usize][cycles as usize]
    }

    /// The counts of permutations of m things in c cycles by the size of the first thing's cycle, from the smallest allowed:
    /// of the other things, (m - 1)(m - 2)...(m - size + 1) rows may follow it.
    fn by_size(&self, m: usize, c: usize) -> impl Iterator<Item = f64> + Clone {
        let mut rows = 1.0;
        (1..=m.min(self.largest)).filter_map(move |size| {
            if size > 1 {
                #[expect(clippy::cast_precision_loss, reason = "at most 81")]
                let choices = (m + 1 - size) as f64;
                rows *= choices;
            }
            (size >= self.smallest).then(|| rows * self.counts[m - size][c - 1])
        })
    }

    /// The size of the first thing's cycle in a random permutation of m things in c cycles.
    fn draw_size(&self, stream: &mut Stream, m: usize, c: usize) -> usize {
        self.smallest + stream.weighted(self.by_size(m, c))
    }
}

/// How many ways there are to choose m of n.
fn choose(n: usize, m: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 81")]
    (0..m).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

/// Rearranges `start`, which is the target, into one that takes exactly the split's min swaps: its misplaced tiles are
/// chosen among the movable and the letters ordered at random, then dealt round and round to the cycles.
///
/// No letter may be commoner than the cycles are many among the tiles that are left to choose from; a [`Reach`] has only such.
pub(super) fn deal(stream: &mut Stream, split: Split, start: &mut [u8], movable: &[usize]) {
    let mut cells = movable.to_vec();
    stream.shuffle(&mut cells);
    let mut order: Vec<usize> = (0..=usize::from(u8::MAX)).collect();
    stream.shuffle(&mut order);
    let mut taken = [0u32; 256];
    cells.retain(|&cell| {
        let taken = &mut taken[usize::from(start[cell])];
        *taken += 1;
        *taken <= split.cycles
    });
    cells.truncate(split.misplaced as usize);
    cells.sort_by_key(|&cell| order[usize::from(start[cell])]);
    let cycles = split.cycles as usize;
    for first in 0..cycles {
        let cycle: Vec<usize> = cells.iter().copied().skip(first).step_by(cycles).collect();
        rotate(start, &cycle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::difficulty::{Letters, Range};

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers, exactly")]
    fn cycles_are_counted_as_by_hand() {
        // Permutations of 4 things: 6 are one cycle, 3 are two pairs; with fixed points 8 have a cycle of three.
        let table = CycleCounts::new(6, 3, 2, 6);
        assert_eq!([table.count(4, 1), table.count(4, 2), table.count(4, 3)], [6.0, 3.0, 0.0]);
        // Derangements of 6 things: 265.
        assert_eq!((1..=3).map(|c| table.count(6, c)).sum::<f64>(), 265.0);
        assert_eq!(CycleCounts::new(6, 3, 3, 3).count(6, 2), 40.0);
        assert_eq!(choose(25, 3), 2300.0);
    }

    #[test]
    fn permutations_are_uniform_over_those_allowed() {
        let difficulty = Difficulty { min_swaps: Range { least: 2, most: Some(2) }, ..Difficulty::default() };
        let reach = Reach::new(&Letters::Counts(vec![1; 4]), 0, &difficulty);
        let permutations = Permutations::new(&[0, 1, 2, 3], &reach, &difficulty);
        let mut stream = Stream::new(&[1; 32]);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..11_000 {
            let mut start = [0, 1, 2, 3];
            permutations.apply(&mut stream, &mut start);
            *counts.entry(start).or_insert(0u32) += 1;
        }
        // 8 three-cycles and 3 double swaps take two swaps.
        assert_eq!(counts.len(), 11);
        let chi: f64 = counts.values().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
        // The 99.9th percentile with 10 degrees of freedom.
        assert!(chi < 29.6, "{counts:?}");
    }
}
