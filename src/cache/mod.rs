//! Answers kept, and answers under way. [`boards`] and [`runs`] are what is kept.
//!
//! [`Answers`] keeps complete answers in a moka cache that is bounded by weight, and lets all who ask for the same key
//! while it is being computed wait for one computation, a *flight*. The flight runs detached, so that one waiter's short
//! deadline loses nothing for the others; it lives while anyone waits. When the last waiter leaves, its cancel flag goes
//! up, and the next to ask starts a new one.
//!
//! A key must hold all that determines its answer. Failures (overload, a bug, a deadline) are told to those who wait and
//! kept for nobody. moka's own `get_with` is not used: there the first caller computes, and the others share its fate.

pub mod boards;
pub mod runs;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;

use crate::budget::Cancel;
use crate::compute::Timing;

/// How an answer came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<V> {
    /// The answer.
    pub answer: V,
    /// How.
    pub how: How,
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It was kept from earlier.
    Kept,
    /// It was computed for whoever asked.
    Computed,
    /// It was being computed for somebody else.
    Shared,
}

impl How {
    /// Its name in metrics and traces.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "hit",
            Self::Computed => "miss",
            Self::Shared => "join",
        }
    }
}

/// An answer that a cache keeps.
pub trait Kept {
    /// The cache's name in metrics and traces.
    const CACHE: &'static str;

    /// The time that it took on the machine that computed it, when it did.
    fn timing(&self) -> Timing;
}

/// Complete answers by their keys, and the computations under way; see the module.
pub struct Answers<K: Hash + Eq, V, E> {
    kept: moka::sync::Cache<K, V>,
    flights: Arc<Flights<K, V, E>>,
    served: Served,
}

/// How answers came about, counted since the start.
#[derive(Debug, Default)]
struct Served {
    kept: AtomicU64,
    computed: AtomicU64,
    shared: AtomicU64,
}

/// How many answers came about in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServedFigures {
    /// They were kept.
    pub kept: u64,
    /// They were computed for whoever asked.
    pub computed: u64,
    /// They were being computed for somebody else.
    pub shared: u64,
}

type Flights<K, V, E> = Mutex<HashMap<K, Weak<Flight<K, V, E>>>>;

/// A computation under way. Whoever waits for it holds it; the computation itself does not.
struct Flight<K: Hash + Eq, V, E> {
    key: K,
    cancel: Cancel,
    outcome: watch::Receiver<Option<Result<V, E>>>,
    flights: Weak<Flights<K, V, E>>,
}

/// Where an answer will come from.
enum Joined<K: Hash + Eq, V, E> {
    Kept(V),
    Others(Arc<Flight<K, V, E>>),
    Own(Arc<Flight<K, V, E>>),
}

impl<K: Hash + Eq, V, E> Drop for Flight<K, V, E> {
    /// The last waiter leaves, or all have their answer.
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(flights) = self.flights.upgrade() {
            let mut flights = lock(&flights);
            // Somebody may have started another flight for the key since.
            if flights.get(&self.key).is_some_and(|flight| flight.strong_count() == 0) {
                flights.remove(&self.key);
            }
        }
    }
}

impl<K: Hash + Eq, V, E> fmt::Debug for Answers<K, V, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Answers").finish_non_exhaustive()
    }
}

impl<K, V, E> Answers<K, V, E>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
    E: Clone + Send + Sync + 'static,
{
    /// Keeps answers up to this weight in all; `weigh` says what one weighs, in bytes. With 0 nothing is kept.
    pub fn new(bytes: u64, weigh: impl Fn(&K, &V) -> u32 + Send + Sync + 'static) -> Self {
        let kept = moka::sync::Cache::builder().max_capacity(bytes).weigher(weigh).build();
        Self { kept, flights: Arc::default(), served: Served::default() }
    }

    /// The answer to this key: kept, or from the flight that is under way, or from a new one.
    ///
    /// `compute` starts the computation; it is given the flag that goes up when nobody waits any more. It runs as a task of
    /// its own, so it must be called on a tokio runtime.
    ///
    /// # Errors
    /// What the computation failed with. `lost` is what it fails with where its task died.
    pub async fn get<F>(&self, key: K, lost: E, compute: impl FnOnce(Cancel) -> F) -> Result<Found<V>, E>
    where
        F: Future<Output = Result<V, E>> + Send + 'static,
    {
        let joined = match self.kept.get(&key) {
            Some(answer) => Joined::Kept(answer),
            None => self.join(key, compute),
        };
        let (flight, how) = match joined {
            Joined::Kept(answer) => {
                self.served.kept.fetch_add(1, Ordering::Relaxed);
                return Ok(Found { answer, how: How::Kept });
            }
            Joined::Others(flight) => (flight, How::Shared),
            Joined::Own(flight) => (flight, How::Computed),
        };
        let count = if how == How::Shared { &self.served.shared } else { &self.served.computed };
        count.fetch_add(1, Ordering::Relaxed);
        let mut outcome = flight.outcome.clone();
        let told = outcome.wait_for(Option::is_some).await;
        let answer = told.ok().and_then(|told| told.clone()).unwrap_or(Err(lost));
        answer.map(|answer| Found { answer, how })
    }

    /// The flight under way for this key, or a new one, unless its answer has been kept meanwhile.
    fn join<F>(&self, key: K, compute: impl FnOnce(Cancel) -> F) -> Joined<K, V, E>
    where
        F: Future<Output = Result<V, E>> + Send + 'static,
    {
        let mut flights = lock(&self.flights);
        if let Some(flight) = flights.get(&key).and_then(Weak::upgrade) {
            return Joined::Others(flight);
        }
        // A flight may have landed and left since the caller looked.
        if let Some(answer) = self.kept.get(&key) {
            return Joined::Kept(answer);
        }
        let cancel = Cancel::new();
        let (tell, outcome) = watch::channel(None);
        let flight = Arc::new(Flight {
            key: key.clone(),
            cancel: cancel.clone(),
            outcome,
            flights: Arc::downgrade(&self.flights),
        });
        flights.insert(key.clone(), Arc::downgrade(&flight));
        drop(flights);
        let (kept, computation) = (self.kept.clone(), compute(cancel));
        tokio::spawn(async move {
            let outcome = tokio::select! {
                outcome = computation => outcome,
                // Nobody waits any more: nor does the computation for its turn.
                () = tell.closed() => return,
            };
            if let Ok(answer) = &outcome {
                kept.insert(key, answer.clone());
            }
            // Nobody may wait any more; the answer is kept all the same.
            let _ = tell.send(Some(outcome));
        });
        Joined::Own(flight)
    }

    /// Whether the answer to this key is kept.
    pub fn keeps(&self, key: &K) -> bool {
        self.kept.contains_key(key)
    }

    /// Answers kept now; moka counts them with a little delay.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.kept.entry_count()
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How answers came about so far.
    #[must_use]
    pub fn served(&self) -> ServedFigures {
        let Served { kept, computed, shared } = &self.served;
        let [kept, computed, shared] = [kept, computed, shared].map(|count| count.load(Ordering::Relaxed));
        ServedFigures { kept, computed, shared }
    }

    /// The most that they may weigh, in bytes.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.kept.policy().max_capacity().unwrap_or(u64::MAX)
    }

    /// What the answers kept weigh, in bytes.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.kept.weighted_size()
    }
}

/// A map is good whatever happened to the thread that last held it: each change to it is one call.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
