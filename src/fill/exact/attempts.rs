//! When to look for all word sets, and what is known once they were found.

use super::orders::Orders;
use crate::budget::{Budget, Spent};
use crate::fill::Scope;
use crate::fill::ranking::{Outcome, Ranking};
use crate::fill::sets::Candidates;
use crate::fill::sets::Sets;

/// The most sets that are looked for: 36 bytes each.
const MOST_SETS: usize = 100_000;
/// Nodes for the rest of all word sets that are always worth it.
const ALWAYS_WORTH: u64 = 300;
/// Others are worth it once they are no more than so many times all nodes so far: theirs take half the time of a level's.
const CHEAPER: u64 = 2;
/// Those that could come to be worth it are no more than so many times all nodes so far. They get a share of the nodes, for the
/// estimate is a poor one: on letters that make few words it is often ten times what it takes.
const IN_SIGHT: u64 = 64;
/// That share is one node in so many.
const SHARE: u64 = 4;
/// They get none before there were so many.
const NOT_BEFORE: u64 = 4_000;

/// Attempts to find all word sets, each of which goes on where the last was put aside.
#[derive(Debug)]
pub(super) struct Attempts {
    /// Whether any are made.
    enabled: bool,
    /// Begun when it is due.
    sets: Option<Sets>,
    /// What the first attempt said that all sets take.
    estimate: u64,
    /// Nodes of the next one.
    nodes: u64,
}

impl Attempts {
    /// The first one is due at once, with so many nodes. None are ever made where that is 0.
    pub(super) fn new(first: u64) -> Self {
        Self { enabled: first > 0, sets: None, estimate: 0, nodes: first }
    }

    /// Begins anew, for candidates in another order.
    pub(super) fn begin_anew(&mut self) {
        if let Some(sets) = self.sets.take() {
            self.estimate = sets.cost();
            // They will be no fewer in another order.
            self.enabled = !sets.are_too_many();
        }
    }

    /// Whether another one is due after so many nodes in all. If so it is prepared.
    pub(super) fn are_due(&mut self, all: u64, ranking: &Ranking) -> bool {
        if !self.enabled || self.sets.as_ref().is_some_and(Sets::are_too_many) {
            return false;
        }
        let (cost, nodes) = self.sets.as_ref().map_or((self.estimate, 0), |sets| (sets.cost(), sets.nodes()));
        let rest = cost.saturating_sub(nodes);
        if rest <= ALWAYS_WORTH.max(CHEAPER.saturating_mul(all)) {
            self.nodes = rest.saturating_mul(2).max(all / 2);
            return true;
        }
        self.nodes = all / 2;
        // Where there is no fill, this is what proves it.
        let in_sight = ranking.fewest().is_none() || rest / IN_SIGHT <= all;
        in_sight && all >= NOT_BEFORE && nodes < all / SHARE
    }

    /// Looks for all word sets. Where that finds all, ranks all fills; else those of one set.
    pub(super) fn make(
        &mut self,
        candidates: &Candidates,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<Option<Outcome>, Spent> {
        if !self.enabled {
            return Ok(None);
        }
        let sets = self.sets.get_or_insert_with(|| Sets::new(candidates, MOST_SETS));
        let part = budget.part(self.nodes);
        let all = sets.go_on(candidates, &part).is_ok();
        let absorbed = budget.absorb(&part);
        let mut orders = Orders::new(candidates, budget);
        let some = if all { sets.found() } else { sets.found().last().map_or(&[][..], std::slice::from_ref) };
        for &set in some {
            orders.rank(set, ranking)?;
        }
        absorbed?;
        let fills = match ranking.scope() {
            Scope::Optimal => orders.optimal,
            Scope::All => orders.fills,
        };
        Ok(all.then(|| Outcome::known(ranking, fills, true)))
    }
}
