//! The fewest swaps to any words, and every fill, proven.
//!
//! The paper on Smartle (see [`backtracking`](super::backtracking)) tries word sets in an order that looks promising, and stops
//! somewhere. Here fills are asked for level by level: those that take no more than a bound allows, then one swap more, and so
//! on. A level that is exhausted is a proof, and the first that has a fill has all of the best.
//!
//! - `letters`, `candidates`: the words that the tiles could make, their letters packed, anagrams linked;
//! - `sets`, `orders`: all word sets, where they are few, and what they make in every order of rows;
//! - `scores`, `prices`, `settled`: what words could be worth in rows, as a bound;
//! - `list`, `search`: branch and bound over rows and words;
//! - `ranking`: the best fills found so far.
//!
//! What happens: sets are tried for a moment, which settles small questions and mostly gives a first fill. Then prices are
//! found, which give a lower bound; then come the levels. A level that takes long is put aside for a [dive](Search::dive) that
//! looks for better fills, so that a search that is cut short has something to show, and sets are tried again with more
//! patience, which is what proves that there is no fill at all.
//!
//! Promises: `lower_bound` is never above the truth, whatever the budget; with more nodes it only rises, and the fewest swaps
//! found only fall. The same task and nodes give the same answer everywhere. A search holds some 250 bytes for each word
//! that the tiles could make, and no more however long it takes.

mod candidates;
mod letters;
mod list;
mod orders;
mod prices;
mod ranking;
mod scores;
mod search;
mod sets;
mod settled;

use super::{Fills, Scope, Solution, Task};
use crate::budget::{Budget, Spent};
use crate::puzzle::{Board, Grid};
use crate::swaps;
use candidates::Candidates;
use letters::Letters;
use orders::Orders;
use ranking::Ranking;
use search::{Level, Search, Stop};

/// Nodes for word sets at first.
const SETS_FIRST: u64 = 100;
/// The same where every fill counts.
const SETS_FIRST_OF_ALL: u64 = 50_000;
/// Nodes for all word sets that are always worth it.
const SETS_WORTH: u64 = 1_000;
/// Nodes of the first dive, for who has no fill yet.
const FIRST_DIVE: u64 = 100;
/// Nodes of a level before it is put aside for a dive, at first. Every time they are twice as many.
const PATIENCE: u64 = 20_000;
/// Placings of each node that a dive looks at, at first. Every time they are twice as many.
const DIVE_WIDTH: usize = 2;

/// What is known once a search has ended.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// No fill takes fewer swaps.
    lower_bound: u32,
    /// The best are known, or there are none.
    proven: bool,
    /// Fills that count.
    found: u64,
    /// There are no others.
    complete: bool,
}

/// Finds the fewest swaps to any fill. Lists the best of those that count, `max_solutions` at most, one at least.
///
/// It may stop counting at `max_solutions + 1`. Where the budget is spent first, the answer is the best found, with a bound.
#[must_use]
pub fn solve(task: &Task, scope: Scope, max_solutions: usize, budget: &Budget) -> Fills {
    let mut ranking = Ranking::new(scope, max_solutions);
    let letters = Letters::of(task);
    let mut lower_bound = 0;
    let known = search(task, &letters, &mut ranking, &mut lower_bound, budget).unwrap_or_else(|_| {
        // Cut short. What is as good as the bound is the best all the same.
        let proven = ranking.fewest() == Some(lower_bound);
        Known { lower_bound, proven, found: ranking.fills().len() as u64, complete: false }
    });
    Fills {
        solutions: solutions(task, &ranking),
        lower_bound: known.lower_bound,
        proven: known.proven,
        found: known.found,
        complete: known.complete,
        scope,
    }
}

/// Searches until all is known.
fn search(
    task: &Task,
    letters: &Letters,
    ranking: &mut Ranking,
    lower_bound: &mut u32,
    budget: &Budget,
) -> Result<Known, Spent> {
    let candidates = Candidates::of(task, letters, budget)?;
    let first = if ranking.scope() == Scope::All { SETS_FIRST_OF_ALL } else { SETS_FIRST };
    let mut attempts = Attempts { nodes: first, estimate: u64::MAX, spent: 0 };
    if let Some(known) = attempts.make(letters, &candidates, ranking, budget)? {
        return Ok(known);
    }
    let mut search = Search::new(letters, candidates);
    *lower_bound = search.price(budget)?;
    let mut width = DIVE_WIDTH;
    if ranking.fewest().is_none() {
        dive(&mut search, width, FIRST_DIVE, ranking, budget)?;
    }
    let tiles = u32::try_from(letters.start().len()).unwrap_or(u32::MAX);
    let (mut found, mut patience, mut last_level) = (0, PATIENCE, 0);
    for swaps in *lower_bound..tiles {
        *lower_bound = swaps;
        let begun = budget.nodes();
        let mut path = None;
        loop {
            if attempts.pay(last_level, budget.nodes(), ranking)
                && let Some(known) = attempts.make(letters, search.candidates(), ranking, budget)?
            {
                return Ok(known);
            }
            let part = budget.part(patience);
            let (met, ended) = search.level(Level { swaps, enough: ranking.enough() - found, path }, ranking, &part);
            found += met;
            budget.absorb(&part)?;
            match ended {
                Ok(()) => break,
                Err(Stop::Enough) => {
                    let lower_bound = ranking.fewest().unwrap_or(swaps);
                    return Ok(Known { lower_bound, proven: true, found, complete: false });
                }
                Err(Stop::Spent(_)) => path = Some(search.path()),
            }
            last_level = budget.nodes() - begun;
            if ranking.fewest() != Some(swaps) {
                dive(&mut search, width, patience / 8, ranking, budget)?;
                width *= 2;
            }
            patience *= 2;
        }
        last_level = budget.nodes() - begun;
        if found > 0 && ranking.scope() == Scope::Optimal {
            return Ok(Known { lower_bound: swaps, proven: true, found, complete: true });
        }
    }
    let lower_bound = ranking.fewest().unwrap_or(0);
    Ok(Known { lower_bound, proven: true, found, complete: true })
}

/// Looks for better fills, for so many nodes or until there is nothing more to look at.
fn dive(
    search: &mut Search<'_>,
    width: usize,
    nodes: u64,
    ranking: &mut Ranking,
    budget: &Budget,
) -> Result<(), Spent> {
    let part = budget.part(nodes);
    let _ = search.dive(width, ranking, &part);
    budget.absorb(&part)
}

/// Attempts to find all word sets.
#[derive(Debug)]
struct Attempts {
    /// Nodes of the next one.
    nodes: u64,
    /// Nodes that all sets would take.
    estimate: u64,
    /// Nodes of those that were made.
    spent: u64,
}

impl Attempts {
    /// Whether it is time for one, after a level that took so many nodes, and so many nodes in all. If so it is prepared.
    fn pay(&mut self, last_level: u64, all: u64, ranking: &Ranking) -> bool {
        if self.estimate <= SETS_WORTH.max(last_level / 8) {
            self.nodes = self.estimate.saturating_mul(2);
            return true;
        }
        // Where there is no fill, this is what proves it.
        let pays = ranking.fewest().is_none() && self.spent < all / 2;
        self.nodes = all;
        pays
    }

    /// Looks for all word sets. Where that finds all, ranks all fills; else those of one set.
    fn make(
        &mut self,
        letters: &Letters,
        candidates: &Candidates,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<Option<Known>, Spent> {
        let part = budget.part(self.nodes);
        let found = sets::find(letters, candidates, &part);
        self.spent += part.nodes();
        // What took longer than it should will do so again.
        self.estimate =
            if self.estimate == u64::MAX { found.nodes } else { found.nodes.max(self.nodes.saturating_mul(4)) };
        let absorbed = budget.absorb(&part);
        let mut orders = Orders::new(letters, candidates, budget);
        for &set in found.sets.iter().take(if found.all { usize::MAX } else { 1 }) {
            orders.rank(set, ranking)?;
        }
        absorbed?;
        let fills = match ranking.scope() {
            Scope::Optimal => orders.optimal,
            Scope::All => orders.fills,
        };
        let lower_bound = ranking.fewest().unwrap_or(0);
        Ok(found.all.then_some(Known { lower_bound, proven: true, found: fills, complete: true }))
    }
}

/// The best fills with their swaps.
fn solutions(task: &Task, ranking: &Ranking) -> Vec<Solution> {
    let solution = |cells: &Vec<char>| {
        let target = Grid::new(task.start().layout(), cells.clone()).ok()?;
        let board = Board::new(task.start().clone(), target.clone()).ok()?;
        // They were all counted, so this takes no time worth a budget.
        let swaps = swaps::exact::solve(&board, &Budget::unlimited()).swaps;
        Some(Solution { target, swaps })
    };
    ranking.fills().iter().filter_map(|(_, cells)| solution(cells)).collect()
}
