//! Cases that can be done by hand.

use super::super::rows::{Outcomes, Rows};
use super::{ARTICLE, choose, worlds_of};
use crate::blind::tests::puzzle::Puzzle;
use crate::blind::{Feedback, Record, Strategy, View};
use crate::budget::Budget;
use crate::puzzle::{Cell, Swap};

fn swap(a: u8, b: u8) -> Swap {
    Swap::new(Cell(a), Cell(b)).unwrap()
}

fn rows_of(record: &Record) -> Rows {
    let worlds = worlds_of(record, Strategy::Entropy);
    Rows::of(&View { record, worlds: &worlds }, &Budget::unlimited()).unwrap()
}

/// What each of the article's three chooses, with the bits that it expects.
fn choices_of(record: &Record) -> [(Swap, f64); 3] {
    ARTICLE.map(|strategy| {
        let choice = choose(record, &worlds_of(record, strategy), strategy);
        (choice.swap, choice.expected_bits)
    })
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

#[test]
fn two_rows_of_four_words_that_nothing_is_told_of() {
    // 8 worlds: each row may be each of the four words.
    let record = Puzzle::new("ab cd", "dc ba", "ab ba cd dc").record(Feedback::SwappedCells);
    let rows = rows_of(&record);
    assert_eq!(rows.words(), [4, 4]);
    // One of four: 0.811 bits, and 4 - (1 * 1 + 3 * 3) / 4 = 1.5 candidates fewer.
    let one_of_four = 2.0 - 0.75 * 3f64.log2();
    let apart = rows.outcomes(swap(0, 2));
    assert_eq!(apart, Outcomes::Apart([[1, 3], [1, 3]]));
    assert_close(apart.bits(), 2.0 * one_of_four);
    assert_close(apart.fewer(), 3.0);
    // In one row both tiles are right or none: not as if they had nothing to do with each other.
    let together = rows.outcomes(swap(0, 1));
    assert_eq!(together, Outcomes::Together([1, 0, 0, 3]));
    assert_close(together.bits(), one_of_four);
    assert_close(together.fewer(), 1.5);
    // Each tile is right with a chance of 1 in 4, before and after.
    assert_close(rows.greens(swap(0, 2)), 0.5);
    assert_close(rows.gain(swap(0, 2)), 0.0);
    let [entropy, proxy, probe] = choices_of(&record);
    assert_eq!([entropy.0, proxy.0, probe.0], [swap(0, 2), swap(0, 2), swap(0, 1)]);
    assert_close(entropy.1, 2.0 * one_of_four);
    assert_close(probe.1, one_of_four);
}

#[test]
fn a_row_of_two_words_is_settled_by_one_swap() {
    // All tiles of the start are wrong, so acb is out; each swap tells the two words that are left apart.
    let record = Puzzle::new("bca", "abc", "abc acb cab").record(Feedback::Snapshot);
    let rows = rows_of(&record);
    assert_eq!(rows.words(), [2]);
    for swap in [swap(0, 1), swap(0, 2), swap(1, 2)] {
        assert_eq!(rows.outcomes(swap), Outcomes::Together([0, 1, 1, 0]));
        assert_close(rows.gain(swap), 1.0);
    }
    assert_eq!(choices_of(&record), [(swap(0, 1), 1.0); 3]);
}

#[test]
fn what_was_told_wrong_is_in_no_candidate() {
    let puzzle = Puzzle::new("ab cd", "dc ba", "ab ba cd dc");
    let mut record = puzzle.record(Feedback::SwappedCells);
    puzzle.play(&mut record, swap(0, 2));
    // The rows lie as cb and ad, and c and a are wrong. Left are ab cd, ab dc, ba cd, ba dc and dc ba.
    let rows = rows_of(&record);
    assert_eq!(rows.words(), [3, 3]);
    let letters = |cell| rows.having(Cell(cell))[..4].to_vec();
    assert_eq!([letters(0), letters(2)], [[1, 1, 0, 1], [0, 1, 1, 1]]);
    assert_eq!(rows.outcomes(swap(0, 2)), Outcomes::Apart([[1, 2], [1, 2]]));
}

#[test]
fn green_tiles_stay_where_as_much_is_told_without_them() {
    // The row above is right, and the one below is abc or cab: whether an a belongs in its first cell tells all. To take the
    // right a for it would come first in reading order.
    let record = Puzzle::new("ade bca", "ade abc", "ade abc acb cab").record(Feedback::Snapshot);
    let rows = rows_of(&record);
    assert_eq!(rows.words(), [1, 2]);
    assert_eq!(rows.outcomes(swap(0, 3)), Outcomes::Apart([[0, 1], [1, 1]]));
    assert_close(rows.gain(swap(0, 3)), -0.5);
    assert_close(rows.gain(swap(3, 4)), 1.0);
    assert_eq!(choices_of(&record), [(swap(3, 4), 1.0); 3]);
}

#[test]
fn entropy_likes_even_splits_and_proxy_large_ones() {
    let even = Outcomes::Apart([[1, 1], [0, 16]]);
    let large = Outcomes::Apart([[0, 2], [4, 12]]);
    assert_close(even.bits(), 1.0);
    assert_close(large.bits(), 2.0 - 0.75 * 3f64.log2());
    assert_close(even.fewer(), 1.0);
    // 16 - (4 * 4 + 12 * 12) / 16.
    assert_close(large.fewer(), 6.0);
}

#[test]
fn a_row_without_candidates_tells_nothing() {
    let none = Outcomes::Apart([[0, 0], [0, 0]]);
    assert_eq!((none.bits(), none.fewer()), (0.0, 0.0));
    assert_eq!((Outcomes::Together([0; 4]).bits(), Outcomes::Together([0; 4]).fewer()), (0.0, 0.0));
}
