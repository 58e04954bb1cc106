//! The fewest swaps to any words, by the size of the list.

use std::time::Duration;

use tilewright::budget::{Budget, Limits};
use tilewright::fill::{Fills, Scope, Task, exact};

use super::lists::{English, SIZES};
use super::{Curve, tell};
use crate::Pace;
use crate::axis::{Axis, Scale};
use crate::document::Document;
use crate::serving::Any;
use crate::support::measure;

/// Boards that are solved over each list.
const BOARDS: usize = 100;
/// The longest that one may take.
const CAP: Duration = Duration::from_secs(2);

pub(super) fn run(document: &mut Document, pace: &Pace, english: &English) -> Result<(), Any> {
    let boards = english.boards(BOARDS / pace.fewer)?;
    let mut points = Vec::new();
    let (mut without, mut unproven) = (Vec::new(), 0);
    for size in SIZES {
        let list = english.list(size)?;
        let task = |start| Task::new(start, list.clone(), Vec::new()).map_err(|error| format!("{error:?}"));
        let tasks: Vec<Task> =
            boards.iter().map(|made| task(made.board.start().clone())).collect::<Result<_, String>>()?;
        let (times, found) = measure(&tasks, 1, |task| {
            let budget = Budget::new(Limits { within: Some(CAP), ..Limits::default() });
            exact::solve(task, Scope::Optimal, 1, &budget)
        });
        let count = |is: fn(&Fills) -> bool| found.iter().filter(|&fills| is(fills)).count();
        without.push(count(|fills| fills.min_swaps().is_none()).to_string());
        unproven += count(|fills| !fills.proven);
        points.push((size, times));
    }
    document.heading(3, "Fewest swaps to any words");
    document.say(format!(
        "{} boards of 5x5 answer words, solved over lists of any {} to {} words of `allowed`, which has 14,855, and beyond these \
         of made-up ones with letters where real words have them. Boards without a fill, by list: {}. Not proven within {CAP:?}: \
         {unproven}.",
        boards.len(),
        SIZES[0],
        SIZES[SIZES.len() - 1],
        without.join(", ")
    ));
    let curve = Curve { name: "exact".to_owned(), points };
    let x = Axis::new("words of five letters", Scale::Decades);
    tell(document, "size-fills", "Fewest swaps to any words, by the list", x, &[curve])
}
