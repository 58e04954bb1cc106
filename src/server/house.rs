//! What is built of the settings before a port is bound: what the services share, and what they tell.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;
use tonic::service::Routes;

use super::settings::{Settings, Wrong};
use super::telemetry::metrics::{Metrics, Read};
use crate::compute::{Lane, Pool};
use crate::grpc::{self, shared::Shared};

/// Everything that is served, and not yet by whom.
#[derive(Debug)]
pub struct House {
    /// What the services share.
    pub shared: Arc<Shared>,
    /// The services.
    pub routes: Routes,
    /// Tells open streams to end: the other end of [`Shared::ending`].
    pub ending: watch::Sender<bool>,
    /// What is counted.
    pub metrics: Metrics,
    /// When the process started, for the time that it took to be ready.
    pub started: Instant,
}

/// Why there is no house.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Settings that only show here to be wrong.
    #[error("settings are wrong")]
    Wrong(Vec<Wrong>),
    /// The system has no more threads.
    #[error("cannot start the threads that search (--threads): {0}")]
    Threads(#[source] io::Error),
}

impl House {
    /// Builds it.
    ///
    /// # Errors
    /// Where settings are wrong in a way that only shows here, or the system lacks threads.
    pub fn build(settings: &Settings, started: Instant) -> Result<Self, BuildError> {
        let pool = Pool::start(settings.pool()).map_err(BuildError::Threads)?;
        let (ending, ending_told) = watch::channel(false);
        let shared = Arc::new(Shared { settings: settings.services(), pool, ending: ending_told });
        let mut metrics = Metrics::new();
        add_figures(&mut metrics, &shared);
        Ok(Self { routes: grpc::routes(&shared), shared, ending, metrics, started })
    }
}

/// The figures that the shared parts keep of themselves.
fn add_figures(metrics: &mut Metrics, shared: &Arc<Shared>) {
    let of_lanes = |read: fn(&Shared, Lane) -> usize| {
        Lane::ALL.map(|lane| {
            let shared = Arc::clone(shared);
            let read: Read = Box::new(move || u64::try_from(read(&shared, lane)).unwrap_or(u64::MAX));
            (lane.name(), read)
        })
    };
    let waiting = of_lanes(|shared, lane| shared.pool.figures(lane).waiting);
    metrics.gauges("lane_waiting", "Searches that wait for a thread", "lane", waiting);
    let capacity = of_lanes(|shared, lane| shared.pool.figures(lane).capacity);
    metrics.gauges("lane_capacity", "Searches that may wait for a thread", "lane", capacity);
}
