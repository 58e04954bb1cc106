//! What the tests of several rooms share: chance that is the same on every run, and dictionaries of a few words.

use std::sync::Arc;

use crate::lexicon::{Alphabet, Dictionary, Writing};

/// The generator `SplitMix64` (Steele, Lea and Flood).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below the limit; the slight bias does not matter here.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Symbols below `kinds`, and the same shuffled.
    pub(crate) fn symbols(&mut self, tiles: usize, kinds: usize) -> (Vec<u8>, Vec<u8>) {
        let start: Vec<u8> = (0..tiles).map(|_| u8::try_from(self.below(kinds)).unwrap()).collect();
        let mut target = start.clone();
        self.shuffle(&mut target);
        (start, target)
    }
}

/// A dictionary of these words, in this alphabet.
pub(crate) fn dictionary(alphabet: &str, words: &[String]) -> Arc<Dictionary> {
    let writing = Arc::new(Writing::plain(Alphabet::new(alphabet).unwrap()));
    Arc::new(writing.dictionary("words", "a test", words.iter().map(String::as_str).enumerate()).unwrap())
}
