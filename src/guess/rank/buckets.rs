//! What each pattern of a guess leaves.

use std::cmp::Reverse;

use crate::budget::{Budget, Spent};
use crate::guess::Pattern;
use crate::guess::columns::Columns;
use crate::guess::situation::Situation;
use crate::lexicon::Letter;

/// Patterns that are made and counted in the time of a node.
const PATTERNS_A_NODE: u64 = 512;

/// The candidates that one pattern leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The pattern.
    pub pattern: Pattern,
    /// How many candidates.
    pub size: u32,
    /// The sum of their shares.
    pub share: u64,
}

/// Sorts the candidates of a situation into the buckets of one guess after the other.
#[derive(Debug)]
pub struct Buckets<'a> {
    situation: &'a Situation,
    total: u64,
    columns: Columns,
    earned: Vec<u16>,
    /// By pattern: how many candidates, and their shares; all 0 between two guesses.
    counted: Vec<(u32, u64)>,
}

impl<'a> Buckets<'a> {
    /// For guesses in this situation.
    #[must_use]
    pub fn new(situation: &'a Situation) -> Self {
        Self {
            situation,
            total: situation.total(),
            columns: Columns::of(&situation.lists, &situation.candidates),
            earned: vec![0; situation.candidates.len()],
            counted: vec![(0, 0); Pattern::count(situation.lists.length())],
        }
    }

    /// The buckets of a guess: those with the greatest share first, then by pattern.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn of(&mut self, guess: &[Letter], budget: &Budget) -> Result<Vec<Bucket>, Spent> {
        budget.spend(1 + self.earned.len() as u64 / PATTERNS_A_NODE)?;
        self.columns.mark(guess, &mut self.earned);
        let mut patterns = Vec::new();
        for (at, &pattern) in self.earned.iter().enumerate() {
            let (size, share) = &mut self.counted[usize::from(pattern)];
            if *size == 0 {
                patterns.push(pattern);
            }
            *size += 1;
            *share += self.situation.shares.as_ref().map_or(1, |shares| shares[at]);
        }
        let bucket = |pattern: u16| {
            let (size, share) = std::mem::take(&mut self.counted[usize::from(pattern)]);
            Bucket { pattern: Pattern(pattern), size, share }
        };
        let mut buckets: Vec<Bucket> = patterns.into_iter().map(bucket).collect();
        buckets.sort_unstable_by_key(|bucket| (Reverse(bucket.share), bucket.pattern));
        Ok(buckets)
    }

    /// How likely it is that the answer is in this bucket.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub fn probability(&self, bucket: Bucket) -> f64 {
        bucket.share as f64 / self.total as f64
    }
}
