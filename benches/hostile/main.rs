//! What hostile callers cost, and what a good caller beside them notices.
//!
//! `cargo bench --bench hostile`, on Linux, or `-- headers` for the attacks that have that in their names. Each attack has a
//! server of its own, in a process of its own, as it starts but for what the table says, and runs in a third process
//! ([`attacks`]). [`good`] calls all the while: [`BEFORE`] the attack, while it goes on, and [`AFTER`]. The server's memory,
//! processor time and open files are read from /proc, its connections from its own metrics, and its log is searched for panics.
//!
//! Recovered is the time from the attack's end until all of this is so at once: the server has as few connections, files and
//! threads as before, a handful more at most; and of the good caller's calls of the last half second none failed, and the median
//! took no longer than the 99th percentile before. Memory is told by itself, since an allocator keeps what it may need again: where
//! more than [`KEPT`] of it is left, the server is attacked once more, and a leak would show as twice as much.

mod attack;
mod attacks;
#[path = "../support/caller.rs"]
mod caller;
mod good;
#[path = "../support/serving.rs"]
mod serving;
#[path = "../support/mod.rs"]
mod support;
mod wire;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use attack::Attack;
use good::{Figures, Good};
use rcgen::CertifiedKey;
use serving::{Any, Serving, serve};
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep};

/// How long the good caller is alone, before and after.
const BEFORE: Duration = Duration::from_secs(3);
const AFTER: Duration = Duration::from_secs(3);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(100);
/// The most that is waited until all is as it was.
const PATIENCE: Duration = Duration::from_secs(8);
/// Memory, in MB, that may be left without a second attack: what an allocator keeps, and what the good caller's boards take in the cache.
const KEPT: f64 = 32.0;
/// Connections, files and threads that may be more than before: those of the good caller's new calls, and of whoever reads the metrics.
const MORE: f64 = 5.0;

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((first, flags)) if first == "serve" => serve(flags),
        Some((first, rest)) if first == "attack" => {
            let [name, address] = rest else { return Err("attack NAME ADDRESS".into()) };
            let attack = attacks::ALL.iter().find(|attack| attack.name == name).ok_or("no such attack")?;
            alone(attack::run(attack, address))
        }
        // `cargo test --benches` only looks whether it builds.
        _ if !arguments.iter().any(|argument| argument == "--bench") => Ok(()),
        _ => alone(run(&arguments)),
    }
}

/// Runs this on this thread.
fn alone(does: impl Future<Output = Result<(), Any>>) -> Result<(), Any> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, does)
}

async fn run(arguments: &[String]) -> Result<(), Any> {
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    println!("| attack | memory, MB | once more | threads | processors | p99, ms | failed | recovered |");
    println!("| --- | --- | --- | ---: | ---: | --- | --- | --- |");
    let mut told = Vec::new();
    for attack in attacks::ALL {
        if names.is_empty() || names.iter().any(|name| attack.name.contains(name.as_str())) {
            let (row, [sent, met]) = row(attack).await?;
            println!("{row}");
            std::io::stdout().flush()?;
            told.push(format!("- *{}*: {}. Sent: {sent}. Met: {met}.", attack.name, attack.what));
        }
    }
    println!("\n{}", told.join("\n"));
    Ok(())
}

/// The server's log, read when it is over.
struct LogFile(PathBuf);

impl LogFile {
    /// Lines in which it panicked, or met an error of its own, and one of them.
    fn complaints(&self) -> Result<(usize, Option<String>), Any> {
        let (mut count, mut first) = (0, None);
        for line in BufReader::new(File::open(&self.0)?).lines() {
            let line = line?;
            if line.contains("panic") || line.contains("\"ERROR\"") {
                count += 1;
                first.get_or_insert(line);
            }
        }
        Ok((count, first))
    }
}

impl Drop for LogFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The attacker's process, which ends with this.
struct Attacker(Child);

impl Drop for Attacker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What was read of the server.
#[derive(Clone, Copy)]
struct State {
    memory: f64,
    files: f64,
    threads: f64,
    connections: f64,
}

async fn state(server: &Serving) -> Result<State, Any> {
    let connections = server.figure("tilewright_connections_open").await?;
    Ok(State { memory: server.resident(), files: server.files(), threads: server.threads(), connections })
}

/// The row of an attack; and what was sent, and how it was met.
async fn row(attack: &'static Attack) -> Result<(String, [String; 2]), Any> {
    let directory = std::env::temp_dir();
    let file = |name: &str| directory.join(format!("tilewright-hostile-{}-{name}", std::process::id()));
    let log = LogFile(file("log"));
    let CertifiedKey { cert, signing_key } = rcgen::generate_simple_self_signed(["tilewright.test".to_owned()])?;
    let (cert_file, key_file) = (LogFile(file("crt")), LogFile(file("key")));
    std::fs::write(&cert_file.0, cert.pem())?;
    std::fs::write(&key_file.0, signing_key.serialize_pem())?;
    let (cert_path, key_path) = (cert_file.0.display().to_string(), key_file.0.display().to_string());
    let mut flags = vec!["--log-format", "json"];
    flags.extend(attack.flags);
    if attack.secured {
        flags.extend(["--tls-cert", &cert_path, "--tls-key", &key_path]);
    }
    let server = Serving::start_logging(&flags, File::create(&log.0)?.into())?;
    let good = Good::start(server.address(), attack.secured.then_some(&cert))?;
    // Word lists are read, and connections made.
    sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    sleep(BEFORE).await;
    let idle = state(&server).await?;

    let (attacked, busy) = (Instant::now(), server.spent());
    let (told, peak) = attacked_by(attack, &server).await?;
    let ended = Instant::now();
    let processors = (server.spent() - busy) / (ended - attacked).as_secs_f64();
    let recovered = recovers(&server, &good, idle, good.figures(began, attacked).p99).await?;
    sleep(AFTER).await;
    let left = state(&server).await?.memory - idle.memory;
    let now = Instant::now();
    let [before, during, after] =
        [(began, attacked), (attacked, ended), (now - AFTER, now - LOOK)].map(|(from, to)| good.figures(from, to));
    if let Some(why) = &during.why {
        eprintln!("{}: a good call failed: {why}", attack.name);
    }
    let (complaints, complaint) = log.complaints()?;
    if let Some(complaint) = complaint {
        eprintln!("{}: {complaints} complaints: {complaint}", attack.name);
    }
    let mut memory = format!("{:.0}, {left:.0} left", peak[1].memory - idle.memory);
    let mut again = String::new();
    if left > KEPT {
        let (_, peak) = attacked_by(attack, &server).await?;
        sleep(PATIENCE).await;
        again = format!("{:.0}, {:.0} left", peak[1].memory - idle.memory, state(&server).await?.memory - idle.memory);
        memory = format!("**{memory}**");
    }
    let [sent, mut met] = told;
    let _ = write!(met, "; {:.0} connections at most", peak[1].connections);
    if attack.freezes {
        let _ = write!(met, ", {:.0} at the end", peak[0].connections);
    }
    let p99 = [&before, &during, &after].map(|figures| millis(figures.p99)).join(" / ");
    let p50 = [&before, &during, &after].map(|figures| millis(figures.p50)).join(" / ");
    eprintln!("{}: medians {p50} ms; {:.0} files at most", attack.name, peak[1].files);
    let (threads, failed) = (peak[1].threads, failures(&during));
    let row = format!(
        "| {} | {memory} | {again} | {threads:.0} | {processors:.2} | {p99} | {failed} | {recovered} |",
        attack.name
    );
    Ok((row, [sent, met]))
}

/// Attacks, and looks at the server meanwhile: what the attacker said of it, and how the server was at the end and at its worst.
async fn attacked_by(attack: &Attack, server: &Serving) -> Result<([String; 2], [State; 2]), Any> {
    let mut command = Command::new(std::env::current_exe()?);
    let command = command.args(["attack", attack.name, &server.address()]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut attacker = Attacker(command.spawn()?);
    let output = attacker.0.stdout.take().ok_or("no stdout")?;
    let reads = tokio::task::spawn_blocking(move || {
        let mut lines = BufReader::new(output).lines();
        [lines.next(), lines.next()].map(|line| line.and_then(Result::ok).unwrap_or_default())
    });
    let mut peak = state(server).await?;
    let mut last = peak;
    let until = Instant::now() + attack.lasts;
    let mut frozen = false;
    while attacker.0.try_wait()?.is_none() && !(attack.freezes && Instant::now() >= until) {
        if attack.freezes && !frozen && reads.is_finished() {
            frozen = true;
            Command::new("kill").args(["-STOP", &attacker.0.id().to_string()]).status()?;
        }
        sleep(LOOK).await;
        // The last that was seen while it went on.
        let next = state(server).await?;
        if attacker.0.try_wait()?.is_none() {
            last = next;
        }
        peak.memory = peak.memory.max(next.memory);
        peak.files = peak.files.max(next.files);
        peak.threads = peak.threads.max(next.threads);
        peak.connections = peak.connections.max(next.connections);
    }
    drop(attacker);
    Ok((reads.await?, [last, peak]))
}

/// Seconds until all is as it was, as the head of this file has it.
async fn recovers(server: &Serving, good: &Rc<Good>, idle: State, p99: Duration) -> Result<String, Any> {
    let ended = Instant::now();
    let mut wants = "";
    while ended.elapsed() < PATIENCE {
        sleep(LOOK).await;
        let (now, state) = (Instant::now(), state(server).await?);
        let half = Duration::from_millis(500);
        let calls = good.figures(now - half, now);
        wants = if state.connections > idle.connections + MORE {
            "connections"
        } else if state.files > idle.files + MORE {
            "files"
        } else if calls.failed.iter().any(|(failed, _)| *failed > 0) || calls.p50 > p99 {
            "answers"
        } else if state.threads > idle.threads + MORE {
            "threads"
        } else {
            return Ok(format!("{:.1} s", ended.elapsed().as_secs_f64()));
        };
    }
    Ok(format!("**no**: {wants}"))
}

fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// Of the connection that stands, and of new ones.
fn failures(figures: &Figures) -> String {
    let [(failed, all), (new_failed, new)] = figures.failed;
    format!("{failed} of {all}, {new_failed} of {new} new")
}
