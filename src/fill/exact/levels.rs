//! Level after level, until all is known.

use super::attempts::Attempts;
use super::root;
use super::search::{Level, Search};
use crate::budget::{Budget, Spent};
use crate::fill::ranking::{Outcome, Ranking, Stop};
use crate::fill::sets::Candidates;
use crate::fill::{Scope, Task};

/// How much of what is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Nodes for word sets before anything else. 0: sets are never tried.
    pub(super) sets: u64,
    /// Nodes of a level before it is put aside for a dive, at first. Every time they are twice as many.
    pub(super) patience: u64,
}

impl Effort {
    /// What serves most boards best.
    pub(super) fn usual(scope: Scope) -> Self {
        let sets = match scope {
            Scope::Optimal => 100,
            Scope::All => 50_000,
        };
        Self { sets, patience: 20_000 }
    }
}

/// Nodes of the first dive, where there is no fill yet.
const FIRST_DIVE: u64 = 100;
/// Placings of each node that a dive looks at, at first. Every time they are twice as many.
const DIVE_WIDTH: usize = 2;

/// Searches until all is known. What is found goes into the ranking, and the bound rises, also where it is cut short.
pub(super) fn search(
    task: &Task,
    effort: Effort,
    ranking: &mut Ranking,
    lower_bound: &mut u32,
    budget: &Budget,
) -> Result<Outcome, Spent> {
    let candidates = Candidates::of(task, budget)?;
    if candidates.len() == 0 {
        return Ok(Outcome::known(ranking, 0, true));
    }
    let mut attempts = Attempts::new(effort.sets);
    if let Some(outcome) = attempts.make(&candidates, ranking, budget)? {
        return Ok(outcome);
    }
    let tiles = u32::try_from(candidates.tiles().count()).unwrap_or(u32::MAX);
    let root = root::price(candidates, budget)?;
    let first = root.fewest;
    // More than that where no word may lie in some row.
    *lower_bound = first.min(tiles);
    // That has put the candidates into another order.
    attempts.begin_anew();
    let mut search = Search::new(root);
    let mut width = DIVE_WIDTH;
    if ranking.fewest().is_none() {
        dive(&mut search, width, FIRST_DIVE, ranking, budget)?;
    }
    let (mut found, mut patience) = (0, effort.patience);
    for swaps in first..tiles {
        *lower_bound = swaps;
        let mut path = None;
        loop {
            if attempts.are_due(budget.nodes(), ranking)
                && let Some(outcome) = attempts.make(search.candidates(), ranking, budget)?
            {
                return Ok(outcome);
            }
            let part = budget.part(patience);
            let level = Level { swaps, enough: ranking.enough() - found, path };
            let (met, ended) = search.level(level, ranking, &part);
            found += met;
            budget.absorb(&part)?;
            match ended {
                Ok(()) => break,
                Err(Stop::Enough) => return Ok(Outcome::known(ranking, found, false)),
                Err(Stop::Spent(_)) => path = Some(search.path()),
            }
            if ranking.fewest() != Some(swaps) {
                dive(&mut search, width, patience / 8, ranking, budget)?;
                width *= 2;
            }
            patience *= 2;
        }
        if found > 0 && ranking.scope() == Scope::Optimal {
            break;
        }
    }
    Ok(Outcome::known(ranking, found, true))
}

/// Looks for better fills, for so many nodes or until there is nothing more to look at.
fn dive(search: &mut Search, width: usize, nodes: u64, ranking: &mut Ranking, budget: &Budget) -> Result<(), Spent> {
    let part = budget.part(nodes);
    // However it ends, the ranking has what it found.
    let _ = search.dive(width, ranking, &part);
    budget.absorb(&part)
}
