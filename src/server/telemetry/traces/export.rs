//! What stands between a span that ended and the collector: a queue with an end, counts of what became of each span, and a
//! warning now and then.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use opentelemetry::Context;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanExporter, SpanProcessor};

/// How often it is logged at most that spans are lost.
const WARN_EVERY: Duration = Duration::from_mins(1);

/// What became of spans.
#[derive(Debug, Default)]
pub struct SpanCounts {
    waiting: AtomicUsize,
    sent: AtomicU64,
    failed: AtomicU64,
    dropped: AtomicU64,
}

impl SpanCounts {
    /// Spans that the collector took.
    #[must_use]
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Spans that the collector did not take.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// Spans that found the queue full.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// A processor whose queue takes so many spans; the SDK's own tells nobody what it drops.
#[derive(Debug)]
pub(super) struct Bounded<P> {
    inner: P,
    most: usize,
    counts: Arc<SpanCounts>,
}

impl<P> Bounded<P> {
    pub(super) fn new(inner: P, most: usize, counts: Arc<SpanCounts>) -> Self {
        Self { inner, most, counts }
    }
}

impl<P: SpanProcessor> SpanProcessor for Bounded<P> {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.inner.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if self.counts.waiting.fetch_add(1, Ordering::Relaxed) < self.most {
            self.inner.on_end(span);
        } else {
            self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

/// An exporter that counts what becomes of spans.
#[derive(Debug)]
pub(super) struct Counted<E> {
    inner: E,
    counts: Arc<SpanCounts>,
    warned: Mutex<Option<Instant>>,
}

impl<E> Counted<E> {
    pub(super) fn new(inner: E, counts: Arc<SpanCounts>) -> Self {
        Self { inner, counts, warned: Mutex::default() }
    }

    /// Logs why spans were lost, unless it did a short while ago.
    fn warn(&self, error: &impl std::fmt::Display) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.is_none_or(|at| at.elapsed() >= WARN_EVERY) {
            *warned = Some(Instant::now());
            let (failed, dropped) = (self.counts.failed(), self.counts.dropped());
            tracing::warn!(%error, failed, dropped, "spans are lost");
        }
    }
}

impl<E: SpanExporter> SpanExporter for Counted<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        self.counts.waiting.fetch_sub(spans, Ordering::Relaxed);
        let exported = self.inner.export(batch).await;
        let count = if exported.is_ok() { &self.counts.sent } else { &self.counts.failed };
        count.fetch_add(u64::try_from(spans).unwrap_or(u64::MAX), Ordering::Relaxed);
        if let Err(error) = &exported {
            self.warn(error);
        }
        exported
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::{Span as _, Tracer as _, TracerProvider as _};
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::*;

    /// A processor that keeps its spans for ever.
    #[derive(Debug, Default)]
    struct Stuck(AtomicUsize);

    impl SpanProcessor for Stuck {
        fn on_start(&self, _: &mut Span, _: &Context) {}

        fn on_end(&self, _: SpanData) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn force_flush(&self) -> OTelSdkResult {
            Ok(())
        }

        fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
            Ok(())
        }
    }

    #[test]
    fn the_queue_has_an_end_and_what_finds_no_room_is_counted() {
        let counts = Arc::<SpanCounts>::default();
        let bounded = Bounded::new(Stuck::default(), 3, Arc::clone(&counts));
        let provider = SdkTracerProvider::builder().with_span_processor(bounded).build();
        let tracer = provider.tracer("test");
        for _ in 0..5 {
            tracer.start("span").end();
        }
        assert_eq!((counts.waiting.load(Ordering::Relaxed), counts.dropped()), (3, 2));
    }
}
