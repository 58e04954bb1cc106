//! Fills against slow and obvious ones.
//!
//! - `oracles`: every fill by plain enumeration, each with its fewest swaps found in another way;
//! - `submasks`: the sets of words that fill a grid, by dynamic programming over submasks of its tiles;
//! - `random`: thousands of small puzzles against the first;
//! - `small`: cases with a point, each small enough to be read;
//! - `budgets`: what is left when the budget is not enough;
//! - `hard`: the grids that are hardest, cut short ever later.

mod budgets;
mod hard;
mod oracles;
mod random;
mod small;
mod submasks;

use std::collections::BTreeSet;

use self::oracles::{Truth, obeys};
use super::{Fills, Scope, Solution, Task, exact};
use crate::budget::Budget;
use crate::puzzle::{Board, Grid, Kind, Known, Layout};
use crate::testing::dictionary;

/// A task in characters: what oracles read.
#[derive(Clone, Debug)]
struct Puzzle {
    /// The letters of the language, in its order.
    alphabet: String,
    /// In any order, of any length, repeated or not.
    words: Vec<String>,
    rows: usize,
    start: Vec<char>,
    /// Of each tile, or empty.
    known: Vec<Known>,
}

impl Puzzle {
    /// The puzzle of these rows and words, both separated by spaces, of which nothing is known.
    fn new(alphabet: &str, start: &str, words: &str) -> Self {
        Self {
            alphabet: alphabet.to_owned(),
            words: words.split_whitespace().map(str::to_owned).collect(),
            rows: start.split_whitespace().count(),
            start: start.split_whitespace().flat_map(str::chars).collect(),
            known: Vec::new(),
        }
    }

    fn columns(&self) -> usize {
        self.start.len() / self.rows
    }

    /// The words that are as long as a row, each once.
    fn row_words(&self) -> BTreeSet<Vec<char>> {
        self.words
            .iter()
            .map(|word| word.chars().collect())
            .filter(|word: &Vec<char>| word.len() == self.columns())
            .collect()
    }

    fn task(&self) -> Task {
        let layout = Layout::new(Kind::Rows, self.rows, self.columns()).unwrap();
        let start = Grid::new(layout, self.start.clone()).unwrap();
        Task::new(start, dictionary(&self.alphabet, &self.words), self.known.clone()).unwrap()
    }
}

/// That these fills, whatever the budget was, say nothing of the puzzle that is not so.
fn check_honest(puzzle: &Puzzle, truth: &Truth, max_solutions: usize, fills: &Fills) {
    let all = truth.counting(Scope::All);
    let counting = truth.counting(fills.scope);
    check_solutions(puzzle, max_solutions, fills);
    for solution in &fills.solutions {
        let swaps = truth.swaps_to(solution.target.cells()).expect("a fill that the oracle has not");
        assert!(solution.length() >= swaps, "fewer swaps than the fewest");
    }
    assert!(truth.min_swaps().is_none_or(|min_swaps| fills.lower_bound <= min_swaps), "the bound is too high");
    assert!(fills.found <= all.len() as u64, "more are found than there are");
    if fills.proven {
        assert_eq!(fills.min_swaps(), truth.min_swaps());
        assert_eq!(fills.lower_bound, truth.min_swaps().unwrap_or(0));
        assert!(fills.found <= counting.len() as u64, "more count than there are");
    }
    if fills.complete {
        assert_eq!(fills.found, counting.len() as u64, "they are not all");
        let targets: BTreeSet<&[char]> = counting.iter().map(|fill| fill.target.as_slice()).collect();
        assert!(fills.solutions.iter().all(|solution| targets.contains(solution.target.cells())), "some do not count");
    }
    if let Some(unique) = fills.unique() {
        assert_eq!(unique, counting.len() == 1, "{} count", counting.len());
    }
}

/// That the solutions are fills, each once, reached by their swaps and in order.
fn check_solutions(puzzle: &Puzzle, max_solutions: usize, fills: &Fills) {
    let words = puzzle.row_words();
    let start = puzzle.task().start().clone();
    assert_eq!(fills.solutions.len() as u64, fills.found.min(max_solutions as u64), "all that were found are listed");
    for solution in &fills.solutions {
        let rows: Vec<&[char]> = solution.target.cells().chunks(puzzle.columns()).collect();
        assert!(rows.iter().all(|&row| words.contains(row)), "no word");
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), puzzle.rows, "a word comes twice");
        assert!(rows.iter().enumerate().all(|(row, word)| obeys(puzzle, row, word)), "marks are not obeyed");
        let board = Board::new(start.clone(), solution.target.clone()).expect("other tiles than the start's");
        assert!(board.is_solved_by(&solution.swaps), "the swaps lead elsewhere");
    }
    let in_order = fills.solutions.is_sorted_by(|a, b| (a.length(), a.target.cells()) < (b.length(), b.target.cells()));
    assert!(in_order, "out of order, or one comes twice");
    let lengths: BTreeSet<u32> = fills.solutions.iter().map(Solution::length).collect();
    assert!(fills.scope == Scope::All || lengths.len() <= 1, "one takes more swaps than another");
}

/// That these fills are all that a search says that ended by itself.
fn check_ended(puzzle: &Puzzle, truth: &Truth, max_solutions: usize, fills: &Fills) {
    check_honest(puzzle, truth, max_solutions, fills);
    assert!(fills.proven, "not proven");
    let counting = truth.counting(fills.scope);
    for solution in &fills.solutions {
        assert_eq!(Some(solution.length()), truth.swaps_to(solution.target.cells()), "not the fewest swaps");
    }
    let listed = fills.solutions.iter();
    if fills.complete {
        let best = counting.iter().take(max_solutions).map(|fill| fill.target.as_slice());
        assert!(listed.map(|solution| solution.target.cells()).eq(best), "not the best ones");
    } else {
        assert!(fills.found > max_solutions as u64, "stopped too early");
        let best = counting.iter().take(max_solutions).map(|fill| fill.swaps);
        assert!(listed.map(Solution::length).eq(best), "not as few swaps as the best ones");
    }
    assert_eq!(fills.unique(), Some(counting.len() == 1));
}

/// A way to find fills.
type Method = fn(&Task, Scope, usize, &Budget) -> Fills;

/// The exact method, and the half of it that small puzzles mostly do without.
const METHODS: [Method; 2] = [exact::solve_by_levels, exact::solve];

/// Solves a puzzle without a limit and compares with the truth.
fn solve_and_check(puzzle: &Puzzle, truth: &Truth, scope: Scope, max_solutions: usize) -> Fills {
    let _named = Named { puzzle, scope, max_solutions };
    let [_, fills] = METHODS.map(|solve| {
        let fills = solve(&puzzle.task(), scope, max_solutions, &Budget::unlimited());
        assert_eq!(fills.scope, scope);
        check_ended(puzzle, truth, max_solutions, &fills);
        fills
    });
    fills
}

/// Says what was asked, should a test fail while this lives.
struct Named<'a> {
    puzzle: &'a Puzzle,
    scope: Scope,
    max_solutions: usize,
}

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{:?}, {} solutions at most, of {:?}", self.scope, self.max_solutions, self.puzzle);
        }
    }
}
