//! What a word must be: a word of a dictionary, or of the caller's own list.
//!
//! A caller's own list becomes a dictionary of its own, for its one call. It may have 50,000 words that are to be folded and
//! sorted, so that is a part of the search: it is done by the pool, within the search's budget.

use std::sync::Arc;

use super::limits;
use super::proto;
use super::shared::Shared;
use super::status::{Error, Violation};
use crate::budget::Budget;
use crate::compute::ComputeError;
use crate::lexicon::{ALLOWED, Dictionary, FoldError, Language, WordError, Writing};

/// The bytes of a word of a caller's own that are folded in the time of one node.
const BYTES_A_NODE: u64 = 16;

/// What a word must be, as it was asked.
#[derive(Debug)]
pub(super) struct Words {
    field: String,
    language: Arc<Language>,
    dictionary: Arc<Dictionary>,
    /// Instead of the dictionary's, unless it is empty.
    own: Vec<String>,
}

impl Words {
    /// Reads the message in this field. A dictionary that is named must exist even where the caller's own list is used
    /// instead: what is wrong is said, whether or not it matters.
    pub(super) fn read(shared: &Shared, field: &str, words: proto::Words) -> Result<Self, Error> {
        Self::read_or(shared, field, words, ALLOWED)
    }

    /// As [`Words::read`], with the dictionary that an empty name stands for.
    pub(super) fn read_or(
        shared: &Shared,
        field: &str,
        words: proto::Words,
        default_name: &str,
    ) -> Result<Self, Error> {
        let language = shared.language(field, &words.language, words.edition)?;
        let name = if words.dictionary.is_empty() { default_name } else { &words.dictionary };
        let dictionary = Arc::clone(language.dictionary(name).map_err(Error::not_found(field))?);
        let own = words.words;
        if own.len() > limits::OWN_WORDS {
            let description = format!("must have at most {} words, not {}", limits::OWN_WORDS, own.len());
            return Err(Violation::new(format!("{field}.words"), "OUT_OF_RANGE", description).into());
        }
        Ok(Self { field: field.to_owned(), language: Arc::clone(language), dictionary, own })
    }

    /// What is allowed beside them, if nothing is said.
    pub(super) fn allowed_beside(&self) -> Result<Self, Error> {
        let dictionary = Arc::clone(self.language.allowed_beside(&self.dictionary)?);
        Ok(Self { field: "guesses".to_owned(), language: Arc::clone(&self.language), dictionary, own: Vec::new() })
    }

    /// Their language.
    pub(super) fn language(&self) -> &Language {
        &self.language
    }

    /// The dictionary that was named, or meant.
    pub(super) fn named(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// How letters fold: as in the dictionary that was named, also where the caller's own list is used instead.
    pub(super) fn writing(&self) -> &Arc<Writing> {
        self.dictionary.writing()
    }

    /// Whether they are the caller's own list.
    pub(super) fn are_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// Whether it is long work to make a dictionary of them.
    pub(super) fn are_many(&self) -> bool {
        self.own.len() > limits::OWN_WORDS_SHORT
            || self.own.iter().map(String::len).sum::<usize>() > limits::OWN_BYTES_SHORT
    }

    /// The dictionary; the caller's own list is made one here, and must have words of these lengths.
    pub(super) fn dictionary(&self, lengths: &[usize], budget: &Budget) -> Result<Arc<Dictionary>, Error> {
        if self.own.is_empty() {
            return Ok(Arc::clone(&self.dictionary));
        }
        let mut in_time = Ok(());
        let words = self.own.iter().map(String::as_str).enumerate().take_while(|(_, word)| {
            in_time = budget.spend(1 + word.len() as u64 / BYTES_A_NODE);
            in_time.is_ok()
        });
        let dictionary = self.writing().dictionary("words", "the caller", words);
        in_time.map_err(ComputeError::Spent)?;
        let dictionary = dictionary.map_err(|error| self.no_list(&error))?;
        if let Some(length) = lengths.iter().find(|&&length| dictionary.words(length).is_empty()) {
            return Err(self.none_of(*length, "as the grid has").into());
        }
        Ok(Arc::new(dictionary))
    }

    /// Says that the caller's own list has no words of this length, which something else has.
    pub(super) fn none_of(&self, length: usize, as_what: &str) -> Violation {
        let description = format!("must have words of {length} letters, {as_what}");
        Violation::new(format!("{}.words", self.field), "TOO_FEW_WORDS", description)
    }

    /// Says which word of the caller's own is none.
    fn no_list(&self, WordError { at, error }: &WordError) -> Violation {
        let field = format!("{}.words[{at}]", self.field);
        match error {
            FoldError::TooLong { most } => {
                Violation::new(field, "WORD_LENGTH", format!("must have at most {most} letters"))
            }
            FoldError::Unfit { .. } => {
                Violation::new(field, "NOT_A_LETTER", format!("must be letters of the language: {error}"))
            }
        }
    }
}
