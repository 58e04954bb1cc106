//! Star and Cyclic as their rules say, written plainly and slowly.

use super::{board_of, cell, letters};
use crate::budget::Budget;
use crate::puzzle::{Board, Swap};
use crate::swaps::{cyclic, star};
use crate::testing::Random;
use std::collections::BTreeMap;

/// A board that A* has met.
struct Entered {
    tiles: Vec<char>,
    swaps: Vec<Swap>,
    open: bool,
}

/// A* with everything that A* has: every board met is kept, the open one with the least (f, h, age) goes next, a board met
/// again is entered again if by fewer swaps. Gives the swaps of the first goal that is its turn.
fn star_by_definition(board: &Board) -> Vec<Swap> {
    let target = board.target().cells();
    let wrong = |tiles: &[char]| (0..tiles.len()).filter(|&at| tiles[at] != target[at]).collect::<Vec<_>>();
    let mut met = vec![Entered { tiles: board.start().cells().to_vec(), swaps: Vec::new(), open: true }];
    let mut fewest = BTreeMap::from([(board.start().cells().to_vec(), 0)]);
    loop {
        let open = (0..met.len()).filter(|&at| met[at].open);
        let next = open.min_by_key(|&at| {
            let (g, h) = (met[at].swaps.len(), wrong(&met[at].tiles).len());
            (g + h, h, at)
        });
        let next = next.expect("the target can be reached");
        met[next].open = false;
        let misplaced = wrong(&met[next].tiles);
        if misplaced.is_empty() {
            return met[next].swaps.clone();
        }
        for &first in &misplaced {
            for &second in misplaced.iter().filter(|&&second| second > first) {
                let mut tiles = met[next].tiles.clone();
                tiles.swap(first, second);
                if tiles[first] == target[first] || tiles[second] == target[second] {
                    let mut swaps = met[next].swaps.clone();
                    swaps.push(Swap::new(cell(first), cell(second)).unwrap());
                    if fewest.get(&tiles).is_none_or(|&before| swaps.len() < before) {
                        fewest.insert(tiles.clone(), swaps.len());
                        met.push(Entered { tiles, swaps, open: true });
                    }
                }
            }
        }
    }
}

/// Pairs the n-th misplaced tile of a letter with the n-th cell that misses it, then plays tile by tile.
fn cyclic_by_definition(board: &Board) -> Vec<Swap> {
    let (start, target) = (board.start().cells(), board.target().cells());
    let wrong: Vec<usize> = (0..start.len()).filter(|&at| start[at] != target[at]).collect();
    let nth =
        |cells: &[char], at: usize| wrong.iter().filter(|&&other| other < at && cells[other] == cells[at]).count();
    // Where the tile that now lies in a cell is to go.
    let mut home: Vec<usize> = (0..start.len()).collect();
    for &at in &wrong {
        let pair = wrong.iter().find(|&&to| target[to] == start[at] && nth(target, to) == nth(start, at));
        home[at] = *pair.unwrap();
    }
    let mut swaps = Vec::new();
    for at in 0..start.len() {
        while home[at] != at {
            let to = home[at];
            swaps.push(Swap::new(cell(at), cell(to)).unwrap());
            home.swap(at, to);
        }
    }
    swaps
}

#[test]
fn star_is_a_star_with_all_its_lists() {
    let mut random = Random::new(4);
    for round in 0..1_500 {
        let tiles = [4, 6, 9, 10, 12, 15, 16, 20, 25][round % 9];
        let kinds = 2 + random.below(tiles.min(20));
        let (start, target) = random.symbols(tiles, kinds);
        let board = board_of(&letters(&start), &letters(&target));
        assert_eq!(star::solve(&board, &Budget::unlimited()).swaps, star_by_definition(&board), "{board:?}");
    }
}

#[test]
fn cyclic_is_what_its_rule_says() {
    let mut random = Random::new(5);
    for round in 0..10_000 {
        let tiles = [4, 6, 9, 10, 12, 16, 25, 40, 81][round % 9];
        let kinds = 2 + random.below(24);
        let (start, target) = random.symbols(tiles, kinds);
        let board = board_of(&letters(&start), &letters(&target));
        assert_eq!(cyclic::solve(&board).swaps, cyclic_by_definition(&board), "{board:?}");
    }
}
