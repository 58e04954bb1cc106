//! What is asked: tiles that lie in rows, the words that they may become, and what is known of them.

use std::sync::Arc;

use crate::lexicon::{Dictionary, Letter, WordList};
use crate::puzzle::layout::MAX_SIDE;
use crate::puzzle::marks::{Known, mark_word};
use crate::puzzle::{Cell, Grid, Kind, Layout, Mark};

/// The most rows.
pub const MAX_ROWS: usize = 6;
/// The fewest letters of a row.
pub const MIN_COLUMNS: usize = 3;
/// The most tiles.
pub const MAX_TILES: usize = MAX_ROWS * MAX_SIDE;

/// Tiles that lie in rows, the words that they may become, and what is known of them.
#[derive(Clone, Debug)]
pub struct Task {
    start: Grid,
    dictionary: Arc<Dictionary>,
    letters: Vec<Letter>,
    /// In reading order; empty where nothing is known.
    known: Vec<Known>,
}

/// Why there is no such task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// It is no grid of rows.
    #[error("it must be rows")]
    NotRows,
    /// It is no lattice.
    #[error("it must be a lattice")]
    NotALattice,
    /// It is too large or too small.
    #[error(
        "words are found for 1 to {MAX_ROWS} rows of {MIN_COLUMNS} to {MAX_SIDE} letters, not for {rows} of {columns}"
    )]
    Size {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// A tile's letter is none of the dictionary's.
    #[error("'{letter}' is no letter of the dictionary's alphabet")]
    NotALetter {
        /// Where it lies.
        cell: Cell,
        /// What lies there.
        letter: char,
    },
    /// What is known has not the grid's shape.
    #[error("what is known is of {found} tiles, not of {expected}")]
    KnownSize {
        /// Tiles of the grid.
        expected: usize,
        /// Tiles that something is said of.
        found: usize,
    },
}

impl Task {
    /// The task of making words of a dictionary from these tiles. `known` is of each tile in reading order, or empty.
    ///
    /// # Errors
    /// Where the grid is not 1 to 6 rows of 3 to 9 letters of the dictionary's alphabet, or what is known has not its shape.
    pub fn new(start: Grid, dictionary: Arc<Dictionary>, known: Vec<Known>) -> Result<Self, TaskError> {
        Self::check_layout(start.layout())?;
        let letter = |(cell, &letter): (u8, &char)| {
            dictionary.alphabet().letter(letter).ok_or(TaskError::NotALetter { cell: Cell(cell), letter })
        };
        let letters = (0u8..).zip(start.cells()).map(letter).collect::<Result<Vec<Letter>, _>>()?;
        if !known.is_empty() && known.len() != letters.len() {
            return Err(TaskError::KnownSize { expected: letters.len(), found: known.len() });
        }
        Ok(Self { start, dictionary, letters, known })
    }

    /// Whether there can be a task for tiles that lie so.
    ///
    /// # Errors
    /// Where they are not 1 to 6 rows of 3 to 9.
    pub fn check_layout(layout: Layout) -> Result<(), TaskError> {
        if layout.kind() != Kind::Rows {
            return Err(TaskError::NotRows);
        }
        let (rows, columns) = (layout.rows(), layout.columns());
        if rows > MAX_ROWS || columns < MIN_COLUMNS {
            return Err(TaskError::Size { rows, columns });
        }
        Ok(())
    }

    /// The tiles as they lie.
    #[must_use]
    pub fn start(&self) -> &Grid {
        &self.start
    }

    /// Rows of the grid.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.start.layout().rows()
    }

    /// Letters of each row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.start.layout().columns()
    }

    /// The tiles' letters in reading order.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The words that a row may become, whatever its tiles.
    #[must_use]
    pub fn words(&self) -> WordList<'_> {
        self.dictionary.words(self.columns())
    }

    /// What its rows' words are words of.
    #[must_use]
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Whether a row may become this word, by what is known of its tiles.
    ///
    /// # Panics
    /// For a row that the grid has not, or a word of another length.
    #[must_use]
    pub fn allows(&self, row: usize, word: &[Letter]) -> bool {
        let tiles = row * self.columns()..(row + 1) * self.columns();
        let Some(known) = self.known.get(tiles.clone()) else { return true };
        let mut marks = [Mark::Grey; MAX_SIDE];
        let marks = &mut marks[..self.columns()];
        mark_word(&self.letters[tiles], word, marks);
        known.iter().zip(marks).all(|(known, mark)| known.allows(*mark))
    }

    /// The grid of these words, one a row.
    ///
    /// # Panics
    /// Where they are too many or too few letters.
    #[must_use]
    pub fn grid<'a>(&self, words: impl IntoIterator<Item = &'a [Letter]>) -> Grid {
        let alphabet = self.dictionary.alphabet();
        let cells = words.into_iter().flatten().map(|&letter| alphabet.char(letter)).collect();
        Grid::new(self.start.layout(), cells).unwrap_or_else(|error| panic!("words of a task: {error}"))
    }
}
