//! Strategies played against every answer, through the front door.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::time::{Duration, Instant};

use tilewright::grpc::proto::*;
use tokio::time::timeout;
use tonic::{Code, Request};

use crate::support::strategies::{Oracle, evaluate, messages, own};
use crate::support::{Expected, INVALID, LONG, Server, check, hold_the_long_lane, let_in};

const ENTROPY: i32 = Objective::Entropy as i32;
const PLAN: i32 = Objective::ExpectedGuesses as i32;

/// The English fives that may be the answer.
fn answers(server: &Server) -> Vec<String> {
    let english = server.shared.lexicon.language("en", 1).unwrap();
    let words = english.dictionary("answers").unwrap().words(5);
    words.iter().map(|word| english.alphabet().text(word)).collect()
}

/// A strategy that begins with this, over the English lists.
fn from(objective: i32, opener: &str) -> EvaluateStrategyRequest {
    EvaluateStrategyRequest { objective, opener: opener.to_owned(), ..EvaluateStrategyRequest::default() }
}

fn within(milliseconds: i64) -> Option<prost_types::Duration> {
    let nanos = i32::try_from(milliseconds % 1000 * 1_000_000).unwrap();
    Some(prost_types::Duration { seconds: milliseconds / 1000, nanos })
}

#[tokio::test]
async fn by_entropy_over_the_english_lists() {
    let server = Server::start(&[]).await;
    let answers = answers(&server);
    let (tarse, played) = evaluate(&server, from(ENTROPY, "tarse"), &answers).await;
    assert_eq!((tarse.total_guesses, tarse.max, tarse.unsolved), (7_915, 6, 0));
    assert!(!tarse.proven && tarse.lower_bound > 4_600);
    // Without an opener it is the same.
    let (best, without) = evaluate(&server, from(0, ""), &answers).await;
    assert_eq!((best.opener.as_str(), &best.tree, without), ("tarse", &tarse.tree, played));
    let hard = EvaluateStrategyRequest { hard_mode: true, ..from(ENTROPY, "tarse") };
    assert_eq!(evaluate(&server, hard, &answers).await.0.total_guesses, 8_167);
}

/// Every sixth answer: a list for which plans are found soon.
fn some(answers: Vec<String>) -> Vec<String> {
    answers.into_iter().step_by(6).collect()
}

#[tokio::test]
async fn a_ranking_says_of_each_branch_what_the_tree_comes_to() {
    let server = Server::start(&[]).await;
    let answers = some(answers(&server));
    let words = own(&answers.join(" "));
    let asked = EvaluateStrategyRequest { answers: words.clone(), ..from(PLAN, &answers[200].to_uppercase()) };
    let (told, played) = evaluate(&server, asked.clone(), &answers).await;
    assert!(told.proven && told.unsolved == 0);
    let opener = told.opener.as_str();
    // By entropy it takes more, or as many.
    let greedy = EvaluateStrategyRequest { objective: ENTROPY, ..asked };
    assert!(evaluate(&server, greedy, &answers).await.0.total_guesses >= told.total_guesses);
    for answer in answers.iter().step_by(40).filter(|answer| *answer != opener) {
        let earned = crate::support::strategies::pattern(opener, answer);
        let alike = |word: &&String| crate::support::strategies::pattern(opener, word) == earned;
        let branch: u32 = answers.iter().zip(&played).filter(|(word, _)| alike(word)).map(|(_, turns)| turns - 1).sum();
        let game = RankGuessesRequest {
            answers: words.clone(),
            history: vec![Turn { guess: opener.to_owned(), marks: marks(earned) }],
            objective: PLAN,
            ..RankGuessesRequest::default()
        };
        let told = server.guesses().await.rank_guesses(game).await.unwrap().into_inner();
        let best = &told.guesses[0];
        assert!(told.proven && best.exact);
        let sum = best.expected_guesses.unwrap() * f64::from(told.candidates);
        assert!((sum - f64::from(branch)).abs() < 1e-6, "{answer} {sum} {branch}");
    }
}

fn marks(mut pattern: u32) -> String {
    let mut marks = Vec::new();
    for _ in 0..5 {
        marks.push(['-', 'Y', 'G'][pattern as usize % 3]);
        pattern /= 3;
    }
    marks.iter().rev().collect()
}

#[tokio::test]
async fn the_best_plan_after_salet_in_hard_mode_wins_every_game() {
    let server = Server::start(&[]).await;
    let hard = EvaluateStrategyRequest { hard_mode: true, max_guesses: 6, ..from(PLAN, "salet") };
    let (hard, _) = evaluate(&server, hard, &answers(&server)).await;
    assert_eq!((hard.total_guesses, hard.unsolved, hard.proven), (8_097, 0, true));
}

#[tokio::test]
async fn three_guesses_are_too_few() {
    let server = Server::start(&[]).await;
    let answers: Vec<String> = answers(&server).into_iter().step_by(20).collect();
    let (words, opener) = (own(&answers.join(" ")), answers[50].as_str());
    let three =
        |objective| EvaluateStrategyRequest { answers: words.clone(), max_guesses: 3, ..from(objective, opener) };
    let (greedy, _) = evaluate(&server, three(ENTROPY), &answers).await;
    let (planned, _) = evaluate(&server, three(PLAN), &answers).await;
    assert!(planned.unsolved > 0 && planned.unsolved < greedy.unsolved + 1 && planned.proven, "{}", planned.unsolved);
    assert_eq!(planned.max, 3);
    // One guess wins one game at most.
    for opener in [opener, ""] {
        let one = EvaluateStrategyRequest { answers: words.clone(), max_guesses: 1, ..from(PLAN, opener) };
        let (one, _) = evaluate(&server, one, &answers).await;
        assert_eq!((one.unsolved as usize, one.total_guesses, one.proven), (answers.len() - 1, 1, true), "{opener}");
    }
    let tarse =
        EvaluateStrategyRequest { answers: words, guesses: own("tarse"), max_guesses: 1, ..from(PLAN, "tarse") };
    let (tarse, _) = evaluate(&server, tarse, &answers).await;
    assert_eq!((tarse.unsolved as usize, tarse.total_guesses, tarse.max), (answers.len(), 0, 0));
}

/// Numbers of which no two runs differ.
fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 7u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[tokio::test]
async fn small_lists_against_every_plan() {
    let server = Server::start(&[]).await;
    let mut below = numbers();
    for round in 0..24 {
        let mut words: Vec<String> = Vec::new();
        // Few letters, so that many words are alike.
        while words.len() < 8 + round % 4 {
            let word: String = (0..3).map(|_| char::from(b"abcd"[usize::try_from(below(4)).unwrap()])).collect();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words.sort();
        let all: Vec<usize> = (0..words.len()).collect();
        let shares = vec![1; words.len()];
        for (hard_mode, max_guesses) in [(false, 0), (true, 0), (false, 3), (true, 2), (false, 2), (true, 3)] {
            let oracle = Oracle { words: &words, shares: &shares, hard_mode };
            let left = if max_guesses > 0 { max_guesses } else { 12 };
            for opener in [None, Some(round % words.len())] {
                let best = match opener {
                    None => oracle.best(&all, &all, left),
                    Some(opener) => oracle.after(&all, &all, opener, left).unwrap_or((0, 0)),
                };
                let asked = EvaluateStrategyRequest {
                    answers: own(&words.join(" ")),
                    objective: PLAN,
                    opener: opener.map(|opener| words[opener].clone()).unwrap_or_default(),
                    hard_mode,
                    max_guesses,
                    ..EvaluateStrategyRequest::default()
                };
                let (told, _) = evaluate(&server, asked.clone(), &words).await;
                let cost = (u64::from(told.unsolved), told.total_guesses + u64::from(told.unsolved * max_guesses));
                assert!(told.proven, "{asked:?} {told:?}");
                assert_eq!(cost, (best.0.into(), best.1.into()), "{asked:?} {told:?}");
                // By entropy it may be more, and what is said of it holds.
                let greedy = EvaluateStrategyRequest { objective: ENTROPY, ..asked };
                let (greedy, _) = evaluate(&server, greedy, &words).await;
                let greedy_cost =
                    (u64::from(greedy.unsolved), greedy.total_guesses + u64::from(greedy.unsolved * max_guesses));
                assert!(greedy_cost >= cost || opener.is_none());
                assert!(!greedy.proven || greedy_cost <= cost);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_limit_ends_it_with_the_best_so_far() {
    let server = Server::start(&[]).await;
    let answers = answers(&server);
    // Lists are merged once.
    evaluate(&server, from(ENTROPY, "tarse"), &answers).await;
    for (hard_mode, max_guesses) in [(false, 0), (true, 4), (false, 5)] {
        let asked = EvaluateStrategyRequest { hard_mode, max_guesses, time_limit: within(50), ..from(PLAN, "") };
        let (told, _) = evaluate(&server, asked, &answers).await;
        assert!(!told.proven && !told.opener.is_empty(), "{told:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn progress_is_told_at_least_once_a_second() {
    // A busy machine may put the last answer aside for longer than the margin that there is.
    let server = Server::start(&["--deadline-margin", "500ms"]).await;
    let asked = EvaluateStrategyRequest { time_limit: within(3_000), ..from(PLAN, "") };
    let mut stream = server.guesses().await.evaluate_strategy(asked).await.unwrap().into_inner();
    let (mut told, mut before) = (Vec::new(), Instant::now());
    while let Some(message) = timeout(LONG, stream.message()).await.unwrap().unwrap() {
        // A busy machine has its own idea of a second.
        assert!(before.elapsed() < Duration::from_secs(3));
        before = Instant::now();
        told.push(message);
    }
    assert!(told.len() >= 4, "{}", told.len());
    let last = told.pop().unwrap();
    assert!(told.iter().all(|message| message.total == 14_855 && message.evaluation.is_none()));
    assert!(last.evaluation.is_some_and(|evaluation| evaluation.tree.is_empty() && !evaluation.proven));
    assert!(last.total == 14_855 && last.best_total < 8_400, "{}", last.best_total);
    // A call's deadline is a time limit, too. One plan must be made before it, in whatever time this machine has for one now.
    let begun = Instant::now();
    messages(&server, EvaluateStrategyRequest { time_limit: within(1), ..from(PLAN, "") }).await.unwrap();
    let mut hurried = Request::new(from(PLAN, ""));
    hurried.set_timeout(4 * begun.elapsed() + Duration::from_secs(2));
    let mut stream = server.guesses().await.evaluate_strategy(hurried).await.unwrap().into_inner();
    let mut last = None;
    while let Some(message) = stream.message().await.unwrap() {
        last = message.evaluation;
    }
    assert!(last.is_some_and(|evaluation| !evaluation.proven && evaluation.unsolved == 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_who_leaves_frees_the_threads() {
    let server = Server::start(&[]).await;
    for pause in [0, 300, 900] {
        let mut stream = server.guesses().await.evaluate_strategy(from(PLAN, "")).await.unwrap().into_inner();
        stream.message().await.unwrap();
        tokio::time::sleep(Duration::from_millis(pause)).await;
        drop(stream);
        timeout(LONG, hold_the_long_lane(&server, 0)).await.expect("a thread is free again").let_go(&server).await;
    }
}

#[tokio::test]
async fn lists_of_other_lengths_and_of_one_word() {
    let server = Server::start(&[]).await;
    for objective in [ENTROPY, PLAN] {
        let alone = EvaluateStrategyRequest { answers: own("letterbox"), ..from(objective, "") };
        let (alone, _) = evaluate(&server, alone, &["letterbox".to_owned()]).await;
        assert_eq!((alone.total_guesses, alone.max, alone.proven), (1, 1, true));
        // An opener that is no answer, and tells nothing.
        let two = EvaluateStrategyRequest { answers: own("cat cot"), guesses: own("zzz"), ..from(objective, "zzz") };
        let (two, _) = evaluate(&server, two, &["cat".to_owned(), "cot".to_owned()]).await;
        assert_eq!((two.total_guesses, two.proven), (5, true));
        // The opener says how long words are.
        let mut threes = from(objective, "eat");
        threes.time_limit = (objective == PLAN).then(|| within(300)).flatten();
        let last = messages(&server, threes).await.unwrap().pop().unwrap();
        assert!(last.evaluation.is_some_and(|evaluation| evaluation.opener == "eat" && evaluation.unsolved == 0));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_lane_refuses() {
    let server = Server::start(&["--queue-long", "1"]).await;
    let held = hold_the_long_lane(&server, 1).await;
    let pets = |objective| EvaluateStrategyRequest { answers: own("cat cot dog"), ..from(objective, "") };
    for objective in [ENTROPY, PLAN] {
        let refused = messages(&server, pets(objective)).await.unwrap_err();
        check("a full lane", &refused, (Code::ResourceExhausted, "OVERLOADED", ""));
        // What is wrong is said all the same.
        let wrong = EvaluateStrategyRequest { opener: "cut".to_owned(), ..pets(objective) };
        let refused = let_in(|| messages(&server, wrong.clone())).await.unwrap_err();
        check("no word", &refused, (INVALID, "NO_WORD", "opener"));
    }
    held.let_go(&server).await;
    assert_eq!(messages(&server, pets(PLAN)).await.unwrap().pop().unwrap().best_total, 5);
}

/// What a caller asks wrongly.
type Change = fn(&mut EvaluateStrategyRequest);

#[tokio::test]
async fn evaluations_that_cannot_be() {
    let server = Server::start(&[]).await;
    let cases: Vec<(&str, Change, Expected)> = vec![
        ("an opener too long", |r| r.opener = "cats".to_owned(), (INVALID, "TOO_FEW_WORDS", "answers.words")),
        (
            "an opener of another length",
            |r| (r.opener, r.word_length) = ("cats".to_owned(), 3),
            (INVALID, "WORD_LENGTH", "opener"),
        ),
        ("an opener of ten letters", |r| r.opener = "a".repeat(10), (INVALID, "WORD_LENGTH", "opener")),
        ("no letters", |r| r.opener = "c-t".to_owned(), (INVALID, "NOT_A_LETTER", "opener")),
        ("no word", |r| r.opener = "cut".to_owned(), (INVALID, "NO_WORD", "opener")),
        ("ten letters", |r| r.word_length = 10, (INVALID, "OUT_OF_RANGE", "word_length")),
        ("none so long", |r| r.word_length = 4, (INVALID, "TOO_FEW_WORDS", "answers.words")),
        (
            "many words",
            |r| r.answers = Some(Words { words: vec!["cat".to_owned(); 50_001], ..Words::default() }),
            (INVALID, "OUT_OF_RANGE", "answers.words"),
        ),
        ("a digit", |r| r.guesses = own("cat c4t"), (INVALID, "NOT_A_LETTER", "guesses.words[1]")),
        ("an unknown objective", |r| r.objective = 3, (INVALID, "UNKNOWN_VALUE", "objective")),
        ("no time", |r| r.time_limit = within(0), (INVALID, "OUT_OF_RANGE", "time_limit")),
        (
            "no dictionary",
            |r| r.answers = Some(Words { dictionary: "none".to_owned(), ..Words::default() }),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "answers.dictionary"),
        ),
    ];
    let pets = || EvaluateStrategyRequest { answers: own("cat cot dog"), ..from(PLAN, "") };
    for (name, change, expected) in cases {
        let mut request = pets();
        change(&mut request);
        check(name, &messages(&server, request).await.unwrap_err(), expected);
    }
    assert_eq!(messages(&server, pets()).await.unwrap().pop().unwrap().best_total, 5);
}
