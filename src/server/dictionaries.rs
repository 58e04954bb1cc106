//! The word lists that are served: those that come with the program, and those that an operator brings.
//!
//! An operator's files are read whole before a port is bound, and all that is wrong with them is said at once.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::house::BuildError;
use super::settings::{DictionaryFile, Settings, Wrong};
use crate::lexicon::{ALLOWED, ANSWERS, AddError, BadLine, Lexicon, ListError};

/// The most that a dictionary's file may have: several times what the most words of one need.
const MAX_DICTIONARY_BYTES: u64 = 64 << 20;
/// So many lines that are no words are each told with what is wrong with them; of the others the numbers are told.
const LINES_TOLD: usize = 100;

/// The embedded lists and the operator's own. Of the embedded ones, the default language's words are read here, since they are
/// wanted soonest; the others' are when a call first asks for them.
pub(super) fn lexicon(settings: &Settings) -> Result<Lexicon, BuildError> {
    let mut lexicon = Lexicon::embedded()?;
    let mut wrong = Vec::new();
    for file in &settings.dictionaries {
        wrong.extend(add_dictionary(&mut lexicon, file));
    }
    for language in lexicon.languages().filter(|language| language.dictionary(ANSWERS).is_err()) {
        let value = format!("{}/...", language.code());
        let right = format!("named {ANSWERS} or {ALLOWED} for one of a language's own lists, where it has several");
        wrong.push(Wrong::new("dictionary", value, right));
    }
    match lexicon.editions(&settings.default_language) {
        Err(error) => wrong.push(Wrong::new("default-language", &settings.default_language, error.known.join(" or "))),
        Ok(editions) if !editions.contains(&settings.default_edition) => {
            let known: Vec<String> = editions.iter().map(u32::to_string).collect();
            wrong.push(Wrong::new("default-edition", settings.default_edition.to_string(), known.join(" or ")));
        }
        Ok(_) => {}
    }
    if !wrong.is_empty() {
        return Err(BuildError::Wrong(wrong));
    }
    if let Ok(language) = lexicon.language(&settings.default_language, settings.default_edition) {
        language.read();
    }
    Ok(lexicon)
}

/// Adds an operator's list, or says what is wrong with it: all of it.
fn add_dictionary(lexicon: &mut Lexicon, file: &DictionaryFile) -> Vec<Wrong> {
    let DictionaryFile { language, name, path } = file;
    let wrong = |right: String| Wrong::new("dictionary", format!("{language}/{name}={}", path.display()), right);
    let text = match read(path) {
        Ok(text) => text,
        Err(error) => return vec![wrong(format!("a file that can be read ({error})"))],
    };
    match lexicon.add_dictionary(language, name, &text, &format!("the operator's own list {name}")) {
        Ok(too_long) => {
            if too_long > 0 {
                tracing::warn!(
                    language,
                    dictionary = name,
                    words = too_long,
                    "words of more than 9 letters are left out"
                );
            }
            Vec::new()
        }
        Err(AddError::List(ListError::Lines(lines))) => {
            let (told, more) = lines.split_at(lines.len().min(LINES_TOLD));
            let mut all: Vec<Wrong> = told.iter().map(|line| wrong(format!("a word a line ({line})"))).collect();
            if !more.is_empty() {
                all.push(wrong(format!("a word a line (nor are lines {})", Ranges(more))));
            }
            all
        }
        Err(error) => vec![wrong(format!("a list of words ({error})"))],
    }
}

/// The numbers of lines, ascending, those that follow each other as one range.
struct Ranges<'a>(&'a [BadLine]);

impl fmt::Display for Ranges<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.0.chunk_by(|one, next| one.line + 1 == next.line);
        for (number, range) in ranges.enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            match range {
                [first, .., last] => write!(f, "{separator}{}-{}", first.line, last.line)?,
                [only] => write!(f, "{separator}{}", only.line)?,
                [] => {}
            }
        }
        Ok(())
    }
}

/// The bytes of a dictionary's file. What is far too long to be one is not read to its end, which it may not have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let read = File::open(path)?.take(MAX_DICTIONARY_BYTES + 1).read_to_end(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= MAX_DICTIONARY_BYTES) {
        Ok(text)
    } else {
        Err(io::Error::other(format!("it has more than {MAX_DICTIONARY_BYTES} bytes")))
    }
}
