//! All guesses of a situation weighed against each other, by one thread or several.
//!
//! 1. Every guess is looked at once (see [`super::survey`]).
//! 2. The first few, in order of what they will probably cost, are planned exactly, which sets the limit for the rest.
//! 3. Of each of the others the floor is raised: by what its buckets tell of themselves, and by how far any guess reaches in them.
//!    That passes over all but some in a hundred.
//! 4. Those that are left are planned exactly, the lowest floor first, so that the floor of all rises to the end.
//!
//! Where the candidates fit a table, step 3 is left out: planning costs no more than looking. Whoever works claims one guess after
//! another and tells what became of it; the limit is what the best so far cost. Of guesses that cost the same the first in the
//! order of step 2 is better, so that the outcome does not depend on who was quicker.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cost::{Bound, Cost};
use super::greedy::SOON_MADE;
use super::search::{Allowed, Search};
use super::sets::{Guesses, Trial, members};
use super::splits::{NO_ROW, Set, Splits};
use super::survey::{Survey, Surveyed, Surveyor};
use crate::budget::{Budget, Spent};

/// Guesses that are planned before any floor is raised, beside those that are to be kept.
const FIRST: usize = 4;
/// The stride in which guesses are looked at: a prime, so that it meets all, and what was looked at when time runs out is a fair
/// sample of the alphabet.
const STRIDE: usize = 7919;

/// A guess and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The guess.
    pub guess: u32,
    /// What the cheapest plan costs that begins with it; if that is not known, what a plan made at once costs.
    pub cost: Cost,
    /// Whether that is the cheapest.
    pub exact: bool,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Guesses dealt with.
    pub done: usize,
    /// All guesses.
    pub total: usize,
    /// The best so far.
    pub best: Option<Planned>,
    /// No plan costs less.
    pub floor: Cost,
}

/// Which guesses are weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking<'a> {
    /// By place, ascending.
    pub(super) guesses: &'a [u32],
    /// Some of them that are looked at first.
    pub(super) hints: &'a [u32],
    /// How many of the best are to be kept.
    pub(super) keep: usize,
}

/// All guesses of a situation; see the module.
#[derive(Debug)]
pub struct Openers {
    /// What may be guessed later.
    guesses: Guesses<'static>,
    set: Set,
    /// Guesses left, this one included: as many as there are, since one that tells nothing may be asked for.
    left: u32,
    keep: usize,
    survey: Survey,
    /// Whether every guess was looked at.
    complete: bool,
    /// Some of them with plans made at once: the first, as far as there was time, and a hint.
    quick: Vec<Planned>,
    /// In a table, where they fit one.
    splits: Option<Splits>,
    claims: Mutex<Claims>,
}

/// What became of the guesses so far. They are numbered as the survey has them.
#[derive(Debug)]
struct Claims {
    next: usize,
    floors: Vec<Cost>,
    done: Vec<bool>,
    /// The best, at most as many as are to be kept, with their numbers.
    best: Vec<(Cost, usize)>,
    /// Those whose floors were raised and are not high enough.
    survivors: BinaryHeap<Reverse<(Cost, usize)>>,
}

/// What is to be done about a guess.
enum Task {
    Plan(usize, Cost),
    RaiseFloor(usize, Cost),
}

impl Openers {
    /// Looks at guesses for these candidates. Where the budget is spent first, those that were looked at are all that are weighed.
    pub(super) fn survey(
        search: &Search<'_>,
        set: Set,
        guesses: Guesses<'static>,
        left: u32,
        ranking: Ranking<'_>,
    ) -> Self {
        // One guess at least is looked at, and one plan made, however little time there is, unless nobody waits: before anything
        // else, so that little is left to be done when the time is up.
        let first = ranking.hints.first().or(ranking.guesses.first());
        let plan = |guess: u32, budget: &Budget| Planned {
            guess,
            cost: search.quick_cost_after(&set, guess, left, budget),
            exact: false,
        };
        let to_the_end = search.budget.to_the_end();
        let soon = if set.len() <= SOON_MADE { &to_the_end } else { search.budget };
        let at_once = first.map(|&guess| plan(guess, soon));
        let mut surveyor = Surveyor::new(search, &set, left);
        let count = ranking.guesses.len();
        let mut seen: Vec<Surveyed> = Vec::with_capacity(count);
        seen.extend(first.and_then(|&guess| surveyor.look_at(guess, &Budget::unlimited()).ok()));
        let stride = if count.is_multiple_of(STRIDE) { 1 } else { STRIDE };
        let strides = (1..=count).map(|step| ranking.guesses[step * stride % count]);
        let hints = ranking.hints.iter().copied().skip(1);
        let mut hinted = ranking.hints.to_vec();
        hinted.extend(first);
        hinted.sort_unstable();
        let others = strides.filter(|guess| hinted.binary_search(guess).is_err());
        let mut complete = true;
        for guess in hints.chain(others) {
            let Ok(looked_at) = surveyor.look_at(guess, search.budget) else {
                complete = false;
                break;
            };
            seen.push(looked_at);
        }
        drop(surveyor);
        let survey = Survey::of(seen, complete && ranking.guesses == &*guesses.places);
        let keep = ranking.keep.max(1);
        let made_in_time = survey.guesses.iter().take(keep).map_while(|seen| {
            let made =
                at_once.filter(|made| made.guess == seen.guess).unwrap_or_else(|| plan(seen.guess, search.budget));
            search.budget.look().is_ok().then_some(made)
        });
        let mut quick: Vec<Planned> = made_in_time.collect();
        quick.extend(at_once);
        let fits = complete && search.fits(set.len(), guesses.places.len());
        let splits = fits.then(|| search.split(&set, &guesses.places)).and_then(Result::ok);
        let floors: Vec<Cost> = survey.guesses.iter().map(|seen| seen.floor).collect();
        let claims =
            Claims { next: 0, done: vec![false; floors.len()], floors, best: Vec::new(), survivors: BinaryHeap::new() };
        Self { guesses, set, left, keep, survey, complete, quick, splits, claims: Mutex::new(claims) }
    }

    /// Works until nothing is left to be claimed, or the budget is spent. Several may work at the same time.
    pub(super) fn work(&self, search: &Search<'_>) -> Result<(), Spent> {
        while let Some(task) = self.claim() {
            match task {
                Task::Plan(number, limit) => {
                    let bound = self.plan(search, number, limit)?;
                    self.claims().planned(number, bound, self.keep);
                }
                Task::RaiseFloor(number, limit) => {
                    let floor = search.raise_floor(self.trial(number, limit))?;
                    self.claims().raised(number, floor, self.keep);
                }
            }
        }
        Ok(())
    }

    fn plan(&self, search: &Search<'_>, number: usize, limit: Cost) -> Result<Bound, Spent> {
        let guess = self.survey.guesses[number].guess;
        let row = self.splits.as_ref().and_then(|splits| {
            let row = splits.row_of[self.guesses.places.binary_search(&guess).ok()?];
            (row != NO_ROW).then_some((splits, row))
        });
        let Some((splits, row)) = row else {
            return search.try_guess(self.trial(number, limit));
        };
        let allowed = Allowed { clues: self.guesses.clues.as_ref(), rows: &splits.order, left: self.left };
        let row = (row, splits.set.places.get(row as usize) == Some(&guess));
        let cost = search.try_one(splits, &members(self.set.len()), allowed, row, limit)?;
        Ok(if cost < limit { Bound::exact(cost) } else { Bound::at_least(cost) })
    }

    fn trial(&self, number: usize, limit: Cost) -> Trial<'_> {
        let guess = self.survey.guesses[number].guess;
        Trial { set: &self.set, guesses: &self.guesses, guess, left: self.left, limit, survey: &self.survey }
    }

    fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn claim(&self) -> Option<Task> {
        let mut claims = self.claims();
        while claims.next < claims.floors.len() {
            let number = claims.next;
            claims.next += 1;
            let limit = claims.limit(number, self.keep);
            if claims.floors[number] >= limit {
                claims.done[number] = true;
            } else if self.splits.is_some() || number < self.keep + FIRST {
                return Some(Task::Plan(number, limit));
            } else {
                return Some(Task::RaiseFloor(number, limit));
            }
        }
        while let Some(Reverse((floor, number))) = claims.survivors.pop() {
            let limit = claims.limit(number, self.keep);
            if floor < limit {
                return Some(Task::Plan(number, limit));
            }
            claims.done[number] = true;
        }
        None
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let claims = self.claims();
        let open = claims.floors.iter().zip(&claims.done).filter(|(_, done)| !**done).map(|(floor, _)| *floor);
        let best = claims.best.first().map(|&(cost, number)| self.exact(cost, number));
        // What was not looked at may be anything.
        let unseen = if self.complete { Cost::MOST } else { self.floor_of_any() };
        let floor = open.chain(best.map(|best| best.cost)).chain([unseen]).min().unwrap_or_default();
        let done = claims.done.iter().filter(|done| **done).count();
        Progress { done, total: claims.done.len(), best, floor }
    }

    fn floor_of_any(&self) -> Cost {
        Cost::won(2 * self.set.total() - self.set.shares[0])
    }

    fn exact(&self, cost: Cost, number: usize) -> Planned {
        Planned { guess: self.survey.guesses[number].guess, cost, exact: true }
    }

    /// The best guesses, at most as many as are to be kept: those that were not planned to the end by plans made at once, as far
    /// as there was time for them.
    pub(super) fn best(&self) -> Vec<Planned> {
        let mut planned: Vec<Planned> =
            self.claims().best.iter().map(|&(cost, number)| self.exact(cost, number)).collect();
        for quick in &self.quick {
            if planned.len() < self.keep && planned.iter().all(|known| known.guess != quick.guess) {
                planned.push(*quick);
            }
        }
        // Of equal costs the exact ones stay first.
        planned.sort_by_key(|planned| planned.cost);
        planned
    }
}

impl Claims {
    /// What a guess must cost less than to be kept.
    fn limit(&self, number: usize, keep: usize) -> Cost {
        match self.best.get(keep - 1) {
            None => Cost::MOST,
            Some(&(cost, than)) if number < than => cost + Cost::won(1),
            Some(&(cost, _)) => cost,
        }
    }

    fn planned(&mut self, number: usize, bound: Bound, keep: usize) {
        self.floors[number] = bound.cost;
        self.done[number] = true;
        if bound.exact {
            let at = self.best.partition_point(|best| *best < (bound.cost, number));
            self.best.insert(at, (bound.cost, number));
            self.best.truncate(keep);
        }
    }

    fn raised(&mut self, number: usize, floor: Cost, keep: usize) {
        self.floors[number] = floor;
        if floor >= self.limit(number, keep) {
            self.done[number] = true;
        } else {
            self.survivors.push(Reverse((floor, number)));
        }
    }
}
