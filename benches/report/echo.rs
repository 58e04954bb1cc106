//! A bare tonic service: each method answers with the one message that it was given at its start, whatever is asked.

use std::io::Read as _;

use prost::Message as _;
use tilewright::grpc::proto::guess_service_server::{GuessService, GuessServiceServer};
use tilewright::grpc::proto::lexicon_service_server::{LexiconService, LexiconServiceServer};
use tilewright::grpc::proto::puzzle_service_server::{PuzzleService, PuzzleServiceServer};
use tilewright::grpc::proto::{
    GenerateBoardRequest, GenerateBoardResponse, LookUpWordsRequest, LookUpWordsResponse, MarkGuessRequest,
    MarkGuessResponse, MinSwapsRequest, MinSwapsResponse,
};
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use super::serving::Any;

/// What is answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Echo {
    pub(crate) mark_guess: MarkGuessResponse,
    pub(crate) min_swaps: MinSwapsResponse,
    pub(crate) generate_board: GenerateBoardResponse,
    pub(crate) look_up_words: LookUpWordsResponse,
}

impl Echo {
    /// What a process is given that is to serve it.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, Any> {
        let mut bytes = Vec::new();
        self.mark_guess.encode_length_delimited(&mut bytes)?;
        self.min_swaps.encode_length_delimited(&mut bytes)?;
        self.generate_board.encode_length_delimited(&mut bytes)?;
        self.look_up_words.encode_length_delimited(&mut bytes)?;
        Ok(bytes)
    }

    fn decode(mut bytes: &[u8]) -> Result<Self, Any> {
        Ok(Self {
            mark_guess: MarkGuessResponse::decode_length_delimited(&mut bytes)?,
            min_swaps: MinSwapsResponse::decode_length_delimited(&mut bytes)?,
            generate_board: GenerateBoardResponse::decode_length_delimited(&mut bytes)?,
            look_up_words: LookUpWordsResponse::decode_length_delimited(&mut bytes)?,
        })
    }
}

#[tonic::async_trait]
impl PuzzleService for Echo {
    async fn min_swaps(&self, _: Request<MinSwapsRequest>) -> Result<Response<MinSwapsResponse>, Status> {
        Ok(Response::new(self.min_swaps.clone()))
    }

    async fn generate_board(
        &self,
        _: Request<GenerateBoardRequest>,
    ) -> Result<Response<GenerateBoardResponse>, Status> {
        Ok(Response::new(self.generate_board.clone()))
    }
}

#[tonic::async_trait]
impl GuessService for Echo {
    async fn mark_guess(&self, _: Request<MarkGuessRequest>) -> Result<Response<MarkGuessResponse>, Status> {
        Ok(Response::new(self.mark_guess.clone()))
    }
}

#[tonic::async_trait]
impl LexiconService for Echo {
    async fn look_up_words(&self, _: Request<LookUpWordsRequest>) -> Result<Response<LookUpWordsResponse>, Status> {
        Ok(Response::new(self.look_up_words.clone()))
    }
}

/// Serves what it reads, until the process is killed, after saying where, as [`super::serving`] reads it.
pub(crate) async fn serve() -> Result<(), Any> {
    let mut answers = Vec::new();
    std::io::stdin().read_to_end(&mut answers)?;
    let echo = Echo::decode(&answers)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    // It has no admin port.
    println!("{} 0", listener.local_addr()?.port());
    Server::builder()
        .add_service(PuzzleServiceServer::new(echo.clone()))
        .add_service(GuessServiceServer::new(echo.clone()))
        .add_service(LexiconServiceServer::new(echo))
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)))
        .await?;
    Ok(())
}
