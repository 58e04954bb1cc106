//! The spans of a call: one for the whole of it, begun when its headers are here, and one for each piece of its work, which are
//! made when it ends.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use http::HeaderMap;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{Span as _, SpanBuilder, SpanKind, Status, TraceContextExt as _, Tracer as _};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::Span;
use tonic::Code;

use super::Traces;
use crate::compute::Timing;
use crate::grpc::call::Call;
use crate::grpc::limits;
use crate::grpc::pieces::{Piece, Pieces};

/// The header that tells a caller in which trace its call is, by the draft of W3C Trace Context Level 2.
pub const TRACE_RESPONSE: &str = "traceresponse";

/// The header in which tracers keep what is theirs.
const TRACE_STATE: &str = "tracestate";

/// The caller's headers, as the SDK reads them; a [`TRACE_STATE`] that is too long is none.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        let value = self.0.get(key).and_then(|value| value.to_str().ok());
        // It goes into every span, before anybody has looked at who calls.
        value.filter(|value| key != TRACE_STATE || value.len() <= limits::TRACE_STATE_BYTES)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

/// The span of a call that is under way.
pub struct CallSpan {
    traces: Arc<Traces>,
    span: Span,
    began: SystemTime,
}

impl fmt::Debug for CallSpan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CallSpan").field("context", self.span.span_context()).finish_non_exhaustive()
    }
}

impl CallSpan {
    /// Begins the span of a call that has just arrived with these headers.
    pub(in crate::server::telemetry) fn begin(
        traces: &Arc<Traces>,
        call: &Call,
        method: &'static str,
        headers: &HeaderMap,
    ) -> Self {
        // Not the context of this thread, which has none.
        let parent = traces.propagator.extract_with_context(&Context::new(), &Headers(headers));
        let began = SystemTime::now();
        let builder = SpanBuilder::from_name(method).with_kind(SpanKind::Server).with_start_time(began);
        let mut span = traces.tracer.build_with_context(builder, &parent);
        if span.is_recording() {
            call.keep_pieces();
            span.set_attribute(KeyValue::new("rpc.system", "grpc"));
            if let Some((service, name)) = method.split_once('/') {
                span.set_attribute(KeyValue::new("rpc.service", service));
                span.set_attribute(KeyValue::new("rpc.method", name));
            }
            span.set_attribute(KeyValue::new("tilewright.request_id", call.request_id().to_owned()));
        }
        Self { traces: Arc::clone(traces), span, began }
    }

    /// The trace that it is in, whether or not it is recorded.
    pub(in crate::server::telemetry) fn trace_id(&self) -> String {
        self.span.span_context().trace_id().to_string()
    }

    /// What [`TRACE_RESPONSE`] says of it.
    pub(in crate::server::telemetry) fn response(&self) -> String {
        let context = self.span.span_context();
        format!("00-{}-{}-{:02x}", context.trace_id(), context.span_id(), context.trace_flags().to_u8())
    }

    /// Ends the span of a call that took so long, and makes those of the pieces of its work.
    pub(in crate::server::telemetry) fn end(mut self, call: &Call, code: Code, took: Duration) {
        if !self.span.is_recording() {
            return;
        }
        let Pieces { kept, left_out } = call.take_pieces();
        let parent = Context::new().with_remote_span_context(self.span.span_context().clone());
        for piece in kept {
            self.piece(&parent, call.received_at(), piece);
        }
        if left_out > 0 {
            self.span.set_attribute(KeyValue::new("tilewright.pieces_left_out", whole(left_out)));
        }
        self.span.set_attribute(KeyValue::new("rpc.grpc.status_code", i64::from(i32::from(code))));
        if is_fault(code) {
            self.span.set_status(Status::error(""));
        }
        self.span.end_with_timestamp(self.began + took);
    }

    /// Makes the spans of a piece of work.
    fn piece(&self, parent: &Context, received: Instant, piece: Piece) {
        let at = |instant: Instant| self.began + instant.saturating_duration_since(received);
        let make = |name: &'static str, began: SystemTime, ended: SystemTime, attributes: Vec<KeyValue>| {
            let builder = SpanBuilder::from_name(name).with_start_time(began).with_attributes(attributes);
            self.traces.tracer.build_with_context(builder, parent).end_with_timestamp(ended);
        };
        match piece {
            Piece::Search { timing: Timing { queued, computed, nodes }, ended } => {
                let ended = at(ended);
                let taken = ended.checked_sub(computed).unwrap_or(ended);
                // What was done where it was called waited for nobody.
                if !queued.is_zero() {
                    make("queue", taken.checked_sub(queued).unwrap_or(taken), taken, Vec::new());
                }
                make("compute", taken, ended, vec![KeyValue::new("tilewright.nodes", whole(nodes))]);
            }
            Piece::LookUp { cache, how, began, ended } => {
                let result = how.map_or("failed", |how| how.name());
                let attributes =
                    vec![KeyValue::new("tilewright.cache", cache), KeyValue::new("tilewright.cache_result", result)];
                make("cache", at(began), at(ended), attributes);
            }
        }
    }
}

/// A count as OTLP has it.
fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Whether OpenTelemetry's conventions for gRPC hold the server to blame.
fn is_fault(code: Code) -> bool {
    matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_state_is_passed_on_only_if_it_is_short() {
        for (bytes, passed) in [(limits::TRACE_STATE_BYTES, true), (limits::TRACE_STATE_BYTES + 1, false)] {
            let mut headers = HeaderMap::new();
            headers.insert(TRACE_STATE, format!("a={}", "x".repeat(bytes - 2)).parse().unwrap());
            headers.insert("traceparent", "p".repeat(bytes).parse().unwrap());
            assert_eq!(Headers(&headers).get(TRACE_STATE).is_some(), passed, "{bytes}");
            assert!(Headers(&headers).get("traceparent").is_some());
        }
    }
}
