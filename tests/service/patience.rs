//! Deadlines, callers that leave, full queues, and short calls beside long ones.

use std::time::{Duration, Instant};

use tilewright::budget::Limits;
use tilewright::compute::Admission;
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tonic::{Code, Request};
use tonic_types::StatusExt as _;

use crate::support::{Server, grid, hold_the_long_lane, let_in};

/// A board that takes 100,000 nodes not to be found: a second or so where nothing is optimised, a tenth where it is.
fn long_search(seed: &str) -> GenerateBoardRequest {
    let difficulty = Difficulty { min_swaps: Some(CountRange { least: 24, most: None }), ..Difficulty::default() };
    let board = Seeded { seed: seed.to_owned(), difficulty: Some(difficulty), ..Seeded::default() };
    GenerateBoardRequest { board: Some(board), ..GenerateBoardRequest::default() }
}

fn short_call() -> MinSwapsRequest {
    MinSwapsRequest { start: Some(grid("abc/def")), target: Some(grid("fed/cba")), time_limit: None }
}

/// Swaps to any of these words, the caller's own.
fn to_words(start: &str, words: Vec<String>) -> SolveRequest {
    let goal = Some(Goal::Words(Words { words, ..Words::default() }));
    SolveRequest { start: Some(grid(start)), goal, ..SolveRequest::default() }
}

/// Every fill of thirty tiles: more than anyone waits for.
fn endless_fills() -> SolveRequest {
    let start = "wsooa/snido/rhtpy/uhtvc/uianj/stare";
    SolveRequest { scope: Scope::All.into(), max_solutions: 1000, ..to_words(start, Vec::new()) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_limit_and_a_deadline_end_a_board_that_is_not_found() {
    // A margin that a busy machine does not miss: tonic's client has a timer of its own, which ends the call at the deadline.
    let server = Server::start(&["--deadline-margin", "200ms"]).await;
    let limited = GenerateBoardRequest {
        time_limit: Some(prost_types::Duration { seconds: 0, nanos: 20_000_000 }),
        ..long_search("limit")
    };
    let started = Instant::now();
    let status = server.puzzles().await.generate_board(limited).await.unwrap_err();
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert_eq!(status.get_error_details().error_info().unwrap().reason, "TIME_SPENT");
    assert!(started.elapsed() >= Duration::from_millis(20));

    let mut hurried = Request::new(long_search("deadline"));
    hurried.set_timeout(Duration::from_millis(400));
    let status = server.puzzles().await.generate_board(hurried).await.unwrap_err();
    // The service's own answer, which comes before the deadline, not the transport's.
    assert_eq!(status.code(), Code::DeadlineExceeded, "{status:?}");
    server.puzzles().await.min_swaps(short_call()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_is_not_found_says_so_and_is_remembered() {
    let server = Server::start(&[]).await;
    let mut spent = Vec::new();
    for _ in 0..2 {
        let started = Instant::now();
        let status = server.puzzles().await.generate_board(long_search("remembered")).await.unwrap_err();
        assert_eq!(status.get_error_details().error_info().unwrap().reason, "BOARD_NOT_FOUND");
        spent.push(started.elapsed());
    }
    assert!(spent[1] < spent[0] / 2, "{spent:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_leaves_frees_the_thread() {
    let server = Server::start(&[]).await;
    for n in 0..5 {
        let mut puzzles = server.puzzles().await;
        let call = tokio::spawn(async move { puzzles.generate_board(long_search(&format!("left/{n}"))).await });
        tokio::time::sleep(Duration::from_millis(15)).await;
        call.abort();
        let left = Instant::now();
        // The one long thread is free again as soon as the search has noticed.
        let probe = server.shared.pool.run_long(Limits::default(), Admission::Refuse, |_| Instant::now());
        let free = probe.await.unwrap().answer;
        let noticed = free.saturating_duration_since(left);
        assert!(noticed < Duration::from_millis(200), "{noticed:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_leaves_a_search_for_words_frees_the_thread() {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let call = tokio::spawn(async move { puzzles.solve(endless_fills()).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    call.abort();
    let left = Instant::now();
    let probe = server.shared.pool.run_long(Limits::default(), Admission::Refuse, |_| Instant::now());
    let noticed = probe.await.unwrap().answer.saturating_duration_since(left);
    assert!(noticed < Duration::from_secs(1), "{noticed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_of_words_is_long_work_and_a_short_one_is_not() {
    let server = Server::start(&["--queue-long", "1", "--deadline-margin", "200ms"]).await;
    let list = |words: usize| to_words("tac", vec!["cat".to_owned(); words]);
    let held = hold_the_long_lane(&server, 1).await;
    let short = let_in(|| async { server.puzzles().await.solve(list(3)).await }).await.unwrap();
    assert_eq!(short.into_inner().min_swaps, Some(1));
    let status = server.puzzles().await.solve(list(251)).await.unwrap_err();
    assert_eq!(status.get_error_details().error_info().unwrap().reason, "OVERLOADED");
    held.let_go(&server).await;

    // No thread takes it in time, so that no search began: there is nothing to tell.
    let held = hold_the_long_lane(&server, 0).await;
    let mut hurried = Request::new(list(251));
    hurried.set_timeout(Duration::from_millis(400));
    let status = server.puzzles().await.solve(hurried).await.unwrap_err();
    assert_eq!(status.code(), Code::DeadlineExceeded, "{status:?}");
    assert_eq!(status.get_error_details().error_info().unwrap().reason, "TIME_SPENT");
    held.let_go(&server).await;
    let long = server.puzzles().await.solve(list(50_000)).await.unwrap().into_inner();
    assert_eq!(long.min_swaps, Some(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_impatient_caller_loses_nothing_for_the_others() {
    let server = Server::start(&[]).await;
    let mut impatient = Request::new(long_search("shared"));
    impatient.set_timeout(Duration::from_millis(30));
    let (mut one, mut other) = (server.puzzles().await, server.puzzles().await);
    let (hurried, patient) = tokio::join!(one.generate_board(impatient), other.generate_board(long_search("shared")));
    // The service's answer or the client's own timer, whichever is first.
    assert!([Code::DeadlineExceeded, Code::Cancelled].contains(&hurried.unwrap_err().code()));
    let patient = patient.unwrap_err();
    assert_eq!(patient.get_error_details().error_info().unwrap().reason, "BOARD_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_lane_refuses_at_once_with_when_to_try_again() {
    let server = Server::start(&["--queue-long", "2"]).await;
    let held = hold_the_long_lane(&server, 2).await;
    let status = server.puzzles().await.generate_board(long_search("full")).await.unwrap_err();
    let details = status.get_error_details();
    assert_eq!((status.code(), &*details.error_info().unwrap().reason), (Code::ResourceExhausted, "OVERLOADED"));
    assert!(details.retry_info().unwrap().retry_delay.unwrap() > Duration::ZERO);
    server.puzzles().await.min_swaps(short_call()).await.unwrap();
    held.let_go(&server).await;
    let status = server.puzzles().await.generate_board(long_search("full")).await.unwrap_err();
    assert_eq!(status.get_error_details().error_info().unwrap().reason, "BOARD_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn short_calls_are_served_beside_long_ones() {
    let server = Server::start(&[]).await;
    let _held = hold_the_long_lane(&server, 1).await;
    let mut puzzles = server.puzzles().await;
    for _ in 0..200 {
        puzzles.min_swaps(short_call()).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_that_a_draining_server_cannot_finish_is_told_so() {
    let server = Server::start(&["--drain", "1s"]).await;
    let mut stream = long_batch(&server).await;
    let reading = tokio::spawn(async move {
        loop {
            match stream.message().await {
                Ok(Some(_)) => {}
                ended => return ended,
            }
        }
    });
    let (_, took) = server.end().await;
    assert!(took < Duration::from_secs(10), "{took:?}");
    let status = reading.await.unwrap().unwrap_err();
    assert_eq!(
        (status.code(), &*status.get_error_details().error_info().unwrap().reason),
        (Code::Unavailable, "DRAINING")
    );
}

/// A batch of a thousand boards, none of which is found.
async fn long_batch(server: &Server) -> tonic::Streaming<GenerateBoardsResponse> {
    let template = Some(GenerateBoardRequest {
        board: Some(Seeded { seed: String::new(), ..long_search("").board.unwrap() }),
        ..GenerateBoardRequest::default()
    });
    let seeds = (0..1000).map(|n| n.to_string()).collect();
    let batch = GenerateBoardsRequest { template, seeds };
    server.puzzles().await.generate_boards(batch).await.unwrap().into_inner()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_whose_reader_leaves_computes_no_further() {
    let server = Server::start(&[]).await;
    let stream = long_batch(&server).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop(stream);
    let left = Instant::now();
    // Were the batch to go on, its pieces would fill the lane for minutes.
    let probe = server.shared.pool.run_long(Limits::default(), Admission::Wait, |_| ());
    tokio::time::timeout(Duration::from_secs(5), probe).await.expect("the batch goes on").unwrap();
    assert!(left.elapsed() < Duration::from_secs(2), "{:?}", left.elapsed());
}
