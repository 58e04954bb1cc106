//! What docs/limits.md says of connections and of all calls together is met.

use std::time::{Duration, Instant};

use prost::Message as _;
use tilewright::grpc::limits;
use tilewright::grpc::proto::*;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Request, Status};
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use tonic_types::StatusExt as _;

use crate::support::blind::{Playing, tiny, unknown};
use crate::support::{LONG, Server, call, check, grid};

/// What a client sends first: the preface, and settings that set nothing.
const GREETING: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// The answer to the settings of the other side.
const SETTINGS_TAKEN: &[u8] = b"\0\0\0\x04\x01\0\0\0\0";

#[tokio::test]
async fn headers_that_are_too_long_are_refused() {
    let server = Server::start(&[]).await;
    let asks = |bytes: usize| {
        let mut request =
            Request::new(MarkGuessRequest { guess: "crane".into(), answer: "slate".into(), ..Default::default() });
        request.metadata_mut().insert("x-long", "x".repeat(bytes).parse().unwrap());
        request
    };
    let mut guesses = server.guesses().await;
    guesses.mark_guess(asks(15 << 10)).await.unwrap();
    let status = guesses.mark_guess(asks(17 << 10)).await.unwrap_err();
    assert!(status.message().contains("431"), "{status:?}");
    guesses.mark_guess(asks(1)).await.unwrap();
}

/// A client that calls, and opens no window for the answer: what it is answered with lies here until it is dropped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_nobody_reads_is_dropped() {
    let server = Server::start(&["--send-timeout", "500ms"]).await;
    let unread = |bytes: &str| format!("tilewright_answers_unread_bytes {bytes}\n");
    server.wait_for("/metrics", &unread("0")).await;
    let stream = TcpStream::connect(server.grpc).await.unwrap();
    let (client, connection) = h2::client::handshake(stream).await.unwrap();
    let connection = tokio::spawn(connection);
    let request = http::Request::post("http://test/tilewright.v1.GuessService/RankGuesses");
    let request = request.header("content-type", "application/grpc").header("te", "trailers").body(()).unwrap();
    let (answer, mut body) = client.ready().await.unwrap().send_request(request, false).unwrap();
    let asked = RankGuessesRequest { limit: 200, include_buckets: true, ..RankGuessesRequest::default() };
    let asked = asked.encode_to_vec();
    let length = u32::try_from(asked.len()).unwrap().to_be_bytes();
    body.send_data([&[0][..], &length, &asked].concat().into(), true).unwrap();
    let mut answer = timeout(LONG, answer).await.unwrap().unwrap().into_body();
    let began = Instant::now();
    while server.get("/metrics").await.contains(&unread("0")) {
        assert!(began.elapsed() < LONG, "it lies there");
    }
    server.wait_for("/metrics", &unread("0")).await;
    // What had room comes, and then the end that says why.
    let mut bytes = 0;
    while let Some(piece) = timeout(LONG, answer.data()).await.unwrap() {
        let piece = piece.unwrap();
        bytes += piece.len();
        answer.flow_control().release_capacity(piece.len()).unwrap();
    }
    let trailers = timeout(LONG, answer.trailers()).await.unwrap().unwrap().unwrap();
    let status = Status::from_header_map(&trailers).unwrap();
    check("unread", &status, (Code::Aborted, "READER_TOO_SLOW", ""));
    assert!(bytes < 200 << 10, "{bytes}");
    connection.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_has_so_many_calls_at_once() {
    let server = Server::start(&["--max-streams", "1"]).await;
    let mut puzzles = server.puzzles().await;
    // A game that waits for its first event is a call.
    let (waits, events) = mpsc::channel::<BlindSessionRequest>(1);
    let said = puzzles.blind_session(ReceiverStream::new(events)).await.unwrap();
    let swaps = || MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    assert!(timeout(Duration::from_millis(300), puzzles.min_swaps(swaps())).await.is_err(), "it waits");
    server.puzzles().await.min_swaps(swaps()).await.expect("another connection does not");
    drop((waits, said));
    timeout(LONG, puzzles.min_swaps(swaps())).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_may_watch_and_no_more() {
    let server = Server::start(&["--max-streams", "2000"]).await;
    let channel = server.connect().await;
    let mut watching = Vec::new();
    for _ in 0..limits::PROBES {
        let mut health = HealthClient::new(channel.clone());
        watching.push(health.watch(HealthCheckRequest::default()).await.unwrap());
    }
    let mut health = HealthClient::new(channel);
    let status = health.watch(HealthCheckRequest::default()).await.unwrap_err();
    check("one too many", &status, (Code::ResourceExhausted, "CROWDED", ""));
    health.check(HealthCheckRequest::default()).await.expect("who asks is answered all the same");
    let swaps = MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    server.puzzles().await.min_swaps(swaps).await.expect("other calls are let in");
    drop(watching);
    server.wait_for("/metrics", "tilewright_watches_in_flight 0\n").await;
    health.watch(HealthCheckRequest::default()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_has_so_many_calls_at_once() {
    let server = tiny(&["--max-calls", "1"]).await;
    // It waits for what its player will say.
    let waits = Playing::open(&server, unknown(Feedback::Snapshot)).await;
    server.wait_for("/metrics", "tilewright_games_open 1\n").await;
    let swaps = || MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    let status = server.puzzles().await.min_swaps(swaps()).await.unwrap_err();
    check("one too many", &status, (Code::ResourceExhausted, "CROWDED", ""));
    assert!(status.get_error_details().retry_info().is_some());
    let health = Request::new(HealthCheckRequest::default());
    let told = call::<_, HealthCheckResponse>(&server.connect().await, "/grpc.health.v1.Health/Check", health).await;
    told.expect("health is told all the same");
    drop(waits);
    server.wait_for("/metrics", "tilewright_calls_in_flight 0\n").await;
    server.puzzles().await.min_swaps(swaps()).await.unwrap();
}

#[tokio::test]
async fn who_does_not_answer_whether_it_lives_is_gone() {
    let server = Server::start(&["--keepalive", "1s"]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    // A whole greeting, the answer to the server's settings, and then nothing.
    stream.write_all(&[GREETING, SETTINGS_TAKEN].concat()).await.unwrap();
    let (began, mut heard) = (Instant::now(), Vec::new());
    let _ = timeout(2 * LONG, stream.read_to_end(&mut heard)).await.expect("it is closed");
    let lasted = began.elapsed();
    assert!(lasted >= limits::KEEPALIVE_ANSWER && lasted < 2 * limits::KEEPALIVE_ANSWER, "{lasted:?}");
}

/// Frames of so many calls, each of them given up at once.
fn given_up(calls: u32) -> Vec<u8> {
    let mut frames = Vec::new();
    for stream in (1..).step_by(2).take(calls as usize).map(u32::to_be_bytes) {
        // POST, http, and the path /, whole in one frame; and that nobody wants it any more.
        frames.extend([b"\0\0\x03\x01\x05", &stream[..], b"\x83\x86\x84"].concat());
        frames.extend([b"\0\0\x04\x03\0", &stream[..], b"\0\0\0\x08"].concat());
    }
    frames
}

/// What a server says to these frames until it answers a ping, or ends the connection.
async fn hears(server: &Server, frames: &[u8]) -> Vec<u8> {
    const PING: &[u8] = b"\0\0\x08\x06\0\0\0\0\0tilewrig";
    const PONG: &[u8] = b"\0\0\x08\x06\x01\0\0\0\0tilewrig";
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    // In one piece: nothing of it is looked at before all of it is there.
    stream.write_all(&[GREETING, SETTINGS_TAKEN, frames, PING].concat()).await.unwrap();
    let (mut heard, mut piece) = (Vec::new(), [0; 4096]);
    while !heard.windows(PONG.len()).any(|bytes| bytes == PONG) {
        match timeout(LONG, stream.read(&mut piece)).await.expect("it answers") {
            Ok(bytes @ 1..) => heard.extend(&piece[..bytes]),
            _ => break,
        }
    }
    heard
}

#[tokio::test]
async fn who_gives_up_all_calls_at_once_keeps_the_connection() {
    let has = |heard: &[u8], what: &[u8]| heard.windows(what.len()).any(|bytes| bytes == what);
    let server = Server::start(&[]).await;
    let heard = hears(&server, &given_up(500)).await;
    assert!(has(&heard, b"tilewrig") && !has(&heard, b"too_many_resets"), "{heard:?}");
    let heard = hears(&server, &given_up(20_000)).await;
    assert!(has(&heard, b"too_many_resets"), "{heard:?}");
    let swaps = MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    server.puzzles().await.min_swaps(swaps).await.expect("others are served");
}
