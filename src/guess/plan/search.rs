//! The cheapest plan for a set of candidates, found exactly.
//!
//! A guess splits a set into buckets; the plan for the set costs a guess a candidate, and what the plans for the buckets cost.
//! The search is branch and bound:
//!
//! - *Floors.* One candidate at most is guessed next, and every other takes two guesses at least: a set of n costs 2n - 1. A guess
//!   with b buckets (one of them itself, if it is a candidate: w = 1) so costs 3n - b - w at least. With shares instead of games
//!   the largest share of each bucket takes the place of its one.
//! - *Ends.* A candidate that tells all others apart costs 2n - 1, which nothing beats; any other guess that does costs 2n, as
//!   does a candidate that leaves one pair.
//! - *Order.* Guesses by what their buckets will probably cost; buckets by size, the smallest first, each with what is left
//!   of the best plan so far as its limit. A bucket that exceeds it ends the guess.
//!
//! With a limit of guesses, costs compare by games lost first. The last guess is the most likely candidate; the last but one is
//! judged exactly by its buckets, of which it wins the largest share each.
//!
//! Which of several cheapest plans is found depends on nothing but the set: guesses are tried in an order of their own (estimate,
//! candidates first, the alphabet), and the first that reaches the least cost is taken.

use std::borrow::Cow;
use std::cell::RefCell;

use super::cost::{Bound, Cost};
use super::ends::{Figures, Tried, firsts, floor, in_turn, least_floor, limit_for, one_less, only_themselves, simple};
use super::estimate::estimate;
use super::memo::{Known, Memo};
use super::names::Names;
use super::numbers::Numbers;
use super::splits::{MOST, Splits};
use crate::budget::{Budget, Spent};
use crate::guess::clues::Clues;
use crate::guess::lists::Lists;
use crate::guess::pattern::Pattern;

/// No limit of guesses.
pub(super) const UNLIMITED: u32 = u32::MAX;
/// Cells that are looked at in the time of a node.
pub(super) const CELLS_A_NODE: usize = 4096;
/// No guess is known.
pub(super) const NO_GUESS: u32 = u32::MAX;

/// A search for plans of one game.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) lists: &'a Lists,
    pub(super) hard_mode: bool,
    pub(super) memo: &'a Memo,
    pub(super) names: Names,
    pub(super) budget: &'a Budget,
    /// The largest table of splits that is made.
    pub(super) most_cells: usize,
    pub(super) numbers: RefCell<Numbers>,
}

/// What may be guessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed<'a> {
    /// What was told so far demands this, in hard mode.
    pub(super) clues: Option<&'a Clues>,
    /// Rows, by the alphabet of their names.
    pub(super) rows: &'a [u32],
    /// Guesses left.
    pub(super) left: u32,
}

/// A bucket of a guess: a piece of the columns sorted by bucket.
struct Bucket {
    start: usize,
    end: usize,
    floor: Cost,
}

impl Search<'_> {
    /// What names these candidates, with all else that determines their plan, in the memo.
    pub(super) fn key(&self, candidates: u128, clues: Option<&Clues>, left: u32) -> u128 {
        let mut key = candidates;
        if left != UNLIMITED {
            key ^= self.names.bits((1 << 40) + u64::from(left));
        }
        if let Some(clues) = clues {
            key ^= clues.demands().fold(0, |key, demand| key ^ self.names.bits((1 << 41) + demand));
        }
        key
    }

    fn key_of(&self, splits: &Splits, members: &[u16], clues: Option<&Clues>, left: u32) -> u128 {
        let candidates = members.iter().fold(0, |key, &member| key ^ splits.keys[usize::from(member)]);
        self.key(candidates, clues, left)
    }

    /// What is known of candidates that a glance does not settle.
    fn remembered(&self, splits: &Splits, members: &[u16], clues: Option<&Clues>, left: u32) -> Option<Known> {
        self.memo.get(self.key_of(splits, members, clues, left))
    }

    /// The cheapest plan for these columns, which a glance does not settle, if it costs less than the limit; otherwise a cost
    /// that none is below.
    pub(super) fn solve(
        &self,
        splits: &Splits,
        members: &[u16],
        allowed: Allowed<'_>,
        limit: Cost,
    ) -> Result<Known, Spent> {
        let known = self.search(splits, members, allowed, limit)?;
        self.memo.put(self.key_of(splits, members, allowed.clues, allowed.left), known);
        Ok(known)
    }

    fn search(&self, splits: &Splits, members: &[u16], allowed: Allowed<'_>, limit: Cost) -> Result<Known, Spent> {
        let figures = Figures::of(splits, members);
        let mut tried = Vec::new();
        if let Some(known) = self.by_candidates(splits, members, allowed.left, limit, &mut tried)? {
            return Ok(known);
        }
        let mut floor = least_floor(&tried);
        let of_candidates = floor;
        let tell_only_themselves = only_themselves(splits, members);
        let mut is_told_apart = false;
        tried.retain(|tried| tried.floor < limit);
        let mut is_member = [0u64; MOST / 64];
        for &member in members {
            is_member[usize::from(member) / 64] |= 1 << (member % 64);
        }
        let width = splits.set.len();
        for rows in allowed.rows.chunks((CELLS_A_NODE / members.len()).max(1)) {
            self.budget.spend(1)?;
            for &row in rows {
                let at = row as usize;
                if at < width && is_member[at / 64] >> (at % 64) & 1 == 1 {
                    continue;
                }
                let firsts = firsts(splits, splits.row(row), members);
                // It tells nothing.
                if firsts == figures.most {
                    continue;
                }
                is_told_apart = true;
                let cost = self::floor(figures.total, 0, firsts, allowed.left);
                floor = floor.min(cost);
                if cost < limit {
                    tried.push(Tried { estimate: 0, is_own: false, guess: splits.name(row), row, floor: cost });
                    // Nothing beats it but a candidate.
                    if firsts == figures.total && allowed.left > 2 && cost < of_candidates {
                        return Ok(Known { bound: Bound::exact(cost), guess: splits.name(row) });
                    }
                }
            }
        }
        if tell_only_themselves && !is_told_apart {
            let shares = members.iter().map(|&member| splits.set.shares[usize::from(member)]);
            let guess = splits.set.places[usize::from(members[0])];
            return Ok(Known { bound: Bound::exact(in_turn(shares, allowed.left)), guess });
        }
        if allowed.left == 2 {
            return self.last_but_one(splits, members, tried, floor);
        }
        if tried.is_empty() {
            return Ok(Known { bound: Bound::at_least(floor), guess: NO_GUESS });
        }
        self.try_all(splits, members, allowed, tried, (floor, limit))
    }

    /// The best guess where one more is left after it: what each costs is known already.
    fn last_but_one(
        &self,
        splits: &Splits,
        members: &[u16],
        mut tried: Vec<Tried>,
        floor: Cost,
    ) -> Result<Known, Spent> {
        tried.retain(|tried| tried.floor == floor);
        self.put_in_order(splits, members, &mut tried)?;
        Ok(match tried.first() {
            Some(best) => Known { bound: Bound::exact(floor), guess: best.guess },
            None => Known { bound: Bound::at_least(floor), guess: NO_GUESS },
        })
    }

    // Its tables must not lie on the stack of every level.
    #[inline(never)]
    fn put_in_order(&self, splits: &Splits, members: &[u16], tried: &mut [Tried]) -> Result<(), Spent> {
        let mut counts = [(0usize, 0u64, 0u64); MOST];
        for guesses in tried.chunks_mut((CELLS_A_NODE / members.len()).max(1)) {
            self.budget.spend(1)?;
            for guess in guesses {
                let row = splits.row(guess.row);
                for &member in members {
                    let share = splits.set.shares[usize::from(member)];
                    let (count, total, most) = &mut counts[usize::from(row[usize::from(member)])];
                    *count += 1;
                    *total += share;
                    *most = share.max(*most);
                }
                for &member in members {
                    let (count, total, most) = std::mem::take(&mut counts[usize::from(row[usize::from(member)])]);
                    if count > 0 && !(guess.is_own && u32::from(member) == guess.row) {
                        guess.estimate += estimate(count, total, most);
                    }
                }
            }
        }
        tried.sort_unstable_by_key(|tried| (tried.estimate, !tried.is_own, tried.guess));
        Ok(())
    }

    /// Tries guesses until one is found that none can beat.
    fn try_all(
        &self,
        splits: &Splits,
        members: &[u16],
        allowed: Allowed<'_>,
        mut tried: Vec<Tried>,
        (floor, limit): (Cost, Cost),
    ) -> Result<Known, Spent> {
        self.put_in_order(splits, members, &mut tried)?;
        let (mut best, mut guess, mut others) = (limit, NO_GUESS, Cost::MOST);
        for next in &tried {
            if next.floor >= best {
                continue;
            }
            let cost = self.try_one(splits, members, allowed, (next.row, next.is_own), best)?;
            if cost < best {
                (best, guess) = (cost, next.guess);
                if best == floor {
                    break;
                }
            } else {
                others = others.min(cost);
            }
        }
        Ok(if guess == NO_GUESS {
            Known { bound: Bound::at_least(others.min(limit).max(floor)), guess }
        } else {
            Known { bound: Bound::exact(best), guess }
        })
    }

    /// What the cheapest plan costs that begins with this row, as the candidate's own guess or as any other's that splits alike, if
    /// that is less than the limit; otherwise as much as the limit at least.
    pub(super) fn try_one(
        &self,
        splits: &Splits,
        members: &[u16],
        allowed: Allowed<'_>,
        (row, is_own): (u32, bool),
        limit: Cost,
    ) -> Result<Cost, Spent> {
        let labels = splits.row(row);
        let mut sorted: Vec<(u8, u16)> = members.iter().map(|&member| (labels[usize::from(member)], member)).collect();
        sorted.sort_unstable();
        let members: Vec<u16> = sorted.iter().map(|&(_, member)| member).collect();
        let mut cost = Cost::won(Figures::of(splits, &members).total);
        let mut open: Vec<Bucket> = Vec::new();
        let mut start = 0;
        for bucket in sorted.chunk_by(|one, other| one.0 == other.0) {
            let end = start + bucket.len();
            let is_won = is_own && u32::from(members[start]) == row;
            if !is_won {
                let left = limit_for(one_less(allowed.left), bucket.len());
                let Figures { total, most, .. } = Figures::of(splits, &members[start..end]);
                let simple = simple(bucket.len(), total, most, left);
                let floor = simple.unwrap_or(Cost::won(2 * total - most));
                cost += floor;
                if simple.is_none() {
                    open.push(Bucket { start, end, floor });
                }
            }
            start = end;
        }
        self.settle(splits, &members, allowed, row, open, (cost, limit))
    }

    /// Settles the buckets that are not simple: first all at a glance, then one by one.
    fn settle(
        &self,
        splits: &Splits,
        members: &[u16],
        allowed: Allowed<'_>,
        row: u32,
        mut open: Vec<Bucket>,
        (mut cost, limit): (Cost, Cost),
    ) -> Result<Cost, Spent> {
        open.sort_by_key(|bucket| bucket.end - bucket.start);
        let mut harder: Vec<(Bucket, Option<Clues>)> = Vec::new();
        for mut bucket in open {
            if cost >= limit {
                return Ok(cost);
            }
            let candidates = &members[bucket.start..bucket.end];
            let left = limit_for(one_less(allowed.left), candidates.len());
            let mut known = Self::glance(splits, candidates, left);
            let mut clues = None;
            if !known.bound.exact {
                clues = allowed.clues.map(|clues| self.told(splits, clues, row, candidates[0]));
                if let Some(better) = self.remembered(splits, candidates, clues.as_ref(), left) {
                    known = better;
                }
            }
            cost.raise(bucket.floor, known.bound.cost.max(bucket.floor));
            if !known.bound.exact {
                bucket.floor = known.bound.cost.max(bucket.floor);
                harder.push((bucket, clues));
            }
        }
        for (bucket, clues) in harder {
            if cost >= limit {
                return Ok(cost);
            }
            let candidates = &members[bucket.start..bucket.end];
            let left = limit_for(one_less(allowed.left), candidates.len());
            let rows = match &clues {
                None => Cow::Borrowed(allowed.rows),
                Some(clues) => Cow::Owned(self.rows_allowed(splits, allowed.rows, clues)?),
            };
            let next = Allowed { clues: clues.as_ref(), rows: &rows, left };
            let mut others = cost;
            others.raise(bucket.floor, Cost::default());
            let bound = self.solve(splits, candidates, next, limit.left_by(others))?.bound;
            cost.raise(bucket.floor, bound.cost.max(bucket.floor));
        }
        Ok(cost)
    }

    /// What hard mode demands after this guess, if this is the answer.
    fn told(&self, splits: &Splits, clues: &Clues, row: u32, answer: u16) -> Clues {
        // In hard mode every row is its own guess's.
        let (guess, answer) =
            (self.lists.word(splits.name(row)), self.lists.word(splits.set.places[usize::from(answer)]));
        let mut clues = clues.clone();
        clues.learn(guess, Pattern::of(guess, answer));
        clues
    }

    fn rows_allowed(&self, splits: &Splits, rows: &[u32], clues: &Clues) -> Result<Vec<u32>, Spent> {
        self.budget.spend(1 + (rows.len() / CELLS_A_NODE * 4) as u64)?;
        Ok(rows.iter().copied().filter(|&row| clues.allow(self.lists.word(splits.name(row)))).collect())
    }
}
