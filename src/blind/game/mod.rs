//! The game as one pure function: [`step`] takes a game and an event, and gives the game after it and what is to be said.
//!
//! One step is one thing said, so that each is one piece of work for the pool. Whoever plays calls [`step`] with [`Event::Go`]
//! for as long as [`Game::turn`] says that it is the service's turn, and then waits for the caller. A [`Game`] is small and
//! holds all there is: kept anywhere, and put together again of its parts, it goes on as if nothing had happened
//! ([`Game::resumed`]).
//!
//! - `options`: who judges, who moves, how the service chooses;
//! - `events`: what happens to a game, what is to be said, and why not;
//! - `opening`: a new game, with what was played of it elsewhere;
//! - `stepping`: the step;
//! - `choosing`: which swap the service makes: one that tells something, and once it knows the target, the way there;
//! - `belief`: what follows from all that was told, to be said;
//! - `reporting`: what the caller says of a game that only it knows.

mod belief;
mod choosing;
mod events;
mod opening;
mod options;
mod reporting;
mod stepping;

#[cfg(test)]
mod tests;

pub use belief::{Belief, MAX_SAMPLE};
pub use events::{Event, Phase, Proposed, Said, StepError};
pub use opening::{OpenError, Opening, Report};
pub use options::{Judge, MAX_MOVES, Options, Player};
pub use stepping::step;

use super::record::Record;

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
    /// Whether every tile is right, as the judge says.
    pub solved: bool,
    /// The move after which the service knew the target, as far as it looked.
    pub learned_at: Option<u32>,
    /// What is next.
    pub stage: Stage,
    /// The logarithm of the worlds as it was last said, and was no estimate; where the belief is asked for, and [`Said::Opened`] says it anew.
    pub log2_worlds: Option<f64>,
}

/// What is next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Say how things stand: a game that was just opened or resumed.
    Open,
    /// Say again what is proposed: a game that was resumed.
    Repeat,
    /// A move; or after the last one, that it is over.
    Play,
    /// Nothing.
    Over,
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

impl Game {
    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.stage {
            Stage::Over => Turn::Over,
            Stage::Open | Stage::Repeat => Turn::Service,
            Stage::Play if self.is_at_end() || !self.waits() => Turn::Service,
            Stage::Play => Turn::Caller,
        }
    }

    /// The game taken up again: it says first how it stands, repeats the proposal that is open, and then goes on as if it had
    /// never stopped. A game that is over stays so.
    #[must_use]
    pub fn resumed(mut self) -> Self {
        if self.stage != Stage::Over {
            self.stage = Stage::Open;
        }
        self
    }

    /// Swaps made so far.
    #[must_use]
    pub fn moves(&self) -> u32 {
        u32::try_from(self.record.moves().len()).unwrap_or(u32::MAX)
    }

    /// Whether no move is left to be made.
    fn is_at_end(&self) -> bool {
        self.solved || self.moves() >= self.options.max_moves
    }

    /// Whether the next move needs the caller.
    fn waits(&self) -> bool {
        match (&self.judge, self.options.player) {
            (Judge::Caller, _) => self.proposed.is_some(),
            (Judge::Service { .. }, Player::Caller) => true,
            (Judge::Service { .. }, Player::Service) => self.options.step_by_step && self.proposed.is_none(),
        }
    }

    /// Whether the caller moves, and the service only advises.
    fn is_played_by_caller(&self) -> bool {
        matches!(self.judge, Judge::Service { .. }) && self.options.player == Player::Caller
    }

    /// Notes that the target is known now, if it was not before.
    fn note_learned(&mut self) {
        let moves = self.moves();
        self.learned_at.get_or_insert(moves);
    }
}
