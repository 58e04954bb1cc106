//! The cycles through one edge that need looking at.
//!
//! Fix an edge `t -> s`. Every decomposition has it in some cycle: the edge and a path back from `s` to `t`. If an edge of
//! the graph leads from a vertex of that path to a later one that is not the next, the path may take this shortcut: the
//! cycle that had the shortcut gets the skipped piece of the path in its stead, and stays a closed walk, so the count does
//! not fall. Only paths without a shortcut are left.

use super::graph::{Graph, MAX_VERTICES, id, members};

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

/// Walks the shortest paths back first to last in reading order of vertices, and tells each cycle to `found`, which answers
/// whether to go on.
struct Walk<'a, F: FnMut(&Cycle) -> bool> {
    graph: &'a Graph,
    to: usize,
    cycle: Cycle,
    found: F,
}

/// Tells every cycle through `t -> s` that has no shortcut, `s` first and `t` last, until `found` answers `false`.
pub(super) fn cycles_through(graph: &Graph, t: usize, s: usize, found: impl FnMut(&Cycle) -> bool) {
    let cycle = Cycle { vertices: [0; MAX_VERTICES], len: 0 };
    Walk { graph, to: t, cycle, found }.from(s, graph.live() & !(1 << s));
}

impl<F: FnMut(&Cycle) -> bool> Walk<'_, F> {
    /// Goes on from this vertex over those that are free. Answers whether to go on.
    fn from(&mut self, at: usize, free: u64) -> bool {
        self.cycle.vertices[self.cycle.len] = id(at);
        self.cycle.len += 1;
        let next = self.graph.out(at) & free;
        let go_on = if next >> self.to & 1 != 0 {
            self.cycle.vertices[self.cycle.len] = id(self.to);
            self.cycle.len += 1;
            let go_on = (self.found)(&self.cycle);
            self.cycle.len -= 1;
            go_on
        } else {
            members(next).all(|v| self.from(v, free & !next))
        };
        self.cycle.len -= 1;
        go_on
    }
}

/// How many cycles [`cycles_through`] tells, counted to the limit.
pub(super) fn count_through(graph: &Graph, t: usize, s: usize, limit: usize) -> usize {
    let mut count = 0;
    cycles_through(graph, t, s, |_| {
        count += 1;
        count < limit
    });
    count
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
