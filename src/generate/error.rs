//! Why there is no board.

use std::fmt;

use crate::budget::Spent;
use crate::puzzle::Layout;

/// A figure of a board that a difficulty can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    /// Min swaps.
    MinSwaps,
    /// Tiles right at the start.
    Green,
    /// Tiles marked present.
    Yellow,
    /// Tiles in each cycle.
    CycleTiles,
}

impl Figure {
    /// Its name in the contract.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MinSwaps => "min_swaps",
            Self::Green => "green",
            Self::Yellow => "yellow",
            Self::CycleTiles => "cycle_tiles",
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Why there is no board. All but [`GenerateError::Spent`] follow from the request alone: the next try would end the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The word list has too few words of a length that the layout needs.
    #[error("{needed} words of {length} letters are needed, and the dictionary has {words}")]
    TooFewWords {
        /// Words of that length.
        words: usize,
        /// Words needed, all of them distinct: rows, and in a lattice whose sides are equal, columns too; or columns.
        needed: usize,
        /// Letters of each.
        length: usize,
    },
    /// The word list has no words that cross as the layout needs.
    #[error("no words of the dictionary cross as a lattice of {} rows and {} columns needs", .layout.rows(), .layout.columns())]
    NoFilling {
        /// The lattice.
        layout: Layout,
    },
    /// No board whatever has these figures.
    #[error(
        "no board has such a {figure}: none has less than {least} or more than {most}, with the rest as it was asked for or is usual"
    )]
    Unreachable {
        /// The figure that cannot be: asked for, or usual of the layout.
        figure: Figure,
        /// Nothing less can be, the other figures as they are.
        least: u32,
        /// Nothing more can be. That words have the letters which it takes is not looked at where words are drawn.
        most: u32,
    },
    /// No one figure is to blame.
    #[error("no board has these figures together")]
    UnreachableTogether,
    /// Every tile of the target that may be moved has the same letter: there is no start but the target itself.
    #[error("all tiles of the target that may be moved are alike, so that every start is solved")]
    AllAlike,
    /// None was found within the nodes allowed.
    #[error("no board with these figures was found within {nodes} nodes; there may be one")]
    NotFound {
        /// The nodes allowed.
        nodes: u64,
    },
    /// The clock or the caller ended the search.
    #[error(transparent)]
    Spent(#[from] Spent),
}
