//! The cheapest plan by plain enumeration: every guess, every bucket, to the end, with marks and hard mode's rule said anew.

use std::collections::HashMap;

use crate::guess::plan::Cost;

/// Words and the game that is played with them.
#[derive(Clone, Debug)]
pub(super) struct Oracle {
    pub(super) words: Vec<Vec<u8>>,
    /// By word: its share, 0 where it is no candidate.
    pub(super) shares: Vec<u64>,
    pub(super) hard_mode: bool,
    known: HashMap<(Vec<usize>, Vec<usize>, u32), Cost>,
}

/// One of 'G', 'Y', '-' a letter, counted letter by letter.
pub(super) fn marks(guess: &[u8], answer: &[u8]) -> Vec<u8> {
    let mut marks = vec![b'-'; guess.len()];
    for letter in guess {
        let places = || (0..guess.len()).filter(|&i| guess[i] == *letter);
        let greens = places().filter(|&i| answer[i] == *letter).count();
        let mut yellows = (0..answer.len()).filter(|&i| answer[i] == *letter).count() - greens;
        for i in places() {
            if answer[i] == *letter {
                marks[i] = b'G';
            } else if yellows > 0 {
                marks[i] = b'Y';
                yellows -= 1;
            }
        }
    }
    marks
}

/// Whether hard mode lets this be guessed after a guess earned these marks.
pub(super) fn is_allowed(word: &[u8], guess: &[u8], marks: &[u8]) -> bool {
    let count = |letters: &[u8], letter: u8| (0..letters.len()).filter(|&i| letters[i] == letter).count();
    let greens = (0..word.len()).all(|i| marks[i] != b'G' || word[i] == guess[i]);
    greens
        && guess.iter().all(|&letter| {
            let marked = (0..word.len()).filter(|&i| guess[i] == letter && marks[i] != b'-').count();
            count(word, letter) >= marked
        })
}

impl Oracle {
    pub(super) fn new(words: Vec<Vec<u8>>, shares: Vec<u64>, hard_mode: bool) -> Self {
        Self { words, shares, hard_mode, known: HashMap::new() }
    }

    fn total(&self, candidates: &[usize]) -> u64 {
        candidates.iter().map(|&word| self.shares[word]).sum()
    }

    /// What the cheapest plan costs.
    pub(super) fn plan(&mut self, candidates: &[usize], guesses: &[usize], left: u32) -> Cost {
        if candidates.is_empty() {
            return Cost::default();
        }
        if left == 0 {
            return Cost { lost: self.total(candidates), guesses: 0 };
        }
        let key = (candidates.to_vec(), if self.hard_mode { guesses.to_vec() } else { Vec::new() }, left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let costs = guesses.iter().filter_map(|&guess| self.guess(candidates, guesses, guess, left));
        let cost = costs.collect::<Vec<_>>().into_iter().min().expect("a candidate may always be guessed");
        self.known.insert(key, cost);
        cost
    }

    /// What may be guessed of these after a guess, if this is the answer.
    pub(super) fn allowed_after(&self, guesses: &[usize], guess: usize, answer: usize) -> Vec<usize> {
        let marks = marks(&self.words[guess], &self.words[answer]);
        let allow = |word: &&usize| !self.hard_mode || is_allowed(&self.words[**word], &self.words[guess], &marks);
        guesses.iter().filter(allow).copied().collect()
    }

    /// What the cheapest plan costs that begins with this guess; none where it tells nothing and there is no limit.
    pub(super) fn guess(&mut self, candidates: &[usize], guesses: &[usize], guess: usize, left: u32) -> Option<Cost> {
        let mut buckets: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
        for &answer in candidates {
            if answer != guess {
                let marks = marks(&self.words[guess], &self.words[answer]);
                buckets.entry(marks).or_default().push(answer);
            }
        }
        // To guess what tells nothing is never needed, and would never end.
        if buckets.len() == 1 && buckets.values().all(|bucket| bucket.len() == candidates.len()) {
            return None;
        }
        let mut cost = Cost::won(self.total(candidates));
        for bucket in buckets.into_values() {
            let next = self.allowed_after(guesses, guess, bucket[0]);
            cost += self.plan(&bucket, &next, left - 1);
        }
        Some(cost)
    }
}

#[test]
fn marks_are_wordles() {
    for (guess, answer, told) in [("speed", "abide", "--Y-Y"), ("geese", "those", "---GG"), ("allay", "llama", "YGYY-")]
    {
        assert_eq!(marks(guess.as_bytes(), answer.as_bytes()), told.as_bytes());
    }
}
