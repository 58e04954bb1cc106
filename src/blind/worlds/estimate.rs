//! The worlds, where they are too many to be counted: a guess at their number, and some of them.
//!
//! Ways down the search for word sets are taken (see [`Probe`]) that are spread evenly over all: where each turns is told by a
//! sequence of points that fill a cube more evenly than chance does (Roberts, "The unreasonable effectiveness of quasirandom
//! sequences", 2018), so no random numbers are needed and the answer is always the same. What a way finds stands for as many
//! as it could have been turned elsewhere, and a sample is drawn by these weights.

use std::collections::HashSet;

use super::base;
use super::permanent::{Permanents, Ways};
use super::{Word, World, is_made_of};
use crate::blind::evidence::Evidence;
use crate::blind::record::Terms;
use crate::budget::{Budget, Spent};
use crate::fill::sets::{Candidates, Probe, Rows, Set, Sets};
use crate::lexicon::Letter;
use crate::puzzle::layout::MAX_SIDE;

/// Nodes for all ways: some hundredths of a second.
const NODES: u64 = 40_000;
/// Words between two looks at the budget.
const WORDS_A_LOOK: u32 = 1024;
/// The most ways.
const WAYS: u32 = 4_096;
/// The most worlds that are drawn: more than any strategy looks at.
const DRAWN: u32 = 4_096;

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
        let (mut candidates, mut by_row) = (None, vec![Vec::new(); terms.rows()]);
        if let Some(found) = base::candidates(terms, evidence, budget)? {
            for (row, words) in by_row.iter_mut().enumerate() {
                let in_row = found.words().filter(|&word| found.rows(word) >> row & 1 == 1);
                words.extend(in_row.map(|word| found.place(word)));
            }
            candidates = Some(found);
        } else {
            let list = terms.dictionary().words(terms.columns());
            for (place, word) in (0..).zip(list) {
                if place % WORDS_A_LOOK == 0 {
                    budget.look()?;
                }
                if !is_made_of(word, terms.letters()) {
                    continue;
                }
                budget.spend(1)?;
                let rows = by_row.iter_mut().enumerate().filter(|(row, _)| evidence.allows(*row, word));
                rows.for_each(|(_, words)| words.push(place));
            }
        }
        let most = by_row.iter().map(|words| number(words.len())).product();
        let ruled_out: HashSet<&[Letter]> = evidence.ruled_out().iter().map(Vec::as_slice).collect();
        let is_possible = |world: &World| {
            let list = terms.dictionary().words(terms.columns());
            let letters: Vec<Letter> =
                world.iter().filter_map(|&word| list.get(word as usize)).flatten().copied().collect();
            !ruled_out.contains(&*letters)
        };
        let guess = candidates.map(|candidates| guess(&candidates, is_possible, budget)).transpose()?;
        let (count, worlds) = guess.filter(|(_, worlds)| !worlds.is_empty()).unwrap_or((most, Vec::new()));
        Ok(Self { count, worlds, candidates: by_row })
    }
}

/// How many worlds there are, about, and some of them that are possible as a whole.
fn guess(
    candidates: &Candidates,
    is_possible: impl Fn(&World) -> bool,
    budget: &Budget,
) -> Result<(f64, Vec<World>), Spent> {
    let (found, ways) = find(candidates, budget)?;
    let all: f64 = found.iter().map(|found| found.weight * f64::from(found.ways)).sum();
    let mut worlds = draw(candidates, all, &found, budget)?;
    worlds.retain(is_possible);
    Ok((all / f64::from(ways.max(1)), worlds))
}

fn number(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::MAX, f64::from)
}

/// What all ways found, and how many they were.
fn find(candidates: &Candidates, budget: &Budget) -> Result<(Vec<Found>, u32), Spent> {
    let permanents = Permanents::new();
    let part = budget.part(NODES);
    let (mut found, mut ways) = (Vec::new(), 0);
    let mut search = Sets::new(candidates, usize::MAX);
    while ways < WAYS {
        let choose = |depth: usize, branches: usize| {
            let point = STEPS[depth % MAX_SIDE].wrapping_mul(u64::from(ways) + 1);
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

/// Worlds at even steps along all that was found, as far as each set counts: a set may give several, or none. Which of a set's
/// ways it is, another sequence tells, so that it does not depend on where the steps fall. The same world is drawn but once.
fn draw(candidates: &Candidates, total: f64, found: &[Found], budget: &Budget) -> Result<Vec<World>, Spent> {
    let rows = candidates.tiles().rows();
    let step = total / f64::from(DRAWN);
    let (mut worlds, mut before, mut drawn) = (Vec::new(), 0.0, 0);
    for Found { set, ways, weight } in found {
        let end = before + weight * f64::from(*ways);
        let rows_of = rows_of(candidates, set);
        let mut of_set = None;
        while step * (f64::from(drawn) + 0.5) < end && drawn < DRAWN {
            budget.spend(1)?;
            let point = STEPS[0].wrapping_mul(u64::from(drawn) + 1);
            let number = u32::try_from((u128::from(point) * u128::from(*ways)) >> 64).unwrap_or(0);
            let way = of_set.get_or_insert_with(|| Ways::of(&rows_of[..rows])).get(number);
            worlds.extend(way.map(|way| way.into_iter().map(|word| candidates.place(set[word])).collect::<World>()));
            drawn += 1;
        }
        before = end;
    }
    worlds.sort_unstable();
    worlds.dedup();
    Ok(worlds)
}
