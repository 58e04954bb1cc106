//! The word lists that are served: those that come with the program, and those that an operator brings.
//!
//! An operator's files are read whole before a port is bound, and all that is wrong with them is said at once.

use std::fs::File;
use std::io::{self, Read as _};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use super::house::BuildError;
use super::settings::{DictionaryFile, Settings, Wrong};
use crate::guess::rank::logs::MOST_CANDIDATES;
use crate::lexicon::{ALLOWED, ANSWERS, AddError, Added, BadLines, Language, Lexicon, ListError};

/// The most that a dictionary's file may have: several times what the most words of one need.
const MAX_DICTIONARY_BYTES: u64 = 64 << 20;

/// The embedded lists and the operator's own. Of the embedded ones, the default language's words are read here, since they are
/// wanted soonest; the others' are when a call first asks for them.
pub(super) fn lexicon(settings: &Settings) -> Result<Lexicon, BuildError> {
    let mut lexicon = Lexicon::embedded()?;
    let mut wrong = Vec::new();
    let mut failed = Vec::new();
    for file in &settings.dictionaries {
        if let Err(faults) = add_dictionary(&mut lexicon, file) {
            wrong.extend(faults);
            failed.push(file.language.as_str());
        }
    }
    // Of a language whose list is still to be mended nothing more is said.
    let is_whole = |code: &str| !failed.contains(&code);
    let nameless = |language: &&Arc<Language>| is_whole(language.code()) && language.dictionary(ANSWERS).is_err();
    for language in lexicon.languages().filter(nameless) {
        let value = format!("{}/...", language.code());
        let right = format!("named {ANSWERS} or {ALLOWED} for one of a language's own lists, where it has several");
        wrong.push(Wrong::new("dictionary", value, right));
    }
    match lexicon.editions(&settings.default_language) {
        Err(error) if is_whole(&settings.default_language) => {
            wrong.push(Wrong::new("default-language", &settings.default_language, error.known.join(" or ")));
        }
        Ok(editions) if !editions.contains(&settings.default_edition) => {
            let known: Vec<String> = editions.iter().map(u32::to_string).collect();
            wrong.push(Wrong::new("default-edition", settings.default_edition.to_string(), known.join(" or ")));
        }
        _ => {}
    }
    if !wrong.is_empty() {
        return Err(BuildError::Wrong(wrong));
    }
    if let Ok(language) = lexicon.language(&settings.default_language, settings.default_edition) {
        language.read();
    }
    Ok(lexicon)
}

/// Adds an operator's list, or says all that is wrong with it.
fn add_dictionary(lexicon: &mut Lexicon, file: &DictionaryFile) -> Result<(), Vec<Wrong>> {
    let DictionaryFile { language, name, path } = file;
    let wrong = |right: String| Wrong::new("dictionary", format!("{language}/{name}={}", path.display()), right);
    let text = read(path).map_err(|error| vec![wrong(format!("a file that can be read ({error})"))])?;
    let added = lexicon.add_dictionary(language, name, &text, &format!("the operator's own list {name}"));
    let Added { too_long, beyond } = added.map_err(|error| match error {
        AddError::List(faults) => faults.into_iter().flat_map(told).map(wrong).collect(),
        error => vec![wrong(format!("a list of words ({error})"))],
    })?;
    let own = lexicon.languages().filter(|known| known.code() == language).filter_map(|own| own.dictionary(name).ok());
    let mut lengths = own.flat_map(|list| list.lengths());
    if let Some((length, words)) = lengths.find(|&(_, words)| words > MOST_CANDIDATES) {
        return Err(vec![wrong(format!("a list of at most {MOST_CANDIDATES} words of {length} letters, not {words}"))]);
    }
    if too_long > 0 {
        tracing::warn!(language, dictionary = name, words = too_long, "words of more than 9 letters are left out");
    }
    if !beyond.is_empty() {
        let letters: Vec<String> = beyond.iter().map(|(letter, line)| format!("{letter:?} (line {line})")).collect();
        let letters = letters.join(", ");
        tracing::warn!(
            language,
            dictionary = name,
            letters,
            "the language has not these letters: the list is read letter for \
             letter, and stands by itself beside those of the language"
        );
    }
    Ok(())
}

/// What a dictionary's file must be, for each thing that is wrong with it.
fn told(fault: ListError) -> Vec<String> {
    let ListError::Lines(BadLines { first, others, beyond, .. }) = fault else {
        return vec![format!("a list of words ({fault})")];
    };
    let mut all: Vec<String> = first.iter().map(|line| format!("a word a line ({line})")).collect();
    if !others.is_empty() {
        let range = |lines: &RangeInclusive<usize>| match (lines.start(), lines.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        let more = if beyond > 0 { format!(", and {beyond} more") } else { String::new() };
        let lines: Vec<String> = others.iter().map(range).collect();
        all.push(format!("a word a line (nor are lines {}{more})", lines.join(", ")));
    }
    all
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
