//! Requests on their way: how long the message of a call may take, and what it is when it does not arrive whole.
//!
//! A call is under way as soon as its headers are here, and there is room for `--max-calls` of them. So whoever sends headers
//! and no message, or a byte a second, would hold that room for as long as a connection lasts. The message has
//! [`limits::ARRIVAL`]; of a call that sends many, the first piece has. And where there is no room for one more call, one that
//! still waits for its message [gives way](super::room).
//!
//! A body that breaks off, or is not what gRPC-web says it is, is its sender's mistake: tonic would call it INTERNAL or
//! UNKNOWN, which wakes somebody.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::{Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::body::Body;
use tonic::{Code, Status};

use super::room::{Asked, Room, Rooms, Standing};
use super::telemetry::methods::method;
use crate::grpc::limits;
use crate::grpc::status::Error;

/// The same request, whose message must arrive in time, and before its place in these rooms is needed.
#[must_use]
pub fn in_time(request: Request<Body>, rooms: &Rooms) -> Request<Body> {
    let method = method(request.uri().path());
    let (whole, room) = (!method.client_streams, rooms.of(method).clone());
    let by = Instant::now() + limits::ARRIVAL;
    request.map(|inner| Body::new(Arriving { inner, whole, room, by: Some(by), waits: None }))
}

pin_project! {
    /// The body of a request; see the module.
    struct Arriving {
        #[pin]
        inner: Body,
        // Whether all of it must be here in time, and not only the first piece.
        whole: bool,
        room: Room,
        // Nothing: it was in time, or is given up.
        by: Option<Instant>,
        // Set while it is waited for: most bodies are here before they are asked for.
        waits: Option<Waits>,
    }
}

/// What a body is given up for, and its place in the line of those that may be.
struct Waits {
    late: Pin<Box<Sleep>>,
    asked: Asked,
    standing: Standing,
}

impl http_body::Body for Arriving {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut this = self.project();
        if let Poll::Ready(frame) = this.inner.as_mut().poll_frame(context) {
            // The end of a message is told by itself, after its last piece, or by trailers.
            let is_piece = matches!(&frame, Some(Ok(frame)) if frame.is_data());
            if !*this.whole || !is_piece {
                *this.by = None;
                // Asked to go, it must, even if all of it is here now: another has its place already.
                if this.waits.take().is_some_and(|waits| !waits.standing.uses()) {
                    return Poll::Ready(Some(Err(Error::Crowded { most: this.room.most }.into())));
                }
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(broken)));
        }
        let Some(by) = *this.by else { return Poll::Pending };
        let waits = this.waits.get_or_insert_with(|| {
            let (standing, asked) = this.room.arriving.join();
            Waits { late: Box::pin(sleep_until(by)), asked, standing }
        });
        let error = if waits.late.as_mut().poll(context).is_ready() {
            Error::MessageTooSlow
        } else if Pin::new(&mut waits.asked).poll(context).is_ready() {
            Error::Crowded { most: this.room.most }
        } else {
            return Poll::Pending;
        };
        (*this.by, *this.waits) = (None, None);
        Poll::Ready(Some(Err(error.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// What is told of a body that broke off.
fn broken(status: Status) -> Status {
    match status.code() {
        Code::Internal | Code::Unknown => {
            Error::Malformed { why: format!("the message did not arrive whole: {}", status.message()) }.into()
        }
        _ => status,
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use http_body::Body as _;
    use http_body_util::StreamBody;
    use tokio::time::sleep;
    use tokio_stream::wrappers::ReceiverStream;

    use super::*;
    use crate::server::settings::Settings;

    type Piece = Result<Frame<Bytes>, Status>;

    fn rooms() -> Rooms {
        Rooms::new(&Settings::load(["tilewright"]).unwrap())
    }

    /// A request's body, and where its pieces come from.
    fn request(path: &str) -> (Body, tokio::sync::mpsc::Sender<Piece>) {
        request_in(&rooms(), path)
    }

    fn request_in(rooms: &Rooms, path: &str) -> (Body, tokio::sync::mpsc::Sender<Piece>) {
        let (send, pieces) = tokio::sync::mpsc::channel(4);
        let body = Body::new(StreamBody::new(ReceiverStream::new(pieces)));
        (in_time(Request::post(path).body(body).unwrap(), rooms).into_body(), send)
    }

    async fn next(body: &mut Body) -> Option<Piece> {
        poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
    }

    fn piece() -> Frame<Bytes> {
        Frame::data(Bytes::from_static(b"x"))
    }

    #[tokio::test(start_paused = true)]
    async fn a_message_has_its_time_however_it_drips() {
        let (mut body, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
        let began = Instant::now();
        let drips = tokio::spawn(async move {
            while send.send(Ok(piece())).await.is_ok() {
                sleep(Duration::from_secs(1)).await;
            }
        });
        let status = loop {
            if let Err(status) = next(&mut body).await.unwrap() {
                break status;
            }
        };
        assert_eq!(status.code(), Code::DeadlineExceeded);
        assert!(began.elapsed() < limits::ARRIVAL + Duration::from_secs(1));
        drop(body);
        drips.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_must_only_begin_in_time() {
        let (mut body, send) = request("/tilewright.v1.PuzzleService/BlindSession");
        send.send(Ok(piece())).await.unwrap();
        next(&mut body).await.unwrap().unwrap();
        tokio::select! {
            _ = next(&mut body) => panic!("it waits for what its caller will say"),
            () = sleep(10 * limits::ARRIVAL) => {}
        }
        let (mut silent, _send) = request("/tilewright.v1.PuzzleService/BlindSession");
        assert_eq!(next(&mut silent).await.unwrap().unwrap_err().code(), Code::DeadlineExceeded);
    }

    /// Whether room could be made, once the body was asked for what is there.
    async fn gives_way(path: &str, pieces: Vec<Piece>) -> (bool, Body) {
        let rooms = rooms();
        let (mut body, send) = request_in(&rooms, path);
        for piece in pieces {
            send.send(piece).await.unwrap();
            next(&mut body).await.unwrap().unwrap();
        }
        tokio::select! {
            biased;
            _ = next(&mut body) => panic!("it waits"),
            () = sleep(limits::STANDING) => {}
        }
        let gave = rooms.of(method(path)).arriving.make_room();
        // As long as this is held nothing ends.
        drop(send);
        (gave, body)
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_a_message_gives_way() {
        for (path, pieces) in [
            ("/tilewright.v1.PuzzleService/MinSwaps", vec![]),
            ("/tilewright.v1.PuzzleService/MinSwaps", vec![Ok(piece())]),
            ("/tilewright.v1.PuzzleService/BlindSession", vec![]),
            ("/grpc.health.v1.Health/Check", vec![]),
        ] {
            let (gave, mut body) = gives_way(path, pieces).await;
            assert!(gave, "{path}");
            let status = next(&mut body).await.unwrap().unwrap_err();
            assert_eq!(status.code(), Code::ResourceExhausted, "{path}");
        }
        // What a game's player will say next may take its time.
        let (gave, mut body) = gives_way("/tilewright.v1.PuzzleService/BlindSession", vec![Ok(piece())]).await;
        assert!(!gave);
        assert!(next(&mut body).await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_its_message_or_left_keeps_its_place() {
        let (rooms, path) = (rooms(), "/tilewright.v1.PuzzleService/MinSwaps");
        let (mut trailed, trails) = request_in(&rooms, path);
        let (mut whole, send) = request_in(&rooms, path);
        let (mut left, _send) = request_in(&rooms, path);
        for body in [&mut trailed, &mut whole, &mut left] {
            tokio::select! {
                biased;
                _ = next(body) => panic!("it waits"),
                () = sleep(limits::STANDING) => {}
            }
        }
        send.send(Ok(piece())).await.unwrap();
        drop(send);
        next(&mut whole).await.unwrap().unwrap();
        assert!(next(&mut whole).await.is_none());
        trails.send(Ok(Frame::trailers(http::HeaderMap::new()))).await.unwrap();
        next(&mut trailed).await.unwrap().unwrap();
        drop(left);
        assert!(!rooms.of(method(path)).arriving.make_room());
    }

    #[tokio::test(start_paused = true)]
    async fn who_was_asked_must_go_even_if_its_message_is_here() {
        let path = "/tilewright.v1.PuzzleService/MinSwaps";
        let rooms = rooms();
        let (mut body, send) = request_in(&rooms, path);
        tokio::select! {
            biased;
            _ = next(&mut body) => panic!("it waits"),
            () = sleep(limits::STANDING) => {}
        }
        assert!(rooms.of(method(path)).arriving.make_room());
        send.send(Ok(piece())).await.unwrap();
        drop(send);
        next(&mut body).await.unwrap().unwrap();
        assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
    }

    #[tokio::test]
    async fn what_breaks_off_is_its_senders_mistake() {
        for (status, code) in [
            (Status::internal("malformed base64 request"), Code::InvalidArgument),
            (Status::unknown("connection lost"), Code::InvalidArgument),
            (Status::cancelled("reset"), Code::Cancelled),
        ] {
            let (mut body, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
            send.send(Err(status)).await.unwrap();
            assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), code);
        }
    }
}
