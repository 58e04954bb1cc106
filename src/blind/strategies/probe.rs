//! The article's algorithm C: probe, then exploit.
//!
//! It drives the row that is nearest to it toward a single candidate: it asks for that row's least certain column, by
//! bringing there the letter that is the most likely. Which copy of the letter it brings, and so which cell the displaced
//! tile goes to, is decided by the greens: no green tile is taken away for it, and the displaced tile goes where it is the
//! most likely to be right.
//!
//! The article leaves open what is "smallest", "least certain" and "cheapest": here the row with the fewest candidates of
//! those with two or more, the column whose most likely letter is the least likely, and the swap that is expected to gain the
//! most greens. Where several are equal, all of them are considered.

use super::rows::Rows;
use super::{Choice, Chooser, View};
use crate::budget::{Budget, Spent};
use crate::lexicon::Letter;
use crate::puzzle::{Cell, Swap};

/// Chooses the cheapest swap that drives some row to a single candidate.
#[derive(Debug)]
pub(super) struct Probe;

impl Chooser for Probe {
    fn choose(&self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        let rows = Rows::of(view, budget)?;
        match rows.best_of(probes(&rows), |swap| rows.gain(swap), budget)? {
            Some(choice) => Ok(choice),
            // Nothing can be asked of any row.
            None => rows.best(|swap| rows.greens(swap), budget),
        }
    }
}

/// The swaps that bring the most likely other letter to the least certain column of the smallest row that is not settled.
fn probes(rows: &Rows) -> Vec<Swap> {
    let smallest = rows.words().iter().filter(|&&words| words > 1).min();
    let uncertain = rows.cells().iter().filter(|&&cell| Some(&rows.words()[rows.row(cell)]) == smallest);
    let certainty = |cell: Cell| rows.having(cell).iter().copied().max();
    let least = uncertain.clone().map(|&cell| certainty(cell)).min();
    uncertain
        .copied()
        .filter(|&cell| Some(certainty(cell)) == least)
        .flat_map(|cell| likeliest(rows, cell).into_iter().filter_map(move |from| Swap::new(cell, from)))
        .collect()
}

/// The cells of the tiles that are the most likely to be right in this cell, but for the tile that lies there already: of it
/// nothing would be told. None where no other is possible.
fn likeliest(rows: &Rows, cell: Cell) -> Vec<Cell> {
    let having = |letter: Letter| rows.having(cell)[letter.index()];
    let others = || rows.cells().iter().copied().filter(|&from| rows.tile(from) != rows.tile(cell));
    let most = others().map(|from| having(rows.tile(from))).max().filter(|&most| most > 0);
    others().filter(|&from| Some(having(rows.tile(from))) == most).collect()
}
