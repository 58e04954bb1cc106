//! What the pieces of a search do between two looks at the desk: one task, for one last word.

use std::sync::atomic::AtomicU8;

use super::pools::Pools;
use super::quick;
use super::search::{SPREAD, Search, Stage, load, lower};
use crate::budget::{Budget, Spent};

/// How many of the promising last words are looked at closely, and the nodes for each.
const CLOSELY: usize = 16;
const NODES_CLOSELY: u64 = 20_000;

impl Search {
    /// Does a task.
    pub(super) fn run(&self, stage: Stage, task: usize, budget: &Budget) -> Result<(), Spent> {
        match stage {
            Stage::Spread => {
                let step = self.targets.len().div_ceil(SPREAD);
                let target = (task * step).min(self.targets.len() - 1);
                self.look(stage, task, target, |pool, length| pool < length, budget)
            }
            Stage::Bounds => self.bound(task, budget),
            Stage::Promising => {
                let target = self.in_order(task);
                let top = self.top(target);
                let of = |pool: usize| load(&self.of_pools(target)[pool]);
                self.look(stage, task, target, |pool, _| of(pool) + 1 >= top, budget)?;
                if task < CLOSELY { self.look_closely(stage, task, target, budget) } else { Ok(()) }
            }
            Stage::Ask(length) => self.ask_one(length, task, budget),
            Stage::Over => Ok(()),
        }
    }

    /// The bounds of a target's pools.
    fn of_pools(&self, target: usize) -> &[AtomicU8] {
        let pools = self.words.length() * self.words.length();
        &self.bounds[target * pools..][..pools]
    }

    fn pools(&self, target: usize, budget: &Budget) -> Result<Pools<'_>, Spent> {
        Pools::of(&self.words, self.targets[target], self.first, budget)
    }

    /// Looks for good chains in some of the pools of a target.
    fn look(
        &self,
        stage: Stage,
        task: usize,
        target: usize,
        within: impl Fn(usize, usize) -> bool,
        budget: &Budget,
    ) -> Result<(), Spent> {
        let pools = self.pools(target, budget)?;
        let mut best = Vec::new();
        for pool in (0..pools.count()).filter(|&pool| within(pool, self.words.length())) {
            if let Some(chain) = quick::chain(&pools, pool, budget)?.filter(|chain| chain.len() > best.len()) {
                best = chain;
            }
        }
        self.found(stage, task, best);
        Ok(())
    }

    /// Looks for the longest chain of a target, if that takes no long time.
    fn look_closely(&self, stage: Stage, task: usize, target: usize, budget: &Budget) -> Result<(), Spent> {
        let pools = self.pools(target, budget)?;
        let mut bounds: Vec<usize> = self.of_pools(target)[..pools.count()].iter().map(load).collect();
        let part = budget.part(NODES_CLOSELY);
        let mut length = self.top(target);
        let chain = loop {
            if length <= pools.others() {
                break None;
            }
            match Self::ask_pools(&pools, &mut bounds, length, &part) {
                Ok(None) => length -= 1,
                Ok(chain) => break chain,
                Err(_) => break None,
            }
        };
        budget.absorb(&part)?;
        self.found(stage, task, chain.unwrap_or_default());
        Ok(())
    }

    /// A chain of this length in one of these pools; if there is none, their bounds are lowered.
    fn ask_pools(
        pools: &Pools<'_>,
        bounds: &mut [usize],
        length: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Spent> {
        for (pool, bound) in bounds.iter_mut().enumerate().filter(|(_, bound)| **bound >= length) {
            let chain = pools.find(pool, length, budget)?;
            if chain.is_some() {
                return Ok(chain);
            }
            *bound = length - 1;
        }
        Ok(None)
    }

    fn bound(&self, target: usize, budget: &Budget) -> Result<(), Spent> {
        let pools = self.pools(target, budget)?;
        let mut top = pools.others();
        for (pool, bound) in self.of_pools(target)[..pools.count()].iter().enumerate() {
            let most = pools.bound(pool, budget)?;
            lower(bound, most);
            top = top.max(most);
        }
        lower(&self.tops[target], top);
        lower(&self.families[target], pools.family());
        Ok(())
    }

    /// Asks a target for a chain of this length.
    fn ask_one(&self, length: usize, task: usize, budget: &Budget) -> Result<(), Spent> {
        let target = self.in_order(task);
        let pools = self.pools(target, budget)?;
        for (pool, bound) in self.of_pools(target)[..pools.count()].iter().enumerate() {
            if load(bound) < length {
                continue;
            }
            if self.is_beaten(length, task) {
                return Ok(());
            }
            if let Some(chain) = pools.find(pool, length, budget)? {
                self.found(Stage::Ask(length), task, chain);
                return Ok(());
            }
            let enough = self.longest();
            lower(bound, pools.lower(pool, length, enough, budget)?);
        }
        let bounds = self.of_pools(target)[..pools.count()].iter().map(load);
        lower(&self.tops[target], bounds.max().unwrap_or(0));
        Ok(())
    }
}
