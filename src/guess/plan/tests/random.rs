//! Random small games, with and without limits, weights and hard mode.

use std::sync::Arc;

use super::oracle::Oracle;
use crate::budget::Budget;
use crate::guess::plan::{Cost, Planner};
use crate::guess::{Clues, Lists, Situation};
use crate::lexicon::{Language, Lexicon};
use crate::testing::Random;

/// A small game.
pub(super) struct Game {
    pub(super) situation: Situation,
    pub(super) oracle: Oracle,
    pub(super) left: Option<u32>,
}

pub(super) fn language() -> Arc<Language> {
    Arc::clone(Lexicon::embedded().unwrap().language("en", 1).unwrap())
}

/// Some words, of which so many may be the answer.
pub(super) fn lists(random: &mut Random, language: &Language, words: usize, answers: usize) -> Arc<Lists> {
    let length = 1 + random.below(4);
    let letters = if length == 1 { 12 } else { 2 + random.below(5) };
    let mut word =
        || -> String { (0..length).map(|_| char::from(b'a' + u8::try_from(random.below(letters)).unwrap())).collect() };
    let words: Vec<String> = (0..words).map(|_| word()).collect();
    let own = |words: &[String]| {
        let words = words.iter().map(String::as_str).enumerate();
        language.writing().dictionary("own", "a test", words).unwrap()
    };
    Arc::new(Lists::new(own(&words[..answers]).words(length), own(&words).words(length)))
}

pub(super) fn game(random: &mut Random, language: &Language) -> Game {
    let answers = 3 + random.below(8);
    let more = random.below(8);
    let lists = lists(random, language, answers + more, answers);
    let weighted = random.below(3) == 0;
    let hard_mode = random.below(2) == 0;
    let candidates = lists.answers().to_vec();
    let drawn: Vec<u64> = candidates.iter().map(|_| 1 + random.below(5) as u64).collect();
    let shares = weighted.then(|| drawn.clone());
    let words = lists.words().map(|word| word.iter().map(|letter| letter.0).collect()).collect();
    let mut by_word = vec![0; lists.guess_count() as usize];
    for (&place, share) in candidates.iter().zip(drawn) {
        by_word[place as usize] = if weighted { share } else { 1 };
    }
    let guesses = (0..lists.guess_count()).collect();
    let clues = hard_mode.then(Clues::default);
    let left = [None, Some(1), Some(2), Some(3), Some(4)][random.below(5)];
    let situation = Situation { lists, candidates, shares, guesses, only_now: Vec::new(), clues };
    Game { situation, oracle: Oracle::new(words, by_word, hard_mode), left }
}

/// So many guesses that there is no limit.
const MANY: u32 = 100;

#[test]
fn every_guess_is_planned_as_cheaply_as_can_be() {
    let language = language();
    let mut random = Random::new(11);
    for round in 0..400 {
        let Game { situation, mut oracle, left } = game(&mut random, &language);
        let candidates: Vec<usize> = situation.candidates.iter().map(|&place| place as usize).collect();
        let guesses: Vec<usize> = (0..situation.guesses.len()).collect();
        let limit = left.unwrap_or(MANY);
        let least = oracle.plan(&candidates, &guesses, limit);
        for wide in [false, true] {
            let mut planner = Planner::new(situation.clone(), left, if round % 2 == 0 { 1 << 20 } else { 0 });
            if wide {
                planner.most_cells = 0;
            }
            let best = planner.rank(1, &Budget::unlimited());
            assert!(best.proven && best.guesses[0].exact);
            assert_eq!(best.guesses[0].cost, least, "{situation:?} {left:?} wide {wide}");
            let all = planner.rank(situation.guesses.len(), &Budget::unlimited());
            assert!(all.proven);
            let same = "the same guess, whatever is asked for";
            assert_eq!(all.guesses[0].guess, best.guesses[0].guess, "{same}: {situation:?} {left:?} wide {wide}");
            assert_eq!(all.guesses.len(), situation.guesses.len());
            assert!(all.guesses.is_sorted_by_key(|planned| planned.cost));
            for planned in all.guesses {
                let cost = oracle.guess(&candidates, &guesses, planned.guess as usize, limit);
                // One that tells nothing is a guess more before the best, of those that hard mode allows after it.
                let cost = cost.unwrap_or_else(|| {
                    let next = oracle.allowed_after(&guesses, planned.guess as usize, candidates[0]);
                    Cost::won(planner.total()) + oracle.plan(&candidates, &next, limit - 1)
                });
                assert!(planned.exact);
                assert_eq!(planned.cost, cost, "{planned:?} {situation:?} {left:?} wide {wide}");
                if left.is_none() {
                    let opened = planner.open(planned.guess, &Budget::unlimited(), |_| ());
                    assert_eq!((opened.planned.cost, opened.floor, opened.planned.exact), (cost, cost, true));
                }
            }
        }
    }
}

#[test]
fn what_is_found_before_time_runs_out_is_a_plan_and_no_more_is_claimed() {
    let language = language();
    let mut random = Random::new(12);
    for round in 0..400 {
        let Game { situation, mut oracle, left } = game(&mut random, &language);
        let candidates: Vec<usize> = situation.candidates.iter().map(|&place| place as usize).collect();
        let guesses: Vec<usize> = (0..situation.guesses.len()).collect();
        let limit = left.unwrap_or(MANY);
        let least = oracle.plan(&candidates, &guesses, limit);
        let planner = Planner::new(situation.clone(), left, 1 << 20);
        let budget = Budget::of_nodes(random.below(40) as u64);
        let found = planner.rank(1 + round % 4, &budget);
        assert!(!found.guesses.is_empty());
        for planned in &found.guesses {
            assert!(planned.cost >= least);
            if let Some(cost) = oracle.guess(&candidates, &guesses, planned.guess as usize, limit) {
                assert!(cost <= planned.cost && (!planned.exact || cost == planned.cost));
            }
        }
        assert!(!found.proven || found.guesses[0].cost == least, "{found:?} {least:?}");
        let opened = planner.open(found.guesses[0].guess, &Budget::of_nodes(random.below(20) as u64), |_| ());
        if let Some(cost) = oracle.guess(&candidates, &guesses, found.guesses[0].guess as usize, limit) {
            assert!(opened.floor <= cost && cost <= opened.planned.cost, "{opened:?} {cost:?}");
        }
    }
}
