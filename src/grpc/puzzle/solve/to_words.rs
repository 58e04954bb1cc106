//! Swaps to any words.

use std::sync::Arc;

use super::Asked;
use crate::budget::Budget;
use crate::compute::Lane;
use crate::fill::{Fills, Scope, Task, TaskError, backtracking, exact, lattice};
use crate::grpc::call::Call;
use crate::grpc::proto::{self, Method, SolveResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::words::Words;
use crate::grpc::{read, write};
use crate::lexicon::{Dictionary, Writing};
use crate::puzzle::{Grid, Kind, Known, Layout};

/// Configurations that METHOD_BACKTRACKING tries where nothing is said.
const CONFIGURATIONS: u32 = 10_000;

/// How fills are found.
#[derive(Clone, Copy)]
enum ToWords {
    Exact,
    Backtracking { configurations: u32 },
}

impl ToWords {
    fn of(method: Method, configurations_limit: u32) -> Result<Self, Violation> {
        let unfit = |name| {
            let description = format!("{name} finds swaps to a target, not to words");
            Err(Violation::new("method", "METHOD_UNFIT", description))
        };
        match method {
            Method::Unspecified | Method::Exact => Ok(Self::Exact),
            Method::Star => unfit("METHOD_STAR"),
            Method::Cyclic => unfit("METHOD_CYCLIC"),
            Method::Backtracking if configurations_limit == 0 => {
                Ok(Self::Backtracking { configurations: CONFIGURATIONS })
            }
            Method::Backtracking => Ok(Self::Backtracking { configurations: configurations_limit }),
        }
    }
}

/// What is searched for, ready to be searched for by the pool.
struct Search {
    words: Words,
    start: Grid,
    known: Vec<Known>,
    method: ToWords,
    scope: Scope,
    max_solutions: usize,
}

/// What the search found, and its nodes: those that a caller's own list took are none of them.
struct Found {
    fills: Fills,
    nodes: u64,
}

impl Search {
    fn run(&self, budget: &Budget) -> Result<Found, Error> {
        let layout = self.start.layout();
        let lengths = match layout.kind() {
            Kind::Rows => vec![layout.columns()],
            Kind::Lattice => vec![layout.columns(), layout.rows()],
        };
        let dictionary = self.words.dictionary(&lengths, budget)?;
        let before = budget.nodes();
        let fills = match layout.kind() {
            Kind::Rows => self.rows(dictionary, budget),
            Kind::Lattice => self.lattice(dictionary, budget),
        };
        let fills = fills.map_err(|error| unfit(&error, layout))?;
        Ok(Found { fills, nodes: budget.nodes() - before })
    }

    fn rows(&self, dictionary: Arc<Dictionary>, budget: &Budget) -> Result<Fills, TaskError> {
        let task = Task::new(self.start.clone(), dictionary, self.known.clone())?;
        Ok(match self.method {
            ToWords::Exact => exact::solve(&task, self.scope, self.max_solutions, budget),
            ToWords::Backtracking { configurations } => {
                backtracking::solve(&task, self.scope, self.max_solutions, configurations, budget)
            }
        })
    }

    fn lattice(&self, dictionary: Arc<Dictionary>, budget: &Budget) -> Result<Fills, TaskError> {
        let task = lattice::Task::new(self.start.clone(), dictionary, self.known.clone())?;
        Ok(lattice::solve(&task, self.scope, self.max_solutions, budget))
    }
}

/// Reads a start whose letters fold as the words do.
fn read_start(start: Option<proto::Grid>, layout: Option<proto::Layout>, writing: &Writing) -> Result<Grid, Error> {
    let cells = read::cells("start", start, |row, most| writing.fold_cells(row, most))?;
    let layout = layout.map(|layout| read::layout("layout", Some(layout), Some(&cells))).transpose()?;
    let start = cells.grid("start", layout)?;
    if start.layout().kind() == Kind::Rows {
        Task::check_layout(start.layout()).map_err(|error| unfit(&error, start.layout()))?;
    }
    Ok(start)
}

/// Says which field is not fit for a task.
fn unfit(error: &TaskError, layout: Layout) -> Error {
    let (field, reason, description) = match *error {
        TaskError::NotRows | TaskError::NotALattice | TaskError::Size { .. } => {
            ("start".to_owned(), "GRID_SIZE", error.to_string())
        }
        TaskError::NotALetter { cell, .. } => {
            let (row, column) = layout.position(cell);
            (format!("start.rows[{row}]"), "NOT_A_LETTER", format!("{error}, at cell {column}"))
        }
        TaskError::KnownSize { .. } => ("marks".to_owned(), "GRID_SIZE", error.to_string()),
    };
    Violation::new(field, reason, description).into()
}

pub(super) async fn solve(
    shared: &Shared,
    call: &Call,
    asked: Asked,
    words: proto::Words,
) -> Result<SolveResponse, Error> {
    let method = ToWords::of(asked.method, asked.configurations_limit)?;
    let words = Words::read(shared, "words", words)?;
    let start = read_start(asked.start, asked.layout, words.writing())?;
    if start.layout().kind() == Kind::Lattice && !matches!(method, ToWords::Exact) {
        let description = "METHOD_BACKTRACKING is the paper's, for rows: a lattice takes METHOD_EXACT";
        return Err(Violation::new("method", "METHOD_UNFIT", description).into());
    }
    let known = asked.marks.as_ref().map(|marks| read::known_marks("marks", marks, start.layout())).transpose()?;
    let scope = match asked.scope {
        proto::Scope::All => Scope::All,
        proto::Scope::Unspecified if known.is_some() => Scope::All,
        proto::Scope::Optimal | proto::Scope::Unspecified => Scope::Optimal,
    };
    let (known, max_solutions) = (known.unwrap_or_default(), asked.max_solutions.max(1) as usize);
    let lane = Lane::of(words.are_many());
    let search = Search { words, start, known, method, scope, max_solutions };
    let search = move |budget: &Budget| search.run(budget);
    let done = asked.patience.wait(shared.pool.run_from(lane, asked.patience.claim(), search)).await?;
    call.note(done.timing);
    let Found { fills, nodes } = done.answer?;
    Ok(SolveResponse {
        solutions: fills.solutions.iter().map(write::solution).collect(),
        min_swaps: fills.min_swaps(),
        lower_bound: fills.lower_bound,
        proven: fills.proven,
        unique: fills.unique(),
        scope: write::scope(fills.scope).into(),
        stats: Some(write::stats(nodes, done.timing)),
        solutions_found: fills.found,
        complete: fills.complete,
    })
}
