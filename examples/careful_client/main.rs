//! A client as a backend would keep it: connections to all replicas, a deadline and an id for each call, calls that are made
//! again where that helps, and errors read in full. docs/calling.md says why each is as it is.
//!
//! Start the service (`cargo run --release`), then `cargo run --example careful_client [address]`. An address of https:// is
//! called over TLS, with TILEWRIGHT_CA naming a file of the certificates that sign the servers', and TILEWRIGHT_TOKEN_FILE one
//! with a token.

use std::error::Error;
use std::time::Duration;

use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::{GenerateBoardRequest, MinSwapsRequest, Seeded};
use tonic::Status;
use tonic_types::StatusExt as _;

use call::Callers;
use retry::retried;

mod call;
mod connect;
mod retry;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:50051".to_owned());
    let address = if address.contains("://") { address } else { format!("http://{address}") };
    let file = |variable| std::env::var_os(variable).map(std::fs::read_to_string).transpose();
    let (authority, token) = (file("TILEWRIGHT_CA")?, file("TILEWRIGHT_TOKEN_FILE")?);
    if token.is_some() && !address.starts_with("https://") {
        return Err("a token goes over TLS only: call an address of https://".into());
    }
    let channel = connect::connect(&address, authority.as_deref())?;
    let puzzles = PuzzleServiceClient::new(channel);
    let callers = Callers::new(token.as_deref())?;

    let seed = "daily/2026-11-21".to_owned();
    let asked = GenerateBoardRequest {
        board: Some(Seeded { seed: seed.clone(), ..Seeded::default() }),
        include_target: true,
        ..GenerateBoardRequest::default()
    };
    let call = callers.call().key(&seed)?;
    let made = retried(Duration::from_secs(5), |left| {
        let (mut puzzles, request) = (puzzles.clone(), call.request(asked.clone(), left));
        async move { puzzles.generate_board(request).await }
    });
    let board = made.await?.board.ok_or("no board")?;
    let (start, mut target) = (board.start.ok_or("no start")?, board.target.ok_or("no target")?);
    println!("{seed}: {} par {}", start.rows.join(" "), board.par.map_or(0, |par| par.min_swaps));

    let min_swaps = async |asked: MinSwapsRequest| {
        let call = callers.call();
        let answered = retried(Duration::from_secs(2), |left| {
            let (mut puzzles, request) = (puzzles.clone(), call.request(asked.clone(), left));
            async move { puzzles.min_swaps(request).await }
        });
        answered.await
    };
    let asked = MinSwapsRequest { start: Some(start), target: Some(target.clone()), time_limit: None };
    let answer = min_swaps(asked.clone()).await?;
    println!("{} swaps, {}", answer.min_swaps, if answer.proven { "proven" } else { "at most" });

    target.rows[1].push('x');
    if let Err(refused) = min_swaps(MinSwapsRequest { target: Some(target), ..asked }).await {
        tell(&refused);
    }
    Ok(())
}

/// All that an error says: its reason, and each field that is wrong.
fn tell(refused: &Status) {
    let details = refused.get_error_details();
    let reason = details.error_info().map_or("", |info| info.reason.as_str());
    let id = refused.metadata().get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or("");
    println!("refused: {:?}, {reason}, as request {id}", refused.code());
    for violation in details.bad_request().map_or(&[][..], |wrong| &wrong.field_violations) {
        println!("  {}: {}", violation.field, violation.description);
    }
}
