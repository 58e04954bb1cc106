//! The tiles of a lattice that are given: right from the start, and never moved.
//!
//! A lattice of 5 rows and 5 columns has its corners and its centre given, a larger one all crossings but the corners, and
//! one with a side of 3 none. Where fewer green tiles are asked for than that, so many of them are given as may be green;
//! which ones is drawn for each target, all choices being equally likely.

use crate::generate::difficulty::{Letters, Range};
use crate::generate::judge::letters_of;
use crate::generate::stream::Stream;
use crate::puzzle::Layout;

/// The tiles of a lattice that are usually given, counted in reading order.
pub(in crate::generate) fn usual(layout: Layout) -> Vec<usize> {
    let (rows, columns) = (layout.rows(), layout.columns());
    if rows == 3 || columns == 3 {
        return Vec::new();
    }
    let is_given = |(row, column): (usize, usize)| {
        let corner = (row == 0 || row + 1 == rows) && (column == 0 || column + 1 == columns);
        if (rows, columns) == (5, 5) {
            corner || (row, column) == (2, 2)
        } else {
            row % 2 == 0 && column % 2 == 0 && !corner
        }
    };
    let tiles = layout.tiles().enumerate();
    tiles.filter(|&(_, cell)| is_given(layout.position(cell))).map(|(tile, _)| tile).collect()
}

/// Which tiles of a layout may be given, and how many are.
#[derive(Debug)]
pub(super) struct Given {
    usual: Vec<usize>,
    number: usize,
    tiles: usize,
}

impl Given {
    /// As usual, but no more than may be green.
    pub(super) fn new(layout: Layout, green: Range) -> Self {
        let usual = usual(layout);
        let number = green.most.map_or(usual.len(), |most| usual.len().min(most as usize));
        Self { usual, number, tiles: layout.tile_count() }
    }

    /// How many are given.
    pub(super) fn number(&self) -> u32 {
        u32::try_from(self.number).unwrap_or(u32::MAX)
    }

    /// How many may be moved.
    pub(super) fn movable(&self) -> u32 {
        u32::try_from(self.tiles - self.number).unwrap_or(u32::MAX)
    }

    /// The tiles that may be moved, in reading order: all but those that are drawn as given.
    pub(super) fn draw_movable(&self, stream: &mut Stream) -> Vec<usize> {
        if self.number == self.usual.len() {
            return self.all_but(&self.usual);
        }
        let mut given = self.usual.clone();
        stream.shuffle(&mut given);
        self.all_but(&given[..self.number])
    }

    fn all_but(&self, given: &[usize]) -> Vec<usize> {
        (0..self.tiles).filter(|tile| !given.contains(tile)).collect()
    }

    /// The letters that may be moved of a target, for that choice of the given ones which allows most: the one that leaves
    /// the commonest letter rarest. Where it leaves a choice at all, all that are not given are misplaced, and then nothing
    /// else about the letters matters (see [`crate::generate::difficulty`]).
    pub(super) fn easiest(&self, target: &[u8]) -> Letters {
        let mut given: Vec<usize> = Vec::with_capacity(self.number);
        while given.len() < self.number {
            let movable = self.all_but(&given);
            let copies = |tile: usize| movable.iter().filter(|&&other| target[other] == target[tile]).count();
            let free = self.usual.iter().copied().filter(|tile| !given.contains(tile));
            given.extend(free.max_by_key(|&tile| copies(tile)));
        }
        letters_of(self.all_but(&given).into_iter().map(|tile| target[tile]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::difficulty::{Difficulty, Reach};
    use crate::puzzle::Kind;

    fn lattice(rows: usize, columns: usize) -> Layout {
        Layout::new(Kind::Lattice, rows, columns).unwrap()
    }

    #[test]
    fn the_games_have_their_given_tiles_and_swaps() {
        for (rows, columns, given, swaps) in [
            (5, 5, 5, 10),
            (7, 7, 12, 20),
            (9, 9, 21, 28),
            (3, 3, 0, 5),
            (3, 5, 0, 9),
            (9, 3, 0, 15),
            (5, 7, 8, 14),
            (7, 9, 16, 22),
        ] {
            let layout = lattice(rows, columns);
            assert_eq!(usual(layout).len(), given, "{layout:?}");
            let min_swaps = Range { least: swaps, most: Some(swaps) };
            assert_eq!(Difficulty::default().usual(layout), Difficulty { min_swaps, ..Difficulty::default() });
        }
        assert_eq!(usual(lattice(5, 5)), [0, 4, 10, 16, 20]);
        // The crossings of 5 rows and 7 columns, beside the corners: their tiles lie 7, 4, 7, 4, 7 in a row.
        assert_eq!(usual(lattice(5, 7)), [2, 4, 11, 13, 15, 17, 24, 26]);
    }

    #[test]
    fn fewer_are_given_where_fewer_may_be_green_and_any_of_them() {
        let given = Given::new(lattice(5, 5), Range { least: 0, most: Some(2) });
        assert_eq!((given.number(), given.movable()), (2, 19));
        let mut stream = Stream::new(&[5; 32]);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..2000 {
            *counts.entry(given.draw_movable(&mut stream)).or_insert(0u32) += 1;
        }
        // Each of the 10 pairs, 200 times or so; the 99.9th percentile with 9 degrees of freedom.
        assert_eq!(counts.len(), 10);
        let chi: f64 = counts.values().map(|&c| (f64::from(c) - 200.0).powi(2) / 200.0).sum();
        assert!(chi < 27.9, "{counts:?}");
    }

    /// The easiest choice allows what any choice allows, and nothing else.
    #[test]
    fn the_easiest_choice_is_the_best_of_all() {
        let mut random = crate::testing::Random::new(1);
        for case in 0..200 {
            let (target, _) = random.symbols(21, 2 + case % 6);
            let most = u32::try_from(random.below(5)).unwrap();
            let green = Range { least: 0, most: Some(most) };
            let difficulty = Difficulty { green, ..Difficulty::default() };
            let given = Given::new(lattice(5, 5), green);
            let splits = |letters: &Letters| Reach::new(letters, given.number(), &difficulty).splits;
            let mut best = Vec::new();
            for choice in (0..32u32).filter(|choice| choice.count_ones() == most) {
                let chosen: Vec<usize> = (0..5).filter(|&i| choice >> i & 1 == 1).map(|i| given.usual[i]).collect();
                let reached = splits(&letters_of(given.all_but(&chosen).into_iter().map(|tile| target[tile])));
                if reached.len() > best.len() {
                    best = reached;
                }
            }
            assert_eq!(splits(&given.easiest(&target)), best, "{target:?}, {most} given");
        }
    }
}
