//! Some worlds side by side: how many of them agree with what, and how far a grid is from each.
//!
//! Letters are numbered as they come in the board's tiles. By cell and letter, the worlds that have this letter there are bits
//! of a long number, so that the outcomes of a swap are counted by a few conjunctions: a swap of two tiles tells of the cells
//! where they come to lie whether they are right there. Where whole rows are marked, the marks that two rows earn are compared
//! world by world.

use crate::blind::feedback::Feedback;
use crate::blind::strategies::View;
use crate::blind::worlds::World;
use crate::budget::{Budget, Spent};
use crate::lexicon::{Letter, MAX_ALPHABET};
use crate::logarithm::log2;
use crate::puzzle::layout::MAX_SIDE;
use crate::puzzle::marks::mark_word;
use crate::puzzle::{Cell, Mark, Swap};
use crate::swaps::Counter;

/// The most worlds of a block.
pub(super) const MOST: usize = 2_048;

/// Pairs of tiles in the time of a node, where the fewest swaps to some worlds are counted: 16 worlds of 5x5. A count's time
/// grows faster than the tiles.
const PAIRS_A_NODE: usize = 10_000;

/// A set of a block's worlds, a bit each.
pub(super) type Bits = Vec<u64>;

/// Two cells whose tiles may trade places, the first in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) first: u8,
    pub(super) second: u8,
}

impl Pair {
    /// The same as the house knows it.
    pub(super) fn swap(self) -> Option<Swap> {
        Swap::new(Cell(self.first), Cell(self.second))
    }

    fn cells(self) -> (usize, usize) {
        (usize::from(self.first), usize::from(self.second))
    }

    /// The grid after it.
    pub(super) fn applied(self, grid: &[u8]) -> Vec<u8> {
        let mut grid = grid.to_vec();
        grid.swap(usize::from(self.first), usize::from(self.second));
        grid
    }
}

/// Some worlds, and the grid that they are seen from.
pub(super) struct Block {
    feedback: Feedback,
    columns: usize,
    tiles: usize,
    letters: usize,
    /// The worlds' letters, one world after the other.
    worlds: Vec<u8>,
    /// Numbers of 64 bits that a set of worlds takes.
    words: usize,
    /// By cell, then by letter: the worlds that have it there.
    has: Vec<u64>,
    /// By number of worlds: n log2 n.
    n_log_n: Vec<f64>,
}

/// What a swap would do, over some worlds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// The tiles that it makes right, less those that it makes wrong, on average.
    pub(super) gain: f64,
    /// The entropy of what it tells of the two tiles, in bits.
    pub(super) bits: f64,
}

impl Block {
    /// A block of these worlds, and the grid now.
    pub(super) fn new(view: &View<'_>, worlds: &[World]) -> (Self, Vec<u8>) {
        let terms = view.record.terms();
        let mut numbers = [0u8; MAX_ALPHABET];
        let mut letters = 0;
        for letter in terms.letters() {
            let number = &mut numbers[letter.index()];
            if *number == 0 {
                letters += 1;
                *number = letters;
            }
        }
        let number = |letter: Letter| numbers[letter.index()].saturating_sub(1);
        let mut grid: Vec<u8> = terms.letters().iter().map(|&letter| number(letter)).collect();
        for made in view.record.moves() {
            grid.swap(made.swap.first().index(), made.swap.second().index());
        }
        let (tiles, letters) = (grid.len(), usize::from(letters));
        let long = worlds.len().div_ceil(64);
        let mut has = vec![0; tiles * letters * long];
        let mut flat = Vec::with_capacity(worlds.len() * tiles);
        for (at, world) in worlds.iter().enumerate() {
            let of_world = world.iter().flat_map(|&word| view.worlds.letters(word)).map(|&letter| number(letter));
            for (cell, letter) in of_world.enumerate() {
                has[(cell * letters + usize::from(letter)) * long + at / 64] |= 1 << (at % 64);
                flat.push(letter);
            }
        }
        let n_log_n = (0u32..).map(f64::from).map(|n| n * log2(n.max(1.0))).take(worlds.len() + 1).collect();
        let columns = terms.columns();
        (Self { feedback: terms.feedback(), columns, tiles, letters, worlds: flat, words: long, has, n_log_n }, grid)
    }

    /// How many worlds it has.
    pub(super) fn len(&self) -> usize {
        self.worlds.len() / self.tiles
    }

    /// All of them.
    pub(super) fn all(&self) -> Bits {
        let mut bits = vec![u64::MAX; self.words];
        if let Some(last) = bits.last_mut() {
            *last >>= (64 - self.len() % 64) % 64;
        }
        bits
    }

    /// The letters of a world.
    pub(super) fn world(&self, at: usize) -> &[u8] {
        &self.worlds[at * self.tiles..][..self.tiles]
    }

    /// The worlds that have this letter in this cell.
    #[inline]
    fn has(&self, cell: usize, letter: u8) -> &[u64] {
        &self.has[(cell * self.letters + usize::from(letter)) * self.words..][..self.words]
    }

    /// What each swap of two different letters would do, over these of the worlds. Swaps of two tiles that are right in all of
    /// them are left out.
    pub(super) fn outlooks(&self, grid: &[u8], among: &[u64]) -> Vec<(Pair, Outlook)> {
        let n = count(among);
        let right: Vec<u32> = (0..self.tiles).map(|cell| both(self.has(cell, grid[cell]), among)).collect();
        let solved = self.one_swap_away(grid, among);
        let mut outlooks = Vec::with_capacity(self.tiles * (self.tiles - 1) / 2);
        for pair in pairs(self.tiles) {
            let (first, second) = pair.cells();
            if grid[first] == grid[second] || right[first] == n && right[second] == n {
                continue;
            }
            let (one, other) = (self.has(first, grid[second]), self.has(second, grid[first]));
            let (mut ones, mut others, mut twos) = (0, 0, 0);
            for ((among, one), other) in among.iter().zip(one).zip(other) {
                let (one, other) = (among & one, among & other);
                ones += one.count_ones();
                others += other.count_ones();
                twos += (one & other).count_ones();
            }
            let solved = solved.iter().map(|&swap| u32::from(swap == pair)).sum::<u32>();
            let outcomes = [twos - solved, solved, ones - twos, others - twos, n + twos - ones - others];
            let gain = f64::from(ones + others) - f64::from(right[first] + right[second]);
            outlooks.push((pair, Outlook { gain: gain / f64::from(n), bits: self.entropy(outcomes, n) }));
        }
        outlooks
    }

    /// The entropy of outcomes that come so often among n worlds, in bits.
    fn entropy(&self, outcomes: impl IntoIterator<Item = u32>, n: u32) -> f64 {
        let sum: f64 = outcomes.into_iter().map(|count| self.n_log_n[count as usize]).sum();
        ((self.n_log_n[n as usize] - sum) / f64::from(n)).max(0.0)
    }

    /// Where that the game is over tells more than the marks do: of these worlds, the swaps that solve the grid.
    fn one_swap_away(&self, grid: &[u8], among: &[u64]) -> Vec<Pair> {
        if self.feedback != Feedback::SwappedCells {
            return Vec::new();
        }
        let swap = |at: usize| {
            let mut wrong = (0u8..).zip(grid.iter().zip(self.world(at))).filter(|(_, (have, want))| have != want);
            let (first, second) = (wrong.next()?.0, wrong.next()?.0);
            wrong.next().is_none().then_some(Pair { first, second })
        };
        places(among).filter_map(swap).collect()
    }

    /// The worlds by what they would tell of a swap that led to this grid, in the order of their first.
    pub(super) fn split(&self, after: &[u8], pair: Pair, among: &[u64]) -> Vec<Bits> {
        let mut groups: Vec<(u64, Bits)> = Vec::new();
        for at in places(among) {
            let told = self.told(after, pair, self.world(at));
            let group = groups.iter().position(|(key, _)| *key == told).unwrap_or(groups.len());
            if group == groups.len() {
                groups.push((told, vec![0; self.words]));
            }
            groups[group].1[at / 64] |= 1 << (at % 64);
        }
        groups.into_iter().map(|(_, bits)| bits).collect()
    }

    /// What a world would tell of a swap that led to this grid, as a number.
    fn told(&self, after: &[u8], pair: Pair, world: &[u8]) -> u64 {
        let (first, second) = pair.cells();
        match self.feedback {
            Feedback::RowColours => {
                let (one, other) = (first / self.columns, second / self.columns);
                let told = self.marks(after, one, world);
                if one == other { told } else { told << 32 | self.marks(after, other, world) }
            }
            Feedback::Snapshot | Feedback::SwappedCells => {
                let right = u64::from(after[first] == world[first]) << 1 | u64::from(after[second] == world[second]);
                let solved = right == 3 && self.feedback == Feedback::SwappedCells && after == world;
                right | u64::from(solved) << 2
            }
        }
    }

    /// The marks that a row earns, two bits each.
    fn marks(&self, grid: &[u8], row: usize, world: &[u8]) -> u64 {
        let cells = row * self.columns..(row + 1) * self.columns;
        let mut marks = [Mark::Grey; MAX_SIDE];
        let marks = &mut marks[..self.columns];
        mark_word(&grid[cells.clone()], &world[cells], marks);
        marks.iter().fold(0, |told, &mark| told << 2 | mark as u64)
    }

    /// The entropy of all that a swap tells, over these of the worlds, in bits: of the two tiles, and where whole rows are
    /// marked, of their rows.
    pub(super) fn bits(&self, grid: &[u8], pair: Pair, outlook: Outlook, among: &[u64]) -> f64 {
        if self.feedback != Feedback::RowColours {
            return outlook.bits;
        }
        let groups = self.split(&pair.applied(grid), pair, among);
        self.entropy(groups.iter().map(|group| count(group)), count(among))
    }

    /// The fewest swaps from a grid to each of these worlds.
    pub(super) fn distances(
        &self,
        grid: &[u8],
        worlds: &[usize],
        counter: &mut Counter,
        budget: &Budget,
    ) -> Result<Vec<u32>, Spent> {
        budget.spend(1 + (worlds.len() * self.tiles * self.tiles / PAIRS_A_NODE) as u64)?;
        let distances = worlds.iter().map(|&at| counter.count(grid, self.world(at), budget).min_swaps).collect();
        budget.spent().map_or(Ok(distances), Err)
    }
}

/// How many worlds are in a set.
pub(super) fn count(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// All pairs of cells, in reading order.
fn pairs(tiles: usize) -> impl Iterator<Item = Pair> {
    let cells = move || (0u8..).take(tiles);
    cells().flat_map(move |first| cells().skip(usize::from(first) + 1).map(move |second| Pair { first, second }))
}

/// How many are in both.
fn both(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

/// The worlds of a set, ascending.
pub(super) fn places(bits: &[u64]) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(bits).flat_map(|(first, &bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (at < 64).then_some(first + at)
        })
    })
}
