//! That worlds are the same however they come about, and that guesses at them are near the truth. That they are right at all is
//! checked against brute force in the tests of [`blind`](crate::blind).

use std::sync::Arc;

use super::estimate::Estimate;
use super::*;
use crate::blind::feedback::Feedback;
use crate::blind::record::Move;
use crate::blind::tests::puzzle::{Puzzle, number};
use crate::lexicon::{ANSWERS, Dictionary, Lexicon};
use crate::puzzle::{Cell, Kind, Layout, Swap};
use crate::testing::Random;

/// A start of five answer words and its target.
fn board(random: &mut Random) -> (Grid, Grid, Lexicon) {
    let lexicon = Lexicon::embedded().unwrap();
    let answers = lexicon.language("en", 1).unwrap().dictionary(ANSWERS).unwrap();
    let words = answers.words(5);
    let mut cells = Vec::new();
    for _ in 0..5 {
        let word = words.get(random.below(words.len())).unwrap();
        cells.extend(word.iter().map(|&letter| answers.alphabet().char(letter)));
    }
    let layout = Layout::new(Kind::Rows, 5, 5).unwrap();
    let target = Grid::new(layout, cells.clone()).unwrap();
    random.shuffle(&mut cells);
    (Grid::new(layout, cells).unwrap(), target, lexicon)
}

/// A game of random swaps.
fn record(random: &mut Random, feedback: Feedback, moves: usize) -> (Record, Grid) {
    let (start, target, lexicon) = board(random);
    let answers = lexicon.language("en", 1).unwrap().dictionary(ANSWERS).unwrap();
    let terms = Terms::new(start.clone(), Arc::clone(answers), feedback).unwrap();
    let mut record = Record::new(Arc::new(terms), feedback.told(&start, &target, None));
    while record.moves().len() < moves {
        let cell = |random: &mut Random| Cell(u8::try_from(random.below(25)).unwrap());
        let Some(swap) = Swap::new(cell(random), cell(random)) else { continue };
        let mut grid = record.grid().clone();
        grid.swap(swap);
        record.push(Move { swap, told: feedback.told(&grid, &target, Some(swap)) });
    }
    (record, target)
}

#[test]
fn what_is_cached_does_not_matter() {
    let mut random = Random::new(3);
    let kept = WorldsCache::new(1 << 28);
    let none = WorldsCache::new(0);
    for feedback in Feedback::ALL {
        for moves in [0, 6] {
            let (record, target) = record(&mut random, feedback, moves);
            let of = |cache: &WorldsCache| Worlds::of(&record, Reading::Whole, cache, &Budget::unlimited()).unwrap();
            let (first, again, without) = (of(&kept), of(&kept), of(&none));
            for other in [&again, &without] {
                assert_eq!(first.sample(500), other.sample(500));
                assert_eq!((first.log2(), &first.candidates), (other.log2(), &other.candidates));
            }
            let all = first.sample(usize::MAX);
            assert!((number(all.len()) - first.count()).abs() < 1e-9);
            assert!(all.iter().any(|world| first.grid(world) == target), "the target is lost");
        }
    }
    kept.settle();
    assert!(kept.weight() > 0);
    assert_eq!(none.weight(), 0);
}

#[test]
fn guesses_are_near_the_truth() {
    let mut random = Random::new(4);
    for (feedback, moves) in [(Feedback::Snapshot, 0), (Feedback::SwappedCells, 5), (Feedback::RowColours, 0)] {
        let (record, _) = record(&mut random, feedback, moves);
        let counted = Worlds::of(&record, Reading::Whole, &WorldsCache::new(0), &Budget::unlimited()).unwrap();
        let evidence = Evidence::of(&record, Reading::Whole);
        let guess = Estimate::of(record.terms(), &evidence, &Budget::unlimited()).unwrap();
        let ratio = guess.count / counted.count();
        assert!((0.7..1.4).contains(&ratio), "{feedback:?}: {} for {}", guess.count, counted.count());
        let mut all = counted.sample(usize::MAX);
        all.sort_unstable();
        assert!(!guess.worlds.is_empty());
        for world in &guess.worlds {
            assert!(all.binary_search(world).is_ok(), "{world:?} is no world");
        }
        for (row, words) in guess.candidates.iter().enumerate() {
            assert!(counted.candidates(row).iter().all(|word| words.binary_search(word).is_ok()));
        }
    }
}

/// Of seven words all orders are worlds, but for the one that the tiles lie in at the start.
#[test]
fn a_start_of_words_is_no_world() {
    let list = "abcd efgh ijkl mnop qrst uvwx dcba";
    let puzzle = Puzzle::new(list, "dcba abcd efgh ijkl mnop qrst uvwx", list);
    let record = puzzle.record(Feedback::SwappedCells);
    let worlds = Worlds::of(&record, Reading::Whole, &WorldsCache::new(0), &Budget::of_nodes(2_000)).unwrap();
    assert!(worlds.is_exact());
    let mut all = worlds.sample(usize::MAX);
    assert!(all.iter().all(|world| worlds.grid(world) != *record.grid()));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 5_039);
    assert!((worlds.count() - 5_039.0).abs() < 1e-9);
    assert!((0..7).all(|row| worlds.candidates(row).len() == 7));
}

#[test]
fn worlds_that_are_too_many_are_said_to_be_guessed() {
    let lexicon = Lexicon::embedded().unwrap();
    let allowed = lexicon.language("en", 1).unwrap().dictionary("allowed").unwrap();
    let layout = Layout::new(Kind::Rows, 7, 5).unwrap();
    let start = Grid::new(layout, "stareslatecronedinghyoulpambsetirna".chars().collect()).unwrap();
    let terms = Arc::new(Terms::new(start.clone(), Arc::clone(allowed), Feedback::SwappedCells).unwrap());
    let record = Record::new(terms, vec![crate::puzzle::Known::Nothing; 35]);
    let worlds = Worlds::of(&record, Reading::Whole, &WorldsCache::new(0), &Budget::unlimited()).unwrap();
    assert!(!worlds.is_exact() && !worlds.is_empty() && worlds.log2() > 20.0);
    let sample = worlds.sample(5);
    assert_eq!(sample.len(), 5);
    let mut letters = start.cells().to_vec();
    letters.sort_unstable();
    for world in sample {
        let grid = worlds.grid(&world);
        let mut of_world = grid.cells().to_vec();
        of_world.sort_unstable();
        assert_eq!(of_world, letters);
    }
}

/// One list in two alphabets has the same digest, and other letters: neither may be taken for the other in the cache.
#[test]
fn a_cache_tells_lists_of_other_letters_apart() {
    let words = ["ab", "ba", "ac", "ca", "bc", "cb"].map(str::to_owned);
    let (one, other) = (crate::testing::dictionary("abc", &words), crate::testing::dictionary("zabc", &words));
    assert_eq!(one.digest(), other.digest());
    let cache = WorldsCache::new(1 << 20);
    let layout = Layout::new(Kind::Rows, 2, 2).unwrap();
    let count = |dictionary: &Arc<Dictionary>, cells: &str| {
        let start = Grid::new(layout, cells.chars().collect()).unwrap();
        let terms = Arc::new(Terms::new(start, Arc::clone(dictionary), Feedback::SwappedCells).unwrap());
        let record = Record::new(terms, vec![crate::puzzle::Known::Nothing; 4]);
        Worlds::of(&record, Reading::Whole, &cache, &Budget::unlimited()).unwrap().count()
    };
    // The letters of "zaab" have the numbers here that those of "abbc" have there, and make no words.
    assert!(count(&other, "zaab") < 0.5);
    assert!(count(&one, "abbc") > 0.5);
}
