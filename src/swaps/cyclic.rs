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

use super::cycles::swaps_of;
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
    let wrong: Vec<Cell> = board.start().layout().tiles().filter(|cell| is_wrong(start, target, *cell)).collect();
    let mut goes_to = vec![None; start.len()];
    let mut wants: Vec<Cell> = wrong.clone();
    for &cell in &wrong {
        let taken = wants.iter().position(|want| target[want.index()] == start[cell.index()]);
        goes_to[cell.index()] = taken.map(|at| wants.remove(at));
    }
    let mut cycles = Vec::new();
    for &first in &wrong {
        let mut cycle = Vec::new();
        let mut at = first;
        while let Some(next) = goes_to[at.index()].take() {
            cycle.push(at);
            at = next;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    Cyclic { swaps: swaps_of(&cycles), cycles }
}

fn is_wrong(start: &[char], target: &[char], cell: Cell) -> bool {
    start[cell.index()] != target[cell.index()]
}
