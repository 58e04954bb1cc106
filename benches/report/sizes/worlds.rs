//! A move of a blind game, by how many worlds are left.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tilewright::blind::{Feedback, Move, Record, Strategy, Terms, View, Worlds, WorldsCache};
use tilewright::budget::Budget;
use tilewright::puzzle::Board;
use tilewright::swaps::exact;

use super::lists::English;
use super::{Curve, number};
use crate::Pace;
use crate::axis::{Axis, Scale};
use crate::document::{Document, figures};
use crate::plot::{Line, Plot};
use crate::serving::Any;
use crate::support::Times;

/// Boards that are played.
const BOARDS: usize = 200;
/// Memory for word sets: more than any of these boards takes.
const WORLDS_BYTES: u64 = 256 << 20;
/// So few moves say nothing.
const ENOUGH: usize = 5;

/// Times by the power of two that the worlds are no fewer than.
type ByWorlds = BTreeMap<usize, Vec<Duration>>;

/// What is timed.
#[derive(Default)]
struct Timed {
    /// A start's word sets found and its worlds counted.
    first: ByWorlds,
    /// Worlds counted, the word sets being kept.
    counted: ByWorlds,
    /// By strategy, in the order of [`CHOOSERS`], a swap chosen.
    chosen: [ByWorlds; CHOOSERS.len()],
}

/// Strategies that choose; the first one's swap is made.
const CHOOSERS: [Strategy; 3] = [Strategy::Joint, Strategy::Entropy, Strategy::Rollout];

/// The power of two; one where there is none.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 63")]
fn power(worlds: &Worlds) -> usize {
    worlds.log2().floor() as usize
}

impl Timed {
    fn play(&mut self, english: &English, board: &Board, feedback: Feedback) -> Result<(), Any> {
        let target = board.target();
        let terms = Terms::new(board.start().clone(), Arc::clone(&english.answers), feedback);
        let terms = terms.map_err(|error| format!("{error:?}"))?;
        let mut record = Record::new(Arc::new(terms), feedback.told(board.start(), target, None));
        let cache = WorldsCache::new(WORLDS_BYTES);
        let budget = Budget::unlimited();
        let worlds_of = |record: &Record, strategy: Strategy| {
            let begun = Instant::now();
            let worlds = Worlds::of(record, strategy.reading(), &cache, &budget);
            worlds.map(|worlds| (worlds, begun.elapsed())).map_err(|spent| format!("{spent:?}"))
        };
        let (worlds, took) = worlds_of(&record, CHOOSERS[0])?;
        self.first.entry(power(&worlds)).or_default().push(took);
        while record.grid() != target {
            let (worlds, took) = worlds_of(&record, CHOOSERS[0])?;
            let swap = if worlds.only().is_some() {
                let rest = Board::new(record.grid().clone(), target.clone()).map_err(|error| format!("{error:?}"))?;
                exact::solve(&rest, &budget).swaps[0]
            } else {
                self.counted.entry(power(&worlds)).or_default().push(took);
                let mut swaps = Vec::new();
                for (strategy, chosen) in CHOOSERS.into_iter().zip(&mut self.chosen) {
                    // Strategies read what was told each in its own way.
                    let (worlds, _) = worlds_of(&record, strategy)?;
                    let view = View { record: &record, worlds: &worlds };
                    let begun = Instant::now();
                    let choice = strategy.choose(&view, &budget).map_err(|spent| format!("{spent:?}"))?;
                    chosen.entry(power(&worlds)).or_default().push(begun.elapsed());
                    swaps.push(choice.swap);
                }
                swaps[0]
            };
            let mut grid = record.grid().clone();
            grid.swap(swap);
            record.push(Move { swap, told: feedback.told(&grid, target, Some(swap)) });
        }
        Ok(())
    }
}

fn curve(name: &str, by_worlds: &ByWorlds) -> Curve {
    let enough = by_worlds.iter().filter(|(_, times)| times.len() >= ENOUGH);
    let points = enough.map(|(&power, times)| {
        let mut times = times.clone();
        times.sort_unstable();
        (power, Times(times))
    });
    Curve { name: name.to_owned(), points: points.collect() }
}

pub(super) fn run(document: &mut Document, pace: &Pace, english: &English) -> Result<(), Any> {
    let boards = english.boards(BOARDS / pace.fewer)?;
    let mut timed = Timed::default();
    for made in &boards {
        timed.play(english, &made.board, Feedback::Snapshot)?;
    }
    let [joint, entropy, rollout] = &timed.chosen;
    let curves = [
        curve("belief, first of a board", &timed.first),
        curve("belief, word sets kept", &timed.counted),
        curve("move, ENTROPY", entropy),
        curve("move, JOINT", joint),
        curve("move, ROLLOUT", rollout),
    ];
    document.heading(3, "Blind games");
    document.say(format!(
        "{} games of JOINT on boards of 5x5 answer words under SNAPSHOT. A belief is the worlds counted; a move is a swap chosen \
         while more than one world is left, by each of three strategies at each move of the game. 2^k are the worlds from 2^k to \
         below 2^(k + 1), by the strategy's own reading; powers that fewer than {ENOUGH} moves had are left out.",
        boards.len()
    ));
    let milliseconds = |times: &Times, percent| times.at(percent).as_secs_f64() * 1e3;
    let line = |curve: &Curve| {
        let points = curve.points.iter().map(|(power, times)| (number(*power).exp2(), milliseconds(times, 50)));
        Line { name: curve.name.clone(), points: points.collect() }
    };
    let lines: Vec<Line> = curves.iter().map(line).filter(|line| !line.points.is_empty()).collect();
    let plot = Plot {
        title: "A blind game's belief and move, by worlds".to_owned(),
        x: Axis::new("worlds left", Scale::Decades),
        y: Axis::new("median, ms", Scale::Decades),
        lines,
    };
    document.figure("size-worlds", &plot)?;
    let powers: std::collections::BTreeSet<usize> =
        curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
    let rows = powers.into_iter().map(|power| {
        let cell = |curve: &Curve| {
            let point = curve.points.iter().find(|point| point.0 == power);
            point.map_or_else(String::new, |(_, times)| {
                format!("{}, {}", figures(milliseconds(times, 50)), figures(milliseconds(times, 99)))
            })
        };
        std::iter::once(format!("2^{power}")).chain(curves.iter().map(cell)).collect()
    });
    let head: Vec<String> = std::iter::once("worlds; p50, p99 in ms".to_owned())
        .chain(curves.iter().map(|curve| curve.name.clone()))
        .collect();
    document.table(&head, &rows.collect::<Vec<Vec<String>>>());
    Ok(())
}
