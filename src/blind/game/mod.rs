//! The game as one pure function: [`step`] takes a game and an event, and gives the game after it and what is to be said.
//!
//! One step is one thing said and at most one search, so that each is one piece of work for the pool. Whoever plays calls
//! [`step`] with [`Event::Go`] for as long as [`Game::turn`] says that it is the service's turn, and then waits for the caller.
//! A [`Game`] is small and holds all there is: kept anywhere, it goes on as if nothing had happened.

use super::feedback::Told;
use super::record::Record;
use super::strategies::Strategy;
use super::worlds::WorldsCache;
use crate::budget::{Budget, Spent};
use crate::puzzle::{Grid, Swap};

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
    /// The service waits for [`Event::Advance`] before each of its moves.
    pub step_by_step: bool,
    /// Say what follows from what was told.
    pub include_belief: bool,
    /// The game ends unsolved after so many swaps: 1 to [`MAX_MOVES`].
    pub max_moves: u32,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The service's: [`Event::Go`].
    Service,
    /// The caller's: anything else.
    Caller,
    /// Nobody's: the game is over.
    Over,
}

/// A game: who judges, how it is played, what happened so far and what is under way.
#[derive(Clone, Debug)]
pub struct Game {
    /// What happened so far.
    pub record: Record,
    /// Who knows the target.
    pub judge: Judge,
    /// How it is played.
    pub options: Options,
    /// The proposal that is open.
    pub proposed: Option<Proposed>,
    /// What is next.
    pub stage: Stage,
    /// The move after which the service knew the target, as far as it looked.
    pub learned_at: Option<u32>,
}

/// What is next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Say how things stand: a game that was just opened or resumed.
    Open,
    /// A move.
    Play,
    /// Say that it is over, solved or not.
    End {
        /// Whether every tile is right.
        solved: bool,
    },
    /// Nothing.
    Over,
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

/// What follows from all that was told.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// Candidates of each row.
    pub candidates: Vec<u32>,
    /// The logarithm of the number of worlds to base 2.
    pub log2_worlds: f64,
    /// Whether they were counted.
    pub exact: bool,
    /// Some of them.
    pub sample: Vec<Grid>,
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
        /// log2 of worlds before over worlds after; with belief.
        gained_bits: Option<f64>,
    },
    /// The game is over.
    Finished {
        /// Whether every tile is right.
        solved: bool,
        /// Swaps made.
        moves: u32,
        /// The fewest that were needed.
        min_swaps: Option<u32>,
        /// The move after which one world was left.
        learned_at: Option<u32>,
        /// The target.
        target: Option<Grid>,
    },
}

/// Why a step was not taken. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The event does not fit the game as it stands.
    #[error("{0}")]
    OutOfTurn(&'static str),
    /// What was told is not what this feedback tells; by the tile's place.
    #[error("tile {place} is not marked as this feedback marks it")]
    Misfit {
        /// The tile, in reading order.
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

impl Game {
    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        todo!()
    }
}

/// The game after this event, and what is to be said of it.
///
/// # Errors
/// Where the event is out of turn or contradicts what came before, or the budget ended.
pub fn step(game: &Game, event: Event, cache: &WorldsCache, budget: &Budget) -> Result<(Game, Said), StepError> {
    let _ = (game, event, cache, budget);
    todo!()
}
