//! What hard mode demands of the next guess.
//!
//! As the newspaper's game has it: a letter that was right stays where it is, and a letter that was marked, green or yellow, is
//! used again, as many times as the turn marked it. That is less than to agree with all marks: a yellow letter may stand where it
//! stood before, and a grey one may come again.

use super::pattern::Pattern;
use crate::lexicon::{Letter, MAX_ALPHABET, MAX_LETTERS};
use crate::puzzle::Mark;

/// What the turns so far demand in hard mode. At first nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clues {
    /// By place: the letter that must stand there. Of two turns that say otherwise the later counts; no answer agrees with both.
    right: [Option<Letter>; MAX_LETTERS],
    /// The letters that must be used, a bit each by the alphabet.
    used: u64,
    /// By letter: how many times.
    copies: [u8; MAX_ALPHABET],
}

impl Default for Clues {
    fn default() -> Self {
        Self { right: [None; MAX_LETTERS], used: 0, copies: [0; MAX_ALPHABET] }
    }
}

impl Clues {
    /// Adds what this guess, of at most 9 letters, was told by its marks.
    pub fn learn(&mut self, guess: &[Letter], pattern: Pattern) {
        let mut marked = [0; MAX_ALPHABET];
        for (place, (&letter, mark)) in guess.iter().zip(pattern.marks(guess.len())).enumerate() {
            if mark == Mark::Green {
                self.right[place] = Some(letter);
            }
            if mark != Mark::Grey {
                marked[letter.index()] += 1;
                self.used |= 1 << letter.index();
            }
        }
        for (copies, marked) in self.copies.iter_mut().zip(marked) {
            *copies = marked.max(*copies);
        }
    }

    /// Whether this word, as long as the guesses, may be guessed.
    #[must_use]
    pub fn allow(&self, word: &[Letter]) -> bool {
        let stay = self.right.iter().zip(word).all(|(right, letter)| right.is_none_or(|right| right == *letter));
        stay && self.uses(word)
    }

    /// Whether the word has each marked letter as many times as it must.
    fn uses(&self, word: &[Letter]) -> bool {
        let mut left = self.used;
        while left != 0 {
            let letter = left.trailing_zeros();
            let copies = word.iter().filter(|has| u32::from(has.0) == letter).count();
            if copies < usize::from(self.copies[letter as usize]) {
                return false;
            }
            left &= left - 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn letters(word: &str) -> Vec<Letter> {
        word.bytes().map(|letter| Letter(letter - b'a')).collect()
    }

    /// The clues of these turns: each a guess, and the answer that marks it.
    fn of(turns: &[(&str, &str)]) -> Clues {
        let mut clues = Clues::default();
        for (guess, answer) in turns {
            let guess = letters(guess);
            clues.learn(&guess, Pattern::of(&guess, &letters(answer)));
        }
        clues
    }

    #[test]
    fn right_letters_stay_and_marked_ones_come_again() {
        // Speed against abide: an e and the d are yellow.
        let clues = of(&[("speed", "abide")]);
        for (word, allowed) in
            [("dense", true), ("speed", true), ("abide", true), ("rents", false), ("medal", true), ("dolls", false)]
        {
            assert_eq!(clues.allow(&letters(word)), allowed, "{word}");
        }
        // Against erase: both e's, and the s; against theme, the third letter is right too.
        let clues = of(&[("speed", "erase")]);
        for (word, allowed) in [("easel", true), ("tease", true), ("steel", true), ("spend", false), ("tepee", false)] {
            assert_eq!(clues.allow(&letters(word)), allowed, "{word}");
        }
        let clues = of(&[("speed", "erase"), ("crane", "erase")]);
        for (word, allowed) in [("erase", true), ("grase", false), ("arese", false), ("sraee", true), ("soare", false)]
        {
            assert_eq!(clues.allow(&letters(word)), allowed, "{word}");
        }
        assert!(Clues::default().allow(&letters("fuzzy")));
    }

    #[test]
    fn demands_are_those_of_the_definition() {
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let length = 1 + random.below(9);
            let mut word = || (0..length).map(|_| Letter(u8::try_from(random.below(4)).unwrap())).collect::<Vec<_>>();
            let (answer, guessed, next) = (word(), [word(), word()], word());
            let mut clues = Clues::default();
            let mut allowed = true;
            for guess in &guessed {
                let pattern = Pattern::of(guess, &answer);
                clues.learn(guess, pattern);
                let marks = pattern.marks(length);
                for place in 0..length {
                    let same = |word: &[Letter]| word.iter().filter(|&&letter| letter == guess[place]).count();
                    let marked = (0..length).filter(|&at| guess[at] == guess[place] && marks[at] != Mark::Grey).count();
                    allowed &= same(&next) >= marked && (marks[place] != Mark::Green || next[place] == guess[place]);
                }
            }
            assert_eq!(clues.allow(&next), allowed);
            // Who agrees with all marks breaks no clue.
            assert!(clues.allow(&answer));
        }
    }
}
