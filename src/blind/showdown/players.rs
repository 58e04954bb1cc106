//! Blind players: the game played to its end, with what each swap told.

use std::sync::Arc;

use super::{Learned, NoRun, Run, Step, Walk, proven_swaps};
use crate::blind::evidence::Reading;
use crate::blind::feedback::Feedback;
use crate::blind::game::{Belief, Event, Game, Opening, Options, Phase, Proposed, Said, StepError, step};
use crate::blind::record::Terms;
use crate::blind::strategies::Strategy;
use crate::blind::worlds::{Worlds, WorldsCache};
use crate::budget::{Budget, Spent};
use crate::lexicon::Dictionary;
use crate::puzzle::Board;

impl From<StepError> for NoRun {
    /// A board that is fit never contradicts itself, and here nobody speaks out of turn.
    fn from(error: StepError) -> Self {
        match error {
            StepError::Spent(spent) => Self::Spent(spent),
            _ => Self::Unfit,
        }
    }
}

/// The run of a blind player.
pub(super) fn run(
    strategy: Strategy,
    feedback: Feedback,
    dictionary: &Arc<Dictionary>,
    board: &Board,
    cache: &WorldsCache,
    budget: &Budget,
) -> Result<Run, NoRun> {
    let min_swaps = proven_swaps(board, budget)?.min_swaps();
    let mut game = game(strategy, feedback, dictionary, board)?;
    let mut walk = Walk::new(board);
    let mut proposed: Option<Proposed> = None;
    let mut steps = Vec::new();
    loop {
        let (next, said) = step(&game, Event::Go, cache, budget)?;
        game = next;
        match said {
            Said::Opened { .. } => {}
            Said::Proposed(swap) => proposed = Some(swap),
            Said::Observed { swap, belief, gained_bits, .. } => {
                let hamming = walk.make(swap);
                let swaps_left = walk.swaps_left(budget)?;
                let belief = belief.ok_or(NoRun::Unfit)?;
                let candidates = candidates(&game, &belief, hamming == 0, cache, budget)?;
                let learned = Learned {
                    expected_bits: proposed.filter(|made| made.phase == Phase::Learn).map(|made| made.expected_bits),
                    gained_bits,
                    candidates,
                    log2_worlds: belief.counted(),
                };
                steps.push(Step { swap, hamming, swaps_left, star_f: None, learned: Some(learned) });
            }
            Said::Finished { solved: true, learned_at, .. } => return Ok(Run { steps, min_swaps, learned_at }),
            Said::Finished { solved: false, .. } => return Err(NoRun::Spent(Spent::Nodes)),
        }
    }
}

/// The game at its start.
fn game(strategy: Strategy, feedback: Feedback, dictionary: &Arc<Dictionary>, board: &Board) -> Result<Game, NoRun> {
    let terms = Terms::new(board.start().clone(), Arc::clone(dictionary), feedback).map_err(|_| NoRun::Unfit)?;
    let opening = Opening::Service { target: board.target().clone(), brought: false };
    let options = Options { strategy, include_belief: true, ..Options::default() };
    Game::new(Arc::new(terms), opening, options).map_err(|_| NoRun::Unfit)
}

/// Candidates of each row as the player itself reads what was told. The belief reads all of it, and some players do not.
fn candidates(
    game: &Game,
    belief: &Belief,
    solved: bool,
    cache: &WorldsCache,
    budget: &Budget,
) -> Result<Vec<u32>, Spent> {
    let reading = game.options.strategy.reading();
    if solved || reading == Reading::Whole {
        return Ok(belief.candidates.clone());
    }
    let worlds = Worlds::of(&game.record, reading, cache, budget)?;
    let count = |row| u32::try_from(worlds.candidates(row).len()).unwrap_or(u32::MAX);
    Ok((0..game.record.terms().rows()).map(count).collect())
}
