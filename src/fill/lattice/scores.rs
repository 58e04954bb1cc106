//! What a candidate could be worth in its slot, as a bound on swaps.
//!
//! With E of n tiles misplaced, of which t pairs could trade places with one swap, no fewer than (2 E - t) / 3 swaps do: a
//! cycle of k tiles takes k - 1, which is half a swap a tile for pairs and two thirds or more for all others. So a fill of K
//! swaps has 2 (n - E) + t >= 2 n - 3 K. Both sides times four, that is a sum over tiles: [`MATCH`] for one that is right,
//! and [`PAIR`] for one of a pair. A tile at a crossing gives half of that to each of its words, so that what all words of a
//! fill score is what its tiles do.
//!
//! Which tiles make pairs is not known before all words are. A candidate gets the points of a pair for each letter that
//! could: where it lies, a slot may hold the letter that is there now.

use super::candidates::Candidate;
use super::tiles::Tiles;
use crate::budget::{Budget, Spent};
use crate::puzzle::layout::MAX_SIDE;

/// Points of a tile that is right.
const MATCH: u8 = 8;
/// Points of a tile of a pair.
const PAIR: u8 = 2;

/// The points that a fill of so many swaps has at least.
pub(super) fn need(tiles: usize, swaps: u32) -> u32 {
    (8 * u32::try_from(tiles).unwrap_or(u32::MAX)).saturating_sub(12 * swaps)
}

/// The fewest swaps of a fill that has so many points.
pub(super) fn fewest(tiles: usize, points: u32) -> u32 {
    need(tiles, 0).saturating_sub(points).div_ceil(12)
}

/// Gives each candidate of each slot its score.
pub(super) fn give(tiles: &Tiles, candidates: &mut [Vec<Candidate>], budget: &Budget) -> Result<(), Spent> {
    budget.look()?;
    let may_be = letters(tiles, candidates);
    // By letter that comes and letter that goes: whether a tile with the first may become the second.
    let letters = tiles.letters().len();
    let mut becomes = vec![false; letters * letters];
    for (&start, &may_be) in tiles.start().iter().zip(&may_be) {
        for letter in (0..letters).filter(|letter| may_be & 1 << letter != 0) {
            becomes[usize::from(start) * letters + letter] = true;
        }
    }
    for (slot, candidates) in tiles.slots().iter().zip(candidates) {
        let mut start = [0; MAX_SIDE];
        for (start, &tile) in start.iter_mut().zip(slot.tiles()) {
            *start = tiles.start()[usize::from(tile)];
        }
        budget.look()?;
        for candidate in candidates {
            let points = (0..slot.len()).map(|place| {
                let (is, was) = (candidate.letters()[place], start[place]);
                let points = if is == was {
                    MATCH
                } else if becomes[usize::from(is) * letters + usize::from(was)] {
                    PAIR
                } else {
                    0
                };
                if place % 2 == 0 { points / 2 } else { points }
            });
            candidate.score = points.sum();
        }
    }
    Ok(())
}

/// The letters that each tile may become, a bit each.
fn letters(tiles: &Tiles, candidates: &[Vec<Candidate>]) -> Vec<u64> {
    let mut letters = vec![u64::MAX; tiles.count()];
    for (slot, candidates) in tiles.slots().iter().zip(candidates) {
        let mut of_slot = [0u64; MAX_SIDE];
        for candidate in candidates {
            for (letters, letter) in of_slot.iter_mut().zip(candidate.letters()) {
                *letters |= 1 << letter;
            }
        }
        for (&tile, of_slot) in slot.tiles().iter().zip(of_slot) {
            letters[usize::from(tile)] &= of_slot;
        }
    }
    letters
}
