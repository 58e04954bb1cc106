//! What Tilewright costs above gRPC itself: its calls against those of a bare [`Echo`] that answers with the very same messages.
//!
//! Each of the two serves from a process of its own with the same runtime; this process calls them in turn, round after round,
//! with 16 calls under way on each of 4 connections. All three share the machine.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use prost::Message as _;
use tilewright::grpc::proto::{LookUpWordsRequest, MarkGuessRequest, MinSwapsRequest};

use super::Pace;
use super::caller::{Caller, framed};
use super::document::{Document, figures, median};
use super::echo::Echo;
use super::load::{Round, Target, round};
use super::requests::{GENERATE_BOARD, answer, boards, each, in_turn, rows};
use super::serving::{Any, Serving};

const CONNECTIONS: usize = 4;
const CLIENTS: usize = 16 * CONNECTIONS;
/// Boards that are asked about, or for, in turn.
const BOARDS: usize = 500;
/// Words of the large answer.
const WORDS: usize = 1_000;

/// What is called, each with a name; and the first answers to them.
async fn targets(caller: &Caller) -> Result<(Vec<(String, Target)>, Echo), Any> {
    let words = ["crane", "slate", "zzzzz", "tarse"].map(str::to_owned).into_iter().cycle().take(WORDS).collect();
    let words = framed(&LookUpWordsRequest { words, ..LookUpWordsRequest::default() });
    let marks = framed(&MarkGuessRequest { guess: "crane".into(), answer: "caper".into(), ..Default::default() });
    let swaps = boards(caller, BOARDS)
        .await?
        .into_iter()
        .map(|board| framed(&MinSwapsRequest { start: board.start, target: board.target, time_limit: None }));
    let target = |path, asks| Target { path, asks };
    let mark = target("/tilewright.v1.GuessService/MarkGuess", in_turn(vec![marks]));
    let swaps = target("/tilewright.v1.PuzzleService/MinSwaps", in_turn(swaps.collect()));
    let kept = target(GENERATE_BOARD, each(|call| rows(format!("kept/{}", call % BOARDS))));
    let new = target(GENERATE_BOARD, each(|call| rows(format!("new/{call}"))));
    let look_up = target("/tilewright.v1.LexiconService/LookUpWords", in_turn(vec![words]));
    let echo = Echo {
        mark_guess: answer(caller, &mark).await?,
        min_swaps: answer(caller, &swaps).await?,
        generate_board: answer(caller, &kept).await?,
        look_up_words: answer(caller, &look_up).await?,
    };
    let [marked, swapped, board, looked_up] = [
        echo.mark_guess.encoded_len(),
        echo.min_swaps.encoded_len(),
        echo.generate_board.encoded_len(),
        echo.look_up_words.encoded_len(),
    ];
    let named = vec![
        (format!("MarkGuess, {marked} bytes"), mark),
        (format!("MinSwaps of 5x5, {swapped} bytes"), swaps),
        (format!("GenerateBoard 5x5, kept, {board} bytes"), kept),
        (format!("GenerateBoard 5x5, new, {board} bytes"), new),
        (format!("LookUpWords of {WORDS}, {looked_up} bytes"), look_up),
    ];
    Ok((named, echo))
}

/// The median of a figure over rounds.
fn of(rounds: &[Round], figure: fn(&Round) -> f64) -> String {
    figures(median(rounds.iter().map(figure).collect()))
}

/// A row of the table.
fn row(name: &str, ours: &[Round], bare: &[Round]) -> Vec<String> {
    let mut ratios: Vec<f64> = ours.iter().zip(bare).map(|(o, b)| o.calls_a_second / b.calls_a_second).collect();
    ratios.sort_by(f64::total_cmp);
    let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
    vec![
        name.to_owned(),
        of(ours, |round| round.calls_a_second),
        of(bare, |round| round.calls_a_second),
        format!("{:.2} ({least:.2} to {most:.2})", median(ratios)),
        of(ours, |round| round.micros_a_call),
        of(bare, |round| round.micros_a_call),
    ]
}

pub(crate) async fn run(document: &mut Document, pace: &Pace) -> Result<(), Any> {
    let tilewright = Serving::start(&[])?;
    let to_tilewright = Caller::connect(&tilewright.address(), CONNECTIONS).await?;
    let (targets, answers) = targets(&to_tilewright).await?;
    let echo = Serving::start_as("echo", &[], &answers.encode()?)?;
    let to_echo = Caller::connect(&echo.address(), CONNECTIONS).await?;
    let next = Arc::new(AtomicUsize::new(0));
    let mut rows = Vec::new();
    for (name, target) in &targets {
        let (mut ours, mut bare) = (Vec::new(), Vec::new());
        // The first round of each warms it and is not counted.
        for n in 0..=pace.rounds {
            let our = round(&tilewright, &to_tilewright, target, &next, CLIENTS, pace.round).await?;
            let its = round(&echo, &to_echo, target, &next, CLIENTS, pace.round).await?;
            if our.failed + our.refused + its.failed > 0 {
                return Err(format!("{name}: {:?} {:?}", our.why, its.why).into());
            }
            if n > 0 {
                ours.push(our);
                bare.push(its);
            }
        }
        rows.push(row(name, &ours, &bare));
    }
    document.heading(2, "Overhead above gRPC");
    document.say(format!(
        "Tilewright as it starts, with a log line a call (without one where `TILEWRIGHT_LOG_LEVEL=warn` is set), against a bare \
         tonic service that answers with the very same message. Each serves from a process of its own; a third one calls, over \
         bare h2, with {CLIENTS} calls under way on {CONNECTIONS} connections; {} rounds of {:?} each in turn, medians. \
         Processor time is the serving process's.",
        pace.rounds, pace.round
    ));
    let head = [
        "method, size of the answer",
        "calls/s",
        "echo, calls/s",
        "ratio (least to most)",
        "processor time a call, us",
        "echo, us",
    ];
    document.table(&head, &rows);
    Ok(())
}
