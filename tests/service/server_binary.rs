//! The binary: its settings, its exit statuses, its log, its signals.

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use rustix::process::Signal;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tonic::transport::Endpoint;
use tonic::{Request, Response, Status, Streaming};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use crate::support::binary::{Running, field, text, tilewright, wrong_settings};
use crate::support::{LONG, call};

#[test]
fn all_wrong_settings_are_told_at_once_whence_ever_they_come() {
    let output = tilewright(&["--threads", "0", "--listen", "0.0.0.0:50051", "--seed-salt-file", "/no/such/salt"])
        .env("TILEWRIGHT_DRAIN", "soon")
        .env("TILEWRIGHT_THREADS", "1")
        .env("TILEWRIGHT_DICTIONARY", "en/a=/lists/a,b,en/c=/lists/c")
        .env("TILEWRIGHT_ALLOW_PLAINTEXT", "off")
        .env("TILEWRIGHT_PORT", "tcp://10.0.0.1:50051")
        .output()
        .unwrap();
    let wrong = wrong_settings(&output);
    assert_eq!(wrong.len(), 5, "{wrong:?}");
    for (flag, env, right) in [
        ("--listen", "TILEWRIGHT_LISTEN", "--allow-plaintext"),
        ("--threads", "TILEWRIGHT_THREADS", "from 1 to 1024"),
        ("--dictionary", "TILEWRIGHT_DICTIONARY", "LANG/NAME=PATH"),
        ("--seed-salt-file", "TILEWRIGHT_SEED_SALT_FILE", "can be read"),
        ("--drain", "TILEWRIGHT_DRAIN", "0s to 1h"),
    ] {
        let line = wrong.iter().find(|line| line.contains(&format!("{flag} (or {env})"))).expect(flag);
        assert!(line.contains(right), "{line}");
    }
    assert!(wrong.iter().any(|line| line.contains("\"b\"")), "{wrong:?}");
}

#[test]
fn a_salt_of_the_wrong_length_is_refused_and_not_shown() {
    let path = std::env::temp_dir().join(format!("tilewright-salt-{}", std::process::id()));
    std::fs::write(&path, "too short\n").unwrap();
    let output = tilewright(&["--drain", "1h"]).env("TILEWRIGHT_SEED_SALT_FILE", &path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    let wrong = wrong_settings(&output);
    assert!(wrong.len() == 1 && wrong[0].contains("16 to 1024 bytes"), "{wrong:?}");
    assert!(!text(&output.stderr).contains("too short"));
}

#[test]
fn what_only_the_word_lists_know_is_refused_alike() {
    let flags =
        ["--default-language", "xx", "--dictionary", "en/pets=/no/such/list", "--dictionary", "en/all=/dev/null"];
    let output = tilewright(&flags).output().unwrap();
    let wrong = wrong_settings(&output);
    assert_eq!(wrong.len(), 3, "{wrong:?}");
    assert!(wrong.iter().any(|line| line.contains("--default-language") && line.contains("en")), "{wrong:?}");
    let edition = tilewright(&["--default-edition", "2"]).output().unwrap();
    assert!(wrong_settings(&edition)[0].contains("--default-edition (or TILEWRIGHT_DEFAULT_EDITION)"));
}

#[test]
fn an_unknown_flag_exits_as_usage_and_help_as_success() {
    let output = tilewright(&["--lisen", "127.0.0.1:0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(64), "{output:?}");
    assert!(text(&output.stderr).contains("--lisen"));
    for flag in ["--help", "--version"] {
        let output = tilewright(&[flag]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(text(&output.stdout).contains("tilewright"));
    }
}

#[test]
fn a_port_in_use_is_told_with_its_setting() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = tilewright(&["--listen", "127.0.0.1:0", "--admin-listen", &address]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = text(&output.stderr);
    assert!(told.contains("--admin-listen (or TILEWRIGHT_ADMIN_LISTEN)") && told.contains(&address), "{told}");
    assert!(!told.contains("panic"), "{told}");
}

#[tokio::test]
async fn it_logs_a_line_a_call_and_drains_on_sigterm() {
    let running = Running::start(&["--log-level", "debug"]);
    let address = format!("http://{}", running.grpc);
    let channel = Endpoint::from_shared(address).unwrap().connect().await.unwrap();
    let mut request = Request::new(HealthCheckRequest::default());
    request.metadata_mut().insert("x-request-id", "first".parse().unwrap());
    call::<_, HealthCheckResponse>(&channel, "/grpc.health.v1.Health/Check", request).await.unwrap();
    let mut request = Request::new(());
    request.metadata_mut().insert("x-request-id", "second".parse().unwrap());
    call::<_, ()>(&channel, "/no.Service/At", request).await.unwrap_err();
    running.signal(Signal::TERM);
    let (status, log) = tokio::task::spawn_blocking(|| running.end()).await.unwrap();
    assert_eq!(status, Some(0), "{log}");
    let calls: Vec<&str> = log.lines().filter(|line| line.contains("\"request_id\"")).collect();
    assert_eq!(calls.len(), 2, "{log}");
    for (line, id, level, method, code) in [
        (calls[0], "first", "DEBUG", "grpc.health.v1.Health/Check", "OK"),
        (calls[1], "second", "INFO", "unknown", "UNIMPLEMENTED"),
    ] {
        assert_eq!(["request_id", "level", "method", "code"].map(|name| field(line, name)), [id, level, method, code]);
        for time in ["\"queue_ms\":", "\"compute_ms\":", "\"total_ms\":"] {
            assert!(line.contains(time), "{line}");
        }
    }
    let last = log.lines().last().unwrap();
    assert_eq!(field(last, "message"), "ended");
}

#[test]
fn keys_of_tokens_are_not_warned_of_nor_shown() {
    let key = "5ec2e7".repeat(10) + "5ec2";
    let path = crate::support::file("binary-keys", &format!("{key}\n"));
    let running = Running::start(&["--token-keys-file", &path, "--log-level", "trace"]);
    running.signal(Signal::TERM);
    let (status, log) = running.end();
    assert!(status == Some(0) && !log.contains("5ec2e7"), "{log}");
    std::fs::write(&path, format!("{key}\n{key}x\n")).unwrap();
    let output = tilewright(&["--token-keys-file", &path]).output().unwrap();
    let wrong = wrong_settings(&output);
    assert!(wrong.len() == 1 && wrong[0].contains("line 2 is not one"), "{wrong:?}");
    assert!(!text(&output.stderr).contains("5ec2e7"));
}

/// A call that never ends, since its body never comes, and that is under way.
async fn never_ending(running: &Running) -> JoinHandle<Result<Response<Streaming<HealthCheckResponse>>, Status>> {
    let address = format!("http://{}", running.grpc);
    let channel = Endpoint::from_shared(address).unwrap().connect().await.unwrap();
    let never = tokio_stream::pending::<HealthCheckRequest>();
    let calling =
        tokio::spawn(
            async move { crate::support::stream(&channel, "/tilewright.v1.GuessService/MarkGuess", never).await },
        );
    crate::support::wait_for(running.admin, "/metrics", "tilewright_calls_in_flight 1\n").await;
    calling
}

#[tokio::test]
async fn a_second_signal_ends_at_once() {
    let running = Running::start(&["--drain", "1h"]);
    let calling = never_ending(&running).await;
    running.signal(Signal::INT);
    crate::support::wait_for(running.admin, "/readyz", "draining").await;
    running.signal(Signal::TERM);
    let (status, log) = tokio::task::spawn_blocking(|| running.end()).await.unwrap();
    assert_eq!(status, Some(1), "{log}");
    assert!(log.contains("a second signal"), "{log}");
    assert!(calling.await.unwrap().is_err());
}

#[tokio::test]
async fn a_health_check_exits_as_the_server_is() {
    let running = Running::start(&["--drain", "1h"]);
    let admin = running.admin.to_string();
    let asks = |more: &[&str]| {
        let output = tilewright(&[&["healthcheck", "--admin-listen", &admin], more].concat()).output().unwrap();
        (output.status.code(), text(&output.stderr).to_owned())
    };
    assert_eq!(asks(&[]), (Some(0), String::new()));
    assert_eq!(asks(&["--live"]), (Some(0), String::new()));
    let calling = never_ending(&running).await;
    running.signal(Signal::TERM);
    crate::support::wait_for(running.admin, "/readyz", "draining").await;
    let (status, says) = asks(&[]);
    assert!(status == Some(1) && says.contains("503") && says.contains("draining"), "{says}");
    assert_eq!(asks(&["--live"]).0, Some(0));
    running.signal(Signal::TERM);
    tokio::task::spawn_blocking(|| running.end()).await.unwrap();
    assert_eq!(asks(&[]).0, Some(1));
    assert!(calling.await.unwrap().is_err());
    assert_eq!(tilewright(&["healthcheck", "--admin-listen", "x"]).output().unwrap().status.code(), Some(64));
}

/// A shell's usual limit of files is raised to what `--max-connections` needs; a hard one is not, and fewer are taken.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn few_files_keep_nobody_out() {
    for (limit, connections) in [("-S -n 160", "4096"), ("-n 160", "20")] {
        let by_shell = |flags: &[&str]| {
            let mut command = Command::new("sh");
            let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
            command.args(["-c", &script, env!("CARGO_BIN_EXE_tilewright")]).args(flags);
            command
        };
        let server = Running::start_by(by_shell, &["--max-connections", connections]);
        let idle: Vec<_> = (0..200).map(|_| TcpStream::connect(server.grpc).unwrap()).collect();
        tokio::time::sleep(tilewright::grpc::limits::STANDING).await;
        let channel = Endpoint::from_shared(format!("http://{}", server.grpc)).unwrap().connect_lazy();
        let asks = || Request::new(HealthCheckRequest::default());
        let let_in = async {
            // On a busy machine the idle ones may have come no longer ago than the newcomer.
            while call::<_, HealthCheckResponse>(&channel, "/grpc.health.v1.Health/Check", asks()).await.is_err() {
                tokio::time::sleep(tilewright::grpc::limits::STANDING).await;
            }
        };
        timeout(LONG, let_in).await.expect("a newcomer is let in");
        drop(idle);
        server.signal(Signal::TERM);
        let (status, log) = server.end();
        assert_eq!(status, Some(0), "{log}");
        assert!(!log.contains("cannot accept"), "{log}");
    }
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 160 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tilewright")])
        .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-format", "json", "--drain", "0s"])
        .stderr(std::process::Stdio::piped())
        .spawn();
    let mut child = output.unwrap();
    let mut log = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    while !told.contains("fewer files") {
        assert!(std::io::BufRead::read_line(&mut log, &mut told).unwrap() > 0, "{told}");
    }
    assert!(told.contains("\"connections\":32,\"files\":160"), "{told}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Where the system has no file left for a connection, whatever the settings say, those that have called nothing give theirs back.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_system_without_files_keeps_nobody_out() {
    let server = Running::start(&[]);
    crate::support::wait_for(server.admin, "/readyz", "200 OK").await;
    server.may_open(4);
    let greets = |_| {
        let mut stream = TcpStream::connect(server.grpc).unwrap();
        // All that HTTP/2 begins with, so that nothing else ends it soon.
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
        stream
    };
    let idle: Vec<_> = (0..8).map(greets).collect();
    let channel = Endpoint::from_shared(format!("http://{}", server.grpc)).unwrap().connect_lazy();
    let asks = Request::new(HealthCheckRequest::default());
    let asked = call::<_, HealthCheckResponse>(&channel, "/grpc.health.v1.Health/Check", asks);
    timeout(LONG, asked).await.expect("a newcomer is let in").unwrap();
    drop(idle);
    server.signal(Signal::TERM);
    let (status, log) = server.end();
    assert_eq!(status, Some(0), "{log}");
    assert!(log.contains("cannot accept a connection"), "{log}");
}
