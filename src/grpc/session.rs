//! A blind game as callers know it, and how its terms are called in the contract.

use uuid::Uuid;

use super::proto;
use crate::blind::game::{Game, Phase, Player};
use crate::blind::{Feedback, Strategy};

/// A game and what a caller calls it.
#[derive(Clone, Debug)]
pub struct Session {
    /// The same through all resumptions.
    pub id: Uuid,
    /// The language's code.
    pub language: String,
    /// The edition of its word lists.
    pub edition: u32,
    /// The game.
    pub game: Game,
}

impl Session {
    /// A session that begins.
    #[must_use]
    pub fn new(language: String, edition: u32, game: Game) -> Self {
        Self { id: Uuid::new_v4(), language, edition, game }
    }
}

impl From<proto::Feedback> for Feedback {
    fn from(feedback: proto::Feedback) -> Self {
        match feedback {
            proto::Feedback::Unspecified | proto::Feedback::Snapshot => Self::Snapshot,
            proto::Feedback::SwappedCells => Self::SwappedCells,
            proto::Feedback::RowColours => Self::RowColours,
        }
    }
}

impl From<Feedback> for proto::Feedback {
    fn from(feedback: Feedback) -> Self {
        match feedback {
            Feedback::Snapshot => Self::Snapshot,
            Feedback::SwappedCells => Self::SwappedCells,
            Feedback::RowColours => Self::RowColours,
        }
    }
}

impl From<proto::Strategy> for Strategy {
    fn from(strategy: proto::Strategy) -> Self {
        match strategy {
            proto::Strategy::Entropy => Self::Entropy,
            proto::Strategy::Proxy => Self::Proxy,
            proto::Strategy::Probe => Self::Probe,
            proto::Strategy::Joint => Self::Joint,
            proto::Strategy::Unspecified | proto::Strategy::Rollout => Self::Rollout,
        }
    }
}

impl From<Strategy> for proto::Strategy {
    fn from(strategy: Strategy) -> Self {
        match strategy {
            Strategy::Entropy => Self::Entropy,
            Strategy::Proxy => Self::Proxy,
            Strategy::Probe => Self::Probe,
            Strategy::Joint => Self::Joint,
            Strategy::Rollout => Self::Rollout,
        }
    }
}

impl From<proto::Player> for Player {
    fn from(player: proto::Player) -> Self {
        match player {
            proto::Player::Unspecified | proto::Player::Service => Self::Service,
            proto::Player::Caller => Self::Caller,
        }
    }
}

impl From<Player> for proto::Player {
    fn from(player: Player) -> Self {
        match player {
            Player::Service => Self::Service,
            Player::Caller => Self::Caller,
        }
    }
}

impl From<proto::Phase> for Phase {
    fn from(phase: proto::Phase) -> Self {
        match phase {
            proto::Phase::Unspecified | proto::Phase::Learn => Self::Learn,
            proto::Phase::Finish => Self::Finish,
        }
    }
}

impl From<Phase> for proto::Phase {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Learn => Self::Learn,
            Phase::Finish => Self::Finish,
        }
    }
}
