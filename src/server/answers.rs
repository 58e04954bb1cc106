//! Large answers on their way: how much of them may lie about unread, and for how long.
//!
//! HTTP/2 lets a client open no window and still call. What it is answered then lies in memory until the connection ends, and an
//! answer may have millions of bytes. So an answer of more than [`CHUNK`] bytes is handed over piece by piece, each when there is
//! room for it; what is left of all of them together has a limit ([`limits::UNREAD_BYTES`]), beyond which the next one is
//! refused; and one of which nothing was taken for `--send-timeout` is dropped. Answers of streams wait for their readers
//! before they are made, and smaller ones are bounded by the number of calls. A connection of whose answers nothing is taken for
//! somewhat longer ends ([`super::readers`]).

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{MapOk, TryFutureExt as _};
use http::{HeaderMap, Request, Response};
use http_body::{Body as _, Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep};
use tonic::Status;
use tonic::body::Body;
use tower::{Layer, Service};

use super::io::Peer;
use super::readers::{Reader, Turn};
use crate::grpc::limits;
use crate::grpc::status::Error;

/// Answers are handed over in pieces of this size: what HTTP/2 opens for a stream at first.
const CHUNK: usize = 64 << 10;
/// What is counted in: a semaphore has no permits for all bytes.
const UNIT: usize = 1 << 10;

/// What of all large answers is unread.
#[derive(Clone, Debug)]
pub struct Unread {
    room: Arc<Semaphore>,
    patience: Duration,
}

impl Unread {
    /// None yet. An answer of which nothing is taken for this long is dropped.
    #[must_use]
    pub fn new(patience: Duration) -> Self {
        Self { room: Arc::new(Semaphore::new(limits::UNREAD_BYTES / UNIT)), patience }
    }

    /// Bytes of large answers that are unread now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        limits::UNREAD_BYTES - self.room.available_permits() * UNIT
    }

    /// The same answer, handed over as the module says, to the reader of its connection.
    #[must_use]
    pub fn bound(&self, answer: Response<Body>, reader: Reader) -> Response<Body> {
        let turn = Turn::new(reader);
        answer.map(|inner| Body::new(Bounded { inner, unread: self.clone(), turn, lying: None, over: false }))
    }

    /// Takes charge of the bytes of an answer; `None` where there is no room.
    fn lay(&self, bytes: Bytes) -> Option<Watched> {
        let units = u32::try_from(bytes.len().div_ceil(UNIT)).ok()?;
        let permit = Arc::clone(&self.room).try_acquire_many_owned(units).ok()?;
        let lying = Arc::new(Lying(Mutex::new(Some(Rest { bytes, taken: Instant::now(), _room: permit }))));
        let watch = tokio::spawn(drop_when_left(Arc::downgrade(&lying), self.patience)).abort_handle();
        Some(Watched { lying, watch })
    }
}

impl<S> Layer<S> for Unread {
    type Service = Handed<S>;

    fn layer(&self, inner: S) -> Handed<S> {
        Handed { inner, unread: self.clone() }
    }
}

/// A service whose answers are handed over as the module says.
#[derive(Clone, Debug)]
pub struct Handed<S> {
    inner: S,
    unread: Unread,
}

/// What becomes of an answer.
type Hands = Box<dyn FnOnce(Response<Body>) -> Response<Body> + Send>;

impl<S> Service<Request<Body>> for Handed<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = MapOk<S::Future, Hands>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        // Each connection has one; a call without a connection is a test's.
        let reader = request.extensions().get::<Peer>().map(|peer| peer.reader.clone()).unwrap_or_default();
        let unread = self.unread.clone();
        self.inner.call(request).map_ok(Box::new(move |answer| unread.bound(answer, reader)))
    }
}

/// An answer that is being handed over; nothing once it was dropped.
#[derive(Debug)]
struct Lying(Mutex<Option<Rest>>);

#[derive(Debug)]
struct Rest {
    bytes: Bytes,
    /// When the last piece was taken.
    taken: Instant,
    _room: OwnedSemaphorePermit,
}

/// An answer that is being handed over, and who watches that it is. The watch ends with it: where large answers are many, sleepers would
/// be, too.
#[derive(Debug)]
struct Watched {
    lying: Arc<Lying>,
    watch: AbortHandle,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.watch.abort();
    }
}

/// What comes next of an answer.
enum Next {
    Piece(Bytes),
    /// All of it was handed over.
    End,
    /// It was dropped.
    Dropped,
}

impl Lying {
    fn lock(&self) -> MutexGuard<'_, Option<Rest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Next {
        let mut rest = self.lock();
        let Some(Rest { bytes, taken, .. }) = &mut *rest else { return Next::Dropped };
        if bytes.is_empty() {
            return Next::End;
        }
        *taken = Instant::now();
        Next::Piece(bytes.split_to(CHUNK.min(bytes.len())))
    }
}

/// Drops an answer that nobody takes.
async fn drop_when_left(lying: Weak<Lying>, patience: Duration) {
    let mut look_at = Instant::now() + patience;
    loop {
        sleep(look_at.saturating_duration_since(Instant::now())).await;
        // It was handed over, or its call is gone.
        let Some(lying) = lying.upgrade() else { return };
        let mut rest = lying.lock();
        match &*rest {
            Some(Rest { taken, .. }) if taken.elapsed() < patience => look_at = *taken + patience,
            _ => {
                *rest = None;
                return;
            }
        }
    }
}

pin_project! {
    /// The body of an answer that is handed over in pieces.
    struct Bounded {
        #[pin]
        inner: Body,
        unread: Unread,
        turn: Turn,
        lying: Option<Watched>,
        over: bool,
    }
}

/// The end of an answer that fails.
fn failed(error: Error) -> Frame<Bytes> {
    let mut trailers = HeaderMap::new();
    // Our own statuses are all printable.
    let _ = Status::from(error).add_header(&mut trailers);
    Frame::trailers(trailers)
}

impl http_body::Body for Bounded {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        // Whoever asks for the next piece has room for it.
        self.as_mut().project().turn.taken();
        let polled = self.as_mut().poll_piece(context);
        if matches!(polled, Poll::Ready(Some(Ok(_)))) {
            self.project().turn.waits();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.over || (self.lying.is_none() && self.inner.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        if self.lying.is_none() { self.inner.size_hint() } else { SizeHint::default() }
    }
}

impl Bounded {
    fn poll_piece(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut this = self.project();
        loop {
            if *this.over {
                return Poll::Ready(None);
            }
            match this.lying.as_ref().map(|watched| watched.lying.next()) {
                Some(Next::Piece(piece)) => return Poll::Ready(Some(Ok(Frame::data(piece)))),
                Some(Next::Dropped) => {
                    *this.over = true;
                    return Poll::Ready(Some(Ok(failed(Error::ReaderTooSlow))));
                }
                Some(Next::End) => *this.lying = None,
                None => {}
            }
            let frame = ready!(this.inner.as_mut().poll_frame(context));
            let bytes = match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(bytes))) => bytes,
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(status)) => return Poll::Ready(Some(Err(status))),
                None => return Poll::Ready(None),
            };
            if bytes.len() <= CHUNK {
                return Poll::Ready(Some(Ok(Frame::data(bytes))));
            }
            *this.lying = this.unread.lay(bytes);
            if this.lying.is_none() {
                *this.over = true;
                return Poll::Ready(Some(Ok(failed(Error::Unread))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use http_body_util::Full;

    use super::*;

    /// An answer of so many bytes, as it is handed over.
    fn answer(unread: &Unread, bytes: usize) -> Body {
        let full = Full::new(Bytes::from(vec![7; bytes]));
        unread.bound(Response::new(Body::new(full)), Reader::default()).into_body()
    }

    async fn next(body: &mut Body) -> Option<Frame<Bytes>> {
        poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await.map(Result::unwrap)
    }

    fn status_in(frame: Frame<Bytes>) -> Status {
        Status::from_header_map(&frame.into_trailers().unwrap()).unwrap()
    }

    #[tokio::test]
    async fn an_answer_is_handed_over_piece_by_piece_and_gives_its_room_back() {
        let unread = Unread::new(Duration::from_secs(100));
        let mut body = answer(&unread, 3 * CHUNK + 5);
        let mut sizes = Vec::new();
        while let Some(frame) = next(&mut body).await {
            sizes.push(frame.into_data().unwrap().len());
            assert!(unread.bytes() > 3 * CHUNK || body.is_end_stream());
        }
        assert_eq!(sizes, [CHUNK, CHUNK, CHUNK, 5]);
        assert_eq!(unread.bytes(), 0);
        let mut small = answer(&unread, CHUNK);
        assert_eq!(next(&mut small).await.unwrap().into_data().unwrap().len(), CHUNK);
        assert_eq!(unread.bytes(), 0);
        drop(answer(&unread, 3 * CHUNK));
        assert_eq!(unread.bytes(), 0);
    }

    #[tokio::test]
    async fn there_is_room_for_so_many_bytes() {
        let unread = Unread::new(Duration::from_secs(100));
        let mut first = answer(&unread, limits::UNREAD_BYTES);
        next(&mut first).await.unwrap();
        let mut second = answer(&unread, CHUNK + 1);
        let status = status_in(next(&mut second).await.unwrap());
        assert_eq!(status.code(), tonic::Code::ResourceExhausted);
        assert!(next(&mut second).await.is_none());
        drop(first);
        assert!(next(&mut answer(&unread, CHUNK + 1)).await.unwrap().is_data());
    }

    #[tokio::test]
    async fn nobody_watches_an_answer_that_is_gone() {
        let watches = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
        let unread = Unread::new(Duration::from_secs(100));
        let [mut taken, mut left] = [answer(&unread, 2 * CHUNK), answer(&unread, 2 * CHUNK)];
        next(&mut taken).await.unwrap();
        next(&mut left).await.unwrap();
        assert_eq!(watches(), 2);
        while next(&mut taken).await.is_some() {}
        tokio::task::yield_now().await;
        assert_eq!(watches(), 1);
        drop(left);
        tokio::task::yield_now().await;
        assert_eq!(watches(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_takes_is_dropped() {
        let patience = Duration::from_secs(30);
        let unread = Unread::new(patience);
        let mut body = answer(&unread, 10 * CHUNK);
        for _ in 0..5 {
            next(&mut body).await.unwrap();
            sleep(Duration::from_secs(29)).await;
        }
        assert!(unread.bytes() > 0);
        sleep(Duration::from_secs(2)).await;
        assert_eq!(unread.bytes(), 0);
        assert_eq!(status_in(next(&mut body).await.unwrap()).code(), tonic::Code::Aborted);
        assert!(next(&mut body).await.is_none());
    }
}
