//! What happens to a game, what is to be said of it, and why a step is not taken.

use super::super::feedback::Told;
use super::Belief;
use crate::budget::Spent;
use crate::puzzle::{Grid, Swap};

/// What happens to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The service goes on: what is its turn.
    Go,
    /// The caller plays this swap.
    Swap(Swap),
    /// The caller reports what happened in the real game.
    Report {
        /// The swap that was made; `None`: the one proposed.
        swap: Option<Swap>,
        /// What it told.
        told: Told,
        /// Whether the real game is over and won, where the caller says so.
        solved: Option<bool>,
    },
    /// The service may make its next move.
    Advance,
    /// The caller asks for a swap to consider.
    Hint,
    /// The caller will say no more, and the game would wait for it.
    GiveUp,
}

/// What a swap is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// More than one world is left.
    Learn,
    /// One world is left: the swap is one of a fewest sequence to it.
    Finish,
}

/// A swap that the service makes or proposes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposed {
    /// The swap.
    pub swap: Swap,
    /// What it is for.
    pub phase: Phase,
    /// The entropy of what it will tell, in bits.
    pub expected_bits: f64,
    /// Swaps left after it, where the strategy estimates that.
    pub expected_swaps_left: Option<f64>,
}

/// What is to be said.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The game is on.
    Opened {
        /// The tiles as they lie now.
        grid: Grid,
        /// What is told of them; `None` before the first swap where nothing is told of the start.
        told: Option<Told>,
        /// Where asked for.
        belief: Option<Belief>,
    },
    /// A swap to make.
    Proposed(Proposed),
    /// A swap was made.
    Observed {
        /// The swap.
        swap: Swap,
        /// The tiles after it.
        grid: Grid,
        /// What it told.
        told: Told,
        /// Where asked for.
        belief: Option<Belief>,
        /// log2 of worlds before over worlds after; with belief, where neither is an estimate.
        gained_bits: Option<f64>,
    },
    /// The game is over.
    Finished {
        /// Whether every tile is right.
        solved: bool,
        /// Swaps made.
        moves: u32,
        /// The fewest that were needed, where the target is known.
        min_swaps: Option<u32>,
        /// The move after which one world was left, by what the strategy reads. Unset where it never was, as far as the service
        /// looked: before each move that it chooses, and where the caller moves, for a hint or a belief only. Into a history
        /// that was brought it never looks.
        learned_at: Option<u32>,
        /// The target, where the game was solved, or the caller brought it.
        target: Option<Grid>,
    },
}

/// Why a step was not taken. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The event does not fit the game as it stands: what would be right.
    #[error("{0}")]
    OutOfTurn(&'static str),
    /// The swap names a cell that the board does not have.
    #[error("the swap's cells must be on the board")]
    NotOnBoard,
    /// What was told is not what this feedback tells; by the tile's place.
    #[error("tile {place} is not marked as this feedback marks it")]
    Misfit {
        /// The tile, in reading order. Where more or fewer tiles are told of than there are: the first too much or missing.
        place: usize,
    },
    /// No target agrees with all that was told.
    #[error("no target agrees with all that was told")]
    Contradiction {
        /// The first row that has no word left by itself.
        row: Option<usize>,
    },
    /// The clock or the caller ended it.
    #[error(transparent)]
    Spent(#[from] Spent),
}
