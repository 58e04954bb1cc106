//! The worlds, where they are too many to be counted: a guess at their number, and some of them.
//!
//! Ways down the search for word sets are taken (see [`Probe`]) that are spread evenly over all: where each turns is told by a
//! sequence of points that fill a cube more evenly than chance does (Roberts, "The unreasonable effectiveness of quasirandom
//! sequences", 2018), so no random numbers are needed and the answer is always the same. What a way finds stands for as many
//! as it could have been turned elsewhere, and a sample is drawn by these weights.

use super::base::candidates;
use super::permanent::Permanents;
use super::{Word, World};
use crate::blind::evidence::Evidence;
use crate::blind::record::Terms;
use crate::budget::{Budget, Spent};
use crate::fill::sets::{Candidates, Probe, Rows, Set, Sets};
use crate::puzzle::layout::MAX_SIDE;

/// Nodes for all ways: about a tenth of a second.
const NODES: u64 = 100_000;
/// The most ways.
const WAYS: u64 = 4_096;
/// The most worlds that are drawn: more than any strategy looks at.
const DRAWN: usize = 4_096;

/// By words chosen, the step of the sequence of points, as a share of 2^64: powers of the root of x^10 = x + 1.
const STEPS: [u64; MAX_SIDE] = [
    0xedf8_4ed4_1856_25ad,
    0xdd35_b2cd_8844_9739,
    0xcda1_46ab_203d_ad88,
    0xbf25_c1fa_6343_5002,
    0xb1af_5c04_9700_44e1,
    0xa52b_b0c8_0863_5d87,
    0x9989_a7d8_994b_239d,
    0x8eb9_5d05_457a_a16a,
    0x84ac_0aa2_b7d7_e1c4,
];

/// A guess at the worlds.
#[derive(Clone, Debug)]
pub(super) struct Estimate {
    /// How many there are, about.
    pub(super) count: f64,
    /// Some of them, each as likely as any other; none where no way found one.
    pub(super) worlds: Vec<World>,
    /// By row, the words that nothing is known against.
    pub(super) candidates: Vec<Vec<Word>>,
}

/// A set that a way found, the rows that its words may lie in, and how many sets it stands for.
struct Found {
    set: Set,
    ways: u32,
    weight: f64,
}

impl Estimate {
    /// Guesses.
    pub(super) fn of(terms: &Terms, evidence: &Evidence, budget: &Budget) -> Result<Self, Spent> {
        let rows = terms.rows();
        let Some(candidates) = candidates(terms, evidence, budget)? else {
            return Ok(Self { count: f64::MAX, worlds: Vec::new(), candidates: vec![Vec::new(); rows] });
        };
        let in_row = |row: usize| {
            let words = candidates.words().filter(|&word| candidates.rows(word) >> row & 1 == 1);
            words.map(|word| candidates.place(word)).collect()
        };
        let by_row: Vec<Vec<Word>> = (0..rows).map(in_row).collect();
        let (found, ways) = find(&candidates, budget)?;
        let drawn = draw(&candidates, rows, &found);
        let worlds: f64 = found.iter().map(|found| found.weight * f64::from(found.ways)).sum();
        let most: f64 = by_row.iter().map(|words| words.len() as f64).product();
        let count = if found.is_empty() { most } else { worlds / ways.max(1) as f64 };
        Ok(Self { count, worlds: drawn, candidates: by_row })
    }
}

/// What all ways found, and how many they were.
fn find(candidates: &Candidates, budget: &Budget) -> Result<(Vec<Found>, u64), Spent> {
    let permanents = Permanents::new();
    let part = budget.part(NODES);
    let (mut found, mut ways) = (Vec::new(), 0);
    let mut search = Sets::new(candidates, usize::MAX);
    while ways < WAYS {
        let choose = |depth: usize, branches: usize| {
            let point = STEPS[depth % MAX_SIDE].wrapping_mul(ways + 1);
            usize::try_from((u128::from(point) * branches as u128) >> 64).unwrap_or(0)
        };
        // A way that is not gone to its end counts for nothing.
        let Ok(Probe { weight, sets }) = search.probe(candidates, choose, &part) else { break };
        ways += 1;
        for set in sets {
            let rows = rows_of(candidates, &set);
            found.push(Found { set, ways: permanents.ways(&rows[..candidates.tiles().rows()]), weight });
        }
    }
    budget.absorb(&part)?;
    Ok((found, ways))
}

/// The rows that the words of a set may lie in.
fn rows_of(candidates: &Candidates, set: &Set) -> [Rows; MAX_SIDE] {
    let mut rows = [0; MAX_SIDE];
    for (rows, &word) in rows.iter_mut().zip(&set[..candidates.tiles().rows()]) {
        *rows = candidates.rows(word);
    }
    rows
}

/// Worlds at even steps along all that was found, as far as each set counts: a set may give several, or none.
fn draw(candidates: &Candidates, rows: usize, found: &[Found]) -> Vec<World> {
    let permanents = Permanents::new();
    let total: f64 = found.iter().map(|found| found.weight * f64::from(found.ways)).sum();
    let step = total / DRAWN as f64;
    let (mut worlds, mut before, mut next) = (Vec::new(), 0.0, step / 2.0);
    for Found { set, ways, weight } in found {
        let end = before + weight * f64::from(*ways);
        while next < end && worlds.len() < DRAWN {
            let number = ((next - before) / weight) as u32;
            let rows_of = rows_of(candidates, set);
            let way = permanents.way(&rows_of[..rows], number.min(ways.saturating_sub(1)));
            worlds.extend(way.map(|way| way.into_iter().map(|word| candidates.place(set[word])).collect::<World>()));
            next += step;
        }
        before = end;
    }
    worlds.sort_unstable();
    worlds.dedup();
    worlds
}
