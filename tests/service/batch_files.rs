//! `tilewright boards`: how it goes on with a file, and when it leaves one alone.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;

use crate::support::batch::{as_str, boards, ended, fine, parsed, path, run, text};
use crate::support::{LONG, file};

/// A list in which seeds come again, of which the boards take some time, and their file.
fn long_list() -> (String, Vec<u8>) {
    let list: Vec<String> = (0..3000).map(|n| format!("long/{}", n % 2900)).collect();
    let list = file("batch-long", &list.join("\n"));
    let whole = run(&["--seeds", &list]);
    fine(&whole);
    (list, whole.stdout)
}

fn signal(child: &Child, signal: Signal) {
    // It may have ended.
    let _ = kill_process(Pid::from_child(child), signal);
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
        signal(&child, if is_asked { [Signal::INT, Signal::TERM][usize::from(n % 4 == 0)] } else { Signal::KILL });
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
        signal(&child, Signal::INT);
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
    torn.push([cut(40), vec![0; 300_000]].concat());
    torn.push(whole[..7].to_vec());
    for torn in torn {
        fs::write(&out, &torn).unwrap();
        fine(&run(&flags));
        assert!(fs::read(&out).unwrap() == whole, "{:?}", &torn[last.min(torn.len())..]);
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
        (format!("{}\n{}\n", lines[0], failure.replace("-01\"", "-02\"")), "line 2: its board is another"),
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
