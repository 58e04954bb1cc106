//! Guesses ranked, by the words that may be guessed and may be the answer.

use std::sync::Arc;

use tilewright::budget::Budget;
use tilewright::guess::rank::by_entropy;
use tilewright::guess::{Lists, Situation};

use super::lists::{English, LETTERS, SIZES};
use super::{Curve, tell};
use crate::Pace;
use crate::axis::{Axis, Scale};
use crate::document::Document;
use crate::serving::Any;
use crate::support::measure;

/// How often each is measured.
const RUNS: usize = 5;
/// All guesses are ranked for lists up to this size only: they are measured against each other.
const MOST_FOR_ALL: usize = 25_000;
/// What `keep` may be.
const KEEP: [(usize, &str); 3] = [(10, "the ten best"), (1_000, "a thousand"), (usize::MAX, "all")];

fn situation(lists: Lists) -> Situation {
    let candidates = lists.answers().to_vec();
    let guesses = (0..lists.guess_count()).collect();
    Situation { lists: Arc::new(lists), candidates, shares: None, guesses, only_now: Vec::new(), clues: None }
}

pub(super) fn run(document: &mut Document, pace: &Pace, english: &English) -> Result<(), Any> {
    let most = SIZES[SIZES.len() - 1] / pace.fewer;
    let mut curves: Vec<Curve> =
        KEEP.iter().map(|(_, name)| Curve { name: (*name).to_owned(), points: Vec::new() }).collect();
    for size in SIZES.into_iter().filter(|&size| size <= most) {
        let list = english.list(size)?;
        let words = list.words(LETTERS);
        let first = situation(Lists::new(words, words));
        for ((keep, _), curve) in KEEP.iter().zip(&mut curves) {
            if *keep == usize::MAX && size > MOST_FOR_ALL {
                continue;
            }
            let (times, _) = measure(&[&first; RUNS], 1, |first| by_entropy(first, *keep, &Budget::unlimited()));
            curve.points.push((size, times));
        }
    }
    document.heading(3, "Guesses ranked");
    document.say(format!(
        "First guesses by entropy, {RUNS} times over each list, whose words may all be guessed and may all be the answer; lists as \
         above."
    ));
    let x = Axis::new("words of five letters", Scale::Decades);
    tell(document, "size-guesses", "First guesses ranked, by the list", x, &curves)
}
