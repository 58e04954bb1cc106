//! What the other benches print: the rows of BENCHMARKS.md, each with the command that makes them.
//!
//! Each is run by cargo with the target and the profile that this one was built with; flags in the environment are inherited.

use std::process::{Command, Stdio};
use std::time::Instant;

use super::document::Document;
use super::serving::{Any, Serving};

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Enough to see that each works.
    Quick,
    /// Nearly all that BENCHMARKS.md has.
    Usual,
    /// All, climbs for hard inputs included.
    Long,
}

/// A bench, and its arguments by extent; the long ones are none where the usual ones are all there is.
struct Bench {
    name: &'static str,
    quick: &'static [&'static str],
    usual: &'static [&'static str],
    long: &'static [&'static str],
}

const fn bench(name: &'static str, quick: &'static [&'static str]) -> Bench {
    Bench { name, quick, usual: &[], long: &[] }
}

const BENCHES: [Bench; 15] = [
    bench("min_swaps", &["--quick"]),
    Bench { long: &["900", "49", "41", "time"], ..bench("hard_boards", &["1"]) },
    bench("fills", &["100", "10", "1"]),
    Bench { long: &["900", "31", "allowed"], ..bench("hard_letters", &["1"]) },
    bench("generate", &["--quick"]),
    bench("lattices", &[]),
    bench("waffles", &[]),
    bench("fairness", &[]),
    bench("overload", &["MinSwaps"]),
    bench("promptness", &["MinSwaps"]),
    bench("blind", &["20"]),
    bench("open_games", &["token"]),
    bench("guesses", &[]),
    bench("plans", &[]),
    Bench { usual: &["allowed"], ..bench("chains", &[]) },
];

/// What is no bench: the search for the best opener, and the table of languages.
const OPENER: &str = "best_opener";
const LANGUAGES: &str = "languages";
const SCRIPT: &str = "clients/python/languages.py";

/// Whether there is a bench of this name.
pub(crate) fn is_one(name: &str) -> bool {
    [OPENER, LANGUAGES].contains(&name) || BENCHES.iter().any(|bench| bench.name == name)
}

/// What cargo is told so that it builds as this bench was built: its program lies in `target/[TRIPLE/]PROFILE/deps`.
fn as_this_one() -> Vec<String> {
    let program = std::env::current_exe().unwrap_or_default();
    let name = |ancestor: usize| {
        let directory = program.ancestors().nth(ancestor).and_then(|directory| directory.file_name());
        directory.unwrap_or_default().to_string_lossy().into_owned()
    };
    let (profile, triple) = (name(2), name(3));
    let mut flags = Vec::new();
    if triple.starts_with(std::env::consts::ARCH) {
        flags.extend(["--target".to_owned(), triple]);
    }
    let profile = match &*profile {
        "debug" => "dev".to_owned(),
        "release" => "release".to_owned(),
        _ => profile,
    };
    // What `cargo bench` does anyway needs not be said.
    if profile != "release" {
        flags.extend(["--profile".to_owned(), profile]);
    }
    flags
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    cargo
}

/// Runs a command, and puts what it printed into the report. One that fails is told of, and the report goes on.
fn run_one(document: &mut Document, said: &str, mut command: Command) -> Result<(), Any> {
    eprintln!("{said}");
    let begun = Instant::now();
    let output = command.stdin(Stdio::null()).stderr(Stdio::piped()).output()?;
    let took = begun.elapsed().as_secs_f64();
    let ended = if output.status.success() { String::new() } else { format!(", **{}**", output.status) };
    let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        printed.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    document.output(&format!("<code>{said}</code>: {took:.0} s{ended}"), &printed);
    document.write()
}

/// Runs all that are wanted.
pub(crate) fn run(
    document: &mut Document,
    extent: Extent,
    python: Option<&str>,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<(), Any> {
    let wanted: Vec<&Bench> = BENCHES.iter().filter(|bench| is_wanted(bench.name)).collect();
    if wanted.is_empty() && !is_wanted(OPENER) && !is_wanted(LANGUAGES) {
        return Ok(());
    }
    document.heading(2, "What the other benches print");
    document.say("The tables of BENCHMARKS.md are made of these.");
    let flags = as_this_one();
    if !wanted.is_empty() {
        // All at once, so that no time that is told is one of building.
        let mut build = cargo(&["bench", "--locked", "--no-run"]);
        build.args(wanted.iter().flat_map(|bench| ["--bench", bench.name])).args(&flags);
        eprintln!("building {} benches...", wanted.len());
        if !build.status()?.success() {
            return Err("the other benches do not build".into());
        }
    }
    for bench in wanted {
        let arguments = match extent {
            Extent::Quick => bench.quick,
            Extent::Long if !bench.long.is_empty() => bench.long,
            Extent::Usual | Extent::Long => bench.usual,
        };
        let mut command = cargo(&["bench", "--locked", "--bench", bench.name]);
        command.args(&flags);
        let mut said = format!("cargo bench --bench {}", bench.name);
        if !arguments.is_empty() {
            command.arg("--").args(arguments);
            said = format!("{said} -- {}", arguments.join(" "));
        }
        run_one(document, &said, command)?;
    }
    if extent == Extent::Long && is_wanted(OPENER) {
        let server = Serving::start(&["--threads", "3"])?;
        let mut command = cargo(&["run", "--locked", "--example", OPENER]);
        // What `cargo bench` takes for granted.
        command.args(if flags.iter().any(|flag| flag == "--profile") { &[][..] } else { &["--release"] });
        command.args(&flags).args(["--", "-", "-", "0", &format!("http://{}", server.address())]);
        run_one(document, &format!("cargo run --release --example {OPENER}"), command)?;
    } else if is_wanted(OPENER) {
        document.say(format!("Not run: `{OPENER}`, which takes eight minutes and is a part of `--long`."));
    }
    match python {
        Some(python) if is_wanted(LANGUAGES) => {
            let server = Serving::start(&[])?;
            let mut command = Command::new(python);
            command.current_dir(env!("CARGO_MANIFEST_DIR")).args([SCRIPT, &server.address()]);
            run_one(document, SCRIPT, command)?;
        }
        None if is_wanted(LANGUAGES) => {
            document.say(format!(
                "Not run: `{SCRIPT}`, which `--python` takes a Python for that has the clients' packages."
            ));
        }
        _ => (),
    }
    Ok(())
}
