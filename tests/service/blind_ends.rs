//! How blind games end that are not played to their end: by their callers, by their server, by the clock.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use tilewright::budget::Limits;
use tilewright::compute::{Admission, Lane};
use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::*;
use tilewright::grpc::status::PUSHBACK;
use tonic::Code;
use tonic::transport::Endpoint;
use tonic_types::StatusExt as _;

use crate::support::blind::*;
use crate::support::{LONG, Server, check, grid};

/// A game that waits for its caller.
fn waiting() -> Open {
    Caller::Advances.opens(Feedback::Snapshot)
}

#[tokio::test]
async fn a_caller_that_says_nothing_is_not_waited_for() {
    let server = replica(&["--game-idle", "200ms"]).await;
    let mut playing = Playing::open(&server, waiting()).await;
    let token = playing.heard().await.resume_token;
    let heard = Instant::now();
    check("idle", &playing.error().await, (Code::Aborted, "GAME_IDLE", ""));
    assert!(heard.elapsed() >= Duration::from_millis(150), "{:?}", heard.elapsed());
    assert!(step(&server, vec![Asked::Open(Box::new(resume(&token)))]).await.is_ok());
    let mut silent = Playing::connect(&server).await.unwrap();
    check("never opened", &silent.error().await, (Code::Aborted, "GAME_IDLE", ""));
    server.wait_for("/metrics", "tilewright_games_open 0\n").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draining_server_sends_its_games_elsewhere() {
    let (server, other) = (replica(&["--drain", "1s"]).await, replica(&[]).await);
    let mut playing = Playing::open(&server, waiting()).await;
    let token = playing.heard().await.resume_token;
    let (ended, _) = server.end().await;
    check("draining", &playing.error().await, (Code::Unavailable, "DRAINING", ""));
    assert_eq!(ended.calls_cut, 0);
    let rest = play(&other, resume(&token), Caller::Advances, false).await;
    assert!(rest.len() > 2);
}

#[tokio::test]
async fn as_many_games_are_open_as_may_be() {
    let server = replica(&["--max-games", "2"]).await;
    let mut first = Playing::open(&server, waiting()).await;
    first.heard().await;
    let second = Playing::open(&server, waiting()).await;
    server.wait_for("/metrics", "tilewright_games_open 2\n").await;
    let full = (Code::ResourceExhausted, "TOO_MANY_GAMES", "");
    let status = Playing::connect(&server).await.err().expect("no place");
    check("a stream", &status, full);
    let after = status.get_error_details().retry_info().unwrap().retry_delay.unwrap();
    assert!(after > Duration::ZERO);
    assert_eq!(status.metadata().get(PUSHBACK).unwrap(), &*after.as_millis().to_string());
    check("a piece", &step(&server, vec![Asked::Open(Box::new(waiting()))]).await.unwrap_err(), full);
    // Leaving, closing and erring each give the place back.
    drop(second);
    server.wait_for("/metrics", "tilewright_games_open 1\n").await;
    let mut erring = Playing::open(&server, waiting()).await;
    erring.heard().await;
    erring.say(Asked::Hint(Hint {})).await;
    check("an error", &erring.error().await, (crate::support::INVALID, "OUT_OF_TURN", "hint"));
    server.wait_for("/metrics", "tilewright_games_open 1\n").await;
    first.close();
    first.heard().await;
    assert!(first.next().await.unwrap().is_none());
    server.wait_for("/metrics", "tilewright_games_open 0\n").await;
    assert!(step(&server, vec![Asked::Open(Box::new(waiting()))]).await.is_ok());
}

#[tokio::test]
async fn a_deadline_ends_a_game_that_waits() {
    let server = replica(&[]).await;
    let mut playing = Playing::connect_within(&server, Some(Duration::from_millis(300))).await.unwrap();
    playing.say(Asked::Open(Box::new(waiting()))).await;
    playing.heard().await;
    let status = playing.error().await;
    // The service's answer or the client's own timer, whichever is first.
    assert!([Code::DeadlineExceeded, Code::Cancelled].contains(&status.code()), "{status:?}");
    server.wait_for("/metrics", "tilewright_games_open 0\n").await;
}

/// A board of so many worlds that nobody waits until they are counted, told of nothing.
fn endless() -> Open {
    let start = Some(grid("wsooa/snido/rhtpy/uhtvc/uianj"));
    let unknown = Unknown { start, dictionary: "allowed".to_owned(), ..Unknown::default() };
    let feedback = Feedback::SwappedCells.into();
    Open { feedback, include_belief: true, ..open(Board::Unknown(unknown)) }
}

/// Waits until the long lane has a thread free, and says how long that took.
async fn free_again(server: &Server) -> Duration {
    let began = Instant::now();
    let probe = server.shared.pool.run_long(Limits::default(), Admission::Wait, |_| ());
    tokio::time::timeout(LONG, probe).await.expect("the game goes on").unwrap();
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_leaves_frees_thread_and_place() {
    // So that there is one thread for long steps.
    let server = replica(&["--worlds-bytes", "0", "--threads", "1"]).await;
    // What it takes where nobody leaves.
    let began = Instant::now();
    step(&server, vec![Asked::Open(Box::new(endless()))]).await.unwrap();
    let whole = began.elapsed();
    for in_pieces in [false, true] {
        let mut puzzles = server.puzzles().await;
        let leaving = tokio::spawn(async move {
            if in_pieces {
                let events = vec![asked(Asked::Open(Box::new(endless())))];
                let _ = puzzles.step_blind_session(StepBlindSessionRequest { events }).await;
            } else {
                let events = tokio_stream::iter([asked(Asked::Open(Box::new(endless())))]);
                let mut said = puzzles.blind_session(events).await.unwrap().into_inner();
                while said.message().await.unwrap().is_some() {}
            }
        });
        server.wait_for("/metrics", "tilewright_games_open 1\n").await;
        tokio::time::sleep(Duration::from_millis(30)).await;
        leaving.abort();
        server.wait_for("/metrics", "tilewright_games_open 0\n").await;
        let took = free_again(&server).await;
        assert!(took < whole / 3, "{took:?} of {whole:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_piece_ends_with_its_server() {
    let mut server = replica(&["--worlds-bytes", "0", "--drain", "400ms"]).await;
    let seeded = Seeded { seed: "long".to_owned(), dictionary: "allowed".to_owned(), ..Seeded::default() };
    let whole_game = Open { feedback: Feedback::SwappedCells.into(), ..open(Board::Seeded(seeded)) };
    let mut puzzles = server.puzzles().await;
    let piece = tokio::spawn(async move {
        let events = vec![asked(Asked::Open(Box::new(whole_game)))];
        puzzles.step_blind_session(StepBlindSessionRequest { events }).await
    });
    server.wait_for("/metrics", "tilewright_games_open 1\n").await;
    server.stop();
    let status = piece.await.unwrap().unwrap_err();
    check("a piece", &status, (Code::Unavailable, "DRAINING", ""));
}

/// Games wait for room in the pool where a call would be refused, and none is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_waits_for_room() {
    let server = replica(&["--threads", "1", "--queue", "1", "--queue-long", "1"]).await;
    // Both threads and both queues are taken.
    let (let_go, closed) = mpsc::channel::<()>();
    let closed = std::sync::Arc::new(std::sync::Mutex::new(closed));
    let mut holding = Vec::new();
    for _ in 0..3 {
        let (pool, closed) = (std::sync::Arc::clone(&server.shared.pool), closed.clone());
        holding.push(tokio::spawn(async move {
            let hold = move |_: &_| {
                let _ = closed.lock().unwrap().recv();
            };
            pool.run_admitted(Limits::default(), Admission::Wait, hold).await
        }));
    }
    while server.shared.pool.figures(Lane::Short).waiting < 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut games = Vec::new();
    for _ in 0..10 {
        games.push(Playing::open(&server, Caller::Silent.opens(Feedback::Snapshot)).await);
    }
    server.wait_for("/metrics", "tilewright_games_open 10\n").await;
    drop(let_go);
    for game in &mut games {
        while game.next().await.unwrap().is_some() {}
    }
    for held in holding {
        held.await.unwrap().unwrap();
    }
}

/// A reader that stops reading is not waited for longer than the setting says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_is_too_slow_is_left() {
    let server = replica(&["--send-timeout", "200ms"]).await;
    // Much to say: a game of hints, none of which is read, until the stream's window is full.
    let open = Open { include_belief: true, ..Caller::FollowsHints.opens(Feedback::Snapshot) };
    let endpoint = Endpoint::from_shared(format!("http://{}", server.grpc)).unwrap().initial_stream_window_size(65_535);
    let client = PuzzleServiceClient::new(endpoint.connect().await.unwrap());
    let mut playing = Playing::through(client, None).await.unwrap();
    playing.say(Asked::Open(Box::new(open))).await;
    playing.heard().await;
    // Each is answered with some hundreds of bytes, of which the window has some tens of thousands.
    for _ in 0..1500 {
        playing.say(Asked::Hint(Hint {})).await;
    }
    server.wait_for("/metrics", "tilewright_games_open 0\n").await;
    check("too slow", &playing.error().await, (Code::Aborted, "READER_TOO_SLOW", ""));
}
