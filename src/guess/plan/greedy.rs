//! A plan at once: by candidates alone, each time the one that seems best. Not the cheapest, but there before any search has begun.

use super::cost::Cost;
use super::ends::{in_turn, limit_for, one_less};
use super::search::Search;
use super::splits::Set;
use super::survey::Surveyor;
use crate::budget::{Budget, Spent};

/// Cells that are looked at for a guess: fewer candidates of a large set are looked at as guesses.
const CELLS: usize = 1 << 17;
/// Of a set that is looked at in so few pieces, a plan is made in some milliseconds.
pub(super) const SOON_MADE: usize = 1 << 12;

impl Search<'_> {
    /// The guess that a plan made at once begins with: a candidate.
    pub(super) fn quick_guess(&self, set: &Set, left: u32, budget: &Budget) -> Result<u32, Spent> {
        let looks = (CELLS / set.len()).clamp(8, set.len().max(8));
        let mut surveyor = Surveyor::new(self, set, left);
        let mut best = None;
        for &guess in set.places.iter().take(looks) {
            let seen = surveyor.look_at(guess, budget)?;
            let worth = (seen.floor.lost, seen.order());
            best = best.filter(|known| *known < worth).or(Some(worth));
        }
        Ok(best.map_or(u32::MAX, |(_, (.., guess))| guess))
    }

    /// What a plan made at once costs. Where the budget is spent, the candidates are guessed one after the other.
    pub(super) fn quick_cost(&self, set: &Set, left: u32, budget: &Budget) -> Cost {
        let left = limit_for(left, set.len());
        if let Some(cost) = set.simple(left) {
            return cost;
        }
        match self.quick_guess(set, left, budget) {
            Ok(guess) => self.quick_cost_after(set, guess, left, budget),
            Err(_) => in_turn(set.shares.iter().copied(), left),
        }
    }

    /// What a plan made at once costs that begins with this guess, which is a candidate or tells some of them apart.
    pub(super) fn quick_cost_after(&self, set: &Set, guess: u32, left: u32, budget: &Budget) -> Cost {
        let mut cost = Cost::won(set.total());
        for (_, part) in self.buckets(set, guess) {
            cost += self.quick_cost(&part, one_less(left), budget);
        }
        cost
    }
}
