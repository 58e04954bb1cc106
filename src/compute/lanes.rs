//! The threads and their two lanes.
//!
//! A thread's role is fixed: some take long work before short work, one takes short work before the long steps of games, the
//! others short work only. With `threads` = n there are n - 1 of the first kind (one at least), one of the second where n is
//! 2 or more, and the rest of n + 1 of the third. That alone keeps long work from holding every thread, and short work from
//! starving it. Steps of games have a thread more than other long work since somebody waits for each of them, and none takes
//! long: on two processors they may so have both.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select, select_biased, unbounded};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::figures::{Busy, LaneCounts, TimeCounts, Times};
use super::{Admission, ComputeError, Done, PoolSettings, Timing, contained};
use crate::budget::Spent;

/// One part in so many of what a queue takes is put on top of it when that is compared with what time is left: the mean knows
/// nothing of how searches differ, and an answer that comes a little late is worth nothing.
const SPARE: u32 = 3;
/// A search of the size of a puzzle recurses at most some hundred calls deep; this leaves room for generous frames.
const STACK_BYTES: usize = 4 << 20;

/// Which queue, and which threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Searches within their first slice.
    Short,
    /// Searches that take longer.
    Long,
}

impl Lane {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Short, Self::Long];

    /// Where a search begins of which this is known.
    #[must_use]
    pub fn of(is_long: bool) -> Self {
        if is_long { Self::Long } else { Self::Short }
    }

    /// Its name in logs, metrics and errors.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
        }
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// How full a lane is, and what it refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneFigures {
    /// Searches that wait for a thread.
    pub waiting: usize,
    /// How many may.
    pub capacity: usize,
    /// Searches that found no room.
    pub refused_full: u64,
    /// Searches that were refused since they would have waited beyond their deadline.
    pub refused_late: u64,
    /// Calls whose long work comes in pieces, and that found no room.
    pub refused_pieces: u64,
    /// Searches whose deadline passed while they waited, and that were never begun.
    pub expired: u64,
}

/// A place in a lane's queue, given back when a thread takes the search.
#[derive(Debug)]
pub(super) struct Ticket {
    lane: Lane,
    place: OwnedSemaphorePermit,
    share: Option<OwnedSemaphorePermit>,
    wanted_until: Option<Instant>,
    admission: Admission,
}

/// Why a lane's semaphores always answer.
const NEVER_CLOSED: &str = "the places of a lane are never closed";

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
struct Queue {
    jobs: Sender<Job>,
    /// The jobs of those who waited aside: steps of games.
    steps: Sender<Job>,
    /// One permit for every search that may wait, and the channel itself need not be bounded.
    places: Arc<Semaphore>,
    /// One permit for every place that pieces may have: a quarter. Who waits for a place is given the next one that is free, before
    /// any call that comes and does not wait; so those that wait must not be more than leave some to calls.
    pieces: Arc<Semaphore>,
    /// One permit for every place that those who wait aside may have: half.
    aside: Arc<Semaphore>,
    capacity: usize,
    counts: Arc<LaneCounts>,
}

#[derive(Debug)]
pub(super) struct Lanes {
    short: Queue,
    long: Queue,
    threads: usize,
    long_threads: usize,
    busy: Arc<Busy>,
    /// One permit for every call whose long work comes in pieces.
    in_pieces: Arc<Semaphore>,
}

impl Lanes {
    pub(super) fn start(settings: PoolSettings) -> std::io::Result<Self> {
        let queue = |capacity: usize| {
            let (jobs, of_calls) = unbounded();
            let (steps, of_games) = unbounded();
            // A thread that is free takes a search at once; it too holds a place until then.
            let capacity = capacity.clamp(1, Semaphore::MAX_PERMITS);
            let places = Arc::new(Semaphore::new(capacity));
            // One at least: in a queue of one or two all may wait.
            let part = |of: usize| Arc::new(Semaphore::new((capacity / of).max(1)));
            let (pieces, aside, counts) = (part(4), part(2), Arc::default());
            (Queue { jobs, steps, places, pieces, aside, capacity, counts }, Inbox { of_calls, of_games })
        };
        let (short, short_inbox) = queue(settings.queue_short);
        let (long, long_inbox) = queue(settings.queue_long);
        let threads = settings.threads.max(1);
        let long_threads = (threads - 1).max(1);
        let busy = Arc::<Busy>::default();
        for n in 0..=threads {
            let (short, long) = (short_inbox.clone(), long_inbox.clone());
            let busy = Arc::clone(&busy);
            let (name, takes): (_, fn(&Inbox, &Inbox, &Busy)) = if n < long_threads {
                (format!("search-{n}"), take_all)
            } else if n == long_threads && threads > 1 {
                (format!("search-{n}-steps"), take_short_and_steps)
            } else {
                (format!("search-{n}-short"), take_short)
            };
            thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(move || takes(&short, &long, &busy))?;
        }
        let in_pieces = Arc::new(Semaphore::new(long.capacity));
        Ok(Self { short, long, threads: threads + 1, long_threads, busy, in_pieces })
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    pub(super) fn long_threads(&self) -> usize {
        self.long_threads
    }

    pub(super) fn threads_busy(&self) -> usize {
        self.busy.threads()
    }

    fn queue(&self, lane: Lane) -> &Queue {
        match lane {
            Lane::Short => &self.short,
            Lane::Long => &self.long,
        }
    }

    pub(super) fn figures(&self, lane: Lane) -> LaneFigures {
        let queue = self.queue(lane);
        LaneFigures {
            waiting: queue.jobs.len() + queue.steps.len(),
            capacity: queue.capacity,
            refused_full: queue.counts.refused_full.load(Ordering::Relaxed),
            refused_late: queue.counts.refused_late.load(Ordering::Relaxed),
            refused_pieces: queue.counts.refused_pieces.load(Ordering::Relaxed),
            expired: queue.counts.expired.load(Ordering::Relaxed),
        }
    }

    pub(super) fn waits(&self, lane: Lane) -> Times {
        self.queue(lane).counts.waits.read()
    }

    pub(super) fn overtimes(&self, lane: Lane) -> Times {
        self.queue(lane).counts.overtimes.read()
    }

    /// Threads that take a lane's work: for short work also those that have no long work.
    fn threads_for(&self, lane: Lane) -> usize {
        match lane {
            Lane::Short => self.threads - self.long.counts.running.load(Ordering::Relaxed).min(self.long_threads),
            Lane::Long => self.long_threads,
        }
    }

    /// A place in the lane's queue, for work that is wanted until then: if it has one in time, or as soon as it has one.
    pub(super) async fn admit(
        &self,
        lane: Lane,
        admission: Admission,
        wanted_until: Option<Instant>,
    ) -> Result<Ticket, ComputeError> {
        let Queue { places, pieces, aside, .. } = self.queue(lane);
        let share = match admission {
            Admission::Refuse => None,
            Admission::Wait => Some(pieces),
            Admission::WaitAside => Some(aside),
        };
        let places = Arc::clone(places);
        let (place, share) = match share {
            None => {
                self.require_time(lane, wanted_until)?;
                (places.try_acquire_owned().map_err(|_| self.full(lane))?, None)
            }
            Some(share) => {
                let share = Arc::clone(share).acquire_owned().await.expect(NEVER_CLOSED);
                (places.acquire_owned().await.expect(NEVER_CLOSED), Some(share))
            }
        };
        Ok(Ticket { lane, place, share, wanted_until, admission })
    }

    /// A place for a call whose long work comes in pieces: as many as may wait for a thread.
    pub(super) fn place_for_pieces(&self) -> Result<OwnedSemaphorePermit, ComputeError> {
        Arc::clone(&self.in_pieces).try_acquire_owned().map_err(|_| {
            let Queue { counts, capacity, .. } = &self.long;
            counts.refused_pieces.fetch_add(1, Ordering::Relaxed);
            ComputeError::Overloaded { lane: Lane::Long, wait: counts.time_for(*capacity, self.long_threads) }
        })
    }

    /// Refuses what would come too late. A queue is never too long for its first search, nor for one that a thread is free for: how
    /// long those take that are under way nobody knows. Calls and steps of games have their turns one by one.
    fn require_time(&self, lane: Lane, wanted_until: Option<Instant>) -> Result<(), ComputeError> {
        let Queue { jobs, steps, counts, .. } = self.queue(lane);
        let Some(end) = wanted_until else { return Ok(()) };
        let (calls, threads) = (jobs.len(), self.threads_for(lane));
        let waiting = calls + steps.len().min(calls + 1);
        let free = threads.saturating_sub(counts.running.load(Ordering::Relaxed));
        if waiting == 0 || waiting < free {
            return Ok(());
        }
        let wait = counts.time_for(waiting + 1, threads);
        if wait + wait / SPARE <= end.saturating_duration_since(Instant::now()) {
            return Ok(());
        }
        counts.refused_late.fetch_add(1, Ordering::Relaxed);
        Err(ComputeError::Late { lane, wait })
    }

    fn full(&self, lane: Lane) -> ComputeError {
        let Queue { counts, capacity, .. } = self.queue(lane);
        counts.refused_full.fetch_add(1, Ordering::Relaxed);
        ComputeError::Overloaded { lane, wait: counts.time_for(*capacity, self.threads_for(lane)) }
    }

    /// Runs this on a thread of the lane.
    pub(super) async fn run<T, F>(&self, ticket: Ticket, work: F) -> Result<Done<T>, ComputeError>
    where
        T: Send + 'static,
        F: FnOnce() -> Worked<T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let Ticket { lane, place, share, wanted_until, admission } = ticket;
        let queued_at = Instant::now();
        let queue = self.queue(lane);
        let jobs = if admission == Admission::WaitAside { &queue.steps } else { &queue.jobs };
        let counts = Arc::clone(&queue.counts);
        let job = move || {
            drop((place, share));
            let started = Instant::now();
            counts.waits.count(started - queued_at);
            if wanted_until.is_some_and(|end| end <= started) {
                counts.expired.fetch_add(1, Ordering::Relaxed);
                let _ = reply.send(Err(ComputeError::Spent(Spent::Deadline)));
            } else if !reply.is_closed() {
                counts.running.fetch_add(1, Ordering::Relaxed);
                let done = run_here(work, queued_at, started, &counts.overtimes);
                counts.running.fetch_sub(1, Ordering::Relaxed);
                // A piece of a batch or a step of a game says nothing of how long calls wait.
                if admission == Admission::Refuse {
                    counts.done(started.elapsed());
                }
                // Whoever has the answer, and asks again, finds all of it counted. Nobody may wait any more.
                let _ = reply.send(done);
            }
        };
        // The threads hold the other end for as long as the pool stands; and if one were gone, its caller must be told.
        if jobs.send(Box::new(job)).is_err() {
            return Err(ComputeError::Panicked);
        }
        answer.await.unwrap_or(Err(ComputeError::Panicked))
    }
}

/// What a search came to on its thread.
pub(super) struct Worked<T> {
    pub(super) answer: T,
    /// Nodes that it spent.
    pub(super) nodes: u64,
    /// How long it went on when its time was up, if it was.
    pub(super) overtime: Option<Duration>,
}

/// Does the work, which waited from `queued_at` until `started`, and counts how long it went on when its time was up.
fn run_here<T>(
    work: impl FnOnce() -> Worked<T>,
    queued_at: Instant,
    started: Instant,
    overtimes: &TimeCounts,
) -> Result<Done<T>, ComputeError> {
    let worked = contained(work);
    let (queued, computed) = (started - queued_at, started.elapsed());
    if let Ok(Worked { overtime: Some(overtime), .. }) = &worked {
        overtimes.count(*overtime);
    }
    let done = |Worked { answer, nodes, .. }| Done { answer, timing: Timing { queued, computed, nodes } };
    worked.map(done)
}

/// Where a lane's threads find its jobs.
#[derive(Clone, Debug)]
struct Inbox {
    of_calls: Receiver<Job>,
    of_games: Receiver<Job>,
}

/// Takes short work only.
fn take_short(short: &Inbox, _: &Inbox, busy: &Busy) {
    while let Ok(job) = select! {
        recv(short.of_calls) -> job => job,
        recv(short.of_games) -> job => job,
    } {
        busy.with(job);
    }
}

/// Takes short work first, and the long steps of games.
fn take_short_and_steps(short: &Inbox, long: &Inbox, busy: &Busy) {
    while let Ok(job) = select_biased! {
        recv(short.of_calls) -> job => job,
        recv(short.of_games) -> job => job,
        recv(long.of_games) -> job => job,
    } {
        busy.with(job);
    }
}

/// Takes long work first: other threads take the short. Where calls and games both have some, it is their turn one by one.
fn take_all(short: &Inbox, long: &Inbox, busy: &Busy) {
    let mut turns = [&long.of_calls, &long.of_games];
    while let Ok(job) = select_biased! {
        recv(turns[0]) -> job => job,
        recv(turns[1]) -> job => job,
        recv(short.of_calls) -> job => job,
        recv(short.of_games) -> job => job,
    } {
        busy.with(job);
        turns.swap(0, 1);
    }
}
