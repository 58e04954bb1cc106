//! Guesses ranked for a game in progress.

use crate::grpc::call::Call;
use crate::grpc::proto::{RankGuessesRequest, RankGuessesResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;

#[expect(clippy::unused_async, reason = "not built yet")]
pub(super) async fn rank(_: &Shared, _: &Call, _: RankGuessesRequest) -> Result<RankGuessesResponse, Error> {
    Err(Error::NotYet("RankGuesses"))
}
