//! Word sets kept between moves and games.
//!
//! They belong to the start of a game: all who play the same board share them, and a game that nobody has played for a while
//! costs nothing. What is evicted is found again when it is needed, and is the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::base::Base;
use crate::blind::evidence::Evidence;
use crate::blind::record::Terms;
use crate::budget::{Budget, Spent};
use crate::lexicon::{DictionaryKey, Letter};

/// What an entry weighs beside its sets and its key: moka's own part.
const OVERHEAD_BYTES: usize = 256;

/// Word sets kept between moves and games, for the whole process, up to so many bytes.
#[derive(Debug)]
pub struct WorldsCache {
    kept: moka::sync::Cache<Key, Arc<Base>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// All that determines word sets, and the order in which they are found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    dictionary: DictionaryKey,
    letters: Vec<Letter>,
    evidence: Evidence,
}

impl WorldsCache {
    /// A cache of at most so many bytes. With 0 nothing is kept, and all is found again for each move.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let weigh = |key: &Key, base: &Arc<Base>| {
            let bytes = OVERHEAD_BYTES + key.letters.len() + key.evidence.bytes() + base.bytes();
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        let kept = moka::sync::Cache::builder().max_capacity(bytes).weigher(weigh).build();
        Self { kept, hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    /// All word sets that agree with this evidence, kept or found.
    pub(super) fn base(&self, terms: &Terms, evidence: &Evidence, budget: &Budget) -> Result<Arc<Base>, Spent> {
        let key = Key {
            dictionary: terms.dictionary().key(),
            letters: terms.letters().to_vec(),
            evidence: evidence.without_grids(),
        };
        if let Some(base) = self.kept.get(&key) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Ok(base);
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        // Two games that begin at once may both search: that is better than for one to wait on the other's deadline.
        let base = Arc::new(Base::find(terms, evidence, budget)?);
        self.kept.insert(key, Arc::clone(&base));
        Ok(base)
    }

    /// How often what was wanted was kept, and how often not.
    #[must_use]
    pub fn served(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// Entries kept; moka counts with a little delay.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.kept.entry_count()
    }

    /// The most that it may hold, in bytes.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.kept.policy().max_capacity().unwrap_or(u64::MAX)
    }

    /// What it holds, in bytes; moka counts with a little delay.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.kept.weighted_size()
    }

    /// Has moka count now.
    #[cfg(test)]
    pub(super) fn settle(&self) {
        self.kept.run_pending_tasks();
    }
}
