//! The lists and tables that are kept: those of the service's own dictionaries, which many games ask for.
//!
//! Merging two dictionaries takes some hundred microseconds, and a table of the English fives some eighty milliseconds and 35 MB.
//! To rank a game's guesses no table is needed: where one stands it is used. A search that looks at the same patterns again and
//! again asks for it, and the first to ask makes it within its own budget. Who comes meanwhile goes on without.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::lists::Lists;
use super::table::Table;
use crate::budget::{Budget, Spent};
use crate::lexicon::{Alphabet, Dictionary};

/// What all that is kept may take: three tables of the English fives.
const MOST_BYTES: usize = 105 << 20;
/// The most patterns of a table.
const MOST_PATTERNS: usize = 40_000_000;
/// The most letters of words whose patterns fit a table.
const MOST_LETTERS: usize = 5;
/// Words that are merged in the time of a node.
const WORDS_A_NODE: usize = 256;

/// Lists and tables, shared by all searches. Those that were used last are kept.
#[derive(Debug)]
pub struct Tables {
    most_bytes: usize,
    /// The one used last is the last.
    kept: Mutex<Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    key: Key,
    lists: Arc<Lists>,
    table: Made,
}

/// Which lists. The digests name the words, and the alphabet what their letters are.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    answers: [u8; 32],
    guesses: [u8; 32],
    alphabet: Arc<Alphabet>,
    length: usize,
}

#[derive(Debug)]
enum Made {
    No,
    Now,
    Done(Arc<Table>),
}

impl Kept {
    fn bytes(&self) -> usize {
        let table = if let Made::Done(table) = &self.table { table.bytes() } else { 0 };
        table + self.lists.bytes()
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::keeping(MOST_BYTES)
    }
}

impl Tables {
    /// Keeps so many bytes at most, but always what was used last.
    #[must_use]
    pub fn keeping(most_bytes: usize) -> Self {
        Self { most_bytes, kept: Mutex::default() }
    }

    /// The lists of these dictionaries of the service, merged.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn lists(
        &self,
        answers: &Dictionary,
        guesses: &Dictionary,
        length: usize,
        budget: &Budget,
    ) -> Result<Arc<Lists>, Spent> {
        let alphabet = Arc::clone(answers.alphabet());
        let key = Key { answers: answers.digest(), guesses: guesses.digest(), alphabet, length };
        if let Some(kept) = use_now(&mut self.lock(), |kept| kept.key == key) {
            return Ok(Arc::clone(&kept.lists));
        }
        let (answers, guesses) = (answers.words(length), guesses.words(length));
        budget.spend(1 + ((answers.len() + guesses.len()) / WORDS_A_NODE) as u64)?;
        let lists = Arc::new(Lists::new(answers, guesses));
        let mut all = self.lock();
        if let Some(kept) = use_now(&mut all, |kept| kept.key == key) {
            // Somebody else was quicker.
            return Ok(Arc::clone(&kept.lists));
        }
        all.push(Kept { key, lists: Arc::clone(&lists), table: Made::No });
        forget(&mut all, self.most_bytes);
        Ok(lists)
    }

    /// The table of these lists, if it stands.
    #[must_use]
    pub fn standing(&self, lists: &Arc<Lists>) -> Option<Arc<Table>> {
        let mut all = self.lock();
        match &use_now(&mut all, |kept| Arc::ptr_eq(&kept.lists, lists))?.table {
            Made::Done(table) => Some(Arc::clone(table)),
            Made::No | Made::Now => None,
        }
    }

    /// The table of these lists, made now unless it stands. None while another search makes it, where it would be too large, and
    /// of lists that are not kept here.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn table(&self, lists: &Arc<Lists>, budget: &Budget) -> Result<Option<Arc<Table>>, Spent> {
        let patterns = (lists.guess_count() as usize).saturating_mul(lists.answers().len());
        if lists.length() > MOST_LETTERS || patterns > MOST_PATTERNS {
            return Ok(None);
        }
        match use_now(&mut self.lock(), |kept| Arc::ptr_eq(&kept.lists, lists)).map(|kept| &mut kept.table) {
            None | Some(Made::Now) => return Ok(None),
            Some(Made::Done(table)) => return Ok(Some(Arc::clone(table))),
            Some(made @ Made::No) => *made = Made::Now,
        }
        let mut making = Making { tables: self, lists, made: Made::No };
        let table = Arc::new(Table::of(lists, budget)?);
        making.made = Made::Done(Arc::clone(&table));
        drop(making);
        Ok(Some(table))
    }

    /// What all that is kept takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lock().iter().map(Kept::bytes).sum()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        // Nothing is left half done under it.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Finds one, which is then the last that was used.
fn use_now(all: &mut Vec<Kept>, is_it: impl FnMut(&Kept) -> bool) -> Option<&mut Kept> {
    let at = all.iter().position(is_it)?;
    all[at..].rotate_left(1);
    all.last_mut()
}

/// Forgets those that were not used for the longest time, until the others fit.
fn forget(all: &mut Vec<Kept>, most_bytes: usize) {
    let mut bytes: usize = all.iter().map(Kept::bytes).sum();
    while bytes > most_bytes && all.len() > 1 {
        bytes -= all.remove(0).bytes();
    }
}

/// A table under way: however that ends, it is under way no more.
struct Making<'a> {
    tables: &'a Tables,
    lists: &'a Arc<Lists>,
    made: Made,
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        let mut all = self.tables.lock();
        if let Some(kept) = use_now(&mut all, |kept| Arc::ptr_eq(&kept.lists, self.lists)) {
            kept.table = std::mem::replace(&mut self.made, Made::No);
        }
        forget(&mut all, self.tables.most_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, dictionary};

    #[test]
    fn lists_and_tables_are_made_once() {
        let (one, other) = (["abc", "bca"].map(str::to_owned), ["cab", "abc", "ab"].map(str::to_owned));
        let (one, other) = (dictionary("abc", &one), dictionary("abc", &other));
        let (tables, budget) = (Tables::default(), Budget::unlimited());
        let lists = tables.lists(&one, &other, 3, &budget).unwrap();
        assert_eq!(*lists, Lists::new(one.words(3), other.words(3)));
        assert!(Arc::ptr_eq(&lists, &tables.lists(&one, &other, 3, &budget).unwrap()));
        assert!(!Arc::ptr_eq(&lists, &tables.lists(&other, &one, 3, &budget).unwrap()));
        assert!(!Arc::ptr_eq(&lists, &tables.lists(&one, &other, 2, &budget).unwrap()));
        assert!(tables.standing(&lists).is_none());
        // The same words of another alphabet have other letters.
        let moved = ["abc", "bca"].map(str::to_owned);
        let moved = dictionary("zabc", &moved);
        assert_eq!(moved.digest(), one.digest());
        assert!(!Arc::ptr_eq(&lists, &tables.lists(&moved, &moved, 3, &budget).unwrap()));

        // A budget that is spent leaves it to the next.
        assert!(tables.table(&lists, &Budget::of_nodes(1)).is_err());
        let table = tables.table(&lists, &budget).unwrap().unwrap();
        assert!(Arc::ptr_eq(&table, &tables.table(&lists, &budget).unwrap().unwrap()));
        assert!(Arc::ptr_eq(&table, &tables.standing(&lists).unwrap()));
        // Lists of a caller's own are none of those kept.
        let own = Arc::new(Lists::clone(&lists));
        assert!(tables.table(&own, &budget).unwrap().is_none());
    }

    #[test]
    fn while_one_makes_a_table_the_others_go_without() {
        let words = ["abc", "bca"].map(str::to_owned);
        let (own, tables, budget) = (dictionary("abc", &words), Tables::default(), Budget::unlimited());
        let lists = tables.lists(&own, &own, 3, &budget).unwrap();
        use_now(&mut tables.lock(), |_| true).unwrap().table = Made::Now;
        let making = Making { tables: &tables, lists: &lists, made: Made::No };
        assert!(tables.table(&lists, &budget).unwrap().is_none());
        drop(making);
        assert!(tables.table(&lists, &budget).unwrap().is_some());
    }

    #[test]
    fn tables_that_are_too_large_are_not_made_and_the_oldest_are_forgotten() {
        let mut random = Random::new(3);
        let mut word = |length: usize| -> String {
            (0..length).map(|_| char::from(b'a' + u8::try_from(random.below(26)).unwrap())).collect()
        };
        let (tables, budget) = (Tables::default(), Budget::unlimited());
        let long: Vec<String> = (0..20).map(|_| word(6)).collect();
        let long = dictionary("abcdefghijklmnopqrstuvwxyz", &long);
        let lists = tables.lists(&long, &long, 6, &budget).unwrap();
        assert!(tables.table(&lists, &budget).unwrap().is_none());
        let many: Vec<String> = (0..6400).map(|_| word(5)).collect();
        let many = dictionary("abcdefghijklmnopqrstuvwxyz", &many);
        let lists = tables.lists(&many, &many, 5, &budget).unwrap();
        assert!(tables.table(&lists, &budget).unwrap().is_none());

        // Each takes some ten thousand bytes.
        let tables = Tables::keeping(35_000);
        let few: Vec<_> = (0..5).map(|at| dictionary("abcdefghijklmnopqrstuvwxyz", &long_list(at, 100))).collect();
        let lists = few.iter().map(|few| {
            let lists = tables.lists(few, few, 5, &budget).unwrap();
            assert!(tables.table(&lists, &budget).unwrap().is_some());
            assert!(tables.bytes() <= 35_000);
            lists
        });
        let lists: Vec<_> = lists.collect();
        let standing: Vec<bool> = lists.iter().map(|lists| tables.standing(lists).is_some()).collect();
        assert_eq!(standing, [false, false, true, true, true]);
    }

    /// So many words, all others for another number.
    fn long_list(number: usize, count: usize) -> Vec<String> {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
        (0..count)
            .map(|at| [letter(number), letter(at), letter(at / 26), letter(at), letter(at)].iter().collect())
            .collect()
    }
}
