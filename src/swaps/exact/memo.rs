//! What a search already knows of graphs it has met: that they do not split into so many cycles.
//!
//! The key is the graph itself, edge for edge, so that an answer is never another graph's. The table is of fixed size and a
//! newer graph takes the place of an older one: forgetting costs time, never truth.

use super::graph::{Graph, MAX_VERTICES, members};

/// Slots of the table.
const SLOTS: usize = 1 << 12;
/// Kinds of edges that a graph may have to be remembered.
const MAX_KINDS: usize = 63;

/// More than an edge ever runs: no cycle is shorter than three, and 81 tiles have 27 of those.
const MAX_TIMES: usize = 32;

/// A graph: `kinds` entries, then zeros. An entry is its edge's two vertices and how often it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    entries: [u16; MAX_KINDS],
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    /// The search that wrote it.
    search: u32,
    /// It does not split into this many cycles.
    below: u32,
}

/// The table; it takes memory from the first graph on that is to be remembered.
#[derive(Debug, Default)]
pub(super) struct Memo {
    slots: Vec<Slot>,
    search: u32,
}

impl Memo {
    /// Begins a new search: vertices now mean other letters.
    pub(super) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.clear();
            self.search = 1;
        }
    }

    /// Whether it is known that the graph does not split into this many cycles.
    pub(super) fn is_below(&self, graph: &Graph, need: u32) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let Some((key, slot)) = key_of(graph) else {
            return false;
        };
        let slot = &self.slots[slot];
        slot.search == self.search && slot.below <= need && slot.key == key
    }

    /// Remembers that the graph does not split into this many cycles.
    pub(super) fn set_below(&mut self, graph: &Graph, need: u32) {
        if let Some((key, slot)) = key_of(graph) {
            if self.slots.is_empty() {
                self.slots.resize(SLOTS, Slot { key, search: 0, below: 0 });
            }
            self.slots[slot] = Slot { key, search: self.search, below: need };
        }
    }
}

/// The key of a graph and its slot; `None` where it is too large to be remembered.
fn key_of(graph: &Graph) -> Option<(Key, usize)> {
    let mut key = Key { entries: [0; MAX_KINDS] };
    let (mut kinds, mut hash) = (0, 0u64);
    for u in members(graph.live()) {
        for v in members(graph.out(u)) {
            let entry =
                u16::try_from((u * MAX_VERTICES + v) * MAX_TIMES).ok()? + u16::from(graph.net(u, v).unsigned_abs());
            *key.entries.get_mut(kinds)? = entry;
            kinds += 1;
            hash = (hash.rotate_left(5) ^ u64::from(entry)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    let slot = usize::try_from(hash >> 40).ok()? % SLOTS;
    Some((key, slot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swaps::exact::graph::{Log, id};
    use crate::testing::Random;
    use std::collections::BTreeSet;

    fn random_graph(random: &mut Random) -> Graph {
        let (start, target) = random.symbols(30, 9);
        let mut graph = Graph::new();
        graph.draw(&start.into_iter().zip(target).filter(|(u, v)| u != v).collect::<Vec<_>>(), 9);
        graph.reduce(&mut Log::default());
        graph
    }

    #[test]
    fn a_graph_is_known_by_itself_alone() {
        let mut random = Random::new(12);
        let mut memo = Memo::default();
        memo.forget();
        let (mut seen, mut unseen) = (BTreeSet::new(), 0);
        for _ in 0..2 * SLOTS {
            let (known, other) = (random_graph(&mut random), random_graph(&mut random));
            memo.set_below(&known, 5);
            seen.insert(key_of(&known).unwrap().0.entries);
            assert!(memo.is_below(&known, 5) && memo.is_below(&known, 6) && !memo.is_below(&known, 4));
            if !seen.contains(&key_of(&other).unwrap().0.entries) {
                unseen += 1;
                assert!(!memo.is_below(&other, 9), "never seen");
            }
        }
        assert!(unseen > SLOTS);
        let last = random_graph(&mut random);
        memo.set_below(&last, 5);
        memo.forget();
        assert!(!memo.is_below(&last, 5));
    }

    #[test]
    fn equal_edges_are_counted() {
        let mut memo = Memo::default();
        memo.forget();
        let ring = |times: usize| {
            let mut graph = Graph::new();
            graph.draw(&[(0, 1), (1, 2), (2, 0)].map(|(u, v)| (id(u), id(v))).repeat(times), 3);
            graph
        };
        memo.set_below(&ring(2), 3);
        assert!(memo.is_below(&ring(2), 3) && !memo.is_below(&ring(3), 3));
    }
}
