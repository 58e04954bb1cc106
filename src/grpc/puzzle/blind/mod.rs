//! Blind games: as a stream both ways, or in pieces.
//!
//! - `open`: a new game, or one that is taken up again; `events`: what happens to it; `say`: what is to be said of it;
//! - `table`: a game under way, each step of which is one search in the pool.
//!
//! The game itself is [`crate::blind::game`]. Here is who waits for whom, and for how long; docs/blind-play.md shows it from
//! the caller's side.

mod events;
mod open;
mod say;
mod table;

use std::sync::Arc;

use tokio::time::timeout;
use tonic::codegen::BoxStream;
use tonic::{Status, Streaming};

use crate::blind::game::{Event, Turn};
use crate::budget::Spent;
use crate::compute::ComputeError;
use crate::grpc::call::Call;
use crate::grpc::limits;
use crate::grpc::proto::{
    BlindSessionRequest, BlindSessionResponse, StepBlindSessionRequest, StepBlindSessionResponse,
};
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::stream::{Sender, stream};
use table::Table;

/// What is said of a game, one by one.
pub(super) type Said = BoxStream<BlindSessionResponse>;

/// Begins a game whose caller says one event after the other.
pub(super) fn session(shared: Arc<Shared>, call: Call, events: Streaming<BlindSessionRequest>) -> Result<Said, Error> {
    let place = shared.games.place()?;
    Ok(stream(shared, call, limits::GAME_AHEAD, async move |shared, call, send| {
        let _place = place;
        play(shared, call, events, send).await
    }))
}

/// Plays a game to its end. An event is read when the game waits for one, and not before.
async fn play(
    shared: Arc<Shared>,
    call: Call,
    mut events: Streaming<BlindSessionRequest>,
    send: Sender<BlindSessionResponse>,
) -> Result<(), Status> {
    let idle = shared.settings.game_idle;
    let mut next = async || timeout(idle, events.message()).await.unwrap_or_else(|_| Err(Error::GameIdle.into()));
    let Some(first) = next().await? else {
        return Err(Error::from(Violation::new("open", "MISSING", "must be the first event")).into());
    };
    let mut table = Table::open(shared, call, "", first).await?;
    loop {
        let mut said = match table.turn() {
            Turn::Over => return Ok(()),
            Turn::Service => table.go().await?,
            Turn::Caller => match next().await? {
                Some(event) => table.take("", event).await?,
                None => table.step(Event::GiveUp).await?,
            },
        };
        said.resume_token = table.token();
        send.send(said).await?;
    }
}

/// A piece of a game: what is said until it waits for the next event. It ends when the server will wait no longer, and takes no
/// longer in all than one search may, for its answer comes at once or not at all.
pub(super) async fn step(
    shared: &Arc<Shared>,
    call: &Call,
    request: StepBlindSessionRequest,
) -> Result<StepBlindSessionResponse, Error> {
    let mut ending = shared.ending.clone();
    tokio::select! {
        piece = timeout(shared.settings.search_limit, piece(shared, call, request)) => {
            piece.unwrap_or(Err(Error::Compute(ComputeError::Spent(Spent::Deadline))))
        }
        Ok(_) = ending.wait_for(|ending| *ending) => Err(Error::Draining),
    }
}

async fn piece(
    shared: &Arc<Shared>,
    call: &Call,
    request: StepBlindSessionRequest,
) -> Result<StepBlindSessionResponse, Error> {
    let _place = shared.games.place()?;
    if !(1..=limits::STEP_EVENTS).contains(&request.events.len()) {
        let description = format!("must have 1 to {} events, not {}", limits::STEP_EVENTS, request.events.len());
        return Err(Violation::new("events", "OUT_OF_RANGE", description).into());
    }
    let mut said = Vec::new();
    let mut table = None;
    for (at, event) in request.events.into_iter().enumerate() {
        let field = format!("events[{at}].");
        let table = match &mut table {
            None => table.insert(Table::open(Arc::clone(shared), call.clone(), &field, event).await?),
            Some(table) => {
                said.push(table.take(&field, event).await?);
                table
            }
        };
        while table.turn() == Turn::Service {
            said.push(table.go().await?);
        }
    }
    Ok(StepBlindSessionResponse { events: said, resume_token: table.map_or_else(Vec::new, |table| table.token()) })
}
