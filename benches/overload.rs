//! What is still answered in time when more is asked than can be served.
//!
//! `cargo bench --bench overload`, on Linux with taskset (util-linux) and two processors: the release binary has one of them, the
//! load the other. For each kind of load it first finds how many calls a second are answered in time when a number of clients call
//! as fast as they are answered, and takes the most of that as the peak. Then it asks at set rates, as strangers do who know
//! nothing of one another (Poisson), each call with a deadline, and counts what is answered before its deadline: the goodput.
//! The aim is 0.9 of the peak or more at twice the peak's rate.

mod support;

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use support::Random;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::{Board, GenerateBoardRequest, MinSwapsRequest, Seeded, SolveRequest, Words};
use tokio::time::{sleep, sleep_until, timeout};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

type Any = Box<dyn Error + Send + Sync>;

/// Connections that calls are spread over.
const CONNECTIONS: usize = 8;
/// Boards that are asked about, in turn.
const BOARDS: u64 = 200;
/// How long each rate is kept up, after a while to settle.
const ROUND: Duration = Duration::from_secs(8);
const SETTLE: Duration = Duration::from_secs(1);
/// Clients that call as fast as they are answered.
const CLIENTS: [usize; 4] = [2, 8, 32, 64];
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
    fn name(self) -> &'static str {
        match self {
            Self::Solve => "Solve to any words",
            Self::MinSwaps => "MinSwaps",
        }
    }

    fn deadline(self) -> Duration {
        match self {
            Self::Solve => Duration::from_millis(500),
            Self::MinSwaps => Duration::from_millis(50),
        }
    }

    async fn call(self, channel: Channel, board: &Board) -> Result<(), Status> {
        let mut puzzles = PuzzleServiceClient::new(channel);
        match self {
            Self::Solve => {
                let goal = Some(Goal::Words(Words::default()));
                let mut request =
                    Request::new(SolveRequest { start: board.start.clone(), goal, ..SolveRequest::default() });
                request.set_timeout(self.deadline());
                let answer = puzzles.solve(request).await?.into_inner();
                // Half an answer is none here.
                if answer.proven { Ok(()) } else { Err(Status::deadline_exceeded("not proven")) }
            }
            Self::MinSwaps => {
                let (start, target) = (board.start.clone(), board.target.clone());
                let mut request = Request::new(MinSwapsRequest { start, target, time_limit: None });
                request.set_timeout(self.deadline());
                puzzles.min_swaps(request).await.map(drop)
            }
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
        .args(["--admin-listen", "127.0.0.1:0", "--log-format", "json", "--max-streams", "4096"])
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

/// What came of the calls that were begun while it was counted.
#[derive(Default)]
struct Counts {
    in_time: AtomicU64,
    refused: AtomicU64,
    late: AtomicU64,
    failed: AtomicU64,
}

impl Counts {
    fn count(&self, load: Load, began: Instant, answer: &Result<(), Status>) {
        let count = match answer {
            Ok(()) if began.elapsed() <= load.deadline() => &self.in_time,
            Ok(()) => &self.late,
            Err(status) => match status.code() {
                Code::ResourceExhausted => &self.refused,
                Code::DeadlineExceeded | Code::Cancelled => &self.late,
                _ => &self.failed,
            },
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    fn row(&self) -> [f64; 4] {
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let rate = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / ROUND.as_secs_f64();
        [rate(&self.in_time), rate(&self.refused), rate(&self.late), rate(&self.failed)]
    }
}

struct Bench {
    channels: Vec<Channel>,
    boards: Vec<Board>,
}

impl Bench {
    /// So many clients, each calling as fast as it is answered.
    async fn closed(self: &Arc<Self>, load: Load, clients: usize) -> [f64; 4] {
        let counts = Arc::new(Counts::default());
        let from = Instant::now() + SETTLE;
        let tasks: Vec<_> = (0..clients)
            .map(|client| {
                let (bench, counts) = (Arc::clone(self), Arc::clone(&counts));
                tokio::spawn(async move {
                    let channel = bench.channels[client % CONNECTIONS].clone();
                    for call in client.. {
                        let began = Instant::now();
                        if began >= from + ROUND {
                            return;
                        }
                        let answer = load.call(channel.clone(), &bench.boards[call * 7 % bench.boards.len()]).await;
                        if began >= from {
                            counts.count(load, began, &answer);
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
    async fn open(self: &Arc<Self>, load: Load, rate: f64) -> [f64; 4] {
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
            if due > Instant::now() {
                sleep_until(due.into()).await;
            }
            let (bench, counts) = (Arc::clone(self), Arc::clone(&counts));
            tokio::spawn(async move {
                let channel = bench.channels[call % CONNECTIONS].clone();
                // From when it was due: a load that falls behind must not hide it.
                let patience = load.deadline() * 2;
                let answer = timeout(patience, load.call(channel, &bench.boards[call % bench.boards.len()])).await;
                let answer = answer.unwrap_or_else(|_| Err(Status::deadline_exceeded("nobody waits")));
                if due >= from {
                    counts.count(load, due, &answer);
                }
            });
        }
        sleep(load.deadline() * 2).await;
        counts.row()
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
    let mut channels = Vec::new();
    for _ in 0..CONNECTIONS {
        channels.push(Endpoint::from_shared(format!("http://{address}"))?.connect().await?);
    }
    let mut boards = Vec::new();
    for n in 0..BOARDS {
        let board = Some(Seeded { seed: format!("overload/{n}"), ..Seeded::default() });
        let asked = GenerateBoardRequest { board, include_target: true, ..GenerateBoardRequest::default() };
        let made = PuzzleServiceClient::new(channels[0].clone()).generate_board(asked).await?;
        boards.extend(made.into_inner().board);
    }
    let bench = Arc::new(Bench { channels, boards });
    for load in [Load::Solve, Load::MinSwaps] {
        println!("{}, within {} ms; calls a second", load.name(), load.deadline().as_millis());
        println!("| load | in time | of the peak | refused | late | failed |\n| --- | --- | --- | --- | --- | --- |");
        let mut peak: f64 = 0.0;
        for clients in CLIENTS {
            let row = bench.closed(load, clients).await;
            peak = peak.max(row[0]);
            tell(&format!("{clients} clients"), row, peak);
        }
        for part in RATES {
            tell(&format!("{part} of the peak"), bench.open(load, peak * part).await, peak);
        }
    }
    Ok(())
}

fn tell(load: &str, [in_time, refused, late, failed]: [f64; 4], peak: f64) {
    println!("| {load} | {in_time:.0} | {:.2} | {refused:.0} | {late:.0} | {failed:.0} |", in_time / peak);
}
