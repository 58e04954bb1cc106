//! Guessing a hidden word, and the longest chain of guesses: the handlers, each in a file of its own.

mod chain;
mod check;
mod evaluate;
mod game;
mod mark;
mod rank;
mod read;
mod standing;

use std::sync::Arc;

use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::call::Call;
use super::proto::guess_service_server::GuessService;
use super::proto::{
    CheckChainRequest, CheckChainResponse, EvaluateStrategyRequest, EvaluateStrategyResponse, LongestChainRequest,
    LongestChainResponse, MarkGuessRequest, MarkGuessResponse, RankGuessesRequest, RankGuessesResponse,
};
use super::shared::Shared;

/// The service's handlers.
#[derive(Debug)]
pub struct Guesses(pub Arc<Shared>);

#[tonic::async_trait]
impl GuessService for Guesses {
    async fn mark_guess(&self, request: Request<MarkGuessRequest>) -> Result<Response<MarkGuessResponse>, Status> {
        Ok(Call::of(&request).answer(mark::mark(&self.0, request.get_ref())?))
    }

    async fn rank_guesses(
        &self,
        request: Request<RankGuessesRequest>,
    ) -> Result<Response<RankGuessesResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(rank::rank(&self.0, &call, request.into_inner()).await?))
    }

    async fn evaluate_strategy(
        &self,
        request: Request<EvaluateStrategyRequest>,
    ) -> Result<Response<BoxStream<EvaluateStrategyResponse>>, Status> {
        let call = Call::of(&request);
        Ok(Response::new(evaluate::evaluate(Arc::clone(&self.0), call, request.into_inner())?))
    }

    async fn longest_chain(
        &self,
        request: Request<LongestChainRequest>,
    ) -> Result<Response<BoxStream<LongestChainResponse>>, Status> {
        let call = Call::of(&request);
        Ok(Response::new(chain::longest(Arc::clone(&self.0), call, request.into_inner())?))
    }

    async fn check_chain(&self, request: Request<CheckChainRequest>) -> Result<Response<CheckChainResponse>, Status> {
        let call = Call::of(&request);
        Ok(call.answer(check::check(&self.0, &call, request.into_inner()).await?))
    }
}
