//! Where tiles lie and which runs of cells must read as words.

/// The most rows and the most columns of a grid.
pub const MAX_SIDE: usize = 9;
/// The most cells of a grid.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// A cell of a grid, counted in reading order from 0: row by row, each from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Where the cell's tile lies in a grid's list of cells.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How words lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Every row is a word and every cell a tile (jmbld, Smartle).
    Rows,
    /// Every second row and every second column, from the first, is a word (Waffle).
    Lattice,
}

/// The shape of a grid: its kind, rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    kind: Kind,
    rows: u8,
    columns: u8,
}

/// Why there is no such layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Rows or columns out of range.
    #[error("rows and columns are 1 to {MAX_SIDE} each")]
    Size,
    /// A lattice whose sides are not odd, or less than 3.
    #[error("a lattice has 3, 5, 7 or 9 rows and columns")]
    LatticeSides,
}

/// The cells of one word, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    first: u8,
    step: u8,
    length: u8,
}

impl Slot {
    /// The word's length in letters.
    #[must_use]
    pub fn len(self) -> usize {
        usize::from(self.length)
    }

    /// Never: every slot has a cell.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Its cells, from the word's first letter to its last.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length).map(move |i| Cell(self.first + i * self.step))
    }
}

impl Layout {
    /// The layout of this kind and size.
    ///
    /// # Errors
    /// Where a side is out of range for the kind.
    pub fn new(kind: Kind, rows: usize, columns: usize) -> Result<Self, LayoutError> {
        let side = |n: usize| u8::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(&usize::from(*n)));
        let (Some(r), Some(c)) = (side(rows), side(columns)) else {
            return Err(LayoutError::Size);
        };
        if kind == Kind::Lattice && [r, c].iter().any(|n| n % 2 == 0 || *n < 3) {
            return Err(LayoutError::LatticeSides);
        }
        Ok(Self { kind, rows: r, columns: c })
    }

    /// How words lie.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Rows, 1 to 9.
    #[must_use]
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Columns, 1 to 9.
    #[must_use]
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// Cells in all, with and without a tile.
    #[must_use]
    pub fn cell_count(self) -> usize {
        self.rows() * self.columns()
    }

    /// Whether the layout has a tile at this zero-based row and column: a lattice has none where both are odd.
    #[must_use]
    pub fn is_tile(self, row: usize, column: usize) -> bool {
        row < self.rows() && column < self.columns() && !(self.kind == Kind::Lattice && row % 2 == 1 && column % 2 == 1)
    }

    /// The cells that hold tiles, in reading order.
    pub fn tiles(self) -> impl Iterator<Item = Cell> {
        (0..self.rows * self.columns).map(Cell).filter(move |&cell| {
            let (row, column) = self.position(cell);
            self.is_tile(row, column)
        })
    }

    /// Tiles in all.
    #[must_use]
    pub fn tile_count(self) -> usize {
        match self.kind {
            Kind::Rows => self.cell_count(),
            Kind::Lattice => self.cell_count() - (self.rows() / 2) * (self.columns() / 2),
        }
    }

    /// The cell at this zero-based row and column, if the layout has a tile there.
    #[must_use]
    pub fn cell(self, row: usize, column: usize) -> Option<Cell> {
        let index = u8::try_from(row * self.columns() + column).ok()?;
        self.is_tile(row, column).then_some(Cell(index))
    }

    /// The cell's zero-based row and column.
    #[must_use]
    pub fn position(self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.columns(), cell.index() % self.columns())
    }

    /// The words: across from top to bottom, then down from left to right.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        let (across_step, down_step) = match self.kind {
            Kind::Rows => (1, None),
            Kind::Lattice => (2, Some(2)),
        };
        let across = (0..self.rows).step_by(across_step).map(move |row| Slot {
            first: row * self.columns,
            step: 1,
            length: self.columns,
        });
        let down = down_step.into_iter().flat_map(move |step| {
            (0..self.columns).step_by(step).map(move |column| Slot {
                first: column,
                step: self.columns,
                length: self.rows,
            })
        });
        across.chain(down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(kind: Kind, rows: usize, columns: usize) -> Layout {
        Layout::new(kind, rows, columns).unwrap()
    }

    #[test]
    fn the_known_games_have_their_tiles_and_words() {
        for (kind, rows, columns, tiles, words) in [
            (Kind::Rows, 5, 5, 25, 5),
            (Kind::Rows, 9, 9, 81, 9),
            (Kind::Rows, 1, 3, 3, 1),
            (Kind::Lattice, 3, 3, 8, 4),
            (Kind::Lattice, 5, 5, 21, 6),
            (Kind::Lattice, 7, 7, 40, 8),
            (Kind::Lattice, 9, 9, 65, 10),
            (Kind::Lattice, 7, 5, 29, 7),
        ] {
            let layout = layout(kind, rows, columns);
            assert_eq!(layout.tile_count(), tiles, "{layout:?}");
            assert_eq!(layout.tiles().count(), tiles, "{layout:?}");
            assert_eq!(layout.slots().count(), words, "{layout:?}");
            for slot in layout.slots() {
                assert!(slot.cells().all(|cell| layout.tiles().any(|tile| tile == cell)), "{slot:?}");
            }
        }
    }

    #[test]
    fn words_run_across_then_down() {
        let slots: Vec<Vec<u8>> =
            layout(Kind::Lattice, 3, 5).slots().map(|slot| slot.cells().map(|cell| cell.0).collect()).collect();
        assert_eq!(
            slots,
            [vec![0, 1, 2, 3, 4], vec![10, 11, 12, 13, 14], vec![0, 5, 10], vec![2, 7, 12], vec![4, 9, 14]]
        );
    }

    #[test]
    fn sides_out_of_range_are_refused() {
        assert_eq!(Layout::new(Kind::Rows, 0, 5), Err(LayoutError::Size));
        assert_eq!(Layout::new(Kind::Rows, 5, 10), Err(LayoutError::Size));
        assert_eq!(Layout::new(Kind::Rows, usize::MAX, 1), Err(LayoutError::Size));
        assert_eq!(Layout::new(Kind::Lattice, 1, 5), Err(LayoutError::LatticeSides));
        assert_eq!(Layout::new(Kind::Lattice, 5, 6), Err(LayoutError::LatticeSides));
    }

    #[test]
    fn a_cell_knows_its_place() {
        let layout = layout(Kind::Lattice, 5, 5);
        assert_eq!(layout.cell(4, 4), Some(Cell(24)));
        assert_eq!(layout.cell(1, 1), None);
        assert_eq!(layout.cell(5, 0), None);
        assert_eq!(layout.position(Cell(13)), (2, 3));
    }
}
