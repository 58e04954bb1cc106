//! What a guess earns, as a number.
//!
//! The marks of a guess are the digits of a number in base 3, its first letter's the most significant: grey is 0, yellow 1,
//! green 2. All green is 3^n - 1 for n letters: 242 for five. The rule itself is [`crate::puzzle::marks`]'s.

use crate::lexicon::MAX_LETTERS;
use crate::puzzle::Mark;
use crate::puzzle::marks::mark_word;

/// The marks of a guess of 1 to 9 letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(pub u16);

impl Pattern {
    /// What this guess earns against the answer.
    ///
    /// # Panics
    /// Where the two are not equally long, or have more than 9 letters; the words of a [`Dictionary`](crate::lexicon::Dictionary)
    /// of one length never are.
    #[must_use]
    pub fn of<L: Copy + Eq>(guess: &[L], answer: &[L]) -> Self {
        let mut marks = [Mark::Grey; MAX_LETTERS];
        let marks = &mut marks[..guess.len()];
        mark_word(guess, answer, marks);
        Self::of_marks(marks)
    }

    /// These marks, at most 9, as a number.
    #[must_use]
    pub fn of_marks(marks: &[Mark]) -> Self {
        let digit = |mark: &Mark| match mark {
            Mark::Grey => 0,
            Mark::Yellow => 1,
            Mark::Green => 2,
        };
        Self(marks.iter().fold(0, |number, mark| 3 * number + digit(mark)))
    }

    /// How many patterns a guess of so many letters, at most 9, could earn.
    #[must_use]
    pub const fn count(length: usize) -> usize {
        let (mut count, mut letters) = (1, 0);
        while letters < length {
            count *= 3;
            letters += 1;
        }
        count
    }

    /// What the answer itself earns, of so many letters, at most 9.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 3^9 - 1")]
    pub const fn all_green(length: usize) -> Self {
        Self((Self::count(length) - 1) as u16)
    }

    /// The marks of so many letters, the first first.
    #[must_use]
    pub fn marks(self, length: usize) -> Vec<Mark> {
        let mut left = self.0;
        let mut marks: Vec<Mark> = std::iter::repeat_with(|| {
            let digit = left % 3;
            left /= 3;
            [Mark::Grey, Mark::Yellow, Mark::Green][usize::from(digit)]
        })
        .take(length)
        .collect();
        marks.reverse();
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_counts_most() {
        // --Y-Y: the third letter from the right counts nine times, the last once.
        assert_eq!(Pattern::of(b"speed", b"abide"), Pattern(9 + 1));
        for (guess, answer, pattern) in [("ab", "ba", 4), ("aa", "ab", 6), ("ab", "cb", 2), ("ab", "cd", 0)] {
            assert_eq!(Pattern::of(guess.as_bytes(), answer.as_bytes()), Pattern(pattern), "{guess} {answer}");
        }
        for (length, all_green) in [(1, 2), (3, 26), (5, 242), (9, 19_682)] {
            assert_eq!(Pattern::all_green(length), Pattern(all_green));
            let word = vec!['a'; length];
            assert_eq!(Pattern::of(&word, &word), Pattern(all_green));
        }
    }

    #[test]
    fn a_number_is_its_marks() {
        for length in 1..=6 {
            for number in 0..u16::try_from(Pattern::count(length)).unwrap() {
                let marks = Pattern(number).marks(length);
                assert_eq!((marks.len(), Pattern::of_marks(&marks)), (length, Pattern(number)));
            }
        }
    }
}
