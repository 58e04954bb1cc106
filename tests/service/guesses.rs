//! Marks, and guesses ranked by entropy, through the front door.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]
#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use tilewright::grpc::proto::*;
use tonic::Code;
use tonic_types::StatusExt as _;

use crate::support::{Server, file};

/// The 22 words of the note's example.
const NOTE: &str = "abc acb bac bca cab cba abd adb bad bda dab dba cad cda dac dca aad ada daa abb bab bba";

/// Words of the caller's own.
fn own(words: &str) -> Option<Words> {
    Some(Words { words: words.split_whitespace().map(str::to_owned).collect(), ..Words::default() })
}

/// Words of a dictionary.
fn of(dictionary: &str) -> Option<Words> {
    Some(Words { dictionary: dictionary.to_owned(), ..Words::default() })
}

/// Turns, each a guess, a colon and its marks.
fn turns(turns: &str) -> Vec<Turn> {
    let turn = |turn: &str| {
        let (guess, marks) = turn.split_once(':').unwrap();
        Turn { guess: guess.to_owned(), marks: marks.to_owned() }
    };
    turns.split_whitespace().map(turn).collect()
}

fn words(answer: &RankGuessesResponse) -> Vec<&str> {
    answer.guesses.iter().map(|guess| guess.word.as_str()).collect()
}

/// The answer, with what must hold of every one.
async fn rank(server: &Server, request: RankGuessesRequest) -> RankGuessesResponse {
    let (turns, with_buckets) = (request.history.len(), request.include_buckets);
    let limit = if request.limit == 0 { 10 } else { request.limit as usize };
    let answer = server.guesses().await.rank_guesses(request).await.unwrap().into_inner();
    assert!((1..=limit).contains(&answer.guesses.len()));
    assert_eq!((answer.remaining.len(), answer.realized_bits.len()), (turns, turns));
    assert!(answer.remaining.is_sorted_by(|before, after| before >= after));
    assert!(answer.remaining.last().is_none_or(|&last| last == answer.candidates));
    assert!(answer.realized_bits.iter().all(|bits| bits.is_finite() && *bits >= 0.0));
    assert_eq!(answer.candidate_words.len(), answer.candidates.min(100) as usize);
    assert!(answer.guesses.is_sorted_by(|one, next| one.entropy_bits >= next.entropy_bits - 1e-9));
    for guess in &answer.guesses {
        assert_eq!(guess.candidate, guess.win_probability > 0.0, "{guess:?}");
        assert!(guess.expected_guesses.is_none() && guess.win_in_time.is_none() && !guess.exact);
        assert_eq!(guess.buckets.is_empty(), !with_buckets);
        if with_buckets {
            let sum: u32 = guess.buckets.iter().map(|bucket| bucket.size).sum();
            assert_eq!(sum, answer.candidates);
            let bits: f64 = guess.buckets.iter().map(|b| -b.probability * b.probability.log2()).sum();
            assert!((bits - guess.entropy_bits).abs() < 1e-9, "{guess:?}");
            let remaining: f64 = guess.buckets.iter().map(|b| b.probability * f64::from(b.size)).sum();
            assert!((remaining - guess.expected_remaining).abs() < 1e-6, "{guess:?}");
            let order = |bucket: &Bucket| (std::cmp::Reverse(bucket.probability.to_bits()), bucket.pattern);
            assert!(guess.buckets.is_sorted_by_key(order));
        }
    }
    assert!(answer.proven && answer.stats.as_ref().unwrap().nodes > 0);
    answer
}

#[tokio::test]
async fn marks_by_the_two_pass_rule() {
    let server = Server::start(&[]).await;
    let mut guesses = server.guesses().await;
    for (guess, answer, marks, pattern) in [
        ("speed", "abide", "--Y-Y", 10),
        ("speed", "erase", "Y-YY-", 81 + 9 + 3),
        ("Crane", "CRANE", "GGGGG", 242),
        ("a", "b", "-", 0),
        ("aab", "aba", "GYY", 18 + 3 + 1),
        ("letterbox", "letterbox", "GGGGGGGGG", 19_682),
    ] {
        let request =
            MarkGuessRequest { guess: guess.to_owned(), answer: answer.to_owned(), ..MarkGuessRequest::default() };
        let told = guesses.mark_guess(request).await.unwrap().into_inner();
        assert_eq!((told.marks.as_str(), told.pattern), (marks, pattern), "{guess} {answer}");
    }
}

#[tokio::test]
async fn the_notes_game_turn_by_turn() {
    let server = Server::start(&[]).await;
    let game = turns("ABC:Y-Y BAD:-YY ADB:YG- DAC:YYY CDA:GGG");
    let bits = [2.874, 0.585, 1.0, 0.0, 0.0];
    let remaining = [3, 2, 1, 1, 1];
    for played in 0..=5 {
        let request = RankGuessesRequest {
            answers: own(NOTE),
            history: game[..played].to_vec(),
            limit: 1000,
            include_buckets: true,
            ..RankGuessesRequest::default()
        };
        let answer = rank(&server, request).await;
        assert_eq!(answer.remaining, remaining[..played]);
        for (told, bits) in answer.realized_bits.iter().zip(bits) {
            assert!((told - bits).abs() < 5e-4, "{told} {bits}");
        }
        assert_eq!(answer.guesses.len(), 22);
        if played > 0 {
            let cumulative: f64 = answer.realized_bits.iter().sum();
            let left = f64::from(answer.candidates);
            assert!((cumulative - (22.0f64.log2() - left.log2())).abs() < 1e-12);
        }
        match played {
            0 => {
                let abc = answer.guesses.iter().find(|guess| guess.word == "abc").unwrap();
                // Y-Y leaves cad, cda and dca.
                let bucket = abc.buckets.iter().find(|bucket| bucket.marks == "Y-Y").unwrap();
                assert_eq!((bucket.size, bucket.pattern), (3, 9 + 1));
                assert!((bucket.probability - 3.0 / 22.0).abs() < 1e-15);
            }
            1 => assert_eq!(answer.candidate_words, ["cad", "cda", "dca"]),
            2 => assert_eq!(answer.candidate_words, ["cda", "dca"]),
            _ => {
                assert_eq!(answer.candidate_words, ["cda"]);
                assert_eq!(words(&answer)[0], "cda");
                let best = &answer.guesses[0];
                assert_eq!((best.entropy_bits, best.expected_remaining, best.win_probability), (0.0, 1.0, 1.0));
            }
        }
    }
}

#[tokio::test]
async fn the_first_guess_over_the_english_lists() {
    let server = Server::start(&[]).await;
    let answer = rank(&server, RankGuessesRequest::default()).await;
    assert_eq!(words(&answer)[..3], ["tarse", "tiare", "soare"]);
    for (guess, bits) in answer.guesses.iter().zip([5.948_975, 5.929_954, 5.885_203]) {
        assert!((guess.entropy_bits - bits).abs() < 5e-7 && !guess.candidate, "{guess:?}");
    }
    assert_eq!((answer.candidates, answer.guesses.len()), (2309, 10));
    // Only answers may be guessed.
    let answers_only = RankGuessesRequest { guesses: of("answers"), limit: 3, ..RankGuessesRequest::default() };
    let answer = rank(&server, answers_only).await;
    assert!(answer.guesses.iter().all(|guess| guess.candidate));
    // Fours, as the length says and as the history does.
    for request in [
        RankGuessesRequest { word_length: 4, ..RankGuessesRequest::default() },
        RankGuessesRequest { history: turns("xylo:----"), ..RankGuessesRequest::default() },
    ] {
        assert!(rank(&server, request).await.guesses.iter().all(|guess| guess.word.len() == 4));
    }
}

#[tokio::test]
async fn an_operators_dictionary_is_what_the_answer_may_be() {
    let note = format!("en/note={}", file("note", &NOTE.replace(' ', "\n")));
    let server = Server::start(&["--dictionary", &note]).await;
    let request = RankGuessesRequest {
        answers: of("note"),
        word_length: 3,
        limit: 1000,
        include_buckets: true,
        ..Default::default()
    };
    let before = rank(&server, request.clone()).await;
    assert!(before.candidates == 22 && before.guesses.len() > 900);
    // Its lists are kept now.
    assert_eq!(rank(&server, request).await.guesses, before.guesses);
}

#[tokio::test]
async fn ties_go_to_candidates_then_to_what_leaves_fewer_then_to_the_alphabet() {
    let server = Server::start(&[]).await;
    // Any of these guesses tells both candidates apart.
    let request = |guesses: &str| RankGuessesRequest {
        answers: own("bat cat"),
        guesses: own(guesses),
        limit: 100,
        ..RankGuessesRequest::default()
    };
    let answer = rank(&server, request("abs zzz ace")).await;
    assert_eq!(words(&answer), ["bat", "cat", "abs", "ace", "zzz"]);
    let told: Vec<f64> = answer.guesses.iter().map(|guess| guess.entropy_bits).collect();
    assert_eq!(told, [1.0, 1.0, 1.0, 1.0, 0.0]);
    let won: Vec<f64> = answer.guesses.iter().map(|guess| guess.win_probability).collect();
    assert_eq!(won, [0.5, 0.5, 0.0, 0.0, 0.0]);
    // By the prior the likelier of two that are otherwise equal is first.
    let mut likely = request("abs");
    likely.weights = weights("bat:1 cat:3");
    let answer = rank(&server, likely).await;
    assert_eq!(words(&answer), ["cat", "bat", "abs"]);
    assert_eq!(answer.candidate_words, ["cat", "bat"]);
}

/// Weights, each a word, a colon and a number.
fn weights(weights: &str) -> Vec<WordWeight> {
    let weight = |weight: &str| {
        let (word, weight) = weight.split_once(':').unwrap();
        WordWeight { word: word.to_owned(), weight: weight.parse().unwrap() }
    };
    weights.split_whitespace().map(weight).collect()
}

#[tokio::test]
async fn weights_say_what_the_answer_is_likely_to_be() {
    let server = Server::start(&[]).await;
    let request = |prior: &str, history: &str| RankGuessesRequest {
        answers: own(NOTE),
        weights: weights(prior),
        history: turns(history),
        include_buckets: true,
        limit: 100,
        ..RankGuessesRequest::default()
    };
    // Who is not named, or weighs nothing, is no candidate.
    let answer = rank(&server, request("cda:5 CAD:1.5 dca:1.5 abc:0", "")).await;
    assert_eq!((answer.candidates, answer.candidate_words.join(" ")), (3, "cda cad dca".to_owned()));
    let cda = answer.guesses.iter().find(|guess| guess.word == "cda").unwrap();
    assert!((cda.win_probability - 0.625).abs() < 1e-11, "{cda:?}");
    // Bits are realised by weight.
    let answer = rank(&server, request("cda:5 cad:1.5 dca:1.5", "cab:GY-")).await;
    assert_eq!(answer.candidate_words, ["cda"]);
    assert!((answer.realized_bits[0] - (8.0f64 / 5.0).log2()).abs() < 1e-12);
    // However small the numbers are; equal ones are none.
    let tiny = rank(&server, request("cda:5e-320 cad:5e-320 dca:5e-320", "")).await;
    let alike = rank(&server, RankGuessesRequest { answers: own("cda cad dca"), ..request("", "") }).await;
    assert!(tiny.guesses.iter().filter(|guess| guess.candidate).eq(&alike.guesses));
    let wide = rank(&server, request("cda:1e308 cad:1e308 dca:1e-320", "abc:Y-Y")).await;
    assert_eq!((wide.candidates, wide.realized_bits[0]), (3, 0.0));
}

#[tokio::test]
async fn hard_mode_leaves_out_what_breaks_the_clues() {
    let server = Server::start(&[]).await;
    let request = |hard_mode: bool, only: &str| RankGuessesRequest {
        history: turns("speed:--Y-Y"),
        hard_mode,
        only: only.split_whitespace().map(str::to_owned).collect(),
        limit: 1000,
        ..RankGuessesRequest::default()
    };
    let (easy, hard) = (rank(&server, request(false, "")).await, rank(&server, request(true, "")).await);
    assert_eq!((easy.candidates, &easy.candidate_words), (hard.candidates, &hard.candidate_words));
    let keeps = |word: &str| word.contains('e') && word.contains('d');
    assert!(!words(&easy).into_iter().all(keeps) && words(&hard).into_iter().all(keeps));
    // What was grey may come again, and yellow letters may stay.
    let only = "speed abide crane dense dolls DENSE";
    assert_eq!(sorted(&rank(&server, request(false, only)).await), "abide crane dense dolls speed");
    assert_eq!(sorted(&rank(&server, request(true, only)).await), "abide dense speed");
    let none = server.guesses().await.rank_guesses(request(true, "crane dolls")).await.unwrap_err();
    crate::support::check("none is left", &none, (Code::FailedPrecondition, "NO_GUESS_LEFT", ""));
    assert_eq!(none.get_error_details().error_info().unwrap().metadata["field"], "only");
}

fn sorted(answer: &RankGuessesResponse) -> String {
    let mut words = words(answer);
    words.sort_unstable();
    words.join(" ")
}

#[tokio::test]
async fn words_that_no_list_has() {
    let server = Server::start(&[]).await;
    // A player may have guessed anything, and a caller may ask for anything to be ranked.
    let request = RankGuessesRequest {
        answers: own("bat cat hat mat"),
        history: turns("zzt:--G"),
        only: ["xbc", "cat", "bhm"].map(str::to_owned).to_vec(),
        ..RankGuessesRequest::default()
    };
    let answer = rank(&server, request).await;
    assert_eq!(words(&answer), ["bhm", "xbc", "cat"]);
    let told: Vec<f64> = answer.guesses.iter().map(|guess| guess.entropy_bits).collect();
    assert_eq!(told[..2], [2.0, 1.5]);
    assert_eq!(answer.realized_bits, [0.0]);
}

#[tokio::test]
async fn a_history_that_leaves_nothing_says_where() {
    let server = Server::start(&[]).await;
    let request =
        RankGuessesRequest { answers: own(NOTE), history: turns("abc:Y-Y bad:-YY abc:GGG"), ..Default::default() };
    let status = server.guesses().await.rank_guesses(request).await.unwrap_err();
    crate::support::check("dry", &status, (Code::FailedPrecondition, "HISTORY_DRY", ""));
    let details = status.get_error_details();
    let metadata = &details.error_info().unwrap().metadata;
    assert_eq!((metadata["turn"].as_str(), metadata["field"].as_str()), ("2", "history[2]"));
    assert!(status.message().contains("history[2]"));
}

/// Wordle's rule by another hand: each guessed letter takes a copy from what is left of the answer.
fn marks_by_hand(guess: &str, answer: &str) -> String {
    let mut left: Vec<char> = guess.chars().zip(answer.chars()).filter(|(g, a)| g != a).map(|(_, a)| a).collect();
    let mut mark = |(have, want): (char, char)| {
        if have == want {
            return 'G';
        }
        left.iter().position(|&letter| letter == have).map_or('-', |at| {
            left.swap_remove(at);
            'Y'
        })
    };
    guess.chars().zip(answer.chars()).map(&mut mark).collect()
}

#[tokio::test]
async fn games_of_any_length_are_played_as_by_hand() {
    let server = Server::start(&[]).await;
    let mut state = 1u64;
    let mut below = move |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    for length in (1..=9).cycle().take(36) {
        let mut word =
            || -> String { (0..length).map(|_| ['a', 'b', 'c', 'd'][usize::try_from(below(4)).unwrap()]).collect() };
        let mut list: Vec<String> = (0..40).map(|_| word()).collect();
        let (guessed, answer) = ([word(), list[0].clone(), word()], list[7].clone());
        list.sort();
        list.dedup();
        let is_weighted = below(2) == 0;
        let prior: Vec<f64> = list.iter().map(|_| if is_weighted { (1 + below(8)) as f64 } else { 1.0 }).collect();
        let named = list.iter().zip(&prior).map(|(word, &weight)| WordWeight { word: word.clone(), weight });
        let history: Vec<Turn> =
            guessed.iter().map(|g| Turn { guess: g.clone(), marks: marks_by_hand(g, &answer) }).collect();
        let request = RankGuessesRequest {
            answers: own(&list.join(" ")),
            history: history.clone(),
            hard_mode: true,
            weights: if is_weighted { named.collect() } else { Vec::new() },
            limit: 1000,
            ..RankGuessesRequest::default()
        };
        let told = rank(&server, request).await;

        let mut left: Vec<(&str, f64)> = list.iter().map(String::as_str).zip(prior.iter().copied()).collect();
        let weigh = |left: &[(&str, f64)]| left.iter().map(|&(_, weight)| weight).sum::<f64>();
        for (turn, (bits, remaining)) in history.iter().zip(told.realized_bits.iter().zip(&told.remaining)) {
            let before = weigh(&left);
            left.retain(|(word, _)| marks_by_hand(&turn.guess, word) == turn.marks);
            assert_eq!(left.len(), *remaining as usize);
            assert!((bits - (before / weigh(&left)).log2()).abs() < 1e-12);
        }
        left.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
        assert_eq!(told.candidate_words, left.iter().map(|&(word, _)| word).collect::<Vec<_>>());
        // What hard mode allows: the right letters in place, and each marked letter as often as it was marked.
        let count = |word: &str, letter: char| word.chars().filter(|&has| has == letter).count();
        let allows = |word: &String| {
            history.iter().all(|Turn { guess, marks }| {
                let told: Vec<(char, char)> = guess.chars().zip(marks.chars()).collect();
                word.chars().zip(&told).all(|(has, &(letter, mark))| mark != 'G' || has == letter)
                    && "abcd".chars().all(|letter| {
                        count(word, letter) >= told.iter().filter(|&&(has, mark)| has == letter && mark != '-').count()
                    })
            })
        };
        let allowed: Vec<&str> = list.iter().filter(|word| allows(word)).map(String::as_str).collect();
        assert_eq!(sorted(&told), allowed.join(" "));
    }
}
