//! What swaps would tell, by plain enumeration: checked by hand, and against the worlds that are left once it was told.

use super::puzzle::{Puzzle, all_swaps, any_swap, number, told_of};
use super::truth::{Truth, entropy_of, outcome_entropy, outcomes};
use crate::blind::{Feedback, Move, Reading, Worlds, WorldsCache};
use crate::budget::Budget;
use crate::logarithm::{entropy, log2};
use crate::puzzle::{Cell, Swap};
use crate::testing::Random;

#[test]
fn outcomes_can_be_counted_by_hand() {
    // Four words in two rows, none of which shares a tile with its neighbour: 8 worlds, less the start.
    let puzzle = Puzzle::new("ab cd", "dc ab", "ab ba cd dc");
    let swap = |a, b| Swap::new(Cell(a), Cell(b)).unwrap();
    let check = |feedback, swap, expected: &[(&str, usize)]| {
        let record = puzzle.record(feedback);
        let found = outcomes(&record, swap);
        assert!(found.iter().map(|(told, &count)| (told.as_str(), count)).eq(expected.iter().copied()), "{found:?}");
        let bits = entropy(expected.iter().map(|&(_, count)| number(count)));
        assert!((outcome_entropy(&record, swap) - bits).abs() < 1e-12);
    };
    check(Feedback::SwappedCells, swap(0, 1), &[("GG??", 1), ("GG??!", 1), ("NN??", 5)]);
    check(Feedback::SwappedCells, swap(0, 2), &[("G?G?", 1), ("G?N?", 1), ("N?G?", 1), ("N?N?", 4)]);
    // All tiles of the start are wrong: ba dc, or one of cd and dc above one of ab and ba.
    check(Feedback::Snapshot, swap(0, 2), &[("GNGN", 1), ("GNNN", 1), ("NNGN", 1), ("NNNN", 2)]);
    // The tiles belong to the other row: one of cd and dc above one of ab and ba.
    check(Feedback::RowColours, swap(0, 2), &[("G-G-", 1), ("G-Y-", 1), ("Y-G-", 1), ("Y-Y-", 1)]);
}

#[test]
fn as_many_worlds_are_left_as_have_the_outcome() {
    let mut random = Random::new(11);
    for game in 0..40 {
        let [rows, columns] = [[2, 3], [2, 4], [3, 3]][game % 3];
        let puzzle = Puzzle::random(&mut random, rows, columns);
        for feedback in Feedback::ALL {
            let mut record = puzzle.record(feedback);
            let truth = Truth::of(record.terms());
            for _ in 0..random.below(3) {
                puzzle.play(&mut record, any_swap(&mut random, rows * columns));
                if puzzle.is_solved(&record) {
                    break;
                }
            }
            let count = truth.worlds(&record, Reading::Whole).len();
            if puzzle.is_solved(&record) || count == 0 {
                continue;
            }
            for swap in all_swaps(rows * columns) {
                let outcomes = truth.outcomes(&record, swap);
                assert_eq!(outcomes.values().sum::<usize>(), count);
                let mut bits_left = 0.0;
                for (told, &expected) in &outcomes {
                    // Where the game is over, one world has just that outcome.
                    if told.ends_with('!') {
                        assert_eq!(expected, 1);
                        continue;
                    }
                    let mut record = record.clone();
                    record.push(Move { swap, told: told_of(told) });
                    let cache = WorldsCache::new(0);
                    let worlds = Worlds::of(&record, Reading::Whole, &cache, &Budget::unlimited()).unwrap();
                    assert!((worlds.count() - number(expected)).abs() < 1e-9, "{told} after {swap:?}");
                    bits_left += worlds.log2() * number(expected) / number(count);
                }
                let gained = log2(number(count)) - bits_left;
                assert!((entropy_of(&outcomes) - gained).abs() < 1e-9, "what is gained is the entropy of the outcomes");
            }
        }
    }
}
