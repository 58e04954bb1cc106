//! What is tried when, until all is known.
//!
//! Marks mostly leave so few words that all fills are listed in no time, so that is tried first. Without them the same
//! attempt, which looks at the best words first, gives a first fill to compare with. Then come the levels: all fills that
//! [score](super::scores) as much as one of so many swaps does, the least that it can be first. A level takes several times
//! as long as the one before it. So where only the best count, and one is known that is not far above the level, the last
//! step is to look for all that score as much as it, and as much as any better one that turns up.

use std::ops::ControlFlow;

use super::candidates::{self, Candidate};
use super::scores;
use super::search::Search;
use super::task::Task;
use super::tiles::Tiles;
use crate::budget::{Budget, Spent};
use crate::fill::Scope;
use crate::fill::ranking::{Outcome, Ranking, Stop};
use crate::swaps::Counter;

/// Nodes of the first attempt, which looks at fills of any number of swaps.
pub(super) const FIRST_NODES: u64 = 20_000;
/// How far above a level the best fill may be that ends the levels.
const NEAR: u32 = 3;

/// Searches until all is known, with so many nodes for the first attempt. What is found goes into the ranking, and the bound
/// rises, also where it is cut short.
pub(super) fn search(
    task: &Task,
    first_nodes: u64,
    ranking: &mut Ranking,
    lower_bound: &mut u32,
    budget: &Budget,
) -> Result<Outcome, Spent> {
    let tiles = task.tiles();
    let Some(mut candidates) = candidates::find(&tiles, task.wanted(), budget)? else {
        return Ok(Outcome::known(ranking, 0, true));
    };
    if !task.is_marked() {
        scores::give(&tiles, &mut candidates, budget)?;
    }
    let mut looking = Looking { task, tiles: &tiles, counter: Counter::new(), ranking, budget };
    let mut search = Search::new(&tiles, candidates, budget)?;
    if let Some(outcome) = looking.at_all(&mut search, first_nodes)? {
        return Ok(outcome);
    }
    let mut candidates = search.into_candidates();
    if task.is_marked() {
        scores::give(&tiles, &mut candidates, budget)?;
    }
    let first = fewest(&tiles, &candidates);
    let mut search = Search::new(&tiles, candidates, budget)?;
    match looking.ranking.scope() {
        Scope::Optimal => looking.for_best(&mut search, first, lower_bound),
        Scope::All => looking.for_every(&mut search, first, lower_bound),
    }
}

/// The fewest swaps that any fill could take, by what its candidates score.
fn fewest(tiles: &Tiles, candidates: &[Vec<Candidate>]) -> u32 {
    let best = candidates.iter().map(|slot| slot.iter().map(|candidate| candidate.score).max().unwrap_or(0));
    let most: u32 = best.map(u32::from).sum();
    scores::fewest(tiles.count(), most)
}

/// A search for fills, and what becomes of them.
struct Looking<'a> {
    task: &'a Task,
    tiles: &'a Tiles,
    counter: Counter,
    ranking: &'a mut Ranking,
    budget: &'a Budget,
}

impl Looking<'_> {
    /// Looks at all fills for a moment. If that was long enough, all is known.
    fn at_all(&mut self, search: &mut Search<'_>, nodes: u64) -> Result<Option<Outcome>, Spent> {
        let part = self.budget.part(nodes);
        let mut seen = Seen::default();
        let ended = search.all(0, |target| self.see(target, &mut seen).map(|_| ControlFlow::Continue(0)), &part);
        self.budget.absorb(&part)?;
        match ended {
            Ok(()) => Ok(Some(self.all_known(&seen))),
            Err(Stop::Spent(Spent::Nodes) | Stop::Enough) => Ok(None),
            Err(Stop::Spent(spent)) => Err(spent),
        }
    }

    /// What is known once all fills were seen.
    fn all_known(&self, seen: &Seen) -> Outcome {
        let found = match self.ranking.scope() {
            Scope::Optimal => seen.best,
            Scope::All => seen.fills,
        };
        Outcome::known(self.ranking, found, true)
    }

    /// Looks for the fills of the fewest swaps, level after level.
    fn for_best(&mut self, search: &mut Search<'_>, first: u32, lower_bound: &mut u32) -> Result<Outcome, Spent> {
        let (tiles, budget) = (self.tiles.count(), self.budget);
        let mut level = first;
        loop {
            *lower_bound = level;
            let last = self.ranking.fewest().filter(|&best| best <= level + NEAR);
            let mut seen = Seen::default();
            let mut swaps = last.unwrap_or(level);
            let need = scores::need(tiles, swaps);
            let tell = |target: &[u8]| {
                let best = self.see(target, &mut seen)?;
                if last.is_some() {
                    swaps = swaps.min(best);
                }
                Ok(ControlFlow::Continue(scores::need(tiles, swaps)))
            };
            match search.all(need, tell, budget) {
                Err(Stop::Spent(spent)) => return Err(spent),
                Err(Stop::Enough) | Ok(()) => {}
            }
            if need == 0 || last.is_some() || self.ranking.fewest() == Some(level) {
                return Ok(Outcome::known(self.ranking, seen.best, true));
            }
            level += 1;
        }
    }

    /// Looks for fills of any number of swaps, the best first, until there are enough of them.
    fn for_every(&mut self, search: &mut Search<'_>, first: u32, lower_bound: &mut u32) -> Result<Outcome, Spent> {
        let (enough, budget) = (self.ranking.enough(), self.budget);
        let mut found = 0;
        let mut level = first;
        loop {
            *lower_bound = self.ranking.fewest().map_or(level, |fewest| fewest.min(level));
            let need = scores::need(self.tiles.count(), level);
            let mut seen = Seen::default();
            let tell = |target: &[u8]| {
                let swaps = self.see(target, &mut seen)?;
                found += u64::from(swaps == level || need == 0 && swaps > level);
                Ok(if found >= enough && need > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(need) })
            };
            match search.all(need, tell, budget) {
                Err(Stop::Spent(spent)) => return Err(spent),
                Err(Stop::Enough) => return Ok(Outcome::known(self.ranking, found, false)),
                Ok(()) if need == 0 => return Ok(Outcome::known(self.ranking, found, true)),
                Ok(()) => level += 1,
            }
        }
    }

    /// Ranks a fill, and tells the swaps that it takes.
    fn see(&mut self, target: &[u8], seen: &mut Seen) -> Result<u32, Spent> {
        let count = self.counter.count(self.tiles.start(), target, self.budget);
        if !count.is_proven() {
            return Err(self.budget.spend(1).err().unwrap_or(Spent::Nodes));
        }
        seen.add(count.min_swaps);
        if count.min_swaps <= self.ranking.bar() {
            self.ranking.add(count.min_swaps, self.task.cells(self.tiles, target).into_iter());
        }
        Ok(count.min_swaps)
    }
}

/// Fills that were seen.
#[derive(Default)]
struct Seen {
    fills: u64,
    /// Those of them that take the fewest swaps.
    best: u64,
    fewest: Option<u32>,
}

impl Seen {
    fn add(&mut self, swaps: u32) {
        self.fills += 1;
        match self.fewest {
            Some(fewest) if swaps > fewest => {}
            Some(fewest) if swaps == fewest => self.best += 1,
            _ => (self.fewest, self.best) = (Some(swaps), 1),
        }
    }
}
