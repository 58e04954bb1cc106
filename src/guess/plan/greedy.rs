//! A plan at once: by candidates alone, each time the one that seems best. Not the cheapest, but there before any search has begun.

use super::cost::Cost;
use super::ends::{limit_for, one_less};
use super::search::Search;
use super::splits::Set;
use super::survey::Surveyor;
use crate::budget::Budget;

/// Candidates that are looked at as guesses for a set: fewer for a large one.
const CELLS: usize = 1 << 17;

impl Search<'_> {
    /// The guess that a plan made at once begins with: a candidate.
    pub(super) fn quick_guess(&self, set: &Set, left: u32) -> u32 {
        let looks = (CELLS / set.len()).clamp(8, set.len().max(8));
        let mut surveyor = Surveyor::new(self, set, left);
        // Looks are few: they need no budget of their own.
        let budget = Budget::unlimited();
        let seen = set.places.iter().take(looks).filter_map(|&guess| surveyor.look_at(guess, &budget).ok());
        seen.min_by_key(|seen| (seen.floor.lost, seen.order())).map_or(u32::MAX, |seen| seen.guess)
    }

    /// What a plan made at once costs.
    pub(super) fn quick_cost(&self, set: &Set, left: u32) -> Cost {
        let left = limit_for(left, set.len());
        set.simple(left).unwrap_or_else(|| self.quick_cost_after(set, self.quick_guess(set, left), left))
    }

    /// What a plan made at once costs that begins with this guess, which is a candidate or tells some of them apart.
    pub(super) fn quick_cost_after(&self, set: &Set, guess: u32, left: u32) -> Cost {
        let mut cost = Cost::won(set.total());
        for (_, part) in self.buckets(set, guess) {
            cost += self.quick_cost(&part, one_less(left));
        }
        cost
    }
}
