//! The one place where text that came from outside becomes cells and letters.
//!
//! Text is composed (NFC), and each character of it is one cell: a Unicode letter, lower-cased, or '.' where a grid has no
//! tile; a final sigma is a sigma. Where a language is given its rules come first (see `Folding`), and what comes out is of its alphabet.
//!
//! What is folded folds to itself, however cells are moved about: a letter that composes with what stands before it (a
//! Hangul vowel by itself) is no cell, nor is a letter that cannot be seen. A letter that has no lower case of one character
//! ('İ') is none either, but 'ß' and 'ﬁ', which have, are: only a language can say that they are two.
//!
//! Nothing here does more work than its limit on cells allows, whatever the text is: text of more than 32 bytes a cell is
//! refused unread, so that a run of combining marks, all of which composing must gather first, stays short too.

use std::fmt;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::alphabet::{Alphabet, Letter};

/// What stands in a cell without a tile.
pub const NO_TILE: char = '.';

/// Bytes of text that a cell may have, marks to be composed included.
const BYTES_A_CELL: usize = 32;

/// Why a text does not fold. Cells are counted from 0, in composed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// The text has more cells than it may.
    #[error("more than {most} letters")]
    TooLong {
        /// How many it may have.
        most: usize,
    },
    /// A character that is no cell.
    #[error("{} at cell {cell} {unfit}", Shown(*.found))]
    Unfit {
        /// Where it stands.
        cell: usize,
        /// The character, composed but not otherwise folded.
        found: char,
        /// What is wrong with it.
        unfit: Unfit,
    },
}

/// What is wrong with a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A digit, a space, a sign, a control character.
    #[error("is no letter")]
    NotALetter,
    /// A combining mark for which there is no composed letter.
    #[error("is a mark that makes no single letter with the one before it")]
    LoneMark,
    /// A letter that one cannot see, or one that would melt into the letter before it.
    #[error("is no letter that can lie on a tile by itself")]
    NotByItself,
    /// A letter that becomes more than one.
    #[error("folds to more than one letter")]
    Several,
    /// A letter that the language has not.
    #[error("is no letter of the language's alphabet")]
    Foreign,
    /// '.' in a word.
    #[error("stands for no tile, which a word cannot have")]
    NoTile,
}

/// The cells of a row of a grid: folded letters of any script, and [`NO_TILE`].
///
/// # Errors
/// Names the first cell that is none, or says that there are more than `most`.
pub fn fold_cells(text: &str, most: usize) -> Result<Vec<char>, FoldError> {
    each_cell(text, most, |cell, found| fold_cell(found).map_err(|unfit| FoldError::Unfit { cell, found, unfit }))
}

/// What becomes of each character of the composed text, of which there may be `most`.
fn each_cell<T>(
    text: &str,
    most: usize,
    mut fold: impl FnMut(usize, char) -> Result<T, FoldError>,
) -> Result<Vec<T>, FoldError> {
    if text.len() > most.saturating_mul(BYTES_A_CELL) {
        return Err(FoldError::TooLong { most });
    }
    let mut cells = Vec::with_capacity(most.min(text.len()));
    let mut take = |(cell, found)| {
        if cell == most {
            return Err(FoldError::TooLong { most });
        }
        cells.push(fold(cell, found)?);
        Ok(())
    };
    // ASCII is composed as it is.
    if text.is_ascii() {
        text.chars().enumerate().try_for_each(&mut take)?;
    } else {
        text.nfc().enumerate().try_for_each(&mut take)?;
    }
    Ok(cells)
}

/// What a composed character is as a cell.
fn fold_cell(found: char) -> Result<char, Unfit> {
    if found == NO_TILE { Ok(NO_TILE) } else { fold_letter(found) }
}

/// What a composed character is as a letter of no language.
fn fold_letter(found: char) -> Result<char, Unfit> {
    // What the tables below say of these, said quickly.
    if found.is_ascii_alphabetic() {
        return Ok(found.to_ascii_lowercase());
    }
    match found.general_category_group() {
        GeneralCategoryGroup::Letter => {}
        GeneralCategoryGroup::Mark => return Err(Unfit::LoneMark),
        _ => return Err(Unfit::NotALetter),
    }
    let mut lower = found.to_lowercase();
    match (lower.next(), lower.next()) {
        // Both are Σ in capitals, which cannot tell where a word ends.
        (Some('ς'), None) => Ok('σ'),
        (Some(letter), None) if stands_by_itself(letter) => Ok(letter),
        (Some(_), None) => Err(Unfit::NotByItself),
        _ => Err(Unfit::Several),
    }
}

/// Whether a letter stays what it is beside any other.
fn stands_by_itself(letter: char) -> bool {
    const FILLERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
    is_nfc_quick(std::iter::once(letter)) == IsNormalized::Yes && !FILLERS.contains(&letter)
}

/// Whether this is a letter that folds to itself where no language is given.
pub(super) fn is_folded(letter: char) -> bool {
    fold_letter(letter) == Ok(letter)
}

/// How a language folds beyond what every language does: characters that become letters of its alphabet.
///
/// A character is looked up among the rules as it came (composed), then in lower case, and only then in the alphabet: so a
/// language may say what becomes of 'I' (Turkish), of accents that it writes but does not put on tiles, of 'ß'. A rule with
/// several letters holds for words alone: such a character is no tile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Folding {
    /// By character.
    rules: Vec<(char, Vec<Letter>)>,
}

impl Folding {
    /// Adds a rule; `false` if the character has one.
    pub(super) fn add(&mut self, from: char, to: Vec<Letter>) -> bool {
        match self.rules.binary_search_by_key(&from, |rule| rule.0) {
            Ok(_) => false,
            Err(at) => {
                self.rules.insert(at, (from, to));
                true
            }
        }
    }

    /// Whether nothing folds but as in every language.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn rule(&self, from: char) -> Option<&[Letter]> {
        self.rules.binary_search_by_key(&from, |rule| rule.0).ok().map(|at| self.rules[at].1.as_slice())
    }

    /// What becomes of a composed character: the letters of its rule, or the one letter that it is.
    fn fold(&self, alphabet: &Alphabet, found: char) -> Result<Folded<'_>, Unfit> {
        if let Some(letters) = self.rule(found) {
            return Ok(Folded::ByRule(letters));
        }
        let lower = fold_letter(found)?;
        if let Some(letters) = self.rule(lower) {
            return Ok(Folded::ByRule(letters));
        }
        alphabet.letter(lower).map(Folded::Plain).ok_or(Unfit::Foreign)
    }

    /// The letters of a word.
    pub(super) fn fold_word(&self, alphabet: &Alphabet, text: &str, most: usize) -> Result<Vec<Letter>, FoldError> {
        let mut letters = Vec::new();
        each_cell(text, most, |cell, found| {
            let folded = if found == NO_TILE { Err(Unfit::NoTile) } else { self.fold(alphabet, found) };
            match folded.map_err(|unfit| FoldError::Unfit { cell, found, unfit })? {
                Folded::Plain(letter) => letters.push(letter),
                Folded::ByRule(several) => letters.extend_from_slice(several),
            }
            if letters.len() > most { Err(FoldError::TooLong { most }) } else { Ok(()) }
        })?;
        Ok(letters)
    }

    /// The cells of a row of a grid.
    pub(super) fn fold_cells(&self, alphabet: &Alphabet, text: &str, most: usize) -> Result<Vec<char>, FoldError> {
        each_cell(text, most, |cell, found| {
            let unfit = match found {
                NO_TILE => return Ok(NO_TILE),
                _ => match self.fold(alphabet, found) {
                    Ok(Folded::Plain(letter) | Folded::ByRule(&[letter])) => return Ok(alphabet.char(letter)),
                    Ok(Folded::ByRule(_)) => Unfit::Several,
                    Err(unfit) => unfit,
                },
            };
            Err(FoldError::Unfit { cell, found, unfit })
        })
    }
}

/// What became of a character.
enum Folded<'a> {
    Plain(Letter),
    ByRule(&'a [Letter]),
}

/// A character as it may be printed: itself in quotes where it can be seen by itself, else its number.
pub(super) struct Shown(pub(super) char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GeneralCategoryGroup::{Mark, Other, Separator};
        let Self(c) = *self;
        let hidden = matches!(c.general_category_group(), Mark | Other | Separator)
            || (c.is_alphabetic() && !stands_by_itself(c));
        if hidden { write!(f, "U+{:04X}", u32::from(c)) } else { write!(f, "'{c}'") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn unfit(cell: usize, found: char, unfit: Unfit) -> Result<&'static str, FoldError> {
        Err(FoldError::Unfit { cell, found, unfit })
    }

    /// Text, and what it folds to where no language is given.
    #[test]
    fn the_table_of_cases() {
        use Unfit::{LoneMark, NotALetter, NotByItself, Several};
        let cases = [
            ("", Ok("")),
            ("waffle", Ok("waffle")),
            ("WaFFLe", Ok("waffle")),
            ("a.c.", Ok("a.c.")),
            ("...", Ok("...")),
            // Composed, lower-cased, both.
            ("cafe\u{301}", Ok("caf\u{e9}")),
            ("CAFE\u{301}", Ok("caf\u{e9}")),
            ("CAF\u{c9}", Ok("caf\u{e9}")),
            ("\u{212b}", Ok("\u{e5}")),
            ("\u{1e9e}", Ok("\u{df}")),
            ("stra\u{df}e", Ok("stra\u{df}e")),
            ("\u{fb01}x", Ok("\u{fb01}x")),
            ("\u{1c4}\u{1c5}\u{1c6}", Ok("\u{1c6}\u{1c6}\u{1c6}")),
            ("\u{1100}\u{1161}", Ok("\u{ac00}")),
            // Other scripts: right to left, without case, outside the BMP (Deseret has case there).
            ("שלום", Ok("שלום")),
            ("سلام", Ok("سلام")),
            ("漢字", Ok("漢字")),
            ("𐑖𐑱𐑝", Ok("𐑖𐑱𐑝")),
            ("𐐀𐐨", Ok("𐐨𐐨")),
            ("ΣΑΣ", Ok("σασ")),
            ("σας", Ok("σασ")),
            // What is no cell.
            ("a\u{130}b", unfit(1, '\u{130}', Several)),
            ("\u{301}a", unfit(0, '\u{301}', LoneMark)),
            ("q\u{301}", unfit(1, '\u{301}', LoneMark)),
            ("ae\u{301}\u{301}", unfit(2, '\u{301}', LoneMark)),
            ("\u{e9}1", unfit(1, '1', NotALetter)),
            ("a b", unfit(1, ' ', NotALetter)),
            ("ab\n", unfit(2, '\n', NotALetter)),
            ("ab\u{0}", unfit(2, '\u{0}', NotALetter)),
            ("a-b", unfit(1, '-', NotALetter)),
            ("don't", unfit(3, '\'', NotALetter)),
            ("a\u{200d}b", unfit(1, '\u{200d}', NotALetter)),
            ("\u{feff}a", unfit(0, '\u{feff}', NotALetter)),
            ("\u{202e}ab", unfit(0, '\u{202e}', NotALetter)),
            ("🧇", unfit(0, '🧇', NotALetter)),
            ("\u{2168}", unfit(0, '\u{2168}', NotALetter)),
            ("\u{10ffff}", unfit(0, '\u{10ffff}', NotALetter)),
            ("\u{1161}", unfit(0, '\u{1161}', NotByItself)),
            ("a\u{11a8}", unfit(1, '\u{11a8}', NotByItself)),
            ("\u{3164}", unfit(0, '\u{3164}', NotByItself)),
            ("abcdefghij", Err(FoldError::TooLong { most: 9 })),
            // The first thing wrong is told.
            ("1bcdefghij", unfit(0, '1', NotALetter)),
        ];
        for (text, expected) in cases {
            let folded = fold_cells(text, 9).map(String::from_iter);
            assert_eq!(folded.as_deref().map_err(|&error| error), expected, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_told_by_number() {
        let told = |text| fold_cells(text, 9).unwrap_err().to_string();
        assert_eq!(told("ab7"), "'7' at cell 2 is no letter");
        assert_eq!(told("a\u{200d}"), "U+200D at cell 1 is no letter");
        assert_eq!(told("a\u{7}"), "U+0007 at cell 1 is no letter");
        assert_eq!(told("a "), "U+0020 at cell 1 is no letter");
        assert_eq!(told("\u{e000}"), "U+E000 at cell 0 is no letter");
        assert_eq!(told("🧇"), "'🧇' at cell 0 is no letter");
        assert_eq!(told("x\u{20d7}"), "U+20D7 at cell 1 is a mark that makes no single letter with the one before it");
        assert_eq!(told("\u{3164}"), "U+3164 at cell 0 is no letter that can lie on a tile by itself");
        assert_eq!(told("abcdefghij"), "more than 9 letters");
    }

    /// Whatever a character folds to folds to itself, alone and behind any of a few letters.
    #[test]
    fn what_is_folded_stays_folded() {
        for c in '\0'..=char::MAX {
            if let Ok(folded) = fold_letter(c) {
                assert_eq!(fold_letter(folded), Ok(folded), "{c}");
                if !folded.is_ascii() && !('\u{3400}'..'\u{d7b0}').contains(&c) && c < '\u{17000}' {
                    let text = format!("e{folded}\u{1100}{folded}");
                    assert_eq!(fold_cells(&text, 4).map(String::from_iter), Ok(text), "{c}");
                }
            }
        }
    }

    #[test]
    fn a_huge_text_is_refused_at_once() {
        let start = Instant::now();
        for huge in ["a".repeat(1 << 20), "\u{301}".repeat(1 << 19), format!("a{}", "\u{301}".repeat(1 << 19))] {
            for most in [0, 9, 81, 1000] {
                assert_eq!(fold_cells(&huge, most), Err(FoldError::TooLong { most }));
            }
        }
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        // As many marks as pass the first look: gathered, sorted, refused.
        let marks = format!("a{}", "\u{301}\u{323}".repeat(70));
        assert_eq!(fold_cells(&marks, 9), Err(FoldError::Unfit { cell: 1, found: '\u{323}', unfit: Unfit::LoneMark }));
    }
}
