//! The layer around every call: it gives the call its id, and tells of it when it ends.
//!
//! A call ends when its trailers have been handed to the connection; when its headers already say how it went; or when it
//! is dropped before, because its caller left or its deadline passed. Each end is one log line, one count and, if the call is
//! traced, the end of its span.
//!
//! The layer also puts right what a service must not leave as it is: tonic refuses an oversized message with OUT_OF_RANGE,
//! which no method of ours uses, and one that is missing or broken with INTERNAL, which wakes somebody; and a handler that
//! panics would leave its caller with a reset stream.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body::{Frame, SizeHint};
use pin_project_lite::pin_project;
use tonic::body::Body;
use tonic::{Code, Status};
use tower::{Layer, Service};

use super::methods::{Method, method};
use super::metrics::{Metrics, code_name};
use super::traces::Traces;
use super::traces::span::{CallSpan, TRACE_RESPONSE};
use crate::compute::ComputeError;
use crate::grpc::call::{Call, REQUEST_ID};
use crate::grpc::status::Error;

/// Where the details of a status are: the house's own have some.
const DETAILS: &str = "grpc-status-details-bin";

/// How tonic's words of INTERNAL begin that are about a request: there is no message, it breaks off, it is said to be
/// compressed, or it is none (reflection and health decode with tonic's own codec). All other words are faults of ours, and
/// stay what they are.
const BROKEN: [&str; 4] = [
    "Missing request message.",
    "Unexpected EOF decoding stream.",
    "protocol error: received message with ",
    "failed to decode Protobuf message",
];

/// See the module.
#[derive(Clone, Debug)]
pub struct TelemetryLayer {
    metrics: Arc<Metrics>,
    max_message: usize,
    traces: Option<Arc<Traces>>,
}

impl TelemetryLayer {
    /// A layer that counts here, for services that take messages of at most this many bytes.
    #[must_use]
    pub fn new(metrics: Arc<Metrics>, max_message: usize) -> Self {
        Self { metrics, max_message, traces: None }
    }

    /// The same, that also traces calls, health and reflection apart.
    #[must_use]
    pub fn with_traces(self, traces: Option<Arc<Traces>>) -> Self {
        Self { traces, ..self }
    }
}

impl<S> Layer<S> for TelemetryLayer {
    type Service = Told<S>;

    fn layer(&self, inner: S) -> Told<S> {
        Told { inner, layer: self.clone() }
    }
}

/// A service whose calls are told of.
#[derive(Clone, Debug)]
pub struct Told<S> {
    inner: S,
    layer: TelemetryLayer,
}

impl<S> Service<Request<Body>> for Told<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
{
    type Response = Response<ToldBody>;
    type Error = S::Error;
    type Future = Answering<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let call = Call::received(request.headers());
        let method = method(request.uri().path());
        request.extensions_mut().insert(call.clone());
        let traces = self.layer.traces.as_ref().filter(|_| !method.probe);
        let span = traces.map(|traces| CallSpan::begin(traces, &call, method.name, request.headers()));
        let meter = Meter::start(call, method, Arc::clone(&self.layer.metrics), span);
        let max_message = self.layer.max_message;
        Answering { inner: self.inner.call(request), meter: Some(meter), max_message }
    }
}

/// A call under way. However it ends, it is told of once.
#[derive(Debug)]
struct Meter {
    call: Call,
    method: Method,
    metrics: Arc<Metrics>,
    span: Option<CallSpan>,
    code: Option<Code>,
}

impl Meter {
    fn start(call: Call, method: Method, metrics: Arc<Metrics>, span: Option<CallSpan>) -> Self {
        metrics.under_way(method).inc();
        Self { call, method, metrics, span, code: None }
    }

    /// It ended with this code.
    fn end(mut self, code: Code) {
        self.code = Some(code);
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        let Self { call, method, metrics, span, code } = self;
        let overtime = call.deadline().and_then(|deadline| Instant::now().checked_duration_since(deadline));
        let is_answered = code.is_some();
        // Dropped without a code: nobody waits any more.
        let code = code.unwrap_or(if overtime.is_some() { Code::DeadlineExceeded } else { Code::Cancelled });
        metrics.under_way(*method).dec();
        let (took, timing) = (call.received_at().elapsed(), call.timing());
        metrics.call(*method, code, took, call);
        if let (Some(overtime), true) = (overtime, is_answered) {
            metrics.late(overtime);
        }
        let trace_id = span.as_ref().map(CallSpan::trace_id);
        if let Some(span) = span.take() {
            span.end(call, code, took);
        }
        // docs/telemetry.md tells of these fields; one that is nothing is left out.
        macro_rules! tell {
            ($level:ident) => {
                tracing::$level!(
                    request_id = call.request_id(),
                    method = method.name,
                    principal = call.principal().map(|principal| &*principal.name),
                    code = code_name(code),
                    queue_ms = millis(timing.queued),
                    compute_ms = millis(timing.computed),
                    total_ms = millis(took),
                    trace_id,
                    "call"
                )
            };
        }
        if method.probe { tell!(debug) } else { tell!(info) }
    }
}

/// Milliseconds, to the microsecond.
fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// The code that headers or trailers hold.
fn code_in(headers: &HeaderMap) -> Option<Code> {
    headers.get(Status::GRPC_STATUS).map(|code| Code::from_bytes(code.as_bytes()))
}

pin_project! {
    /// The answer of a call that is told of.
    #[derive(Debug)]
    pub struct Answering<F> {
        #[pin]
        inner: F,
        meter: Option<Meter>,
        max_message: usize,
    }
}

impl<F, E> Future for Answering<F>
where
    F: Future<Output = Result<Response<Body>, E>>,
{
    type Output = Result<Response<ToldBody>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let inner = this.inner;
        // The panic hook has logged it; after this the handler is never polled again.
        let polled = catch_unwind(AssertUnwindSafe(|| inner.poll(context)))
            .unwrap_or_else(|_| Poll::Ready(Ok(Status::from(Error::Compute(ComputeError::Panicked)).into_http())));
        let mut response = ready!(polled)?;
        let mut code = code_in(response.headers());
        if let Some(right) = right_of(response.headers(), *this.max_message) {
            response = Status::from(right).into_http();
            code = code_in(response.headers());
        }
        let mut meter = this.meter.take();
        if let Some(id) = meter.as_ref().and_then(|meter| HeaderValue::from_str(meter.call.request_id()).ok()) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        let span = meter.as_ref().and_then(|meter| meter.span.as_ref());
        if let Some(traced) = span.and_then(|span| HeaderValue::try_from(span.response()).ok()) {
            response.headers_mut().insert(TRACE_RESPONSE, traced);
        }
        if let (Some(code), Some(meter)) = (code, meter.take_if(|_| code.is_some())) {
            meter.end(code);
        }
        let max_message = *this.max_message;
        Poll::Ready(Ok(response.map(|inner| ToldBody { inner, meter, max_message })))
    }
}

pin_project! {
    /// The body of an answer whose end is told of.
    #[derive(Debug)]
    pub struct ToldBody {
        #[pin]
        inner: Body,
        meter: Option<Meter>,
        max_message: usize,
    }
}

impl http_body::Body for ToldBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.project();
        let mut polled = ready!(this.inner.poll_frame(context));
        let code = match &mut polled {
            Some(Ok(frame)) => {
                let Some(trailers) = frame.trailers_mut() else { return Poll::Ready(polled) };
                put_right(trailers, *this.max_message);
                code_in(trailers).unwrap_or(Code::Unknown)
            }
            Some(Err(status)) => status.code(),
            // No trailers at all: no answer of gRPC's.
            None => Code::Unknown,
        };
        if let Some(meter) = this.meter.take() {
            meter.end(code);
        }
        Poll::Ready(polled)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// What is to be said instead of a status that tonic made of a bad request by itself.
fn right_of(said: &HeaderMap, max_message: usize) -> Option<Error> {
    match code_in(said)? {
        Code::OutOfRange => Some(Error::TooLarge { limit: max_message }),
        Code::Internal if !said.contains_key(DETAILS) => {
            let why = Status::from_header_map(said)?.message().to_owned();
            BROKEN.iter().any(|broken| why.starts_with(broken)).then_some(Error::Malformed { why })
        }
        _ => None,
    }
}

/// A message in a stream of requests is refused in the trailers, if an answer has been sent before.
fn put_right(trailers: &mut HeaderMap, max_message: usize) {
    if let Some(error) = right_of(trailers, max_message) {
        let mut right = HeaderMap::new();
        if Status::from(error).add_header(&mut right).is_ok() {
            *trailers = right;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_of_a_request_is_its_senders_mistake() {
        let right = |status: Status| right_of(status.into_http::<Body>().headers(), 7);
        for broken in BROKEN {
            assert!(matches!(right(Status::internal(format!("{broken}..."))), Some(Error::Malformed { .. })));
            assert!(right(Status::unknown(broken)).is_none());
        }
        assert!(right(Status::internal("Error encoding: no room")).is_none());
        assert!(right(Error::Compute(ComputeError::Panicked).into()).is_none());
        assert!(matches!(right(Status::out_of_range("")), Some(Error::TooLarge { limit: 7 })));
    }
}
