//! Sets of candidates of any size.
//!
//! Small ones ask themselves first: most buckets of a game are settled by their own words. Then all guesses are marked against them
//! at once, and [`Search`] goes on in that table. Sets whose table would be too large are split guess by guess instead:
//! each guess is looked at once for its floor and its estimate, and marked again when its turn comes.

use std::borrow::Cow;

use super::cost::{Bound, Cost};
use super::ends::{least_floor, limit_for, one_less};
use super::memo::Known;
use super::search::{Allowed, NO_GUESS, Search};
use super::splits::{Alike, MOST, Set, Splits};
use super::survey::{Reach, Survey, Surveyor};
use crate::budget::Spent;
use crate::guess::clues::Clues;
use crate::guess::columns::Columns;
use crate::guess::pattern::Pattern;

/// Cells of a table of splits, a byte each: 14,855 guesses against 256 candidates.
pub(super) const MOST_CELLS: usize = 4 << 20;
/// Buckets of fewer candidates have a floor that is nearly true already.
const WORTH_REACHING: usize = 16;
/// Cells of a table that are filled in the time of a node.
const CELLS_A_NODE: usize = 1024;
/// Candidates that are put into buckets in the time of a node.
const CANDIDATES_A_NODE: usize = 256;
/// Guesses that are checked in the time of a node.
const GUESSES_A_NODE: u64 = 512;
/// Of so many candidates there often is a guess that tells all apart.
const OFTEN_PERFECT: usize = 20;

/// What may be guessed, as words.
#[derive(Clone, Debug)]
pub(super) struct Guesses<'a> {
    /// What was told so far demands this, in hard mode.
    pub(super) clues: Option<Clues>,
    /// Places, ascending; all candidates are among them.
    pub(super) places: Cow<'a, [u32]>,
}

/// A guess that is tried for a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial<'a> {
    pub(super) set: &'a Set,
    /// What may be guessed later.
    pub(super) guesses: &'a Guesses<'a>,
    pub(super) guess: u32,
    /// Guesses left, this one included.
    pub(super) left: u32,
    /// What its plan must cost less than.
    pub(super) limit: Cost,
    pub(super) survey: &'a Survey,
}

/// A bucket of a guess.
struct Part {
    set: Set,
    pattern: Pattern,
    floor: Cost,
    known: bool,
}

impl Search<'_> {
    /// The cheapest plan for these candidates, if it costs less than the limit; otherwise a cost that none is below.
    pub(super) fn plan(&self, set: &Set, guesses: &Guesses<'_>, left: u32, limit: Cost) -> Result<Known, Spent> {
        let left = limit_for(left, set.len());
        let clues = guesses.clues.as_ref();
        // What is known needs no budget.
        let (known, own) = self.glance_at(set, clues, left)?;
        if known.bound.settles(limit) {
            return Ok(known);
        }
        self.budget.spend(1)?;
        if let Some(own) = own
            && let Some(known) = self.by_themselves(&own, guesses, left, limit)?
        {
            return Ok(known);
        }
        if self.fits(set.len(), guesses.places.len()) {
            let splits = self.split(set, &guesses.places)?;
            let allowed = Allowed { clues, rows: &splits.order, left };
            return self.solve(&splits, &members(set.len()), allowed, limit);
        }
        let known = self.plan_wide(set, guesses, left, limit)?;
        self.memo.put(self.key(set.key(self.names), clues, left), known);
        Ok(known)
    }

    /// Settles candidates by themselves, or by the first guess that tells all of them apart, if one does: without a table.
    fn by_themselves(
        &self,
        own: &Splits,
        guesses: &Guesses<'_>,
        left: u32,
        limit: Cost,
    ) -> Result<Option<Known>, Spent> {
        let mut tried = Vec::new();
        if let Some(known) = self.by_candidates(own, &members(own.set.len()), left, limit, &mut tried)? {
            return Ok(Some(known));
        }
        let perfect = Cost::won(2 * own.set.total());
        if own.set.len() > OFTEN_PERFECT || left == 2 || least_floor(&tried) <= perfect {
            return Ok(None);
        }
        let mut reach = Reach::new(self, &own.set);
        for &guess in &*guesses.places {
            self.budget.spend(1)?;
            // No candidate does: by_candidates would have said so.
            if reach.is_perfect(guess) {
                return Ok(Some(Known { bound: Bound::exact(perfect), guess }));
            }
        }
        Ok(None)
    }

    /// Whether a table of so many candidates and guesses is small enough to be made.
    pub(super) fn fits(&self, candidates: usize, guesses: usize) -> bool {
        candidates <= MOST && candidates * guesses <= self.most_cells
    }

    /// How these guesses split a set, in as small a table as may be.
    pub(super) fn split(&self, set: &Set, guesses: &[u32]) -> Result<Splits, Spent> {
        let alike = if self.hard_mode { Alike::All } else { Alike::One };
        Splits::of((self.lists, self.names), set, guesses, alike, &mut self.numbers.borrow_mut(), self.budget)
    }

    /// What candidates tell of themselves, and the memo. Where neither settles it, how they split themselves.
    fn glance_at(&self, set: &Set, clues: Option<&Clues>, left: u32) -> Result<(Known, Option<Splits>), Spent> {
        if let Some(cost) = set.simple(left) {
            let guess = set.places.first().copied().unwrap_or_default();
            return Ok((Known { bound: Bound::exact(cost), guess }, None));
        }
        let known = self.memo.get(self.key(set.key(self.names), clues, left));
        if let Some(known) = known.filter(|known| known.bound.exact || set.len() > MOST) {
            return Ok((known, None));
        }
        if set.len() > MOST {
            return Ok((Known { bound: Bound::at_least(set.floor(left)), guess: NO_GUESS }, None));
        }
        let numbers = &mut self.numbers.borrow_mut();
        let own = Splits::of((self.lists, self.names), set, &[], Alike::All, numbers, self.budget)?;
        let glance = Self::glance(&own, &members(set.len()), left);
        match known {
            Some(known) if !glance.bound.exact && known.bound.cost > glance.bound.cost => Ok((known, Some(own))),
            _ => Ok((glance, Some(own))),
        }
    }

    fn plan_wide(&self, set: &Set, guesses: &Guesses<'_>, left: u32, limit: Cost) -> Result<Known, Spent> {
        let mut surveyor = Surveyor::new(self, set, left);
        let seen = guesses.places.iter().map(|&guess| surveyor.look_at(guess, self.budget));
        let survey = Survey::of(seen.collect::<Result<_, _>>()?, true);
        let (mut best, mut guess, mut others) = (limit, NO_GUESS, Cost::MOST);
        for next in survey.guesses.iter().filter(|next| !next.is_useless) {
            if next.floor >= best {
                others = others.min(next.floor);
                continue;
            }
            let trial = Trial { set, guesses, guess: next.guess, left, limit: best, survey: &survey };
            let bound = self.try_guess(trial)?;
            if bound.cost < best {
                (best, guess) = (bound.cost, next.guess);
            } else {
                others = others.min(bound.cost);
            }
        }
        Ok(if guess == NO_GUESS {
            Known { bound: Bound::at_least(others), guess }
        } else {
            Known { bound: Bound::exact(best), guess }
        })
    }

    /// What the cheapest plan costs that begins with this guess, if that is less than the limit; otherwise a cost that none is
    /// below.
    pub(super) fn try_guess(&self, trial: Trial<'_>) -> Result<Bound, Spent> {
        let Trial { guesses, guess, left, limit, .. } = trial;
        let (mut cost, mut parts) = self.raised(trial)?;
        for part in parts.iter_mut().filter(|part| !part.known) {
            if cost >= limit {
                return Ok(Bound::at_least(cost));
            }
            let after = self.guesses_after(guesses, guess, part.pattern)?;
            let mut others = cost;
            others.raise(part.floor, Cost::default());
            let bound = self.plan(&part.set, &after, one_less(left), limit.left_by(others))?.bound;
            part.raise(bound, &mut cost);
        }
        Ok(if cost < limit { Bound::exact(cost) } else { Bound::at_least(cost) })
    }

    /// What every plan costs at least that begins with this guess, as far as can be told without planning; if that is less than the
    /// limit.
    pub(super) fn raise_floor(&self, trial: Trial<'_>) -> Result<Cost, Spent> {
        Ok(self.raised(trial)?.0)
    }

    fn raised(&self, trial: Trial<'_>) -> Result<(Cost, Vec<Part>), Spent> {
        let Trial { set, guesses, guess, left, limit, survey } = trial;
        self.budget.spend(1 + (set.len() / CANDIDATES_A_NODE) as u64)?;
        let (mut cost, mut parts) = self.parts(set, guess, left);
        // What costs little first.
        for part in &mut parts {
            if cost >= limit {
                return Ok((cost, parts));
            }
            self.budget.spend(1 + (part.set.len().min(MOST).pow(2) / CELLS_A_NODE) as u64)?;
            let clues = self.clues_after(guesses, guess, part.pattern);
            let left = limit_for(one_less(left), part.set.len());
            part.raise(self.glance_at(&part.set, clues.as_ref(), left)?.0.bound, &mut cost);
        }
        // Without a limit there is nothing to be gained by it.
        let worth_it = |part: &&mut Part| limit < Cost::MOST && part.set.len() >= WORTH_REACHING && !part.known;
        for part in parts.iter_mut().rev().filter(worth_it) {
            if cost >= limit {
                break;
            }
            let clues = self.clues_after(guesses, guess, part.pattern);
            let left = limit_for(one_less(left), part.set.len());
            let floor = survey.floor_of(self, &part.set, clues.as_ref(), left)?;
            part.raise(Bound::at_least(floor), &mut cost);
        }
        Ok((cost, parts))
    }

    /// What is left after a guess: what it costs at least, and the buckets that are to be looked into, the smallest first.
    fn parts(&self, set: &Set, guess: u32, left: u32) -> (Cost, Vec<Part>) {
        let mut cost = Cost::won(set.total());
        let mut parts = Vec::new();
        for (pattern, set) in self.buckets(set, guess) {
            let left = limit_for(one_less(left), set.len());
            let floor = set.floor(left);
            cost += floor;
            if set.simple(left).is_none() {
                parts.push(Part { set, pattern, floor, known: false });
            }
        }
        parts.sort_by_key(|part| part.set.len());
        (cost, parts)
    }

    /// The buckets of a guess by their patterns, without its own.
    pub(super) fn buckets(&self, set: &Set, guess: u32) -> Vec<(Pattern, Set)> {
        let mut patterns = vec![0u16; set.len()];
        Columns::of(self.lists, &set.places).mark(self.lists.word(guess), &mut patterns);
        let mut order: Vec<usize> = (0..set.len()).filter(|&at| set.places[at] != guess).collect();
        order.sort_by_key(|&at| patterns[at]);
        let bucket = |members: &[usize]| {
            let mut bucket = Set::default();
            for &at in members {
                bucket.push(set.places[at], set.shares[at]);
            }
            (Pattern(patterns[members[0]]), bucket)
        };
        order.chunk_by(|&one, &other| patterns[one] == patterns[other]).map(bucket).collect()
    }

    /// What hard mode demands after this guess earned this.
    fn clues_after(&self, guesses: &Guesses<'_>, guess: u32, pattern: Pattern) -> Option<Clues> {
        let mut clues = guesses.clues.clone()?;
        clues.learn(self.lists.word(guess), pattern);
        Some(clues)
    }

    /// What the cheapest plan for these candidates begins with, if that is known without a search.
    pub(super) fn known(&self, set: &Set, clues: Option<&Clues>, left: u32) -> Option<u32> {
        let (known, _) = self.glance_at(set, clues, limit_for(left, set.len())).ok()?;
        known.bound.exact.then_some(known.guess)
    }

    /// What may be guessed of these while this is demanded.
    pub(super) fn guesses_of<'g>(&self, guesses: &'g Guesses<'_>, clues: Option<&Clues>) -> Result<Guesses<'g>, Spent> {
        let Some(clues) = clues else {
            return Ok(Guesses { clues: None, places: Cow::Borrowed(&guesses.places) });
        };
        self.budget.spend(1 + guesses.places.len() as u64 / GUESSES_A_NODE)?;
        let places = guesses.places.iter().copied().filter(|&place| clues.allow(self.lists.word(place))).collect();
        Ok(Guesses { clues: Some(clues.clone()), places: Cow::Owned(places) })
    }

    /// What may be guessed after this guess earned this.
    pub(super) fn guesses_after<'g>(
        &self,
        guesses: &'g Guesses<'_>,
        guess: u32,
        pattern: Pattern,
    ) -> Result<Guesses<'g>, Spent> {
        self.guesses_of(guesses, self.clues_after(guesses, guess, pattern).as_ref())
    }
}

impl Part {
    /// Takes in what is known of it now.
    fn raise(&mut self, bound: Bound, cost: &mut Cost) {
        let floor = bound.cost.max(self.floor);
        cost.raise(self.floor, floor);
        (self.floor, self.known) = (floor, bound.exact);
    }
}

/// All columns of a table.
#[expect(clippy::cast_possible_truncation, reason = "at most 256")]
pub(super) fn members(count: usize) -> Vec<u16> {
    (0..count as u16).collect()
}
