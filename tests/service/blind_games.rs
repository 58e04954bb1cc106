//! Blind games through the front door: every way to play them, from the first event to the last.

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::blind_session_response::Event as Said;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::*;

use crate::support::blind::*;
use crate::support::{Server, grid, replay};

const FEEDBACKS: [Feedback; 3] = [Feedback::Snapshot, Feedback::SwappedCells, Feedback::RowColours];

fn callers(feedback: Feedback) -> [Caller; 4] {
    [Caller::Silent, Caller::Advances, Caller::FollowsHints, Caller::Reports(feedback)]
}

/// Holds a whole game to its rules.
fn is_a_game(name: &str, feedback: Feedback, caller: Caller, trace: &[BlindSessionResponse]) {
    let events: Vec<&Said> = trace.iter().map(|said| said.event.as_ref().unwrap()).collect();
    let [Said::Opened(opened), between @ .., Said::Finished(finished)] = &events[..] else {
        panic!("{name}: {events:?}")
    };
    assert_eq!(opened.grid, Some(grid(START)), "{name}");
    let at_start = (feedback != Feedback::SwappedCells).then(|| marks(feedback, &grid(START), None));
    assert_eq!(opened.marks, at_start, "{name}");
    let (mut lies, mut made) = (grid(START), Vec::new());
    assert_eq!(between.len() % 2, 0, "{name}: each move is proposed and observed");
    for pair in between.chunks(2) {
        let [Said::Proposed(proposed), Said::Observed(observed)] = pair else { panic!("{name}: {pair:?}") };
        assert_eq!(proposed.swap, observed.swap, "{name}");
        assert_ne!(proposed.phase(), Phase::Unspecified, "{name}");
        lies = replay(&lies, &[observed.swap.unwrap()]);
        assert_eq!(observed.grid.as_ref(), Some(&lies), "{name}");
        assert_eq!(observed.marks, Some(marks(feedback, &lies, observed.swap.as_ref())), "{name}");
        made.push(observed.swap.unwrap());
    }
    let moves: Vec<u32> = trace.iter().map(|said| said.move_number).collect();
    assert!(moves.is_sorted() && moves.last() == Some(&finished.moves), "{name}: {moves:?}");
    assert_eq!((finished.solved, finished.moves as usize), (true, made.len()), "{name}");
    assert_eq!(finished.target, Some(grid(TARGET)), "{name}");
    assert_eq!(lies, grid(TARGET), "{name}");
    assert_eq!(finished.min_swaps, Some(4), "{name}");
    assert!(finished.learned_at_move.is_some_and(|at| at <= finished.moves), "{name}: {finished:?} {caller:?}");
    let (last, others) = trace.split_last().unwrap();
    assert!(last.resume_token.is_empty() && others.iter().all(|said| !said.resume_token.is_empty()), "{name}");
}

#[tokio::test]
async fn every_game_is_played_to_its_end_as_a_stream_and_in_pieces() {
    let server = tiny(&[]).await;
    for feedback in FEEDBACKS {
        for caller in callers(feedback) {
            for strategy in [Strategy::Unspecified, Strategy::Entropy] {
                let name = format!("{feedback:?} {caller:?} {strategy:?}");
                let open = Open { strategy: strategy.into(), ..caller.opens(feedback) };
                let trace = play(&server, open.clone(), caller, false).await;
                is_a_game(&name, feedback, caller, &trace);
                let pieces = play_in_pieces(&[&server], open, caller).await;
                assert_eq!(pieces, bare_but_id(&pieces), "{name}: in pieces no event has a token");
                assert_eq!(bare(&pieces), bare(&trace), "{name}");
            }
        }
    }
}

fn bare_but_id(trace: &[BlindSessionResponse]) -> Vec<BlindSessionResponse> {
    trace.iter().map(|said| BlindSessionResponse { resume_token: Vec::new(), ..said.clone() }).collect()
}

#[tokio::test]
async fn a_belief_is_said_where_it_is_asked_for() {
    let server = tiny(&[]).await;
    for caller in callers(Feedback::Snapshot) {
        let open = Open { include_belief: true, ..caller.opens(Feedback::Snapshot) };
        let trace = play(&server, open, caller, false).await;
        is_a_game("with belief", Feedback::Snapshot, caller, &trace);
        let mut had: Option<f64> = None;
        for said in &trace {
            let (belief, gained) = match said.event.as_ref().unwrap() {
                Said::Opened(opened) => (opened.belief.as_ref().unwrap(), None),
                Said::Observed(observed) => (observed.belief.as_ref().unwrap(), observed.gained_bits),
                _ => continue,
            };
            assert!(belief.worlds_exact && belief.candidates.len() == 2 && belief.sample.len() <= 5);
            assert!(!belief.sample.is_empty());
            if let Some(had) = had {
                assert!((had - belief.log2_worlds - gained.unwrap()).abs() < 1e-9);
            }
            had = Some(belief.log2_worlds);
        }
        assert_eq!(had, Some(0.0));
    }
}

#[tokio::test]
async fn a_seeds_board_is_played_and_its_target_not_told_unless_it_is_solved() {
    let server = tiny(&[]).await;
    let layout = Some(Layout { kind: layout::Kind::Rows.into(), rows: 2, columns: 3 });
    let board = Seeded { seed: "blind".to_owned(), dictionary: "tiny".to_owned(), layout, ..Seeded::default() };
    let made = GenerateBoardRequest { board: Some(board.clone()), include_target: true, ..Default::default() };
    let made = server.puzzles().await.generate_board(made).await.unwrap().into_inner().board.unwrap();
    let open = open(Board::Seeded(board));
    let trace = step(&server, vec![Asked::Open(Box::new(open.clone()))]).await.unwrap().events;
    let Some(Said::Opened(opened)) = &trace[0].event else { panic!("{trace:?}") };
    assert_eq!(opened.grid, made.start);
    let finished = finished(&trace);
    assert_eq!(
        (finished.solved, finished.target, finished.min_swaps),
        (true, made.target, Some(made.par.unwrap().min_swaps))
    );

    let trace = step(&server, vec![Asked::Open(Box::new(Open { max_moves: 1, ..open }))]).await.unwrap().events;
    let finished = self::finished(&trace);
    assert_eq!((finished.solved, finished.moves, finished.target), (false, 1, None));
    assert_eq!(finished.min_swaps, Some(made.par.unwrap().min_swaps));
    // Whoever brought the target has it anyway.
    let trace = step(&server, vec![Asked::Open(Box::new(Open { max_moves: 1, ..hidden() }))]).await.unwrap().events;
    assert_eq!(self::finished(&trace).target, Some(grid(TARGET)));
}

fn finished(trace: &[BlindSessionResponse]) -> Finished {
    match trace.last().and_then(|said| said.event.clone()) {
        Some(Said::Finished(finished)) => finished,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_board_that_is_solved_at_the_start_is_said_to_be() {
    let server = tiny(&[]).await;
    let solved = Hidden {
        start: Some(grid(TARGET)),
        target: Some(grid(TARGET)),
        dictionary: "tiny".into(),
        ..Hidden::default()
    };
    for player in [Player::Service, Player::Caller] {
        let open = Open { player: player.into(), ..open(Board::Hidden(solved.clone())) };
        let trace = step(&server, vec![Asked::Open(Box::new(open))]).await.unwrap();
        assert!(trace.resume_token.is_empty() && trace.events.len() == 2, "{trace:?}");
        assert_eq!((finished(&trace.events).solved, finished(&trace.events).moves), (true, 0));
    }
}

#[tokio::test]
async fn a_hint_stands_until_the_next_swap() {
    let server = tiny(&[]).await;
    let mut playing = Playing::open(&server, Caller::FollowsHints.opens(Feedback::Snapshot)).await;
    playing.heard().await;
    let mut hints = Vec::new();
    for _ in 0..2 {
        playing.say(Asked::Hint(Hint {})).await;
        hints.push(playing.heard().await.event);
    }
    assert!(hints[0] == hints[1] && matches!(hints[0], Some(Said::Proposed(_))), "{hints:?}");
    // Another swap than the one proposed, cells the other way round.
    let swap = Swap { first: Some(Position { row: 1, column: 2 }), second: Some(Position { row: 0, column: 0 }) };
    playing.say(Asked::Swap(swap)).await;
    let observed = playing.heard().await;
    let Some(Said::Observed(Observed { swap: Some(made), grid: Some(lies), .. })) = observed.event else { panic!() };
    assert_eq!((made.first, made.second), (swap.second, swap.first));
    assert_eq!((lies, observed.move_number), (grid("dtc/gao"), 1));
    playing.close();
    let last = playing.heard().await;
    let given_up = Finished { solved: false, moves: 1, ..Finished::default() };
    assert_eq!((last.event, last.resume_token.len()), (Some(Said::Finished(given_up)), 0));
    assert!(playing.next().await.unwrap().is_none());
}

/// The service plays on after the caller has said all that it will; a game that would wait is given up.
#[tokio::test]
async fn half_closing_gives_up_where_the_game_would_wait() {
    let server = tiny(&[]).await;
    for (caller, ends_solved) in [
        (Caller::Silent, true),
        (Caller::Advances, false),
        (Caller::FollowsHints, false),
        (Caller::Reports(Feedback::Snapshot), false),
    ] {
        let mut playing = Playing::open(&server, caller.opens(Feedback::Snapshot)).await;
        playing.close();
        let mut trace = Vec::new();
        while let Some(said) = playing.next().await.unwrap() {
            trace.push(said);
        }
        let finished = finished(&trace);
        assert_eq!(finished.solved, ends_solved, "{caller:?}");
        if !ends_solved {
            assert_eq!(finished, Finished::default(), "{caller:?}: nothing is revealed");
        }
    }
}

#[tokio::test]
async fn pieces_stop_where_the_game_waits_and_are_not_given_up() {
    let server = tiny(&[]).await;
    let piece = step(&server, vec![Asked::Open(Box::new(Caller::Advances.opens(Feedback::Snapshot)))]).await.unwrap();
    assert!(piece.events.len() == 1 && !piece.resume_token.is_empty());
    let advance = || Asked::Advance(Advance {});
    let events = vec![Asked::Open(Box::new(resume(&piece.resume_token))), advance(), advance()];
    let piece = step(&server, events).await.unwrap();
    let kinds: Vec<_> = piece.events.iter().map(|said| std::mem::discriminant(said.event.as_ref().unwrap())).collect();
    assert_eq!(kinds.len(), 5, "how it stands, then two moves");
    assert_eq!(piece.events[4].move_number, 2);
}

/// A real game that was begun elsewhere: its history tells as much as if it had been played here.
#[tokio::test]
async fn what_was_played_elsewhere_counts() {
    let server = tiny(&[]).await;
    for feedback in FEEDBACKS {
        let caller = Caller::Reports(feedback);
        let trace = play(&server, caller.opens(feedback), caller, false).await;
        let history: Vec<Report> = trace
            .iter()
            .filter_map(|said| match said.event.clone() {
                Some(Said::Observed(Observed { swap, marks, .. })) => Some(Report { swap, marks, solved: None }),
                _ => None,
            })
            .collect();
        for known in 0..history.len() {
            let mut open = caller.opens(feedback);
            let Some(Board::Unknown(unknown)) = &mut open.board else { panic!() };
            unknown.history = history[..known].to_vec();
            let mut rest = play(&server, open, caller, false).await;
            assert_eq!(rest[0].move_number as usize, known);
            // That the target could be known before the first proposal here, nobody looked for.
            let Some(Said::Finished(finished)) = &mut rest.last_mut().unwrap().event else { panic!() };
            let learned = self::finished(&trace).learned_at_move;
            assert_eq!(finished.learned_at_move, learned.max(Some(u32::try_from(known).unwrap())));
            finished.learned_at_move = learned;
            assert_eq!(bare(&rest)[1..], bare(&trace)[1 + 2 * known..], "{feedback:?} after {known}");
        }
    }
}

#[tokio::test]
async fn a_report_may_be_of_another_swap_and_say_that_it_is_won() {
    let server = tiny(&[]).await;
    let mut playing = Playing::open(&server, unknown(Feedback::SwappedCells)).await;
    playing.heard().await;
    playing.heard().await;
    let at = |row, column| Some(Position { row, column });
    let mut lies = grid(START);
    // otc/gad, cta/god, cat/god, cat/dog after these.
    let swaps = [(at(0, 0), at(0, 2)), (at(0, 2), at(1, 1)), (at(0, 1), at(0, 2)), (at(1, 0), at(1, 2))];
    for (n, (first, second)) in swaps.into_iter().enumerate() {
        let swap = Swap { first, second };
        lies = replay(&lies, &[swap]);
        let marks = Some(marks(Feedback::SwappedCells, &lies, Some(&swap)));
        let solved = (n == 3).then_some(true);
        playing.say(Asked::Report(Box::new(Report { swap: Some(swap), marks, solved }))).await;
        let Some(Said::Observed(observed)) = playing.heard().await.event else { panic!() };
        assert_eq!(observed.grid.as_ref(), Some(&lies));
        let next = playing.heard().await;
        match next.event {
            Some(Said::Proposed(_)) if n < 3 => {}
            Some(Said::Finished(finished)) if n == 3 => {
                assert_eq!((finished.solved, finished.target, finished.min_swaps), (true, Some(grid(TARGET)), Some(4)));
            }
            other => panic!("{n}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn open_games_are_counted() {
    let server: Server = tiny(&[]).await;
    server.wait_for("/metrics", "tilewright_games_open 0\n").await;
    let mut playing = Playing::open(&server, Caller::Advances.opens(Feedback::Snapshot)).await;
    playing.heard().await;
    let text = server.wait_for("/metrics", "tilewright_games_open 1\n").await;
    assert!(text.contains("\ntilewright_cache_bytes{cache=\"worlds\"} "), "{text}");
    drop(playing);
    server.wait_for("/metrics", "tilewright_games_open 0\n").await;
}
