//! Letters, words and word lists: what every language brings, and nothing of any one language.
//!
//! - [`alphabet`]: a letter is its place in its language's alphabet, never an ASCII code;
//! - [`folding`]: the one place where text from outside becomes cells and letters;
//! - [`writing`]: an alphabet and what folds to it, which a list's words are written in;
//! - [`dictionary`]: one word list with the digest that names it; [`word_list`]: its words of one length, sorted, compact;
//! - [`patterns`]: which words have which letter where;
//! - [`language`]: alphabet, folding, dictionaries and spellings of one language in one edition;
//! - [`own`]: an operator's list, whose alphabet is taken from its words;
//! - [`embedded`]: the lists that come with the program, read when they are first asked for;
//! - [`mod@format`]: the files that they are made of. `data/` has them, `tools/make-lexicon` makes them, NOTICE says whose they
//!   are.
//!
//! A [`Lexicon`] is all of it together: made once at start, added to (the operator's own lists), then shared as an `Arc`. A
//! new language, or a new edition of one, is a file in `data/` and a line in [`EMBEDDED`].

pub mod alphabet;
pub mod dictionary;
pub mod embedded;
pub mod folding;
pub mod format;
pub mod language;
pub mod own;
pub mod patterns;
pub mod word_list;
pub mod writing;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

pub use alphabet::{Alphabet, AlphabetError, Letter, MAX_ALPHABET};
pub use dictionary::{Dictionary, DictionaryKey, MAX_LETTERS};
pub use embedded::{EMBEDDED, Packed};
pub use folding::{FoldError, NO_TILE, Unfit, fold_cells};
pub use format::Problem;
pub use language::{Language, WordEntry};
use own::OwnList;
pub use own::{BadLine, BadLines, LineFault, ListError};
pub use patterns::Patterns;
pub use word_list::WordList;
pub use writing::{MAX_WORD_CELLS, WordError, Writing};

/// The name of the dictionary of common words, which targets are drawn from. Every embedded language has it.
pub const ANSWERS: &str = "answers";
/// The name of the dictionary of all that counts as a word. Every embedded language has it, with all of [`ANSWERS`] in it.
pub const ALLOWED: &str = "allowed";

/// All languages in all editions, and the operator's own dictionaries.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// By code and edition: the order that everything is listed in.
    languages: BTreeMap<(String, u32), Arc<Language>>,
}

/// A dictionary as it is listed.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// Its language, in the first of the editions that have it.
    pub language: &'a Language,
    /// The list.
    pub dictionary: &'a Arc<Dictionary>,
    /// The editions that have it as it is here, ascending; none for an operator's own.
    pub editions: Vec<u32>,
}

/// Why a file of words cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {problem}")]
pub struct LexiconError {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What somebody looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A language by its code.
    Language,
    /// An edition of a language.
    Edition,
    /// A dictionary of a language.
    Dictionary,
}

/// There is no such thing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {sought} {asked:?}; there is {}", known.join(", "))]
pub struct LookupError {
    /// What was looked for.
    pub sought: Sought,
    /// How it was asked for; the beginning of it, if that was long.
    pub asked: String,
    /// Those that exist, in order.
    pub known: Vec<String>,
}

/// Why an operator's dictionary is not added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddError {
    /// The language's name, or the list's, is none.
    #[error("the name of a language or a dictionary has 1 to 32 characters of a-z, 0-9 and '-'")]
    Name,
    /// The name is taken.
    #[error("there is a dictionary of this name already")]
    Taken,
    /// The file is no list: all that is wrong with it.
    #[error("it is no list of words")]
    List(Vec<ListError>),
}

/// What is to be known of a dictionary that was added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// How many words of more than 9 letters were passed over.
    pub too_long: usize,
    /// Letters that the embedded language beside it has not, so that the list is read letter for letter; each with the line that
    /// it first stands in.
    pub beyond: Vec<(char, usize)>,
}

impl Lexicon {
    /// What comes with the program.
    ///
    /// # Errors
    /// Where an embedded file is damaged, which a test makes sure that none is.
    pub fn embedded() -> Result<Self, LexiconError> {
        Self::of_files(EMBEDDED.iter().map(|&packed| embedded::File::of(packed)))
    }

    /// The languages of these files.
    fn of_files(files: impl IntoIterator<Item = Result<embedded::File, LexiconError>>) -> Result<Self, LexiconError> {
        let mut languages = BTreeMap::new();
        for file in files {
            let file = file?;
            let name = file.head().file.clone();
            let language = Language::embedded(file);
            let repeated = languages.insert((language.code().to_owned(), language.edition()), Arc::new(language));
            if repeated.is_some() {
                return Err(LexiconError { file: name, line: 1, problem: Problem::Repeated });
            }
        }
        Ok(Self { languages })
    }

    /// All languages in all their editions, by code, then edition.
    pub fn languages(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.languages.values()
    }

    /// The editions of a language, ascending.
    ///
    /// # Errors
    /// Lists the languages that exist.
    pub fn editions(&self, code: &str) -> Result<Vec<u32>, LookupError> {
        let editions: Vec<u32> = self.languages().filter(|l| l.code() == code).map(|l| l.edition()).collect();
        if editions.is_empty() {
            let mut known: Vec<&str> = self.languages().map(|language| language.code()).collect();
            known.dedup();
            return Err(LookupError::new(Sought::Language, code, known));
        }
        Ok(editions)
    }

    /// A language as an edition has it.
    ///
    /// # Errors
    /// Lists the languages, or the editions of this one, that exist.
    pub fn language(&self, code: &str, edition: u32) -> Result<&Arc<Language>, LookupError> {
        let editions = self.editions(code)?;
        self.languages
            .get(&(code.to_owned(), edition))
            .ok_or_else(|| LookupError::new(Sought::Edition, &edition.to_string(), editions.iter().map(u32::to_string)))
    }

    /// All dictionaries, by language, then name, then the first edition that has it so. What several editions have alike is
    /// listed once.
    #[must_use]
    pub fn dictionaries(&self) -> Vec<Listed<'_>> {
        let mut listed: Vec<Listed<'_>> = Vec::new();
        for language in self.languages() {
            for dictionary in language.dictionaries() {
                let editions = if dictionary.is_embedded() { vec![language.edition()] } else { Vec::new() };
                let same = listed.iter_mut().find(|known| {
                    known.language.code() == language.code()
                        && known.dictionary.name() == dictionary.name()
                        && known.dictionary.digest() == dictionary.digest()
                });
                match same {
                    Some(known) => known.editions.extend(editions),
                    None => listed.push(Listed { language, dictionary, editions }),
                }
            }
        }
        listed.sort_by(|a, b| {
            let by_language = a.language.code().cmp(b.language.code());
            by_language.then_with(|| a.dictionary.name().cmp(b.dictionary.name()))
        });
        listed
    }

    /// The memory that indexes of dictionaries take which were made so far, in bytes.
    #[must_use]
    pub fn index_bytes(&self) -> usize {
        self.dictionaries().iter().map(|listed| listed.dictionary.index_bytes()).sum()
    }

    /// Adds an operator's dictionary to a language in all its editions, or begins a language with it: one word a line, as
    /// [`own`] describes.
    ///
    /// # Errors
    /// Where a name is none or taken, or the file is no list. Nothing is added then.
    pub fn add_dictionary(&mut self, code: &str, name: &str, text: &[u8], source: &str) -> Result<Added, AddError> {
        if !is_name(code) || !is_name(name) {
            return Err(AddError::Name);
        }
        if self.languages().any(|language| language.code() == code && language.place(name).is_ok()) {
            return Err(AddError::Taken);
        }
        let list = OwnList::read(text).map_err(AddError::List)?;
        let mut added = Added { too_long: list.too_long(), beyond: Vec::new() };
        let is_new = self.languages().all(|language| language.code() != code);
        let mut known: Vec<Arc<Dictionary>> = Vec::new();
        for edition in self.all_editions() {
            let language = self.languages.get_mut(&(code.to_owned(), edition));
            let embedded =
                language.as_deref().filter(|language| language.is_embedded()).map(|language| language.writing());
            if let Some(embedded) = embedded {
                added.beyond = list.letters_beyond(embedded);
            }
            let writing = list.writing_beside(embedded);
            let own = match known.iter().find(|own| *own.writing() == writing) {
                Some(own) => Arc::clone(own),
                None => Arc::new(list.dictionary(name, source, writing)),
            };
            known.push(Arc::clone(&own));
            match language {
                Some(language) => Arc::make_mut(language).add(own),
                None if is_new => {
                    let language = Language::of_own_lists(code, edition, own);
                    self.languages.insert((code.to_owned(), edition), Arc::new(language));
                }
                // An embedded language that is not in all editions stays so.
                None => {}
            }
        }
        Ok(added)
    }

    /// All editions that any language comes with, ascending. A language of an operator's lists alone is in each of them.
    fn all_editions(&self) -> BTreeSet<u32> {
        self.languages().filter(|language| language.is_embedded()).map(|language| language.edition()).collect()
    }
}

impl LookupError {
    /// The most characters of what was asked for that are said again.
    const MAX_ASKED: usize = 64;

    fn new(sought: Sought, asked: &str, known: impl IntoIterator<Item: Into<String>>) -> Self {
        let asked = asked.chars().take(Self::MAX_ASKED).collect();
        Self { sought, asked, known: known.into_iter().map(Into::into).collect() }
    }
}

impl fmt::Display for Sought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Language => "language",
            Self::Edition => "edition",
            Self::Dictionary => "dictionary",
        })
    }
}

/// Whether this may name a language or a dictionary: 1 to 32 characters of a-z, 0-9 and '-'.
fn is_name(name: &str) -> bool {
    (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests;
