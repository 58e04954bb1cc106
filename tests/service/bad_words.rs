//! What a caller may get wrong where it asks for words: each gets its status, the path of its field and a reason, and the next
//! call is served.

use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tonic::Code;
use tonic_types::StatusExt as _;

use crate::support::{Expected, INVALID, Server, check, grid};

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

fn laid_out(start: &str, kind: i32, rows: u32, columns: u32) -> SolveRequest {
    to_words(|request| (request.start, request.layout) = (Some(grid(start)), Some(Layout { kind, rows, columns })))
}

/// The same word again and again, but one.
fn all_but_one(count: usize, at: usize, word: &str) -> Vec<String> {
    let mut words = vec!["cat".to_owned(); count];
    word.clone_into(&mut words[at]);
    words
}

async fn all_are_refused(cases: Vec<(&str, SolveRequest, Expected)>) {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    for (name, request, expected) in cases {
        check(name, &puzzles.solve(request).await.unwrap_err(), expected);
    }
    assert!(puzzles.solve(of_words(|_| {})).await.unwrap().into_inner().proven);
}

#[tokio::test]
async fn starts_that_words_cannot_be_found_for() {
    let cases: Vec<(&str, SolveRequest, Expected)> = vec![
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
        ("another layout", laid_out("tac/gdo", 1, 2, 4), (INVALID, "GRID_SIZE", "layout.columns")),
        ("an unknown kind", laid_out("tac/gdo", 9, 0, 0), (INVALID, "UNKNOWN_VALUE", "layout.kind")),
    ];
    all_are_refused(cases).await;
}

#[tokio::test]
async fn lattices_that_words_cannot_be_found_for() {
    const LATTICE: i32 = layout::Kind::Lattice as i32;
    let hidden = |rows: &[&str]| {
        let rows = rows.iter().map(|&row| row.to_owned()).collect();
        to_words(|request| (request.start, request.marks) = (Some(grid("abc/d.e/fgh")), Some(Marks { rows })))
    };
    let by = |method: Method| to_words(|r| (r.start, r.method) = (Some(grid("abc/d.e/fgh")), method.into()));
    let cases: Vec<(&str, SolveRequest, Expected)> = vec![
        ("no hole", laid_out("abc/dxe/fgh", LATTICE, 0, 0), (INVALID, "TILE_TOO_MUCH", "start.rows[1]")),
        ("a hole in a word", laid_out("abc/d.e/f.h", LATTICE, 0, 0), (INVALID, "TILE_MISSING", "start.rows[2]")),
        // The layout is told by the grid, and one with such holes is no lattice.
        ("a hole more", started("abc/d.e/f.h"), (INVALID, "TILE_MISSING", "start.rows[1]")),
        ("a hole less", started("abcde/f.g.h/ijklm/nopqr/stuvw"), (INVALID, "TILE_MISSING", "start.rows[1]")),
        ("all holes", started(".../.../..."), (INVALID, "TILE_MISSING", "start.rows[0]")),
        ("rows with a hole", laid_out("abc/d.e/fgh", 1, 0, 0), (INVALID, "TILE_MISSING", "start.rows[1]")),
        ("even sides", laid_out("abcd/efgh/ijkl", LATTICE, 0, 0), (INVALID, "OUT_OF_RANGE", "layout.columns")),
        ("even sides that are asked", laid_out("abc/d.e/fgh", LATTICE, 4, 3), (INVALID, "OUT_OF_RANGE", "layout.rows")),
        ("one row", laid_out("abc", LATTICE, 0, 0), (INVALID, "OUT_OF_RANGE", "layout.rows")),
        ("other rows", laid_out("abc/d.e/fgh", LATTICE, 5, 3), (INVALID, "GRID_SIZE", "layout.rows")),
        ("other columns", laid_out("abc/d.e/fgh", 0, 0, 5), (INVALID, "GRID_SIZE", "layout.columns")),
        ("a foreign letter", started("abc/d.\u{436}/fgh"), (INVALID, "NOT_A_LETTER", "start.rows[1]")),
        ("two letters in one", started("abc/d.e/fg\u{df}"), (INVALID, "NOT_A_LETTER", "start.rows[2]")),
        ("another sign for the hole", started("abc/d#e/fgh"), (INVALID, "NOT_A_LETTER", "start.rows[1]")),
        ("a mark for the hole", hidden(&["???", "???", "???"]), (INVALID, "NOT_A_MARK", "marks.rows[1]")),
        ("no mark for a tile", hidden(&["?.?", "?.?", "???"]), (INVALID, "NOT_A_MARK", "marks.rows[0]")),
        ("marks without the hole", hidden(&["???", "??", "???"]), (INVALID, "GRID_SIZE", "marks.rows[1]")),
        ("marks of two rows", hidden(&["???", "?.?"]), (INVALID, "GRID_SIZE", "marks.rows")),
        ("a mark that is none", hidden(&["GY-", "N.?", "??g"]), (INVALID, "NOT_A_MARK", "marks.rows[2]")),
        ("backtracking", by(Method::Backtracking), (INVALID, "METHOD_UNFIT", "method")),
        ("Star", by(Method::Star), (INVALID, "METHOD_UNFIT", "method")),
        ("Cyclic", by(Method::Cyclic), (INVALID, "METHOD_UNFIT", "method")),
    ];
    all_are_refused(cases).await;
}

#[tokio::test]
async fn words_that_are_none() {
    let cases: Vec<(&str, SolveRequest, Expected)> = vec![
        (
            "an unknown language",
            of_words(|w| w.language = "xx".to_owned()),
            (Code::NotFound, "LANGUAGE_NOT_FOUND", "words.language"),
        ),
        (
            "an unknown dictionary",
            of_words(|w| (w.words, w.dictionary) = (vec![], "best".to_owned())),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "words.dictionary"),
        ),
        (
            "an unknown dictionary beside a list",
            of_words(|w| w.dictionary = "best".to_owned()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "words.dictionary"),
        ),
        ("an unknown edition", of_words(|w| w.edition = 2), (Code::NotFound, "EDITION_NOT_FOUND", "words.edition")),
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
    ];
    all_are_refused(cases).await;
}

#[tokio::test]
async fn marks_methods_and_limits_that_do_not_fit() {
    let cases: Vec<(&str, SolveRequest, Expected)> = vec![
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
    all_are_refused(cases).await;
}

#[tokio::test]
async fn the_cell_that_is_wrong_is_named() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
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
}
