//! Letters in their cells.

use super::layout::{Cell, Layout};

pub use crate::lexicon::NO_TILE;

/// Letters in the cells of a layout. Every cell that holds a tile has one folded letter, every other has [`NO_TILE`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    layout: Layout,
    cells: Vec<char>,
}

/// Why these characters are no grid of the layout. Rows and columns are zero-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// Too few or too many characters.
    #[error("a grid of this layout has {expected} cells, not {found}")]
    Size {
        /// Cells of the layout.
        expected: usize,
        /// Characters given.
        found: usize,
    },
    /// A cell of the layout that holds a tile has none.
    #[error("row {row}, column {column} must hold a tile, not '.'")]
    TileMissing {
        /// The cell's row.
        row: usize,
        /// The cell's column.
        column: usize,
    },
    /// A cell of the layout that holds no tile has one.
    #[error("row {row}, column {column} must hold '.', not '{letter}'")]
    TileTooMuch {
        /// The cell's row.
        row: usize,
        /// The cell's column.
        column: usize,
        /// What is there.
        letter: char,
    },
}

impl Grid {
    /// A grid of these characters, row by row.
    ///
    /// # Errors
    /// Where tiles and layout do not fit.
    pub fn new(layout: Layout, cells: Vec<char>) -> Result<Self, GridError> {
        if cells.len() != layout.cell_count() {
            return Err(GridError::Size { expected: layout.cell_count(), found: cells.len() });
        }
        for (index, &letter) in cells.iter().enumerate() {
            let (row, column) = (index / layout.columns(), index % layout.columns());
            match (layout.is_tile(row, column), letter == NO_TILE) {
                (true, true) => return Err(GridError::TileMissing { row, column }),
                (false, false) => return Err(GridError::TileTooMuch { row, column, letter }),
                _ => {}
            }
        }
        Ok(Self { layout, cells })
    }

    /// The shape.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The characters of all cells, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[char] {
        &self.cells
    }

    /// The letter in this cell.
    #[must_use]
    pub fn letter(&self, cell: Cell) -> char {
        self.cells[cell.index()]
    }

    /// The letters of the tiles, in reading order.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.cells.iter().copied().filter(|&letter| letter != NO_TILE)
    }

    /// The rows as text.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.cells.chunks(self.layout.columns()).map(|row| row.iter().collect())
    }

    /// The words of the slots, in the layout's order.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.layout.slots().map(|slot| slot.cells().map(|cell| self.letter(cell)).collect())
    }

    /// Two tiles trade places.
    pub fn swap(&mut self, swap: Swap) {
        self.cells.swap(swap.first().index(), swap.second().index());
    }
}

/// Two tiles that trade places, the first of them first in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Swap {
    first: Cell,
    second: Cell,
}

impl Swap {
    /// The swap of two cells, in either order; `None` where they are one.
    #[must_use]
    pub fn new(one: Cell, other: Cell) -> Option<Self> {
        (one != other).then(|| Self { first: one.min(other), second: one.max(other) })
    }

    /// The cell that comes first in reading order.
    #[must_use]
    pub fn first(self) -> Cell {
        self.first
    }

    /// The other.
    #[must_use]
    pub fn second(self) -> Cell {
        self.second
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Kind;

    #[test]
    fn tiles_lie_where_the_layout_has_them() {
        let lattice = Layout::new(Kind::Lattice, 3, 3).unwrap();
        let grid = Grid::new(lattice, "abcd.efgh".chars().collect()).unwrap();
        assert_eq!(grid.letters().collect::<String>(), "abcdefgh");
        assert_eq!(grid.words().collect::<Vec<_>>(), ["abc", "fgh", "adf", "ceh"]);
        assert_eq!(grid.rows().collect::<Vec<_>>(), ["abc", "d.e", "fgh"]);
        assert_eq!(
            Grid::new(lattice, "abcdxefgh".chars().collect()),
            Err(GridError::TileTooMuch { row: 1, column: 1, letter: 'x' })
        );
        assert_eq!(
            Grid::new(lattice, "ab.d.efgh".chars().collect()),
            Err(GridError::TileMissing { row: 0, column: 2 })
        );
        assert_eq!(Grid::new(lattice, "abcd.efg".chars().collect()), Err(GridError::Size { expected: 9, found: 8 }));
    }

    #[test]
    fn a_swap_names_its_first_cell_first() {
        let swap = Swap::new(Cell(7), Cell(2)).unwrap();
        assert_eq!((swap.first(), swap.second()), (Cell(2), Cell(7)));
        assert_eq!(Swap::new(Cell(3), Cell(3)), None);
        let rows = Layout::new(Kind::Rows, 1, 3).unwrap();
        let mut grid = Grid::new(rows, "abc".chars().collect()).unwrap();
        grid.swap(Swap::new(Cell(2), Cell(0)).unwrap());
        assert_eq!(grid.cells(), ['c', 'b', 'a']);
    }
}
