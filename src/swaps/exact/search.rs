//! Branch and bound over the kernel.
//!
//! The question asked is always the same: does this graph split into at least `need` cycles? A node answers no where a
//! bound says so or where the same graph was asked before; else it takes one edge and tries every cycle through it that
//! needs looking at ([`paths`](super::paths)). Behind each cycle the rest is reduced again and falls apart into components,
//! each a question of its own.
//!
//! Bounds on cycles, from the cheapest to the dearest:
//! - a third of the edges, for no cycle is shorter than three;
//! - the [`Prices`] of the first graph, where they were needed;
//! - the backward edges of an [`Order`], which is handed down from node to node and improved on the way.
//!
//! The last two do more than end a search. Say a graph's edges cost 10 in all, no cycle less than 1, and 10 cycles are needed:
//! then no cycle may cost more than 1. Only cycles within such [`Limits`] are tried, and the edge to branch on is the one
//! that has the fewest of them, often one or none.
//!
//! A graph is met in three steps: a greedy split and a quickly improved order, which mostly agree and end it; a short search;
//! and, for the few that are left, a better order, prices, and the search to its end.

use super::graph::{Graph, Log, members};
use super::memo::Memo;
use super::order::Order;
use super::paths::{Cycle, Limits, Walk, shortest_cycle};
use super::prices::{self, Prices};
use crate::budget::{Budget, Spent};

/// How often the order of a graph that was not met before is shaken.
const SHAKES_FIRST: u32 = 16;
/// How often again, once a short search has failed.
const SHAKES_THEN: u32 = 200;
/// How often at every node.
const SHAKES_A_NODE: u32 = 4;
/// Nodes of the short search.
const PATIENCE: u64 = 160;

/// Scratch of a search, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Search {
    memo: Memo,
    best: Log,
    prices: Option<Prices>,
}

/// What a search found of one graph: `cycles` are in the log, and there are at most `bound`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) cycles: u32,
    pub(super) bound: u32,
}

impl Search {
    /// Splits a connected reduced graph into as many cycles as it finds, logs them, and says how many there may be.
    pub(super) fn split(&mut self, graph: &Graph, log: &mut Log, budget: &Budget) -> Found {
        let mark = log.mark();
        complete(graph.clone(), log);
        let mut cycles = log.cycles_since(mark);
        let mut bound = graph.edges() / 3;
        if cycles == bound {
            return Found { cycles, bound };
        }
        let mut order = Order::ascending(graph.live());
        let backward = order.backward_edges(graph);
        bound = bound.min(order.improve(graph, backward, cycles + 1));
        if bound > cycles {
            bound = bound.min(order.shake(graph, cycles + 1, SHAKES_FIRST, budget));
        }
        if cycles >= bound {
            return Found { cycles, bound: cycles };
        }
        let mut best = std::mem::take(&mut self.best);
        log.cut(mark, &mut best);
        self.memo.forget();
        self.prices = None;
        let patience = budget.part(PATIENCE);
        let (more, stopped) = self.raise(graph, order, Found { cycles, bound }, log, &mut best, &patience);
        Found { cycles, bound } = more;
        if stopped && budget.absorb(&patience).is_ok() {
            bound = bound.min(order.shake(graph, cycles + 1, SHAKES_THEN, budget));
            if bound > cycles
                && let Ok(prices) = prices::find(graph, cycles + 1, budget)
            {
                bound = bound.min(prices.bound(graph));
                self.prices = Some(prices);
                let (more, _) = self.raise(graph, order, Found { cycles, bound }, log, &mut best, budget);
                Found { cycles, bound } = more;
            }
        }
        log.append(&best);
        self.best = best;
        Found { cycles, bound }
    }

    /// Asks for one cycle more, over and over, until there is none or the budget is spent.
    fn raise(
        &mut self,
        graph: &Graph,
        order: Order,
        mut found: Found,
        log: &mut Log,
        best: &mut Log,
        budget: &Budget,
    ) -> (Found, bool) {
        let mark = log.mark();
        while found.cycles < found.bound {
            match self.reach(graph, order, found.cycles + 1, log, budget) {
                Ok(true) => {
                    found.cycles = log.cycles_since(mark);
                    log.cut(mark, best);
                }
                Ok(false) => found.bound = found.cycles,
                Err(_) => {
                    log.rewind(mark);
                    return (found, true);
                }
            }
        }
        (found, false)
    }

    /// Whether a connected reduced graph splits into this many cycles or more; if so they are logged, else nothing is.
    fn reach(
        &mut self,
        graph: &Graph,
        mut order: Order,
        need: u32,
        log: &mut Log,
        budget: &Budget,
    ) -> Result<bool, Spent> {
        budget.spend(1)?;
        if need == 0 {
            complete(graph.clone(), log);
            return Ok(true);
        }
        if graph.edges() / 3 < need {
            return Ok(false);
        }
        let cost = self.prices.as_ref().map(|prices| (prices.cost(graph), need * prices.cheapest()));
        if cost.is_some_and(|(cost, least)| cost < least) {
            return Ok(false);
        }
        let backward = order.backward_edges(graph);
        if order.improve(graph, backward, need) < need || self.memo.is_below(graph, need) {
            return Ok(false);
        }
        let backward = order.shake(graph, need, SHAKES_A_NODE, budget);
        if backward < need {
            return Ok(false);
        }
        let most = |prices: &Prices| cost.map_or(0, |(cost, least)| prices.cheapest() + cost - least);
        let limits = Limits {
            earlier: order.earlier(),
            backward: 1 + backward - need,
            prices: self.prices.as_ref().map(|prices| (prices, most(prices))),
        };
        let mark = log.mark();
        for cycle in branches(graph, &limits, budget)? {
            let mut rest = graph.clone();
            rest.remove_cycle(cycle.vertices(), log);
            rest.reduce(log);
            let left = need.saturating_sub(log.cycles_since(mark));
            if self.reach_all(&rest, &order, left, log, budget)? {
                return Ok(true);
            }
            log.rewind(mark);
        }
        self.memo.set_below(graph, need);
        Ok(false)
    }

    /// As [`Search::reach`], of a graph that may be of several components or none.
    fn reach_all(
        &mut self,
        graph: &Graph,
        order: &Order,
        need: u32,
        log: &mut Log,
        budget: &Budget,
    ) -> Result<bool, Spent> {
        let first = graph.component(graph.live());
        if first == graph.live() {
            return if first == 0 {
                Ok(need == 0)
            } else {
                self.reach(graph, order.restricted_to(first), need, log, budget)
            };
        }
        let (mut parts, mut bound) = (Vec::new(), 0);
        let mut vertices = graph.live();
        while vertices != 0 {
            let component = graph.component(vertices);
            vertices &= !component;
            let part = graph.part(component);
            let mut order = order.restricted_to(component);
            let backward = order.backward_edges(&part);
            let most = order.improve(&part, backward, 0).min(part.edges() / 3);
            bound += most;
            parts.push((part, order, most));
        }
        parts.sort_by_key(|(part, ..)| part.edges());
        let start = log.mark();
        for (part, order, most) in parts {
            // The others cannot bring more than their bounds: this one must bring the rest.
            bound -= most;
            let mark = log.mark();
            let mut least = need.saturating_sub(bound + log.cycles_since(start));
            if least > most || !self.reach(&part, order, least, log, budget)? {
                log.rewind(start);
                return Ok(false);
            }
            loop {
                least = log.cycles_since(mark) + 1;
                if least > most || need <= bound + log.cycles_since(start) {
                    break;
                }
                let mut kept = Log::default();
                log.cut(mark, &mut kept);
                if !self.reach(&part, order, least, log, budget)? {
                    log.append(&kept);
                    break;
                }
            }
        }
        Ok(log.cycles_since(start) >= need)
    }
}

/// The cycles to try, shortest first, through the edge that has the fewest.
fn branches(graph: &Graph, limits: &Limits<'_>, budget: &Budget) -> Result<Vec<Cycle>, Spent> {
    let mut walk = Walk::new(graph, limits, budget);
    let (mut fewest, mut edge) = (usize::MAX, (0, 0));
    'edges: for t in members(graph.live()) {
        for s in members(graph.out(t)) {
            let count = walk.cycles_through(t, s, fewest)?.len();
            if count < fewest {
                (fewest, edge) = (count, (t, s));
                if count < 2 {
                    break 'edges;
                }
            }
        }
    }
    let mut cycles = std::mem::take(walk.cycles_through(edge.0, edge.1, usize::MAX)?);
    cycles.sort_by_key(|cycle| cycle.vertices().len());
    Ok(cycles)
}

/// Splits the whole graph, a shortest cycle at a time.
fn complete(mut graph: Graph, log: &mut Log) {
    graph.reduce(log);
    while graph.live() != 0 {
        let cycle = shortest_cycle(&graph);
        graph.remove_cycle(cycle.vertices(), log);
        graph.reduce(log);
    }
}
