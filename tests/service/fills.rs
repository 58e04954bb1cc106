//! The fewest swaps to any words, through the front door.

use std::time::{Duration, Instant};

use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tonic::Request;

use crate::support::fills::{hold_good, marks, of, solve, targets, to_words, told};
use crate::support::{LONG, Server, file, grid};

const PETS: &[&str] = &["cat", "act", "dog", "god"];

#[tokio::test]
async fn the_fewest_swaps_and_what_is_known_of_them() {
    let server = Server::start(&[]).await;
    let answer = solve(&server, to_words("tac/gdo", PETS)).await;
    assert_eq!(targets(&answer), ["cat/god"]);
    assert_eq!((answer.min_swaps, answer.lower_bound, answer.proven), (Some(2), 2, true));
    assert_eq!((answer.unique, answer.solutions_found, answer.complete), (Some(true), 1, true));
    assert_eq!(answer.scope(), Scope::Optimal);
    assert!(answer.stats.unwrap().nodes > 0);
    // It says the same however it is asked.
    for scope in [Scope::Unspecified, Scope::Optimal] {
        for method in [Method::Unspecified, Method::Exact] {
            let mut request = to_words("tac/gdo", PETS);
            // A limit of another method is passed over.
            request.configurations_limit = 1;
            request.set_scope(scope);
            request.set_method(method);
            assert_eq!(targets(&solve(&server, request).await), ["cat/god"]);
        }
    }
}

#[tokio::test]
async fn every_fill_is_listed_by_swaps_then_by_target() {
    let server = Server::start(&[]).await;
    let mut request = to_words("tac/gdo", PETS);
    request.set_scope(Scope::All);
    let mut every = Vec::new();
    for (one, other) in [("cat", "dog"), ("cat", "god"), ("act", "dog"), ("act", "god")] {
        for rows in [[one, other], [other, one]] {
            let target = Grid { rows: rows.map(str::to_owned).to_vec() };
            let fewest =
                MinSwapsRequest { start: request.start.clone(), target: Some(target.clone()), time_limit: None };
            let fewest = server.puzzles().await.min_swaps(fewest).await.unwrap().into_inner().min_swaps;
            every.push((fewest as usize, target.rows));
        }
    }
    every.sort();
    for most in [0, 1, 3, 7, 8, 9, 1000] {
        request.max_solutions = most;
        let answer = solve(&server, request.clone()).await;
        let listed = (most.max(1) as usize).min(every.len());
        assert_eq!(told(&answer), every[..listed], "{most}");
        assert_eq!((answer.proven, answer.scope(), answer.unique), (true, Scope::All, Some(false)));
        // It may stop counting at one more than is listed.
        assert_eq!(answer.complete, answer.solutions_found == 8);
        assert!(answer.solutions_found > listed as u64 || listed == 8, "{most}");
    }
    // Those that take the fewest, where they are several.
    let mut request = to_words("cba", &["cab", "acb", "bca", "abc"]);
    request.max_solutions = 9;
    let answer = solve(&server, request).await;
    assert_eq!(targets(&answer), ["abc", "bca", "cab"]);
    assert_eq!((answer.min_swaps, answer.solutions_found, answer.unique), (Some(1), 3, Some(false)));
}

#[tokio::test]
async fn marks_leave_the_fills_that_agree_with_them() {
    let server = Server::start(&[]).await;
    for (known, fills) in [
        ("???/???", "act/dog act/god cat/dog cat/god dog/act dog/cat god/act god/cat"),
        ("?G?/???", "cat/dog cat/god"),
        ("Y??/???", "act/dog act/god cat/dog cat/god"),
        ("??-/???", "dog/act dog/cat god/act god/cat"),
        ("?N?/???", "act/dog act/god dog/act dog/cat god/act god/cat"),
        ("???/N??", "act/dog cat/dog dog/act dog/cat god/act god/cat"),
        ("?Y?/???", "act/dog act/god"),
        ("?NN/?Y?", "act/dog act/god"),
        ("YGY/GYY", "cat/god"),
        ("GGG/GGG", ""),
        ("---/?G?", ""),
    ] {
        let mut request = to_words("tac/gdo", PETS);
        request.max_solutions = 1000;
        request.marks = marks(known);
        let answer = solve(&server, request.clone()).await;
        let mut found = targets(&answer);
        found.sort();
        assert_eq!(found.join(" "), fills, "{known}");
        assert_eq!((answer.scope(), answer.proven, answer.complete), (Scope::All, true, true), "{known}");
        assert_eq!(answer.unique, Some(found.len() == 1), "{known}");
        // Of these, those that take the fewest.
        request.set_scope(Scope::Optimal);
        let fewest = solve(&server, request).await;
        assert_eq!(fewest.scope(), Scope::Optimal);
        assert_eq!(fewest.min_swaps, answer.min_swaps, "{known}");
        let best = told(&answer).into_iter().filter(|&(swaps, _)| Some(swaps) == answer.min_swaps.map(|n| n as usize));
        assert_eq!(told(&fewest), best.collect::<Vec<_>>(), "{known}");
    }
}

#[tokio::test]
async fn copies_are_marked_by_the_two_pass_rule() {
    let server = Server::start(&[]).await;
    for (known, fills) in [
        // Both e's of "speed" are present in "erase", the first only in "abide".
        ("Y-YY-/?????", &["erase/pdbid"][..]),
        ("--Y-Y/?????", &["abide/spedr"]),
        ("--YYY/?????", &[]),
        ("---YY/?????", &[]),
    ] {
        let mut request = to_words("speed/rabid", &["erase", "pdbid", "abide", "spedr"]);
        request.max_solutions = 10;
        request.marks = marks(known);
        assert_eq!(targets(&solve(&server, request).await), fills, "{known}");
    }
}

#[tokio::test]
async fn no_fill_is_an_answer() {
    let server = Server::start(&[]).await;
    for (start, words) in [
        ("tac/gdo", &["cat", "cow"][..]),
        ("xyz", PETS),
        // A word stands in one row only.
        ("cat/cat", &["cat"]),
        ("cat/act", &["cat", "Cat", "CAT"]),
        // Fewer words than rows.
        ("cat/dog/cow", &["cat", "dog"]),
    ] {
        let answer = solve(&server, to_words(start, words)).await;
        assert!(answer.solutions.is_empty() && answer.min_swaps.is_none(), "{start}");
        assert_eq!((answer.lower_bound, answer.proven), (0, true), "{start}");
        assert_eq!((answer.unique, answer.solutions_found, answer.complete), (Some(false), 0, true), "{start}");
    }
}

/// It takes the limits that are its own, and is held to what holds for every method.
#[tokio::test]
async fn backtracking_finds_nothing_nearer_than_the_fewest() {
    let server = Server::start(&[]).await;
    for configurations_limit in [0, 1, 1_000_000] {
        for scope in [Scope::Unspecified, Scope::All] {
            let mut request = SolveRequest { configurations_limit, max_solutions: 10, ..to_words("tac/gdo", PETS) };
            request.set_method(Method::Backtracking);
            request.set_scope(scope);
            let answer = solve(&server, request).await;
            assert!(answer.lower_bound <= 2 && answer.min_swaps.is_none_or(|swaps| swaps >= 2), "{answer:?}");
            assert_eq!(answer.scope(), if scope == Scope::All { Scope::All } else { Scope::Optimal });
        }
    }
}

#[tokio::test]
async fn letters_and_words_are_folded_and_words_of_other_lengths_passed_over() {
    let server = Server::start(&[]).await;
    let words = ["", "cats", "C\u{e2}T", "ca", "DOG", "do\u{308}g", "dogged", &"x".repeat(64)];
    for start in ["TAc/dOg", "tac/dog", "T\u{c1}c/dO\u{308}g"] {
        let answer = server.puzzles().await.solve(to_words(start, &words)).await.unwrap().into_inner();
        hold_good(&grid("tac/dog"), 1, &answer);
        assert_eq!((targets(&answer), answer.min_swaps), (vec!["cat/dog".to_owned()], Some(1)), "{start}");
    }
}

#[tokio::test]
async fn dictionaries_are_by_name_and_a_callers_own_list_comes_instead() {
    let pets = file("fills-pets", "cat\nact\ndog\ngod\nhorse\n");
    let server = Server::start(&["--dictionary", &format!("en/pets={pets}")]).await;
    let mut request = to_words("tac/gdo", &[]);
    request.goal = of("pets");
    assert_eq!(targets(&solve(&server, request.clone()).await), ["cat/god"]);
    // It has no words of four letters, so there is no fill of them.
    request.start = Some(grid("tacs"));
    let answer = solve(&server, request.clone()).await;
    assert!(answer.proven && answer.solutions.is_empty());
    // Where nothing is said, the dictionary is `allowed`: it has the anagrams of "act", and its plural's.
    for (goal, start, found) in [
        (of(""), "tca", "act"),
        (of("allowed"), "tca", "act"),
        (of("answers"), "tca", "act"),
        (of("enable"), "sohre", "shore"),
    ] {
        request.start = Some(grid(start));
        request.goal = goal;
        request.max_solutions = 1000;
        request.set_scope(Scope::All);
        let answer = solve(&server, request.clone()).await;
        assert!(targets(&answer).iter().any(|target| target == found), "{start}: {:?}", targets(&answer));
    }
    let words =
        Words { language: "en".to_owned(), dictionary: "pets".to_owned(), words: vec!["tca".to_owned()], edition: 1 };
    request.start = Some(grid("act"));
    request.goal = Some(Goal::Words(words));
    assert_eq!(targets(&solve(&server, request).await), ["tca"]);
}

/// So many words of five letters, none of which is made of the letters of "crane" and "moist".
fn chaff(count: usize) -> impl Iterator<Item = String> {
    let letters = b"bdfghjklpq";
    (0..count).map(|n| (0..5).map(|i| char::from(letters[n / 10usize.pow(i) % 10])).collect())
}

#[tokio::test]
async fn a_list_of_fifty_thousand_words() {
    let server = Server::start(&[]).await;
    for count in [249, 250, 251, 50_000] {
        let words = chaff(count - 2).chain(["MOIST", "crane"].map(str::to_owned)).collect();
        let request = SolveRequest {
            start: Some(grid("tcmoi/snera")),
            goal: Some(Goal::Words(Words { words, ..Words::default() })),
            max_solutions: 10,
            scope: Scope::All.into(),
            ..SolveRequest::default()
        };
        let answer = solve(&server, request).await;
        let mut found = targets(&answer);
        found.sort();
        assert_eq!(found, ["crane/moist", "moist/crane"], "{count}");
        assert!(answer.proven && answer.complete);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_millisecond_is_answered_in_time_with_what_is_known() {
    let server = Server::start(&[]).await;
    let board =
        Seeded { seed: "heavy".to_owned(), layout: Some(Layout { kind: 1, rows: 6, columns: 5 }), ..Seeded::default() };
    let request = GenerateBoardRequest { board: Some(board), ..GenerateBoardRequest::default() };
    let start = server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap().start;
    for scope in [Scope::Optimal, Scope::All] {
        let request = SolveRequest {
            start: start.clone(),
            goal: of(""),
            scope: scope.into(),
            max_solutions: 1000,
            time_limit: Some(prost_types::Duration { seconds: 0, nanos: 1_000_000 }),
            ..SolveRequest::default()
        };
        let began = Instant::now();
        let answer = solve(&server, request).await;
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        // Every fill of thirty tiles is not found in a millisecond.
        assert!(scope == Scope::Optimal || (!answer.complete && answer.unique != Some(true)), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadline_is_answered_before_it_passes() {
    let server = Server::start(&["--deadline-margin", "200ms"]).await;
    let heavy = SolveRequest { start: Some(grid("wsooa/snido/rhtpy/uhtvc/uianj")), goal: of(""), ..Default::default() };
    let mut request = Request::new(SolveRequest { scope: Scope::All.into(), max_solutions: 1000, ..heavy });
    let start = request.get_ref().start.clone().unwrap();
    request.set_timeout(Duration::from_millis(500));
    let answer = server.puzzles().await.solve(request).await.unwrap().into_inner();
    hold_good(&start, 1000, &answer);
}

/// The figures of the paper's board: the fewest swaps under each list, where one fill alone takes so few, and which.
#[tokio::test]
async fn the_papers_board() {
    let server = Server::start(&[]).await;
    for (dictionary, fewest, fill) in [
        ("enable", 9, None),
        ("allowed", 8, Some("whoot/shoji/raspy/uncut/viand")),
        ("answers", 10, Some("whoop/synod/rajah/uncut/visit")),
    ] {
        let request = SolveRequest {
            start: Some(grid("wsooa/snido/rhtpy/uhtvc/uianj")),
            goal: of(dictionary),
            ..SolveRequest::default()
        };
        let answer = tokio::time::timeout(LONG, solve(&server, request)).await.unwrap();
        assert_eq!((answer.min_swaps, answer.lower_bound, answer.proven), (Some(fewest), fewest, true), "{dictionary}");
        if let Some(fill) = fill {
            assert_eq!((targets(&answer), answer.unique), (vec![fill.to_owned()], Some(true)), "{dictionary}");
        }
    }
    // Eight bytes a word for each of the three lists, made once.
    let indexed = 8 * (8_636 + 14_855 + 2_309);
    server.wait_for("/metrics", &format!("tilewright_word_index_bytes {indexed}\n")).await;
}
