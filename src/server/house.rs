//! What is built of the settings before a port is bound: what the services share, and what they tell.

use std::io;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;
use tonic::service::Routes;

use super::answers::Unread;
use super::arriving::unfinished::Unfinished;
use super::dictionaries;
use super::memory;
use super::settings::{Settings, Wrong};
use super::telemetry::metrics::Metrics;
use super::telemetry::readings::{Figure, Kind, Read};
use super::warming::Warming;
use crate::blind::WorldsCache;
use crate::cache::boards::Boards;
use crate::cache::runs::Runs;
use crate::compute::{Account, Lane, Pool};
use crate::generate::Generator;
use crate::grpc::games::Games;
use crate::grpc::limits;
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
    /// What of large answers is unread.
    pub unread: Unread,
    /// What is kept of messages that are not whole.
    pub unfinished: Unfinished,
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
        if settings.lets_everyone_in() {
            tracing::warn!("neither --auth-file nor --tls-client-ca: whoever reaches --listen may call");
        }
        if settings.token_keys.is_none() {
            tracing::warn!("no --token-keys-file: resume tokens are good for this process only and die with it");
        }
        let mut metrics = Metrics::new();
        if settings.tls.is_some() {
            metrics.add_tls();
        }
        add_figures(&mut metrics, &shared);
        let (unread, unfinished) = (Unread::new(settings.send_timeout), Unfinished::default());
        add_lying(&mut metrics, &unread, &unfinished);
        let warming = Arc::new(Warming::new(settings.warm.clone()));
        add_warming(&mut metrics, &warming);
        Ok(Self { routes: grpc::routes(&shared), shared, ending, metrics, unread, unfinished, warming, started })
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
    let generator = Generator::new(salt).keeping_fillings(settings.fillings_bytes);
    let boards = Boards::new(Arc::clone(&pool), generator, search_limit, settings.cache_bytes - runs_bytes);
    let worlds = Arc::new(WorldsCache::new(settings.worlds_bytes));
    let runs = Runs::new(Arc::clone(&pool), Arc::clone(&worlds), search_limit, runs_bytes);
    let token_keys = match &settings.token_keys {
        Some(keys) => keys.clone(),
        None => KeyRing::random().map_err(BuildError::Randomness)?,
    };
    // No more than can go on at once: what each has found out is large.
    let large_searches = u32::try_from(pool.long_threads()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    let large_searches = large_searches.min(limits::LARGE_SEARCHES);
    let (ending, ending_told) = watch::channel(false);
    let shared = Arc::new(Shared {
        settings: settings.services(),
        lexicon,
        pool,
        boards,
        runs,
        worlds,
        large_searches: Account::new(large_searches),
        kept_lists: Arc::default(),
        games: Games::new(settings.max_games),
        tokens: Tokens::new(token_keys, settings.token_ttl),
        ending: ending_told,
    });
    Ok((shared, ending))
}

/// The figures that the shared parts keep of themselves.
fn add_figures(metrics: &mut Metrics, shared: &Arc<Shared>) {
    add_pool(metrics, &shared.pool);
    add_caches(metrics, shared);
    let of_lexicon = Arc::clone(shared);
    let help = "Memory of the indexes of word lists, each made when it is first used";
    metrics.gauge("word_index_bytes", help, move || of_lexicon.lexicon.index_bytes());
    metrics.gauge("memory_allocated_bytes", "Memory that was asked for and not freed", memory::allocated);
    let of_games = Arc::clone(shared);
    metrics.gauge("games_open", "Blind games that are open", move || of_games.games.open());
    let of_games = Arc::clone(shared);
    metrics.gauge("games_capacity", "Blind games that may be open", move || of_games.games.capacity());
}

/// Lanes and threads.
fn add_pool(metrics: &mut Metrics, pool: &Arc<Pool>) {
    let read = |read: fn(&Pool, Lane) -> Figure, lane: Lane| -> Read {
        let pool = Arc::clone(pool);
        Box::new(move || read(&pool, lane))
    };
    let of_lanes = |of: fn(&Pool, Lane) -> Figure| Lane::ALL.map(|lane| (vec![("lane", lane.name())], read(of, lane)));
    let waiting = of_lanes(|pool, lane| pool.figures(lane).waiting.into());
    metrics.add("lane_waiting", "Searches that wait for a thread", Kind::Gauge, waiting);
    let capacity = of_lanes(|pool, lane| pool.figures(lane).capacity.into());
    metrics.add("lane_capacity", "Searches that may wait for a thread", Kind::Gauge, capacity);
    let waits = of_lanes(|pool, lane| pool.waits(lane).into());
    metrics.add("lane_wait_seconds", "What each search waited until a thread took it", Kind::Histogram, waits);
    let overtimes = of_lanes(|pool, lane| pool.overtimes(lane).into());
    let help = "How long searches went on whose time was up: after their deadlines, or after nobody waited any more";
    metrics.add("lane_overtime_seconds", help, Kind::Histogram, overtimes);
    let refused = Lane::ALL.into_iter().flat_map(|lane| {
        let row = |why, of| (vec![("lane", lane.name()), ("why", why)], read(of, lane));
        let full = row("full", |pool, lane| pool.figures(lane).refused_full.into());
        let pieces = row("pieces", |pool, lane| pool.figures(lane).refused_pieces.into());
        [full, row("late", |pool, lane| pool.figures(lane).refused_late.into()), pieces]
    });
    let help = "Searches that were refused: the lane was full, or they would have begun too late; and calls in pieces";
    metrics.add("lane_refused", help, Kind::Counter, refused);
    let help = "Searches that were never begun, since their deadline passed while they waited";
    metrics.add("lane_expired", help, Kind::Counter, of_lanes(|pool, lane| pool.figures(lane).expired.into()));
    let of_pool = Arc::clone(pool);
    metrics.gauge("pool_threads", "Threads that search", move || of_pool.threads().0);
    let of_pool = Arc::clone(pool);
    metrics.gauge("pool_threads_busy", "Threads that search now", move || of_pool.threads().1);
}

/// What is kept.
fn add_caches(metrics: &mut Metrics, shared: &Arc<Shared>) {
    type Of = fn(&Shared) -> Figure;
    let mut add = |name, help, kind, rows: &[(&'static str, Of)]| {
        let rows = rows.iter().map(|&(cache, read)| {
            let shared = Arc::clone(shared);
            let read: Read = Box::new(move || read(&shared));
            (vec![("cache", cache)], read)
        });
        metrics.add(name, help, kind, rows);
    };
    let (boards, runs, worlds, fillings) = ("boards", "runs", "worlds", "fillings");
    let rows: [(&str, Of); 3] = [
        (boards, |shared| shared.boards.served().kept.into()),
        (runs, |shared| shared.runs.served().kept.into()),
        (worlds, |shared| shared.worlds.served().0.into()),
    ];
    add("cache_hits", "What was wanted and was kept", Kind::Counter, &rows);
    let rows: [(&str, Of); 3] = [
        (boards, |shared| shared.boards.served().computed.into()),
        (runs, |shared| shared.runs.served().computed.into()),
        (worlds, |shared| shared.worlds.served().1.into()),
    ];
    add("cache_misses", "What was wanted and had to be computed", Kind::Counter, &rows);
    let rows: [(&str, Of); 2] =
        [(boards, |shared| shared.boards.served().shared.into()), (runs, |shared| shared.runs.served().shared.into())];
    add("cache_joins", "What was wanted and was being computed for somebody else", Kind::Counter, &rows);
    let rows: [(&str, Of); 4] = [
        (boards, |shared| shared.boards.kept().into()),
        (runs, |shared| shared.runs.kept().into()),
        (worlds, |shared| shared.worlds.kept().into()),
        (fillings, |shared| shared.boards.fillings().entries.into()),
    ];
    add("cache_entries", "What is kept", Kind::Gauge, &rows);
    let rows: [(&str, Of); 4] = [
        (boards, |shared| shared.boards.weight().into()),
        (runs, |shared| shared.runs.weight().into()),
        (worlds, |shared| shared.worlds.weight().into()),
        (fillings, |shared| shared.boards.fillings().bytes.into()),
    ];
    add("cache_bytes", "What is kept weighs", Kind::Gauge, &rows);
    let rows: [(&str, Of); 4] = [
        (boards, |shared| shared.boards.capacity().into()),
        (runs, |shared| shared.runs.capacity().into()),
        (worlds, |shared| shared.worlds.capacity().into()),
        (fillings, |shared| shared.boards.fillings().most_bytes.into()),
    ];
    add("cache_capacity_bytes", "What is kept may weigh", Kind::Gauge, &rows);
}

/// What lies about unread, and half sent.
fn add_lying(metrics: &mut Metrics, unread: &Unread, unfinished: &Unfinished) {
    let number = |bytes| u64::try_from(bytes).unwrap_or(u64::MAX);
    let (unread, unfinished) = (unread.clone(), unfinished.clone());
    let read = move || number(unread.bytes());
    metrics.gauge("answers_unread_bytes", "Bytes of answers above 64 KiB that their readers have not taken", read);
    let read = move || number(unfinished.bytes());
    metrics.gauge(
        "messages_unfinished_bytes",
        "Bytes that are kept of messages above 4 KiB that are not whole, or the longest of a stream",
        read,
    );
}

/// How far the requests of `--warm` are.
fn add_warming(metrics: &mut Metrics, warming: &Arc<Warming>) {
    let row = |state, read: fn(&Warming) -> u64| {
        let warming = Arc::clone(warming);
        let read: Read = Box::new(move || read(&warming).into());
        (vec![("state", state)], read)
    };
    let rows = [row("waiting", Warming::waiting), row("done", Warming::done), row("failed", Warming::failed)];
    metrics.add("warm_requests", "Requests of --warm, by how far they are", Kind::Gauge, rows);
}
