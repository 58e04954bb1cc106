//! What a search already knows of graphs it has met: that they do not split into so many cycles.
//!
//! The key is the graph itself, edge for edge, so that an answer is never another graph's. The table is of fixed size and a
//! newer graph takes the place of an older one: forgetting costs time, never truth.

use super::graph::{Graph, members};

/// Slots of the table.
const SLOTS: usize = 1 << 12;
/// Kinds of edges that a graph may have to be remembered.
const MAX_KINDS: usize = 63;

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
            let entry = u16::try_from((u * 40 + v) * 32).ok()? + u16::from(graph.net(u, v).unsigned_abs().min(31));
            *key.entries.get_mut(kinds)? = entry;
            kinds += 1;
            hash = (hash.rotate_left(5) ^ u64::from(entry)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    let slot = usize::try_from(hash >> 40).ok()? % SLOTS;
    Some((key, slot))
}
