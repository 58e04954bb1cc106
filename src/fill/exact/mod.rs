//! The fewest swaps to any words, and every fill, proven.
//!
//! The paper on Smartle (see [`backtracking`](super::backtracking)) tries word sets in an order that looks promising, and stops
//! somewhere. Here fills are asked for level by level: those that take as few swaps as a bound allows, then one more, and so
//! on. A level that is exhausted is a proof, and the first that has a fill has all of the best.
//!
//! - `orders`: what word sets make in every order of rows;
//! - `scores`, `prices`, `settled`: what words could be worth in rows, as a bound;
//! - `list`, `search`, `root`: branch and bound over rows and words;
//! - `levels`, `attempts`: what is tried when.
//!
//! What happens: [word sets](super::sets) are tried for a moment, which settles small questions and mostly gives a first fill.
//! Then prices are found, which give a lower bound; then come the levels. One that takes long is put aside, over and over, for a
//! [dive](search::Search::dive) that looks for better fills, so that a search that is cut short has something to show, and for
//! the sets, which get a share of the work while they could come to be found: letters that make few words are settled by them
//! long before the levels come to an end.
//!
//! Promises: `lower_bound` is never above the truth, whatever the budget; with more nodes it only rises, and the fewest swaps
//! found only fall (where there is no fill, the last bound is 0). The same task and nodes give the same answer everywhere. A
//! search holds at most some 350 bytes for each word that the tiles could make, and 4 MB for word sets, however long it takes.

mod attempts;
mod levels;
mod list;
mod orders;
mod prices;
mod root;
mod scores;
mod search;
mod settled;

use super::ranking::Ranking;
use super::{Fills, Scope, Task};
use crate::budget::Budget;
use levels::Effort;

/// Finds the fewest swaps to any fill. Lists the best of those that count, `max_solutions` at most, one at least.
///
/// It may stop counting at `max_solutions + 1`. Where the budget is spent first, the answer is the best found, with a bound.
#[must_use]
pub fn solve(task: &Task, scope: Scope, max_solutions: usize, budget: &Budget) -> Fills {
    solve_with(task, scope, max_solutions, Effort::usual(scope), budget)
}

/// As [`solve`], by levels alone, which are put aside as soon as they may be.
#[cfg(test)]
pub(in crate::fill) fn solve_by_levels(task: &Task, scope: Scope, max_solutions: usize, budget: &Budget) -> Fills {
    solve_with(task, scope, max_solutions, Effort { sets: 0, patience: 1 }, budget)
}

fn solve_with(task: &Task, scope: Scope, max_solutions: usize, effort: Effort, budget: &Budget) -> Fills {
    let mut ranking = Ranking::new(scope, max_solutions);
    let mut lower_bound = 0;
    let search = ranking.to_search(budget);
    let outcome = levels::search(task, effort, &mut ranking, &mut lower_bound, &search);
    // What is spent shows in the outcome.
    let _ = budget.absorb(&search);
    ranking.fills(task.start(), outcome, lower_bound, budget)
}
