//! What a guess can tell at most, found without marking anything.
//!
//! A guess tells no more than its letters do by themselves: the entropy of all marks together is at most the sum of the entropies
//! of each. What one letter in one place tells by itself depends on nothing else, if the guess has it once, and so it is worked out
//! once for all guesses. Few guesses can tell as much as the best do, and only those have to be marked.

use super::measure::Measure;
use crate::guess::lists::Lists;
use crate::lexicon::{Letter, MAX_ALPHABET, MAX_LETTERS};

/// What each letter tells at most in each place of the guess: sums of n log2 n, less than those of the candidates together.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// Of a letter that the guess has once.
    once: Vec<[u64; MAX_LETTERS]>,
    /// Of a letter that the guess has more than once.
    repeated: Vec<[u64; MAX_LETTERS]>,
    /// Of all candidates together.
    all: u64,
    /// What rounding may have added.
    slack: u64,
}

impl Bounds {
    /// What letters tell of these candidates.
    pub(super) fn of(lists: &Lists, candidates: &[u32], measure: &impl Measure) -> Self {
        let mut right = vec![[0; MAX_LETTERS]; MAX_ALPHABET];
        let mut somewhere = [0; MAX_ALPHABET];
        for (at, &candidate) in candidates.iter().enumerate() {
            let (word, weight) = (lists.word(candidate), measure.weight(at));
            for (place, letter) in word.iter().enumerate() {
                right[letter.index()][place] += weight;
                if !word[..place].contains(letter) {
                    somewhere[letter.index()] += weight;
                }
            }
        }
        let total = measure.total();
        let all = measure.log(total);
        let tells = |parts: [u64; 3]| all.saturating_sub(parts.into_iter().map(|part| measure.log(part)).sum());
        let mut once = vec![[0; MAX_LETTERS]; MAX_ALPHABET];
        let mut repeated = once.clone();
        for letter in 0..MAX_ALPHABET {
            for place in 0..lists.length() {
                let green = right[letter][place];
                let elsewhere = somewhere[letter] - green;
                let rest = total - green;
                once[letter][place] = tells([green, elsewhere, rest - elsewhere]);
                // A copy is yellow no more often than the only one would be; how often does not matter here, and it tells the most
                // where it is yellow as often as grey.
                let elsewhere = elsewhere.min(rest / 2);
                repeated[letter][place] = tells([green, elsewhere, rest - elsewhere]);
            }
        }
        Self { once, repeated, all, slack: measure.slack() }
    }

    /// What a guess leaves at least: no more than the sum over its buckets.
    #[inline]
    pub(super) fn leaves(&self, guess: &[Letter]) -> u64 {
        let (mut seen, mut again) = (0u64, 0u64);
        for letter in guess {
            again |= seen & (1 << letter.index());
            seen |= 1 << letter.index();
        }
        let tells = guess.iter().enumerate().map(|(place, letter)| {
            let tells = if again >> letter.index() & 1 == 1 { &self.repeated } else { &self.once };
            tells[letter.index()][place]
        });
        // Each is below 2^63, and nine of them may be more than fits.
        let tells = tells.fold(self.slack, u64::saturating_add);
        self.all.saturating_sub(tells)
    }
}
