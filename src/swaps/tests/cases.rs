//! One table of boards for all three solvers, with what each takes. Star's and Cyclic's figures are frozen with edition 1.

use super::{board, exact_of, star_and_cyclic_of};

/// Start, target; the fewest swaps, Star's, Cyclic's.
const CASES: &[(&str, &str, u32, u32, u32)] = &[
    ("A", "A", 0, 0, 0),
    ("AB", "BA", 1, 1, 1),
    ("ABC", "BCA", 2, 2, 2),
    ("AABB", "BBAA", 2, 2, 2),
    ("ABCD", "BADC", 2, 2, 2),
    ("YCECL", "CYCLE", 3, 3, 3),
    ("DBDFAFECBCAE", "AABBCCDDEEFF", 8, 9, 10),
];

#[test]
fn every_solver_on_every_case() {
    for &(start, target, fewest, star, cyclic) in CASES {
        let board = board(start, target);
        assert_eq!((exact_of(&board), star_and_cyclic_of(&board)), (fewest, (star, cyclic)), "{start} {target}");
    }
}
