//! The best fills of those that were found.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::super::{Fills, Scope, Solution, Task};
use crate::lexicon::Letter;
use crate::puzzle::{Grid, Swap};

/// Counts the fills that are found and keeps the best: never more than are asked for.
pub(super) struct Found {
    scope: Scope,
    max_solutions: usize,
    /// Those that count.
    count: u64,
    /// What the best takes.
    fewest: usize,
    /// By the number of their swaps, then by their cells.
    best: BTreeMap<(usize, Vec<char>), (Grid, Vec<Swap>)>,
}

impl Found {
    pub(super) fn new(scope: Scope, max_solutions: usize) -> Self {
        Self { scope, max_solutions, count: 0, fewest: usize::MAX, best: BTreeMap::new() }
    }

    /// A fill that was not found before, with its swaps.
    pub(super) fn add(&mut self, task: &Task, target: &[Letter], swaps: Vec<Swap>) {
        if self.scope == Scope::Optimal {
            match swaps.len().cmp(&self.fewest) {
                Ordering::Less => {
                    self.count = 0;
                    self.best.clear();
                }
                Ordering::Equal => {}
                Ordering::Greater => return,
            }
        }
        self.count += 1;
        self.fewest = self.fewest.min(swaps.len());
        let is_full = self.best.len() >= self.max_solutions;
        if is_full && self.best.last_key_value().is_none_or(|((most, _), _)| swaps.len() > *most) {
            return;
        }
        let grid = task.grid(target.chunks_exact(task.columns()));
        self.best.insert((swaps.len(), grid.cells().to_vec()), (grid, swaps));
        if self.best.len() > self.max_solutions {
            self.best.pop_last();
        }
    }

    /// What the search came to; `ended` where it met every configuration.
    pub(super) fn into_fills(self, ended: bool) -> Fills {
        // There is a fill if and only if some order of some configuration's rows agrees with the marks.
        let is_impossible = ended && self.count == 0;
        let solution = |(target, swaps)| Solution { target, swaps };
        Fills {
            solutions: self.best.into_values().map(solution).collect(),
            lower_bound: 0,
            proven: is_impossible,
            found: self.count,
            complete: is_impossible,
            scope: self.scope,
        }
    }
}
