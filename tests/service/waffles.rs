//! Lattices through the front door, as who makes and who solves Waffles asks of them: marks, words that repeat, the fewest swaps to
//! any words, and the ways to a target.

use std::time::{Duration, Instant};

use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;

use crate::support::fills::{marks, of, own, solve, targets, to_words, told};
use crate::support::lattices::marks_of;
use crate::support::{Server, grid, replay};

/// A Waffle's words, and its tiles in another order.
const TARGET: &str = "speed/c.a.r/rusty/u.e.l/belly";
const START: &str = "clryr/e.p.t/elyed/s.u.u/aesbl";
const WORDS: &[&str] = &["speed", "rusty", "belly", "scrub", "easel", "dryly"];
/// It, written along the other diagonal: it has the same words, so it is a fill as well.
const MIRRORED: &str = "scrub/p.u.e/easel/e.t.l/dryly";

/// A Waffle Deluxe's words, and its tiles in another order.
const DELUXE_TARGET: &str = "strands/t.e.u.l/eclipse/l.o.t.i/loaning/a.d.a.h/rustles";
const DELUXE_START: &str = "udelasg/c.s.t.a/iprltto/n.e.s.n/dasursi/a.l.t.n/ieehllo";

/// A board of 5x5 by its seed, with its target.
async fn daily(server: &Server, seed: &str) -> Board {
    let layout = Some(Layout { kind: layout::Kind::Lattice.into(), rows: 5, columns: 5 });
    let board = Some(Seeded { seed: seed.to_owned(), layout, ..Seeded::default() });
    let request = GenerateBoardRequest { board, include_target: true, ..GenerateBoardRequest::default() };
    server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap()
}

#[tokio::test]
async fn the_marks_of_a_daily_leave_its_target_alone() {
    let server = Server::start(&[]).await;
    for seed in ["waffles/1", "waffles/2", "waffles/3"] {
        let board = daily(&server, seed).await;
        assert_eq!((board.unique, board.par.as_ref().unwrap().min_swaps), (Some(true), 10));
        let (start, target) = (board.start.unwrap(), board.target.unwrap());
        let told_marks = board.marks.unwrap();
        assert_eq!(told_marks.rows.join("/"), marks_of(&start.rows.join("/"), &target.rows.join("/")));
        let seen = SolveRequest { start: Some(start), goal: of(""), marks: Some(told_marks), ..Default::default() };
        let answer = solve(&server, SolveRequest { max_solutions: 1000, ..seen.clone() }).await;
        assert_eq!(told(&answer), [(10, target.rows.clone())], "{seed}");
        assert_eq!((answer.scope(), answer.unique, answer.complete), (Scope::All, Some(true), true));
        // Without them there are more, and some may be nearer. Few words are soon looked through.
        let blind = SolveRequest { marks: None, goal: of("answers"), max_solutions: 1000, ..seen };
        let answer = solve(&server, blind.clone()).await;
        assert_eq!((answer.scope(), answer.proven, answer.complete), (Scope::Optimal, true, true));
        assert!(answer.min_swaps.is_some_and(|swaps| (1..=10).contains(&swaps)), "{seed}: {:?}", answer.min_swaps);
        // Marks that tell nothing are as none.
        let silent = target.rows.join("/").replace(|cell: char| cell != '.' && cell != '/', "?");
        let unknown = SolveRequest { marks: marks(&silent), scope: Scope::Optimal.into(), ..blind };
        assert_eq!(told(&solve(&server, unknown).await), told(&answer), "{seed}");
    }
}

/// What a board of an editor's own words says of itself is what solving it finds, its own words counting as words.
#[tokio::test]
async fn an_editors_board_is_as_unique_as_it_says() {
    let server = Server::start(&[]).await;
    for (target, any_words) in [(TARGET, false), ("ton/o.e/net", false), ("abc/d.e/fgh", true)] {
        for seed in 0..6 {
            let board = Seeded { seed: seed.to_string(), target: Some(grid(target)), any_words, ..Seeded::default() };
            let request = GenerateBoardRequest { board: Some(board), ..GenerateBoardRequest::default() };
            let board = server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap();
            let goal = if any_words { own(&["abc", "fgh", "adf", "ceh"]) } else { of("allowed") };
            let seen =
                SolveRequest { start: board.start, marks: board.marks, goal, max_solutions: 9, ..Default::default() };
            let answer = solve(&server, seen).await;
            assert!(targets(&answer).contains(&target.to_owned()), "{target}, {seed}");
            assert!(board.unique == answer.unique || (any_words && answer.unique == Some(true)), "{target}, {seed}");
        }
    }
}

/// Over all words that are allowed, with nothing known: the fewest are proven, and no more than to the words it was made of.
#[tokio::test]
async fn the_fewest_swaps_to_any_words_are_proven() {
    let server = Server::start(&[]).await;
    let answer =
        solve(&server, SolveRequest { goal: of("allowed"), max_solutions: 1000, ..to_words(START, &[]) }).await;
    assert_eq!((answer.scope(), answer.proven, answer.complete), (Scope::Optimal, true, true));
    let asked = MinSwapsRequest { start: Some(grid(START)), target: Some(grid(TARGET)), time_limit: None };
    let to_one = server.puzzles().await.min_swaps(asked).await.unwrap().into_inner().min_swaps;
    assert!(answer.min_swaps.is_some_and(|swaps| swaps <= to_one), "{:?}, not {to_one}", answer.min_swaps);
    assert_eq!(answer.unique, Some(answer.solutions.len() == 1));
}

#[tokio::test]
async fn marks_of_each_kind_leave_what_agrees_with_them() {
    let server = Server::start(&[]).await;
    let earned = marks_of(START, TARGET);
    assert_eq!(earned, "Y---Y/-.-.-/--Y-Y/Y.-.-/-GYYY");
    for (known, fills) in [
        ("?????/?.?.?/?????/?.?.?/?????", &[MIRRORED, TARGET][..]),
        (&earned, &[TARGET]),
        (&marks_of(START, MIRRORED), &[MIRRORED]),
        // The first column has an 'e' in it, and is to become "speed" or "scrub".
        ("?????/-.?.?/?????/?.?.?/?????", &[TARGET]),
        ("?????/Y.?.?/?????/?.?.?/?????", &[MIRRORED]),
        ("?????/N.?.?/G????/?.?.?/?????", &[MIRRORED]),
        ("?????/N.?.?/N????/?.?.?/?????", &[TARGET]),
        ("?????/?.?.?/?????/?.?.?/??N??", &[MIRRORED, TARGET]),
        ("?????/?.?.?/?????/?.?.?/??G??", &[]),
    ] {
        let asked = SolveRequest { marks: marks(known), max_solutions: 9, ..to_words(START, WORDS) };
        let answer = solve(&server, asked).await;
        let mut found = targets(&answer);
        found.sort();
        assert_eq!(found, fills, "{known}");
        assert_eq!((answer.scope(), answer.proven, answer.complete), (Scope::All, true, true), "{known}");
        assert_eq!(answer.unique, Some(fills.len() == 1), "{known}");
    }
}

/// No fill is an answer, and it is known to be the only one.
#[tokio::test]
async fn marks_that_contradict_the_letters_or_each_other_leave_none() {
    let server = Server::start(&[]).await;
    for known in [
        // These are no words.
        "GGGGG/G.G.G/GGGGG/G.G.G/GGGGG",
        // Every tile lies in its words, and none in its place.
        "YYYYY/Y.Y.Y/YYYYY/Y.Y.Y/YYYYY",
        // No tile is in any word of its own.
        "-----/-.-.-/-----/-.-.-/-----",
        // The first 'e' of a row is none of its word's, so the second is not, either.
        "?????/?.?.?/-??Y?/?.?.?/?????",
        // No word begins with these letters.
        "GGG??/?.?.?/?????/?.?.?/?????",
    ] {
        for goal in [own(WORDS), of(""), of("answers")] {
            for scope in [Scope::Unspecified, Scope::Optimal] {
                let asked = SolveRequest {
                    goal: goal.clone(),
                    marks: marks(known),
                    scope: scope.into(),
                    ..to_words(START, &[])
                };
                let answer = solve(&server, asked).await;
                assert!(answer.solutions.is_empty() && answer.min_swaps.is_none(), "{known}: {answer:?}");
                assert_eq!((answer.lower_bound, answer.proven, answer.complete), (0, true, true), "{known}");
                assert_eq!((answer.unique, answer.solutions_found), (Some(false), 0), "{known}");
            }
        }
    }
    // Nor is there a fill where the letters make no words.
    for (start, words) in [("xqz/j.v/kxq", &["cat", "act"][..]), ("cat/t.t/tat", &["cat", "tot"])] {
        let answer = solve(&server, to_words(start, words)).await;
        assert_eq!((answer.solutions_found, answer.proven, answer.unique), (0, true, Some(false)), "{start}");
    }
}

#[tokio::test]
async fn words_may_repeat_and_count_towards_what_is_unique() {
    let server = Server::start(&[]).await;
    // Each word is there across and down.
    let asked = SolveRequest { scope: Scope::All.into(), max_solutions: 9, ..to_words("net/o.e/ton", &["ton", "net"]) };
    let answer = solve(&server, asked.clone()).await;
    assert_eq!((targets(&answer).join(" "), answer.unique), ("net/e.o/ton ton/o.e/net".to_owned(), Some(false)));
    let answer = solve(&server, SolveRequest { marks: marks("N??/?.?/???"), ..asked }).await;
    assert_eq!((targets(&answer).join(" "), answer.unique), ("ton/o.e/net".to_owned(), Some(true)));
}

#[tokio::test]
async fn as_many_solutions_are_listed_as_are_asked_for() {
    let server = Server::start(&[]).await;
    let list = ["ant", "ate", "eat", "eon", "net", "not", "one", "tan", "tea", "ten", "toe", "ton"];
    let asked = SolveRequest { scope: Scope::All.into(), ..to_words("ant/o.e/net", &list) };
    let every = solve(&server, SolveRequest { max_solutions: 1000, ..asked.clone() }).await;
    let count = every.solutions.len();
    assert!(every.complete && count > 3, "{count}");
    for most in [0, 1, 2, count - 1, count, count + 1] {
        let answer =
            solve(&server, SolveRequest { max_solutions: u32::try_from(most).unwrap(), ..asked.clone() }).await;
        let listed = most.max(1).min(count);
        assert_eq!(told(&answer), told(&every)[..listed], "{most}");
        assert_eq!((answer.proven, answer.unique), (true, Some(false)), "{most}");
        assert!(answer.solutions_found >= count.min(listed + 1) as u64, "{most}");
        assert_eq!(answer.complete, answer.solutions_found == count as u64, "{most}");
    }
}

#[tokio::test]
async fn each_method_gets_to_a_target() {
    let server = Server::start(&[]).await;
    let (start, target) = (grid(START), grid(TARGET));
    let asked = MinSwapsRequest { start: Some(start.clone()), target: Some(target.clone()), time_limit: None };
    let fewest = server.puzzles().await.min_swaps(asked).await.unwrap().into_inner();
    assert!(fewest.proven && fewest.min_swaps == fewest.lower_bound);
    assert_eq!(replay(&start, &fewest.swaps), target);
    let tiles: usize = fewest.cycles.iter().map(|cycle| cycle.positions.len()).sum();
    assert_eq!(tiles - fewest.cycles.len(), fewest.min_swaps as usize);
    let right = START.chars().zip(TARGET.chars()).filter(|(have, want)| have == want).count();
    assert_eq!(tiles, START.len() - right, "each misplaced tile is in one cycle");
    for method in [Method::Unspecified, Method::Exact, Method::Star, Method::Cyclic] {
        let mut asked = to_words(START, &[]);
        asked.goal = Some(Goal::Target(target.clone()));
        asked.set_method(method);
        let answer = server.puzzles().await.solve(asked).await.unwrap().into_inner();
        assert_eq!(answer.lower_bound, fewest.min_swaps, "{method:?}");
        assert_eq!(answer.proven, answer.min_swaps == Some(fewest.min_swaps), "{method:?}");
        assert!(answer.proven || matches!(method, Method::Star | Method::Cyclic), "{method:?}");
        assert_eq!(answer.solutions.len(), 1);
        assert_eq!(answer.min_swaps, u32::try_from(answer.solutions[0].swaps.len()).ok());
        assert_eq!(replay(&start, &answer.solutions[0].swaps), target, "{method:?}");
    }
    // What a seeded board's figures say is what they say.
    let board = daily(&server, "waffles/methods").await;
    let par = board.par.unwrap();
    for (method, swaps) in
        [(Method::Exact, Some(par.min_swaps)), (Method::Star, par.star_swaps), (Method::Cyclic, Some(par.cyclic_swaps))]
    {
        let goal = board.target.clone().map(Goal::Target);
        let asked = SolveRequest { start: board.start.clone(), goal, method: method.into(), ..SolveRequest::default() };
        assert_eq!(server.puzzles().await.solve(asked).await.unwrap().into_inner().min_swaps, swaps, "{method:?}");
    }
}

/// Without marks a Deluxe has very many fills: what is known when the time is over is the answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_that_is_cut_short_answers_in_time() {
    let server = Server::start(&[]).await;
    let (start, target) = (Some(grid(DELUXE_START)), Some(grid(DELUXE_TARGET)));
    let asked = MinSwapsRequest { start: start.clone(), target, time_limit: None };
    let to_one = server.puzzles().await.min_swaps(asked).await.unwrap().into_inner().min_swaps;
    for scope in [Scope::Optimal, Scope::All] {
        let asked = SolveRequest {
            start: start.clone(),
            goal: of(""),
            scope: scope.into(),
            max_solutions: 1000,
            time_limit: Some(prost_types::Duration { seconds: 2, nanos: 0 }),
            ..SolveRequest::default()
        };
        let began = Instant::now();
        let answer = solve(&server, asked).await;
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert!(!answer.proven && !answer.complete && answer.unique != Some(true), "{answer:?}");
        assert!((1..=to_one).contains(&answer.lower_bound), "{answer:?}");
    }
}

#[tokio::test]
async fn letters_are_folded() {
    let server = Server::start(&[]).await;
    let asked = SolveRequest { start: Some(grid("N\u{e9}T/o.E/tO\u{308}n")), ..to_words("", &["T\u{f6}n", "NET"]) };
    let answer = server.puzzles().await.solve(asked).await.unwrap().into_inner();
    assert_eq!((targets(&answer), answer.min_swaps), (vec!["net/e.o/ton".to_owned()], Some(1)));
    assert_eq!(replay(&grid("net/o.e/ton"), &answer.solutions[0].swaps), grid("net/e.o/ton"));
}
