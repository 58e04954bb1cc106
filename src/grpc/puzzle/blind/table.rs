//! A game under way.

use std::sync::Arc;

use super::{events, open, say};
use crate::blind::game::{Event, StepError, Turn, step};
use crate::budget::Budget;
use crate::compute::{Admission, ComputeError};
use crate::grpc::call::Call;
use crate::grpc::proto::blind_session_request::Event as Asked;
use crate::grpc::proto::{BlindSessionRequest, BlindSessionResponse};
use crate::grpc::session::Session;
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::tokens::Held;

/// A game, and where it is played.
pub(super) struct Table {
    shared: Arc<Shared>,
    call: Call,
    session: Session,
    /// The path of the event that came last.
    field: String,
}

impl Table {
    /// Begins with the first event, which must open the game. `prefix` is what stands before the paths of its fields.
    pub(super) async fn open(
        shared: Arc<Shared>,
        call: Call,
        prefix: &str,
        event: BlindSessionRequest,
    ) -> Result<Self, Error> {
        let field = events::field(prefix, &event);
        let Some(Asked::Open(asked)) = event.event else {
            return Err(Violation::new(field, events::OUT_OF_TURN, "the first event must be open").into());
        };
        let (session, field) = open::open(&shared, &call, &field, *asked).await?;
        Ok(Self { shared, call, session, field })
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> Turn {
        self.session.game.turn()
    }

    /// Everything needed to go on from here; nothing where the game is over.
    pub(super) fn token(&self) -> Vec<u8> {
        match self.turn() {
            Turn::Over => Vec::new(),
            Turn::Service | Turn::Caller => {
                self.shared.tokens.seal(&self.session, &Held::now_by(self.call.principal_name()))
            }
        }
    }

    /// The service's turn.
    pub(super) async fn go(&mut self) -> Result<BlindSessionResponse, Error> {
        self.step(Event::Go).await
    }

    /// An event from the caller.
    pub(super) async fn take(
        &mut self,
        prefix: &str,
        event: BlindSessionRequest,
    ) -> Result<BlindSessionResponse, Error> {
        self.field = events::field(prefix, &event);
        let layout = self.session.game.record.grid().layout();
        let event = events::event(&self.field, event, layout)?;
        self.step(event).await
    }

    /// Takes a step, in the pool. A game that is open is not lost for want of room there: it waits.
    pub(super) async fn step(&mut self, event: Event) -> Result<BlindSessionResponse, Error> {
        let patience = self.shared.patience_for_step(&self.call);
        let (game, worlds) = (self.session.game.clone(), Arc::clone(&self.shared.worlds));
        let search = move |budget: &Budget| step(&game, event.clone(), &worlds, budget);
        let run = self.shared.pool.run_admitted(patience.claim(), Admission::WaitAside, search);
        let done = patience.wait(run).await?;
        self.call.note(done.timing);
        let (game, said) = done.answer.map_err(|error| self.wrong(&error))?;
        self.session.game = game;
        Ok(say::response(&self.session, said))
    }

    /// Why a step was not taken, by the event that it was to follow.
    fn wrong(&self, error: &StepError) -> Error {
        let columns = self.session.game.record.terms().columns();
        match error {
            StepError::Spent(spent) => ComputeError::Spent(*spent).into(),
            error => open::wrong(&self.field, error, columns),
        }
    }
}
