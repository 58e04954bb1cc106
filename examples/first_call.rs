//! A first call: today's board, as a game's backend would ask for it, and the fewest swaps to its target.
//!
//! Start the service (`cargo run --release`), then `cargo run --example first_call [seed] [address]`.

use std::error::Error;

use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{GenerateBoardRequest, Grid, MinSwapsRequest, Position, Seeded};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().unwrap_or_else(|| "daily/2026-11-21".to_owned());
    let address = arguments.next().unwrap_or_else(|| "http://127.0.0.1:50051".to_owned());
    let mut puzzles = PuzzleServiceClient::connect(address).await?;

    let request = GenerateBoardRequest {
        board: Some(Seeded { seed, ..Seeded::default() }),
        include_target: true,
        ..GenerateBoardRequest::default()
    };
    let board = puzzles.generate_board(request).await?.into_inner().board.ok_or("no board")?;
    let (start, target) = (board.start.ok_or("no start")?, board.target.ok_or("no target")?);
    let par = board.par.ok_or("no par")?;
    println!("board {} of seed {:?}", board.board_id, board.seed);
    show(&start, &target);
    println!("par {}: gold within {}, bronze within {}", par.min_swaps, par.gold, par.bronze);

    let request = MinSwapsRequest { start: Some(start), target: Some(target), time_limit: None };
    let answer = puzzles.min_swaps(request).await?.into_inner();
    println!("{} swaps, {}:", answer.min_swaps, if answer.proven { "proven the fewest" } else { "the fewest found" });
    for swap in &answer.swaps {
        println!("  {} <-> {}", cell(swap.first.as_ref()), cell(swap.second.as_ref()));
    }
    Ok(())
}

/// The two grids side by side.
fn show(start: &Grid, target: &Grid) {
    for (start, target) in start.rows.iter().zip(&target.rows) {
        println!("  {start}   {target}");
    }
}

/// A cell as (row, column), from 1.
fn cell(position: Option<&Position>) -> String {
    position.map_or_else(String::new, |position| format!("({}, {})", position.row + 1, position.column + 1))
}
