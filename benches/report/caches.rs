//! Boards asked for again and again of 1, 2 and 3 replicas, each with a cache that holds a part of them: what is found there if a
//! call goes to any replica, and if it goes to the one that its seed's hash names.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::time::Instant;

use super::Pace;
use super::axis::{Axis, Scale};
use super::caller::{Caller, Outcome, framed};
use super::document::{Document, figures};
use super::load::Target;
use super::plot::{Line, Plot};
use super::requests::{GENERATE_BOARD, in_turn, lattice};
use super::serving::{Any, Serving};
use super::support::{Random, Times};

/// Seeds that are asked for, and calls for each on average: first to fill the caches, and then to be counted.
const SEEDS: usize = 2_000;
const CALLS_A_SEED: usize = 2;
/// Lattices of 9x9, which are worth keeping: one takes some milliseconds to be made.
const SIDES: u32 = 9;
/// What a replica may keep: three quarters of it are for boards, of some 1,000 bytes each.
const CACHE_BYTES: &str = "640KiB";
const REPLICAS: [usize; 3] = [1, 2, 3];
const CLIENTS: usize = 4;

/// How often seeds are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spread {
    /// All alike.
    Uniform,
    /// The n-th as often as 1/n.
    Zipf,
}

/// Which replica is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Any,
    ByHash,
}

/// What came of it.
struct Measured {
    /// The share of calls whose board was kept.
    hit_rate: f64,
    /// Boards that a replica keeps in the end, on average.
    kept: f64,
    times: Times,
}

/// Draws seeds.
struct Draw {
    /// By seed, the part of all draws that are of it or of one before it.
    up_to: Vec<f64>,
    random: Random,
}

impl Draw {
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    fn new(spread: Spread, seeds: usize) -> Self {
        let weight = |n: usize| if spread == Spread::Zipf { 1.0 / (n + 1) as f64 } else { 1.0 };
        let all: f64 = (0..seeds).map(weight).sum();
        let up_to = (0..seeds).scan(0.0, |sum, n| {
            *sum += weight(n) / all;
            Some(*sum)
        });
        Self { up_to: up_to.collect(), random: Random(1) }
    }

    #[expect(clippy::cast_precision_loss, reason = "a draw needs no more")]
    fn next(&mut self) -> usize {
        let part = (self.random.next() >> 11) as f64 / (1u64 << 53) as f64;
        self.up_to.partition_point(|&up_to| up_to <= part).min(self.up_to.len() - 1)
    }
}

/// FNV-1a of a seed's bytes, mixed: what a proxy would do by the ring of its replicas.
fn hash(seed: &str) -> u64 {
    let fnv = seed
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    Random(fnv).next()
}

/// The replicas and who calls them.
struct Fleet {
    replicas: Vec<Serving>,
    callers: Vec<Arc<Caller>>,
    target: Target,
}

impl Fleet {
    async fn start(replicas: usize, seeds: usize) -> Result<Self, Any> {
        let replicas: Vec<Serving> =
            (0..replicas).map(|_| Serving::start(&["--cache-bytes", CACHE_BYTES])).collect::<Result<_, _>>()?;
        let mut callers = Vec::new();
        for replica in &replicas {
            callers.push(Caller::connect(&replica.address(), CLIENTS).await?);
        }
        let bodies = (0..seeds).map(|n| framed(&lattice(format!("cached/{n}"), SIDES))).collect();
        Ok(Self { replicas, callers, target: Target { path: GENERATE_BOARD, asks: in_turn(bodies) } })
    }

    /// A figure of all replicas' boards, added up.
    async fn sum(&self, figure: &str) -> Result<f64, Any> {
        let mut sum = 0.0;
        for replica in &self.replicas {
            sum += replica.figure(&format!("tilewright_cache_{figure}{{cache=\"boards\"}}")).await?;
        }
        Ok(sum)
    }

    /// Asks for these seeds, each of its replica, a few at a time. How long each took.
    async fn ask(&self, calls: &Arc<Vec<(usize, usize)>>) -> Result<Times, Any> {
        let next = Arc::new(AtomicUsize::new(0));
        let clients = (0..CLIENTS).map(|client| {
            let (calls, next, target) = (Arc::clone(calls), Arc::clone(&next), self.target.clone());
            let callers = self.callers.clone();
            tokio::spawn(async move {
                let mut times = Vec::new();
                while let Some(&(seed, replica)) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let began = Instant::now();
                    let outcome = Arc::clone(&callers[replica]).call(client, target.call(seed), began).await;
                    if outcome != Outcome::InTime {
                        return Err(format!("{outcome:?} {:?}", callers[replica].failed()));
                    }
                    times.push(began.elapsed());
                }
                Ok(times)
            })
        });
        let mut times = Vec::new();
        for client in clients.collect::<Vec<_>>() {
            times.extend(client.await??);
        }
        times.sort_unstable();
        Ok(Times(times))
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
async fn measure(replicas: usize, spread: Spread, choice: Choice, seeds: usize) -> Result<Measured, Any> {
    let fleet = Fleet::start(replicas, seeds).await?;
    let (mut draw, mut any) = (Draw::new(spread, seeds), Random(2));
    let mut calls = || {
        let call = |_| {
            let seed = draw.next();
            let of_hash = usize::try_from(hash(&format!("cached/{seed}")) % replicas as u64).unwrap_or(0);
            (seed, if choice == Choice::ByHash { of_hash } else { any.below(replicas) })
        };
        Arc::new((0..CALLS_A_SEED * seeds).map(call).collect::<Vec<_>>())
    };
    fleet.ask(&calls()).await?;
    let (hits, misses, joins) =
        (fleet.sum("hits_total").await?, fleet.sum("misses_total").await?, fleet.sum("joins_total").await?);
    let times = fleet.ask(&calls()).await?;
    let hits = fleet.sum("hits_total").await? - hits;
    let others = fleet.sum("misses_total").await? - misses + fleet.sum("joins_total").await? - joins;
    Ok(Measured { hit_rate: hits / (hits + others), kept: fleet.sum("entries").await? / replicas as f64, times })
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
pub(crate) async fn run(document: &mut Document, pace: &Pace) -> Result<(), Any> {
    let seeds = SEEDS / pace.fewer;
    let (mut rows, mut rates, mut latencies) = (Vec::new(), Vec::new(), Vec::new());
    for (spread, how_often) in [(Spread::Uniform, "uniform"), (Spread::Zipf, "Zipf")] {
        for (choice, chosen) in [(Choice::Any, "any replica"), (Choice::ByHash, "by hash")] {
            let name = format!("{how_often}, {chosen}");
            let (mut rate, mut latency) = (Vec::new(), Vec::new());
            for replicas in REPLICAS {
                let measured = measure(replicas, spread, choice, seeds).await?;
                let [mean, p50, p99] = [measured.times.mean(), measured.times.at(50), measured.times.at(99)]
                    .map(|time| time.as_secs_f64() * 1e3);
                rate.push((replicas as f64, measured.hit_rate * 100.0));
                latency.push((replicas as f64, mean));
                rows.push(vec![
                    name.clone(),
                    replicas.to_string(),
                    figures(measured.kept),
                    format!("{:.1} %", measured.hit_rate * 100.0),
                    figures(mean),
                    figures(p50),
                    figures(p99),
                ]);
            }
            rates.push(Line { name: name.clone(), points: rate });
            latencies.push(Line { name, points: latency });
        }
    }
    document.heading(2, "Caches of replicas");
    document.say(format!(
        "Boards of {SIDES}x{SIDES} lattices of {seeds} seeds, asked for of replicas that may keep `--cache-bytes {CACHE_BYTES}` \
         each, three quarters of it for boards. {CLIENTS} clients at a time; {} calls to fill the caches and as many that count. \
         A seed is drawn like any other (*uniform*), or the n-th as often as 1/n (*Zipf*), and asked for of a replica drawn by \
         chance or named by the seed's hash. All replicas share the machine's processors, so that more of them are no faster \
         by themselves. Hits are those of the replicas' own metrics.",
        CALLS_A_SEED * seeds
    ));
    let x = Axis::new("replicas", Scale::Whole);
    let plot = |title: &str, y: &str, lines| Plot {
        title: title.to_owned(),
        x: x.clone(),
        y: Axis::new(y, Scale::Linear),
        lines,
    };
    document
        .figure("cache-hits", &plot("Boards that were kept, by replicas", "calls answered from a cache, %", rates))?;
    document.figure("cache-latency", &plot("Latency by replicas", "mean of all calls, ms", latencies))?;
    let head = ["seeds, replica", "replicas", "boards kept by each", "hits", "mean, ms", "p50, ms", "p99, ms"];
    document.table(&head, &rows);
    Ok(())
}
