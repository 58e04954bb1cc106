//! The fewest swaps from start to target, over every pairing of equal letters, with a sequence that takes no more.
//!
//! Once it is settled which tile goes to which cell, the tiles form cycles, and a cycle of k takes k - 1 swaps: the fewest
//! swaps are the misplaced tiles less the cycles, and equal letters are to be paired so that cycles are most. Seen from the
//! letters there is nothing to pair: draw an edge for every cell, from the letter that lies there to the letter that belongs
//! there. A cycle of tiles is a cycle of these edges and the other way round, so the question is into how many edge-disjoint
//! cycles a balanced directed multigraph splits. (The article "How the engine cheats" enumerates the pairings instead:
//! median a thousand for 25 tiles, up to 10 million and more.)
//!
//! - `counter`: from symbols to the graph; letters with a single misplaced copy vanish on the way;
//! - `graph`: what never loses a cycle: opposite edges closed, vertices of degree one contracted, over and over;
//! - `order`: an upper bound, the edges that run backwards in an order of the letters;
//! - `prices`: a finer bound where orders leave a gap, by linear programming;
//! - `paths`: the cycles through an edge that need trying;
//! - `search`: branch and bound over what is left, with `memo`, what it remembers;
//! - `unwind`: the cycles from a search's log;
//! - `tiles`: cycles of letters laid onto cells.
//!
//! Promises: `min_swaps` always comes with a sequence that does it; `lower_bound` is never above the truth, whatever the
//! budget; the same board and nodes give the same answer everywhere. A search holds less than a MiB.

mod counter;
mod graph;
mod memo;
mod order;
mod paths;
mod prices;
mod search;
mod tiles;
mod unwind;

pub use counter::{Count, Counter, Symbols};

use std::cell::RefCell;

use super::cycles::{cycles_of, swaps_of};
use crate::budget::Budget;
use crate::puzzle::{Board, Cell, Swap};

/// The fewest swaps of a board, with a sequence that takes no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinSwaps {
    /// A sequence from start to target, the swaps of each cycle in turn.
    pub swaps: Vec<Swap>,
    /// The cycles that it goes through, of two tiles or more: the tile in each cell belongs in the next, that of the last in
    /// the first. Each begins with its first cell in reading order, and they are ordered by it.
    pub cycles: Vec<Vec<Cell>>,
    /// No sequence is shorter than this. As many as `swaps` unless the budget was spent.
    pub lower_bound: u32,
}

impl MinSwaps {
    /// The swaps of the sequence: the fewest, where that [is proven](Self::is_proven).
    #[must_use]
    pub fn min_swaps(&self) -> u32 {
        u32::try_from(self.swaps.len()).unwrap_or(u32::MAX)
    }

    /// Whether no sequence is shorter.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.min_swaps() == self.lower_bound
    }
}

thread_local! {
    /// The memory of [`solve`] and [`count`], kept for the next board: to make it anew takes longer than most boards.
    static COUNTER: RefCell<Counter> = RefCell::new(Counter::new());
}

/// The fewest swaps of a board. Where the budget is spent first, the best sequence found, with a bound.
#[must_use]
pub fn solve(board: &Board, budget: &Budget) -> MinSwaps {
    COUNTER.with_borrow_mut(|counter| solve_with(counter, board, budget))
}

/// How few swaps lead from start to target, tile by tile, as [`Counter::count`] has it, in the memory kept for [`solve`].
///
/// # Panics
/// As [`Counter::count`].
#[must_use]
pub fn count(start: &[u8], target: &[u8], budget: &Budget) -> Count {
    COUNTER.with_borrow_mut(|counter| counter.count(start, target, budget))
}

/// As [`solve`], in the memory of a counter.
#[must_use]
pub fn solve_with(counter: &mut Counter, board: &Board, budget: &Budget) -> MinSwaps {
    let symbols = Symbols::of(board);
    let count = counter.count(symbols.start(), symbols.target(), budget);
    let (log, letters) = counter.last();
    let cycles = cycles_of(tiles::lay(&symbols, letters, &unwind::unwind(log.steps())));
    let swaps = swaps_of(&cycles);
    debug_assert_eq!(swaps.len(), count.min_swaps as usize, "a cycle got lost");
    MinSwaps { swaps, cycles, lower_bound: count.lower_bound }
}
