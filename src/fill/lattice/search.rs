//! Slot after slot, all fills: a search that keeps, for each slot that is open, the set of candidates that still fit.
//!
//! A node has some slots settled. It takes the open slot with the fewest candidates and tries each of them whose letters are
//! left; what crosses it then keeps the candidates with the same letter there. A fill is met once: its words, slot by slot,
//! are one path.
//!
//! Sets of candidates are bits, so to keep those with a letter is one pass over a few numbers. Candidates are in the order
//! of their scores, best first: the first of a set is the best that the slot may still come to, and what all slots together
//! may come to is a bound (see [`super::scores`]).

use std::ops::ControlFlow;

use super::candidates::Candidate;
use super::tiles::Tiles;
use crate::budget::{Budget, Spent};
use crate::fill::packing::Counts;
use crate::fill::ranking::Stop;

/// Candidates of a set that lie in one number.
const BLOCK: usize = u64::BITS as usize;
/// Candidates without their letters that take the time of a node.
const SKIPPED_A_NODE: u32 = 256;
/// Numbers of a node's sets that take the time of one node more.
const BLOCKS_A_NODE: usize = 1024;
/// The most slots: 5 across and 5 down.
const MAX_SLOTS: usize = 10;
/// The most tiles of a lattice.
const MAX_TILES: usize = 65;

/// The candidates of a slot, and sets of them.
#[derive(Debug)]
struct List {
    candidates: Vec<Candidate>,
    /// Where its set lies among those of a node, and how many numbers it takes.
    first: usize,
    blocks: usize,
    /// By crossing, then by letter, the candidates that have it there.
    with: Vec<u64>,
    /// By crossing, the candidates that do not call a tile grey that must be yellow.
    not_grey: Vec<u64>,
}

/// The memory of a search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    tiles: &'a Tiles,
    lists: Vec<List>,
    /// Numbers that the sets of a node take.
    blocks: usize,
    /// By depth, the sets of all slots.
    open: Vec<u64>,
    /// By depth, how many candidates the set of each slot has.
    sizes: [[u32; MAX_SLOTS]; MAX_SLOTS + 1],
    /// The tiles of the slots that are settled.
    target: [u8; MAX_TILES],
    /// What fills must score.
    need: u32,
}

/// What a node has settled.
#[derive(Clone, Copy)]
struct Node {
    depth: usize,
    /// A bit for each slot that is settled.
    settled: u16,
    /// The letters that are left.
    left: Counts,
    /// What the settled slots score.
    scored: u32,
}

impl<'a> Search<'a> {
    /// A search among these candidates of each slot.
    ///
    /// # Errors
    /// Where the budget is spent first: a long list takes some ten milliseconds a slot.
    pub(super) fn new(tiles: &'a Tiles, candidates: Vec<Vec<Candidate>>, budget: &Budget) -> Result<Self, Spent> {
        let mut blocks = 0;
        let lists: Vec<List> = candidates
            .into_iter()
            .enumerate()
            .map(|(slot, mut candidates)| {
                budget.look()?;
                candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
                let list = List::new(tiles, slot, candidates, blocks);
                blocks += list.blocks;
                Ok(list)
            })
            .collect::<Result<_, Spent>>()?;
        let mut open = vec![0; blocks * (lists.len() + 1)];
        let mut sizes = [[0; MAX_SLOTS]; MAX_SLOTS + 1];
        for (size, list) in sizes[0].iter_mut().zip(&lists) {
            *size = u32::try_from(list.candidates.len()).unwrap_or(u32::MAX);
            for number in 0..list.candidates.len() {
                open[list.first + number / BLOCK] |= 1 << (number % BLOCK);
            }
        }
        Ok(Self { tiles, lists, blocks, open, sizes, target: [0; MAX_TILES], need: 0 })
    }

    /// Tells of all fills that score so much by the scores of their candidates, as the letters of the tiles in reading
    /// order. Who is told says what those to come must score: no less than that.
    pub(super) fn all(
        &mut self,
        need: u32,
        mut tell: impl FnMut(&[u8]) -> Result<ControlFlow<(), u32>, Spent>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        self.need = need;
        let node = Node { depth: 0, settled: 0, left: self.tiles.packing().all(), scored: 0 };
        self.visit(node, &mut tell, budget)
    }

    fn visit(
        &mut self,
        node: Node,
        tell: &mut impl FnMut(&[u8]) -> Result<ControlFlow<(), u32>, Spent>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let Some((slot, most)) = self.next(node) else {
            return match tell(&self.target[..self.tiles.count()])? {
                ControlFlow::Continue(need) => {
                    self.need = need;
                    Ok(())
                }
                ControlFlow::Break(()) => Err(Stop::Enough),
            };
        };
        // The letters that other slots have settled here are not taken again.
        let mut left = node.left;
        let tiles = self.tiles;
        for (k, &tile) in tiles.slots()[slot].tiles().iter().step_by(2).enumerate() {
            if node.settled & 1 << tiles.crossing(slot, k) != 0 {
                left += tiles.packing().one(self.target[usize::from(tile)]);
            }
        }
        let (first, blocks) = (self.lists[slot].first, self.lists[slot].blocks);
        let mut skipped = 0u32;
        for block in 0..blocks {
            let mut set = self.open[node.depth * self.blocks + first + block];
            while set != 0 {
                let number = block * BLOCK + set.trailing_zeros() as usize;
                set &= set - 1;
                let candidate = self.lists[slot].candidates[number];
                let score = u32::from(candidate.score);
                if node.scored + most + score < self.need {
                    return Ok(());
                }
                let Some(left) = tiles.packing().less(left, candidate.counts) else {
                    skipped += 1;
                    if skipped.is_multiple_of(SKIPPED_A_NODE) {
                        budget.spend(1)?;
                    }
                    continue;
                };
                budget.spend(1 + (self.blocks / BLOCKS_A_NODE) as u64)?;
                if self.settle(node, slot, &candidate) {
                    let scored = node.scored + score;
                    let settled = node.settled | 1 << slot;
                    self.visit(Node { depth: node.depth + 1, settled, left, scored }, tell, budget)?;
                }
            }
        }
        Ok(())
    }

    /// The open slot with the fewest candidates, and the most that the other open ones may score. `None`: all are settled.
    fn next(&self, node: Node) -> Option<(usize, u32)> {
        let open = &self.open[node.depth * self.blocks..][..self.blocks];
        let mut fewest: Option<(u32, usize, u32)> = None;
        let mut most = 0;
        for (slot, list) in self.lists.iter().enumerate() {
            if node.settled & 1 << slot != 0 {
                continue;
            }
            let best = u32::from(list.best(&open[list.first..list.first + list.blocks]));
            most += best;
            let size = self.sizes[node.depth][slot];
            if fewest.is_none_or(|(fewest, ..)| size < fewest) {
                fewest = Some((size, slot, best));
            }
        }
        fewest.map(|(_, slot, best)| (slot, most - best))
    }

    /// Puts a candidate into its slot, and keeps what fits to it of the others. Says whether each still has one.
    fn settle(&mut self, node: Node, slot: usize, candidate: &Candidate) -> bool {
        let tiles = self.tiles;
        for (&tile, &letter) in tiles.slots()[slot].tiles().iter().zip(candidate.letters()) {
            self.target[usize::from(tile)] = letter;
        }
        let (above, below) = self.open.split_at_mut((node.depth + 1) * self.blocks);
        let above = &above[node.depth * self.blocks..];
        let (above_sizes, below_sizes) = self.sizes.split_at_mut(node.depth + 1);
        let (above_sizes, below_sizes) = (&above_sizes[node.depth], &mut below_sizes[0]);
        let rank = tiles.rank(slot);
        for k in 0..tiles.slots()[slot].crossings() {
            let other = tiles.crossing(slot, k);
            if node.settled & 1 << other != 0 {
                continue;
            }
            let list = &self.lists[other];
            let range = list.first..list.first + list.blocks;
            let (set, before) = (&mut below[range.clone()], &above[range]);
            let with = list.with(tiles, rank, candidate.letters()[2 * k]);
            let mut size = 0;
            if candidate.grey & 1 << k == 0 {
                for ((set, before), with) in set.iter_mut().zip(before).zip(with) {
                    *set = before & with;
                    size += set.count_ones();
                }
            } else {
                for (((set, before), with), not_grey) in set.iter_mut().zip(before).zip(with).zip(list.not_grey(rank)) {
                    *set = before & with & not_grey;
                    size += set.count_ones();
                }
            }
            if size == 0 {
                return false;
            }
            below_sizes[other] = size;
        }
        // The others of its own direction keep all that they have. Nobody looks at those that are settled.
        for other in tiles.beside(slot) {
            let list = &self.lists[other];
            let range = list.first..list.first + list.blocks;
            below[range.clone()].copy_from_slice(&above[range]);
            below_sizes[other] = above_sizes[other];
        }
        true
    }

    /// The candidates of each slot again.
    pub(super) fn into_candidates(self) -> Vec<Vec<Candidate>> {
        self.lists.into_iter().map(|list| list.candidates).collect()
    }
}

impl List {
    fn new(tiles: &Tiles, slot: usize, candidates: Vec<Candidate>, first: usize) -> Self {
        let crossings = tiles.slots()[slot].crossings();
        let blocks = candidates.len().div_ceil(BLOCK);
        let letters = tiles.letters().len();
        let mut with = vec![0; crossings * letters * blocks];
        let mut not_grey = vec![0; crossings * blocks];
        for (number, candidate) in candidates.iter().enumerate() {
            let (block, bit) = (number / BLOCK, 1 << (number % BLOCK));
            for k in 0..crossings {
                with[(k * letters + usize::from(candidate.letters()[2 * k])) * blocks + block] |= bit;
                if candidate.grey & 1 << k == 0 {
                    not_grey[k * blocks + block] |= bit;
                }
            }
        }
        Self { candidates, first, blocks, with, not_grey }
    }

    /// The candidates with this letter at a crossing.
    fn with(&self, tiles: &Tiles, crossing: usize, letter: u8) -> &[u64] {
        let first = (crossing * tiles.letters().len() + usize::from(letter)) * self.blocks;
        &self.with[first..first + self.blocks]
    }

    /// The candidates that do not call the tile of a crossing grey that must be yellow.
    fn not_grey(&self, crossing: usize) -> &[u64] {
        &self.not_grey[crossing * self.blocks..(crossing + 1) * self.blocks]
    }

    /// The best score of a set.
    fn best(&self, set: &[u64]) -> u8 {
        let first = set.iter().enumerate().find(|(_, block)| **block != 0);
        first.map_or(0, |(at, block)| self.candidates[at * BLOCK + block.trailing_zeros() as usize].score)
    }
}
