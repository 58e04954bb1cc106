//! Once it is settled where every misplaced tile goes: its cycles, and the swaps that they take.

use crate::puzzle::layout::MAX_CELLS;
use crate::puzzle::{Cell, Swap};

/// Where the tile of each cell goes; `None` where it stays or there is none. No two go to the same cell, and where one goes
/// another leaves.
pub(crate) type GoesTo = [Option<Cell>; MAX_CELLS];

/// The cycles: the tile in each cell goes to the next, that of the last to the first. Each begins with its first cell in
/// reading order, and they are ordered by it.
pub(crate) fn cycles_of(mut goes_to: GoesTo) -> Vec<Vec<Cell>> {
    let mut cycles = Vec::new();
    for first in (0u8..).take(MAX_CELLS).map(Cell) {
        let mut at = first;
        let mut cycle = Vec::new();
        while let Some(next) = goes_to[at.index()].take() {
            cycle.push(at);
            at = next;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The swaps that take every tile round its cycle, cycle by cycle: the first cell's tile goes to the next cell of the cycle,
/// what it meets there goes on from the first cell to the cell after that, and so on. One fewer than cells, each puts a tile
/// right, and the last one two.
pub(crate) fn swaps_of(cycles: &[Vec<Cell>]) -> Vec<Swap> {
    let swaps = cycles.iter().map(|cycle| cycle.len() - 1).sum();
    let mut all = Vec::with_capacity(swaps);
    for cycle in cycles {
        all.extend(cycle.iter().skip(1).filter_map(|&cell| Swap::new(cycle[0], cell)));
    }
    all
}
