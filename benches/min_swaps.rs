//! Fewest swaps on random 5x5 boards of answer words: exact against the article's enumeration of bijections, and Star and Cyclic beside it.
//!
//! `cargo bench --bench min_swaps` prints one table and then measures the solvers with criterion. The baseline is
//! `Solvers.MinSwap` of the article "How the engine cheats": right tiles stay, of every other letter all pairings of what is
//! left are tried, each by walking its cycles. It gives up on a board after [`BASELINE_CAP`] pairings; where it ends, both
//! must agree.

mod support;

use std::time::Duration;

use criterion::{BatchSize, Criterion};
use support::{Times, measure};
use tilewright::budget::Budget;
use tilewright::generate::{BoardSpec, Difficulty, Generator, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Lexicon};
use tilewright::puzzle::{Board, Kind, Layout};
use tilewright::swaps::{Counter, Symbols, cyclic, exact, star};

/// Boards in the table.
const BOARDS: usize = 2_000;
/// Pairings after which the baseline gives up on a board.
const BASELINE_CAP: u64 = 1_000_000;

/// Shuffled 5x5 boards of answer words: those of the seeds `min_swaps/0`, `min_swaps/1`...
fn answer_boards() -> Vec<Board> {
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let english = lexicon.language("en", 1).expect("English is embedded");
    let dictionary = |name| english.dictionary(name).expect("it is embedded").clone();
    let spec = BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: dictionary(ANSWERS),
        allowed: dictionary(ALLOWED),
        seed: String::new(),
        layout: Layout::new(Kind::Rows, 5, 5).expect("5x5"),
        difficulty: Difficulty::default(),
        target: None,
    };
    let board = |n| {
        let spec = BoardSpec { seed: format!("min_swaps/{n}"), ..spec.clone() };
        Generator::new(Salt::default()).board(&spec, &Budget::unlimited()).expect("any shuffle will do").board
    };
    (0..BOARDS).map(board).collect()
}

/// The article's enumeration of pairings.
struct Enumeration<'a> {
    start: &'a [u8],
    target: &'a [u8],
    /// Where each tile goes, as far as it is settled.
    goes_to: Vec<usize>,
    /// Cells whose tile is settled.
    taken: Vec<bool>,
    most_cycles: usize,
    tried: u64,
}

impl<'a> Enumeration<'a> {
    /// The fewest swaps; `None` where there are too many pairings.
    fn min_swaps(start: &'a [u8], target: &'a [u8]) -> Option<u32> {
        let tiles = start.len();
        let mut taken = vec![false; tiles];
        let mut goes_to = vec![0; tiles];
        for at in (0..tiles).filter(|&at| start[at] == target[at]) {
            (goes_to[at], taken[at]) = (at, true);
        }
        let mut all = Self { start, target, goes_to, taken, most_cycles: 0, tried: 0 };
        all.pair(0);
        (all.tried < BASELINE_CAP).then(|| u32::try_from(tiles - all.most_cycles).unwrap_or(u32::MAX))
    }

    /// Pairs the tiles from this place on in every way.
    fn pair(&mut self, from: usize) {
        let Some(from) = (from..self.start.len()).find(|&at| self.start[at] != self.target[at]) else {
            self.tried += 1;
            self.most_cycles = self.most_cycles.max(self.cycles());
            return;
        };
        for to in 0..self.start.len() {
            if self.target[to] == self.start[from] && !self.taken[to] && self.tried < BASELINE_CAP {
                (self.goes_to[from], self.taken[to]) = (to, true);
                self.pair(from + 1);
                self.taken[to] = false;
            }
        }
    }

    fn cycles(&self) -> usize {
        let (mut seen, mut cycles) = (0u128, 0);
        for first in 0..self.goes_to.len() {
            let mut at = first;
            cycles += usize::from(seen >> at & 1 == 0);
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                at = self.goes_to[at];
            }
        }
        cycles
    }
}

fn row(name: &str, times: &Times, note: &str) {
    let (mean, p50, p99, most) = (times.mean(), times.at(50), times.at(99), times.at(100));
    println!("{name:<28}{mean:>12.2?}{p50:>12.2?}{p99:>12.2?}{most:>12.2?}  {note}");
}

/// Mean swaps above the fewest.
fn excess(swaps: &[u32], fewest: &[u32]) -> String {
    let over: u32 = swaps.iter().zip(fewest).map(|(swaps, fewest)| swaps - fewest).sum();
    format!("+{:.3} swaps", f64::from(over) / f64::from(u32::try_from(fewest.len()).unwrap_or(1)))
}

fn table(boards: &[Board]) {
    let budget = Budget::unlimited();
    let symbols: Vec<Symbols> = boards.iter().map(Symbols::of).collect();
    let mut counter = Counter::new();
    let length = |swaps: usize| u32::try_from(swaps).unwrap_or(u32::MAX);

    println!("{} random 5x5 boards{:>20}{:>12}{:>12}{:>12}", boards.len(), "mean", "p50", "p99", "most");
    let (count, fewest) = measure(&symbols, 5, |board| counter.count(board.start(), board.target(), &budget).min_swaps);
    row("exact, count of symbols", &count, &format!("{} swaps in all", fewest.iter().sum::<u32>()));
    let (times, swaps) = measure(boards, 5, |board| counter.count_board(board, &budget).min_swaps);
    assert_eq!(swaps, fewest);
    row("exact, count of a board", &times, "");
    let (times, swaps) = measure(boards, 5, |board| exact::solve_with(&mut counter, board, &budget).min_swaps());
    assert_eq!(swaps, fewest);
    row("exact, cycles and swaps", &times, "");
    let (times, swaps) = measure(boards, 5, |board| length(star::solve(board, &budget).swaps.len()));
    row("Star", &times, &excess(&swaps, &fewest));
    let (times, swaps) = measure(boards, 5, |board| length(cyclic::solve(board).swaps.len()));
    row("Cyclic", &times, &excess(&swaps, &fewest));

    let (baseline, answers) = measure(&symbols, 1, |board| Enumeration::min_swaps(board.start(), board.target()));
    let mut ended = 0;
    for (answer, &fewest) in answers.iter().zip(&fewest).filter_map(|(answer, fewest)| Some((answer.as_ref()?, fewest)))
    {
        assert_eq!(*answer, fewest, "the baseline ended and disagrees");
        ended += 1;
    }
    row("baseline, all pairings", &baseline, &format!("ended on {ended}, and agrees on them"));
    let ratio = |percent| baseline.at(percent).as_secs_f64() / count.at(percent).as_secs_f64();
    println!(
        "times faster than the baseline: {:.0} at the median, {:.0} at p99 (its time capped)\n",
        ratio(50),
        ratio(99)
    );
}

/// Times of the boards that hill-climbing found hard.
fn hard_boards() {
    let both = |line: &str| {
        let mut fields = line.split(' ').map(|field| field.bytes().collect::<Vec<u8>>());
        fields.next().zip(fields.next())
    };
    let boards: Vec<_> = include_str!("../src/swaps/tests/hard_boards.txt").lines().filter_map(both).collect();
    let mut counter = Counter::new();
    let budget = Budget::unlimited();
    println!("{} hard boards of 49 tiles{:>18}{:>12}{:>12}{:>12}", boards.len(), "mean", "p50", "p99", "most");
    let (times, _) = measure(&boards, 5, |(start, target)| counter.count(start, target, &budget));
    row("exact, count of symbols", &times, "");
    println!();
}

fn main() {
    let boards = answer_boards();
    table(&boards);
    hard_boards();

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let mut group = criterion.benchmark_group("min_swaps");
    let mut round = boards.iter().cycle();
    let mut next = || round.next().expect("boards go round");
    let mut counter = Counter::new();
    group.bench_function("count_board", |bench| {
        bench.iter_batched(&mut next, |board| counter.count_board(board, &Budget::unlimited()), BatchSize::SmallInput);
    });
    group.bench_function("solve", |bench| {
        bench.iter_batched(&mut next, |board| exact::solve(board, &Budget::unlimited()), BatchSize::SmallInput);
    });
    group.bench_function("star", |bench| {
        bench.iter_batched(&mut next, |board| star::solve(board, &Budget::unlimited()), BatchSize::SmallInput);
    });
    group.bench_function("cyclic", |bench| bench.iter_batched(&mut next, cyclic::solve, BatchSize::SmallInput));
    group.finish();
    criterion.final_summary();
}
