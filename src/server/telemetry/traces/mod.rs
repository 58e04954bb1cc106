//! Traces: a span for each call and one for each piece of its work, sent to a collector by OTLP over gRPC.
//!
//! - [`Traces`]: the collector, and how it is told;
//! - [`span`]: the spans of a call;
//! - `export`: what stands between a span that ended and the collector: it is bounded and counted.
//!
//! No call waits for the collector. Spans that ended are queued, and a thread of their own sends them; where the queue is full
//! they are dropped, and where the collector is down they are lost. Both are counted, and logged at most once a minute.
//! Without `--otlp-endpoint` none of this exists.
//!
//! The SDK reads the usual variables of its own: `OTEL_TRACES_SAMPLER` (by default the caller decides, and a call without a
//! caller's decision is traced), `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`.

mod export;
pub mod span;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::resource::EnvResourceDetector;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracer, SdkTracerProvider};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tonic::transport::Endpoint;
use uuid::Uuid;

pub use export::SpanCounts;
use export::{Bounded, Counted};

/// Spans that may wait to be sent: a second of a thousand calls, and a few megabytes.
const WAITING: usize = 4096;
/// Spans that are sent together.
const TOGETHER: usize = 512;
/// How long a span waits for others to be sent with.
const GATHER: Duration = Duration::from_secs(1);
/// How long the collector has to take a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// How long the collector has to take spans.
const SEND: Duration = Duration::from_secs(5);
/// How long the end waits for the last spans, if it has the time.
const LAST_SPANS: Duration = Duration::from_secs(2);

/// A collector, and what is told to it.
#[derive(Debug)]
pub struct Traces {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    propagator: TraceContextPropagator,
}

/// Why there can be no traces.
#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    /// The endpoint is no URL.
    #[error(transparent)]
    Endpoint(#[from] tonic::transport::Error),
    /// The exporter refuses its settings, some of which it takes from the environment.
    #[error(transparent)]
    Exporter(#[from] ExporterBuildError),
}

impl Traces {
    /// Starts to tell this collector, within a runtime. It need not be there yet.
    ///
    /// # Errors
    /// Where settings are wrong, those in the SDK's own variables too.
    pub fn start(endpoint: &str, counts: &Arc<SpanCounts>) -> Result<Self, TracesError> {
        let endpoint = Endpoint::from_shared(endpoint.to_owned())?.connect_timeout(CONNECT).timeout(SEND);
        // A batch that fails is lost: to try again would hold up those behind it, and the end.
        let exporter = SpanExporter::builder()
            .with_tonic()
            .with_channel(endpoint.connect_lazy())
            .with_timeout(SEND)
            .with_retry_policy(opentelemetry_otlp::RetryPolicy::disabled())
            .build()?;
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(WAITING)
            .with_max_export_batch_size(TOGETHER)
            .with_scheduled_delay(GATHER)
            .build();
        // It has a thread of its own, which waits for the exporter; only the connection's bytes are the runtime's work.
        let processor = BatchSpanProcessor::builder(Counted::new(exporter, Arc::clone(counts)));
        let processor = Bounded::new(processor.with_batch_config(batches).build(), WAITING, Arc::clone(counts));
        let provider = SdkTracerProvider::builder().with_span_processor(processor).with_resource(resource()).build();
        let tracer = provider.tracer(env!("CARGO_PKG_NAME"));
        Ok(Self { provider, tracer, propagator: TraceContextPropagator::new() })
    }

    /// Sends the last spans, if the collector takes them within this time and two seconds.
    pub async fn end(&self, within: Duration) {
        let within = within.min(LAST_SPANS);
        let (tell, ended) = oneshot::channel();
        let provider = self.provider.clone();
        // The SDK blocks whoever ends it.
        let ending = thread::Builder::new().name("last-spans".to_owned()).spawn(move || {
            // What failed has been counted.
            let _ = provider.shutdown_with_timeout(within);
            let _ = tell.send(());
        });
        if ending.is_ok() {
            let _ = timeout(within, ended).await;
        }
    }
}

impl Drop for Traces {
    /// The SDK would send the last spans here and now, and block; a thread that nobody waits for may.
    fn drop(&mut self) {
        let provider = self.provider.clone();
        let _ = thread::Builder::new()
            .name("last-spans".to_owned())
            .spawn(move || provider.shutdown_with_timeout(LAST_SPANS));
    }
}

/// What all spans have in common. What the operator says in `OTEL_RESOURCE_ATTRIBUTES` goes before it.
fn resource() -> Resource {
    let own = [
        KeyValue::new("service.name", env!("CARGO_PKG_NAME")),
        KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
        KeyValue::new("service.instance.id", Uuid::new_v4().to_string()),
    ];
    Resource::builder_empty().with_attributes(own).with_detector(Box::new(EnvResourceDetector::new())).build()
}
