//! Sets that are too large for enumeration: what must agree whatever way the search takes.

use std::sync::Arc;

use super::random::language;
use crate::budget::Budget;
use crate::guess::plan::{Planner, Plans};
use crate::guess::{Clues, Lists, Situation};
use crate::testing::Random;

/// Distinct words of so many letters, all of them answers, of an alphabet that is large enough to tell them apart soon.
fn situation(random: &mut Random, length: usize, count: usize, hard_mode: bool) -> Situation {
    let word = |random: &mut Random| -> String {
        (0..length).map(|_| char::from(b'a' + u8::try_from(random.below(26)).unwrap())).collect()
    };
    let words: Vec<String> = (0..count).map(|_| word(random)).collect();
    let own = language().own_dictionary("own", "a test", words.iter().map(String::as_str).enumerate()).unwrap();
    let lists = Arc::new(Lists::new(own.words(length), own.words(length)));
    let guesses: Vec<u32> = (0..lists.guess_count()).collect();
    let clues = hard_mode.then(Clues::default);
    Situation { candidates: lists.answers().to_vec(), lists, shares: None, guesses, clues }
}

/// Weighs all guesses with so many threads.
fn weighed(planner: &Planner, keep: usize, threads: usize) -> Plans {
    let openers = planner.openers(keep, &Budget::unlimited());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| planner.work(&openers, &Budget::unlimited()).unwrap());
        }
    });
    planner.best(&openers)
}

#[test]
fn threads_tables_and_memory_make_no_difference() {
    let mut random = Random::new(14);
    for (length, count, left) in [(2, 16, None), (3, 24, Some(4)), (5, 45, None), (7, 30, Some(3)), (2, 20, Some(3))] {
        for hard_mode in [false, true] {
            let situation = situation(&mut random, length, count, hard_mode);
            let expected = weighed(&Planner::new(situation.clone(), left, 1 << 20), 5, 1);
            assert!(expected.proven && expected.guesses.len() == 5);
            for (memo_bytes, most_cells, threads) in
                [(1 << 20, 0, 1), (0, 1 << 20, 1), (1 << 20, 1 << 20, 3), (1 << 16, 0, 3)]
            {
                let mut planner = Planner::new(situation.clone(), left, memo_bytes);
                planner.most_cells = most_cells;
                assert_eq!(
                    weighed(&planner, 5, threads),
                    expected,
                    "{length} {count} {memo_bytes} {most_cells} {threads}"
                );
            }
        }
    }
}

#[test]
fn more_candidates_than_a_table_has_room_for_are_planned() {
    let mut random = Random::new(15);
    for length in [6, 9] {
        // Nearly every guess tells all others apart from itself, and few of them from each other.
        let situation = situation(&mut random, length, 300, false);
        let planner = Planner::new(situation.clone(), None, 1 << 20);
        let opened = planner.open(0, &Budget::unlimited(), |_| ());
        assert!(opened.planned.exact && opened.planned.cost == opened.floor);
        let found = planner.rank(3, &Budget::of_nodes(3_000));
        assert!(!found.guesses.is_empty());
    }
}
