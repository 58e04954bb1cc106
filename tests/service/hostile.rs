//! Callers that mean harm, and what ends each: `cargo bench --bench hostile` measures what they cost.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytes::Bytes;
use h2::SendStream;
use h2::client::{ResponseFuture, SendRequest};
use prost::Message as _;
use tilewright::grpc::limits;
use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::*;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::support::blind::{open, step};
use crate::support::strategies::{evaluate, own};
use crate::support::{LONG, Server, check, grid};

/// What a client sends first, with a setting that leaves answers no window.
const GREETING: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0";
/// The answer to the settings of the other side.
const SETTINGS_TAKEN: &[u8] = b"\0\0\0\x04\x01\0\0\0\0";

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The headers of a call, none of them compressed but POST and http.
fn opens(stream: u32, path: &str) -> Vec<u8> {
    let mut block = b"\x83\x86".to_vec();
    for (name, value) in [(":path", path), (":authority", "test"), ("content-type", "application/grpc")] {
        let lengths = [name, value].map(|text| u8::try_from(text.len()).unwrap());
        block.extend([&[0, lengths[0]], name.as_bytes(), &[lengths[1]], value.as_bytes()].concat());
    }
    frame(1, 4, stream, &block)
}

/// A caller that speaks HTTP/2 only, and so can leave out what a call needs. It lives as long as the task of its connection.
async fn speaks_http2(server: &Server) -> (SendRequest<Bytes>, JoinHandle<Result<(), h2::Error>>) {
    let stream = TcpStream::connect(server.grpc).await.unwrap();
    let (client, connection) = h2::client::handshake(stream).await.unwrap();
    (client, tokio::spawn(connection))
}

/// Begins a call, whose message may follow.
async fn begins(client: &SendRequest<Bytes>, path: &str) -> (ResponseFuture, SendStream<Bytes>) {
    let request = http::Request::post(format!("http://test/tilewright.v1.{path}"));
    let request = request.header("content-type", "application/grpc").header("te", "trailers").body(()).unwrap();
    client.clone().ready().await.unwrap().send_request(request, false).unwrap()
}

/// The status of a call that is refused: it comes with the headers. An answer that has messages leaves it to its end.
async fn refused(answer: ResponseFuture, within: Duration) -> Option<Status> {
    let answer = timeout(within, answer).await.expect("it is answered").unwrap();
    Status::from_header_map(answer.headers())
}

/// The status that a call ends with, by its headers or after its messages.
async fn ends(answer: ResponseFuture) -> Status {
    let (head, mut body) = answer.await.unwrap().into_parts();
    if let Some(status) = Status::from_header_map(&head.headers) {
        return status;
    }
    while let Some(piece) = body.data().await {
        piece.unwrap();
    }
    Status::from_header_map(&body.trailers().await.unwrap().unwrap()).unwrap()
}

async fn serves(server: &Server) {
    let swaps = MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    timeout(LONG, server.puzzles().await.min_swaps(swaps)).await.unwrap().expect("others are served");
}

/// "MadeYouReset" (CVE-2025-8671): calls whose frames are wrong, so that the server resets them itself.
#[tokio::test]
async fn who_makes_the_server_reset_calls_is_cut_off() {
    let server = Server::start(&[]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    stream.write_all(&[GREETING, SETTINGS_TAKEN].concat()).await.unwrap();
    let (mut reads, mut writes) = stream.into_split();
    let sends = async {
        for call in 0..u32::try_from(2 * limits::MADE_RESET).unwrap() {
            // More window than there can be.
            let too_much = frame(8, 0, call * 2 + 1, &0x7fff_ffffu32.to_be_bytes());
            let call = [opens(call * 2 + 1, "/tilewright.v1.PuzzleService/MinSwaps"), too_much.repeat(2)].concat();
            if writes.write_all(&call).await.is_err() {
                return;
            }
        }
        std::future::pending::<()>().await;
    };
    let mut heard = Vec::new();
    let listens = async {
        // An end is an end, with or without an error.
        let _ = reads.read_to_end(&mut heard).await;
    };
    let either = async {
        tokio::select! {
            () = sends => {}
            () = listens => {}
        }
    };
    timeout(LONG, either).await.expect("it is closed");
    server.wait_for("/metrics", "tilewright_connections_open 0\n").await;
    server.wait_for("/metrics", "tilewright_calls_in_flight 0\n").await;
    serves(&server).await;
}

/// Messages of 1 MiB but for the last byte, more than may be kept. Who comes later, and sends all, is let in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_are_nearly_whole_have_a_limit_together() {
    const MESSAGE: usize = 1 << 20;
    const CALLS: usize = limits::UNFINISHED_BYTES / MESSAGE + 8;
    let server = Server::start(&[]).await;
    let length = u32::try_from(MESSAGE).unwrap().to_be_bytes();
    let most: Bytes = [&[0][..], &length, &vec![b'x'; MESSAGE - 1]].concat().into();
    let unfinished = async || {
        let metrics = server.get("/metrics").await;
        let line = metrics.lines().find(|line| line.starts_with("tilewright_messages_unfinished_bytes ")).unwrap();
        line.split_once(' ').unwrap().1.parse::<usize>().unwrap()
    };
    let (client, _connection) = speaks_http2(&server).await;
    let mut calls = Vec::new();
    for call in 0..CALLS {
        let path = ["PuzzleService/Solve", "PuzzleService/BlindSession"][call % 2];
        let (answer, mut sends) = begins(&client, path).await;
        sends.send_data(most.clone(), false).unwrap();
        calls.push((Box::pin(ends(answer)), sends));
    }
    let began = Instant::now();
    while unfinished().await < limits::UNFINISHED_BYTES / 2 {
        assert!(began.elapsed() < LONG, "so much is kept");
        sleep(Duration::from_millis(10)).await;
    }
    let mut refused = 0;
    while refused < CALLS - limits::UNFINISHED_BYTES / MESSAGE {
        assert!(began.elapsed() < LONG, "others give way");
        // What gives way counts until it has heard of it.
        assert!(unfinished().await <= limits::UNFINISHED_BYTES + CALLS * (64 << 10));
        let mut left = Vec::new();
        for (mut answer, sends) in calls {
            match timeout(Duration::from_millis(1), &mut answer).await {
                Ok(status) => {
                    check("a part of a message", &status, (Code::ResourceExhausted, "MESSAGES_UNFINISHED", ""));
                    refused += 1;
                }
                Err(_) => left.push((answer, sends)),
            }
        }
        calls = left;
    }
    sleep(limits::STANDING).await;
    let words = Words { words: vec!["cat".to_owned(); 20_000], ..Words::default() };
    let goal = Some(solve_request::Goal::Words(words));
    let large = SolveRequest { start: Some(grid("tac")), goal, ..SolveRequest::default() };
    let answer = timeout(LONG, server.puzzles().await.solve(large)).await.unwrap().expect("it is let in");
    assert_eq!(answer.into_inner().min_swaps, Some(1));
    drop((calls, client));
    server.wait_for("/metrics", "tilewright_messages_unfinished_bytes 0\n").await;
}

/// Small answers, too, are more than nothing, and their calls have their places.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_whose_answers_nobody_reads_is_closed() {
    let server = Server::start(&["--send-timeout", "500ms"]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    let message = ListDictionariesRequest::default().encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    let call = [
        opens(1, "/tilewright.v1.LexiconService/ListDictionaries"),
        frame(0, 1, 1, &[&[0][..], &length, &message].concat()),
    ];
    stream.write_all(&[GREETING, SETTINGS_TAKEN, &call.concat()].concat()).await.unwrap();
    let (began, mut heard) = (Instant::now(), Vec::new());
    server.wait_for("/metrics", "tilewright_calls_in_flight 1\n").await;
    let _ = timeout(LONG, stream.read_to_end(&mut heard)).await.expect("it is closed");
    assert!(began.elapsed() >= limits::UNREAD_GRACE);
    server.wait_for("/metrics", "tilewright_calls_in_flight 0\n").await;
    serves(&server).await;
}

/// tonic calls these INTERNAL, which wakes somebody.
#[tokio::test]
async fn a_broken_frame_is_its_senders_mistake() {
    let server = Server::start(&[]).await;
    let (client, connection) = speaks_http2(&server).await;
    for path in ["PuzzleService/MinSwaps", "PuzzleService/GenerateBoards", "PuzzleService/StepBlindSession"] {
        for frame in [&b""[..], b"\0\0\0", b"\0\0\0\0\x05abc", b"\x01\0\0\0\0", b"\xff\0\0\0\0"] {
            let (answer, mut message) = begins(&client, path).await;
            message.send_data(frame.to_vec().into(), true).unwrap();
            let status = refused(answer, LONG).await.expect("it is refused");
            check(path, &status, (Code::InvalidArgument, "MALFORMED_MESSAGE", ""));
        }
    }
    connection.abort();
}

#[tokio::test]
async fn a_call_that_sends_no_message_gives_its_place_back() {
    let server = Server::start(&["--max-calls", "1"]).await;
    let (client, connection) = speaks_http2(&server).await;
    let (answer, _message) = begins(&client, "PuzzleService/MinSwaps").await;
    let status = refused(answer, 2 * limits::ARRIVAL).await.expect("it is refused");
    check("no message", &status, (Code::DeadlineExceeded, "MESSAGE_TOO_SLOW", ""));
    serves(&server).await;
    connection.abort();
}

/// Messages arrive with their calls or soon after. So those that never come stand aside.
#[tokio::test]
async fn calls_without_messages_leave_room_for_others() {
    let server = Server::start(&["--max-calls", "2"]).await;
    let (client, connection) = speaks_http2(&server).await;
    let mut waiting = VecDeque::new();
    for under_way in [1, 2] {
        waiting.push_back(begins(&client, "PuzzleService/MinSwaps").await);
        server.wait_for("/metrics", &format!("tilewright_calls_in_flight {under_way}\n")).await;
    }
    sleep(limits::STANDING).await;
    serves(&server).await;
    let (first, _message) = waiting.pop_front().unwrap();
    let status = refused(first, LONG).await.expect("it goes before its time");
    check("no message", &status, (Code::ResourceExhausted, "CROWDED", ""));
    // Its place is used, and so it is not the one to go.
    let (answer, mut message) = waiting.pop_back().unwrap();
    let swaps =
        MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None }.encode_to_vec();
    let length = u32::try_from(swaps.len()).unwrap().to_be_bytes();
    message.send_data([&[0][..], &length, &swaps].concat().into(), true).unwrap();
    assert!(refused(answer, LONG).await.is_none(), "it is answered");
    connection.abort();
}

/// Whoever greets and calls nothing stands aside, too, before and after the greeting; whoever has called does not.
#[tokio::test]
async fn connections_that_call_nothing_leave_room_for_others() {
    let server = Server::start(&["--max-connections", "4"]).await;
    let known = server.connect().await;
    let swaps = || MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    PuzzleServiceClient::new(known.clone()).min_swaps(swaps()).await.unwrap();
    let mut silent = TcpStream::connect(server.grpc).await.unwrap();
    server.wait_for("/metrics", "tilewright_connections_open 2\n").await;
    let mut greets = TcpStream::connect(server.grpc).await.unwrap();
    greets.write_all(&[GREETING, SETTINGS_TAKEN].concat()).await.unwrap();
    server.wait_for("/metrics", "tilewright_connections_open 3\n").await;
    // Anybody may ask how the service is: that is no call.
    let mut asks = HealthClient::new(server.connect().await);
    asks.check(HealthCheckRequest::default()).await.unwrap();
    sleep(limits::STANDING).await;
    let mut newcomers = Vec::new();
    for closed in 1..=3 {
        let mut newcomer = server.puzzles().await;
        timeout(LONG, newcomer.min_swaps(swaps())).await.unwrap().unwrap();
        server.wait_for("/metrics", &format!("tilewright_connections_refused_total {closed}\n")).await;
        newcomers.push(newcomer);
    }
    for stranger in [&mut silent, &mut greets] {
        let _ = timeout(LONG, stranger.read_to_end(&mut Vec::new())).await.expect("it is closed");
    }
    // Nobody is left who would stand aside.
    let mut another = TcpStream::connect(server.grpc).await.unwrap();
    let _ = timeout(LONG, another.read_to_end(&mut Vec::new())).await.expect("it is closed at once");
    for mut client in newcomers.into_iter().chain([PuzzleServiceClient::new(known)]) {
        client.min_swaps(swaps()).await.unwrap();
    }
}

/// Words of nine letters and an opener that splits them in three. While sets of words were named by bits that were the same in every
/// game, these were chosen so that two of the three had one name: the plan of one was taken for the other's, and proven.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_chosen_by_the_names_of_their_sets_are_as_good_as_others() {
    const ZONES: [(&str, &str, &str, u128); 2] = [
        ("aaaaa", "bcdefghijk", "wx", 0x0159_bd84_a21d_6ba9_e90b_ff23),
        ("mmmmm", "lnopqrstuv", "yw", 0x008c_eb52_bd51),
    ];
    let in_zone = |(zone, letters, chosen, places): (&str, &str, &str, u128)| -> Vec<String> {
        let pairs = letters.chars().flat_map(|one| letters.chars().map(move |other| format!("{one}{other}")));
        let ending = |place: usize| if places >> place & 1 == 1 { chosen } else { "ww" };
        pairs.take(90).enumerate().map(|(place, pair)| format!("{zone}{pair}{}", ending(place))).collect()
    };
    let words: Vec<String> = ZONES.into_iter().flat_map(in_zone).collect();
    let server = Server::start(&[]).await;
    let asked = EvaluateStrategyRequest {
        answers: own(&words.join(" ")),
        guesses: own("zzzzzzzyx"),
        objective: Objective::ExpectedGuesses.into(),
        opener: "zzzzzzzyx".to_owned(),
        ..EvaluateStrategyRequest::default()
    };
    let (told, _) = timeout(LONG, evaluate(&server, asked, &words)).await.expect("it has an end");
    assert!(told.proven, "{told:?}");
}

/// Each move says something of a row that no word of the dictionary can be: all of it was held against every word.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_moves_of_tiles_that_make_no_word_are_refused_soon() {
    let server = Server::start(&[]).await;
    let marks = || Some(Marks { rows: vec!["-".repeat(9)] });
    let mut tiles: Vec<char> = "qqqvvvxxx".chars().collect();
    let swaps = (0..).map(|n: usize| (n % 9, (n / 9 + n * n) % 9)).filter_map(|(first, second)| {
        let is_one = tiles[first] != tiles[second];
        tiles.swap(first, second);
        is_one.then_some((first, second))
    });
    let cell = |column: usize| Some(Position { row: 0, column: u32::try_from(column).unwrap() });
    let report = |(first, second)| Report {
        swap: Some(Swap { first: cell(first), second: cell(second) }),
        marks: marks(),
        ..Report::default()
    };
    let unknown = Unknown {
        start: Some(grid("qqqvvvxxx")),
        marks: marks(),
        language: "pl".to_owned(),
        dictionary: "allowed".to_owned(),
        history: swaps.take(limits::HISTORY).map(report).collect(),
        ..Unknown::default()
    };
    let open = Open { feedback: Feedback::RowColours.into(), ..open(Board::Unknown(unknown)) };
    let stepped = timeout(LONG, step(&server, vec![Asked::Open(Box::new(open))])).await.expect("it is refused soon");
    check("no word", &stepped.unwrap_err(), (Code::FailedPrecondition, "CONTRADICTION", ""));
}
