//! The fewest swaps, Star and Cyclic through the front door.

use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;

use crate::support::{Server, grid, replay};

#[tokio::test]
async fn the_fewest_swaps_come_with_a_sequence_and_its_cycles() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    for (start, target, fewest) in [
        ("abc/def", "abc/def", 0),
        ("dbdfaf/ecbcae", "aabbcc/ddeeff", 8),
        ("cycle", "yclec", 3),
        ("abc/d.e/fgh", "hgf/e.d/cba", 4),
        ("a", "a", 0),
        ("\u{10450}\u{10451}\u{10452}", "\u{10452}\u{10450}\u{10451}", 2),
        (
            "abcdefghi/abcdefghi/abcdefghi/abcdefghi/abcdefghi/abcdefghi/abcdefghi/abcdefghi/abcdefghi",
            "iabcdefgh/iabcdefgh/iabcdefgh/iabcdefgh/iabcdefgh/iabcdefgh/iabcdefgh/iabcdefgh/iabcdefgh",
            72,
        ),
    ] {
        let (start, target) = (grid(start), grid(target));
        let request = MinSwapsRequest { start: Some(start.clone()), target: Some(target.clone()), time_limit: None };
        let answer = puzzles.min_swaps(request).await.unwrap().into_inner();
        assert_eq!((answer.min_swaps, answer.lower_bound, answer.proven), (fewest, fewest, true), "{start:?}");
        assert_eq!(replay(&start, &answer.swaps), target);
        let in_cycles: usize = answer.cycles.iter().map(|cycle| cycle.positions.len()).sum();
        assert_eq!(in_cycles - answer.cycles.len(), fewest as usize);
        assert!(answer.stats.is_some_and(|stats| stats.elapsed.is_some() && !stats.cached));
    }
}

#[tokio::test]
async fn capitals_and_marks_are_folded() {
    let server = Server::start(&[]).await;
    let request = MinSwapsRequest { start: Some(grid("AbC")), target: Some(grid("cBa")), time_limit: None };
    assert_eq!(server.puzzles().await.min_swaps(request).await.unwrap().into_inner().min_swaps, 1);
}

#[tokio::test]
async fn every_method_reaches_the_target_and_only_what_is_proven_says_so() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    for seed in 0..30 {
        let board = Seeded { seed: format!("methods/{seed}"), ..Seeded::default() };
        let request = GenerateBoardRequest { board: Some(board), include_target: true, ..Default::default() };
        let board = puzzles.generate_board(request).await.unwrap().into_inner().board.unwrap();
        let (start, target, par) = (board.start.unwrap(), board.target.unwrap(), board.par.unwrap());
        for (method, swaps) in [
            (Method::Unspecified, Some(par.min_swaps)),
            (Method::Exact, Some(par.min_swaps)),
            (Method::Star, par.star_swaps),
            (Method::Cyclic, Some(par.cyclic_swaps)),
        ] {
            let request = SolveRequest {
                start: Some(start.clone()),
                goal: Some(Goal::Target(target.clone())),
                method: method.into(),
                ..SolveRequest::default()
            };
            let answer = puzzles.solve(request).await.unwrap().into_inner();
            assert_eq!(answer.min_swaps, swaps, "{method:?}");
            assert_eq!(answer.lower_bound, par.min_swaps, "{method:?}");
            assert_eq!(answer.proven, answer.min_swaps == Some(par.min_swaps), "{method:?}");
            assert_eq!((answer.unique, answer.solutions.len()), (None, 1));
            assert_eq!(replay(&start, &answer.solutions[0].swaps), target, "{method:?}");
            assert_eq!(answer.solutions[0].target.as_ref(), Some(&target));
        }
    }
}
