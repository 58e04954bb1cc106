//! One report of everything that is measured: Markdown with plots, for the machine that it is run on.
//!
//! `cargo bench --bench report` writes target/report/report.md and its figures. Most of its time goes to the other benches, some of
//! which take many minutes. What is named is done alone, and options come before or behind:
//!
//! ```sh
//! cargo bench --bench report -- calls caches           # sections: overhead, calls, caches, sizes, start, benches
//! cargo bench --bench report -- blind plans            # what these benches print, and no more
//! cargo bench --bench report -- --quick --into /tmp/r  # short rounds, to see whether all of it works
//! cargo bench --bench report -- benches --long         # with climbs of 15 minutes for hard inputs, and the best opener
//! cargo bench --bench report -- languages --python P   # the table of languages, with a Python that has the clients' packages
//! ```
//!
//! - [`machine`]: what it is run on;
//! - [`overhead`]: calls of Tilewright against a bare [`echo`];
//! - [`calls`]: calls a second and latency by method and clients;
//! - [`caches`]: replicas that seeds are spread over by chance, or by their hash;
//! - [`sizes`]: what searches cost by the size of what is asked, in process;
//! - [`start`]: start, memory and size of the program;
//! - [`others`]: what the other benches print;
//! - [`document`], [`plot`], [`axis`]: how it is written and drawn;
//! - [`load`], [`requests`]: clients that call as fast as they are answered, and what they ask.
//!
//! What limits each figure, and what is worth more work, depends on the figures: BENCHMARKS.md says it of a run.

mod axis;
mod caches;
#[path = "../support/caller.rs"]
mod caller;
mod calls;
mod document;
mod echo;
mod load;
mod machine;
mod others;
mod overhead;
mod plot;
mod requests;
#[path = "../support/serving.rs"]
mod serving;
mod sizes;
mod start;
#[path = "../support/mod.rs"]
mod support;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use document::Document;
use others::Extent;
use serving::{Any, serve};

/// How long things are measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Each round of calls.
    pub(crate) round: Duration,
    /// Rounds of what is compared in turn.
    pub(crate) rounds: usize,
    /// What numbers of inputs are divided by.
    pub(crate) fewer: usize,
}

impl Pace {
    const FULL: Self = Self { round: Duration::from_secs(2), rounds: 5, fewer: 1 };
    const QUICK: Self = Self { round: Duration::from_millis(200), rounds: 1, fewer: 10 };

    fn said(&self) -> String {
        let Self { round, rounds, fewer } = self;
        let fewer =
            if *fewer == 1 { String::new() } else { format!("; inputs divided by {fewer}: to try it, no figures") };
        format!("{round:?} each, {rounds} of each side where two are compared{fewer}")
    }
}

/// What was asked for.
struct Asked {
    into: PathBuf,
    pace: Pace,
    extent: Extent,
    python: Option<String>,
    /// Sections and benches; empty: all.
    names: Vec<String>,
}

const SECTIONS: [&str; 6] = ["overhead", "calls", "caches", "sizes", "start", "benches"];

impl Asked {
    fn read(arguments: &[String]) -> Result<Self, Any> {
        let into = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/report");
        let mut asked = Self { into, pace: Pace::FULL, extent: Extent::Usual, python: None, names: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().cloned().ok_or_else(|| format!("{argument} of what?"));
            match &**argument {
                // What cargo adds.
                "--bench" => (),
                "--quick" => (asked.pace, asked.extent) = (Pace::QUICK, Extent::Quick),
                "--long" => asked.extent = Extent::Long,
                "--into" => asked.into = value()?.into(),
                "--python" => asked.python = Some(value()?),
                name if SECTIONS.contains(&name) || others::is_one(name) => asked.names.push(name.to_owned()),
                other => return Err(format!("there is no {other:?}; there are {}", SECTIONS.join(", ")).into()),
            }
        }
        Ok(asked)
    }

    fn wants(&self, section: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| name == section)
    }
}

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("serve", flags)) = arguments.split_first().map(|(first, rest)| (&**first, rest)) {
        return serve(flags);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if arguments.first().is_some_and(|role| role == "echo") {
        return runtime.block_on(echo::serve());
    }
    // `cargo test --benches` only looks whether it builds.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    runtime.block_on(report(&Asked::read(&arguments)?))
}

async fn report(asked: &Asked) -> Result<(), Any> {
    let begun = Instant::now();
    let mut document = Document::new(&asked.into)?;
    let pace = &asked.pace;
    document.heading(1, "Tilewright, measured");
    document.say(
        "Made by `cargo bench --bench report`. What it comes to, and what limits each figure, is in BENCHMARKS.md of the \
         repository, for the run that it is about.",
    );
    machine::tell(&mut document, pace);
    document.write()?;
    for section in SECTIONS {
        if !asked.wants(section) {
            continue;
        }
        eprintln!("{section}...");
        match section {
            "overhead" => overhead::run(&mut document, pace).await?,
            "calls" => calls::run(&mut document, pace).await?,
            "caches" => caches::run(&mut document, pace).await?,
            // These keep a processor busy, and know no runtime.
            "sizes" => tokio::task::block_in_place(|| sizes::run(&mut document, pace))?,
            "start" => tokio::task::block_in_place(|| start::run(&mut document))?,
            _ => (),
        }
        document.write()?;
    }
    let named = |name: &str| asked.wants("benches") || asked.names.iter().any(|asked| asked == name);
    others::run(&mut document, asked.extent, asked.python.as_deref(), named)?;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    document.say(format!("The whole run took {minutes:.1} minutes."));
    document.write()?;
    println!("{}", document.path().display());
    Ok(())
}
