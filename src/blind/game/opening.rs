//! A new game, with what was played of it elsewhere.

use std::sync::Arc;

use super::super::feedback::Told;
use super::super::record::{Move, Record, TargetFault, Terms};
use super::reporting::{accept_solved, check_report, check_told, says_solved};
use super::{Game, Judge, MAX_MOVES, Options, Stage, StepError};
use crate::puzzle::{Board, BoardError, Grid, Swap};

/// What is known of the board at first, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The service judges: what it says of the start it works out.
    Service {
        /// The target.
        target: Grid,
        /// Whether the caller brought it.
        brought: bool,
    },
    /// The caller judges.
    Caller {
        /// What was told at the start, of every tile: nothing, where the feedback tells nothing there.
        at_start: Told,
        /// What was played so far, oldest first.
        history: Vec<Report>,
    },
}

/// A move of the real game and what it told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The swap that was made.
    pub swap: Swap,
    /// What it told.
    pub told: Told,
    /// Whether the real game is over and won, where the caller says so.
    pub solved: Option<bool>,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// It may have too many swaps, or none.
    #[error("a game ends after 1 to {MAX_MOVES} swaps")]
    MaxMoves,
    /// The target is no rearrangement of the start.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A row of the target is no word of the dictionary, or that of a row above.
    #[error("the target's rows must be words of the dictionary, each another one, unlike row {row}")]
    Target {
        /// The first such row.
        row: usize,
    },
    /// What is told of the start cannot be.
    #[error("of the start: {0}")]
    Start(StepError),
    /// A report of the history cannot be.
    #[error("report {index}: {error}")]
    Report {
        /// Its place in the history, from 0.
        index: usize,
        /// What is wrong with it.
        error: StepError,
    },
    /// By a report before the last, or by the start, the real game was over.
    #[error("report {index} is of a game that was over before it")]
    AfterSolved {
        /// The first report after the end, from 0.
        index: usize,
    },
}

impl Game {
    /// A new game on these terms. Whether any target agrees with the reports of a caller who judges is found out when the game
    /// [opens](super::Said::Opened), for that takes a search; here, whether each could be by itself.
    ///
    /// # Errors
    /// Where there is no such game: says which row or which report is to blame.
    pub fn new(terms: Arc<Terms>, opening: Opening, options: Options) -> Result<Self, OpenError> {
        if !(1..=MAX_MOVES).contains(&options.max_moves) {
            return Err(OpenError::MaxMoves);
        }
        let (record, judge, solved) = match opening {
            Opening::Service { target, brought } => {
                let board = Board::new(terms.start().clone(), target)?;
                let target = board.target().clone();
                if let Some(TargetFault { row, .. }) = TargetFault::of(&target, terms.dictionary()) {
                    return Err(OpenError::Target { row });
                }
                let at_start = terms.feedback().told(terms.start(), &target, None);
                let solved = *terms.start() == target;
                (Record::new(terms, at_start), Judge::Service { target, brought }, solved)
            }
            Opening::Caller { at_start, history } => {
                let (record, solved) = replay(terms, at_start, history)?;
                (record, Judge::Caller, solved)
            }
        };
        Ok(Self {
            record,
            judge,
            options,
            proposed: None,
            solved,
            learned_at: None,
            stage: Stage::Open,
            log2_worlds: None,
        })
    }
}

/// The record of what was played elsewhere, and whether that was solved.
fn replay(terms: Arc<Terms>, at_start: Told, history: Vec<Report>) -> Result<(Record, bool), OpenError> {
    check_told(&terms, &at_start, None).map_err(OpenError::Start)?;
    let mut solved = says_solved(&at_start, None).map_err(OpenError::Start)?;
    let mut record = Record::new(terms, at_start);
    if solved {
        accept_solved(&record, None).map_err(OpenError::Start)?;
    }
    for (index, Report { swap, told, solved: says }) in history.into_iter().enumerate() {
        if solved {
            return Err(OpenError::AfterSolved { index });
        }
        solved = check_report(&record, swap, &told, says).map_err(|error| OpenError::Report { index, error })?;
        record.push(Move { swap, told });
    }
    Ok((record, solved))
}
