//! Letters, and the alphabet that they are places in.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::folding;

/// The most letters of an alphabet: a set of letters fits a `u64`.
pub const MAX_ALPHABET: usize = 64;

/// A letter: its place in the alphabet of its language, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub u8);

impl Letter {
    /// Its place in the alphabet.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The letters of a language in their order: up to 64, of any script.
#[derive(Clone, PartialEq, Eq)]
pub struct Alphabet {
    /// By place.
    chars: Vec<char>,
    /// By character, to look them up.
    places: Vec<(char, Letter)>,
    /// The same for the first characters of Unicode, which are most of what is ever looked up.
    near: [Option<Letter>; NEAR],
}

/// Characters that are looked up without a search.
const NEAR: usize = 0x180;

/// Why these are no alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// None, or too many.
    #[error("an alphabet has 1 to {MAX_ALPHABET} letters, not {0}")]
    Size(usize),
    /// A letter stands there twice.
    #[error("{} stands in the alphabet twice", folding::Shown(*.0))]
    Repeated(char),
    /// Nothing that input could fold to.
    #[error("{} is no folded letter", folding::Shown(*.0))]
    Unfolded(char),
}

impl Alphabet {
    /// The alphabet of these letters, which must be distinct, and folded as far as every language folds (one Unicode letter
    /// each, NFC, lower case).
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn new(letters: &str) -> Result<Self, AlphabetError> {
        let chars: Vec<char> = letters.chars().take(MAX_ALPHABET + 1).collect();
        if chars.is_empty() || chars.len() > MAX_ALPHABET {
            return Err(AlphabetError::Size(letters.chars().count()));
        }
        let mut places: Vec<(char, Letter)> = (0..).map(Letter).zip(&chars).map(|(letter, &c)| (c, letter)).collect();
        places.sort_unstable();
        if let Some(pair) = places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(AlphabetError::Repeated(pair[0].0));
        }
        if let Some(&unfolded) = chars.iter().find(|&&c| !folding::is_folded(c)) {
            return Err(AlphabetError::Unfolded(unfolded));
        }
        let mut near = [None; NEAR];
        for &(c, letter) in &places {
            if let Some(place) = near.get_mut(c as usize) {
                *place = Some(letter);
            }
        }
        Ok(Self { chars, places, near })
    }

    /// The alphabet of these letters, which may repeat, in the order of their code points.
    ///
    /// # Errors
    /// As [`Alphabet::new`].
    pub fn in_order_of_code_points(letters: impl IntoIterator<Item = char>) -> Result<Self, AlphabetError> {
        let letters: BTreeSet<char> = letters.into_iter().collect();
        Self::new(&letters.into_iter().collect::<String>())
    }

    /// Whether all letters of the other one are letters here.
    #[must_use]
    pub fn has_all_of(&self, other: &Self) -> bool {
        other.chars.iter().all(|&letter| self.letter(letter).is_some())
    }

    /// How many letters there are, 1 to 64.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no alphabet is empty")]
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// The letters' characters, in order.
    #[must_use]
    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The letter that this folded character is.
    #[must_use]
    pub fn letter(&self, folded: char) -> Option<Letter> {
        match self.near.get(folded as usize) {
            Some(&letter) => letter,
            None => self.places.binary_search_by_key(&folded, |place| place.0).ok().map(|at| self.places[at].1),
        }
    }

    /// The character of a letter.
    ///
    /// # Panics
    /// Where the letter is another alphabet's.
    #[must_use]
    pub fn char(&self, letter: Letter) -> char {
        self.chars[letter.index()]
    }

    /// Letters as text.
    ///
    /// # Panics
    /// Where a letter is another alphabet's.
    #[must_use]
    pub fn text(&self, letters: &[Letter]) -> String {
        letters.iter().map(|&letter| self.char(letter)).collect()
    }
}

/// By its letters.
impl Hash for Alphabet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.chars.hash(state);
    }
}

/// The letters in order.
impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Alphabet({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_places_in_any_script() {
        let alphabet = Alphabet::new("zañ𐑐б").unwrap();
        assert_eq!(alphabet.len(), 5);
        assert_eq!(alphabet.to_string(), "zañ𐑐б");
        for (place, &c) in alphabet.chars().iter().enumerate() {
            let letter = alphabet.letter(c).unwrap();
            assert_eq!((letter.index(), alphabet.char(letter)), (place, c));
        }
        assert_eq!(alphabet.letter('b'), None);
        assert_eq!(alphabet.letter('𐑑'), None);
        assert_eq!(alphabet.text(&[Letter(3), Letter(0)]), "𐑐z");
    }

    #[test]
    fn what_is_no_alphabet_is_refused() {
        let many: String = ('\u{4e00}'..).take(65).collect();
        for (letters, error) in [
            ("", AlphabetError::Size(0)),
            (many.as_str(), AlphabetError::Size(65)),
            ("abca", AlphabetError::Repeated('a')),
            ("abC", AlphabetError::Unfolded('C')),
            ("ab1", AlphabetError::Unfolded('1')),
            ("ab.", AlphabetError::Unfolded('.')),
            ("e\u{301}", AlphabetError::Unfolded('\u{301}')),
            ("a\u{212b}", AlphabetError::Unfolded('\u{212b}')),
        ] {
            assert_eq!(Alphabet::new(letters), Err(error), "{letters}");
        }
        assert!(Alphabet::new(many.get(..64 * 3).unwrap()).is_ok());
    }
}
