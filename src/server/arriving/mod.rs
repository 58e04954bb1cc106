//! Requests on their way: how long the message of a call may take, and what it is when it does not arrive whole.
//!
//! A call is under way as soon as its headers are here, and there is room for `--max-calls` of them. So whoever sends headers
//! and no message, or a byte a second, would hold that room for as long as a connection lasts. The message has
//! [`limits::ARRIVAL`]; of a call that sends many, the first has, and each other from its first byte. And where there is no room for one
//! more call, one that still waits for its first message [gives way](super::room); so does one whose message is half here, where
//! there is [no room for all of those](unfinished). What comes in pieces is [handed on whole](whole).
//!
//! [`framing`] tells where messages end, [`whole`] holds back what is not whole, and [`unfinished`] counts it.
//!
//! A body that breaks off, or is not what gRPC-web says it is, is its sender's mistake: tonic would call it INTERNAL or
//! UNKNOWN, which wakes somebody.

mod framing;
pub mod unfinished;
mod whole;

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::{Body as _, Frame};
use pin_project_lite::pin_project;
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::body::Body;
use tonic::{Code, Status};

use unfinished::{Lasting, Part, Unfinished};
use whole::{Taken, Whole};

use super::room::{Asked, Room, Rooms, Standing};
use super::telemetry::methods::method;
use crate::grpc::limits;
use crate::grpc::status::Error;

/// The same request, whose message must arrive in time, and before its place in these rooms is needed, or what is kept of it. No message
/// above `longest` bytes is waited for.
#[must_use]
pub fn in_time(request: Request<Body>, rooms: &Rooms, unfinished: &Unfinished, longest: usize) -> Request<Body> {
    let method = method(request.uri().path());
    let messages = Whole::new(!method.client_streams, longest);
    let (part, kept, room) = (unfinished.nothing(), unfinished.nothing_lasting(), rooms.of(method).clone());
    let by = Some(Instant::now() + limits::ARRIVAL);
    request.map(|inner| {
        Body::new(Arriving { inner, messages, end: None, part, kept, room, is_first: true, by, waits: None })
    })
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
        kept: Lasting,
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
        let Taken { end, part, too_much } = self.messages.takes(piece, self.inner.is_end_stream());
        if too_much {
            return Some(Error::Malformed { why: "there is more than one message, and the call has one".to_owned() });
        }
        let must_go = if end { self.is_whole() } else { None };
        if part {
            self.by.get_or_insert_with(|| Instant::now() + limits::ARRIVAL);
        }
        must_go.or_else(|| {
            let has_room = self.kept.keeps(self.messages.kept_by_tonic())
                && self.part.keeps(self.messages.held())
                && self.part.poll_asked(context).is_pending();
            (!has_room).then_some(Error::Unfinished)
        })
    }

    /// No more comes. What the call must end with all the same.
    fn ends(&mut self, end: End) -> Option<Error> {
        self.messages.ends();
        *self.end = Some(end);
        self.part.let_go();
        self.is_whole()
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
mod tests;
