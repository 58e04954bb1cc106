//! The longest chain of guesses.

use std::sync::Arc;

use tonic::codegen::BoxStream;

use crate::grpc::call::Call;
use crate::grpc::proto::{LongestChainRequest, LongestChainResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;

pub(super) fn longest(
    _: Arc<Shared>,
    _: Call,
    _: LongestChainRequest,
) -> Result<BoxStream<LongestChainResponse>, Error> {
    Err(Error::NotYet("LongestChain"))
}
