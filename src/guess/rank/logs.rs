//! What a bucket of candidates leaves to be learned, as a whole number: n log2 n for n candidates that are alike.
//!
//! A guess with buckets of n1, n2, ... candidates of n tells log2 n - (n1 log2 n1 + n2 log2 n2 + ...) / n bits, so the least sum
//! is the best. The sums are whole numbers, which are the same in any order, and logarithms here add up as they should: that of
//! 6 is that of 2 and that of 3. The logarithms of primes have nothing in common, so two sums that are equal in truth, as that of
//! one bucket of 4 and four of 1 and that of four buckets of 2, are equal here, and the tie-breaks decide.

use crate::logarithm::log2;

/// The most words of one length that may be the answer: n log2 n of three million fits 64 bits, and of four million not.
pub const MOST_CANDIDATES: usize = 2_000_000;

/// n log2 n of each n up to a limit, in units of 2^-38.
#[derive(Clone, Debug)]
pub struct Logs {
    of: Vec<u64>,
    /// What one more adds to that.
    steps: Vec<u64>,
}

impl Logs {
    /// One bit. Sums of some millions of candidates fit 64 bits.
    pub(super) const BIT: f64 = 274_877_906_944.0;
    /// A number n has at most 20 prime factors, each of which is rounded by half a unit, so n log2 n is off by at most 10 n. Some
    /// twenty such numbers that have to do with one guess are off by less than n times two to this power.
    pub(super) const SLACK: u32 = 8;

    /// Of all numbers up to this one.
    ///
    /// # Panics
    /// Where it is more than [`MOST_CANDIDATES`].
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "at most 2^5 * 2^38, and never negative"
    )]
    pub fn up_to(most: usize) -> Self {
        assert!(most <= MOST_CANDIDATES, "sums of more do not fit");
        let mut logs = vec![0; most + 1];
        for n in 2..=most {
            // What is not known yet has no smaller factor: it is a prime.
            if logs[n] == 0 {
                logs[n] = (log2(n as f64) * Self::BIT).round() as u64;
                let prime = logs[n];
                let mut power = n;
                // Each further power of the prime that divides a number adds its logarithm once more.
                while power <= most {
                    for multiple in (power..=most).step_by(power).filter(|&multiple| multiple != n) {
                        logs[multiple] += prime;
                    }
                    power = power.saturating_mul(n);
                }
            }
        }
        let of: Vec<u64> = logs.into_iter().zip(0..).map(|(log, n)| log * n).collect();
        let steps = of.windows(2).map(|pair| pair[1] - pair[0]).collect();
        Self { of, steps }
    }

    /// n log2 n.
    ///
    /// # Panics
    /// Where n is above the limit.
    #[inline]
    #[must_use]
    pub fn of(&self, n: usize) -> u64 {
        self.of[n]
    }

    /// By how much (n + 1) log2 (n + 1) is more than n log2 n.
    ///
    /// # Panics
    /// Where n is not below the limit.
    #[inline]
    #[must_use]
    pub fn step(&self, n: usize) -> u64 {
        self.steps[n]
    }
}
