//! Looks for boards that are hard for the exact solver, by hill-climbing: a letter is changed or two tiles of the start are
//! swapped, and the board that takes longer is kept. After a while without progress it starts afresh.
//!
//! `cargo bench --bench hard_boards -- [seconds] [tiles] [seed] [nodes|time]` prints every new worst board; without seconds,
//! as `cargo bench` runs it, it climbs for five.

mod support;

use std::time::{Duration, Instant};

use support::Random;
use tilewright::budget::Budget;
use tilewright::swaps::Counter;

/// Runs whose least time counts.
const RUNS: usize = 20;

/// Symbols of start and target.
#[derive(Clone)]
struct Board {
    start: Vec<u8>,
    target: Vec<u8>,
}

impl Board {
    fn random(random: &mut Random, tiles: usize) -> Self {
        let kinds = 5 + random.below(tiles / 2 - 4);
        let target: Vec<u8> = (0..tiles).map(|at| symbol(at % kinds)).collect();
        let mut board = Self { start: target.clone(), target };
        for last in (1..tiles).rev() {
            board.start.swap(last, random.below(last + 1));
        }
        board
    }

    fn mutate(&mut self, random: &mut Random) {
        let tiles = self.start.len();
        for _ in 0..=random.below(3) {
            if random.below(2) == 0 {
                self.start.swap(random.below(tiles), random.below(tiles));
            } else {
                let (one, other) = (random.below(tiles), random.below(tiles));
                let old = self.start[one];
                let new = self.target[other];
                if let Some(at) = (0..tiles).map(|n| (n + other) % tiles).find(|&at| self.target[at] == old) {
                    self.start[one] = new;
                    self.target[at] = new;
                }
            }
        }
    }

    /// How hard the board is, and the time that it takes: the least of some runs, for others use the machine too. Fewer where
    /// it stays below the bar.
    fn cost(&self, counter: &mut Counter, by: By, bar: u64) -> (u64, Duration) {
        let mut least = Duration::MAX;
        let mut nodes = 0;
        for _ in 0..RUNS {
            let budget = Budget::unlimited();
            let begun = Instant::now();
            let count = counter.count(&self.start, &self.target, &budget);
            least = least.min(begun.elapsed());
            assert!(count.is_proven());
            nodes = budget.nodes();
            if by == By::Nodes || nanos(least) < bar {
                break;
            }
        }
        (if by == By::Nodes { nodes } else { nanos(least) }, least)
    }

    fn text(&self) -> String {
        let letters = |symbols: &[u8]| symbols.iter().map(|&symbol| char::from(b'A' + symbol)).collect::<String>();
        format!("{} {}", letters(&self.start), letters(&self.target))
    }
}

/// What is climbed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Nodes,
    Time,
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn symbol(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let number = |at: usize, default: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let seconds = Duration::from_secs(number(0, 5));
    let tiles = usize::try_from(number(1, 49)).unwrap_or(49).clamp(12, 81);
    let mut random = Random(number(2, 1));
    let by = if arguments.get(3).is_some_and(|text| text == "nodes") { By::Nodes } else { By::Time };

    let mut counter = Counter::new();
    let (mut worst, mut slowest, mut boards, mut climbs) = (0, Duration::ZERO, 0u64, 0u64);
    let begun = Instant::now();
    while begun.elapsed() < seconds {
        climbs += 1;
        let mut board = Board::random(&mut random, tiles);
        let (mut cost, mut time) = board.cost(&mut counter, by, 0);
        let (mut idle, mut peak) = (0, cost);
        while idle < 4_000 && begun.elapsed() < seconds {
            let mut changed = board.clone();
            changed.mutate(&mut random);
            let (changed_cost, changed_time) = changed.cost(&mut counter, by, cost);
            boards += 1;
            idle += 1;
            if changed_cost >= cost {
                if changed_cost > peak + peak / 50 {
                    (idle, peak) = (0, changed_cost);
                }
                (board, cost, time) = (changed, changed_cost, changed_time);
            }
            if idle % 100 == 99 {
                // A time that was bad luck and no hard board would end the climb.
                let (again, again_time) = board.cost(&mut counter, by, 0);
                (cost, time) = (cost.min(again), time.min(again_time));
            }
        }
        slowest = slowest.max(time);
        if cost > worst {
            worst = cost;
            println!("{:>7.1} s {cost:>9} {time:>10.1?} {}", begun.elapsed().as_secs_f64(), board.text());
        }
    }
    println!("{boards} boards in {climbs} climbs; the slowest at the end of one took {slowest:.1?}");
}
