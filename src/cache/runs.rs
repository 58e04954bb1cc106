//! Solvers' runs of boards: each made once for all who ask, and kept.
//!
//! A showdown asks for one run a solver, so that solvers are shared between showdowns, and a patient caller's long run costs
//! an impatient one nothing. Runs are long work, which waits its turn: whoever begins some of them for a call looks first
//! whether the lane has room.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Answers, Found, Kept, ServedFigures};
use crate::blind::feedback::Feedback;
use crate::blind::showdown::{NoRun, Oracle, Run, Runner, Step, run};
use crate::blind::strategies::Strategy;
use crate::blind::worlds::WorldsCache;
use crate::budget::{Budget, Limits};
use crate::compute::{Admission, ComputeError, Lane, Pool, Timing};
use crate::lexicon::DictionaryKey;
use crate::puzzle::{Board, Grid};

/// What a run kept weighs beside its board and steps: its own fields, and moka's own entry.
const OVERHEAD_BYTES: usize = 512;
/// What a cell weighs: a `char` each in start and target, in the key.
const CELL_BYTES: usize = 8;
/// What a step weighs.
const STEP_BYTES: usize = 128;
/// What the candidates of a row weigh, in each step of a blind player.
const ROW_BYTES: usize = 4;

/// A run, and the time that it took.
#[derive(Clone, Debug)]
pub struct RunAnswer {
    /// The run.
    pub run: Run,
    /// On the machine that computed it, when it did.
    pub timing: Timing,
}

impl Kept for Arc<RunAnswer> {
    const CACHE: &'static str = "runs";

    fn timing(&self) -> Timing {
        self.timing
    }
}

/// All that determines a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    start: Grid,
    target: Grid,
    runner: RunnerKey,
}

/// A [`Runner`], its dictionary by its key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum RunnerKey {
    Oracle(Oracle),
    Blind { strategy: Strategy, feedback: Feedback, dictionary: DictionaryKey },
}

impl Key {
    fn new(runner: &Runner, board: &Board) -> Self {
        let runner = match runner {
            Runner::Oracle(oracle) => RunnerKey::Oracle(*oracle),
            Runner::Blind { strategy, feedback, dictionary } => {
                RunnerKey::Blind { strategy: *strategy, feedback: *feedback, dictionary: dictionary.key() }
            }
        };
        Self { start: board.start().clone(), target: board.target().clone(), runner }
    }
}

/// All runs: kept, under way, or to be made.
#[derive(Debug)]
pub struct Runs {
    answers: Answers<Key, Arc<RunAnswer>, ComputeError>,
    pool: Arc<Pool>,
    worlds: Arc<WorldsCache>,
    search_limit: Duration,
}

impl Runs {
    /// Runs made by this pool, each in at most `search_limit`, with these worlds; about so many bytes of them are kept.
    #[must_use]
    pub fn new(pool: Arc<Pool>, worlds: Arc<WorldsCache>, search_limit: Duration, bytes: u64) -> Self {
        let weigh = |key: &Key, answer: &Arc<RunAnswer>| {
            let rows = |step: &Step| step.learned.as_ref().map_or(0, |learned| learned.candidates.len());
            let steps: usize = answer.run.steps.iter().map(|step| STEP_BYTES + ROW_BYTES * rows(step)).sum();
            u32::try_from(OVERHEAD_BYTES + CELL_BYTES * key.start.cells().len() + steps).unwrap_or(u32::MAX)
        };
        Self { answers: Answers::new(bytes, weigh), pool, worlds, search_limit }
    }

    /// This solver's run of the board. Whoever waits no longer drops the future.
    ///
    /// # Errors
    /// Where the pool could not compute it.
    pub async fn get(&self, runner: Runner, board: &Board) -> Result<Found<Arc<RunAnswer>>, ComputeError> {
        let key = Key::new(&runner, board);
        let compute = |cancel| {
            let (pool, worlds, board) = (Arc::clone(&self.pool), Arc::clone(&self.worlds), board.clone());
            // From when its turn comes: what waits may wait long.
            let limits = Limits { cancel, within: Some(self.search_limit), ..Limits::default() };
            async move {
                let search = move |budget: &Budget| run(&runner, &board, &worlds, budget);
                let done = pool.run_long(limits, Admission::Wait, search).await?;
                match done.answer {
                    Ok(run) => Ok(Arc::new(RunAnswer { run, timing: done.timing })),
                    Err(NoRun::Spent(spent)) => Err(ComputeError::Spent(spent)),
                    Err(error @ NoRun::Unfit) => {
                        tracing::error!(%error, "a showdown was not refused beforehand");
                        Err(ComputeError::Panicked)
                    }
                }
            }
        };
        self.answers.get(key, ComputeError::Panicked, compute).await
    }

    /// Whether all of these runs of a board are kept.
    #[must_use]
    pub fn keeps(&self, runners: &[Runner], board: &Board) -> bool {
        runners.iter().all(|runner| self.answers.keeps(&Key::new(runner, board)))
    }

    /// Looks whether there is room, and time until then, for a call that will ask for runs that must be made, and wait.
    ///
    /// # Errors
    /// As [`Pool::require_room`].
    pub async fn admit(&self, wanted_until: Option<Instant>) -> Result<(), ComputeError> {
        self.pool.require_room(Lane::Long, wanted_until).await
    }

    /// How runs came about so far.
    #[must_use]
    pub fn served(&self) -> ServedFigures {
        self.answers.served()
    }

    /// Runs kept.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.answers.len()
    }

    /// The most that they may weigh, in bytes.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.answers.capacity()
    }

    /// What they weigh, in bytes.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.answers.weight()
    }
}
