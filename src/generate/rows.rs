//! Boards of rows: draw words, shuffle their tiles, keep what the difficulty allows. Frozen with edition 1.
//!
//! 1. Up to [`SHUFFLES`] times: draw the words of the rows, all orders of distinct words being equally likely (a word that was
//!    drawn before is drawn again), then shuffle all tiles, all orders being equally likely. The first start that is not
//!    solved and is as hard as asked is the board. A difficulty that asks for nothing ends here.
//! 2. A rarer difficulty is built: draw words whose letters allow it (see [`Reach`]), and from them
//!    - up to [`PERMUTATIONS`] permutations of the kind asked for ([`Permutations`]), then
//!    - one that is dealt ([`deal`]), which has the min swaps, green tiles and cycles asked for whatever the letters, then
//!    - where no cycle sizes were asked for, up to [`STEPS`] steps from there: exchange two tiles, keep the exchange if the figures come no farther from those asked
//!      for, and one time in [`UPHILL`] even then. That finds the yellow tiles.
//!
//!    The first start that is as hard as asked is the board, else words are drawn again, until the nodes run out.
//!
//! The caller's own target stands for the words where there is one. A start whose fewest swaps are not proven within
//! [`COUNT_NODES`] is never taken.

use super::difficulty::{Difficulty, Letters, Range, Reach, Split};
use super::error::GenerateError;
use super::permute::{Permutations, deal};
use super::stream::Stream;
use crate::budget::{Budget, Spent};
use crate::lexicon::WordList;
use crate::puzzle::Mark;
use crate::puzzle::layout::MAX_SIDE;
use crate::puzzle::marks::mark_word;
use crate::swaps::exact::Counter;

/// Full shuffles tried first.
const SHUFFLES: u32 = 64;
/// Permutations tried of each drawing of words.
const PERMUTATIONS: u32 = 64;
/// Exchanges tried of each drawing of words.
const STEPS: u32 = 1000;
/// One time in so many an exchange is kept that leads away.
const UPHILL: usize = 32;
/// Nodes for one board: a start that is looked at is one, and so is each node of counting its swaps.
pub(super) const BOARD_NODES: u64 = 100_000;
/// Nodes for counting the swaps of one start.
const COUNT_NODES: u64 = 20_000;

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
    /// The caller's own target, as symbols, and the length of its rows.
    Given {
        /// The tiles in reading order.
        tiles: Vec<u8>,
        /// Tiles in a row.
        columns: usize,
    },
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
    difficulty: &Difficulty,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Rearranged, GenerateError> {
    targets.require(difficulty)?;
    let part = budget.part(BOARD_NODES);
    let mut maker = Maker { targets, difficulty, stream, judge: Judge::new(difficulty, targets.columns(), &part) };
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
    fn columns(&self) -> usize {
        match self {
            Self::Drawn { words, .. } => words.length(),
            Self::Given { columns, .. } => *columns,
        }
    }

    /// Refuses what no board can be.
    fn require(&self, difficulty: &Difficulty) -> Result<(), GenerateError> {
        let letters = match self {
            Self::Drawn { words, rows, .. } if words.len() < *rows => {
                return Err(GenerateError::TooFewWords { words: words.len(), rows: *rows, length: words.length() });
            }
            Self::Drawn { words, rows, alphabet } => {
                let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                Letters::Any { tiles: count(rows * words.length()), alphabet: count(*alphabet) }
            }
            Self::Given { tiles, .. } => letters_of(tiles),
        };
        Reach::require(&letters, difficulty).map(drop)
    }

    /// The next target.
    fn draw(&self, stream: &mut Stream) -> Vec<u8> {
        match self {
            Self::Given { tiles, .. } => tiles.clone(),
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

fn letters_of(tiles: &[u8]) -> Letters {
    let mut counts = vec![0; 256];
    for &tile in tiles {
        counts[usize::from(tile)] += 1;
    }
    counts.retain(|&count| count > 0);
    Letters::Counts(counts)
}

struct Maker<'a> {
    targets: &'a Targets<'a>,
    difficulty: &'a Difficulty,
    stream: &'a mut Stream,
    judge: Judge<'a>,
}

impl Maker<'_> {
    fn make(&mut self) -> Result<Rearranged, Spent> {
        let shuffles = if self.difficulty.cycle_tiles == Range::ANY { SHUFFLES } else { 0 };
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
            let mut start = target.clone();
            if let Some(min_swaps) = self.build(&mut start, &target)? {
                return Ok(Rearranged { start, target, min_swaps });
            }
        }
    }

    /// Rearranges `start`, which is the target, to be as hard as asked, if that can be found.
    fn build(&mut self, start: &mut [u8], target: &[u8]) -> Result<Option<u32>, Spent> {
        self.judge.budget.spend(1)?;
        let reach = Reach::new(&letters_of(target), self.difficulty);
        if reach.splits.is_empty() {
            return Ok(None);
        }
        let permutations = Permutations::new(target.len(), &reach, self.difficulty);
        for _ in 0..PERMUTATIONS {
            start.copy_from_slice(target);
            let split = permutations.apply(self.stream, start);
            let found = self.judge.accepts(start, target, Some(split))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        start.copy_from_slice(target);
        let split = reach.splits[self.stream.below(reach.splits.len())];
        deal(self.stream, split, start);
        let found = self.judge.accepts(start, target, Some(split))?;
        if found.is_some() || self.difficulty.cycle_tiles != Range::ANY {
            return Ok(found);
        }
        self.steer(start, target)
    }

    /// Exchanges tiles while the figures come no farther from those asked for.
    fn steer(&mut self, start: &mut [u8], target: &[u8]) -> Result<Option<u32>, Spent> {
        let mut now = self.judge.measure(start, target, None)?.map_or(u32::MAX, |measured| measured.distance);
        for _ in 0..STEPS {
            let (one, other) = (self.stream.below(start.len()), self.stream.below(start.len()));
            if start[one] == start[other] {
                continue;
            }
            start.swap(one, other);
            let Some(measured) = self.judge.measure(start, target, None)? else {
                start.swap(one, other);
                continue;
            };
            if measured.distance == 0 {
                return Ok(Some(measured.min_swaps));
            }
            if measured.distance <= now || self.stream.below(UPHILL) == 0 {
                now = measured.distance;
            } else {
                start.swap(one, other);
            }
        }
        Ok(None)
    }
}

/// How far a start's figures are from those asked for, all together, and its fewest swaps.
struct Measured {
    distance: u32,
    min_swaps: u32,
}

/// Measures starts against the difficulty asked for.
struct Judge<'a> {
    difficulty: &'a Difficulty,
    columns: usize,
    budget: &'a Budget,
    counter: Counter,
}

impl<'a> Judge<'a> {
    fn new(difficulty: &'a Difficulty, columns: usize, budget: &'a Budget) -> Self {
        Self { difficulty, columns, budget, counter: Counter::new() }
    }

    /// The start's fewest swaps, if it is as hard as asked. `made` is what it was made by, where that is known: so many cycles
    /// of the sizes asked for.
    fn accepts(&mut self, start: &[u8], target: &[u8], made: Option<Split>) -> Result<Option<u32>, Spent> {
        Ok(self.measure(start, target, made)?.filter(|measured| measured.distance == 0).map(|m| m.min_swaps))
    }

    /// The start's figures; `None` where it is solved, its fewest swaps are not proven, or cycles of some sizes were asked for
    /// and it is not known to have them.
    fn measure(&mut self, start: &[u8], target: &[u8], made: Option<Split>) -> Result<Option<Measured>, Spent> {
        self.budget.spend(1)?;
        let Difficulty { min_swaps, green, yellow, cycle_tiles } = *self.difficulty;
        let mut marked = [0; 3];
        for (row, answer) in start.chunks(self.columns).zip(target.chunks(self.columns)) {
            let mut marks = [Mark::Grey; MAX_SIDE];
            mark_word(row, answer, &mut marks[..row.len()]);
            for mark in &marks[..row.len()] {
                marked[*mark as usize] += 1;
            }
        }
        let greens = marked[Mark::Green as usize];
        if greens as usize == start.len() {
            return Ok(None);
        }
        // Which cycles a start has, of the sizes asked for, is only known of one that was made by them, and cannot be undone
        // in fewer swaps. Another decomposition that a solver finds would do too, but boards must not depend on which it finds.
        let part = self.budget.part(COUNT_NODES);
        let count = self.counter.count(start, target, &part);
        self.budget.absorb(&part)?;
        let cycles_known = cycle_tiles == Range::ANY || made.is_some_and(|made| made.min_swaps() == count.min_swaps);
        if !count.is_proven() || !cycles_known {
            return Ok(None);
        }
        let distance = min_swaps.distance(count.min_swaps)
            + green.distance(greens)
            + yellow.distance(marked[Mark::Yellow as usize]);
        Ok(Some(Measured { distance, min_swaps: count.min_swaps }))
    }
}
