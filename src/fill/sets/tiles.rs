//! The tiles: their letters, numbered and counted.
//!
//! Counts of all letters lie in one number, a field each: as many bits as the letter's tiles need, and a guard bit above
//! them. To take a word's letters from what is left is one subtraction, and a guard that was borrowed from says that a letter
//! ran short, however often it comes.

use crate::lexicon::{Letter, MAX_ALPHABET};
use crate::puzzle::Grid;

/// How often each letter comes, packed.
pub(crate) type Counts = u128;

/// Set where the tiles have no such letter.
const ABSENT: u8 = u8::MAX;

/// Tiles that lie in rows. Their letters are known by number, in the order in which they first come.
#[derive(Debug)]
pub(crate) struct Tiles {
    /// By the alphabet's letter, its number.
    numbers: [u8; MAX_ALPHABET],
    /// By number.
    fields: Vec<Field>,
    guards: Counts,
    all: Counts,
    /// By number.
    characters: Vec<char>,
    /// The tiles in reading order.
    start: Vec<u8>,
    columns: usize,
}

/// A letter of the tiles.
#[derive(Debug, Default)]
struct Field {
    /// The cells that it lies in, by row and column.
    cells: Vec<(usize, usize)>,
    /// The lowest of its bits.
    shift: u32,
    /// All of them but the guard, from the lowest.
    mask: Counts,
}

impl Tiles {
    /// The tiles of a grid of rows, whose letters in reading order are these. `None` where so many letters come so often that
    /// their counts take more than 128 bits, which fewer than 64 tiles never do, nor any number of up to 32 letters.
    pub(crate) fn of(grid: &Grid, letters: &[Letter]) -> Option<Self> {
        let columns = grid.layout().columns();
        let mut numbers = [ABSENT; MAX_ALPHABET];
        let mut fields: Vec<Field> = Vec::with_capacity(MAX_ALPHABET);
        let mut start = Vec::with_capacity(letters.len());
        let mut characters = Vec::with_capacity(MAX_ALPHABET);
        for (cell, (letter, &character)) in letters.iter().zip(grid.cells()).enumerate() {
            let number = &mut numbers[letter.index()];
            if *number == ABSENT {
                *number = u8::try_from(fields.len()).unwrap_or(ABSENT);
                fields.push(Field::default());
                characters.push(character);
            }
            fields[usize::from(*number)].cells.push((cell / columns, cell % columns));
            start.push(*number);
        }
        let (mut shift, mut guards, mut all) = (0, 0, 0);
        for field in &mut fields {
            let tiles = field.cells.len() as Counts;
            let bits = Counts::BITS - tiles.leading_zeros();
            if shift + bits >= Counts::BITS {
                return None;
            }
            field.shift = shift;
            field.mask = (1 << bits) - 1;
            all |= tiles << shift;
            guards |= 1 << (shift + bits);
            shift += bits + 1;
        }
        Some(Self { numbers, fields, guards, all, characters, start, columns })
    }

    /// How many letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.fields.len()
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
        &self.fields[letter].cells
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
        self.all
    }

    /// The counts of a word, if they could make it.
    pub(crate) fn pack(&self, word: &[u8]) -> Option<Counts> {
        let mut left = self.all;
        for &letter in word {
            let field = self.fields.get(usize::from(letter))?;
            if left >> field.shift & field.mask == 0 {
                return None;
            }
            left -= 1 << field.shift;
        }
        Some(self.all - left)
    }

    /// How often a letter comes.
    pub(crate) fn times(&self, counts: Counts, letter: usize) -> i32 {
        let &Field { shift, mask, .. } = &self.fields[letter];
        // At most 54.
        i32::try_from(counts >> shift & mask).unwrap_or(i32::MAX)
    }

    /// The bits of counts that are not 0 where a letter comes at all.
    pub(crate) fn bits(&self, letter: usize) -> Counts {
        let &Field { shift, mask, .. } = &self.fields[letter];
        mask << shift
    }

    /// What is left when these are taken; `None` where a letter runs short.
    #[inline]
    pub(crate) fn less(&self, left: Counts, taken: Counts) -> Option<Counts> {
        let rest = (left | self.guards) - taken;
        (rest & self.guards == self.guards).then_some(rest & !self.guards)
    }
}
