//! Requests on their way: how long the message of a call may take, and what it is when it does not arrive whole.
//!
//! A call is under way as soon as its headers are here, and there is room for `--max-calls` of them. So whoever sends headers
//! and no message, or a byte a second, would hold that room for as long as a connection lasts. The message has
//! [`limits::ARRIVAL`]; of a call that sends many, the first has, and each other from its first byte. And where there is no room for one
//! more call, one that still waits for its first message [gives way](super::room); so does one whose message is half here, where
//! there is [no room for all of those](super::unfinished). What comes in pieces is [handed on whole](super::whole).
//!
//! A body that breaks off, or is not what gRPC-web says it is, is its sender's mistake: tonic would call it INTERNAL or
//! UNKNOWN, which wakes somebody.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::{Body as _, Frame};
use pin_project_lite::pin_project;
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::body::Body;
use tonic::{Code, Status};

use super::room::{Asked, Room, Rooms, Standing};
use super::telemetry::methods::method;
use super::unfinished::{Part, Unfinished};
use super::whole::{Taken, Whole};
use crate::grpc::limits;
use crate::grpc::status::Error;

/// The same request, whose message must arrive in time, and before its place in these rooms is needed, or what is kept of it. No message
/// above `longest` bytes is waited for.
#[must_use]
pub fn in_time(request: Request<Body>, rooms: &Rooms, unfinished: &Unfinished, longest: usize) -> Request<Body> {
    let method = method(request.uri().path());
    let messages = Whole::new(!method.client_streams, longest);
    let (part, room) = (unfinished.nothing(), rooms.of(method).clone());
    let by = Some(Instant::now() + limits::ARRIVAL);
    request.map(|inner| Body::new(Arriving { inner, messages, end: None, part, room, is_first: true, by, waits: None }))
}

pin_project! {
    /// The body of a request; see the module.
    #[project = ArrivingProjection]
    struct Arriving {
        #[pin]
        inner: Body,
        messages: Whole,
        // What the body ended with, once it has.
        end: Option<End>,
        part: Part,
        room: Room,
        // Whether no message was whole yet: only then its place can be given to another call.
        is_first: bool,
        // Nothing: there is none that must be whole, or it is given up.
        by: Option<Instant>,
        // Set while it is waited for: most bodies are here before they are asked for.
        waits: Option<Waits>,
    }
}

/// The end of a body: trailers, or nothing.
type End = Option<Frame<Bytes>>;

/// What a body is given up for, and its place in the line of those that give way to a call, if it is in it.
struct Waits {
    late: Pin<Box<Sleep>>,
    place: Option<(Standing, Asked)>,
}

impl http_body::Body for Arriving {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut this = self.project();
        let polled = this.poll_messages(context);
        if matches!(polled, Poll::Ready(Some(Err(_)))) {
            (*this.by, *this.waits) = (None, None);
            this.part.let_go();
            this.messages.give_up();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.end.is_none() && self.messages.is_empty() && self.inner.is_end_stream()
    }
}

impl ArrivingProjection<'_> {
    /// The next bytes of messages that are whole, or the end.
    fn poll_messages(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        loop {
            if let Some(bytes) = self.messages.ready() {
                return Poll::Ready(Some(Ok(Frame::data(bytes))));
            }
            if let Some(end) = self.end.take() {
                return Poll::Ready(end.map(Ok));
            }
            let must_end = match self.inner.as_mut().poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                    Ok(piece) => self.takes(piece, context),
                    Err(trailers) => self.ends(Some(trailers)),
                },
                Poll::Ready(None) => self.ends(None),
                Poll::Ready(Some(Err(status))) => return Poll::Ready(Some(Err(broken(status)))),
                Poll::Pending => match self.waits_too_long(context) {
                    None => return Poll::Pending,
                    must_end => must_end,
                },
            };
            if let Some(error) = must_end {
                return Poll::Ready(Some(Err(error.into())));
            }
        }
    }

    /// A piece is here. What the call must end with, where there is no room for what is kept of it.
    fn takes(&mut self, piece: Bytes, context: &mut Context<'_>) -> Option<Error> {
        let Taken { end, part } = self.messages.takes(piece, self.inner.is_end_stream());
        let must_go = if end { self.is_whole() } else { None };
        if part {
            self.by.get_or_insert_with(|| Instant::now() + limits::ARRIVAL);
        }
        let has_room = self.part.keeps(self.messages.kept()) && self.part.poll_asked(context).is_pending();
        must_go.or_else(|| (!has_room).then_some(Error::Unfinished))
    }

    /// No more comes. What the call must end with all the same.
    fn ends(&mut self, end: End) -> Option<Error> {
        self.messages.ends();
        *self.end = Some(end);
        let has_room = self.part.keeps(self.messages.kept());
        self.is_whole().or_else(|| (!has_room).then_some(Error::Unfinished))
    }

    /// Its message is here, or the end of it. What it must end with all the same.
    fn is_whole(&mut self) -> Option<Error> {
        *self.by = None;
        *self.is_first = false;
        let place = self.waits.take().and_then(|waits| waits.place);
        // Asked to go, it must, even if all of it is here now: another has its place already.
        let must_go = place.is_some_and(|(standing, _)| !standing.uses());
        must_go.then_some(Error::Crowded { most: self.room.most })
    }

    /// Nothing more is here. What the call must end with, if it has waited long enough for a message, or must give way.
    fn waits_too_long(&mut self, context: &mut Context<'_>) -> Option<Error> {
        if let Some(by) = *self.by {
            let waits = self.waits.get_or_insert_with(|| {
                let place = self.is_first.then(|| self.room.arriving.join());
                Waits { late: Box::pin(sleep_until(by)), place }
            });
            if waits.late.as_mut().poll(context).is_ready() {
                return Some(Error::MessageTooSlow);
            }
            let place = waits.place.as_mut();
            if place.is_some_and(|(_, asked)| Pin::new(asked).poll(context).is_ready()) {
                return Some(Error::Crowded { most: self.room.most });
            }
        }
        self.part.poll_asked(context).is_ready().then_some(Error::Unfinished)
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
        request_among(rooms, &Unfinished::default(), path)
    }

    fn request_among(rooms: &Rooms, all: &Unfinished, path: &str) -> (Body, tokio::sync::mpsc::Sender<Piece>) {
        let (send, pieces) = tokio::sync::mpsc::channel(4);
        let body = Body::new(StreamBody::new(ReceiverStream::new(pieces)));
        (in_time(Request::post(path).body(body).unwrap(), rooms, all, usize::MAX).into_body(), send)
    }

    async fn next(body: &mut Body) -> Option<Piece> {
        poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
    }

    /// All that is handed on by now, and no error.
    async fn look(body: &mut Body) -> Option<Vec<u8>> {
        // A task that looked at much already is told that nothing is here.
        tokio::task::yield_now().await;
        let mut all = None;
        while let Poll::Ready(Some(frame)) =
            poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context))).await
        {
            let bytes = frame.unwrap().into_data().unwrap_or_default();
            all.get_or_insert_with(Vec::new).extend(bytes);
        }
        all
    }

    fn piece() -> Frame<Bytes> {
        Frame::data(Bytes::from_static(b"x"))
    }

    /// A message of two bytes.
    const MESSAGE: &[u8] = b"\0\0\0\0\x02xy";

    fn message() -> Frame<Bytes> {
        Frame::data(Bytes::from_static(MESSAGE))
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
    async fn each_message_of_a_stream_has_its_time_once_it_has_begun() {
        let (mut body, send) = request("/tilewright.v1.PuzzleService/BlindSession");
        for pieces in [&[MESSAGE][..], &[&MESSAGE[..3], &MESSAGE[3..6], &MESSAGE[6..]]] {
            for piece in pieces {
                send.send(Ok(Frame::data(Bytes::from_static(piece)))).await.unwrap();
                look(&mut body).await;
                sleep(limits::ARRIVAL / 4).await;
            }
            tokio::select! {
                _ = next(&mut body) => panic!("it waits for what its caller will say"),
                () = sleep(10 * limits::ARRIVAL) => {}
            }
        }
        // Of one that began in the piece in which another ended, too.
        send.send(Ok(Frame::data(Bytes::from([MESSAGE, &MESSAGE[..6]].concat())))).await.unwrap();
        look(&mut body).await.unwrap();
        sleep(limits::ARRIVAL / 2).await;
        send.send(Ok(Frame::data(Bytes::from([&MESSAGE[6..], MESSAGE, &MESSAGE[..1]].concat())))).await.unwrap();
        look(&mut body).await.unwrap();
        tokio::select! {
            biased;
            _ = next(&mut body) => panic!("the last one has its time"),
            () = sleep(limits::ARRIVAL * 3 / 4) => {}
        }
        send.send(Ok(Frame::data(Bytes::from_static(&MESSAGE[1..])))).await.unwrap();
        look(&mut body).await.unwrap();
        for begins in [&MESSAGE[..0], &MESSAGE[..1], &MESSAGE[..6]] {
            let (mut silent, send) = request("/tilewright.v1.PuzzleService/BlindSession");
            let began = Instant::now();
            send.send(Ok(Frame::data(Bytes::from_static(begins)))).await.unwrap();
            look(&mut silent).await;
            assert_eq!(next(&mut silent).await.unwrap().unwrap_err().code(), Code::DeadlineExceeded, "{begins:?}");
            assert_eq!(began.elapsed().as_secs(), limits::ARRIVAL.as_secs());
        }
        send.send(Ok(Frame::data(Bytes::from_static(&MESSAGE[..6])))).await.unwrap();
        assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), Code::DeadlineExceeded);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_kept_of_messages_has_a_limit() {
        const PIECE: usize = 16 << 10;
        for path in ["/tilewright.v1.PuzzleService/Solve", "/tilewright.v1.PuzzleService/BlindSession"] {
            let (rooms, all) = (rooms(), Unfinished::default());
            // Says that it has far more.
            let piece = || Ok(Frame::data(Bytes::from([&[0, 1, 0, 0, 0][..], &[7; PIECE - 5]].concat())));
            let among = || request_among(&rooms, &all, path);
            let mut bodies: Vec<_> = (0..limits::UNFINISHED_BYTES / PIECE).map(|_| among()).collect();
            for (body, send) in &mut bodies {
                send.send(piece()).await.unwrap();
                assert_eq!(look(body).await, None);
            }
            assert_eq!(all.bytes(), limits::UNFINISHED_BYTES);
            let (mut early, send) = among();
            send.send(piece()).await.unwrap();
            let status = next(&mut early).await.unwrap().unwrap_err();
            assert_eq!(status.code(), Code::ResourceExhausted);
            assert_eq!(all.bytes(), limits::UNFINISHED_BYTES, "its own is not kept");
            sleep(limits::STANDING).await;
            let (mut late, send) = among();
            send.send(piece()).await.unwrap();
            assert_eq!(look(&mut late).await, None);
            let mut gave_way = 0;
            for (body, _send) in &mut bodies {
                let polled = poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context))).await;
                if let Poll::Ready(ended) = polled {
                    assert_eq!(ended.unwrap().unwrap_err().code(), Code::ResourceExhausted);
                    gave_way += 1;
                }
            }
            assert_eq!(gave_way, PIECE / limits::SMALL_MESSAGE);
            assert!(all.bytes() < limits::UNFINISHED_BYTES);
            // A message that is whole is not kept here any more.
            drop(bodies);
            send.send(Ok(Frame::trailers(http::HeaderMap::new()))).await.unwrap();
            assert_eq!(look(&mut late).await.unwrap().len(), PIECE);
            assert_eq!(all.bytes(), 0);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_message_of_a_stream_counts_until_it_ends() {
        let (rooms, all) = (rooms(), Unfinished::default());
        let of = |bytes: usize| Frame::data(Bytes::from(super::super::framing::tests::message(bytes)));
        for (path, kept) in
            [("/tilewright.v1.PuzzleService/BlindSession", 9_000), ("/tilewright.v1.PuzzleService/MinSwaps", 0)]
        {
            let (mut body, send) = request_among(&rooms, &all, path);
            for bytes in [10, 9_000, 5_000] {
                send.send(Ok(of(bytes))).await.unwrap();
                look(&mut body).await;
            }
            drop(send);
            while let Some(frame) = next(&mut body).await {
                frame.unwrap();
            }
            assert_eq!(all.bytes(), kept, "{path}");
        }
        assert_eq!(all.bytes(), 0);
        // Such a stream can be asked to go while it waits for its caller.
        let (mut idle, send) = request_among(&rooms, &all, "/tilewright.v1.PuzzleService/BlindSession");
        send.send(Ok(of(limits::UNFINISHED_BYTES))).await.unwrap();
        look(&mut idle).await.unwrap();
        assert_eq!(look(&mut idle).await, None);
        sleep(limits::STANDING).await;
        let (mut next_one, send) = request_among(&rooms, &all, "/tilewright.v1.PuzzleService/BlindSession");
        send.send(Ok(of(limits::SMALL_MESSAGE))).await.unwrap();
        look(&mut next_one).await.unwrap();
        assert_eq!(next(&mut idle).await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
        assert_eq!(all.bytes(), limits::SMALL_MESSAGE);
    }

    /// Whether room could be made, once the body was asked for what is there.
    async fn gives_way(path: &str, pieces: Vec<Piece>) -> (bool, Body) {
        let rooms = rooms();
        let (mut body, send) = request_in(&rooms, path);
        for piece in pieces {
            send.send(piece).await.unwrap();
            look(&mut body).await;
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
            ("/tilewright.v1.PuzzleService/BlindSession", vec![Ok(piece())]),
            ("/grpc.health.v1.Health/Check", vec![]),
        ] {
            let (gave, mut body) = gives_way(path, pieces).await;
            assert!(gave, "{path}");
            let status = next(&mut body).await.unwrap().unwrap_err();
            assert_eq!(status.code(), Code::ResourceExhausted, "{path}");
        }
        // What a game's player will say next may take its time, and so may a part of it.
        let both = Frame::data(Bytes::from([MESSAGE, &MESSAGE[..3]].concat()));
        for pieces in [vec![Ok(message())], vec![Ok(message()), Ok(piece())], vec![Ok(both)]] {
            let (gave, mut body) = gives_way("/tilewright.v1.PuzzleService/BlindSession", pieces).await;
            assert!(!gave);
            while let Some(frame) = next(&mut body).await {
                frame.unwrap();
            }
        }
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
        assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
    }

    #[tokio::test(start_paused = true)]
    async fn what_comes_in_pieces_is_handed_on_whole() {
        let (mut game, send) = request("/tilewright.v1.PuzzleService/BlindSession");
        for (piece, handed_on) in [
            (&MESSAGE[..2], None),
            (&MESSAGE[2..6], None),
            (&[&MESSAGE[6..], MESSAGE, &MESSAGE[..6]].concat()[..], Some([MESSAGE, MESSAGE].concat())),
            (&MESSAGE[6..], Some(MESSAGE.to_vec())),
            (MESSAGE, Some(MESSAGE.to_vec())),
            (&MESSAGE[..6], None),
        ] {
            send.send(Ok(Frame::data(Bytes::copy_from_slice(piece)))).await.unwrap();
            assert_eq!(look(&mut game).await, handed_on);
        }
        drop(send);
        assert_eq!(look(&mut game).await.unwrap(), &MESSAGE[..6], "it broke off");
        assert!(next(&mut game).await.is_none());
        // A call that has one message is looked at when its body has ended.
        let (mut call, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
        for piece in [&MESSAGE[..2], &MESSAGE[2..]] {
            send.send(Ok(Frame::data(Bytes::from_static(piece)))).await.unwrap();
            assert_eq!(look(&mut call).await, None);
        }
        send.send(Ok(Frame::trailers(http::HeaderMap::new()))).await.unwrap();
        assert_eq!(next(&mut call).await.unwrap().unwrap().into_data().unwrap(), MESSAGE);
        assert!(next(&mut call).await.unwrap().unwrap().is_trailers());
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
