//! The best fills found so far, and what is known of all.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Fills, Scope, Solution};
use crate::budget::{Budget, Spent};
use crate::puzzle::{Board, Grid};
use crate::swaps;

/// What it takes at most to find the swaps of a fill that is listed, but for letters that are chosen to be hard.
const A_LISTED_FILL: Duration = Duration::from_micros(50);

/// A fill: its swaps, and its characters in reading order.
pub(in crate::fill) type Ranked = (u32, Vec<char>);

/// The best fills found so far, each once, by swaps and then by characters.
///
/// One more is kept than is to be listed: it tells that there are more.
#[derive(Debug)]
pub(in crate::fill) struct Ranking {
    scope: Scope,
    listed: usize,
    fills: BTreeSet<Ranked>,
}

impl Ranking {
    /// Lists at most so many fills, one at least.
    pub(in crate::fill) fn new(scope: Scope, listed: usize) -> Self {
        Self { scope, listed: listed.max(1), fills: BTreeSet::new() }
    }

    /// Which fills count.
    pub(in crate::fill) fn scope(&self) -> Scope {
        self.scope
    }

    /// The number of fills that ends a search which only counts them: one more than are listed.
    pub(in crate::fill) fn enough(&self) -> u64 {
        (self.listed as u64).saturating_add(1)
    }

    /// The most swaps that a fill may take to be worth adding.
    pub(in crate::fill) fn bar(&self) -> u32 {
        let last = match self.scope {
            Scope::Optimal => self.fills.first(),
            Scope::All => self.fills.last().filter(|_| self.fills.len() > self.listed),
        };
        last.map_or(u32::MAX, |fill| fill.0)
    }

    /// Adds a fill, if it is among the best.
    pub(in crate::fill) fn add(&mut self, swaps: u32, target: impl Iterator<Item = char>) {
        if swaps > self.bar() {
            return;
        }
        if self.scope == Scope::Optimal && self.fewest().is_some_and(|fewest| swaps < fewest) {
            self.fills.clear();
        }
        self.fills.insert((swaps, target.collect()));
        if self.fills.len() as u64 > self.enough() {
            self.fills.pop_last();
        }
    }

    /// The fewest swaps of any.
    pub(in crate::fill) fn fewest(&self) -> Option<u32> {
        self.fills.first().map(|fill| fill.0)
    }

    /// How many are kept.
    pub(in crate::fill) fn kept(&self) -> u64 {
        self.fills.len() as u64
    }

    /// What a search may take whose fills are listed then, each with its swaps.
    pub(in crate::fill) fn to_search(&self, budget: &Budget) -> Budget {
        budget.sparing(A_LISTED_FILL * u32::try_from(self.listed).unwrap_or(u32::MAX))
    }

    /// The answer: what a search came to, or what is known where it was cut short with this bound. It has the fills that are listed,
    /// whatever time it is, unless nobody waits any more.
    pub(in crate::fill) fn fills(
        &self,
        start: &Grid,
        searched: Result<Outcome, Spent>,
        lower_bound: u32,
        budget: &Budget,
    ) -> Fills {
        let to_the_end = budget.to_the_end();
        let outcome = searched.unwrap_or_else(|_| {
            // What is as good as the bound is the best all the same, and where all fills count, some are searched for beyond it.
            let fewest = self.fewest().unwrap_or(u32::MAX);
            let (lower_bound, proven) = (lower_bound.min(fewest), fewest <= lower_bound);
            Outcome { lower_bound, proven, found: self.kept(), complete: false }
        });
        let solution = |(_, cells): &Ranked| {
            let target = Grid::new(start.layout(), cells.clone()).ok()?;
            let board = Board::new(start.clone(), target.clone()).ok()?;
            let found = swaps::exact::solve(&board, &to_the_end);
            Some(Solution { target, swaps: found.swaps })
        };
        Fills {
            solutions: self.fills.iter().take(self.listed).filter_map(solution).collect(),
            lower_bound: outcome.lower_bound,
            proven: outcome.proven,
            found: outcome.found,
            complete: outcome.complete,
            scope: self.scope,
        }
    }
}

/// What is known once a search has ended.
#[derive(Clone, Copy, Debug)]
pub(in crate::fill) struct Outcome {
    /// No fill takes fewer swaps.
    pub(in crate::fill) lower_bound: u32,
    /// The best are known, or there are none.
    pub(in crate::fill) proven: bool,
    /// Fills that count.
    pub(in crate::fill) found: u64,
    /// There are no others.
    pub(in crate::fill) complete: bool,
}

impl Outcome {
    /// What is known once no better fill can come.
    pub(in crate::fill) fn known(ranking: &Ranking, found: u64, complete: bool) -> Self {
        Self { lower_bound: ranking.fewest().unwrap_or(0), proven: true, found, complete }
    }
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::fill) enum Stop {
    /// The budget was spent.
    Spent(Spent),
    /// Enough fills were counted.
    Enough,
}

impl From<Spent> for Stop {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}
