//! Boards of a lattice against counts made another way: every fill, every start, and the Waffle article's own construction.

use std::collections::BTreeMap;

use super::{grid, lattice, spec};
use crate::budget::Budget;
use crate::fill::lattice::is_unique;
use crate::generate::lattice::given::usual;
use crate::generate::tests::{english, made, range};
use crate::generate::{BoardSpec, GeneratedBoard};
use crate::lexicon::Lexicon;
use crate::puzzle::marks::mark_grid;
use crate::puzzle::{Board, Grid};
use crate::swaps::exact::Counter;
use crate::testing::Random;

/// Words of three letters, of which few tiles make many grids.
const TINY: [&str; 20] = [
    "act", "cat", "cod", "cog", "cot", "dog", "dot", "god", "got", "tag", "toc", "tod", "ado", "ago", "goa", "oat",
    "tao", "gad", "dag", "cad",
];

fn tiny(lexicon: &Lexicon, words: &[&str], seed: &str) -> BoardSpec {
    let english = lexicon.language("en", 1).unwrap();
    let list = english.writing().dictionary("tiny", "test", words.iter().copied().enumerate()).unwrap();
    let mut spec = spec(lexicon, seed, 3, 3);
    spec.dictionary = list.into();
    spec.allowed = spec.dictionary.clone();
    spec
}

/// Every way to put the words into the slots is looked at.
#[test]
fn boards_are_unique_by_brute_force() {
    let lexicon = english();
    let words = TINY.map(|word| word.chars().collect::<Vec<char>>());
    let mut letters = Vec::new();
    for (top, bottom) in words.iter().flat_map(|top| words.iter().map(move |bottom| (top, bottom))) {
        for left in words.iter().filter(|word| word[0] == top[0] && word[2] == bottom[0]) {
            for right in words.iter().filter(|word| word[0] == top[2] && word[2] == bottom[2]) {
                letters.push([&top[..], &[left[1], '.', right[1]], &bottom[..]].concat());
            }
        }
    }
    let fills: Vec<Grid> = letters.into_iter().map(|cells| Grid::new(lattice(3, 3), cells).unwrap()).collect();
    for seed in 0..300 {
        let mut spec = tiny(&lexicon, &TINY, &seed.to_string());
        spec.difficulty.min_swaps = range(2, 6);
        let GeneratedBoard { board, unique, .. } = made(&spec).unwrap();
        assert_eq!(unique, Some(true));
        let marks = board.marks();
        let fits = |fill: &&Grid| {
            Board::new(board.start().clone(), (*fill).clone()).is_ok() && mark_grid(board.start(), fill) == marks
        };
        assert_eq!(fills.iter().filter(fits).count(), 1, "{board:?}");
    }
}

/// Of one target, all unique starts that take so many swaps come as often as each other.
#[test]
fn all_starts_as_hard_as_asked_are_equally_likely() {
    let lexicon = english();
    let mut spec = spec(&lexicon, "", 3, 3);
    spec.target = Some(grid("abc/a.d/bca"));
    spec.difficulty.min_swaps = range(4, 4);
    let mut expected = 0;
    let target: Vec<u8> = grid("abc/a.d/bca").letters().map(|letter| letter as u8).collect();
    let unique = |start: &[u8]| {
        let mut cells = grid("abc/a.d/bca").cells().to_vec();
        for (cell, &letter) in lattice(3, 3).tiles().zip(start) {
            cells[cell.index()] = char::from(letter);
        }
        let board = Board::new(Grid::new(lattice(3, 3), cells).unwrap(), grid("abc/a.d/bca")).unwrap();
        is_unique(&board, &spec.allowed, &Budget::unlimited()).unwrap()
    };
    let mut start = target.clone();
    start.sort_unstable();
    let mut counter = Counter::new();
    loop {
        let swaps = counter.count(&start, &target, &Budget::unlimited()).min_swaps;
        expected += u32::from(swaps == 4 && unique(&start));
        let Some(i) = (1..start.len()).rev().find(|&i| start[i - 1] < start[i]) else { break };
        let j = (i..start.len()).rev().find(|&j| start[j] > start[i - 1]).unwrap();
        start.swap(i - 1, j);
        start[i..].reverse();
    }
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let boards = 20 * expected;
    for seed in 0..boards {
        spec.seed = seed.to_string();
        *counts.entry(made(&spec).unwrap().board.start().letters().collect()).or_default() += 1;
    }
    assert_eq!(counts.len(), expected as usize);
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 20.0).powi(2) / 20.0).sum();
    // So many degrees of freedom are nearly normal: mean n, variance 2n. 3.1 deviations are the 99.9th percentile.
    let degrees = f64::from(expected - 1);
    assert!(chi < degrees + 3.1 * (2.0 * degrees).sqrt(), "{chi}, {degrees}");
}

/// The Waffle article's construction, on the tiles of real words that are not given: letters are put in an order, the tiles
/// sorted by it; each tile begins a cycle while there are cycles to begin, and then joins one that has no copy of its
/// letter.
#[test]
fn the_articles_construction_takes_tiles_less_cycles_on_real_words() {
    let lexicon = english();
    let (mut random, mut counter) = (Random::new(9), Counter::new());
    for (rows, columns, cycles) in [(5, 5, 6), (7, 7, 8), (5, 9, 10)] {
        let mut built = 0;
        for seed in 0..10 {
            let target = made(&spec(&lexicon, &format!("article/{seed}"), rows, columns)).unwrap().board;
            let letters: Vec<u8> = target.target().letters().map(|letter| letter as u8).collect();
            let given = usual(lattice(rows, columns));
            for _ in 0..10 {
                let mut rank: Vec<u8> = (b'a'..=b'z').collect();
                random.shuffle(&mut rank);
                let mut tiles: Vec<usize> = (0..letters.len()).filter(|tile| !given.contains(tile)).collect();
                tiles.sort_by_key(|&tile| rank.iter().position(|&letter| letter == letters[tile]));
                let moved = tiles.len();
                let mut members: Vec<Vec<usize>> = Vec::new();
                for tile in tiles {
                    let lacks = |cycle: &Vec<usize>| cycle.iter().all(|&other| letters[other] != letters[tile]);
                    let open: Vec<usize> = (0..members.len()).filter(|&at| lacks(&members[at])).collect();
                    if members.len() < cycles {
                        members.push(vec![tile]);
                    } else if !open.is_empty() {
                        members[open[random.below(open.len())]].push(tile);
                    }
                }
                if members.iter().map(Vec::len).sum::<usize>() < moved || members.iter().any(|cycle| cycle.len() < 2) {
                    continue;
                }
                let mut start = letters.clone();
                for cycle in &members {
                    for (at, &tile) in cycle.iter().enumerate() {
                        start[tile] = letters[cycle[(at + 1) % cycle.len()]];
                    }
                }
                let count = counter.count(&start, &letters, &Budget::unlimited());
                assert!(count.is_proven() && count.min_swaps as usize == moved - cycles, "{start:?}");
                built += 1;
            }
        }
        assert!(built > 10, "{rows}x{columns}: {built}");
    }
}
