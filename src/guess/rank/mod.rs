//! Guesses ranked by what they are expected to tell (Shannon's entropy of their patterns), as the note "Shannon entropy for
//! Wordle-style solvers" has it: the most bits first; then a candidate before what is none, fewer candidates expected to remain,
//! the greater chance to win now; then the alphabet.
//!
//! - [`logs`]: sums of n log2 n as whole numbers, so that ties are ties;
//! - `measure`: candidates that are alike, or weigh their shares, and what a guess is worth by either;
//! - `histogram`, `scorer`: what the buckets of one guess come to;
//! - `bounds`, `best`: which guesses need not be marked at all;
//! - `greedy`: the best guess again and again;
//! - `buckets`: what each pattern of a guess leaves.

mod best;
mod bounds;
mod buckets;
mod greedy;
mod histogram;
pub mod logs;
mod measure;
mod scorer;
#[cfg(test)]
mod tests;

use best::Promising;
pub use buckets::{Bucket, Buckets};
pub use greedy::Greedy;
use logs::Logs;
use measure::{Alike, Measure, Weighted};
use scorer::{Room, Scorer};

use super::situation::Situation;
use crate::budget::{Budget, Spent};

/// A guess and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedGuess {
    /// The guess, by its place.
    pub guess: u32,
    /// What it is expected to tell, in bits.
    pub entropy_bits: f64,
    /// How many candidates are expected to remain, weighted by their shares.
    pub expected_remaining: f64,
    /// The chance that it is the answer.
    pub win_probability: f64,
    /// Whether it may be the answer.
    pub candidate: bool,
}

/// Guesses, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The best of those that were looked at; none where the budget was spent at once.
    pub guesses: Vec<RankedGuess>,
    /// No guess is left out that is better than one here.
    pub complete: bool,
}

/// The best guesses, at most so many. When the budget is spent, the best of those that were looked at so far, the most
/// promising ones.
#[must_use]
pub fn by_entropy(situation: &Situation, keep: usize, budget: &Budget) -> Ranked {
    let ranked = match &situation.shares {
        None => {
            let count = situation.candidates.len();
            // The logarithms of so many numbers, made in the time of some of them.
            let logs = budget.spend(1 + count as u64 / 256).map(|()| Logs::up_to(count));
            logs.and_then(|logs| by(situation, &Alike { count, logs: &logs }, keep, budget))
        }
        Some(shares) => by(situation, &Weighted::new(shares), keep, budget),
    };
    ranked.unwrap_or(Ranked { guesses: Vec::new(), complete: false })
}

#[expect(clippy::cast_precision_loss, reason = "the last digits do not matter")]
fn by(situation: &Situation, measure: &impl Measure, keep: usize, budget: &Budget) -> Result<Ranked, Spent> {
    let Situation { lists, candidates, guesses, .. } = situation;
    let mut promising = Promising::default();
    promising.fill(lists, (candidates, guesses), measure, budget)?;
    let mut room = Room::new(lists.length());
    let mut scorer = Scorer::new(lists, candidates, &mut room);
    let (best, known) = promising.best(&mut scorer, measure, keep, budget);
    let total = measure.total() as f64;
    let guesses = best.into_iter().map(|(worth, left)| RankedGuess {
        guess: worth.guess,
        entropy_bits: measure.entropy(left.sum),
        expected_remaining: left.remaining as f64 / total,
        win_probability: (measure.total() - worth.missed) as f64 / total,
        candidate: !worth.not_candidate,
    });
    Ok(Ranked { guesses: guesses.collect(), complete: known.is_ok() })
}
