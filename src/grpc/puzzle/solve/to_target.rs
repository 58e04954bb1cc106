//! Swaps to a known target.

use super::Asked;
use crate::budget::Budget;
use crate::grpc::call::Call;
use crate::grpc::proto::{Grid, Method, Scope, Solution, SolveResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::{read, write};
use crate::puzzle::{Board, Swap};
use crate::swaps::{cyclic, exact, star};

/// How swaps to a target are found.
#[derive(Clone, Copy)]
enum ToTarget {
    Exact,
    Star,
    Cyclic,
}

/// What a method found, and what is known of the fewest.
struct Found {
    swaps: Vec<Swap>,
    lower_bound: u32,
    nodes: u64,
}

impl ToTarget {
    fn of(method: Method) -> Result<Self, Violation> {
        match method {
            Method::Unspecified | Method::Exact => Ok(Self::Exact),
            Method::Star => Ok(Self::Star),
            Method::Cyclic => Ok(Self::Cyclic),
            Method::Backtracking => {
                Err(Violation::new("method", "METHOD_UNFIT", "METHOD_BACKTRACKING finds words, not a target"))
            }
        }
    }

    /// Solves the board. The methods that prove nothing are measured by the exact one, which takes no longer than Star.
    fn solve(self, board: &Board, budget: &Budget) -> Found {
        let exact = exact::solve(board, budget);
        let swaps = match self {
            Self::Exact => exact.swaps,
            Self::Star => star::solve(board, budget).swaps,
            Self::Cyclic => cyclic::solve(board).swaps,
        };
        Found { swaps, lower_bound: exact.lower_bound, nodes: budget.nodes() }
    }
}

pub(super) async fn solve(shared: &Shared, call: &Call, asked: Asked, target: Grid) -> Result<SolveResponse, Error> {
    let method = ToTarget::of(asked.method)?;
    let only_with_words = |field| Violation::new(field, "GOAL_UNFIT", "goes with the goal words only");
    if asked.scope != Scope::Unspecified {
        return Err(only_with_words("scope").into());
    }
    if asked.marks.is_some() {
        return Err(only_with_words("marks").into());
    }
    let board = read::board(asked.start, Some(target), asked.layout)?;
    let answer = write::grid(board.target());
    let layout = board.start().layout();
    let patience = asked.patience;
    let search = move |budget: &Budget| method.solve(&board, budget);
    let done = patience.wait(shared.pool.run_small(patience.claim(), search)).await?;
    call.note(done.timing);
    let Found { swaps, lower_bound, nodes } = done.answer;
    let min_swaps = u32::try_from(swaps.len()).unwrap_or(u32::MAX);
    Ok(SolveResponse {
        solutions: vec![Solution { target: Some(answer), swaps: write::swaps(layout, &swaps) }],
        min_swaps: Some(min_swaps),
        lower_bound,
        proven: min_swaps == lower_bound,
        unique: None,
        scope: Scope::Unspecified.into(),
        stats: Some(write::stats(nodes, done.timing)),
        solutions_found: 0,
        complete: false,
    })
}
