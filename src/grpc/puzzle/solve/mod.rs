//! Swaps to a known target, or to any words: what both goals share. Each goal has a file of its own.

mod to_target;
mod to_words;

use crate::grpc::call::Call;
use crate::grpc::proto::solve_request::Goal;
use crate::grpc::proto::{Grid, Layout, Marks, Method, Scope, SolveRequest, SolveResponse};
use crate::grpc::shared::{Patience, Shared};
use crate::grpc::status::Error;
use crate::grpc::{limits, read};

/// What is asked, whatever the goal. Numbers are within their limits, 0 among them.
struct Asked {
    start: Option<Grid>,
    layout: Option<Layout>,
    marks: Option<Marks>,
    method: Method,
    scope: Scope,
    max_solutions: u32,
    configurations_limit: u32,
    patience: Patience,
}

pub(super) async fn solve(shared: &Shared, call: &Call, request: SolveRequest) -> Result<SolveResponse, Error> {
    let time_limit = read::time_limit("time_limit", request.time_limit)?;
    let goal = read::required("goal", request.goal)?;
    let asked = Asked {
        start: request.start,
        layout: request.layout,
        marks: request.marks,
        method: read::known("method", request.method)?,
        scope: read::known("scope", request.scope)?,
        max_solutions: read::at_most("max_solutions", request.max_solutions, limits::SOLUTIONS)?,
        configurations_limit: read::at_most(
            "configurations_limit",
            request.configurations_limit,
            limits::CONFIGURATIONS,
        )?,
        patience: shared.patience(call, time_limit),
    };
    match goal {
        Goal::Target(target) => to_target::solve(shared, call, asked, target).await,
        Goal::Words(words) => to_words::solve(shared, call, asked, words).await,
    }
}
