//! Sets that are too large for enumeration: what must agree whatever way the search takes.

use std::time::Instant;

use super::situation_of;
use crate::budget::{Budget, Limits};
use crate::guess::Situation;
use crate::guess::plan::survey::{Survey, Surveyor};
use crate::guess::plan::{Cost, Planner, Plans};
use crate::testing::Random;

/// Distinct words of so many letters, all of them answers, of an alphabet that is large enough to tell them apart soon.
fn situation(random: &mut Random, length: usize, count: usize, hard_mode: bool) -> Situation {
    let word = |random: &mut Random| -> String {
        (0..length).map(|_| char::from(b'a' + u8::try_from(random.below(26)).unwrap())).collect()
    };
    let words: Vec<String> = (0..count).map(|_| word(random)).collect();
    situation_of(&words, hard_mode)
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

#[test]
fn what_may_be_guessed_now_does_not_bound_what_comes_later() {
    let mut random = Random::new(16);
    for round in 0..20 {
        let count = 24 + random.below(20);
        let mut situation = situation(&mut random, 4 + round % 2, count, false);
        situation.shares = Some(situation.candidates.iter().map(|_| 1 + random.below(9) as u64).collect());
        let planner = Planner::new(situation.clone(), Some(4), 1 << 20);
        let budget = Budget::unlimited();
        let (search, set) = (planner.search(&budget), &planner.set);
        let least = planner.rank(1, &budget).guesses[0].cost;
        let mut surveyor = Surveyor::new(&search, set, 4);
        let mut see = |guess| surveyor.look_at(guess, &budget).unwrap();
        // A guess alone says nothing of what the others reach.
        for guess in 0..3 {
            let few = Survey::of(vec![see(guess)], false);
            assert!(few.floor_of(&search, set, None, 4).unwrap() <= least);
        }
        let all = Survey::of(situation.guesses.iter().map(|&guess| see(guess)).collect(), true);
        let floor = all.floor_of(&search, set, None, 4).unwrap();
        assert!(set.floor(4) <= floor && floor <= least);

        situation.guesses.retain(|_| random.below(8) == 0);
        let mut planner = Planner::new(situation, Some(4), 1 << 20);
        let expected = planner.rank(2, &budget);
        planner.most_cells = 0;
        assert_eq!(planner.rank(2, &budget), expected);
    }
}

#[test]
fn one_candidate_of_three_hundred_tells_all_others_apart() {
    let letters = |bits: u32| (0..9).map(|at| if bits >> at & 1 == 1 { char::from(b'a' + at) } else { 'z' }).collect();
    let words: Vec<String> = (0..299).chain([511]).map(letters).collect();
    let best = Planner::new(situation_of(&words, false), None, 1 << 20).rank(1, &Budget::unlimited());
    assert!(best.proven && best.guesses[0].cost == Cost::won(599), "{best:?}");
}

#[test]
fn words_that_tell_only_themselves_are_guessed_in_turn() {
    let words: Vec<String> = ('a'..='z').map(String::from).collect();
    let situation = situation_of(&words, false);
    let all = Cost::won((1..=26).sum());
    let five = Cost { lost: 21, guesses: (1..=5).sum::<u64>() + 21 * 5 };
    for (left, cost) in [(None, all), (Some(26), all), (Some(5), five)] {
        let best = Planner::new(situation.clone(), left, 1 << 20).rank(1, &Budget::of_nodes(100_000));
        assert!(best.proven && best.guesses[0].cost == cost, "{best:?}");
    }
}

#[test]
fn a_plan_is_made_however_late_it_is_unless_nobody_waits() {
    let situation = situation(&mut Random::new(16), 2, 300, false);
    let cost = |limits: Limits| {
        let planner = Planner::new(situation.clone(), None, 1 << 20);
        planner.rank(1, &Budget::new(limits)).guesses[0].cost
    };
    let (late, gone) = (Limits::default().until(Instant::now()), Limits::default());
    gone.cancel.cancel();
    // What was not planned is guessed in turn.
    assert!(cost(late) < cost(gone));
}
