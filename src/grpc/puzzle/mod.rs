//! Boards made, measured and solved: the handlers, each in a file of its own.

mod batch;
mod blind;
mod compare;
mod generate;
mod min_swaps;
mod solve;

use std::sync::Arc;

use tonic::{Request, Response, Status, Streaming};

pub use batch::BoardList;

use super::call::Call;
use super::proto::puzzle_service_server::PuzzleService;
use super::proto::{
    BlindSessionRequest, CompareSolversRequest, CompareSolversResponse, GenerateBoardRequest, GenerateBoardResponse,
    GenerateBoardsRequest, MinSwapsRequest, MinSwapsResponse, SolveRequest, SolveResponse, StepBlindSessionRequest,
    StepBlindSessionResponse,
};
use super::shared::Shared;
use super::status::Error;
use crate::cache::boards::Asker;

/// The service's handlers.
#[derive(Debug)]
pub struct Puzzles(pub Arc<Shared>);

impl Puzzles {
    /// Makes a board for those who will ask for it, as a piece of a batch: it waits its turn.
    ///
    /// # Errors
    /// As the call.
    pub async fn warm_board(&self, request: GenerateBoardRequest) -> Result<(), Error> {
        generate::board(&self.0, &Call::own(), request, Asker::Batch).await.map(drop)
    }

    /// Makes solvers' runs of a board for those who will ask for them, one at a time, each waiting its turn.
    ///
    /// # Errors
    /// As the call.
    pub async fn warm_runs(&self, request: CompareSolversRequest) -> Result<(), Error> {
        compare::compare(&self.0, &Call::own(), request, Asker::Batch).await.map(drop)
    }
}

#[tonic::async_trait]
impl PuzzleService for Puzzles {
    async fn generate_board(
        &self,
        request: Request<GenerateBoardRequest>,
    ) -> Result<Response<GenerateBoardResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(generate::board(&self.0, &call, request.into_inner(), Asker::Call).await?))
    }

    async fn generate_boards(
        &self,
        request: Request<GenerateBoardsRequest>,
    ) -> Result<Response<generate::Answers>, Status> {
        let call = Call::of(&request);
        Ok(Response::new(generate::boards(Arc::clone(&self.0), call, request.into_inner())?))
    }

    async fn solve(&self, request: Request<SolveRequest>) -> Result<Response<SolveResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(solve::solve(&self.0, &call, request.into_inner()).await?))
    }

    async fn min_swaps(&self, request: Request<MinSwapsRequest>) -> Result<Response<MinSwapsResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(min_swaps::min_swaps(&self.0, &call, request.into_inner()).await?))
    }

    async fn compare_solvers(
        &self,
        request: Request<CompareSolversRequest>,
    ) -> Result<Response<CompareSolversResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(compare::compare(&self.0, &call, request.into_inner(), Asker::Call).await?))
    }

    async fn blind_session(
        &self,
        request: Request<Streaming<BlindSessionRequest>>,
    ) -> Result<Response<blind::Said>, Status> {
        let call = Call::of(&request);
        Ok(Response::new(blind::session(Arc::clone(&self.0), call, request.into_inner())?))
    }

    async fn step_blind_session(
        &self,
        request: Request<StepBlindSessionRequest>,
    ) -> Result<Response<StepBlindSessionResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(blind::step(&self.0, &call, request.into_inner()).await?))
    }
}
