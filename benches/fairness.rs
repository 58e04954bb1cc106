//! What short calls wait for a thread while long searches hold the long lane: the server's own figures.
//!
//! `cargo bench --bench fairness`. A server in this process; four callers who ask for one board after another that takes long
//! not to be found, so that the long lane and its queue are never empty; beside them 1,000 look-ups of words, which take
//! microseconds and go through the short lane, one after the other. What these waited is in `tilewright_queue_seconds`.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tilewright::compute::Lane;
use tilewright::grpc::proto::lexicon_service_client::LexiconServiceClient;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{CountRange, Difficulty, GenerateBoardRequest, LookUpWordsRequest, Seeded};
use tilewright::server::house::House;
use tilewright::server::listeners::Listeners;
use tilewright::server::settings::Settings;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const SHORT_CALLS: usize = 1_000;
const LONG_CALLERS: usize = 4;

/// Refused: no five answers have 25 different letters, which takes long to give up on.
fn long_search(seed: String) -> GenerateBoardRequest {
    let min_swaps = Some(CountRange { least: 24, most: None });
    let difficulty = Some(Difficulty { min_swaps, ..Difficulty::default() });
    GenerateBoardRequest { board: Some(Seeded { seed, difficulty, ..Seeded::default() }), ..Default::default() }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::load(["tilewright", "--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"])
        .map_err(|refused| refused.to_string())?;
    let listeners = Listeners::bind(&settings).await?;
    let (address, admin) = (format!("http://{}", listeners.grpc_address()), listeners.admin_address());
    let house = House::build(&settings, Instant::now())?;
    let shared = house.shared.clone();
    tokio::spawn(async move { tilewright::server::run(listeners, house, &settings, std::future::pending()).await });

    for caller in 0..LONG_CALLERS {
        let mut puzzles = PuzzleServiceClient::connect(address.clone()).await?;
        tokio::spawn(async move {
            for n in 0.. {
                let _ = puzzles.generate_board(long_search(format!("{caller}/{n}"))).await;
            }
        });
    }
    while shared.pool.figures(Lane::Long).waiting == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }

    let mut lexicons = LexiconServiceClient::connect(address).await?;
    let mut took = Vec::new();
    for _ in 0..SHORT_CALLS {
        let words = vec!["crane".to_owned(); 10];
        let started = Instant::now();
        lexicons.look_up_words(LookUpWordsRequest { words, ..LookUpWordsRequest::default() }).await?;
        took.push(started.elapsed());
    }
    took.sort_unstable();
    println!("{SHORT_CALLS} look-ups beside {LONG_CALLERS} callers of long searches:");
    println!(
        "  the whole call: median {:?}, 99th percentile {:?}",
        took[SHORT_CALLS / 2],
        took[SHORT_CALLS * 99 / 100]
    );
    println!("  of it waiting for a thread, as the server's own histogram has it:");
    let metrics = get(admin, "/metrics").await?;
    for line in metrics.lines().filter(|line| line.contains("queue_seconds") && line.contains("LookUpWords")) {
        println!("    {line}");
    }
    Ok(())
}

/// What an admin endpoint answers.
async fn get(address: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
