//! Candidates as a ranking weighs them: all alike, or by their shares.

use super::histogram::Histogram;
use super::logs::Logs;
use crate::guess::columns::Label;
use crate::logarithm::log2;

/// What a guess is worth: the less, the better. The fields are compared in this order, which is that of the tie-breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// What the guess leaves to be learned: the sum of n log2 n over its buckets, in grains.
    pub(super) grains: u64,
    /// Whether it is none of the candidates.
    pub(super) not_candidate: bool,
    /// The candidates expected to remain, times the weight of all, in grains of its own.
    pub(super) remaining: u64,
    /// The weight of the candidates that it is not.
    pub(super) missed: u64,
    /// Its place in the order of the alphabet.
    pub(super) guess: u32,
}

/// What the buckets of a guess come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Left {
    /// The sum of n log2 n over buckets that weigh n.
    pub(super) sum: u64,
    /// The sum over buckets of what they weigh, times the candidates in them.
    pub(super) remaining: u64,
}

/// How candidates are weighed.
pub(super) trait Measure {
    /// How many candidates there are.
    fn count(&self) -> usize;
    /// What they weigh together.
    fn total(&self) -> u64;
    /// What a candidate weighs, by its place among them.
    fn weight(&self, at: usize) -> u64;
    /// n log2 n of a weight n up to the total.
    fn log(&self, weight: u64) -> u64;
    /// One bit, of such a sum.
    fn bit(&self) -> f64;
    /// Sums that have the same number of such grains are equal; and those of what remains.
    fn grain(&self) -> Left;
    /// More than rounding can have added to the sum of some hundred thousand logarithms.
    fn slack(&self) -> u64;
    /// What the buckets come to of a guess that earns these patterns.
    fn left<P: Label>(&self, patterns: &[P], histogram: &mut Histogram) -> Left;

    /// What a guess that leaves this sum tells, in bits.
    #[expect(clippy::cast_precision_loss, reason = "the last digits do not matter")]
    fn entropy(&self, sum: u64) -> f64 {
        self.log(self.total()).saturating_sub(sum) as f64 / self.bit() / self.total() as f64
    }

    /// What a guess is worth at best, if it leaves at least this sum: as if its buckets had one candidate each. It is the
    /// candidate at this place among them, or none.
    fn promise(&self, guess: u32, candidate: Option<usize>, sum: u64) -> Worth {
        let missed = self.total() - candidate.map_or(0, |at| self.weight(at));
        let promise = Worth { grains: 0, not_candidate: candidate.is_none(), remaining: 0, missed, guess };
        self.worth(promise, self.least(sum))
    }

    /// What a guess of this promise is worth that leaves this.
    fn worth(&self, promise: Worth, left: Left) -> Worth {
        let grain = self.grain();
        Worth { grains: left.sum / grain.sum, remaining: left.remaining / grain.remaining, ..promise }
    }

    /// What no buckets are below: every candidate alone, in a sum that leaves at least so much.
    fn least(&self, sum: u64) -> Left;
}

/// All candidates are alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alike<'a> {
    pub(super) count: usize,
    /// Up to the count.
    pub(super) logs: &'a Logs,
}

impl Measure for Alike<'_> {
    fn count(&self) -> usize {
        self.count
    }

    fn total(&self) -> u64 {
        self.count as u64
    }

    fn weight(&self, _: usize) -> u64 {
        1
    }

    #[expect(clippy::cast_possible_truncation, reason = "a count")]
    fn log(&self, weight: u64) -> u64 {
        self.logs.of(weight as usize)
    }

    fn bit(&self) -> f64 {
        Logs::BIT
    }

    fn grain(&self) -> Left {
        Left { sum: 1, remaining: 1 }
    }

    fn slack(&self) -> u64 {
        self.total() << Logs::SLACK
    }

    fn left<P: Label>(&self, patterns: &[P], histogram: &mut Histogram) -> Left {
        histogram.count(patterns, self.logs)
    }

    fn least(&self, sum: u64) -> Left {
        Left { sum, remaining: self.total() }
    }
}

/// Candidates weigh their shares.
#[derive(Clone, Debug)]
pub(super) struct Weighted<'a> {
    shares: &'a [u64],
    total: u64,
    /// The sum of n log2 n over all shares.
    alone: u64,
}

/// One bit of a sum of shares: they add up to some 2^40, and such sums to some 2^62.
const BIT: f64 = 65_536.0;
/// Shares are rounded, and so are their logarithms, so sums that differ by less than 2^-30 of a bit are equal, which is 2^-14 of
/// a share in units of 2^-16.
const GRAIN: u32 = 14;
/// What remains is as good as equal where it differs by less than a millionth of a candidate.
const GRAIN_OF_REMAINING: u32 = 20;

impl<'a> Weighted<'a> {
    pub(super) fn new(shares: &'a [u64]) -> Self {
        Self { shares, total: shares.iter().sum(), alone: shares.iter().map(|&share| log(share)).sum() }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^63, and never negative")]
#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
pub(super) fn log(share: u64) -> u64 {
    let share = share as f64;
    (share * log2(share) * BIT).round() as u64
}

impl Measure for Weighted<'_> {
    fn count(&self) -> usize {
        self.shares.len()
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn weight(&self, at: usize) -> u64 {
        self.shares[at]
    }

    fn log(&self, weight: u64) -> u64 {
        if weight == 0 { 0 } else { log(weight) }
    }

    fn bit(&self) -> f64 {
        BIT
    }

    fn grain(&self) -> Left {
        Left { sum: (self.total >> GRAIN).max(1), remaining: (self.total >> GRAIN_OF_REMAINING).max(1) }
    }

    fn slack(&self) -> u64 {
        self.grain().sum + (1 << 17)
    }

    fn left<P: Label>(&self, patterns: &[P], histogram: &mut Histogram) -> Left {
        histogram.weigh(patterns, self.shares, log)
    }

    fn least(&self, sum: u64) -> Left {
        Left { sum: sum.max(self.alone), remaining: self.total }
    }
}
