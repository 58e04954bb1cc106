//! What it costs to plan games of guesses to their ends, in process, one thread.
//!
//! `cargo bench --bench plans`. Words are the English fives: 2,309 answers and 14,855 guesses. Each time begins with nothing known.
//! The baseline is the strategy that asks for the most information each time, played out against every answer: what it needs
//! more guesses than a plan, it takes less time.
//! To weigh all openers against each other takes minutes: `examples/best_opener.rs` asks the service for that.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use support::{Times, measure};
use tilewright::budget::{Budget, Limits};
use tilewright::guess::plan::Planner;
use tilewright::guess::rank::Greedy;
use tilewright::guess::strategy::{Chooser, Games, Outcome, play};
use tilewright::guess::{Clues, Lists, Pattern, Situation};
use tilewright::lexicon::{ALLOWED, ANSWERS, Language, Lexicon};

/// What the service gives a search where nothing is set.
const MEMO_BYTES: u64 = 64 << 20;

fn main() {
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let english = lexicon.language("en", 1).expect("English is embedded");
    let words = |name| english.dictionary(name).expect("it is embedded").words(5);
    let lists = Arc::new(Lists::new(words(ANSWERS), words(ALLOWED)));
    for (opener, hard_mode, most) in
        [("tarse", false, None), ("salet", false, None), ("tarse", true, None), ("salet", true, Some(6))]
    {
        opened(english, &lists, opener, hard_mode, most);
    }
    in_game(english, &lists, "tarse");
    in_game(english, &lists, "salet");
    at_once(english, &lists);
}

fn place(language: &Language, lists: &Lists, word: &str) -> u32 {
    let word = language.writing().fold_word(word).expect("letters of the language");
    lists.place(&word).expect("it may be guessed")
}

fn situation(lists: &Arc<Lists>, hard_mode: bool) -> Situation {
    Situation {
        lists: Arc::clone(lists),
        candidates: lists.answers().to_vec(),
        shares: None,
        guesses: (0..lists.guess_count()).collect(),
        only_now: Vec::new(),
        clues: hard_mode.then(Clues::default),
    }
}

fn say(how: &str, outcome: &Outcome, took: Duration) {
    let Outcome { histogram, unsolved, .. } = outcome;
    println!("  {how:<12} {} guesses, {histogram:?}, lost {unsolved}, in {took:.2?}", outcome.total_guesses());
}

/// What follows an opener.
fn opened(language: &Language, lists: &Arc<Lists>, word: &str, hard_mode: bool, most_guesses: Option<u32>) {
    let opener = place(language, lists, word);
    let games = Games { lists, opener, hard_mode, most_guesses };
    let unlimited = Budget::unlimited();
    println!("{word}{}, most guesses {most_guesses:?}", if hard_mode { " in hard mode" } else { "" });
    let begun = Instant::now();
    let mut greedy = Chooser::Entropy(Box::new(Greedy::new(lists)));
    let played = play(Games { most_guesses: None, ..games }, &mut greedy, &unlimited, |_| ());
    say("by entropy", &played.expect("it is not limited"), begun.elapsed());
    let begun = Instant::now();
    let planner = Planner::new(situation(lists, hard_mode), most_guesses, MEMO_BYTES);
    let nothing = Budget::of_nodes(0);
    let played = play(games, &mut Chooser::Plan(&planner, &nothing), &unlimited, |_| ());
    say("at once", &played.expect("it is not limited"), begun.elapsed());
    let begun = Instant::now();
    let planner = Planner::new(situation(lists, hard_mode), most_guesses, MEMO_BYTES);
    let found = planner.open(opener, &unlimited, |_| ());
    let took = begun.elapsed();
    let played = play(games, &mut Chooser::Plan(&planner, &unlimited), &unlimited, |_| ());
    say("planned", &played.expect("it is not limited"), begun.elapsed());
    println!("    planned in {took:.2?}, proven: {}", found.planned.exact);
}

/// The plan for what the opener's marks leave, for each of them; and a ranking of ten guesses.
fn in_game(language: &Language, lists: &Arc<Lists>, word: &str) {
    let opener = place(language, lists, word);
    let mut left: BTreeMap<Pattern, Vec<u32>> = BTreeMap::new();
    for &answer in lists.answers() {
        left.entry(Pattern::of(lists.word(opener), lists.word(answer))).or_default().push(answer);
    }
    let situations: Vec<Situation> =
        left.into_values().map(|candidates| Situation { candidates, ..situation(lists, false) }).collect();
    let planners: Vec<Planner> =
        situations.iter().map(|situation| Planner::new(situation.clone(), None, MEMO_BYTES)).collect();
    // Nothing may be known from the sweep before.
    let mut times: Vec<Duration> = planners
        .iter()
        .map(|planner| {
            let begun = Instant::now();
            assert!(planner.rank(1, &Budget::unlimited()).proven, "it is searched to the end");
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    let times = Times(times);
    let (p50, p90, most) = (times.at(50), times.at(90), times.at(100));
    println!("after {word}'s {} patterns: a plan p50 {p50:.1?}, p90 {p90:.1?}, most {most:.1?}", situations.len());
    let (times, _) = measure(&situations, 1, |situation| {
        let planner = Planner::new(situation.clone(), None, MEMO_BYTES);
        planner.rank(10, &Budget::unlimited()).guesses.len()
    });
    let (p50, p90, most) = (times.at(50), times.at(90), times.at(100));
    println!("  ten guesses ranked by their plans p50 {p50:.1?}, p90 {p90:.1?}, most {most:.1?}");
}

/// What there is after a short time, before the first guess.
fn at_once(language: &Language, lists: &Arc<Lists>) {
    let text = |place| language.alphabet().text(lists.word(place));
    for wait in [10, 50, 250] {
        let planner = Planner::new(situation(lists, false), None, MEMO_BYTES);
        let begun = Instant::now();
        let deadline = begun.checked_add(Duration::from_millis(wait));
        let plans = planner.rank(10, &Budget::new(Limits { deadline, ..Limits::default() }));
        let (took, best) = (begun.elapsed(), plans.guesses[0]);
        println!("asked for {wait} ms: after {took:.1?} {:?} in {} guesses", text(best.guess), best.cost.guesses);
    }
}
