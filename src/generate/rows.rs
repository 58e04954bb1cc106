//! Boards of rows: draw words, shuffle their tiles, keep what the difficulty allows. Frozen with edition 1.
//!
//! 1. Up to [`SHUFFLES`] times: draw the words of the rows, all orders of distinct words being equally likely (a word that was
//!    drawn before is drawn again), then shuffle all tiles, all orders being equally likely. The first start that is not
//!    solved and is as hard as asked is the board. A difficulty that asks for nothing ends here.
//! 2. A rarer difficulty is built: draw words whose letters allow it (see [`Reach`]), and from them a start (see [`build`]). The
//!    first that is as hard as asked is the board, else words are drawn again, until the nodes run out.
//!
//! The caller's own target stands for the words where there is one. A start whose fewest swaps are not proven within the nodes
//! that [`Judge`] has for it is never taken.

use super::build::{Tiles, build};
use super::difficulty::{Difficulty, Letters, Range, Reach};
use super::error::GenerateError;
use super::judge::{Judge, letters_of};
use super::stream::Stream;
use crate::budget::{Budget, Spent};
use crate::lexicon::WordList;
use crate::puzzle::Layout;

/// Full shuffles tried first.
const SHUFFLES: u32 = 64;
/// Nodes for one board: a start that is looked at is one, and so is each node of counting its swaps.
pub(super) const BOARD_NODES: u64 = 100_000;

/// Where targets come from.
pub(super) enum Targets<'a> {
    /// Distinct words of a list, drawn for so many rows.
    Drawn {
        /// The words, all of one length.
        words: WordList<'a>,
        /// Rows.
        rows: usize,
        /// Letters of the alphabet.
        alphabet: usize,
    },
    /// The caller's own target, as symbols, in reading order.
    Given(Vec<u8>),
}

/// A start and its target, as symbols, and its fewest swaps.
pub(super) struct Rearranged {
    pub(super) start: Vec<u8>,
    pub(super) target: Vec<u8>,
    pub(super) min_swaps: u32,
}

/// The board of this stream.
pub(super) fn rearrange(
    targets: &Targets<'_>,
    layout: Layout,
    difficulty: &Difficulty,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Rearranged, GenerateError> {
    targets.require(difficulty)?;
    let part = budget.part(BOARD_NODES);
    let mut maker = Maker { targets, stream, judge: Judge::new(difficulty, layout, &part) };
    let found = maker.make();
    let absorbed = budget.absorb(&part);
    match found {
        Ok(board) => Ok(board),
        Err(Spent::Nodes) => match absorbed {
            // The nodes of a board ran out, not those of the caller.
            Ok(()) => Err(GenerateError::NotFound { nodes: BOARD_NODES }),
            Err(spent) => Err(spent.into()),
        },
        Err(spent) => Err(spent.into()),
    }
}

impl Targets<'_> {
    /// Refuses what no board can be.
    fn require(&self, difficulty: &Difficulty) -> Result<(), GenerateError> {
        let letters = match self {
            Self::Drawn { words, rows, .. } if words.len() < *rows => {
                return Err(GenerateError::TooFewWords { words: words.len(), needed: *rows, length: words.length() });
            }
            Self::Drawn { words, rows, alphabet } => {
                let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                Letters::Any { tiles: count(rows * words.length()), alphabet: count(*alphabet) }
            }
            Self::Given(tiles) => letters_of(tiles.iter().copied()),
        };
        Reach::require(&letters, 0, difficulty).map(drop)
    }

    /// The next target.
    fn draw(&self, stream: &mut Stream) -> Vec<u8> {
        match self {
            Self::Given(tiles) => tiles.clone(),
            Self::Drawn { words, rows, .. } => {
                let mut drawn: Vec<usize> = Vec::with_capacity(*rows);
                while drawn.len() < *rows {
                    let word = stream.below(words.len());
                    if !drawn.contains(&word) {
                        drawn.push(word);
                    }
                }
                let letters = drawn.iter().filter_map(|&word| words.get(word)).flatten();
                letters.map(|letter| letter.0).collect()
            }
        }
    }
}

struct Maker<'a> {
    targets: &'a Targets<'a>,
    stream: &'a mut Stream,
    judge: Judge<'a>,
}

impl Maker<'_> {
    fn make(&mut self) -> Result<Rearranged, Spent> {
        let shuffles = if self.judge.difficulty().cycle_tiles == Range::ANY { SHUFFLES } else { 0 };
        for _ in 0..shuffles {
            let target = self.targets.draw(self.stream);
            let mut start = target.clone();
            self.stream.shuffle(&mut start);
            if let Some(min_swaps) = self.judge.accepts(&start, &target, None)? {
                return Ok(Rearranged { start, target, min_swaps });
            }
        }
        loop {
            let target = self.targets.draw(self.stream);
            let movable: Vec<usize> = (0..target.len()).collect();
            let mut taken = None;
            let mut take = |start: &[u8], min_swaps| {
                taken = Some((start.to_vec(), min_swaps));
                Ok(true)
            };
            build(&self.judge, Tiles { target: &target, movable: &movable }, self.stream, &mut take)?;
            if let Some((start, min_swaps)) = taken {
                return Ok(Rearranged { start, target, min_swaps });
            }
        }
    }
}
