//! What a caller may get wrong about guesses: each gets its status, the path of its field and a reason, and the next call is
//! served.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use tilewright::grpc::proto::*;
use tonic::Code;

use crate::support::{Expected, INVALID, Server, check};

/// What a caller asks wrongly.
type Change = fn(&mut RankGuessesRequest);

fn mark(guess: &str, answer: &str) -> MarkGuessRequest {
    MarkGuessRequest { guess: guess.to_owned(), answer: answer.to_owned(), ..MarkGuessRequest::default() }
}

fn words(words: &[&str]) -> Option<Words> {
    Some(Words { words: words.iter().map(|&word| word.to_owned()).collect(), ..Words::default() })
}

fn turn(guess: &str, marks: &str) -> Turn {
    Turn { guess: guess.to_owned(), marks: marks.to_owned() }
}

fn weight(word: &str, weight: f64) -> WordWeight {
    WordWeight { word: word.to_owned(), weight }
}

async fn all_are_refused(cases: Vec<(&str, Change, Expected)>) {
    let server = Server::start(&[]).await;
    let mut guesses = server.guesses().await;
    for (name, change, expected) in cases {
        let mut request =
            RankGuessesRequest { answers: words(&["cat", "act", "dog"]), ..RankGuessesRequest::default() };
        change(&mut request);
        check(name, &guesses.rank_guesses(request).await.unwrap_err(), expected);
    }
    let good = RankGuessesRequest { answers: words(&["cat", "act", "dog"]), ..RankGuessesRequest::default() };
    assert!(guesses.rank_guesses(good).await.unwrap().into_inner().proven);
}

#[tokio::test]
async fn words_that_cannot_be_marked() {
    let server = Server::start(&[]).await;
    let mut guesses = server.guesses().await;
    let cases: Vec<(&str, MarkGuessRequest, Expected)> = vec![
        ("nothing", mark("", ""), (INVALID, "WORD_LENGTH", "guess")),
        ("no guess", mark("", "cat"), (INVALID, "WORD_LENGTH", "guess")),
        ("no answer", mark("cat", ""), (INVALID, "WORD_LENGTH", "answer")),
        ("mixed lengths", mark("cat", "cats"), (INVALID, "WORD_LENGTH", "answer")),
        ("ten letters", mark("abcdefghij", "abcdefghij"), (INVALID, "WORD_LENGTH", "guess")),
        ("many letters", mark("cat", &"a".repeat(100_000)), (INVALID, "WORD_LENGTH", "answer")),
        ("a foreign letter", mark("\u{436}at", "cat"), (INVALID, "NOT_A_LETTER", "guess")),
        ("a digit", mark("cat", "c4t"), (INVALID, "NOT_A_LETTER", "answer")),
        ("a control character", mark("c\u{0}t", "cat"), (INVALID, "NOT_A_LETTER", "guess")),
        (
            "an unknown language",
            MarkGuessRequest { language: "xx".to_owned(), ..mark("cat", "cat") },
            (Code::NotFound, "LANGUAGE_NOT_FOUND", "language"),
        ),
    ];
    for (name, request, expected) in cases {
        check(name, &guesses.mark_guess(request).await.unwrap_err(), expected);
    }
    guesses.mark_guess(mark("cat", "act")).await.unwrap();
}

#[tokio::test]
async fn lists_that_no_game_can_have() {
    let cases: Vec<(&str, Change, Expected)> = vec![
        ("ten letters", |r| r.word_length = 10, (INVALID, "OUT_OF_RANGE", "word_length")),
        ("many letters", |r| r.word_length = u32::MAX, (INVALID, "OUT_OF_RANGE", "word_length")),
        ("no answer so long", |r| r.word_length = 4, (INVALID, "TOO_FEW_WORDS", "answers.words")),
        // Of mixed lengths, and none of five.
        ("mixed lengths", |r| r.answers = words(&["cat", "cats"]), (INVALID, "TOO_FEW_WORDS", "answers.words")),
        ("only long words", |r| r.answers = words(&["abcdefghij"]), (INVALID, "TOO_FEW_WORDS", "answers.words")),
        (
            "a length that no dictionary has",
            |r| (r.answers, r.word_length) = (None, 1),
            (INVALID, "TOO_FEW_WORDS", "word_length"),
        ),
        ("no guess so long", |r| r.guesses = words(&["cats"]), (INVALID, "TOO_FEW_WORDS", "guesses.words")),
        ("a digit", |r| r.answers = words(&["cat", "c4t"]), (INVALID, "NOT_A_LETTER", "answers.words[1]")),
        (
            "a foreign guess",
            |r| r.guesses = words(&["\u{43a}\u{43e}\u{442}"]),
            (INVALID, "NOT_A_LETTER", "guesses.words[0]"),
        ),
        ("many answers", |r| r.answers = words(&["cat"; 50_001]), (INVALID, "OUT_OF_RANGE", "answers.words")),
        ("many guesses", |r| r.guesses = words(&["cat"; 50_001]), (INVALID, "OUT_OF_RANGE", "guesses.words")),
        (
            "an unknown dictionary",
            |r| r.guesses = Some(Words { dictionary: "best".to_owned(), ..Words::default() }),
            (Code::NotFound, "DICTIONARY_NOT_FOUND", "guesses.dictionary"),
        ),
        (
            "guesses of an unknown language",
            |r| r.guesses = Some(Words { language: "xx".to_owned(), ..Words::default() }),
            (Code::NotFound, "LANGUAGE_NOT_FOUND", "guesses.language"),
        ),
        (
            "guesses of an unknown edition",
            |r| r.guesses = Some(Words { edition: 2, ..Words::default() }),
            (Code::NotFound, "EDITION_NOT_FOUND", "guesses.edition"),
        ),
    ];
    all_are_refused(cases).await;
}

#[tokio::test]
async fn histories_that_are_none() {
    let cases: Vec<(&str, Change, Expected)> = vec![
        ("no guess", |r| r.history = vec![turn("", "")], (INVALID, "WORD_LENGTH", "history[0].guess")),
        ("a long guess", |r| r.history = vec![turn("abcdefghij", "")], (INVALID, "WORD_LENGTH", "history[0].guess")),
        (
            "another length than asked",
            |r| (r.history, r.word_length) = (vec![turn("cats", "----")], 3),
            (INVALID, "WORD_LENGTH", "history[0].guess"),
        ),
        (
            "mixed lengths",
            |r| r.history = vec![turn("cow", "Y--"), turn("cats", "----")],
            (INVALID, "WORD_LENGTH", "history[1].guess"),
        ),
        (
            "a foreign letter",
            |r| r.history = vec![turn("ca\u{436}", "---")],
            (INVALID, "NOT_A_LETTER", "history[0].guess"),
        ),
        (
            "a foreign letter later",
            |r| r.history = vec![turn("cow", "Y--"), turn("c w", "---")],
            (INVALID, "NOT_A_LETTER", "history[1].guess"),
        ),
        ("no marks", |r| r.history = vec![turn("cow", "")], (INVALID, "MARKS_LENGTH", "history[0].marks")),
        ("few marks", |r| r.history = vec![turn("cow", "Y-")], (INVALID, "MARKS_LENGTH", "history[0].marks")),
        (
            "many marks",
            |r| r.history = vec![turn("cow", &"Y".repeat(99_999))],
            (INVALID, "MARKS_LENGTH", "history[0].marks"),
        ),
        ("a mark that is none", |r| r.history = vec![turn("cow", "Y?-")], (INVALID, "NOT_A_MARK", "history[0].marks")),
        ("lower-case marks", |r| r.history = vec![turn("cow", "y--")], (INVALID, "NOT_A_MARK", "history[0].marks")),
        ("many turns", |r| r.history = vec![turn("cow", "Y--"); 1001], (INVALID, "OUT_OF_RANGE", "history")),
        // What is wrong is said before what leaves nothing.
        (
            "dry, then wrong",
            |r| r.history = vec![turn("cow", "GGG"), turn("cow", "G")],
            (INVALID, "MARKS_LENGTH", "history[1].marks"),
        ),
        ("dry", |r| r.history = vec![turn("cow", "GGG")], (Code::FailedPrecondition, "HISTORY_DRY", "")),
    ];
    all_are_refused(cases).await;
}

#[tokio::test]
async fn weights_and_guesses_that_are_none() {
    let cases: Vec<(&str, Change, Expected)> = vec![
        ("below nothing", |r| r.weights = vec![weight("cat", -1.0)], (INVALID, "OUT_OF_RANGE", "weights[0].weight")),
        (
            "infinite",
            |r| r.weights = vec![weight("cat", 1.0), weight("dog", f64::INFINITY)],
            (INVALID, "OUT_OF_RANGE", "weights[1].weight"),
        ),
        ("no number", |r| r.weights = vec![weight("cat", f64::NAN)], (INVALID, "OUT_OF_RANGE", "weights[0].weight")),
        (
            "nothing weighs",
            |r| r.weights = vec![weight("cat", 0.0), weight("dog", -0.0)],
            (INVALID, "NO_WEIGHT", "weights"),
        ),
        (
            "a word that is no answer",
            |r| r.weights = vec![weight("cat", 1.0), weight("cow", 1.0)],
            (INVALID, "NO_WORD", "weights[1].word"),
        ),
        (
            "a guess that is no answer",
            |r| (r.guesses, r.weights) = (words(&["cow"]), vec![weight("cow", 1.0)]),
            (INVALID, "NO_WORD", "weights[0].word"),
        ),
        (
            "a word twice",
            |r| r.weights = vec![weight("dog", 1.0), weight("cat", 1.0), weight("CAT", 1.0)],
            (INVALID, "REPEATED", "weights[2].word"),
        ),
        ("a long word", |r| r.weights = vec![weight("cats", 1.0)], (INVALID, "WORD_LENGTH", "weights[0].word")),
        ("a digit", |r| r.weights = vec![weight("c4t", 1.0)], (INVALID, "NOT_A_LETTER", "weights[0].word")),
        ("many weights", |r| r.weights = vec![weight("cat", 1.0); 50_001], (INVALID, "OUT_OF_RANGE", "weights")),
        ("only a long word", |r| r.only = vec!["cat".into(), "cats".into()], (INVALID, "WORD_LENGTH", "only[1]")),
        ("only an empty word", |r| r.only = vec![String::new()], (INVALID, "WORD_LENGTH", "only[0]")),
        ("only a digit", |r| r.only = vec!["c4t".into()], (INVALID, "NOT_A_LETTER", "only[0]")),
        ("only very many", |r| r.only = vec!["cat".into(); 50_001], (INVALID, "OUT_OF_RANGE", "only")),
        ("a limit above the most", |r| r.limit = 1001, (INVALID, "OUT_OF_RANGE", "limit")),
        ("an unknown objective", |r| r.objective = 9, (INVALID, "UNKNOWN_VALUE", "objective")),
        (
            "no time",
            |r| r.time_limit = Some(prost_types::Duration { seconds: 0, nanos: 0 }),
            (INVALID, "OUT_OF_RANGE", "time_limit"),
        ),
    ];
    all_are_refused(cases).await;
}

/// Fifty thousand words of four letters.
fn many_words() -> Vec<String> {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
    (0..50_000).map(|at| [at, at / 26, at / 676, at / 17_576].map(letter).iter().collect()).collect()
}

#[tokio::test]
async fn the_most_that_may_be_asked_is_answered() {
    let server = Server::start(&[]).await;
    let mut guesses = server.guesses().await;
    let many = many_words();
    let request = RankGuessesRequest {
        answers: Some(Words { words: many.clone(), ..Words::default() }),
        history: vec![turn("aaaa", "----"); 2],
        only: many[..20].to_vec(),
        limit: 1000,
        include_buckets: true,
        ..RankGuessesRequest::default()
    };
    let answer = guesses.rank_guesses(request).await.unwrap().into_inner();
    assert_eq!((answer.guesses.len(), answer.remaining.len(), answer.candidate_words.len()), (20, 2, 100));
    assert_eq!(answer.remaining, [answer.candidates; 2]);
    assert!(answer.realized_bits[0] > 0.0 && answer.realized_bits[1] == 0.0);
    let request = RankGuessesRequest {
        answers: words(&["cat", "act", "dog"]),
        history: vec![turn("cow", "Y--"); 1000],
        ..RankGuessesRequest::default()
    };
    let answer = guesses.rank_guesses(request).await.unwrap().into_inner();
    assert_eq!((answer.remaining, answer.candidate_words.join(" ")), (vec![1; 1000], "act".to_owned()));
}

#[tokio::test]
async fn what_takes_too_long_is_answered_with_the_best_so_far_or_not_at_all() {
    let server = Server::start(&[]).await;
    let mut guesses = server.guesses().await;
    for milliseconds in [1, 20, 200] {
        let request = RankGuessesRequest {
            answers: Some(Words { words: many_words(), ..Words::default() }),
            time_limit: Some(prost_types::Duration { seconds: 0, nanos: milliseconds * 1_000_000 }),
            ..RankGuessesRequest::default()
        };
        match guesses.rank_guesses(request).await {
            Ok(answer) => assert!(!answer.into_inner().guesses.is_empty()),
            Err(status) => check("too late", &status, (Code::DeadlineExceeded, "TIME_SPENT", "")),
        }
    }
}
