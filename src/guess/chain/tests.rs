//! Chains against every order of a few words, and what the article says.

use std::sync::Arc;

use super::greedy::{agrees_with_all, may_be_next};
use super::{Search, Standing, check};
use crate::budget::Budget;
use crate::guess::{Lists, Pattern};
use crate::lexicon::{ANSWERS, Language, Letter, Lexicon};
use crate::testing::Random;

fn english() -> Arc<Language> {
    Arc::clone(Lexicon::embedded().unwrap().language("en", 1).unwrap())
}

fn lists(language: &Language, words: &[String]) -> Lists {
    let own = language.writing().dictionary("own", "a test", words.iter().map(String::as_str).enumerate()).unwrap();
    let length = words[0].len();
    Lists::new(own.words(length), own.words(length))
}

fn place(language: &Language, lists: &Lists, word: &str) -> u32 {
    lists.place(&language.writing().fold_word(word).unwrap()).unwrap_or_else(|| panic!("{word} is not in the list"))
}

fn random_words(random: &mut Random, length: usize, letters: usize, count: usize) -> Vec<String> {
    let letter = |random: &mut Random| char::from(b'a' + u8::try_from(random.below(letters)).unwrap());
    (0..count).map(|_| (0..length).map(|_| letter(random)).collect()).collect()
}

/// Words that differ from one in one or two places, so that chains are long.
fn neighbours(random: &mut Random, length: usize, letters: usize, count: usize) -> Vec<String> {
    let word: Vec<u8> = random_words(random, length, letters, 1).remove(0).into_bytes();
    let mut change = || {
        let mut word = word.clone();
        for _ in 0..=random.below(2) {
            word[random.below(length)] = b'a' + u8::try_from(random.below(letters)).unwrap();
        }
        String::from_utf8(word).unwrap()
    };
    (0..count).map(|_| change()).collect()
}

/// Whether each guess may be made after all before it, by the definition.
fn is_chain<W: AsRef<[L]>, L: Copy + Eq>(chain: &[W]) -> bool {
    let Some(last) = chain.last() else { return false };
    (0..chain.len()).all(|at| {
        chain[..at].iter().all(|guess| {
            let (guess, word, last) = (guess.as_ref(), chain[at].as_ref(), last.as_ref());
            guess != word && Pattern::of(guess, word) == Pattern::of(guess, last)
        })
    })
}

/// The longest chain that begins so, every order tried: guesses are added as long as the marks of those before, under some
/// last word, allow it.
fn longest_from<'a>(chain: &mut Vec<&'a [Letter]>, words: &[&'a [Letter]], last: Option<&[Letter]>) -> usize {
    let ends = last.is_none_or(|last| chain.last().is_some_and(|&word| word == last));
    let mut longest = if ends && is_chain(chain) { chain.len() } else { 0 };
    for &word in words {
        // What a guess tells is told by the word after it, and all later ones tell the same.
        let fits = !chain.contains(&word)
            && chain
                .iter()
                .enumerate()
                .all(|(at, guess)| Pattern::of(guess, word) == Pattern::of(guess, chain.get(at + 1).unwrap_or(&word)));
        if fits {
            chain.push(word);
            longest = longest.max(longest_from(chain, words, last));
            chain.pop();
        }
    }
    longest
}

fn longest(lists: &Lists, first: Option<u32>, last: Option<u32>) -> usize {
    let words: Vec<&[Letter]> = lists.words().collect();
    let mut chain: Vec<&[Letter]> = first.iter().map(|&first| lists.word(first)).collect();
    longest_from(&mut chain, &words, last.map(|last| lists.word(last)))
}

/// The answer of a search in so many pieces, and everything that was told on the way held to what it must be.
fn search(lists: &Lists, first: Option<u32>, last: Option<u32>, pieces: usize) -> Standing {
    let search = Search::new(lists.clone(), first, last);
    assert_eq!(search.standing(), Search::before(lists, first, last));
    std::thread::scope(|scope| {
        for _ in 0..pieces {
            scope.spawn(|| {
                let mut before = Standing::default();
                search.work(&Budget::unlimited(), |standing| {
                    assert!(standing.chain.len() <= standing.upper_bound);
                    assert!(standing.chain.len() >= before.chain.len());
                    assert!(before.upper_bound == 0 || standing.upper_bound <= before.upper_bound);
                    before = standing;
                });
            });
        }
    });
    let standing = search.standing();
    let chain: Vec<&[Letter]> = standing.chain.iter().map(|&word| lists.word(word)).collect();
    assert!(is_chain(&chain), "{chain:?}");
    assert!(first.is_none_or(|first| standing.chain.first() == Some(&first)));
    assert!(last.is_none_or(|last| standing.chain.last() == Some(&last)));
    assert!(standing.proven && standing.upper_bound == standing.chain.len());
    assert_eq!(standing.targets_done, standing.targets);
    standing
}

#[test]
fn the_longest_chains_of_few_words_are_found() {
    let (language, mut random) = (english(), Random::new(7));
    let mut lengths = [0; 15];
    for round in 0..400 {
        let (length, letters) = (1 + round % 9, 2 + random.below(6));
        let count = 1 + random.below(14);
        let words = if round % 2 == 0 {
            random_words(&mut random, length, letters, count)
        } else {
            neighbours(&mut random, length, 6 + letters, count)
        };
        let lists = lists(&language, &words);
        let words = lists.guess_count();
        let mut some = || u32::try_from(random.below(words as usize)).unwrap();
        let (one, other) = (some(), some());
        for (first, last) in [(None, None), (Some(one), None), (None, Some(one)), (Some(one), Some(other))] {
            if first.is_some() && first == last {
                continue;
            }
            let standing = search(&lists, first, last, 1);
            assert_eq!(standing.chain.len(), longest(&lists, first, last), "{lists:?} {first:?} {last:?}");
            assert_eq!(search(&lists, first, last, 3), standing);
            lengths[standing.chain.len()] += 1;
        }
    }
    assert!(lengths[5..].iter().sum::<usize>() > 100, "{lengths:?}");
}

#[test]
fn the_longest_chains_of_some_answers_are_found() {
    let (language, mut random) = (english(), Random::new(19));
    let answers = language.dictionary(ANSWERS).unwrap();
    let mut places: Vec<usize> = (0..answers.words(5).len()).collect();
    for _ in 0..10 {
        random.shuffle(&mut places);
        let some = places[..40].iter().filter_map(|&place| answers.words(5).get(place));
        let some: Vec<String> = some.map(|word| language.alphabet().text(word)).collect();
        let lists = lists(&language, &some);
        assert_eq!(search(&lists, None, None, 2).chain.len(), longest(&lists, None, None));
    }
}

#[test]
fn a_search_that_is_cut_short_says_what_it_knows() {
    let language = english();
    let answers = language.dictionary(ANSWERS).unwrap().words(5);
    let lists = Lists::new(answers, answers);
    for nodes in [0, 1, 100, 2_000, 50_000] {
        let search = Search::new(lists.clone(), None, None);
        search.work(&Budget::of_nodes(nodes), |_| {});
        let standing = search.standing();
        let chain: Vec<&[Letter]> = standing.chain.iter().map(|&word| lists.word(word)).collect();
        assert!(is_chain(&chain) && !standing.proven && (16..=26).contains(&standing.upper_bound), "{standing:?}");
    }
}

/// The figures of the article's game: from CRANE 14, where it found 14; from CIVIL 13.
#[test]
fn the_articles_openers() {
    let language = english();
    let answers = language.dictionary(ANSWERS).unwrap().words(5);
    let lists = Lists::new(answers, answers);
    for (first, length) in [("crane", 14), ("civil", 13)] {
        let first = place(&language, &lists, first);
        assert_eq!(search(&lists, Some(first), None, 2).chain.len(), length);
    }
}

#[test]
fn guesses_are_checked_by_the_definition() {
    let (language, mut random) = (english(), Random::new(11));
    let mut chains = 0;
    for round in 0..3_000 {
        let words = random_words(&mut random, 1 + round % 5, 4, 10);
        let lists = lists(&language, &words);
        let guesses: Vec<u32> =
            (0..=random.below(4)).map(|_| place(&language, &lists, &words[random.below(words.len())])).collect();
        let text = |&guess: &u32| lists.word(guess);
        let chain: Vec<&[Letter]> = guesses.iter().map(text).collect();
        let checked = check(&lists, &guesses, &Budget::unlimited()).unwrap();
        assert_eq!(checked.first_violation.is_none(), is_chain(&chain), "{chain:?}");
        chains += usize::from(is_chain(&chain));
        let last = chain[chain.len() - 1];
        for (at, step) in checked.steps.iter().enumerate() {
            let agrees = |word: &[Letter]| {
                chain[..=at].iter().all(|guess| *guess != word && Pattern::of(guess, word) == Pattern::of(guess, last))
            };
            let before = (0..at).all(|earlier| {
                chain[earlier] != chain[at]
                    && Pattern::of(chain[earlier], chain[at]) == Pattern::of(chain[earlier], last)
            });
            assert!(checked.first_violation.is_none_or(|violation| if at < violation {
                before
            } else {
                at > violation || !before
            }));
            assert_eq!(step.pattern, Pattern::of(chain[at], last));
            assert_eq!(step.remaining, lists.words().filter(|word| agrees(word)).count());
        }
    }
    assert!(chains > 300, "{chains}");
}

fn bytes<'a>(words: &[&'a str]) -> Vec<&'a [u8]> {
    words.iter().map(|word| word.as_bytes()).collect()
}

#[test]
fn the_articles_examples_of_greed() {
    for (guess, next, pool, may) in [
        ("aaaab", "aaaac", &["aaaac", "aaaad", "aaaae", "aaaaz"][..], true),
        ("ack", "ina", &["eae", "pan", "ina"], true),
        ("ack", "ina", &["xxa", "xya", "ina"], true),
        ("ack", "ina", &["ote", "eue", "ina"], false),
        ("quack", "quina", &["quote", "queue", "quina"], false),
        ("ack", "ina", &["eae", "poa", "ina"], false),
    ] {
        let pool = bytes(pool);
        assert_eq!(agrees_with_all(guess.as_bytes(), next.as_bytes(), &pool), may, "{guess} {next}");
        assert_eq!(may_be_next(guess.as_bytes(), next.as_bytes(), &pool), may, "{guess} {next}");
    }
    // What the article says of chains with these words.
    for (chain, is) in [
        (&["ack", "ina", "poa"][..], true),
        (&["ack", "ina", "eae"], true),
        (&["ack", "poa", "eae"], true),
        (&["ack", "eae", "poa"], true),
        (&["ack", "ina", "poa", "eae"], false),
        (&["ack", "ina", "eae", "poa"], false),
        (&["ack", "ina", "ote"], false),
        // What it overlooks.
        (&["ack", "pan", "eae"], true),
        (&["ack", "ina", "pan", "eae"], false),
    ] {
        assert_eq!(is_chain(&bytes(chain)), is, "{chain:?}");
    }
}

/// On every pool where a guess may be made without a search, a longest chain goes on with it; by the article's conditions
/// alone, not on every one.
#[test]
fn greed_costs_nothing_where_it_is_allowed() {
    let (language, mut random) = (english(), Random::new(3));
    let (mut allowed, mut too_greedy) = (0, 0);
    for round in 0..20_000 {
        let (length, letters) = (2 + round % 3, 3 + random.below(8));
        let count = 3 + random.below(6);
        let lists = lists(&language, &random_words(&mut random, length, letters, count));
        let words: Vec<&[Letter]> = lists.words().collect();
        let (guess, next) = (words[0], words[words.len() - 1]);
        let pool: Vec<&[Letter]> = words[1..].to_vec();
        if pool.is_empty() || !agrees_with_all(guess, next, &pool) {
            continue;
        }
        let best = longest_from(&mut vec![guess], &words, None);
        let greedy = longest_from(&mut vec![guess, next], &words, None);
        if may_be_next(guess, next, &pool) {
            allowed += 1;
            assert_eq!(greedy, best, "{words:?}");
        } else {
            too_greedy += usize::from(greedy < best);
        }
    }
    assert!(allowed > 500 && too_greedy > 0, "{allowed} {too_greedy}");
}
