//! How long the head of a request over HTTP/1.1 may be, which gRPC-web comes by.
//!
//! hyper gathers a head until it is complete, up to 400 KiB, and tonic has no setting for that: a thousand connections whose heads
//! never end took 423 MB. So a connection counts what it reads while it waits for the end of a head, and reads no more where that is
//! too much. What is read at once is whole: a request of which head and message come in one piece is never too long. HTTP/2 has a limit of
//! its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::Request;
use http_body_util::BodyExt as _;
use tonic::body::Body;

use super::io::Peer;
use crate::grpc::limits;

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
}

impl Head {
    /// The first head of a connection, of which nothing is read yet.
    #[must_use]
    pub fn new(requests: Requests) -> Self {
        Self { requests, heads: 0, bytes: 0, counts: true }
    }

    /// Whether no more of it may be read. To be asked before each read.
    pub fn is_too_long(&mut self) -> bool {
        let Seen { heads, bodies } = *self.requests.lock();
        self.counts = bodies == 0;
        if heads != self.heads || !self.counts {
            (self.heads, self.bytes) = (heads, 0);
        }
        self.bytes >= limits::HEADER_BYTES as usize
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
    use super::*;

    const LIMIT: usize = limits::HEADER_BYTES as usize;

    /// A head of a connection, and what is called when one is complete.
    fn connection() -> (Head, impl Fn() -> Request<Body>) {
        let peer = Peer::default();
        let head = Head::new(peer.requests.clone());
        let begins = move || {
            let mut request = Request::new(Body::empty());
            request.extensions_mut().insert(peer.clone());
            complete(request)
        };
        (head, begins)
    }

    fn reads(head: &mut Head, pieces: usize, bytes: usize) -> bool {
        (0..pieces).all(|_| {
            let may = !head.is_too_long();
            head.read(bytes);
            may
        })
    }

    #[test]
    fn a_head_that_does_not_end_is_read_up_to_the_limit() {
        let (mut head, _) = connection();
        assert!(reads(&mut head, LIMIT, 1));
        assert!(head.is_too_long());
        let (mut head, _) = connection();
        assert!(reads(&mut head, 1, 10 * LIMIT), "what is read at once is whole");
        assert!(head.is_too_long());
    }

    #[test]
    fn each_head_counts_by_itself_and_bodies_do_not() {
        let (mut head, begins) = connection();
        for _ in 0..3 {
            assert!(reads(&mut head, LIMIT, 1));
            let body = begins();
            assert!(reads(&mut head, 5, LIMIT));
            drop(body);
            // In one piece with all of its message.
            assert!(reads(&mut head, 1, 2 * LIMIT));
            drop(begins());
        }
        assert!(reads(&mut head, 1, LIMIT));
        assert!(head.is_too_long());
    }
}
