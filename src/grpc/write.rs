//! The house's own types, worded as the contract's messages.

use super::proto;
use crate::blind::showdown::{Run, Step};
use crate::compute::Timing;
use crate::fill::{Scope, Solution};
use crate::generate::{BoardSpec, GeneratedBoard, Par};
use crate::guess::Pattern;
use crate::puzzle::{Cell, Grid, Kind, Known, Layout, Mark, Swap};

#[expect(clippy::cast_possible_truncation, reason = "at most 81")]
fn position(layout: Layout, cell: Cell) -> proto::Position {
    let (row, column) = layout.position(cell);
    proto::Position { row: row as u32, column: column as u32 }
}

pub(super) fn grid(grid: &Grid) -> proto::Grid {
    proto::Grid { rows: grid.rows().collect() }
}

pub(super) fn swap(layout: Layout, swap: Swap) -> proto::Swap {
    proto::Swap { first: Some(position(layout, swap.first())), second: Some(position(layout, swap.second())) }
}

pub(super) fn swaps(layout: Layout, swaps: &[Swap]) -> Vec<proto::Swap> {
    swaps.iter().map(|&made| swap(layout, made)).collect()
}

pub(super) fn solution(solution: &Solution) -> proto::Solution {
    let swaps = swaps(solution.target.layout(), &solution.swaps);
    proto::Solution { target: Some(grid(&solution.target)), swaps }
}

pub(super) fn scope(scope: Scope) -> proto::Scope {
    match scope {
        Scope::Optimal => proto::Scope::Optimal,
        Scope::All => proto::Scope::All,
    }
}

pub(super) fn cycles(layout: Layout, cycles: &[Vec<Cell>]) -> Vec<proto::Cycle> {
    let cycle =
        |cells: &Vec<Cell>| proto::Cycle { positions: cells.iter().map(|&cell| position(layout, cell)).collect() };
    cycles.iter().map(cycle).collect()
}

fn marks(layout: Layout, marks: &[Option<Mark>]) -> proto::Marks {
    let letter = |mark: &Option<Mark>| mark.map_or('.', |mark| known_letter(Known::Marked(mark)));
    proto::Marks { rows: marks.chunks(layout.columns()).map(|row| row.iter().map(letter).collect()).collect() }
}

fn known_letter(known: Known) -> char {
    match known {
        Known::Marked(Mark::Green) => 'G',
        Known::Marked(Mark::Yellow) => 'Y',
        Known::Marked(Mark::Grey) => '-',
        Known::Wrong => 'N',
        Known::Nothing => '?',
    }
}

/// The marks of a guess of so many letters.
pub(super) fn pattern(pattern: Pattern, length: usize) -> String {
    pattern.marks(length).into_iter().map(|mark| known_letter(Known::Marked(mark))).collect()
}

/// What is known of each tile of a grid in rows.
pub(super) fn known(layout: Layout, known: &[Known]) -> proto::Marks {
    let rows = known.chunks(layout.columns());
    proto::Marks { rows: rows.map(|row| row.iter().map(|&known| known_letter(known)).collect()).collect() }
}

#[expect(clippy::cast_possible_truncation, reason = "at most 9")]
fn layout(layout: Layout) -> proto::Layout {
    let kind = match layout.kind() {
        Kind::Rows => proto::layout::Kind::Rows,
        Kind::Lattice => proto::layout::Kind::Lattice,
    };
    proto::Layout { kind: kind.into(), rows: layout.rows() as u32, columns: layout.columns() as u32 }
}

fn par(par: &Par, blind_swaps: Option<u32>) -> proto::Par {
    proto::Par {
        min_swaps: par.min_swaps,
        star_swaps: par.star_swaps,
        cyclic_swaps: par.cyclic_swaps,
        diamond: par.diamond(),
        gold: par.gold(),
        bronze: par.bronze(),
        move_limit: par.move_limit.unwrap_or(0),
        blind_swaps,
    }
}

pub(super) fn board(
    asked: BoardSpec,
    made: &GeneratedBoard,
    include_target: bool,
    blind_swaps: Option<u32>,
) -> proto::Board {
    let start = made.board.start();
    proto::Board {
        board_id: made.board_id.to_string(),
        seed: asked.seed,
        language: asked.language,
        dictionary: asked.dictionary.name().to_owned(),
        edition: asked.edition,
        layout: Some(layout(start.layout())),
        start: Some(grid(start)),
        marks: Some(marks(start.layout(), &made.board.marks())),
        par: Some(par(&made.par, blind_swaps)),
        unique: made.unique,
        target: include_target.then(|| grid(made.board.target())),
    }
}

pub(super) fn run(layout: Layout, solver: proto::Solver, run: &Run) -> proto::SolverRun {
    proto::SolverRun {
        solver: solver.into(),
        moves: run.moves(),
        excess: run.moves().saturating_sub(run.min_swaps),
        learned_at_move: run.learned_at,
        steps: run.steps.iter().map(|made| step(layout, made)).collect(),
    }
}

fn step(layout: Layout, step: &Step) -> proto::SolverStep {
    let learned = step.learned.as_ref();
    proto::SolverStep {
        swap: Some(swap(layout, step.swap)),
        hamming: step.hamming,
        swaps_left: step.swaps_left,
        star_f: step.star_f,
        expected_bits: learned.and_then(|learned| learned.expected_bits),
        gained_bits: learned.and_then(|learned| learned.gained_bits),
        candidates: learned.map(|learned| learned.candidates.clone()).unwrap_or_default(),
        log2_worlds: learned.and_then(|learned| learned.log2_worlds),
    }
}

pub(super) fn stats(nodes: u64, timing: Timing) -> proto::SearchStats {
    proto::SearchStats { nodes, elapsed: prost_types::Duration::try_from(timing.computed).ok(), cached: false }
}
