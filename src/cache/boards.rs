//! Boards by their identity: made once for all who ask, and kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{Answers, Found, Kept, ServedFigures};
use crate::budget::{Budget, Limits};
use crate::compute::{Admission, ComputeError, Lane, Pool, Timing};
use crate::generate::{BoardSpec, GenerateError, GeneratedBoard, Generator, Identity, KeptFigures};

/// What a board kept weighs beside its cells and swaps: its id, figures, and moka's own entry.
const OVERHEAD_BYTES: usize = 512;
/// What a cell weighs: a `char` each in start and target.
const CELL_BYTES: usize = 8;

/// A board, or why there is none, and the time that it took to find out.
#[derive(Clone, Debug)]
pub struct BoardAnswer {
    /// Never [`GenerateError::Spent`]: that is a failure, and not kept.
    pub outcome: Result<GeneratedBoard, GenerateError>,
    /// On the machine that computed it, when it did.
    pub timing: Timing,
}

impl Kept for Arc<BoardAnswer> {
    const CACHE: &'static str = "boards";

    fn timing(&self) -> Timing {
        self.timing
    }
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A call, which is refused where the pool is full.
    Call,
    /// A piece of a batch: long work, which waits its turn.
    Batch,
}

/// All boards: kept, under way, or to be made.
#[derive(Debug)]
pub struct Boards {
    answers: Answers<Identity, Arc<BoardAnswer>, ComputeError>,
    pool: Arc<Pool>,
    generator: Arc<Generator>,
    search_limit: Duration,
}

impl Boards {
    /// Boards made by this pool and this generator, each in at most `search_limit`; about so many bytes of them are kept.
    #[must_use]
    pub fn new(pool: Arc<Pool>, generator: Generator, search_limit: Duration, bytes: u64) -> Self {
        let weigh = |_: &Identity, answer: &Arc<BoardAnswer>| {
            let cells = answer.outcome.as_ref().map_or(0, |made| made.board.start().cells().len());
            u32::try_from(OVERHEAD_BYTES + cells * CELL_BYTES).unwrap_or(u32::MAX)
        };
        Self { answers: Answers::new(bytes, weigh), pool, generator: Arc::new(generator), search_limit }
    }

    /// The board of this spec, wanted until then. Whoever waits no longer drops the future.
    ///
    /// # Errors
    /// Where the pool could not compute it. That no board is so hard is an answer.
    pub async fn get(
        &self,
        spec: BoardSpec,
        asker: Asker,
        wanted_until: Option<Instant>,
    ) -> Result<Found<Arc<BoardAnswer>>, ComputeError> {
        let identity = spec.identity();
        // Whoever could not wait for it is refused before it begins: once it does, others may have joined who can.
        if asker == Asker::Call && wanted_until.is_some() && !self.answers.keeps(&identity) {
            self.pool.require_room(Lane::Short, wanted_until).await?;
        }
        let compute = |cancel| {
            let (pool, generator, search_limit) =
                (Arc::clone(&self.pool), Arc::clone(&self.generator), self.search_limit);
            async move {
                let limits = Limits { cancel, ..Limits::default() };
                let search = move |budget: &Budget| generator.board(&spec, budget);
                let done = match asker {
                    Asker::Call => pool.run(limits.until(Instant::now() + search_limit), search).await?,
                    Asker::Batch => {
                        // From when its turn comes: what waits may wait long.
                        let limits = Limits { within: Some(search_limit), ..limits };
                        pool.run_long(limits, Admission::Wait, search).await?
                    }
                };
                match done.answer {
                    Err(GenerateError::Spent(spent)) => Err(ComputeError::Spent(spent)),
                    outcome => Ok(Arc::new(BoardAnswer { outcome, timing: done.timing })),
                }
            }
        };
        self.answers.get(identity, ComputeError::Panicked, compute).await
    }

    /// The id of the board of this spec, whether or not it is made.
    #[must_use]
    pub fn id(&self, spec: &BoardSpec) -> Uuid {
        spec.identity().board_id(self.generator.salt())
    }

    /// How boards came about so far.
    #[must_use]
    pub fn served(&self) -> ServedFigures {
        self.answers.served()
    }

    /// Boards kept.
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

    /// What is kept for making more of them.
    #[must_use]
    pub fn fillings(&self) -> KeptFigures {
        self.generator.fillings()
    }
}
