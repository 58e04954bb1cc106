//! What is asked: the tiles of a lattice, the words that they may become, and what is known of them.

use std::sync::Arc;

use super::candidates::Wanted;
use super::tiles::Tiles;
use crate::fill::TaskError;
use crate::lexicon::{Dictionary, Letter};
use crate::puzzle::{Grid, Kind, Known};

/// The tiles of a lattice, the words that they may become, and what is known of them.
#[derive(Clone, Debug)]
pub struct Task {
    start: Grid,
    dictionary: Arc<Dictionary>,
    letters: Vec<Letter>,
    /// In reading order; empty where nothing is known.
    known: Vec<Known>,
}

impl Task {
    /// The task of making words of a dictionary from these tiles. `known` is of each tile in reading order, or empty.
    ///
    /// # Errors
    /// Where the grid is no lattice of letters of the dictionary's alphabet, or what is known is not of all its tiles.
    pub fn new(start: Grid, dictionary: Arc<Dictionary>, known: Vec<Known>) -> Result<Self, TaskError> {
        if start.layout().kind() != Kind::Lattice {
            return Err(TaskError::NotALattice);
        }
        let letter = |cell| {
            let letter = start.letter(cell);
            dictionary.alphabet().letter(letter).ok_or(TaskError::NotALetter { cell, letter })
        };
        let letters = start.layout().tiles().map(letter).collect::<Result<Vec<Letter>, _>>()?;
        if !known.is_empty() && known.len() != letters.len() {
            return Err(TaskError::KnownSize { expected: letters.len(), found: known.len() });
        }
        Ok(Self { start, dictionary, letters, known })
    }

    /// The tiles as they lie.
    #[must_use]
    pub fn start(&self) -> &Grid {
        &self.start
    }

    pub(super) fn tiles(&self) -> Tiles {
        Tiles::of(self.start.layout(), &self.letters)
    }

    pub(super) fn wanted(&self) -> Wanted<'_> {
        Wanted { dictionary: &self.dictionary, also: &[], known: &self.known }
    }

    /// Whether anything is known of a tile.
    pub(super) fn is_marked(&self) -> bool {
        self.known.iter().any(|known| *known != Known::Nothing)
    }

    /// The cells of a grid with these letters on its tiles, which are those of the start in another order.
    pub(super) fn cells(&self, tiles: &Tiles, target: &[u8]) -> Vec<char> {
        let mut cells = self.start.cells().to_vec();
        for (cell, &letter) in self.start.layout().tiles().zip(target) {
            cells[cell.index()] = self.dictionary.alphabet().char(tiles.letters()[usize::from(letter)]);
        }
        cells
    }
}
