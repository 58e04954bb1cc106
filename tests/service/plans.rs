//! Guesses ranked by plans to the end of the game, through the front door.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use tilewright::grpc::proto::*;

use crate::support::Server;
use crate::support::strategies::{Oracle, own};

/// Words of which no guess tells all apart.
const RHYMES: &str = "bat cat fat hat mat pat rat sat vat";

fn game(words: &str) -> RankGuessesRequest {
    RankGuessesRequest {
        answers: own(words),
        objective: Objective::ExpectedGuesses as i32,
        limit: 1000,
        ..RankGuessesRequest::default()
    }
}

/// The answer, with what must hold of every one.
async fn rank(server: &Server, request: RankGuessesRequest) -> RankGuessesResponse {
    let is_limited = request.guesses_left > 0;
    let limit = if request.limit == 0 { 10 } else { request.limit as usize };
    let answer = server.guesses().await.rank_guesses(request).await.unwrap().into_inner();
    assert!((1..=limit).contains(&answer.guesses.len()) && answer.candidates > 0);
    for guess in &answer.guesses {
        assert_eq!(guess.win_in_time.is_some(), is_limited, "{guess:?}");
        assert!(guess.win_in_time.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{guess:?}");
        assert!(guess.expected_guesses.is_some_and(|expected| expected >= 1.0), "{guess:?}");
        assert_eq!(guess.candidate, guess.win_probability > 0.0);
    }
    // The likelier to win in time first, then the sooner.
    assert!(answer.guesses.is_sorted_by(|one, next| {
        let (first, second) = (one.win_in_time.unwrap_or(1.0), next.win_in_time.unwrap_or(1.0));
        first > second || (first - second).abs() < 1e-12 && one.expected_guesses <= next.expected_guesses
    }));
    assert!(!answer.proven || answer.guesses[0].exact);
    answer
}

#[tokio::test]
async fn after_tarses_marks() {
    let server = Server::start(&[]).await;
    for marks in ["-YY-G", "YG-YG"] {
        let request = RankGuessesRequest {
            answers: None,
            history: vec![Turn { guess: "tarse".to_owned(), marks: marks.to_owned() }],
            ..game("")
        };
        let one = rank(&server, RankGuessesRequest { limit: 1, ..request.clone() }).await;
        let ten = rank(&server, RankGuessesRequest { limit: 10, ..request.clone() }).await;
        assert!(one.proven && ten.proven && ten.guesses.iter().all(|guess| guess.exact), "{marks}");
        assert_eq!(one.guesses[0], ten.guesses[0], "{marks}");
        // With all the guesses that it takes it is the same; with few it is no better.
        let many = rank(&server, RankGuessesRequest { limit: 1, guesses_left: 100, ..request.clone() }).await;
        assert_eq!(many.guesses[0].win_in_time, Some(1.0));
        assert_eq!(many.guesses[0].expected_guesses, one.guesses[0].expected_guesses);
        let mut chance = 0.0;
        for guesses_left in 1..4 {
            let few = rank(&server, RankGuessesRequest { limit: 3, guesses_left, ..request.clone() }).await;
            let wins = few.guesses[0].win_in_time.unwrap();
            assert!(few.proven && wins >= chance && wins > 0.0, "{marks} {few:?}");
            chance = wins;
        }
    }
}

#[tokio::test]
async fn guesses_that_are_too_few() {
    let server = Server::start(&[]).await;
    for (guesses_left, won) in [(1, 1.0), (2, 2.0), (3, 3.0), (8, 8.0), (9, 9.0)] {
        let answer = rank(&server, RankGuessesRequest { guesses_left, ..game(RHYMES) }).await;
        assert!(answer.proven && answer.guesses.len() == 9);
        let best = &answer.guesses[0];
        assert!((best.win_in_time.unwrap() - won / 9.0).abs() < 1e-12, "{best:?}");
        // 1, 2, 3 ... guesses for the games that are won, and all that there were for the others.
        let left = f64::from(guesses_left);
        let sum = (won * (won + 1.0) / 2.0 + (9.0 - won) * left) / 9.0;
        assert!((best.expected_guesses.unwrap() - sum).abs() < 1e-12, "{best:?} {sum}");
    }
    // Without a limit all are won.
    assert_eq!(rank(&server, game(RHYMES)).await.guesses[0].expected_guesses, Some(5.0));
}

#[tokio::test]
async fn every_guess_against_every_plan() {
    let server = Server::start(&[]).await;
    let lists = [
        "aab aba abb abc acb bab bac bca cab",
        "aad abd add bad bdd cad dab dad",
        "abcd abdc acbd bacd dcba aabb bbaa abab cdcd",
    ];
    for text in lists {
        let list: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let all: Vec<usize> = (0..list.len()).collect();
        for guesses_left in [0u32, 2, 3, 4] {
            let shares: Vec<u32> = all
                .iter()
                .map(|at| if guesses_left == 4 { 1 + 2 * (u32::try_from(*at).unwrap() % 3) } else { 1 })
                .collect();
            let oracle = Oracle { words: &list, shares: &shares, hard_mode: false };
            let total = f64::from(shares.iter().sum::<u32>());
            let weights =
                list.iter().zip(&shares).map(|(word, &share)| WordWeight { word: word.clone(), weight: share.into() });
            let request = RankGuessesRequest { guesses_left, weights: weights.collect(), ..game(text) };
            let answer = rank(&server, request).await;
            assert!(answer.proven && answer.guesses.len() == list.len());
            for guess in &answer.guesses {
                let at = list.iter().position(|word| *word == guess.word).unwrap();
                let left = if guesses_left == 0 { 12 } else { guesses_left };
                let (losses, sum) = oracle.after(&all, &all, at, left).unwrap();
                assert!(guess.exact);
                // Weights are rounded to shares.
                assert!((guess.expected_guesses.unwrap() - f64::from(sum) / total).abs() < 1e-6, "{list:?} {guess:?}");
                let chance = guess.win_in_time.unwrap_or(1.0);
                assert!((chance - (1.0 - f64::from(losses) / total)).abs() < 1e-6, "{list:?} {guess:?}");
            }
        }
    }
}

#[tokio::test]
async fn the_likelier_answer_is_guessed_first() {
    let server = Server::start(&[]).await;
    for heavy in ["vat", "hat"] {
        let weight = |word: &str| WordWeight { word: word.to_owned(), weight: if word == heavy { 20.0 } else { 1.0 } };
        let weights: Vec<WordWeight> = RHYMES.split_whitespace().map(weight).collect();
        for guesses_left in [0, 1, 2] {
            let request = RankGuessesRequest { weights: weights.clone(), guesses_left, limit: 2, ..game(RHYMES) };
            let answer = rank(&server, request).await;
            assert_eq!((answer.guesses[0].word.as_str(), answer.proven), (heavy, true));
            assert!((answer.guesses[0].win_probability - 20.0 / 28.0).abs() < 1e-9);
        }
    }
}

#[tokio::test]
async fn words_that_no_list_has() {
    let server = Server::start(&[]).await;
    let only = ["bcf", "hmp", "zzz", "cat"].map(str::to_owned).to_vec();
    let answer = rank(&server, RankGuessesRequest { only: only.clone(), ..game(RHYMES) }).await;
    let mut ranked: Vec<&str> = answer.guesses.iter().map(|guess| guess.word.as_str()).collect();
    assert!(answer.proven && ranked.last() == Some(&"zzz"), "{answer:?}");
    ranked.sort_unstable();
    assert_eq!(ranked, ["bcf", "cat", "hmp", "zzz"]);
    assert!(answer.guesses.iter().all(|guess| guess.candidate == (guess.word == "cat")));
    // One that tells nothing, and no guess is left after it.
    let one = RankGuessesRequest { only: vec!["zzz".to_owned()], guesses_left: 1, ..game(RHYMES) };
    assert_eq!(rank(&server, one).await.guesses[0].win_in_time, Some(0.0));
    // In hard mode, what follows keeps to the clues, too: one after the other.
    let hard = RankGuessesRequest { hard_mode: true, guesses_left: 4, limit: 1, ..game(RHYMES) };
    let hard = rank(&server, hard).await;
    assert!((hard.guesses[0].win_in_time.unwrap() - 4.0 / 9.0).abs() < 1e-12);
}

async fn rank_quickly(server: &Server) {
    server.guesses().await.rank_guesses(RankGuessesRequest::default()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_limit_is_answered_with_what_is_known() {
    let server = Server::start(&[]).await;
    // Lists are merged once.
    rank_quickly(&server).await;
    for (guesses_left, hard_mode) in [(0, false), (3, false), (6, true)] {
        let request = RankGuessesRequest {
            answers: None,
            guesses_left,
            hard_mode,
            limit: 10,
            time_limit: Some(prost_types::Duration { seconds: 0, nanos: 50_000_000 }),
            ..game("")
        };
        let answer = rank(&server, request).await;
        assert!(!answer.proven && answer.guesses.iter().all(|guess| !guess.exact));
        assert_eq!(answer.candidates, 2_309);
    }
}
