//! Calls a second of MinSwaps through the front door, against a bare tonic service that echoes the same messages.
//!
//! `cargo bench --bench front_door`. Each of the two serves from a process of its own that this one starts, with the same
//! runtime; this one calls them in turn, round after round, over the same number of connections with the same number of calls
//! under way, and tells the median of each and of the ratio of each pair of rounds. Beside the rate stands the processor time
//! that the serving process spent on a call.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::puzzle_service_server::{PuzzleService, PuzzleServiceServer};
use tilewright::grpc::proto::{GenerateBoardRequest, MinSwapsRequest, MinSwapsResponse, Seeded};
use tilewright::server::house::House;
use tilewright::server::listeners::Listeners;
use tilewright::server::settings::Settings;
use tilewright::server::telemetry::log::Log;
use tokio::net::TcpListener;
use tonic::{Request, Response, Status};

/// Rounds of each service, and how long each takes.
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_secs(2);
/// Connections, and calls under way on each.
const CONNECTIONS: usize = 4;
const CALLS: usize = 16;

type Any = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let role = std::env::args().nth(1).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match &*role {
        "serve-tilewright" => runtime.block_on(serve_tilewright()),
        "serve-echo" => runtime.block_on(serve_echo()),
        _ => runtime.block_on(compare()),
    }
}

/// Serves until the process is killed, after saying where.
async fn serve_tilewright() -> Result<(), Any> {
    let settings = Settings::load(["tilewright", "--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"])
        .map_err(|refused| refused.to_string())?;
    let _log = Log::start(&settings)?;
    let listeners = Listeners::bind(&settings).await?;
    println!("{}", listeners.grpc_address().port());
    let house = House::build(&settings, Instant::now())?;
    tilewright::server::run(listeners, house, &settings, std::future::pending()).await;
    Ok(())
}

/// The same message each time, whatever was asked.
struct Echo(MinSwapsResponse);

#[tonic::async_trait]
impl PuzzleService for Echo {
    async fn min_swaps(&self, _: Request<MinSwapsRequest>) -> Result<Response<MinSwapsResponse>, Status> {
        Ok(Response::new(self.0.clone()))
    }
}

async fn serve_echo() -> Result<(), Any> {
    let mut answer = Vec::new();
    std::io::stdin().read_to_end(&mut answer)?;
    let echo = Echo(prost::Message::decode(&*answer)?);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    let incoming = tonic::transport::server::TcpIncoming::from(listener).with_nodelay(Some(true));
    tonic::transport::Server::builder()
        .add_service(PuzzleServiceServer::new(echo))
        .serve_with_incoming(incoming)
        .await?;
    Ok(())
}

/// A service in a process of its own, which ends with this.
struct Serving {
    process: Child,
    port: u16,
}

impl Serving {
    fn start(role: &str, input: &[u8]) -> Result<Self, Any> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut process =
            command.arg(role).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        std::io::Write::write_all(&mut process.stdin.take().ok_or("no stdin")?, input)?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no stdout")?).read_line(&mut line)?;
        Ok(Self { process, port: line.trim().parse()? })
    }

    async fn client(&self) -> Result<PuzzleServiceClient<tonic::transport::Channel>, Any> {
        Ok(PuzzleServiceClient::connect(format!("http://127.0.0.1:{}", self.port)).await?)
    }

    /// Processor time spent so far, in clock ticks of a hundredth of a second; `None` where there is no /proc.
    fn ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        let after_name = stat.rsplit(')').next()?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What one round of one service came to.
#[derive(Clone, Copy)]
struct Rate {
    calls_a_second: f64,
    micros_a_call: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
async fn round(serving: &Serving, requests: &Arc<Vec<MinSwapsRequest>>) -> Result<Rate, Any> {
    let (ticks, started) = (serving.ticks(), Instant::now());
    let mut callers = Vec::new();
    for _ in 0..CONNECTIONS {
        let client = serving.client().await?;
        for caller in 0..CALLS {
            let (mut client, requests) = (client.clone(), Arc::clone(requests));
            callers.push(tokio::spawn(async move {
                let mut calls = 0;
                while started.elapsed() < ROUND {
                    let request = requests[(calls * CALLS + caller) % requests.len()].clone();
                    client.min_swaps(request).await?;
                    calls += 1;
                }
                Ok::<usize, Status>(calls)
            }));
        }
    }
    let mut calls = 0;
    for caller in callers {
        calls += caller.await??;
    }
    let elapsed = started.elapsed();
    let spent = serving.ticks().zip(ticks).map_or(f64::NAN, |(now, then)| (now - then) as f64 * 10_000.0);
    Ok(Rate { calls_a_second: calls as f64 / elapsed.as_secs_f64(), micros_a_call: spent / calls as f64 })
}

/// Requests of 5x5 boards, and the answer to one of them.
async fn messages(tilewright: &Serving) -> Result<(Vec<MinSwapsRequest>, MinSwapsResponse), Any> {
    let mut client = tilewright.client().await?;
    let mut requests: Vec<MinSwapsRequest> = Vec::new();
    for n in 0..500 {
        let board = Some(Seeded { seed: format!("front door/{n}"), ..Seeded::default() });
        let asked = GenerateBoardRequest { board, include_target: true, ..GenerateBoardRequest::default() };
        let board = client.generate_board(asked).await?.into_inner().board.ok_or("no board")?;
        requests.push(MinSwapsRequest { start: board.start, target: board.target, time_limit: None });
    }
    let answer = client.min_swaps(requests[0].clone()).await?.into_inner();
    Ok((requests, answer))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

async fn compare() -> Result<(), Any> {
    let tilewright = Serving::start("serve-tilewright", b"")?;
    let (requests, answer) = messages(&tilewright).await?;
    let echo = Serving::start("serve-echo", &prost::Message::encode_to_vec(&answer))?;
    let requests = Arc::new(requests);
    let (mut of_tilewright, mut of_echo) = (Vec::new(), Vec::new());
    // The first round of each warms it and is not counted.
    for n in 0..=ROUNDS {
        let rates = (round(&tilewright, &requests).await?, round(&echo, &requests).await?);
        if n > 0 {
            of_tilewright.push(rates.0);
            of_echo.push(rates.1);
        }
    }
    println!(
        "MinSwaps of 5x5 boards, {CONNECTIONS} connections of {CALLS} calls, {ROUNDS} rounds of {ROUND:?} each, medians:"
    );
    for (name, rates) in [("tilewright", &of_tilewright), ("bare echo", &of_echo)] {
        let calls = median(rates.iter().map(|rate| rate.calls_a_second).collect());
        let micros = median(rates.iter().map(|rate| rate.micros_a_call).collect());
        println!("{name:>12} {calls:>8.0} calls/s, {micros:>6.1} us of processor time a call in the serving process");
    }
    let pairs = of_tilewright.iter().zip(&of_echo);
    println!("{:>12} {:.3}", "ratio", median(pairs.map(|(t, e)| t.calls_a_second / e.calls_a_second).collect()));
    Ok(())
}
