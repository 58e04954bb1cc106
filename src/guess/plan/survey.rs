//! Every guess looked at once: how it splits a set of candidates that is too large for a table.
//!
//! What is kept of it: the least that the guess costs, by which it is passed over; what it will probably cost, by which it is
//! tried; and its *reach*: the share that the guess after it can win at most, one candidate a bucket. In a part of the set a guess
//! reaches no more than in the whole, which makes floors for parts: they are looked for among the guesses of the greatest
//! reach first, and the search ends where the next could not reach further ([`Survey::floor_of`]).

use std::cell::RefCell;

use super::cost::Cost;
use super::ends::{limit_for, one_less, simple};
use super::estimate::estimate;
use super::numbers::Numbers;
use super::search::Search;
use super::splits::{MOST, Set};
use crate::budget::{Budget, Spent};
use crate::guess::clues::Clues;
use crate::guess::columns::Columns;
use crate::guess::lists::Lists;
use crate::guess::pattern::Pattern;

/// Candidates that are looked at in the time of a node.
const CANDIDATES_A_NODE: usize = 1024;

/// A guess that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surveyed {
    /// The guess.
    pub(super) guess: u32,
    /// Whether it is a candidate.
    pub(super) is_own: bool,
    /// What it costs at least.
    pub(super) floor: Cost,
    /// Whether it tells nothing.
    pub(super) is_useless: bool,
    /// What it will probably cost.
    estimate: u64,
    /// What it wins now and with the next guess at most, which is what it saves of three guesses a candidate.
    reach: u64,
}

impl Surveyed {
    /// Guesses are tried in this order: what they will probably cost, candidates first, then the alphabet.
    pub(super) fn order(&self) -> (u64, bool, u32) {
        (self.estimate, !self.is_own, self.guess)
    }
}

/// Looks at guesses one by one.
#[derive(Debug)]
pub(super) struct Surveyor<'a> {
    lists: &'a Lists,
    numbers: &'a RefCell<Numbers>,
    left: u32,
    total: u64,
    shares: &'a [u64],
    columns: Columns,
    patterns: Vec<u16>,
    /// By number: count, total and largest share of the bucket.
    buckets: Vec<(usize, u64, u64)>,
}

impl<'a> Surveyor<'a> {
    /// Whoever looks at guesses for this set.
    pub(super) fn new(search: &'a Search<'_>, set: &'a Set, left: u32) -> Self {
        Self {
            lists: search.lists,
            numbers: &search.numbers,
            left,
            total: set.total(),
            shares: &set.shares,
            columns: Columns::of(search.lists, &set.places),
            patterns: vec![0; set.len()],
            buckets: Vec::with_capacity(set.len().min(Pattern::count(search.lists.length()))),
        }
    }

    /// Looks at a guess.
    pub(super) fn look_at(&mut self, guess: u32, budget: &Budget) -> Result<Surveyed, Spent> {
        budget.spend(1 + (self.shares.len() / CANDIDATES_A_NODE) as u64)?;
        self.columns.mark(self.lists.word(guess), &mut self.patterns);
        let mut numbers = self.numbers.borrow_mut();
        numbers.begin();
        self.buckets.clear();
        let mut reach = 0;
        let mut own = None;
        let right = Pattern::all_green(self.lists.length()).0;
        for (&pattern, &share) in self.patterns.iter().zip(self.shares) {
            let number = numbers.of(pattern) as usize;
            if number == self.buckets.len() {
                self.buckets.push((0, 0, share));
                reach += share;
            }
            let (count, total, _) = &mut self.buckets[number];
            (*count, *total) = (*count + 1, *total + share);
            if pattern == right {
                own = Some((number, share));
            }
        }
        let (mut floor, mut estimated) = (Cost::won(self.total), 0);
        for (number, &(count, total, most)) in self.buckets.iter().enumerate() {
            if own.is_some_and(|(own, _)| own == number) {
                continue;
            }
            let left = limit_for(one_less(self.left), count);
            floor += simple(count, total, most, left).unwrap_or(Cost::won(2 * total - most));
            // After the last guess it does not matter what is left.
            estimated += if self.left == 1 { 0 } else { estimate(count, total, most) };
        }
        let is_own = own.is_some();
        let reach = reach + own.map_or(0, |(_, share)| share);
        let is_useless = !is_own && self.buckets.len() == 1;
        Ok(Surveyed { guess, is_own, floor, is_useless, estimate: estimated, reach })
    }
}

/// Guesses that were looked at.
#[derive(Debug)]
pub(super) struct Survey {
    /// In the order in which they are tried.
    pub(super) guesses: Vec<Surveyed>,
    /// Reach and guess, the greatest first.
    reaches: Vec<(u64, u32)>,
    /// Whether all that may be guessed later is among them. Otherwise nothing follows for what comes later.
    is_whole: bool,
}

impl Survey {
    /// What was looked at, in order, and whether that is all that may be guessed later.
    pub(super) fn of(mut guesses: Vec<Surveyed>, is_whole: bool) -> Self {
        guesses.sort_unstable_by_key(Surveyed::order);
        let mut reaches: Vec<(u64, u32)> = guesses.iter().map(|seen| (seen.reach, seen.guess)).collect();
        reaches.sort_unstable_by(|one, other| other.cmp(one));
        Self { guesses, reaches, is_whole }
    }

    /// What any guess costs at least for a part of the candidates, which no candidate tells apart if a table has room for them.
    pub(super) fn floor_of(
        &self,
        search: &Search<'_>,
        part: &Set,
        clues: Option<&Clues>,
        left: u32,
    ) -> Result<Cost, Spent> {
        let (most, least) = (part.shares[0], part.shares[part.len() - 1]);
        if !self.is_whole {
            return Ok(part.floor(left));
        }
        let mut reach = Reach::new(search, part);
        // Whether a candidate tells all others apart was seen only where they are few.
        let highest = if part.len() > MOST { reach.total + most } else { reach.total - least + most };
        let mut best = 0;
        for &(in_whole, guess) in &self.reaches {
            if in_whole <= best || best >= highest {
                break;
            }
            if clues.is_none_or(|clues| clues.allow(search.lists.word(guess))) {
                search.budget.spend(1 + (part.len() / CANDIDATES_A_NODE) as u64)?;
                best = reach.of(guess).max(best);
            }
        }
        let total = reach.total;
        Ok(match left {
            2 => Cost { lost: total - best.min(total), guesses: 2 * total - most },
            _ => Cost::won(3 * total - best.min(highest)),
        })
    }
}

/// How far guesses reach in a set.
pub(super) struct Reach<'a> {
    lists: &'a Lists,
    set: &'a Set,
    total: u64,
    columns: Columns,
    patterns: Vec<u16>,
    numbers: &'a RefCell<Numbers>,
}

impl<'a> Reach<'a> {
    pub(super) fn new(search: &'a Search<'_>, set: &'a Set) -> Self {
        Self {
            lists: search.lists,
            set,
            total: set.total(),
            columns: Columns::of(search.lists, &set.places),
            patterns: vec![0; set.len()],
            numbers: &search.numbers,
        }
    }

    /// Whether a guess tells all of them apart.
    pub(super) fn is_perfect(&mut self, guess: u32) -> bool {
        self.columns.mark(self.lists.word(guess), &mut self.patterns);
        let mut numbers = self.numbers.borrow_mut();
        numbers.begin();
        (0..).zip(&self.patterns).all(|(number, &pattern)| numbers.of(pattern) == number)
    }

    /// What a guess wins now and with the next guess at most.
    fn of(&mut self, guess: u32) -> u64 {
        self.columns.mark(self.lists.word(guess), &mut self.patterns);
        let mut numbers = self.numbers.borrow_mut();
        numbers.begin();
        let right = Pattern::all_green(self.lists.length()).0;
        let (mut reach, mut met) = (0, 0);
        for (&pattern, &share) in self.patterns.iter().zip(&self.set.shares) {
            if numbers.of(pattern) == met {
                met += 1;
                // Its own is won now, which saves two guesses.
                reach += if pattern == right { 2 * share } else { share };
            }
        }
        reach
    }
}
