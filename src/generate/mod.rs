//! Seed to board: the same board for the same request, on every replica and platform, in every later version.
//!
//! - [`identity`]: all that determines a board, to the byte; its id and the key of its random stream;
//! - [`stream`]: the random stream and what is drawn from it;
//! - [`difficulty`]: how hard a board shall be, and which are possible at all;
//! - [`judge`]: what a start is measured by; [`permute`]: rearrangements with so many cycles; [`build`]: starts of a rarer
//!   difficulty;
//! - [`fillings`]: crossing words for lattices, drawn evenly;
//! - [`mod@rows`]: the generator for rows; [`lattice`]: the generator for lattices;
//! - [`par`]: a board's figures;
//! - [`error`]: why there is no board.
//!
//! An *edition* is a generator with its word lists. All of this is edition 1. A change that would change any board is a new
//! edition beside it; the golden boards in the tests see to that. Nothing here depends on the clock: it can end a search, and
//! then there is no board.

mod build;
pub mod difficulty;
mod error;
pub mod fillings;
pub mod identity;
mod judge;
mod lattice;
mod par;
mod permute;
mod rows;
pub mod stream;

use std::sync::Arc;

use uuid::Uuid;

pub use difficulty::{Difficulty, Range};
pub use error::{Figure, GenerateError};
pub use fillings::KeptFigures;
pub use identity::{Identity, Salt};
pub use par::Par;

use crate::budget::Budget;
use crate::lexicon::Dictionary;
use crate::puzzle::{Board, Grid, Kind, Layout};
use fillings::Kept;
use identity::Determinants;
use rows::{Rearranged, Targets};
use stream::Stream;

#[cfg(test)]
mod tests;

/// The editions that this version can make.
pub const EDITIONS: &[u32] = &[1];

/// Which board: a request with everything resolved.
#[derive(Clone, Debug)]
pub struct BoardSpec {
    /// Which generator and which word lists.
    pub edition: u32,
    /// The language's code.
    pub language: String,
    /// What targets are drawn from.
    pub dictionary: Arc<Dictionary>,
    /// What is allowed beside it: see [`Language::allowed_beside`](crate::lexicon::Language::allowed_beside).
    pub allowed: Arc<Dictionary>,
    /// The seed.
    pub seed: String,
    /// The layout.
    pub layout: Layout,
    /// How hard, with what is [usual](Difficulty::usual) of the layout where nothing was asked.
    pub difficulty: Difficulty,
    /// The caller's own target, of this layout.
    pub target: Option<Grid>,
}

/// A board, who it is and how hard it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedBoard {
    /// A UUID of all that determines it.
    pub board_id: Uuid,
    /// Start and target.
    pub board: Board,
    /// Its figures.
    pub par: Par,
    /// Of a lattice: whether the marks of its start leave one fill over `allowed`, the target. `None`: rows, or the caller's own
    /// target where that is not known.
    pub unique: Option<bool>,
}

impl BoardSpec {
    /// The identity of the board that this determines.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let target: Option<String> = self.target.as_ref().map(|target| target.cells().iter().collect());
        Identity::new(&Determinants {
            edition: self.edition,
            language: &self.language,
            dictionary: self.dictionary.name(),
            dictionary_digest: &self.dictionary.digest(),
            allowed_digest: &self.allowed.digest(),
            seed: &self.seed,
            layout: self.layout,
            difficulty: &self.difficulty,
            target: target.as_deref(),
        })
    }
}

/// Makes boards, and keeps what it prepares for them.
#[derive(Debug)]
pub struct Generator {
    salt: Salt,
    fillings: Kept,
}

impl Generator {
    /// A generator under the operator's salt. Nothing is prepared before it is needed.
    #[must_use]
    pub fn new(salt: Salt) -> Self {
        Self { salt, fillings: Kept::default() }
    }

    /// The same, whose fillings of lattices take about so many bytes while nobody uses them.
    #[must_use]
    pub fn keeping_fillings(self, bytes: u64) -> Self {
        Self { fillings: Kept::keeping(bytes), ..self }
    }

    /// The salt that its boards are made under.
    #[must_use]
    pub fn salt(&self) -> &Salt {
        &self.salt
    }

    /// What is prepared for lattices just now.
    #[must_use]
    pub fn fillings(&self) -> KeptFigures {
        self.fillings.figures()
    }

    /// Makes the board.
    ///
    /// # Errors
    /// Where no board is as hard as asked, or none was found; [`GenerateError::Spent`] where the budget ended first.
    ///
    /// # Panics
    /// For a target of another layout: who reads a request refuses those.
    pub fn board(&self, spec: &BoardSpec, budget: &Budget) -> Result<GeneratedBoard, GenerateError> {
        let identity = spec.identity();
        let mut stream = Stream::new(&identity.stream_key(&self.salt));
        let board_id = identity.board_id(&self.salt);
        match spec.layout.kind() {
            Kind::Rows => rows(spec, board_id, &mut stream, budget),
            Kind::Lattice => lattice::board(spec, board_id, &self.fillings, &mut stream, budget),
        }
    }
}

/// The board of rows of this stream.
fn rows(
    spec: &BoardSpec,
    board_id: Uuid,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<GeneratedBoard, GenerateError> {
    let alphabet = spec.dictionary.alphabet();
    let (targets, symbols) = match &spec.target {
        None => {
            let words = spec.dictionary.words(spec.layout.columns());
            let targets = Targets::Drawn { words, rows: spec.layout.rows(), alphabet: alphabet.len() };
            (targets, alphabet.chars().to_vec())
        }
        Some(target) => {
            assert_eq!(target.layout(), spec.layout, "the target's layout differs");
            let (tiles, symbols) = number(target.letters());
            (Targets::Given(tiles), symbols)
        }
    };
    let Rearranged { start, target, min_swaps } =
        rows::rearrange(&targets, spec.layout, &spec.difficulty, stream, budget)?;
    let grid = |tiles: &[u8]| {
        let cells = tiles.iter().map(|&tile| symbols[usize::from(tile)]).collect();
        Grid::new(spec.layout, cells).expect("rows are full of tiles")
    };
    let board = Board::new(grid(&start), grid(&target)).expect("a start is a rearrangement of its target");
    let par = Par::measure(&board, min_swaps, budget)?;
    Ok(GeneratedBoard { board_id, board, par, unique: None })
}

/// Letters as small numbers, in the order of their first tiles, and the letters by their numbers.
fn number(letters: impl Iterator<Item = char>) -> (Vec<u8>, Vec<char>) {
    let mut known: Vec<char> = Vec::new();
    let tiles = letters.map(|letter| {
        let place = known.iter().position(|&k| k == letter).unwrap_or_else(|| {
            known.push(letter);
            known.len() - 1
        });
        u8::try_from(place).expect("a grid has at most 81 letters")
    });
    (tiles.collect(), known)
}
