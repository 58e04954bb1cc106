//! The sets of words that fill a grid, by the other idea of the paper on Smartle (part III): dynamic programming over those
//! submasks of the tiles whose size is a multiple of a row's. It knows neither rows nor swaps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::random::{self, Shape};
use super::{Named, Puzzle};
use crate::budget::Budget;
use crate::fill::{Scope, exact};
use crate::lexicon::{ANSWERS, Lexicon};
use crate::testing::Random;

/// Words in their order.
type WordSet = BTreeSet<Vec<char>>;

/// More solutions than any grid here has.
const ALL: usize = 1_000_000;

struct Submasks {
    /// Equal ones side by side, a bit for each.
    tiles: Vec<char>,
    words: Vec<Vec<char>>,
    /// By submask: the words that can be taken from it so that what is left is words again. The last tile of a letter goes
    /// first, so equal letters leave equal submasks.
    takes: BTreeMap<u32, Vec<usize>>,
}

impl Submasks {
    fn of(puzzle: &Puzzle) -> Self {
        assert!(puzzle.start.len() <= 25, "too many tiles for a mask");
        let mut tiles = puzzle.start.clone();
        tiles.sort_unstable();
        let mut submasks = Self { tiles, words: puzzle.row_words().into_iter().collect(), takes: BTreeMap::new() };
        submasks.explore(submasks.whole());
        submasks
    }

    fn whole(&self) -> u32 {
        (1 << self.tiles.len()) - 1
    }

    /// What a word leaves of a submask.
    fn take(&self, submask: u32, word: &[char]) -> Option<u32> {
        word.iter().try_fold(submask, |left, letter| {
            let tile = (0..self.tiles.len()).rfind(|&tile| left >> tile & 1 == 1 && self.tiles[tile] == *letter)?;
            Some(left & !(1 << tile))
        })
    }

    /// Whether a submask is words and nothing else, the same word perhaps twice.
    fn explore(&mut self, submask: u32) -> bool {
        if submask == 0 {
            return true;
        }
        if !self.takes.contains_key(&submask) {
            let mut takes = Vec::new();
            for word in 0..self.words.len() {
                let left = self.take(submask, &self.words[word]);
                if left.is_some_and(|left| self.explore(left)) {
                    takes.push(word);
                }
            }
            self.takes.insert(submask, takes);
        }
        !self.takes[&submask].is_empty()
    }

    /// The sets of distinct words that make up all tiles.
    fn word_sets(&self) -> BTreeSet<WordSet> {
        let mut sets = BTreeSet::new();
        self.add_sets(self.whole(), 0, &mut Vec::new(), &mut sets);
        sets
    }

    fn add_sets(&self, submask: u32, first: usize, chosen: &mut Vec<usize>, sets: &mut BTreeSet<WordSet>) {
        if submask == 0 {
            let new = sets.insert(chosen.iter().map(|&word| self.words[word].clone()).collect());
            assert!(new, "the oracle counts twice");
            return;
        }
        for &word in self.takes[&submask].iter().filter(|&&word| word >= first) {
            if let Some(left) = self.take(submask, &self.words[word]) {
                chosen.push(word);
                self.add_sets(left, word + 1, chosen, sets);
                chosen.pop();
            }
        }
    }
}

/// Compares the sets of words, each in all orders of its rows; says how many there are.
fn check(puzzle: &Puzzle) -> usize {
    let _named = Named { puzzle, scope: Scope::All, max_solutions: ALL };
    let sets = Submasks::of(puzzle).word_sets();
    let fills = exact::solve(&puzzle.task(), Scope::All, ALL, &Budget::unlimited());
    assert!(fills.proven && fills.complete);
    let rows = |cells: &[char]| cells.chunks(puzzle.columns()).map(<[char]>::to_vec).collect::<WordSet>();
    let found: BTreeSet<WordSet> = fills.solutions.iter().map(|solution| rows(solution.target.cells())).collect();
    assert!(found == sets, "not the same sets of words");
    assert_eq!(fills.found, (sets.len() * (1..=puzzle.rows).product::<usize>()) as u64);
    let targets: BTreeSet<&[char]> = fills.solutions.iter().map(|solution| solution.target.cells()).collect();
    assert_eq!(targets.len() as u64, fills.found, "some come twice");
    sets.len()
}

/// Solves random puzzles of which nothing is known; says how many sets of words they have in all.
fn check_random(seed: u64, rounds: usize, shapes: &[Shape]) -> usize {
    let mut random = Random::new(seed);
    (0..rounds)
        .map(|round| {
            let puzzle = random::puzzle(&mut random, &shapes[round % shapes.len()]);
            check(&Puzzle { known: Vec::new(), ..puzzle })
        })
        .sum()
}

#[test]
fn made_up_words_fill_three_by_three() {
    let shapes = [Shape::new(3, 3, [2, 3], [4, 15]), Shape::new(3, 3, [4, 6], [20, 60])];
    let sets = check_random(21, 300, &shapes);
    assert!(sets > 1_000, "{sets}");
}

#[test]
fn made_up_words_fill_four_by_four() {
    let shapes = [Shape::new(4, 4, [2, 3], [5, 10]), Shape::new(4, 4, [5, 8], [15, 35])];
    let sets = check_random(22, 80, &shapes);
    assert!(sets > 500, "{sets}");
}

#[test]
fn made_up_words_fill_five_by_five() {
    let sets = check_random(23, 8, &[Shape::new(5, 5, [5, 8], [12, 20]), Shape::new(5, 5, [3, 3], [6, 10])]);
    assert!(sets > 20, "{sets}");
}

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());

/// The tiles of random words of English, of which every so many-th counts as a word.
fn english(random: &mut Random, side: usize, every: usize) -> Puzzle {
    let language = ENGLISH.language("en", 1).unwrap();
    let (alphabet, answers) = (language.alphabet(), language.dictionary(ANSWERS).unwrap());
    let words: Vec<String> = answers.words(side).iter().step_by(every).map(|word| alphabet.text(word)).collect();
    let rows: Vec<&str> = (0..side).map(|_| words[random.below(words.len())].as_str()).collect();
    let mut start: Vec<char> = rows.concat().chars().collect();
    random.shuffle(&mut start);
    Puzzle { alphabet: alphabet.to_string(), words, rows: side, start, known: Vec::new() }
}

#[test]
fn english_words_fill_grids() {
    let mut random = Random::new(24);
    for (side, every, boards) in [(3, 1, 10), (4, 4, 5), (5, 20, 3)] {
        let sets: usize = (0..boards).map(|_| check(&english(&mut random, side, every))).sum();
        assert!(sets >= boards, "{sets} of {side} words");
    }
}
