//! Scores and choices in random positions against trying every candidate.

use super::super::rows::Rows;
use super::sets::{CLOSE, Sets};
use super::{ARTICLE, choose, worlds_of};
use crate::blind::tests::puzzle::{Puzzle, any_swap, number};
use crate::blind::{Feedback, Record, Strategy, View, Worlds};
use crate::budget::{Budget, Spent};
use crate::testing::Random;

/// Looks at random positions in which there is more than one world.
fn positions(seed: u64, games: usize, mut look: impl FnMut(&Record, &Worlds)) {
    let mut random = Random::new(seed);
    for game in 0..games {
        let [rows, columns] = [[1, 4], [2, 3], [2, 4], [3, 3], [3, 4]][game % 5];
        let puzzle = Puzzle::random(&mut random, rows, columns);
        for feedback in Feedback::ALL {
            let mut record = puzzle.record(feedback);
            for _ in 0..4 {
                let worlds = worlds_of(&record, Strategy::Entropy);
                if puzzle.is_solved(&record) || worlds.count() < 2.0 {
                    break;
                }
                look(&record, &worlds);
                puzzle.play(&mut record, any_swap(&mut random, rows * columns));
            }
        }
    }
}

#[test]
fn scores_are_those_of_trying_every_candidate() {
    let mut swaps = 0;
    positions(21, 120, |record, worlds| {
        let sets = Sets::of(record, worlds);
        let rows = Rows::of(&View { record, worlds }, &Budget::unlimited()).unwrap();
        let candidates: usize = sets.rows.iter().map(Vec::len).sum();
        assert!(rows.swaps().eq(sets.swaps()));
        for swap in rows.swaps() {
            let expected = sets.expected(swap);
            let outcomes = rows.outcomes(swap);
            assert!((outcomes.bits() - expected.bits).abs() < CLOSE, "{swap:?} {outcomes:?} {expected:?}");
            assert!(
                (number(candidates) - outcomes.fewer() - expected.candidates).abs() < CLOSE,
                "{swap:?} {expected:?}"
            );
            assert!((rows.gain(swap) - expected.gain).abs() < CLOSE, "{swap:?} {expected:?}");
            assert!((rows.greens(swap) - expected.greens).abs() < CLOSE, "{swap:?} {expected:?}");
            swaps += 1;
        }
    });
    assert!(swaps > 5_000, "only {swaps}");
}

#[test]
fn choices_are_those_of_trying_every_candidate() {
    let mut differ = 0;
    positions(22, 120, |record, worlds| {
        let sets = Sets::of(record, worlds);
        let choices = ARTICLE.map(|strategy| choose(record, worlds, strategy));
        let expected = [
            sets.best(sets.swaps(), |expected| expected.bits),
            sets.best(sets.swaps(), |expected| -expected.candidates),
            sets.best(sets.probes(), |expected| expected.gain),
        ];
        assert_eq!(choices.map(|choice| choice.swap), expected);
        for choice in choices {
            assert!((choice.expected_bits - sets.expected(choice.swap).bits).abs() < CLOSE);
            assert!(choice.expected_bits > CLOSE, "something can be told");
            assert_eq!(choice.expected_swaps_left, None);
        }
        differ += usize::from(expected[0] != expected[1] && expected[1] != expected[2]);
    });
    assert!(differ > 10, "the three differ in {differ} positions only");
}

#[test]
fn a_spent_budget_ends_the_choice() {
    let puzzle = Puzzle::new("ab cd", "dc ba", "ab ba cd dc");
    let record = puzzle.record(Feedback::SwappedCells);
    for strategy in ARTICLE {
        let worlds = worlds_of(&record, strategy);
        let choose = |budget: &Budget| strategy.choose(&View { record: &record, worlds: &worlds }, budget);
        let budget = Budget::unlimited();
        let choice = choose(&budget).unwrap();
        assert_eq!(choose(&Budget::of_nodes(budget.nodes())), Ok(choice));
        for nodes in 0..budget.nodes() {
            assert_eq!(choose(&Budget::of_nodes(nodes)), Err(Spent::Nodes));
        }
    }
}
