//! The server, in a process of its own, and what that process and the machine spend.

#![allow(dead_code, reason = "each bench uses what it needs")]

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use tilewright::grpc::proto::guess_service_client::GuessServiceClient;
use tilewright::grpc::proto::lexicon_service_client::LexiconServiceClient;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::server::house::House;
use tilewright::server::listeners::Listeners;
use tilewright::server::memory;
use tilewright::server::settings::Settings;
use tilewright::server::telemetry::log::Log;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tonic::transport::Channel;

pub(crate) type Any = Box<dyn Error + Send + Sync>;

/// Serves until the process is killed, after saying where. As the program does: with its allocator set, and threads of its own.
pub(crate) fn serve(flags: &[String]) -> Result<(), Any> {
    memory::keep_little();
    Builder::new_multi_thread().enable_all().build()?.block_on(run(flags))
}

async fn run(flags: &[String]) -> Result<(), Any> {
    let own = ["tilewright", "--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"].map(str::to_owned);
    let settings = Settings::load(own.iter().chain(flags)).map_err(|refused| refused.to_string())?;
    let _log = Log::start(&settings)?;
    let listeners = Listeners::bind(&settings).await?;
    println!("{} {}", listeners.grpc_address().port(), listeners.admin_address().port());
    let house = House::build(&settings, Instant::now())?;
    tilewright::server::run(listeners, house, &settings, std::future::pending()).await;
    Ok(())
}

/// A server, which ends with this.
pub(crate) struct Serving {
    process: Child,
    port: u16,
    admin: u16,
}

impl Serving {
    /// Starts one with these flags.
    pub(crate) fn start(flags: &[&str]) -> Result<Self, Any> {
        Self::start_in("serve", flags, &[], Stdio::null())
    }

    /// Starts one that logs there.
    pub(crate) fn start_logging(flags: &[&str], log: Stdio) -> Result<Self, Any> {
        Self::start_in("serve", flags, &[], log)
    }

    /// Starts this very program in a role in which it serves something: it is given this to read, and says where it serves.
    pub(crate) fn start_as(role: &str, flags: &[&str], input: &[u8]) -> Result<Self, Any> {
        Self::start_in(role, flags, input, Stdio::null())
    }

    fn start_in(role: &str, flags: &[&str], input: &[u8], log: Stdio) -> Result<Self, Any> {
        let mut command = Command::new(std::env::current_exe()?);
        let command = command.arg(role).args(flags).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.stderr(log).spawn()?;
        process.stdin.take().ok_or("no stdin")?.write_all(input)?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no stdout")?).read_line(&mut line)?;
        let (port, admin) = line.trim().split_once(' ').ok_or("no ports")?;
        Ok(Self { process, port: port.parse()?, admin: admin.parse()? })
    }

    async fn connect(&self) -> Result<Channel, Any> {
        Ok(Channel::from_shared(format!("http://127.0.0.1:{}", self.port))?.connect().await?)
    }

    /// A client of games, with a connection of its own.
    pub(crate) async fn puzzles(&self) -> Result<PuzzleServiceClient<Channel>, Any> {
        Ok(PuzzleServiceClient::new(self.connect().await?))
    }

    /// A client of guesses, with a connection of its own.
    pub(crate) async fn guesses(&self) -> Result<GuessServiceClient<Channel>, Any> {
        Ok(GuessServiceClient::new(self.connect().await?))
    }

    /// A client of word lists, with a connection of its own.
    pub(crate) async fn lexicons(&self) -> Result<LexiconServiceClient<Channel>, Any> {
        Ok(LexiconServiceClient::new(self.connect().await?))
    }

    /// Processor time that it spent so far, in seconds.
    pub(crate) fn spent(&self) -> f64 {
        spent(&self.process.id().to_string())
    }

    /// Memory that it holds, in MB.
    pub(crate) fn resident(&self) -> f64 {
        resident_of(self.process.id())
    }

    /// Files and sockets that it has open.
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    pub(crate) fn files(&self) -> f64 {
        std::fs::read_dir(format!("/proc/{}/fd", self.process.id())).map_or(f64::NAN, |files| files.count() as f64)
    }

    /// Threads that it has.
    pub(crate) fn threads(&self) -> f64 {
        status_of(self.process.id(), "Threads:").unwrap_or(f64::NAN)
    }

    /// Where it serves.
    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A figure of its metrics, by its whole name with labels.
    pub(crate) async fn figure(&self, name: &str) -> Result<f64, Any> {
        let text = self.metrics().await?;
        let figure = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        Ok(figure.unwrap_or(0.0))
    }

    /// All its metrics.
    pub(crate) async fn metrics(&self) -> Result<String, Any> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.admin)).await?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n").await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        Ok(text)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Memory that a process holds, in MB.
pub(crate) fn resident_of(process: u32) -> f64 {
    status_of(process, "VmRSS:").map_or(f64::NAN, |kibibytes| kibibytes * 1024.0 / 1e6)
}

/// The number of this line of a process's status.
fn status_of(process: u32, name: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

/// Processor time that this process spent so far, in seconds.
pub(crate) fn spent_here() -> f64 {
    spent("self")
}

/// Clock ticks of a second in /proc.
const TICKS: f64 = 100.0;

fn spent(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// What all processors of the machine did so far, in seconds: work, and anything at all.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    busy: f64,
    all: f64,
}

impl Machine {
    pub(crate) fn now() -> Self {
        let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        let line = stat.lines().next().unwrap_or_default();
        // user, nice, system, idle, waiting for a disk, interrupts, soft interrupts, stolen by the host.
        let ticks: Vec<f64> = line.split_whitespace().skip(1).take(8).filter_map(|ticks| ticks.parse().ok()).collect();
        let all = ticks.iter().sum::<f64>() / TICKS;
        Self { busy: all - ticks.iter().skip(3).take(2).sum::<f64>() / TICKS, all }
    }

    /// The share of the machine that was busy since then.
    pub(crate) fn busy_since(self) -> f64 {
        let now = Self::now();
        (now.busy - self.busy) / (now.all - self.all)
    }
}

/// Processors of the machine.
#[expect(clippy::cast_precision_loss, reason = "a few")]
pub(crate) fn processors() -> f64 {
    std::thread::available_parallelism().map_or(1.0, |processors| processors.get() as f64)
}
