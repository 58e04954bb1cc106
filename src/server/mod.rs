//! What stands around the services: from the command line to the last connection.
//!
//! - [`settings`]: everything that an operator sets, read whole before a port is bound;
//! - [`house`]: what is built of the settings before a port is bound; [`dictionaries`]: the word lists among it;
//! - [`listeners`]: the two ports, bound;
//! - [`files`]: how many files may be open; [`connections`]: who may come in, for how long, and how each connection ends;
//!   [`room`]: who of them, and of the calls, gives way where there is no room; [`io`]: one connection's bytes; [`tls`]: what
//!   secures them;
//! - [`front`]: what every call passes before it reaches a service; [`gate`]: whether there is room for it, who calls, and
//!   whether it may; [`principals`]: the file of who may;
//! - [`arriving`]: requests on their way, which must be here in time, and what is kept of them until they are; [`heads`]: how long their
//!   heads may be over HTTP/1.1;
//! - [`answers`]: large answers on their way, and what of them may be unread; [`readers`]: who reads them;
//! - [`reload`]: files that are read again when they change;
//! - [`telemetry`]: log lines, metrics and traces;
//! - [`health`]: whether the house serves, told to gRPC's health checks; [`reflection`]: what it serves;
//! - [`warming`]: what is computed after the start; [`memory`]: what of it is given back to the system;
//! - [`admin`]: /livez, /readyz and /metrics;
//! - [`healthcheck`]: asks another process for them;
//! - [`drain`]: the order in which all of it ends.
//!
//! [`run`] takes bound listeners and the signal to end from outside, so that a test serves on port 0 and ends when it
//! likes. It promises to return at most `--drain` after the signal, whatever clients do.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;
use tokio::task::JoinSet;

use connections::Connections;
use front::Front;
use house::House;
use listeners::Listeners;
use memory::Giving;
use settings::Settings;
use telemetry::metrics::Metrics;
use telemetry::traces::Traces;

pub mod admin;
pub mod answers;
pub mod arriving;
pub mod connections;
mod dictionaries;
pub mod drain;
mod files;
pub mod front;
pub mod gate;
pub mod heads;
pub mod health;
pub mod healthcheck;
pub mod house;
pub mod io;
pub mod listeners;
pub mod memory;
pub mod principals;
pub mod readers;
pub mod reflection;
pub mod reload;
pub mod room;
pub mod settings;
pub mod telemetry;
pub mod tls;
pub mod warming;

/// Where the house is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It does not serve yet.
    Starting,
    /// It serves.
    Ready,
    /// It finishes what runs and takes nothing new.
    Draining,
}

impl fmt::Display for Phase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Starting => "starting",
            Self::Ready => "ready",
            Self::Draining => "draining",
        })
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Calls that the hard end cut off.
    pub calls_cut: u64,
}

/// Serves until `shutdown` resolves, and then drains. Dropping it ends everything at once.
pub async fn run(listeners: Listeners, house: House, settings: &Settings, shutdown: impl Future<Output = ()>) -> Ended {
    let (grpc, admin) = (listeners.grpc_address(), listeners.admin_address());
    let House { shared, routes, ending, metrics, unread, unfinished, warming, started } = house;
    let metrics = Arc::new(metrics);
    let (phase, phase_told) = watch::channel(Phase::Starting);
    let (health, health_service) = health::health(settings.max_message).await;
    let mut routes = routes.add_service(health_service);
    if settings.reflection {
        routes = reflection::with_reflection(routes, settings.max_message);
    }

    // A set, so that the admin endpoints end with this function, however it ends.
    let mut beside = JoinSet::new();
    beside.spawn(admin::serve(listeners.admin, phase_told, Arc::clone(&metrics)));
    keep_up_with_files(settings, &metrics, &mut beside);
    let _giving = Giving::start();
    let traces = traces(settings, &metrics);
    let front = Front::new(settings, &metrics, (unread, unfinished)).with_traces(traces.clone());
    let mut connections = Connections::new(settings, front, routes, Arc::clone(&metrics));

    health.tell(true).await;
    phase.send_replace(Phase::Ready);
    let version = env!("CARGO_PKG_VERSION");
    let ready_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(%grpc, %admin, version, ready_ms, "ready");

    let mut warm = JoinSet::new();
    warm.spawn({
        let shared = Arc::clone(&shared);
        async move { warming.run(shared).await }
    });

    tokio::select! {
        () = connections.accept(&listeners.grpc) => {}
        () = shutdown => {}
    }
    // Whoever comes now is to be refused at once, and not to wait in a queue that nobody serves.
    drop(listeners.grpc);
    // What is left to be warmed, nobody will ask for here.
    drop(warm);
    tracing::info!(drain_s = settings.drain.as_secs_f64(), "draining");
    phase.send_replace(Phase::Draining);
    health.tell(false).await;
    let hard_end = Instant::now() + settings.drain;
    let ended = drain::drain(connections, &ending, &metrics, settings.drain).await;
    if let Some(traces) = traces {
        traces.end(hard_end.saturating_duration_since(Instant::now())).await;
    }
    // The searches of calls that were cut find their cancel flag raised; the pool ends with the last who shares it.
    drop(shared);
    tracing::info!(calls_cut = ended.calls_cut, "ended");
    ended
}

/// The collector of traces, if there is to be one. Without it the house serves all the same.
fn traces(settings: &Settings, metrics: &Metrics) -> Option<Arc<Traces>> {
    let endpoint = settings.otlp_endpoint.as_deref()?;
    let traces = Traces::start(endpoint, &metrics.spans);
    traces.inspect_err(|error| tracing::error!(%error, "no traces")).ok().map(Arc::new)
}

/// Has certificates and principals read again whenever their files change.
fn keep_up_with_files(settings: &Settings, metrics: &Metrics, tasks: &mut JoinSet<()>) {
    if let Some(tls) = settings.tls.clone() {
        let told = metrics.security.clone();
        told.certificate_expires(tls.current().expires);
        tasks.spawn(tls.keep_up("tls", move |tls, used| {
            told.certificate_expires(tls.expires);
            told.reloaded("tls", used);
        }));
    }
    if let Some(principals) = settings.principals.clone() {
        let told = metrics.security.clone();
        tasks.spawn(principals.keep_up("auth", move |_, used| told.reloaded("auth", used)));
    }
}
