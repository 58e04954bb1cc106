//! The showdown: solvers side by side on one board.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt as _};

use crate::blind::feedback::Feedback;
use crate::blind::showdown::{Oracle, Runner};
use crate::blind::strategies::Strategy;
use crate::budget::Spent;
use crate::cache::boards::Asker;
use crate::cache::runs::RunAnswer;
use crate::compute::ComputeError;
use crate::generate::BoardSpec;
use crate::grpc::call::Call;
use crate::grpc::judged::{self, JudgedBoard};
use crate::grpc::proto::compare_solvers_request::Board as Asked;
use crate::grpc::proto::{self, CompareSolversRequest, CompareSolversResponse, Solver, SolverRun};
use crate::grpc::shared::{Patience, Shared};
use crate::grpc::status::{Error, Violation};
use crate::grpc::{read, write};
use crate::lexicon::Dictionary;
use crate::puzzle::{Board, Kind};

/// Solvers in the order of the enum.
const SOLVERS: [Solver; 8] = [
    Solver::Exact,
    Solver::Star,
    Solver::Cyclic,
    Solver::Entropy,
    Solver::Proxy,
    Solver::Probe,
    Solver::Joint,
    Solver::Rollout,
];

/// How a solver plays.
enum Plays {
    Seeing(Oracle),
    Blind(Strategy),
}

fn plays(solver: Solver) -> Plays {
    match solver {
        Solver::Exact => Plays::Seeing(Oracle::Exact),
        Solver::Star => Plays::Seeing(Oracle::Star),
        Solver::Cyclic => Plays::Seeing(Oracle::Cyclic),
        Solver::Entropy => Plays::Blind(Strategy::Entropy),
        Solver::Proxy => Plays::Blind(Strategy::Proxy),
        Solver::Probe => Plays::Blind(Strategy::Probe),
        Solver::Joint => Plays::Blind(Strategy::Joint),
        Solver::Unspecified | Solver::Rollout => Plays::Blind(Strategy::Rollout),
    }
}

fn is_blind(solver: Solver) -> bool {
    matches!(plays(solver), Plays::Blind(_))
}

/// A board that is yet to be made, or was brought.
enum Source {
    Seeded(BoardSpec),
    Hidden(Board, Arc<Dictionary>),
}

impl Source {
    fn read(shared: &Shared, asked: Asked) -> Result<Self, Error> {
        match asked {
            Asked::Seeded(seeded) => {
                read::seed("seeded.seed", &seeded.seed)?;
                Ok(Self::Seeded(read::board_spec(shared, "seeded", seeded)?))
            }
            Asked::Hidden(hidden) => {
                let JudgedBoard { board, dictionary, .. } = judged::hidden_anywhere(shared, "hidden", hidden)?;
                Ok(Self::Hidden(board, dictionary))
            }
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Seeded(spec) => spec.layout.kind(),
            Self::Hidden(board, _) => board.start().layout().kind(),
        }
    }

    /// Refuses a target that blind players could not find. One that was brought with the board has been looked at.
    fn require_distinct_words(&self) -> Result<(), Error> {
        let Self::Seeded(BoardSpec { target: Some(target), dictionary, .. }) = self else { return Ok(()) };
        Ok(judged::require_distinct_words("seeded.target", target, dictionary)?)
    }

    /// The board and what its target is made of.
    async fn board(
        self,
        shared: &Shared,
        call: &Call,
        wait: (Asker, &Patience),
    ) -> Result<(Board, Arc<Dictionary>), Error> {
        let (asker, patience) = wait;
        match self {
            Self::Hidden(board, dictionary) => Ok((board, dictionary)),
            Self::Seeded(spec) => {
                let dictionary = Arc::clone(&spec.dictionary);
                let answer = call
                    .looking_up(patience.wait_for_all(shared.boards.get(spec, asker, patience.wanted_until())))
                    .await?;
                let made = answer.outcome.as_ref().map_err(|error| Error::Generate(error.clone()))?;
                Ok((made.board.clone(), dictionary))
            }
        }
    }
}

/// Who runs on a board of this kind, each once, in the order of the enum.
fn solvers(asked: &[i32], kind: Kind) -> Result<Vec<Solver>, Violation> {
    let mut wanted = Vec::with_capacity(asked.len());
    for (place, &value) in asked.iter().enumerate() {
        // There may be a million of them, so each is named only where it is wrong.
        let field = || format!("solvers[{place}]");
        let Ok(solver) = Solver::try_from(value) else { return Err(read::unknown(&field(), value)) };
        if solver != Solver::Unspecified && is_blind(solver) && kind == Kind::Lattice {
            let description = format!("{} plays blind, and that is played in rows only", solver.as_str_name());
            return Err(Violation::new(field(), "LATTICE", description));
        }
        wanted.push(solver);
    }
    let all = wanted.is_empty() || wanted.contains(&Solver::Unspecified);
    let runs = |solver: &Solver| if all { kind == Kind::Rows || !is_blind(*solver) } else { wanted.contains(solver) };
    Ok(SOLVERS.into_iter().filter(runs).collect())
}

/// Runs the solvers, as a call's or as a piece of a batch, which has them run one at a time.
pub(super) async fn compare(
    shared: &Shared,
    call: &Call,
    request: CompareSolversRequest,
    asker: Asker,
) -> Result<CompareSolversResponse, Error> {
    let time_limit = read::time_limit("time_limit", request.time_limit)?;
    let feedback = Feedback::from(read::known::<proto::Feedback>("feedback", request.feedback)?);
    let source = Source::read(shared, read::required("board", request.board)?)?;
    let solvers = solvers(&request.solvers, source.kind())?;
    if solvers.iter().copied().any(is_blind) {
        source.require_distinct_words()?;
    }
    let patience = shared.patience(call, time_limit);
    let (board, dictionary) = source.board(shared, call, (asker, &patience)).await?;
    let runner = |solver: Solver| match plays(solver) {
        Plays::Seeing(oracle) => Runner::Oracle(oracle),
        Plays::Blind(strategy) => Runner::Blind { strategy, feedback, dictionary: Arc::clone(&dictionary) },
    };
    let runners: Vec<Runner> = solvers.iter().copied().map(runner).collect();
    let _place = shared.place_for_runs(call, &runners, &board, (asker, &patience)).await?;
    let at_once = match asker {
        Asker::Call => runners.len(),
        Asker::Batch => 1,
    };
    let runs = stream::iter(runners)
        .map(|runner| call.looking_up(patience.wait_for_all(shared.runs.get(runner, &board))))
        .buffered(at_once)
        .collect::<Vec<_>>()
        .await;
    let mut finished: Vec<(Solver, Arc<RunAnswer>)> = Vec::with_capacity(runs.len());
    for (solver, run) in solvers.into_iter().zip(runs) {
        match run {
            Ok(answer) => finished.push((solver, answer)),
            // It has not finished in time.
            Err(Error::Compute(ComputeError::Spent(_))) => {}
            Err(error) => return Err(error),
        }
    }
    answer(&board, &finished)
}

/// Words the answer. Whatever run has finished, it knows the fewest swaps.
fn answer(board: &Board, finished: &[(Solver, Arc<RunAnswer>)]) -> Result<CompareSolversResponse, Error> {
    let (_, any) = finished.first().ok_or(Error::Compute(ComputeError::Spent(Spent::Deadline)))?;
    let layout = board.start().layout();
    let runs: Vec<SolverRun> =
        finished.iter().map(|(solver, answer)| write::run(layout, *solver, &answer.run)).collect();
    Ok(CompareSolversResponse {
        start: Some(write::grid(board.start())),
        target: Some(write::grid(board.target())),
        min_swaps: any.run.min_swaps,
        hamming: u32::try_from(board.misplaced()).unwrap_or(u32::MAX),
        runs,
    })
}
