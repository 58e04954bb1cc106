//! Backtracking over sets of words, and greedy swaps: the baseline that the exact method is compared with.
//!
//! After A. M. Bazeid, "Solving the Word-based Puzzle Game Smartle" (Institut Teknologi Bandung, 2024), for grids of any size
//! and any dictionary:
//! - `order`: the dictionary's words, those of rare letters first;
//! - here: *configurations*, which are sets of as many words as there are rows that use just the tiles, by backtracking in that
//!   order until so many are found as may be tried; and for each the first of all orders of its rows that has the most tiles
//!   right at the start;
//! - `greedy`: the swaps to that grid;
//! - `found`: the best of all that.
//!
//! It sees a part of the configurations and one order of the rows of each, and its swaps need not be the fewest even to that:
//! it proves nothing. Only where it came to its end without a fill is it known that there is none.
//!
//! The paper knows no marks. With them only those orders of rows count that agree with them, and a configuration that has none
//! is passed over, but was tried.

mod found;
mod greedy;
mod order;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::task::MAX_ROWS;
use super::{Fills, Scope, Task};
use crate::budget::{Budget, Spent};
use crate::lexicon::Letter;
use found::Found;
use order::{Tiles, Word};

/// Tries so many configurations, each a set of words, and lists the best fills among them, `max_solutions` at most.
///
/// In [`Scope::Optimal`] those count that take as few swaps as the best that was found, in [`Scope::All`] every one found.
#[must_use]
pub fn solve(task: &Task, scope: Scope, max_solutions: usize, configurations: u32, budget: &Budget) -> Fills {
    let mut found = Found::new(scope, max_solutions);
    let ended = search(task, configurations, budget, &mut found).is_ok();
    found.into_fills(ended)
}

/// The limit of configurations is reached, or the budget is spent.
struct Stopped;

impl From<Spent> for Stopped {
    fn from(_: Spent) -> Self {
        Self
    }
}

/// All configurations, unless it is stopped.
fn search(task: &Task, configurations: u32, budget: &Budget, found: &mut Found) -> Result<(), Stopped> {
    if configurations == 0 {
        return Err(Stopped);
    }
    let tiles = Tiles::of(task);
    let words = order::by_rarity(task, &tiles, budget)?;
    let orders = row_orders(task.rows());
    let mut search =
        Search { task, budget, orders, left: configurations, taken: Vec::new(), target: Vec::new(), found };
    search.descend(&tiles, &words.iter().collect::<Vec<_>>())
}

struct Search<'a> {
    task: &'a Task,
    budget: &'a Budget,
    /// Of each order, which of the words taken lies in which row.
    orders: Vec<[usize; MAX_ROWS]>,
    /// Configurations that may still be tried.
    left: u32,
    /// The words of the configuration so far.
    taken: Vec<&'a Word<'a>>,
    /// The letters of the fill that is looked at.
    target: Vec<Letter>,
    found: &'a mut Found,
}

impl<'a> Search<'a> {
    /// Takes each of these words in turn, which all can be made of these tiles, and after each those behind it: so each set of
    /// words is met once. What can no longer be made is dropped on the way down; the paper meets it again and again and
    /// refuses it each time, which finds the same configurations in the same order.
    fn descend(&mut self, tiles: &Tiles, words: &[&'a Word<'a>]) -> Result<(), Stopped> {
        for (at, word) in words.iter().enumerate() {
            self.taken.push(word);
            if self.taken.len() == self.task.rows() {
                self.try_configuration()?;
            } else if let Some(rest) = tiles.without(word) {
                let behind = &words[at + 1..];
                self.budget.spend(1 + behind.len() as u64 / order::WORDS_A_NODE)?;
                let words: Vec<_> = behind.iter().copied().filter(|word| rest.without(word).is_some()).collect();
                self.descend(&rest, &words)?;
            }
            self.taken.pop();
        }
        Ok(())
    }

    /// Looks at the configuration that was taken.
    fn try_configuration(&mut self) -> Result<(), Stopped> {
        self.budget.spend(1)?;
        let taken = &self.taken;
        let matches = |order: &[usize; MAX_ROWS]| -> Option<u32> {
            (0..taken.len()).zip(order).map(|(row, &word)| taken[word].matches[row]).sum()
        };
        let counted = self.orders.iter().filter_map(|order| Some((matches(order)?, order)));
        // Of equal ones the first.
        if let Some((_, order)) = counted.min_by_key(|&(matches, _)| Reverse(matches)) {
            self.target.clear();
            self.target.extend(order.iter().take(taken.len()).flat_map(|&word| taken[word].letters));
            let swaps = greedy::swaps(self.task.letters(), &self.target);
            self.budget.spend(swaps.len() as u64)?;
            self.found.add(self.task, &self.target, swaps);
        }
        self.left -= 1;
        if self.left == 0 { Err(Stopped) } else { Ok(()) }
    }
}

/// Every order of so many rows, in the order of the words' numbers. Past the last row all are 0.
fn row_orders(rows: usize) -> Vec<[usize; MAX_ROWS]> {
    let mut orders = vec![[0; MAX_ROWS]];
    for row in 0..rows {
        let longer = |order: [usize; MAX_ROWS]| {
            let free = (0..rows).filter(move |word| !order[..row].contains(word));
            free.map(move |word| {
                let mut order = order;
                order[row] = word;
                order
            })
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}
