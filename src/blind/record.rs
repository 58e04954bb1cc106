//! A game so far, as everyone may know it: the terms, what was told at the start, each swap and what it told.

use std::sync::Arc;

use super::feedback::{Feedback, Told};
use crate::lexicon::{Dictionary, Letter};
use crate::puzzle::{Grid, Kind, Swap};

/// What everyone knows of a game before anything is told.
#[derive(Clone, Debug)]
pub struct Terms {
    start: Grid,
    letters: Vec<Letter>,
    dictionary: Arc<Dictionary>,
    feedback: Feedback,
}

/// Why a blind game cannot be played on these terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// The tiles do not lie in rows.
    #[error("blind games are played in rows, not on a lattice")]
    NotRows,
    /// A tile's letter is none of the dictionary's.
    #[error("'{0}' is no letter of the dictionary's alphabet")]
    NotALetter(char),
}

impl Terms {
    /// The terms of a game that starts from this grid of rows, whose target is distinct words of this dictionary.
    ///
    /// # Errors
    /// Where the grid is no rows of letters of the dictionary's alphabet.
    pub fn new(start: Grid, dictionary: Arc<Dictionary>, feedback: Feedback) -> Result<Self, TermsError> {
        if start.layout().kind() != Kind::Rows {
            return Err(TermsError::NotRows);
        }
        let letter = |&letter: &char| dictionary.alphabet().letter(letter).ok_or(TermsError::NotALetter(letter));
        let letters = start.cells().iter().map(letter).collect::<Result<_, _>>()?;
        Ok(Self { start, letters, dictionary, feedback })
    }

    /// The tiles as they lay at the start.
    #[must_use]
    pub fn start(&self) -> &Grid {
        &self.start
    }

    /// Their letters in reading order.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// What the target's rows are words of.
    #[must_use]
    pub fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// What a player is told.
    #[must_use]
    pub fn feedback(&self) -> Feedback {
        self.feedback
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
}

/// Why a grid of rows is no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetFault {
    /// The first row that is no word of the dictionary, or that of a row above.
    pub row: usize,
    /// That row above.
    pub repeats: Option<usize>,
}

impl TargetFault {
    /// The first row that keeps this grid from being a target.
    #[must_use]
    pub fn of(target: &Grid, dictionary: &Dictionary) -> Option<Self> {
        let rows: Vec<&[char]> = target.cells().chunks(target.layout().columns()).collect();
        let is_word = |row: &[char]| {
            let letters: Option<Vec<_>> = row.iter().map(|&letter| dictionary.alphabet().letter(letter)).collect();
            letters.is_some_and(|letters| dictionary.contains(&letters))
        };
        (0..rows.len()).find_map(|row| {
            let repeats = rows[..row].iter().position(|above| *above == rows[row]);
            (repeats.is_some() || !is_word(rows[row])).then_some(Self { row, repeats })
        })
    }
}

/// A swap that was made, and what it told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The swap.
    pub swap: Swap,
    /// What was told after it, of every tile.
    pub told: Told,
}

/// A game so far: of grids that were not the target, or the game would be over.
#[derive(Clone, Debug)]
pub struct Record {
    terms: Arc<Terms>,
    at_start: Told,
    moves: Vec<Move>,
    grid: Grid,
}

impl Record {
    /// A game at its start, of which this is told.
    #[must_use]
    pub fn new(terms: Arc<Terms>, at_start: Told) -> Self {
        let grid = terms.start.clone();
        Self { terms, at_start, moves: Vec::new(), grid }
    }

    /// Adds a swap and what it told.
    pub fn push(&mut self, made: Move) {
        self.grid.swap(made.swap);
        self.moves.push(made);
    }

    /// The terms.
    #[must_use]
    pub fn terms(&self) -> &Arc<Terms> {
        &self.terms
    }

    /// What was told at the start.
    #[must_use]
    pub fn at_start(&self) -> &Told {
        &self.at_start
    }

    /// The swaps so far, and what they told.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What was told last.
    #[must_use]
    pub fn told(&self) -> &Told {
        self.moves.last().map_or(&self.at_start, |last| &last.told)
    }

    /// The tiles as they lie now.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}
