//! The rows' own candidates as a model of chance, which the article's three strategies share: the candidates of a row are
//! equally likely, whatever the other rows are.
//!
//! What a swap tells is, of the two tiles as they lie after it, whether each is right. In two rows the one is independent of
//! the other; in one row both are asked of the same word. What is known already shows in the candidates: a letter that was
//! told wrong in a cell is there in none of them.

use std::cmp::Ordering;

use crate::blind::strategies::{Choice, View};
use crate::budget::{Budget, Spent};
use crate::lexicon::{Letter, MAX_ALPHABET};
use crate::logarithm::entropy;
use crate::puzzle::{Cell, Swap};

/// How many candidates are looked at for one node of a budget.
const WORDS_A_NODE: usize = 64;

/// Scores are compared in so many parts of a bit, a word or a tile, so that those are equal which differ by rounding alone.
const PARTS: f64 = 1e9;

/// The candidates of each row, counted.
#[derive(Debug)]
pub(super) struct Rows {
    columns: usize,
    cells: Vec<Cell>,
    /// The tiles as they lie.
    tiles: Vec<Letter>,
    /// By row, its candidates.
    words: Vec<u32>,
    /// By cell and letter, the candidates that have the letter there.
    having: Vec<[u32; MAX_ALPHABET]>,
    /// By cell and a later column of its row, the candidates for which both tiles are right once they are swapped.
    both: Vec<u32>,
}

/// What the two tiles of a swap may turn out to be, with the number of candidates for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcomes {
    /// In two rows: of each tile, right and wrong, by the candidates of its own row.
    Apart([[u32; 2]; 2]),
    /// In one row: both right, the first alone, the second alone, none.
    Together([u32; 4]),
}

impl Rows {
    /// The candidates of a view.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub(super) fn of(view: &View<'_>, budget: &Budget) -> Result<Self, Spent> {
        let terms = view.record.terms();
        let columns = terms.columns();
        let mut tiles = terms.letters().to_vec();
        for made in view.record.moves() {
            tiles.swap(made.swap.first().index(), made.swap.second().index());
        }
        let cells: Vec<Cell> = view.record.grid().layout().tiles().collect();
        let mut rows = Self {
            columns,
            words: Vec::new(),
            having: vec![[0; MAX_ALPHABET]; cells.len()],
            both: vec![0; cells.len() * columns],
            cells,
            tiles,
        };
        for row in 0..terms.rows() {
            let candidates = view.worlds.candidates(row);
            for words in candidates.chunks(WORDS_A_NODE) {
                budget.spend(1)?;
                for &word in words {
                    rows.add(row, view.worlds.letters(word));
                }
            }
            rows.words.push(u32::try_from(candidates.len()).unwrap_or(u32::MAX));
        }
        Ok(rows)
    }

    /// Counts a candidate of a row.
    fn add(&mut self, row: usize, word: &[Letter]) {
        let first = row * self.columns;
        let tiles = &self.tiles[first..][..self.columns];
        for (column, letter) in word.iter().enumerate() {
            self.having[first + column][letter.index()] += 1;
            for later in column + 1..word.len() {
                let both = *letter == tiles[later] && word[later] == tiles[column];
                self.both[(first + column) * self.columns + later] += u32::from(both);
            }
        }
    }

    /// The cells, in reading order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The row of a cell.
    pub(super) fn row(&self, cell: Cell) -> usize {
        cell.index() / self.columns
    }

    /// By row, how many candidates it has.
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// By letter, how many candidates of the cell's row have it there.
    pub(super) fn having(&self, cell: Cell) -> &[u32; MAX_ALPHABET] {
        &self.having[cell.index()]
    }

    /// The tile in a cell.
    pub(super) fn tile(&self, cell: Cell) -> Letter {
        self.tiles[cell.index()]
    }

    /// All swaps of two different letters, in reading order.
    pub(super) fn swaps(&self) -> impl Iterator<Item = Swap> {
        self.cells.iter().enumerate().flat_map(move |(at, &first)| {
            let later = self.cells[at + 1..].iter().filter(move |&&second| self.tile(first) != self.tile(second));
            later.filter_map(move |&second| Swap::new(first, second))
        })
    }

    /// What a swap may tell.
    pub(super) fn outcomes(&self, swap: Swap) -> Outcomes {
        let (first, second) = (swap.first(), swap.second());
        let right = [(first, second), (second, first)].map(|(cell, from)| self.having(cell)[self.tile(from).index()]);
        let (row, other) = (self.row(first), self.row(second));
        if row == other {
            let both = self.both[first.index() * self.columns + second.index() % self.columns];
            let [one, other] = right.map(|right| right - both);
            Outcomes::Together([both, one, other, self.words[row] - both - one - other])
        } else {
            let [of_first, of_second] = [self.words[row], self.words[other]];
            Outcomes::Apart([[right[0], of_first - right[0]], [right[1], of_second - right[1]]])
        }
    }

    /// How many of a swap's two tiles are expected to be right after it.
    pub(super) fn greens(&self, swap: Swap) -> f64 {
        let (first, second) = (swap.first(), swap.second());
        self.chance(first, self.tile(second)) + self.chance(second, self.tile(first))
    }

    /// How many more of a swap's two tiles are expected to be right after it than before.
    pub(super) fn gain(&self, swap: Swap) -> f64 {
        let before: f64 = [swap.first(), swap.second()].map(|cell| self.chance(cell, self.tile(cell))).iter().sum();
        self.greens(swap) - before
    }

    /// How likely a letter is right in a cell.
    fn chance(&self, cell: Cell, letter: Letter) -> f64 {
        share(self.having(cell)[letter.index()], self.words[self.row(cell)])
    }

    /// The swap of the greatest score. Among equals the one that is expected to gain the most greens, then the first in reading
    /// order.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub(super) fn best(&self, score: impl Fn(Swap) -> f64, budget: &Budget) -> Result<Choice, Spent> {
        Ok(self.best_of(self.swaps(), score, budget)?.expect("worlds differ, so there are two different tiles"))
    }

    /// The same of some swaps; `None` where there is none.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub(super) fn best_of(
        &self,
        swaps: impl IntoIterator<Item = Swap>,
        score: impl Fn(Swap) -> f64,
        budget: &Budget,
    ) -> Result<Option<Choice>, Spent> {
        let mut best: Option<([f64; 2], Swap)> = None;
        for swap in swaps {
            budget.spend(1)?;
            let scores = [score(swap), self.gain(swap)].map(|score| (score * PARTS).round());
            let is_better = best.is_none_or(|(most, first)| match scores.partial_cmp(&most) {
                Some(Ordering::Equal) => swap < first,
                order => order == Some(Ordering::Greater),
            });
            if is_better {
                best = Some((scores, swap));
            }
        }
        Ok(best.map(|(_, swap)| Choice { swap, expected_bits: self.outcomes(swap).bits(), expected_swaps_left: None }))
    }
}

impl Outcomes {
    /// Their entropy in bits.
    pub(super) fn bits(self) -> f64 {
        match self {
            Self::Apart(tiles) => tiles.iter().map(|counts| entropy(counts.map(f64::from))).sum(),
            Self::Together(counts) => entropy(counts.map(f64::from)),
        }
    }

    /// By how many the swap's row, or two rows together, are expected to have fewer candidates after it: less the expected
    /// number of those that are left.
    pub(super) fn fewer(self) -> f64 {
        match self {
            Self::Apart(tiles) => tiles.iter().map(|counts| fewer(counts)).sum(),
            Self::Together(counts) => fewer(&counts),
        }
    }
}

/// A share of a whole, 0 of nothing.
fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// All of these, less those that are expected to be left when one of the groups is chosen by its share.
fn fewer(groups: &[u32]) -> f64 {
    let whole: u32 = groups.iter().sum();
    groups.iter().map(|&group| share(group, whole) * f64::from(whole - group)).sum()
}
