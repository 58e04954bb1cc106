//! The step.

use super::super::evidence::Reading;
use super::super::feedback::{Feedback, Told};
use super::super::record::Move;
use super::super::worlds::{Worlds, WorldsCache};
use super::choosing::fewest;
use super::reporting::{check_report, check_swap};
use super::{Belief, Event, Game, Judge, Phase, Said, Stage, StepError, Turn};
use crate::budget::Budget;
use crate::puzzle::Swap;

/// The game after this event, and what is to be said of it: always the same for the same game and event, whatever `cache` holds.
///
/// # Errors
/// Where the event is out of turn or contradicts what came before, or the budget ended.
pub fn step(game: &Game, event: Event, cache: &WorldsCache, budget: &Budget) -> Result<(Game, Said), StepError> {
    let mut game = game.clone();
    let said = game.take(event, &Means { cache, budget })?;
    Ok((game, said))
}

/// What a step may use.
struct Means<'a> {
    cache: &'a WorldsCache,
    budget: &'a Budget,
}

impl Game {
    /// The step in place; where it fails, the game is to be thrown away.
    fn take(&mut self, event: Event, means: &Means<'_>) -> Result<Said, StepError> {
        let waits_for_caller = self.turn() == Turn::Caller;
        let service_moves = matches!(self.judge, Judge::Service { .. }) && !self.is_played_by_caller();
        match event {
            Event::Go if self.turn() == Turn::Service => self.go(means),
            Event::GiveUp if waits_for_caller => Ok(self.give_up()),
            Event::Advance if waits_for_caller && service_moves => self.propose(means),
            Event::Hint if waits_for_caller && self.is_played_by_caller() => self.propose(means),
            Event::Swap(swap) if waits_for_caller && self.is_played_by_caller() => {
                check_swap(self.record.terms(), swap)?;
                self.play(swap, means)
            }
            Event::Report { swap, told, solved } if waits_for_caller && self.judge == Judge::Caller => {
                let proposed = self.proposed.map(|proposed| proposed.swap);
                let swap = swap.or(proposed).ok_or(StepError::OutOfTurn("nothing is proposed: name the swap"))?;
                let solved = check_report(&self.record, swap, &told, solved)?;
                self.observe(swap, told, solved, means)
            }
            _ => Err(StepError::OutOfTurn(self.what_is_right())),
        }
    }

    /// What would be in turn.
    fn what_is_right(&self) -> &'static str {
        match (self.turn(), &self.judge) {
            (Turn::Over, _) => "the game is over",
            (Turn::Service, _) => "it is the service's turn",
            (Turn::Caller, Judge::Caller) => "the game waits for a report of what a swap told",
            (Turn::Caller, Judge::Service { .. }) if self.is_played_by_caller() => {
                "the game waits for a swap, or for a hint to be asked for"
            }
            (Turn::Caller, Judge::Service { .. }) => "the game is played step by step, and waits for an advance",
        }
    }

    /// What the service does when it is its turn.
    fn go(&mut self, means: &Means<'_>) -> Result<Said, StepError> {
        match (self.stage, self.proposed) {
            (Stage::Open, _) => self.open(means),
            (Stage::Repeat, Some(proposed)) => {
                self.stage = Stage::Play;
                Ok(Said::Proposed(proposed))
            }
            _ if self.is_at_end() => self.finish(means),
            (_, Some(proposed)) => self.play(proposed.swap, means),
            (_, None) => self.propose(means),
        }
    }

    /// Says how things stand.
    fn open(&mut self, means: &Means<'_>) -> Result<Said, StepError> {
        let belief = self.look(means)?;
        self.stage = if self.proposed.is_some() { Stage::Repeat } else { Stage::Play };
        let nothing_told = self.moves() == 0 && self.record.terms().feedback() == Feedback::SwappedCells;
        Ok(Said::Opened {
            grid: self.record.grid().clone(),
            told: (!nothing_told).then(|| self.record.told().clone()),
            belief,
        })
    }

    /// Says what to swap; if that is open already, the same again.
    fn propose(&mut self, means: &Means<'_>) -> Result<Said, StepError> {
        let proposed = match self.proposed {
            Some(proposed) => proposed,
            None => self.choose(means.cache, means.budget)?,
        };
        if proposed.phase == Phase::Finish {
            self.note_learned();
        }
        self.proposed = Some(proposed);
        Ok(Said::Proposed(proposed))
    }

    /// Makes a swap on a board that the service judges.
    fn play(&mut self, swap: Swap, means: &Means<'_>) -> Result<Said, StepError> {
        let Judge::Service { target, .. } = &self.judge else {
            return Err(StepError::OutOfTurn(self.what_is_right()));
        };
        let mut grid = self.record.grid().clone();
        grid.swap(swap);
        let told = self.record.terms().feedback().told(&grid, target, Some(swap));
        let solved = grid == *target;
        self.observe(swap, told, solved, means)
    }

    /// Takes in what a swap told.
    fn observe(&mut self, swap: Swap, told: Told, solved: bool, means: &Means<'_>) -> Result<Said, StepError> {
        self.record.push(Move { swap, told: told.clone() });
        self.proposed = None;
        self.solved = solved;
        let before = self.log2_worlds;
        let belief = self.look(means)?;
        let gained_bits = before.zip(self.log2_worlds).map(|(before, after)| before - after);
        Ok(Said::Observed { swap, grid: self.record.grid().clone(), told, belief, gained_bits })
    }

    /// Looks at the worlds where the belief is to be said, or a caller judges, who may err: one must be left.
    fn look(&mut self, means: &Means<'_>) -> Result<Option<Belief>, StepError> {
        let wanted = self.options.include_belief;
        let (belief, is_known) = if self.solved {
            // That it can be was seen when it was told; of a grid in the record, the worlds say that it is not the target.
            (wanted.then(|| Belief::known(self.record.grid())), true)
        } else if wanted || self.judge == Judge::Caller {
            let worlds = Worlds::of(&self.record, Reading::Whole, means.cache, means.budget)?;
            if worlds.is_empty() {
                return Err(StepError::Contradiction { row: worlds.row_without_word() });
            }
            let belief = wanted.then(|| Belief::of(&worlds, self.record.terms().rows()));
            (belief, worlds.only().is_some())
        } else {
            (None, false)
        };
        if is_known && wanted && self.is_played_by_caller() {
            self.note_learned();
        }
        self.log2_worlds = belief.as_ref().and_then(Belief::counted);
        Ok(belief)
    }

    /// Says that it is over, solved or not.
    fn finish(&mut self, means: &Means<'_>) -> Result<Said, StepError> {
        let solved = self.solved;
        if solved && !self.is_played_by_caller() {
            self.note_learned();
        }
        let (target, is_brought) = match &self.judge {
            Judge::Service { target, brought } => (Some(target), *brought),
            Judge::Caller => (solved.then_some(self.record.grid()), false),
        };
        let start = self.record.terms().start();
        let way = target.map(|target| fewest(start.clone(), target.clone(), means.budget)).transpose()?;
        let said = Said::Finished {
            solved,
            moves: self.moves(),
            min_swaps: way.map(|way| way.min_swaps()),
            learned_at: self.learned_at,
            target: target.filter(|_| solved || is_brought).cloned(),
        };
        self.stage = Stage::Over;
        Ok(said)
    }

    /// Ends the game, revealing nothing.
    fn give_up(&mut self) -> Said {
        self.stage = Stage::Over;
        Said::Finished { solved: false, moves: self.moves(), min_swaps: None, learned_at: None, target: None }
    }
}
