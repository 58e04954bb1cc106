//! What a board costs in process, without a cache: all of it, and Star's part of it.
//!
//! `cargo bench --bench generate`. The boards are those of the seeds `bench/0`, `bench/1`...: a board of its own each time.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tilewright::budget::Budget;
use tilewright::generate::{BoardSpec, Difficulty, Generator, Range, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Lexicon};
use tilewright::puzzle::{Kind, Layout};
use tilewright::swaps::{exact, star};

fn spec(lexicon: &Lexicon, rows: usize, columns: usize) -> BoardSpec {
    let english = lexicon.language("en", 1).expect("English is embedded");
    let dictionary = |name| english.dictionary(name).expect("it is embedded").clone();
    BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: dictionary(ANSWERS),
        allowed: dictionary(ALLOWED),
        seed: String::new(),
        layout: Layout::new(Kind::Rows, rows, columns).expect("a size in range"),
        difficulty: Difficulty::default(),
        target: None,
    }
}

/// A spec of its own for each board.
fn seeded(spec: &BoardSpec) -> impl FnMut() -> BoardSpec {
    let mut n = 0u32;
    let spec = spec.clone();
    move || {
        n += 1;
        BoardSpec { seed: format!("bench/{n}"), ..spec.clone() }
    }
}

fn boards(criterion: &mut Criterion) {
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let mut group = criterion.benchmark_group("board");
    let make = |spec: BoardSpec| Generator::new(Salt::default()).board(&spec, &Budget::unlimited());
    for (name, rows, columns) in [("5x5", 5, 5), ("9x9", 9, 9)] {
        let spec = spec(&lexicon, rows, columns);
        group.bench_function(name, |b| b.iter_batched(seeded(&spec), make, BatchSize::SmallInput));
        let mut next = seeded(&spec);
        let mut board = || make(next()).expect("any shuffle will do").board;
        group.bench_function(format!("{name}, of it Star"), |b| {
            b.iter_batched(&mut board, |board| star::solve(&board, &Budget::unlimited()), BatchSize::SmallInput);
        });
        let mut next = seeded(&spec);
        let mut board = || make(next()).expect("any shuffle will do").board;
        group.bench_function(format!("{name}, of it the fewest swaps with their sequence"), |b| {
            b.iter_batched(&mut board, |board| exact::solve(&board, &Budget::unlimited()), BatchSize::SmallInput);
        });
    }
    for (name, least, most) in [("10 swaps", 10, 10), ("21 swaps", 21, 21)] {
        let mut spec = spec(&lexicon, 5, 5);
        spec.difficulty.min_swaps = Range { least, most: Some(most) };
        group.bench_function(format!("5x5 of {name}"), |b| {
            b.iter_batched(seeded(&spec), make, BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
