//! `tilewright boards`: what is in the file, how it goes on with one, and what it refuses.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

mod support;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::{LONG, Server, file};
use tilewright::grpc::json::Json;
use tilewright::grpc::proto::*;
use tokio::time::sleep;

/// The command, in an environment without settings.
fn boards(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TILEWRIGHT_") {
            command.env_remove(name);
        }
    }
    command.arg("boards").args(flags).stdin(Stdio::null());
    command
}

fn run(flags: &[&str]) -> Output {
    boards(flags).output().unwrap()
}

/// Runs it with this standard input.
fn run_with(flags: &[&str], input: &[u8]) -> Output {
    let mut child = boards(flags).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Holds the run to this status, and gives what it said on standard error.
fn ended(output: &Output, status: i32) -> &str {
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    assert!(!text(&output.stderr).contains("panic"), "{output:?}");
    text(&output.stderr)
}

/// Holds the run to having succeeded without a word.
fn fine(output: &Output) {
    assert_eq!(ended(output, 0), "");
}

/// A path that no other test has, and nothing at it.
fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tilewright-batch-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn as_str(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The lines of the file as JSON.
fn parsed(lines: &str) -> Vec<Value> {
    assert!(lines.ends_with('\n'), "{lines}");
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the server answers, in the JSON of the contract, `done` and `total` apart; or why it answers nothing.
async fn served(server: &Server, template: GenerateBoardRequest, seeds: &[&str]) -> Result<Vec<Value>, tonic::Status> {
    let seeds = seeds.iter().map(|&seed| seed.to_owned()).collect();
    let request = GenerateBoardsRequest { template: Some(template), seeds };
    let mut stream = server.puzzles().await.generate_boards(request).await?.into_inner();
    let json = Json::new().unwrap();
    let mut answers = Vec::new();
    while let Some(answer) = stream.message().await.unwrap() {
        let answer = GenerateBoardsResponse { done: 0, total: 0, ..answer };
        answers.push(serde_json::to_value(json.write("GenerateBoardsResponse", &answer).unwrap()).unwrap());
    }
    Ok(answers)
}

fn template(board: Seeded) -> GenerateBoardRequest {
    GenerateBoardRequest { board: Some(board), ..GenerateBoardRequest::default() }
}

fn laid(kind: layout::Kind, rows: u32, columns: u32) -> Seeded {
    Seeded { layout: Some(Layout { kind: kind.into(), rows, columns }), ..Seeded::default() }
}

fn range(least: u32, most: Option<u32>) -> Option<CountRange> {
    Some(CountRange { least, most })
}

const SEEDS: [&str; 6] = ["daily/2027-01-01", " b ", "\u{1f9e9}", "daily/2027-01-01", "\"quoted\"", "#"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lines_are_what_the_server_answers() {
    let server = Server::start(&[]).await;
    let hard = Difficulty {
        min_swaps: range(8, Some(12)),
        green: range(5, None),
        yellow: range(0, Some(9)),
        cycle_tiles: range(2, Some(4)),
    };
    let impossible = Difficulty { min_swaps: range(30, Some(30)), ..Difficulty::default() };
    let cases = [
        (vec![], template(Seeded::default())),
        (
            vec!["--layout", "rows", "--rows", "3", "--columns", "7", "--draw-from", "enable", "--include-target"],
            GenerateBoardRequest {
                include_target: true,
                ..template(Seeded { dictionary: "enable".to_owned(), ..laid(layout::Kind::Rows, 3, 7) })
            },
        ),
        (
            "--language en --edition 1 --min-swaps 8..12 --green 5.. --yellow ..9 --cycle-tiles 2..4"
                .split(' ')
                .collect(),
            template(Seeded { language: "en".to_owned(), edition: 1, difficulty: Some(hard), ..Seeded::default() }),
        ),
        (vec!["--min-swaps", "30"], template(Seeded { difficulty: Some(impossible), ..Seeded::default() })),
        (
            vec!["--rows", "2", "--columns", "3", "--include-blind-par"],
            GenerateBoardRequest { include_blind_par: true, ..template(laid(layout::Kind::Unspecified, 2, 3)) },
        ),
    ];
    for (flags, template) in cases {
        let output = run_with(&[&flags[..], &["--seeds", "-"]].concat(), SEEDS.join("\n").as_bytes());
        assert_eq!(parsed(text(&output.stdout)), served(&server, template, &SEEDS).await.unwrap(), "{flags:?}");
        if flags.contains(&"30") {
            assert!(ended(&output, 1).contains("6 have no board: 6 DIFFICULTY_UNREACHABLE"), "{output:?}");
        } else {
            fine(&output);
        }
    }
}

/// As long as lattices are not built, the server refuses them, and so must this. Then they are compared.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lattices_are_what_the_server_answers() {
    let server = Server::start(&[]).await;
    for (side, flags) in
        [(0, &["--layout", "lattice"][..]), (7, &["--layout", "lattice", "--rows", "7", "--columns", "7"])]
    {
        let output = run_with(&[flags, &["--seeds", "-"]].concat(), SEEDS.join("\n").as_bytes());
        match served(&server, template(laid(layout::Kind::Lattice, side, side)), &SEEDS).await {
            Ok(answers) => {
                fine(&output);
                assert_eq!(parsed(text(&output.stdout)), answers);
            }
            Err(status) => assert!(ended(&output, 1).contains(status.message()), "{output:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operators_settings_hold_by_flag_and_by_variable() {
    let (salt, words) =
        (file("batch-salt", "sixteen or more bytes"), file("batch-words", "crane\nriver\npiano\nhouse\ntiger\n"));
    let mine = format!("en/mine={words}");
    let settings = ["--seed-salt-file", &salt, "--dictionary", &mine, "--threads", "2"];
    let server = Server::start(&settings).await;
    let mine_drawn = template(Seeded { dictionary: "mine".to_owned(), ..Seeded::default() });
    let answers = served(&server, mine_drawn, &["a", "b"]).await.unwrap();
    let by_flag = run_with(&[&settings[..], &["--draw-from", "mine", "--seeds", "-"]].concat(), b"a\nb\n");
    fine(&by_flag);
    assert_eq!(parsed(text(&by_flag.stdout)), answers);

    let seeds = file("batch-two", "a\nb\n");
    let by_variable = boards(&["--draw-from", "mine", "--seeds", &seeds])
        .env("TILEWRIGHT_SEED_SALT_FILE", &salt)
        .env("TILEWRIGHT_DICTIONARY", &mine)
        // What concerns serving only is nothing to it.
        .env("TILEWRIGHT_LISTEN", "nowhere")
        .output()
        .unwrap();
    assert_eq!(by_variable, by_flag);

    let unsalted = run(&["--dictionary", &mine, "--draw-from", "mine", "--seeds", &seeds]);
    let ids = |output: &Output| {
        parsed(text(&output.stdout)).iter().map(|line| line["board"]["boardId"].to_string()).collect()
    };
    let (salted, unsalted): (Vec<_>, Vec<_>) = (ids(&by_flag), ids(&unsalted));
    assert!(salted.iter().zip(&unsalted).all(|(salted, unsalted)| salted != unsalted), "{salted:?}");
}

#[test]
fn a_template_says_what_flags_say() {
    let request = r#"{"board": {"layout": {"rows": 2}, "difficulty": {"green": {"most": 0}}}, "includeTarget": true}"#;
    let template = file("batch-template", request);
    let seeds = ["--from", "2028-02-28", "--days", "3", "--prefix", "d/"];
    let by_template = run(&[&seeds[..], &["--template", &template]].concat());
    fine(&by_template);
    assert_eq!(by_template, run(&[&seeds[..], &["--rows", "2", "--green", "0", "--include-target"]].concat()));
    let told: Vec<String> = parsed(text(&by_template.stdout)).iter().map(|line| line["seed"].to_string()).collect();
    assert_eq!(told, ["\"d/2028-02-28\"", "\"d/2028-02-29\"", "\"d/2028-03-01\""]);

    for (request, says) in [
        (r#"{"board": {"seed": "x"}}"#, "board.seed: must be empty"),
        (r#"{"board": {"layout": {"rows": 10}}}"#, "board.layout.rows"),
        (r#"{"board": {"language": "xx"}}"#, "xx"),
        ("{}", "board: must be set"),
        (r#"{"bored": {}}"#, "bored"),
        ("", "in JSON"),
    ] {
        fs::write(&template, request).unwrap();
        let output = run(&[&seeds[..], &["--template", &template]].concat());
        assert!(ended(&output, 64).contains(says) && output.stdout.is_empty(), "{output:?}");
    }
}

/// A list in which seeds come again, of which the boards take some time, and their file.
fn long_list() -> (String, Vec<u8>) {
    let list: Vec<String> = (0..3000).map(|n| format!("long/{}", n % 2900)).collect();
    let list = file("batch-long", &list.join("\n"));
    let whole = run(&["--seeds", &list]);
    fine(&whole);
    (list, whole.stdout)
}

fn signal(child: &Child, name: &str) {
    // It may have ended.
    let _ = Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
}

#[tokio::test]
async fn however_often_it_is_interrupted_the_file_ends_the_same() {
    let (list, whole) = long_list();
    let out = path("interrupted");
    let flags = ["--seeds", &list, "--out", as_str(&out)];
    let (mut interrupted, mut size) = (0, 0);
    for n in 0..12u64 {
        let child = boards(&flags).stderr(Stdio::piped()).spawn().unwrap();
        let started = Instant::now();
        // At any time: before the file is looked through, while it is written, between two lines or within one.
        while fs::metadata(&out).map_or(0, |file| file.len()) <= size && started.elapsed() < LONG {
            sleep(Duration::from_millis(1)).await;
        }
        sleep(Duration::from_millis(n * 7 % 23)).await;
        let is_asked = n % 2 == 0;
        signal(&child, if is_asked { ["-INT", "-TERM"][usize::from(n % 4 == 0)] } else { "-KILL" });
        let output = child.wait_with_output().unwrap();
        let written = fs::read(&out).unwrap();
        assert!(whole.starts_with(&written), "after {n}");
        size = fs::metadata(&out).unwrap().len();
        match output.status.code() {
            // It was ready before the signal came.
            Some(0) => break,
            code if is_asked => {
                assert_eq!(code, Some(130), "{output:?}");
                assert!(text(&output.stderr).contains("the same command goes on from there"), "{output:?}");
                assert!(written.ends_with(b"\n"), "after {n}");
            }
            code => assert_eq!(code, None, "{output:?}"),
        }
        interrupted += 1;
    }
    assert!(interrupted > 2, "{interrupted}");
    fine(&run(&flags));
    assert!(fs::read(&out).unwrap() == whole);
    fine(&run(&flags));
    assert!(fs::read(&out).unwrap() == whole);
}

#[tokio::test]
async fn a_second_signal_ends_it_though_nobody_reads() {
    let mut child = boards(&["--from", "2027-01-01", "--days", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < LONG);
        sleep(Duration::from_millis(300)).await;
        signal(&child, "-INT");
    }
    // The very first may have come before it listened.
    let status = child.wait().unwrap();
    assert!([Some(130), None].contains(&status.code()), "{status:?}");
}

#[test]
fn what_is_torn_at_the_end_is_made_again() {
    let out = path("torn");
    let flags = ["--from", "2027-01-01", "--days", "4", "--out", as_str(&out)];
    fine(&run(&flags));
    let whole = fs::read(&out).unwrap();
    let last = text(&whole[..whole.len() - 1]).rfind('\n').unwrap() + 1;
    let line = &whole[last..];
    let cut = |bytes: usize| whole[..last + bytes].to_vec();
    let mut torn = vec![Vec::new(), cut(0), cut(1), cut(9), cut(30), cut(line.len() / 2), cut(line.len() - 1)];
    torn.push([&cut(40)[..], b"\n"].concat());
    torn.push([&cut(40)[..], &[0; 500]].concat());
    torn.push([&cut(0)[..], &[0; 500]].concat());
    torn.push(whole[..7].to_vec());
    for torn in torn {
        fs::write(&out, &torn).unwrap();
        fine(&run(&flags));
        assert!(fs::read(&out).unwrap() == whole, "{torn:?}");
    }
    // A longer list goes on with it, too.
    fine(&run(&["--from", "2027-01-01", "--days", "9", "--out", as_str(&out)]));
    let longer = fs::read(&out).unwrap();
    assert!(longer.starts_with(&whole) && parsed(text(&longer)).len() == 9);
}

#[test]
fn a_file_that_is_anothers_is_refused_and_left_as_it_is() {
    let out = path("foreign");
    let flags = ["--from", "2027-01-01", "--days", "4", "--out", as_str(&out)];
    fine(&run(&flags));
    let whole = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let failure = r#"{"seed":"2027-01-01","failure":{"code":9}}"#;
    for (held, says) in [
        ("dear diary\n".to_owned(), "line 1: expected"),
        ("dear diary".to_owned(), "line 1: it has no end"),
        ("\n".to_owned(), "line 1: "),
        ("{}\n".to_owned(), "line 1: it is of the seed \"\""),
        ("7\n".to_owned(), "line 1: it is no line of boards"),
        (r#"{"seed":"2027-01-01"}"#.to_owned() + "\n", "line 1: it has neither"),
        (
            r#"{"seed":"2027-01-01","bored":{}}"#.to_owned() + "\n",
            "line 1: it is no line of boards (unrecognized field",
        ),
        ("x".repeat(1 << 20), "line 1: it has no end"),
        (
            format!("{}\n{}\n", lines[0], lines[2]),
            "line 2: it is of the seed \"2027-01-03\", and here comes \"2027-01-02\"",
        ),
        (format!("{}\n{}\n{}\n", lines[0], &lines[1][..50], lines[2]), "line 2: EOF"),
        (format!("{}\n{failure}\n", lines[0]), "line 2: it is of the seed"),
        (format!("{whole}{}\n", lines[0]), "line 5: there are only 4 seeds"),
        (format!("{whole}{{"), "line 5: there are only 4 seeds"),
        (whole.replacen("2027-01-04\"", "2027-01-05\"", 1), "line 4: "),
    ] {
        fs::write(&out, &held).unwrap();
        let output = run(&flags);
        let said = ended(&output, 1);
        assert!(
            said.contains(says) && said.contains("left as it is") && said.contains(as_str(&out)),
            "{held:?}: {said}"
        );
        assert_eq!(fs::read_to_string(&out).unwrap(), held);
    }
    // The file of another request.
    fs::write(&out, &whole).unwrap();
    let salt = file("batch-other-salt", "sixteen or more bytes");
    for (other, says) in [
        (&["--seed-salt-file", &salt][..], "salt differ"),
        (&["--rows", "4"], "layout"),
        (&["--draw-from", "allowed"], "words"),
        (&["--green", "0"], "difficulty"),
        (&["--include-target"], "without its target"),
        (&["--include-blind-par"], "without what a blind player needs"),
    ] {
        let output = run(&[&flags, other].concat());
        let said = ended(&output, 1);
        assert!(said.contains(says) && said.contains("line 1: "), "{said}");
        assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    }
}

#[test]
fn wrong_seeds_are_named_before_anything_is_written() {
    let out = path("unwritten");
    let list = file("batch-wrong", &format!("a\n\n{}\nb\n{}\n", "x".repeat(129), "y".repeat(200)));
    for (flags, says) in [
        (&["--seeds", &list][..], &["line 3 has more than 128 bytes", "line 5 has"][..]),
        (&["--seeds", "/dev/null"], &["/dev/null", "there are none"]),
        (&["--seeds", "/no/such/list"], &["/no/such/list", "No such file"]),
        (&["--from", "2027-02-29", "--days", "0"], &["--from is \"2027-02-29\": it must be a date", "--days is \"0\""]),
        (&["--from", "9999-12-31", "--days", "2"], &["9999-12-31 at the latest"]),
        (&["--from", "2027-01-01"], &["--days"]),
        (&["--from", "2027-01-01", "--days", "1", "--seeds", "x"], &["cannot be used with"]),
        (
            &["--seeds", &list, "--threads", "0", "--green", "9-8"],
            &["--threads (or TILEWRIGHT_THREADS)", "--green is \"9-8\""],
        ),
        (&["--seeds", &list, "--rows", "10"], &["board.layout.rows"]),
        (&["--seeds", &list, "--language", "xx"], &["xx"]),
        (&["--seeds", &list, "--dictionary", "en/mine=/no/such/words"], &["--dictionary (or TILEWRIGHT_DICTIONARY)"]),
        (&["--seeds", &list, "--rows", "3", "--template", "x"], &["cannot be used with"]),
        (&["--seeds", &list, "--listen", "127.0.0.1:0"], &["unexpected argument '--listen'"]),
        (&[], &["--from <DATE>|--seeds <PATH>"]),
    ] {
        let output = run(&[flags, &["--out", as_str(&out)]].concat());
        let said = ended(&output, 64);
        assert!(says.iter().all(|says| said.contains(says)), "{flags:?}: {said}");
        assert!(!out.exists());
    }
    let long = "p".repeat(119);
    let output = run(&["--prefix", &long, "--from", "2027-01-01", "--days", "1"]);
    assert!(ended(&output, 64).contains("at most 118 bytes"), "{output:?}");
    fine(&run(&["--prefix", &long[1..], "--from", "2027-01-01", "--days", "1"]));
    let output = run_with(&["--seeds", "-"], b"a\n\xff\n");
    assert!(ended(&output, 64).contains("standard input: line 2 is not UTF-8"), "{output:?}");
}

#[test]
fn what_cannot_be_written_is_told() {
    let directory = std::env::temp_dir();
    let missing = directory.join("tilewright-no-such-directory/boards.jsonl");
    for (out, says) in [
        (as_str(&directory), "it is a directory"),
        (as_str(&missing), "there is no directory"),
        ("/dev/full", "No space left"),
    ] {
        let output = run(&["--from", "2027-01-01", "--days", "400", "--out", out]);
        let said = ended(&output, 1);
        assert!(said.contains(says) && said.contains(out), "{said}");
    }
}

#[test]
fn a_file_that_another_process_writes_is_left_to_it() {
    let out = path("locked");
    let flags = ["--from", "2027-01-01", "--days", "2", "--out", as_str(&out)];
    let other = File::create(&out).unwrap();
    other.lock().unwrap();
    let output = run(&flags);
    assert!(ended(&output, 1).contains("another process is writing"), "{output:?}");
    assert_eq!(fs::metadata(&out).unwrap().len(), 0);
    drop(other);
    fine(&run(&flags));
}

#[test]
fn who_reads_a_part_only_gets_no_complaint() {
    let mut child = boards(&["--from", "2027-01-01", "--days", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(ended(&child.wait_with_output().unwrap(), 1), "");
}

#[test]
fn failures_are_kept_and_those_for_want_of_time_tried_again() {
    let list = file("batch-hard", "a\nb\n");
    let (whole, out) = (path("hard-whole"), path("hard"));
    let hard = |out: &Path, more: &[&str]| {
        run(&[&["--seeds", &list, "--min-swaps", "24..", "--out", as_str(out)], more].concat())
    };
    assert!(ended(&hard(&whole, &[]), 1).contains("2 have no board: 2 BOARD_NOT_FOUND"));
    let hurried = hard(&out, &["--search-limit", "1ms"]);
    assert!(ended(&hurried, 1).contains("2 TIME_SPENT; the same command tries again"), "{hurried:?}");
    let again = hard(&out, &[]);
    assert!(ended(&again, 1).contains("2 BOARD_NOT_FOUND"), "{again:?}");
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(&whole).unwrap());
    let kept = hard(&out, &["--search-limit", "1ms"]);
    assert!(ended(&kept, 1).contains("all of them before\n  2 have no board: 2 BOARD_NOT_FOUND"), "{kept:?}");
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(&whole).unwrap());
}
