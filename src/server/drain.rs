//! The order in which everything ends.
//!
//! All connections are asked to go, and what runs is finished. Clients that have nothing under way need not have gone:
//! when no call has been under way for [`QUIET`], the house leaves. Calls that last (open streams) are told shortly before
//! the hard end, so that they can say UNAVAILABLE and their callers go elsewhere; what is left then is cut off.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};

use super::Ended;
use super::connections::Connections;
use super::telemetry::metrics::Metrics;

/// How long no call must have been under way. It lets the last answers out, of which HTTP/2 may hold a window's worth until their
/// reader has said that there is room, and those calls in that were sent before their client heard that it should go: both take as
/// long as the way to a client and back. Connections whose client takes part are gone before that.
const QUIET: Duration = Duration::from_millis(500);
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// How long before the hard end open streams are told: this, or a quarter of the whole time if that is less.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Ends everything within this time.
pub async fn drain(
    mut connections: Connections,
    ending: &watch::Sender<bool>,
    metrics: &Metrics,
    within: Duration,
) -> Ended {
    let hard_end = Instant::now() + within;
    let last_words = hard_end - LAST_WORDS.min(within / 4);
    connections.ask_to_go();
    let mut done = timeout_at(last_words, finished(&mut connections, metrics)).await.is_ok();
    ending.send_replace(true);
    if !done {
        done = timeout_at(hard_end, finished(&mut connections, metrics)).await.is_ok();
    }
    let calls_cut = if done { 0 } else { u64::try_from(metrics.in_flight.get()).unwrap_or(0) };
    if calls_cut > 0 {
        tracing::warn!(calls_cut, "calls were still under way at the hard end");
    }
    // Whoever is left is cut off: each keeper lets go of its connection.
    drop(connections);
    Ended { calls_cut }
}

/// Resolves when all connections are gone, or no call has been under way for a while.
async fn finished(connections: &mut Connections, metrics: &Metrics) {
    tokio::select! {
        () = connections.gone() => {}
        () = quiet(metrics) => {}
    }
}

async fn quiet(metrics: &Metrics) {
    let mut quiet_since = Instant::now();
    while quiet_since.elapsed() < QUIET {
        sleep(LOOK).await;
        if metrics.in_flight.get() > 0 {
            quiet_since = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_is_quiet_when_no_call_has_been_under_way_for_long_enough() {
        let metrics = Metrics::new();
        let began = Instant::now();
        // One that was sent before its client heard, and one that follows it before it has been quiet for long enough.
        let calls = async {
            for _ in 0..2 {
                sleep(QUIET / 2).await;
                metrics.in_flight.inc();
                sleep(2 * QUIET).await;
                metrics.in_flight.dec();
            }
        };
        tokio::join!(quiet(&metrics), calls);
        let (took, silence) = (began.elapsed(), 6 * QUIET);
        assert!(took + LOOK >= silence && took <= silence + 2 * LOOK, "{took:?}");
    }
}
