//! What every board of a lattice must be.

mod counted;

use std::collections::BTreeSet;

use super::given::usual;
use crate::budget::Budget;
use crate::fill::lattice::is_unique;
use crate::generate::tests::{english, made, marked, range};
use crate::generate::{BoardSpec, Difficulty, Figure, GenerateError, GeneratedBoard, Range};
use crate::lexicon::{ALLOWED, ANSWERS, Lexicon};
use crate::puzzle::{Grid, Kind, Layout, Mark};
use crate::swaps::exact;

fn lattice(rows: usize, columns: usize) -> Layout {
    Layout::new(Kind::Lattice, rows, columns).unwrap()
}

/// As a request that says no more than this is read.
fn spec(lexicon: &Lexicon, seed: &str, rows: usize, columns: usize) -> BoardSpec {
    let english = lexicon.language("en", 1).unwrap();
    let layout = lattice(rows, columns);
    BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: english.dictionary(ANSWERS).unwrap().clone(),
        allowed: english.dictionary(ALLOWED).unwrap().clone(),
        seed: seed.to_owned(),
        layout,
        difficulty: Difficulty::default().usual(layout),
        target: None,
    }
}

fn grid(text: &str) -> Grid {
    let rows: Vec<&str> = text.split('/').collect();
    Grid::new(lattice(rows.len(), rows[0].len()), rows.concat().chars().collect()).unwrap()
}

/// What must hold of any board.
fn check(spec: &BoardSpec, made: &GeneratedBoard) {
    let GeneratedBoard { board, par, unique, .. } = made;
    let exact = exact::solve(board, &Budget::unlimited());
    assert!(exact.is_proven() && exact.min_swaps() == par.min_swaps, "{par:?}");
    assert!(par.cyclic_swaps >= par.min_swaps && par.star_swaps.is_none_or(|swaps| swaps >= par.min_swaps));
    assert_eq!(par.move_limit, Some(par.min_swaps + 5));
    assert_ne!(board.start(), board.target(), "solved at the start");
    let Difficulty { min_swaps, green, yellow, cycle_tiles } = spec.difficulty;
    assert!(min_swaps.contains(par.min_swaps), "{par:?}");
    assert!(green.contains(marked(board, Mark::Green)));
    assert!(yellow.contains(marked(board, Mark::Yellow)));
    if cycle_tiles != Range::ANY {
        let misplaced = u32::try_from(board.misplaced()).unwrap();
        let cycles = misplaced - par.min_swaps;
        assert!(cycles * cycle_tiles.least <= misplaced && misplaced <= cycles * cycle_tiles.most.unwrap_or(81));
    }
    let tiles: Vec<_> = spec.layout.tiles().collect();
    let given = usual(spec.layout);
    if green.most.is_none_or(|most| most as usize >= given.len()) {
        let marks = board.marks();
        assert!(given.iter().all(|&tile| marks[tiles[tile].index()] == Some(Mark::Green)), "{board:?}");
    }
    if spec.target.is_some() {
        return;
    }
    assert_eq!(*unique, Some(true));
    assert_eq!(is_unique(board, &spec.allowed, &Budget::unlimited()), Ok(true));
    let words: BTreeSet<String> = board.target().words().collect();
    assert_eq!(words.len(), spec.layout.slots().count(), "{words:?}");
    let alphabet = spec.dictionary.alphabet();
    let letters = |word: &String| word.chars().map(|letter| alphabet.letter(letter).unwrap()).collect::<Vec<_>>();
    assert!(words.iter().all(|word| spec.dictionary.contains(&letters(word))), "{words:?}");
}

#[test]
fn boards_of_every_layout_are_crossing_words_shuffled() {
    let lexicon = english();
    for (rows, columns) in [3, 5, 7, 9].into_iter().flat_map(|rows| [3, 5, 7, 9].map(|columns| (rows, columns))) {
        for seed in 0..2 {
            let spec = spec(&lexicon, &format!("{rows}x{columns}/{seed}"), rows, columns);
            check(&spec, &made(&spec).unwrap());
        }
    }
}

#[test]
fn a_board_is_the_same_again_and_another_for_anything_else() {
    let lexicon = english();
    let first = spec(&lexicon, "daily/2026-11-21", 5, 5);
    let board = made(&first).unwrap();
    assert_eq!(made(&first).unwrap(), board);
    let rows = BoardSpec { layout: Layout::new(Kind::Rows, 5, 5).unwrap(), ..first.clone() };
    let green = Difficulty { green: Range { least: 0, most: Some(20) }, ..first.difficulty };
    let others = [
        rows,
        BoardSpec { difficulty: green, ..first.clone() },
        BoardSpec { difficulty: Difficulty::default(), ..first.clone() },
        BoardSpec { seed: "daily/2026-11-22".to_owned(), ..first.clone() },
        BoardSpec { layout: lattice(3, 5), ..first.clone() },
        BoardSpec { target: Some(board.board.target().clone()), ..first.clone() },
    ];
    let ids: BTreeSet<_> = others.iter().chain([&first]).map(|spec| made(spec).unwrap().board_id).collect();
    assert_eq!(ids.len(), others.len() + 1);
}

#[test]
fn difficulties_are_obeyed() {
    let lexicon = english();
    let any = Range::ANY;
    let cases = [
        (5, 5, range(1, 1), any, any, any),
        (5, 5, range(4, 4), any, any, any),
        (5, 5, range(10, 10), range(9, 9), any, any),
        (5, 5, range(13, 13), any, any, any),
        (5, 5, any, any, any, any),
        // No tile is given, some are, all are and more.
        (5, 5, range(12, 13), range(0, 0), any, any),
        (5, 5, range(11, 12), range(3, 3), any, any),
        (5, 5, range(10, 10), range(5, 5), any, any),
        (5, 5, any, range(15, 15), any, any),
        (5, 5, any, range(19, 30), any, any),
        (5, 5, range(10, 10), any, range(0, 2), any),
        (5, 5, range(10, 10), any, range(10, 12), any),
        (5, 5, range(8, 8), any, any, range(2, 2)),
        (5, 5, range(10, 10), any, any, range(2, 3)),
        (5, 5, range(10, 10), range(6, 6), range(3, 6), range(3, 3)),
        (3, 3, range(7, 7), any, any, any),
        (3, 3, any, range(0, 0), range(4, 8), any),
        (7, 7, range(20, 20), range(18, 18), any, any),
        (7, 7, range(22, 22), any, any, any),
        (5, 7, any, any, any, range(4, 5)),
        (5, 9, range(17, 17), range(12, 14), any, any),
    ];
    for (number, (rows, columns, min_swaps, green, yellow, cycle_tiles)) in cases.into_iter().enumerate() {
        for seed in 0..3 {
            let mut spec = spec(&lexicon, &format!("{number}/{seed}"), rows, columns);
            spec.difficulty = Difficulty { min_swaps, green, yellow, cycle_tiles };
            let made = made(&spec).unwrap_or_else(|error| panic!("case {number}: {error}"));
            check(&spec, &made);
        }
    }
}

#[test]
fn what_cannot_be_is_told_with_what_can() {
    let lexicon = english();
    let refused = |change: fn(&mut Difficulty)| {
        let mut spec = spec(&lexicon, "hard", 5, 5);
        change(&mut spec.difficulty);
        made(&spec).unwrap_err()
    };
    let unreachable = |figure, least, most| GenerateError::Unreachable { figure, least, most };
    // 16 tiles may be moved.
    assert_eq!(refused(|d| d.min_swaps = range(16, 16)), unreachable(Figure::MinSwaps, 1, 15));
    assert_eq!(
        refused(|d| (d.min_swaps, d.green) = (range(12, 12), range(9, 21))),
        unreachable(Figure::MinSwaps, 1, 11)
    );
    // The usual 10 swaps are too many for 6 misplaced tiles, and too few for 21.
    assert_eq!(refused(|d| d.green = range(15, 21)), unreachable(Figure::MinSwaps, 1, 5));
    assert_eq!(refused(|d| d.green = range(0, 0)), unreachable(Figure::MinSwaps, 11, 20));
    // Where fewer than the usual five tiles may be green, fewer are given: one alone leaves twenty for ten pairs.
    assert_eq!(refused(|d| d.green = range(20, 20)), unreachable(Figure::Green, 1, 10));
    assert_eq!(refused(|d| d.green = range(22, 22)), unreachable(Figure::Green, 1, 10));
    assert_eq!(refused(|d| d.yellow = range(17, 21)), unreachable(Figure::Yellow, 0, 16));
    assert_eq!(refused(|d| d.cycle_tiles = range(17, 17)), unreachable(Figure::CycleTiles, 2, 11));
    // Ten pairs take ten swaps, but of 20 tiles, and 16 may be moved.
    assert_eq!(refused(|d| d.cycle_tiles = range(2, 2)), unreachable(Figure::MinSwaps, 1, 8));
    let impossible = |d: &mut Difficulty| (d.green, d.cycle_tiles) = (range(20, 20), range(17, 17));
    assert_eq!(refused(impossible), GenerateError::UnreachableTogether);
}

#[test]
fn what_was_not_found_is_told_apart_from_what_cannot_be() {
    let lexicon = english();
    let mut spec = spec(&lexicon, "hard", 3, 3);
    spec.target = Some(grid("abc/d.e/fgh"));
    // Eight yellow tiles stay in their words, and no three cycles do that: but nothing here proves it.
    spec.difficulty = Difficulty { min_swaps: range(5, 5), yellow: range(8, 8), ..Difficulty::default() };
    assert_eq!(made(&spec), Err(GenerateError::NotFound { nodes: super::BOARD_NODES }));
    spec.difficulty.min_swaps = range(4, 4);
    check(&spec, &made(&spec).unwrap());
}

#[test]
fn a_callers_target_is_shuffled_whatever_its_slots_are() {
    let lexicon = english();
    let mut spec = spec(&lexicon, "own", 3, 3);
    spec.difficulty = Difficulty::default();
    // Words that repeat, no words, and few letters.
    for target in ["tot/o.o/tot", "abc/d.e/fgh", "aab/b.b/aab", "aaa/a.b/aaa"] {
        spec.target = Some(grid(target));
        let made = made(&spec).unwrap();
        check(&spec, &made);
        assert_eq!(Some(made.board.target()), spec.target.as_ref());
        assert!(made.unique.is_some());
    }
    spec.target = Some(grid("aaa/a.a/aaa"));
    assert_eq!(made(&spec), Err(GenerateError::AllAlike));
    // The commonest letter 7 times among 16: its copies have but 9 tiles to go to, in 7 cycles or more of 14 to 16 tiles.
    let mut spec = self::spec(&lexicon, "own", 5, 5);
    let target = grid("aabcd/a.e.a/afgah/i.a.j/aklma");
    spec.target = Some(target.clone());
    let letters = target.letters().filter(|&letter| letter == 'a').count();
    assert_eq!(letters, 9);
    for least in 1..=10 {
        spec.difficulty.min_swaps = range(least, least);
        check(&spec, &made(&spec).unwrap());
    }
    spec.difficulty.min_swaps = range(11, 11);
    let Err(GenerateError::Unreachable { figure: Figure::MinSwaps, least: 1, most }) = made(&spec) else {
        panic!("11 swaps")
    };
    assert!(most < 11, "{most}");
}
