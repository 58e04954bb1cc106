//! Cycles of letters laid onto cells.
//!
//! An edge of the graph is a chain of tiles: one that has the letter of the edge's first vertex, then those of the single
//! letters that the edge passes over. Chains between the same two vertices do the same; they are used up in reading order.
//! An edge leads from the letter that lies in a cell to the one that belongs there, so tiles go round against the edges: the
//! tile that comes next along the edges goes to the cell of the one before.

use super::counter::{Letters, Symbols};
use super::graph::id;
use crate::puzzle::Cell;
use crate::puzzle::layout::MAX_CELLS;
use crate::swaps::cycles::GoesTo;

/// Tiles from one vertex to another.
#[derive(Clone, Copy)]
struct Chain {
    edge: (u8, u8),
    first: Cell,
    last: Cell,
}

/// A board's misplaced tiles as they are being strung together.
struct Laying {
    goes_to: GoesTo,
    chains: Vec<Chain>,
}

/// Where every misplaced tile goes, given the cycles of the kernel as cycles of vertices.
pub(super) fn lay(symbols: &Symbols, letters: &Letters, kernel_cycles: &[Vec<u8>]) -> GoesTo {
    let wrong = || {
        let both = symbols.start().iter().zip(symbols.target());
        symbols
            .cells()
            .zip(both)
            .filter(|(_, (have, want))| have != want)
            .map(|(cell, (&have, &want))| (cell, have, want))
    };
    // Single letters: where each lies and what belongs there.
    let mut single = [None; 256];
    let mut laying = Laying { goes_to: [None; MAX_CELLS], chains: Vec::with_capacity(MAX_CELLS) };
    for (cell, have, want) in wrong() {
        if letters.vertex(have).is_none() {
            single[usize::from(have)] = Some((cell, want));
        }
    }
    for (first, have, want) in wrong() {
        if let Some(u) = letters.vertex(have) {
            let (mut last, mut letter) = (first, want);
            while let Some((cell, want)) = single[usize::from(letter)].take() {
                laying.goes_to[cell.index()] = Some(last);
                (last, letter) = (cell, want);
            }
            if let Some(v) = letters.vertex(letter) {
                laying.chains.push(Chain { edge: (id(u), id(v)), first, last });
            }
        }
    }
    // Single letters that no chain passed over run into themselves.
    for (cell, have, want) in wrong() {
        if single[usize::from(have)].is_some()
            && let Some((next, _)) = single[usize::from(want)]
        {
            laying.goes_to[next.index()] = Some(cell);
        }
    }

    laying.close_short_cycles();
    for cycle in kernel_cycles {
        let next = cycle.iter().cycle().skip(1);
        let edges: Vec<(u8, u8)> = cycle.iter().copied().zip(next.copied()).collect();
        laying.close(&edges);
    }
    laying.goes_to
}

impl Laying {
    /// Closes chains from a vertex to itself, and opposite ones: the search never saw them, and what they leave over is what
    /// it did see.
    fn close_short_cycles(&mut self) {
        // Chains before this place were asked already and have no opposite, so none of them is taken out.
        let mut at = 0;
        while let Some(&Chain { edge: (u, v), .. }) = self.chains.get(at) {
            if u == v {
                self.close(&[(u, v)]);
            } else if self.chains.iter().any(|chain| chain.edge == (v, u)) {
                self.close(&[(u, v), (v, u)]);
            } else {
                at += 1;
            }
        }
    }

    /// Strings the first chains left of these edges to a cycle.
    fn close(&mut self, edges: &[(u8, u8)]) {
        let mut first = None;
        let mut last: Option<Cell> = None;
        for &edge in edges {
            let at = self.chains.iter().position(|chain| chain.edge == edge).expect("every edge has its chain");
            let chain = self.chains.remove(at);
            if let Some(before) = last {
                self.goes_to[chain.first.index()] = Some(before);
            }
            first = first.or(Some(chain.first));
            last = Some(chain.last);
        }
        if let Some(first) = first {
            self.goes_to[first.index()] = last;
        }
    }
}
