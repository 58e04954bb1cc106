//! docs/limits.md is true, and each limit is met: here, or in the test that is named.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tilewright::grpc::limits::{self, Limit};
use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tilewright::server::settings;
use tokio::time::timeout;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::support::blind::{START, asked, hidden, unknown};
use crate::support::{LONG, Server, check, file, grid};

const PAGE: &str = include_str!("../../docs/limits.md");

/// Settings that are limits, by the test that meets each.
const OF_SETTINGS: [(&str, &str, &str); 19] = [
    ("--max-message", "server_calls.rs", "an_oversized_message_is_refused_and_the_next_call_served"),
    ("--max-connections", "server_ends.rs", "one_connection_too_many_is_closed_and_its_place_given_on"),
    ("--max-streams", "limits_of_connections.rs", "a_connection_has_so_many_calls_at_once"),
    ("--max-calls", "limits_of_connections.rs", "the_house_has_so_many_calls_at_once"),
    ("--connection-age", "server_ends.rs", "an_old_connection_is_asked_to_go_and_its_client_comes_again"),
    ("--connection-grace", "../../src/server/connections.rs", "old_age_ends_whoever_does_not_go_when_asked"),
    ("--keepalive", "limits_of_connections.rs", "who_does_not_answer_whether_it_lives_is_gone"),
    ("--send-timeout", "blind_ends.rs", "a_reader_that_is_too_slow_is_left"),
    ("--max-games", "blind_ends.rs", "as_many_games_are_open_as_may_be"),
    ("--game-idle", "blind_ends.rs", "a_caller_that_says_nothing_is_not_waited_for"),
    ("--token-ttl", "blind_resume.rs", "a_token_expires"),
    ("--queue", "../../src/compute/tests.rs", "a_full_lane_refuses_at_once_and_serves_again_when_it_has_room"),
    ("--queue-long", "patience.rs", "a_full_lane_refuses_at_once_with_when_to_try_again"),
    ("--search-limit", "limits.rs", "a_search_ends_at_the_servers_own_limit"),
    ("--plan-bytes", "../../src/guess/plan/tests/large.rs", "threads_tables_and_memory_make_no_difference"),
    ("--worlds-bytes", "../../src/blind/game/tests/service.rs", "a_step_is_the_same_whatever_is_kept"),
    ("--fillings-bytes", "../../src/generate/fillings/kept.rs", "memory_is_bounded"),
    ("--cache-bytes", "../../src/cache/tests.rs", "the_weight_kept_is_bounded"),
    ("--drain", "server_ends.rs", "a_stream_that_minds_nothing_is_cut_at_the_hard_end"),
];

/// Limits of requests and connections that take more than a request to meet, by the test that does.
const ELSEWHERE: [(&str, &str, &str); 18] = [
    ("letters of an alphabet, or of two that are joined", "limits.rs", "two_alphabets_together_have_so_many_letters"),
    ("`EvaluateStrategy`: answers with `include_tree`", "limits.rs", "a_tree_of_too_many_answers_is_refused"),
    (
        "`EvaluateStrategy` by plans and `LongestChain`: calls that search at the same time",
        "limits.rs",
        "plans_and_chains_wait_for_their_turn_and_say_so",
    ),
    ("headers of a call", "limits_of_connections.rs", "headers_that_are_too_long_are_refused"),
    (
        "calls of `Health/Check`, and of `Health/Watch` and reflection, at the same time",
        "limits_of_connections.rs",
        "so_many_may_watch_and_no_more",
    ),
    (
        "calls of a connection that are given up before they are looked at",
        "limits_of_connections.rs",
        "who_gives_up_all_calls_at_once_keeps_the_connection",
    ),
    (
        "calls of a connection that the server must reset: frames are wrong, or more than `--max-streams` at once",
        "hostile.rs",
        "who_makes_the_server_reset_calls_is_cut_off",
    ),
    ("`tracestate`", "../../src/server/telemetry/traces/span.rs", "a_trace_state_is_passed_on_only_if_it_is_short"),
    (
        "time in which nothing is read of the answers that wait on a connection",
        "hostile.rs",
        "a_connection_whose_answers_nobody_reads_is_closed",
    ),
    (
        "time for the message of a call to arrive; of a stream, for the first, and for each other that has begun",
        "../../src/server/arriving/tests.rs",
        "a_message_has_its_time_however_it_drips",
    ),
    (
        "time for that, and from a connection to its first call, once there is no room for others",
        "hostile.rs",
        "calls_without_messages_leave_room_for_others",
    ),
    ("`x-request-id`", "../../src/grpc/call.rs", "a_request_id_is_kept_only_if_it_is_short"),
    ("answer", "limits.rs", "the_largest_answer_is_far_from_its_limit"),
    (
        "answers above 64 KiB that are unread, all together",
        "limits_of_connections.rs",
        "an_answer_that_nobody_reads_is_dropped",
    ),
    (
        "messages above 4 KiB that are not whole, all together",
        "hostile.rs",
        "messages_that_are_nearly_whole_have_a_limit_together",
    ),
    (
        "twice the longest message, above 4 KiB, of each game or reflection by stream, all together",
        "../../src/server/arriving/tests.rs",
        "the_longest_message_of_a_stream_counts_until_it_ends",
    ),
    (
        "time for a TLS handshake and the preface of HTTP/2",
        "../../src/server/connections.rs",
        "a_client_that_never_greets_is_cut_off",
    ),
    (
        "time for the answer to a keepalive ping",
        "limits_of_connections.rs",
        "who_does_not_answer_whether_it_lives_is_gone",
    ),
];

#[test]
fn the_page_has_the_limits_of_the_program() {
    let mut rows = String::new();
    for Limit { what, most, beyond } in limits::table() {
        writeln!(rows, "| {what} | {most} | {beyond} |").unwrap();
    }
    assert!(PAGE.contains(&rows), "docs/limits.md must have this table:\n{rows}");
    let settings = settings::table();
    for (flag, ..) in OF_SETTINGS {
        let setting = settings.iter().find(|row| row.flag == flag).unwrap();
        let row = format!("| `{flag}` | `{}` |", setting.default);
        assert!(PAGE.contains(&row), "docs/limits.md must have the row {row}");
    }
    assert_eq!(PAGE.matches("| `--").count(), OF_SETTINGS.len(), "and no other settings");
}

#[test]
fn each_limit_has_its_test() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/service");
    for (what, place, test) in OF_SETTINGS.into_iter().chain(ELSEWHERE) {
        let text = std::fs::read_to_string(tests.join(place)).unwrap();
        assert!(text.contains(&format!("fn {test}(")), "{what}: no {test} in {place}");
    }
}

fn long(letters: usize) -> String {
    "a".repeat(letters)
}

fn seeded(seed: String) -> GenerateBoardRequest {
    GenerateBoardRequest { board: Some(Seeded { seed, ..Seeded::default() }), ..GenerateBoardRequest::default() }
}

fn rank(change: impl FnOnce(&mut RankGuessesRequest)) -> RankGuessesRequest {
    let mut request = RankGuessesRequest::default();
    change(&mut request);
    request
}

fn solve(change: impl FnOnce(&mut SolveRequest)) -> SolveRequest {
    let goal = Some(Goal::Words(Words { words: vec!["cat".to_owned()], ..Words::default() }));
    let mut request = SolveRequest { start: Some(grid("tac")), goal, ..SolveRequest::default() };
    change(&mut request);
    request
}

fn one_more(most: u32) -> u32 {
    most + 1
}

/// What is answered to a request that goes one beyond each limit, and what is answered where that is no error.
async fn beyond(server: &Server, what: &str) -> Option<Result<(), Status>> {
    let mut puzzles = server.puzzles().await;
    let mut guesses = server.guesses().await;
    Some(match what {
        "rows and columns of a grid" => {
            let wide = Some(Grid { rows: vec![long(10)] });
            let asked = MinSwapsRequest { start: wide.clone(), target: wide, time_limit: None };
            puzzles.min_swaps(asked).await.map(drop)
        }
        "letters of a word" => {
            let (guess, answer) = (long(10), long(10));
            guesses.mark_guess(MarkGuessRequest { guess, answer, ..MarkGuessRequest::default() }).await.map(drop)
        }
        "seed" => puzzles.generate_board(seeded(long(limits::SEED_BYTES + 1))).await.map(drop),
        "`GenerateBoards`: seeds" => {
            let seeds = vec![String::new(); limits::SEEDS + 1];
            let template = Some(seeded(String::new()));
            puzzles.generate_boards(GenerateBoardsRequest { template, seeds }).await.map(drop)
        }
        "`LookUpWords`: words" => {
            let words = vec!["cat".to_owned(); limits::LOOK_UPS + 1];
            let asked = LookUpWordsRequest { words, ..LookUpWordsRequest::default() };
            server.lexicons().await.look_up_words(asked).await.map(drop)
        }
        "words of a caller's own list, `only`, `weights`" => {
            let words = vec!["cat".to_owned(); limits::OWN_WORDS + 1];
            guesses.rank_guesses(rank(|asked| asked.only = words)).await.map(drop)
        }
        "`Solve`: `max_solutions`" => {
            puzzles.solve(solve(|asked| asked.max_solutions = one_more(limits::SOLUTIONS))).await.map(drop)
        }
        "`Solve`: `configurations_limit`" => {
            puzzles.solve(solve(|asked| asked.configurations_limit = one_more(limits::CONFIGURATIONS))).await.map(drop)
        }
        "blind games: `max_moves`" => step(server, Open { max_moves: 1001, ..hidden() }, 1).await,
        "blind games: reports of `history`" => {
            let opened = unknown(Feedback::Snapshot);
            let Some(Board::Unknown(mut board)) = opened.board.clone() else { unreachable!("{START}") };
            board.history = vec![Report::default(); limits::HISTORY + 1];
            step(server, Open { board: Some(Board::Unknown(board)), ..opened }, 1).await
        }
        "`StepBlindSession`: events" => step(server, hidden(), limits::STEP_EVENTS + 1).await,
        "`RankGuesses`: `limit`" => {
            guesses.rank_guesses(rank(|asked| asked.limit = one_more(limits::GUESSES))).await.map(drop)
        }
        "`RankGuesses`: turns of `history`" => {
            let turns = vec![Turn::default(); limits::TURNS + 1];
            guesses.rank_guesses(rank(|asked| asked.history = turns)).await.map(drop)
        }
        "`CheckChain`: words" => {
            let chain = vec!["crane".to_owned(); limits::CHAIN + 1];
            guesses.check_chain(CheckChainRequest { chain, ..CheckChainRequest::default() }).await.map(drop)
        }
        _ => return None,
    })
}

async fn step(server: &Server, opened: Open, events: usize) -> Result<(), Status> {
    let events = vec![asked(Asked::Open(Box::new(opened))); events];
    server.puzzles().await.step_blind_session(StepBlindSessionRequest { events }).await.map(drop)
}

/// With `--nocapture` it tells what each was answered with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_limit_of_a_request_is_met_with_what_the_page_says() {
    let tiny = format!("en/tiny={}", file("limits-tiny", crate::support::blind::TINY));
    let server = Server::start(&["--dictionary", &tiny]).await;
    let mut met_elsewhere = BTreeSet::new();
    for Limit { what, most, beyond: says } in limits::table() {
        let Some(answer) = beyond(&server, what).await else {
            met_elsewhere.insert(what);
            continue;
        };
        let status = answer.expect_err(what);
        let details = status.get_error_details();
        let reason = &details.error_info().unwrap().reason;
        println!("{what}, {most}: {:?} {reason}: {}", status.code(), status.message());
        assert_eq!(says, format!("`{reason}`"), "{what}: {status:?}");
    }
    // What is cut instead of refused has its tests among those of its call.
    let cut = [
        "`RankGuesses`: `candidate_words`",
        "`RankGuesses`: buckets of all guesses together",
        "time of a search of `EvaluateStrategy` and `LongestChain`",
        "bytes sent and not read, of a call and of a connection",
        "answers that wait for the reader of `GenerateBoards`, of a blind game, of a search that tells how far it is",
    ];
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(what, ..)| *what).chain(cut).collect();
    assert_eq!(met_elsewhere, elsewhere);
}

#[tokio::test]
async fn two_alphabets_together_have_so_many_letters() {
    let letters = |from: char, count: u32| -> Vec<char> {
        (0..count).filter_map(|n| char::from_u32(u32::from(from) + n)).collect()
    };
    let list =
        |letters: Vec<char>| letters.chunks(3).map(|word| word.iter().collect::<String>() + "\n").collect::<String>();
    // Of Shavian and of Greek, 48 and 24.
    let greek: Vec<char> = letters('α', 25).into_iter().filter(|&letter| letter != 'ς').collect();
    let shavian = format!("en/shavian={}", file("limits-shavian", &list(letters('\u{10450}', 48))));
    let greek = format!("en/greek={}", file("limits-greek", &list(greek)));
    let server = Server::start(&["--dictionary", &shavian, "--dictionary", &greek]).await;
    let words = |dictionary: &str| Some(Words { dictionary: dictionary.to_owned(), ..Words::default() });
    let asked = rank(|asked| {
        asked.answers = words("shavian");
        asked.guesses = words("greek");
        asked.word_length = 3;
    });
    let status = server.guesses().await.rank_guesses(asked).await.unwrap_err();
    assert_eq!(status.get_error_details().error_info().unwrap().reason, "ALPHABETS_DIFFER", "{status:?}");
    assert!(status.message().contains("64"), "{status:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tree_of_too_many_answers_is_refused() {
    let word = |mut n: usize| -> String {
        (0..5)
            .map(|_| {
                let letter = char::from(b'a' + u8::try_from(n % 26).unwrap());
                n /= 26;
                letter
            })
            .collect::<String>()
            + "\n"
    };
    let list: String = (0..=limits::TREE_ANSWERS).map(word).collect();
    let server = Server::start(&["--dictionary", &format!("en/many={}", file("limits-many", &list))]).await;
    let answers = Some(Words { dictionary: "many".to_owned(), ..Words::default() });
    let asked = EvaluateStrategyRequest { answers, include_tree: true, ..EvaluateStrategyRequest::default() };
    let mut told = server.guesses().await.evaluate_strategy(asked).await.unwrap().into_inner();
    let status = timeout(LONG, told.message()).await.unwrap().unwrap_err();
    check("a tree", &status, (Code::InvalidArgument, "OUT_OF_RANGE", "include_tree"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plans_and_chains_wait_for_their_turn_and_say_so() {
    let server = Server::start(&[]).await;
    let mut turns = Vec::new();
    for _ in 0..server.shared.large_searches.most().get() {
        turns.push(server.shared.large_searches.place(tilewright::compute::Admission::Refuse).await.unwrap());
    }
    let words = ["cat", "cot", "dog"].map(str::to_owned).to_vec();
    let asked = EvaluateStrategyRequest {
        answers: Some(Words { words, ..Words::default() }),
        word_length: 3,
        objective: Objective::ExpectedGuesses.into(),
        ..EvaluateStrategyRequest::default()
    };
    let chain = |first: &str, time_limit| LongestChainRequest {
        words: asked.answers.clone(),
        word_length: 3,
        first: first.to_owned(),
        time_limit,
        ..LongestChainRequest::default()
    };
    let mut guesses = server.guesses().await;
    // What is wrong, or must not take long, does not wait for the others' end.
    let mut refused = guesses.longest_chain(chain("cut", None)).await.unwrap().into_inner();
    let status = timeout(LONG, refused.message()).await.unwrap().unwrap_err();
    check("a chain", &status, (Code::InvalidArgument, "NO_WORD", "first"));
    let soon = prost_types::Duration { seconds: 0, nanos: 100_000_000 };
    let mut brief = guesses.longest_chain(chain("", Some(soon))).await.unwrap().into_inner();
    let mut known = None;
    while let Some(message) = timeout(LONG, brief.message()).await.unwrap().unwrap() {
        known = Some(message);
    }
    let known = known.unwrap();
    assert!(!known.proven && known.chain.len() == 1 && known.upper_bound >= 2, "{known:?}");
    let mut links = guesses.longest_chain(chain("", None)).await.unwrap().into_inner();
    let mut told = guesses.evaluate_strategy(asked).await.unwrap().into_inner();
    for _ in 0..2 {
        let waits = timeout(LONG, told.message()).await.unwrap().unwrap().unwrap();
        assert_eq!(waits.done, 0);
        let waits = timeout(LONG, links.message()).await.unwrap().unwrap().unwrap();
        assert!(!waits.proven && waits.targets_done == 0, "{waits:?}");
    }
    drop(turns);
    let mut longest = None;
    while let Some(message) = timeout(LONG, links.message()).await.unwrap().unwrap() {
        longest = Some(message);
    }
    assert!(longest.unwrap().proven);
    let mut last = None;
    while let Some(message) = timeout(LONG, told.message()).await.unwrap().unwrap() {
        last = Some(message);
    }
    assert!(last.unwrap().evaluation.unwrap().proven);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_answer_is_far_from_its_limit() {
    use prost::Message as _;
    let server = Server::start(&[]).await;
    let asked = rank(|asked| {
        asked.limit = limits::GUESSES;
        asked.include_buckets = true;
    });
    let client = server.guesses().await.max_decoding_message_size(limits::ANSWER_BYTES);
    let answer = client.clone().rank_guesses(asked).await.unwrap().into_inner();
    let (bytes, buckets) =
        (answer.encoded_len(), answer.guesses.iter().map(|guess| guess.buckets.len()).sum::<usize>());
    println!("{bytes} bytes, {buckets} buckets");
    // Had it all buckets that it may have.
    let most = bytes / buckets * limits::BUCKETS;
    assert!(buckets > limits::BUCKETS / 4 && most < limits::ANSWER_BYTES / 2, "{bytes} bytes, {buckets} buckets");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_at_the_servers_own_limit() {
    let server = Server::start(&["--search-limit", "200ms"]).await;
    // The best opener of all takes minutes to be proven.
    let endless = RankGuessesRequest { objective: Objective::ExpectedGuesses.into(), ..RankGuessesRequest::default() };
    let began = Instant::now();
    let answer = server.guesses().await.rank_guesses(endless).await.unwrap().into_inner();
    let took = began.elapsed();
    assert!(!answer.proven && took >= Duration::from_millis(100) && took < LONG, "{took:?}");
}
