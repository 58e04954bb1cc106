//! The fewest swaps to a target, by tiles and by letters.

use tilewright::budget::Budget;
use tilewright::swaps::Counter;

use super::{Curve, tell};
use crate::Pace;
use crate::axis::{Axis, Scale};
use crate::document::Document;
use crate::serving::Any;
use crate::support::{Random, Times, measure};

/// Boards of each size, and how often each is measured.
const BOARDS: usize = 500;
const SWEEPS: usize = 3;
/// Tiles of square boards.
const TILES: [usize; 7] = [9, 16, 25, 36, 49, 64, 81];
/// Letters of boards of one size.
const LETTERS: [usize; 9] = [2, 4, 6, 8, 12, 16, 24, 32, 40];

/// Start and target: so many tiles of so many letters, as even as may be, shuffled.
fn board(random: &mut Random, tiles: usize, letters: usize) -> (Vec<u8>, Vec<u8>) {
    let target: Vec<u8> = (0..tiles).map(|tile| u8::try_from(tile % letters).unwrap_or(0)).collect();
    let mut start = target.clone();
    for last in (1..tiles).rev() {
        start.swap(last, random.below(last + 1));
    }
    (start, target)
}

/// Their times, least of some sweeps.
fn times(boards: usize, tiles: usize, letters: usize) -> Times {
    let mut random = Random(5);
    let boards: Vec<_> = (0..boards).map(|_| board(&mut random, tiles, letters)).collect();
    let mut counter = Counter::default();
    let (took, counts) = measure(&boards, SWEEPS, |(start, target)| counter.count(start, target, &Budget::unlimited()));
    assert!(counts.iter().all(|count| count.is_proven()), "nothing ends it early");
    took
}

pub(super) fn run(document: &mut Document, pace: &Pace) -> Result<(), Any> {
    let boards = BOARDS / pace.fewer;
    document.heading(3, "Fewest swaps to a target");
    document.say(format!(
        "{boards} boards of each size, tiles of as many letters as are said, as many of each as may be, shuffled at random; all \
         proven. Each board's time is the least of {SWEEPS}."
    ));
    let by_tiles = |letters: usize| Curve {
        name: format!("{letters} letters"),
        points: TILES.map(|tiles| (tiles, times(boards, tiles, letters))).into(),
    };
    let x = Axis::new("tiles", Scale::Whole);
    tell(document, "size-swaps-tiles", "Fewest swaps by tiles", x, &[6, 12, 20].map(by_tiles))?;
    let by_letters = |tiles: usize| Curve {
        name: format!("{tiles} tiles"),
        points: LETTERS
            .into_iter()
            .filter(|&letters| letters <= tiles)
            .map(|letters| (letters, times(boards, tiles, letters)))
            .collect(),
    };
    let x = Axis::new("letters", Scale::Whole);
    tell(document, "size-swaps-letters", "Fewest swaps by letters", x, &[25, 49, 81].map(by_letters))
}
