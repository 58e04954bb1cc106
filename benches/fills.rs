//! The fewest swaps to any words, proven, against the paper's backtracking: on the paper's board, on random ones, on hard ones.
//!
//! `cargo bench --bench fills -- [boards] [boards with backtracking] [sweeps]` prints three tables, and what the exact method
//! has to say after a few milliseconds. Backtracking is `fill::backtracking`, the paper's method written anew; the paper's own
//! times are those of another program on another machine, over a list that it does not name. Times are of the wall clock, in
//! this process, of the search alone.

mod support;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use support::{Times, measure};
use tilewright::budget::{Budget, Limits};
use tilewright::fill::{Fills, Scope, Task, backtracking, exact};
use tilewright::generate::{BoardSpec, Difficulty, Generator, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Dictionary, Lexicon};
use tilewright::puzzle::{Grid, Kind, Layout};

/// The board of the paper.
const PAPER: &str = "wsooa/snido/rhtpy/uhtvc/uianj";
/// The list that comes nearest to the paper's, which it does not name.
const ENABLE: &str = "enable";
/// Runs of the exact method on the paper's board, of which the median counts.
const EXACT_RUNS: usize = 21;
/// Runs of backtracking there.
const BACKTRACKING_RUNS: usize = 5;
/// Configurations that backtracking tries unless the caller says otherwise.
const USUAL: u32 = 10_000;

fn dictionary(lexicon: &Lexicon, name: &str) -> Arc<Dictionary> {
    let english = lexicon.language("en", 1).expect("English is embedded");
    english.dictionary(name).expect("it is embedded").clone()
}

fn task(start: Grid, dictionary: &Arc<Dictionary>) -> Task {
    Task::new(start, dictionary.clone(), Vec::new()).expect("rows of English letters")
}

/// A grid of rows, written with a stroke between them.
fn grid(text: &str) -> Grid {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let layout = Layout::new(Kind::Rows, rows.len(), rows[0].len()).expect("1 to 9 rows and columns");
    Grid::new(layout, rows.concat()).expect("rows of one length")
}

/// Starts of shuffled 5x5 boards of answer words: those of the seeds `fills/0`, `fills/1`...
fn answer_boards(lexicon: &Lexicon, boards: usize) -> Vec<Grid> {
    let spec = BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: dictionary(lexicon, ANSWERS),
        allowed: dictionary(lexicon, ALLOWED),
        seed: String::new(),
        layout: Layout::new(Kind::Rows, 5, 5).expect("5x5"),
        difficulty: Difficulty::default(),
        target: None,
    };
    let start = |n| {
        let spec = BoardSpec { seed: format!("fills/{n}"), ..spec.clone() };
        Generator::new(Salt::default())
            .board(&spec, &Budget::unlimited())
            .expect("any shuffle will do")
            .board
            .start()
            .clone()
    };
    (0..boards).map(start).collect()
}

fn solve_exactly(task: &Task) -> Fills {
    let fills = exact::solve(task, Scope::Optimal, 1, &Budget::unlimited());
    assert!(fills.proven, "the exact method proves what it says: {:?}", task.start());
    fills
}

fn backtrack(task: &Task, configurations: u32) -> Fills {
    backtracking::solve(task, Scope::Optimal, 1, configurations, &Budget::unlimited())
}

/// The times of so many runs, one at least, and what the first gave.
fn run<T>(runs: usize, mut solve: impl FnMut() -> T) -> (Times, T) {
    let once = |_| {
        let begun = Instant::now();
        let answer = black_box(solve());
        (begun.elapsed(), answer)
    };
    let (mut times, mut answers): (Vec<Duration>, Vec<T>) = (0..runs.max(1)).map(once).unzip();
    times.sort_unstable();
    (Times(times), answers.swap_remove(0))
}

/// Swaps as they are printed.
fn swaps(fills: &Fills) -> String {
    fills.min_swaps().map_or("no fill".to_owned(), |swaps| format!("{swaps} swaps"))
}

fn papers_board(lexicon: &Lexicon) {
    let head = format!("the paper's board, {PAPER}");
    println!("{head:<54}{:>12}{:>12}{:>12}", "median", "least", "most");
    let row = |name: String, times: &Times, fills: &Fills, note: String| {
        let (p50, least, most) = (times.at(50), times.at(0), times.at(100));
        println!("{name:<54}{p50:>12.2?}{least:>12.2?}{most:>12.2?}  {}{note}", swaps(fills));
    };
    for name in [ENABLE, ALLOWED, ANSWERS] {
        let task = task(grid(PAPER), &dictionary(lexicon, name));
        let (times, fills) = run(EXACT_RUNS, || solve_exactly(&task));
        row(format!("{name}, exact"), &times, &fills, ", proven".to_owned());
        for configurations in [USUAL, 10 * USUAL] {
            let (slow, fills) = run(BACKTRACKING_RUNS, || backtrack(&task, configurations));
            let ratio = slow.at(50).as_secs_f64() / times.at(50).as_secs_f64();
            let note = format!(", {ratio:.1} times the exact method's time");
            row(format!("{name}, backtracking, {configurations}"), &slow, &fills, note);
        }
    }
    println!();
}

/// One line of times for the exact method over these, and one for backtracking over some of them.
fn many_boards(name: &str, tasks: &[Task], with_backtracking: usize, sweeps: usize) {
    let head = format!("{} {name}", tasks.len());
    println!("{head:<54}{:>12}{:>12}{:>12}{:>12}{:>12}", "mean", "p50", "p95", "p99", "most");
    let row = |name: String, times: &Times, note: String| {
        let [p50, p95, p99, most] = [50, 95, 99, 100].map(|percent| times.at(percent));
        println!("{name:<54}{:>12.2?}{p50:>12.2?}{p95:>12.2?}{p99:>12.2?}{most:>12.2?}  {note}", times.mean());
    };
    let all: Vec<&Task> = tasks.iter().collect();
    let (times, exact) = measure(&all, sweeps, |task| solve_exactly(task));
    let fewest: Vec<Option<u32>> = exact.iter().map(Fills::min_swaps).collect();
    row("exact, all proven".to_owned(), &times, mean_swaps(&fewest));

    let some = with_backtracking.clamp(1, tasks.len());
    let spread: Vec<usize> = (0..some).map(|n| n * tasks.len() / some).collect();
    let chosen: Vec<&Task> = spread.iter().map(|&at| &tasks[at]).collect();
    let (times, found) = measure(&chosen, sweeps, |task| backtrack(task, USUAL));
    let pairs = spread.iter().zip(&found).map(|(&at, fills)| (fewest[at], fills.min_swaps()));
    let over: Vec<u32> = pairs.filter_map(|(fewest, found)| found?.checked_sub(fewest?)).collect();
    let as_good = over.iter().filter(|&&over| over == 0).count();
    let without = found.iter().filter(|fills| fills.min_swaps().is_none()).count();
    let mean = f64::from(over.iter().sum::<u32>()) / f64::from(u32::try_from(over.len().max(1)).unwrap_or(1));
    let note = format!("+{mean:.2} swaps, as few on {as_good}, no fill on {without}");
    row(format!("backtracking on {some} of them, {USUAL}"), &times, note);
    println!();
}

/// What the exact method has after so short a time.
fn cut_short(name: &str, tasks: &[Task], time: Duration) {
    let mut late = Duration::ZERO;
    let (mut with_fill, mut proven, mut gap) = (0, 0, 0);
    for task in tasks {
        let begun = Instant::now();
        let fills = exact::solve(task, Scope::Optimal, 1, &Budget::new(Limits::default().until(begun + time)));
        late = late.max(begun.elapsed().saturating_sub(time));
        proven += u32::from(fills.proven);
        if let Some(swaps) = fills.min_swaps() {
            with_fill += 1;
            gap += swaps - fills.lower_bound;
        }
    }
    let mean = f64::from(gap) / f64::from(with_fill.max(1));
    println!(
        "{} {name}, stopped after {time:?}: a fill on {with_fill}, proven on {proven}, {mean:.2} swaps above the bound, \
         {late:.2?} late at most",
        tasks.len()
    );
}

fn mean_swaps(fewest: &[Option<u32>]) -> String {
    let found: Vec<u32> = fewest.iter().flatten().copied().collect();
    let mean = f64::from(found.iter().sum::<u32>()) / f64::from(u32::try_from(found.len().max(1)).unwrap_or(1));
    format!("{mean:.2} swaps a board, no fill on {}", fewest.len() - found.len())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let number = |at: usize, default: usize| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (boards, with_backtracking, sweeps) = (number(0, 2_000).max(1), number(1, 100), number(2, 1).max(1));
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let allowed = dictionary(&lexicon, ALLOWED);

    papers_board(&lexicon);
    let random: Vec<Task> = answer_boards(&lexicon, boards).into_iter().map(|start| task(start, &allowed)).collect();
    let name = "random 5x5 boards of answer words, over allowed";
    many_boards(name, &random, with_backtracking, sweeps);
    let hard_letters = include_str!("../src/fill/tests/hard_letters.txt").lines();
    let hard: Vec<Task> =
        hard_letters.filter_map(|line| line.split(' ').next()).map(|text| task(grid(text), &allowed)).collect();
    many_boards("hard grids of letters, over allowed", &hard, with_backtracking, sweeps);
    cut_short(name, &random, Duration::from_millis(2));
    cut_short("hard grids of letters, over allowed", &hard, Duration::from_millis(5));
}
