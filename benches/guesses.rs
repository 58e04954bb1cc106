//! What it costs to rank guesses: first guesses and games in progress in process, and a game's calls through the front
//! door.
//!
//! `cargo bench --bench guesses`. Words are the English fives: 2,309 answers and 14,855 guesses. Rankings have ten guesses where
//! nothing else is said. A game in progress is one after its first guess, the best: every answer's once in process, and every
//! twentieth answer's through the front door. In process a time is the least of three sweeps.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use support::{Times, measure};
use tilewright::budget::Budget;
use tilewright::grpc::proto::guess_service_client::GuessServiceClient;
use tilewright::grpc::proto::{MarkGuessRequest, RankGuessesRequest, Turn};
use tilewright::guess::rank::{Greedy, by_entropy};
use tilewright::guess::{Lists, Pattern, Situation, prior};
use tilewright::lexicon::{ALLOWED, ANSWERS, Lexicon};
use tilewright::server::house::House;
use tilewright::server::listeners::Listeners;
use tilewright::server::settings::Settings;

const SWEEPS: usize = 3;
/// First guesses that are asked for, one after the other.
const FIRSTS: usize = 200;

type Any = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let lexicon = Lexicon::embedded()?;
    let english = lexicon.language("en", 1)?;
    let (answers, allowed) = (english.dictionary(ANSWERS)?, english.dictionary(ALLOWED)?);
    let lists = Arc::new(Lists::new(answers.words(5), allowed.words(5)));
    in_process(&lists);
    let answers = answers.words(5).iter().map(|word| english.alphabet().text(word)).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(front_door(answers))
}

fn say(what: &str, times: &Times) {
    let (p50, p99, most) = (times.at(50), times.at(99), times.at(100));
    println!("{what:<44} p50 {p50:.1?}, p99 {p99:.1?}, most {most:.1?}, mean {:.1?}", times.mean());
}

fn in_process(lists: &Arc<Lists>) {
    let unlimited = Budget::unlimited();
    let plain = Situation {
        lists: Arc::clone(lists),
        candidates: lists.answers().to_vec(),
        shares: None,
        guesses: (0..lists.guess_count()).collect(),
        only_now: Vec::new(),
        clues: None,
    };
    let weights: Vec<f64> = (0..100).cycle().map(|at| f64::from(at + 1)).take(plain.candidates.len()).collect();
    let weighted = Situation { shares: prior::shares(&weights), ..plain.clone() };
    for (what, situation, keep) in [
        ("a first guess", &plain, 10),
        ("a first guess, by weights", &weighted, 10),
        ("a thousand first guesses", &plain, 1000),
        ("every first guess", &plain, usize::MAX),
    ] {
        let (times, _) = measure(&[situation; 5], SWEEPS, |situation| by_entropy(situation, keep, &unlimited));
        say(what, &times);
    }
    let opener = by_entropy(&plain, 1, &unlimited).guesses[0].guess;
    let mut buckets: BTreeMap<Pattern, Vec<u32>> = BTreeMap::new();
    for &answer in lists.answers() {
        buckets.entry(Pattern::of(lists.word(opener), lists.word(answer))).or_default().push(answer);
    }
    let games: Vec<Situation> = buckets
        .into_values()
        .flat_map(|candidates| {
            let count = candidates.len();
            std::iter::repeat_n(Situation { candidates, ..plain.clone() }, count)
        })
        .collect();
    let (times, _) = measure(&games, SWEEPS, |game| by_entropy(game, 10, &unlimited));
    say("a game in progress", &times);
    let mut greedy = Greedy::new(lists);
    let (times, _) =
        measure(&games, SWEEPS, |game| greedy.best_by_entropy(&game.candidates, &game.guesses, &unlimited));
    say("its best guess, for a strategy", &times);
}

async fn front_door(answers: Vec<String>) -> Result<(), Any> {
    let settings =
        Settings::load(["tilewright", "--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--log-level=error"])
            .map_err(|refused| refused.to_string())?;
    let listeners = Listeners::bind(&settings).await?;
    let address = listeners.grpc_address();
    let house = House::build(&settings, Instant::now())?;
    tokio::spawn(async move { tilewright::server::run(listeners, house, &settings, std::future::pending()).await });
    let mut guesses = GuessServiceClient::connect(format!("http://{address}")).await?;
    let mut times = Vec::new();
    let mut opener = String::new();
    for _ in 0..FIRSTS {
        let begun = Instant::now();
        let answer = guesses.rank_guesses(RankGuessesRequest::default()).await?.into_inner();
        times.push(begun.elapsed());
        opener.clone_from(&answer.guesses[0].word);
    }
    let (mut ranked, mut marked) = (Vec::new(), Vec::new());
    for answer in answers.into_iter().step_by(20) {
        let begun = Instant::now();
        let marks = MarkGuessRequest { guess: opener.clone(), answer, ..MarkGuessRequest::default() };
        let marks = guesses.mark_guess(marks).await?.into_inner().marks;
        marked.push(begun.elapsed());
        let history = vec![Turn { guess: opener.clone(), marks }];
        let begun = Instant::now();
        guesses.rank_guesses(RankGuessesRequest { history, ..RankGuessesRequest::default() }).await?;
        ranked.push(begun.elapsed());
    }
    for (what, mut times) in
        [("a first guess, through the front door", times), ("a game in progress", ranked), ("a guess marked", marked)]
    {
        times.sort_unstable();
        say(what, &Times(times));
    }
    Ok(())
}
