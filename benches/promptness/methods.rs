//! What each method that searches is asked: something that takes it far longer than a call has, and never the same twice where it
//! would be kept.

use bytes::Bytes;
use tilewright::grpc::proto::{
    BlindSessionRequest, CompareSolversRequest, EvaluateStrategyRequest, GenerateBoardRequest, GenerateBoardsRequest,
    Grid, Layout, LongestChainRequest, Method as ByMethod, MinSwapsRequest, Objective, Open, RankGuessesRequest, Scope,
    Seeded, SolveRequest, StepBlindSessionRequest, Words, blind_session_request, compare_solvers_request, layout, open,
    solve_request,
};

use crate::caller::framed;
use crate::support::Random;

/// A method, and what it is asked.
pub(crate) struct Method {
    pub(crate) path: &'static str,
    /// What is special about what it is asked, where it is asked in several ways.
    pub(crate) what: &'static str,
    pub(crate) asks: fn(usize) -> Bytes,
}

macro_rules! method {
    ($service:literal, $method:literal, $what:literal, $asks:expr) => {
        Method { path: concat!("/tilewright.v1.", $service, "/", $method), what: $what, asks: $asks }
    };
}

pub(crate) const ALL: &[Method] = &[
    method!("PuzzleService", "GenerateBoard", "(with blind par) ", |call| {
        let board = Some(Seeded { seed: format!("prompt/{call}"), ..Seeded::default() });
        framed(&GenerateBoardRequest { board, include_blind_par: true, ..GenerateBoardRequest::default() })
    }),
    method!("PuzzleService", "GenerateBoard", "(a lattice of 9x9) ", |call| {
        let layout = Some(Layout { kind: layout::Kind::Lattice.into(), rows: 9, columns: 9 });
        let board = Some(Seeded { seed: format!("prompt/{call}"), layout, ..Seeded::default() });
        framed(&GenerateBoardRequest { board, ..GenerateBoardRequest::default() })
    }),
    method!("PuzzleService", "GenerateBoards", "", |call| {
        let board = Some(Seeded::default());
        let template = Some(GenerateBoardRequest { board, include_blind_par: true, ..GenerateBoardRequest::default() });
        let seeds = (0..100).map(|seed| format!("prompt/{call}/{seed}")).collect();
        framed(&GenerateBoardsRequest { template, seeds })
    }),
    method!("PuzzleService", "Solve", "(any words, all fills) ", |_| {
        let start = Some(rows("wsooa/snido/rhtpy/uhtvc/uianj/stare"));
        let goal = Some(solve_request::Goal::Words(Words::default()));
        let scope = Scope::All.into();
        framed(&SolveRequest { start, goal, scope, max_solutions: 1000, ..SolveRequest::default() })
    }),
    method!("PuzzleService", "Solve", "(any words, hard letters) ", |_| {
        let goal = Some(solve_request::Goal::Words(Words { dictionary: "allowed".to_owned(), ..Words::default() }));
        framed(&SolveRequest { start: Some(rows("sitml/tornm/kaesn/slpcd/rhsbw")), goal, ..SolveRequest::default() })
    }),
    method!("PuzzleService", "Solve", "(backtracking) ", |_| {
        let goal = Some(solve_request::Goal::Words(Words { dictionary: "allowed".to_owned(), ..Words::default() }));
        let (method, configurations_limit) = (ByMethod::Backtracking.into(), 1_000_000);
        let start = Some(rows("wsooa/snido/rhtpy/uhtvc/uianj"));
        framed(&SolveRequest { start, goal, method, configurations_limit, ..SolveRequest::default() })
    }),
    method!("PuzzleService", "Solve", "(to a target, by Star) ", |call| {
        let (start, target) = hard(call);
        let goal = target.map(solve_request::Goal::Target);
        framed(&SolveRequest { start, goal, method: ByMethod::Star.into(), ..SolveRequest::default() })
    }),
    method!("PuzzleService", "MinSwaps", "", |call| {
        let (start, target) = hard(call);
        framed(&MinSwapsRequest { start, target, time_limit: None })
    }),
    method!("PuzzleService", "CompareSolvers", "", |call| {
        let board = Some(compare_solvers_request::Board::Seeded(Seeded {
            seed: format!("prompt/{call}"),
            ..Seeded::default()
        }));
        framed(&CompareSolversRequest { board, ..CompareSolversRequest::default() })
    }),
    method!("PuzzleService", "BlindSession", "", |call| framed(&opens(call))),
    method!("PuzzleService", "StepBlindSession", "", |call| {
        framed(&StepBlindSessionRequest { events: vec![opens(call)] })
    }),
    method!("GuessService", "RankGuesses", "(by entropy) ", |_| {
        framed(&RankGuessesRequest { limit: 1000, include_buckets: true, ..RankGuessesRequest::default() })
    }),
    method!("GuessService", "RankGuesses", "(by plans) ", |_| {
        let objective = Objective::ExpectedGuesses.into();
        framed(&RankGuessesRequest { objective, ..RankGuessesRequest::default() })
    }),
    method!("GuessService", "EvaluateStrategy", "", |_| framed(&EvaluateStrategyRequest::default())),
    method!("GuessService", "LongestChain", "", |_| framed(&LongestChainRequest::default())),
];

fn rows(rows: &str) -> Grid {
    Grid { rows: rows.split('/').map(str::to_owned).collect() }
}

fn opens(call: usize) -> BlindSessionRequest {
    let board = Some(open::Board::Seeded(Seeded { seed: format!("prompt/{call}"), ..Seeded::default() }));
    let opened = Open { board, include_belief: true, ..Open::default() };
    BlindSessionRequest { event: Some(blind_session_request::Event::Open(Box::new(opened))) }
}

/// 81 tiles of twelve letters, shuffled.
fn hard(call: usize) -> (Option<Grid>, Option<Grid>) {
    let mut random = Random(call as u64);
    let mut tiles: Vec<u8> = (0..81).map(|tile| b'a' + tile % 12).collect();
    let mut shuffled = || {
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, random.below(last + 1));
        }
        Some(Grid { rows: tiles.chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect() })
    };
    (shuffled(), shuffled())
}
