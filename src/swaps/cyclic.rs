//! Cyclic: the solver that pairs equal letters in reading order and never looks back.
//!
//! After the article "How the engine cheats" (`Solvers.Cyclic`). The rule, frozen with edition 1 of the boards:
//! 1. tiles that are right stay;
//! 2. of every letter, the first misplaced tile in reading order belongs in the first cell that still wants the letter, the
//!    second in the second, and so on;
//! 3. the tiles now form cycles; a cycle of k tiles is resolved in k - 1 swaps, cycle by cycle in the order of their first
//!    cells, each by sending the tile in its first cell where it belongs until that cell is right.
//!
//! It takes no search and no budget, and on 25 tiles about three swaps more than the fewest.

use super::cycles::{cycles_of, swaps_of};
use crate::puzzle::layout::MAX_CELLS;
use crate::puzzle::{Board, Cell, Swap};

/// What Cyclic makes of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cyclic {
    /// Its swaps, from start to target.
    pub swaps: Vec<Swap>,
    /// The cycles that it resolves, of two tiles or more: the tile in each cell goes to the next, that of the last to the
    /// first. Each begins with its first cell in reading order, and they are ordered by it.
    pub cycles: Vec<Vec<Cell>>,
}

/// Solves a board by greedy pairing.
#[must_use]
pub fn solve(board: &Board) -> Cyclic {
    let (start, target) = (board.start().cells(), board.target().cells());
    let is_wrong = |cell: &Cell| start[cell.index()] != target[cell.index()];
    let mut wants: Vec<Cell> = (0u8..).map(Cell).take(start.len()).filter(is_wrong).collect();
    let mut goes_to = [None; MAX_CELLS];
    for cell in wants.clone() {
        let first = wants.iter().position(|want| target[want.index()] == start[cell.index()]);
        goes_to[cell.index()] = first.map(|at| wants.remove(at));
    }
    let cycles = cycles_of(goes_to);
    Cyclic { swaps: swaps_of(&cycles), cycles }
}
