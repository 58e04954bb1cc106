//! How words are written: an alphabet, and what else folds to its letters.

use std::sync::Arc;

use super::alphabet::{Alphabet, Letter};
use super::dictionary::{About, Dictionary};
use super::folding::{FoldError, Folding};
use super::word_list::Unsorted;

/// The most letters of a text that is looked at as a word at all.
pub const MAX_WORD_CELLS: usize = 64;

/// What the letters of a list are, and how text from outside becomes such letters.
///
/// The embedded lists of a language share one, with the folding that its games have ('é' is an 'e' in English). An operator's
/// list has its own: just the letters of its words, and nothing folds but to NFC and lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    alphabet: Arc<Alphabet>,
    folding: Folding,
}

/// A word that does not fold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("word {at}: {error}")]
pub struct WordError {
    /// The word's number, as it was given.
    pub at: usize,
    /// What is wrong with it.
    pub error: FoldError,
}

impl Writing {
    /// These letters, and these rules beside what folds in every language.
    pub(super) fn new(alphabet: Arc<Alphabet>, folding: Folding) -> Self {
        Self { alphabet, folding }
    }

    /// These letters alone.
    #[must_use]
    pub fn plain(alphabet: Alphabet) -> Self {
        Self::new(Arc::new(alphabet), Folding::default())
    }

    /// The letters in order.
    #[must_use]
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        &self.alphabet
    }

    /// The letters of a word as anyone may write it: of at most [`MAX_WORD_CELLS`], and not one if it is empty.
    ///
    /// # Errors
    /// Names the first character that folds to no letter here.
    pub fn fold_word(&self, text: &str) -> Result<Vec<Letter>, FoldError> {
        self.folding.fold_word(&self.alphabet, text, MAX_WORD_CELLS)
    }

    /// The cells of a row of a grid: letters, and [`NO_TILE`](super::NO_TILE).
    ///
    /// # Errors
    /// Names the first cell that is none, or says that there are more than `most`.
    pub fn fold_cells(&self, text: &str, most: usize) -> Result<Vec<char>, FoldError> {
        self.folding.fold_cells(&self.alphabet, text, most)
    }

    /// A dictionary of somebody's own words, each with a number that an error may name it by. Equal words are merged; words
    /// of more than 9 letters are left out, and so are empty ones.
    ///
    /// # Errors
    /// Names the first word that does not fold.
    pub fn dictionary<'a>(
        self: &Arc<Self>,
        name: &str,
        source: &str,
        words: impl IntoIterator<Item = (usize, &'a str)>,
    ) -> Result<Dictionary, WordError> {
        let mut unsorted = Unsorted::default();
        for (at, word) in words {
            let letters = self.fold_word(word).map_err(|error| WordError { at, error })?;
            unsorted.add(&letters);
        }
        Ok(Dictionary::new(About::own(name, source), Arc::clone(self), unsorted.sort()))
    }

    /// The writing in which words of both can stand side by side: the one that has all letters of the other; of two that fold
    /// nothing, the letters of both, if they are few enough for an alphabet. `None` where é is a letter of the one and folds
    /// to an e of the other.
    #[must_use]
    pub fn joined(self: &Arc<Self>, other: &Arc<Self>) -> Option<Arc<Self>> {
        // One that folds comes first: of equal letters it is the one that understands more.
        let (one, two) = if other.folding.is_empty() { (self, other) } else { (other, self) };
        if one.alphabet.has_all_of(&two.alphabet) {
            return Some(Arc::clone(one));
        }
        if !one.folding.is_empty() {
            return None;
        }
        if two.alphabet.has_all_of(&one.alphabet) {
            return Some(Arc::clone(two));
        }
        let letters = one.alphabet.chars().iter().chain(two.alphabet.chars()).copied();
        Alphabet::in_order_of_code_points(letters).ok().map(|alphabet| Arc::new(Self::plain(alphabet)))
    }
}
