//! Who judges a game, who moves, and how the service chooses.

use super::super::strategies::Strategy;
use crate::puzzle::Grid;

/// The most swaps of a game.
pub const MAX_MOVES: u32 = 1_000;

/// Who knows the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The service: it says what each swap tells.
    Service {
        /// The target.
        target: Grid,
        /// Whether the caller brought it.
        brought: bool,
    },
    /// The caller alone: it reports what each swap told.
    Caller,
}

/// Who makes the moves on a board that the service judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// The service.
    #[default]
    Service,
    /// The caller.
    Caller,
}

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Who moves; where the caller judges, nobody asks.
    pub player: Player,
    /// How the service chooses.
    pub strategy: Strategy,
    /// The service waits for [`Event::Advance`](super::Event::Advance) before each move of its own; where others move, nobody
    /// asks.
    pub step_by_step: bool,
    /// Say what follows from what was told.
    pub include_belief: bool,
    /// The game ends unsolved after so many swaps: 1 to [`MAX_MOVES`].
    pub max_moves: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            player: Player::default(),
            strategy: Strategy::default(),
            step_by_step: false,
            include_belief: false,
            max_moves: MAX_MOVES,
        }
    }
}
