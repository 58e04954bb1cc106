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
//! dictionary answers
//! ...
//! words 3 2
//! C0aal<TAB>Aal
//! A2s<TAB>aas<TAB>Aas
//! words 4 1507
//! ...
//! ```
//!
//! - `alphabet`: the letters in their order, as [`Alphabet::new`] wants them.
//! - `fold`, any number of them: characters, and the letters (1 to 3) that each of them becomes. The first part is taken as
//!   it is, so a capital is a rule for the capital alone; see `Folding` in folding.rs.
//! - `dictionary`, with `source`, `licence` and `digest` after it: up to five, by name, `allowed` and `answers` among them.
//!   The digest is [`Dictionary::digest`], and is checked, so that a damaged file is never served.
//! - `words`: a length, ascending, and how many lines follow: the words that any of the dictionaries has, in the order of the
//!   alphabet. A line is a character that says which have it ('@' and 1 for the first, 2 for the second, 4 for the third and
//!   so on: 'A' is the first alone, 'C' the first two), a digit that says how many letters are those of the word before, the
//!   other letters, and, only for a word that is written otherwise than its letters, each way it is written after a tab.
//!   Every word of `answers` is one of `allowed`.

use std::sync::Arc;

use super::LexiconError;
use super::alphabet::{Alphabet, AlphabetError, Letter};
use super::dictionary::{About, Dictionary, MAX_LETTERS};
use super::folding::Folding;
use super::language::{Language, Spellings};
use super::writing::Writing;
use super::{ALLOWED, ANSWERS, is_name};

/// The most dictionaries of a file: what one character of a word's line can tell.
const MAX_DICTIONARIES: usize = 5;
/// The most letters that a rule of folding makes of a character.
const MAX_FOLD: usize = 3;

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
    /// The language is there already in this edition.
    #[error("another file has this language and edition")]
    Repeated,
}

/// The lines of a file, with their numbers.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The line that was taken last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// The next line, or an empty one behind the last.
    fn take(&mut self) -> &'a str {
        let (at, line) = self.lines.next().unwrap_or((self.number, ""));
        self.number = at + 1;
        line
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

/// Reads a file.
pub(super) fn parse(file: &str, text: &str) -> Result<Language, LexiconError> {
    let mut lines = Lines { lines: text.lines().enumerate(), number: 0 };
    parse_lines(&mut lines).map_err(|problem| LexiconError { file: file.to_owned(), line: lines.number, problem })
}

fn parse_lines(lines: &mut Lines<'_>) -> Result<Language, Problem> {
    const EDITION: &str = "`edition` and its number, from 1";
    const CODE: &str = "`language` and its code";
    let code = lines.value_of("language", CODE)?;
    if !is_name(code) {
        return Err(Problem::Expected(CODE));
    }
    let edition = lines.value_of("edition", EDITION)?.parse().ok().filter(|&number: &u32| number > 0);
    let edition = edition.ok_or(Problem::Expected(EDITION))?;
    let alphabet = Arc::new(Alphabet::new(lines.value_of("alphabet", "`alphabet` and its letters")?)?);

    let mut folding = Folding::default();
    let mut line = lines.take_field();
    while let Some(rule) = value(line, "fold") {
        add_rule(&mut folding, &alphabet, rule)?;
        line = lines.take_field();
    }
    let mut heads: Vec<Head> = Vec::new();
    while let Some(name) = value(line, "dictionary") {
        let in_order = heads.last().is_none_or(|last| last.about.name.as_str() < name);
        if !is_name(name) || !in_order || heads.len() == MAX_DICTIONARIES {
            return Err(Problem::Expected("at most 5 dictionaries in the order of their names"));
        }
        heads.push(Head::take(name, lines)?);
        line = lines.take_field();
    }
    let bit = |name| heads.iter().position(|head| head.about.name == name).map(|at| 1 << at);
    let (Some(allowed), Some(answers)) = (bit(ALLOWED), bit(ANSWERS)) else {
        return Err(Problem::Expected("the dictionaries `allowed` and `answers`"));
    };

    let mut words = Words {
        alphabet: &alphabet,
        allowed,
        answers,
        lists: heads.iter().map(|_| Default::default()).collect(),
        spellings: Spellings::default(),
    };
    let mut longest = 0;
    while let Some(section) = value(line, "words") {
        const SECTION: &str = "`words`, a length from 1 to 9 above the last, and how many lines follow";
        let numbers = section.split_once(' ').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (length, count): (usize, usize) = numbers.ok_or(Problem::Expected(SECTION))?;
        if length <= longest || length > MAX_LETTERS {
            return Err(Problem::Expected(SECTION));
        }
        longest = length;
        words.take(length, count, lines)?;
        line = lines.take();
    }
    if !line.is_empty() || lines.lines.next().is_some() {
        return Err(Problem::Expected("the end of the file, or `words` of the next length"));
    }
    let Words { lists, spellings, .. } = words;
    let writing = Arc::new(Writing::new(alphabet, folding));
    let dictionaries = finish(heads, lists, &writing, lines)?;
    Ok(Language { code: code.to_owned(), edition, writing, dictionaries, spellings })
}

/// Adds the rule of a `fold` line.
fn add_rule(folding: &mut Folding, alphabet: &Alphabet, rule: &str) -> Result<(), Problem> {
    const RULE: &str = "`fold`, characters, a space, and the 1 to 3 letters that each becomes";
    let (from, to) = rule.split_once(' ').ok_or(Problem::Expected(RULE))?;
    let to: Result<Vec<Letter>, Problem> = to.chars().map(|c| alphabet.letter(c).ok_or(Problem::Letter(c))).collect();
    let to = to?;
    if from.is_empty() || to.is_empty() || to.len() > MAX_FOLD {
        return Err(Problem::Expected(RULE));
    }
    for c in from.chars() {
        if alphabet.letter(c).is_some() || !folding.add(c, to.clone()) {
            return Err(Problem::Folded(c));
        }
    }
    Ok(())
}

/// What the header says of a dictionary.
struct Head {
    about: About,
    digest: String,
    /// Where it says the digest.
    line: usize,
}

impl Head {
    fn take(name: &str, lines: &mut Lines<'_>) -> Result<Self, Problem> {
        let source = lines.value_of("source", "`source` and where the words come from")?.to_owned();
        let licence = lines.value_of("licence", "`licence` and an SPDX expression")?.to_owned();
        let digest = lines.value_of("digest", "`digest` and 64 hexadecimal digits")?.to_owned();
        let about = About { name: name.to_owned(), source, licence, embedded: true };
        Ok(Self { about, digest, line: lines.number })
    }
}

/// By length less one, the letters of all words.
type Lists = [Vec<Letter>; MAX_LETTERS];

/// What is gathered of the words.
struct Words<'a> {
    alphabet: &'a Alphabet,
    allowed: u32,
    answers: u32,
    /// By dictionary.
    lists: Vec<Lists>,
    spellings: Spellings,
}

impl Words<'_> {
    /// Takes this many lines of words of this length.
    fn take(&mut self, length: usize, count: usize, lines: &mut Lines<'_>) -> Result<(), Problem> {
        const WORD: &str = "a word: which dictionaries have it, how many letters are as before, the other letters";
        let (mut before, mut word) = ([Letter(0); MAX_LETTERS], [Letter(0); MAX_LETTERS]);
        for number in 0..count {
            let line = lines.take();
            let (letters, spellings) = line.split_once('\t').map_or((line, None), |(a, b)| (a, Some(b)));
            let mut chars = letters.chars();
            let members = chars.next().and_then(|c| u32::from(c).checked_sub(u32::from('@')));
            let shared = chars.next().and_then(|c| c.to_digit(10)).map(|digit| digit as usize);
            let (Some(members), Some(shared)) = (members, shared) else {
                return Err(Problem::Expected(WORD));
            };
            if members == 0 || members >> self.lists.len() != 0 || shared >= length || (number == 0 && shared > 0) {
                return Err(Problem::Expected(WORD));
            }
            if members & self.answers != 0 && members & self.allowed == 0 {
                return Err(Problem::Expected("answers to be allowed"));
            }
            for place in &mut word[shared..length] {
                let c = chars.next().ok_or(Problem::Expected(WORD))?;
                *place = self.alphabet.letter(c).ok_or(Problem::Letter(c))?;
            }
            if chars.next().is_some() {
                return Err(Problem::Expected(WORD));
            }
            if number > 0 && word[..length] <= before[..length] {
                return Err(Problem::Order);
            }
            before = word;
            for (at, list) in self.lists.iter_mut().enumerate() {
                if members >> at & 1 == 1 {
                    list[length - 1].extend_from_slice(&word[..length]);
                }
            }
            if let Some(spellings) = spellings {
                if spellings.split('\t').any(|spelling| spelling.is_empty() || spelling.contains(char::is_control)) {
                    return Err(Problem::Expected("spellings, each after a tab"));
                }
                self.spellings.push(&word[..length], spellings.split('\t'));
            }
        }
        Ok(())
    }
}

/// Makes the dictionaries, those with the same words of a length sharing them, and checks their digests.
fn finish(
    heads: Vec<Head>,
    lists: Vec<Lists>,
    writing: &Arc<Writing>,
    lines: &mut Lines<'_>,
) -> Result<Vec<Arc<Dictionary>>, Problem> {
    let mut known: Vec<Arc<[Letter]>> = Vec::new();
    let mut dictionaries = Vec::with_capacity(heads.len());
    for (head, lists) in heads.into_iter().zip(lists) {
        let words = lists.map(|list| {
            let shared = known.iter().find(|words| words[..] == list[..]).cloned();
            shared.unwrap_or_else(|| {
                let words: Arc<[Letter]> = list.into();
                known.push(Arc::clone(&words));
                words
            })
        });
        let dictionary = Dictionary::new(head.about, Arc::clone(writing), words);
        let found = dictionary.digest_hex();
        if found != head.digest {
            lines.number = head.line;
            return Err(Problem::Digest { name: dictionary.name().to_owned(), found });
        }
        dictionaries.push(Arc::new(dictionary));
    }
    Ok(dictionaries)
}
