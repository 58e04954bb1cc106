//! A start grid and the hidden target that it is a rearrangement of.

use super::grid::{Grid, Swap};
use super::marks::{Mark, mark_grid};

/// A start and its target: the same layout, the same letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    start: Grid,
    target: Grid,
}

/// Why two grids are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The two lie differently.
    #[error("start and target must have the same rows, columns and kind of layout")]
    LayoutsDiffer,
    /// The target is no rearrangement of the start.
    #[error(
        "the target must have the start's letters: '{letter}' comes {in_start} times in the start, {in_target} in the target"
    )]
    LettersDiffer {
        /// The first letter of the target, in reading order, that comes more often than in the start.
        letter: char,
        /// How often it comes in the start.
        in_start: usize,
        /// How often in the target.
        in_target: usize,
    },
}

impl Board {
    /// A board of these two.
    ///
    /// # Errors
    /// Where the one is no rearrangement of the other.
    pub fn new(start: Grid, target: Grid) -> Result<Self, BoardError> {
        if start.layout() != target.layout() {
            return Err(BoardError::LayoutsDiffer);
        }
        let (mut have, mut want) = (start.cells().to_vec(), target.cells().to_vec());
        have.sort_unstable();
        want.sort_unstable();
        if have != want {
            let count = |cells: &[char], letter| cells.iter().filter(|&&l| l == letter).count();
            for letter in target.letters() {
                let (in_start, in_target) = (count(&have, letter), count(&want, letter));
                if in_target > in_start {
                    return Err(BoardError::LettersDiffer { letter, in_start, in_target });
                }
            }
        }
        Ok(Self { start, target })
    }

    /// The tiles as they lie.
    #[must_use]
    pub fn start(&self) -> &Grid {
        &self.start
    }

    /// Where they belong.
    #[must_use]
    pub fn target(&self) -> &Grid {
        &self.target
    }

    /// Tiles that are not right: the Hamming distance of start and target.
    #[must_use]
    pub fn misplaced(&self) -> usize {
        self.start.cells().iter().zip(self.target.cells()).filter(|(have, want)| have != want).count()
    }

    /// What the player is told of the start.
    #[must_use]
    pub fn marks(&self) -> Vec<Option<Mark>> {
        mark_grid(&self.start, &self.target)
    }

    /// Whether these swaps, in order, lead from the start to the target.
    #[must_use]
    pub fn is_solved_by(&self, swaps: &[Swap]) -> bool {
        let mut grid = self.start.clone();
        for &swap in swaps {
            grid.swap(swap);
        }
        grid == self.target
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Kind, Layout};

    fn grid(text: &str) -> Grid {
        Grid::new(Layout::new(Kind::Rows, 1, text.len()).unwrap(), text.chars().collect()).unwrap()
    }

    #[test]
    fn a_target_has_the_letters_of_its_start() {
        let board = Board::new(grid("abca"), grid("aabc")).unwrap();
        assert_eq!(board.misplaced(), 3);
        assert!(board.is_solved_by(&[Swap::new(Cell(1), Cell(2)).unwrap(), Swap::new(Cell(1), Cell(3)).unwrap()]));
        assert!(!board.is_solved_by(&[]));
        assert_eq!(
            Board::new(grid("abca"), grid("abcb")),
            Err(BoardError::LettersDiffer { letter: 'b', in_start: 1, in_target: 2 })
        );
        assert_eq!(Board::new(grid("abc"), grid("abca")), Err(BoardError::LayoutsDiffer));
    }
}
