//! A caller that is much quicker than what it calls: gRPC over the bare h2 library, one task a call, no more of a client.

#![allow(dead_code, reason = "each bench uses what it needs")]

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use h2::client::SendRequest;
use http::{HeaderMap, HeaderValue, Request};
use prost::Message;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout_at};

pub(crate) type Any = Box<dyn Error + Send + Sync>;

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// OK, before the deadline, with an answer that [suffices](Prepared::suffices).
    InTime,
    /// `RESOURCE_EXHAUSTED`.
    Refused,
    /// Answered after the deadline, or not at all by then, or with less than suffices.
    Late,
    /// Any other end.
    Failed,
}

/// gRPC's own numbers.
const OK: &[u8] = b"0";
const DEADLINE_EXCEEDED: &[u8] = b"4";
const RESOURCE_EXHAUSTED: &[u8] = b"8";

/// Why a lock is never poisoned.
const NO_PANIC: &str = "nobody panics with it";

type Connection = h2::client::Connection<TcpStream, Bytes>;

/// Connections to the server.
pub(crate) struct Caller {
    connections: Vec<Mutex<SendRequest<Bytes>>>,
    authority: String,
    /// What calls said that failed otherwise than is expected of an overload: the first few that differ.
    failed: Mutex<BTreeSet<String>>,
}

/// A request as it goes over the wire.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub(crate) path: &'static str,
    pub(crate) body: Bytes,
    /// What the server is told that it has.
    pub(crate) within: Duration,
    /// After this the call is given up.
    pub(crate) patience: Duration,
    /// Whether an answer's frames say all that was asked for: a search may have been cut short.
    pub(crate) suffices: fn(&[u8]) -> bool,
}

/// The message in gRPC's frame, not compressed.
pub(crate) fn framed(message: &impl Message) -> Bytes {
    let mut frame = BytesMut::with_capacity(message.encoded_len() + 5);
    frame.put_u8(0);
    frame.put_u32(u32::try_from(message.encoded_len()).unwrap_or(u32::MAX));
    message.encode(&mut frame).expect("the buffer grows");
    frame.freeze()
}

/// The message of the only frame, if it is one.
pub(crate) fn unframed<M: Message + Default>(frames: &[u8]) -> Option<M> {
    M::decode(frames.get(5..)?).ok()
}

impl Caller {
    pub(crate) async fn connect(address: &str, connections: usize) -> Result<Arc<Self>, Any> {
        let mut made = Vec::new();
        let mut kept = Vec::new();
        for _ in 0..connections {
            let (send, connection) = open(address).await?;
            made.push(Mutex::new(send));
            kept.push(connection);
        }
        let caller = Arc::new(Self { connections: made, authority: address.to_owned(), failed: Mutex::default() });
        for (at, connection) in kept.into_iter().enumerate() {
            tokio::spawn(Self::keep(Arc::downgrade(&caller), address.to_owned(), at, connection));
        }
        Ok(caller)
    }

    /// Connects again whenever the connection ends, as clients do, for as long as anybody calls on it.
    async fn keep(caller: Weak<Self>, authority: String, at: usize, mut connection: Connection) {
        loop {
            let ended = connection.await;
            let (send, next) = loop {
                if caller.strong_count() == 0 {
                    return;
                }
                match open(&authority).await {
                    Ok(opened) => break opened,
                    Err(_) => sleep(Duration::from_millis(100)).await,
                }
            };
            let Some(caller) = caller.upgrade() else { return };
            caller.fails(format!("the connection ended: {ended:?}"));
            *caller.connections[at].lock().expect(NO_PANIC) = send;
            connection = next;
        }
    }

    /// Calls on one of the connections; `due` is when the deadline's time begins.
    pub(crate) async fn call(self: Arc<Self>, connection: usize, request: Prepared, due: Instant) -> Outcome {
        let deadline = due + request.within;
        let connection = &self.connections[connection % self.connections.len()];
        let send = connection.lock().expect(NO_PANIC).clone();
        let suffices = request.suffices;
        // As clients do: what is not answered in time is given up, and the server told so.
        match timeout_at(due + request.patience, answer(send, &self.authority, request, deadline)).await {
            Ok(Ok((status, body))) => match self.outcome(&status) {
                Outcome::InTime if !suffices(&body) => Outcome::Late,
                outcome => outcome,
            },
            Ok(Err(error)) => self.fails(error.to_string()),
            Err(_) => Outcome::Late,
        }
    }

    /// The answer to a call that is to succeed, as it goes over the wire.
    pub(crate) async fn ask(&self, request: Prepared) -> Result<Vec<u8>, Any> {
        let send = self.connections[0].lock().expect(NO_PANIC).clone();
        let deadline = Instant::now() + request.within;
        let path = request.path;
        let (status, frames) = answer(send, &self.authority, request, deadline).await?;
        match self.outcome(&status) {
            Outcome::InTime => Ok(frames),
            outcome => Err(format!("{path}: {outcome:?} {:?}", self.failed()).into()),
        }
    }

    fn outcome(&self, status: &HeaderMap) -> Outcome {
        match status.get("grpc-status").map(HeaderValue::as_bytes) {
            Some(OK) => Outcome::InTime,
            Some(RESOURCE_EXHAUSTED) => Outcome::Refused,
            Some(DEADLINE_EXCEEDED) => Outcome::Late,
            code => self.fails(format!("{code:?} {:?}", status.get("grpc-message"))),
        }
    }

    fn fails(&self, why: String) -> Outcome {
        let mut failed = self.failed.lock().expect(NO_PANIC);
        if failed.len() < 10 {
            failed.insert(why);
        }
        Outcome::Failed
    }

    /// What calls said that failed, since this was last asked.
    pub(crate) fn failed(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.failed.lock().expect(NO_PANIC))
    }
}

async fn open(address: &str) -> Result<(SendRequest<Bytes>, Connection), Any> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(h2::client::handshake(stream).await?)
}

/// What came with `grpc-status`, the only head or the trailers; and the frames before it.
async fn answer(
    send: SendRequest<Bytes>,
    authority: &str,
    request: Prepared,
    deadline: Instant,
) -> Result<(HeaderMap, Vec<u8>), h2::Error> {
    // Waits while as many streams are open as the server allows.
    let mut send = send.ready().await?;
    let left = deadline.saturating_duration_since(Instant::now());
    let head = Request::post(format!("http://{authority}{}", request.path))
        .header("te", "trailers")
        .header("content-type", "application/grpc")
        .header("grpc-timeout", format!("{}u", left.as_micros()))
        .body(())
        .expect("a request");
    let (answer, mut stream) = send.send_request(head, false)?;
    stream.send_data(request.body, true)?;
    let (head, mut body) = answer.await?.into_parts();
    if head.headers.contains_key("grpc-status") {
        return Ok((head.headers, Vec::new()));
    }
    let mut frames = Vec::new();
    while let Some(data) = body.data().await {
        let data = data?;
        body.flow_control().release_capacity(data.len())?;
        frames.extend_from_slice(&data);
    }
    Ok((body.trailers().await?.unwrap_or_default(), frames))
}
