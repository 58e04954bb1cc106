//! What it takes to solve a board of a lattice that one sees: with its marks, and without them.
//!
//! `cargo bench --bench waffles`. Boards of the seeds `waffle/0`, `waffle/1`..., as a game has them, over `allowed`; in
//! process, one thread. A time is the least of three sweeps over all boards, without marks of one. The baseline does the
//! plain thing with the marks: of each slot it marks every word of the list, and puts together what is left slot after slot,
//! letters not counted before the end.

#[path = "support/mod.rs"]
mod support;

use std::sync::Arc;

use support::{Times, measure};
use tilewright::budget::Budget;
use tilewright::fill::lattice::{self, Task};
use tilewright::fill::{Fills, Scope};
use tilewright::generate::{BoardSpec, Difficulty, Generator, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Dictionary, Letter, Lexicon};
use tilewright::puzzle::marks::mark_word;
use tilewright::puzzle::{Board, Cell, Grid, Kind, Known, Layout, Mark};

fn main() {
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let english = lexicon.language("en", 1).expect("English is embedded");
    let allowed = english.dictionary(ALLOWED).expect("it is embedded");
    for (sides, count) in [(5, 2_000), (7, 1_000), (9, 200)] {
        let layout = Layout::new(Kind::Lattice, sides, sides).expect("a size in range");
        let spec = BoardSpec {
            edition: 1,
            language: "en".to_owned(),
            dictionary: Arc::clone(english.dictionary(ANSWERS).expect("it is embedded")),
            allowed: Arc::clone(allowed),
            seed: String::new(),
            layout,
            difficulty: Difficulty::default().usual(layout),
            target: None,
        };
        let generator = Generator::new(Salt::default());
        let board = |n| {
            let spec = BoardSpec { seed: format!("waffle/{n}"), ..spec.clone() };
            generator.board(&spec, &Budget::unlimited()).expect("words cross in a square").board
        };
        let boards: Vec<Board> = (0..count).map(board).collect();
        with_marks(sides, &boards, allowed);
        if sides == 5 {
            without_marks(&boards[..200], allowed);
        }
    }
}

fn say(what: &str, times: &Times) {
    let (p50, p90, p99, most) = (times.at(50), times.at(90), times.at(99), times.at(100));
    println!("  {what:<16} p50 {p50:.1?}, p90 {p90:.1?}, p99 {p99:.1?}, most {most:.1?}");
}

fn with_marks(sides: usize, boards: &[Board], allowed: &Arc<Dictionary>) {
    println!("{sides}x{sides}, with marks, {} boards:", boards.len());
    let tasks: Vec<Task> = boards
        .iter()
        .map(|board| {
            let known = board.marks().into_iter().flatten().map(Known::Marked).collect();
            Task::new(board.start().clone(), Arc::clone(allowed), known).expect("it is a lattice of letters")
        })
        .collect();
    let solve = |task: &Task| lattice::solve(task, Scope::All, 1, &Budget::unlimited());
    let (times, fills) = measure(&tasks, 3, solve);
    assert!(
        fills
            .iter()
            .zip(boards)
            .all(|(fills, board)| { fills.unique() == Some(true) && fills.solutions[0].target == *board.target() })
    );
    say("every fill", &times);
    let few = &boards[..boards.len() / 10];
    let (few_times, _) = measure(&tasks[..few.len()], 3, solve);
    let (baseline, found) = measure(few, 1, |board| plainly(board, allowed));
    assert!(found.iter().all(|&fills| fills == 1));
    say("baseline", &baseline);
    let ratio = baseline.at(50).as_secs_f64() / few_times.at(50).as_secs_f64();
    println!("  {ratio:.0} times as fast as the baseline at the median of the first {}", few.len());
}

fn without_marks(boards: &[Board], allowed: &Arc<Dictionary>) {
    println!("5x5, without marks, the fewest swaps to any fill, {} boards:", boards.len());
    let task = |board: &Board| Task::new(board.start().clone(), Arc::clone(allowed), Vec::new());
    let tasks: Vec<Task> = boards.iter().map(task).collect::<Result<_, _>>().expect("lattices of letters");
    let (times, fills) = measure(&tasks, 1, |task| lattice::solve(task, Scope::Optimal, 1, &Budget::unlimited()));
    assert!(fills.iter().all(|fills| fills.proven));
    say("proven", &times);
    let swaps = |fills: &[Fills]| fills.iter().filter_map(Fills::min_swaps).map(f64::from).sum::<f64>();
    let mean = swaps(&fills) / f64::from(u32::try_from(fills.len()).unwrap_or(u32::MAX));
    println!("  {mean:.2} swaps a board");
}

/// How many fills agree with the marks, found the plain way.
fn plainly(board: &Board, allowed: &Dictionary) -> usize {
    let marks = board.marks();
    let letters = |board: &[char]| -> Option<Vec<u8>> {
        board.iter().map(|&letter| allowed.alphabet().letter(letter).map(|letter| letter.0)).collect()
    };
    let slots: Vec<Vec<usize>> =
        board.start().layout().slots().map(|slot| slot.cells().map(Cell::index).collect()).collect();
    // A crossing may be yellow by its other word, so that a word may call it grey.
    let crosses = |cell: usize| slots.iter().filter(|slot| slot.contains(&cell)).count() == 2;
    let fits = |slot: &[usize], start: &[u8], word: &[u8]| {
        let mut told = [Mark::Grey; 9];
        mark_word(start, word, &mut told[..start.len()]);
        slot.iter().zip(told).all(|(&cell, told)| {
            marks[cell] == Some(told) || told == Mark::Grey && marks[cell] == Some(Mark::Yellow) && crosses(cell)
        })
    };
    let candidates: Vec<Vec<Vec<u8>>> = slots
        .iter()
        .map(|slot| {
            let start: Vec<char> = slot.iter().map(|&cell| board.start().cells()[cell]).collect();
            let start = letters(&start).unwrap_or_default();
            let words = allowed.words(slot.len()).iter().map(|word| word.iter().map(|letter| letter.0).collect());
            words.filter(|word: &Vec<u8>| fits(slot, &start, word)).collect()
        })
        .collect();
    let mut cells = vec![u8::MAX; board.start().cells().len()];
    let mut found = 0;
    put(&slots, &candidates, &mut cells, &mut |cells| {
        let letter = |&cell: &u8| if cell == u8::MAX { '.' } else { allowed.alphabet().char(Letter(cell)) };
        let target = cells.iter().map(letter).collect();
        let grid = Grid::new(board.start().layout(), target);
        let agrees =
            grid.is_ok_and(|grid| Board::new(board.start().clone(), grid).is_ok_and(|other| other.marks() == marks));
        found += usize::from(agrees);
    });
    found
}

/// Puts a word into each slot in turn, all that fit.
fn put(slots: &[Vec<usize>], candidates: &[Vec<Vec<u8>>], cells: &mut Vec<u8>, tell: &mut impl FnMut(&[u8])) {
    let (Some((slot, slots)), Some((words, candidates))) = (slots.split_first(), candidates.split_first()) else {
        return tell(cells);
    };
    for word in words {
        if slot.iter().zip(word).all(|(&cell, letter)| cells[cell] == u8::MAX || cells[cell] == *letter) {
            let before = cells.clone();
            slot.iter().zip(word).for_each(|(&cell, &letter)| cells[cell] = letter);
            put(slots, candidates, cells, tell);
            *cells = before;
        }
    }
}
