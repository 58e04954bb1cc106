//! From two rows of symbols to the letter graph, and its cycles counted.
//!
//! A letter with a single misplaced copy leaves no choice: what comes in along its one edge goes out along the other. Such
//! letters never become vertices. The edges over them are followed from one letter with two misplaced copies or more to the
//! next, as one edge, and where they run into themselves they are a cycle. So at most 40 letters become vertices.

use super::graph::{Graph, Log, MAX_VERTICES, id};
use super::search::Search;
use crate::budget::Budget;
use crate::puzzle::layout::MAX_CELLS;
use crate::puzzle::{Board, Cell};

/// The fewest swaps of a board, or what is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Swaps that do.
    pub min_swaps: u32,
    /// No fewer do. Equal to `min_swaps` unless the budget was spent.
    pub lower_bound: u32,
}

impl Count {
    /// Whether no fewer swaps do.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.min_swaps == self.lower_bound
    }
}

/// Letters of a board's tiles as small numbers, in reading order: what a [`Counter`] counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    start: [u8; MAX_CELLS],
    target: [u8; MAX_CELLS],
    cells: [u8; MAX_CELLS],
    tiles: usize,
}

/// Slots of the table that numbers letters: a power of two, twice [`MAX_CELLS`] and more.
const LETTER_SLOTS: usize = 256;

impl Symbols {
    /// The letters of a board, numbered as they first come in its start.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut symbols = Self { start: [0; MAX_CELLS], target: [0; MAX_CELLS], cells: [0; MAX_CELLS], tiles: 0 };
        let mut letters = [('\0', 0u8); LETTER_SLOTS];
        let mut known = 0u8;
        let mut number = |letter: char| {
            let mut slot = (letter as usize).wrapping_mul(0x9E37_79B1) >> 8;
            loop {
                let entry = &mut letters[slot % LETTER_SLOTS];
                if entry.1 == 0 {
                    known += 1;
                    *entry = (letter, known);
                }
                if entry.0 == letter {
                    return entry.1 - 1;
                }
                slot += 1;
            }
        };
        for cell in board.start().layout().tiles() {
            symbols.start[symbols.tiles] = number(board.start().letter(cell));
            symbols.cells[symbols.tiles] = cell.0;
            symbols.tiles += 1;
        }
        for at in 0..symbols.tiles {
            symbols.target[at] = number(board.target().letter(Cell(symbols.cells[at])));
        }
        symbols
    }

    /// The start's letters.
    #[must_use]
    pub fn start(&self) -> &[u8] {
        &self.start[..self.tiles]
    }

    /// The target's letters.
    #[must_use]
    pub fn target(&self) -> &[u8] {
        &self.target[..self.tiles]
    }

    /// The cells that these letters lie in.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.cells[..self.tiles].iter().map(|&cell| Cell(cell))
    }
}

/// No vertex: a letter with at most one misplaced copy.
pub(super) const NO_VERTEX: u8 = u8::MAX;

/// Counts fewest swaps, board after board, in the same memory: for callers who count often.
#[derive(Debug)]
pub struct Counter {
    graph: Graph,
    log: Log,
    search: Search,
    pub(super) letters: Letters,
}

/// What is known of each letter of the board at hand.
#[derive(Debug)]
pub(super) struct Letters {
    /// Misplaced copies.
    copies: [u8; MAX_CELLS],
    /// The vertex of a letter that is one.
    vertex: [u8; MAX_CELLS],
    /// The place of its (first) misplaced tile.
    pub(super) place: [u8; MAX_CELLS],
    vertices: usize,
}

impl Letters {
    /// The vertex of a letter, if it has two misplaced copies or more.
    pub(super) fn vertex(&self, letter: u8) -> Option<usize> {
        let vertex = self.vertex[usize::from(letter)];
        (vertex != NO_VERTEX).then_some(usize::from(vertex))
    }
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

impl Counter {
    /// A counter that has counted nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            graph: Graph::new(),
            log: Log::default(),
            search: Search::default(),
            letters: Letters {
                copies: [0; MAX_CELLS],
                vertex: [NO_VERTEX; MAX_CELLS],
                place: [0; MAX_CELLS],
                vertices: 0,
            },
        }
    }

    /// The fewest swaps from start to target, tile by tile. Symbols are any numbers below [`MAX_CELLS`].
    ///
    /// # Panics
    /// Where a symbol or the number of tiles is too large. The target must be a rearrangement of the start, as in a
    /// [`Board`]; if it is not, there is no answer, and this may give any or panic.
    pub fn count(&mut self, start: &[u8], target: &[u8], budget: &Budget) -> Count {
        assert!(start.len() == target.len() && start.len() <= MAX_CELLS, "rows of symbols differ or are too long");
        let misplaced = self.number_letters(start, target);
        let sure = self.build(start, target);
        let mut cycles = sure;
        let mut bound = sure;
        self.log.clear();
        self.graph.reduce(&mut self.log);
        let mut vertices = self.graph.live();
        while vertices != 0 {
            let component = self.graph.component(vertices);
            vertices &= !component;
            let found = if component == self.graph.live() {
                self.search.split(&self.graph, &mut self.log, budget)
            } else {
                self.search.split(&self.graph.part(component), &mut self.log, budget)
            };
            bound += found.bound - found.cycles;
        }
        cycles += self.log.cycles();
        bound += self.log.cycles();
        Count { min_swaps: misplaced - cycles, lower_bound: misplaced - bound }
    }

    /// As [`Counter::count`], of a board.
    pub fn count_board(&mut self, board: &Board, budget: &Budget) -> Count {
        let symbols = Symbols::of(board);
        self.count(symbols.start(), symbols.target(), budget)
    }

    /// The steps of the last count, over the vertices of [`Counter::letters`].
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// Finds the letters that become vertices, and counts misplaced tiles.
    fn number_letters(&mut self, start: &[u8], target: &[u8]) -> u32 {
        let letters = &mut self.letters;
        letters.copies = [0; MAX_CELLS];
        letters.vertex = [NO_VERTEX; MAX_CELLS];
        letters.vertices = 0;
        let mut misplaced = 0;
        for (place, (&have, &want)) in start.iter().zip(target).enumerate().rev() {
            let wrong = have != want;
            misplaced += u32::from(wrong);
            let letter = usize::from(have);
            letters.copies[letter] += u8::from(wrong);
            if wrong {
                letters.place[letter] = id(place);
            }
        }
        for (&have, &want) in start.iter().zip(target) {
            let letter = usize::from(have);
            if have != want && letters.copies[letter] > 1 && letters.vertex[letter] == NO_VERTEX {
                debug_assert!(letters.vertices < MAX_VERTICES);
                letters.vertex[letter] = id(letters.vertices);
                letters.vertices += 1;
            }
        }
        misplaced
    }

    /// Builds the graph, opposite edges closed and single letters contracted; gives the cycles that this has closed.
    fn build(&mut self, start: &[u8], target: &[u8]) -> u32 {
        let letters = &self.letters;
        self.graph.reset(letters.vertices);
        let (mut closed, mut edges) = (0, 0);
        let mut passed = 0u128;
        for (&have, &want) in start.iter().zip(target) {
            let Some(u) = letters.vertex(have).filter(|_| have != want) else {
                continue;
            };
            let mut letter = want;
            let v = loop {
                if let Some(vertex) = letters.vertex(letter) {
                    break vertex;
                }
                passed |= 1 << letter;
                letter = target[usize::from(letters.place[usize::from(letter)])];
            };
            if u == v {
                closed += 1;
            } else {
                self.graph.note_edge(u, v);
                edges += 1;
            }
        }
        self.graph.settle(letters.vertices);
        closed += (edges - self.graph.edges()) / 2;
        // What no edge passed over are cycles of single letters alone.
        for (&have, &want) in start.iter().zip(target) {
            if have != want && letters.vertex(have).is_none() && passed >> have & 1 == 0 {
                closed += 1;
                let mut letter = have;
                while passed >> letter & 1 == 0 {
                    passed |= 1 << letter;
                    letter = target[usize::from(letters.place[usize::from(letter)])];
                }
            }
        }
        closed
    }
}
