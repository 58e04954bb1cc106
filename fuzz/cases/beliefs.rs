//! What may still be after a blind game's swaps, against plain enumeration: up to three rows of three letters, up to twelve words,
//! up to six swaps. Of what is told, once in a while something is not so.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright::blind::{Feedback, Move, Reading, Record, Terms, Told, Worlds, WorldsCache};
use tilewright::budget::Budget;
use tilewright::puzzle::{Cell, Grid, Kind, Known, Layout, Mark, Swap};

use super::fills::{COLUMNS, all_fills, are_distinct, dictionary, is_of};
use super::marks::by_counting;
use super::taken::Taken;

const MOST_SWAPS: usize = 6;

pub fn run(data: &[u8]) {
    let mut taken = Taken(data);
    let (rows, kinds, count) = (1 + taken.below(3), 2 + taken.below(4), 1 + taken.below(12));
    let feedback = Feedback::ALL[taken.below(Feedback::ALL.len())];
    let distinct: BTreeSet<Vec<char>> = (0..count).map(|_| taken.letters(COLUMNS, kinds)).collect();
    let mut target: Vec<char> =
        distinct.iter().cycle().skip(taken.below(distinct.len())).take(rows).flatten().copied().collect();
    // Once in a while the target is no words, and nothing may be left.
    if taken.below(8) == 7 {
        taken.shuffle(&mut target);
    }
    let mut tiles = target.clone();
    taken.shuffle(&mut tiles);

    let layout = Layout::new(Kind::Rows, rows, COLUMNS).unwrap();
    let terms = Terms::new(Grid::new(layout, tiles.clone()).unwrap(), dictionary(&distinct), feedback).unwrap();
    let listed: Vec<&Vec<char>> = distinct.iter().collect();
    let mut worlds = all_fills(&listed, rows);
    worlds.retain(|world| are_distinct(world) && is_of(world, &tiles));

    let mut told = tell(feedback, &tiles, &target, &[]);
    spoil(&mut taken, feedback, &mut told);
    worlds.retain(|world| agrees(feedback, &tiles, world, &[], &told));
    let mut record = Record::new(Arc::new(terms), told);
    let cache = WorldsCache::new(1 << 20);
    check(&record, &worlds, &cache);
    for _ in 0..taken.below(MOST_SWAPS + 1) {
        if tiles == target {
            break;
        }
        let first = taken.below(tiles.len());
        let second = (first + 1 + taken.below(tiles.len() - 1)) % tiles.len();
        tiles.swap(first, second);
        let swapped = [first, second];
        let mut told = tell(feedback, &tiles, &target, &swapped);
        spoil(&mut taken, feedback, &mut told);
        worlds.retain(|world| agrees(feedback, &tiles, world, &swapped, &told));
        let [first, second] = swapped.map(|at| Cell(u8::try_from(at).unwrap()));
        record.push(Move { swap: Swap::new(first, second).unwrap(), told });
        check(&record, &worlds, &cache);
    }
}

/// What is told of this grid if that is the target.
fn tell(feedback: Feedback, grid: &[char], target: &[char], swapped: &[usize]) -> Told {
    let right = |at: usize| if grid[at] == target[at] { Known::Marked(Mark::Green) } else { Known::Wrong };
    let all = 0..grid.len();
    match feedback {
        Feedback::Snapshot => all.map(right).collect(),
        Feedback::SwappedCells => {
            all.map(|at| if swapped.contains(&at) { right(at) } else { Known::Nothing }).collect()
        }
        Feedback::RowColours => {
            let rows = grid.chunks(COLUMNS).zip(target.chunks(COLUMNS));
            rows.flat_map(|(tiles, word)| by_counting(tiles, word)).map(Known::Marked).collect()
        }
    }
}

/// Whether that could be the target: it would have told the same, and the game would be over where the tiles lay so.
fn agrees(feedback: Feedback, grid: &[char], world: &[char], swapped: &[usize], told: &Told) -> bool {
    let all_right = told.iter().all(|known| *known == Known::Marked(Mark::Green));
    tell(feedback, grid, world, swapped) == *told && (all_right || grid != world)
}

/// Once in a while: tells of one tile something else than what is so.
fn spoil(taken: &mut Taken<'_>, feedback: Feedback, told: &mut Told) {
    if taken.below(16) != 15 {
        return;
    }
    let said: &[Known] = match feedback {
        Feedback::RowColours => &[Mark::Grey, Mark::Yellow, Mark::Green].map(Known::Marked),
        Feedback::Snapshot | Feedback::SwappedCells => &[Known::Wrong, Known::Marked(Mark::Green)],
    };
    let at = taken.below(told.len());
    if told[at] != Known::Nothing {
        told[at] = said[taken.below(said.len())];
    }
}

fn check(record: &Record, expected: &[Vec<char>], cache: &WorldsCache) {
    let case = format!("{record:?}");
    let worlds = Worlds::of(record, Reading::Whole, cache, &Budget::unlimited()).unwrap();
    assert!(worlds.is_exact(), "{case}: so few can be counted");
    let count = f64::from(u32::try_from(expected.len()).unwrap());
    assert!((worlds.count() - count).abs() < 1e-9, "{case}: {} worlds, not {count}", worlds.count());
    assert_eq!(worlds.is_empty(), expected.is_empty(), "{case}");
    let expected: BTreeSet<Vec<char>> = expected.iter().cloned().collect();
    let all = worlds.sample(expected.len());
    let found: BTreeSet<Vec<char>> = all.iter().map(|world| worlds.grid(world).cells().to_vec()).collect();
    assert_eq!((found.len(), &found), (all.len(), &expected), "{case}");
    let alphabet = record.terms().dictionary().alphabet();
    for row in 0..record.terms().rows() {
        let possible: BTreeSet<&[char]> = expected.iter().map(|world| &world[row * COLUMNS..][..COLUMNS]).collect();
        let candidates: Vec<Vec<char>> =
            worlds.candidates(row).iter().map(|&word| alphabet.text(worlds.letters(word)).chars().collect()).collect();
        let candidates: BTreeSet<&[char]> = candidates.iter().map(Vec::as_slice).collect();
        assert_eq!(candidates, possible, "{case}: row {row}");
    }
}
