//! Which words of one length have which letter where: sets of words, a bit each, for searches that know some letters.

use super::word_list::WordList;

/// Words of a set that lie in one number.
pub const BLOCK: usize = u64::BITS as usize;

/// The words of one length by their letters. A *set of words* is a bit for each in the list's order, [`BLOCK`] of them a
/// number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    blocks: usize,
    letters: usize,
    /// By place, then by letter, a set of words.
    at: Vec<u64>,
    /// By letter, a set of words.
    with: Vec<u64>,
}

impl Patterns {
    /// The sets of these words, whose alphabet has so many letters.
    pub(super) fn of(words: WordList<'_>, letters: usize) -> Self {
        let blocks = words.len().div_ceil(BLOCK);
        let mut at = vec![0; words.length() * letters * blocks];
        let mut with = vec![0; letters * blocks];
        for (number, word) in words.iter().enumerate() {
            let (block, bit) = (number / BLOCK, 1 << (number % BLOCK));
            for (place, letter) in word.iter().enumerate() {
                at[(place * letters + letter.index()) * blocks + block] |= bit;
                with[letter.index() * blocks + block] |= bit;
            }
        }
        Self { blocks, letters, at, with }
    }

    /// The numbers that a set of words takes.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The words that have this letter, by its place in the alphabet, at a place from 0.
    ///
    /// # Panics
    /// For a place or a letter that there is not.
    #[must_use]
    pub fn at(&self, place: usize, letter: usize) -> &[u64] {
        let first = (place * self.letters + letter) * self.blocks;
        &self.at[first..first + self.blocks]
    }

    /// The words that have this letter anywhere.
    ///
    /// # Panics
    /// For a letter that there is not.
    #[must_use]
    pub fn with(&self, letter: usize) -> &[u64] {
        &self.with[letter * self.blocks..(letter + 1) * self.blocks]
    }

    /// The memory that they take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.at) + size_of_val(&*self.with)
    }
}
