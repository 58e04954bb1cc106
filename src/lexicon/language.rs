//! A language in one edition: how it is written, its dictionaries, and how its words are spelled.

use std::sync::Arc;

use super::alphabet::{Alphabet, Letter};
use super::dictionary::{Dictionary, MAX_LETTERS};
use super::embedded::File;
use super::folding::FoldError;
use super::format::Head;
use super::word_list::WordList;
use super::writing::Writing;
use super::{ALLOWED, ANSWERS, LookupError, Sought};

/// A language as one edition has it, and the operator's own lists beside.
#[derive(Clone, Debug)]
pub struct Language {
    pub(super) code: String,
    pub(super) edition: u32,
    pub(super) writing: Arc<Writing>,
    /// By name.
    pub(super) dictionaries: Vec<Arc<Dictionary>>,
    /// What came with the program of it.
    file: Option<Arc<File>>,
}

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordEntry {
    /// Its letters, as text.
    pub letters: String,
    /// As it is written, where that is more than its letters; else none.
    pub spellings: Vec<String>,
    /// The dictionaries that have it, by name.
    pub dictionaries: Vec<Arc<Dictionary>>,
}

impl Language {
    /// A language of which nothing comes with the program.
    pub(super) fn of_own_lists(code: &str, edition: u32, first: Arc<Dictionary>) -> Self {
        let writing = Arc::clone(first.writing());
        Self { code: code.into(), edition, writing, dictionaries: vec![first], file: None }
    }

    /// A language that comes with the program.
    pub(super) fn embedded(file: File) -> Self {
        let file = Arc::new(file);
        let Head { code, edition, writing, lists, .. } = file.head();
        let dictionaries = (0..lists.len()).map(|place| Arc::new(Dictionary::embedded(&file, place)));
        Self {
            code: code.clone(),
            edition: *edition,
            writing: Arc::clone(writing),
            dictionaries: dictionaries.collect(),
            file: Some(file),
        }
    }

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

    /// How it is written where no dictionary is named: as its embedded lists are, or else with the letters of its own lists, as
    /// many of them as have few enough together.
    #[must_use]
    pub fn writing(&self) -> &Arc<Writing> {
        &self.writing
    }

    /// Its letters in order.
    #[must_use]
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        self.writing.alphabet()
    }

    /// Whether it came with the program, as a part of an edition.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        self.file.is_some()
    }

    /// Whether its words are in memory. Those that came with the program are not before they are first asked for, and then
    /// whoever asks waits for them to be read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.file.as_ref().is_none_or(|file| file.is_read())
    }

    /// Reads its words, if that was not done yet. It takes up to some hundred milliseconds.
    pub fn read(&self) {
        if let Some(file) = &self.file {
            file.words();
        }
    }

    /// How its words are spelled that are written otherwise than their letters.
    pub(super) fn spellings(&self) -> Option<&Spellings> {
        self.file.as_ref().map(|file| &file.words().spellings)
    }

    /// Its dictionaries, by name.
    #[must_use]
    pub fn dictionaries(&self) -> &[Arc<Dictionary>] {
        &self.dictionaries
    }

    /// The dictionary of this name. Of [`ANSWERS`] and [`ALLOWED`] the one stands for the other where that is missing; a
    /// language's only list is both, whatever its name.
    ///
    /// # Errors
    /// Lists those that exist.
    pub fn dictionary(&self, name: &str) -> Result<&Arc<Dictionary>, LookupError> {
        let named = |name: &str| self.place(name).ok().map(|place| &self.dictionaries[place]);
        let other = match name {
            ANSWERS => named(ALLOWED),
            ALLOWED => named(ANSWERS),
            _ => None,
        };
        let only = match &self.dictionaries[..] {
            [only] if [ANSWERS, ALLOWED].contains(&name) => Some(only),
            _ => None,
        };
        named(name).or(other).or(only).ok_or_else(|| {
            LookupError::new(Sought::Dictionary, name, self.dictionaries.iter().map(|dictionary| dictionary.name()))
        })
    }

    /// What counts as a word beside the words of a dictionary, where nothing is said: [`ALLOWED`], if it has all letters of the
    /// dictionary, which else is by itself.
    ///
    /// # Errors
    /// Where the language has no such list.
    pub fn allowed_beside<'a>(&'a self, dictionary: &'a Arc<Dictionary>) -> Result<&'a Arc<Dictionary>, LookupError> {
        let allowed = self.dictionary(ALLOWED)?;
        Ok(if allowed.alphabet().has_all_of(dictionary.alphabet()) { allowed } else { dictionary })
    }

    /// Where the dictionary of this name is, or would be.
    pub(super) fn place(&self, name: &str) -> Result<usize, usize> {
        self.dictionaries.binary_search_by(|dictionary| dictionary.name().cmp(name))
    }

    /// Adds an operator's list, whose name must not be taken.
    pub(super) fn add(&mut self, own: Arc<Dictionary>) {
        if !self.is_embedded()
            && let Some(joined) = self.writing.joined(own.writing())
        {
            self.writing = joined;
        }
        let place = self.place(own.name()).unwrap_or_else(|place| place);
        self.dictionaries.insert(place, own);
    }

    /// What is known of a word. Each list reads it as its words are written; the letters are those of the first list that has it,
    /// lists that are written as the language is before others.
    ///
    /// # Errors
    /// As [`Writing::fold_word`], where it is a word of no list either.
    pub fn look_up(&self, word: &str) -> Result<WordEntry, FoldError> {
        let in_language = self.writing.fold_word(word);
        let has = |list: &&Arc<Dictionary>| list.writing().fold_word(word).is_ok_and(|own| list.contains(&own));
        let dictionaries: Vec<_> = self.dictionaries.iter().filter(has).cloned().collect();
        let as_language = |list: &&Arc<Dictionary>| *list.writing() == self.writing;
        let letters = match dictionaries.iter().find(as_language).or(dictionaries.first()) {
            Some(list) => list.alphabet().text(&list.writing().fold_word(word)?),
            None => self.alphabet().text(&in_language.clone()?),
        };
        let spellings = match (in_language, self.spellings()) {
            (Ok(own), Some(spellings)) => spellings.of(&own).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        Ok(WordEntry { letters, spellings, dictionaries })
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
