//! Who may come in, through what, for how long, and how each connection ends.
//!
//! Every connection has a keeper, a task that knows when it must end: a client that does not complete its TLS handshake and its
//! preface is cut off soon; one that grows old is asked to go (GOAWAY) and some time later cut off; one that reads none of its
//! answers is cut off; one that has called nothing yet makes [room](super::room) for a newcomer where there is none; and when the
//! house drains all are asked to go. Old age has a jitter, so that the clients that came
//! together after a restart do not all leave together.
//!
//! Each connection is served by a tonic server of its own over shared routes, because asking one connection to go at an
//! age of its own can be said to tonic in no other way: its `max_connection_age` is one for all, and together with
//! `max_connection_age_grace` (in 0.14.9) it cuts without having asked. A tonic server is a few settings; it costs nothing.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};
use tokio_rustls::TlsAcceptor;
use tonic::service::Routes;
use tonic::transport::Server;
use tower::layer::util::{Identity, Stack};

use super::files;
use super::front::Front;
use super::io::{self, Hold, Transport};
use super::reload::Reloaded;
use super::room::{Asked, Line, Standing};
use super::settings::Settings;
use super::telemetry::metrics::Metrics;
use super::tls::Tls;
use crate::grpc::limits;

/// What to wait when the system cannot accept, for want of file descriptors most likely.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// What a connection that gives way has to be gone. Meanwhile no other is taken in.
const GIVES_WAY: Duration = Duration::from_millis(100);

/// Why one gives way.
const NEEDED: &str = "another needs its place";

/// How long a connection may last.
#[derive(Clone, Copy, Debug)]
struct Ages {
    /// From its start to a complete preface.
    preface: Duration,
    /// From its start to the request to go.
    age: Duration,
    /// From there to the end.
    grace: Duration,
    /// What its answers may wait for their reader.
    unread: Duration,
}

/// What every connection is served.
#[derive(Clone, Debug)]
struct Served {
    server: Server<Stack<Front, Identity>>,
    routes: Routes,
}

/// All connections. Dropping it cuts them off.
#[derive(Debug)]
pub struct Connections {
    served: Served,
    tls: Option<Reloaded<Tls>>,
    ages: Ages,
    places: Arc<Semaphore>,
    newcomers: Line,
    metrics: Arc<Metrics>,
    draining: watch::Sender<bool>,
    keepers: JoinSet<()>,
    jitter: RandomState,
    accepted: u64,
}

/// A connection's place among the connections, given back when it is gone.
#[derive(Debug)]
struct Place {
    _permit: OwnedSemaphorePermit,
    metrics: Arc<Metrics>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.metrics.connections.dec();
    }
}

impl Connections {
    /// No connections yet; those to come are served these routes behind this front.
    #[must_use]
    pub fn new(settings: &Settings, front: Front, routes: Routes, metrics: Arc<Metrics>) -> Self {
        let server = Server::builder()
            .max_concurrent_streams(settings.max_streams)
            .http2_max_pending_accept_reset_streams(Some(limits::GIVEN_UP))
            // tonic's own default is none at all.
            .http2_max_local_error_reset_streams(Some(limits::MADE_RESET))
            .http2_keepalive_interval(Some(settings.keepalive))
            .http2_keepalive_timeout(Some(limits::KEEPALIVE_ANSWER))
            .initial_stream_window_size(limits::STREAM_WINDOW)
            .initial_connection_window_size(limits::CONNECTION_WINDOW)
            .http2_max_header_list_size(limits::HEADER_BYTES)
            // gRPC-web comes over it, too.
            .accept_http1(settings.grpc_web)
            .layer(front);
        Self {
            served: Served { server, routes: routes.prepare() },
            tls: settings.tls.clone(),
            ages: Ages {
                preface: limits::GREETING,
                age: settings.connection_age,
                grace: settings.connection_grace,
                unread: settings.send_timeout.saturating_add(limits::UNREAD_GRACE),
            },
            places: Arc::new(Semaphore::new(files::room_for(settings.max_connections))),
            newcomers: Line::default(),
            metrics,
            draining: watch::Sender::new(false),
            keepers: JoinSet::new(),
            jitter: RandomState::new(),
            accepted: 0,
        }
    }

    /// Takes in whoever comes, for ever.
    pub async fn accept(&mut self, listener: &TcpListener) {
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => self.take_in(stream).await,
                    // The client left before it was taken in.
                    Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a connection");
                        // The whole system may have too few: one that has called nothing gives its own back.
                        let _ = self.newcomers.make_room();
                        sleep(ACCEPT_AGAIN).await;
                    }
                },
                // A keeper whose connection is gone has nothing to say; it only must not be kept.
                Some(_) = self.keepers.join_next() => {}
            }
        }
    }

    /// Asks all to go.
    pub fn ask_to_go(&self) {
        self.draining.send_replace(true);
    }

    /// Resolves when the last is gone.
    pub async fn gone(&mut self) {
        while self.keepers.join_next().await.is_some() {}
    }

    async fn take_in(&mut self, stream: TcpStream) {
        // However fast newcomers come, those that are gone do not gather.
        while self.keepers.try_join_next().is_some() {}
        let Some(permit) = self.permit().await else {
            tracing::debug!("one connection too many");
            return;
        };
        self.metrics.connections.inc();
        let place = Place { _permit: permit, metrics: Arc::clone(&self.metrics) };
        // Answers are small and wait for nothing. Where it cannot be set the client is gone already.
        let _ = stream.set_nodelay(true);
        self.accepted += 1;
        let ages = Ages { age: self.jittered(self.ages.age), ..self.ages };
        let tls = self.tls.as_ref().map(|tls| TlsAcceptor::from(Arc::clone(&tls.current().config)));
        let came = Came { stream, tls, place, line: self.newcomers.join() };
        self.keepers.spawn(keep(self.served.clone(), came, ages, self.draining.subscribe()));
    }

    /// A place, if need be that of a connection that has called nothing.
    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
            return Some(permit);
        }
        if self.newcomers.make_room() {
            self.metrics.connections_refused.inc();
            if let Ok(Ok(permit)) = timeout(GIVES_WAY, Arc::clone(&self.places).acquire_owned()).await {
                return Some(permit);
            }
        }
        self.metrics.connections_refused.inc();
        None
    }

    /// An age, give or take a tenth, that is different for each connection.
    fn jittered(&self, age: Duration) -> Duration {
        let thousandths = 900 + self.jitter.hash_one(self.accepted) % 201;
        u32::try_from(thousandths).map_or(age, |thousandths| age.saturating_mul(thousandths) / 1000)
    }
}

/// A connection that came.
struct Came {
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    place: Place,
    line: (Standing, Asked),
}

/// Serves a connection to its end.
async fn keep(
    Served { server, routes }: Served,
    Came { stream, tls, place, line: (standing, mut asked) }: Came,
    ages: Ages,
    mut draining: watch::Receiver<bool>,
) {
    let came = Instant::now();
    let greet_by = came + ages.preface;
    let metrics = Arc::clone(&place.metrics);
    let transport = match tls {
        None => Transport::Plain(stream),
        Some(acceptor) => tokio::select! {
            secured = timeout_at(greet_by, acceptor.accept(stream)) => match secured {
                Ok(Ok(stream)) => Transport::Tls(Box::new(stream)),
                failed => {
                    metrics.security.handshakes_failed.inc();
                    let error = failed.map_or("it took too long".to_owned(), |error| {
                        error.err().map(|error| error.to_string()).unwrap_or_default()
                    });
                    tracing::debug!(error, "no TLS");
                    return;
                }
            },
            // It has called nothing yet, and must not wait to hear where else to go.
            _ = draining.wait_for(|draining| *draining) => return,
            () = &mut asked => return cut_off(NEEDED),
        },
    };
    let (only, Hold { greeted, cut, reader }) = io::hold(transport, place, standing);
    let time_to_go = async {
        tokio::select! {
            () = sleep_until(came + ages.age) => {}
            _ = draining.wait_for(|draining| *draining) => {}
        }
    };
    let hard_end = async {
        if timeout_at(greet_by, greeted).await.is_err() {
            return "no preface";
        }
        tokio::select! {
            () = sleep_until(came + ages.age + ages.grace) => "old age",
            () = reader.left(ages.unread) => "its answers are not read",
        }
    };
    let why = tokio::select! {
        _ = server.serve_with_incoming_shutdown(routes, only, time_to_go) => None,
        why = hard_end => Some(why),
        () = asked => Some(NEEDED),
    };
    if let Some(why) = why {
        cut_off(why);
    }
    drop(cut);
}

fn cut_off(why: &str) {
    tracing::debug!(why, "connection cut off");
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;
    use crate::server::answers::Unread;
    use crate::server::arriving::unfinished::Unfinished;

    /// What a client sends before its first call: the preface, and settings that set nothing.
    const GREETING: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

    fn connections() -> Connections {
        let settings = Settings::load(["tilewright"]).unwrap();
        let metrics = Arc::new(Metrics::new());
        let lying = (Unread::new(settings.send_timeout), Unfinished::default());
        let front = Front::new(&settings, &metrics, lying);
        Connections::new(&settings, front, Routes::default(), metrics)
    }

    /// How long a client lasts that sends this and then only listens.
    async fn lasts(sends: &[u8], ages: Ages) -> Duration {
        let mut connections = connections();
        let metrics = Arc::clone(&connections.metrics);
        connections.ages = ages;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        client.write_all(sends).await.unwrap();
        let came = Instant::now();
        let listens = async {
            let mut heard = Vec::new();
            // An end is an end, with or without an error.
            let _ = client.read_to_end(&mut heard).await;
        };
        tokio::select! {
            () = connections.accept(&listener) => {}
            () = listens => {}
        }
        let lasted = came.elapsed();
        timeout(Duration::from_secs(5), connections.gone()).await.unwrap();
        assert_eq!(metrics.connections.get(), 0);
        lasted
    }

    const NEVER: Duration = Duration::from_secs(100);

    #[tokio::test]
    async fn a_client_that_never_greets_is_cut_off() {
        let preface = Duration::from_millis(100);
        for sends in [&GREETING[..0], &GREETING[..23]] {
            let lasted = lasts(sends, Ages { preface, age: NEVER, grace: NEVER, unread: NEVER }).await;
            assert!(lasted >= preface / 2 && lasted < NEVER / 10, "{lasted:?}");
        }
    }

    #[tokio::test]
    async fn old_age_ends_whoever_does_not_go_when_asked() {
        let (age, grace) = (Duration::from_millis(100), Duration::from_millis(150));
        // It never answers the ping that goes with GOAWAY, so tonic alone would keep it.
        let lasted = lasts(GREETING, Ages { preface: NEVER, age, grace, unread: NEVER }).await;
        assert!(lasted >= Duration::from_millis(200) && lasted < NEVER / 10, "{lasted:?}");
    }

    #[tokio::test]
    async fn ages_differ_by_a_tenth_at_most() {
        let mut connections = connections();
        let ages: std::collections::BTreeSet<Duration> = (0..1000)
            .map(|n| {
                connections.accepted = n;
                connections.jittered(Duration::from_mins(30))
            })
            .collect();
        assert!(ages.len() > 100);
        assert!(*ages.first().unwrap() >= Duration::from_mins(27) && *ages.last().unwrap() <= Duration::from_mins(33));
    }
}
