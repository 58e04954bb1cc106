//! How long after its deadline a call is answered, and how long a search goes on whose time is up or whose caller has gone: of
//! every method that searches, by the server's own clock.
//!
//! `cargo bench --bench promptness`, or `-- Solve` for the methods whose names have that in them. Each method is asked, a few calls
//! at a time, for work that takes far longer than the calls have: deadlines are 2 to 100 ms. A third of the callers leave before.
//! No client ends a call for its deadline, so that what comes late is seen. The aim is 10 ms at the 99.9th percentile.
//!
//! The first row is what the machine itself makes of it: as many threads that do nothing but look at the clock. On a virtual
//! machine, each row tells too what its host took away of the processors meanwhile, so that a late row can be read.

#[path = "../support/caller.rs"]
mod caller;
mod methods;
#[path = "../support/serving.rs"]
mod serving;
#[path = "../support/mod.rs"]
mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use caller::{Caller, Prepared};
use methods::Method;
use serving::{Any, Serving, serve};
use support::Random;
use tokio::time::{Instant, sleep};

/// Calls of each method, and how many of them at the same time.
const CALLS: usize = 1_000;
const AT_ONCE: usize = 2;
/// Milliseconds that a call has.
const WITHIN: std::ops::Range<usize> = 2..101;
/// One in so many callers leaves.
const LEAVES: usize = 3;
/// What no call takes.
const FOR_EVER: Duration = Duration::from_mins(1);

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("serve", flags)) = arguments.split_first().map(|(first, rest)| (&**first, rest)) {
        return serve(flags);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // `cargo test --benches` only looks whether it builds.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    runtime.block_on(run(&arguments))
}

async fn run(arguments: &[String]) -> Result<(), Any> {
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    println!(
        "| method | answered late | by, p99.9 | at most | searches over time | by, p99.9 | at most | failed | taken by the host |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    if names.is_empty() {
        let before = Processors::now();
        println!("{} {} |", of_the_machine(), before.taken());
    }
    for method in methods::ALL {
        if names.is_empty() || names.iter().any(|name| method.path.contains(name.as_str())) {
            let before = Processors::now();
            println!("{} {} |", of_method(method).await?, before.taken());
        }
    }
    Ok(())
}

/// The row of threads that look at the clock until their deadlines: how far past them they find themselves.
fn of_the_machine() -> String {
    let threads = (0..AT_ONCE).map(|thread| {
        std::thread::spawn(move || {
            let late = |call: usize| {
                let mut random = Random(call as u64);
                let deadline =
                    Instant::now() + Duration::from_millis((WITHIN.start + random.below(WITHIN.len())) as u64);
                loop {
                    let now = Instant::now();
                    if now >= deadline {
                        return now - deadline;
                    }
                }
            };
            (thread..CALLS).step_by(AT_ONCE).map(late).collect::<Vec<_>>()
        })
    });
    let threads: Vec<_> = threads.collect();
    let mut late: Vec<Duration> = threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect();
    late.sort_unstable();
    let [most_but_one, most] = [2, 1].map(|from_end| late[late.len() - from_end].as_secs_f64() * 1e3);
    format!("| (threads that only look at the clock) | | | | {} | {most_but_one:.1} ms | {most:.1} ms | |", late.len())
}

/// What the processors have been at, in the kernel's ticks (proc_stat(5)): all of them, and those that a virtual machine's host
/// gave to others while there was work.
struct Processors {
    all: u64,
    stolen: u64,
}

impl Processors {
    /// Nothing, where the kernel is not Linux.
    fn now() -> Self {
        let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        let first = stat.lines().next().unwrap_or_default();
        // user, nice, system, idle, iowait, irq, softirq, steal; what guests took is in the first two already.
        let ticks: Vec<u64> = first.split_whitespace().skip(1).take(8).filter_map(|tick| tick.parse().ok()).collect();
        Self { all: ticks.iter().sum(), stolen: ticks.get(7).copied().unwrap_or(0) }
    }

    /// The part of them that was taken since.
    fn taken(&self) -> String {
        let now = Self::now();
        let thousandths = (now.stolen.saturating_sub(self.stolen) * 1000).checked_div(now.all.saturating_sub(self.all));
        thousandths.map_or_else(String::new, |part| format!("{}.{}%", part / 10, part % 10))
    }
}

/// The row of a method, from a server of its own.
async fn of_method(method: &'static Method) -> Result<String, Any> {
    let server = Serving::start(&[])?;
    let caller = Caller::connect(&server.address(), AT_ONCE).await?;
    let next = Arc::new(AtomicUsize::new(0));
    let callers: Vec<_> = (0..AT_ONCE)
        .map(|connection| {
            let (caller, next) = (Arc::clone(&caller), Arc::clone(&next));
            tokio::spawn(async move {
                loop {
                    let call = next.fetch_add(1, Ordering::Relaxed);
                    if call >= CALLS {
                        return;
                    }
                    let mut random = Random(call as u64);
                    let mut within = || Duration::from_millis((WITHIN.start + random.below(WITHIN.len())) as u64);
                    let (within, leaves_after) = (within(), within());
                    let patience = if call % LEAVES == 0 { leaves_after.min(within) } else { FOR_EVER };
                    let (path, body) = (method.path, (method.asks)(call));
                    let request = Prepared { path, body, within, patience, suffices: |_| true };
                    Arc::clone(&caller).call(connection, request, Instant::now()).await;
                }
            })
        })
        .collect();
    for caller in callers {
        caller.await?;
    }
    // Searches that nobody waits for may still be under way.
    sleep(Duration::from_secs(1)).await;
    let metrics = server.metrics().await?;
    let [late, over] = ["tilewright_call_overtime_seconds_bucket", "tilewright_lane_overtime_seconds_bucket"];
    let failed = caller.failed();
    for why in &failed {
        eprintln!("{}: {why}", method.path);
    }
    let name = method.path.rsplit('/').next().unwrap_or_default();
    Ok(format!("| `{name}` {}| {} | {} | {} |", method.what, told(&metrics, late), told(&metrics, over), failed.len()))
}

/// Of a histogram, whatever its labels: how many, up to what 999 of 1,000 are, and up to what all.
fn told(metrics: &str, name: &str) -> String {
    let mut buckets: Vec<(f64, u64)> = Vec::new();
    for line in metrics.lines().filter(|line| line.starts_with(name)) {
        let (labels, count) = line.rsplit_once(' ').unwrap_or_default();
        let bound = labels.split("le=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let bound = if bound == "+Inf" { f64::INFINITY } else { bound.parse().unwrap_or(f64::NAN) };
        let count = count.parse().unwrap_or(0);
        match buckets.iter_mut().find(|(known, _)| known.total_cmp(&bound).is_eq()) {
            Some((_, counted)) => *counted += count,
            None => buckets.push((bound, count)),
        }
    }
    let all = buckets.last().map_or(0, |bucket| bucket.1);
    let up_to = |count: u64| buckets.iter().find(|bucket| bucket.1 >= count).map_or(f64::NAN, |bucket| bucket.0 * 1e3);
    let told = |bound: f64| if all == 0 { String::new() } else { format!("{bound} ms") };
    format!("{all} | {} | {}", told(up_to(all - all / 1000)), told(up_to(all)))
}
