//! One step ahead over whole worlds: what a swap brings and what it tells, weighed against each other.
//!
//! Swaps are ranked twice. First all of them, by the tiles that they are expected to make right and the bits that they are
//! expected to tell; then the best of these by their exact waste: the swaps that are left after one, plus the one, minus those
//! that were left before it, on average over some worlds. A swap that wastes something must tell something.

use super::block::{Bits, Block, Outlook, Pair, count, places};
use crate::blind::feedback::Feedback;
use crate::budget::{Budget, Spent};
use crate::swaps::Counter;

/// How closely the swaps are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneStep {
    /// Swaps whose waste is measured.
    pub(super) keep: usize,
    /// Worlds that it is measured over.
    pub(super) worlds: usize,
    /// What a bit is worth, in swaps.
    pub(super) bit: f64,
}

/// A swap and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) pair: Pair,
    /// The entropy of what it tells, in bits.
    pub(super) bits: f64,
    /// What it costs, less what it tells: the less the better.
    score: f64,
    /// What it wastes, in swaps.
    waste: f64,
}

/// What a bit is worth, in swaps: as a prototype found it on boards of its own. Half of it in games that are played out made no
/// difference that 400 boards could show.
pub(super) fn worth_of_a_bit(feedback: Feedback) -> f64 {
    match feedback {
        Feedback::Snapshot | Feedback::RowColours => 0.2,
        Feedback::SwappedCells => 0.35,
    }
}

/// Below this, an average over worlds or an entropy is nothing but what rounding leaves.
const NOTHING: f64 = 1e-9;

impl OneStep {
    /// The swaps worth making, over these of a block's worlds, two at least: the best first.
    pub(super) fn rank(
        self,
        block: &Block,
        grid: &[u8],
        among: &Bits,
        counter: &mut Counter,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, Spent> {
        let mut outlooks = block.outlooks(grid, among);
        budget.spend(1 + (outlooks.len() * among.len()) as u64 / 256)?;
        let rough = |outlook: &Outlook| -0.8 * outlook.gain.min(1.0) - 0.05 * outlook.gain - self.bit * outlook.bits;
        let by_score = |one: &(Pair, Outlook), other: &(Pair, Outlook)| {
            rough(&one.1).total_cmp(&rough(&other.1)).then(one.0.cmp(&other.0))
        };
        if outlooks.len() > self.keep {
            outlooks.select_nth_unstable_by(self.keep, by_score);
            outlooks.truncate(self.keep);
        }
        let worlds = spread(among, self.worlds);
        let now: u32 = block.distances(grid, &worlds, counter, budget)?.iter().sum();
        let n = u32::try_from(worlds.len()).map_or(f64::MAX, f64::from);
        let mut ranked = Vec::with_capacity(outlooks.len());
        for (pair, outlook) in outlooks {
            let after: u32 = block.distances(&pair.applied(grid), &worlds, counter, budget)?.iter().sum();
            let waste = (f64::from(after) - f64::from(now)) / n + 1.0;
            let bits = block.bits(grid, pair, outlook, among);
            ranked.push(Ranked { pair, bits, score: waste - self.bit * bits, waste });
        }
        if ranked.iter().any(Ranked::is_worth_it) {
            ranked.retain(Ranked::is_worth_it);
        }
        ranked.sort_unstable_by(|one, other| one.score.total_cmp(&other.score).then(one.pair.cmp(&other.pair)));
        Ok(ranked)
    }
}

impl Ranked {
    /// Whether it wastes nothing or tells something.
    fn is_worth_it(&self) -> bool {
        self.waste < NOTHING || self.bits > NOTHING
    }
}

/// Up to so many worlds of a set, spread evenly.
fn spread(among: &Bits, most: usize) -> Vec<usize> {
    let n = count(among) as usize;
    if n <= most {
        return places(among).collect();
    }
    let mut next = 0;
    places(among)
        .enumerate()
        .filter_map(|(number, at)| {
            let due = number == (2 * next + 1) * n / (2 * most);
            next += usize::from(due);
            due.then_some(at)
        })
        .collect()
}
