//! What is still answered in time when more is asked than can be served.
//!
//! `cargo bench --bench overload`, on Linux with taskset (util-linux) and two processors: the release binary has one of them, the
//! load the other. For each kind of load it first finds how many calls a second are answered in time when a number of clients call
//! as fast as they are answered, and takes the most of that as the peak. Then it asks at set rates, as strangers do who know
//! nothing of one another (Poisson), each call with a deadline, and counts what is answered before its deadline: the goodput.
//! The aim is 0.9 of the peak or more at twice the peak's rate. All of it is done [`RUNS`] times, and medians are told.
//! `-- MinSwaps` is that load alone.
//!
//! Every row asks about the same boards in the same order. A call's time begins when it was due, so that a load that falls behind
//! cannot hide it; how far it fell behind is told, too.

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/caller.rs"]
mod caller;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use caller::{Any, Caller, Outcome, Prepared, framed, unframed};
use support::Random;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::{
    Board, GenerateBoardRequest, MinSwapsRequest, MinSwapsResponse, Seeded, SolveRequest, SolveResponse, Words,
};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, sleep_until};

/// How often everything is measured.
const RUNS: usize = 3;
/// Connections that calls are spread over.
const CONNECTIONS: usize = 8;
/// Boards that are asked about, in turn.
const BOARDS: u64 = 100;
/// How long each row is kept up, after a while to settle.
const ROUND: Duration = Duration::from_secs(8);
const SETTLE: Duration = Duration::from_secs(1);
/// Clients that call as fast as they are answered.
const CLIENTS: [usize; 4] = [1, 4, 16, 64];
/// Rates, in parts of the peak.
const RATES: [f64; 5] = [0.5, 0.9, 1.25, 2.0, 3.0];

/// What is asked, and how long its caller waits.
#[derive(Clone, Copy)]
enum Load {
    /// The fewest swaps to any words: some milliseconds of search.
    Solve,
    /// The fewest swaps to a target: some microseconds, less than the way through the house.
    MinSwaps,
}

impl Load {
    const ALL: [Self; 2] = [Self::Solve, Self::MinSwaps];

    fn name(self) -> &'static str {
        match self {
            Self::Solve => "Solve",
            Self::MinSwaps => "MinSwaps",
        }
    }

    fn within(self) -> Duration {
        match self {
            Self::Solve => Duration::from_millis(500),
            Self::MinSwaps => Duration::from_millis(50),
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::Solve => "/tilewright.v1.PuzzleService/Solve",
            Self::MinSwaps => "/tilewright.v1.PuzzleService/MinSwaps",
        }
    }

    /// Half an answer is none here.
    fn suffices(self) -> fn(&[u8]) -> bool {
        match self {
            Self::Solve => |frames| unframed::<SolveResponse>(frames).is_some_and(|answer| answer.proven),
            Self::MinSwaps => |frames| unframed::<MinSwapsResponse>(frames).is_some_and(|answer| answer.proven),
        }
    }

    fn asks(self, board: &Board) -> Bytes {
        let (start, target) = (board.start.clone(), board.target.clone());
        match self {
            Self::Solve => {
                let goal = Some(Goal::Words(Words::default()));
                framed(&SolveRequest { start, goal, ..SolveRequest::default() })
            }
            Self::MinSwaps => framed(&MinSwapsRequest { start, target, time_limit: None }),
        }
    }
}

/// The server, ended with its process when this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve() -> Result<(Server, String), Any> {
    let mut child = Command::new("taskset")
        .args(["-c", "0", env!("CARGO_BIN_EXE_tilewright"), "--threads", "1", "--listen", "127.0.0.1:0"])
        .args(["--admin-listen", "127.0.0.1:0", "--log-format", "json"])
        .stderr(Stdio::piped())
        .spawn()?;
    let mut log = BufReader::new(child.stderr.take().ok_or("no log")?);
    let server = Server(child);
    let mut line = String::new();
    let address = loop {
        line.clear();
        log.read_line(&mut line)?;
        if let Some((_, rest)) = line.split_once("\"grpc\":\"") {
            break rest.split('"').next().unwrap_or_default().to_owned();
        }
    };
    std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    Ok((server, address))
}

/// What came of the calls that were due while it was counted.
#[derive(Default)]
struct Counts {
    by_outcome: [AtomicU64; 4],
    /// How far behind calls were begun, in microseconds: the most.
    behind: AtomicU64,
}

/// A row of the table: calls a second by outcome, and how far behind the load was at most, in milliseconds.
type Row = [f64; 5];

/// All rows of a run, and the peak that they are compared with.
type Run = (Vec<Row>, f64);

impl Counts {
    fn count(&self, outcome: Outcome) {
        self.by_outcome[outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    fn row(&self) -> Row {
        let rate =
            |outcome: Outcome| self.by_outcome[outcome as usize].load(Ordering::Relaxed) as f64 / ROUND.as_secs_f64();
        let behind = self.behind.load(Ordering::Relaxed) as f64 / 1e3;
        [rate(Outcome::InTime), rate(Outcome::Refused), rate(Outcome::Late), rate(Outcome::Failed), behind]
    }
}

struct Bench {
    caller: Arc<Caller>,
    load: Load,
    requests: Vec<Bytes>,
}

impl Bench {
    fn request(&self, call: usize) -> Prepared {
        let body = self.requests[call % self.requests.len()].clone();
        let within = self.load.within();
        Prepared { path: self.load.path(), body, within, patience: within, suffices: self.load.suffices() }
    }

    /// So many clients, each calling as fast as it is answered.
    async fn closed(self: &Arc<Self>, clients: usize) -> Row {
        let (counts, calls) = (Arc::new(Counts::default()), Arc::new(AtomicUsize::new(0)));
        let from = Instant::now() + SETTLE;
        let tasks: Vec<_> = (0..clients)
            .map(|client| {
                let (bench, counts, calls) = (Arc::clone(self), Arc::clone(&counts), Arc::clone(&calls));
                tokio::spawn(async move {
                    loop {
                        let began = Instant::now();
                        if began >= from + ROUND {
                            return;
                        }
                        let request = bench.request(calls.fetch_add(1, Ordering::Relaxed));
                        let outcome = Arc::clone(&bench.caller).call(client, request, began).await;
                        if began >= from {
                            counts.count(outcome);
                        }
                    }
                })
            })
            .collect();
        for task in tasks {
            let _ = task.await;
        }
        counts.row()
    }

    /// So many calls a second, whether or not those before were answered.
    async fn open(self: &Arc<Self>, rate: f64) -> Row {
        let counts = Arc::new(Counts::default());
        let mut random = Random(7);
        let start = Instant::now();
        let from = start + SETTLE;
        let mut due = start;
        for call in 0usize.. {
            #[expect(clippy::cast_precision_loss, reason = "a draw needs no more")]
            let uniform = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
            due += Duration::from_secs_f64(-(1.0 - uniform).ln() / rate);
            if due >= from + ROUND {
                break;
            }
            // Answers have their turn even where the load has fallen behind.
            if due > Instant::now() {
                sleep_until(due).await;
            } else {
                yield_now().await;
            }
            let (bench, counts) = (Arc::clone(self), Arc::clone(&counts));
            tokio::spawn(async move {
                let behind = due.elapsed().as_micros();
                let outcome = Arc::clone(&bench.caller).call(call, bench.request(call), due).await;
                if due >= from {
                    counts.behind.fetch_max(u64::try_from(behind).unwrap_or(u64::MAX), Ordering::Relaxed);
                    counts.count(outcome);
                }
            });
        }
        sleep(self.load.within() * 2).await;
        counts.row()
    }

    /// All rows, with the peak that they are compared with.
    async fn run(self: &Arc<Self>) -> Run {
        let mut rows = Vec::new();
        for clients in CLIENTS {
            rows.push(self.closed(clients).await);
        }
        let peak = rows.iter().map(|row| row[0]).fold(0.0, f64::max);
        for part in RATES {
            rows.push(self.open(peak * part).await);
        }
        (rows, peak)
    }
}

fn main() -> Result<(), Any> {
    // `cargo test --benches` only looks whether it builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let own = std::process::id().to_string();
    Command::new("taskset").args(["-pc", "1", &own]).stdout(Stdio::null()).status()?;
    let (_server, address) = serve()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run(&address))
}

async fn run(address: &str) -> Result<(), Any> {
    let mut puzzles = PuzzleServiceClient::connect(format!("http://{address}")).await?;
    let mut boards = Vec::new();
    for n in 0..BOARDS {
        let board = Some(Seeded { seed: format!("overload/{n}"), ..Seeded::default() });
        let asked = GenerateBoardRequest { board, include_target: true, ..GenerateBoardRequest::default() };
        boards.extend(puzzles.generate_board(asked).await?.into_inner().board);
    }
    let caller = Caller::connect(address, CONNECTIONS).await?;
    let asked: Vec<String> = std::env::args().collect();
    let named: Vec<Load> = Load::ALL.into_iter().filter(|load| asked.iter().any(|name| name == load.name())).collect();
    for load in if named.is_empty() { Load::ALL.to_vec() } else { named } {
        let requests = boards.iter().map(|board| load.asks(board)).collect();
        let bench = Arc::new(Bench { caller: Arc::clone(&caller), load, requests });
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            runs.push(bench.run().await);
        }
        tell(load, &runs);
        for why in caller.failed() {
            println!("a call failed: {why}");
        }
    }
    Ok(())
}

/// Medians of the runs.
fn tell(load: Load, runs: &[Run]) {
    let median = |figure: &dyn Fn(&Run) -> f64| {
        let mut figures: Vec<f64> = runs.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    println!("{}, within {} ms; calls a second", load.name(), load.within().as_millis());
    println!(
        "| load | in time | of the peak | refused | late | failed | behind, ms |\n| --- | --- | --- | --- | --- | --- | --- |"
    );
    let names = CLIENTS.iter().map(|clients| format!("{clients} clients"));
    for (at, name) in names.chain(RATES.iter().map(|part| format!("{part} of the peak"))).enumerate() {
        let of_peak = median(&|(rows, peak)| rows[at][0] / peak);
        let [in_time, refused, late, failed, behind] =
            std::array::from_fn(|place| median(&|(rows, _)| rows[at][place]));
        println!("| {name} | {in_time:.0} | {of_peak:.2} | {refused:.0} | {late:.0} | {failed:.0} | {behind:.1} |");
    }
}
