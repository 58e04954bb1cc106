//! A good caller, beside whom others attack: a hundred calls a second on a connection that it has had from the beginning, and
//! five a second that come on a connection of their own, each due at its time whatever became of those before.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use h2::client::SendRequest;
use http::Request;
use tilewright::grpc::proto::{GenerateBoardRequest, MarkGuessRequest, Seeded};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::attacks::asked::{MIN_SWAPS, swaps};
use crate::caller::framed;
use crate::serving::Any;
use crate::support::Times;

/// Time between calls on the connection that stands, and between those that make one.
const EVERY: Duration = Duration::from_millis(10);
const NEW_EVERY: Duration = Duration::from_millis(200);
/// What each call has.
const WITHIN: Duration = Duration::from_secs(1);

/// A call that was due then.
struct Made {
    due: Instant,
    took: Duration,
    /// Why it failed, if it did.
    failed: Option<String>,
    /// Whether it made a connection.
    new: bool,
}

/// The server's door, and all calls that were made.
pub(crate) struct Good {
    address: String,
    tls: Option<TlsConnector>,
    made: RefCell<Vec<Made>>,
}

/// What became of the calls of a while.
pub(crate) struct Figures {
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    /// Failed, and all: on the connection that stands, and on new ones.
    pub(crate) failed: [(usize, usize); 2],
    /// Why the first failed.
    pub(crate) why: Option<String>,
}

trait Stream: AsyncRead + AsyncWrite + Unpin {}
impl<S: AsyncRead + AsyncWrite + Unpin> Stream for S {}

impl Good {
    /// Begins to call, within a [`tokio::task::LocalSet`]. Where there is TLS, this is the authority.
    pub(crate) fn start(address: String, authority: Option<&rcgen::Certificate>) -> Result<Rc<Self>, Any> {
        let tls = authority.map(connector).transpose()?;
        let good = Rc::new(Self { address, tls, made: RefCell::default() });
        tokio::task::spawn_local(Rc::clone(&good).stands());
        tokio::task::spawn_local(Rc::clone(&good).comes_anew());
        Ok(good)
    }

    async fn stands(self: Rc<Self>) {
        let connection = Rc::new(RefCell::new(self.open().await.ok()));
        let mut due = Instant::now();
        for call in 0u64.. {
            sleep_until(due).await;
            let (good, connection) = (Rc::clone(&self), Rc::clone(&connection));
            tokio::task::spawn_local(async move {
                let standing = connection.borrow().clone();
                let made = async {
                    match standing {
                        Some(send) => send.ready().await.map_err(Into::into),
                        None => good.open().await,
                    }
                };
                let answered = timeout_at(due + WITHIN, async { answer(made.await?, call).await }).await;
                let failed = why(answered);
                if failed.is_some() {
                    // It may be the connection that failed.
                    let opened = timeout_at(due + 2 * WITHIN, good.open()).await;
                    connection.replace(opened.ok().and_then(Result::ok));
                }
                good.made.borrow_mut().push(Made { due, took: due.elapsed(), failed, new: false });
            });
            due += EVERY;
        }
    }

    async fn comes_anew(self: Rc<Self>) {
        let mut due = Instant::now();
        for call in 0u64.. {
            sleep_until(due).await;
            let good = Rc::clone(&self);
            tokio::task::spawn_local(async move {
                let answered = timeout_at(due + WITHIN, async { answer(good.open().await?, call * 3).await }).await;
                let failed = why(answered);
                good.made.borrow_mut().push(Made { due, took: due.elapsed(), failed, new: true });
            });
            due += NEW_EVERY;
        }
    }

    async fn open(&self) -> Result<SendRequest<Bytes>, Any> {
        let stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let stream: Box<dyn Stream> = match &self.tls {
            None => Box::new(stream),
            Some(tls) => Box::new(tls.connect(ServerName::try_from("tilewright.test")?, stream).await?),
        };
        let (send, connection) = h2::client::handshake(stream).await?;
        tokio::task::spawn_local(connection);
        Ok(send.ready().await?)
    }

    /// Of the calls that were due in this while.
    pub(crate) fn figures(&self, from: Instant, to: Instant) -> Figures {
        let made = self.made.borrow();
        let due = || made.iter().filter(|call| (from..to).contains(&call.due));
        // A call that failed took all of its time, at least.
        let took = |call: &Made| if call.failed.is_some() { call.took.max(WITHIN) } else { call.took };
        let mut times: Vec<Duration> = due().map(took).collect();
        times.sort_unstable();
        let times = Times(if times.is_empty() { vec![WITHIN] } else { times });
        let failed = [false, true].map(|new| {
            let of = || due().filter(|call| call.new == new);
            (of().filter(|call| call.failed.is_some()).count(), of().count())
        });
        let why = due().find_map(|call| call.failed.clone());
        Figures { p50: times.at(50), p99: times.at(99), failed, why }
    }
}

/// Trusts this certificate alone.
fn connector(authority: &rcgen::Certificate) -> Result<TlsConnector, Any> {
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone())?;
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions()?.with_root_certificates(roots);
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Why a call failed: its time passed, its connection did, or its status is not OK.
fn why(answered: Result<Result<String, Any>, tokio::time::error::Elapsed>) -> Option<String> {
    match answered {
        Ok(Ok(status)) if status.starts_with("0 ") => None,
        Ok(Ok(status)) => Some(status),
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("no answer in time".to_owned()),
    }
}

/// Calls one of three methods: the status, and what it says.
async fn answer(mut send: SendRequest<Bytes>, call: u64) -> Result<String, Any> {
    let (path, body) = match call % 3 {
        0 => (
            "/tilewright.v1.GuessService/MarkGuess",
            framed(&MarkGuessRequest { guess: "crane".into(), answer: "slate".into(), ..MarkGuessRequest::default() }),
        ),
        1 => {
            let board = Some(Seeded { seed: format!("good/{call}"), ..Seeded::default() });
            let asked = GenerateBoardRequest { board, ..GenerateBoardRequest::default() };
            ("/tilewright.v1.PuzzleService/GenerateBoard", framed(&asked))
        }
        _ => (MIN_SWAPS, swaps()),
    };
    let head = Request::post(format!("http://bench{path}"))
        .header("te", "trailers")
        .header("content-type", "application/grpc")
        .header("grpc-timeout", format!("{}m", WITHIN.as_millis()))
        .body(())?;
    let (answer, mut stream) = send.send_request(head, false)?;
    stream.send_data(body, true)?;
    let (head, mut body) = answer.await?.into_parts();
    let mut headers = head.headers;
    if !headers.contains_key("grpc-status") {
        while let Some(data) = body.data().await {
            body.flow_control().release_capacity(data?.len())?;
        }
        headers = body.trailers().await?.unwrap_or_default();
    }
    let text = |name| headers.get(name).map_or("", |value| value.to_str().unwrap_or_default());
    Ok(format!("{} {}", text("grpc-status"), text("grpc-message")))
}
