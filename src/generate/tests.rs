//! What every board must be, whoever asks.

use std::collections::BTreeMap;
use std::time::Instant;

use super::*;
use crate::budget::Limits;
use crate::lexicon::{ALLOWED, ANSWERS, Lexicon};
use crate::puzzle::Mark;
use crate::swaps::exact;

fn spec(lexicon: &Lexicon, seed: &str, rows: usize, columns: usize) -> BoardSpec {
    let english = lexicon.language("en", 1).unwrap();
    BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: english.dictionary(ANSWERS).unwrap().clone(),
        allowed: english.dictionary(ALLOWED).unwrap().clone(),
        seed: seed.to_owned(),
        layout: Layout::new(Kind::Rows, rows, columns).unwrap(),
        difficulty: Difficulty::default(),
        target: None,
    }
}

pub(super) fn english() -> Lexicon {
    Lexicon::embedded().unwrap()
}

pub(super) fn made(spec: &BoardSpec) -> Result<GeneratedBoard, GenerateError> {
    Generator::new(Salt::default()).board(spec, &Budget::unlimited())
}

pub(super) fn range(least: u32, most: u32) -> Range {
    Range { least, most: Some(most) }
}

pub(super) fn marked(board: &Board, mark: Mark) -> u32 {
    u32::try_from(board.marks().into_iter().filter(|&m| m == Some(mark)).count()).unwrap()
}

/// What must hold of any board.
fn check(spec: &BoardSpec, made: &GeneratedBoard) {
    let GeneratedBoard { board, par, .. } = made;
    let exact = exact::solve(board, &Budget::unlimited());
    assert!(exact.is_proven() && exact.min_swaps() == par.min_swaps, "{par:?}");
    assert_ne!(board.start(), board.target(), "solved at the start");
    assert!(par.cyclic_swaps >= par.min_swaps && par.star_swaps.unwrap() >= par.min_swaps);
    let Difficulty { min_swaps, green, yellow, cycle_tiles } = spec.difficulty;
    assert!(min_swaps.contains(par.min_swaps));
    assert!(green.contains(marked(board, Mark::Green)));
    assert!(yellow.contains(marked(board, Mark::Yellow)));
    if cycle_tiles == Range::ANY {
        return;
    }
    // No decomposition is kept with a board; that cycles of these sizes can be is all that letters tell.
    let misplaced = u32::try_from(board.misplaced()).unwrap();
    let cycles = misplaced - par.min_swaps;
    assert!(cycles * cycle_tiles.least <= misplaced && misplaced <= cycles * cycle_tiles.most.unwrap_or(81));
}

#[test]
fn boards_of_every_size_are_words_shuffled() {
    let lexicon = english();
    for rows in 1..=9 {
        for columns in 3..=9 {
            let spec = spec(&lexicon, &format!("{rows}x{columns}"), rows, columns);
            let made = made(&spec).unwrap();
            check(&spec, &made);
            let english = lexicon.language("en", 1).unwrap();
            let words: Vec<String> = made.board.target().words().collect();
            assert!(
                words.iter().all(|word| spec.dictionary.contains(&english.writing().fold_word(word).unwrap())),
                "{words:?}"
            );
            let distinct: std::collections::BTreeSet<_> = words.iter().collect();
            assert_eq!(distinct.len(), rows);
        }
    }
}

#[test]
fn a_board_is_the_same_again_and_another_for_anything_else() {
    let lexicon = english();
    let first = spec(&lexicon, "daily/2026-11-21", 5, 5);
    let board = made(&first).unwrap();
    assert_eq!(made(&first).unwrap(), board);
    let english = lexicon.language("en", 1).unwrap();
    let mut others = vec![
        BoardSpec { seed: "daily/2026-11-22".to_owned(), ..first.clone() },
        BoardSpec { dictionary: english.dictionary(ALLOWED).unwrap().clone(), ..first.clone() },
        BoardSpec { layout: Layout::new(Kind::Rows, 4, 5).unwrap(), ..first.clone() },
        BoardSpec { target: Some(board.board.target().clone()), ..first.clone() },
    ];
    for figure in 0..4 {
        let mut difficulty = Difficulty::default();
        let Difficulty { min_swaps, green, yellow, cycle_tiles } = &mut difficulty;
        [min_swaps, green, yellow, cycle_tiles][figure].most = Some(20);
        others.push(BoardSpec { difficulty, ..first.clone() });
    }
    let salted = Generator::new(Salt::new(b"a secret of sixteen".to_vec()).unwrap())
        .board(&first, &Budget::unlimited())
        .unwrap();
    assert_ne!(salted.board, board.board);
    let mut ids: Vec<Uuid> = others.iter().map(|spec| made(spec).unwrap().board_id).collect();
    ids.extend([board.board_id, salted.board_id]);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), others.len() + 2);
}

#[test]
fn difficulties_are_obeyed() {
    let lexicon = english();
    let any = Range::ANY;
    let cases = [
        (5, 5, range(1, 1), any, any, any),
        (5, 5, range(3, 3), any, any, any),
        (5, 5, range(10, 10), range(9, 9), any, any),
        (5, 5, range(16, 16), range(0, 0), any, any),
        (5, 5, range(21, 30), any, any, any),
        (5, 5, any, range(20, 25), any, any),
        (5, 5, any, any, range(25, 25), any),
        (5, 5, any, any, range(0, 0), any),
        (5, 5, range(12, 12), range(3, 3), range(8, 8), any),
        (5, 5, any, any, any, range(2, 2)),
        (5, 5, any, any, any, range(3, 4)),
        (5, 5, range(12, 12), any, range(5, 9), range(3, 3)),
        (1, 3, range(1, 1), any, any, any),
        (1, 5, range(4, 4), any, any, any),
        (2, 9, range(14, 14), any, any, any),
        (9, 9, range(40, 40), range(10, 20), any, any),
    ];
    for (number, (rows, columns, min_swaps, green, yellow, cycle_tiles)) in cases.into_iter().enumerate() {
        for seed in 0..5 {
            let mut spec = spec(&lexicon, &format!("{number}/{seed}"), rows, columns);
            spec.difficulty = Difficulty { min_swaps, green, yellow, cycle_tiles };
            let made = made(&spec).unwrap_or_else(|error| panic!("case {number}: {error}"));
            check(&spec, &made);
        }
    }
}

#[test]
fn a_callers_target_is_shuffled_or_refused_with_what_it_can_reach() {
    let lexicon = english();
    let mut spec = spec(&lexicon, "own", 2, 5);
    let grid = |text: &str| Grid::new(spec.layout, text.chars().collect()).unwrap();
    // Ten tiles, the commonest letter four times: 6 swaps at most.
    let eerie = grid("eerieabcde");
    spec.target = Some(eerie.clone());
    for least in 1..=6 {
        spec.difficulty.min_swaps = range(least, least);
        let made = made(&spec).unwrap();
        check(&spec, &made);
        assert_eq!(made.board.target(), &eerie);
    }
    spec.difficulty.min_swaps = Range { least: 7, most: None };
    assert_eq!(made(&spec), Err(GenerateError::Unreachable { figure: Figure::MinSwaps, least: 1, most: 6 }));
    spec.difficulty = Difficulty::default();
    spec.target = Some(grid("eeeeeeeeee"));
    assert_eq!(made(&spec), Err(GenerateError::AllAlike));
}

#[test]
fn what_was_not_found_is_told_apart_from_what_cannot_be() {
    let lexicon = english();
    let mut spec = spec(&lexicon, "hard", 5, 5);
    spec.difficulty.min_swaps = range(25, 25);
    assert_eq!(made(&spec), Err(GenerateError::Unreachable { figure: Figure::MinSwaps, least: 1, most: 24 }));
    // 24 swaps take 25 different letters, which no five of the answers have, but nothing here proves that.
    spec.difficulty.min_swaps = range(24, 24);
    assert_eq!(made(&spec), Err(GenerateError::NotFound { nodes: rows::BOARD_NODES }));
    spec.layout = Layout::new(Kind::Rows, 2, 1).unwrap();
    assert_eq!(made(&spec), Err(GenerateError::TooFewWords { words: 0, needed: 2, length: 1 }));
}

#[test]
fn a_spent_budget_ends_a_board() {
    let lexicon = english();
    let spec = spec(&lexicon, "late", 5, 5);
    let late = Limits::default().until(Instant::now());
    let ended = Generator::new(Salt::default()).board(&spec, &Budget::new(late));
    assert_eq!(ended, Err(GenerateError::Spent(crate::budget::Spent::Deadline)));
}

/// Boards of two out of three words of three letters are drawn as often as each other: 6 ordered pairs, and of each every
/// start but the target itself.
#[test]
fn word_tuples_and_shuffles_are_uniform() {
    let lexicon = english();
    let english = lexicon.language("en", 1).unwrap();
    let words = ["cat", "dog", "fly"];
    let dictionary = Arc::new(english.writing().dictionary("three", "test", (0..).zip(words)).unwrap());
    let mut spec = spec(&lexicon, "", 2, 3);
    spec.dictionary = dictionary;
    let mut tuples: BTreeMap<String, u32> = BTreeMap::new();
    let mut starts: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    let boards = 30_000;
    for seed in 0..boards {
        spec.seed = seed.to_string();
        let board = made(&spec).unwrap().board;
        *tuples.entry(board.target().words().collect()).or_default() += 1;
        // No letter comes twice, so a start is a permutation of the target's cells; where the first two tiles belong.
        let place = |cell: usize| {
            let letter = board.start().cells()[cell];
            board.target().cells().iter().position(|&wanted| wanted == letter).unwrap()
        };
        *starts.entry(vec![place(0), place(1), place(2)]).or_default() += 1;
    }
    assert_eq!((tuples.len(), starts.len()), (6, 120));
    let chi = |counts: &mut dyn Iterator<Item = (f64, u32)>| -> f64 {
        counts.map(|(expected, count)| (f64::from(count) - expected).powi(2) / expected).sum()
    };
    // 99.9th percentiles of chi-square with 5 and 119 degrees of freedom.
    let of_tuples = chi(&mut tuples.values().map(|&count| (f64::from(boards) / 6.0, count)));
    assert!(of_tuples < 20.5, "{of_tuples}: {tuples:?}");
    // Of the 720 permutations all but the identity come; its first three cells are 0, 1, 2.
    let of_starts = chi(&mut starts.iter().map(|(places, &count)| {
        let ways = if *places == [0, 1, 2] { 5.0 } else { 6.0 };
        (f64::from(boards) * ways / 719.0, count)
    }));
    assert!(of_starts < 172.0, "{of_starts}");
}
