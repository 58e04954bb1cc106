//! Worlds against plain enumeration, in games of random swaps.

use std::collections::BTreeSet;

use super::puzzle::{Puzzle, any_swap, lie, number, text_of};
use super::truth::{Truth, sorted};
use crate::blind::{Feedback, Reading, Record, Worlds, WorldsCache};
use crate::budget::Budget;
use crate::puzzle::Known;
use crate::testing::Random;

const READINGS: [Reading; 2] = [Reading::Whole, Reading::Article];

/// The sizes of boards that are small enough.
const SIZES: [[usize; 2]; 5] = [[1, 4], [2, 3], [2, 4], [3, 3], [3, 4]];

fn worlds_of(record: &Record, reading: Reading, cache: &WorldsCache) -> Worlds {
    Worlds::of(record, reading, cache, &Budget::unlimited()).unwrap()
}

/// That worlds are what they should be, whatever was looked at before. Says how many there are.
fn check(record: &Record, truth: &Truth, reading: Reading, cache: &WorldsCache) -> usize {
    let columns = record.terms().columns();
    let expected: BTreeSet<Vec<char>> = truth.worlds(record, reading).into_iter().map(<[char]>::to_vec).collect();
    let worlds = worlds_of(record, reading, cache);
    let count = expected.len();
    assert!(worlds.is_exact(), "so few can be counted");
    assert!((worlds.count() - number(count)).abs() < 1e-9, "{} worlds, not {count}", worlds.count());
    assert!((worlds.log2() - number(count.max(1)).log2()).abs() < 1e-9, "log2 is {}", worlds.log2());
    assert_eq!(worlds.is_empty(), count == 0);
    assert_eq!(worlds.only().map(|only| only.cells().to_vec()), expected.first().filter(|_| count == 1).cloned());
    for row in 0..record.terms().rows() {
        let expected: BTreeSet<&[char]> = expected.iter().map(|world| &world[row * columns..][..columns]).collect();
        let alphabet = record.terms().dictionary().alphabet();
        let candidates = worlds.candidates(row);
        let texts: Vec<Vec<char>> =
            candidates.iter().map(|&word| alphabet.text(worlds.letters(word)).chars().collect()).collect();
        assert!(candidates.is_sorted_by(|a, b| a < b), "not in the dictionary's order, or one comes twice");
        assert!(texts.iter().map(Vec::as_slice).collect::<BTreeSet<_>>() == expected, "row {row}: {texts:?}");
    }
    let all = worlds.sample(count);
    for most in [0, 1, 2, 3, 5, 64, count.saturating_sub(1), count, count + 1] {
        let sample = worlds.sample(most);
        let places: Vec<usize> =
            sample.iter().filter_map(|world| all.iter().position(|other| other == world)).collect();
        let taken = most.min(count);
        let is_even = |(at, place): (usize, usize)| (at * count / taken..=(at + 1) * count / taken).contains(&place);
        assert!(places.into_iter().enumerate().all(is_even), "a sample of {most} is not spread over all");
        let sample: Vec<Vec<char>> = sample.iter().map(|world| worlds.grid(world).cells().to_vec()).collect();
        assert_eq!(sample.len(), most.min(count), "a sample of {most}");
        assert_eq!(sample.iter().collect::<BTreeSet<_>>().len(), sample.len(), "one comes twice in a sample of {most}");
        assert!(sample.iter().all(|world| expected.contains(world)), "a sample of {most} has what is no world");
    }
    let alone = worlds_of(record, reading, &WorldsCache::new(0));
    assert_eq!(worlds.sample(3), alone.sample(3), "it matters what was looked at before");
    count
}

/// Says what was asked, should a test fail while this lives.
struct Named<'a>(&'a Puzzle, &'a Record);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let told: Vec<String> = self.1.moves().iter().map(|made| text_of(&made.told)).collect();
            eprintln!("{:?}\n{:?} {told:?}", self.0, self.1);
        }
    }
}

/// Plays games of random swaps, and looks at each position. One game of four is told something that is not so.
fn play(seed: u64, games: usize, mut look: impl FnMut(&Puzzle, &Record, &Truth)) {
    let mut random = Random::new(seed);
    for game in 0..games {
        let [rows, columns] = SIZES[game % SIZES.len()];
        let puzzle = Puzzle::random(&mut random, rows, columns);
        for feedback in Feedback::ALL {
            let mut record = puzzle.record(feedback);
            let truth = Truth::of(record.terms());
            let lies_at = if random.below(4) == 0 { random.below(4) } else { usize::MAX };
            for turn in 0..8 {
                look(&puzzle, &record, &truth);
                if puzzle.is_solved(&record) {
                    break;
                }
                puzzle.play(&mut record, any_swap(&mut random, rows * columns));
                if turn == lies_at {
                    record = with_a_lie(&mut random, &record);
                }
            }
        }
    }
}

/// The same game, but for what the last swap told.
fn with_a_lie(random: &mut Random, record: &Record) -> Record {
    let mut moves = record.moves().to_vec();
    if let Some(last) = moves.last_mut() {
        lie(random, record.terms().feedback(), &mut last.told);
    }
    let mut changed = Record::new(record.terms().clone(), record.at_start().clone());
    for made in moves {
        changed.push(made);
    }
    changed
}

#[test]
fn worlds_are_just_those_that_agree_with_what_was_told() {
    let cache = WorldsCache::new(1 << 20);
    let mut seen = [0usize; 5];
    play(1, 150, |puzzle, record, truth| {
        let _named = Named(puzzle, record);
        for reading in READINGS {
            let count = check(record, truth, reading, &cache);
            seen[[0, 1, 30, 1_000].iter().filter(|&&most| count > most).count()] += 1;
        }
    });
    assert!(seen.iter().all(|&positions| positions >= 10), "none, one, few, many and very many worlds: {seen:?}");
}

#[test]
fn a_row_that_no_word_is_left_for_is_named() {
    let cache = WorldsCache::new(1 << 20);
    let mut named = 0;
    play(2, 150, |puzzle, record, truth| {
        let _named = Named(puzzle, record);
        for reading in READINGS {
            let row = truth.row_without_word(record, reading);
            assert_eq!(worlds_of(record, reading, &cache).row_without_word(), row, "{reading:?}");
            named += usize::from(row.is_some());
        }
    });
    assert!(named > 100, "only {named} times");
}

#[test]
fn the_whole_reading_knows_more_and_more_only_where_there_is_more() {
    let mut more = [0usize; 3];
    play(3, 60, |_, record, truth| {
        let [whole, article] = READINGS.map(|reading| truth.worlds(record, reading));
        assert!(whole.iter().all(|world| article.contains(world)), "the article's reading loses a world");
        let feedback = record.terms().feedback();
        let place = Feedback::ALL.iter().position(|&other| other == feedback).unwrap();
        more[place] += usize::from(whole.len() < article.len());
    });
    assert!(more[0] == 0 && more[1] > 0 && more[2] > 0, "{more:?}");
}

#[test]
fn what_is_told_is_what_the_definition_says() {
    let mut random = Random::new(4);
    for round in 0..300 {
        let [rows, columns] = SIZES[round % SIZES.len()];
        let puzzle = Puzzle::random(&mut random, rows, columns);
        for feedback in Feedback::ALL {
            let truth = Truth::of(&puzzle.terms(feedback));
            let (grid, target) = (puzzle.grid(&puzzle.start), puzzle.grid(&puzzle.target));
            let swap = any_swap(&mut random, rows * columns);
            let swapped = [swap.first().index(), swap.second().index()];
            assert_eq!(text_of(&feedback.told(&grid, &target, None)), truth.marks(grid.cells(), target.cells(), &[]));
            let told = feedback.told(&grid, &target, Some(swap));
            assert_eq!(text_of(&told), truth.marks(grid.cells(), target.cells(), &swapped), "{puzzle:?}");
            assert_eq!(feedback.misfit(&told, Some(swap)), None);
        }
    }
}

/// The oracle against another: all arrangements of the tiles, those whose rows are distinct words.
#[test]
fn worlds_are_arrangements_of_the_tiles() {
    fn arrangements(left: &[char], grid: &mut Vec<char>, all: &mut BTreeSet<Vec<char>>) {
        if left.is_empty() {
            all.insert(grid.clone());
        }
        for at in 0..left.len() {
            let mut rest = left.to_vec();
            grid.push(rest.remove(at));
            arrangements(&rest, grid, all);
            grid.pop();
        }
    }
    let mut random = Random::new(5);
    for _ in 0..30 {
        let puzzle = Puzzle::random(&mut random, 2, 3);
        let record = Record::new(puzzle.terms(Feedback::SwappedCells), vec![Known::Nothing; 6]);
        let mut all = BTreeSet::new();
        arrangements(&sorted(&puzzle.start), &mut Vec::new(), &mut all);
        let is_word = |row: &[char]| puzzle.words.contains(&row.iter().collect());
        all.retain(|grid| grid.chunks(3).all(is_word) && grid[..3] != grid[3..]);
        let truth = Truth::of(record.terms());
        let worlds: BTreeSet<Vec<char>> =
            truth.worlds(&record, Reading::Article).into_iter().map(<[char]>::to_vec).collect();
        assert_eq!(worlds, all, "{puzzle:?}");
    }
}
