//! What everything was measured on.

use std::fs;
use std::process::Command;

use super::Pace;
use super::document::Document;

/// The first line of what a command prints, if it is there and does not fail.
fn first_line(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()?.lines().next().map(str::to_owned)
}

/// What follows a name in a file of /proc whose lines are `name: value`.
fn of_proc(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let (_, value) = text.lines().find(|line| line.starts_with(name))?.split_once(':')?;
    Some(value.trim().to_owned())
}

fn commit() -> Option<String> {
    let commit = first_line("git", &["rev-parse", "--short=12", "HEAD"])?;
    // Nothing is printed where nothing was changed.
    let changed = first_line("git", &["status", "--porcelain", "--untracked-files=no"]).is_some();
    Some(if changed { format!("{commit}, with changes") } else { commit })
}

pub(crate) fn tell(document: &mut Document, pace: &Pace) {
    let unknown = || "unknown".to_owned();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let memory = of_proc("/proc/meminfo", "MemTotal").and_then(|total| {
        let kibibytes: f64 = total.split_whitespace().next()?.parse().ok()?;
        Some(format!("{:.1} GB", kibibytes * 1024.0 / 1e9))
    });
    let read = |file: &str| fs::read_to_string(file).ok().map(|text| text.trim().to_owned());
    let built = match (cfg!(debug_assertions), cfg!(target_feature = "crt-static")) {
        (true, _) => "for development: its figures tell nothing",
        (false, true) => "as released, static",
        (false, false) => "as released",
    };
    let cores = std::thread::available_parallelism().map_or_else(|_| unknown(), |cores| cores.to_string());
    let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string();
    let rows = [
        ("date", Some(now)),
        ("processor", of_proc("/proc/cpuinfo", "model name")),
        ("cores", Some(cores)),
        ("memory", memory),
        ("kernel", read("/proc/sys/kernel/osrelease").map(|release| format!("Linux {release}"))),
        (
            "load at the start (1, 5, 15 minutes)",
            read("/proc/loadavg").map(|load| load.split(' ').take(3).collect::<Vec<_>>().join(", ")),
        ),
        ("Tilewright", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("commit", commit()),
        ("built", Some(built.to_owned())),
        ("by", first_line(&rustc, &["--version"])),
        ("rounds", Some(pace.said())),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_owned(), value.unwrap_or_else(unknown)]).collect();
    document.heading(2, "The machine");
    document.table(&["", ""], &rows);
}
