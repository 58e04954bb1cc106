//! What is built of the settings before a port is bound: what the services share, and what they tell.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;
use tonic::service::Routes;

use super::dictionaries;
use super::settings::{Settings, Wrong};
use super::telemetry::metrics::{Metrics, Read};
use super::warming::Warming;
use crate::blind::WorldsCache;
use crate::cache::boards::Boards;
use crate::cache::runs::Runs;
use crate::compute::{Lane, Pool};
use crate::grpc::games::Games;
use crate::grpc::tokens::{Tokens, keys::KeyRing};
use crate::grpc::{self, shared::Shared};
use crate::lexicon::LexiconError;

/// One part in so many of the memory for answers is that of solvers' runs; the rest is that of boards. A run weighs some four
/// boards, and is asked for far more seldom.
const RUNS_SHARE: u64 = 4;

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
    /// What is computed after the start.
    pub warming: Arc<Warming>,
    /// When the process started, for the time that it took to be ready.
    pub started: Instant,
}

/// Why there is no house.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Settings that only show here to be wrong.
    #[error("settings are wrong")]
    Wrong(Vec<Wrong>),
    /// An embedded word list is damaged, which a test makes sure that none is.
    #[error("an embedded word list is damaged: {0}")]
    Lexicon(#[from] LexiconError),
    /// The system has no more threads.
    #[error("cannot start the threads that search (--threads): {0}")]
    Threads(#[source] io::Error),
    /// The system has no randomness.
    #[error("cannot make a key for resume tokens (--token-keys-file): {0}")]
    Randomness(#[source] io::Error),
}

impl House {
    /// Builds it.
    ///
    /// # Errors
    /// Where settings are wrong in a way that only shows here, or the system lacks threads.
    pub fn build(settings: &Settings, started: Instant) -> Result<Self, BuildError> {
        let (shared, ending) = share(settings)?;
        if settings.token_keys.is_none() {
            tracing::warn!("no --token-keys-file: resume tokens are good for this process only and die with it");
        }
        let mut metrics = Metrics::new();
        if settings.tls.is_some() {
            metrics.add_tls();
        }
        add_figures(&mut metrics, &shared);
        let warming = Arc::new(Warming::new(settings.warm.clone()));
        add_warming(&mut metrics, &warming);
        Ok(Self { routes: grpc::routes(&shared), shared, ending, metrics, warming, started })
    }
}

/// What the services share, for whoever is in the same process and serves nobody as well; and the other end of
/// [`Shared::ending`].
///
/// # Errors
/// As [`House::build`].
pub fn share(settings: &Settings) -> Result<(Arc<Shared>, watch::Sender<bool>), BuildError> {
    let lexicon = dictionaries::lexicon(settings)?;
    let pool = Arc::new(Pool::start(settings.pool()).map_err(BuildError::Threads)?);
    let salt = settings.seed_salt.clone().unwrap_or_default();
    let (search_limit, runs_bytes) = (settings.search_limit, settings.cache_bytes / RUNS_SHARE);
    let boards = Boards::new(Arc::clone(&pool), salt, search_limit, settings.cache_bytes - runs_bytes);
    let worlds = Arc::new(WorldsCache::new(settings.worlds_bytes));
    let runs = Runs::new(Arc::clone(&pool), Arc::clone(&worlds), search_limit, runs_bytes);
    let token_keys = match &settings.token_keys {
        Some(keys) => keys.clone(),
        None => KeyRing::random().map_err(BuildError::Randomness)?,
    };
    let (ending, ending_told) = watch::channel(false);
    let shared = Arc::new(Shared {
        settings: settings.services(),
        lexicon,
        pool,
        boards,
        runs,
        worlds,
        kept_lists: Arc::default(),
        games: Games::new(settings.max_games),
        tokens: Tokens::new(token_keys, settings.token_ttl),
        ending: ending_told,
    });
    Ok((shared, ending))
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
    let of_boards = |read: fn(&Boards) -> u64| {
        let shared = Arc::clone(shared);
        move || read(&shared.boards)
    };
    metrics.gauge("boards_kept", "Boards kept in the cache", of_boards(Boards::kept));
    metrics.gauge("boards_kept_bytes", "What the boards kept weigh", of_boards(Boards::weight));
    let help = "Boards that were found in the cache";
    metrics.counter("boards_found", help, of_boards(|boards| boards.served().kept));
    let help = "Boards that were computed";
    metrics.counter("boards_computed", help, of_boards(|boards| boards.served().computed));
    let of_runs = |read: fn(&Runs) -> u64| {
        let shared = Arc::clone(shared);
        move || read(&shared.runs)
    };
    metrics.gauge("runs_kept", "Solvers' runs of boards kept in the cache", of_runs(Runs::kept));
    metrics.gauge("runs_kept_bytes", "What the runs kept weigh", of_runs(Runs::weight));
    let help = "Runs that were found in the cache";
    metrics.counter("runs_found", help, of_runs(|runs| runs.served().kept));
    let help = "Runs that were computed";
    metrics.counter("runs_computed", help, of_runs(|runs| runs.served().computed));
    let help = "Runs that were being computed for somebody else who asked";
    metrics.counter("runs_shared", help, of_runs(|runs| runs.served().shared));
    let of_lexicon = {
        let shared = Arc::clone(shared);
        move || u64::try_from(shared.lexicon.index_bytes()).unwrap_or(u64::MAX)
    };
    let help = "Memory of the indexes of word lists, each made when it is first used";
    metrics.gauge("word_index_bytes", help, of_lexicon);
    let of_worlds = Arc::clone(&shared.worlds);
    let help = "What the worlds kept of blind games weigh";
    metrics.gauge("worlds_bytes", help, move || of_worlds.weight());
    let of_games = Arc::clone(shared);
    let open = move || u64::try_from(of_games.games.open()).unwrap_or(u64::MAX);
    metrics.gauge("games_open", "Blind games that are open", open);
    let help = "Boards that were being computed for somebody else who asked";
    metrics.counter("boards_shared", help, of_boards(|boards| boards.served().shared));
}

/// How far the requests of `--warm` are.
fn add_warming(metrics: &mut Metrics, warming: &Arc<Warming>) {
    let of = |read: fn(&Warming) -> u64| -> Read {
        let warming = Arc::clone(warming);
        Box::new(move || read(&warming))
    };
    let rows = [("waiting", of(Warming::waiting)), ("done", of(Warming::done)), ("failed", of(Warming::failed))];
    metrics.gauges("warm_requests", "Requests of --warm, by how far they are", "state", rows);
}
