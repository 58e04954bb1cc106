//! An upper bound on cycles: the edges that run backwards in an order of the letters.
//!
//! Write the vertices in a row. A cycle cannot run forwards all the way round, so it has at least one edge that runs
//! backwards, and edge-disjoint cycles have different ones: there are never more cycles than backward edges, whatever the
//! order. The better the order, the better the bound. In a balanced graph the two are mostly equal (always where it is
//! planar, and for wider families; Seymour, "Packing circuits in Eulerian digraphs", 1996), which is why a good order and
//! a good guess at the cycles usually prove each other with no search at all. It is also why the ordered-cycle construction
//! of Waffle generators works: its order has exactly one backward edge a cycle.
//!
//! The order is improved by taking each vertex out and putting it where fewest edges run backwards, until none moves. In
//! the skew matrix a vertex `u` that steps over `v` to the left changes the count by `-net[u][v]`, to the right by
//! `+net[u][v]`. Where this gets stuck above what is needed, the order is shaken and improved again.

use super::graph::{Graph, MAX_VERTICES, id, members};
use crate::budget::Budget;

/// Swaps of two vertices that shake an order.
const SHAKEN: usize = 3;

/// Chance that is the same every time (Marsaglia's xorshift).
struct Chance(u32);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        usize::try_from(self.0 >> 8).unwrap_or(0) % limit
    }
}

/// Vertices in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    row: [u8; MAX_VERTICES],
    len: usize,
}

impl Order {
    /// The vertices of the set, ascending.
    pub(super) fn ascending(vertices: u64) -> Self {
        let mut order = Self { row: [0; MAX_VERTICES], len: 0 };
        for vertex in members(vertices) {
            order.row[order.len] = id(vertex);
            order.len += 1;
        }
        order
    }

    /// This order, without the vertices outside the set.
    pub(super) fn restricted_to(&self, vertices: u64) -> Self {
        let mut order = Self { row: [0; MAX_VERTICES], len: 0 };
        for &vertex in self.row() {
            order.row[order.len] = vertex;
            order.len += usize::from(vertices >> vertex & 1 != 0);
        }
        order
    }

    /// The vertices that come before each.
    pub(super) fn earlier(&self) -> [u64; MAX_VERTICES] {
        let (mut earlier, mut passed) = ([0; MAX_VERTICES], 0u64);
        for &vertex in self.row() {
            earlier[usize::from(vertex)] = passed;
            passed |= 1 << vertex;
        }
        earlier
    }

    fn row(&self) -> &[u8] {
        &self.row[..self.len]
    }

    /// Edges of the graph that run backwards.
    pub(super) fn backward_edges(&self, graph: &Graph) -> u32 {
        let mut passed = 0u64;
        let mut backward = 0;
        for &u in self.row() {
            let u = usize::from(u);
            for v in members(graph.out(u) & passed) {
                backward += u32::from(graph.net(u, v).unsigned_abs());
            }
            passed |= 1 << u;
        }
        backward
    }

    /// Moves vertices one by one to where fewest edges run backwards, until none moves or there are fewer than `enough`.
    /// Takes the edges that run backwards now, gives those that do then.
    pub(super) fn improve(&mut self, graph: &Graph, mut backward: u32, enough: u32) -> u32 {
        let mut settled = 0;
        let mut at = 0;
        while settled < self.len && backward >= enough {
            let gain = self.sift(graph, at);
            if gain > 0 {
                backward -= gain;
                settled = 0;
            }
            settled += 1;
            at = (at + 1) % self.len;
        }
        backward
    }

    /// Improves on from this order with a few vertices swapped, and again, at most so many times, each of them a node. Gives the
    /// edges that run backwards in the best order, which this one becomes.
    pub(super) fn shake(&mut self, graph: &Graph, enough: u32, times: u32, budget: &Budget) -> u32 {
        let mut backward = self.backward_edges(graph);
        let mut chance = Chance(0x9E37_79B9);
        for _ in 0..times {
            if backward < enough || self.len < 3 || budget.spend(1).is_err() {
                break;
            }
            let mut other = *self;
            for _ in 0..SHAKEN {
                other.row.swap(chance.below(self.len), chance.below(self.len));
            }
            let before = other.backward_edges(graph);
            let after = other.improve(graph, before, enough);
            if after <= backward {
                (*self, backward) = (other, after);
            }
        }
        backward
    }

    /// Moves the vertex at this place to where fewest edges run backwards; gives how many fewer.
    fn sift(&mut self, graph: &Graph, at: usize) -> u32 {
        let u = usize::from(self.row[at]);
        let (mut best, mut best_place) = (0i32, at);
        let mut change = 0;
        for place in (0..at).rev() {
            change -= i32::from(graph.net(u, usize::from(self.row[place])));
            if change < best {
                (best, best_place) = (change, place);
            }
        }
        change = 0;
        for place in at + 1..self.len {
            change += i32::from(graph.net(u, usize::from(self.row[place])));
            if change < best {
                (best, best_place) = (change, place);
            }
        }
        if best_place < at {
            self.row[best_place..=at].rotate_right(1);
        } else {
            self.row[at..=best_place].rotate_left(1);
        }
        best.unsigned_abs()
    }
}
