//! The best fills found so far.

use std::collections::BTreeSet;

use crate::fill::Scope;

/// A fill: its swaps, and its characters in reading order.
pub(super) type Ranked = (u32, Vec<char>);

/// The best fills found so far, each once, by swaps and then by characters.
///
/// One more is kept than is to be listed: it tells that there are more.
#[derive(Debug)]
pub(super) struct Ranking {
    scope: Scope,
    listed: usize,
    fills: BTreeSet<Ranked>,
}

impl Ranking {
    /// Lists at most so many fills, one at least.
    pub(super) fn new(scope: Scope, listed: usize) -> Self {
        Self { scope, listed: listed.max(1), fills: BTreeSet::new() }
    }

    /// Which fills count.
    pub(super) fn scope(&self) -> Scope {
        self.scope
    }

    /// The number of fills that ends a search which only counts them: one more than are listed.
    pub(super) fn enough(&self) -> u64 {
        (self.listed as u64).saturating_add(1)
    }

    /// The most swaps that a fill may take to be worth adding.
    pub(super) fn bar(&self) -> u32 {
        let last = match self.scope {
            Scope::Optimal => self.fills.first(),
            Scope::All => self.fills.last().filter(|_| self.fills.len() > self.listed),
        };
        last.map_or(u32::MAX, |fill| fill.0)
    }

    /// Adds a fill, if it is among the best.
    pub(super) fn add(&mut self, swaps: u32, target: impl Iterator<Item = char>) {
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
    pub(super) fn fewest(&self) -> Option<u32> {
        self.fills.first().map(|fill| fill.0)
    }

    /// How many are kept.
    pub(super) fn kept(&self) -> u64 {
        self.fills.len() as u64
    }

    /// The fills to be listed, best first.
    pub(super) fn listed(&self) -> impl Iterator<Item = &Ranked> {
        self.fills.iter().take(self.listed)
    }
}
