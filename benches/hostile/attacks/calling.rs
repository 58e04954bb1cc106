//! Calls over the bare h2 library, whose ends are counted by their status.

use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use h2::client::SendRequest;
use http::{HeaderMap, Request};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::attack::Target;

/// gRPC's names of statuses, by their numbers.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// One connection, which is made again when it ends.
pub(crate) struct Line {
    target: Rc<str>,
    send: Option<SendRequest<Bytes>>,
}

/// What is asked.
pub(crate) struct Asked {
    pub(crate) path: String,
    /// Other headers.
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Bytes,
}

impl Line {
    pub(crate) fn to(target: &Target) -> Self {
        Self { target: target.address.as_str().into(), send: None }
    }

    /// The connection, a new one if there is none or it ended.
    pub(crate) async fn send(&mut self) -> Option<SendRequest<Bytes>> {
        if let Some(send) = self.send.clone()
            && let Ok(ready) = send.ready().await
        {
            return Some(ready);
        }
        let stream = TcpStream::connect(&*self.target).await.ok()?;
        stream.set_nodelay(true).ok()?;
        let (send, connection) = h2::client::handshake(stream).await.ok()?;
        tokio::task::spawn_local(connection);
        self.send = Some(send.clone());
        send.ready().await.ok()
    }
}

/// Calls, and counts how it ended.
pub(crate) async fn call(target: &Target, send: SendRequest<Bytes>, asked: Asked, patience: Duration) {
    let how = match timeout(patience, answer(send, asked)).await {
        Ok(Ok(headers)) => told(&headers),
        Ok(Err(error)) if error.is_reset() => "stream reset".to_owned(),
        Ok(Err(error)) if error.is_go_away() => format!("{error}"),
        Ok(Err(_)) => "connection lost".to_owned(),
        Err(_) => "given up".to_owned(),
    };
    target.met(&how, 1);
}

/// The status that headers or trailers tell.
pub(crate) fn told(headers: &HeaderMap) -> String {
    let code = headers.get("grpc-status").and_then(|code| code.to_str().ok()?.parse::<usize>().ok());
    let code = code.and_then(|code| CODES.get(code).copied()).unwrap_or("no status").to_owned();
    // What must not be is told whole.
    if matches!(&*code, "INTERNAL" | "UNKNOWN") {
        format!("{code} ({})", headers.get("grpc-message").map_or("", |why| why.to_str().unwrap_or_default()))
    } else {
        code
    }
}

async fn answer(mut send: SendRequest<Bytes>, asked: Asked) -> Result<HeaderMap, h2::Error> {
    let mut head = Request::post(format!("http://bench{}", asked.path))
        .header("te", "trailers")
        .header("content-type", "application/grpc");
    for (name, value) in &asked.headers {
        head = head.header(*name, value);
    }
    let (answer, mut stream) = send.send_request(head.body(()).expect("a request"), false)?;
    stream.send_data(asked.body, true)?;
    let (head, mut body) = answer.await?.into_parts();
    if head.headers.contains_key("grpc-status") {
        return Ok(head.headers);
    }
    while let Some(data) = body.data().await {
        let _ = body.flow_control().release_capacity(data?.len());
    }
    Ok(body.trailers().await?.unwrap_or_default())
}
