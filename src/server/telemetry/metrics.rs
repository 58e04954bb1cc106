//! What /metrics says, in OpenMetrics text.
//!
//! Names start with `tilewright_`. Labels come from closed sets (methods, codes, lanes), never from a request.

use std::fmt;
use std::time::Duration;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, MetricEncoder, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::exemplar::Exemplar;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use tonic::Code;

use super::methods::Method;
use super::security::SecurityMetrics;
use crate::compute::Timing;

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

/// How long a call takes. The least is a look-up, some tens of microseconds with its way through HTTP/2, and the most a
/// search at its limit of a minute. Three a decade, so that a quantile is off by at most a factor of about two.
fn call_buckets() -> Histogram {
    let buckets = [
        100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 500e-3, 1.0, 2.5, 5.0, 10.0,
        30.0, 60.0,
    ];
    Histogram::new(buckets)
}

/// How long a call's searches wait for a thread. Short work promises a millisecond at the 99th percentile, so there are
/// more steps below it; beyond a few seconds the queue refuses rather than grows.
fn queue_buckets() -> Histogram {
    Histogram::new([10e-6, 25e-6, 50e-6, 100e-6, 200e-6, 400e-6, 700e-6, 1e-3, 2.5e-3, 10e-3, 50e-3, 250e-3, 1.0, 5.0])
}

/// How long a call's searches hold a thread: from the microsecond of a min swaps to the limit of a search.
fn compute_buckets() -> Histogram {
    Histogram::new([1e-6, 5e-6, 25e-6, 100e-6, 300e-6, 1e-3, 5e-3, 25e-3, 100e-3, 500e-3, 2.5, 10.0, 60.0])
}

/// All metrics of a process. What is added to it must be added before it is served.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    call_seconds: Family<MethodLabel, Histogram, fn() -> Histogram>,
    queue_seconds: Family<MethodLabel, Histogram, fn() -> Histogram>,
    compute_seconds: Family<MethodLabel, Histogram, fn() -> Histogram>,
    /// Calls under way, health and reflection apart.
    pub in_flight: Gauge,
    /// Connections open.
    pub connections: Gauge,
    /// Connections closed at once because there were too many.
    pub connections_refused: Counter,
    /// Who was not let in, and for how long the certificate is good.
    pub security: SecurityMetrics,
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
        let mut registry = Registry::with_prefix("tilewright");
        let metrics = Self {
            calls: Family::default(),
            call_seconds: Family::new_with_constructor(call_buckets),
            queue_seconds: Family::new_with_constructor(queue_buckets),
            compute_seconds: Family::new_with_constructor(compute_buckets),
            in_flight: Gauge::default(),
            connections: Gauge::default(),
            connections_refused: Counter::default(),
            security: SecurityMetrics::default(),
            registry: Registry::default(),
        };
        let build =
            [("version", env!("CARGO_PKG_VERSION")), ("arch", std::env::consts::ARCH), ("os", std::env::consts::OS)];
        registry.register("build", "What runs", Info::new(build));
        registry.register("calls", "Calls that ended", metrics.calls.clone());
        let help = "From a call's headers to the end of its answer, in seconds";
        registry.register("call_seconds", help, metrics.call_seconds.clone());
        let help = "What the searches of a call waited for a thread, in seconds";
        registry.register("queue_seconds", help, metrics.queue_seconds.clone());
        let help = "What the searches of a call held a thread, in seconds";
        registry.register("compute_seconds", help, metrics.compute_seconds.clone());
        let help = "Calls under way, health and reflection apart";
        registry.register("calls_in_flight", help, metrics.in_flight.clone());
        registry.register("connections_open", "Connections open", metrics.connections.clone());
        let help = "Connections closed at once because there were too many";
        registry.register("connections_refused", help, metrics.connections_refused.clone());
        metrics.security.register(&mut registry);
        Self { registry, ..metrics }
    }

    /// Adds what is told where connections are secured.
    pub fn add_tls(&mut self) {
        self.security.register_tls(&mut self.registry);
    }

    /// Counts a call that ended.
    pub(super) fn call(&self, method: Method, code: Code, took: Duration, timing: Timing) {
        self.calls.get_or_create(&CallLabels { method: method.name, code: code_name(code) }).inc();
        let method = MethodLabel { method: method.name };
        self.call_seconds.get_or_create(&method).observe(took.as_secs_f64());
        // A call that was refused or needed no search says nothing of the pool.
        if timing != Timing::default() {
            self.queue_seconds.get_or_create(&method).observe(timing.queued.as_secs_f64());
            self.compute_seconds.get_or_create(&method).observe(timing.computed.as_secs_f64());
        }
    }

    /// Adds a gauge that is read whenever the metrics are. `name` without the house's prefix.
    pub fn gauge(&mut self, name: &'static str, help: &'static str, read: impl Fn() -> u64 + Send + Sync + 'static) {
        self.add(Readings { name, help, kind: MetricType::Gauge, rows: vec![(None, Box::new(read))] });
    }

    /// Adds a counter that is read whenever the metrics are; its name ends in `_total` there.
    pub fn counter(&mut self, name: &'static str, help: &'static str, read: impl Fn() -> u64 + Send + Sync + 'static) {
        self.add(Readings { name, help, kind: MetricType::Counter, rows: vec![(None, Box::new(read))] });
    }

    /// Adds a gauge with a label: for each of its values, how it is read.
    pub fn gauges(
        &mut self,
        name: &'static str,
        help: &'static str,
        label: &'static str,
        rows: impl IntoIterator<Item = (&'static str, Read)>,
    ) {
        let rows = rows.into_iter().map(|(value, read)| (Some((label, value)), read)).collect();
        self.add(Readings { name, help, kind: MetricType::Gauge, rows });
    }

    fn add(&mut self, readings: Readings) {
        self.registry.register_collector(Box::new(readings));
    }

    /// What there is to say now.
    ///
    /// # Errors
    /// Where a metric cannot be written, which none of them can.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// How a figure is read.
pub type Read = Box<dyn Fn() -> u64 + Send + Sync>;

/// Figures that others keep, and that are read when somebody asks.
struct Readings {
    name: &'static str,
    help: &'static str,
    kind: MetricType,
    rows: Vec<(Option<(&'static str, &'static str)>, Read)>,
}

impl fmt::Debug for Readings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Readings").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Collector for Readings {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        // The registry ends its own helps with a full stop.
        let help = format!("{}.", self.help);
        let mut metric = encoder.encode_descriptor(self.name, &help, None, self.kind)?;
        for (label, read) in &self.rows {
            match label {
                Some(label) => write(self.kind, &mut metric.encode_family(&[*label])?, read())?,
                None => write(self.kind, &mut metric, read())?,
            }
        }
        Ok(())
    }
}

/// Writes one figure.
fn write(kind: MetricType, encoder: &mut MetricEncoder, figure: u64) -> fmt::Result {
    match kind {
        MetricType::Counter => encoder.encode_counter(&figure, None::<&Exemplar<CallLabels, u64>>),
        _ => encoder.encode_gauge(&figure),
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

    #[test]
    fn figures_of_others_are_read_when_asked() {
        let mut metrics = Metrics::new();
        metrics.gauge("boards_kept", "Boards kept", || 7);
        metrics.counter("boards_found", "Boards found", || 9);
        metrics.gauges(
            "lane_waiting",
            "Waiting",
            "lane",
            [("short", Box::new(|| 1u64) as Read), ("long", Box::new(|| 2))],
        );
        let text = metrics.text().unwrap();
        for line in [
            "tilewright_boards_kept 7",
            "tilewright_boards_found_total 9",
            "tilewright_lane_waiting{lane=\"short\"} 1",
            "tilewright_lane_waiting{lane=\"long\"} 2",
        ] {
            assert!(text.lines().any(|had| had == line), "{line} in\n{text}");
        }
        assert!(text.contains("tilewright_build_info{version="), "{text}");
        assert!(text.ends_with("# EOF\n"));
    }
}
