//! Fillings against lists of all fills, which a few words allow.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::lexicon::Lexicon;
use crate::puzzle::layout::Cell;
use crate::testing::{Random, dictionary};

fn lattice(rows: usize, columns: usize) -> Layout {
    Layout::new(Kind::Lattice, rows, columns).unwrap()
}

fn answers() -> Arc<Dictionary> {
    Arc::clone(Lexicon::embedded().unwrap().language("en", 1).unwrap().dictionary("answers").unwrap())
}

/// Words of these lengths at random, of the first letters of an alphabet.
fn some_words(random: &mut Random, alphabet: &[char], lengths: &[usize], count: usize) -> Vec<String> {
    let mut words: Vec<String> = lengths
        .iter()
        .flat_map(|&length| std::iter::repeat_n(length, count))
        .map(|length| (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect())
        .collect();
    words.sort();
    words.dedup();
    words
}

/// All fills as places of words by slot, words slot by slot.
fn all_fills(dictionary: &Dictionary, layout: Layout) -> Vec<Vec<usize>> {
    fn go(
        dictionary: &Dictionary,
        slots: &[Vec<usize>],
        cells: &mut Vec<Option<Letter>>,
        words: &mut Vec<usize>,
        fills: &mut Vec<Vec<usize>>,
    ) {
        let Some(slot) = slots.get(words.len()) else { return fills.push(words.clone()) };
        for (place, word) in dictionary.words(slot.len()).iter().enumerate() {
            if slot.iter().zip(word).all(|(&cell, &letter)| cells[cell].is_none_or(|there| there == letter)) {
                let before = cells.clone();
                slot.iter().zip(word).for_each(|(&cell, &letter)| cells[cell] = Some(letter));
                words.push(place);
                go(dictionary, slots, cells, words, fills);
                words.pop();
                *cells = before;
            }
        }
    }
    let slots: Vec<Vec<usize>> = layout.slots().map(|slot| slot.cells().map(Cell::index).collect()).collect();
    let mut fills = Vec::new();
    go(dictionary, &slots, &mut vec![None; layout.cell_count()], &mut Vec::new(), &mut fills);
    fills
}

/// Weights of 1 to 9 for each word; equal sides have equal ones.
fn some_weights(random: &mut Random, dictionary: &Dictionary, layout: Layout) -> [Vec<u16>; 2] {
    let mut weights = [layout.columns(), layout.rows()]
        .map(|n| dictionary.words(n).iter().map(|_| [1, 2, 3, 5, 9][random.below(5)]).collect::<Vec<_>>());
    if layout.rows() == layout.columns() {
        weights[1] = weights[0].clone();
    }
    weights
}

fn weight_of(fill: &[usize], layout: Layout, weights: &[Vec<u16>; 2]) -> f64 {
    let rows = layout.rows().div_ceil(2);
    fill.iter().enumerate().map(|(slot, &word)| f64::from(weights[usize::from(slot >= rows)][word])).product()
}

/// Small lists for each layout that has a block D of its own kind.
fn small() -> Vec<(Layout, Arc<Dictionary>)> {
    let mut random = Random::new(6);
    let mut cases = Vec::new();
    for (rows, columns, letters, count) in [
        (3, 3, 3, 12),
        (3, 5, 3, 10),
        (5, 3, 3, 10),
        (5, 5, 2, 8),
        (5, 7, 2, 8),
        (7, 5, 2, 8),
        (7, 7, 2, 9),
        (3, 9, 3, 12),
        (9, 5, 2, 8),
        (7, 9, 2, 10),
    ] {
        let words = some_words(&mut random, &['a', 'b', 'c'][..letters], &[rows, columns], count);
        cases.push((lattice(rows, columns), dictionary("abc", &words)));
    }
    cases
}

#[test]
fn counts_are_those_of_a_list_of_all_fills() {
    let mut random = Random::new(1);
    for (layout, dictionary) in small() {
        let weights = some_weights(&mut random, &dictionary, layout);
        let fills = all_fills(&dictionary, layout);
        assert!(fills.len() > 1, "{layout:?}");
        let fillings = Fillings::of_weights(&dictionary, layout, &weights, &Budget::unlimited()).unwrap();
        let count = fillings.count(&Budget::unlimited()).unwrap().unwrap();
        let total: f64 = fills.iter().map(|fill| weight_of(fill, layout, &weights)).sum();
        assert!((count.total - total).abs() < 1e-9 * total, "{layout:?}: {} {total}", count.total);
        let mut uses: Vec<Vec<f64>> = count.uses.iter().map(|slot| vec![0.0; slot.len()]).collect();
        for fill in &fills {
            for (slot, &word) in fill.iter().enumerate() {
                uses[slot][word] += weight_of(fill, layout, &weights) / total;
            }
        }
        for (used, expected) in count.uses.iter().flatten().zip(uses.iter().flatten()) {
            assert!((used - expected).abs() < 1e-9, "{layout:?}: {used} {expected}");
        }
    }
}

#[test]
fn fills_are_drawn_as_likely_as_their_weights_and_never_with_a_word_twice() {
    let mut random = Random::new(2);
    for (layout, dictionary) in small() {
        let weights = some_weights(&mut random, &dictionary, layout);
        let fillings = Fillings::of_weights(&dictionary, layout, &weights, &Budget::unlimited()).unwrap();
        let mut expected: BTreeMap<Vec<usize>, f64> = all_fills(&dictionary, layout)
            .into_iter()
            .filter(|fill| fillings.are_distinct(fill))
            .map(|fill| (fill.clone(), weight_of(&fill, layout, &weights)))
            .collect();
        assert!(expected.len() > 1, "{layout:?}");
        let total: f64 = expected.values().sum();
        let (mut stream, draws) = (Stream::new(&[5; 32]), 2000);
        // The fills that are expected less than 8 times are one, so that chi-square is what it should be.
        let mut met = BTreeMap::new();
        for _ in 0..draws {
            let fill = fillings.draw_words(&mut stream, &Budget::unlimited()).unwrap();
            assert!(expected.contains_key(&fill), "{layout:?} {fill:?}");
            *met.entry(fill).or_insert(0.0) += 1.0;
        }
        let (mut chi, mut kinds, mut rare) = (0.0, 0.0, (0.0, 0.0));
        for (fill, weight) in &mut expected {
            let (expected, found) = (*weight / total * f64::from(draws), met.get(fill).copied().unwrap_or(0.0));
            if expected < 8.0 {
                rare = (rare.0 + expected, rare.1 + found);
            } else {
                chi += f64::powi(found - expected, 2) / expected;
                kinds += 1.0;
            }
        }
        if rare.0 > 0.0 {
            chi += f64::powi(rare.1 - rare.0, 2) / rare.0;
        }
        // Four standard deviations, and some for few kinds.
        assert!(chi < kinds + 4.0 * f64::sqrt(2.0 * kinds) + 12.0, "{layout:?}: {chi} of {kinds} kinds");
    }
}

#[test]
fn the_daily_fills_of_english_are_as_many_as_is_known() {
    let answers = answers();
    let layout = lattice(5, 5);
    let ones = vec![1; answers.words(5).len()];
    let fillings = Fillings::of_weights(&answers, layout, &[ones.clone(), ones], &Budget::unlimited()).unwrap();
    let count = fillings.count(&Budget::unlimited()).unwrap().unwrap();
    assert!((count.total - 365_492_318.0).abs() < 0.5, "{}", count.total);
    // Of these 328,218,054 are of distinct words; four standard errors of the part that was drawn.
    let (mut stream, draws) = (Stream::new(&[8; 32]), 20_000);
    let mut distinct = 0;
    for _ in 0..draws {
        let words = fillings.draw_any(&mut stream, &Budget::unlimited()).unwrap().unwrap();
        distinct += u32::from(fillings.are_distinct(&words));
    }
    let part = f64::from(distinct) / f64::from(draws);
    assert!((part - 328_218_054.0 / 365_492_318.0).abs() < 0.0086, "{part}");
    // A fill is as likely as the same read down.
    for slot in 0..3 {
        for (across, down) in count.uses[slot].iter().zip(&count.uses[slot + 3]) {
            assert!((across - down).abs() < 1e-12);
        }
    }
}

#[test]
fn frozen_weights_are_those_of_the_list_and_the_rule() {
    let whole = |answers: &Dictionary, side| {
        let [across, down] = weights::frozen(answers, lattice(side, side)).unwrap();
        assert_eq!((across.len(), &across), (answers.words(side).len(), &down), "{answers:?}, {side}");
    };
    for language in Lexicon::embedded().unwrap().languages() {
        let answers = language.dictionary("answers").unwrap();
        whole(answers, 3);
        whole(answers, 5);
        let made = weights::made(answers, lattice(3, 3), &Budget::unlimited()).unwrap();
        assert_eq!(weights::frozen(answers, lattice(3, 3)), Some([made.clone(), made]), "{}", language.code());
    }
    let answers = answers();
    whole(&answers, 7);
    assert_eq!(weights::frozen(&answers, lattice(3, 5)), None);
    let made = weights::made(&answers, lattice(3, 3), &Budget::unlimited()).unwrap();
    let file = include_str!("data/en-1-answers-3x3.weights");
    assert_eq!(weights::written(&answers, lattice(3, 3), &made), file);
}

#[test]
fn weights_bring_uses_together() {
    let answers = answers();
    let fillings = Kept::default().get(&answers, lattice(3, 3), &Budget::unlimited()).unwrap();
    let count = fillings.count(&Budget::unlimited()).unwrap().unwrap();
    let mut uses: Vec<f64> =
        (0..475).map(|word| count.uses.iter().map(|slot| slot[word]).sum::<f64>() * 475.0 / 4.0).collect();
    uses.sort_by(f64::total_cmp);
    assert!(uses[4] > 0.7 && uses[470] < 1.35, "{} {}", uses[4], uses[470]);
}

#[test]
fn english_fills_cross_in_every_layout() {
    let answers = answers();
    for (rows, columns) in [(3, 3), (3, 7), (5, 3), (5, 5), (5, 7), (7, 7), (9, 9)] {
        let layout = lattice(rows, columns);
        let ones = [columns, rows].map(|length| vec![1; answers.words(length).len()]);
        let fillings = Fillings::of_weights(&answers, layout, &ones, &Budget::unlimited()).unwrap();
        let letters = fillings.draw(&mut Stream::new(&[1; 32]), &Budget::unlimited()).unwrap();
        let mut cells = vec![Letter::default(); layout.cell_count()];
        layout.tiles().zip(&letters).for_each(|(cell, &letter)| cells[cell.index()] = letter);
        for slot in layout.slots() {
            let word: Vec<Letter> = slot.cells().map(|cell| cells[cell.index()]).collect();
            assert!(answers.contains(&word), "{layout:?} {word:?}");
        }
    }
}

#[test]
fn an_alphabet_may_have_64_letters() {
    let alphabet: Vec<char> = ('\u{4e00}'..).take(64).collect();
    let text: String = alphabet.iter().collect();
    let mut random = Random::new(3);
    let dictionary = dictionary(&text, &some_words(&mut random, &alphabet, &[3, 7], 8000));
    let budget = Budget::unlimited();
    let fillings = Kept::default().get(&dictionary, lattice(3, 3), &budget).unwrap();
    assert!(matches!(fillings.way, Way::Thinned(_)));
    fillings.draw(&mut Stream::new(&[1; 32]), &budget).unwrap();
    // Words that hardly cross: none is found, and soon.
    let fillings = Kept::default().get(&dictionary, lattice(3, 7), &budget).unwrap();
    let found = fillings.draw(&mut Stream::new(&[1; 32]), &Budget::of_nodes(20_000));
    assert!(found.is_ok() || found == Err(GenerateError::Spent(Spent::Nodes)), "{found:?}");
}

#[test]
fn words_that_do_not_cross_are_refused() {
    let words = |list: &[&str]| dictionary("abcdefghijkl", &list.iter().map(ToString::to_string).collect::<Vec<_>>());
    let get = |dictionary, layout| Kept::default().get(dictionary, layout, &Budget::unlimited()).map(drop);
    let layout = lattice(3, 3);
    let few = words(&["aba", "aca", "ada"]);
    assert_eq!(get(&few, layout), Err(GenerateError::TooFewWords { words: 3, needed: 4, length: 3 }));
    let none = words(&["aab", "cad", "eaf", "gah"]);
    assert_eq!(get(&none, layout), Err(GenerateError::NoFilling { layout }));
    // The first two letters of each row and column cross, and the last ones never.
    let layout = lattice(5, 5);
    let none = words(
        &["axaxb", "axaxc", "axaxd", "axaxe", "axaxf", "axaxg"]
            .map(|word| word.replace('x', "l"))
            .each_ref()
            .map(String::as_str),
    );
    assert_eq!(get(&none, layout), Err(GenerateError::NoFilling { layout }));
    // All fills have a word twice.
    let twice = words(&["aaa", "bab", "cac", "dad"]);
    let fillings = Kept::default().get(&twice, lattice(3, 3), &Budget::unlimited()).unwrap();
    let found = fillings.draw(&mut Stream::new(&[1; 32]), &Budget::unlimited());
    assert!(matches!(found, Err(GenerateError::NotFound { .. })), "{found:?}");
}

#[test]
fn a_draw_ends_with_its_budget() {
    let answers = answers();
    let fillings = Kept::default().get(&answers, lattice(7, 7), &Budget::unlimited()).unwrap();
    let found = fillings.draw(&mut Stream::new(&[1; 32]), &Budget::of_nodes(0));
    assert_eq!(found, Err(GenerateError::Spent(Spent::Nodes)));
}
