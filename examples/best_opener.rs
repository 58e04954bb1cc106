//! The best opener there is, asked of the service, with the proof on its way: the longest search that it knows.
//!
//! Start the service with a thread for long work on each core (`cargo run --release -- --threads 3` on two cores), then
//! `cargo run --release --example best_opener [opener] [hard] [most guesses] [address]`; an opener of "-" is any.

use std::error::Error;
use std::time::{Duration, Instant};

use tilewright::grpc::proto::guess_service_client::GuessServiceClient;
use tilewright::grpc::proto::{EvaluateStrategyRequest, EvaluateStrategyResponse, Objective};

/// How often progress is printed, beside each better opener.
const PRINT_EVERY: Duration = Duration::from_secs(15);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let opener = arguments.next().filter(|opener| opener != "-").unwrap_or_default();
    let hard_mode = arguments.next().is_some_and(|mode| mode == "hard");
    let max_guesses = arguments.next().map_or(Ok(0), |most| most.parse())?;
    let address = arguments.next().unwrap_or_else(|| "http://127.0.0.1:50051".to_owned());
    let request = EvaluateStrategyRequest {
        opener,
        hard_mode,
        max_guesses,
        objective: Objective::ExpectedGuesses.into(),
        ..EvaluateStrategyRequest::default()
    };
    let mut guesses = GuessServiceClient::connect(address).await?;
    let started = Instant::now();
    let mut stream = guesses.evaluate_strategy(request).await?.into_inner();
    let (mut printed, mut best) = (None::<Instant>, 0);
    while let Some(message) = stream.message().await? {
        let is_due = printed.is_none_or(|at| at.elapsed() >= PRINT_EVERY);
        if is_due || message.best_total != best || message.evaluation.is_some() {
            print(&message, started.elapsed());
            (printed, best) = (Some(Instant::now()), message.best_total);
        }
    }
    Ok(())
}

fn print(message: &EvaluateStrategyResponse, elapsed: Duration) {
    let EvaluateStrategyResponse { done, total, best_opener, best_total, lower_bound, evaluation } = message;
    let seconds = elapsed.as_secs_f64();
    println!("{seconds:>7.1} s  {done:>5} of {total}  best {best_opener:?} {best_total}  none below {lower_bound}");
    if let Some(evaluation) = evaluation {
        let proven = if evaluation.proven { "proven" } else { "not proven" };
        let (opener, guesses) = (&evaluation.opener, evaluation.total_guesses);
        println!("{opener}: {guesses} guesses, {:.4} on average, {proven}", evaluation.mean);
        println!("games by guesses {:?}, lost {}", evaluation.histogram, evaluation.unsolved);
    }
}
