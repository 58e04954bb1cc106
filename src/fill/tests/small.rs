//! Cases with a point, each small enough to be read.

use super::oracles::Truth;
use super::random::sixty_four_letters;
use super::{Puzzle, solve_and_check};
use crate::fill::Scope;
use crate::puzzle::{Known, Mark};
use crate::testing::Random;

const LATIN: &str = "abcdefghijklmnopqrstuvwxyz";

/// What every fill is and takes, the best first, as a search that ended by itself says; with and without room for all.
fn fills_of(puzzle: &Puzzle) -> Vec<(String, u32)> {
    let truth = Truth::of(puzzle);
    let fills = solve_and_check(puzzle, &truth, Scope::All, 10_000);
    for scope in [Scope::Optimal, Scope::All] {
        let count = truth.counting(scope).len();
        for max_solutions in [1, 2, count.saturating_sub(1), count, count + 1] {
            solve_and_check(puzzle, &truth, scope, max_solutions.max(1));
        }
    }
    let rows = |cells: &[char]| cells.chunks(puzzle.columns()).map(String::from_iter).collect::<Vec<_>>().join(" ");
    fills.solutions.iter().map(|solution| (rows(solution.target.cells()), solution.length())).collect()
}

fn check(start: &str, words: &str, expected: &[(&str, u32)]) {
    let fills = fills_of(&Puzzle::new(LATIN, start, words));
    assert!(fills.iter().map(|(rows, swaps)| (rows.as_str(), *swaps)).eq(expected.iter().copied()), "{fills:?}");
}

/// The rows of every fill, the best first.
fn rows_of(puzzle: &Puzzle) -> String {
    fills_of(puzzle).into_iter().map(|(rows, _)| rows).collect::<Vec<_>>().join(", ")
}

#[test]
fn one_row_becomes_any_anagram() {
    check("bca", "abc acb cab", &[("acb", 1), ("abc", 2), ("cab", 2)]);
    check("abc", "abc", &[("abc", 0)]);
    check("aaa", "aaa aab", &[("aaa", 0)]);
    check("abc", "abcd ab", &[]);
    check("abc", "", &[]);
}

#[test]
fn each_order_of_rows_is_a_fill_of_its_own() {
    check("abc def", "def abc", &[("abc def", 0), ("def abc", 3)]);
    check("abd cef", "abc def", &[("abc def", 1), ("def abc", 4)]);
    check(
        "abc bca cab",
        "abc bca cab",
        &[
            ("abc bca cab", 0),
            ("abc cab bca", 3),
            ("bca abc cab", 3),
            ("cab bca abc", 3),
            ("bca cab abc", 6),
            ("cab abc bca", 6),
        ],
    );
}

#[test]
fn no_word_comes_twice() {
    check("aba aba", "aba", &[]);
    check("aba aba", "aba aba", &[]);
    check("aba aba", "aba aab", &[("aab aba", 1), ("aba aab", 1)]);
    check("abc abc abc", "abc acb", &[]);
}

#[test]
fn tiles_that_no_words_are_made_of_are_no_fill() {
    check("abz", "abc", &[]);
    check("abc deq", "abc def", &[]);
    check("aab", "abb", &[]);
    check("aaa bbb", "aaa aab", &[]);
}

#[test]
fn as_good_ones_are_ordered_by_their_characters_and_not_by_the_alphabet() {
    for alphabet in ["abc", "cba", "bca"] {
        let fills = fills_of(&Puzzle::new(alphabet, "bca", "cba bac acb cab abc"));
        let expected = [("acb", 1), ("bac", 1), ("cba", 1), ("abc", 2), ("cab", 2)];
        assert_eq!(fills, expected.map(|(rows, swaps)| (rows.to_owned(), swaps)), "{alphabet}");
    }
}

#[test]
fn marks_are_of_the_row_that_they_lie_in() {
    let marked = |known: &[Known]| {
        let mut puzzle = Puzzle::new(LATIN, "abd cef", "abc def");
        puzzle.known = [known, &vec![Known::Nothing; 6 - known.len()]].concat();
        rows_of(&puzzle)
    };
    let [grey, yellow, green] = [Mark::Grey, Mark::Yellow, Mark::Green].map(Known::Marked);
    let nothing = Known::Nothing;
    assert_eq!(marked(&[nothing]), "abc def, def abc");
    assert_eq!(marked(&[green]), "abc def");
    assert_eq!(marked(&[grey]), "def abc");
    assert_eq!(marked(&[Known::Wrong]), "def abc");
    assert_eq!(marked(&[yellow]), "");
    assert_eq!(marked(&[nothing, nothing, yellow]), "def abc");
    assert_eq!(marked(&[nothing, nothing, grey]), "abc def");
    assert_eq!(marked(&[green, nothing, nothing, yellow]), "");
}

#[test]
fn a_copy_too_many_is_grey() {
    let [grey, yellow, green] = [Mark::Grey, Mark::Yellow, Mark::Green].map(Known::Marked);
    for (first, second, expected) in [
        (yellow, grey, "bcad addd"),
        (yellow, yellow, "ddaa bcdd"),
        (green, grey, "addd bcad"),
        (grey, grey, "bcdd ddaa"),
        (grey, yellow, ""),
    ] {
        let mut puzzle = Puzzle::new(LATIN, "aabc dddd", "bcad addd ddaa bcdd");
        puzzle.known = vec![Known::Nothing; 8];
        puzzle.known[..2].copy_from_slice(&[first, second]);
        assert_eq!(rows_of(&puzzle), expected, "{first:?} {second:?}");
    }
}

/// Two letters, so often that a count of 4 or 5 bits would run over. Changing as many tiles as such a count can hold makes
/// words fit that do not.
#[test]
fn a_letter_may_come_forty_nine_times() {
    let mut random = Random::new(41);
    for copies in [15, 16, 17, 31, 32, 33, 47, 48, 49] {
        for (more, fits) in [(0, true), (16, false), (32, false)] {
            let mut words = Vec::<String>::new();
            for row in 0..6 {
                // As even as it goes, and no two words alike.
                let a = copies / 6 + usize::from(row < copies % 6);
                let mut word: Vec<char> = (0..9).map(|at| if at < a { 'a' } else { 'b' }).collect();
                while words.contains(&word.iter().collect()) {
                    random.shuffle(&mut word);
                }
                words.push(word.into_iter().collect());
            }
            let mut start: Vec<char> = words.concat().chars().collect();
            random.shuffle(&mut start);
            let mut changed = 0;
            for tile in &mut start {
                if *tile == 'b' && changed < more {
                    *tile = 'a';
                    changed += 1;
                }
            }
            let puzzle = Puzzle { alphabet: "ba".into(), words, rows: 6, start, known: Vec::new() };
            let truth = Truth::of(&puzzle);
            assert_eq!(truth.counting(Scope::All).len(), if fits || changed == 0 { 720 } else { 0 });
            solve_and_check(&puzzle, &truth, Scope::Optimal, 1000);
            solve_and_check(&puzzle, &truth, Scope::All, 1000);
        }
    }
}

#[test]
fn tiles_that_are_all_equal_are_one_word_or_none() {
    for columns in 3..=9 {
        let word = "a".repeat(columns);
        for rows in 1..=6 {
            let puzzle = Puzzle::new("za", &vec![word.as_str(); rows].join(" "), &word);
            assert_eq!(fills_of(&puzzle), if rows == 1 { vec![(word.clone(), 0)] } else { Vec::new() });
        }
    }
}

/// Fifty-four letters of 64, each once: the last of the alphabet among them, or the first.
#[test]
fn an_alphabet_may_have_sixty_four_letters() {
    let letters: Vec<char> = sixty_four_letters().chars().collect();
    let mut random = Random::new(42);
    for letters in [&letters[..54], &letters[10..], &letters[5..59]] {
        let mut words: Vec<Vec<char>> = letters.chunks(9).map(<[char]>::to_vec).collect();
        let mut start = letters.to_vec();
        random.shuffle(&mut start);
        // An anagram of the last word, and a word across two others.
        words.push(words[5].iter().rev().copied().collect());
        words.push([&words[0][..4], &words[1][..5]].concat());
        let words = words.into_iter().map(String::from_iter).collect();
        let puzzle = Puzzle { alphabet: sixty_four_letters(), words, rows: 6, start, known: Vec::new() };
        let truth = Truth::of(&puzzle);
        assert_eq!(truth.counting(Scope::All).len(), 2 * 720);
        for max_solutions in [1, 1_439, 1_440, 2_000] {
            solve_and_check(&puzzle, &truth, Scope::All, max_solutions);
            solve_and_check(&puzzle, &truth, Scope::Optimal, max_solutions);
        }
    }
}

#[test]
fn a_start_that_is_a_fill_takes_nothing_and_is_the_only_best() {
    let puzzle = Puzzle::new(LATIN, "abcd bcda cdab dabc", "abcd bcda cdab dabc dcba");
    let truth = Truth::of(&puzzle);
    assert_eq!(solve_and_check(&puzzle, &truth, Scope::Optimal, 5).unique(), Some(true));
    assert_eq!(solve_and_check(&puzzle, &truth, Scope::All, 5).unique(), Some(false));
}
