//! The board of a seed, and the boards of many.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::StreamExt as _;
use tonic::codegen::BoxStream;

use crate::blind::showdown::Runner;
use crate::blind::{Feedback, Strategy};
use crate::cache::boards::Asker;
use crate::generate::BoardSpec;
use crate::grpc::call::Call;
use crate::grpc::principal::Scope;
use crate::grpc::proto::generate_boards_response::Result as Outcome;
use crate::grpc::proto::{
    Board, GenerateBoardRequest, GenerateBoardResponse, GenerateBoardsRequest, GenerateBoardsResponse,
};
use crate::grpc::shared::{Patience, Shared};
use crate::grpc::status::{Error, Violation};
use crate::grpc::stream::{Sender, stream};
use crate::grpc::{judged, limits, read, write};
use crate::lexicon::Dictionary;
use crate::puzzle::{self, Kind};

/// The answers of a batch, in the order of its seeds.
pub(super) type Answers = BoxStream<GenerateBoardsResponse>;

/// What is asked of each board.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) spec: BoardSpec,
    pub(super) include: Include,
    time_limit: Option<Duration>,
}

/// What is put into the answer beside the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Include {
    pub(super) target: bool,
    pub(super) blind_par: bool,
}

/// Reads what is asked of each board; `field` is the path of the request, with its dot.
pub(super) fn asked(shared: &Shared, field: &str, request: GenerateBoardRequest) -> Result<Asked, Error> {
    let time_limit = read::time_limit(&format!("{field}time_limit"), request.time_limit)?;
    let include = Include { target: request.include_target, blind_par: request.include_blind_par };
    let board_field = format!("{field}board");
    let spec = read::board_spec(shared, &board_field, read::required(&board_field, request.board)?)?;
    if include.blind_par && spec.layout.kind() == Kind::Lattice {
        let field = format!("{field}include_blind_par");
        let description = "goes with rows only: a lattice cannot be played blind";
        return Err(Violation::new(field, "LATTICE", description).into());
    }
    if let Some(target) = spec.target.as_ref().filter(|_| include.blind_par) {
        judged::require_distinct_words(&format!("{board_field}.target"), target, &spec.dictionary)?;
    }
    Ok(Asked { spec, include, time_limit })
}

/// Refuses to show a target to whom it is not to be shown; `field` asks for it.
fn may_see(call: &Call, include: Include, field: &str) -> Result<(), Error> {
    if include.target { call.require(Scope::Targets, field) } else { Ok(()) }
}

/// Makes one board, or finds it made.
async fn make(
    shared: &Shared,
    call: &Call,
    spec: BoardSpec,
    include: Include,
    (asker, patience): (Asker, &Patience),
) -> Result<Board, Error> {
    let answer =
        call.looking_up(patience.wait_for_all(shared.boards.get(spec.clone(), asker, patience.wanted_until()))).await?;
    let made = answer.outcome.as_ref().map_err(|error| Error::Generate(error.clone()))?;
    let blind_swaps = if include.blind_par {
        Some(blind_swaps(shared, call, &spec.dictionary, &made.board, (asker, patience)).await?)
    } else {
        None
    };
    Ok(write::board(spec, made, include.target, blind_swaps))
}

/// What the strongest blind player needs for a board.
async fn blind_swaps(
    shared: &Shared,
    call: &Call,
    dictionary: &Arc<Dictionary>,
    board: &puzzle::Board,
    (asker, patience): (Asker, &Patience),
) -> Result<u32, Error> {
    let (strategy, feedback) = (Strategy::Rollout, Feedback::Snapshot);
    let runner = Runner::Blind { strategy, feedback, dictionary: Arc::clone(dictionary) };
    let _place = shared.place_for_runs(call, std::slice::from_ref(&runner), board, (asker, patience)).await?;
    let answer = call.looking_up(patience.wait_for_all(shared.runs.get(runner, board))).await?;
    Ok(answer.run.moves())
}

pub(super) async fn board(
    shared: &Shared,
    call: &Call,
    request: GenerateBoardRequest,
    asker: Asker,
) -> Result<GenerateBoardResponse, Error> {
    if let Some(board) = &request.board {
        read::seed("board.seed", &board.seed)?;
    }
    let Asked { spec, include, time_limit } = asked(shared, "", request)?;
    may_see(call, include, "include_target")?;
    let patience = shared.patience(call, time_limit);
    let board = make(shared, call, spec, include, (asker, &patience)).await?;
    Ok(GenerateBoardResponse { board: Some(board) })
}

/// Starts a batch. What all seeds share is refused at once; a seed that fails is an answer among the others.
pub(super) fn boards(shared: Arc<Shared>, call: Call, request: GenerateBoardsRequest) -> Result<Answers, Error> {
    let template = read::required("template", request.template)?;
    if template.board.as_ref().is_some_and(|board| !board.seed.is_empty()) {
        let description = "must be empty: the seeds of a batch are in seeds";
        return Err(Violation::new("template.board.seed", "NOT_EMPTY", description).into());
    }
    let asked = asked(&shared, "template.", template)?;
    may_see(&call, asked.include, "template.include_target")?;
    if !(1..=limits::SEEDS).contains(&request.seeds.len()) {
        let description = format!("must have 1 to {} seeds, not {}", limits::SEEDS, request.seeds.len());
        return Err(Violation::new("seeds", "OUT_OF_RANGE", description).into());
    }
    Ok(stream(shared, call, limits::STREAM_AHEAD, async move |shared, call, send| {
        let _place = shared.place_for_pieces(&call).await?;
        answer_all(&shared, &call, &asked, request.seeds, send).await.map_err(Into::into)
    }))
}

/// Makes the boards side by side and sends them in order. Dropping what it makes cancels it.
async fn answer_all(
    shared: &Shared,
    call: &Call,
    asked: &Asked,
    seeds: Vec<String>,
    send: Sender<GenerateBoardsResponse>,
) -> Result<(), Error> {
    let total = u32::try_from(seeds.len()).unwrap_or(u32::MAX);
    let ahead = shared.pool.long_threads() * limits::BATCH_AHEAD;
    let made = futures_util::stream::iter(seeds)
        .enumerate()
        .map(|(place, seed)| answer_one(shared, call, asked, place, seed))
        .buffered(ahead);
    let mut answers = pin!(futures_util::stream::iter(1..).zip(made));
    while let Some((done, (seed, result))) = answers.next().await {
        send.send(GenerateBoardsResponse { seed, done, total, result: Some(result) }).await?;
    }
    Ok(())
}

/// The board of the seed at this place, or why there is none.
pub(super) async fn answer_one(
    shared: &Shared,
    call: &Call,
    asked: &Asked,
    place: usize,
    seed: String,
) -> (String, Outcome) {
    let made = async {
        read::seed(&format!("seeds[{place}]"), &seed)?;
        let spec = BoardSpec { seed: seed.clone(), ..asked.spec.clone() };
        // A time limit is each seed's own, from when its turn comes.
        let patience = shared.patience_since(Instant::now(), call, asked.time_limit);
        make(shared, call, spec, asked.include, (Asker::Batch, &patience)).await
    };
    let outcome = match made.await {
        Ok(board) => Outcome::Board(board),
        Err(error) => Outcome::Failure(error.failure()),
    };
    (seed, outcome)
}
