//! When to look for all word sets, and what is known once they were found.

use super::candidates::Candidates;
use super::levels::{Known, known};
use super::orders::Orders;
use super::ranking::Ranking;
use super::sets;
use crate::budget::{Budget, Spent};
use crate::fill::Scope;

/// Nodes for all word sets that are always worth it.
const ALWAYS_WORTH: u64 = 1_000;
/// Others are worth it once they are no more than so many times all nodes so far: theirs take half the time of a level's.
const CHEAPER: u64 = 2;
/// Those that could come to be worth it are no more than so many times all nodes so far. They are estimated anew, since an
/// estimate by a few nodes is a poor one.
const IN_SIGHT: u64 = 64;

/// Attempts to find all word sets.
#[derive(Debug)]
pub(super) struct Attempts {
    enabled: bool,
    /// Nodes of the next one.
    nodes: u64,
    /// Nodes that all sets would take, and what they make, once one was made.
    estimate: Option<u64>,
    /// Nodes of those that were made.
    spent: u64,
}

impl Attempts {
    /// The first one has so many nodes. None are ever made where that is 0.
    pub(super) fn new(nodes: u64) -> Self {
        Self { enabled: nodes > 0, nodes, estimate: None, spent: 0 }
    }

    /// Whether another one is due after so many nodes in all. If so it is prepared.
    pub(super) fn pay(&mut self, all: u64, ranking: &Ranking) -> bool {
        let estimate = self.estimate.unwrap_or(u64::MAX);
        if estimate <= ALWAYS_WORTH.max(CHEAPER * all) {
            self.nodes = estimate * 2;
            return self.enabled;
        }
        // Where there is no fill, this is what proves it.
        let (share, part) = if ranking.fewest().is_none() { (2, all) } else { (16, all / 4) };
        self.nodes = part;
        let in_sight = ranking.fewest().is_none() || estimate / IN_SIGHT <= all;
        self.enabled && in_sight && self.spent < all / share
    }

    /// Looks for all word sets. Where that finds all, ranks all fills; else those of one set.
    pub(super) fn make(
        &mut self,
        candidates: &Candidates,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<Option<Known>, Spent> {
        if !self.enabled {
            return Ok(None);
        }
        let part = budget.part(self.nodes);
        let found = sets::find(candidates, &part);
        self.spent += part.nodes();
        // What took longer than was estimated will do so again.
        self.estimate = Some(found.cost.max(self.nodes * 2));
        let absorbed = budget.absorb(&part);
        let mut orders = Orders::new(candidates, budget);
        for &set in found.sets.iter().take(if found.all { usize::MAX } else { 1 }) {
            orders.rank(set, ranking)?;
        }
        absorbed?;
        let fills = match ranking.scope() {
            Scope::Optimal => orders.optimal,
            Scope::All => orders.fills,
        };
        Ok(found.all.then(|| known(ranking, fills, true)))
    }
}
