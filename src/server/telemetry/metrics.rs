//! What /metrics says, in OpenMetrics text. docs/telemetry.md lists it all, and a test holds it to that.
//!
//! Names start with `tilewright_`, but for those of the process itself. Labels come from closed sets (methods, codes, lanes),
//! never from a request.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use tonic::Code;

use super::methods::Method;
use super::readings::{Figure, Kind, Labels, Read, Readings};
use super::security::SecurityMetrics;
use super::traces::SpanCounts;
use super::{log, process};
use crate::compute::TIME_BUCKETS;
use crate::grpc::call::Call;

/// The content type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    method: &'static str,
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MethodLabel {
    method: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    method: &'static str,
    proven: &'static str,
}

/// How long a call takes. The least is a look-up, some tens of microseconds with its way through HTTP/2, and the most a
/// search at its limit of a minute, or a stream. Three a decade, so that a quantile is off by at most a factor of about two;
/// with the label for the code, more would be dear.
fn call_buckets() -> Histogram {
    let buckets = [
        100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 500e-3, 1.0, 2.5, 5.0, 10.0,
        30.0, 60.0,
    ];
    Histogram::new(buckets)
}

/// How long a call's searches wait for a thread, added up, and what comes late: as the pool counts the like of each search.
fn time_buckets() -> Histogram {
    Histogram::new(TIME_BUCKETS.map(|(_, seconds)| seconds))
}

/// How long a call's searches hold a thread: from the microsecond of a min swaps to the limit of a search.
fn compute_buckets() -> Histogram {
    Histogram::new([1e-6, 5e-6, 25e-6, 100e-6, 300e-6, 1e-3, 5e-3, 25e-3, 100e-3, 500e-3, 2.5, 10.0, 60.0])
}

/// All metrics of a process. What is added to it must be added before it is served.
#[derive(Debug)]
pub struct Metrics {
    /// Those whose names start with the house's.
    own: Registry,
    process: Registry,
    calls: Family<CallLabels, Counter>,
    call_seconds: Family<CallLabels, Histogram, fn() -> Histogram>,
    queue_seconds: Family<MethodLabel, Histogram, fn() -> Histogram>,
    compute_seconds: Family<MethodLabel, Histogram, fn() -> Histogram>,
    overtime_seconds: Histogram,
    search_nodes: Family<MethodLabel, Counter>,
    answers: Family<AnswerLabels, Counter>,
    /// Calls under way, health and reflection apart.
    pub in_flight: Gauge,
    /// Calls of health under way that end with an answer.
    pub probes: Gauge,
    /// Calls of health and reflection under way that last.
    pub watches: Gauge,
    /// Connections open.
    pub connections: Gauge,
    /// Connections closed because there were too many.
    pub connections_refused: Counter,
    /// Who was not let in, and for how long the certificate is good.
    pub security: SecurityMetrics,
    /// What became of spans.
    pub spans: Arc<SpanCounts>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Metrics {
    /// The metrics that every house has.
    #[must_use]
    pub fn new() -> Self {
        let mut metrics = Self {
            own: Registry::with_prefix("tilewright"),
            process: Registry::default(),
            calls: Family::default(),
            call_seconds: Family::new_with_constructor(call_buckets),
            queue_seconds: Family::new_with_constructor(time_buckets),
            compute_seconds: Family::new_with_constructor(compute_buckets),
            overtime_seconds: time_buckets(),
            search_nodes: Family::default(),
            answers: Family::default(),
            in_flight: Gauge::default(),
            probes: Gauge::default(),
            watches: Gauge::default(),
            connections: Gauge::default(),
            connections_refused: Counter::default(),
            security: SecurityMetrics::default(),
            spans: Arc::default(),
        };
        metrics.register();
        metrics.counter("log_lines_lost", "Log lines that were lost, since nobody read them in time", log::lines_lost);
        let of_spans = |read: fn(&SpanCounts) -> u64| -> Read {
            let spans = Arc::clone(&metrics.spans);
            Box::new(move || read(&spans).into())
        };
        let rows = [("sent", of_spans(SpanCounts::sent)), ("failed", of_spans(SpanCounts::failed))];
        let rows = rows.into_iter().chain([("dropped", of_spans(SpanCounts::dropped))]);
        let rows: Vec<_> = rows.map(|(result, read)| (vec![("result", result)], read)).collect();
        metrics.add("spans", "Spans of traces, by what became of them", Kind::Counter, rows);
        process::add_figures(&mut metrics);
        metrics
    }

    /// Registers what is counted here.
    fn register(&mut self) {
        let Self { own, .. } = self;
        let build =
            [("version", env!("CARGO_PKG_VERSION")), ("arch", std::env::consts::ARCH), ("os", std::env::consts::OS)];
        own.register("build", "What runs", Info::new(build));
        own.register("calls", "Calls that ended", self.calls.clone());
        let help = "From a call's headers to the end of its answer, in seconds";
        own.register("call_seconds", help, self.call_seconds.clone());
        let help = "What the searches of a call waited for a thread, in seconds";
        own.register("queue_seconds", help, self.queue_seconds.clone());
        let help = "What the searches of a call held a thread, in seconds";
        own.register("compute_seconds", help, self.compute_seconds.clone());
        let help = "How long after its deadline a call was answered, where it was answered all the same";
        own.register("call_overtime_seconds", help, self.overtime_seconds.clone());
        own.register("search_nodes", "Nodes that searches spent", self.search_nodes.clone());
        let help = "Answers that claim to be proven, or not to be; of a stream, its last";
        own.register("answers", help, self.answers.clone());
        own.register("calls_in_flight", "Calls under way, health and reflection apart", self.in_flight.clone());
        own.register("probes_in_flight", "Calls of health under way that end with an answer", self.probes.clone());
        own.register("watches_in_flight", "Calls of health and reflection under way that last", self.watches.clone());
        own.register("connections_open", "Connections open", self.connections.clone());
        let help = "Connections closed because there were too many: new ones, or older ones that had called nothing";
        own.register("connections_refused", help, self.connections_refused.clone());
        self.security.register(own);
    }

    /// Adds what is told where connections are secured.
    pub fn add_tls(&mut self) {
        self.security.register_tls(&mut self.own);
    }

    /// What counts the calls of this method's kind that are under way.
    #[must_use]
    pub fn under_way(&self, method: Method) -> &Gauge {
        match (method.probe, method.server_streams) {
            (false, _) => &self.in_flight,
            (true, false) => &self.probes,
            (true, true) => &self.watches,
        }
    }

    /// Counts a call that ended.
    pub(super) fn call(&self, method: Method, code: Code, took: Duration, call: &Call) {
        let method = method.name;
        let labels = CallLabels { method, code: code_name(code) };
        self.calls.get_or_create(&labels).inc();
        self.call_seconds.get_or_create(&labels).observe(took.as_secs_f64());
        let timing = call.timing();
        // A call that was refused or needed no search says nothing of the pool.
        if !(timing.queued + timing.computed).is_zero() {
            let label = MethodLabel { method };
            self.queue_seconds.get_or_create(&label).observe(timing.queued.as_secs_f64());
            self.compute_seconds.get_or_create(&label).observe(timing.computed.as_secs_f64());
            self.search_nodes.get_or_create(&label).inc_by(timing.nodes);
        }
        if let Some(proven) = call.proven().filter(|_| code == Code::Ok) {
            let proven = if proven { "true" } else { "false" };
            self.answers.get_or_create(&AnswerLabels { method, proven }).inc();
        }
    }

    /// Counts a call that was answered so long after its deadline.
    pub(super) fn late(&self, overtime: Duration) {
        self.overtime_seconds.observe(overtime.as_secs_f64());
    }

    /// Adds a gauge that is read whenever the metrics are. `name` without the house's prefix.
    pub fn gauge<F: Into<Figure>>(
        &mut self,
        name: &'static str,
        help: &'static str,
        read: impl Fn() -> F + Send + Sync + 'static,
    ) {
        let read: Read = Box::new(move || read().into());
        self.add(name, help, Kind::Gauge, [(Labels::new(), read)]);
    }

    /// Adds a counter that is read whenever the metrics are; its name ends in `_total` there.
    pub fn counter<F: Into<Figure>>(
        &mut self,
        name: &'static str,
        help: &'static str,
        read: impl Fn() -> F + Send + Sync + 'static,
    ) {
        let read: Read = Box::new(move || read().into());
        self.add(name, help, Kind::Counter, [(Labels::new(), read)]);
    }

    /// Adds a metric with labels: for each row its labels, and how it is read.
    pub fn add(
        &mut self,
        name: &'static str,
        help: &'static str,
        kind: Kind,
        rows: impl IntoIterator<Item = (Labels, Read)>,
    ) {
        let rows = rows.into_iter().collect();
        self.own.register_collector(Box::new(Readings { name, help, kind, rows }));
    }

    /// Adds a metric of the process itself, by its whole name.
    pub(super) fn of_process(
        &mut self,
        name: &'static str,
        help: &'static str,
        kind: Kind,
        rows: impl IntoIterator<Item = (Labels, Read)>,
    ) {
        let rows = rows.into_iter().collect();
        self.process.register_collector(Box::new(Readings { name, help, kind, rows }));
    }

    /// What there is to say now.
    ///
    /// # Errors
    /// Where a metric cannot be written, which none of them can.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        text::encode_registry(&mut text, &self.own)?;
        text::encode_registry(&mut text, &self.process)?;
        text::encode_eof(&mut text)?;
        Ok(text)
    }
}

/// A code as gRPC's own documents write it.
#[must_use]
pub fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::Times;

    #[test]
    fn figures_of_others_are_read_when_asked() {
        let mut metrics = Metrics::new();
        metrics.gauge("boards", "Boards", || 7u64);
        metrics.counter("boards_seen", "Boards seen", || 2.5);
        metrics.gauge("nothing", "Nothing", || None::<u64>);
        let row = |lane, figure: Figure| -> (Labels, Read) { (vec![("lane", lane)], Box::new(move || figure.clone())) };
        let rows = [row("short", 1u64.into()), row("long", 2u64.into())];
        metrics.add("lane_waiting", "Waiting", Kind::Gauge, rows);
        let waits = Times { buckets: vec![(0.5, 3), (1.0, 1), (f64::INFINITY, 2)], sum: Duration::from_secs(9) };
        metrics.add("waits", "Waits", Kind::Histogram, [row("long", waits.into())]);
        let text = metrics.text().unwrap();
        for line in [
            "tilewright_boards 7",
            "tilewright_boards_seen_total 2.5",
            "tilewright_lane_waiting{lane=\"short\"} 1",
            "tilewright_lane_waiting{lane=\"long\"} 2",
            "tilewright_waits_sum{lane=\"long\"} 9.0",
            "tilewright_waits_count{lane=\"long\"} 6",
            "tilewright_waits_bucket{le=\"0.5\",lane=\"long\"} 3",
            "tilewright_waits_bucket{le=\"1.0\",lane=\"long\"} 4",
            "tilewright_waits_bucket{le=\"+Inf\",lane=\"long\"} 6",
        ] {
            assert!(text.lines().any(|had| had == line), "{line} in\n{text}");
        }
        assert!(!text.contains("tilewright_nothing"));
        assert!(text.contains("tilewright_build_info{version="), "{text}");
        assert!(text.ends_with("# EOF\n"));
    }
}
