//! Boards of a lattice through the front door: the golden ones, batches, what is usual, what the caller brings, and what is
//! asked by mistake.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::fmt::Write as _;
use std::path::Path;

use tilewright::grpc::proto::compare_solvers_request::Board as Compared;
use tilewright::grpc::proto::generate_boards_response::Result as Outcome;
use tilewright::grpc::proto::*;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::support::{Expected, INVALID, Server, check, describe, grid};

fn request(board: Seeded) -> GenerateBoardRequest {
    GenerateBoardRequest { board: Some(board), include_target: true, ..GenerateBoardRequest::default() }
}

fn lattice(rows: u32, columns: u32) -> Option<Layout> {
    Some(Layout { kind: layout::Kind::Lattice.into(), rows, columns })
}

fn seeded(seed: &str, rows: u32, columns: u32) -> Seeded {
    Seeded { seed: seed.to_owned(), layout: lattice(rows, columns), ..Seeded::default() }
}

fn from(least: u32, most: u32) -> Option<CountRange> {
    Some(CountRange { least, most: Some(most) })
}

async fn made(server: &Server, board: Seeded) -> Result<Board, Status> {
    Ok(server.puzzles().await.generate_board(request(board)).await?.into_inner().board.unwrap())
}

/// The boards of lattices that edition 1 makes for ever.
fn golden_requests() -> Vec<(String, Seeded)> {
    let day = "daily/2026-11-21";
    let hard = |difficulty| Seeded { difficulty: Some(difficulty), ..seeded(day, 5, 5) };
    let own = |rows: &str| Seeded { target: Some(grid(rows)), layout: None, ..seeded(day, 5, 5) };
    let none = Difficulty::default();
    let mut requests = Vec::new();
    for rows in [3, 5, 7, 9] {
        for columns in [3, 5, 7, 9] {
            requests.push((format!("{rows} by {columns}"), seeded(day, rows, columns)));
        }
    }
    requests.extend(
        [
            ("the next day", seeded("daily/2026-11-22", 5, 5)),
            ("the next week", seeded("weekly/2026-48", 7, 7)),
            ("all allowed words", Seeded { dictionary: "allowed".to_owned(), ..seeded(day, 5, 5) }),
            ("ENABLE", Seeded { dictionary: "enable".to_owned(), ..seeded(day, 7, 7) }),
            ("any number of swaps", hard(Difficulty { min_swaps: Some(CountRange::default()), ..none })),
            ("13 swaps", hard(Difficulty { min_swaps: from(13, 13), ..none })),
            ("no tile given", hard(Difficulty { min_swaps: from(12, 13), green: from(0, 0), ..none })),
            ("two tiles given", hard(Difficulty { min_swaps: from(11, 12), green: from(2, 2), ..none })),
            ("9 green", hard(Difficulty { green: from(9, 9), ..none })),
            ("12 yellow", hard(Difficulty { yellow: from(12, 12), ..none })),
            ("pairs", hard(Difficulty { min_swaps: from(8, 8), cycle_tiles: from(2, 2), ..none })),
            (
                "all four",
                hard(Difficulty {
                    min_swaps: from(10, 10),
                    green: from(6, 6),
                    yellow: from(3, 6),
                    cycle_tiles: from(3, 3),
                }),
            ),
            ("a target of the caller's", own("cat/a.o/ton")),
            ("one that is no words", Seeded { any_words: true, ..own("abc/d.e/fgh") }),
            ("one whose words repeat", own("ton/o.e/net")),
        ]
        .map(|(name, asked)| (name.to_owned(), asked)),
    );
    requests
}

#[tokio::test]
async fn golden_boards_are_as_they_always_were() {
    let server = Server::start(&[]).await;
    let mut text = String::new();
    for (name, asked) in golden_requests() {
        let board = made(&server, asked).await.unwrap_or_else(|status| panic!("{name}: {status}"));
        text += &describe(&name, &board);
        let limit = board.par.as_ref().unwrap().move_limit;
        writeln!(text, "  limit {limit}, unique {:?}", board.unique).unwrap();
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/edition-1-lattices.txt");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edition-1-lattices.txt");
    std::fs::write(&made, &text).unwrap();
    // Edition 1 is frozen. If this fails, the change makes other boards: it needs a new edition, not a new file.
    let expected = std::fs::read_to_string(golden).unwrap_or_default();
    assert!(text == expected, "boards of edition 1 have changed: they are now as in {}", made.display());
}

#[tokio::test]
async fn what_is_left_out_is_as_the_game_usually_has_it() {
    let server = Server::start(&[]).await;
    let board = made(&server, seeded("s", 0, 0)).await.unwrap();
    assert_eq!(board.layout, lattice(5, 5));
    assert_eq!(board.unique, Some(true));
    let par = board.par.unwrap();
    assert_eq!((par.min_swaps, par.diamond, par.gold, par.bronze, par.move_limit), (10, 10, 12, 15, 15));
    let marks = board.marks.unwrap().rows;
    for (row, column) in [(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)] {
        assert_eq!(marks[row].as_bytes()[column], b'G', "{marks:?}");
    }
    assert!(marks[1].as_bytes()[1] == b'.' && board.start.unwrap().rows[3].as_bytes()[3] == b'.');
    // What is asked for as it is usual is the same board; to ask for nothing is not to be silent.
    let asked = |min_swaps| {
        made(
            &server,
            Seeded { difficulty: Some(Difficulty { min_swaps, ..Difficulty::default() }), ..seeded("s", 5, 5) },
        )
    };
    assert_eq!(asked(None).await.unwrap().board_id, board.board_id);
    assert_eq!(asked(from(10, 10)).await.unwrap().board_id, board.board_id);
    assert_ne!(asked(Some(CountRange::default())).await.unwrap().board_id, board.board_id);
    let deluxe = made(&server, seeded("s", 7, 7)).await.unwrap().par.unwrap();
    assert_eq!((deluxe.min_swaps, deluxe.gold, deluxe.bronze, deluxe.move_limit), (20, 24, 25, 25));
    // Rows are as they were.
    let rows = Seeded { layout: None, ..seeded("s", 5, 5) };
    assert_eq!(made(&server, rows).await.unwrap().unique, None);
}

#[tokio::test]
async fn a_batch_answers_a_seed_that_comes_twice_twice() {
    let server = Server::start(&[]).await;
    let seeds: Vec<String> = ["a", "b", "a", "", "c", "a"].map(str::to_owned).to_vec();
    let template = Some(request(seeded("", 5, 5)));
    let batch = GenerateBoardsRequest { template, seeds: seeds.clone() };
    let mut stream = server.puzzles().await.generate_boards(batch).await.unwrap().into_inner();
    let mut boards = Vec::new();
    for (done, seed) in (1..).zip(&seeds) {
        let answer = stream.message().await.unwrap().unwrap();
        assert_eq!((answer.done, answer.total, &answer.seed), (done, 6, seed));
        match answer.result.unwrap() {
            Outcome::Board(board) => boards.push(board),
            Outcome::Failure(failure) => assert_eq!((&**seed, &*failure.reason), ("", "SEED_LENGTH")),
        }
    }
    assert!(stream.message().await.unwrap().is_none());
    assert_eq!((&boards[0], &boards[0]), (&boards[2], &boards[4]));
    assert_eq!(server.shared.boards.served().computed, 3);
    assert_eq!(made(&server, seeded("a", 5, 5)).await.unwrap(), boards[0]);
}

#[tokio::test]
async fn a_callers_own_words_are_shuffled() {
    let server = Server::start(&[]).await;
    // The layout is told by the grid; words may repeat, and are words or not as is said.
    for (rows, any_words) in [("cat/a.o/ton", false), ("TON/o.e/net", false), ("abc/d.e/fgh", true)] {
        let own = Seeded { target: Some(grid(rows)), layout: None, any_words, ..seeded("own", 0, 0) };
        let board = made(&server, own).await.unwrap();
        assert_eq!((board.layout, board.target), (lattice(3, 3), Some(grid(&rows.to_lowercase()))));
        assert_eq!(board.par.unwrap().min_swaps, 5);
        assert!(board.unique.is_some());
    }
}

#[tokio::test]
async fn solvers_that_know_the_target_are_compared_on_the_board_of_a_seed() {
    let server = Server::start(&[]).await;
    let board = made(&server, seeded("s", 5, 5)).await.unwrap();
    let asked = |solvers: &[Solver]| CompareSolversRequest {
        board: Some(Compared::Seeded(seeded("s", 5, 5))),
        solvers: solvers.iter().map(|&solver| solver.into()).collect(),
        ..CompareSolversRequest::default()
    };
    let answer = server.puzzles().await.compare_solvers(asked(&[])).await.unwrap().into_inner();
    assert_eq!((answer.start, answer.target), (board.start, board.target));
    let par = board.par.unwrap();
    assert_eq!(answer.min_swaps, par.min_swaps);
    let moves: Vec<(Solver, u32)> = answer.runs.iter().map(|run| (run.solver(), run.moves)).collect();
    let expected =
        [(Solver::Exact, par.min_swaps), (Solver::Star, par.star_swaps.unwrap()), (Solver::Cyclic, par.cyclic_swaps)];
    assert_eq!(moves, expected);
    let status = server.puzzles().await.compare_solvers(asked(&[Solver::Star, Solver::Joint])).await.unwrap_err();
    check("a blind one", &status, (INVALID, "LATTICE", "solvers[1]"));
}

#[tokio::test]
async fn what_is_asked_by_mistake() {
    let server = Server::start(&[]).await;
    let sides = |rows, columns| seeded("s", rows, columns);
    let own = |rows: &str| Seeded { target: Some(grid(rows)), ..seeded("s", 0, 0) };
    let hard = |difficulty| Seeded { difficulty: Some(difficulty), ..seeded("s", 5, 5) };
    let none = Difficulty::default();
    let cases: Vec<(&str, Seeded, Expected)> = vec![
        ("even rows", sides(4, 5), (INVALID, "OUT_OF_RANGE", "board.layout.rows")),
        ("even columns", sides(5, 6), (INVALID, "OUT_OF_RANGE", "board.layout.columns")),
        ("one row", sides(1, 5), (INVALID, "OUT_OF_RANGE", "board.layout.rows")),
        ("eleven columns", sides(5, 11), (INVALID, "OUT_OF_RANGE", "board.layout.columns")),
        ("a tile too much", own("cat/axo/ton"), (INVALID, "TILE_TOO_MUCH", "board.target.rows[1]")),
        ("a tile too few", own("c.t/a.o/ton"), (INVALID, "TILE_MISSING", "board.target.rows[0]")),
        (
            "rows with a hole",
            Seeded { layout: None, ..own("c.t/a.o/ton") },
            (INVALID, "TILE_MISSING", "board.target.rows[0]"),
        ),
        ("even sides of a target", own("cats/a..o/toon"), (INVALID, "OUT_OF_RANGE", "board.layout.columns")),
        ("no word across", own("cat/a.o/tqn"), (INVALID, "NO_WORD", "board.target")),
        ("no word down", own("cat/q.o/ton"), (INVALID, "NO_WORD", "board.target")),
        (
            "no swaps",
            hard(Difficulty { min_swaps: from(0, 0), ..none }),
            (INVALID, "OUT_OF_RANGE", "board.difficulty.min_swaps.most"),
        ),
        (
            "more swaps than can be",
            hard(Difficulty { min_swaps: from(16, 16), ..none }),
            (Code::FailedPrecondition, "DIFFICULTY_UNREACHABLE", ""),
        ),
        (
            "tiles all alike",
            Seeded { any_words: true, ..own("aaa/a.a/aaa") },
            (Code::FailedPrecondition, "DIFFICULTY_UNREACHABLE", ""),
        ),
    ];
    for (name, asked, expected) in cases {
        check(name, &made(&server, asked).await.unwrap_err(), expected);
    }
    let status = made(&server, own("cat/q.o/ton")).await.unwrap_err();
    assert!(status.message().contains("down column 0, \"cqt\","), "{status}");
    // The usual 10 swaps are too many beside 15 green tiles, and that is said.
    let status = made(&server, hard(Difficulty { green: from(15, 21), ..none })).await.unwrap_err();
    let info = status.get_details_error_info().unwrap();
    assert_eq!(info.reason, "DIFFICULTY_UNREACHABLE");
    let facts = ["figure", "reachable_least", "reachable_most"].map(|key| info.metadata[key].as_str());
    assert_eq!(facts, ["min_swaps", "1", "5"]);
    let blind = GenerateBoardRequest { include_blind_par: true, ..request(seeded("s", 5, 5)) };
    let status = server.puzzles().await.generate_board(blind).await.unwrap_err();
    check("blind par", &status, (INVALID, "LATTICE", "include_blind_par"));
}
