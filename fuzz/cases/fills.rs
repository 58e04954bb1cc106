//! The fewest swaps to any words, against plain enumeration: up to three rows of three letters, up to twelve words.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright::budget::Budget;
use tilewright::fill::task::Task;
use tilewright::fill::{Fills, Scope, exact};
use tilewright::lexicon::{Dictionary, Lexicon};
use tilewright::puzzle::{Board, Grid, Kind, Known, Layout, Mark};
use tilewright::swaps;

use super::marks::by_counting;
use super::taken::Taken;

pub const COLUMNS: usize = 3;
/// More than there can be: twelve words in each of three rows.
const ALL: usize = 2000;

pub fn run(data: &[u8]) {
    let mut taken = Taken(data);
    let (rows, kinds, count) = (1 + taken.below(3), 2 + taken.below(4), 1 + taken.below(12));
    let words: BTreeSet<Vec<char>> = (0..count).map(|_| taken.letters(COLUMNS, kinds)).collect();
    let listed: Vec<&Vec<char>> = words.iter().collect();
    let mut start: Vec<char> = (0..rows).flat_map(|_| listed[taken.below(listed.len())].clone()).collect();
    taken.shuffle(&mut start);
    let known: Vec<Known> = match taken.below(3) {
        0 => Vec::new(),
        _ => (0..start.len()).map(|_| some_known(&mut taken)).collect(),
    };

    let layout = Layout::new(Kind::Rows, rows, COLUMNS).unwrap();
    let grid = Grid::new(layout, start.clone()).unwrap();
    let task = Task::new(grid.clone(), dictionary(&words), known.clone()).unwrap();
    let mut expected: Vec<(u32, Vec<char>)> = all_fills(&listed, rows)
        .into_iter()
        .filter(|fill| are_distinct(fill) && is_of(fill, &start) && obeys(&start, fill, &known))
        .map(|fill| (fewest(&grid, &fill), fill))
        .collect();
    expected.sort();
    let case = format!("{start:?} of {listed:?}, {known:?}");

    check(&exact::solve(&task, Scope::All, ALL, &Budget::unlimited()), &expected, &grid, &case);
    let least = expected.first().map(|fill| fill.0);
    expected.retain(|fill| Some(fill.0) == least);
    check(&exact::solve(&task, Scope::Optimal, ALL, &Budget::unlimited()), &expected, &grid, &case);
}

fn some_known(taken: &mut Taken<'_>) -> Known {
    match taken.below(8) {
        0 => Known::Marked(Mark::Grey),
        1 => Known::Marked(Mark::Yellow),
        2 => Known::Marked(Mark::Green),
        3 => Known::Wrong,
        _ => Known::Nothing,
    }
}

pub fn dictionary(words: &BTreeSet<Vec<char>>) -> Arc<Dictionary> {
    let text: Vec<String> = words.iter().map(|word| word.iter().collect()).collect();
    let mut lexicon = Lexicon::embedded().unwrap();
    lexicon.add_dictionary("own", "words", text.join("\n").as_bytes(), "a case").unwrap();
    let language = lexicon.language("own", 1).unwrap();
    Arc::clone(language.dictionary("words").unwrap())
}

pub fn all_fills(words: &[&Vec<char>], rows: usize) -> Vec<Vec<char>> {
    let mut fills = vec![Vec::new()];
    for _ in 0..rows {
        fills = fills.iter().flat_map(|fill| words.iter().map(|word| [&fill[..], word].concat())).collect();
    }
    fills
}

/// Words of a fill in rows do not repeat.
pub fn are_distinct(fill: &[char]) -> bool {
    let words: BTreeSet<&[char]> = fill.chunks(COLUMNS).collect();
    words.len() == fill.len() / COLUMNS
}

pub fn is_of(fill: &[char], start: &[char]) -> bool {
    let sorted = |tiles: &[char]| {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        tiles
    };
    sorted(fill) == sorted(start)
}

fn obeys(start: &[char], fill: &[char], known: &[Known]) -> bool {
    let rows = start.chunks(COLUMNS).zip(fill.chunks(COLUMNS));
    let marks = rows.flat_map(|(tiles, word)| by_counting(tiles, word));
    known.iter().zip(marks).all(|(known, mark)| match *known {
        Known::Nothing => true,
        Known::Marked(told) => told == mark,
        Known::Wrong => mark != Mark::Green,
    })
}

/// The fewest swaps, which the case `swaps` holds against a search of all arrangements.
fn fewest(start: &Grid, fill: &[char]) -> u32 {
    let target = Grid::new(start.layout(), fill.to_vec()).unwrap();
    let found = swaps::exact::solve(&Board::new(start.clone(), target).unwrap(), &Budget::unlimited());
    assert!(found.is_proven());
    found.min_swaps()
}

fn check(fills: &Fills, expected: &[(u32, Vec<char>)], start: &Grid, case: &str) {
    assert!(fills.proven && fills.complete, "{case}: {fills:?}");
    assert_eq!(fills.found, expected.len() as u64, "{case}");
    let found: Vec<(u32, Vec<char>)> =
        fills.solutions.iter().map(|fill| (fill.length(), fill.target.cells().to_vec())).collect();
    assert_eq!(found, expected, "{case}");
    for fill in &fills.solutions {
        let board = Board::new(start.clone(), fill.target.clone()).unwrap();
        assert!(board.is_solved_by(&fill.swaps), "{case}: {fill:?}");
    }
}
