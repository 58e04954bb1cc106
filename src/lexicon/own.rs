//! An operator's own list: a file of UTF-8, a word a line, in any script whose letters are characters of their own.
//!
//! Blank lines and those that begin with '#' are passed over, and so are words of more than 9 letters, which fit no layout.
//! What else is no word is said of every line at once. Words are composed (NFC) and lower-cased, and nothing else: a list in
//! French keeps its accents, which the embedded lists of that language have not.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::alphabet::{Alphabet, MAX_ALPHABET};
use super::dictionary::{About, Dictionary, MAX_LETTERS};
use super::folding::{FoldError, NO_TILE, Unfit, fold_cells};
use super::word_list::Unsorted;
use super::writing::{MAX_WORD_CELLS, Writing};

/// So many lines that are no words are each told with what is wrong with them; of the others the numbers are told.
const LINES_TOLD: usize = 100;
/// So many ranges of such numbers are told.
const RANGES_TOLD: usize = 10_000;

/// A list that was read, and not yet given a language.
#[derive(Debug)]
pub(super) struct OwnList<'a> {
    text: &'a [u8],
    /// Its letters.
    alphabet: Alphabet,
    /// The line that each letter first stands in.
    first: BTreeMap<char, usize>,
    /// The words that are too long for any layout.
    too_long: usize,
}

/// What is wrong with a file that is no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// Lines that are no words.
    #[error("{} lines are no words", .0.count)]
    Lines(BadLines),
    /// More letters than an alphabet may have.
    #[error("{letters} different letters, more than {MAX_ALPHABET}: the first too many is {letter:?} in line {line}")]
    Letters {
        /// How many there are.
        letters: usize,
        /// The first letter too many.
        letter: char,
        /// The line that it first stands in, from 1.
        line: usize,
    },
    /// No word that any layout could hold.
    #[error("no word of 1 to {MAX_LETTERS} letters")]
    Empty,
}

/// All lines of a file that are no words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BadLines {
    /// How many there are.
    pub count: usize,
    /// The first hundred of them.
    pub first: Vec<BadLine>,
    /// The numbers of the others, as ranges: the first ten thousand ranges.
    pub others: Vec<RangeInclusive<usize>>,
    /// How many more there are.
    pub beyond: usize,
}

/// A line that is no word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// Bytes that are no UTF-8.
    #[error("byte {at} is no UTF-8")]
    NotUtf8 {
        /// The first such byte, from 0.
        at: usize,
    },
    /// Letters that are none.
    #[error(transparent)]
    Word(#[from] FoldError),
}

impl BadLines {
    /// Adds a line that comes after the others.
    fn push(&mut self, line: usize, fault: LineFault) {
        self.count += 1;
        if self.first.len() < LINES_TOLD {
            return self.first.push(BadLine { line, fault });
        }
        let ranges = self.others.len();
        match self.others.last_mut() {
            Some(range) if self.beyond == 0 && *range.end() + 1 == line => *range = *range.start()..=line,
            _ if ranges < RANGES_TOLD => self.others.push(line..=line),
            _ => self.beyond += 1,
        }
    }
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl<'a> OwnList<'a> {
    /// Reads a file, or says all that is wrong with it.
    pub(super) fn read(text: &'a [u8]) -> Result<Self, Vec<ListError>> {
        let (mut bad, mut too_long, mut words) = (BadLines::default(), 0, 0);
        let mut first: BTreeMap<char, usize> = BTreeMap::new();
        for (line, word) in lines(text) {
            match word.and_then(letters_of) {
                Err(fault) => bad.push(line, fault),
                Ok(cells) if cells.len() > MAX_LETTERS => too_long += 1,
                Ok(cells) => {
                    words += 1;
                    for cell in cells {
                        first.entry(cell).or_insert(line);
                    }
                }
            }
        }
        let mut wrong = Vec::new();
        if words == 0 && bad.count == 0 {
            wrong.push(ListError::Empty);
        }
        if bad.count > 0 {
            wrong.push(ListError::Lines(bad));
        }
        if first.len() > MAX_ALPHABET {
            let mut by_line: Vec<(usize, char)> = first.iter().map(|(&letter, &line)| (line, letter)).collect();
            by_line.sort_unstable();
            let (line, letter) = by_line[MAX_ALPHABET];
            wrong.push(ListError::Letters { letters: first.len(), letter, line });
        }
        match Alphabet::in_order_of_code_points(first.keys().copied()) {
            Ok(alphabet) if wrong.is_empty() => Ok(Self { text, alphabet, first, too_long }),
            _ => Err(wrong),
        }
    }

    /// How many words were passed over for being longer than any layout has room for.
    pub(super) fn too_long(&self) -> usize {
        self.too_long
    }

    /// Its letters that a language has not, each with the line that it first stands in.
    pub(super) fn letters_beyond(&self, language: &Writing) -> Vec<(char, usize)> {
        let foreign = self.first.iter().filter(|(letter, _)| language.alphabet().letter(**letter).is_none());
        foreign.map(|(&letter, &line)| (letter, line)).collect()
    }

    /// How its words are written beside those of a language: as that writes, if it has all of the letters; else letter for
    /// letter, with the language's letters, too, where that is not too many for an alphabet.
    pub(super) fn writing_beside(&self, language: Option<&Arc<Writing>>) -> Arc<Writing> {
        let plain = || Arc::new(Writing::plain(self.alphabet.clone()));
        let Some(language) = language else { return plain() };
        if language.alphabet().has_all_of(&self.alphabet) {
            return Arc::clone(language);
        }
        let other = Arc::new(Writing::plain(Alphabet::clone(language.alphabet())));
        let own = plain();
        own.joined(&other).unwrap_or(own)
    }

    /// The dictionary, in a writing that has all its letters.
    pub(super) fn dictionary(&self, name: &str, source: &str, writing: Arc<Writing>) -> Dictionary {
        let mut unsorted = Unsorted::default();
        for (_, word) in lines(self.text) {
            // Nothing is wrong with any line: it was read before.
            let Ok(cells) = word.and_then(letters_of) else { continue };
            let letters: Option<Vec<_>> = cells.iter().map(|&cell| writing.alphabet().letter(cell)).collect();
            unsorted.add(&letters.unwrap_or_default());
        }
        Dictionary::new(About::own(name, source), writing, unsorted.sort())
    }
}

/// The lines that hold words, with their numbers from 1.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, Result<&str, LineFault>)> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    (1..).zip(text.split(|&byte| byte == b'\n')).filter_map(|(number, line)| {
        let line = match std::str::from_utf8(line) {
            Ok(line) => line.trim(),
            Err(error) => return Some((number, Err(LineFault::NotUtf8 { at: error.valid_up_to() }))),
        };
        (!line.is_empty() && !line.starts_with('#')).then_some((number, Ok(line)))
    })
}

/// The letters of a word in any script.
fn letters_of(word: &str) -> Result<Vec<char>, LineFault> {
    let cells = fold_cells(word, MAX_WORD_CELLS)?;
    match cells.iter().position(|&cell| cell == NO_TILE) {
        Some(cell) => Err(FoldError::Unfit { cell, found: NO_TILE, unfit: Unfit::NoTile }.into()),
        None => Ok(cells),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ALLOWED, ANSWERS, AddError, Added, Lexicon};
    use super::*;

    fn lexicon(lists: &[(&str, &str, &str)]) -> Lexicon {
        let mut lexicon = Lexicon::embedded().unwrap();
        for (code, name, text) in lists {
            assert!(lexicon.add_dictionary(code, name, text.as_bytes(), "a test").is_ok(), "{code}/{name}");
        }
        lexicon
    }

    fn words(dictionary: &Dictionary) -> Vec<String> {
        (1..=9).flat_map(|n| dictionary.words(n)).map(|word| dictionary.alphabet().text(word)).collect()
    }

    fn bad_lines(text: &[u8]) -> Vec<String> {
        match &OwnList::read(text).unwrap_err()[..] {
            [ListError::Lines(bad)] => bad.first.iter().map(BadLine::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_bad_line_is_named_at_once() {
        let text = "# fine\ncrane\nsl4te\nno good\n\na.b\nx\u{301}\nhippopotamus\n".to_owned() + &"a".repeat(65);
        assert_eq!(
            bad_lines(text.as_bytes()),
            [
                "line 3: '4' at cell 2 is no letter",
                "line 4: U+0020 at cell 2 is no letter",
                "line 6: '.' at cell 1 stands for no tile, which a word cannot have",
                "line 7: U+0301 at cell 1 is a mark that makes no single letter with the one before it",
                "line 9: more than 64 letters",
            ]
        );
        assert_eq!(
            bad_lines(b"caf\xe9\nplain\n\xe9t\xe9"),
            ["line 1: byte 3 is no UTF-8", "line 3: byte 0 is no UTF-8"]
        );
        assert_eq!(bad_lines(b"\x7fELF\x02\x00"), ["line 1: U+007F at cell 0 is no letter"]);
        assert_eq!(bad_lines("crane\rslate\r".as_bytes()), ["line 1: U+000D at cell 5 is no letter"]);
    }

    #[test]
    fn of_very_many_bad_lines_the_numbers_are_told_and_then_how_many() {
        let bad = |text: String| match OwnList::read(text.as_bytes()).unwrap_err().pop() {
            Some(ListError::Lines(bad)) => bad,
            other => panic!("{other:?}"),
        };
        let all = bad("1\n".repeat(100_000));
        assert_eq!((all.count, all.first.len(), all.others, all.beyond), (100_000, 100, vec![101..=100_000], 0));
        let every_other = bad("1\na\n".repeat(20_000));
        assert_eq!((every_other.count, every_other.first.len()), (20_000, 100));
        assert_eq!(
            (every_other.others.len(), every_other.others[1].clone(), every_other.beyond),
            (10_000, 203..=203, 9_900)
        );
    }

    #[test]
    fn a_list_has_64_letters_at_most() {
        let letters: Vec<String> = ('\u{4e00}'..).take(65).map(String::from).collect();
        let text = letters.join("\n");
        let error = ListError::Letters { letters: 65, letter: '\u{4e40}', line: 65 };
        assert_eq!(OwnList::read(text.as_bytes()).unwrap_err(), std::slice::from_ref(&error));
        // What else is wrong is said with it.
        let more = OwnList::read(format!("{text}\n1").as_bytes()).unwrap_err();
        assert!(matches!(&more[..], [ListError::Lines(bad), letters] if bad.count == 1 && *letters == error));
        assert_eq!(OwnList::read(text.as_bytes().split_at(64 * 4).0).unwrap().alphabet.len(), 64);
        // Letters of words that are left out are none of the list's.
        let longer = format!("{}\nab\n", letters[..10].concat());
        let list = OwnList::read(longer.as_bytes()).unwrap();
        assert_eq!((list.alphabet.to_string().as_str(), list.too_long()), ("ab", 1));
    }

    #[test]
    fn a_language_of_ones_own_has_the_letters_of_its_words() {
        let answers = "\u{10450}\u{10451}\n\u{10452}\u{10450}\n";
        let lexicon = lexicon(&[("shaw", "allowed", answers)]);
        let shaw = lexicon.language("shaw", 1).unwrap();
        assert_eq!(shaw.alphabet().to_string(), "\u{10450}\u{10451}\u{10452}");
        // The only list is both.
        let [one, other] = [ANSWERS, ALLOWED].map(|name| shaw.dictionary(name).unwrap());
        assert!(Arc::ptr_eq(one, other) && one.name() == ALLOWED);
        assert_eq!(words(one).len(), 2);
        assert!(shaw.dictionary("words").is_err());
        let entry = shaw.look_up("\u{10450}\u{10451}").unwrap();
        assert_eq!((entry.letters.chars().count(), entry.dictionaries.len()), (2, 1));
    }

    #[test]
    fn a_list_of_any_name_is_both_while_it_is_the_only_one() {
        let mut lexicon = lexicon(&[("eo", "vortoj", "\u{109}evalo\nkato\n")]);
        let eo = lexicon.language("eo", 1).unwrap();
        assert_eq!([ANSWERS, ALLOWED].map(|name| eo.dictionary(name).unwrap().name()), ["vortoj"; 2]);
        assert_eq!(lexicon.add_dictionary("eo", "oftaj", b"hundo", "a test"), Ok(Added::default()));
        let eo = lexicon.language("eo", 1).unwrap();
        assert_eq!(eo.dictionary(ANSWERS).unwrap_err().known, ["oftaj", "vortoj"]);
        assert_eq!(lexicon.add_dictionary("eo", "answers", b"hundo", "a test"), Ok(Added::default()));
        let eo = lexicon.language("eo", 1).unwrap();
        assert_eq!([ANSWERS, ALLOWED].map(|name| eo.dictionary(name).unwrap().name()), ["answers"; 2]);
        // The language reads the letters of all its lists, each list just its own.
        assert_eq!(eo.alphabet().to_string(), "adehklnotuv\u{109}");
        assert_eq!(eo.dictionary(ANSWERS).unwrap().alphabet().to_string(), "dhnou");
        let taken = lexicon.add_dictionary("eo", "answers", b"hundo", "a test");
        assert_eq!(taken, Err(AddError::Taken));
    }

    #[test]
    fn a_list_keeps_what_the_language_folds() {
        // Decomposed and in capitals, too.
        let lexicon = lexicon(&[("en", "fine", "CRE\u{302}PE\ncr\u{ea}pe\ncrepe\n\u{153}uf\n")]);
        let english = lexicon.language("en", 1).unwrap();
        let fine = english.dictionary("fine").unwrap();
        assert_eq!(words(fine), ["\u{153}uf", "crepe", "cr\u{ea}pe"]);
        // All letters of the language may be typed beside it, and what it has none of may not.
        assert_eq!(fine.alphabet().to_string(), "abcdefghijklmnopqrstuvwxyz\u{ea}\u{153}");
        assert!(fine.writing().fold_word("zq\u{ea}").is_ok() && fine.writing().fold_word("\u{e9}").is_err());
        assert!(Arc::ptr_eq(english.allowed_beside(fine).unwrap(), fine));
        assert!(fine.writing().joined(english.writing()).is_none());
        assert!(english.writing().joined(fine.writing()).is_none());
        // A word is looked up in each list as that is written; its letters are those of the first list that has it, the
        // language's own before others.
        let letters = |word: &str| english.look_up(word).unwrap().letters;
        assert_eq!((letters("\u{152}uf"), letters("\u{153}ufs")), ("\u{153}uf".to_owned(), "oeufs".to_owned()));
        let entry = english.look_up("CR\u{ca}PE").unwrap();
        let names: Vec<&str> = entry.dictionaries.iter().map(|list| list.name()).collect();
        assert_eq!((entry.letters.as_str(), names.join(" ")), ("crepe", "allowed answers enable fine".to_owned()));
    }

    #[test]
    fn lists_are_joined_in_letters_that_both_have() {
        let lexicon = lexicon(&[("xx", "one", "ab\nca\n"), ("xx", "two", "ad\nda\n"), ("xx", "all", "ab\ncd\n")]);
        let xx = lexicon.language("xx", 1).unwrap();
        let [one, two, all] = ["one", "two", "all"].map(|name| xx.dictionary(name).unwrap());
        let joined = |a: &Dictionary, b: &Dictionary| a.writing().joined(b.writing()).unwrap();
        assert_eq!(joined(one, two).alphabet().to_string(), "abcd");
        assert!(Arc::ptr_eq(&joined(one, all), all.writing()) && Arc::ptr_eq(&joined(all, one), all.writing()));
        let both = joined(one, two);
        let text = |list: &Dictionary| both.alphabet().text(&list.words_in(&both, 2));
        assert_eq!((text(one), text(two)), ("abca".to_owned(), "adda".to_owned()));
        // Another order of letters is another order of words.
        let turned = Writing::plain(Alphabet::new("dcba").unwrap());
        assert_eq!(turned.alphabet().text(&one.words_in(&turned, 2)), "caab");
        assert_eq!(two.words_in(&Writing::plain(Alphabet::new("ab").unwrap()), 2).len(), 0);
    }
}
