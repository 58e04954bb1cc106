//! How soon the program is ready, what it holds, and how large it is.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::document::{Document, figures};
use super::serving::{Any, resident_of};

/// The program itself, as it is built with this bench.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tilewright");
const STARTS: usize = 5;
/// How long after it is ready its memory is looked at.
const IDLE: Duration = Duration::from_secs(1);

/// The program, which ends with this.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// From its start to its line that it is ready, in milliseconds; and what it holds then, in MB.
fn start() -> Result<(f64, f64), Any> {
    let begun = Instant::now();
    let mut program = Command::new(PROGRAM)
        .args(["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--log-format=json"])
        .stderr(Stdio::piped())
        .spawn()?;
    let log = BufReader::new(program.stderr.take().ok_or("no log")?);
    let program = Started(program);
    let mut lines = log.lines();
    loop {
        let line = lines.next().ok_or("it ended")??;
        if line.contains("\"message\":\"ready\"") {
            break;
        }
    }
    let ready = begun.elapsed().as_secs_f64() * 1e3;
    #[expect(clippy::disallowed_methods, reason = "nothing else runs on this thread")]
    std::thread::sleep(IDLE);
    Ok((ready, resident_of(program.0.id())))
}

pub(crate) fn run(document: &mut Document) -> Result<(), Any> {
    let (mut ready, mut held): (Vec<f64>, Vec<f64>) =
        (0..STARTS).map(|_| start()).collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    for values in [&mut ready, &mut held] {
        values.sort_by(f64::total_cmp);
    }
    let from_to = |values: &[f64]| format!("{} to {}", figures(values[0]), figures(values[values.len() - 1]));
    #[expect(clippy::cast_precision_loss, reason = "some millions")]
    let size = fs::metadata(PROGRAM)?.len() as f64 / 1e6;
    document.heading(2, "Start, memory, size");
    document.say(format!("The program with its defaults, started {STARTS} times."));
    let rows = [
        ("start to ready, ms", from_to(&ready)),
        ("resident memory, idle, a second after, MB", from_to(&held)),
        ("the program's file, MB", figures(size)),
    ];
    document.table(&["", "measured"], &rows.map(|(name, measured)| vec![name.to_owned(), measured]));
    Ok(())
}
