//! The marks of one guess.

use crate::grpc::proto::{MarkGuessRequest, MarkGuessResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;

pub(super) fn mark(_: &Shared, _: MarkGuessRequest) -> Result<MarkGuessResponse, Error> {
    Err(Error::NotYet("MarkGuess"))
}
