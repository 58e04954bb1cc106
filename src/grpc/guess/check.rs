//! Whether a chain of guesses is one.

use crate::grpc::call::Call;
use crate::grpc::proto::{CheckChainRequest, CheckChainResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;

#[expect(clippy::unused_async, reason = "not built yet")]
pub(super) async fn check(_: &Shared, _: &Call, _: CheckChainRequest) -> Result<CheckChainResponse, Error> {
    Err(Error::NotYet("CheckChain"))
}
