//! The words of one length in a row, and how words in any order come to be so.

use std::sync::Arc;

use super::alphabet::Letter;
use super::dictionary::MAX_LETTERS;

/// The words of one length, in the order of the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordList<'a> {
    letters: &'a [Letter],
    length: usize,
}

impl<'a> WordList<'a> {
    /// The list of words of this length, one or more, that are in order.
    #[must_use]
    pub fn new(letters: &'a [Letter], length: usize) -> Self {
        Self { letters, length }
    }

    /// Letters of each word. At least 1, also of a list that is empty.
    #[must_use]
    pub fn length(self) -> usize {
        self.length
    }

    /// How many words there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.letters.len() / self.length
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.letters.is_empty()
    }

    /// The letters of all words, one word after the other.
    #[must_use]
    pub fn letters(self) -> &'a [Letter] {
        self.letters
    }

    /// A word by its place in the order.
    #[must_use]
    pub fn get(self, place: usize) -> Option<&'a [Letter]> {
        let start = place.checked_mul(self.length)?;
        self.letters.get(start..start.checked_add(self.length)?)
    }

    /// All words in order.
    pub fn iter(self) -> std::slice::ChunksExact<'a, Letter> {
        self.letters.chunks_exact(self.length)
    }

    /// The place of a word, if the list has it.
    #[must_use]
    pub fn position(self, word: &[Letter]) -> Option<usize> {
        if word.len() != self.length {
            return None;
        }
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.letters[middle * self.length..][..self.length].cmp(word) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Whether the list has this word.
    #[must_use]
    pub fn contains(self, word: &[Letter]) -> bool {
        self.position(word).is_some()
    }
}

impl<'a> IntoIterator for WordList<'a> {
    type Item = &'a [Letter];
    type IntoIter = std::slice::ChunksExact<'a, Letter>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Words in any order, on their way to a dictionary.
#[derive(Default)]
pub(super) struct Unsorted {
    /// By length less one; what a word is shorter than 9 letters is filled with the first letter.
    words: [Vec<[Letter; MAX_LETTERS]>; MAX_LETTERS],
}

impl Unsorted {
    /// Takes a word in, unless it is too long or empty; says whether it did.
    pub(super) fn add(&mut self, word: &[Letter]) -> bool {
        let Some(words) = word.len().checked_sub(1).and_then(|at| self.words.get_mut(at)) else {
            return false;
        };
        let mut letters = [Letter::default(); MAX_LETTERS];
        letters[..word.len()].copy_from_slice(word);
        words.push(letters);
        true
    }

    /// The words in order, each once.
    pub(super) fn sort(self) -> [Arc<[Letter]>; MAX_LETTERS] {
        let mut length = 0;
        self.words.map(|mut words| {
            length += 1;
            words.sort_unstable();
            words.dedup();
            words.iter().flat_map(|word| &word[..length]).copied().collect()
        })
    }
}
