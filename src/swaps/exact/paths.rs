//! The cycles through one edge that need looking at.
//!
//! Fix an edge `t -> s`. Every decomposition has it in some cycle: the edge and a path back from `s` to `t`. If an edge of
//! the graph leads from a vertex of that path to a later one that is not the next, the path may take this shortcut: the
//! cycle that had the shortcut gets the skipped piece of the path in its stead, and stays a closed walk, so the count does
//! not fall. Only paths without a shortcut are left.

use super::graph::{Graph, MAX_VERTICES, id, members};
use super::prices::Prices;
use crate::budget::{Budget, Spent};

/// A cycle of distinct vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    vertices: [u8; MAX_VERTICES],
    len: usize,
}

impl Cycle {
    pub(super) fn vertices(&self) -> &[u8] {
        &self.vertices[..self.len]
    }
}

/// What a cycle may cost if the count is still to be reached: at every price list, what the whole graph costs beyond what the
/// cycles needed cost at least is all that they may cost more than that.
pub(super) struct Limits<'a> {
    /// Vertices that come before each in the order, where the edges to them run backwards.
    pub(super) earlier: [u64; MAX_VERTICES],
    /// Edges of a cycle that may run backwards.
    pub(super) backward: u32,
    /// Prices, and what a cycle may cost in them.
    pub(super) prices: Option<(&'a Prices, u32)>,
}

/// Steps of a walk that are worth a node of the search.
const STEPS_A_NODE: u32 = 32;

/// Looks for cycles through one edge.
pub(super) struct Walk<'a> {
    pub(super) graph: &'a Graph,
    pub(super) limits: &'a Limits<'a>,
    pub(super) budget: &'a Budget,
    steps: u32,
    /// The edge's first vertex, where the way back ends.
    to: usize,
    path: Cycle,
    found: Vec<Cycle>,
    /// Stop when so many are found.
    enough: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(graph: &'a Graph, limits: &'a Limits<'a>, budget: &'a Budget) -> Self {
        let path = Cycle { vertices: [0; MAX_VERTICES], len: 0 };
        Self { graph, limits, budget, steps: 0, to: 0, path, found: Vec::new(), enough: 0 }
    }

    /// The cycles through `t -> s` that have no shortcut and keep the limits, `s` first and `t` last, at most so many.
    pub(super) fn cycles_through(&mut self, t: usize, s: usize, enough: usize) -> Result<&mut Vec<Cycle>, Spent> {
        self.to = t;
        self.enough = enough;
        self.found.clear();
        self.path.len = 0;
        let backward = u32::from(self.limits.earlier[t] >> s & 1 != 0);
        let cost = self.limits.prices.map_or(0, |(prices, _)| prices.distance(t, s));
        self.from(s, self.graph.live() & !(1 << s), backward, cost)?;
        Ok(&mut self.found)
    }

    /// Goes on from this vertex over those that are free, with what the cycle costs up to here.
    fn from(&mut self, at: usize, free: u64, backward: u32, cost: u32) -> Result<(), Spent> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_A_NODE) {
            self.budget.spend(1)?;
        }
        self.path.vertices[self.path.len] = id(at);
        self.path.len += 1;
        let next = self.graph.out(at) & free;
        let home = next & 1 << self.to;
        // Where the way home is open, anything else has a shortcut.
        for v in members(if home == 0 { next } else { home }) {
            let backward = backward + u32::from(self.limits.earlier[at] >> v & 1 != 0);
            let mut cost = cost;
            if let Some((prices, most)) = self.limits.prices {
                cost += prices.distance(at, v);
                let left = if v == self.to { 0 } else { prices.distance(v, self.to) };
                if cost + left > most {
                    continue;
                }
            }
            if backward > self.limits.backward || self.found.len() >= self.enough {
                continue;
            }
            if v == self.to {
                let mut cycle = self.path;
                cycle.vertices[cycle.len] = id(v);
                cycle.len += 1;
                self.found.push(cycle);
            } else {
                self.from(v, free & !next, backward, cost)?;
            }
        }
        self.path.len -= 1;
        Ok(())
    }
}

/// A shortest cycle, the first found from the lowest vertex on. The graph has an edge.
pub(super) fn shortest_cycle(graph: &Graph) -> Cycle {
    let mut best = Cycle { vertices: [0; MAX_VERTICES], len: usize::MAX };
    for t in members(graph.live()) {
        for s in members(graph.out(t)) {
            // Breadth first from s back to t, remembering where each vertex was reached from.
            let mut from = [0u8; MAX_VERTICES];
            let (mut seen, mut layer, mut length) = (1u64 << s, 1u64 << s, 1);
            while seen >> t & 1 == 0 && length + 1 < best.len {
                let mut next = 0;
                for u in members(layer) {
                    for v in members(graph.out(u) & !seen & !next) {
                        from[v] = id(u);
                        next |= 1 << v;
                    }
                }
                (seen, layer, length) = (seen | next, next, length + 1);
            }
            if seen >> t & 1 != 0 && length < best.len {
                best.len = length;
                let mut at = t;
                for place in (0..length).rev() {
                    best.vertices[place] = id(at);
                    at = usize::from(from[at]);
                }
                if length == 3 {
                    return best;
                }
            }
        }
    }
    best
}
