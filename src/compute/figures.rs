//! What the pool counts of itself, for metrics and to tell how long a queue takes: plain atomic figures, so that counting takes no lock and knows no library.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Up to what the times of a lane are counted, in seconds. Short work promises a millisecond at the 99th percentile, so most steps
/// lie below it, at about two and a half of them a factor of ten; a lane that holds its searches back for longer than some
/// seconds is full, or refuses since it cannot serve in time, and the last steps only tell how bad it is.
pub const TIME_BUCKETS: [(Duration, f64); 14] = [
    (Duration::from_micros(10), 10e-6),
    (Duration::from_micros(25), 25e-6),
    (Duration::from_micros(50), 50e-6),
    (Duration::from_micros(100), 100e-6),
    (Duration::from_micros(250), 250e-6),
    (Duration::from_micros(500), 500e-6),
    (Duration::from_millis(1), 1e-3),
    (Duration::from_micros(2500), 2.5e-3),
    (Duration::from_millis(10), 10e-3),
    (Duration::from_millis(50), 50e-3),
    (Duration::from_millis(250), 0.25),
    (Duration::from_secs(1), 1.0),
    (Duration::from_secs(5), 5.0),
    (Duration::from_secs(30), 30.0),
];

/// What a lane counts while it works.
#[derive(Debug, Default)]
pub(super) struct LaneCounts {
    /// Searches that found no room.
    pub(super) refused_full: AtomicU64,
    /// Searches that were refused since they would have waited beyond their deadline.
    pub(super) refused_late: AtomicU64,
    /// Searches whose deadline passed while they waited, and that were never begun.
    pub(super) expired: AtomicU64,
    /// What each search waited.
    pub(super) waits: TimeCounts,
    /// How long each search went on whose time was up: after its deadline, or after whoever waited for it had gone.
    pub(super) overtimes: TimeCounts,
    /// About how long a thread takes for one search: the mean of the last ones, each newer one counting more.
    mean_nanos: AtomicU64,
    /// Searches of the lane that are under way.
    pub(super) running: AtomicUsize,
    /// Calls whose long work comes in pieces, and that found no room.
    pub(super) refused_pieces: AtomicU64,
}

/// One part in so many of the mean is the newest search.
const NEWEST: u64 = 16;
/// A search counts as so many times the mean at most, and so many nanoseconds.
const STRANGER: u64 = 4;
const STRANGER_NANOS: u64 = 20_000_000;

impl LaneCounts {
    /// A thread took so long for a search. Two threads that say so at once may lose one of them, which does not matter. One search
    /// that takes far longer than those before it says little of the next ones, and so counts as several times the mean at most.
    pub(super) fn done(&self, took: Duration) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let mean = self.mean_nanos.load(Ordering::Relaxed);
        let most = mean.saturating_mul(STRANGER).saturating_add(STRANGER_NANOS);
        let took = took.min(most);
        let mean = if mean == 0 { took } else { mean - mean / NEWEST + took / NEWEST };
        self.mean_nanos.store(mean, Ordering::Relaxed);
    }

    /// About how long so many threads take for so many searches.
    pub(super) fn time_for(&self, searches: usize, threads: usize) -> Duration {
        let each = Duration::from_nanos(self.mean_nanos.load(Ordering::Relaxed));
        each.saturating_mul(u32::try_from(searches.div_ceil(threads.max(1))).unwrap_or(u32::MAX))
    }
}

/// Times, counted.
#[derive(Debug, Default)]
pub(super) struct TimeCounts {
    /// How many were up to each of the bounds, and how many longer than the last.
    counts: [AtomicU64; TIME_BUCKETS.len() + 1],
    nanos: AtomicU64,
}

impl TimeCounts {
    pub(super) fn count(&self, time: Duration) {
        let bucket = TIME_BUCKETS.partition_point(|(most, _)| *most < time);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.nanos.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Times {
        let bounds = TIME_BUCKETS.iter().map(|(_, seconds)| *seconds).chain([f64::INFINITY]);
        let buckets = bounds.zip(&self.counts).map(|(most, count)| (most, count.load(Ordering::Relaxed))).collect();
        Times { buckets, sum: Duration::from_nanos(self.nanos.load(Ordering::Relaxed)) }
    }
}

/// Times of the searches of a lane: of their waits, say.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// So many seconds at most, and more than the bucket before: how many searches. The last bucket has no end.
    pub buckets: Vec<(f64, u64)>,
    /// All their times together.
    pub sum: Duration,
}

/// How many threads are at work.
#[derive(Debug, Default)]
pub(super) struct Busy(AtomicUsize);

impl Busy {
    /// Does this, one thread more being busy with it.
    pub(super) fn with(&self, work: impl FnOnce()) {
        self.0.fetch_add(1, Ordering::Relaxed);
        work();
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn threads(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_takes_as_long_as_the_last_searches_did() {
        let counts = LaneCounts::default();
        assert_eq!(counts.time_for(100, 1), Duration::ZERO);
        counts.done(Duration::from_millis(16));
        assert_eq!(counts.time_for(5, 2), Duration::from_millis(48));
        for _ in 0..200 {
            counts.done(Duration::from_millis(1));
        }
        let time = counts.time_for(10, 1);
        assert!(time > Duration::from_millis(9) && time < Duration::from_millis(11), "{time:?}");
        // One that takes for ever says little of the next ones.
        counts.done(Duration::MAX);
        assert!(counts.time_for(10, 1) < Duration::from_millis(30));
        assert!(counts.time_for(usize::MAX, 0) > Duration::from_hours(1));
    }

    #[test]
    fn a_time_is_counted_in_the_first_bucket_that_holds_it() {
        for (most, seconds) in TIME_BUCKETS {
            assert!((most.as_secs_f64() - seconds).abs() < 1e-12, "{seconds}");
        }
        assert!(TIME_BUCKETS.is_sorted_by(|(a, _), (b, _)| a < b));
        let counts = TimeCounts::default();
        let waits = [Duration::ZERO, Duration::from_micros(10), Duration::from_nanos(10_001), Duration::from_secs(31)];
        for waited in waits {
            counts.count(waited);
        }
        let told = counts.read();
        let counted: Vec<_> = told.buckets.iter().filter(|(_, count)| *count > 0).copied().collect();
        assert_eq!(counted, [(10e-6, 2), (25e-6, 1), (f64::INFINITY, 1)]);
        assert_eq!(told.sum, waits.iter().sum::<Duration>());
    }
}
