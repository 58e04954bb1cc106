//! Blind games that go on elsewhere: resume tokens on other replicas, under other keys, too late, and touched.

use std::time::Duration;

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::blind_session_response::Event as Said;
use tilewright::grpc::proto::*;
use tonic::Code;
use tonic_types::StatusExt as _;

use crate::support::blind::*;
use crate::support::{Expected, INVALID, Server, check, file};

const FEEDBACKS: [Feedback; 3] = [Feedback::Snapshot, Feedback::SwappedCells, Feedback::RowColours];
const TOKEN_INVALID: Expected = (INVALID, "TOKEN_INVALID", "events[0].open.resume_token");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_from_any_event_on_another_replica() {
    let (one, other) = (replica(&[]).await, replica(&["--worlds-bytes", "0"]).await);
    for feedback in FEEDBACKS {
        for caller in [Caller::Silent, Caller::Advances, Caller::FollowsHints, Caller::Reports(feedback)] {
            let open = Open { include_belief: true, ..caller.opens(feedback) };
            let trace = play(&one, open.clone(), caller, false).await;
            let Some(Said::Opened(Opened { session_id, .. })) = &trace[0].event else { panic!("{trace:?}") };
            for (at, said) in trace.iter().enumerate().take(trace.len() - 1) {
                let is_open = matches!(said.event, Some(Said::Proposed(_)));
                let rest = play(&other, resume(&said.resume_token), caller, is_open).await;
                let name = format!("{feedback:?} {caller:?} after {at}");
                let Some(Said::Opened(opened)) = &rest[0].event else { panic!("{name}: {rest:?}") };
                assert_eq!((&opened.session_id, rest[0].move_number), (session_id, said.move_number), "{name}");
                if let Some(Said::Observed(Observed { grid, marks, belief, .. })) = &said.event {
                    let stands = (&opened.grid, &opened.marks, &opened.belief);
                    assert_eq!(stands, (grid, marks, belief), "{name}");
                }
                let expected = if is_open { &trace[at..] } else { &trace[at + 1..] };
                assert_eq!(bare(&rest[1..]), bare(expected), "{name}");
            }
            let pieces = play_in_pieces(&[&one, &other], open, caller).await;
            assert_eq!(bare(&pieces), bare(&trace), "{feedback:?} {caller:?}");
        }
    }
}

/// What a server answers to a token alone.
async fn resumed(server: &Server, token: &[u8]) -> Result<StepBlindSessionResponse, tonic::Status> {
    step(server, vec![Asked::Open(Box::new(resume(token)))]).await
}

/// A token of a game that waits for its caller.
async fn token(server: &Server) -> Vec<u8> {
    step(server, vec![Asked::Open(Box::new(Caller::Advances.opens(Feedback::Snapshot)))]).await.unwrap().resume_token
}

#[tokio::test]
async fn keys_are_turned_without_losing_a_game() {
    let new_key = KEYS.replace("0011", "ffee");
    let before = replica(&[]).await;
    let ring = file("turned-keys", &format!("# the new one seals\n{new_key}\n{KEYS}"));
    let between = tiny(&["--token-keys-file", &ring]).await;
    let ring = file("new-keys", &new_key);
    let after = tiny(&["--token-keys-file", &ring]).await;

    let old = token(&before).await;
    let new = resumed(&between, &old).await.unwrap().resume_token;
    assert!(resumed(&after, &new).await.is_ok());
    check("a key that was removed", &resumed(&after, &old).await.unwrap_err(), TOKEN_INVALID);
    check("a key that is not there yet", &resumed(&before, &new).await.unwrap_err(), TOKEN_INVALID);
    // A process without keys has one that nobody else has.
    let alone = tiny(&[]).await;
    let own = token(&alone).await;
    assert!(resumed(&alone, &own).await.is_ok());
    check("its own key", &resumed(&tiny(&[]).await, &own).await.unwrap_err(), TOKEN_INVALID);
    check("a foreign key", &resumed(&alone, &old).await.unwrap_err(), TOKEN_INVALID);
}

#[tokio::test]
async fn a_token_that_was_touched_is_no_token_and_tells_no_more() {
    let server = replica(&[]).await;
    let token = token(&server).await;
    let first = resumed(&server, &[7; 100]).await.unwrap_err();
    let mut puzzles = server.puzzles().await;
    for place in 0..=token.len() {
        let mut touched = token.clone();
        match touched.get_mut(place) {
            Some(byte) => *byte ^= 0x10,
            None => touched.push(0),
        }
        for touched in [&touched[..], &token[..place.min(token.len() - 1)]] {
            let events = vec![asked(Asked::Open(Box::new(resume(touched))))];
            let status = puzzles.step_blind_session(StepBlindSessionRequest { events }).await.unwrap_err();
            check("touched", &status, TOKEN_INVALID);
            assert_eq!((status.message(), status.details()), (first.message(), first.details()), "{place}");
        }
    }
    let status = Playing::open(&server, resume(&[7; 100])).await.error().await;
    check("in a stream", &status, (INVALID, "TOKEN_INVALID", "open.resume_token"));
    assert!(resumed(&server, &token).await.is_ok());
}

#[tokio::test]
async fn a_token_expires() {
    let (server, patient) = (replica(&["--token-ttl", "1s"]).await, replica(&[]).await);
    let (token, lasting) = (token(&server).await, token(&patient).await);
    assert!(resumed(&server, &token).await.is_ok());
    tokio::time::sleep(Duration::from_millis(2100)).await;
    let status = resumed(&server, &token).await.unwrap_err();
    check("expired", &status, (Code::FailedPrecondition, "TOKEN_EXPIRED", ""));
    assert!(status.message().contains("events[0].open.resume_token"), "{status}");
    // Each token says itself how long it is good.
    check("elsewhere", &resumed(&patient, &token).await.unwrap_err(), (Code::FailedPrecondition, "TOKEN_EXPIRED", ""));
    assert!(resumed(&server, &lasting).await.is_ok());
}

#[tokio::test]
async fn a_game_whose_dictionary_is_another_here_says_so() {
    let server = replica(&[]).await;
    let token = token(&server).await;
    let other = format!("en/tiny={}", file("other-tiny", &format!("{TINY}ace\n")));
    for flags in [&["--token-keys-file", keys()][..], &["--token-keys-file", keys(), "--dictionary", &other]] {
        let status = resumed(&Server::start(flags).await, &token).await.unwrap_err();
        check("another dictionary", &status, (Code::FailedPrecondition, "DICTIONARY_CHANGED", ""));
        let info = status.get_error_details().error_info().unwrap().clone();
        assert_eq!(info.metadata["dictionary"], "tiny");
    }
}

/// An error leaves the last token good, and the game as it was.
#[tokio::test]
async fn a_mistake_ends_the_stream_and_not_the_game() {
    let (one, other) = (replica(&[]).await, replica(&[]).await);
    let caller = Caller::FollowsHints;
    let mut playing = Playing::open(&one, caller.opens(Feedback::Snapshot)).await;
    let token = playing.heard().await.resume_token;
    playing.say(Asked::Advance(Advance {})).await;
    check("out of turn", &playing.error().await, (INVALID, "OUT_OF_TURN", "advance"));
    let whole = play(&one, caller.opens(Feedback::Snapshot), caller, false).await;
    let rest = play(&other, resume(&token), caller, false).await;
    assert_eq!(bare(&rest), bare(&whole));
}
