//! Cycles of letters laid onto cells.
//!
//! An edge of the graph is a chain of tiles: one that has the letter of the edge's first vertex, then those of the single
//! letters that the edge passes over. Chains between the same two vertices do the same; they are used up in reading order.

use super::counter::{Letters, Symbols};
use super::graph::MAX_VERTICES;
use crate::puzzle::Cell;
use std::collections::VecDeque;

/// Places of tiles in the order of edges: each lies where the letter of the one before belongs.
type Chain = Vec<usize>;

/// A board's misplaced tiles as they are being strung together.
struct Laying<'a> {
    target: &'a [u8],
    letters: &'a Letters,
    used: Vec<bool>,
}

/// All cycles of a board, given those of the kernel as cycles of vertices. Each begins with its first cell, and they are
/// ordered by it.
pub(super) fn lay(symbols: &Symbols, letters: &Letters, kernel_cycles: &[Vec<u8>]) -> Vec<Vec<Cell>> {
    let (start, target) = (symbols.start(), symbols.target());
    let mut laying = Laying { target, letters, used: vec![false; start.len()] };
    let wrong = |&place: &usize| start[place] != target[place];
    let mut cycles: Vec<Chain> = Vec::new();

    let mut chains = vec![VecDeque::new(); MAX_VERTICES * MAX_VERTICES];
    for place in (0..start.len()).filter(wrong) {
        if let Some(u) = letters.vertex(start[place]) {
            let (chain, v) = laying.follow(place);
            match v {
                Some(v) if v != u => chains[u * MAX_VERTICES + v].push_back(chain),
                _ => cycles.push(chain),
            }
        }
    }
    // Single letters that no chain passed over run into themselves.
    for place in (0..start.len()).filter(wrong) {
        if !laying.used[place] {
            cycles.push(laying.follow(place).0);
        }
    }
    // The search never saw opposite edges; what they leave over is what it did see.
    for u in 0..MAX_VERTICES {
        for v in 0..u {
            let (there, back) = (u * MAX_VERTICES + v, v * MAX_VERTICES + u);
            while !chains[there].is_empty() && !chains[back].is_empty() {
                cycles.push([there, back].iter().filter_map(|&edge| chains[edge].pop_front()).flatten().collect());
            }
        }
    }
    for cycle in kernel_cycles {
        let next = cycle.iter().cycle().skip(1);
        let edges = cycle.iter().zip(next).map(|(&u, &v)| usize::from(u) * MAX_VERTICES + usize::from(v));
        cycles.push(edges.filter_map(|edge| chains[edge].pop_front()).flatten().collect());
    }

    let cells: Vec<Cell> = symbols.cells().collect();
    let mut cycles: Vec<Vec<Cell>> = cycles.into_iter().map(|chain| in_reading_order(&chain, &cells)).collect();
    cycles.sort_unstable();
    cycles
}

impl Laying<'_> {
    /// Follows the single letters from a place on. Gives the chain and the vertex that it leads to, if any.
    fn follow(&mut self, place: usize) -> (Chain, Option<usize>) {
        let mut chain = vec![place];
        self.used[place] = true;
        loop {
            let letter = self.target[chain[chain.len() - 1]];
            let next = usize::from(self.letters.place[usize::from(letter)]);
            if let vertex @ Some(_) = self.letters.vertex(letter) {
                return (chain, vertex);
            }
            if self.used[next] {
                return (chain, None);
            }
            self.used[next] = true;
            chain.push(next);
        }
    }
}

/// An edge leads from the letter that lies in a cell to the one that belongs there, so tiles go round against the edges.
fn in_reading_order(chain: &[usize], cells: &[Cell]) -> Vec<Cell> {
    let mut cycle: Vec<Cell> = chain.iter().rev().map(|&place| cells[place]).collect();
    let first = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap_or(0);
    cycle.rotate_left(first);
    cycle
}
