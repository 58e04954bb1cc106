//! The boards of a list of seeds for whoever is in the same process: made as GenerateBoards makes them, with no call around it.

use std::sync::Arc;

use uuid::Uuid;

use super::generate::{self, Asked};
use crate::generate::BoardSpec;
use crate::grpc::call::Call;
use crate::grpc::proto::{GenerateBoardRequest, generate_boards_response::Result as Outcome};
use crate::grpc::read;
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};

/// What the boards of a list have in common, read and resolved.
#[derive(Debug)]
pub struct BoardList {
    shared: Arc<Shared>,
    call: Call,
    asked: Asked,
}

impl BoardList {
    /// Boards as this template asks for them. Its seed is left empty.
    ///
    /// # Errors
    /// As the call, the paths of fields being those of the template.
    pub fn read(shared: Arc<Shared>, template: GenerateBoardRequest) -> Result<Self, Error> {
        if template.board.as_ref().is_some_and(|board| !board.seed.is_empty()) {
            return Err(
                Violation::new("board.seed", "NOT_EMPTY", "must be empty: the seeds are listed elsewhere").into()
            );
        }
        let asked = generate::asked(&shared, "", template)?;
        Ok(Self { shared, call: Call::own(), asked })
    }

    /// Whether this may be a seed.
    #[must_use]
    pub fn is_seed(seed: &str) -> bool {
        read::seed("seed", seed).is_ok()
    }

    /// The id of this seed's board, which takes microseconds to tell.
    #[must_use]
    pub fn board_id(&self, seed: &str) -> Uuid {
        let spec = BoardSpec { seed: seed.to_owned(), ..self.asked.spec.clone() };
        self.shared.boards.id(&spec)
    }

    /// Whether the target is put into the answer.
    #[must_use]
    pub fn includes_target(&self) -> bool {
        self.asked.include.target
    }

    /// Whether `par.blind_swaps` is put into the answer.
    #[must_use]
    pub fn includes_blind_par(&self) -> bool {
        self.asked.include.blind_par
    }

    /// How many searches can run at the same time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.shared.pool.long_threads()
    }

    /// The board of this seed, or why there is none. Dropping the future cancels it.
    pub async fn answer(&self, seed: String) -> (String, Outcome) {
        generate::answer_one(&self.shared, &self.call, &self.asked, 0, seed).await
    }
}
