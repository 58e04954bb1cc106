//! What holds on every board.

use super::{board_of, check_exact, exact_of, rows_of, star_and_cyclic_of};
use crate::budget::Budget;
use crate::puzzle::{Board, Grid, Kind, Layout};
use crate::swaps::exact::{self, Counter, Symbols};
use proptest::prelude::*;

/// Any board of one row up to 9x9, of few letters or many, within ASCII and without.
fn any_board() -> impl Strategy<Value = Board> {
    (1usize..=9, 1usize..=9, 1u32..30).prop_flat_map(|(rows, columns, kinds)| {
        let letter = (0..kinds).prop_map(|kind| char::from_u32(0x1F600 + kind * 37).unwrap());
        prop::collection::vec(letter, rows * columns)
            .prop_flat_map(|start| (Just(start.clone()), Just(start).prop_shuffle()))
            .prop_map(move |(start, target)| {
                let layout = Layout::new(Kind::Rows, rows, columns).unwrap();
                Board::new(Grid::new(layout, start).unwrap(), Grid::new(layout, target).unwrap()).unwrap()
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_beats_exact(board in any_board()) {
        let budget = Budget::of_nodes(2_000);
        let answer = exact::solve(&board, &budget);
        check_exact(&board, &answer);
        let (star, cyclic) = star_and_cyclic_of(&board);
        prop_assert!(star >= answer.lower_bound && cyclic >= answer.lower_bound);
        if answer.is_proven() {
            prop_assert!(star >= answer.min_swaps() && cyclic >= answer.min_swaps());
        }
        let count = Counter::new().count_board(&board, &Budget::of_nodes(2_000));
        prop_assert_eq!((count.min_swaps, count.lower_bound), (answer.min_swaps(), answer.lower_bound));
    }

    #[test]
    fn the_way_back_is_as_long(board in any_board()) {
        let back = Board::new(board.target().clone(), board.start().clone()).unwrap();
        let (there, back) = (exact::solve(&board, &Budget::of_nodes(2_000)), exact::solve(&back, &Budget::of_nodes(2_000)));
        prop_assert!(there.lower_bound <= back.min_swaps() && back.lower_bound <= there.min_swaps());
    }
}

#[test]
fn a_solved_board_takes_nothing() {
    for letters in [vec!['a'], vec!['a', 'b', 'a'], vec!['x'; 81]] {
        let board = board_of(&letters, &letters);
        assert_eq!(exact_of(&board), 0);
        assert_eq!(star_and_cyclic_of(&board), (0, 0));
    }
}

#[test]
fn cells_without_tiles_are_passed_over() {
    let layout = Layout::new(Kind::Lattice, 3, 3).unwrap();
    let grid = |text: &str| Grid::new(layout, text.chars().collect()).unwrap();
    let board = Board::new(grid("bcde.fgha"), grid("abcd.efgh")).unwrap();
    assert_eq!(exact_of(&board), 7);
    assert_eq!(star_and_cyclic_of(&board), (7, 7));
    let symbols = Symbols::of(&board);
    assert_eq!(symbols.start(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(symbols.target(), [7, 0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(symbols.cells().map(|cell| cell.0).collect::<Vec<_>>(), [0, 1, 2, 3, 5, 6, 7, 8]);
}

#[test]
fn eighty_one_letters_are_as_good_as_two() {
    let target: Vec<char> = (0..81u32).map(|n| char::from_u32(0x4E00 + n).unwrap()).collect();
    let mut start = target.clone();
    start.rotate_left(1);
    assert_eq!(exact_of(&board_of(&start, &target)), 80);
    let halves: Vec<char> = rows_of(&[vec!['a'; 40], vec!['b'; 41]].concat()).letters().collect();
    let mut turned = halves.clone();
    turned.reverse();
    assert_eq!(exact_of(&board_of(&turned, &halves)), 40);
}
