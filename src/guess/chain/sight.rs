//! Words as the last word of a chain sees them.
//!
//! Of a word three things matter. What it *found*: the places where it has the last word's letter, and how many copies of
//! each of its letters, as far as the last word has so many. What is *strange* in it: letters of which it has more copies
//! than the last word. What is *astray*: a letter of the last word in a place that has another.
//!
//! Word h may follow g exactly where h found at least all that g found, and the two have nothing strange and nothing astray
//! in common: a place is green for both or for neither, and of each letter as many copies count against h as against the
//! last word. That is symmetric but for what they found.

use crate::guess::Lists;
use crate::lexicon::{Letter, MAX_ALPHABET, MAX_LETTERS};

/// A word as a last word sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Letters of which it has more copies than the last word, a bit each.
    pub strange: u64,
    /// Letters of the last word where it has another, a bit for each place and letter.
    pub astray: u128,
    /// Places that are right, and copies present, a bit each.
    pub found: u32,
    /// Its place in the list.
    pub word: u32,
}

impl Seen {
    /// Whether both can be in one chain.
    #[inline]
    #[must_use]
    pub fn goes_with(&self, other: &Self) -> bool {
        let both = self.found & other.found;
        self.strange & other.strange == 0
            && self.astray & other.astray == 0
            && (both == self.found || both == other.found)
    }

    /// Whether, if both can be in one chain, the other may come after this one.
    #[must_use]
    pub fn may_precede(&self, other: &Self) -> bool {
        self.found & other.found == self.found
    }
}

/// What a last word sees words by.
#[derive(Clone, Debug)]
pub struct Sight<'a> {
    last: &'a [Letter],
    /// Copies of each letter in the last word.
    copies: [u8; MAX_ALPHABET],
    /// The bit of each letter's first copy among those found, and which of the last word's letters it is.
    first_copy: [u8; MAX_ALPHABET],
    number: [u8; MAX_ALPHABET],
    /// Of each of its letters, the bit of the last copy.
    all_copies: Vec<u32>,
}

impl<'a> Sight<'a> {
    /// The sight of a word of 1 to 9 letters.
    #[must_use]
    pub fn of(last: &'a [Letter]) -> Self {
        debug_assert!((1..=MAX_LETTERS).contains(&last.len()));
        let mut sight = Self {
            last,
            copies: [0; MAX_ALPHABET],
            first_copy: [0; MAX_ALPHABET],
            number: [0; MAX_ALPHABET],
            all_copies: Vec::new(),
        };
        for letter in last {
            sight.copies[letter.index()] += 1;
        }
        let mut copy = u8::try_from(last.len()).unwrap_or(u8::MAX);
        for (place, letter) in last.iter().enumerate() {
            if !last[..place].contains(letter) {
                let at = letter.index();
                sight.first_copy[at] = copy;
                sight.number[at] = u8::try_from(sight.all_copies.len()).unwrap_or(u8::MAX);
                copy += sight.copies[at];
                sight.all_copies.push(1 << (copy - 1));
            }
        }
        sight
    }

    /// Of each different letter of the last word, in order, the bit that is found where no copy of it is missing.
    #[must_use]
    pub fn all_copies(&self) -> &[u32] {
        &self.all_copies
    }

    /// The bits of what is astray at a place.
    #[must_use]
    pub fn astray_at(&self, place: usize) -> u128 {
        ((1 << self.last.len()) - 1) << (place * self.last.len())
    }

    /// How it sees a word as long as itself.
    #[must_use]
    pub fn see(&self, word: &[Letter], number: u32) -> Seen {
        let length = self.last.len();
        let mut seen = Seen { strange: 0, astray: 0, found: 0, word: number };
        let mut had = [0; MAX_ALPHABET];
        for (place, (letter, right)) in word.iter().zip(self.last).enumerate() {
            let at = letter.index();
            if had[at] < self.copies[at] {
                seen.found |= 1 << (self.first_copy[at] + had[at]);
            } else {
                seen.strange |= 1 << at;
            }
            had[at] += 1;
            if letter == right {
                seen.found |= 1 << place;
            } else if self.copies[at] > 0 {
                seen.astray |= 1 << (place * length + usize::from(self.number[at]));
            }
        }
        seen
    }

    /// All words of a list but the last word itself, in order.
    pub fn see_all(&self, words: &Lists) -> impl Iterator<Item = Seen> {
        (0..).zip(words.words()).filter(|(_, word)| *word != self.last).map(|(number, word)| self.see(word, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::Pattern;
    use crate::testing::Random;

    #[test]
    fn words_go_together_as_their_marks_say() {
        let mut random = Random::new(71);
        for round in 0..60_000 {
            let (length, letters) = (1 + round % 9, 1 + random.below(6));
            let mut word = || -> Vec<Letter> {
                (0..length).map(|_| Letter(u8::try_from(random.below(letters)).unwrap())).collect()
            };
            let (last, one, other) = (word(), word(), word());
            if one == last || other == last || one == other {
                continue;
            }
            let sight = Sight::of(&last);
            let (first, second) = (sight.see(&one, 0), sight.see(&other, 1));
            let follows = |g: &[Letter], h: &[Letter]| Pattern::of(g, h) == Pattern::of(g, &last);
            let (forward, back) = (follows(&one, &other), follows(&other, &one));
            assert_eq!(first.goes_with(&second) && first.may_precede(&second), forward, "{one:?} {other:?} {last:?}");
            assert_eq!(first.goes_with(&second) && second.may_precede(&first), back, "{one:?} {other:?} {last:?}");
            // What makes an order out of any clique: both ways only where they found the same.
            assert!(!(forward && back) || first.found == second.found);
        }
    }
}
