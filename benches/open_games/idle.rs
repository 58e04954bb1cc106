//! Games that are open and that nobody plays.

use std::time::{Duration, Instant};

use tilewright::grpc::proto::{LookUpWordsRequest, Strategy};

use super::playing::{Playing, open};
use super::serving::{Any, Serving};
use super::support::Times;

const GAMES: u32 = 2_000;
/// Games of each connection: a server takes up to 256 calls on one.
const GAMES_A_CONNECTION: u32 = 200;
/// How long the games lie idle.
const IDLE: Duration = Duration::from_secs(10);
const CALLS: usize = 1_000;

/// Look-ups of words, one after the other.
async fn look_ups(server: &Serving) -> Result<Times, Any> {
    let mut lexicons = server.lexicons().await?;
    let mut took = Vec::new();
    for _ in 0..CALLS {
        let words = vec!["crane".to_owned(); 10];
        let started = Instant::now();
        lexicons.look_up_words(LookUpWordsRequest { words, ..LookUpWordsRequest::default() }).await?;
        took.push(started.elapsed());
    }
    took.sort_unstable();
    Ok(Times(took))
}

/// What it spends and holds while nobody asks anything, and what a look-up takes then.
async fn figures(server: &Serving, name: &str) -> Result<(), Any> {
    let spent = server.spent();
    tokio::time::sleep(IDLE).await;
    let spent = server.spent() - spent;
    let resident = server.resident();
    let calls = look_ups(server).await?;
    println!(
        "  {name}: {resident:.1} MB resident, {spent:.2} s of processor time in {IDLE:?}; a look-up {:?} at the median, {:?} at the 99th percentile",
        calls.at(50),
        calls.at(99)
    );
    Ok(())
}

pub(crate) async fn run() -> Result<(), Any> {
    let server = Serving::start(&[])?;
    println!("{GAMES} games that nobody plays:");
    look_ups(&server).await?;
    figures(&server, "no game").await?;
    let (mut games, mut client) = (Vec::new(), server.puzzles().await?);
    for n in 0..GAMES {
        if n % GAMES_A_CONNECTION == 0 {
            client = server.puzzles().await?;
        }
        let game = open(format!("idle/{n}"), Strategy::Rollout, true);
        games.push(Playing::open(&mut client, game).await?);
    }
    figures(&server, "opened").await?;
    drop(games);
    while server.figure("tilewright_games_open").await? > 0.0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    figures(&server, "closed").await
}
