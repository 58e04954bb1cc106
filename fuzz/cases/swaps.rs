//! The fewest swaps, Star and Cyclic, against a search of all arrangements, for up to eight tiles of up to four letters.

use std::collections::BTreeMap;

use tilewright::budget::Budget;
use tilewright::puzzle::{Board, Grid, Kind, Layout};
use tilewright::swaps::{cyclic, exact, star};

use super::taken::Taken;

pub fn run(data: &[u8]) {
    let mut taken = Taken(data);
    let shapes = [(1, 4), (2, 2), (1, 5), (2, 3), (3, 2), (1, 7), (2, 4), (4, 2)];
    let (rows, columns) = shapes[taken.below(shapes.len())];
    let kinds = 1 + taken.below(4);
    let start = taken.letters(rows * columns, kinds);
    let mut target = start.clone();
    taken.shuffle(&mut target);
    let fewest = fewest_from(&start)[&target];

    let layout = Layout::new(Kind::Rows, rows, columns).unwrap();
    let grid = |cells: &[char]| Grid::new(layout, cells.to_vec()).unwrap();
    let board = Board::new(grid(&start), grid(&target)).unwrap();
    let budget = Budget::unlimited();
    let found = exact::solve(&board, &budget);
    assert!(found.is_proven() && board.is_solved_by(&found.swaps), "{start:?} to {target:?}: {found:?}");
    assert_eq!(found.min_swaps(), fewest, "{start:?} to {target:?}");
    let others = [star::solve(&board, &budget).swaps, cyclic::solve(&board).swaps];
    for swaps in others {
        assert!(board.is_solved_by(&swaps) && swaps.len() >= found.swaps.len(), "{start:?} to {target:?}: {swaps:?}");
    }
}

/// The fewest swaps to every arrangement of the tiles.
pub fn fewest_from(start: &[char]) -> BTreeMap<Vec<char>, u32> {
    let mut fewest = BTreeMap::from([(start.to_vec(), 0)]);
    let (mut reached, mut swaps) = (vec![start.to_vec()], 0);
    while !reached.is_empty() {
        swaps += 1;
        let mut next = Vec::new();
        for tiles in &reached {
            for (one, other) in (0..tiles.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let mut swapped = tiles.clone();
                swapped.swap(one, other);
                if !fewest.contains_key(&swapped) {
                    fewest.insert(swapped.clone(), swaps);
                    next.push(swapped);
                }
            }
        }
        reached = next;
    }
    fewest
}
