//! The merged lists of the service's own dictionaries, which game after game asks for: merging them takes as long as ranking.
//!
//! No table of patterns is kept beside them. A ranking marks some hundred guesses (see [`super::rank`]), and the answers that a
//! game in progress has left are marked as quickly as they would be looked up ([`super::columns`]); 35 MB for each pair of lists
//! would spare a first move two milliseconds.

use std::sync::{Arc, Mutex, PoisonError};

use super::lists::Lists;
use crate::budget::{Budget, Spent};
use crate::lexicon::{Alphabet, Dictionary, DictionaryKey, Writing};

/// What all lists that are kept may take: those of some dozen languages.
const MOST_BYTES: usize = 4 << 20;

/// Merged lists, shared by all searches. Those that were used last are kept.
#[derive(Debug)]
pub struct KeptLists {
    most_bytes: usize,
    /// The one used last is the last.
    kept: Mutex<Vec<(Key, Arc<Lists>)>>,
}

/// Which lists, and the letters that both are written in.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    answers: DictionaryKey,
    guesses: DictionaryKey,
    alphabet: Arc<Alphabet>,
    length: usize,
}

impl Default for KeptLists {
    fn default() -> Self {
        Self::keeping(MOST_BYTES)
    }
}

impl KeptLists {
    /// Keeps so many bytes at most, but always what was used last.
    #[must_use]
    pub fn keeping(most_bytes: usize) -> Self {
        Self { most_bytes, kept: Mutex::default() }
    }

    /// The lists of these dictionaries of the service, merged as [`Lists::of`] merges them.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn get(
        &self,
        (answers, guesses): (&Dictionary, &Dictionary),
        writing: &Writing,
        length: usize,
        budget: &Budget,
    ) -> Result<Arc<Lists>, Spent> {
        let alphabet = Arc::clone(writing.alphabet());
        let key = Key { answers: answers.key(), guesses: guesses.key(), alphabet, length };
        if let Some(lists) = self.find(&key) {
            return Ok(lists);
        }
        let lists = Arc::new(Lists::of((answers, guesses), writing, length, budget)?);
        // Somebody else may have been quicker; that does no harm.
        self.keep(key, Arc::clone(&lists));
        Ok(lists)
    }

    fn find(&self, key: &Key) -> Option<Arc<Lists>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == key)?;
        kept[at..].rotate_left(1);
        kept.last().map(|(_, lists)| Arc::clone(lists))
    }

    fn keep(&self, key: Key, lists: Arc<Lists>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| *known != key);
        kept.push((key, lists));
        let mut bytes: usize = kept.iter().map(|(_, lists)| lists.bytes()).sum();
        while bytes > self.most_bytes && kept.len() > 1 {
            bytes -= kept.remove(0).1.bytes();
        }
    }

    /// What all that is kept takes.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|(_, lists)| lists.bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dictionary;

    #[test]
    fn lists_are_merged_once() {
        let (one, other) = (["abc", "bca"].map(str::to_owned), ["cab", "abc", "ab"].map(str::to_owned));
        let (one, other) = (dictionary("abc", &one), dictionary("abc", &other));
        let (kept, budget) = (KeptLists::default(), Budget::unlimited());
        let lists = kept.get((&one, &other), one.writing(), 3, &budget).unwrap();
        assert_eq!(*lists, Lists::new(one.words(3), other.words(3)));
        assert!(Arc::ptr_eq(&lists, &kept.get((&one, &other), one.writing(), 3, &budget).unwrap()));
        assert!(!Arc::ptr_eq(&lists, &kept.get((&other, &one), other.writing(), 3, &budget).unwrap()));
        assert!(!Arc::ptr_eq(&lists, &kept.get((&one, &other), one.writing(), 2, &budget).unwrap()));
        // The same words of another alphabet have other letters.
        let moved = dictionary("zabc", &["abc", "bca"].map(str::to_owned));
        assert_eq!(moved.digest(), one.digest());
        assert!(!Arc::ptr_eq(&lists, &kept.get((&moved, &moved), moved.writing(), 3, &budget).unwrap()));
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_is_forgotten() {
        let few: Vec<_> = ["ab", "bc", "ca", "ac"].map(|word| dictionary("abc", &[word.to_owned()])).into();
        let budget = Budget::unlimited();
        let one = Lists::new(few[0].words(2), few[0].words(2)).bytes();
        let kept = KeptLists::keeping(2 * one);
        let get = |at: usize| kept.get((&few[at], &few[at]), few[at].writing(), 2, &budget).unwrap();
        let (first, second) = (get(0), get(1));
        assert!(Arc::ptr_eq(&first, &get(0)));
        get(2);
        assert!(Arc::ptr_eq(&first, &get(0)) && !Arc::ptr_eq(&second, &get(1)));
        assert!(kept.bytes() <= 2 * one);
    }
}
