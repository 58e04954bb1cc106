//! A game played on for as long as it is the service's turn: one that it plays by itself, to the end.

use super::game::{Event, Game, Said, StepError, Turn, step};
use super::worlds::WorldsCache;
use crate::budget::Budget;

/// Goes on for as long as it is the service's turn, and says each thing to `hear`. The game as it is then: over, or waiting for
/// the caller.
///
/// # Errors
/// As [`step`].
pub fn play(
    mut game: Game,
    cache: &WorldsCache,
    budget: &Budget,
    mut hear: impl FnMut(&Said),
) -> Result<Game, StepError> {
    while game.turn() == Turn::Service {
        let (next, said) = step(&game, Event::Go, cache, budget)?;
        game = next;
        hear(&said);
    }
    Ok(game)
}
