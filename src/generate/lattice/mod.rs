//! Boards of a lattice: draw crossing words, shuffle the tiles that are not given, keep what is as hard as asked and has one
//! solution. Frozen with edition 1.
//!
//! A *round* is this, and rounds are repeated until one of them finds a board or the nodes run out:
//!
//! 1. Draw crossing words, distinct ones (see [`fillings`](super::fillings)), and which tiles are given (see [`given`]). If
//!    the letters that may be moved do not allow the difficulty (see [`Reach`]), the round is over.
//! 2. Up to [`SHUFFLES`] times: shuffle the tiles that are not given, all orders being equally likely, from how they lay
//!    before. What is as hard as asked is a candidate. So every start that is as hard as asked is equally likely to be the
//!    next one. Where cycle sizes are asked for there is no such shuffle.
//! 3. A rarer difficulty is built from the same words (see [`build`]): candidates come from there.
//! 4. A candidate is the board if the marks of its start leave no fill over `allowed` but its target, and that is proven
//!    within [`UNIQUE_NODES`] nodes. After [`CANDIDATES`] candidates that are not, the round is over.
//!
//! Many starts are tried of the same words, so that what makes a start hard enough or unique tilts the choice of words no
//! more than it must: only words of which nearly no start will do are drawn anew.
//!
//! The caller's own target stands for the words where there is one; its slots may repeat words, or be none. A round that had
//! candidates, but not a unique one, is the last one then: the first of its candidates is the board.

pub(super) mod given;

use std::sync::Arc;

use uuid::Uuid;

use super::build::{Tiles, build};
use super::difficulty::{Difficulty, Letters, Range, Reach};
use super::error::{Figure, GenerateError};
use super::fillings::{Fillings, Kept};
use super::judge::{Judge, letters_of};
use super::stream::Stream;
use super::{BoardSpec, GeneratedBoard, Par, number};
use crate::budget::{Budget, Spent};
use crate::fill::lattice::is_unique;
use crate::lexicon::NO_TILE;
use crate::puzzle::{Board, Grid};
use given::Given;

#[cfg(test)]
mod tests;

/// Shuffles tried of each target.
const SHUFFLES: u32 = 1000;
/// Starts of each target that are as hard as asked and are tried for whether they are unique.
const CANDIDATES: u32 = 100;
/// Nodes for finding out whether a start is unique.
const UNIQUE_NODES: u64 = 20_000;
/// Nodes for one board: a start that is looked at is one, and so are each node of counting its swaps, of drawing words and
/// of finding out whether it is unique. What [`Kept`] prepares is not among them: it is not prepared for every board.
pub(super) const BOARD_NODES: u64 = 1_000_000;

/// The board of this stream.
pub(super) fn board(
    spec: &BoardSpec,
    board_id: Uuid,
    kept: &Kept,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<GeneratedBoard, GenerateError> {
    let given = Given::new(spec.layout, spec.difficulty.green);
    let alphabet = spec.dictionary.alphabet();
    let (targets, symbols) = if let Some(target) = &spec.target {
        assert_eq!(target.layout(), spec.layout, "the target's layout differs");
        let (tiles, symbols) = number(target.letters());
        require(spec, |given| given.easiest(&tiles))?;
        (Targets::Own(tiles), symbols)
    } else {
        let letters = u32::try_from(alphabet.len()).unwrap_or(u32::MAX);
        require(spec, |given| Letters::Any { tiles: given.movable(), alphabet: letters })?;
        (Targets::Drawn(kept.get(&spec.dictionary, spec.layout, budget)?), alphabet.chars().to_vec())
    };
    let part = budget.part(BOARD_NODES);
    let judge = Judge::new(&spec.difficulty, spec.layout, &part);
    let candidates = Candidates { spec, symbols: &symbols, budget: &part, tried: 0, first: None, unique: None };
    let found = Maker { given, targets, judge, stream, candidates }.make();
    let absorbed = budget.absorb(&part);
    let made = match found {
        // The nodes of a board ran out, unless they were the caller's.
        Err(GenerateError::Spent(Spent::Nodes)) => {
            absorbed?;
            return Err(GenerateError::NotFound { nodes: BOARD_NODES });
        }
        found => found?,
    };
    absorbed?;
    let par = Par::measure(&made.board, made.min_swaps, budget)?;
    Ok(GeneratedBoard { board_id, board: made.board, par, unique: made.unique })
}

/// Refuses what no board can be. `letters` are those that may be moved beside these given tiles.
fn require(spec: &BoardSpec, letters: impl Fn(&Given) -> Letters) -> Result<(), GenerateError> {
    let reach = |difficulty: &Difficulty| {
        let given = Given::new(spec.layout, difficulty.green);
        (letters(&given), given.number())
    };
    let (movable, given) = reach(&spec.difficulty);
    let Err(refused) = Reach::require(&movable, given, &spec.difficulty) else { return Ok(()) };
    if matches!(refused, GenerateError::Unreachable { figure: Figure::MinSwaps | Figure::Yellow, .. }) {
        return Err(refused);
    }
    // How many tiles are given hangs on how many may be green, so which numbers of green tiles can be is asked for each by
    // itself.
    let tiles = u32::try_from(spec.layout.tile_count()).unwrap_or(u32::MAX);
    let can_be = |&green: &u32| {
        let green = Range { least: green, most: Some(green) };
        let difficulty = Difficulty { green, ..spec.difficulty };
        let (movable, given) = reach(&difficulty);
        !Reach::new(&movable, given, &difficulty).splits.is_empty()
    };
    let greens: Vec<u32> = (0..=tiles).filter(can_be).collect();
    match (greens.first(), greens.last()) {
        (Some(&least), Some(&most)) => Err(GenerateError::Unreachable { figure: Figure::Green, least, most }),
        _ => Err(refused),
    }
}

/// Where targets come from, as symbols.
enum Targets {
    Drawn(Arc<Fillings>),
    Own(Vec<u8>),
}

impl Targets {
    fn draw(&self, stream: &mut Stream, budget: &Budget) -> Result<Vec<u8>, GenerateError> {
        match self {
            Self::Own(tiles) => Ok(tiles.clone()),
            Self::Drawn(fillings) => {
                // Each costs a node at least, so that there is an end to them.
                budget.spend(1)?;
                Ok(fillings.draw(stream, budget)?.into_iter().map(|letter| letter.0).collect())
            }
        }
    }
}

/// A board as hard as asked.
struct Made {
    board: Board,
    min_swaps: u32,
    /// Whether its marks leave one fill; `None` where that is not known.
    unique: Option<bool>,
}

struct Maker<'a> {
    given: Given,
    targets: Targets,
    judge: Judge<'a>,
    stream: &'a mut Stream,
    candidates: Candidates<'a>,
}

impl Maker<'_> {
    fn make(mut self) -> Result<Made, GenerateError> {
        loop {
            let target = self.targets.draw(self.stream, self.judge.budget())?;
            let movable = self.given.draw_movable(self.stream);
            let done = self.round(Tiles { target: &target, movable: &movable });
            let Candidates { unique, first, .. } = &mut self.candidates;
            let own = matches!(self.targets, Targets::Own(_));
            if let Some(made) = unique.take().or_else(|| first.take().filter(|_| own)) {
                // What the nodes ran out for is to be better than what there is.
                return match done {
                    Err(spent @ (Spent::Deadline | Spent::Cancelled)) => Err(spent.into()),
                    Ok(()) | Err(Spent::Nodes) => Ok(made),
                };
            }
            done?;
        }
    }

    /// Offers starts of this target until there is no need for more.
    fn round(&mut self, tiles: Tiles<'_>) -> Result<(), Spent> {
        let Self { judge, stream, candidates, .. } = self;
        let Tiles { target, movable } = tiles;
        let budget = judge.budget();
        budget.spend(1)?;
        candidates.tried = 0;
        let letters = letters_of(movable.iter().map(|&tile| target[tile]));
        if Reach::new(&letters, tiles.given(), judge.difficulty()).splits.is_empty() {
            return Ok(());
        }
        let shuffles = if judge.difficulty().cycle_tiles == Range::ANY { SHUFFLES } else { 0 };
        let mut start = target.to_vec();
        let mut moved: Vec<u8> = movable.iter().map(|&tile| target[tile]).collect();
        for _ in 0..shuffles {
            stream.shuffle(&mut moved);
            for (&tile, &letter) in movable.iter().zip(&moved) {
                start[tile] = letter;
            }
            if !judge.may_accept(&start, target) {
                budget.spend(1)?;
            } else if let Some(min_swaps) = judge.accepts(&start, target, None)?
                && candidates.offer(&start, target, min_swaps)?
            {
                return Ok(());
            }
        }
        build(judge, tiles, stream, &mut |start, min_swaps| candidates.offer(start, target, min_swaps)).map(drop)
    }
}

/// Starts that are as hard as asked, and what was found out of them.
struct Candidates<'a> {
    spec: &'a BoardSpec,
    /// The letters by their symbols.
    symbols: &'a [char],
    budget: &'a Budget,
    /// How many there were in this round.
    tried: u32,
    /// The first of all.
    first: Option<Made>,
    /// One that is unique.
    unique: Option<Made>,
}

impl Candidates<'_> {
    /// Tries another one. Whether the round is over: it is unique, or there were enough.
    fn offer(&mut self, start: &[u8], target: &[u8], min_swaps: u32) -> Result<bool, Spent> {
        let board = Board::new(self.grid(start), self.grid(target)).expect("a start is a rearrangement of its target");
        let part = self.budget.part(UNIQUE_NODES);
        // A search that was cut short has not found out, and what ended it ends the whole if it must.
        let unique = is_unique(&board, &self.spec.allowed, &part).ok();
        let absorbed = self.budget.absorb(&part);
        let made = Made { board, min_swaps, unique };
        if unique == Some(true) {
            self.unique = Some(made);
            return Ok(true);
        }
        self.first.get_or_insert(made);
        absorbed?;
        self.tried += 1;
        Ok(self.tried == CANDIDATES)
    }

    fn grid(&self, tiles: &[u8]) -> Grid {
        let layout = self.spec.layout;
        let mut cells = vec![NO_TILE; layout.cell_count()];
        for (cell, &tile) in layout.tiles().zip(tiles) {
            cells[cell.index()] = self.symbols[usize::from(tile)];
        }
        Grid::new(layout, cells).expect("tiles lie where the layout has them")
    }
}
