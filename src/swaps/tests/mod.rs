//! The three solvers against oracles that think otherwise and slowly, and against each other.

mod budgets;
mod cases;
mod exact_oracles;
pub(crate) mod oracles;
mod properties;
mod references;

use super::exact::{Counter, MinSwaps};
use super::{cyclic, exact, star};
use crate::budget::Budget;
use crate::puzzle::{Board, Cell, Grid, Kind, Layout, Swap};

/// A grid of rows that holds these letters, as square as it goes.
fn rows_of(letters: &[char]) -> Grid {
    let n = letters.len();
    let rows =
        (1..=9).filter(|rows| n.is_multiple_of(*rows) && n / rows <= 9).min_by_key(|rows| (n / rows).abs_diff(*rows));
    let rows = rows.unwrap_or_else(|| panic!("no grid has {n} tiles"));
    Grid::new(Layout::new(Kind::Rows, rows, n / rows).unwrap(), letters.to_vec()).unwrap()
}

fn board_of(start: &[char], target: &[char]) -> Board {
    Board::new(rows_of(start), rows_of(target)).unwrap()
}

fn board(start: &str, target: &str) -> Board {
    board_of(&start.chars().collect::<Vec<_>>(), &target.chars().collect::<Vec<_>>())
}

/// Small numbers as letters.
fn letters(symbols: &[u8]) -> Vec<char> {
    symbols.iter().map(|&symbol| char::from_u32(u32::from('A') + u32::from(symbol)).unwrap()).collect()
}

fn cell(index: usize) -> Cell {
    Cell(u8::try_from(index).unwrap())
}

/// That cycles are what [`MinSwaps::cycles`] says, and the swaps theirs.
fn check_cycles(board: &Board, cycles: &[Vec<Cell>], swaps: &[Swap]) {
    let mut seen: Vec<Cell> = cycles.iter().flatten().copied().collect();
    assert!(cycles.iter().all(|cycle| cycle.len() > 1 && cycle.iter().min() == cycle.first()), "{cycles:?}");
    assert!(cycles.is_sorted_by_key(|cycle| cycle[0]), "{cycles:?}");
    for cycle in cycles {
        for (at, &from) in cycle.iter().enumerate() {
            let to = cycle[(at + 1) % cycle.len()];
            assert_eq!(board.start().letter(from), board.target().letter(to), "{board:?} {cycles:?}");
        }
    }
    seen.sort_unstable();
    let wrong = |cell: &Cell| board.start().letter(*cell) != board.target().letter(*cell);
    assert_eq!(seen, board.start().layout().tiles().filter(wrong).collect::<Vec<_>>(), "every wrong tile once");
    assert_eq!(swaps.len(), board.misplaced() - cycles.len());
    assert!(board.is_solved_by(swaps), "{board:?} {swaps:?}");
}

/// The exact answer, proven and checked through and through.
fn exact_of(board: &Board) -> u32 {
    let answer = exact::solve(board, &Budget::unlimited());
    assert!(answer.is_proven(), "{board:?}");
    check_exact(board, &answer);
    answer.min_swaps()
}

/// That an answer, proven or not, is sound in itself.
fn check_exact(board: &Board, answer: &MinSwaps) {
    check_cycles(board, &answer.cycles, &answer.swaps);
    assert!(answer.lower_bound <= answer.min_swaps());
}

/// What Star and Cyclic take, checked.
fn star_and_cyclic_of(board: &Board) -> (u32, u32) {
    let star = star::solve(board, &Budget::unlimited());
    assert!(star.finished && board.is_solved_by(&star.swaps), "{board:?}");
    let cyclic = cyclic::solve(board);
    check_cycles(board, &cyclic.cycles, &cyclic.swaps);
    (u32::try_from(star.swaps.len()).unwrap(), u32::try_from(cyclic.swaps.len()).unwrap())
}

/// The exact count alone, in a counter's memory that other boards used before.
fn count_of(counter: &mut Counter, board: &Board) -> u32 {
    let count = counter.count_board(board, &Budget::unlimited());
    assert!(count.is_proven(), "{board:?}");
    count.min_swaps
}
