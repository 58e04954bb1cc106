//! Starts of a rarer difficulty, built from a target. Frozen with edition 1.
//!
//! From a target whose letters allow the difficulty (see [`Reach`]) come, until one is taken:
//! 1. up to [`PERMUTATIONS`] permutations of the kind asked for ([`Permutations`]);
//! 2. one that is dealt ([`deal`]), which has the min swaps, green tiles and cycles asked for whatever the letters;
//! 3. where no cycle sizes were asked for, up to [`STEPS`] steps from there: exchange two tiles, keep the exchange if the
//!    figures come no farther from those asked for, and one time in [`UPHILL`] even then. That finds the yellow tiles.
//!
//! Each that is as hard as asked is offered to the caller, who takes it or not.

use super::difficulty::{Range, Reach};
use super::judge::{Judge, letters_of};
use super::permute::{Permutations, deal};
use super::stream::Stream;
use crate::budget::Spent;

/// Permutations tried of each target.
const PERMUTATIONS: u32 = 64;
/// Exchanges tried of each target.
const STEPS: u32 = 1000;
/// One time in so many an exchange is kept that leads away.
const UPHILL: usize = 32;

/// A target's tiles, and which of them a board may move.
#[derive(Clone, Copy)]
pub(super) struct Tiles<'a> {
    /// The letters in reading order.
    pub(super) target: &'a [u8],
    /// The places of those that may be moved.
    pub(super) movable: &'a [usize],
}

impl Tiles<'_> {
    /// Tiles that are given: right from the start.
    pub(super) fn given(self) -> u32 {
        u32::try_from(self.target.len() - self.movable.len()).unwrap_or(u32::MAX)
    }
}

/// Who takes a start with so many min swaps, or does not.
pub(super) type Take<'a> = dyn FnMut(&[u8], u32) -> Result<bool, Spent> + 'a;

/// Builds starts that are as hard as asked and offers them. Whether one was taken.
pub(super) fn build(
    judge: &Judge<'_>,
    tiles: Tiles<'_>,
    stream: &mut Stream,
    take: &mut Take<'_>,
) -> Result<bool, Spent> {
    judge.budget().spend(1)?;
    let Tiles { target, movable } = tiles;
    let letters = letters_of(movable.iter().map(|&tile| target[tile]));
    let reach = Reach::new(&letters, tiles.given(), judge.difficulty());
    if reach.splits.is_empty() {
        return Ok(false);
    }
    let permutations = Permutations::new(movable, &reach, judge.difficulty());
    let mut start = target.to_vec();
    for _ in 0..PERMUTATIONS {
        start.copy_from_slice(target);
        let split = permutations.apply(stream, &mut start);
        if let Some(min_swaps) = judge.accepts(&start, target, Some(split))?
            && take(&start, min_swaps)?
        {
            return Ok(true);
        }
    }
    start.copy_from_slice(target);
    let split = reach.splits[stream.below(reach.splits.len())];
    deal(stream, split, &mut start, movable);
    if let Some(min_swaps) = judge.accepts(&start, target, Some(split))?
        && take(&start, min_swaps)?
    {
        return Ok(true);
    }
    if judge.difficulty().cycle_tiles != Range::ANY {
        return Ok(false);
    }
    steer(judge, tiles, &mut start, stream, take)
}

/// Exchanges tiles while the figures come no farther from those asked for.
fn steer(
    judge: &Judge<'_>,
    tiles: Tiles<'_>,
    start: &mut [u8],
    stream: &mut Stream,
    take: &mut Take<'_>,
) -> Result<bool, Spent> {
    let Tiles { target, movable } = tiles;
    let mut now = judge.measure(start, target, None)?.map_or(u32::MAX, |measured| measured.distance);
    for _ in 0..STEPS {
        let mut draw = || movable[stream.below(movable.len())];
        let (one, other) = (draw(), draw());
        if start[one] == start[other] {
            continue;
        }
        start.swap(one, other);
        let Some(measured) = judge.measure(start, target, None)? else {
            start.swap(one, other);
            continue;
        };
        if measured.distance == 0 && take(start, measured.min_swaps)? {
            return Ok(true);
        }
        if measured.distance <= now || stream.below(UPHILL) == 0 {
            now = measured.distance;
        } else {
            start.swap(one, other);
        }
    }
    Ok(false)
}
