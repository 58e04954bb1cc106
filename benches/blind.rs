//! Whole blind games: how many swaps each strategy takes beyond the fewest, and how long a move takes.
//!
//! `cargo bench --bench blind`, or `cargo bench --bench blind -- 100 snapshot rollout` for fewer boards, one feedback, one
//! strategy.
//!
//! The boards are those of the seeds `blind/report/0` to `blind/report/999`, 5x5 answer words, fixed before the first run;
//! nothing was ever tuned on them. A move is what [`step`](tilewright::blind::step) does for it: count the worlds, then choose,
//! or go on along the fewest swaps to the one that is left. What the first move finds is kept for the others of its board, and
//! found again for each strategy. That no game takes fewer swaps than the fewest is asserted: the article's story.

#[path = "support/mod.rs"]
mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use support::Times;
use tilewright::blind::{Feedback, Move, Record, Strategy, Terms, View, Worlds, WorldsCache};
use tilewright::budget::Budget;
use tilewright::generate::{BoardSpec, Difficulty, Generator, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Lexicon};
use tilewright::puzzle::{Board, Kind, Layout};
use tilewright::swaps::exact;

/// Memory for word sets: more than any board of these takes.
const WORLDS_BYTES: u64 = 256 << 20;

/// A board and its fewest swaps.
struct Start {
    board: Board,
    fewest: u32,
}

/// What a strategy did on all boards.
#[derive(Default)]
struct Report {
    excess: Vec<f64>,
    learned: Vec<f64>,
    first: Vec<Duration>,
    /// Moves after the first while more than one world was left.
    learning: Vec<Duration>,
    all: Vec<Duration>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let boards = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1_000);
    let asked = |all: &[String], name: &str| {
        !arguments.iter().any(|one| all.contains(one)) || arguments.contains(&name.to_owned())
    };
    let (feedbacks, strategies) = (Feedback::ALL.map(|one| said(&one)), Strategy::ALL.map(|one| said(&one)));
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let starts = starts(&lexicon, boards);
    let fewest = starts.iter().map(|start| f64::from(start.fewest)).sum::<f64>() / number(starts.len());
    println!("{boards} boards, {fewest:.3} swaps at least on average");
    println!(
        "feedback      strategy  excess         learned after  first move: p50, p95, most      learning: p50, p95, most   all: p50, mean"
    );
    for feedback in Feedback::ALL.into_iter().filter(|one| asked(&feedbacks, &said(one))) {
        for strategy in Strategy::ALL.into_iter().filter(|one| asked(&strategies, &said(one))) {
            let mut report = Report::default();
            for start in &starts {
                report.play(&lexicon, start, feedback, strategy);
            }
            report.print(feedback, strategy);
        }
    }
}

fn said(name: &impl std::fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}

fn number(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::MAX, f64::from)
}

fn starts(lexicon: &Lexicon, boards: usize) -> Vec<Start> {
    let english = lexicon.language("en", 1).expect("English is embedded");
    let dictionary = |name| english.dictionary(name).expect("it is embedded").clone();
    let start = |number: usize| {
        let spec = BoardSpec {
            edition: 1,
            language: "en".to_owned(),
            dictionary: dictionary(ANSWERS),
            allowed: dictionary(ALLOWED),
            seed: format!("blind/report/{number}"),
            layout: Layout::new(Kind::Rows, 5, 5).expect("a size in range"),
            difficulty: Difficulty::default(),
            target: None,
        };
        let made = Generator::new(Salt::default()).board(&spec, &Budget::unlimited()).expect("any shuffle will do");
        Start { fewest: made.par.min_swaps, board: made.board }
    };
    (0..boards).map(start).collect()
}

impl Report {
    fn play(&mut self, lexicon: &Lexicon, start: &Start, feedback: Feedback, strategy: Strategy) {
        let english = lexicon.language("en", 1).expect("English is embedded");
        let answers = english.dictionary(ANSWERS).expect("it is embedded");
        let target = start.board.target();
        let terms = Terms::new(start.board.start().clone(), answers.clone(), feedback).expect("rows of letters");
        let mut record = Record::new(Arc::new(terms), feedback.told(start.board.start(), target, None));
        let cache = WorldsCache::new(WORLDS_BYTES);
        let budget = Budget::unlimited();
        let mut learned = None;
        while record.grid() != target {
            let begun = Instant::now();
            let worlds = Worlds::of(&record, strategy.reading(), &cache, &budget).expect("there is time");
            let swap = if let Some(only) = worlds.only() {
                assert_eq!(&only, target, "the target is lost");
                learned.get_or_insert(record.moves().len());
                let rest = Board::new(record.grid().clone(), only).expect("the same letters");
                exact::solve(&rest, &budget).swaps[0]
            } else {
                strategy.choose(&View { record: &record, worlds: &worlds }, &budget).expect("there is time").swap
            };
            let took = begun.elapsed();
            self.all.push(took);
            if record.moves().is_empty() {
                self.first.push(took);
            } else if learned.is_none() {
                self.learning.push(took);
            }
            let mut grid = record.grid().clone();
            grid.swap(swap);
            record.push(Move { swap, told: feedback.told(&grid, target, Some(swap)) });
            assert!(record.moves().len() < 1_000, "it does not end");
        }
        let moves = u32::try_from(record.moves().len()).unwrap_or(u32::MAX);
        assert!(moves >= start.fewest, "fewer than the fewest");
        self.excess.push(f64::from(moves - start.fewest));
        self.learned.push(number(learned.unwrap_or(record.moves().len())));
    }

    fn print(mut self, feedback: Feedback, strategy: Strategy) {
        let n = number(self.excess.len());
        let mean = |of: &[f64]| of.iter().sum::<f64>() / n;
        let excess = mean(&self.excess);
        let variance = self.excess.iter().map(|one| (one - excess).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        for times in [&mut self.first, &mut self.learning, &mut self.all] {
            times.sort_unstable();
            // Of some games the start tells all.
            if times.is_empty() {
                times.push(Duration::ZERO);
            }
        }
        let (first, learning, all) = (Times(self.first), Times(self.learning), Times(self.all));
        let quantiles = |times: &Times| format!("{:.3?}, {:.3?}, {:.3?}", times.at(50), times.at(95), times.at(100));
        println!(
            "{:<13} {:<9} {excess:.3} +- {:.3} {:>10.2}      {:<31} {:<31} {:.3?}, {:.3?}",
            said(&feedback),
            said(&strategy),
            (variance / n).sqrt(),
            mean(&self.learned),
            quantiles(&first),
            quantiles(&learning),
            all.at(50),
            all.mean(),
        );
    }
}
