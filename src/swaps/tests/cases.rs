//! One table of boards for all three solvers, with what each takes. Star's and Cyclic's figures are frozen with edition 1.

use super::{board, exact_of, star_and_cyclic_of};
use crate::budget::Budget;
use crate::swaps::exact::Counter;

/// Start, target; the fewest swaps, Star's, Cyclic's.
const CASES: &[(&str, &str, u32, u32, u32)] = &[
    ("A", "A", 0, 0, 0),
    ("AB", "BA", 1, 1, 1),
    ("ABC", "BCA", 2, 2, 2),
    ("AABB", "BBAA", 2, 2, 2),
    ("ABCD", "BADC", 2, 2, 2),
    ("YCECL", "CYCLE", 3, 3, 3),
    ("DBDFAFECBCAE", "AABBCCDDEEFF", 8, 9, 10),
    ("SSAUNSAEREITDTEBNARUPSSIK", "ISSUEPRIEDURBANASSETSTANK", 15, 17, 20),
    ("EDSGNNANLADYDDBIIMTAERDEH", "DANDYDENSEABLEDADMINGIRTH", 16, 16, 18),
    ("SEUSSEEKIVOTRIOPAAOMEBMOP", "PAUSEBREAKMOVIEPOSITMOOSE", 15, 15, 19),
    ("RHRFKPOEUEICTSRRYTAAYNYUQ", "FREAKCRONYHURRYSQUATPIETY", 16, 17, 18),
    ("SILMEAERMOICRLTABUCYYROFD", "MORALFIBRECACTIDRYLYMOUSE", 18, 19, 22),
    ("TAVCESBOBERNEEXSKLCLIHOEN", "SEVENCONCHEXTOLSLEEKRABBI", 16, 17, 20),
];

/// Boards of 49 tiles that hill-climbing found hard for some version of the exact solver: start, target, the fewest swaps,
/// Star's, Cyclic's. That no fewer do was shown for each by linear programming outside of this crate.
const HARD_BOARDS: &str = include_str!("hard_boards.txt");

/// Nodes within which every hard board is proven.
const ENOUGH_NODES: u64 = 5_000;

fn hard_boards() -> impl Iterator<Item = (&'static str, &'static str, [u32; 3])> {
    HARD_BOARDS.lines().map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        (fields[0], fields[1], [2, 3, 4].map(|at| fields[at].parse().unwrap()))
    })
}

#[test]
fn every_solver_on_every_case() {
    let cases = CASES.iter().map(|&(start, target, fewest, star, cyclic)| (start, target, [fewest, star, cyclic]));
    for (start, target, swaps) in cases.chain(hard_boards()) {
        let board = board(start, target);
        let (star, cyclic) = star_and_cyclic_of(&board);
        assert_eq!([exact_of(&board), star, cyclic], swaps, "{start} {target}");
    }
}

#[test]
fn hard_boards_take_few_nodes() {
    assert!(hard_boards().count() >= 10);
    for (start, target, swaps) in hard_boards() {
        let count = Counter::new().count_board(&board(start, target), &Budget::of_nodes(ENOUGH_NODES));
        assert!(count.is_proven() && count.min_swaps == swaps[0], "{start} {target}");
    }
}
