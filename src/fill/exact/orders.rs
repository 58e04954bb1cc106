//! What a word set makes: its words in every order of rows.

use super::candidates::{Candidates, Rows};
use super::ranking::Ranking;
use super::sets::{RANKING, Set};
use crate::budget::{Budget, Spent};
use crate::fill::task::{MAX_ROWS, MAX_TILES};
use crate::swaps::Counter;

/// Lays sets out and ranks the fills.
pub(super) struct Orders<'a> {
    candidates: &'a Candidates,
    budget: &'a Budget,
    counter: Counter,
    set: Set,
    /// By word of the set and row, tiles that are right.
    right: [[u8; MAX_ROWS]; MAX_ROWS],
    /// By row, which word of the set lies there.
    order: [usize; MAX_ROWS],
    target: [u8; MAX_TILES],
    /// By two letters, wrong tiles that have the first, become the second, and exchange with none before them.
    changes: Vec<u8>,
    fewest: u32,
    /// Fills met.
    pub(super) fills: u64,
    /// Those of them that take the fewest swaps, if no fill that is ranked takes fewer.
    pub(super) optimal: u64,
}

impl<'a> Orders<'a> {
    pub(super) fn new(candidates: &'a Candidates, budget: &'a Budget) -> Self {
        Self {
            candidates,
            budget,
            counter: Counter::new(),
            set: [0; MAX_ROWS],
            right: [[0; MAX_ROWS]; MAX_ROWS],
            order: [0; MAX_ROWS],
            target: [0; MAX_TILES],
            changes: vec![0; candidates.tiles().letters() * candidates.tiles().letters()],
            fewest: u32::MAX,
            fills: 0,
            optimal: 0,
        }
    }

    /// Ranks the fills that a set makes.
    pub(super) fn rank(&mut self, set: Set, ranking: &mut Ranking) -> Result<(), Spent> {
        self.budget.spend(RANKING)?;
        self.set = set;
        let columns = self.candidates.tiles().columns();
        for (at, &word) in set.iter().enumerate().take(self.candidates.tiles().rows()) {
            let word = self.candidates.letters(word);
            for (row, tiles) in self.candidates.tiles().start().chunks(columns).enumerate() {
                let right = tiles.iter().zip(word).filter(|(tile, letter)| tile == letter).count();
                self.right[at][row] = u8::try_from(right).unwrap_or(u8::MAX);
            }
        }
        self.lay(0, 0, 0, ranking)
    }

    /// Lays the words that are not used yet into this row and those after it.
    fn lay(&mut self, row: usize, used: Rows, right: u32, ranking: &mut Ranking) -> Result<(), Spent> {
        if row == self.candidates.tiles().rows() {
            return self.meet(right, ranking);
        }
        for at in 0..self.candidates.tiles().rows() {
            if used >> at & 1 == 0 && self.candidates.rows(self.set[at]) >> row & 1 == 1 {
                self.order[row] = at;
                self.lay(row + 1, used | 1 << at, right + u32::from(self.right[at][row]), ranking)?;
            }
        }
        Ok(())
    }

    /// Counts a fill with so many tiles right. Ranks it, unless too many are wrong for that: a swap puts two right at most.
    fn meet(&mut self, right: u32, ranking: &mut Ranking) -> Result<(), Spent> {
        self.fills += 1;
        let (tiles, columns) = (self.candidates.tiles().count(), self.candidates.tiles().columns());
        let wrong = u32::try_from(tiles).unwrap_or(u32::MAX) - right;
        if wrong.div_ceil(2) > ranking.bar() {
            return Ok(());
        }
        for (row, target) in self.target[..tiles].chunks_mut(columns).enumerate() {
            target.copy_from_slice(self.candidates.letters(self.set[self.order[row]]));
        }
        if self.least_swaps(wrong) > ranking.bar() {
            return Ok(());
        }
        let count = self.counter.count(self.candidates.tiles().start(), &self.target[..tiles], self.budget);
        if !count.is_proven() {
            return Err(self.budget.spent().unwrap_or(Spent::Nodes));
        }
        if count.min_swaps < self.fewest {
            (self.fewest, self.optimal) = (count.min_swaps, 0);
        }
        self.optimal += u64::from(count.min_swaps == self.fewest);
        ranking.add(count.min_swaps, self.candidates.tiles().characters(&self.target[..tiles]));
        Ok(())
    }

    /// Swaps that the target takes at least, of which so many tiles are wrong: no two thirds of them less a third of the
    /// exchanges (see [`scores`](super::scores)).
    fn least_swaps(&mut self, wrong: u32) -> u32 {
        let letters = self.candidates.tiles().letters();
        let tiles = self.candidates.tiles().start().iter().zip(&self.target).filter(|(a, b)| a != b);
        let pair = |(&a, &b): (&u8, &u8)| (usize::from(a), usize::from(b));
        let mut exchanges = 0;
        for (a, b) in tiles.clone().map(pair) {
            let back = &mut self.changes[b * letters + a];
            let met = *back > 0;
            *back -= u8::from(met);
            exchanges += u32::from(met);
            self.changes[a * letters + b] += u8::from(!met);
        }
        for (a, b) in tiles.map(pair) {
            self.changes[a * letters + b] = 0;
        }
        (2 * wrong - exchanges).div_ceil(3)
    }
}
