//! Chains of guesses through the front door: the longest, and those that a caller brings.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::time::{Duration, Instant};

use tilewright::grpc::proto::*;
use tilewright::guess::Pattern;
use tokio::time::timeout;
use tonic::{Code, Request, Status};

use crate::support::{Expected, INVALID, LONG, Server, check, hold_the_long_lane, let_in};

/// The article's chains from CRANE and from CIVIL.
const CRANE: &str = "crane tiger queer odder joker hover foyer boxer wooer sower rower power mower lower";
const CIVIL: &str = "civil zebra queer odder joker homer goner foyer wooer tower sower rower power";

fn own(words: &str) -> Option<Words> {
    Some(Words { words: words.split_whitespace().map(str::to_owned).collect(), ..Words::default() })
}

fn of(dictionary: &str) -> Option<Words> {
    Some(Words { dictionary: dictionary.to_owned(), ..Words::default() })
}

/// A chain to check. No words: the service's default.
fn chain(words: Option<Words>, chain: &str) -> CheckChainRequest {
    CheckChainRequest { words, chain: chain.split_whitespace().map(str::to_owned).collect() }
}

async fn told(server: &Server, request: CheckChainRequest) -> CheckChainResponse {
    let words = request.chain.clone();
    let answer = server.guesses().await.check_chain(request).await.unwrap().into_inner();
    assert_eq!(answer.valid, answer.first_violation.is_none());
    assert_eq!(answer.steps.iter().map(|step| step.word.clone()).collect::<Vec<_>>(), words);
    assert!(answer.steps.is_sorted_by(|one, next| one.remaining >= next.remaining));
    let all_right = "G".repeat(words[0].len());
    assert_eq!(answer.steps.last().unwrap().marks, all_right);
    answer
}

/// All messages of a search, with what must hold of each.
async fn search(server: &Server, request: LongestChainRequest) -> Result<Vec<LongestChainResponse>, Status> {
    let mut stream = server.guesses().await.longest_chain(request).await?.into_inner();
    let mut messages: Vec<LongestChainResponse> = Vec::new();
    while let Some(message) = timeout(LONG, stream.message()).await.expect("it says nothing")? {
        assert!(is_chain(&message.chain), "{message:?}");
        assert!(message.chain.len() <= message.upper_bound as usize && message.targets_done <= message.targets_total);
        if message.proven {
            assert_eq!(message.chain.len(), message.upper_bound as usize);
            assert_eq!(message.targets_done, message.targets_total);
        }
        if let Some(before) = messages.last() {
            assert!(before.chain.len() <= message.chain.len() && before.upper_bound >= message.upper_bound);
            assert_eq!(before.targets_total, message.targets_total);
        }
        messages.push(message);
    }
    Ok(messages)
}

/// By the definition.
fn is_chain(chain: &[String]) -> bool {
    let Some(last) = chain.last() else { return false };
    let marks = |guess: &String, answer: &String| Pattern::of(guess.as_bytes(), answer.as_bytes());
    (0..chain.len())
        .all(|at| chain[..at].iter().all(|guess| *guess != chain[at] && marks(guess, &chain[at]) == marks(guess, last)))
}

async fn longest(server: &Server, request: LongestChainRequest) -> LongestChainResponse {
    let mut messages = search(server, request).await.unwrap();
    let answer = messages.pop().expect("a last message is the answer");
    assert!(answer.proven, "{answer:?}");
    answer
}

#[tokio::test]
async fn the_articles_chains_are_chains() {
    let server = Server::start(&[]).await;
    for (words, length) in [(CRANE, 14), (CIVIL, 13)] {
        let answer = told(&server, chain(None, words)).await;
        assert_eq!((answer.valid, answer.steps.len()), (true, length));
        assert_eq!(answer.steps[length - 1].remaining, 0);
        // Every word of it that is still to come may still follow.
        assert!(answer.steps.iter().enumerate().all(|(at, step)| step.remaining as usize >= length - 1 - at));
        // It is one wherever its words are words.
        assert!(told(&server, chain(of("allowed"), words)).await.valid);
        assert!(told(&server, chain(own(words), words)).await.valid);
    }
    let answer = told(&server, chain(of("allowed"), CRANE)).await;
    assert_eq!(answer.steps[0].marks, "-Y--Y");
    assert_eq!(told(&server, chain(None, "tiger crane lower")).await.first_violation, Some(1));
}

#[tokio::test]
async fn the_articles_examples() {
    let server = Server::start(&[]).await;
    let words = "ack ina eae pan poa xxa xya ote eue";
    for (guesses, violation) in [
        ("ack ina eae", None),
        ("ack ina pan", None),
        ("ack ina xxa", None),
        ("ack ina xya", None),
        ("ack ina poa", None),
        ("ack poa eae", None),
        ("ack eae poa", None),
        // The two fix the A in different places.
        ("ack ina poa eae", Some(2)),
        ("ack ina eae poa", Some(2)),
        // No A at all.
        ("ack ina ote", Some(1)),
        ("ack ote eue", None),
        ("ack pan ote", Some(1)),
    ] {
        assert_eq!(told(&server, chain(own(words), guesses)).await.first_violation, violation, "{guesses}");
    }
    let quizzed = own("quack quina quote queue");
    assert_eq!(told(&server, chain(quizzed.clone(), "quack quina quote")).await.first_violation, Some(1));
    assert!(told(&server, chain(quizzed, "quack quina")).await.valid);
    // The language of all words AAAA?: every one of them, in any order.
    let toy = ('a'..='z').map(|letter| format!("aaaa{letter}")).collect::<Vec<_>>().join(" ");
    assert!(told(&server, chain(own(&toy), &toy)).await.valid);
    let all = longest(&server, LongestChainRequest { words: own(&toy), ..LongestChainRequest::default() }).await;
    assert_eq!((all.chain.len(), all.upper_bound), (26, 26));
}

#[tokio::test]
async fn a_repeated_word_is_a_violation() {
    let server = Server::start(&[]).await;
    let words = "cat cot cut dog";
    for (guesses, violation) in
        [("cat", None), ("cat cat", Some(1)), ("cat cot cat cut", Some(2)), ("cat cot cat", Some(1)), ("dog cut", None)]
    {
        assert_eq!(told(&server, chain(own(words), guesses)).await.first_violation, violation, "{guesses}");
    }
    let answer = told(&server, chain(own(words), "cat cot cut")).await;
    assert_eq!(answer.steps.iter().map(|step| step.remaining).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!(answer.steps.iter().map(|step| step.marks.as_str()).collect::<Vec<_>>(), ["G-G", "G-G", "GGG"]);
}

#[tokio::test]
async fn the_longest_chains_of_the_answers() {
    let server = Server::start(&[]).await;
    for (first, last, length) in [("crane", "", 14), ("civil", "", 13), ("crane", "lower", 14), ("", "lower", 16)] {
        let asked =
            LongestChainRequest { first: first.to_owned(), last: last.to_owned(), ..LongestChainRequest::default() };
        let answer = longest(&server, asked.clone()).await;
        assert!(answer.chain.len() <= length && answer.chain.len() >= length - usize::from(!last.is_empty()));
        assert!(first.is_empty() || answer.chain[0] == first);
        assert!(last.is_empty() || answer.chain.last().unwrap() == last);
        let of = match (first, last) {
            (_, l) if !l.is_empty() => 1,
            (f, _) if !f.is_empty() => 2308,
            _ => 2309,
        };
        assert_eq!(answer.targets_total, of);
        assert!(told(&server, chain(None, &answer.chain.join(" "))).await.valid);
        // The same however often it is asked, and whatever the machine does beside.
        assert_eq!(longest(&server, asked).await.chain, answer.chain);
    }
}

#[tokio::test]
async fn words_of_any_length_and_one_alone() {
    let server = Server::start(&[]).await;
    let ask = |words: &str, word_length| LongestChainRequest {
        words: own(words),
        word_length,
        ..LongestChainRequest::default()
    };
    assert_eq!(longest(&server, ask("c b a a", 1)).await.chain.len(), 3);
    assert_eq!(longest(&server, ask("abcdefghi abcdefghx abcdefgyi", 9)).await.chain.len(), 2);
    assert_eq!(longest(&server, ask("crane", 0)).await.chain, ["crane"]);
    // Words of other lengths are passed over.
    assert_eq!(longest(&server, ask("crane cat", 3)).await.chain, ["cat"]);
    let alone = LongestChainRequest { first: "cat".to_owned(), ..ask("cat", 3) };
    assert_eq!(longest(&server, alone).await.chain, ["cat"]);
    let three = LongestChainRequest { words: of("answers"), word_length: 3, ..LongestChainRequest::default() };
    assert!(longest(&server, three).await.chain.len() > 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_limit_and_a_deadline_end_a_search_with_what_it_has() {
    let server = Server::start(&["--deadline-margin", "200ms"]).await;
    let limited = LongestChainRequest {
        words: of("allowed"),
        time_limit: Some(prost_types::Duration { seconds: 1, nanos: 200_000_000 }),
        ..LongestChainRequest::default()
    };
    let begun = Instant::now();
    let messages = search(&server, limited.clone()).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(1_200));
    // At least one a second.
    assert!(messages.len() > 2);
    let answer = messages.last().unwrap();
    assert!(!answer.proven && answer.chain.len() >= 10 && answer.upper_bound <= 26, "{answer:?}");

    let mut hurried = Request::new(LongestChainRequest { time_limit: None, ..limited });
    hurried.set_timeout(Duration::from_millis(900));
    let mut stream = server.guesses().await.longest_chain(hurried).await.unwrap().into_inner();
    let mut last = None;
    while let Some(message) = stream.message().await.unwrap() {
        last = Some(message);
    }
    assert!(last.is_some_and(|message| !message.proven));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_who_leaves_frees_the_threads() {
    let server = Server::start(&[]).await;
    let endless = LongestChainRequest { words: of("allowed"), ..LongestChainRequest::default() };
    for _ in 0..3 {
        let mut stream = server.guesses().await.longest_chain(endless.clone()).await.unwrap().into_inner();
        stream.message().await.unwrap();
        drop(stream);
        // It has every thread of the long lane but does not keep it.
        timeout(LONG, hold_the_long_lane(&server, 0)).await.expect("a thread is free again").let_go(&server).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_lane_refuses() {
    let server = Server::start(&["--queue-long", "1"]).await;
    let held = hold_the_long_lane(&server, 1).await;
    let refused = search(&server, LongestChainRequest::default()).await.unwrap_err();
    check("a full lane", &refused, (Code::ResourceExhausted, "OVERLOADED", ""));
    // What is wrong is said all the same.
    let wrong = LongestChainRequest { words: own("crane civil"), first: "boxer".to_owned(), ..Default::default() };
    let refused = let_in(|| search(&server, wrong.clone())).await.unwrap_err();
    check("first no word", &refused, (INVALID, "NO_WORD", "first"));
    held.let_go(&server).await;
    let asked = LongestChainRequest { last: "lower".to_owned(), ..LongestChainRequest::default() };
    longest(&server, asked).await;
}

#[tokio::test]
async fn searches_that_cannot_be() {
    let server = Server::start(&[]).await;
    let ask = |words: Option<Words>, word_length, first: &str, last: &str| LongestChainRequest {
        words,
        word_length,
        first: first.to_owned(),
        last: last.to_owned(),
        time_limit: None,
    };
    let pets = || own("cat cot dog");
    let many = Some(Words { words: vec!["cat".to_owned(); 50_001], ..Words::default() });
    let cases: Vec<(&str, LongestChainRequest, Expected)> = vec![
        ("ten letters", ask(None, 10, "", ""), (INVALID, "OUT_OF_RANGE", "word_length")),
        ("none so long", ask(None, 2, "", ""), (INVALID, "TOO_FEW_WORDS", "word_length")),
        ("no own words so long", ask(pets(), 0, "", ""), (INVALID, "TOO_FEW_WORDS", "words.words")),
        ("a digit", ask(own("cat c4t"), 3, "", ""), (INVALID, "NOT_A_LETTER", "words.words[1]")),
        ("too many", ask(many, 3, "", ""), (INVALID, "OUT_OF_RANGE", "words.words")),
        ("no dictionary", ask(of("none"), 3, "", ""), (Code::NotFound, "DICTIONARY_NOT_FOUND", "words.dictionary")),
        ("first too long", ask(pets(), 3, "cats", ""), (INVALID, "WORD_LENGTH", "first")),
        ("last too short", ask(pets(), 3, "", "at"), (INVALID, "WORD_LENGTH", "last")),
        ("first no letters", ask(pets(), 3, "c-t", ""), (INVALID, "NOT_A_LETTER", "first")),
        ("first no word", ask(pets(), 3, "cut", ""), (INVALID, "NO_WORD", "first")),
        ("last no word", ask(None, 0, "crane", "aahed"), (INVALID, "NO_WORD", "last")),
        ("first is last", ask(pets(), 3, "cat", "Cat"), (INVALID, "SAME_WORD", "last")),
        (
            "no time",
            LongestChainRequest {
                time_limit: Some(prost_types::Duration { seconds: 0, nanos: 0 }),
                ..ask(pets(), 3, "", "")
            },
            (INVALID, "OUT_OF_RANGE", "time_limit"),
        ),
    ];
    for (name, request, expected) in cases {
        check(name, &search(&server, request).await.unwrap_err(), expected);
    }
    assert_eq!(longest(&server, ask(pets(), 3, "", "")).await.chain.len(), 2);
}

#[tokio::test]
async fn chains_that_cannot_be_checked() {
    let server = Server::start(&[]).await;
    let pets = || own("cat cot dog");
    let cases: Vec<(&str, CheckChainRequest, Expected)> = vec![
        ("none", chain(pets(), ""), (INVALID, "OUT_OF_RANGE", "chain")),
        ("too many", chain(pets(), &"cat ".repeat(1_001)), (INVALID, "OUT_OF_RANGE", "chain")),
        ("mixed lengths", chain(pets(), "cat cats"), (INVALID, "WORD_LENGTH", "chain[1]")),
        ("ten letters", chain(pets(), "abcdefghij"), (INVALID, "WORD_LENGTH", "chain[0]")),
        ("a digit", chain(pets(), "cat c0t"), (INVALID, "NOT_A_LETTER", "chain[1]")),
        ("no word", chain(pets(), "cat cut"), (INVALID, "NO_WORD", "chain[1]")),
        ("none so long", chain(pets(), "crane"), (INVALID, "NO_WORD", "chain[0]")),
        ("no answer", chain(None, "crane aahed"), (INVALID, "NO_WORD", "chain[1]")),
        ("no dictionary", chain(of("none"), "cat"), (Code::NotFound, "DICTIONARY_NOT_FOUND", "words.dictionary")),
    ];
    for (name, request, expected) in cases {
        check(name, &server.guesses().await.check_chain(request).await.unwrap_err(), expected);
    }
    let empty = CheckChainRequest { words: pets(), chain: vec![String::new()] };
    let refused = server.guesses().await.check_chain(empty).await.unwrap_err();
    check("an empty word", &refused, (INVALID, "WORD_LENGTH", "chain[0]"));
    assert!(told(&server, chain(pets(), "cat cot")).await.valid);
}
