//! Letters to words: what words can the tiles make, and how few swaps does it take?
//!
//! - [`task`]: tiles that lie in rows, the words that they may become, and what is known of them;
//! - [`sets`]: all word sets that use up some tiles;
//! - [`exact`]: the fewest swaps to any words, and every fill, proven;
//! - [`lattice`]: crossing words: every fill that marks leave, and the fewest swaps to any;
//! - [`backtracking`]: the paper's way, which proves nothing: the baseline.
//!
//! A *fill* is a full grid whose slots are words, made of just the tiles given. In rows the words are distinct; in a lattice
//! they may repeat. All are plain functions of a task: they give the same answer on every platform unless a clock ends them,
//! and their swaps always lead to the fill.

pub mod backtracking;
pub mod exact;
pub mod lattice;
mod packing;
mod ranking;
pub(crate) mod sets;
pub mod task;

#[cfg(test)]
mod tests;

pub use task::{Task, TaskError};

use crate::puzzle::{Grid, Swap};

/// Which fills count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that take the fewest swaps.
    Optimal,
    /// Every one.
    All,
}

/// A fill and how to reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The full grid.
    pub target: Grid,
    /// From the start, in order: the fewest swaps, or what a method that proves nothing found.
    pub swaps: Vec<Swap>,
}

/// What a search for fills came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fills {
    /// The best of those that were found, by swaps, then by the letters of the target in reading order.
    pub solutions: Vec<Solution>,
    /// No fill takes fewer swaps than this.
    pub lower_bound: u32,
    /// The first solution takes the fewest swaps of all, or there is no fill.
    pub proven: bool,
    /// Fills found that count in the scope, also those beyond the number asked for.
    pub found: u64,
    /// There are no others that count.
    pub complete: bool,
    /// Which fills counted.
    pub scope: Scope,
}

impl Fills {
    /// The fewest swaps to any fill found.
    #[must_use]
    pub fn min_swaps(&self) -> Option<u32> {
        self.solutions.first().map(Solution::length)
    }

    /// Whether exactly one fill counts in the scope; `None` where that is not known.
    #[must_use]
    pub fn unique(&self) -> Option<bool> {
        let counts_for_sure = self.scope == Scope::All || self.proven;
        match self.found {
            _ if self.complete => Some(self.found == 1),
            2.. if counts_for_sure => Some(false),
            _ => None,
        }
    }
}

impl Solution {
    /// The number of swaps.
    #[must_use]
    pub fn length(&self) -> u32 {
        u32::try_from(self.swaps.len()).unwrap_or(u32::MAX)
    }
}
