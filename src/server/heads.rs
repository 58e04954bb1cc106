//! How long the head of a request over HTTP/1.1 may be, which gRPC-web comes by.
//!
//! hyper gathers a head until it is complete, up to 400 KiB, and tonic has no setting for that: a thousand connections whose heads
//! never end took 423 MB. So a connection over HTTP/1.1 reads no more than [`PIECE`] at once, which keeps hyper's buffer as
//! small, and counts what it reads while no body is being read. Where that is too much it lets hyper work once more before it
//! gives up: hyper looks whether the client is still there between reading a request and calling the service. HTTP/2 has
//! limits of its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::Request;
use http_body_util::BodyExt as _;
use tonic::body::Body;

use super::io::Peer;
use crate::grpc::limits;

/// What is read at once: as much as a head may have.
pub const PIECE: usize = limits::HEADER_BYTES as usize;

/// The requests of one connection whose heads were complete.
#[derive(Clone, Debug, Default)]
pub struct Requests(Arc<Mutex<Seen>>);

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    heads: u64,
    /// Those of them whose bodies are still being read.
    bodies: usize,
}

impl Requests {
    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body that is being read, until this is dropped.
#[derive(Debug)]
struct InBody(Requests);

impl Drop for InBody {
    fn drop(&mut self) {
        self.0.lock().bodies -= 1;
    }
}

/// The same request, whose head is complete: what its connection reads is of its body, until that is at its end or given up.
#[must_use]
pub fn complete(request: Request<Body>) -> Request<Body> {
    // A call without a connection is a test's.
    let Some(Peer { requests, .. }) = request.extensions().get::<Peer>().cloned() else { return request };
    let mut seen = requests.lock();
    seen.heads += 1;
    seen.bodies += 1;
    drop(seen);
    let in_body = InBody(requests);
    request.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _while_it_is_read = &in_body;
            frame
        }))
    })
}

/// What a connection has read of a head.
#[derive(Debug)]
pub struct Head {
    requests: Requests,
    heads: u64,
    bytes: usize,
    counts: bool,
    /// Whether it was too long the last time already.
    waits: bool,
}

/// What a connection may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Read.
    Read,
    /// Be polled again.
    Wait,
    /// End.
    End,
}

impl Head {
    /// The first head of a connection, of which nothing is read yet.
    #[must_use]
    pub fn new(requests: Requests) -> Self {
        Self { requests, heads: 0, bytes: 0, counts: true, waits: false }
    }

    /// What may be done now. To be asked before each read.
    pub fn may(&mut self) -> Next {
        let Seen { heads, bodies } = *self.requests.lock();
        self.counts = bodies == 0;
        if heads != self.heads || !self.counts {
            (self.heads, self.bytes) = (heads, 0);
        }
        let is_too_long = self.bytes >= limits::HEADER_BYTES as usize;
        let may = match (is_too_long, self.waits) {
            (false, _) => Next::Read,
            (true, false) => Next::Wait,
            (true, true) => Next::End,
        };
        self.waits = is_too_long;
        may
    }

    /// So much was read.
    pub fn read(&mut self, bytes: usize) {
        if self.counts {
            self.bytes += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http_body_util::Full;

    use super::*;
    use crate::server::room::Line;

    const LIMIT: usize = limits::HEADER_BYTES as usize;

    /// A head of a connection, and what is called when one is complete.
    fn connection() -> (Head, impl Fn() -> Request<Body>) {
        let peer = Peer::new(Line::default().join().0);
        let head = Head::new(peer.requests.clone());
        let begins = move || {
            let mut request = Request::new(Body::new(Full::new(Bytes::from_static(b"a message"))));
            request.extensions_mut().insert(peer.clone());
            complete(request)
        };
        (head, begins)
    }

    /// Whether so many pieces of so many bytes may be read one after the other.
    fn reads(head: &mut Head, pieces: usize, bytes: usize) -> bool {
        (0..pieces).all(|_| {
            let may = head.may() == Next::Read;
            head.read(bytes);
            may
        })
    }

    #[test]
    fn a_head_that_does_not_end_is_read_up_to_the_limit() {
        let (mut head, _) = connection();
        assert!(reads(&mut head, LIMIT, 1));
        assert_eq!([head.may(), head.may()], [Next::Wait, Next::End]);
    }

    #[test]
    fn each_head_counts_by_itself_and_bodies_do_not() {
        let (mut head, begins) = connection();
        for _ in 0..3 {
            assert!(reads(&mut head, LIMIT, 1));
            // hyper looks whether the client is still there before it calls the service.
            assert_eq!(head.may(), Next::Wait);
            let body = begins();
            assert!(reads(&mut head, 5, LIMIT));
            drop(body);
            // With all of its message.
            assert!(reads(&mut head, 1, LIMIT));
            assert_eq!(head.may(), Next::Wait);
            drop(begins());
        }
        assert!(reads(&mut head, 1, LIMIT));
        assert_eq!([head.may(), head.may()], [Next::Wait, Next::End]);
    }
}
