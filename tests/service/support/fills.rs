//! Solve with the goal words: how it is asked, what must hold of every answer, and what of it is compared.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::collections::BTreeSet;

use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;

use super::{Server, grid, replay};

/// Words of the caller's own.
pub fn own(words: &[&str]) -> Option<Goal> {
    Some(Goal::Words(Words { words: words.iter().map(|&word| word.to_owned()).collect(), ..Words::default() }))
}

/// Words of a dictionary.
pub fn of(dictionary: &str) -> Option<Goal> {
    Some(Goal::Words(Words { dictionary: dictionary.to_owned(), ..Words::default() }))
}

/// Swaps from this start, with a slash between rows, to any of these words.
pub fn to_words(start: &str, words: &[&str]) -> SolveRequest {
    SolveRequest { start: Some(grid(start)), goal: own(words), ..SolveRequest::default() }
}

/// Marks of these rows, with a slash between two.
pub fn marks(rows: &str) -> Option<Marks> {
    Some(Marks { rows: grid(rows).rows })
}

/// The answer, with what must hold of every one.
pub async fn solve(server: &Server, request: SolveRequest) -> SolveResponse {
    let start = request.start.clone().unwrap();
    let most = request.max_solutions.max(1) as usize;
    let answer = server.puzzles().await.solve(request).await.unwrap().into_inner();
    hold_good(&start, most, &answer);
    answer
}

/// Holds an answer to what must hold of every one.
pub fn hold_good(start: &Grid, most: usize, answer: &SolveResponse) {
    let lower_case = Grid { rows: start.rows.iter().map(|row| row.to_lowercase()).collect() };
    for solution in &answer.solutions {
        assert_eq!(&replay(&lower_case, &solution.swaps), solution.target.as_ref().unwrap());
    }
    let order: Vec<(usize, Vec<String>)> = told(answer);
    assert!(order.is_sorted() && order.len() <= most, "{order:?}");
    assert_eq!(order.iter().map(|(_, target)| target).collect::<BTreeSet<_>>().len(), order.len(), "one comes twice");
    let fewest = order.first().map(|&(swaps, _)| u32::try_from(swaps).unwrap());
    assert_eq!(answer.min_swaps, fewest);
    assert!(fewest.is_none_or(|fewest| answer.lower_bound <= fewest));
    if answer.proven {
        assert_eq!(answer.lower_bound, fewest.unwrap_or(0));
    }
    if answer.scope() == Scope::Optimal {
        assert!(order.iter().all(|&(swaps, _)| Some(swaps) == fewest.map(|fewest| fewest as usize)));
    }
    assert!(answer.solutions_found >= order.len() as u64);
    match (answer.unique, answer.complete) {
        (unique, true) => assert_eq!(unique, Some(answer.solutions_found == 1)),
        (unique, false) => assert_ne!(unique, Some(true)),
    }
    assert!(answer.stats.is_some_and(|stats| stats.elapsed.is_some() && !stats.cached));
}

/// The solutions as swaps and rows.
pub fn told(answer: &SolveResponse) -> Vec<(usize, Vec<String>)> {
    let solution = |solution: &Solution| (solution.swaps.len(), solution.target.clone().unwrap().rows);
    answer.solutions.iter().map(solution).collect()
}

/// The targets of the solutions, each with a slash between rows.
pub fn targets(answer: &SolveResponse) -> Vec<String> {
    told(answer).into_iter().map(|(_, rows)| rows.join("/")).collect()
}
