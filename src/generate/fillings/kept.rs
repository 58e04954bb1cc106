//! Fillings that were prepared, kept for those who come next.
//!
//! A set-up takes from some milliseconds to a second. Whoever asks first does it, under the own budget; who asks for the
//! same meanwhile waits, and looks at the own budget every [`LOOK_EVERY`]. A set-up that a budget cut off is kept as far as
//! it came, and whoever asks next goes on from there: callers in a hurry get it together.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Fillings;
use crate::budget::Budget;
use crate::generate::GenerateError;
use crate::lexicon::{Dictionary, DictionaryKey};
use crate::puzzle::Layout;

/// Bytes that are kept where nobody says how many. English takes 0.1 to 30 MB a list and layout.
const KEPT_BYTES: u64 = 192 << 20;
/// The most that are kept, those that are none among them.
const MOST: usize = 256;
/// How often one who waits looks whether anybody still waits for that.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// All that determines fillings: the words, what their letters are called, and how they lie.
type Key = (DictionaryKey, Layout);

/// The fillings of layouts by dictionaries that were prepared so far: the last used, within a bound of memory.
#[derive(Debug)]
pub struct Kept {
    /// The most memory that fillings take which nobody uses just now, those whose set-up was cut off among them. The last one
    /// stays whatever it takes.
    most_bytes: u64,
    shelves: Mutex<Shelves>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Shelves {
    /// The last used last. `None`: there are none.
    ready: Vec<(Key, Option<Arc<Fillings>>)>,
    /// Those that somebody sets up now.
    under_way: Vec<Key>,
    /// Those that were cut off, the last last.
    cut_off: Vec<(Key, Fillings)>,
}

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptFigures {
    /// Fillings, those whose set-up was cut off and those that are none among them.
    pub entries: usize,
    /// The memory that they take.
    pub bytes: u64,
    /// What they may take.
    pub most_bytes: u64,
}

/// A set-up under way, until it is dropped.
struct UnderWay<'a> {
    kept: &'a Kept,
    key: Key,
}

impl Default for Kept {
    fn default() -> Self {
        Self::keeping(KEPT_BYTES)
    }
}

impl Kept {
    /// Keeps so many bytes at most, but always what was used last.
    #[must_use]
    pub fn keeping(most_bytes: u64) -> Self {
        Self { most_bytes, shelves: Mutex::default(), changed: Condvar::new() }
    }

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
        let key = (dictionary.key(), layout);
        let mut shelves = self.shelves();
        while shelves.under_way.contains(&key) {
            budget.look()?;
            shelves = self.changed.wait_timeout(shelves, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        if let Some(at) = shelves.ready.iter().position(|(ready, _)| *ready == key) {
            let found = shelves.ready.remove(at);
            let fillings = found.1.clone();
            shelves.ready.push(found);
            return fillings.ok_or(GenerateError::NoFilling { layout });
        }
        let cut_off = shelves.cut_off.iter().position(|(cut_off, _)| *cut_off == key);
        let begun = cut_off.map(|at| shelves.cut_off.remove(at).1);
        shelves.under_way.push(key.clone());
        drop(shelves);

        let under_way = UnderWay { kept: self, key: key.clone() };
        let mut fillings = match begun {
            Some(begun) => begun,
            None => Fillings::weighted(dictionary, layout)?,
        };
        let prepared = fillings.prepare(budget);
        let is_cut_off = matches!(prepared, Err(GenerateError::Spent(_)));
        let mut shelves = self.shelves();
        let answer = match prepared {
            Ok(()) => {
                let fillings = Arc::new(fillings);
                shelves.ready.push((key, Some(Arc::clone(&fillings))));
                Ok(fillings)
            }
            Err(error) => {
                match error {
                    GenerateError::Spent(_) => shelves.cut_off.push((key, fillings)),
                    // So that not every seed of a batch finds it out anew.
                    _ => shelves.ready.push((key, None)),
                }
                Err(error)
            }
        };
        shelves.make_room(self.most_bytes, is_cut_off);
        drop(shelves);
        drop(under_way);
        answer
    }

    /// How much is kept now.
    #[must_use]
    pub fn figures(&self) -> KeptFigures {
        let shelves = self.shelves();
        let entries = shelves.ready.len() + shelves.cut_off.len();
        KeptFigures { entries, bytes: shelves.bytes(), most_bytes: self.most_bytes }
    }

    /// The shelves; nothing that is done while they are held can leave them in disorder.
    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelves {
    /// Lets go of what was cut off first, and then of what was not used for the longest time, until the rest is within the
    /// bound; but not of what was put there last, be it ready or cut off.
    fn make_room(&mut self, most_bytes: u64, last_is_cut_off: bool) {
        let mut bytes = self.bytes();
        while bytes > most_bytes && self.ready.len() + self.cut_off.len() > 1 {
            if self.cut_off.len() > usize::from(last_is_cut_off) {
                self.cut_off.remove(0);
            } else {
                self.ready.remove(0);
            }
            bytes = self.bytes();
        }
        if self.ready.len() > MOST {
            self.ready.remove(0);
        }
    }

    fn bytes(&self) -> u64 {
        let ready = self.ready.iter().filter_map(|(_, fillings)| fillings.as_deref());
        let all = ready.chain(self.cut_off.iter().map(|(_, fillings)| fillings));
        all.map(Fillings::bytes).sum::<usize>() as u64
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
        let bytes = first.bytes() as u64;
        assert_eq!(kept.figures(), KeptFigures { entries: 1, bytes, most_bytes: KEPT_BYTES });
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
        let key: Key = (answers.key(), layout(3));
        kept.shelves().under_way.push(key.clone());
        let cancel = Cancel::new();
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| kept.get(&answers, layout(3), &Budget::new(limits)).map(drop));
            let served = scope.spawn(|| kept.get(&answers, layout(3), &Budget::unlimited()).map(drop));
            cancel.cancel();
            assert_eq!(waiting.join().unwrap(), Err(GenerateError::Spent(Spent::Cancelled)));
            drop(UnderWay { kept: &kept, key: key.clone() });
            assert_eq!(served.join().unwrap(), Ok(()));
        });
    }

    #[test]
    fn memory_is_bounded() {
        const MOST_BYTES: u64 = 16 << 20;
        let (kept, answers) = (Kept::keeping(MOST_BYTES), answers());
        let fillings = kept.get(&answers, layout(3), &Budget::unlimited()).unwrap();
        let mut shelves = kept.shelves();
        for _ in 0..MOST_BYTES / fillings.bytes() as u64 + 2 {
            shelves.ready.push(((answers.key(), layout(3)), Some(Arc::clone(&fillings))));
            shelves.make_room(MOST_BYTES, false);
        }
        assert!(shelves.bytes() <= MOST_BYTES && shelves.ready.len() <= MOST && shelves.ready.len() > 1);
        // What was cut off goes first.
        let begun = || Fillings::weighted(&answers, layout(3)).unwrap();
        shelves.cut_off.push(((answers.key(), layout(3)), begun()));
        let ready = shelves.ready.len();
        let most = shelves.bytes() - 1;
        shelves.make_room(most, false);
        assert!(shelves.cut_off.is_empty() && shelves.ready.len() == ready);
        // The last stays whatever it takes, ready or not.
        shelves.make_room(0, false);
        assert!(shelves.ready.len() == 1 && shelves.bytes() > 0);
        shelves.cut_off.push(((answers.key(), layout(3)), begun()));
        shelves.make_room(0, true);
        assert!(shelves.ready.is_empty() && shelves.cut_off.len() == 1);
    }

    #[test]
    fn that_there_are_none_is_kept_too() {
        let words = ["abc", "def", "ghi", "jkl"].map(str::to_owned);
        let none = crate::testing::dictionary("abcdefghijkl", &words);
        let (kept, budget) = (Kept::default(), Budget::unlimited());
        let refused = GenerateError::NoFilling { layout: layout(3) };
        assert_eq!(kept.get(&none, layout(3), &budget).map(drop), Err(refused.clone()));
        let spent = budget.nodes();
        assert_eq!(kept.get(&none, layout(3), &budget).map(drop), Err(refused));
        assert_eq!(budget.nodes(), spent);
    }
}
