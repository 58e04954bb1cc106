//! What is left when the budget is not enough.

use super::{board_of, check_exact, letters};
use crate::budget::{Budget, Limits};
use crate::puzzle::Board;
use crate::swaps::exact::{self, Counter};
use crate::swaps::{cyclic, star};
use crate::testing::Random;
use std::time::{Duration, Instant};

/// A board of many tiles and so many letters that few cycles are obvious.
fn hard_board(random: &mut Random, tiles: usize, kinds: usize) -> Board {
    let (start, target) = random.symbols(tiles, kinds);
    board_of(&letters(&start), &letters(&target))
}

#[test]
fn a_small_budget_gives_an_honest_answer() {
    let mut random = Random::new(6);
    let mut unproven = 0;
    for _ in 0..400 {
        let board = hard_board(&mut random, 36, 12);
        let truth = exact::solve(&board, &Budget::of_nodes(200_000));
        for nodes in [0, 1, 2, 5, 20] {
            let answer = exact::solve(&board, &Budget::of_nodes(nodes));
            check_exact(&board, &answer);
            assert!(answer.lower_bound <= truth.min_swaps() && answer.min_swaps() >= truth.lower_bound, "{board:?}");
            unproven += usize::from(!answer.is_proven());
            let count = Counter::new().count_board(&board, &Budget::of_nodes(nodes));
            assert_eq!((count.min_swaps, count.lower_bound), (answer.min_swaps(), answer.lower_bound));
        }
    }
    assert!(unproven > 0, "every board was too easy");
}

#[test]
fn a_deadline_of_five_milliseconds_holds_on_the_largest_boards() {
    let mut random = Random::new(7);
    for kinds in [12, 16, 20, 24, 27] {
        let board = hard_board(&mut random, 81, kinds);
        let begun = Instant::now();
        let budget = Budget::new(Limits::default().until(begun + Duration::from_millis(5)));
        check_exact(&board, &exact::solve(&board, &budget));
        // Wide enough for a slow build on a busy machine.
        assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    }
}

#[test]
fn star_without_nodes_is_finished_by_cyclic() {
    let mut random = Random::new(8);
    for _ in 0..200 {
        let board = hard_board(&mut random, 25, 14);
        let whole = star::solve(&board, &Budget::unlimited());
        let swaps = u64::try_from(whole.swaps.len()).unwrap();
        assert_eq!(star::solve(&board, &Budget::of_nodes(swaps)), whole, "a node a swap is enough");
        for nodes in [0, 1, swaps / 2, swaps.saturating_sub(1)] {
            let cut = star::solve(&board, &Budget::of_nodes(nodes));
            assert!(!cut.finished && board.is_solved_by(&cut.swaps), "{board:?}");
            let kept = usize::try_from(nodes).unwrap();
            assert_eq!(cut.swaps[..kept], whole.swaps[..kept]);
        }
        assert_eq!(star::solve(&board, &Budget::of_nodes(0)).swaps, cyclic::solve(&board).swaps);
    }
}
