use super::*;
use crate::blind::evidence::Reading;
use crate::blind::record::{Move, Record, Terms};
use crate::blind::worlds::Worlds;
use crate::budget::Limits;
use crate::puzzle::{Kind, Layout};
use crate::testing::Random;

const WORDS: &str =
    "act ant arc art can car cat con cot cut nor not nut oar oat our out ran rat roc rot run rut tan tar ton";
const BOARDS: u64 = 3;

fn dictionary() -> Arc<Dictionary> {
    let words: Vec<String> = WORDS.split(' ').map(str::to_owned).collect();
    crate::testing::dictionary("abcdefghijklmnopqrstuvwxyz", &words)
}

fn grid(kind: Kind, rows: &str) -> Grid {
    let columns = rows.find('/').unwrap_or(rows.len());
    let layout = Layout::new(kind, rows.split('/').count(), columns).unwrap();
    Grid::new(layout, rows.chars().filter(|&cell| cell != '/').collect()).unwrap()
}

/// A target of three words, and a start that chance makes of it.
fn board(seed: u64) -> Board {
    let mut random = Random::new(seed);
    let mut words: Vec<&str> = WORDS.split(' ').collect();
    random.shuffle(&mut words);
    let target = grid(Kind::Rows, &words[..3].join("/"));
    let mut tiles = target.cells().to_vec();
    random.shuffle(&mut tiles);
    Board::new(Grid::new(target.layout(), tiles).unwrap(), target).unwrap()
}

fn blind(strategy: Strategy, feedback: Feedback) -> Runner {
    Runner::Blind { strategy, feedback, dictionary: dictionary() }
}

fn run_of(runner: &Runner, board: &Board) -> Run {
    run(runner, board, &WorldsCache::new(1 << 20), &Budget::unlimited()).unwrap()
}

/// Follows a run by itself: it solves the board, and each step is measured right.
fn check_steps(run: &Run, board: &Board) {
    let mut here = board.clone();
    for step in &run.steps {
        let mut grid = here.start().clone();
        grid.swap(step.swap);
        here = Board::new(grid, board.target().clone()).unwrap();
        assert_eq!(step.hamming as usize, here.misplaced());
        assert_eq!(step.swaps_left, exact::solve(&here, &Budget::unlimited()).min_swaps());
    }
    assert_eq!(here.start(), board.target());
    assert_eq!(run.min_swaps, exact::solve(board, &Budget::unlimited()).min_swaps());
    assert!(run.moves() >= run.min_swaps);
}

/// A lattice of two words across and two down.
fn lattice() -> Board {
    Board::new(grid(Kind::Lattice, "tac/n.a/too"), grid(Kind::Lattice, "cat/a.o/ton")).unwrap()
}

#[test]
fn oracles_solve_rows_and_lattices_and_every_step_is_measured() {
    for board in (0..20).map(board).chain([lattice()]) {
        for oracle in Oracle::ALL {
            let run = run_of(&Runner::Oracle(oracle), &board);
            check_steps(&run, &board);
            assert_eq!(run.learned_at, None);
            for (made, step) in (1..).zip(&run.steps) {
                assert_eq!(step.learned, None);
                assert_eq!(step.star_f, (oracle == Oracle::Star).then_some(made + step.hamming));
                if oracle == Oracle::Exact {
                    assert_eq!(step.swaps_left, run.min_swaps - made);
                }
            }
            if oracle == Oracle::Exact {
                assert_eq!(run.moves(), run.min_swaps);
            }
        }
    }
}

#[test]
fn blind_players_solve_the_board_and_what_they_learn_adds_up() {
    for (seed, feedback) in (0..BOARDS).flat_map(|seed| Feedback::ALL.map(|feedback| (seed, feedback))) {
        let board = board(seed);
        for strategy in Strategy::ALL {
            let run = run_of(&blind(strategy, feedback), &board);
            check_steps(&run, &board);
            check_learned(&run, &board, strategy, feedback);
        }
    }
}

/// Reads for itself what each swap told.
fn check_learned(run: &Run, board: &Board, strategy: Strategy, feedback: Feedback) {
    let (cache, budget) = (WorldsCache::new(0), Budget::unlimited());
    let terms = Arc::new(Terms::new(board.start().clone(), dictionary(), feedback).unwrap());
    let mut record = Record::new(terms, feedback.told(board.start(), board.target(), None));
    let worlds = |record: &Record, reading| Worlds::of(record, reading, &cache, &budget).unwrap();
    let at_start = worlds(&record, Reading::Whole).log2();
    let (mut log2, mut gained) = (at_start, 0.0);
    let learned_at = run.learned_at.unwrap();
    let knew = |record: &Record| worlds(record, strategy.reading()).only().is_some();
    assert_eq!(learned_at == 0, knew(&record) || run.steps.is_empty());
    for (made, step) in (1..).zip(&run.steps) {
        let learned = step.learned.as_ref().unwrap();
        assert_eq!(learned.expected_bits.is_some(), made <= learned_at);
        let mut grid = record.grid().clone();
        grid.swap(step.swap);
        let told = feedback.told(&grid, board.target(), Some(step.swap));
        record.push(Move { swap: step.swap, told });
        if step.hamming > 0 {
            log2 = worlds(&record, Reading::Whole).log2();
            let own = worlds(&record, strategy.reading());
            let counts: Vec<_> = (0..3).map(|row| u32::try_from(own.candidates(row).len()).unwrap()).collect();
            assert_eq!(learned.candidates, counts);
            assert_eq!(learned_at <= made, knew(&record), "{strategy:?} {feedback:?} after {made}");
        } else {
            log2 = 0.0;
            assert_eq!(learned.candidates, [1, 1, 1]);
        }
        assert!((learned.log2_worlds.unwrap() - log2).abs() < 1e-9);
        assert!(learned.gained_bits.unwrap() > -1e-9);
        gained += learned.gained_bits.unwrap();
        // By all that was told, one world is left at the latest when the player knows of one only.
        assert!(made < learned_at || learned.log2_worlds == Some(0.0));
    }
    assert!((gained - (at_start - log2)).abs() < 1e-9);
}

#[test]
fn a_solved_board_takes_no_swap() {
    let target = board(0).target().clone();
    let solved = Board::new(target.clone(), target).unwrap();
    for feedback in Feedback::ALL {
        for strategy in Strategy::ALL {
            let run = run_of(&blind(strategy, feedback), &solved);
            assert_eq!(run, Run { steps: Vec::new(), min_swaps: 0, learned_at: Some(0) });
        }
    }
}

#[test]
fn a_run_is_the_same_whatever_the_cache_holds() {
    let (kept, nothing) = (WorldsCache::new(1 << 20), WorldsCache::new(0));
    let runner = blind(Strategy::Rollout, Feedback::Snapshot);
    for seed in 0..BOARDS {
        let runs = [&kept, &nothing, &kept].map(|cache| run(&runner, &board(seed), cache, &Budget::unlimited()));
        assert!(runs.iter().all(|run| *run == runs[0]));
    }
}

#[test]
fn a_board_that_no_blind_player_can_play_is_told_and_no_panic() {
    let other = grid(Kind::Rows, "xyz/abc");
    let repeated = grid(Kind::Rows, "cat/cat");
    let boards = [&other, &repeated].map(|target| Board::new(target.clone(), target.clone()).unwrap());
    for board in boards.iter().chain([&lattice()]) {
        let runner = blind(Strategy::Entropy, Feedback::Snapshot);
        let no_run = run(&runner, board, &WorldsCache::new(0), &Budget::unlimited());
        assert_eq!(no_run, Err(NoRun::Unfit));
    }
}

#[test]
fn a_run_that_is_cut_off_is_none() {
    let limits = Limits::default();
    limits.cancel.cancel();
    // The others know a board of this size without a search.
    for runner in [Runner::Oracle(Oracle::Star), blind(Strategy::Rollout, Feedback::RowColours)] {
        let no_run = run(&runner, &board(1), &WorldsCache::new(0), &Budget::new(limits.clone()));
        assert_eq!(no_run, Err(NoRun::Spent(Spent::Cancelled)), "{runner:?}");
    }
}
