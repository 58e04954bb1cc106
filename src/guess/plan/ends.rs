//! What needs no search: the last guess, one candidate or two, and candidates that tell each other apart.

use super::cost::{Bound, Cost};
use super::memo::Known;
use super::search::{CELLS_A_NODE, NO_GUESS, Search, UNLIMITED};
use super::splits::{MOST, Splits};
use crate::budget::Spent;

/// A guess and what is known of its cost.
pub(super) struct Tried {
    pub(super) estimate: u64,
    pub(super) is_own: bool,
    /// The guess: the candidate, or the row's name.
    pub(super) guess: u32,
    pub(super) row: u32,
    pub(super) floor: Cost,
}

/// Some of the columns of a table of splits, the most likely first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    pub(super) total: u64,
    pub(super) most: u64,
    pub(super) least: u64,
}

/// Guesses left after one more.
pub(super) fn one_less(left: u32) -> u32 {
    if left == UNLIMITED { UNLIMITED } else { left - 1 }
}

/// Guesses left, as far as they matter to so many candidates: each guess of a good plan splits them, so that as many guesses as
/// there are candidates are no limit.
pub(super) fn limit_for(left: u32, candidates: usize) -> u32 {
    if left as usize >= candidates { UNLIMITED } else { left }
}

/// The cost of candidates of these shares that need no further thought: the last guess, one candidate, or two.
pub(super) fn simple(count: usize, total: u64, most: u64, left: u32) -> Option<Cost> {
    match (left, count) {
        (0, _) => Some(Cost { lost: total, guesses: 0 }),
        (_, 1) => Some(Cost::won(total)),
        (1, _) => Some(Cost { lost: total - most, guesses: total }),
        (_, 2) => Some(Cost::won(2 * total - most)),
        _ => None,
    }
}

/// What it costs to guess candidates of these shares one after the other, the most likely first.
pub(super) fn in_turn(shares: impl IntoIterator<Item = u64>, left: u32) -> Cost {
    let mut cost = Cost::default();
    for (turn, share) in (1..).zip(shares) {
        cost += if turn <= left {
            Cost::won(u64::from(turn) * share)
        } else {
            Cost { lost: share, guesses: u64::from(left) * share }
        };
    }
    cost
}

/// Whether each of them as a guess tells nothing but whether it is the answer.
pub(super) fn only_themselves(splits: &Splits, members: &[u16]) -> bool {
    members.iter().all(|&member| {
        let row = splits.row(u32::from(member));
        let mut others = members.iter().filter(|&&other| other != member).map(|&other| row[usize::from(other)]);
        let first = others.next();
        others.all(|label| Some(label) == first)
    })
}

/// The share that is won at the latest with the guess after a row's: the sum of the largest of each bucket. Where shares are all
/// alike, buckets are counted.
#[inline]
pub(super) fn firsts(splits: &Splits, row: &[u8], members: &[u16]) -> u64 {
    let mut seen = [0u64; MOST / 64];
    let mut sum = 0;
    for &member in members {
        let label = usize::from(row[usize::from(member)]);
        let is_new = !(seen[label / 64] >> (label % 64)) & 1;
        sum += is_new * splits.set.shares[usize::from(member)];
        seen[label / 64] |= 1 << (label % 64);
    }
    sum
}

/// Whether the row tells all of them apart.
#[inline]
fn is_perfect(row: &[u8], members: &[u16]) -> bool {
    let mut seen = [0u64; MOST / 64];
    members.iter().all(|&member| {
        let label = usize::from(row[usize::from(member)]);
        let is_new = seen[label / 64] >> (label % 64) & 1 == 0;
        seen[label / 64] |= 1 << (label % 64);
        is_new
    })
}

impl Figures {
    pub(super) fn of(splits: &Splits, members: &[u16]) -> Self {
        let share = |member: Option<&u16>| member.map_or(0, |&member| splits.set.shares[usize::from(member)]);
        Self {
            total: members.iter().map(|member| share(Some(member))).sum(),
            most: share(members.first()),
            least: share(members.last()),
        }
    }
}

impl Search<'_> {
    /// What candidates tell of themselves at a glance, without the memo.
    pub(super) fn glance(splits: &Splits, members: &[u16], left: u32) -> Known {
        let Figures { total, most, least } = Figures::of(splits, members);
        let first = members.first().map_or(NO_GUESS, |&member| splits.set.places[usize::from(member)]);
        if let Some(cost) = simple(members.len(), total, most, left) {
            return Known { bound: Bound::exact(cost), guess: first };
        }
        let perfect = members.iter().find(|&&member| is_perfect(splits.row(u32::from(member)), members));
        if let Some(&perfect) = perfect {
            let own = splits.set.shares[usize::from(perfect)];
            // A likelier candidate that leaves one pair could cost less, but for this.
            if own + least > most || left == 2 {
                let guess = splits.set.places[usize::from(perfect)];
                return Known { bound: Bound::exact(Cost::won(2 * total - own)), guess };
            }
        } else if members.len() == 3 && left > 2 {
            // Guess the first; the others are a pair.
            return Known { bound: Bound::exact(Cost::won(2 * total - most + least)), guess: first };
        }
        Known { bound: Bound::at_least(Cost::won(2 * total - most + least)), guess: NO_GUESS }
    }

    /// Candidates as guesses: known at once where one of them cannot be beaten.
    pub(super) fn by_candidates(
        &self,
        splits: &Splits,
        members: &[u16],
        left: u32,
        limit: Cost,
        tried: &mut Vec<Tried>,
    ) -> Result<Option<Known>, Spent> {
        self.budget.spend(1 + (members.len() * members.len() / CELLS_A_NODE) as u64)?;
        let Figures { total, most, least } = Figures::of(splits, members);
        // What the most likely one costs if it leaves one pair, with the least likely in it. After a glance nothing costs less, and
        // what costs as much leaves no more either.
        let cheapest = Cost::won(2 * total - most + least);
        let mut best = NO_GUESS;
        for &member in members {
            let own = splits.set.shares[usize::from(member)];
            let firsts = firsts(splits, splits.row(u32::from(member)), members);
            let guess = splits.set.places[usize::from(member)];
            let floor = floor(total, own, firsts, left);
            tried.push(Tried { estimate: 0, is_own: true, guess, row: u32::from(member), floor });
            if floor == cheapest && firsts + least >= total {
                best = best.min(guess);
            }
        }
        if left > 2 && best != NO_GUESS {
            return Ok(Some(Known { bound: Bound::exact(cheapest), guess: best }));
        }
        let floor = if left == 2 { Cost::default() } else { least_floor(tried).min(Cost::won(2 * total)) };
        Ok((floor >= limit).then_some(Known { bound: Bound::at_least(floor), guess: NO_GUESS }))
    }
}

/// What the cheapest of these guesses costs at least.
pub(super) fn least_floor(tried: &[Tried]) -> Cost {
    tried.iter().map(|tried| tried.floor).min().unwrap_or(Cost::MOST)
}

/// What a guess costs at least that is a candidate of the share `own`, or none (0), and after which the next wins `firsts`;
/// just that where the next guess is the last.
pub(super) fn floor(total: u64, own: u64, firsts: u64, left: u32) -> Cost {
    if left == 2 {
        Cost { lost: total - firsts, guesses: 2 * total - own }
    } else {
        Cost::won(3 * total - own - firsts)
    }
}
