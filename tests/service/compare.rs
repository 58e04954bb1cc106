//! Showdowns, blind par and warming, through the front door.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::time::Duration;

use tilewright::grpc::proto::compare_solvers_request::Board as Asked;
use tilewright::grpc::proto::generate_boards_response::Result as Outcome;
use tilewright::grpc::proto::*;
use tonic::{Code, Status};

use crate::support::{Expected, INVALID, Server, check, file, grid, hold_the_long_lane, replay};

/// A small dictionary, so that whoever plays blind soon knows.
const WORDS: &str =
    "act ant arc art can car cat con cot cut nor not nut oar oat our out ran rat roc rot run rut tan tar ton";

const ALL: [Solver; 8] = [
    Solver::Exact,
    Solver::Star,
    Solver::Cyclic,
    Solver::Entropy,
    Solver::Proxy,
    Solver::Probe,
    Solver::Joint,
    Solver::Rollout,
];

/// A server that has the small dictionary, and these flags.
async fn serve(name: &str, flags: &[&str]) -> Server {
    let dictionary = format!("en/tiny={}", file(&format!("{name}.words"), &WORDS.replace(' ', "\n")));
    Server::start(&[&["--dictionary", &dictionary], flags].concat()).await
}

fn hidden(start: &str, target: &str) -> Option<Asked> {
    let (start, target) = (Some(grid(start)), Some(grid(target)));
    Some(Asked::Hidden(Hidden { start, target, dictionary: "tiny".to_owned(), ..Hidden::default() }))
}

fn seeded(change: impl FnOnce(&mut Seeded)) -> Seeded {
    let layout = Some(Layout { rows: 3, columns: 3, ..Layout::default() });
    let mut board = Seeded { seed: "seed".to_owned(), dictionary: "tiny".to_owned(), layout, ..Seeded::default() };
    change(&mut board);
    board
}

fn showdown(board: Option<Asked>, solvers: &[Solver]) -> CompareSolversRequest {
    let solvers = solvers.iter().map(|&solver| solver.into()).collect();
    CompareSolversRequest { board, solvers, ..CompareSolversRequest::default() }
}

async fn compare(server: &Server, request: CompareSolversRequest) -> Result<CompareSolversResponse, Status> {
    server.puzzles().await.compare_solvers(request).await.map(tonic::Response::into_inner)
}

fn solvers(answer: &CompareSolversResponse) -> Vec<Solver> {
    answer.runs.iter().map(SolverRun::solver).collect()
}

/// Every run solves the board, and says of each step what such a solver can.
fn check_runs(answer: &CompareSolversResponse) {
    let (start, target) = (answer.start.as_ref().unwrap(), answer.target.as_ref().unwrap());
    for run in &answer.runs {
        let swaps: Vec<Swap> = run.steps.iter().map(|step| step.swap.unwrap()).collect();
        assert_eq!(replay(start, &swaps), *target, "{run:?}");
        assert_eq!(run.moves as usize, run.steps.len());
        assert_eq!(run.excess, run.moves - answer.min_swaps);
        assert!(run.solver() != Solver::Exact || run.excess == 0);
        let is_blind = ALL[3..].contains(&run.solver());
        assert_eq!(run.learned_at_move.is_some(), is_blind);
        for (step, made) in run.steps.iter().zip(1..) {
            assert_eq!(step.star_f, (run.solver() == Solver::Star).then_some(made + step.hamming));
            assert_eq!(step.gained_bits.is_some(), is_blind);
            assert_eq!(step.log2_worlds.is_some(), is_blind);
            assert_eq!(step.candidates.len(), if is_blind { start.rows.len() } else { 0 });
            assert_eq!(step.expected_bits.is_some(), run.learned_at_move.is_some_and(|learned| made <= learned));
        }
        let last = run.steps.last().unwrap();
        assert_eq!((last.hamming, last.swaps_left), (0, 0));
        assert!(last.log2_worlds.is_none_or(|bits| bits == 0.0));
    }
}

#[tokio::test]
async fn all_solvers_run_on_a_hidden_and_on_a_seeded_board() {
    let server = serve("all", &[]).await;
    for feedback in [Feedback::Unspecified, Feedback::SwappedCells, Feedback::RowColours] {
        let request =
            CompareSolversRequest { feedback: feedback.into(), ..showdown(hidden("tac/tno/urr", "cat/not/rur"), &[]) };
        let status = compare(&server, request.clone()).await.unwrap_err();
        check("a row that is no word", &status, (INVALID, "NO_WORD", "hidden.target.rows[2]"));

        let request = CompareSolversRequest { board: hidden("TAC/tno/utr", "cat/not/rut"), ..request };
        let answer = compare(&server, request).await.unwrap();
        assert_eq!(solvers(&answer), ALL);
        assert_eq!(
            (answer.start.clone(), answer.target.clone()),
            (Some(grid("tac/tno/utr")), Some(grid("cat/not/rut")))
        );
        assert_eq!(answer.hamming, 8);
        assert_eq!(answer.min_swaps, 5);
        check_runs(&answer);

        let board = Some(Asked::Seeded(seeded(|_| {})));
        let request = CompareSolversRequest { feedback: feedback.into(), ..showdown(board, &[]) };
        let answer = compare(&server, request).await.unwrap();
        assert_eq!(solvers(&answer), ALL);
        check_runs(&answer);
        let asked = GenerateBoardRequest {
            board: Some(seeded(|_| {})),
            include_target: true,
            ..GenerateBoardRequest::default()
        };
        let board = server.puzzles().await.generate_board(asked).await.unwrap().into_inner().board.unwrap();
        let par = board.par.unwrap();
        assert_eq!((answer.start, answer.target), (board.start, board.target));
        assert_eq!(answer.min_swaps, par.min_swaps);
        assert_eq!(Some(answer.runs[1].moves), par.star_swaps);
        assert_eq!(answer.runs[2].moves, par.cyclic_swaps);
    }
}

#[tokio::test]
async fn solvers_run_once_each_in_the_order_of_the_enum() {
    let server = serve("order", &[]).await;
    let board = || hidden("tac/tno/utr", "cat/not/rut");
    let asked = [Solver::Joint, Solver::Cyclic, Solver::Joint, Solver::Exact];
    let answer = compare(&server, showdown(board(), &asked)).await.unwrap();
    assert_eq!(solvers(&answer), [Solver::Exact, Solver::Cyclic, Solver::Joint]);
    let answer = compare(&server, showdown(board(), &[Solver::Star, Solver::Unspecified])).await.unwrap();
    assert_eq!(solvers(&answer), ALL);
    let solved = compare(&server, showdown(hidden("cat/not/rut", "cat/not/rut"), &[])).await.unwrap();
    assert_eq!((solved.runs.len(), solved.min_swaps, solved.hamming), (8, 0, 0));
    for run in &solved.runs {
        let learned = ALL[3..].contains(&run.solver()).then_some(0);
        assert_eq!((run.moves, run.excess, run.learned_at_move), (0, 0, learned), "{run:?}");
    }
}

#[tokio::test]
async fn on_a_lattice_run_those_that_know_the_target() {
    let server = serve("lattice", &[]).await;
    // Its words may repeat, as these do across and down.
    let board = || hidden("tac/n.a/too", "cat/a.o/ton");
    for asked in [&[][..], &[Solver::Unspecified], &ALL[..3]] {
        let answer = compare(&server, showdown(board(), asked)).await.unwrap();
        assert_eq!(solvers(&answer), ALL[..3]);
        check_runs(&answer);
    }
    let status = compare(&server, showdown(board(), &[Solver::Exact, Solver::Probe])).await.unwrap_err();
    check("a blind one", &status, (INVALID, "LATTICE", "solvers[1]"));
    let status = compare(&server, showdown(hidden("cat/o.a/too", "cat/a.o/too"), &[])).await.unwrap_err();
    check("no word", &status, (INVALID, "NO_WORD", "hidden.target"));
}

#[tokio::test]
async fn what_is_asked_by_mistake() {
    let server = serve("mistakes", &[]).await;
    let board = |change: fn(&mut Hidden)| match hidden("tac/tno/utr", "cat/not/rut") {
        Some(Asked::Hidden(mut board)) => {
            change(&mut board);
            showdown(Some(Asked::Hidden(board)), &[])
        }
        _ => unreachable!(),
    };
    let by_seed = |change: fn(&mut Seeded)| showdown(Some(Asked::Seeded(seeded(change))), &[]);
    let own = |rows: &'static str| {
        let board = Seeded { target: Some(grid(rows)), layout: None, ..seeded(|_| {}) };
        showdown(Some(Asked::Seeded(board)), &[Solver::Exact, Solver::Joint])
    };
    let good = || board(|_| {});
    let time_limit = Some(prost_types::Duration { seconds: 0, nanos: 0 });
    let cases: Vec<(&str, CompareSolversRequest, Expected)> = vec![
        ("no board", CompareSolversRequest::default(), (INVALID, "MISSING", "board")),
        ("no start", board(|board| board.start = None), (INVALID, "MISSING", "hidden.start")),
        ("no target", board(|board| board.target = None), (INVALID, "MISSING", "hidden.target")),
        ("a digit", board(|b| b.start = Some(grid("t4c/tno/utr"))), (INVALID, "NOT_A_LETTER", "hidden.start.rows[0]")),
        ("another shape", board(|b| b.target = Some(grid("cat/not"))), (INVALID, "GRID_SIZE", "hidden.target")),
        (
            "other letters",
            board(|b| b.target = Some(grid("cat/not/run"))),
            (INVALID, "LETTERS_DIFFER", "hidden.target"),
        ),
        (
            "a word twice",
            board(|board| {
                board.start = Some(grid("tac/tac"));
                board.target = Some(grid("cat/cat"));
            }),
            (INVALID, "REPEATED_WORD", "hidden.target.rows[1]"),
        ),
        (
            "a language",
            board(|b| b.language = "xx".to_owned()),
            (Code::NotFound, "LANGUAGE_NOT_FOUND", "hidden.language"),
        ),
        ("an edition", board(|board| board.edition = 99), (Code::NotFound, "EDITION_NOT_FOUND", "hidden.edition")),
        (
            "a list",
            board(|b| b.dictionary = "club".to_owned()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "hidden.dictionary"),
        ),
        ("no seed", by_seed(|board| board.seed.clear()), (INVALID, "SEED_LENGTH", "seeded.seed")),
        (
            "a seed's list",
            by_seed(|b| b.dictionary = "club".to_owned()),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "seeded.dictionary"),
        ),
        // It is a word of `allowed`, which is enough for a board, but not of the list that the players know.
        ("another's word", own("cat/dog"), (INVALID, "NO_WORD", "seeded.target.rows[1]")),
        ("a seed's word twice", own("cat/cat"), (INVALID, "REPEATED_WORD", "seeded.target.rows[1]")),
        ("a solver", CompareSolversRequest { solvers: vec![1, 9], ..good() }, (INVALID, "UNKNOWN_VALUE", "solvers[1]")),
        ("a feedback", CompareSolversRequest { feedback: 4, ..good() }, (INVALID, "UNKNOWN_VALUE", "feedback")),
        ("no time", CompareSolversRequest { time_limit, ..good() }, (INVALID, "OUT_OF_RANGE", "time_limit")),
    ];
    for (name, request, expected) in cases {
        check(name, &compare(&server, request).await.unwrap_err(), expected);
    }
    // Those that know the target do not mind.
    let seeing = CompareSolversRequest { solvers: vec![1, 2, 3], ..own("cat/dog") };
    assert_eq!(compare(&server, seeing).await.unwrap().runs.len(), 3);
}

#[tokio::test]
async fn runs_are_kept_each_for_itself() {
    let server = serve("kept", &[]).await;
    let request = |solvers: &[Solver]| showdown(hidden("tac/tno/utr", "cat/not/rut"), solvers);
    let first = compare(&server, request(&[Solver::Exact, Solver::Joint])).await.unwrap();
    let all = compare(&server, request(&[])).await.unwrap();
    let again = compare(&server, request(&[])).await.unwrap();
    assert_eq!(all, again);
    assert_eq!(first.runs, [all.runs[0].clone(), all.runs[6].clone()]);
    let figures = server.shared.runs.served();
    assert_eq!((figures.computed, figures.kept), (8, 2 + 8));
    // What the blind ones see is theirs alone.
    let colours = CompareSolversRequest { feedback: Feedback::RowColours.into(), ..request(&[]) };
    compare(&server, colours).await.unwrap();
    let figures = server.shared.runs.served();
    assert_eq!((figures.computed, figures.kept), (8 + 5, 10 + 3));
    let metrics = server.wait_for("/metrics", "tilewright_cache_misses_total{cache=\"runs\"} 13").await;
    assert!(metrics.contains("tilewright_cache_hits_total{cache=\"runs\"} 13"), "{metrics}");
}

#[tokio::test]
async fn what_has_not_finished_in_time_is_left_out() {
    let server = serve("time", &["--threads", "2", "--queue-long", "2"]).await;
    let limited = |solvers: &[Solver]| CompareSolversRequest {
        time_limit: Some(prost_types::Duration { seconds: 0, nanos: 50_000_000 }),
        ..showdown(hidden("tac/tno/utr", "cat/not/rut"), solvers)
    };
    compare(&server, CompareSolversRequest { time_limit: None, ..limited(&[Solver::Star]) }).await.unwrap();
    let held = hold_the_long_lane(&server, 0).await;
    let other = CompareSolversRequest { board: hidden("tac/ton/utr", "cat/not/rut"), ..limited(&[]) };
    let status = compare(&server, other).await.unwrap_err();
    check("none", &status, (Code::DeadlineExceeded, "TIME_SPENT", ""));
    held.let_go(&server).await;

    // Its Star is kept; the others wait for a thread, more of them than the queue has places.
    let held = hold_the_long_lane(&server, 0).await;
    let answer = compare(&server, limited(&[])).await.unwrap();
    assert_eq!(solvers(&answer), [Solver::Star]);
    assert_eq!(answer.min_swaps, 5);
    held.let_go(&server).await;
    let answer = compare(&server, showdown(hidden("tac/tno/utr", "cat/not/rut"), &[])).await.unwrap();
    assert_eq!(solvers(&answer), ALL);

    // A full lane refuses, but for what is kept.
    let _held = hold_the_long_lane(&server, 2).await;
    assert_eq!(compare(&server, limited(&[])).await.unwrap().runs.len(), 8);
    let another = CompareSolversRequest { board: hidden("tac/ont/utr", "cat/not/rut"), ..limited(&[]) };
    let status = compare(&server, another).await.unwrap_err();
    check("no room", &status, (Code::ResourceExhausted, "OVERLOADED", ""));
}

#[tokio::test]
async fn a_boards_blind_par_is_what_the_strongest_player_needs() {
    let server = serve("par", &[]).await;
    let mut puzzles = server.puzzles().await;
    let asked = |board| GenerateBoardRequest { board: Some(board), include_blind_par: true, ..Default::default() };
    let board = puzzles.generate_board(asked(seeded(|_| {}))).await.unwrap().into_inner().board.unwrap();
    let blind_swaps = board.par.as_ref().unwrap().blind_swaps;
    let run = compare(&server, showdown(Some(Asked::Seeded(seeded(|_| {}))), &[Solver::Rollout])).await.unwrap();
    assert_eq!(blind_swaps, Some(run.runs[0].moves));
    assert_eq!(board.target, None);
    assert_eq!(server.shared.runs.served().computed, 1);

    let seeds = ["a", "seed", "b"].map(str::to_owned);
    let template = Some(asked(seeded(|board| board.seed.clear())));
    let batch = GenerateBoardsRequest { template, seeds: seeds.to_vec() };
    let mut stream = puzzles.generate_boards(batch).await.unwrap().into_inner();
    for seed in seeds {
        let answer = stream.message().await.unwrap().unwrap();
        let Some(Outcome::Board(made)) = answer.result else { panic!("{answer:?}") };
        assert_eq!(made.seed, seed);
        let par = made.par.unwrap();
        assert!(par.blind_swaps.is_some_and(|swaps| swaps >= par.min_swaps), "{par:?}");
        assert!(seed != "seed" || made == board);
    }

    let lattice = Some(Layout { kind: layout::Kind::Lattice.into(), rows: 5, columns: 5 });
    let own = |rows: &str, any_words| {
        let target = Some(grid(rows));
        asked(Seeded { target, any_words, layout: None, ..seeded(|_| {}) })
    };
    let cases: Vec<(&str, GenerateBoardRequest, Expected)> = vec![
        ("a lattice", asked(seeded(|b| b.layout = lattice)), (INVALID, "LATTICE", "include_blind_par")),
        ("no words", own("cat/tca", true), (INVALID, "NO_WORD", "board.target.rows[1]")),
        ("words of others", own("cat/dog", false), (INVALID, "NO_WORD", "board.target.rows[1]")),
        ("a word twice", own("cat/cat", false), (INVALID, "REPEATED_WORD", "board.target.rows[1]")),
    ];
    for (name, request, expected) in cases {
        check(name, &puzzles.generate_board(request).await.unwrap_err(), expected);
    }
    let board = puzzles.generate_board(own("cat/not", false)).await.unwrap().into_inner().board.unwrap();
    assert!(board.par.unwrap().blind_swaps.is_some());
}

#[tokio::test]
async fn what_the_warm_file_asks_for_is_there_before_anyone_asks() {
    let board = r#""seed": "seed", "dictionary": "tiny", "layout": {"rows": 3, "columns": 3}"#;
    let requests = format!(
        "# tomorrow\n\n{{\"board\": {{{board}}}, \"includeBlindPar\": true}}\n{{\"seeded\": {{{board}}}}}\n\
         {{\"board\": {{\"seed\": \"x\", \"dictionary\": \"club\"}}}}\n"
    );
    let server = serve("warm", &["--warm", &file("good.warm", &requests)]).await;
    let metrics = server.wait_for("/metrics", "tilewright_warm_requests{state=\"waiting\"} 0").await;
    assert!(metrics.contains("tilewright_warm_requests{state=\"done\"} 2"), "{metrics}");
    assert!(metrics.contains("tilewright_warm_requests{state=\"failed\"} 1"), "{metrics}");
    assert_eq!((server.shared.boards.served().computed, server.shared.runs.served().computed), (1, 8));
    compare(&server, showdown(Some(Asked::Seeded(seeded(|_| {}))), &[])).await.unwrap();
    assert_eq!((server.shared.boards.served().computed, server.shared.runs.served().computed), (1, 8));
}

#[tokio::test]
async fn readiness_does_not_wait_for_warming_and_the_end_neither() {
    let requests = file("slow.warm", "{\"board\": {\"seed\": \"seed\"}}\n");
    let server = Server::start(&["--warm", &requests]).await;
    server.wait_for("/readyz", "200 OK").await;
    let (_, took) = server.end().await;
    assert!(took < Duration::from_secs(10), "{took:?}");
}
