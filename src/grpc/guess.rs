//! Guessing a hidden word, and the longest chain of guesses. Every method answers UNIMPLEMENTED until it is built.

use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::proto::guess_service_server::GuessService;
use super::proto::{
    CheckChainRequest, CheckChainResponse, EvaluateStrategyRequest, EvaluateStrategyResponse, LongestChainRequest,
    LongestChainResponse, MarkGuessRequest, MarkGuessResponse, RankGuessesRequest, RankGuessesResponse,
};
use super::status::Error;

/// The service's handlers.
#[derive(Debug)]
pub struct Guesses;

#[tonic::async_trait]
impl GuessService for Guesses {
    async fn mark_guess(&self, _: Request<MarkGuessRequest>) -> Result<Response<MarkGuessResponse>, Status> {
        Err(Error::NotYet("MarkGuess").into())
    }

    async fn rank_guesses(&self, _: Request<RankGuessesRequest>) -> Result<Response<RankGuessesResponse>, Status> {
        Err(Error::NotYet("RankGuesses").into())
    }

    async fn evaluate_strategy(
        &self,
        _: Request<EvaluateStrategyRequest>,
    ) -> Result<Response<BoxStream<EvaluateStrategyResponse>>, Status> {
        Err(Error::NotYet("EvaluateStrategy").into())
    }

    async fn longest_chain(
        &self,
        _: Request<LongestChainRequest>,
    ) -> Result<Response<BoxStream<LongestChainResponse>>, Status> {
        Err(Error::NotYet("LongestChain").into())
    }

    async fn check_chain(&self, _: Request<CheckChainRequest>) -> Result<Response<CheckChainResponse>, Status> {
        Err(Error::NotYet("CheckChain").into())
    }
}
