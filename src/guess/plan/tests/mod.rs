//! Plans against plain enumeration.

mod large;
mod oracle;
mod random;
mod trees;

use std::sync::Arc;

use crate::guess::{Clues, Lists, Situation};
use random::language;

/// A game in which each of these words may be the answer, and no others may be guessed.
pub(super) fn situation_of(words: &[String], hard_mode: bool) -> Situation {
    let own = language().writing().dictionary("own", "a test", words.iter().map(String::as_str).enumerate()).unwrap();
    let length = words[0].len();
    let lists = Arc::new(Lists::new(own.words(length), own.words(length)));
    let guesses: Vec<u32> = (0..lists.guess_count()).collect();
    let clues = hard_mode.then(Clues::default);
    Situation { candidates: lists.answers().to_vec(), lists, shares: None, guesses, only_now: Vec::new(), clues }
}
