//! What a caller may send by mistake or by malice: each gets the status that the contract says, with the path of its field
//! and a reason, and the next call is served.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::time::Duration;

use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tonic::{Code, Request};
use tonic_types::StatusExt as _;

use crate::support::{Expected, INVALID, Server, check, grid};

#[tokio::test]
async fn grids_that_are_none() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let good = || Some(grid("abc/def"));
    let rows = |rows: &[&str]| Some(Grid { rows: rows.iter().map(|&row| row.to_owned()).collect() });
    let ten = "abcdefghij".to_owned();
    let cases: Vec<(&str, Option<Grid>, Option<Grid>, Expected)> = vec![
        ("no start", None, good(), (INVALID, "MISSING", "start")),
        ("no target", good(), None, (INVALID, "MISSING", "target")),
        ("no rows", rows(&[]), good(), (INVALID, "GRID_SIZE", "start.rows")),
        ("an empty row", rows(&["abc", ""]), good(), (INVALID, "GRID_SIZE", "start.rows[1]")),
        ("ragged", rows(&["abc", "de"]), good(), (INVALID, "GRID_RAGGED", "start.rows[1]")),
        ("ten rows", Some(Grid { rows: vec!["abc".to_owned(); 10] }), good(), (INVALID, "GRID_SIZE", "start.rows")),
        ("ten columns", Some(Grid { rows: vec![ten; 10] }), good(), (INVALID, "GRID_SIZE", "start.rows")),
        ("ten letters", rows(&["abcdefghij"]), good(), (INVALID, "GRID_SIZE", "start.rows[0]")),
        ("other letters", good(), rows(&["abc", "dee"]), (INVALID, "LETTERS_DIFFER", "target")),
        ("another shape", good(), rows(&["ab", "cd", "ef"]), (INVALID, "GRID_SIZE", "target")),
        ("a hole", rows(&["a.c", "def"]), good(), (INVALID, "TILE_MISSING", "start.rows[0]")),
        ("a hole in the target", good(), rows(&["abc", "d.f"]), (INVALID, "TILE_MISSING", "target.rows[1]")),
        (
            "a tile in a lattice's hole",
            rows(&["abc", "d.e", "fgh"]),
            rows(&["abc", "dxe", "fgh"]),
            (INVALID, "TILE_TOO_MUCH", "target.rows[1]"),
        ),
        ("a control character", rows(&["a\u{0}c", "def"]), good(), (INVALID, "NOT_A_LETTER", "start.rows[0]")),
        ("a lone combining mark", rows(&["x\u{301}c", "def"]), good(), (INVALID, "NOT_A_LETTER", "start.rows[0]")),
        ("a digit", good(), rows(&["abc", "d3f"]), (INVALID, "NOT_A_LETTER", "target.rows[1]")),
        ("a huge row", rows(&[&"a".repeat(500_000)]), good(), (INVALID, "GRID_SIZE", "start.rows[0]")),
        (
            "huge marks",
            rows(&[&format!("a{}", "\u{301}".repeat(200_000))]),
            good(),
            (INVALID, "GRID_SIZE", "start.rows[0]"),
        ),
    ];
    for (name, start, target, expected) in cases {
        let status = puzzles.min_swaps(MinSwapsRequest { start, target, time_limit: None }).await.unwrap_err();
        check(name, &status, expected);
    }
    let composed = MinSwapsRequest { start: rows(&["e\u{301}ab"]), target: rows(&["AB\u{c9}"]), time_limit: None };
    assert_eq!(puzzles.min_swaps(composed).await.unwrap().into_inner().min_swaps, 2);
}

fn seeded(change: impl FnOnce(&mut Seeded)) -> GenerateBoardRequest {
    let mut board = Seeded { seed: "seed".to_owned(), ..Seeded::default() };
    change(&mut board);
    GenerateBoardRequest { board: Some(board), ..GenerateBoardRequest::default() }
}

fn hard(change: impl FnOnce(&mut Difficulty)) -> GenerateBoardRequest {
    let mut difficulty = Difficulty::default();
    change(&mut difficulty);
    seeded(|board| board.difficulty = Some(difficulty))
}

fn range(least: u32, most: u32) -> Option<CountRange> {
    Some(CountRange { least, most: Some(most) })
}

fn layout(kind: i32, rows: u32, columns: u32) -> Option<Layout> {
    Some(Layout { kind, rows, columns })
}

#[tokio::test]
async fn boards_that_cannot_be() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let cases: Vec<(&str, GenerateBoardRequest, Expected)> = vec![
        ("no board", GenerateBoardRequest::default(), (INVALID, "MISSING", "board")),
        ("no seed", seeded(|b| b.seed.clear()), (INVALID, "SEED_LENGTH", "board.seed")),
        ("a long seed", seeded(|b| b.seed = "x".repeat(129)), (INVALID, "SEED_LENGTH", "board.seed")),
        (
            "an unknown language",
            seeded(|b| b.language = "xx".to_owned()),
            (Code::NotFound, "LANGUAGE_NOT_FOUND", "board.language"),
        ),
        (
            "an unknown dictionary",
            seeded(|b| b.dictionary = "best".to_owned()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "board.dictionary"),
        ),
        ("an unknown edition", seeded(|b| b.edition = 2), (Code::NotFound, "EDITION_NOT_FOUND", "board.edition")),
        ("an unknown kind", seeded(|b| b.layout = layout(7, 5, 5)), (INVALID, "UNKNOWN_VALUE", "board.layout.kind")),
        ("ten rows", seeded(|b| b.layout = layout(1, 10, 5)), (INVALID, "OUT_OF_RANGE", "board.layout.rows")),
        (
            "huge columns",
            seeded(|b| b.layout = layout(1, 5, u32::MAX)),
            (INVALID, "OUT_OF_RANGE", "board.layout.columns"),
        ),
        ("an even lattice", seeded(|b| b.layout = layout(2, 5, 4)), (INVALID, "OUT_OF_RANGE", "board.layout.columns")),
        ("short words", seeded(|b| b.layout = layout(1, 5, 2)), (Code::FailedPrecondition, "TOO_FEW_WORDS", "")),
        (
            "a range upside down",
            hard(|d| d.green = range(5, 4)),
            (INVALID, "OUT_OF_RANGE", "board.difficulty.green.most"),
        ),
        ("no swaps", hard(|d| d.min_swaps = range(0, 0)), (INVALID, "OUT_OF_RANGE", "board.difficulty.min_swaps.most")),
        (
            "more swaps than can be",
            hard(|d| d.min_swaps = range(25, 99)),
            (Code::FailedPrecondition, "DIFFICULTY_UNREACHABLE", ""),
        ),
        (
            "absurd swaps",
            hard(|d| d.min_swaps = range(u32::MAX, u32::MAX)),
            (Code::FailedPrecondition, "DIFFICULTY_UNREACHABLE", ""),
        ),
        (
            "a foreign letter",
            seeded(|b| b.target = Some(grid("abc/d\u{df}f"))),
            (INVALID, "NOT_A_LETTER", "board.target.rows[1]"),
        ),
        ("no word", seeded(|b| b.target = Some(grid("cat/xqz"))), (INVALID, "NO_WORD", "board.target.rows[1]")),
        (
            "another layout",
            seeded(|b| (b.target, b.layout) = (Some(grid("cat/dog")), layout(1, 3, 3))),
            (INVALID, "GRID_SIZE", "board.layout.rows"),
        ),
        (
            "all tiles alike",
            seeded(|b| (b.target, b.any_words) = (Some(grid("aaa")), true)),
            (Code::FailedPrecondition, "DIFFICULTY_UNREACHABLE", ""),
        ),
    ];
    for (name, request, expected) in cases {
        check(name, &puzzles.generate_board(request).await.unwrap_err(), expected);
    }
    let unreachable = puzzles.generate_board(hard(|d| d.min_swaps = range(25, 99))).await.unwrap_err();
    let details = unreachable.get_error_details();
    let metadata = &details.error_info().unwrap().metadata;
    assert_eq!(
        (&*metadata["figure"], &*metadata["reachable_least"], &*metadata["reachable_most"]),
        ("min_swaps", "1", "24")
    );
    let unknown = puzzles.generate_board(seeded(|b| b.dictionary = "best".to_owned())).await.unwrap_err();
    assert_eq!(unknown.get_error_details().error_info().unwrap().metadata["known"], "allowed,answers,enable");
    puzzles.generate_board(seeded(|_| {})).await.unwrap();
}

#[tokio::test]
async fn time_limits_that_are_none() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let asked = |seconds, nanos| MinSwapsRequest {
        start: Some(grid("abc")),
        target: Some(grid("cab")),
        time_limit: Some(prost_types::Duration { seconds, nanos }),
    };
    for (seconds, nanos) in [(-1, 0), (0, -1), (0, 0), (i64::MIN, 0), (i64::MIN, i32::MIN)] {
        let status = puzzles.min_swaps(asked(seconds, nanos)).await.unwrap_err();
        check(&format!("{seconds}s {nanos}ns"), &status, (INVALID, "OUT_OF_RANGE", "time_limit"));
    }
    // However long, the server's own cap is shorter.
    for seconds in [1, i64::MAX] {
        assert_eq!(puzzles.min_swaps(asked(seconds, 999_999_999)).await.unwrap().into_inner().min_swaps, 2);
    }
}

#[tokio::test]
async fn solves_that_do_not_fit() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let to_target = |change: fn(&mut SolveRequest)| {
        let mut request = SolveRequest {
            start: Some(grid("abc/def")),
            goal: Some(Goal::Target(grid("fed/cba"))),
            ..SolveRequest::default()
        };
        change(&mut request);
        request
    };
    let cases: Vec<(&str, SolveRequest, Expected)> = vec![
        ("no goal", to_target(|r| r.goal = None), (INVALID, "MISSING", "goal")),
        ("an unknown method", to_target(|r| r.method = 99), (INVALID, "UNKNOWN_VALUE", "method")),
        (
            "a method for words",
            to_target(|r| r.method = Method::Backtracking.into()),
            (INVALID, "METHOD_UNFIT", "method"),
        ),
        ("a scope", to_target(|r| r.scope = Scope::All.into()), (INVALID, "GOAL_UNFIT", "scope")),
        ("an unknown scope", to_target(|r| r.scope = -1), (INVALID, "UNKNOWN_VALUE", "scope")),
        ("marks", to_target(|r| r.marks = Some(Marks::default())), (INVALID, "GOAL_UNFIT", "marks")),
        ("many solutions", to_target(|r| r.max_solutions = 1001), (INVALID, "OUT_OF_RANGE", "max_solutions")),
        (
            "many configurations",
            to_target(|r| r.configurations_limit = 1_000_001),
            (INVALID, "OUT_OF_RANGE", "configurations_limit"),
        ),
        ("another layout", to_target(|r| r.layout = layout(1, 2, 4)), (INVALID, "GRID_SIZE", "layout.columns")),
        ("a lattice of two rows", to_target(|r| r.layout = layout(2, 0, 0)), (INVALID, "OUT_OF_RANGE", "layout.rows")),
    ];
    for (name, request, expected) in cases {
        check(name, &puzzles.solve(request).await.unwrap_err(), expected);
    }
    puzzles.solve(to_target(|_| {})).await.unwrap();
}

#[tokio::test]
async fn words_and_batches_of_no_or_too_many() {
    let server = Server::start(&[]).await;
    let mut lexicons = server.lexicons().await;
    for words in [vec![], vec!["cat".to_owned(); 1001]] {
        let request = LookUpWordsRequest { words, ..LookUpWordsRequest::default() };
        check("words", &lexicons.look_up_words(request).await.unwrap_err(), (INVALID, "OUT_OF_RANGE", "words"));
    }
    let unknown = ListDictionariesRequest { language: "xx".to_owned() };
    let status = lexicons.list_dictionaries(unknown).await.unwrap_err();
    check("language", &status, (Code::NotFound, "LANGUAGE_NOT_FOUND", "language"));

    let mut puzzles = server.puzzles().await;
    let template = || Some(seeded(|board| board.seed.clear()));
    let cases: Vec<(&str, GenerateBoardsRequest, Expected)> = vec![
        ("no template", GenerateBoardsRequest::default(), (INVALID, "MISSING", "template")),
        ("no seeds", GenerateBoardsRequest { template: template(), seeds: vec![] }, (INVALID, "OUT_OF_RANGE", "seeds")),
        (
            "many seeds",
            GenerateBoardsRequest { template: template(), seeds: vec!["x".to_owned(); 10_001] },
            (INVALID, "OUT_OF_RANGE", "seeds"),
        ),
        (
            "a seed in the template",
            GenerateBoardsRequest { template: Some(seeded(|_| {})), seeds: vec!["x".to_owned()] },
            (INVALID, "NOT_EMPTY", "template.board.seed"),
        ),
        (
            "a bad template",
            GenerateBoardsRequest {
                template: Some(seeded(|b| (b.seed, b.layout) = (String::new(), layout(1, 99, 5)))),
                seeds: vec!["x".to_owned()],
            },
            (INVALID, "OUT_OF_RANGE", "template.board.layout.rows"),
        ),
    ];
    for (name, request, expected) in cases {
        check(name, &puzzles.generate_boards(request).await.unwrap_err(), expected);
    }
}

#[tokio::test]
async fn a_deadline_of_a_millisecond_and_a_message_too_large() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    for _ in 0..50 {
        let mut request = Request::new(seeded(|_| {}));
        request.set_timeout(Duration::from_millis(1));
        // In time or not: nothing else.
        if let Err(status) = puzzles.generate_board(request).await {
            assert!([Code::DeadlineExceeded, Code::Cancelled].contains(&status.code()), "{status:?}");
        }
    }
    let large = seeded(|board| board.seed = "x".repeat(2 << 20));
    let status = puzzles.generate_board(large).await.unwrap_err();
    check("too large", &status, (Code::ResourceExhausted, "MESSAGE_TOO_LARGE", ""));
    puzzles.generate_board(seeded(|_| {})).await.unwrap();
}
