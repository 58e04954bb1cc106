//! A real server on ports of its own, in the test's process, the few clients that tests need, and what every error must say.

#![allow(unreachable_pub, reason = "what all files of tests share is public to them")]

pub mod batch;
pub mod binary;
pub mod blind;
pub mod docs;
pub mod fills;
pub mod lattices;
pub mod strategies;
pub mod tls;
pub mod tokens;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use http::uri::PathAndQuery;
use prost::Message;
use tilewright::budget::Limits;
use tilewright::compute::{Admission, ComputeError, Lane};
use tilewright::grpc::proto::guess_service_client::GuessServiceClient;
use tilewright::grpc::proto::lexicon_service_client::LexiconServiceClient;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{Board, Grid, Position, Swap};
use tilewright::grpc::shared::Shared;
use tilewright::server::house::House;
use tilewright::server::listeners::Listeners;
use tilewright::server::settings::Settings;
use tilewright::server::{self, Ended};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_stream::Stream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Response, Status, Streaming};
use tonic_prost::ProstCodec;
use tonic_types::StatusExt as _;

/// What nothing in a test takes, however busy the machine is.
pub const LONG: Duration = Duration::from_secs(20);

/// A server that runs. It drains when it is dropped, too, as far as the test's runtime lets it.
pub struct Server {
    /// Where it serves gRPC.
    pub grpc: SocketAddr,
    /// Where it serves the admin endpoints.
    pub admin: SocketAddr,
    /// What its services share.
    pub shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<Ended>,
}

impl Server {
    /// Starts one with these flags.
    pub async fn start(flags: &[&str]) -> Self {
        Self::start_changed(flags, |house| house).await
    }

    /// Starts one whose house is changed first.
    pub async fn start_changed(flags: &[&str], change: impl FnOnce(House) -> House) -> Self {
        let own = ["tilewright", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"];
        let settings = Settings::load(own.iter().chain(flags)).unwrap_or_else(|refused| panic!("{refused}"));
        let house = change(House::build(&settings, Instant::now()).unwrap());
        let shared = Arc::clone(&house.shared);
        let listeners = Listeners::bind(&settings).await.unwrap();
        let (grpc, admin) = (listeners.grpc_address(), listeners.admin_address());
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(async move {
            let shutdown = async {
                let _ = stopped.await;
            };
            server::run(listeners, house, &settings, shutdown).await
        });
        Self { grpc, admin, shared, stop: Some(stop), ended }
    }

    /// A client of boards and swaps, with a connection of its own.
    pub async fn puzzles(&self) -> PuzzleServiceClient<Channel> {
        PuzzleServiceClient::new(self.connect().await)
    }

    /// A client of guesses and chains, with a connection of its own.
    pub async fn guesses(&self) -> GuessServiceClient<Channel> {
        GuessServiceClient::new(self.connect().await)
    }

    /// A client of word lists, with a connection of its own.
    pub async fn lexicons(&self) -> LexiconServiceClient<Channel> {
        LexiconServiceClient::new(self.connect().await)
    }

    /// A client's connection.
    pub async fn connect(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.grpc)).unwrap().connect().await.unwrap()
    }

    /// Tells it to end.
    pub fn stop(&mut self) {
        drop(self.stop.take());
    }

    /// Tells it to end, and how it did, and how long that took.
    pub async fn end(mut self) -> (Ended, Duration) {
        self.stop();
        let stopped = Instant::now();
        let ended = timeout(LONG, self.ended).await.expect("it does not end").unwrap();
        (ended, stopped.elapsed())
    }

    /// What an admin endpoint answers: the whole of it, headers too.
    pub async fn get(&self, path: &str) -> String {
        get(self.admin, path).await
    }

    /// Waits until an admin endpoint's answer holds this.
    pub async fn wait_for(&self, path: &str, holds: &str) -> String {
        wait_for(self.admin, path, holds).await
    }
}

/// Holds every thread of the long lane, and so many searches in its queue, until dropped.
pub struct Held {
    _open: Vec<mpsc::Sender<()>>,
}

impl Held {
    /// Lets go, and waits until the threads have taken all that was queued, so that there is room.
    pub async fn let_go(self, server: &Server) {
        drop(self);
        while server.shared.pool.figures(Lane::Long).waiting > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// Holds every thread of the long lane, and so many places of its queue.
pub async fn hold_the_long_lane(server: &Server, queued: usize) -> Held {
    let pool = &server.shared.pool;
    let (started, starts) = mpsc::channel();
    let threads = pool.long_threads();
    let open = (0..threads + queued)
        .map(|_| {
            let (open, closed) = mpsc::channel::<()>();
            let (pool, started) = (Arc::clone(pool), started.clone());
            tokio::spawn(async move {
                let closed = Arc::new(Mutex::new(closed));
                // Until there is a place, which the first ones give back as soon as a thread takes them.
                loop {
                    let (started, closed) = (started.clone(), Arc::clone(&closed));
                    let hold = move |_: &_| {
                        let _ = started.send(());
                        let _ = closed.lock().unwrap().recv();
                    };
                    match pool.run_long(Limits::default(), Admission::Refuse, hold).await {
                        Err(ComputeError::Overloaded { .. }) => tokio::time::sleep(Duration::from_millis(1)).await,
                        done => return done,
                    }
                }
            });
            open
        })
        .collect();
    tokio::task::spawn_blocking(move || (0..threads).for_each(|_| starts.recv().unwrap())).await.unwrap();
    while pool.figures(Lane::Long).waiting < queued {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Held { _open: open }
}

/// What a call for short work comes to while the long lane is full. A slice is of the clock's time: a busy machine may put its
/// thread aside for all of it, and then it counts as long work and is refused.
pub async fn let_in<T, F: Future<Output = Result<T, Status>>>(ask: impl Fn() -> F) -> Result<T, Status> {
    let overloaded = (Code::ResourceExhausted, "OVERLOADED".to_owned(), String::new());
    let answered = async {
        loop {
            match ask().await {
                Err(status) if said(&status) == overloaded => tokio::time::sleep(Duration::from_millis(1)).await,
                answer => return answer,
            }
        }
    };
    timeout(LONG, answered).await.expect("short work has a thread")
}

/// The path of a new file with this text.
pub fn file(name: &str, text: &str) -> String {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let (process, file) = (std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(format!("tilewright-test-{process}-{file}-{name}"));
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A grid of these rows, with a slash between two.
pub fn grid(rows: &str) -> Grid {
    Grid { rows: rows.split('/').map(str::to_owned).collect() }
}

/// The start after these swaps, each of which must name its first cell first.
pub fn replay(start: &Grid, swaps: &[Swap]) -> Grid {
    let mut rows: Vec<Vec<char>> = start.rows.iter().map(|row| row.chars().collect()).collect();
    for swap in swaps {
        let (first, second) = (swap.first.as_ref().unwrap(), swap.second.as_ref().unwrap());
        let at = |p: &Position| (p.row as usize, p.column as usize);
        assert!(at(first) < at(second), "the first cell comes first in reading order");
        let (a, b) = (at(first), at(second));
        let letter = rows[a.0][a.1];
        rows[a.0][a.1] = rows[b.0][b.1];
        rows[b.0][b.1] = letter;
    }
    Grid { rows: rows.into_iter().map(|row| row.into_iter().collect()).collect() }
}

/// What a status must say: code, reason, and the path of the first field that is wrong, or names what is not there.
pub type Expected = (Code, &'static str, &'static str);

fn said(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let info = details.error_info().expect("every error has an ErrorInfo");
    assert_eq!(info.domain, "tilewright");
    let field = details.bad_request().and_then(|bad| bad.field_violations.first());
    if let Some(field) = field {
        assert!(!field.description.is_empty() && field.reason == info.reason, "{field:?}");
    }
    assert!(!status.message().is_empty() && status.message().len() < 1000, "{status:?}");
    let named = info.metadata.get("field").filter(|_| status.code() == Code::NotFound);
    let field = field.map(|field| &field.field).or(named);
    (status.code(), info.reason.clone(), field.cloned().unwrap_or_default())
}

/// Holds a status to what it must say, and to how every status says it.
pub fn check(name: &str, status: &Status, (code, reason, field): Expected) {
    assert_eq!(said(status), (code, reason.to_owned(), field.to_owned()), "{name}: {status:?}");
}

/// What a caller's mistake is answered with.
pub const INVALID: Code = Code::InvalidArgument;

/// Waits until the answer to a GET holds this.
pub async fn wait_for(address: SocketAddr, path: &str, holds: &str) -> String {
    let started = Instant::now();
    loop {
        let answer = get(address, path).await;
        if answer.contains(holds) {
            return answer;
        }
        assert!(started.elapsed() < LONG, "no {holds:?} in {answer}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// What is answered to a GET over HTTP/1.1: the whole of it, headers too.
pub async fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// Calls a unary method by its path.
pub async fn call<Q, A>(channel: &Channel, path: &'static str, request: Request<Q>) -> Result<Response<A>, Status>
where
    Q: Message + Send + Sync + 'static,
    A: Message + Default + Send + Sync + 'static,
{
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.unwrap();
    client.unary(request, PathAndQuery::from_static(path), ProstCodec::<Q, A>::default()).await
}

/// Calls a method with two streams by its path.
pub async fn stream<Q, A>(
    channel: &Channel,
    path: &'static str,
    requests: impl Stream<Item = Q> + Send + 'static,
) -> Result<Response<Streaming<A>>, Status>
where
    Q: Message + Send + Sync + 'static,
    A: Message + Default + Send + Sync + 'static,
{
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.unwrap();
    let path = PathAndQuery::from_static(path);
    client.streaming(Request::new(requests), path, ProstCodec::<Q, A>::default()).await
}

/// A board as a golden file has it.
pub fn describe(name: &str, board: &Board) -> String {
    let par = board.par.as_ref().unwrap();
    let mut text = format!("{name}\n  id {}\n", board.board_id);
    let lines = board.start.iter().zip(&board.marks).zip(&board.target);
    for ((start, marks), target) in lines {
        for ((start, marks), target) in start.rows.iter().zip(&marks.rows).zip(&target.rows) {
            writeln!(text, "  {start}  {marks}  {target}").unwrap();
        }
    }
    let star = par.star_swaps.map_or("-".to_owned(), |swaps| swaps.to_string());
    let (exact, cyclic) = (par.min_swaps, par.cyclic_swaps);
    writeln!(text, "  exact {exact}, star {star}, cyclic {cyclic}, gold {}, bronze {}", par.gold, par.bronze).unwrap();
    text
}
