//! What a caller may send by mistake or by malice: each gets the status that the contract says, with the path of its field
//! and a reason, and the next call is served.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

mod support;

use std::time::Duration;

use support::{Server, grid};
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tonic::{Code, Request, Status};
use tonic_types::StatusExt as _;

/// What a status must say: code, reason, and the path of the first field.
type Expected = (Code, &'static str, &'static str);

fn said(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let info = details.error_info().expect("every error has an ErrorInfo");
    assert_eq!(info.domain, "tilewright");
    let field = details.bad_request().and_then(|bad| bad.field_violations.first());
    if let Some(field) = field {
        assert!(!field.description.is_empty() && field.reason == info.reason, "{field:?}");
    }
    assert!(!status.message().is_empty() && status.message().len() < 1000, "{status:?}");
    (status.code(), info.reason.clone(), field.map(|field| field.field.clone()).unwrap_or_default())
}

fn check(name: &str, status: &Status, (code, reason, field): Expected) {
    assert_eq!(said(status), (code, reason.to_owned(), field.to_owned()), "{name}: {status:?}");
}

const INVALID: Code = Code::InvalidArgument;

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
        ("an unknown language", seeded(|b| b.language = "xx".to_owned()), (Code::NotFound, "LANGUAGE_NOT_FOUND", "")),
        (
            "an unknown dictionary",
            seeded(|b| b.dictionary = "best".to_owned()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", ""),
        ),
        ("an unknown edition", seeded(|b| b.edition = 2), (Code::NotFound, "EDITION_NOT_FOUND", "")),
        ("an unknown kind", seeded(|b| b.layout = layout(7, 5, 5)), (INVALID, "UNKNOWN_VALUE", "board.layout.kind")),
        ("ten rows", seeded(|b| b.layout = layout(1, 10, 5)), (INVALID, "OUT_OF_RANGE", "board.layout.rows")),
        (
            "huge columns",
            seeded(|b| b.layout = layout(1, 5, u32::MAX)),
            (INVALID, "OUT_OF_RANGE", "board.layout.columns"),
        ),
        ("an even lattice", seeded(|b| b.layout = layout(2, 5, 4)), (INVALID, "OUT_OF_RANGE", "board.layout.columns")),
        ("a lattice", seeded(|b| b.layout = layout(2, 5, 5)), (Code::Unimplemented, "NOT_YET", "")),
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
        (
            "blind par",
            GenerateBoardRequest { include_blind_par: true, ..seeded(|_| {}) },
            (Code::Unimplemented, "NOT_YET", ""),
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

fn to_words(change: impl FnOnce(&mut SolveRequest)) -> SolveRequest {
    let mut request = SolveRequest {
        start: Some(grid("tac/gdo")),
        goal: Some(Goal::Words(Words::default())),
        ..SolveRequest::default()
    };
    change(&mut request);
    request
}

fn of_words(change: impl FnOnce(&mut Words)) -> SolveRequest {
    let mut words = Words { words: vec!["cat".to_owned(), "dog".to_owned()], ..Words::default() };
    change(&mut words);
    to_words(|request| request.goal = Some(Goal::Words(words)))
}

fn started(start: &str) -> SolveRequest {
    to_words(|request| request.start = Some(grid(start)))
}

fn marked(rows: &[&str]) -> SolveRequest {
    let rows = rows.iter().map(|&row| row.to_owned()).collect();
    to_words(|request| request.marks = Some(Marks { rows }))
}

/// The same word again and again, but one.
fn all_but_one(count: usize, at: usize, word: &str) -> Vec<String> {
    let mut words = vec!["cat".to_owned(); count];
    word.clone_into(&mut words[at]);
    words
}

#[tokio::test]
async fn words_that_cannot_be_found() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let cases: Vec<(&str, SolveRequest, Expected)> = vec![
        // The start.
        ("no start", to_words(|r| r.start = None), (INVALID, "MISSING", "start")),
        ("no rows", to_words(|r| r.start = Some(Grid::default())), (INVALID, "GRID_SIZE", "start.rows")),
        ("ragged", started("tac/gd"), (INVALID, "GRID_RAGGED", "start.rows[1]")),
        ("seven rows", started("cat/dog/cow/hen/fox/ant/bee"), (INVALID, "GRID_SIZE", "start")),
        ("two columns", started("ta/cg"), (INVALID, "GRID_SIZE", "start")),
        ("one tile", started("a"), (INVALID, "GRID_SIZE", "start")),
        ("nine rows of nine", started(&["abcdefghi"; 9].join("/")), (INVALID, "GRID_SIZE", "start")),
        ("ten columns", started("abcdefghij"), (INVALID, "GRID_SIZE", "start.rows[0]")),
        ("a hole", started("tac/g.o"), (INVALID, "TILE_MISSING", "start.rows[1]")),
        ("a foreign letter", started("tac/g\u{436}o"), (INVALID, "NOT_A_LETTER", "start.rows[1]")),
        ("two letters in one", started("tac/gd\u{df}"), (INVALID, "NOT_A_LETTER", "start.rows[1]")),
        ("a digit", started("t4c/gdo"), (INVALID, "NOT_A_LETTER", "start.rows[0]")),
        ("a lattice", started("abc/d.e/fgh"), (Code::Unimplemented, "NOT_YET", "")),
        (
            "a lattice without its hole",
            to_words(|r| (r.start, r.layout) = (Some(grid("abc/dxe/fgh")), layout(2, 0, 0))),
            (INVALID, "TILE_TOO_MUCH", "start.rows[1]"),
        ),
        ("another layout", to_words(|r| r.layout = layout(1, 2, 4)), (INVALID, "GRID_SIZE", "layout.columns")),
        ("an unknown kind", to_words(|r| r.layout = layout(9, 0, 0)), (INVALID, "UNKNOWN_VALUE", "layout.kind")),
        // The words.
        ("an unknown language", of_words(|w| w.language = "xx".to_owned()), (Code::NotFound, "LANGUAGE_NOT_FOUND", "")),
        (
            "an unknown dictionary",
            of_words(|w| (w.words, w.dictionary) = (vec![], "best".to_owned())),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", ""),
        ),
        (
            "an unknown dictionary beside a list",
            of_words(|w| w.dictionary = "best".to_owned()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", ""),
        ),
        ("an unknown edition", of_words(|w| w.edition = 2), (Code::NotFound, "EDITION_NOT_FOUND", "")),
        (
            "many words",
            of_words(|w| w.words = vec!["cat".to_owned(); 50_001]),
            (INVALID, "OUT_OF_RANGE", "words.words"),
        ),
        ("a digit in a word", of_words(|w| w.words[1] = "d0g".to_owned()), (INVALID, "NOT_A_LETTER", "words.words[1]")),
        ("a hole in a word", of_words(|w| w.words[0] = "c.t".to_owned()), (INVALID, "NOT_A_LETTER", "words.words[0]")),
        (
            "two words in one",
            of_words(|w| w.words[0] = "a cat".to_owned()),
            (INVALID, "NOT_A_LETTER", "words.words[0]"),
        ),
        (
            "a foreign word",
            of_words(|w| w.words = all_but_one(18, 17, "\u{43a}\u{43e}\u{442}")),
            (INVALID, "NOT_A_LETTER", "words.words[17]"),
        ),
        (
            "a bad word of fifty thousand",
            of_words(|w| w.words = all_but_one(50_000, 49_999, "c\u{0}t")),
            (INVALID, "NOT_A_LETTER", "words.words[49999]"),
        ),
        ("a long word", of_words(|w| w.words[1] = "x".repeat(65)), (INVALID, "WORD_LENGTH", "words.words[1]")),
        ("a huge word", of_words(|w| w.words[1] = "x".repeat(500_000)), (INVALID, "WORD_LENGTH", "words.words[1]")),
        (
            "huge marks on a letter",
            of_words(|w| w.words[1] = format!("a{}", "\u{301}".repeat(200_000))),
            (INVALID, "WORD_LENGTH", "words.words[1]"),
        ),
        (
            "no word of the length",
            of_words(|w| w.words = vec![String::new(), "cats".to_owned(), "ox".to_owned()]),
            (INVALID, "TOO_FEW_WORDS", "words.words"),
        ),
        ("an empty word", of_words(|w| w.words = vec![String::new()]), (INVALID, "TOO_FEW_WORDS", "words.words")),
        // What is known.
        ("marks without rows", marked(&[]), (INVALID, "GRID_SIZE", "marks.rows")),
        ("marks of one row", marked(&["???"]), (INVALID, "GRID_SIZE", "marks.rows")),
        ("marks of three rows", marked(&["???"; 3]), (INVALID, "GRID_SIZE", "marks.rows")),
        ("few marks", marked(&["???", "??"]), (INVALID, "GRID_SIZE", "marks.rows[1]")),
        ("many marks", marked(&["????", "???"]), (INVALID, "GRID_SIZE", "marks.rows[0]")),
        ("huge rows of marks", marked(&["???", &"G".repeat(500_000)]), (INVALID, "GRID_SIZE", "marks.rows[1]")),
        ("a mark that is none", marked(&["GY-", "N?x"]), (INVALID, "NOT_A_MARK", "marks.rows[1]")),
        ("a small mark", marked(&["gY-", "N??"]), (INVALID, "NOT_A_MARK", "marks.rows[0]")),
        ("a mark of no tile", marked(&["?.?", "???"]), (INVALID, "NOT_A_MARK", "marks.rows[0]")),
        ("a mark that cannot be seen", marked(&["??\u{0}", "???"]), (INVALID, "NOT_A_MARK", "marks.rows[0]")),
        // The rest.
        ("an unknown method", to_words(|r| r.method = 99), (INVALID, "UNKNOWN_VALUE", "method")),
        ("Star", to_words(|r| r.method = Method::Star.into()), (INVALID, "METHOD_UNFIT", "method")),
        ("Cyclic", to_words(|r| r.method = Method::Cyclic.into()), (INVALID, "METHOD_UNFIT", "method")),
        ("an unknown scope", to_words(|r| r.scope = 3), (INVALID, "UNKNOWN_VALUE", "scope")),
        ("many solutions", to_words(|r| r.max_solutions = 1001), (INVALID, "OUT_OF_RANGE", "max_solutions")),
        (
            "many configurations",
            to_words(|r| r.configurations_limit = 1_000_001),
            (INVALID, "OUT_OF_RANGE", "configurations_limit"),
        ),
        (
            "no time",
            to_words(|r| r.time_limit = Some(prost_types::Duration::default())),
            (INVALID, "OUT_OF_RANGE", "time_limit"),
        ),
    ];
    for (name, request, expected) in cases {
        check(name, &puzzles.solve(request).await.unwrap_err(), expected);
    }
    for (request, says) in [
        (started("tac/g\u{436}o"), "'\u{436}' at cell 1 is no letter of the language's alphabet"),
        (started("cat/dog/cow/hen/fox/ant/bee"), "1 to 6 rows of 3 to 9 letters, not for 7 of 3"),
        (started("ta/cg"), "1 to 6 rows of 3 to 9 letters, not for 2 of 2"),
        (of_words(|w| w.words[1] = "d0g".to_owned()), "'0' at cell 1 is no letter"),
        (marked(&["GY-", "N?x"]), "'x' at cell 2"),
    ] {
        let status = puzzles.solve(request).await.unwrap_err();
        let description = status.get_error_details().bad_request().unwrap().field_violations[0].description.clone();
        assert!(description.contains(says), "{description}");
    }
    assert!(puzzles.solve(of_words(|_| {})).await.unwrap().into_inner().proven);
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
    check("language", &status, (Code::NotFound, "LANGUAGE_NOT_FOUND", ""));

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
async fn what_a_later_version_does_is_unimplemented() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let mut guesses = guess_service_client::GuessServiceClient::new(server.connect().await);
    let words = Words::default;
    for status in [
        puzzles.step_blind_session(StepBlindSessionRequest::default()).await.unwrap_err(),
        puzzles.compare_solvers(CompareSolversRequest::default()).await.unwrap_err(),
        puzzles.blind_session(tokio_stream::empty()).await.unwrap_err(),
        guesses.mark_guess(MarkGuessRequest::default()).await.unwrap_err(),
        guesses.rank_guesses(RankGuessesRequest::default()).await.unwrap_err(),
        guesses.evaluate_strategy(EvaluateStrategyRequest::default()).await.unwrap_err(),
        guesses.longest_chain(LongestChainRequest::default()).await.unwrap_err(),
        guesses.check_chain(CheckChainRequest { words: Some(words()), chain: vec![] }).await.unwrap_err(),
    ] {
        check("not yet", &status, (Code::Unimplemented, "NOT_YET", ""));
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
