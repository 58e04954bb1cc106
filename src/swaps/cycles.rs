//! The swaps that a cycle of tiles takes.

use crate::puzzle::{Cell, Swap};

/// The swaps that take every tile round its cycle, cycle by cycle: the first cell's tile goes to the next cell of the cycle,
/// what it meets there goes on from the first cell to the cell after that, and so on. One fewer than cells, each puts a tile
/// right, and the last one two.
pub(crate) fn swaps_of(cycles: &[Vec<Cell>]) -> Vec<Swap> {
    cycles.iter().flat_map(|cycle| cycle.iter().skip(1).filter_map(|&cell| Swap::new(cycle[0], cell))).collect()
}
