//! From two rows of symbols to the letter graph, and its cycles counted.
//!
//! A letter with a single misplaced copy leaves no choice: what comes in along its one edge goes out along the other. Such
//! letters never become vertices. The edges over them are followed from one letter with two misplaced copies or more to the
//! next, as one edge, and where they run into themselves they are a cycle. So at most 40 letters become vertices.

use super::graph::{Graph, Log};
use super::search::Search;
use crate::budget::Budget;
use crate::puzzle::grid::NO_TILE;
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
        for (cell, &letter) in (0u8..).zip(board.start().cells()) {
            if letter != NO_TILE {
                symbols.start[symbols.tiles] = number(letter);
                symbols.cells[symbols.tiles] = cell;
                symbols.tiles += 1;
            }
        }
        for (symbol, letter) in symbols.target.iter_mut().zip(board.target().letters()) {
            *symbol = number(letter);
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
const NO_VERTEX: u8 = u8::MAX;

/// Counts fewest swaps, board after board, in the same memory: for callers who count often.
#[derive(Debug)]
pub struct Counter {
    graph: Graph,
    log: Log,
    search: Search,
    letters: Letters,
}

/// What is known of each letter of the board at hand. The tables have a place for every byte.
#[derive(Debug)]
pub(super) struct Letters {
    /// Misplaced copies.
    copies: [u8; 256],
    /// What belongs where (the last of) its misplaced copies lies.
    next: [u8; 256],
    /// The vertex of a letter that is one.
    vertex: [u8; 256],
    vertices: usize,
    /// The misplaced tiles' letters, each with the one that belongs in its place.
    wrong: [(u8, u8); MAX_CELLS],
    misplaced: usize,
}

impl Letters {
    /// The vertex of a letter, if it has two misplaced copies or more.
    pub(super) fn vertex(&self, letter: u8) -> Option<usize> {
        let vertex = self.vertex[usize::from(letter)];
        (vertex != NO_VERTEX).then_some(usize::from(vertex))
    }

    fn wrong(&self) -> &[(u8, u8)] {
        &self.wrong[..self.misplaced]
    }

    /// Reads a board. Without branches, for what they would hang on is chance.
    fn read(&mut self, start: &[u8], target: &[u8]) {
        self.copies = [0; 256];
        self.vertex = [NO_VERTEX; 256];
        let (mut vertices, mut misplaced) = (0u8, 0);
        for (&have, &want) in start.iter().zip(target) {
            let letter = usize::from(have);
            let wrong = have != want;
            self.wrong[misplaced] = (have, want);
            misplaced += usize::from(wrong);
            self.copies[letter] += u8::from(wrong);
            let second = u8::from(wrong) & u8::from(self.copies[letter] == 2);
            self.next[letter] = if wrong { want } else { self.next[letter] };
            self.vertex[letter] = if second == 1 { vertices } else { self.vertex[letter] };
            vertices += second;
        }
        self.vertices = usize::from(vertices);
        self.misplaced = misplaced;
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
                copies: [0; 256],
                next: [0; 256],
                vertex: [NO_VERTEX; 256],
                vertices: 0,
                wrong: [(0, 0); MAX_CELLS],
                misplaced: 0,
            },
        }
    }

    /// The fewest swaps from start to target, tile by tile. Any bytes will do for letters.
    ///
    /// # Panics
    /// Where the rows differ in length or are longer than [`MAX_CELLS`]. The target must be a rearrangement of the start, as in a
    /// [`Board`]; if it is not, there is no answer, and this may give any or panic.
    pub fn count(&mut self, start: &[u8], target: &[u8], budget: &Budget) -> Count {
        assert!(start.len() == target.len() && start.len() <= MAX_CELLS, "rows of symbols differ or are too long");
        self.letters.read(start, target);
        let misplaced = u32::try_from(self.letters.misplaced).unwrap_or(u32::MAX);
        let sure = self.build();
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

    /// The steps of the last count, and the letters whose vertices they are over.
    pub(super) fn last(&self) -> (&Log, &Letters) {
        (&self.log, &self.letters)
    }

    /// Builds the graph, opposite edges closed and single letters contracted; gives the cycles that this has closed.
    fn build(&mut self) -> u32 {
        let letters = &self.letters;
        self.graph.reset(letters.vertices);
        let mut closed = 0;
        let mut edges = [(0u8, 0u8); MAX_CELLS];
        let (mut drawn, mut singles, mut passed) = (0, 0, 0);
        for &(have, want) in letters.wrong() {
            let u = letters.vertex[usize::from(have)];
            if u == NO_VERTEX {
                singles += 1;
                continue;
            }
            let mut letter = usize::from(want);
            while letters.copies[letter] == 1 {
                passed += 1;
                assert!(passed <= MAX_CELLS, "the target is no rearrangement of the start");
                letter = usize::from(letters.next[letter]);
            }
            let v = letters.vertex[letter];
            closed += u32::from(u == v);
            edges[drawn] = (u, v);
            drawn += usize::from(u != v);
        }
        if singles > passed {
            closed += letters.cycles_of_singles();
        }
        closed + self.graph.draw(&edges[..drawn], letters.vertices)
    }
}

impl Letters {
    /// Cycles of single letters alone, which no edge passes over.
    #[cold]
    fn cycles_of_singles(&self) -> u32 {
        let mut passed = [false; 256];
        let pass = |passed: &mut [bool; 256], mut letter: usize| {
            while self.copies[letter] == 1 && !passed[letter] {
                passed[letter] = true;
                letter = usize::from(self.next[letter]);
            }
        };
        for &(have, want) in self.wrong() {
            if self.copies[usize::from(have)] > 1 {
                pass(&mut passed, usize::from(want));
            }
        }
        let mut cycles = 0;
        for &(have, _) in self.wrong() {
            if self.copies[usize::from(have)] == 1 && !passed[usize::from(have)] {
                cycles += 1;
                pass(&mut passed, usize::from(have));
            }
        }
        cycles
    }
}
