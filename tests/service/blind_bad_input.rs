//! What a caller may get wrong in a blind game: each gets its status, the path of its field and a reason, as a stream and in
//! pieces.

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::*;
use tonic::Code;
use tonic_types::StatusExt as _;

use crate::support::blind::*;
use crate::support::{Expected, INVALID, Server, check, grid};

const CONTRADICTION: (Code, &str) = (Code::FailedPrecondition, "CONTRADICTION");

/// These events are refused so, the last of them to blame, in pieces and as a stream.
async fn refused(server: &Server, name: &str, events: Vec<Asked>, (code, reason, field): Expected) {
    let last = events.len() - 1;
    let status = step(server, events.clone()).await.unwrap_err();
    let path = if field.is_empty() { String::new() } else { format!("events[{last}].{field}") };
    let path: &'static str = Box::leak(path.into_boxed_str());
    check(name, &status, (code, reason, path));
    let mut playing = Playing::connect(server).await.unwrap();
    for event in events {
        playing.say(event).await;
    }
    playing.close();
    check(name, &playing.error().await, (code, reason, field));
}

fn with_hidden(change: impl FnOnce(&mut Hidden)) -> Asked {
    let mut open = hidden();
    let Some(Board::Hidden(hidden)) = &mut open.board else { panic!() };
    change(hidden);
    Asked::Open(Box::new(open))
}

fn with_unknown(feedback: Feedback, change: impl FnOnce(&mut Unknown)) -> Asked {
    let mut open = unknown(feedback);
    let Some(Board::Unknown(unknown)) = &mut open.board else { panic!() };
    change(unknown);
    Asked::Open(Box::new(open))
}

fn with_seeded(change: impl FnOnce(&mut Seeded)) -> Asked {
    let layout = Some(Layout { kind: layout::Kind::Rows.into(), rows: 2, columns: 3 });
    let mut seeded = Seeded { seed: "s".to_owned(), dictionary: "tiny".to_owned(), layout, ..Seeded::default() };
    change(&mut seeded);
    Asked::Open(Box::new(open(Board::Seeded(seeded))))
}

#[expect(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]
fn told(rows: &[&str]) -> Option<Marks> {
    Some(Marks { rows: rows.iter().map(|&row| row.to_owned()).collect() })
}

fn swap(first: (u32, u32), second: (u32, u32)) -> Swap {
    let at = |(row, column)| Some(Position { row, column });
    Swap { first: at(first), second: at(second) }
}

fn report(swap: Option<Swap>, rows: &[&str]) -> Asked {
    Asked::Report(Box::new(Report { swap, marks: told(rows), solved: None }))
}

#[tokio::test]
async fn boards_that_cannot_be_opened() {
    let server = tiny(&[]).await;
    let cases: Vec<(&str, Asked, Expected)> = vec![
        ("no board", Asked::Open(Box::default()), (INVALID, "MISSING", "open.board")),
        (
            "1,001 moves",
            Asked::Open(Box::new(Open { max_moves: 1001, ..hidden() })),
            (INVALID, "OUT_OF_RANGE", "open.max_moves"),
        ),
        ("a player", Asked::Open(Box::new(Open { player: 3, ..hidden() })), (INVALID, "UNKNOWN_VALUE", "open.player")),
        (
            "a strategy",
            Asked::Open(Box::new(Open { strategy: -1, ..hidden() })),
            (INVALID, "UNKNOWN_VALUE", "open.strategy"),
        ),
        (
            "a feedback",
            Asked::Open(Box::new(Open { feedback: 4, ..hidden() })),
            (INVALID, "UNKNOWN_VALUE", "open.feedback"),
        ),
        ("an empty token", Asked::Open(Box::new(resume(&[]))), (INVALID, "TOKEN_INVALID", "open.resume_token")),
        ("a token of noise", Asked::Open(Box::new(resume(&[1; 300]))), (INVALID, "TOKEN_INVALID", "open.resume_token")),
        ("no start", with_hidden(|h| h.start = None), (INVALID, "MISSING", "open.hidden.start")),
        ("no target", with_hidden(|h| h.target = None), (INVALID, "MISSING", "open.hidden.target")),
        (
            "no arrangement",
            with_hidden(|h| h.target = Some(grid("cat/god/dog"))),
            (INVALID, "GRID_SIZE", "open.hidden.target"),
        ),
        (
            "other letters",
            with_hidden(|h| h.target = Some(grid("cat/got"))),
            (INVALID, "LETTERS_DIFFER", "open.hidden.target"),
        ),
        (
            "no words",
            with_hidden(|h| h.target = Some(grid("cat/ogd"))),
            (INVALID, "NO_WORD", "open.hidden.target.rows[1]"),
        ),
        (
            "a word twice",
            with_hidden(|h| (h.start, h.target) = (Some(grid("cat/tac")), Some(grid("cat/cat")))),
            (INVALID, "REPEATED_WORD", "open.hidden.target.rows[1]"),
        ),
        ("a lattice", with_hidden(|h| h.start = Some(grid("abc/d.e/fgh"))), (INVALID, "LATTICE", "open.hidden.start")),
        (
            "a hole",
            with_hidden(|h| h.start = Some(grid("o.c/gad"))),
            (INVALID, "TILE_MISSING", "open.hidden.start.rows[0]"),
        ),
        (
            "no letter",
            with_hidden(|h| h.start = Some(grid("o1c/gad"))),
            (INVALID, "NOT_A_LETTER", "open.hidden.start.rows[0]"),
        ),
        (
            "a language",
            with_hidden(|h| h.language = "xx".into()),
            (Code::NotFound, "LANGUAGE_NOT_FOUND", "open.hidden.language"),
        ),
        (
            "a dictionary",
            with_hidden(|h| h.dictionary = "xx".into()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "open.hidden.dictionary"),
        ),
        ("an edition", with_hidden(|h| h.edition = 9), (Code::NotFound, "EDITION_NOT_FOUND", "open.hidden.edition")),
        ("no seed", with_seeded(|s| s.seed.clear()), (INVALID, "SEED_LENGTH", "open.seeded.seed")),
        (
            "a seed's lattice",
            with_seeded(|s| s.layout = Some(Layout { kind: layout::Kind::Lattice.into(), rows: 5, columns: 5 })),
            (INVALID, "LATTICE", "open.seeded.layout"),
        ),
        (
            "a seed's target of no words",
            with_seeded(|s| (s.target, s.any_words) = (Some(grid("cat/xyz")), true)),
            (INVALID, "NO_WORD", "open.seeded.target.rows[1]"),
        ),
        (
            "a seed's target of other words",
            with_seeded(|s| s.target = Some(grid("cat/hen"))),
            (INVALID, "NO_WORD", "open.seeded.target.rows[1]"),
        ),
        (
            "a seed's target with a word twice",
            with_seeded(|s| s.target = Some(grid("dog/dog"))),
            (INVALID, "REPEATED_WORD", "open.seeded.target.rows[1]"),
        ),
        (
            "too few words",
            with_seeded(|s| s.layout = Some(Layout { kind: 1, rows: 2, columns: 4 })),
            (Code::FailedPrecondition, "TOO_FEW_WORDS", ""),
        ),
    ];
    for (name, open, expected) in cases {
        refused(&server, name, vec![open], expected).await;
    }
}

#[tokio::test]
async fn boards_that_only_their_caller_knows_and_that_cannot_be() {
    let server = tiny(&[]).await;
    let snapshot = |change: fn(&mut Unknown)| with_unknown(Feedback::Snapshot, change);
    let history = |reports: Vec<Asked>| {
        let reports = reports.into_iter().map(|report| match report {
            Asked::Report(report) => *report,
            _ => panic!(),
        });
        with_unknown(Feedback::Snapshot, |u| u.history = reports.collect())
    };
    let fine = || report(Some(swap((0, 0), (0, 2))), &["GNN", "NNN"]);
    let cases: Vec<(&str, Asked, Expected)> = vec![
        ("no start", snapshot(|u| u.start = None), (INVALID, "MISSING", "open.unknown.start")),
        ("a lattice", snapshot(|u| u.start = Some(grid("abc/d.e/fgh"))), (INVALID, "LATTICE", "open.unknown.start")),
        ("no marks", snapshot(|u| u.marks = None), (INVALID, "MISSING", "open.unknown.marks")),
        ("too few marks", snapshot(|u| u.marks = told(&["NNN"])), (INVALID, "GRID_SIZE", "open.unknown.marks.rows")),
        (
            "short marks",
            snapshot(|u| u.marks = told(&["NNN", "NN"])),
            (INVALID, "GRID_SIZE", "open.unknown.marks.rows[1]"),
        ),
        (
            "no mark",
            snapshot(|u| u.marks = told(&["NNN", "NXN"])),
            (INVALID, "NOT_A_MARK", "open.unknown.marks.rows[1]"),
        ),
        (
            "a yellow",
            snapshot(|u| u.marks = told(&["NNN", "NYN"])),
            (INVALID, "NOT_A_MARK", "open.unknown.marks.rows[1]"),
        ),
        (
            "nothing told",
            snapshot(|u| u.marks = told(&["N?N", "NNN"])),
            (INVALID, "NOT_A_MARK", "open.unknown.marks.rows[0]"),
        ),
        (
            "a colour too little",
            with_unknown(Feedback::RowColours, |u| u.marks = told(&["--Y", "-N-"])),
            (INVALID, "NOT_A_MARK", "open.unknown.marks.rows[1]"),
        ),
        (
            "marks that are not told",
            with_unknown(Feedback::SwappedCells, |u| u.marks = told(&["???", "???"])),
            (INVALID, "NOT_EMPTY", "open.unknown.marks"),
        ),
        (
            "1,001 reports",
            with_unknown(Feedback::Snapshot, |u| u.history = vec![Report::default(); 1001]),
            (INVALID, "OUT_OF_RANGE", "open.unknown.history"),
        ),
        (
            "no swap",
            history(vec![fine(), report(None, &["GNN", "NNN"])]),
            (INVALID, "MISSING", "open.unknown.history[1].swap"),
        ),
        (
            "no marks after it",
            history(vec![Asked::Report(Box::new(Report { swap: Some(swap((0, 0), (0, 1))), ..Report::default() }))]),
            (INVALID, "MISSING", "open.unknown.history[0].marks"),
        ),
        (
            "a swap outside",
            history(vec![fine(), report(Some(swap((0, 0), (2, 0))), &["NNN", "NNN"])]),
            (INVALID, "OUT_OF_RANGE", "open.unknown.history[1].swap.second"),
        ),
        (
            "a yellow after it",
            history(vec![report(Some(swap((0, 0), (0, 2))), &["GNN", "NNY"])]),
            (INVALID, "NOT_A_MARK", "open.unknown.history[0].marks.rows[1]"),
        ),
        ("won already", history(vec![report(Some(swap((0, 0), (0, 2))), &["GGG", "GGG"])]), contradiction()),
        ("no word left for row 1", snapshot(|u| u.marks = told(&["NNN", "GGN"])), contradiction()),
    ];
    for (name, open, expected) in cases {
        refused(&server, name, vec![open], expected).await;
    }
}

fn contradiction() -> Expected {
    (CONTRADICTION.0, CONTRADICTION.1, "")
}

#[tokio::test]
async fn events_that_are_out_of_turn_or_cannot_be() {
    let server = tiny(&[]).await;
    let open = |caller: Caller| Asked::Open(Box::new(caller.opens(Feedback::Snapshot)));
    let (advance, hint) = (|| Asked::Advance(Advance {}), || Asked::Hint(Hint {}));
    let fine = swap((0, 0), (0, 2));
    let played = || vec![open(Caller::FollowsHints)];
    let judged = || vec![open(Caller::Reports(Feedback::Snapshot))];
    let then = |mut events: Vec<Asked>, event: Asked| {
        events.push(event);
        events
    };
    let cases: Vec<(&str, Vec<Asked>, Expected)> = vec![
        ("a swap before open", vec![Asked::Swap(fine)], (INVALID, "OUT_OF_TURN", "swap")),
        ("a hint before open", vec![hint()], (INVALID, "OUT_OF_TURN", "hint")),
        ("open twice", then(played(), open(Caller::FollowsHints)), (INVALID, "OUT_OF_TURN", "open")),
        ("an advance for a player", then(played(), advance()), (INVALID, "OUT_OF_TURN", "advance")),
        (
            "a report to the judge",
            then(played(), report(Some(fine), &["GNN", "NNN"])),
            (INVALID, "OUT_OF_TURN", "report"),
        ),
        ("a swap by nobody", vec![open(Caller::Advances), Asked::Swap(fine)], (INVALID, "OUT_OF_TURN", "swap")),
        ("a hint to the judge", then(judged(), hint()), (INVALID, "OUT_OF_TURN", "hint")),
        ("a swap without report", then(judged(), Asked::Swap(fine)), (INVALID, "OUT_OF_TURN", "swap")),
        (
            "half a swap",
            then(played(), Asked::Swap(Swap { second: None, ..fine })),
            (INVALID, "MISSING", "swap.second"),
        ),
        (
            "a cell with itself",
            then(played(), Asked::Swap(swap((1, 1), (1, 1)))),
            (INVALID, "SAME_CELL", "swap.second"),
        ),
        ("a row too far", then(played(), Asked::Swap(swap((2, 0), (1, 1)))), (INVALID, "OUT_OF_RANGE", "swap.first")),
        (
            "a column too far",
            then(played(), Asked::Swap(swap((0, 0), (0, u32::MAX)))),
            (INVALID, "OUT_OF_RANGE", "swap.second"),
        ),
        ("no marks", then(judged(), Asked::Report(Box::default())), (INVALID, "MISSING", "report.marks")),
        ("too many marks", then(judged(), report(None, &["NNN"; 3])), (INVALID, "GRID_SIZE", "report.marks.rows")),
        ("long marks", then(judged(), report(None, &["NNN", "NNNN"])), (INVALID, "GRID_SIZE", "report.marks.rows[1]")),
        ("no mark", then(judged(), report(None, &["nNN", "NNN"])), (INVALID, "NOT_A_MARK", "report.marks.rows[0]")),
        ("a grey", then(judged(), report(None, &["NNN", "NN-"])), (INVALID, "NOT_A_MARK", "report.marks.rows[1]")),
        (
            "a swap of a cell with itself",
            then(judged(), report(Some(swap((0, 0), (0, 0))), &["NNN", "NNN"])),
            (INVALID, "SAME_CELL", "report.swap.second"),
        ),
        (
            "won, and not green",
            then(
                judged(),
                Asked::Report(Box::new(Report { swap: Some(fine), marks: told(&["GNN", "NNN"]), solved: Some(true) })),
            ),
            contradiction(),
        ),
    ];
    for (name, events, expected) in cases {
        refused(&server, name, events, expected).await;
    }

    let nothing = vec![asked(open(Caller::FollowsHints)), BlindSessionRequest::default()];
    let request = StepBlindSessionRequest { events: nothing };
    let status = server.puzzles().await.step_blind_session(request).await.unwrap_err();
    check("nothing at all", &status, (INVALID, "OUT_OF_TURN", "events[1].event"));
    let over = step(&server, vec![open(Caller::Silent), advance()]).await.unwrap_err();
    check("after the end", &over, (INVALID, "OUT_OF_TURN", "events[1].advance"));
    for count in [0, 101] {
        let status = step(&server, vec![advance(); count]).await.unwrap_err();
        check("so many events", &status, (INVALID, "OUT_OF_RANGE", "events"));
    }
    let mut silent = Playing::connect(&server).await.unwrap();
    silent.close();
    check("a stream of nothing", &silent.error().await, (INVALID, "MISSING", "open"));
}

#[tokio::test]
async fn a_contradiction_names_the_row() {
    let server = tiny(&[]).await;
    let open = Asked::Open(Box::new(unknown(Feedback::Snapshot)));
    // cto/gad has its c right; then cao/gtd is told to have it wrong.
    let fine = report(Some(swap((0, 0), (0, 2))), &["GNN", "NNN"]);
    let wrong = report(Some(swap((0, 1), (1, 1))), &["NNN", "NNN"]);
    let status = step(&server, vec![open, fine, wrong]).await.unwrap_err();
    check("green no more", &status, contradiction());
    let info = status.get_error_details().error_info().unwrap().clone();
    assert_eq!((&*info.metadata["row"], &*info.metadata["field"]), ("0", "events[2].report"));
    assert!(status.message().contains("row 0"), "{status}");
}

#[tokio::test]
async fn a_megabyte_of_history_is_refused_and_the_next_call_served() {
    let server = tiny(&[]).await;
    let reports =
        vec![
            Report { swap: Some(swap((0, 0), (0, 2))), marks: told(&["N".repeat(2000).as_str(); 2]), solved: None };
            300
        ];
    let open = || with_unknown(Feedback::Snapshot, |unknown| unknown.history.clone_from(&reports));
    let too_large = (Code::ResourceExhausted, "MESSAGE_TOO_LARGE", "");
    check("in pieces", &step(&server, vec![open()]).await.unwrap_err(), too_large);
    let mut playing = Playing::connect(&server).await.unwrap();
    playing.say(open()).await;
    check("as a stream", &playing.error().await, too_large);
    let trace = play(&server, hidden(), Caller::Silent, false).await;
    assert!(trace.len() > 2);
}
