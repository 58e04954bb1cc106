//! The grids that hill-climbing found hard for the exact method (benches/hard_letters), cut short ever later. With each stand
//! the fewest swaps, which the whole search has proven; that takes too long for a test.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::budget::{Budget, Limits};
use crate::fill::{Fills, Scope, Task, exact};
use crate::lexicon::{ALLOWED, Lexicon};
use crate::puzzle::{Grid, Kind, Layout};

/// Each grid over the allowed words, and its fewest swaps.
fn tasks() -> Vec<(Task, u32)> {
    let lexicon = Lexicon::embedded().unwrap();
    let allowed = lexicon.language("en", 1).unwrap().dictionary(ALLOWED).unwrap();
    let task = |line: &str| {
        let (rows, swaps) = line.split_once(' ').unwrap();
        let rows: Vec<&str> = rows.split('/').collect();
        let layout = Layout::new(Kind::Rows, rows.len(), rows[0].len()).unwrap();
        let start = Grid::new(layout, rows.concat().chars().collect()).unwrap();
        (Task::new(start, Arc::clone(allowed), Vec::new()).unwrap(), swaps.parse().unwrap())
    };
    include_str!("hard_letters.txt").lines().map(task).collect()
}

#[test]
fn the_bound_rises_and_the_swaps_fall() {
    let (mut cut_short, mut found) = (0, 0);
    for (task, truth) in tasks() {
        let mut before: Option<Fills> = None;
        for nodes in [10, 100, 1_000, 5_000, 25_000] {
            let fills = exact::solve(&task, Scope::Optimal, 1, &Budget::of_nodes(nodes));
            let fewest = fills.min_swaps().unwrap_or(u32::MAX);
            assert!(fills.lower_bound <= truth && truth <= fewest, "{:?}", task.start());
            assert_eq!(fills.proven, fills.lower_bound == fewest, "{:?}", task.start());
            if let Some(before) = before {
                assert!(fills.lower_bound >= before.lower_bound && fewest <= before.min_swaps().unwrap_or(u32::MAX));
            }
            cut_short += usize::from(!fills.proven);
            before = Some(fills);
        }
        found += usize::from(before.unwrap().min_swaps().is_some());
    }
    let tasks = tasks().len();
    assert!(cut_short > 3 * tasks, "they are not hard any more: {cut_short}");
    assert!(found > tasks / 2, "a fill was found for {found} only");
}

#[test]
fn five_milliseconds_give_an_honest_answer() {
    for (task, truth) in tasks() {
        let begun = Instant::now();
        let fills = exact::solve(
            &task,
            Scope::Optimal,
            1,
            &Budget::new(Limits::default().until(begun + Duration::from_millis(5))),
        );
        // Wide enough for a slow build on a busy machine.
        assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
        assert!(fills.lower_bound <= truth && fills.min_swaps().is_none_or(|swaps| swaps >= truth));
        assert!(!fills.proven || fills.min_swaps() == Some(truth));
    }
}
