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
    /// Of the graph that was first met, where they were needed.
    prices: Option<Prices>,
    /// Added to every bound. Nothing, but in tests: the search must be right where bounds leave everything to it.
    doubt: u32,
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
        let goes_on = budget.absorb(&patience).is_ok();
        if stopped && goes_on {
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
        if graph.edges() / 3 + self.doubt < need {
            return Ok(false);
        }
        let cost = self.prices.as_ref().map(|prices| (prices.cost(graph), need * prices.cheapest()));
        if cost.is_some_and(|(cost, least)| cost < least) {
            return Ok(false);
        }
        let backward = order.backward_edges(graph);
        if order.improve(graph, backward, need) + self.doubt < need || self.memo.is_below(graph, need) {
            return Ok(false);
        }
        let backward = order.shake(graph, need, SHAKES_A_NODE, budget) + self.doubt;
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
            let most = order.improve(&part, backward, 0).min(part.edges() / 3) + self.doubt;
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
                if least > most || need <= log.cycles_since(start) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swaps::tests::oracles::{by_balanced_subsets, subsets};
    use crate::testing::Random;

    /// A random graph of this many edges, reduced, and the most cycles it splits into. None that the oracle would take long for.
    fn random_graph(random: &mut Random, edges: usize, kinds: usize) -> Option<(Graph, u32)> {
        let (start, target) = random.symbols(edges, kinds);
        if subsets(&start, &target) > 20_000 {
            return None;
        }
        let most = edges - by_balanced_subsets(&start, &target);
        let drawn: Vec<(u8, u8)> = start.into_iter().zip(target).filter(|(u, v)| u != v).collect();
        let (mut graph, mut log) = (Graph::new(), Log::default());
        let pairs = graph.draw(&drawn, kinds);
        graph.reduce(&mut log);
        let loops = u32::try_from(edges - drawn.len()).unwrap();
        Some((graph, u32::try_from(most).unwrap() - loops - pairs - log.cycles()))
    }

    #[test]
    fn the_search_is_right_whatever_bounds_leave_to_it() {
        let mut random = Random::new(9);
        let budget = Budget::unlimited();
        let mut searched = 0;
        for _ in 0..600 {
            let (edges, kinds) = (12 + random.below(7), 4 + random.below(4));
            let Some((graph, most)) = random_graph(&mut random, edges, kinds) else {
                continue;
            };
            for doubt in [0, 1, 9] {
                let mut search = Search { doubt, ..Search::default() };
                search.memo.forget();
                for need in 0..=most + 2 {
                    let mut log = Log::default();
                    let order = Order::ascending(graph.live());
                    let reached = search.reach_all(&graph, &order, need, &mut log, &budget).unwrap();
                    assert_eq!(reached, need <= most, "{need} of {most} in {graph:?}");
                    assert!(!reached || log.cycles() >= need && log.cycles() <= most);
                    assert!(reached || log.steps().is_empty());
                    searched += u32::from(need > 2);
                }
            }
        }
        assert!(searched > 200, "too few graphs had cycles to look for: {searched}");
    }

    /// Larger graphs, for which the oracle would take too long: here the search is asked without bounds what it proved with
    /// them. It meets graphs again and graphs that fall apart.
    #[test]
    fn bounds_only_save_time() {
        let mut random = Random::new(10);
        let (mut exhausted, mut log) = (0, Log::default());
        for round in 0..1_500 {
            let kinds = 6 + round % 6;
            let (start, target) = random.symbols(kinds * 3, kinds);
            let edges: Vec<(u8, u8)> = start.into_iter().zip(target).filter(|(u, v)| u != v).collect();
            let mut graph = Graph::new();
            graph.draw(&edges, kinds);
            graph.reduce(&mut log);
            log.clear();
            if graph.live() == 0 || graph.component(graph.live()) != graph.live() {
                continue;
            }
            let found = Search::default().split(&graph, &mut log, &Budget::unlimited());
            assert_eq!((found.cycles, log.cycles()), (found.bound, found.cycles));
            let mut search = Search { doubt: 99, ..Search::default() };
            search.memo.forget();
            for need in [found.cycles, found.cycles + 1] {
                log.clear();
                let order = Order::ascending(graph.live());
                let reached = search.reach(&graph, order, need, &mut log, &Budget::of_nodes(3_000));
                exhausted += u32::from(reached == Ok(false));
                assert!(reached.is_err() || reached == Ok(need == found.cycles), "{need} in {graph:?}");
            }
        }
        assert!(exhausted > 300, "too few searches came to their end: {exhausted}");
    }

    /// Two graphs side by side, each of which a greedy split gets wrong: neither may be given up before the other.
    #[test]
    fn components_are_each_split_into_the_most() {
        let mut random = Random::new(11);
        let mut tricky = Vec::new();
        let mut log = Log::default();
        while tricky.len() < 12 {
            let (start, target) = random.symbols(21, 7);
            let edges: Vec<(u8, u8)> = start.into_iter().zip(target).filter(|(u, v)| u != v).collect();
            let mut graph = Graph::new();
            let pairs = graph.draw(&edges, 7);
            log.clear();
            graph.reduce(&mut log);
            let closed = pairs + log.cycles();
            log.clear();
            complete(graph.clone(), &mut log);
            let greedy = log.cycles();
            if graph.live() != 0 && graph.component(graph.live()) == graph.live() {
                log.clear();
                let found = Search::default().split(&graph, &mut log, &Budget::unlimited());
                if greedy < found.cycles {
                    tricky.push((edges, closed + found.cycles));
                }
            }
        }
        for (one, most_of_one) in &tricky {
            for (other, most_of_other) in &tricky {
                let beside = other.iter().map(|(u, v)| (u + 7, v + 7));
                let mut graph = Graph::new();
                let pairs = graph.draw(&one.iter().copied().chain(beside).collect::<Vec<_>>(), 14);
                for doubt in [0, 1, 99] {
                    for extra in [0, 1] {
                        let mut search = Search { doubt, ..Search::default() };
                        search.memo.forget();
                        let need = most_of_one + most_of_other - pairs + extra;
                        log.clear();
                        let mut graph = graph.clone();
                        graph.reduce(&mut log);
                        let need = need - log.cycles();
                        let order = Order::ascending(graph.live());
                        let reached = search.reach_all(&graph, &order, need, &mut log, &Budget::unlimited());
                        assert_eq!(reached, Ok(extra == 0), "{one:?} {other:?}");
                    }
                }
            }
        }
    }
}
