//! The files in data/: one language in one edition each, as text that shows in a diff what changed.
//!
//! A file is a header, a line a field, and then its words. It is UTF-8; a line that begins with '#' is passed over, in the
//! header only.
//!
//! ```text
//! language de
//! edition 1
//! alphabet abcdefghijklmnopqrstuvwxyzäöü
//! fold éèê e
//! fold ß ss
//! dictionary allowed
//! source where its words come from
//! licence an SPDX expression
//! digest 64 hexadecimal digits
//! counts 3:2 4:1507
//! dictionary answers
//! ...
//! words 3 2
//! C0aal<TAB>Aal
//! A2s<TAB>aas<TAB>Aas
//! words 4 1507
//! ...
//! ```
//!
//! - `alphabet`: the letters in their order, as [`Alphabet::new`](super::Alphabet::new) wants them.
//! - `fold`, any number of them: characters, and the letters (1 to 3) that each of them becomes. The first part is taken as
//!   it is, so a capital is a rule for the capital alone; see `Folding` in folding.rs.
//! - `dictionary`, with `source`, `licence`, `digest` and `counts` after it: up to five, by name, `allowed` and `answers` among
//!   them. The digest is [`Dictionary::digest`](super::Dictionary::digest), the counts are of words by length, ascending. Both
//!   are checked when the words are read, so that a damaged file is never served.
//! - `words`: a length, ascending, and how many lines follow: the words that any of the dictionaries has, in the order of the
//!   alphabet. A line is a character that says which have it ('@' and 1 for the first, 2 for the second, 4 for the third and
//!   so on: 'A' is the first alone, 'C' the first two), a digit that says how many letters are those of the word before, the
//!   other letters, and, only for a word that is written otherwise than its letters, each way it is written after a tab.
//!   Every word of `answers` is one of `allowed`.
//!
//! The header ends where the first `words` begin. It is read at start ([`head`]); the words are when they are first asked for
//! ([`words`]).

mod head;
mod words;

use super::LexiconError;
use super::alphabet::AlphabetError;

pub(super) use head::Head;
pub(super) use words::Words;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Another line, or another form of it, should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The alphabet is none.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    /// A letter that is not in the alphabet.
    #[error("{0:?} is not in the alphabet")]
    Letter(char),
    /// A rule for a character that has one, or is in the alphabet.
    #[error("{0:?} folds already")]
    Folded(char),
    /// The word does not come after the one before it.
    #[error("the word must come after the one before it")]
    Order,
    /// The words of a dictionary are not those that its digest was made of.
    #[error("the words of {name} have the digest {found}")]
    Digest {
        /// The dictionary.
        name: String,
        /// The digest of the words that are there.
        found: String,
    },
    /// A dictionary has other numbers of words than its counts say.
    #[error("the words of {name} are not as many as its counts say")]
    Counts {
        /// The dictionary.
        name: String,
    },
    /// The language is there already in this edition.
    #[error("another file has this language and edition")]
    Repeated,
}

/// The lines of a file, with their numbers.
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    /// How many lines stand before these.
    before: usize,
    /// The line that was taken last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str, before: usize) -> Self {
        Self { rest: text.lines().enumerate(), before, number: before }
    }

    /// The next line, or an empty one behind the last.
    fn take(&mut self) -> &'a str {
        if let Some((at, line)) = self.rest.next() {
            self.number = self.before + at + 1;
            return line;
        }
        self.number += 1;
        ""
    }

    /// The next line that is no remark.
    fn take_field(&mut self) -> &'a str {
        loop {
            let line = self.take();
            if !line.starts_with('#') {
                return line;
            }
        }
    }

    /// The value of the next field, which must be this one.
    fn value_of(&mut self, field: &str, expected: &'static str) -> Result<&'a str, Problem> {
        value(self.take_field(), field).ok_or(Problem::Expected(expected))
    }
}

/// The value on a line, if it is of this field and has one.
fn value<'a>(line: &'a str, field: &str) -> Option<&'a str> {
    line.strip_prefix(field)?.strip_prefix(' ').filter(|value| !value.is_empty())
}

/// The header of a file, and the rest of it: as build.rs splits it, which packs only the rest.
#[cfg(test)]
pub(super) fn split(text: &str) -> (&str, &str) {
    text.split_at(text.find("\nwords ").map_or(text.len(), |at| at + 1))
}

/// Says which line of a file has the problem.
fn named<T>(file: &str, lines: &Lines<'_>, read: Result<T, Problem>) -> Result<T, LexiconError> {
    read.map_err(|problem| LexiconError { file: file.to_owned(), line: lines.number, problem })
}
