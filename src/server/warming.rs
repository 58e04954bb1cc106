//! What `--warm` asks for, computed after the start: one request at a time, each waiting its turn behind whoever calls, so that
//! nobody waits for it. A request that fails is logged and passed over.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::settings::{Warm, WarmRequest};
use crate::grpc::puzzle::Puzzles;
use crate::grpc::shared::Shared;

/// The requests, and how far they are.
#[derive(Debug, Default)]
pub struct Warming {
    requests: Vec<Warm>,
    done: AtomicU64,
    failed: AtomicU64,
}

impl Warming {
    /// These requests, of which none is computed yet.
    #[must_use]
    pub fn new(requests: Vec<Warm>) -> Self {
        Self { requests, ..Self::default() }
    }

    /// Computes them all. Dropping it leaves out those that are not computed yet.
    pub async fn run(&self, shared: Arc<Shared>) {
        if self.requests.is_empty() {
            return;
        }
        let puzzles = Puzzles(shared);
        for Warm { line, request } in &self.requests {
            let done = match request.clone() {
                WarmRequest::Board(asked) => puzzles.warm_board(*asked).await,
                WarmRequest::Runs(asked) => puzzles.warm_runs(*asked).await,
            };
            let count = match done {
                Ok(()) => &self.done,
                Err(error) => {
                    let failure = error.failure();
                    tracing::warn!(line, reason = failure.reason, "a request of --warm failed: {}", failure.message);
                    &self.failed
                }
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
        let (done, failed) = (self.done(), self.failed());
        tracing::info!(done, failed, "warm");
    }

    /// Requests that are computed.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Requests that failed.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// Requests that are still to be computed.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        let all = u64::try_from(self.requests.len()).unwrap_or(u64::MAX);
        all.saturating_sub(self.done() + self.failed())
    }
}
