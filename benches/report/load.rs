//! Clients that call as fast as they are answered, each with one call under way.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, sleep, timeout};

use super::caller::{Caller, Outcome, Prepared};
use super::serving::{Any, Serving};
use super::support::Times;

/// After each client was answered once, for so long nothing counts yet.
const SETTLE: Duration = Duration::from_millis(200);
/// A client that is not answered within this is not waited for.
const FIRST: Duration = Duration::from_secs(20);
/// After it was refused a client waits for so long before it calls again.
const BACK_OFF: Duration = Duration::from_millis(50);
/// What a call has: more than any takes.
const WITHIN: Duration = Duration::from_mins(2);

/// What the call of this number asks.
pub(crate) type Asks = Arc<dyn Fn(usize) -> Bytes + Send + Sync>;

/// What is called.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) path: &'static str,
    pub(crate) asks: Asks,
}

impl Target {
    /// The call of this number.
    pub(crate) fn call(&self, number: usize) -> Prepared {
        let body = (self.asks)(number);
        Prepared { path: self.path, body, within: WITHIN, patience: WITHIN, suffices: |_| true }
    }
}

/// What came of it.
pub(crate) struct Round {
    pub(crate) calls_a_second: f64,
    /// Processor time of the serving process by call, in microseconds.
    pub(crate) micros_a_call: f64,
    /// Processors that the serving process kept busy.
    pub(crate) busy: f64,
    /// From a call to its whole answer.
    pub(crate) times: Times,
    /// Calls that the server had no room for.
    pub(crate) refused: usize,
    pub(crate) failed: usize,
    /// Why some failed.
    pub(crate) why: BTreeSet<String>,
}

/// What the clients share.
struct Shared {
    caller: Arc<Caller>,
    target: Target,
    next: Arc<AtomicUsize>,
    counting: AtomicBool,
    answered_once: AtomicUsize,
    refused: AtomicUsize,
    failed: AtomicUsize,
}

impl Shared {
    async fn client(self: Arc<Self>, client: usize, times: Arc<Mutex<Vec<Duration>>>) {
        let mut is_first = true;
        loop {
            let request = self.target.call(self.next.fetch_add(1, Ordering::Relaxed));
            let began = Instant::now();
            let outcome = Arc::clone(&self.caller).call(client, request, began).await;
            let took = began.elapsed();
            if std::mem::take(&mut is_first) {
                self.answered_once.fetch_add(1, Ordering::Relaxed);
            }
            let counts = self.counting.load(Ordering::Relaxed);
            match outcome {
                Outcome::InTime if counts => times.lock().unwrap_or_else(PoisonError::into_inner).push(took),
                Outcome::InTime => (),
                Outcome::Refused => {
                    self.refused.fetch_add(usize::from(counts), Ordering::Relaxed);
                    sleep(BACK_OFF).await;
                }
                Outcome::Late | Outcome::Failed => {
                    self.failed.fetch_add(usize::from(counts), Ordering::Relaxed);
                }
            }
        }
    }
}

/// So many clients for so long, over these connections. Calls are numbered by `next`, which goes on from round to round, so that
/// none asks what one before it asked unless it is meant to. A call counts in the round that its answer comes in.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
pub(crate) async fn round(
    serving: &Serving,
    caller: &Arc<Caller>,
    target: &Target,
    next: &Arc<AtomicUsize>,
    clients: usize,
    round: Duration,
) -> Result<Round, Any> {
    let shared = Arc::new(Shared {
        caller: Arc::clone(caller),
        target: target.clone(),
        next: Arc::clone(next),
        counting: AtomicBool::new(false),
        answered_once: AtomicUsize::new(0),
        refused: AtomicUsize::new(0),
        failed: AtomicUsize::new(0),
    });
    let times: Vec<Arc<Mutex<Vec<Duration>>>> = (0..clients).map(|_| Arc::default()).collect();
    let tasks: Vec<_> = times
        .iter()
        .enumerate()
        .map(|(client, times)| tokio::spawn(Arc::clone(&shared).client(client, Arc::clone(times))))
        .collect();
    let all_once = async {
        while shared.answered_once.load(Ordering::Relaxed) < clients {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = timeout(FIRST, all_once).await;
    sleep(SETTLE).await;
    let (spent, started) = (serving.spent(), Instant::now());
    shared.counting.store(true, Ordering::Relaxed);
    sleep(round).await;
    shared.counting.store(false, Ordering::Relaxed);
    let (spent, elapsed) = (serving.spent() - spent, started.elapsed().as_secs_f64());
    for task in tasks {
        task.abort();
        // Its call is given up, and the server told so.
        let _ = task.await;
    }
    let all = times.iter().flat_map(|times| std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner)));
    let mut all: Vec<Duration> = all.collect();
    all.sort_unstable();
    Ok(Round {
        calls_a_second: all.len() as f64 / elapsed,
        micros_a_call: spent * 1e6 / all.len() as f64,
        busy: spent / elapsed,
        times: Times(all),
        refused: shared.refused.load(Ordering::Relaxed),
        failed: shared.failed.load(Ordering::Relaxed),
        why: caller.failed(),
    })
}
