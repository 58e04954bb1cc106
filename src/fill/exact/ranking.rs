//! The best fills found so far, and how many there are.

use std::collections::BTreeSet;

use crate::fill::Scope;

/// A fill: its swaps, and its characters in reading order.
pub(super) type Ranked = (u32, Vec<char>);

/// The best fills found so far, each once, by swaps and then by characters.
///
/// No more are kept than were asked for.
#[derive(Debug)]
pub(super) struct Ranking {
    scope: Scope,
    most: usize,
    fills: BTreeSet<Ranked>,
}

impl Ranking {
    /// Keeps at most so many fills, one at least.
    pub(super) fn new(scope: Scope, most: usize) -> Self {
        Self { scope, most: most.max(1), fills: BTreeSet::new() }
    }

    /// Which fills count.
    pub(super) fn scope(&self) -> Scope {
        self.scope
    }

    /// The number of fills that ends a search which only counts them: one more than can be kept.
    pub(super) fn enough(&self) -> u64 {
        self.most as u64 + 1
    }

    /// The most swaps that a fill may take to be worth adding.
    pub(super) fn bar(&self) -> u32 {
        let last = match self.scope {
            Scope::Optimal => self.fills.first(),
            Scope::All => self.fills.iter().next_back().filter(|_| self.fills.len() == self.most),
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
        if self.fills.len() > self.most {
            self.fills.pop_last();
        }
    }

    /// The fewest swaps of any.
    pub(super) fn fewest(&self) -> Option<u32> {
        self.fills.first().map(|fill| fill.0)
    }

    /// The fills, best first.
    pub(super) fn fills(&self) -> &BTreeSet<Ranked> {
        &self.fills
    }
}
