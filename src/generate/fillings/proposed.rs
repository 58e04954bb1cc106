//! Crossing keys drawn by proposal: exactly as likely as they are heavy, after a set-up of milliseconds.
//!
//! What crosses is a grid of letters whose rows are keys of across words and whose columns are keys of down words; it is as
//! heavy as the weights of all of them multiplied. Cut it after its second row and its second column into
//!
//! ```text
//! A B
//! C D
//! ```
//!
//! A's rows are prefixes of the first two rows, its columns those of the first two columns. Given A, the first two rows
//! choose B and the first two columns choose C, each without looking at the other; what is left to D then has the weight
//! h(B, C), the sum over all D of the weights of its rows and columns. Where a bound h(B, C) <= n(b3) n(b4) ... m(c3) m(c4)
//! ... is known, by the prefixes b of the columns over D and the prefixes c of the rows beside it, A, B and C can be drawn
//! as likely as their own weights times the bound, exactly: given A, the bound falls apart into one factor of B and one of
//! C, and the sums over all B and over all C are tables by two prefixes. That is taken with probability h / bound, or all is
//! drawn again; so what is taken is as likely as its weights times h. D is drawn last, as it is. [`bounds`](super::bounds)
//! has the bound.
//!
//! In 9x9, D is three by three, and the bound is so far off that a proposal is hardly ever taken. There [`CANDIDATES`]
//! proposals are gathered that can be closed, and one of them is taken, each as likely as h / bound: the more candidates,
//! the nearer to exact.
//!
//! All sums are of double precision, in a fixed order.

use super::super::stream::Stream;
use super::bounds::norms;
use super::closing::{Closed, Closing};
use super::keys::{Side, Tail};
use crate::budget::{Budget, Spent};

/// Bounds are raised by this part, so that rounding never leaves one too low.
const SLACK: f64 = 1e-9;

/// Letters of tails in both directions, multiplied, from which on proposals are hardly ever taken: 9x9.
const TOO_WIDE: usize = 9;
/// Proposals that can be closed, of which one is taken there.
pub(super) const CANDIDATES: usize = 16;

/// Parts of the sum of all blocks, a power of 2.
const GUIDES: usize = 1 << 14;

/// What is drawn by proposal.
#[derive(Debug)]
pub(super) struct Proposed {
    across: Half,
    down: Half,
    /// The blocks A that can be: prefixes of the first two rows.
    blocks: Vec<[u16; 2]>,
    /// By block, the weights of all up to it.
    reached: Vec<f64>,
    /// By part of the sum of all, the first block that reaches into it: where to look for one.
    guides: Vec<u32>,
    /// Units of the set-up that are done.
    done: usize,
}

/// The words of one direction, and what is known of pairs of them.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) side: Side,
    /// By line through D, then by the two letters of a prefix, the bound's factor; 0 where no word begins so.
    norms: Vec<Vec<f64>>,
    /// By the prefix of the first and the kind of tail of the second of two words: the weights of all tails of the first,
    /// times the factors of the prefixes that the two make in the other direction.
    reach: Vec<f64>,
    /// By two prefixes, the sum of that over all tails of the second, too. Empty when the set-up is done.
    pairs: Vec<f64>,
}

/// The first two rows and columns, proposed: the sum over all ways to close them, and its bound.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    rows: [usize; 2],
    columns: [usize; 2],
    sum: f64,
    bound: f64,
}

impl Half {
    fn new(side: Side, norms: Vec<Vec<f64>>) -> Self {
        Self { side, norms, reach: Vec::new(), pairs: Vec::new() }
    }

    /// The product of the factors of the prefixes that two tails make in the other direction.
    #[inline]
    fn factor(&self, other: &Self, first: Tail, second: Tail) -> f64 {
        let letters = self.side.letters();
        let norm = |at: usize| other.norms[at][usize::from(first[at]) * letters + usize::from(second[at])];
        (0..self.side.tail()).fold(1.0, |product, at| product * norm(at))
    }

    /// Fills the next row of `reach`.
    fn reach_from(&mut self, other: &Self, prefix: usize) {
        let row: Vec<f64> = self
            .side
            .distinct()
            .iter()
            .map(|&second| {
                let keys = self.side.keys(prefix);
                keys.map(|key| self.side.weights()[key] * self.factor(other, self.side.tails()[key], second)).sum()
            })
            .collect();
        self.reach.extend(row);
    }

    /// What `reach` has of a prefix.
    fn reached(&self, prefix: usize) -> &[f64] {
        let kinds = self.side.distinct().len();
        &self.reach[prefix * kinds..][..kinds]
    }

    /// Fills the next row of `pairs`.
    fn pair_up(&mut self, first: usize) {
        let reached = self.reached(first);
        let sum = |second| {
            let keys = self.side.keys(second);
            keys.map(|key| self.side.weights()[key] * reached[self.side.kinds()[key] as usize]).sum::<f64>()
        };
        let row: Vec<f64> = (0..self.side.begins().len()).map(sum).collect();
        self.pairs.extend(row);
    }

    /// The first two words, given their prefixes.
    fn draw(
        &self,
        other: &Self,
        [first, second]: [usize; 2],
        chances: &mut Chances,
        stream: &mut Stream,
    ) -> [usize; 2] {
        let (weights, kinds, reached) = (self.side.weights(), self.side.kinds(), self.reached(first));
        let keys = self.side.keys(second);
        let last =
            keys.start + chances.pick(keys.clone().map(|key| weights[key] * reached[kinds[key] as usize]), stream);
        let tail = self.side.tails()[last];
        let keys = self.side.keys(first);
        let weight = |key: usize| weights[key] * self.factor(other, self.side.tails()[key], tail);
        [keys.start + chances.pick(keys.clone().map(weight), stream), last]
    }
}

/// Memory for the weights of what one is drawn of: they are summed and then gone through, and worked out once.
#[derive(Default)]
struct Chances(Vec<f64>);

impl Chances {
    /// The place of one of these weights, each as likely as it is heavy.
    fn pick(&mut self, weights: impl Iterator<Item = f64>, stream: &mut Stream) -> usize {
        self.0.clear();
        self.0.extend(weights);
        stream.weighted(self.0.iter().copied())
    }
}

impl Proposed {
    /// The drawing of keys from these two sides, of which nothing is set up.
    pub(super) fn new(across: Side, down: Side) -> Self {
        let [rows, columns] = norms([&across, &down]);
        let (across, down) = (Half::new(across, rows), Half::new(down, columns));
        Self { across, down, blocks: Vec::new(), reached: Vec::new(), guides: Vec::new(), done: 0 }
    }

    /// How many numbers the largest table would take.
    pub(super) fn size(across: &Side, down: &Side) -> usize {
        let size = |side: &Side| side.begins().len() * side.begins().len().max(side.distinct().len());
        size(across).max(size(down))
    }

    /// Sets up as much as the budget allows, and goes on from there when it is called again. A unit of that costs so many
    /// nodes.
    pub(super) fn prepare(&mut self, unit: u64, budget: &Budget) -> Result<(), Spent> {
        let (rows, columns) = (self.across.side.begins().len(), self.down.side.begins().len());
        let units = [rows, columns, rows, columns, rows];
        loop {
            let mut at = self.done;
            let Some(stage) = units.iter().position(|&units| {
                let here = at < units;
                at -= if here { 0 } else { units };
                here
            }) else {
                break;
            };
            match stage {
                0 => self.across.reach_from(&self.down, at),
                1 => self.down.reach_from(&self.across, at),
                2 => self.across.pair_up(at),
                3 => self.down.pair_up(at),
                _ => self.list_blocks(at),
            }
            self.done += 1;
            budget.spend(unit)?;
        }
        self.set_guides();
        self.across.pairs = Vec::new();
        self.down.pairs = Vec::new();
        Ok(())
    }

    /// Lists the blocks that begin with this prefix.
    fn list_blocks(&mut self, first: usize) {
        let (across, down) = (&self.across, &self.down);
        let [a, b] = across.side.begins()[first];
        for (second, &[c, d]) in across.side.begins().iter().enumerate() {
            let (Some(left), Some(right)) = (down.side.prefix(a, c), down.side.prefix(b, d)) else { continue };
            let weight = across.pairs[first * across.side.begins().len() + second]
                * down.pairs[left * down.side.begins().len() + right];
            if weight > 0.0 {
                self.reached.push(self.reached.last().copied().unwrap_or(0.0) + weight);
                self.blocks.push([first, second].map(|prefix| u16::try_from(prefix).expect("64 * 64 at most")));
            }
        }
    }

    /// The words of both directions.
    pub(super) fn sides(&self) -> [&Side; 2] {
        [&self.across.side, &self.down.side]
    }

    /// Draws a block.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to GUIDES - 1")]
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    fn block(&self, stream: &mut Stream) -> Option<[u16; 2]> {
        let fraction = fraction(stream);
        let sought = fraction * self.reached.last()?;
        let part = (fraction * GUIDES as f64) as usize;
        let (first, last) = (self.guides[part] as usize, (self.guides[part + 1] as usize + 1).min(self.blocks.len()));
        let at = first + self.reached[first..last].partition_point(|&reached| reached <= sought);
        self.blocks.get(at).or(self.blocks.last()).copied()
    }

    /// Notes where to look for each part of the running sums.
    #[expect(clippy::cast_precision_loss, reason = "GUIDES at most")]
    fn set_guides(&mut self) {
        let total = self.reached.last().copied().unwrap_or(0.0);
        let guide = |part: usize| {
            let sought = part as f64 / GUIDES as f64 * total;
            let at = self.reached.partition_point(|&reached| reached <= sought);
            u32::try_from(at).expect("no more blocks than numbers of a table")
        };
        self.guides = (0..=GUIDES).map(guide).collect();
    }

    /// Proposes keys of the first two rows and columns that can be closed. There must be a block.
    fn propose(&self, (closing, chances): (&mut Closing, &mut Chances), stream: &mut Stream) -> Option<Candidate> {
        let (across, down) = (&self.across, &self.down);
        let [first, second] = self.block(stream)?.map(usize::from);
        let ([a, b], [c, d]) = (across.side.begins()[first], across.side.begins()[second]);
        let (left, right) = (down.side.prefix(a, c)?, down.side.prefix(b, d)?);
        let rows = across.draw(down, [first, second], chances, stream);
        let columns = down.draw(across, [left, right], chances, stream);
        let bound = across.factor(down, across.side.tails()[rows[0]], across.side.tails()[rows[1]])
            * down.factor(across, down.side.tails()[columns[0]], down.side.tails()[columns[1]])
            * (1.0 + SLACK);
        closing.begin(self.sides(), rows, columns)?;
        let sum = closing.sum(self.sides());
        (sum > 0.0).then_some(Candidate { rows, columns, sum, bound })
    }

    /// Draws keys that cross. There must be a block.
    pub(super) fn draw(&self, stream: &mut Stream, budget: &Budget) -> Result<Option<Closed>, Spent> {
        let mut closing = Closing::default();
        let mut close = |candidate: Candidate, stream: &mut Stream| {
            closing.begin(self.sides(), candidate.rows, candidate.columns)?;
            closing.draw(self.sides(), fraction(stream) * candidate.sum)
        };
        let (mut proposals, mut chances) = (Closing::default(), Chances::default());
        if self.across.side.tail() * self.down.side.tail() < TOO_WIDE {
            loop {
                budget.spend(1)?;
                let Some(candidate) = self.propose((&mut proposals, &mut chances), stream) else { continue };
                if fraction(stream) * candidate.bound < candidate.sum {
                    return Ok(close(candidate, stream));
                }
            }
        }
        let mut candidates = Vec::with_capacity(CANDIDATES);
        while candidates.len() < CANDIDATES {
            budget.spend(1)?;
            candidates.extend(self.propose((&mut proposals, &mut chances), stream));
        }
        let weights = candidates.iter().map(|candidate| candidate.sum / candidate.bound);
        let taken = candidates[stream.weighted(weights)];
        Ok(close(taken, stream))
    }

    /// Whether there is any block at all.
    pub(super) fn has_blocks(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The memory that this takes, in bytes, about.
    pub(super) fn bytes(&self) -> usize {
        let half = |half: &Half| {
            half.side.bytes() + (half.norms.len() * half.side.letters() * half.side.letters() + half.reach.len()) * 8
        };
        half(&self.across) + half(&self.down) + self.blocks.len() * (8 + 4) + self.guides.len() * 4
    }
}

/// A fraction below 1, of 53 bits.
#[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
pub(super) fn fraction(stream: &mut Stream) -> f64 {
    (stream.next_word() >> 11) as f64 / (1u64 << 53) as f64
}
