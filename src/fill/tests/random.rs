//! Thousands of small puzzles against plain enumeration.

use std::collections::BTreeMap;

use super::oracles::Truth;
use super::{Puzzle, solve_and_check};
use crate::fill::Scope;
use crate::puzzle::marks::mark_word;
use crate::puzzle::{Known, Mark};
use crate::testing::Random;

/// What a random puzzle may be.
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The fewest and the most letters that words are made of.
    pub(super) kinds: [usize; 2],
    /// The fewest and the most words of a row's length.
    pub(super) words: [usize; 2],
}

impl Shape {
    pub(super) const fn new(rows: usize, columns: usize, kinds: [usize; 2], words: [usize; 2]) -> Self {
        Self { rows, columns, kinds, words }
    }
}

/// Sixty-four letters, in and out of the BMP, and not in the order of their code points.
pub(super) fn sixty_four_letters() -> String {
    ('𐑐'..).take(48).chain(('a'..='p').rev()).collect()
}

fn between(random: &mut Random, [least, most]: [usize; 2]) -> usize {
    least + random.below(most + 1 - least)
}

fn pick<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.below(items.len())]
}

/// Words of few letters, some of them other words shuffled, or another word but for a letter. Some come twice, and a few are
/// longer or shorter than the rest.
fn words(random: &mut Random, letters: &[char], columns: usize, count: usize) -> Vec<String> {
    let mut words: Vec<Vec<char>> = Vec::new();
    let few_are_frequent = random.below(2) == 0;
    for _ in 0..count {
        let letter = |random: &mut Random| {
            let at = random.below(letters.len());
            letters[if few_are_frequent { at.min(random.below(letters.len())) } else { at }]
        };
        let mut word: Vec<char> = (0..columns).map(|_| letter(random)).collect();
        if !words.is_empty() && random.below(2) == 0 {
            word.clone_from(&words[random.below(words.len())]);
            if random.below(3) == 0 {
                word[random.below(columns)] = letter(random);
            } else {
                random.shuffle(&mut word);
            }
        }
        words.push(word);
    }
    for _ in 0..random.below(3) {
        let mut word = words[0].clone();
        word.pop();
        words.push([words[random.below(words.len())].clone(), vec![word[0]]].concat());
        words.push(word);
    }
    random.shuffle(&mut words);
    words.into_iter().map(String::from_iter).collect()
}

/// A random puzzle: where the tiles come from, how they lie and what is known of them are all left to chance.
pub(super) fn puzzle(random: &mut Random, shape: &Shape) -> Puzzle {
    let &Shape { rows, columns, .. } = shape;
    let count = between(random, shape.words);
    let mut alphabet: Vec<char> = sixty_four_letters().chars().collect();
    random.shuffle(&mut alphabet);
    let letters: Vec<char> = alphabet[..between(random, shape.kinds)].to_vec();
    if random.below(2) == 0 {
        alphabet.clone_from(&letters);
    }
    random.shuffle(&mut alphabet);
    let words = words(random, &letters, columns, count);
    let mut puzzle =
        Puzzle { alphabet: alphabet.into_iter().collect(), words, rows, start: Vec::new(), known: Vec::new() };

    let mut of_a_row: Vec<Vec<char>> = puzzle.words.iter().map(|word| word.chars().collect()).collect();
    of_a_row.retain(|word| word.len() == columns);
    let repeated: Vec<char> = (0..rows).flat_map(|_| of_a_row[random.below(of_a_row.len())].clone()).collect();
    of_a_row.sort();
    of_a_row.dedup();
    random.shuffle(&mut of_a_row);
    let mut target = of_a_row.iter().take(rows).flatten().copied().collect::<Vec<_>>();
    if of_a_row.len() < rows || random.below(12) == 0 {
        // Perhaps the same word twice, so that these rows are no fill.
        target = repeated;
    }
    let any: Vec<char> = target.iter().map(|_| pick(random, &letters)).collect();
    puzzle.start = laid(random, &target, any);
    puzzle.known = known(random, &puzzle, &target);
    puzzle
}

/// The tiles of a target, in some disorder, or others.
fn laid(random: &mut Random, target: &[char], any: Vec<char>) -> Vec<char> {
    let mut start = target.to_vec();
    match random.below(10) {
        0 => start = any,
        1 => start[0] = any[0],
        2 => {}
        3..=5 => {
            for _ in 0..=random.below(5) {
                let (one, other) = (random.below(start.len()), random.below(start.len()));
                start.swap(one, other);
            }
        }
        _ => random.shuffle(&mut start),
    }
    if random.below(10) == 0 {
        let last = start.len() - 1;
        start[0] = start[last];
    }
    start
}

/// Nothing; or what the tiles earn against a target, more or less of it; or a few marks by chance.
fn known(random: &mut Random, puzzle: &Puzzle, target: &[char]) -> Vec<Known> {
    let mut known = vec![Known::Nothing; target.len()];
    let [grey, yellow, green] = [Mark::Grey, Mark::Yellow, Mark::Green].map(Known::Marked);
    match random.below(7) {
        0..=2 => known.clear(),
        3..=5 => {
            let mut marks = vec![Mark::Grey; target.len()];
            let rows = puzzle.start.chunks(puzzle.columns()).zip(target.chunks(puzzle.columns()));
            for ((start, target), marks) in rows.zip(marks.chunks_mut(puzzle.columns())) {
                mark_word(start, target, marks);
            }
            let less = random.below(10);
            for (known, mark) in known.iter_mut().zip(marks) {
                *known = match random.below(10) {
                    hidden if hidden < less => Known::Nothing,
                    9 if mark != Mark::Green => Known::Wrong,
                    _ => Known::Marked(mark),
                };
            }
        }
        _ => {
            for _ in 0..=random.below(3) {
                known[random.below(target.len())] = pick(random, &[grey, yellow, green, Known::Wrong]);
            }
        }
    }
    known
}

/// Solves random puzzles of these shapes; says how many fills they have: none, one, several of which one is best, several best.
fn check(seed: u64, rounds: usize, shapes: &[Shape]) {
    let mut random = Random::new(seed);
    let mut kinds = BTreeMap::new();
    for round in 0..rounds {
        let puzzle = puzzle(&mut random, &shapes[round % shapes.len()]);
        let truth = Truth::of(&puzzle);
        for scope in [Scope::Optimal, Scope::All] {
            let count = truth.counting(scope).len();
            let max_solutions = pick(&mut random, &[1, 2, 3, 1000, count, count.saturating_sub(1)]).max(1);
            solve_and_check(&puzzle, &truth, scope, max_solutions);
        }
        let counts = [Scope::All, Scope::Optimal].map(|scope| truth.counting(scope).len().min(2));
        *kinds.entry(counts).or_insert(0) += 1;
    }
    for counts in [[0, 0], [1, 1], [2, 1], [2, 2]] {
        assert!(kinds.get(&counts).is_some_and(|&cases| cases >= rounds / 40), "too few of a kind: {kinds:?}");
    }
}

#[test]
fn three_rows_of_three() {
    check(
        1,
        1_500,
        &[
            Shape::new(3, 3, [2, 2], [4, 8]),
            Shape::new(3, 3, [3, 3], [5, 20]),
            Shape::new(3, 3, [4, 6], [10, 60]),
            Shape::new(3, 3, [3, 6], [10, 30]),
        ],
    );
}

#[test]
fn four_rows_of_four() {
    check(
        2,
        600,
        &[
            Shape::new(4, 4, [2, 2], [4, 9]),
            Shape::new(4, 4, [3, 3], [6, 14]),
            Shape::new(4, 4, [4, 6], [10, 25]),
            Shape::new(4, 4, [5, 8], [12, 40]),
        ],
    );
}

#[test]
fn every_other_shape() {
    let mut shapes = Vec::new();
    for columns in 3..=5 {
        shapes.push(Shape::new(1, columns, [2, 6], [2, 60]));
        shapes.push(Shape::new(2, columns, [2, 6], [4, 40]));
        shapes.push(Shape::new(3, columns, [3, 6], [5, 20]));
        shapes.push(Shape::new(4, columns, [3, 6], [5, 16]));
        shapes.push(Shape::new(5, columns, [3, 8], [6, 10]));
        shapes.push(Shape::new(6, columns, [3, 8], [6, 8]));
    }
    // More words, of so many letters that few sets of them fit.
    shapes.push(Shape::new(5, 5, [12, 16], [20, 40]));
    shapes.push(Shape::new(4, 5, [10, 16], [20, 60]));
    check(3, 900, &shapes);
}

#[test]
fn the_largest_shapes() {
    let shapes = [
        Shape::new(6, 9, [2, 2], [6, 7]),
        Shape::new(6, 9, [3, 40], [6, 8]),
        Shape::new(6, 6, [2, 3], [6, 8]),
        Shape::new(5, 9, [2, 4], [5, 9]),
        Shape::new(4, 9, [2, 4], [5, 12]),
        Shape::new(2, 9, [2, 3], [5, 60]),
        Shape::new(1, 9, [2, 6], [2, 60]),
    ];
    check(4, 140, &shapes);
}
