//! A game played over a stream, step by step.

use std::time::{Duration, Instant};

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::blind_session_response::Event as Said;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{
    Advance, BlindSessionRequest, BlindSessionResponse, Finished, Open, Phase, Seeded, Strategy,
};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;
use tonic::transport::Channel;

use super::serving::Any;

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The first swap, before which all word sets are found.
    First,
    /// Another swap to learn from.
    Learn,
    /// A swap on a fewest way to the target.
    Finish,
}

/// A step: from the player's Advance to what its swap told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) kind: Kind,
    pub(crate) took: Duration,
}

/// Opens a seed's 5x5 board of answer words, for the service to solve.
pub(crate) fn open(seed: String, strategy: Strategy, step_by_step: bool) -> Open {
    let board = Some(Board::Seeded(Seeded { seed, ..Seeded::default() }));
    Open { board, strategy: strategy.into(), step_by_step, ..Open::default() }
}

/// A game under way.
pub(crate) struct Playing {
    say: mpsc::Sender<BlindSessionRequest>,
    said: Streaming<BlindSessionResponse>,
    steps: u32,
    is_over: bool,
}

fn event(event: Asked) -> BlindSessionRequest {
    BlindSessionRequest { event: Some(event) }
}

impl Playing {
    /// Opens a game, and hears that it is.
    pub(crate) async fn open(client: &mut PuzzleServiceClient<Channel>, open: Open) -> Result<Self, Any> {
        let (say, events) = mpsc::channel(1);
        say.send(event(Asked::Open(Box::new(open)))).await?;
        let said = client.blind_session(ReceiverStream::new(events)).await?.into_inner();
        let mut playing = Self { say, said, steps: 0, is_over: false };
        playing.hear().await?;
        Ok(playing)
    }

    async fn hear(&mut self) -> Result<Said, Any> {
        Ok(self.said.message().await?.and_then(|said| said.event).ok_or("the game ended early")?)
    }

    /// Makes the next move.
    pub(crate) async fn advance(&mut self) -> Result<Step, Any> {
        let started = Instant::now();
        self.say.send(event(Asked::Advance(Advance {}))).await?;
        let Said::Proposed(proposed) = self.hear().await? else { return Err("nothing is proposed".into()) };
        let Said::Observed(observed) = self.hear().await? else { return Err("nothing is observed".into()) };
        let took = started.elapsed();
        self.is_over =
            observed.marks.is_some_and(|marks| marks.rows.iter().flat_map(|row| row.chars()).all(|mark| mark == 'G'));
        let kind = match proposed.phase() {
            Phase::Finish => Kind::Finish,
            _ if self.steps == 0 => Kind::First,
            _ => Kind::Learn,
        };
        self.steps += 1;
        Ok(Step { kind, took })
    }

    /// Whether the last step solved it, and only its end is left to be heard.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Hears how it ends, and whatever is said before.
    pub(crate) async fn finished(&mut self) -> Result<Finished, Any> {
        loop {
            if let Said::Finished(finished) = self.hear().await? {
                return Ok(finished);
            }
        }
    }
}
