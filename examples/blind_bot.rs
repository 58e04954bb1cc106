//! A bot for a game that the service does not know: here is the judge, who alone holds the target, and the service is told no
//! more than a player sees. It proposes a swap, the judge makes it and reports the marks, until every tile is right.
//!
//! Start the service (`cargo run --release`), then `cargo run --example blind_bot [address]`. What is said when, and why:
//! docs/blind-play.md.

use std::error::Error;

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::blind_session_response::Event as Said;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{
    Belief, BlindSessionRequest, Feedback, Grid, Marks, Open, Phase, Position, Report, Swap, Unknown,
};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

const START: [&str; 5] = ["nesae", "aaoai", "thkfl", "oorfk", "plkry"];
const TARGET: [&str; 5] = ["hotel", "prior", "kayak", "offal", "snake"];

/// The real game, wherever it is played.
struct Judge {
    tiles: Vec<Vec<char>>,
    target: Vec<Vec<char>>,
}

impl Judge {
    fn new() -> Self {
        let letters = |rows: [&str; 5]| rows.iter().map(|row| row.chars().collect()).collect();
        Self { tiles: letters(START), target: letters(TARGET) }
    }

    fn grid(&self) -> Grid {
        Grid { rows: self.tiles.iter().map(|row| row.iter().collect()).collect() }
    }

    /// What a player sees: of each tile whether it is right.
    fn marks(&self) -> Marks {
        let mark = |(tile, letter)| if tile == letter { 'G' } else { 'N' };
        let rows = self.tiles.iter().zip(&self.target);
        Marks { rows: rows.map(|(tiles, word)| tiles.iter().zip(word).map(mark).collect()).collect() }
    }

    /// Makes a swap.
    fn swap(&mut self, swap: Swap) -> Option<()> {
        let tile =
            |tiles: &[Vec<char>], cell: Position| tiles.get(cell.row as usize)?.get(cell.column as usize).copied();
        let (first, second) = (swap.first?, swap.second?);
        let (one, other) = (tile(&self.tiles, first)?, tile(&self.tiles, second)?);
        self.tiles[first.row as usize][first.column as usize] = other;
        self.tiles[second.row as usize][second.column as usize] = one;
        Some(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "http://127.0.0.1:50051".to_owned());
    let mut puzzles = PuzzleServiceClient::connect(address).await?;
    let mut judge = Judge::new();

    let unknown = Unknown { start: Some(judge.grid()), marks: Some(judge.marks()), ..Unknown::default() };
    let open = Open {
        board: Some(Board::Unknown(unknown)),
        feedback: Feedback::Snapshot.into(),
        include_belief: true,
        ..Open::default()
    };
    let (say, events) = mpsc::channel(1);
    say.send(BlindSessionRequest { event: Some(Asked::Open(Box::new(open))) }).await?;
    let mut game = puzzles.blind_session(ReceiverStream::new(events)).await?.into_inner();
    while let Some(said) = game.message().await? {
        match said.event.ok_or("an event of a later version")? {
            Said::Opened(opened) => {
                println!("{}   told {}   {}", START.join(" "), told(opened.marks), worlds(opened.belief));
            }
            Said::Proposed(proposed) => {
                let swap = proposed.swap.ok_or("no swap")?;
                let why = if proposed.phase() == Phase::Learn { "to learn" } else { "to finish" };
                print!("{:2}  {} {why:9}", said.move_number + 1, text(swap));
                judge.swap(swap).ok_or("the swap is not on the board")?;
                let report = Report { swap: Some(swap), marks: Some(judge.marks()), solved: None };
                say.send(BlindSessionRequest { event: Some(Asked::Report(Box::new(report))) }).await?;
            }
            Said::Observed(observed) => println!("   told {}   {}", told(observed.marks), worlds(observed.belief)),
            Said::Finished(finished) => {
                println!("{} in {} swaps", if finished.solved { "solved" } else { "not solved" }, finished.moves);
                if let (Some(fewest), Some(learned)) = (finished.min_swaps, finished.learned_at_move) {
                    println!("the target was known after {learned}; who knows it from the start needs {fewest}");
                }
            }
        }
    }
    Ok(())
}

/// Marks in a line.
fn told(marks: Option<Marks>) -> String {
    marks.map_or_else(String::new, |marks| marks.rows.join(" "))
}

/// How many targets are left.
fn worlds(belief: Option<Belief>) -> String {
    belief.map_or_else(String::new, |belief| {
        let about = if belief.worlds_exact { "" } else { "about " };
        format!("worlds left: {about}{:.0}", belief.log2_worlds.exp2())
    })
}

/// A swap by its cells as (row, column), from 1.
fn text(swap: Swap) -> String {
    let cell = |position: Option<Position>| {
        position.map_or_else(String::new, |position| format!("({}, {})", position.row + 1, position.column + 1))
    };
    format!("{} <-> {}", cell(swap.first), cell(swap.second))
}
