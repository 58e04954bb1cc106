//! Many blind games open at once: how long their steps take, what they cost while nobody moves, and what is left of them.
//!
//! `cargo bench --bench open_games -- WHICH`, where WHICH is `busy`, `idle`, `whole` or `token`; without it all of them, one
//! after the other. The server is a process of its own that this one starts; the players are all in this one.
//!
//! - `busy` ([`busy`]): 500 games whose players pause so long that the machine is busy for 70% of the time, against one alone;
//! - `idle` ([`idle`]): 2,000 games that nobody plays;
//! - `whole` ([`whole`]): 10,000 games from their start to their end, and the memory that the server holds meanwhile;
//! - `token` ([`token`]): the longest resume token.

mod busy;
mod idle;
mod playing;
#[path = "../support/serving.rs"]
mod serving;
#[path = "../support/mod.rs"]
mod support;
mod token;
mod whole;

use serving::{Any, serve};
use tilewright::grpc::proto::Strategy;

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let Some(("serve", flags)) = arguments.split_first().map(|(first, rest)| (&**first, rest)) {
        return serve(flags);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let asked = |which: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == which);
    runtime.block_on(async {
        if asked("token") {
            token::run()?;
        }
        if asked("idle") {
            idle::run().await?;
        }
        if asked("busy") {
            busy::run(&[Strategy::Rollout, Strategy::Joint]).await?;
        }
        if asked("whole") {
            whole::run().await?;
        }
        Ok(())
    })
}
