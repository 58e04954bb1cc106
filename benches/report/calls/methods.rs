//! Every method, and what is typically asked of it.

use tilewright::grpc::proto::blind_session_request::Event;
use tilewright::grpc::proto::open::Board as Opened;
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::{
    BlindSessionRequest, Board, CheckChainRequest, CompareSolversRequest, EvaluateStrategyRequest,
    GenerateBoardsRequest, ListDictionariesRequest, LongestChainRequest, LookUpWordsRequest, MarkGuessRequest,
    MarkGuessResponse, MinSwapsRequest, Open, RankGuessesRequest, Seeded, SolveRequest, StepBlindSessionRequest,
    Strategy, Turn, Words, compare_solvers_request,
};

use crate::caller::{Caller, framed};
use crate::load::{Asks, Target};
use crate::requests::{answer, boards, each, in_turn, lattice, rows};
use crate::serving::{Any, Serving};

/// Boards that are asked about, or kept.
const BOARDS: usize = 200;
/// Seeds of a batch.
const BATCH: usize = 10;
/// Words that are looked up.
const WORDS: [&str; 10] = ["crane", "slate", "zzzzz", "tarse", "salet", "caper", "civil", "vivid", "board", "words"];
/// What games of guesses begin with, and what their answers are.
const OPENER: &str = "salet";
const ANSWERS: [&str; 8] = ["caper", "civil", "vivid", "board", "crane", "mound", "fjord", "eerie"];
/// What chains begin with.
const FIRST: &str = "crane";

/// A method as it is called, and on which of the plots it is.
pub(super) struct Method {
    pub(super) name: String,
    pub(super) service: &'static str,
    pub(super) target: Target,
}

macro_rules! method {
    ($service:literal, $method:literal, $what:literal, $asks:expr) => {
        Method {
            name: concat!($method, $what).to_owned(),
            service: $service,
            target: Target { path: concat!("/tilewright.v1.", $service, "/", $method), asks: $asks },
        }
    };
}

/// A whole game on a board of its own, which the service plays.
fn game(call: usize) -> BlindSessionRequest {
    let board = Some(Opened::Seeded(Seeded { seed: format!("game/{call}"), ..Seeded::default() }));
    let open = Open { board, strategy: Strategy::Joint.into(), ..Open::default() };
    BlindSessionRequest { event: Some(Event::Open(Box::new(open))) }
}

fn puzzles(boards: &[Board]) -> Vec<Method> {
    let about = |ask: &dyn Fn(&Board) -> bytes::Bytes| -> Asks { in_turn(boards.iter().map(ask).collect()) };
    let solve = |goal: fn(&Board) -> Option<Goal>| {
        about(&|board| framed(&SolveRequest { start: board.start.clone(), goal: goal(board), ..Default::default() }))
    };
    vec![
        method!("PuzzleService", "GenerateBoard", ", kept", each(|call| rows(format!("kept/{}", call % BOARDS)))),
        method!("PuzzleService", "GenerateBoard", ", new", each(|call| rows(format!("new/{call}")))),
        method!("PuzzleService", "GenerateBoard", ", new lattice", each(|call| lattice(format!("new/{call}"), 5))),
        method!(
            "PuzzleService",
            "GenerateBoards",
            " of 10, new",
            each(|call| {
                let seeds = (0..BATCH).map(|seed| format!("batch/{call}/{seed}")).collect();
                GenerateBoardsRequest { template: Some(rows(String::new())), seeds }
            })
        ),
        method!(
            "PuzzleService",
            "MinSwaps",
            "",
            about(&|board| {
                let (start, target) = (board.start.clone(), board.target.clone());
                framed(&MinSwapsRequest { start, target, time_limit: None })
            })
        ),
        method!("PuzzleService", "Solve", " to a target", solve(|board| board.target.clone().map(Goal::Target))),
        method!("PuzzleService", "Solve", " to any words", solve(|_| Some(Goal::Words(Words::default())))),
        method!(
            "PuzzleService",
            "CompareSolvers",
            ", all eight",
            each(|call| {
                let seeded = Seeded { seed: format!("compare/{call}"), ..Seeded::default() };
                let board = Some(compare_solvers_request::Board::Seeded(seeded));
                CompareSolversRequest { board, ..CompareSolversRequest::default() }
            })
        ),
        method!("PuzzleService", "BlindSession", ", a game", each(game)),
        method!(
            "PuzzleService",
            "StepBlindSession",
            ", a game",
            each(|call| { StepBlindSessionRequest { events: vec![game(call)] } })
        ),
    ]
}

/// The requests of games in progress, after the first guess.
async fn in_progress(caller: &Caller) -> Result<Asks, Any> {
    let mut requests = Vec::new();
    for word in ANSWERS {
        let mark = move |_| MarkGuessRequest { guess: OPENER.into(), answer: word.into(), ..Default::default() };
        let target = Target { path: "/tilewright.v1.GuessService/MarkGuess", asks: each(mark) };
        let marks = answer::<MarkGuessResponse>(caller, &target).await?.marks;
        let history = vec![Turn { guess: OPENER.to_owned(), marks }];
        requests.push(framed(&RankGuessesRequest { history, ..RankGuessesRequest::default() }));
    }
    Ok(in_turn(requests))
}

/// The longest chain that begins so.
async fn chain(serving: &Serving) -> Result<Vec<String>, Any> {
    let asked = LongestChainRequest { first: FIRST.to_owned(), ..LongestChainRequest::default() };
    let mut told = serving.guesses().await?.longest_chain(asked).await?.into_inner();
    let mut chain = Vec::new();
    while let Some(better) = told.message().await? {
        chain = better.chain;
    }
    Ok(chain)
}

/// All methods.
pub(super) async fn all(serving: &Serving, caller: &Caller) -> Result<Vec<Method>, Any> {
    let mut methods = puzzles(&boards(caller, BOARDS).await?);
    let chain = CheckChainRequest { chain: chain(serving).await?, ..CheckChainRequest::default() };
    let marks = ANSWERS.map(|answer| {
        framed(&MarkGuessRequest { guess: OPENER.into(), answer: answer.into(), ..MarkGuessRequest::default() })
    });
    methods.extend([
        method!("GuessService", "MarkGuess", "", in_turn(marks.to_vec())),
        method!("GuessService", "RankGuesses", ", in a game", in_progress(caller).await?),
        method!("GuessService", "RankGuesses", ", first", each(|_| RankGuessesRequest::default())),
        method!(
            "GuessService",
            "EvaluateStrategy",
            ", entropy",
            each(|_| { EvaluateStrategyRequest { opener: OPENER.to_owned(), ..EvaluateStrategyRequest::default() } })
        ),
        method!(
            "GuessService",
            "LongestChain",
            ", CRANE",
            each(|_| { LongestChainRequest { first: FIRST.to_owned(), ..LongestChainRequest::default() } })
        ),
        method!("GuessService", "CheckChain", " of 14", in_turn(vec![framed(&chain)])),
        method!("LexiconService", "ListDictionaries", "", each(|_| ListDictionariesRequest::default())),
        method!(
            "LexiconService",
            "LookUpWords",
            " of 10",
            each(|_| {
                LookUpWordsRequest { words: WORDS.map(str::to_owned).to_vec(), ..LookUpWordsRequest::default() }
            })
        ),
    ]);
    Ok(methods)
}

/// What is asked of them, in words.
pub(super) fn said() -> String {
    format!(
        "Boards are 5x5 in rows unless they are called lattices. *New* ones have a seed of their own for each call, *kept* ones one of \
         {BOARDS}, which come from the cache; everything else is computed for each call, though parts of it may be kept (a \
         board's word sets). `MinSwaps` and `Solve` go through {BOARDS} boards, to their targets or to any words of `allowed`. \
         A game is one of JOINT under SNAPSHOT on a board of its own, played to its end by the service in one call; a stream \
         counts once, when it has ended. Guesses are of English fives; a game in progress is after {OPENER}."
    )
}
