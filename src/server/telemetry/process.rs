//! What the system says of the process, by the names under which all Prometheus clients tell it. It is read from /proc, so only
//! Linux tells it; elsewhere these metrics are absent.

use std::fs;

use super::metrics::Metrics;
use super::readings::{Figure, Kind, Labels, Read};

/// What /proc counts time in: hundredths of a second on every platform that is served, whatever the kernel's own tick.
const TICKS_A_SECOND: f64 = 100.0;

/// Adds them.
pub(super) fn add_figures(metrics: &mut Metrics) {
    let mut add = |name, help, kind, read: fn() -> Option<f64>| {
        let read: Read = Box::new(move || Figure::from(read()));
        metrics.of_process(name, help, kind, [(Labels::new(), read)]);
    };
    add("process_resident_memory_bytes", "Memory that the process has in use", Kind::Gauge, resident);
    add("process_cpu_seconds", "Time on processors, of user and system", Kind::Counter, cpu_seconds);
    add("process_open_fds", "File descriptors that are open", Kind::Gauge, open_fds);
    add("process_start_time_seconds", "When the process started, in Unix time", Kind::Gauge, start_time);
}

/// Bytes of memory that the process has in use.
pub(in crate::server) fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes: u64 = after(&status, "VmRSS:")?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// How many threads the process has.
pub(in crate::server) fn threads() -> Option<u64> {
    after(&fs::read_to_string("/proc/self/status").ok()?, "Threads:")?.parse().ok()
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many")]
fn resident() -> Option<f64> {
    resident_bytes().map(|bytes| bytes as f64)
}

fn cpu_seconds() -> Option<f64> {
    let [user, system] = [14, 15].map(stat);
    Some((user? + system?) / TICKS_A_SECOND)
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many")]
fn open_fds() -> Option<f64> {
    // One of them is that of looking.
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as f64)
}

fn start_time() -> Option<f64> {
    let booted: f64 = after(&fs::read_to_string("/proc/stat").ok()?, "btime")?.parse().ok()?;
    Some(booted + stat(22)? / TICKS_A_SECOND)
}

/// The word after this one, at the beginning of a line.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(word))?.split_whitespace().next()
}

/// A field of /proc/self/stat, by its number in proc(5).
fn stat(field: usize) -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second is the program's name, in parentheses: it may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(field.checked_sub(3)?)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    use super::*;

    #[test]
    fn the_system_is_read_as_it_is() {
        assert!(resident_bytes().unwrap() > 100_000);
        let before = cpu_seconds().unwrap();
        let started = Instant::now();
        while cpu_seconds().unwrap() <= before {
            assert!(started.elapsed() < Duration::from_secs(20));
        }
        let fds = open_fds().unwrap();
        let file = fs::File::open("/proc/self/stat").unwrap();
        assert!(fds >= 3.0 && open_fds().unwrap() > 3.0);
        drop(file);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64();
        let age = now - start_time().unwrap();
        assert!((-2.0..86_400.0).contains(&age), "{age}");
    }
}
