//! What a board of a lattice costs: in process, all of it and all but Star; and a year of dailies through the front door.
//!
//! `cargo bench --bench lattices`. In process the boards are those of the seeds `bench/0`, `bench/1`..., and no answer is
//! kept; a time is the least of three sweeps over all boards. What a generator prepares once for a layout is in the time of
//! its first board, which stands by itself. A year of dailies is one GenerateBoards of 365 seeds to a server in this
//! process, from the call to its last answer: the first year with what is prepared for the layout, then others, no board
//! being asked for twice.

#[path = "support/mod.rs"]
mod support;

use std::error::Error;
use std::time::{Duration, Instant};

use support::Times;
use tilewright::budget::Budget;
use tilewright::generate::{BoardSpec, Difficulty, Generator, Salt};
use tilewright::grpc::proto::generate_boards_response::Result as Outcome;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{self, GenerateBoardRequest, GenerateBoardsRequest, Seeded};
use tilewright::lexicon::{ALLOWED, ANSWERS, Lexicon};
use tilewright::puzzle::{Board, Kind, Layout};
use tilewright::server::house::House;
use tilewright::server::listeners::Listeners;
use tilewright::server::settings::Settings;
use tilewright::swaps::star;

const SWEEPS: usize = 3;
const DAYS: usize = 365;
const YEARS: usize = 6;

type Any = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let lexicon = Lexicon::embedded()?;
    for (sides, boards) in [(5, 5_000), (7, 2_000), (9, 500)] {
        in_process(&lexicon, sides, boards);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(years())
}

fn spec(lexicon: &Lexicon, sides: usize) -> BoardSpec {
    let english = lexicon.language("en", 1).expect("English is embedded");
    let dictionary = |name| english.dictionary(name).expect("it is embedded").clone();
    let layout = Layout::new(Kind::Lattice, sides, sides).expect("a size in range");
    BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: dictionary(ANSWERS),
        allowed: dictionary(ALLOWED),
        seed: String::new(),
        layout,
        difficulty: Difficulty::default().usual(layout),
        target: None,
    }
}

/// The time of each of these, the least of the sweeps over all.
fn times<T, U>(all: &[T], mut work: impl FnMut(&T) -> U) -> Vec<Duration> {
    let mut times = vec![Duration::MAX; all.len()];
    for _ in 0..SWEEPS {
        for (one, least) in all.iter().zip(&mut times) {
            let begun = Instant::now();
            std::hint::black_box(work(std::hint::black_box(one)));
            *least = begun.elapsed().min(*least);
        }
    }
    times
}

fn in_process(lexicon: &Lexicon, sides: usize, count: usize) {
    let generator = Generator::new(Salt::default());
    let make = |spec: &BoardSpec| -> Board {
        generator.board(spec, &Budget::unlimited()).expect("words cross in a square of this size").board
    };
    let asked = spec(lexicon, sides);
    let begun = Instant::now();
    make(&asked);
    let first = begun.elapsed();
    let specs: Vec<BoardSpec> = (0..count).map(|n| BoardSpec { seed: format!("bench/{n}"), ..asked.clone() }).collect();
    let boards: Vec<Board> = specs.iter().map(make).collect();
    let whole = times(&specs, make);
    let star = times(&boards, |board| star::solve(board, &Budget::unlimited()));
    let rest = whole.iter().zip(&star).map(|(whole, star)| whole.saturating_sub(*star)).collect();
    println!("{sides}x{sides}: the first board {first:.1?}; {count} others:");
    for (what, mut times) in [("the whole", whole), ("without Star", rest)] {
        times.sort_unstable();
        let times = Times(times);
        let (p50, p99, most) = (times.at(50), times.at(99), times.at(100));
        println!("  {what:<12} p50 {p50:.1?}, p99 {p99:.1?}, most {most:.1?}, mean {:.1?}", times.mean());
    }
}

async fn years() -> Result<(), Any> {
    let settings =
        Settings::load(["tilewright", "--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--log-level=error"])
            .map_err(|refused| refused.to_string())?;
    let listeners = Listeners::bind(&settings).await?;
    let address = listeners.grpc_address();
    let house = House::build(&settings, Instant::now())?;
    tokio::spawn(async move { tilewright::server::run(listeners, house, &settings, std::future::pending()).await });
    let mut puzzles = PuzzleServiceClient::connect(format!("http://{address}")).await?;
    for sides in [5, 7] {
        let mut times = Vec::new();
        for year in 0..YEARS {
            let layout = proto::Layout { kind: proto::layout::Kind::Lattice.into(), rows: sides, columns: sides };
            let board = Some(Seeded { layout: Some(layout), ..Seeded::default() });
            let template = Some(GenerateBoardRequest { board, ..GenerateBoardRequest::default() });
            let seeds = (0..DAYS).map(|day| format!("year {year}, day {day}")).collect();
            let begun = Instant::now();
            let mut answers = puzzles.generate_boards(GenerateBoardsRequest { template, seeds }).await?.into_inner();
            let mut boards = 0;
            while let Some(answer) = answers.message().await? {
                boards += usize::from(matches!(answer.result, Some(Outcome::Board(_))));
            }
            times.push(begun.elapsed());
            assert_eq!(boards, DAYS, "a board is missing");
        }
        let first = times.remove(0);
        times.sort_unstable();
        let times = Times(times);
        println!(
            "a year of {sides}x{sides} through GenerateBoards: the first {first:.1?}, then p50 {:.1?}, most {:.1?}",
            times.at(50),
            times.at(100)
        );
    }
    Ok(())
}
