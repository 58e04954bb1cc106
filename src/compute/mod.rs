//! Where searches run: a pool of plain threads beside the async runtime, which only waits for them.
//!
//! - [`lanes`]: the threads, the two lanes and their bounded queues;
//! - [`figures`]: what they count, for metrics, and to tell how long a queue takes;
//! - [`claim`]: what a search may take, until when it is wanted, and whose long work it is;
//! - [`Pool`]: what a handler calls: run this search within these limits.
//!
//! Short work goes first to the short lane for one [`SLICE`]. A search that has not answered by then has shown that it
//! is long: it starts again in the long lane, which holds at most `threads - 1` threads (one at least; and a long step of a
//! game one more), so that short work always finds a thread. Starting again wastes one slice and keeps every search a plain
//! function.
//!
//! Most boards have their fewest swaps counted in a few microseconds, a third of what it takes to hand work to another
//! thread and back. So a search of that kind is first given a *glance* of [`GLANCE_NODES`] where it is called
//! ([`Pool::run_small`]), and goes to the lanes only if that does not end it. A glance is bounded by nodes, to some tens of
//! microseconds: less than it may take to decode a request.
//!
//! Nothing queues without bound: a full lane refuses at once, and so does one whose queue is so long that its answer would come
//! when nobody waits for it any more. Work whose time passes in the queue all the same is dropped before it begins. A panic is
//! caught, logged, and ends that one search. When
//! whoever waits for a search goes away, its cancel flag is raised and its thread is free within a millisecond.

mod claim;
mod figures;
mod lanes;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;

use crate::budget::{Budget, Cancel, Limits, Spent};
pub use claim::{Account, AccountPlace, Claim};
pub use figures::{TIME_BUCKETS, Times};
pub use lanes::{Lane, LaneFigures};
use lanes::{Lanes, Worked};

/// How long a search may hold a thread of the short lane.
pub const SLICE: Duration = Duration::from_micros(300);

/// How many nodes a small search may spend where it is called.
pub const GLANCE_NODES: u64 = 32;

/// How many threads and how much waiting.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// Threads for searches, beside one more that takes short work only.
    pub threads: usize,
    /// Short searches that may wait.
    pub queue_short: usize,
    /// Long searches that may wait.
    pub queue_long: usize,
}

/// Where the time of a search went, and what it did in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Waiting for a thread.
    pub queued: Duration,
    /// On a thread.
    pub computed: Duration,
    /// What its budget counted in that time.
    pub nodes: u64,
}

impl std::ops::AddAssign for Timing {
    fn add_assign(&mut self, other: Self) {
        self.queued += other.queued;
        self.computed += other.computed;
        self.nodes += other.nodes;
    }
}

/// What a search came to, and the time that it took.
#[derive(Clone, Debug)]
pub struct Done<T> {
    /// What the search returned: its best, whether or not its budget lasted.
    pub answer: T,
    /// Where its time went.
    pub timing: Timing,
}

/// Why a search came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComputeError {
    /// The lane's queue is full.
    #[error("the queue for {lane} work is full")]
    Overloaded {
        /// Which.
        lane: Lane,
        /// About how long what waits there takes.
        wait: Duration,
    },
    /// The lane's queue is so long that nobody would wait any more when the search is done.
    #[error("the queue for {lane} work is too long for the call's deadline: about {} ms", wait.as_millis())]
    Late {
        /// Which.
        lane: Lane,
        /// About how long what waits there takes.
        wait: Duration,
    },
    /// Whoever asks has as much long work at the same time as it may.
    #[error("as much long work as the caller may have is under way: {most} at the same time")]
    AccountFull {
        /// How much it may have.
        most: u32,
    },
    /// The search has a bug: it panicked. The log has the rest.
    #[error("the search failed")]
    Panicked,
    /// Its budget was spent before it had anything to say.
    #[error(transparent)]
    Spent(#[from] Spent),
}

/// What a caller does when a lane is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Is refused at once: a call.
    Refuse,
    /// Waits for room, and leaves three quarters of it to others: a piece of a call's work, which has an order of its own to keep.
    Wait,
    /// Waits for room, and leaves half of it to others: a step of a game, which would be lost, and of which there may be
    /// thousands.
    WaitAside,
}

/// The pool. Its threads end when it is dropped and their work is done.
#[derive(Debug)]
pub struct Pool {
    lanes: Lanes,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// Where the system has no more threads.
    pub fn start(settings: PoolSettings) -> std::io::Result<Self> {
        Ok(Self { lanes: Lanes::start(settings)? })
    }

    /// Runs a search: first for one slice in the short lane, and if it needs longer, again in the long lane.
    /// `search` returns the best that it has when its budget is spent; that is the answer then.
    ///
    /// # Errors
    /// At once [`ComputeError::Overloaded`] where a lane is full, [`ComputeError::Late`] where its queue is too long for the claim,
    /// [`ComputeError::AccountFull`] where the search is long and the account has no place for it. [`ComputeError::Panicked`] where the
    /// search panicked.
    pub async fn run<T, F>(&self, claim: impl Into<Claim>, search: F) -> Result<Done<T>, ComputeError>
    where
        T: Send + 'static,
        F: Fn(&Budget) -> T + Send + 'static,
    {
        self.run_admitted(claim, Admission::Refuse, search).await
    }

    /// As [`Pool::run`], of whoever may wait for room in both lanes.
    ///
    /// # Errors
    /// As [`Pool::run`]; otherwise than with [`Admission::Refuse`] none of those that are said at once.
    pub async fn run_admitted<T, F>(
        &self,
        claim: impl Into<Claim>,
        admission: Admission,
        search: F,
    ) -> Result<Done<T>, ComputeError>
    where
        T: Send + 'static,
        F: Fn(&Budget) -> T + Send + 'static,
    {
        let claim = claim.into();
        let gone = CancelOnDrop(Some(claim.limits.cancel.clone()));
        let ticket = self.lanes.admit(Lane::Short, admission, claim.wanted_until).await?;
        let limits = claim.limits.clone();
        let sliced = self.lanes.run(ticket, move || {
            let slice_ends = Instant::now() + SLICE;
            let slice_is_first = limits.deadline.is_none_or(|deadline| slice_ends < deadline);
            let budget = Budget::new(limits.clone().until(slice_ends));
            let answer = search(&budget);
            let is_long = slice_is_first && budget.spent() == Some(Spent::Deadline);
            let answer = if is_long { Err(search) } else { Ok(answer) };
            Worked { answer, nodes: budget.nodes(), overtime: limits.overtime() }
        });
        let Done { answer, mut timing } = sliced.await?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(search) => {
                let _place = claim.place(admission).await?;
                let ticket = self.lanes.admit(Lane::Long, admission, claim.wanted_until).await?;
                let limits = claim.limits;
                let long = self.lanes.run(ticket, move || search_within(limits, search)).await?;
                timing += long.timing;
                long.answer
            }
        };
        gone.keep();
        Ok(Done { answer, timing })
    }

    /// Runs a search that mostly ends within microseconds, and spends a node at least every microsecond or two: at a glance
    /// where it is called, and if that does not end it as [`Pool::run`] does.
    ///
    /// # Errors
    /// As [`Pool::run`].
    pub async fn run_small<T, F>(&self, claim: impl Into<Claim>, search: F) -> Result<Done<T>, ComputeError>
    where
        T: Send + 'static,
        F: Fn(&Budget) -> T + Send + 'static,
    {
        let (started, claim) = (Instant::now(), claim.into());
        let budget = Budget::new(claim.limits.clone().with_nodes(GLANCE_NODES));
        let answer = contained(|| search(&budget))?;
        if budget.spent() == Some(Spent::Nodes) {
            return self.run(claim, search).await;
        }
        Ok(Done {
            answer,
            timing: Timing { queued: Duration::ZERO, computed: started.elapsed(), nodes: budget.nodes() },
        })
    }

    /// Runs a search from this lane on: one that is known to be long begins in the long lane.
    ///
    /// # Errors
    /// As [`Pool::run`].
    pub async fn run_from<T, F>(&self, lane: Lane, claim: impl Into<Claim>, search: F) -> Result<Done<T>, ComputeError>
    where
        T: Send + 'static,
        F: Fn(&Budget) -> T + Send + 'static,
    {
        match lane {
            Lane::Short => self.run(claim, search).await,
            Lane::Long => self.run_long(claim, Admission::Refuse, search).await,
        }
    }

    /// Runs a search that is known to be long in the long lane.
    ///
    /// # Errors
    /// As [`Pool::run_admitted`].
    pub async fn run_long<T, F>(
        &self,
        claim: impl Into<Claim>,
        admission: Admission,
        search: F,
    ) -> Result<Done<T>, ComputeError>
    where
        T: Send + 'static,
        F: FnOnce(&Budget) -> T + Send + 'static,
    {
        let claim = claim.into();
        let gone = CancelOnDrop(Some(claim.limits.cancel.clone()));
        let _place = claim.place(admission).await?;
        let ticket = self.lanes.admit(Lane::Long, admission, claim.wanted_until).await?;
        let limits = claim.limits;
        let done = self.lanes.run(ticket, move || search_within(limits, search)).await;
        gone.keep();
        done
    }

    /// Looks whether a lane has room now, as a call is to do whose work comes in pieces: it is refused whole or not at all, and
    /// its pieces then wait their turn with [`Admission::Wait`].
    ///
    /// # Errors
    /// [`ComputeError::Overloaded`] where the lane is full, [`ComputeError::Late`] where what waits there takes until nobody
    /// wants it any more.
    pub async fn require_room(&self, lane: Lane, wanted_until: Option<Instant>) -> Result<(), ComputeError> {
        self.lanes.admit(lane, Admission::Refuse, wanted_until).await.map(drop)
    }

    /// A place for a call whose long work comes in pieces ([`Admission::Wait`]), to be held for as long as it goes on: there are as
    /// many as long searches may wait, so that no more of them gather than do of others.
    ///
    /// # Errors
    /// [`ComputeError::Overloaded`] where there is none.
    pub fn place_for_pieces(&self) -> Result<OwnedSemaphorePermit, ComputeError> {
        self.lanes.place_for_pieces()
    }

    /// How many searches can be long at the same time.
    #[must_use]
    pub fn long_threads(&self) -> usize {
        self.lanes.long_threads()
    }

    /// How full a lane is and what it refused, for metrics.
    #[must_use]
    pub fn figures(&self, lane: Lane) -> LaneFigures {
        self.lanes.figures(lane)
    }

    /// How long the searches that a lane's threads took had waited, for metrics.
    #[must_use]
    pub fn waits(&self, lane: Lane) -> Times {
        self.lanes.waits(lane)
    }

    /// How long the searches of a lane went on whose time was up, for metrics.
    #[must_use]
    pub fn overtimes(&self, lane: Lane) -> Times {
        self.lanes.overtimes(lane)
    }

    /// All threads, and how many of them are at work now, for metrics.
    #[must_use]
    pub fn threads(&self) -> (usize, usize) {
        (self.lanes.threads(), self.lanes.threads_busy())
    }
}

/// Raises a cancel flag when a future that waits for a search is dropped before the answer came.
struct CancelOnDrop(Option<Cancel>);

impl CancelOnDrop {
    /// The answer came: nothing is to be cancelled.
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(cancel) = &self.0 {
            cancel.cancel();
        }
    }
}

/// Searches within these limits.
fn search_within<T>(limits: Limits, search: impl FnOnce(&Budget) -> T) -> Worked<T> {
    let budget = Budget::new(limits);
    let answer = search(&budget);
    Worked { answer, nodes: budget.nodes(), overtime: budget.overtime() }
}

/// Runs this; a panic becomes an error. The panic hook has logged what happened, and whoever asked learns that it did.
fn contained<T>(work: impl FnOnce() -> T) -> Result<T, ComputeError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| ComputeError::Panicked)
}

#[cfg(test)]
mod tests;
