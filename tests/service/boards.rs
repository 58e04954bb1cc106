//! Boards through the front door: the golden ones, batches, difficulties, and one computation for all who ask.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use tilewright::grpc::proto::generate_boards_response::Result as Outcome;
use tilewright::grpc::proto::*;

use crate::support::{Server, describe, file, grid};

fn request(board: Seeded) -> GenerateBoardRequest {
    GenerateBoardRequest { board: Some(board), include_target: true, ..GenerateBoardRequest::default() }
}

fn rows(rows: u32, columns: u32) -> Option<Layout> {
    Some(Layout { kind: layout::Kind::Rows.into(), rows, columns })
}

fn at(n: u32) -> Option<CountRange> {
    Some(CountRange { least: n, most: Some(n) })
}

/// The boards that edition 1 makes for ever.
fn golden_requests() -> Vec<(&'static str, Seeded)> {
    let seeded = |seed: &str| Seeded { seed: seed.to_owned(), ..Seeded::default() };
    let hard = |seed: &str, difficulty| Seeded { difficulty: Some(difficulty), ..seeded(seed) };
    let none = Difficulty::default();
    vec![
        ("a day", seeded("daily/2026-11-21")),
        ("the next", seeded("daily/2026-11-22")),
        ("an empty-looking seed", seeded(" ")),
        ("a seed beyond ASCII", seeded("\u{1f9e9} caf\u{e9}")),
        ("the longest seed", seeded(&"s".repeat(128))),
        ("all allowed words", Seeded { dictionary: "allowed".to_owned(), ..seeded("daily/2026-11-21") }),
        ("ENABLE", Seeded { dictionary: "enable".to_owned(), ..seeded("daily/2026-11-21") }),
        ("one short word", Seeded { layout: rows(1, 3), ..seeded("daily/2026-11-21") }),
        ("nine long words", Seeded { layout: rows(9, 9), ..seeded("daily/2026-11-21") }),
        ("three sevens", Seeded { layout: rows(3, 7), ..seeded("daily/2026-11-21") }),
        ("10 swaps", hard("daily/2026-11-21", Difficulty { min_swaps: at(10), ..none })),
        ("22 swaps", hard("daily/2026-11-21", Difficulty { min_swaps: at(22), ..none })),
        ("8 green", hard("daily/2026-11-21", Difficulty { green: at(8), ..none })),
        ("25 yellow", hard("daily/2026-11-21", Difficulty { yellow: at(25), ..none })),
        ("pairs", hard("daily/2026-11-21", Difficulty { cycle_tiles: at(2), ..none })),
        (
            "all four",
            hard(
                "daily/2026-11-21",
                Difficulty {
                    min_swaps: at(12),
                    green: at(7),
                    yellow: Some(CountRange { least: 2, most: Some(6) }),
                    cycle_tiles: at(3),
                },
            ),
        ),
        ("a target of the caller's", Seeded { target: Some(grid("river/crane/piano")), ..seeded("daily/2026-11-21") }),
        ("no words at all", Seeded { target: Some(grid("abc/abd")), any_words: true, ..seeded("daily/2026-11-21") }),
    ]
}

#[tokio::test]
async fn golden_boards_are_as_they_always_were() {
    let server = Server::start(&[]).await;
    let mut text = String::new();
    for (name, asked) in golden_requests() {
        let board = server.puzzles().await.generate_board(request(asked)).await.unwrap().into_inner().board.unwrap();
        text += &describe(name, &board);
    }
    // Edition 1 is frozen. If this fails, the change makes other boards: it needs a new edition, not a new file.
    assert_eq!(text, include_str!("../golden/edition-1.txt"), "boards of edition 1 have changed to:\n{text}");
}

#[tokio::test]
async fn a_salt_changes_every_board_and_a_cache_none() {
    let salt = file("salt", "sixteen or more bytes");
    let (plain, salted) = (Server::start(&[]).await, Server::start(&["--seed-salt-file", &salt]).await);
    let uncached = Server::start(&["--cache-bytes", "0"]).await;
    let asked = || request(Seeded { seed: "s".to_owned(), ..Seeded::default() });
    let mut boards = Vec::new();
    for server in [&plain, &plain, &uncached, &uncached, &salted] {
        boards.push(server.puzzles().await.generate_board(asked()).await.unwrap().into_inner().board.unwrap());
    }
    assert!(boards[..4].iter().all(|board| *board == boards[0]));
    assert_ne!(boards[4].board_id, boards[0].board_id);
    assert_ne!(boards[4].start, boards[0].start);
}

#[tokio::test]
async fn what_is_left_out_is_resolved_and_the_target_stays_hidden() {
    let server = Server::start(&[]).await;
    let asked =
        GenerateBoardRequest { include_target: false, ..request(Seeded { seed: "s".to_owned(), ..Seeded::default() }) };
    let board = server.puzzles().await.generate_board(asked).await.unwrap().into_inner().board.unwrap();
    assert_eq!((&*board.seed, &*board.language, &*board.dictionary, board.edition), ("s", "en", "answers", 1));
    assert_eq!(board.layout, rows(5, 5));
    assert_eq!((board.target, board.unique), (None, None));
    assert_eq!(board.par.unwrap().blind_swaps, None);
}

#[tokio::test]
async fn a_batch_answers_every_seed_in_order_and_passes_over_what_fails() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let mut seeds: Vec<String> = (0..500).map(|n| format!("batch/{n}")).collect();
    seeds[3] = String::new();
    seeds[7] = "x".repeat(129);
    seeds[9] = seeds[8].clone();
    let template = Some(request(Seeded::default()));
    let mut stream =
        puzzles.generate_boards(GenerateBoardsRequest { template, seeds: seeds.clone() }).await.unwrap().into_inner();
    let mut answers = Vec::new();
    while let Some(answer) = stream.message().await.unwrap() {
        answers.push(answer);
    }
    assert_eq!(answers.iter().map(|answer| answer.seed.clone()).collect::<Vec<_>>(), seeds);
    for (place, answer) in (1..).zip(&answers) {
        assert_eq!((answer.done, answer.total), (place, 500));
        match answer.result.as_ref().unwrap() {
            Outcome::Board(board) => assert_eq!(board.seed, answer.seed),
            Outcome::Failure(failure) => {
                assert!([4, 8].contains(&place), "{failure:?}");
                assert_eq!((failure.code, &*failure.reason), (3, "SEED_LENGTH"));
                assert!(failure.message.starts_with(&format!("seeds[{}]", place - 1)), "{failure:?}");
            }
        }
    }
    let Some(Outcome::Board(in_batch)) = &answers[0].result else { panic!("no board") };
    let alone = request(Seeded { seed: seeds[0].clone(), ..Seeded::default() });
    assert_eq!(puzzles.generate_board(alone).await.unwrap().into_inner().board.as_ref(), Some(in_batch));
}

#[tokio::test]
async fn a_batch_of_impossible_boards_says_why_of_each() {
    let server = Server::start(&[]).await;
    let difficulty = Some(Difficulty { min_swaps: at(30), ..Difficulty::default() });
    let template = Some(request(Seeded { difficulty, ..Seeded::default() }));
    let seeds = vec!["a".to_owned(), "b".to_owned()];
    let mut stream =
        server.puzzles().await.generate_boards(GenerateBoardsRequest { template, seeds }).await.unwrap().into_inner();
    for done in 1..=2 {
        let answer = stream.message().await.unwrap().unwrap();
        assert_eq!(answer.done, done);
        let Some(Outcome::Failure(failure)) = answer.result else { panic!("a board of 30 swaps") };
        assert_eq!((failure.code, &*failure.reason), (9, "DIFFICULTY_UNREACHABLE"));
        assert_eq!(failure.metadata["reachable_most"], "24");
    }
    assert!(stream.message().await.unwrap().is_none());
}
