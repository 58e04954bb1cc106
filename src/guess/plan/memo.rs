//! What is known of sets of candidates, kept for when they come up again.
//!
//! Sets go by their [`names`](super::names). The memo holds no more than it may: when its young half is full, the old half is forgotten
//! and the young one grows old; what is asked for again becomes young again. Forgetting costs time, never truth.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, PoisonError};

use super::cost::Bound;

/// Parts with a lock each, so that searches side by side seldom wait for each other.
const SHARDS: usize = 16;
/// What an entry takes, with what a hash map leaves empty.
const ENTRY_BYTES: usize = 2 * size_of::<(u128, Known)>();

/// What is known of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) bound: Bound,
    /// Where the bound is exact: the guess to begin with.
    pub(super) guess: u32,
}

type Map = HashMap<u128, Known, BuildHasherDefault<Hashed>>;

#[derive(Debug, Default)]
struct Shard {
    young: Map,
    old: Map,
}

/// What is known of sets of candidates; see the module. Searches of one game share it.
#[derive(Debug)]
pub struct Memo {
    shards: [Mutex<Shard>; SHARDS],
    most_young: usize,
}

impl Memo {
    /// A memo that never takes more than about so many bytes.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let entries = usize::try_from(bytes).unwrap_or(usize::MAX) / ENTRY_BYTES;
        Self { shards: Default::default(), most_young: (entries / SHARDS / 2).max(1) }
    }

    fn shard(&self, key: u128) -> &Mutex<Shard> {
        // Not the bits that the maps go by.
        &self.shards[(key >> 124) as usize % SHARDS]
    }

    pub(super) fn get(&self, key: u128) -> Option<Known> {
        let mut shard = self.shard(key).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shard.young.get(&key) {
            return Some(*known);
        }
        let known = shard.old.remove(&key)?;
        shard.put(key, known, self.most_young);
        Some(known)
    }

    pub(super) fn put(&self, key: u128, known: Known) {
        self.shard(key).lock().unwrap_or_else(PoisonError::into_inner).put(key, known, self.most_young);
    }

    /// How many sets something is known of.
    #[must_use]
    pub fn len(&self) -> usize {
        let count = |shard: &Mutex<Shard>| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.young.len() + shard.old.len()
        };
        self.shards.iter().map(count).sum()
    }

    /// Whether nothing is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Shard {
    fn put(&mut self, key: u128, known: Known, most: usize) {
        if self.young.len() >= most {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, known);
    }
}

/// The keys are random already.
#[derive(Debug, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| (hash << 8) | u64::from(byte));
    }

    #[expect(clippy::cast_possible_truncation, reason = "half of the bits are enough for a map")]
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::plan::Cost;
    use crate::guess::plan::names::Names;
    use crate::guess::plan::tests::situation_of;

    fn known(guess: u32) -> Known {
        Known { bound: Bound::exact(Cost::won(u64::from(guess))), guess }
    }

    #[test]
    fn what_is_asked_for_stays_and_the_rest_is_forgotten_in_time() {
        let memo = Memo::new(u64::try_from(ENTRY_BYTES * SHARDS * 2 * 50).unwrap());
        let names = Names::of(&situation_of(&["any".to_owned()], false));
        let bits = |number| names.bits(number);
        memo.put(bits(0), known(7));
        for number in 1..10_000 {
            memo.put(bits(number), known(9));
            assert_eq!(memo.get(bits(0)), Some(known(7)));
        }
        assert!(memo.len() <= SHARDS * 2 * 50, "{}", memo.len());
        assert!(!memo.is_empty());
        assert_eq!(memo.get(bits(1)), None);
        assert_eq!(memo.get(bits(9_999)), Some(known(9)));
    }
}
