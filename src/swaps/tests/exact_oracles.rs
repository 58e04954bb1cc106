//! The fewest swaps, against ways to find them that are slow and sure.

use super::oracles::{by_balanced_subsets, by_bijections, by_breadth_first_search, subsets};
use super::{board, board_of, count_of, exact_of, letters};
use crate::swaps::exact::Counter;
use crate::testing::Random;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn agrees_with_all_bijections() {
    let mut random = Random::new(1);
    let mut counter = Counter::new();
    for round in 0..20_000 {
        let tiles = [3, 4, 5, 6, 7, 8, 8, 9, 9, 10][round % 10];
        let kinds = 3 + random.below(6);
        let (start, target) = random.symbols(tiles, kinds);
        if start.iter().any(|symbol| start.iter().fold(0, |n, other| n + usize::from(other == symbol)) > 4) {
            continue;
        }
        let (start_letters, target_letters) = (letters(&start), letters(&target));
        let board = board_of(&start_letters, &target_letters);
        let expected = u32::try_from(by_bijections(&start, &target)).unwrap();
        assert_eq!(exact_of(&board), expected, "{start_letters:?} {target_letters:?}");
        assert_eq!(count_of(&mut counter, &board), expected, "{start_letters:?} {target_letters:?}");
    }
}

#[test]
fn agrees_with_breadth_first_search_over_boards() {
    let mut counter = Counter::new();
    let mut cases = 0;
    for target in
        [[0, 0, 1, 1, 2, 2, 3, 3], [0, 0, 0, 1, 1, 2, 2, 2], [0, 1, 2, 3, 3, 4, 4, 4], [0, 0, 1, 1, 2, 2, 3, 4]]
    {
        for (start, away) in by_breadth_first_search(&target) {
            let board = board_of(&letters(&start), &letters(&target));
            assert_eq!(count_of(&mut counter, &board), away, "{start:?} {target:?}");
            if cases % 4 == 0 {
                assert_eq!(exact_of(&board), away, "{start:?} {target:?}");
            }
            cases += 1;
        }
    }
    assert!(cases > 10_000, "{cases}");
}

#[test]
fn agrees_with_balanced_subsets() {
    let mut random = Random::new(2);
    let mut cases = BTreeMap::new();
    while cases.values().sum::<usize>() < 150 {
        let tiles = [12, 16, 20, 21, 25, 25][random.below(6)];
        let kinds = 3 + random.below(5);
        let (start, target) = random.symbols(tiles, kinds);
        if subsets(&start, &target) > if tiles == 25 { 250_000 } else { 40_000 } {
            continue;
        }
        let board = board_of(&letters(&start), &letters(&target));
        assert_eq!(exact_of(&board), u32::try_from(by_balanced_subsets(&start, &target)).unwrap(), "{board:?}");
        *cases.entry(tiles).or_insert(0) += 1;
    }
    assert!(cases[&25] >= 5, "{cases:?}");
}

/// The ordered-cycle construction: letters are put in an order, and tile by tile in this order each goes to a cycle that has
/// no copy of its letter. A cycle then runs backwards in the order exactly once, so no pairing has more cycles.
#[test]
fn ordered_cycles_take_tiles_less_cycles() {
    let mut random = Random::new(3);
    let mut counter = Counter::new();
    for round in 0..6_000 {
        let (tiles, cycles) = [(16, 6), (25, 9), (40, 20), (25, 3), (40, 7), (16, 2), (40, 11)][round % 7];
        let kinds = 6 + random.below(15);
        let mut target: Vec<u8> = random.symbols(tiles, kinds).0;
        let mut rank: Vec<u8> = (0..26).collect();
        random.shuffle(&mut rank);
        target.sort_by_key(|&letter| rank[usize::from(letter)]);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); cycles];
        let mut fits = true;
        for place in 0..tiles {
            let has = |cycle: &Vec<usize>| cycle.iter().any(|&other| target[other] == target[place]);
            let open: Vec<usize> = match members.iter().position(Vec::is_empty) {
                Some(empty) => vec![empty],
                None => (0..cycles).filter(|&cycle| !has(&members[cycle])).collect(),
            };
            fits = fits && !open.is_empty();
            if fits {
                members[open[random.below(open.len())]].push(place);
            }
        }
        if !fits {
            continue;
        }
        let mut start = target.clone();
        for cycle in &members {
            for (at, &place) in cycle.iter().enumerate() {
                start[place] = target[cycle[(at + 1) % cycle.len()]];
            }
        }
        // In which cells the pairs lie does not matter: shuffle them.
        let mut both: Vec<(u8, u8)> = start.into_iter().zip(target).collect();
        random.shuffle(&mut both);
        let (start, target): (Vec<u8>, Vec<u8>) = both.into_iter().unzip();
        let board = board_of(&letters(&start), &letters(&target));
        let expected = u32::try_from(tiles - cycles).unwrap();
        assert_eq!(count_of(&mut counter, &board), expected, "{board:?}");
        if round % 4 == 0 {
            assert_eq!(exact_of(&board), expected, "{board:?}");
        }
    }
}

#[test]
fn closing_a_triangle_may_be_wrong() {
    assert_eq!(exact_of(&board("DBDFAFECBCAE", "AABBCCDDEEFF")), 8);
}

/// All cyclic orders of the numbers below n, 0 first.
fn cyclic_orders(n: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![vec![0]];
    for _ in 1..n {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let free: Vec<usize> = (0..n).filter(|next| !order.contains(next)).collect();
                free.into_iter().map(move |next| [order.clone(), vec![next]].concat())
            })
            .collect();
    }
    orders
}

/// The word with each letter moved on along the order.
fn moved(word: &str, order: &[usize]) -> String {
    let letters: Vec<char> = word.chars().collect();
    let mut moved = letters.clone();
    for (at, &place) in order.iter().enumerate() {
        moved[order[(at + 1) % order.len()]] = letters[place];
    }
    moved.into_iter().collect()
}

/// "Clone wars" in the Waffle article: the two Cs save a swap.
#[test]
fn every_single_cycle_over_cycle_takes_three() {
    let orders = cyclic_orders(5);
    assert_eq!(orders.len(), 24);
    for order in orders {
        assert_eq!(exact_of(&board(&moved("CYCLE", &order), "CYCLE")), 3, "{order:?}");
    }
}

/// The same article: O, M and A come in both words, and may save one.
#[test]
fn half_of_the_pairs_of_cycles_over_monad_and_omega_take_seven() {
    let orders = cyclic_orders(5);
    let mut boards = BTreeSet::new();
    let mut taken = BTreeMap::new();
    for over_monad in &orders {
        for over_omega in &orders {
            let start = moved("MONAD", over_monad) + &moved("OMEGA", over_omega);
            *taken.entry(exact_of(&board(&start, "MONADOMEGA"))).or_insert(0) += 1;
            boards.insert(start);
        }
    }
    assert_eq!(boards.len(), 576);
    assert_eq!(taken, BTreeMap::from([(7, 288), (8, 288)]));
}
