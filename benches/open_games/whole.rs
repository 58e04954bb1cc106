//! Whole games, one after the other on a few streams, and the memory that the server holds meanwhile.

use std::time::Instant;

use tilewright::grpc::proto::Strategy;

use super::playing::{Playing, open};
use super::serving::{Any, Serving};

const GAMES: u32 = 10_000;
/// After so many games the memory is looked at.
const PART: u32 = 1_000;
/// Games at the same time.
const PLAYERS: u32 = 4;
/// What the word sets that are kept may take.
const KEPT: [&str; 2] = ["16MiB", "64MiB"];

pub(crate) async fn run() -> Result<(), Any> {
    for kept in KEPT {
        let server = Serving::start(&["--worlds-bytes", kept])?;
        println!("{GAMES} whole games, ENTROPY, with --worlds-bytes {kept}:");
        println!("  {:>6} games: {:6.1} MB resident", 0, server.resident());
        let started = Instant::now();
        for part in 0..GAMES / PART {
            let mut players = Vec::new();
            for player in 0..PLAYERS {
                let mut client = server.puzzles().await?;
                players.push(tokio::spawn(async move {
                    for n in (part * PART..(part + 1) * PART).filter(|n| n % PLAYERS == player) {
                        let game = open(format!("whole/{n}"), Strategy::Entropy, false);
                        let mut playing = Playing::open(&mut client, game).await?;
                        if !playing.finished().await?.solved {
                            return Err("a game was not solved".into());
                        }
                    }
                    Ok::<(), Any>(())
                }));
            }
            for player in players {
                player.await??;
            }
            println!(
                "  {:>6} games: {:6.1} MB resident, {:6.1} MB of it worlds kept; {:.0?} so far",
                (part + 1) * PART,
                server.resident(),
                server.figure("tilewright_cache_bytes{cache=\"worlds\"}").await? / 1e6,
                started.elapsed()
            );
        }
    }
    Ok(())
}
