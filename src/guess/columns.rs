//! Patterns of one guess against many answers at once.
//!
//! The answers' letters lie by place in the word, so that one instruction compares a letter with those of many answers. Greens
//! are found first, then the yellows of each place in turn, as the two-pass rule says; only a guess that repeats a letter has to
//! remember which copies are taken.

use super::lists::Lists;
use crate::lexicon::{Letter, MAX_LETTERS};

/// Answers that are marked at once.
const LANES: usize = 32;
/// The patterns of so many letters fit a byte.
const NARROW: usize = 5;
/// All ones: yes, in a lane.
const YES: u8 = u8::MAX;

type Lane = [u8; LANES];

/// A number that a pattern is kept as: a byte has room for those of at most 5 letters.
pub trait Label: Copy + Default + Eq + Ord + std::fmt::Debug + Into<usize> + Send + Sync + 'static {
    /// The most letters whose patterns fit.
    const LETTERS: usize;

    /// The number whose last five digits to base 3 are `low`, and those before them `high`.
    fn join(high: u8, low: u8) -> Self;
}

impl Label for u8 {
    const LETTERS: usize = NARROW;

    #[inline]
    fn join(_: u8, low: u8) -> Self {
        low
    }
}

impl Label for u16 {
    const LETTERS: usize = MAX_LETTERS;

    #[inline]
    fn join(high: u8, low: u8) -> Self {
        Self::from(high) * 243 + Self::from(low)
    }
}

/// The letters of some answers, by place in the word.
#[derive(Clone, Debug)]
pub struct Columns {
    length: usize,
    count: usize,
    /// By block of answers, then by place.
    lanes: Vec<Lane>,
}

impl Columns {
    /// The letters of these words, in this order.
    #[must_use]
    pub fn of(lists: &Lists, words: &[u32]) -> Self {
        let length = lists.length();
        let mut lanes = vec![[YES; LANES]; words.len().div_ceil(LANES) * length];
        for (at, &word) in words.iter().enumerate() {
            for (place, letter) in lists.word(word).iter().enumerate() {
                lanes[at / LANES * length + place][at % LANES] = letter.0;
            }
        }
        Self { length, count: words.len(), lanes }
    }

    /// How many answers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The patterns that a guess earns against each answer, in their order.
    ///
    /// # Panics
    /// Where the guess is of another length, there is not a place for each pattern, or patterns of so many letters do not fit.
    pub fn mark<P: Label>(&self, guess: &[Letter], patterns: &mut [P]) {
        assert!(
            guess.len() == self.length && self.length <= P::LETTERS && patterns.len() == self.count,
            "sizes differ"
        );
        let repeats = (1..guess.len()).any(|place| guess[..place].contains(&guess[place]));
        for (answers, patterns) in self.lanes.chunks_exact(self.length).zip(patterns.chunks_mut(LANES)) {
            let (high, low) = if repeats { mark_repeated(guess, answers) } else { mark_distinct(guess, answers) };
            for (pattern, (high, low)) in patterns.iter_mut().zip(high.into_iter().zip(low)) {
                *pattern = P::join(high, low);
            }
        }
    }
}

/// The digits of patterns, gathered.
struct Digits {
    length: usize,
    high: Lane,
    low: Lane,
}

impl Digits {
    fn new(length: usize) -> Self {
        Self { length, high: [0; LANES], low: [0; LANES] }
    }

    /// Adds the digits of a place: its greens and its yellows are all ones or nothing.
    #[inline]
    fn add(&mut self, place: usize, green: &Lane, yellow: &Lane) {
        let number = if self.length - place > NARROW { &mut self.high } else { &mut self.low };
        for lane in 0..LANES {
            let digit = (green[lane] & 2) | (yellow[lane] & 1);
            let number = &mut number[lane];
            *number = number.wrapping_add(*number).wrapping_add(*number).wrapping_add(digit);
        }
    }
}

/// All ones where the letters are equal.
#[inline]
fn equal(answers: &Lane, letter: Letter) -> Lane {
    let mut equal = [0; LANES];
    for lane in 0..LANES {
        equal[lane] = if answers[lane] == letter.0 { YES } else { 0 };
    }
    equal
}

/// The patterns, high and low, of a guess that has no letter twice.
#[inline]
fn mark_distinct(guess: &[Letter], answers: &[Lane]) -> (Lane, Lane) {
    let mut digits = Digits::new(guess.len());
    for (place, &letter) in guess.iter().enumerate() {
        let green = equal(&answers[place], letter);
        let mut somewhere = [0; LANES];
        for answer in answers {
            let here = equal(answer, letter);
            for lane in 0..LANES {
                somewhere[lane] |= here[lane];
            }
        }
        for lane in 0..LANES {
            somewhere[lane] &= !green[lane];
        }
        digits.add(place, &green, &somewhere);
    }
    (digits.high, digits.low)
}

/// The patterns, high and low, of a guess that has a letter more than once.
fn mark_repeated(guess: &[Letter], answers: &[Lane]) -> (Lane, Lane) {
    let mut green = [[0; LANES]; MAX_LETTERS];
    for (place, &letter) in guess.iter().enumerate() {
        green[place] = equal(&answers[place], letter);
    }
    let mut taken = green;
    let mut digits = Digits::new(guess.len());
    for (place, &letter) in guess.iter().enumerate() {
        let mut wanted = green[place].map(|green| !green);
        let mut yellow = [0; LANES];
        for (answer, taken) in answers.iter().zip(&mut taken) {
            let here = equal(answer, letter);
            for lane in 0..LANES {
                let found = here[lane] & wanted[lane] & !taken[lane];
                taken[lane] |= found;
                wanted[lane] &= !found;
                yellow[lane] |= found;
            }
        }
        digits.add(place, &green[place], &yellow);
    }
    (digits.high, digits.low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::Pattern;
    use crate::lexicon::Lexicon;
    use crate::testing::Random;

    fn check(lists: &Lists, words: &[u32]) {
        let columns = Columns::of(lists, words);
        assert_eq!(columns.count(), words.len());
        let mut wide = vec![0u16; words.len()];
        let mut narrow = vec![0u8; words.len()];
        for guess in lists.words() {
            columns.mark(guess, &mut wide);
            for (&answer, &pattern) in words.iter().zip(&wide) {
                assert_eq!(Pattern(pattern), Pattern::of(guess, lists.word(answer)));
            }
            if lists.length() <= NARROW {
                columns.mark(guess, &mut narrow);
                assert!(narrow.iter().map(|&pattern| u16::from(pattern)).eq(wide.iter().copied()));
            }
        }
    }

    #[test]
    fn many_at_once_are_as_one_by_one() {
        let lexicon = Lexicon::embedded().unwrap();
        let language = lexicon.language("en", 1).unwrap();
        let mut random = Random::new(7);
        for length in 1..=9 {
            // Few letters, so that many are repeated.
            let words: Vec<String> = (0..150)
                .map(|_| (0..length).map(|_| char::from(b'a' + u8::try_from(random.below(4)).unwrap())).collect())
                .collect();
            let own =
                language.writing().dictionary("own", "a test", (0..).zip(words.iter().map(String::as_str))).unwrap();
            let lists = Lists::new(own.words(length), own.words(length));
            let some: Vec<u32> = lists.answers().iter().copied().filter(|_| random.below(3) > 0).collect();
            check(&lists, lists.answers());
            check(&lists, &some);
            check(&lists, &[]);
        }
    }
}
