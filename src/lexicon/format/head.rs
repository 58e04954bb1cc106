//! The header of a file.

use std::sync::Arc;

use super::{Lines, Problem, named, value};
use crate::lexicon::alphabet::{Alphabet, Letter};
use crate::lexicon::dictionary::MAX_LETTERS;
use crate::lexicon::folding::Folding;
use crate::lexicon::writing::Writing;
use crate::lexicon::{ALLOWED, ANSWERS, LexiconError, is_name};

/// The most dictionaries of a file: what one character of a word's line can tell.
const MAX_DICTIONARIES: usize = 5;
/// The most letters that a rule of folding makes of a character.
const MAX_FOLD: usize = 3;

/// What a file says before its words.
#[derive(Clone, Debug)]
pub(in crate::lexicon) struct Head {
    /// The file's name.
    pub(in crate::lexicon) file: String,
    pub(in crate::lexicon) code: String,
    pub(in crate::lexicon) edition: u32,
    pub(in crate::lexicon) writing: Arc<Writing>,
    /// By name.
    pub(in crate::lexicon) lists: Vec<HeadOfList>,
    /// By list, a bit each: `allowed`.
    pub(super) allowed: u32,
    /// The same: `answers`.
    pub(super) answers: u32,
    /// How many lines it has.
    pub(super) lines: usize,
}

/// What a file says of a dictionary before its words.
#[derive(Clone, Debug)]
pub(in crate::lexicon) struct HeadOfList {
    pub(in crate::lexicon) name: String,
    pub(in crate::lexicon) source: String,
    pub(in crate::lexicon) licence: String,
    pub(in crate::lexicon) digest: [u8; 32],
    /// By length less one.
    pub(in crate::lexicon) counts: [usize; MAX_LETTERS],
    /// Where it says the digest.
    pub(super) line: usize,
}

impl Head {
    /// Reads the header of a file of this name.
    pub(in crate::lexicon) fn read(file: &str, text: &str) -> Result<Self, LexiconError> {
        let mut lines = Lines::of(text, 0);
        let read = Self::take(file, text, &mut lines);
        named(file, &lines, read)
    }

    fn take(file: &str, text: &str, lines: &mut Lines<'_>) -> Result<Self, Problem> {
        const EDITION: &str = "`edition` and its number, from 1";
        const CODE: &str = "`language` and its code";
        let code = lines.value_of("language", CODE)?;
        if !is_name(code) {
            return Err(Problem::Expected(CODE));
        }
        let edition = lines.value_of("edition", EDITION)?.parse().ok().filter(|&number: &u32| number > 0);
        let edition = edition.ok_or(Problem::Expected(EDITION))?;
        let alphabet = Alphabet::new(lines.value_of("alphabet", "`alphabet` and its letters")?)?;

        let mut folding = Folding::default();
        let mut line = lines.take_field();
        while let Some(rule) = value(line, "fold") {
            add_rule(&mut folding, &alphabet, rule)?;
            line = lines.take_field();
        }
        let mut lists: Vec<HeadOfList> = Vec::new();
        while let Some(name) = value(line, "dictionary") {
            let in_order = lists.last().is_none_or(|last| last.name.as_str() < name);
            if !is_name(name) || !in_order || lists.len() == MAX_DICTIONARIES {
                return Err(Problem::Expected("at most 5 dictionaries in the order of their names"));
            }
            lists.push(HeadOfList::take(name, lines)?);
            line = lines.take_field();
        }
        let bit = |name| lists.iter().position(|list| list.name == name).map(|at| 1 << at);
        let (Some(allowed), Some(answers)) = (bit(ALLOWED), bit(ANSWERS)) else {
            return Err(Problem::Expected("the dictionaries `allowed` and `answers`"));
        };
        if !line.is_empty() || lines.rest.next().is_some() {
            return Err(Problem::Expected("`words`, or another dictionary"));
        }
        Ok(Self {
            file: file.to_owned(),
            code: code.to_owned(),
            edition,
            writing: Arc::new(Writing::new(Arc::new(alphabet), folding)),
            lists,
            allowed,
            answers,
            lines: text.lines().count(),
        })
    }
}

impl HeadOfList {
    fn take(name: &str, lines: &mut Lines<'_>) -> Result<Self, Problem> {
        const DIGEST: &str = "`digest` and 64 hexadecimal digits";
        const COUNTS: &str = "`counts` and, by length, ascending, how many words the dictionary has: 3:972 4:3903";
        let source = lines.value_of("source", "`source` and where the words come from")?.to_owned();
        let licence = lines.value_of("licence", "`licence` and an SPDX expression")?.to_owned();
        let digest = bytes(lines.value_of("digest", DIGEST)?).ok_or(Problem::Expected(DIGEST))?;
        let line = lines.number;
        let counts = counts(lines.value_of("counts", COUNTS)?).ok_or(Problem::Expected(COUNTS))?;
        Ok(Self { name: name.to_owned(), source, licence, digest, counts, line })
    }
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

/// The bytes that lower-case hexadecimal digits say.
fn bytes(digits: &str) -> Option<[u8; 32]> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let bytes: Option<Vec<u8>> = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect();
    bytes?.try_into().ok()
}

/// How many words there are by length, each length above the last.
fn counts(text: &str) -> Option<[usize; MAX_LETTERS]> {
    let mut counts = [0; MAX_LETTERS];
    let mut longest = 0;
    for count in text.split(' ') {
        let (length, words) = count.split_once(':')?;
        let (length, words): (usize, usize) = (length.parse().ok()?, words.parse().ok()?);
        if length <= longest || words == 0 {
            return None;
        }
        *counts.get_mut(length - 1)? = words;
        longest = length;
    }
    Some(counts)
}
