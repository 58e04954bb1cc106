//! What a word set makes: its words in every order of rows.
//!
//! Most orders are ruled out by points (see [`scores`](super::scores)): a right tile scores 4, and a wrong one at most 1, if any
//! word of the set in any row has a tile that could exchange with it.

use crate::budget::{Budget, Spent};
use crate::fill::Scope;
use crate::fill::ranking::Ranking;
use crate::fill::sets::Set;
use crate::fill::sets::{Candidates, Rows};
use crate::fill::task::{MAX_ROWS, MAX_TILES};
use crate::swaps::Counter;

/// Lays sets out and ranks the fills.
pub(super) struct Orders<'a> {
    candidates: &'a Candidates,
    budget: &'a Budget,
    counter: Counter,
    set: Set,
    /// By word of the set and row, the points of the word there; `None` where it may not lie.
    points: [[Option<u32>; MAX_ROWS]; MAX_ROWS],
    /// By row, the most points of it and those after it.
    most: [u32; MAX_ROWS + 1],
    /// By row, which word of the set lies there.
    order: [usize; MAX_ROWS],
    target: [u8; MAX_TILES],
    /// By two letters, the last set of which a tile could have the first and become the second.
    changes: Vec<u64>,
    sets: u64,
    fewest: u32,
    /// Fills met.
    pub(super) fills: u64,
    /// Those of them that take the fewest swaps, if no fill that is ranked takes fewer.
    pub(super) optimal: u64,
}

impl<'a> Orders<'a> {
    pub(super) fn new(candidates: &'a Candidates, budget: &'a Budget) -> Self {
        let letters = candidates.tiles().letters();
        Self {
            candidates,
            budget,
            counter: Counter::new(),
            set: Set::default(),
            points: [[None; MAX_ROWS]; MAX_ROWS],
            most: [0; MAX_ROWS + 1],
            order: [0; MAX_ROWS],
            target: [0; MAX_TILES],
            changes: vec![0; letters * letters],
            sets: 0,
            fewest: u32::MAX,
            fills: 0,
            optimal: 0,
        }
    }

    /// Ranks the fills that a set makes.
    pub(super) fn rank(&mut self, set: Set, ranking: &mut Ranking) -> Result<(), Spent> {
        self.budget.spend(1)?;
        self.set = set;
        self.sets += 1;
        self.find_points();
        self.lay(0, 0, 0, ranking)
    }

    fn find_points(&mut self) {
        let tiles = self.candidates.tiles();
        let (rows, letters) = (tiles.rows(), tiles.letters());
        let words = || self.set.iter().take(rows).map(|&word| self.candidates.letters(word));
        for word in words() {
            for have in tiles.start().chunks(tiles.columns()) {
                for (&a, &b) in have.iter().zip(word) {
                    self.changes[usize::from(a) * letters + usize::from(b)] = self.sets;
                }
            }
        }
        for (at, word) in words().enumerate() {
            let allowed = self.candidates.rows(self.set[at]);
            for (row, have) in tiles.start().chunks(tiles.columns()).enumerate() {
                let exchanges = |a, b| self.changes[usize::from(b) * letters + usize::from(a)] == self.sets;
                let points = have.iter().zip(word).map(|(&a, &b)| if a == b { 4 } else { u32::from(exchanges(a, b)) });
                self.points[at][row] = (allowed >> row & 1 == 1).then(|| points.sum());
            }
        }
        self.most = [0; MAX_ROWS + 1];
        for row in (0..rows).rev() {
            let most = self.points[..rows].iter().filter_map(|points| points[row]).max();
            self.most[row] = self.most[row + 1] + most.unwrap_or(0);
        }
    }

    /// Points that a fill must have to be ranked: no fewer than 4 a tile less 6 a swap.
    fn need(&self, ranking: &Ranking) -> u32 {
        let tiles = u32::try_from(self.candidates.tiles().count()).unwrap_or(u32::MAX);
        (4 * tiles).saturating_sub(ranking.bar().saturating_mul(6))
    }

    /// Lays the words that are not used yet into this row and those after it.
    fn lay(&mut self, row: usize, used: Rows, points: u32, ranking: &mut Ranking) -> Result<(), Spent> {
        let low = points + self.most[row] < self.need(ranking);
        if low && ranking.scope() == Scope::Optimal {
            return Ok(());
        }
        let rows = self.candidates.tiles().rows();
        if row == rows {
            self.fills += 1;
            return if low { Ok(()) } else { self.meet(ranking) };
        }
        for at in 0..rows {
            if used >> at & 1 == 0
                && let Some(more) = self.points[at][row]
            {
                self.order[row] = at;
                self.lay(row + 1, used | 1 << at, points + more, ranking)?;
            }
        }
        Ok(())
    }

    /// Ranks the fill that is laid out.
    fn meet(&mut self, ranking: &mut Ranking) -> Result<(), Spent> {
        self.budget.spend(1)?;
        let tiles = self.candidates.tiles();
        let target = &mut self.target[..tiles.count()];
        for (row, target) in target.chunks_mut(tiles.columns()).enumerate() {
            target.copy_from_slice(self.candidates.letters(self.set[self.order[row]]));
        }
        let count = self.counter.count(tiles.start(), target, self.budget);
        if !count.is_proven() {
            return Err(self.budget.spent().unwrap_or(Spent::Nodes));
        }
        if count.min_swaps < self.fewest {
            (self.fewest, self.optimal) = (count.min_swaps, 0);
        }
        self.optimal += u64::from(count.min_swaps == self.fewest);
        ranking.add(count.min_swaps, tiles.characters(target));
        Ok(())
    }
}
