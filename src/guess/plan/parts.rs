//! What follows one guess that is given: its buckets planned one after the other, the smallest first.

use super::Planner;
use super::cost::Cost;
use super::ends::{limit_for, one_less};
use super::openers::{Planned, Progress};
use super::search::UNLIMITED;
use super::splits::Set;
use crate::budget::Budget;
use crate::guess::clues::Clues;
use crate::guess::pattern::Pattern;

/// A guess that is given, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The guess; its cost is what the best plan found costs.
    pub planned: Planned,
    /// No plan that begins with it costs less.
    pub floor: Cost,
}

impl Planner {
    /// The cheapest plan that begins with this guess. `say` is told how far it is: candidates dealt with, of all.
    pub fn open(&self, guess: u32, budget: &Budget, mut say: impl FnMut(Progress)) -> Opened {
        let search = self.search(budget);
        let mut parts = search.buckets(&self.set, guess);
        parts.sort_by_key(|(_, part)| part.len());
        let (mut cost, mut floor) = (Cost::won(self.set.total()), Cost::won(self.set.total()));
        let mut open: Vec<(Pattern, Set, Cost, Cost)> = Vec::new();
        for (pattern, part) in parts {
            let left = limit_for(one_less(self.left), part.len());
            let quick = search.quick_cost(&part, left, budget);
            let least = part.floor(left);
            cost += quick;
            floor += least;
            open.push((pattern, part, quick, least));
        }
        let total = self.set.len();
        let mut done = total - open.iter().map(|(_, part, ..)| part.len()).sum::<usize>();
        let mut exact = true;
        for (pattern, part, quick, least) in &open {
            let planned = search
                .guesses_after(&self.guesses, guess, *pattern)
                .and_then(|after| search.plan(part, &after, one_less(self.left), Cost::MOST));
            let Ok(known) = planned else {
                exact = false;
                break;
            };
            cost.raise(*quick, known.bound.cost);
            floor.raise(*least, known.bound.cost);
            done += part.len();
            say(Progress { done, total, best: Some(Planned { guess, cost, exact: done == total }), floor });
        }
        Opened { planned: Planned { guess, cost, exact }, floor }
    }

    /// What every plan costs at least; with this guess first, if one is given.
    #[must_use]
    pub fn floor(&self, first: Option<u32>) -> Cost {
        let Some(guess) = first else { return self.set.floor(limit_for(self.left, self.set.len())) };
        let mut cost = Cost::won(self.set.total());
        for (_, part) in self.search(&Budget::unlimited()).buckets(&self.set, guess) {
            cost += part.floor(limit_for(one_less(self.left), part.len()));
        }
        cost
    }

    /// What the plan says to guess while these are the candidates, this is demanded, and so many turns are made: the cheapest plan's
    /// guess as far as the budget lasts, and then that of the best plan that is known.
    pub(in crate::guess) fn choose(
        &self,
        candidates: &[u32],
        clues: Option<&Clues>,
        turns: u32,
        budget: &Budget,
    ) -> u32 {
        let search = self.search(budget);
        let set = Set::new(candidates.iter().map(|&place| (place, self.share(place))).collect());
        let left = if self.left == UNLIMITED { self.left } else { self.left.saturating_sub(turns) };
        if let Some(known) = search.known(&set, clues, left) {
            return known;
        }
        let planned = search.guesses_of(&self.guesses, clues).and_then(|guesses| {
            let known = search.plan(&set, &guesses, left, Cost::MOST)?;
            Ok(known.guess)
        });
        planned.or_else(|_| search.quick_guess(&set, left, &budget.to_the_end())).unwrap_or(candidates[0])
    }
}
