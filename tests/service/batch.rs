//! `tilewright boards`: which boards are in the file, and which seeds and settings it refuses.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::fs;
use std::process::Output;

use serde_json::Value;
use tilewright::grpc::json::Json;
use tilewright::grpc::proto::*;

use crate::support::batch::{as_str, boards, ended, fine, parsed, path, run, run_with, text};
use crate::support::{Server, file};

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
        let mut lines = parsed(text(&output.stdout));
        // A failure in a file tells whose it is.
        for metadata in lines.iter_mut().filter_map(|line| line.pointer_mut("/failure/metadata")) {
            assert!(metadata.as_object_mut().unwrap().remove("board_id").is_some(), "{metadata:?}");
        }
        assert_eq!(lines, served(&server, template, &SEEDS).await.unwrap(), "{flags:?}");
        if flags.contains(&"30") {
            assert!(ended(&output, 1).contains("6 have no board: 6 DIFFICULTY_UNREACHABLE"), "{output:?}");
        } else {
            fine(&output);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lattices_are_what_the_server_answers() {
    let server = Server::start(&[]).await;
    for (rows, columns, flags) in [(0, 0, &[][..]), (3, 5, &["--rows", "3", "--columns", "5"])] {
        let output = run_with(&[&["--layout", "lattice", "--seeds", "-"], flags].concat(), SEEDS.join("\n").as_bytes());
        fine(&output);
        let answers = served(&server, template(laid(layout::Kind::Lattice, rows, columns)), &SEEDS).await.unwrap();
        assert_eq!(parsed(text(&output.stdout)), answers);
        assert!(answers.iter().all(|line| line["board"]["unique"] == true), "{answers:?}");
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
