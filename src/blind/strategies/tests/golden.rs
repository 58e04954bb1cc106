//! The moves of a game by each strategy and feedback, to the swap: they must be the same on every machine of one release. A
//! better strategy may change them; then the file is renewed from what the failure says, and the change is one of the release's.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{choose, worlds_of};
use crate::blind::{Feedback, Move, Record, Strategy, Terms};
use crate::budget::Budget;
use crate::lexicon::{ANSWERS, Lexicon};
use crate::puzzle::{Board, Grid, Kind, Layout};
use crate::swaps::exact;

/// What the letters of the paper's board on Smartle make of answer words, and that read backwards.
const START: &str = "tisivtucnuhajardonyspoohw";
const TARGET: &str = "whoopsynodrajahuncutvisit";

/// A line for each game: its swaps while it learned, two cells each, and how many there were in all.
fn games() -> String {
    let lexicon = Lexicon::embedded().unwrap();
    let answers = lexicon.language("en", 1).unwrap().dictionary(ANSWERS).unwrap();
    let grid = |text: &str| Grid::new(Layout::new(Kind::Rows, 5, 5).unwrap(), text.chars().collect()).unwrap();
    let (start, target) = (grid(START), grid(TARGET));
    let mut text = String::new();
    for feedback in Feedback::ALL {
        for strategy in Strategy::ALL {
            let terms = Arc::new(Terms::new(start.clone(), Arc::clone(answers), feedback).unwrap());
            let mut record = Record::new(terms, feedback.told(&start, &target, None));
            write!(text, "{feedback:?} {strategy:?}:").unwrap();
            while *record.grid() != target {
                let worlds = worlds_of(&record, strategy);
                let swap = if let Some(only) = worlds.only() {
                    let board = Board::new(record.grid().clone(), only).unwrap();
                    exact::solve(&board, &Budget::unlimited()).swaps[0]
                } else {
                    let swap = choose(&record, &worlds, strategy).swap;
                    write!(text, " {}-{}", swap.first().0, swap.second().0).unwrap();
                    swap
                };
                let mut after = record.grid().clone();
                after.swap(swap);
                record.push(Move { swap, told: feedback.told(&after, &target, Some(swap)) });
            }
            writeln!(text, " of {}", record.moves().len()).unwrap();
        }
    }
    text
}

#[test]
fn moves_are_the_same_everywhere() {
    let games = games();
    assert_eq!(games, include_str!("golden.txt"), "they are now:\n{games}");
}
