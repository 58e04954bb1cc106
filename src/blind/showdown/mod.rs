//! The showdown: solvers run on one board to its end, and every step of each told with its figures.
//!
//! - [`oracles`]: those that know the target, on any layout;
//! - [`players`]: those that play blind, through the very game that callers play ([`super::game`]), in rows.
//!
//! A [`Run`] is all or nothing. A run that the budget ended before the board was solved and measured is none: not even one
//! of Star, which goes on as Cyclic where it is cut off.

mod oracles;
mod players;

use std::sync::Arc;

use super::feedback::Feedback;
use super::strategies::Strategy;
use super::worlds::WorldsCache;
use crate::budget::{Budget, Spent};
use crate::lexicon::Dictionary;
use crate::puzzle::{Board, Grid, Swap};
use crate::swaps::exact;

/// A solver that knows the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Oracle {
    /// The fewest swaps.
    Exact,
    /// A* with the Hamming distance.
    Star,
    /// Greedy pairing.
    Cyclic,
}

impl Oracle {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Star, Self::Cyclic];
}

/// Who runs, and all that it is told of the board beside its start.
#[derive(Clone, Debug)]
pub enum Runner {
    /// One that knows the target.
    Oracle(Oracle),
    /// One that plays blind.
    Blind {
        /// How it chooses.
        strategy: Strategy,
        /// What a swap tells.
        feedback: Feedback,
        /// What it takes the target to be distinct words of.
        dictionary: Arc<Dictionary>,
    },
}

/// A solver's way from start to target.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Each of its swaps.
    pub steps: Vec<Step>,
    /// The fewest swaps from the start, proven.
    pub min_swaps: u32,
    /// Blind: the move after which it knew of one world only (0: the start told all). A board that was solved by luck before
    /// then is known with its last move.
    pub learned_at: Option<u32>,
}

/// A swap and where it led.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The swap.
    pub swap: Swap,
    /// Tiles out of place after it.
    pub hamming: u32,
    /// The fewest swaps from there, proven.
    pub swaps_left: u32,
    /// Star: f = g + h of the state it led to, the swaps so far and the tiles out of place.
    pub star_f: Option<u32>,
    /// Blind: what it told.
    pub learned: Option<Learned>,
}

/// What a swap told a blind player.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// What it was expected to tell, in bits, by a player who still had to learn.
    pub expected_bits: Option<f64>,
    /// What it told, in bits: log2 of the worlds before it over those after it. Nothing, where either is an estimate.
    pub gained_bits: Option<f64>,
    /// Candidates of each row after it, as the player itself reads what was told.
    pub candidates: Vec<u32>,
    /// log2 of the worlds after it, by all that was told. Nothing, where it is an estimate.
    pub log2_worlds: Option<f64>,
}

/// Why there is no run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRun {
    /// The budget ended. Nodes: also a blind player's swaps, of which a game has so many.
    #[error(transparent)]
    Spent(#[from] Spent),
    /// A blind player cannot play this board: it lies on a lattice, or its target is no distinct words of the dictionary.
    #[error("no blind player can play this board")]
    Unfit,
}

impl Run {
    /// Swaps in all.
    #[must_use]
    pub fn moves(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }
}

/// Runs a solver on a board. The same solver makes the same run of the same board, whatever the cache holds.
///
/// # Errors
/// Where the budget ended first, or a blind player cannot play this board.
pub fn run(runner: &Runner, board: &Board, cache: &WorldsCache, budget: &Budget) -> Result<Run, NoRun> {
    match runner {
        Runner::Oracle(oracle) => Ok(oracles::run(*oracle, board, budget)?),
        Runner::Blind { strategy, feedback, dictionary } => {
            players::run(*strategy, *feedback, dictionary, board, cache, budget)
        }
    }
}

/// The fewest swaps of a board, proven.
fn proven_swaps(board: &Board, budget: &Budget) -> Result<exact::MinSwaps, Spent> {
    let found = exact::solve(board, budget);
    if found.is_proven() { Ok(found) } else { Err(budget.spent().unwrap_or(Spent::Nodes)) }
}

/// Walks a board and measures each state.
struct Walk<'a> {
    target: &'a Grid,
    here: Board,
}

impl<'a> Walk<'a> {
    fn new(board: &'a Board) -> Self {
        Self { target: board.target(), here: board.clone() }
    }

    /// Makes a swap, and counts the tiles out of place after it.
    fn make(&mut self, swap: Swap) -> u32 {
        let mut grid = self.here.start().clone();
        grid.swap(swap);
        self.here = Board::new(grid, self.target.clone()).expect("a swap changes no letters");
        u32::try_from(self.here.misplaced()).unwrap_or(u32::MAX)
    }

    /// The fewest swaps from here, proven.
    fn swaps_left(&self, budget: &Budget) -> Result<u32, Spent> {
        Ok(proven_swaps(&self.here, budget)?.min_swaps())
    }
}

#[cfg(test)]
mod tests;
