//! Rankings against the definition: every guess marked against every candidate, and logarithms taken of chances.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::guess::{Lists, Pattern, prior};
use crate::testing::{Random, dictionary};

/// Distinct words of some letters of an alphabet, more than half of them chosen from few letters so that many repeat.
fn words(random: &mut Random, length: usize, count: usize) -> Vec<String> {
    let kinds = 2 + random.below(5);
    (0..count)
        .map(|_| (0..length).map(|_| char::from(b'a' + u8::try_from(random.below(kinds)).unwrap())).collect())
        .collect()
}

/// Random lists of words of this length, any word of which may be guessed.
fn situation(random: &mut Random, length: usize, most: usize) -> Situation {
    let (count, more) = (1 + random.below(most), random.below(most));
    let (answers, guesses) = (words(random, length, count), words(random, length, more));
    let (answers, guesses) = (dictionary("abcdefg", &answers), dictionary("abcdefg", &guesses));
    let lists = Arc::new(Lists::new(answers.words(length), guesses.words(length)));
    let candidates = lists.answers().to_vec();
    let guesses = (0..lists.guess_count()).collect();
    Situation { lists, candidates, shares: None, guesses, only_now: Vec::new(), clues: None }
}

/// The same without some of its candidates and guesses.
fn thinned(random: &mut Random, mut situation: Situation) -> Situation {
    situation.candidates.retain(|_| random.below(3) > 0);
    if situation.candidates.is_empty() {
        situation.candidates.push(situation.lists.answers()[0]);
    }
    situation.guesses.retain(|_| random.below(4) > 0);
    situation
}

/// What a guess is worth, straight from the definitions.
struct Naive {
    bits: f64,
    remaining: f64,
    win: f64,
    candidate: bool,
    guess: u32,
}

fn naive(situation: &Situation, guess: u32) -> Naive {
    let Situation { lists, candidates, shares, .. } = situation;
    let chance = |at: usize| match shares {
        None => 1.0 / candidates.len() as f64,
        Some(shares) => shares[at] as f64 / shares.iter().sum::<u64>() as f64,
    };
    let mut buckets: BTreeMap<Pattern, (f64, f64)> = BTreeMap::new();
    let mut win = 0.0;
    for (at, &candidate) in candidates.iter().enumerate() {
        let bucket = buckets.entry(Pattern::of(lists.word(guess), lists.word(candidate))).or_default();
        bucket.0 += chance(at);
        bucket.1 += 1.0;
        if candidate == guess {
            win = chance(at);
        }
    }
    Naive {
        bits: -buckets.values().map(|(chance, _)| chance * chance.log2()).sum::<f64>(),
        remaining: buckets.values().map(|(chance, size)| chance * size).sum(),
        win,
        candidate: win > 0.0,
        guess,
    }
}

/// All guesses by the order of the contract. Bits that differ by rounding only are equal.
fn naive_ranking(situation: &Situation) -> Vec<Naive> {
    let mut all: Vec<Naive> = situation.guesses.iter().map(|&guess| naive(situation, guess)).collect();
    all.sort_by(|a, b| {
        let less = |a: f64, b: f64| if (a - b).abs() < 1e-8 { std::cmp::Ordering::Equal } else { a.total_cmp(&b) };
        less(b.bits, a.bits)
            .then(b.candidate.cmp(&a.candidate))
            .then(less(a.remaining, b.remaining))
            .then(less(b.win, a.win))
            .then(a.guess.cmp(&b.guess))
    });
    all
}

fn check(situation: &Situation) {
    let expected = naive_ranking(situation);
    for keep in [1, 3, expected.len().max(1), expected.len() + 5] {
        let ranked = by_entropy(situation, keep, &Budget::unlimited());
        assert!(ranked.complete);
        assert_eq!(ranked.guesses.len(), keep.min(expected.len()));
        for (ranked, expected) in ranked.guesses.iter().zip(&expected) {
            assert_eq!((ranked.guess, ranked.candidate), (expected.guess, expected.candidate), "{keep} {situation:?}");
            assert!((ranked.entropy_bits - expected.bits).abs() < 1e-9, "{ranked:?} {}", expected.bits);
            assert!((ranked.expected_remaining - expected.remaining).abs() < 1e-6, "{ranked:?}");
            assert!((ranked.win_probability - expected.win).abs() < 1e-12, "{ranked:?}");
        }
    }
}

#[test]
fn rankings_are_those_of_the_definition() {
    let mut random = Random::new(11);
    for round in 0..120 {
        let full = situation(&mut random, 1 + round % 9, if round < 9 { 200 } else { 30 });
        check(&full);
        check(&thinned(&mut random, full));
    }
}

#[test]
fn rankings_by_weights_are_those_of_the_definition() {
    let mut random = Random::new(12);
    for round in 0..120 {
        let full = situation(&mut random, 1 + round % 9, 30);
        let mut some = thinned(&mut random, full);
        // Few different weights, so that sums tie; or wide apart.
        let weights: Vec<f64> = some
            .candidates
            .iter()
            .map(|_| match round % 3 {
                0 => 1.0 + random.below(2) as f64,
                1 => (1 + random.below(1000)) as f64 / 7.0,
                _ => 2f64.powi(i32::try_from(random.below(12)).unwrap()),
            })
            .collect();
        some.shares = prior::shares(&weights);
        check(&some);
    }
}

#[test]
fn many_candidates_are_counted_as_few() {
    let mut random = Random::new(14);
    let lists = [5, 6].map(|length| {
        let count = 3000;
        let own = dictionary("abcdefg", &words(&mut random, length, count));
        Arc::new(Lists::new(own.words(length), own.words(length)))
    });
    for lists in lists {
        let candidates = lists.answers().to_vec();
        let guesses = (0..lists.guess_count()).step_by(37).collect();
        check(&Situation { lists, candidates, shares: None, guesses, only_now: Vec::new(), clues: None });
    }
}

#[test]
fn the_greedy_guess_is_the_first_of_the_ranking() {
    let mut random = Random::new(15);
    for round in 0..60 {
        let full = situation(&mut random, 1 + round % 9, 60);
        let lists = Arc::clone(&full.lists);
        let mut greedy = Greedy::new(&lists);
        for _ in 0..5 {
            let some = thinned(&mut random, full.clone());
            if some.guesses.is_empty() {
                continue;
            }
            let best = by_entropy(&some, 1, &Budget::unlimited()).guesses[0].guess;
            let found = greedy.best_by_entropy(&some.candidates, &some.guesses, &Budget::unlimited());
            assert_eq!(found, Ok(best));
        }
    }
}

#[test]
fn a_spent_budget_leaves_the_best_so_far() {
    let mut random = Random::new(16);
    let full = situation(&mut random, 5, 400);
    let all = by_entropy(&full, 1000, &Budget::unlimited()).guesses;
    assert!(all.len() > 100);
    for nodes in [0, 1, 2, 5, 20, 50, 100] {
        let some = by_entropy(&full, 1000, &Budget::of_nodes(nodes));
        assert!(!some.complete && some.guesses.len() < all.len());
        // What is said of a guess is the same, and so is the order.
        let places: Vec<usize> =
            some.guesses.iter().map(|guess| all.iter().position(|known| known == guess).unwrap()).collect();
        assert!(places.is_sorted());
        assert!(nodes < 20 || !places.is_empty());
    }
    let budget = Budget::of_nodes(3);
    assert!(Greedy::new(&full.lists).best_by_entropy(&full.candidates, &full.guesses, &budget).is_err());
}

#[test]
fn buckets_are_what_patterns_leave() {
    let mut random = Random::new(17);
    for round in 0..40 {
        let mut some = situation(&mut random, 1 + round % 9, 40);
        if round % 2 == 0 {
            let weights: Vec<f64> = some.candidates.iter().map(|_| (1 + random.below(9)) as f64).collect();
            some.shares = prior::shares(&weights);
        }
        let mut buckets = Buckets::new(&some);
        for guess in 0..some.lists.guess_count() {
            let found = buckets.of(some.lists.word(guess), &Budget::unlimited()).unwrap();
            assert!(found.is_sorted_by_key(|bucket| (std::cmp::Reverse(bucket.share), bucket.pattern)));
            assert_eq!(found.iter().map(|bucket| bucket.share).sum::<u64>(), some.total());
            let mut seen = 0;
            for bucket in &found {
                let matching = some.candidates.iter().enumerate().filter(|&(_, &candidate)| {
                    Pattern::of(some.lists.word(guess), some.lists.word(candidate)) == bucket.pattern
                });
                let shares = matching.map(|(at, _)| some.shares.as_ref().map_or(1, |shares| shares[at]));
                let shares: Vec<u64> = shares.collect();
                assert_eq!((shares.len(), shares.iter().sum()), (bucket.size as usize, bucket.share));
                seen += shares.len();
            }
            assert_eq!(seen, some.candidates.len());
        }
    }
}

#[test]
fn logarithms_add_up() {
    let logs = Logs::up_to(5000);
    for n in 1..=5000usize {
        let truth = n as f64 * (n as f64).log2();
        assert!((logs.of(n) as f64 / Logs::BIT - truth).abs() < n as f64 * 1e-10, "{n}");
        assert!(n == 5000 || logs.of(n) + logs.step(n) == logs.of(n + 1));
    }
    // 6 log2 6 and six ones; two of 3 log2 3 and three of 2 log2 2.
    assert_eq!(logs.of(6), 2 * logs.of(3) + 3 * logs.of(2));
    assert_eq!((logs.of(0), logs.of(1)), (0, 0));
    assert_eq!(Logs::up_to(0).of(0), 0);
}
