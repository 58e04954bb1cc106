//! Calls a second and latency of every method, with 1, 2, 4 ... 64 clients that call as fast as they are answered.

mod methods;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::Pace;
use super::axis::{Axis, Scale};
use super::caller::Caller;
use super::document::{Document, figures};
use super::load::{Round, round};
use super::plot::{Line, Plot};
use super::serving::{Any, Serving};
use super::support::Times;
use methods::Method;

/// How many clients there are.
const CLIENTS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Connections that they are spread over; fewer clients use as many of them.
const CONNECTIONS: usize = 8;
/// Parts of a thousand calls that are told, and how many calls it takes for each to mean something.
const PERMILLE: [(usize, &str, usize); 3] = [(500, "p50", 1), (990, "p99", 100), (999, "p99.9", 1_000)];

/// A method's rounds, one for each number of clients.
type Rounds = Vec<Round>;

/// What so many of a thousand calls took at most, in milliseconds; no number where there were too few calls.
fn milliseconds(times: &Times, permille: usize, enough: usize) -> f64 {
    let Times(times) = times;
    if times.len() < enough {
        return f64::NAN;
    }
    times[(times.len() - 1) * permille / 1_000].as_secs_f64() * 1e3
}

async fn measure(serving: &Serving, caller: &Arc<Caller>, method: &Method, pace: &Pace) -> Result<Rounds, Any> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut rounds = Vec::new();
    for clients in CLIENTS {
        rounds.push(round(serving, caller, &method.target, &next, clients, pace.round).await?);
    }
    eprintln!("  {}", method.name);
    Ok(rounds)
}

/// A line for each method of a service, by clients.
fn lines(methods: &[Method], rounds: &[Rounds], service: &str, figure: impl Fn(&Round) -> f64) -> Vec<Line> {
    let of_service = methods.iter().zip(rounds).filter(|(method, _)| is_drawn_with(method, service));
    of_service
        .map(|(method, rounds)| {
            let points = CLIENTS.iter().zip(rounds);
            #[expect(clippy::cast_precision_loss, reason = "a few")]
            let points = points.map(|(&clients, round)| (clients as f64, figure(round))).collect();
            Line { name: method.name.clone(), points }
        })
        .collect()
}

/// The two small services share their plots.
fn is_drawn_with(method: &Method, service: &str) -> bool {
    (method.service == "PuzzleService") == (service == "PuzzleService")
}

fn draw(document: &mut Document, methods: &[Method], rounds: &[Rounds]) -> Result<(), Any> {
    for (service, name, which) in
        [("PuzzleService", "puzzles", "PuzzleService"), ("", "guesses", "GuessService and LexiconService")]
    {
        let x = Axis::new("clients, each with one call under way", Scale::Doublings);
        let throughput = Plot {
            title: format!("Calls a second by clients: {which}"),
            x: x.clone(),
            y: Axis::new("calls a second", Scale::Decades),
            lines: lines(methods, rounds, service, |round| round.calls_a_second),
        };
        document.figure(&format!("calls-{name}"), &throughput)?;
        for (permille, part, enough) in PERMILLE {
            let lines = lines(methods, rounds, service, |round| milliseconds(&round.times, permille, enough));
            // A short try has no round with a thousand calls.
            if lines.iter().all(|line| line.points.iter().all(|point| point.1.is_nan())) {
                continue;
            }
            let title = format!("Latency by clients, {part}: {which}");
            let y = Axis::new("from the call to its whole answer, ms", Scale::Decades);
            let plot = Plot { title, x: x.clone(), y, lines };
            document.figure(&format!("latency-{}-{name}", part.replace('.', "")), &plot)?;
        }
    }
    Ok(())
}

fn tables(document: &mut Document, methods: &[Method], rounds: &[Rounds]) {
    let table = |document: &mut Document, first: &str, figure: &dyn Fn(&Round) -> f64| {
        let head: Vec<String> =
            std::iter::once(first.to_owned()).chain(CLIENTS.iter().map(ToString::to_string)).collect();
        let row = |(method, rounds): (&Method, &Rounds)| {
            std::iter::once(method.name.clone()).chain(rounds.iter().map(|round| figures(figure(round)))).collect()
        };
        document.table(&head, &methods.iter().zip(rounds).map(row).collect::<Vec<_>>());
    };
    document.say("Calls a second, by the number of clients:");
    table(document, "calls/s", &|round| round.calls_a_second);
    for (permille, part, enough) in PERMILLE {
        document.say(format!("{part} in milliseconds; nothing where a round had fewer than {enough} calls:"));
        table(document, part, &|round| milliseconds(&round.times, permille, enough));
    }
    document.say("Processor time a call of the serving process, in microseconds:");
    table(document, "us", &|round| round.micros_a_call);
    document.say("Processors that the serving process kept busy:");
    table(document, "busy", &|round| round.busy);
    for (method, rounds) in methods.iter().zip(rounds) {
        let refused = CLIENTS.iter().zip(rounds).filter(|(_, round)| round.refused > 0);
        let refused: Vec<String> =
            refused.map(|(clients, round)| format!("{} with {clients} clients", round.refused)).collect();
        if !refused.is_empty() {
            let name = &method.name;
            document.say(format!(
                "Calls of {name} that were refused for want of room, each tried again soon after: {}.",
                refused.join(", ")
            ));
        }
        let failed: usize = rounds.iter().map(|round| round.failed).sum();
        if failed > 0 {
            let why = rounds.iter().flat_map(|round| &round.why).next();
            document.say(format!("**{failed} calls of {} failed**: {why:?}", method.name));
        }
    }
}

pub(crate) async fn run(document: &mut Document, pace: &Pace) -> Result<(), Any> {
    let serving = Serving::start(&[])?;
    let caller = Caller::connect(&serving.address(), CONNECTIONS).await?;
    let methods = methods::all(&serving, &caller).await?;
    let mut rounds = Vec::new();
    for method in &methods {
        rounds.push(measure(&serving, &caller, method, pace).await?);
    }
    document.heading(2, "Calls a second by method and clients");
    document.say(format!(
        "One server as it starts, in a process of its own; clients in another one, on the same processors, on one connection \
         each and {CONNECTIONS} at most. Each client calls again as soon as it is answered; {:?} a point, once each client \
         was answered. {}",
        pace.round,
        methods::said()
    ));
    draw(document, &methods, &rounds)?;
    tables(document, &methods, &rounds);
    Ok(())
}
