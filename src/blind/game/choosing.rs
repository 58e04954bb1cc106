//! Which swap the service makes: while it does not know the target, the one that its strategy chooses; then a fewest way there.

use super::super::strategies::{Choice, View};
use super::super::worlds::{Worlds, WorldsCache};
use super::{Game, Judge, Phase, Proposed, StepError};
use crate::budget::{Budget, Spent};
use crate::puzzle::{Board, Grid};
use crate::swaps::exact::{self, MinSwaps};

impl Game {
    /// The swap to make in this game, which is not solved.
    pub(super) fn choose(&self, cache: &WorldsCache, budget: &Budget) -> Result<Proposed, StepError> {
        if let Some(target) = self.learned() {
            return self.on_the_way(target.clone(), budget);
        }
        let strategy = self.options.strategy;
        let worlds = Worlds::of(&self.record, strategy.reading(), cache, budget)?;
        if worlds.is_empty() {
            return Err(StepError::Contradiction { row: worlds.row_without_word() });
        }
        let Some(target) = worlds.only() else {
            let view = View { record: &self.record, worlds: &worlds };
            let Choice { swap, expected_bits, expected_swaps_left } = strategy.choose(&view, budget)?;
            return Ok(Proposed { swap, phase: Phase::Learn, expected_bits, expected_swaps_left });
        };
        self.on_the_way(target, budget)
    }

    /// The target, where the service learned it in this game: the one world that was left then. What is told of it since takes
    /// no world away that is the target, so the worlds need not be looked at again. Where the caller moves, the one who looked
    /// may have been the belief, which knows more than the strategy; where the caller judges, it may err.
    fn learned(&self) -> Option<&Grid> {
        match &self.judge {
            Judge::Service { target, .. } if !self.is_played_by_caller() => self.learned_at.map(|_| target),
            _ => None,
        }
    }

    /// The first swap of a fewest way to the target.
    fn on_the_way(&self, target: Grid, budget: &Budget) -> Result<Proposed, StepError> {
        let way = fewest(self.record.grid().clone(), target, budget)?;
        // The article's reading may leave the grid as it lies, of which it was said that it is not the target.
        let Some(&swap) = way.swaps.first() else { return Err(StepError::Contradiction { row: None }) };
        Ok(Proposed {
            swap,
            phase: Phase::Finish,
            expected_bits: 0.0,
            expected_swaps_left: Some(f64::from(way.min_swaps() - 1)),
        })
    }
}

/// A fewest way from one grid to another.
pub(super) fn fewest(from: Grid, to: Grid, budget: &Budget) -> Result<MinSwaps, StepError> {
    // A world is made of the board's tiles, and so is a target: there is no such error.
    let board = Board::new(from, to).map_err(|_| StepError::Contradiction { row: None })?;
    let way = exact::solve(&board, budget);
    if way.is_proven() { Ok(way) } else { Err(budget.spent().unwrap_or(Spent::Nodes).into()) }
}
