//! Crossing words: every fill that marks leave, and the fewest swaps to any fill, proven.
//!
//! - [`task`]: tiles of a lattice, the words that they may become, and what is known of them;
//! - `tiles`: their letters as numbers, and the slots that they lie in;
//! - `candidates`: the words that each slot may hold by itself;
//! - `search`: slot after slot, all fills;
//! - `scores`: what a word could be worth in its slot, as a bound;
//! - `levels`: what is tried when.
//!
//! What happens: an [index of the dictionary](crate::lexicon::Patterns) gives the words of each slot that agree with its
//! marks, some dozens mostly, and the search puts them together. It looks at the letters that are left as it goes, so a few
//! nodes settle a board with its marks. Without them a 5x5 board has about a thousand words for each slot and some thousands
//! of fills, its target's mirror image among them, and takes some hundred thousand nodes.
//!
//! Promises: as those of [`exact`](super::exact). Words may repeat in a fill, for an editor must hear of such a solution,
//! too.

mod candidates;
mod levels;
mod scores;
mod search;
pub mod task;
mod tiles;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use task::Task;

use super::ranking::{Ranking, Stop};
use super::{Fills, Scope};
use crate::budget::{Budget, Spent};
use crate::lexicon::{Dictionary, Letter};
use crate::puzzle::{Board, Known};
use candidates::Wanted;
use search::Search;
use tiles::Tiles;

/// Finds the fewest swaps to any fill. Lists the best of those that count, `max_solutions` at most, one at least.
///
/// It may stop counting at `max_solutions + 1`. Where the budget is spent first, the answer is the best found, with a bound.
#[must_use]
pub fn solve(task: &Task, scope: Scope, max_solutions: usize, budget: &Budget) -> Fills {
    solve_with(task, scope, max_solutions, levels::FIRST_NODES, budget)
}

/// As [`solve`], by levels alone.
#[cfg(test)]
fn solve_by_levels(task: &Task, scope: Scope, max_solutions: usize, budget: &Budget) -> Fills {
    solve_with(task, scope, max_solutions, 0, budget)
}

fn solve_with(task: &Task, scope: Scope, max_solutions: usize, first_nodes: u64, budget: &Budget) -> Fills {
    let mut ranking = Ranking::new(scope, max_solutions);
    let mut lower_bound = 0;
    let search = ranking.to_search(budget);
    let outcome = levels::search(task, first_nodes, &mut ranking, &mut lower_bound, &search);
    // What is spent shows in the outcome.
    let _ = budget.absorb(&search);
    ranking.fills(task.start(), outcome, lower_bound, budget)
}

/// Whether the marks of a board's start leave no fill over the dictionary but its target. The words of the target count as
/// words wherever they are, whether the dictionary has them or not. The board's letters are of the dictionary's alphabet, as
/// are those of every board of its language; of others this knows nothing, and says that they fit no other way.
///
/// # Errors
/// Where the budget is spent first.
pub fn is_unique(board: &Board, dictionary: &Dictionary, budget: &Budget) -> Result<bool, Spent> {
    let alphabet = dictionary.alphabet();
    let letters: Option<Vec<Letter>> = board.start().letters().map(|letter| alphabet.letter(letter)).collect();
    let Some(letters) = letters else { return Ok(true) };
    let known: Vec<Known> = board.marks().into_iter().flatten().map(Known::Marked).collect();
    let mut also: Vec<Vec<Letter>> = Vec::new();
    for slot in board.target().layout().slots() {
        let word = slot.cells().filter_map(|cell| alphabet.letter(board.target().letter(cell))).collect::<Vec<_>>();
        if !dictionary.contains(&word) && !also.contains(&word) {
            also.push(word);
        }
    }
    let tiles = Tiles::of(board.start().layout(), &letters);
    let wanted = Wanted { dictionary, also: &also, known: &known };
    let Some(found) = candidates::find(&tiles, wanted, budget)? else { return Ok(true) };
    let mut fills = 0;
    let tell = |_: &[u8]| {
        fills += 1;
        Ok(if fills > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(0) })
    };
    match Search::new(&tiles, found, budget)?.all(0, tell, budget) {
        Ok(()) => Ok(true),
        Err(Stop::Enough) => Ok(false),
        Err(Stop::Spent(spent)) => Err(spent),
    }
}
