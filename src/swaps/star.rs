//! Star: A* with the Hamming distance, the solver whose count the article's boards report.
//!
//! The article ("How the engine cheats") runs A* over boards, g the swaps so far and h the misplaced tiles. One swap can put
//! two tiles right, so h overestimates and Star may need a swap or two more than the fewest. The rule, frozen with edition 1
//! of the boards:
//! - the successors of a board are the swaps of two misplaced tiles that put at least one of the two right;
//! - the board with the lowest f = g + h goes next; of equal ones that with the lowest h; of equal ones the one entered
//!   first, where a board's successors are entered in the order of their first cell, then of their second.
//!
//! *No open list is needed to do this.* A successor has f as its parent (one tile put right) or one less (two), and a lower
//! h. So when a board was chosen, no open board has a lower f, none of the same f has a lower h, and each of its successors
//! comes before all of them: A* by this rule never goes back. Nor was the chosen successor met before, for that would have
//! been chosen before. What goes next is the first successor that puts two tiles right, and where there is none the first
//! that puts one right. There always is one: the right tile for a misplaced tile's cell is itself misplaced. So Star takes
//! as many nodes as swaps and the memory of one board. The tests run A* with all its lists beside it.

use super::cyclic;
use crate::budget::Budget;
use crate::puzzle::{Board, Cell, Grid, Swap};

/// What Star makes of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Star {
    /// Its swaps, from start to target.
    pub swaps: Vec<Swap>,
    /// Whether they are all Star's own. Where the budget was spent first, [Cyclic](super::cyclic) did the rest.
    pub finished: bool,
}

/// Solves a board as A* does; every swap is a node.
#[must_use]
pub fn solve(board: &Board, budget: &Budget) -> Star {
    let target = board.target();
    let mut grid = board.start().clone();
    let mut swaps = Vec::new();
    let mut wrong: Vec<Cell> = grid.layout().tiles().filter(|&cell| grid.letter(cell) != target.letter(cell)).collect();
    while !wrong.is_empty() {
        let next = if budget.spend(1).is_ok() { best_swap(&grid, target, &wrong) } else { None };
        let Some(swap) = next else {
            if let Ok(rest) = Board::new(grid, target.clone()) {
                swaps.extend(cyclic::solve(&rest).swaps);
            }
            return Star { swaps, finished: false };
        };
        grid.swap(swap);
        wrong.retain(|&cell| grid.letter(cell) != target.letter(cell));
        swaps.push(swap);
    }
    Star { swaps, finished: true }
}

/// The first swap of two misplaced tiles that puts both right, else the first that puts one right.
fn best_swap(grid: &Grid, target: &Grid, wrong: &[Cell]) -> Option<Swap> {
    let mut second_best = None;
    for (at, &first) in wrong.iter().enumerate() {
        for &second in &wrong[at + 1..] {
            let first_right = grid.letter(second) == target.letter(first);
            let second_right = grid.letter(first) == target.letter(second);
            if first_right && second_right {
                return Swap::new(first, second);
            }
            if (first_right || second_right) && second_best.is_none() {
                second_best = Swap::new(first, second);
            }
        }
    }
    second_best
}
