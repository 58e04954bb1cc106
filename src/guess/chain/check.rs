//! Whether a list of words is a chain of guesses, by the marks themselves.

use crate::budget::{Budget, Spent};
use crate::guess::{Lists, Pattern};

/// Words that are marked in the time of a node.
const MARKS_A_NODE: usize = 64;

/// What comes of a list of words, its last word being the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The first guess, from 0, that the marks of those before it do not allow, or that was made before. `None`: it is a
    /// chain.
    pub first_violation: Option<usize>,
    /// By guess.
    pub steps: Vec<Step>,
}

/// A guess of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it earns against the last word.
    pub pattern: Pattern,
    /// Words that agree with all patterns so far and were not guessed yet.
    pub remaining: usize,
}

/// Checks these guesses, which are places in the list.
///
/// A guess is allowed if each guess before it earns against it what it earns against the last word. A word that was guessed
/// before is not allowed: unless it was the last word, its own marks rule it out, and after the last word's there is nothing
/// to guess.
///
/// # Errors
/// Where the budget is spent first.
///
/// # Panics
/// Where a guess is not in the list.
pub fn check(words: &Lists, guesses: &[u32], budget: &Budget) -> Result<Checked, Spent> {
    let Some(&last) = guesses.last() else { return Ok(Checked { first_violation: None, steps: Vec::new() }) };
    let mut left: Vec<u32> = (0..words.guess_count()).collect();
    let mut first_violation = None;
    let mut steps = Vec::with_capacity(guesses.len());
    for (at, &guess) in guesses.iter().enumerate() {
        // What agrees with all before is what is left, and a word that was guessed is not.
        if first_violation.is_none() && left.binary_search(&guess).is_err() {
            first_violation = Some(at);
        }
        let letters = words.word(guess);
        let pattern = Pattern::of(letters, words.word(last));
        let mut agreeing = Vec::with_capacity(left.len());
        for some in left.chunks(MARKS_A_NODE) {
            budget.spend(1)?;
            let agrees = |&&word: &&u32| word != guess && Pattern::of(letters, words.word(word)) == pattern;
            agreeing.extend(some.iter().filter(agrees));
        }
        left = agreeing;
        steps.push(Step { pattern, remaining: left.len() });
    }
    Ok(Checked { first_violation, steps })
}
