//! Tokens: who may call what, how much of it, and what is told of it.

use std::time::Duration;

use rustix::process::Signal;
use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::solve_request::Goal;
use tilewright::grpc::proto::*;
use tonic::{Code, Request, Status};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use tonic_types::StatusExt as _;

use crate::support::binary::Running;
use crate::support::blind::{KEYS, START, TARGET, asked, hidden, keys, open, resume};
use crate::support::tls::Authority;
use crate::support::tokens::{digest, with_token};
use crate::support::{Expected, Server, call, check, file, grid, hold_the_long_lane};

const PLAY: &str = "play-token-0123456789";
const SOLVE: &str = "solve-token-0123456789";
const TARGETS: &str = "targets-token-0123456789";
const ALL: &str = "all-token-0123456789";

/// A line for each scope, and one for all of them.
fn principals() -> String {
    let [play, solve, targets, all] = [PLAY, SOLVE, TARGETS, ALL].map(digest);
    format!("player play {play}\nsolver solve {solve}\neditor targets {targets}\njob play,solve,targets {all}\n")
}

async fn guarded(name: &str, more: &[&str]) -> Server {
    let path = file(name, &principals());
    let tiny = format!("en/tiny={}", file(&format!("{name}-tiny"), crate::support::blind::TINY));
    Server::start(&[&["--auth-file", &*path, "--dictionary", &tiny], more].concat()).await
}

fn seeded() -> Seeded {
    Seeded { seed: "security".to_owned(), ..Seeded::default() }
}

fn board(include_target: bool) -> GenerateBoardRequest {
    GenerateBoardRequest { board: Some(seeded()), include_target, ..GenerateBoardRequest::default() }
}

fn swaps() -> MinSwapsRequest {
    MinSwapsRequest { start: Some(grid("abc/def")), target: Some(grid("fed/cba")), time_limit: None }
}

fn step(opened: Open) -> StepBlindSessionRequest {
    StepBlindSessionRequest { events: vec![asked(Asked::Open(Box::new(opened)))] }
}

/// What each kind of call answers to whoever shows this token: the code, and the scope that is missing.
async fn answers(server: &Server, token: &str) -> Vec<(&'static str, Code, String)> {
    let mut puzzles = server.puzzles().await;
    let mut guesses = server.guesses().await;
    let mut lexicons = server.lexicons().await;
    let mut said = Vec::new();
    let mut note = |name, answer: Result<(), Status>| {
        let (code, scope) = match answer {
            Ok(()) => (Code::Ok, String::new()),
            Err(status) => {
                let details = status.get_error_details();
                let info = details.error_info().unwrap();
                let scope = info.metadata.get("scope").cloned();
                (status.code(), scope.unwrap_or_else(|| info.reason.clone()))
            }
        };
        said.push((name, code, scope));
    };
    note("board", puzzles.generate_board(with_token(token, board(false))).await.map(drop));
    note("target", puzzles.generate_board(with_token(token, board(true))).await.map(drop));
    let many = |include_target| GenerateBoardsRequest {
        template: Some(GenerateBoardRequest {
            board: Some(Seeded::default()),
            include_target,
            ..GenerateBoardRequest::default()
        }),
        seeds: vec!["a".to_owned()],
    };
    note("boards", puzzles.generate_boards(with_token(token, many(false))).await.map(drop));
    note("targets", puzzles.generate_boards(with_token(token, many(true))).await.map(drop));
    note("min swaps", puzzles.min_swaps(with_token(token, swaps())).await.map(drop));
    let words = Words { words: vec!["cat".to_owned()], ..Words::default() };
    let solve = SolveRequest { start: Some(grid("tac")), goal: Some(Goal::Words(words)), ..SolveRequest::default() };
    note("solve", puzzles.solve(with_token(token, solve)).await.map(drop));
    let compare = CompareSolversRequest {
        board: Some(compare_solvers_request::Board::Seeded(seeded())),
        solvers: vec![Solver::Exact.into()],
        ..CompareSolversRequest::default()
    };
    note("compare", puzzles.compare_solvers(with_token(token, compare)).await.map(drop));
    let own = open(Board::Seeded(seeded()));
    note("play", puzzles.step_blind_session(with_token(token, step(own))).await.map(drop));
    note("hidden", puzzles.step_blind_session(with_token(token, step(hidden()))).await.map(drop));
    let mark =
        MarkGuessRequest { guess: "crane".to_owned(), answer: "slate".to_owned(), ..MarkGuessRequest::default() };
    note("mark", guesses.mark_guess(with_token(token, mark)).await.map(drop));
    let chain = LongestChainRequest {
        words: Some(Words { words: vec!["cat".to_owned(), "dog".to_owned()], ..Words::default() }),
        word_length: 3,
        ..LongestChainRequest::default()
    };
    note("chain", guesses.longest_chain(with_token(token, chain)).await.map(drop));
    let look_up = LookUpWordsRequest { words: vec!["cat".to_owned()], ..LookUpWordsRequest::default() };
    note("look up", lexicons.look_up_words(with_token(token, look_up)).await.map(drop));
    said
}

/// The calls that need more than any token, by what they need.
const NEEDS: [(&str, &str); 9] = [
    ("target", "targets"),
    ("targets", "targets"),
    ("min swaps", "solve"),
    ("solve", "solve"),
    ("compare", "targets"),
    ("play", "play"),
    ("hidden", "play"),
    ("mark", "solve"),
    ("chain", "solve"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_scope_opens_what_it_says_and_no_more() {
    let server = guarded("scopes", &[]).await;
    for (token, scopes) in
        [(PLAY, &["play"][..]), (SOLVE, &["solve"]), (TARGETS, &["targets"]), (ALL, &["play", "solve", "targets"])]
    {
        for (name, code, why) in answers(&server, token).await {
            // A board that is brought with its target needs both.
            let needs: Vec<&str> = NEEDS.iter().filter(|(call, _)| *call == name).map(|(_, need)| *need).collect();
            let also = (name == "hidden").then_some("targets");
            let missing = needs.into_iter().chain(also).find(|need| !scopes.contains(need));
            let expected = missing.map_or((Code::Ok, ""), |missing| (Code::PermissionDenied, missing));
            assert_eq!((code, &*why), expected, "{name} with {scopes:?}");
        }
    }
    let metrics = server.get("/metrics").await;
    assert!(metrics.contains("tilewright_auth_refused_total{why=\"scope\"}"), "{metrics}");
}

#[tokio::test]
async fn without_a_good_token_only_health_is_told() {
    let server = guarded("nobody", &[]).await;
    let channel = server.connect().await;
    let mut puzzles = PuzzleServiceClient::new(channel.clone());
    let missing: Expected = (Code::Unauthenticated, "TOKEN_MISSING", "");
    check("no token", &puzzles.min_swaps(swaps()).await.unwrap_err(), missing);
    let mut basic = Request::new(swaps());
    basic.metadata_mut().insert("authorization", "Basic abc".parse().unwrap());
    check("another scheme", &puzzles.min_swaps(basic).await.unwrap_err(), missing);
    let unknown: Expected = (Code::Unauthenticated, "TOKEN_UNKNOWN", "");
    for token in ["nobody's", &digest(ALL), &ALL[1..]] {
        check(token, &puzzles.min_swaps(with_token(token, swaps())).await.unwrap_err(), unknown);
    }
    let check_health = Request::new(HealthCheckRequest::default());
    call::<_, HealthCheckResponse>(&channel, "/grpc.health.v1.Health/Check", check_health).await.unwrap();
    // What is served is nobody's business either.
    for path in ["/no.Service/At", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"] {
        let status = call::<_, HealthCheckResponse>(&channel, path, Request::new(())).await.unwrap_err();
        check(path, &status, missing);
    }
    puzzles.min_swaps(with_token(ALL, swaps())).await.unwrap();
    let metrics = server.get("/metrics").await;
    for line in
        ["tilewright_auth_refused_total{why=\"missing\"} 4\n", "tilewright_auth_refused_total{why=\"unknown\"} 3\n"]
    {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
}

#[tokio::test]
async fn tokens_come_and_go_with_the_file_and_games_are_their_players() {
    let (one, two, other) = ("one-token", "two-token", "other-token");
    let line = |tokens: &[&str]| {
        let digests: Vec<String> = tokens.iter().map(|token| digest(token)).collect();
        format!("bob play {}\neve play {}\n", digests.join(" "), digest(other))
    };
    let path = file("turned", &line(&[one]));
    let flags = ["--auth-file", &path, "--token-keys-file", keys()];
    let server = Server::start(&flags).await;
    let mut puzzles = server.puzzles().await;
    let opens = || {
        let waits = Open { player: Player::Caller.into(), ..open(Board::Seeded(seeded())) };
        step(waits)
    };
    let token = puzzles.step_blind_session(with_token(one, opens())).await.unwrap().into_inner().resume_token;
    std::fs::write(&path, line(&[one, two])).unwrap();
    server.wait_for("/metrics", "tilewright_reloads_total{what=\"auth\",result=\"ok\"} 1\n").await;
    // The same principal by its other token goes on; another does not, and learns no more than of any other bytes.
    let goes_on = || step(resume(&token));
    puzzles.step_blind_session(with_token(two, goes_on())).await.unwrap();
    let status = puzzles.step_blind_session(with_token(other, goes_on())).await.unwrap_err();
    check("eve", &status, (Code::InvalidArgument, "TOKEN_INVALID", "events[0].open.resume_token"));
    std::fs::write(&path, line(&[two])).unwrap();
    server.wait_for("/metrics", "tilewright_reloads_total{what=\"auth\",result=\"ok\"} 2\n").await;
    let status = puzzles.step_blind_session(with_token(one, opens())).await.unwrap_err();
    check("the old one", &status, (Code::Unauthenticated, "TOKEN_UNKNOWN", ""));
    // A file that is wrong locks nobody out, and lets nobody in.
    std::fs::write(&path, "bob play\n").unwrap();
    server.wait_for("/metrics", "tilewright_reloads_total{what=\"auth\",result=\"failed\"} 1\n").await;
    puzzles.step_blind_session(with_token(two, goes_on())).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_principal_has_so_many_calls_a_second_and_so_much_long_work() {
    let (hasty, busy) = ("hasty-token", "busy-token");
    let text = format!("hasty solve calls=2 {}\nbusy solve,targets long=1 {}\n", digest(hasty), digest(busy));
    let path = file("limits", &text);
    let server = Server::start(&["--auth-file", &path, "--threads", "3"]).await;
    let mut puzzles = server.puzzles().await;
    for _ in 0..2 {
        puzzles.min_swaps(with_token(hasty, swaps())).await.unwrap();
    }
    // On a machine that is slow enough, half a second passes between two calls, and there is one more.
    let mut refused = None;
    for _ in 0..100 {
        refused = refused.or(puzzles.min_swaps(with_token(hasty, swaps())).await.err());
    }
    let status = refused.expect("a hundred calls do not take fifty seconds");
    check("too hasty", &status, (Code::ResourceExhausted, "TOO_MANY_CALLS", ""));
    let wait = status.get_error_details().retry_info().unwrap().retry_delay.unwrap();
    assert!(wait > Duration::ZERO && wait <= Duration::from_millis(501), "{wait:?}");
    tokio::time::sleep(Duration::from_millis(510)).await;
    puzzles.min_swaps(with_token(hasty, swaps())).await.unwrap();

    // Where making it takes longer than a slice it would wait for a thread itself.
    let board = GenerateBoardRequest { board: Some(seeded()), ..GenerateBoardRequest::default() };
    puzzles.generate_board(with_token(busy, board)).await.unwrap();
    // Long work that waits for a thread is long work.
    let held = hold_the_long_lane(&server, 0).await;
    let words = |words: usize| {
        let own = Words { words: vec!["cat".to_owned(); words], ..Words::default() };
        let goal = Some(Goal::Words(own));
        with_token(busy, SolveRequest { start: Some(grid("tac")), goal, ..SolveRequest::default() })
    };
    let first = tokio::spawn({
        let mut puzzles = puzzles.clone();
        async move { puzzles.solve(words(300)).await }
    });
    while server.shared.pool.figures(tilewright::compute::Lane::Long).waiting < 1 {
        assert!(!first.is_finished(), "{:?}", first.await);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let too_much: Expected = (Code::ResourceExhausted, "TOO_MUCH_LONG_WORK", "");
    check("a second search", &puzzles.solve(words(300)).await.unwrap_err(), too_much);
    let compare = CompareSolversRequest {
        board: Some(compare_solvers_request::Board::Seeded(seeded())),
        ..CompareSolversRequest::default()
    };
    check("a showdown", &puzzles.compare_solvers(with_token(busy, compare)).await.unwrap_err(), too_much);
    puzzles.min_swaps(with_token(busy, swaps())).await.expect("short work is not counted");
    held.let_go(&server).await;
    first.await.unwrap().unwrap();
    puzzles.solve(words(300)).await.unwrap();
}

/// Everything that is secret goes through a server that logs all that it can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_ever_logged() {
    let (salt, token, unknown) = ("secret-salt-0123456789", "secret-token-0123456789", "secret-stranger-0123456789");
    let authority = Authority::new();
    let pair = authority.pair();
    let paths = pair.write("logged");
    let salt_path = file("logged-salt", salt);
    let auth_path = file("logged-auth", &format!("bob play,solve,targets {}\n", digest(token)));
    let tiny = format!("en/tiny={}", file("logged-tiny", crate::support::blind::TINY));
    let running = Running::start(&[
        "--log-level",
        "trace,tilewright=trace,h2=trace,hyper=trace,rustls=trace,tower=trace,tonic=trace",
        "--token-keys-file",
        keys(),
        "--tls-cert",
        &paths[0],
        "--tls-key",
        &paths[1],
        "--seed-salt-file",
        &salt_path,
        "--auth-file",
        &auth_path,
        "--dictionary",
        &tiny,
        "--grpc-web",
        "on",
    ]);
    let channel = authority.connect(running.grpc, None).await.unwrap();
    let mut puzzles = PuzzleServiceClient::new(channel);
    let made = puzzles.generate_board(with_token(token, board(true))).await.unwrap().into_inner().board.unwrap();
    puzzles.min_swaps(with_token(unknown, swaps())).await.unwrap_err();
    let waits = Open { player: Player::Caller.into(), ..hidden() };
    let said = puzzles.step_blind_session(with_token(token, step(waits))).await.unwrap().into_inner();
    puzzles.step_blind_session(with_token(token, step(resume(&said.resume_token)))).await.unwrap();
    // A file with a token where its digest should be, and one that is no longer a key.
    std::fs::write(&auth_path, format!("bob play {token}\n")).unwrap();
    std::fs::write(&paths[1], &pair.key[..pair.key.len() / 2]).unwrap();
    for what in ["auth", "tls"] {
        let line = format!("tilewright_reloads_total{{what=\"{what}\",result=\"failed\"}} 1\n");
        crate::support::wait_for(running.admin, "/metrics", &line).await;
    }
    // Whatever version of HTTP it comes by.
    let page = format!("POST /x HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {token}\r\ncontent-length: 0\r\n\r\n");
    authority.sends(running.grpc, page.as_bytes()).await;
    let metrics = crate::support::get(running.admin, "/metrics").await;
    running.signal(Signal::TERM);
    let (status, log) = tokio::task::spawn_blocking(|| running.end()).await.unwrap();
    assert_eq!(status, Some(0));
    assert!(log.contains("\"principal\":\"bob\"") && log.contains("must be"), "{log}");
    assert!(log.contains("\"target\":\"h2::"), "the libraries say nothing: the filter is not what it was");
    let of_the_key = pair.key.lines().nth(1).unwrap();
    let target = made.target.unwrap().rows;
    let hidden_rows = format!("{TARGET}/{START}");
    let secrets = [salt, token, unknown, KEYS.trim(), of_the_key].into_iter();
    for secret in secrets.chain(target.iter().map(|row| &**row)).chain(hidden_rows.split('/')) {
        for (place, told) in [("the log", &log), ("the metrics", &metrics)] {
            let at = told.find(secret);
            // Three letters of a board may stand in any word; as a word of its own they do not.
            let alone = at.filter(|&at| secret.len() > 3 || told[..at].ends_with('"'));
            assert_eq!(alone.map(|at| &told[at.saturating_sub(200)..at]), None, "{secret:?} is in {place}");
        }
    }
    let of_resume = format!("{:?}", &said.resume_token[..20]);
    assert!(!log.contains(of_resume.trim_matches(['[', ']'])), "{log}");
}
