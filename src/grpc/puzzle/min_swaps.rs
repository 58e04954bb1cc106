//! The fewest swaps from a start to a target, with one shortest sequence.

use crate::budget::Budget;
use crate::grpc::call::Call;
use crate::grpc::proto::{MinSwapsRequest, MinSwapsResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;
use crate::grpc::{read, write};
use crate::swaps::exact;

pub(super) async fn min_swaps(
    shared: &Shared,
    call: &Call,
    request: MinSwapsRequest,
) -> Result<MinSwapsResponse, Error> {
    let time_limit = read::time_limit("time_limit", request.time_limit)?;
    let board = read::board(request.start, request.target, None)?;
    let layout = board.start().layout();
    let patience = shared.patience(call, time_limit);
    let search = move |budget: &Budget| (exact::solve(&board, budget), budget.nodes());
    let done = patience.wait(shared.pool.run_small(patience.claim(), search)).await?;
    call.note(done.timing);
    let (exact, nodes) = done.answer;
    Ok(MinSwapsResponse {
        min_swaps: exact.min_swaps(),
        swaps: write::swaps(layout, &exact.swaps),
        cycles: write::cycles(layout, &exact.cycles),
        lower_bound: exact.lower_bound,
        proven: exact.is_proven(),
        stats: Some(write::stats(nodes, done.timing)),
    })
}
