//! What is left when the budget is not enough, against the truth.

use std::time::{Duration, Instant};

use super::oracles::Truth;
use super::random::{self, Shape};
use super::{METHODS, Method, Named, Puzzle, check_ended, check_honest, check_solutions};
use crate::budget::{Budget, Limits};
use crate::fill::{Fills, Scope, exact};
use crate::lexicon::{ALLOWED, Lexicon};
use crate::puzzle::Known;
use crate::swaps::Counter;
use crate::testing::Random;

/// Nodes, ascending.
const NODES: [u64; 14] = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000, u64::MAX];

const SHAPES: [Shape; 7] = [
    Shape::new(3, 3, [2, 3], [4, 15]),
    Shape::new(3, 3, [4, 6], [20, 60]),
    Shape::new(4, 4, [4, 6], [10, 20]),
    Shape::new(4, 4, [6, 9], [15, 30]),
    Shape::new(5, 4, [3, 8], [6, 12]),
    Shape::new(6, 5, [3, 8], [6, 9]),
    Shape::new(1, 9, [2, 6], [2, 60]),
];

/// Puzzles, each with its truth, a scope and how many solutions are asked for.
fn for_each_puzzle(seed: u64, rounds: usize, check: &mut dyn FnMut(&Puzzle, &Truth, Scope, usize)) {
    let mut random = Random::new(seed);
    for round in 0..rounds {
        let puzzle = random::puzzle(&mut random, &SHAPES[round % SHAPES.len()]);
        let scope = [Scope::Optimal, Scope::All][random.below(2)];
        let max_solutions = [1, 2, 3, 1000][random.below(4)];
        let _named = Named { puzzle: &puzzle, scope, max_solutions };
        check(&puzzle, &Truth::of(&puzzle), scope, max_solutions);
    }
}

/// Solves a puzzle with ever more nodes, and says how often that was not enough.
fn check_small_budgets(method: Method, puzzle: &Puzzle, truth: &Truth, scope: Scope, max_solutions: usize) -> usize {
    let task = puzzle.task();
    let solve = |nodes| method(&task, scope, max_solutions, &Budget::of_nodes(nodes));
    let (mut before, mut unproven): (Option<Fills>, usize) = (None, 0);
    for nodes in NODES {
        let fills = solve(nodes);
        check_honest(puzzle, truth, max_solutions, &fills);
        assert_eq!(fills, solve(nodes), "another answer to the same question");
        unproven += usize::from(!fills.proven);
        if let Some(before) = &before {
            let swaps = |fills: &Fills| fills.min_swaps().unwrap_or(u32::MAX);
            assert!(swaps(&fills) <= swaps(before), "{nodes} nodes found less");
            // Where there is no fill every bound holds, and the last one is 0.
            assert!(fills.lower_bound >= before.lower_bound || truth.min_swaps().is_none(), "{nodes} nodes knew less");
            assert!(fills.proven || !before.proven, "{nodes} nodes proved less");
        }
        before = Some(fills);
    }
    check_ended(puzzle, truth, max_solutions, &before.unwrap());
    unproven
}

#[test]
fn a_small_budget_gives_an_honest_answer() {
    let mut unproven = 0;
    for_each_puzzle(31, 210, &mut |puzzle, truth, scope, max_solutions| {
        for method in METHODS {
            unproven += check_small_budgets(method, puzzle, truth, scope, max_solutions);
        }
    });
    assert!(unproven > 500, "every puzzle was too easy: {unproven}");
}

/// Budgets that were spent before anything began.
fn spent_budgets() -> [Budget; 2] {
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    [Budget::new(cancelled), Budget::new(Limits::default().until(Instant::now()))]
}

#[test]
fn a_search_that_nobody_waits_for_is_honest() {
    for_each_puzzle(32, 210, &mut |puzzle, truth, scope, max_solutions| {
        for budget in spent_budgets() {
            check_honest(puzzle, truth, max_solutions, &exact::solve(&puzzle.task(), scope, max_solutions, &budget));
        }
    });
}

/// The tiles of so many words of English, and how many swaps lead back to them.
fn english(random: &mut Random, rows: usize, columns: usize) -> (Puzzle, u32) {
    let lexicon = Lexicon::embedded().unwrap();
    let language = lexicon.language("en", 1).unwrap();
    let (alphabet, allowed) = (language.alphabet(), language.dictionary(ALLOWED).unwrap());
    let mut words: Vec<String> = allowed.words(columns).iter().map(|word| alphabet.text(word)).collect();
    random.shuffle(&mut words);
    let target: Vec<char> = words[..rows].concat().chars().collect();
    let mut start = target.clone();
    random.shuffle(&mut start);
    let bytes = |letters: &[char]| letters.iter().map(|&letter| u8::try_from(letter).unwrap()).collect::<Vec<_>>();
    let swaps = Counter::new().count(&bytes(&start), &bytes(&target), &Budget::unlimited()).min_swaps;
    (Puzzle { alphabet: alphabet.to_string(), words, rows, start, known: Vec::new() }, swaps)
}

#[test]
fn the_clock_and_the_caller_end_the_largest_searches_at_once() {
    let mut random = Random::new(33);
    for (rows, columns) in [(5, 5), (6, 7)] {
        let (puzzle, swaps) = english(&mut random, rows, columns);
        let task = puzzle.task();
        for scope in [Scope::Optimal, Scope::All] {
            let soon = Budget::new(Limits::default().until(Instant::now() + Duration::from_millis(20)));
            for budget in spent_budgets().into_iter().chain([soon]) {
                let begun = Instant::now();
                let fills = exact::solve(&task, scope, 1000, &budget);
                // Wide enough for a slow build on a busy machine.
                assert!(begun.elapsed() < Duration::from_millis(800), "{:?}", begun.elapsed());
                check_solutions(&puzzle, 1000, &fills);
                assert!(fills.lower_bound <= swaps);
                assert!(!fills.proven || fills.min_swaps().is_some_and(|found| found <= swaps));
                assert!(fills.found > 0 || fills.unique().is_none(), "there is one at least");
            }
        }
    }
}

/// So many permutations of a word, of which the first letters stay.
fn permutations(random: &mut Random, word: &str, stay: usize, count: usize) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    (0..count).map(move |_| {
        let mut word = letters.clone();
        random.shuffle(&mut word[stay..]);
        word.into_iter().collect()
    })
}

/// Two rows whose words are anagrams of one another by the thousand, and marks by which no two go together: every pair is
/// looked at in vain.
#[test]
fn the_clock_ends_a_search_among_thousands_of_anagrams() {
    let mut random = Random::new(34);
    let mut puzzle = Puzzle::new("abcdefghijklmnopqr", "bncdefghi akjlmopqr", "");
    for (word, stay) in [("abcdefghi", 1), ("jklmnopqr", 2), ("bacdejklm", 1), ("fnghiopqr", 2)] {
        puzzle.words.extend(permutations(&mut random, word, stay, 3_000));
    }
    puzzle.known = (0..18).map(|at| if [0, 1, 9, 10].contains(&at) { Known::Wrong } else { Known::Nothing }).collect();
    let task = puzzle.task();
    for method in METHODS {
        let begun = Instant::now();
        let budget = Budget::new(Limits::default().until(begun + Duration::from_millis(50)));
        let fills = method(&task, Scope::Optimal, 1, &budget);
        // Wide enough for a slow build on a busy machine: between two looks at the clock it may put some hundred thousand
        // anagrams together, which takes such a build a second.
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        assert!(fills.solutions.is_empty());
    }
}

#[test]
fn any_number_of_solutions_may_be_asked_for() {
    let mut puzzle = Puzzle::new("abc", "cba", "cab acb bca abc");
    puzzle.words.push("bac".to_owned());
    for method in METHODS {
        let fills = method(&puzzle.task(), Scope::Optimal, usize::MAX, &Budget::unlimited());
        assert_eq!((fills.found, fills.complete, fills.min_swaps()), (3, true, Some(1)));
    }
}
