//! The fewest swaps to any words, and every fill, proven.

use super::{Fills, Scope, Solution, Task};
use crate::budget::Budget;
use crate::puzzle::Board;
use crate::swaps;

/// Finds the fewest swaps to any fill. Lists the best of those that count, `max_solutions` at most.
#[must_use]
pub fn solve(task: &Task, scope: Scope, max_solutions: usize, budget: &Budget) -> Fills {
    let mut left = vec![0u32; task.alphabet()];
    for letter in task.letters() {
        left[letter.index()] += 1;
    }
    let mut all = Vec::new();
    let ended = descend(task, &mut left, &mut Vec::new(), &mut all, budget);
    let mut solutions: Vec<Solution> = all
        .iter()
        .map(|words| {
            let list = task.words();
            let target = task.grid(words.iter().filter_map(|&word| list.get(word)));
            let board = Board::new(task.start().clone(), target.clone()).unwrap();
            Solution { target, swaps: swaps::exact::solve(&board, budget).swaps }
        })
        .collect();
    solutions.sort_by(|a, b| (a.length(), a.target.cells()).cmp(&(b.length(), b.target.cells())));
    let best = solutions.first().map(Solution::length);
    if scope == Scope::Optimal {
        solutions.retain(|solution| Some(solution.length()) == best);
    }
    let found = solutions.len() as u64;
    solutions.truncate(max_solutions);
    Fills { solutions, lower_bound: if ended { best.unwrap_or(0) } else { 0 }, proven: ended, found, complete: ended, scope }
}

fn descend(task: &Task, left: &mut [u32], words: &mut Vec<usize>, all: &mut Vec<Vec<usize>>, budget: &Budget) -> bool {
    if words.len() == task.rows() {
        all.push(words.clone());
        return true;
    }
    for (at, word) in task.words().iter().enumerate() {
        if budget.spend(1).is_err() {
            return false;
        }
        let mut rest = left.to_vec();
        let fits = word.iter().all(|letter| {
            let left = &mut rest[letter.index()];
            *left = left.wrapping_sub(1);
            *left != u32::MAX
        });
        if fits && !words.contains(&at) && task.allows(words.len(), word) {
            words.push(at);
            if !descend(task, &mut rest, words, all, budget) {
                return false;
            }
            words.pop();
        }
    }
    true
}
