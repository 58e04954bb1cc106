//! A strategy played against every answer.

use std::sync::Arc;

use tonic::codegen::BoxStream;

use crate::grpc::call::Call;
use crate::grpc::proto::{EvaluateStrategyRequest, EvaluateStrategyResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;

pub(super) fn evaluate(
    _: Arc<Shared>,
    _: Call,
    _: EvaluateStrategyRequest,
) -> Result<BoxStream<EvaluateStrategyResponse>, Error> {
    Err(Error::NotYet("EvaluateStrategy"))
}
