//! Fillings that were prepared, kept for those who come next.
//!
//! A set-up takes from some milliseconds to a second. Whoever asks first does it, under the own budget; who asks for the same
//! meanwhile waits, and looks at the own budget every [`LOOK_EVERY`]. A set-up that a budget cut off is kept as far as it came,
//! and whoever asks next goes on from there: callers in a hurry get it together.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Fillings;
use crate::budget::Budget;
use crate::generate::GenerateError;
use crate::lexicon::Dictionary;
use crate::puzzle::Layout;

/// The most memory that fillings take which nobody uses just now, in bytes, but for the last one.
const KEPT_BYTES: usize = 64 << 20;
/// The most set-ups that were cut off and are kept.
const CUT_OFF: usize = 4;
/// How often one who waits looks whether anybody still waits for that.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// All that determines fillings.
type Key = ([u8; 32], Layout);

/// The fillings of layouts by dictionaries that were prepared so far: the last used, within a bound of memory.
#[derive(Debug, Default)]
pub struct Kept {
    shelves: Mutex<Shelves>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Shelves {
    /// The last used last.
    ready: Vec<(Key, Arc<Fillings>)>,
    /// Those that somebody sets up now.
    under_way: Vec<Key>,
    /// Those that were cut off, the last last.
    cut_off: Vec<(Key, Fillings)>,
}

/// A set-up under way, until it is dropped.
struct UnderWay<'a> {
    kept: &'a Kept,
    key: Key,
}

impl Kept {
    /// The fillings of a lattice by words of a dictionary: prepared now, if they were not before.
    ///
    /// # Errors
    /// Where no words fit, or the budget ended first.
    ///
    /// # Panics
    /// For rows: who draws those needs no fillings.
    pub fn get(
        &self,
        dictionary: &Arc<Dictionary>,
        layout: Layout,
        budget: &Budget,
    ) -> Result<Arc<Fillings>, GenerateError> {
        let key = (dictionary.digest(), layout);
        let mut shelves = self.shelves();
        while shelves.under_way.contains(&key) {
            budget.look()?;
            shelves = self.changed.wait_timeout(shelves, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        if let Some(at) = shelves.ready.iter().position(|(ready, _)| *ready == key) {
            let found = shelves.ready.remove(at);
            let fillings = Arc::clone(&found.1);
            shelves.ready.push(found);
            return Ok(fillings);
        }
        let cut_off = shelves.cut_off.iter().position(|(cut_off, _)| *cut_off == key);
        let begun = cut_off.map(|at| shelves.cut_off.remove(at).1);
        shelves.under_way.push(key);
        drop(shelves);

        let under_way = UnderWay { kept: self, key };
        let mut fillings = match begun {
            Some(begun) => begun,
            None => Fillings::weighted(dictionary, layout)?,
        };
        let prepared = fillings.prepare(budget);
        let mut shelves = self.shelves();
        let answer = match prepared {
            Ok(()) => {
                let fillings = Arc::new(fillings);
                shelves.keep(key, Arc::clone(&fillings));
                Ok(fillings)
            }
            Err(error @ GenerateError::Spent(_)) => {
                shelves.cut_off.push((key, fillings));
                if shelves.cut_off.len() > CUT_OFF {
                    shelves.cut_off.remove(0);
                }
                Err(error)
            }
            Err(error) => Err(error),
        };
        drop(shelves);
        drop(under_way);
        answer
    }

    /// The shelves; nothing that is done while they are held can leave them in disorder.
    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelves {
    /// Keeps these, and lets go of those that were not used for the longest time.
    fn keep(&mut self, key: Key, fillings: Arc<Fillings>) {
        self.ready.push((key, fillings));
        let mut bytes: usize = self.ready.iter().map(|(_, fillings)| fillings.bytes()).sum();
        while bytes > KEPT_BYTES && self.ready.len() > 1 {
            bytes -= self.ready.remove(0).1.bytes();
        }
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.kept.shelves().under_way.retain(|key| *key != self.key);
        self.kept.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cancel, Limits, Spent};
    use crate::lexicon::Lexicon;
    use crate::puzzle::Kind;

    fn answers() -> Arc<Dictionary> {
        Arc::clone(Lexicon::embedded().unwrap().language("en", 1).unwrap().dictionary("answers").unwrap())
    }

    fn layout(side: usize) -> Layout {
        Layout::new(Kind::Lattice, side, side).unwrap()
    }

    #[test]
    fn fillings_are_prepared_once() {
        let (kept, answers) = (Kept::default(), answers());
        let budget = Budget::unlimited();
        let first = kept.get(&answers, layout(3), &budget).unwrap();
        let spent = budget.nodes();
        assert!(Arc::ptr_eq(&first, &kept.get(&answers, layout(3), &budget).unwrap()));
        assert_eq!(budget.nodes(), spent);
    }

    #[test]
    fn callers_in_a_hurry_prepare_them_together() {
        let (kept, answers) = (Kept::default(), answers());
        let mut calls = 0;
        while let Err(error) = kept.get(&answers, layout(3), &Budget::of_nodes(1000)) {
            assert_eq!(error, GenerateError::Spent(Spent::Nodes));
            calls += 1;
            assert!(calls < 1000, "it never ends");
        }
        assert!(calls > 1);
    }

    #[test]
    fn who_waits_for_another_looks_at_the_own_budget() {
        let (kept, answers) = (Kept::default(), answers());
        let key = (answers.digest(), layout(3));
        kept.shelves().under_way.push(key);
        let cancel = Cancel::new();
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| kept.get(&answers, layout(3), &Budget::new(limits)).map(drop));
            let served = scope.spawn(|| kept.get(&answers, layout(3), &Budget::unlimited()).map(drop));
            cancel.cancel();
            assert_eq!(waiting.join().unwrap(), Err(GenerateError::Spent(Spent::Cancelled)));
            drop(UnderWay { kept: &kept, key });
            assert_eq!(served.join().unwrap(), Ok(()));
        });
    }

    #[test]
    fn memory_is_bounded() {
        let (kept, answers) = (Kept::default(), answers());
        let fillings = kept.get(&answers, layout(3), &Budget::unlimited()).unwrap();
        let mut shelves = kept.shelves();
        let many = KEPT_BYTES / fillings.bytes() + 2;
        for at in 0..many {
            shelves.keep(([u8::try_from(at % 256).unwrap(); 32], layout(3)), Arc::clone(&fillings));
        }
        let bytes: usize = shelves.ready.iter().map(|(_, fillings)| fillings.bytes()).sum();
        assert!(bytes <= KEPT_BYTES && shelves.ready.len() > 1);
    }
}
