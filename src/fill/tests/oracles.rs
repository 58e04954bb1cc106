//! All fills of a small puzzle, by plain enumeration: every set of words that the tiles make, in every order.

use std::collections::{BTreeMap, BTreeSet};

use super::Puzzle;
use crate::budget::Budget;
use crate::fill::Scope;
use crate::puzzle::marks::mark_word;
use crate::puzzle::{Known, Mark};
use crate::swaps::Counter;
use crate::swaps::tests::oracles::{by_bijections, by_breadth_first_search};

/// The most arrangements of the tiles that are walked through to find the fewest swaps.
const MOST_ARRANGEMENTS: u64 = 130;
/// The most pairings of equal letters that are tried to find the fewest swaps.
const MOST_PAIRINGS: u64 = 48;

/// A grid of words, and the fewest swaps that it takes.
#[derive(Clone, Debug)]
pub(super) struct TrueFill {
    pub(super) swaps: u32,
    pub(super) target: Vec<char>,
}

/// All that there is to know of a puzzle.
#[derive(Debug)]
pub(super) struct Truth {
    /// By swaps, then by the letters of the target.
    fills: Vec<TrueFill>,
    swaps: BTreeMap<Vec<char>, u32>,
}

impl Truth {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let mut sets = Vec::new();
        let words: Vec<Vec<char>> = puzzle.row_words().into_iter().collect();
        add_sets(&words, &puzzle.start, puzzle.rows, &mut Vec::new(), &mut sets);
        let mut fewest = fewest_swaps_from(&puzzle.start);
        let mut fills = Vec::new();
        for set in &sets {
            for words in orders(set) {
                if words.iter().enumerate().all(|(row, word)| obeys(puzzle, row, word)) {
                    let target = words.concat();
                    fills.push(TrueFill { swaps: fewest(&target), target });
                }
            }
        }
        fills.sort_by(|a, b| (a.swaps, &a.target).cmp(&(b.swaps, &b.target)));
        let swaps: BTreeMap<_, _> = fills.iter().map(|fill| (fill.target.clone(), fill.swaps)).collect();
        assert_eq!(swaps.len(), fills.len(), "the oracle counts twice");
        Self { fills, swaps }
    }

    /// The fills that count, the best first.
    pub(super) fn counting(&self, scope: Scope) -> &[TrueFill] {
        let optimal = self.fills.iter().take_while(|fill| Some(fill.swaps) == self.min_swaps()).count();
        match scope {
            Scope::All => &self.fills,
            Scope::Optimal => &self.fills[..optimal],
        }
    }

    /// The fewest swaps to any fill.
    pub(super) fn min_swaps(&self) -> Option<u32> {
        self.fills.first().map(|fill| fill.swaps)
    }

    /// The fewest swaps to this fill, if it is one.
    pub(super) fn swaps_to(&self, target: &[char]) -> Option<u32> {
        self.swaps.get(target).copied()
    }
}

/// Whether a word in a row earns what is known of the row's tiles.
pub(super) fn obeys(puzzle: &Puzzle, row: usize, word: &[char]) -> bool {
    let columns = puzzle.columns();
    let mut marks = vec![Mark::Grey; columns];
    mark_word(&puzzle.start[row * columns..][..columns], word, &mut marks);
    let known = puzzle.known.iter().skip(row * columns);
    marks.iter().zip(known).all(|(&mark, &known)| match known {
        Known::Nothing => true,
        Known::Marked(told) => mark == told,
        Known::Wrong => mark != Mark::Green,
    })
}

/// The tiles that are left when a word is taken from them.
fn without(tiles: &[char], word: &[char]) -> Option<Vec<char>> {
    let mut left = tiles.to_vec();
    for letter in word {
        let at = left.iter().position(|tile| tile == letter)?;
        left.swap_remove(at);
    }
    Some(left)
}

/// Adds the sets of so many more of these words, in their order, that the tiles make.
fn add_sets(
    words: &[Vec<char>],
    tiles: &[char],
    rows: usize,
    chosen: &mut Vec<Vec<char>>,
    sets: &mut Vec<Vec<Vec<char>>>,
) {
    if rows == 0 {
        sets.push(chosen.clone());
        return;
    }
    for (at, word) in words.iter().enumerate() {
        if let Some(left) = without(tiles, word) {
            chosen.push(word.clone());
            add_sets(&words[at + 1..], &left, rows - 1, chosen, sets);
            chosen.pop();
        }
    }
}

/// A set in all its orders.
fn orders(set: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
    if set.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..set.len() {
        let mut rest = set.to_vec();
        let first = rest.remove(first);
        all.extend(orders(&rest).into_iter().map(|order| [vec![first.clone()], order].concat()));
    }
    all
}

/// How many swaps a target takes: all arrangements of the tiles walked through where they are few, all pairings of equal
/// letters tried where those are few, else as the counter counts, which is held against both.
fn fewest_swaps_from(start: &[char]) -> impl FnMut(&[char]) -> u32 {
    let letters: BTreeSet<char> = start.iter().copied().collect();
    let factorial = |n: usize| (1..=n as u64).try_fold(1u64, u64::checked_mul).unwrap_or(u64::MAX);
    let copies = |letter: &char| start.iter().filter(|&other| other == letter).count();
    let pairings = letters.iter().map(copies).map(factorial).fold(1, u64::saturating_mul);
    let arrangements = if start.len() <= 16 { factorial(start.len()) / pairings } else { u64::MAX };
    let symbols = move |tiles: &[char]| -> Vec<u8> {
        tiles.iter().map(|tile| u8::try_from(letters.range(..tile).count()).unwrap()).collect()
    };
    let start = symbols(start);
    let away = (arrangements <= MOST_ARRANGEMENTS).then(|| by_breadth_first_search(&start));
    let mut counter = Counter::new();
    move |target| {
        let target = symbols(target);
        if let Some(away) = &away {
            away[&target]
        } else if pairings <= MOST_PAIRINGS && target.len() <= 32 {
            u32::try_from(by_bijections(&start, &target)).unwrap()
        } else {
            let count = counter.count(&start, &target, &Budget::unlimited());
            assert!(count.is_proven(), "the budget has no limit");
            count.min_swaps
        }
    }
}
