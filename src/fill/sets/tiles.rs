//! The tiles: their letters, numbered and counted.

use crate::fill::packing::Packing;
use crate::lexicon::{Letter, MAX_ALPHABET};
use crate::puzzle::Grid;

pub(crate) use crate::fill::packing::Counts;

/// Set where the tiles have no such letter.
const ABSENT: u8 = u8::MAX;

/// Tiles that lie in rows. Their letters are known by number, in the order in which they first come.
#[derive(Debug)]
pub(crate) struct Tiles {
    /// By the alphabet's letter, its number.
    numbers: [u8; MAX_ALPHABET],
    packing: Packing,
    /// By number, the cells that a letter lies in, by row and column.
    cells: Vec<Vec<(usize, usize)>>,
    /// By number.
    characters: Vec<char>,
    /// The tiles in reading order.
    start: Vec<u8>,
    columns: usize,
}

impl Tiles {
    /// The tiles of a grid of rows, whose letters in reading order are these. `None` where so many letters come so often that
    /// their counts take more than 128 bits, which those of a task never do.
    pub(crate) fn of(grid: &Grid, letters: &[Letter]) -> Option<Self> {
        let columns = grid.layout().columns();
        let mut numbers = [ABSENT; MAX_ALPHABET];
        let mut cells: Vec<Vec<(usize, usize)>> = Vec::with_capacity(MAX_ALPHABET);
        let mut start = Vec::with_capacity(letters.len());
        let mut characters = Vec::with_capacity(MAX_ALPHABET);
        for (cell, (letter, &character)) in letters.iter().zip(grid.cells()).enumerate() {
            let number = &mut numbers[letter.index()];
            if *number == ABSENT {
                *number = u8::try_from(cells.len()).unwrap_or(ABSENT);
                cells.push(Vec::new());
                characters.push(character);
            }
            cells[usize::from(*number)].push((cell / columns, cell % columns));
            start.push(*number);
        }
        let packing = Packing::of(cells.iter().map(Vec::len))?;
        Some(Self { numbers, packing, cells, characters, start, columns })
    }

    /// How many letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.cells.len()
    }

    /// Their letters in reading order.
    pub(crate) fn start(&self) -> &[u8] {
        &self.start
    }

    /// What the grid has for letters.
    pub(crate) fn characters(&self, letters: &[u8]) -> impl Iterator<Item = char> {
        letters.iter().map(|&letter| self.characters[usize::from(letter)])
    }

    /// How many tiles there are.
    pub(crate) fn count(&self) -> usize {
        self.start.len()
    }

    /// Tiles in a row.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Rows.
    pub(crate) fn rows(&self) -> usize {
        self.start.len() / self.columns
    }

    /// The cells that a letter lies in, by row and column.
    pub(crate) fn cells(&self, letter: usize) -> &[(usize, usize)] {
        &self.cells[letter]
    }

    /// The letters of the alphabet that they have, a bit each.
    pub(crate) fn set(&self) -> u64 {
        (0..).zip(&self.numbers).filter(|(_, number)| **number != ABSENT).fold(0, |set, (at, _)| set | 1 << at)
    }

    /// The number of a letter that they have.
    pub(crate) fn number(&self, letter: Letter) -> u8 {
        self.numbers[letter.index()]
    }

    /// The counts of all of them.
    pub(crate) fn all(&self) -> Counts {
        self.packing.all()
    }

    /// The counts of a word, if they could make it.
    pub(crate) fn pack(&self, word: &[u8]) -> Option<Counts> {
        self.packing.pack(word)
    }

    /// How often a letter comes.
    pub(crate) fn times(&self, counts: Counts, letter: usize) -> i32 {
        self.packing.times(counts, letter)
    }

    /// The bits of counts that are not 0 where a letter comes at all.
    pub(crate) fn bits(&self, letter: usize) -> Counts {
        self.packing.bits(letter)
    }

    /// What is left when these are taken; `None` where a letter runs short.
    #[inline]
    pub(crate) fn less(&self, left: Counts, taken: Counts) -> Option<Counts> {
        self.packing.less(left, taken)
    }
}
