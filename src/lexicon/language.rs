//! A language in one edition: its alphabet, how it folds, its dictionaries, and how its words are written.

use std::sync::Arc;

use super::alphabet::{Alphabet, Letter};
use super::dictionary::{About, Dictionary, MAX_LETTERS, Unsorted, WordList};
use super::folding::{FoldError, Folding};
use super::{LookupError, Sought};

/// The most letters of a text that is looked at as a word at all.
pub const MAX_WORD_CELLS: usize = 64;

/// The most words, before equal ones are merged, of a list that does not come with the program.
pub const MAX_OWN_WORDS: usize = 500_000;

/// A language as one edition has it, and the operator's own lists beside.
#[derive(Clone, Debug)]
pub struct Language {
    pub(super) code: String,
    pub(super) edition: u32,
    pub(super) alphabet: Arc<Alphabet>,
    pub(super) folding: Folding,
    /// By name.
    pub(super) dictionaries: Vec<Arc<Dictionary>>,
    pub(super) spellings: Spellings,
}

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordEntry {
    /// Its letters.
    pub letters: Vec<Letter>,
    /// As it is written, where that is more than its letters; else none.
    pub spellings: Vec<String>,
    /// The dictionaries that have it, by name.
    pub dictionaries: Vec<Arc<Dictionary>>,
}

/// Why words are no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// One of them does not fold.
    #[error("word {at}: {error}")]
    Word {
        /// The word's number, as it was given.
        at: usize,
        /// What is wrong with it.
        error: FoldError,
    },
    /// There are too many.
    #[error("more than {MAX_OWN_WORDS} words")]
    TooMany,
}

impl Language {
    /// For example "en".
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The number of the edition.
    #[must_use]
    pub fn edition(&self) -> u32 {
        self.edition
    }

    /// Its letters in order.
    #[must_use]
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        &self.alphabet
    }

    /// Its dictionaries, by name.
    #[must_use]
    pub fn dictionaries(&self) -> &[Arc<Dictionary>] {
        &self.dictionaries
    }

    /// The dictionary of this name.
    ///
    /// # Errors
    /// Lists those that exist.
    pub fn dictionary(&self, name: &str) -> Result<&Arc<Dictionary>, LookupError> {
        let place = self.place(name);
        place.map(|place| &self.dictionaries[place]).map_err(|_| {
            LookupError::new(Sought::Dictionary, name, self.dictionaries.iter().map(|dictionary| dictionary.name()))
        })
    }

    /// Where the dictionary of this name is, or would be.
    pub(super) fn place(&self, name: &str) -> Result<usize, usize> {
        self.dictionaries.binary_search_by(|dictionary| dictionary.name().cmp(name))
    }

    /// The letters of a word as anyone may write it: of at most [`MAX_WORD_CELLS`], and not one if it is empty.
    ///
    /// # Errors
    /// Names the first character that folds to no letter of the language.
    pub fn fold_word(&self, text: &str) -> Result<Vec<Letter>, FoldError> {
        self.folding.fold_word(&self.alphabet, text, MAX_WORD_CELLS)
    }

    /// The cells of a row of a grid: letters of the language, and [`NO_TILE`](super::NO_TILE).
    ///
    /// # Errors
    /// Names the first cell that is none, or says that there are more than `most`.
    pub fn fold_cells(&self, text: &str, most: usize) -> Result<Vec<char>, FoldError> {
        self.folding.fold_cells(&self.alphabet, text, most)
    }

    /// What is known of a word.
    ///
    /// # Errors
    /// As [`Language::fold_word`].
    pub fn look_up(&self, word: &str) -> Result<WordEntry, FoldError> {
        let letters = self.fold_word(word)?;
        let dictionaries = self.dictionaries.iter().filter(|list| list.contains(&letters)).cloned().collect();
        let spellings = self.spellings.of(&letters).map(str::to_owned).collect();
        Ok(WordEntry { letters, spellings, dictionaries })
    }

    /// A dictionary of a caller's own words, each with a number that an error may name it by. Equal words are merged; words
    /// of more than 9 letters are left out, and so are empty ones. It is not added to the language.
    ///
    /// # Errors
    /// Names the first word that does not fold, or says that there are too many.
    pub fn own_dictionary<'a>(
        &self,
        name: &str,
        source: &str,
        words: impl IntoIterator<Item = (usize, &'a str)>,
    ) -> Result<Dictionary, WordsError> {
        let mut unsorted = Unsorted::default();
        let mut left = MAX_OWN_WORDS;
        for (at, word) in words {
            left = left.checked_sub(1).ok_or(WordsError::TooMany)?;
            let letters = self.fold_word(word).map_err(|error| WordsError::Word { at, error })?;
            unsorted.add(&letters);
        }
        let about = About { name: name.into(), source: source.into(), licence: "NOASSERTION".into(), embedded: false };
        Ok(Dictionary::new(about, self.alphabet.clone(), unsorted.sort()))
    }
}

/// How words are written that are written otherwise than their letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Spellings {
    /// By length less one: those words, in order.
    words: [Vec<Letter>; MAX_LETTERS],
    /// By length less one: where each word's spellings end in the text, which is where the next one's begin.
    ends: [Vec<usize>; MAX_LETTERS],
    /// By length less one: the spellings, with a tab after each.
    text: [String; MAX_LETTERS],
}

impl Spellings {
    /// Adds the spellings of a word that comes after all others of its length.
    pub(super) fn push<'a>(&mut self, word: &[Letter], spellings: impl IntoIterator<Item = &'a str>) {
        let at = word.len() - 1;
        self.words[at].extend_from_slice(word);
        for spelling in spellings {
            self.text[at].push_str(spelling);
            self.text[at].push('\t');
        }
        self.ends[at].push(self.text[at].len());
    }

    /// The spellings of a word.
    fn of(&self, word: &[Letter]) -> impl Iterator<Item = &str> {
        let at = word.len().wrapping_sub(1);
        let place = self.words.get(at).and_then(|words| WordList::new(words, word.len()).position(word));
        let text = place.map_or("", |place| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[at][before]);
            &self.text[at][start..self.ends[at][place]]
        });
        text.split_terminator('\t')
    }
    /// All spellings.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.iter().flat_map(|text| text.split_terminator('\t'))
    }
}
