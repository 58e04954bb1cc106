//! The command line: reads the settings, builds the house, serves it until it is told to end; or makes the boards of a list, or
//! asks a server how it is.

use std::fmt::Display;
use std::io::Write as _;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use tilewright::batch::{self, BatchError, Progress};
use tilewright::server;
use tilewright::server::healthcheck;
use tilewright::server::house::{self, BuildError, House};
use tilewright::server::listeners::Listeners;
use tilewright::server::memory;
use tilewright::server::settings::{BatchSettings, Command, EXIT_USAGE, Refused, Settings};
use tilewright::server::telemetry::log::Log;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

/// The exit status where it cannot serve or make all boards, or a server was told to end at once.
const EXIT_FAILED: u8 = 1;
/// The exit status of a list that was interrupted, as shells have it for Ctrl-C.
const EXIT_INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    memory::keep_little();
    let started = Instant::now();
    // The log is kept to the end of each arm: it writes its last lines when it goes.
    match Command::load(std::env::args_os()) {
        Ok(Command::Serve(settings)) => match Log::start(&settings) {
            Ok(_log) => start(&settings, started),
            Err(error) => no_log(&error),
        },
        Ok(Command::Boards(settings, batch)) => {
            let progress = Progress::new(batch.out.is_none());
            match Log::start_into(&settings, progress.aside()) {
                Ok(_log) => start_boards(*settings, *batch, &progress),
                Err(error) => no_log(&error),
            }
        }
        Ok(Command::HealthCheck(question)) => match healthcheck::ask(question) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format_args!("{}{}: {error}", question.address, question.path), EXIT_FAILED),
        },
        Err(Refused::Told(text)) => {
            // Whoever asked may have stopped reading, which is no failure.
            let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
            ExitCode::SUCCESS
        }
        Err(refused) => fail(&refused, EXIT_USAGE),
    }
}

fn start(settings: &Settings, started: Instant) -> ExitCode {
    let house = match House::build(settings, started) {
        Ok(house) => house,
        Err(error) => return no_house(error),
    };
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(status) => return status,
    };
    let status = runtime.block_on(serve(house, settings));
    // Searches that were cut off may still be on their way out; nobody waits for them.
    runtime.shutdown_background();
    status
}

fn start_boards(settings: Settings, batch: BatchSettings, progress: &Progress) -> ExitCode {
    // All threads may have long work here, where no short call waits beside it; and no board is asked for twice.
    let settings = Settings { threads: settings.threads + 1, cache_bytes: 0, ..settings };
    let (shared, _ending) = match house::share(&settings) {
        Ok(shared) => shared,
        Err(error) => return no_house(error),
    };
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(status) => return status,
    };
    let status = runtime.block_on(async {
        let signals = match Signals::listen() {
            Ok(signals) => signals,
            Err(error) => return no_signals(&error),
        };
        tokio::select! {
            ended = batch::run(batch, shared, progress, signals.count_to(1)) => say(ended, progress),
            () = signals.count_to(2) => ExitCode::from(EXIT_INTERRUPTED),
        }
    });
    runtime.shutdown_background();
    status
}

/// Says how a list ended, unless all went well and nobody sits there.
fn say(ended: Result<batch::Ended, BatchError>, progress: &Progress) -> ExitCode {
    let seen = progress.is_seen();
    progress.end();
    match ended {
        Ok(ended) if ended.is_interrupted() => fail(&ended, EXIT_INTERRUPTED),
        Ok(ended) if ended.has_failures() => fail(&ended, EXIT_FAILED),
        Ok(ended) if seen => {
            let _ = writeln!(std::io::stderr(), "{ended}");
            ExitCode::SUCCESS
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(BatchError::Interrupted) => fail(&BatchError::Interrupted, EXIT_INTERRUPTED),
        Err(BatchError::ReaderGone) => ExitCode::from(EXIT_FAILED),
        Err(error @ BatchError::Wrong(_)) => fail(&error, EXIT_USAGE),
        Err(error @ BatchError::Failed(_)) => fail(&error, EXIT_FAILED),
    }
}

fn runtime() -> Result<Runtime, ExitCode> {
    let workers = available_parallelism().map_or(1, usize::from);
    let runtime = Builder::new_multi_thread().worker_threads(workers).enable_all().build();
    runtime.map_err(|error| fail(&format_args!("cannot start the runtime: {error}"), EXIT_FAILED))
}

async fn serve(house: House, settings: &Settings) -> ExitCode {
    let signals = match Signals::listen() {
        Ok(signals) => signals,
        Err(error) => return no_signals(&error),
    };
    let listeners = match Listeners::bind(settings).await {
        Ok(listeners) => listeners,
        Err(error) => return fail(&error, EXIT_FAILED),
    };
    tokio::select! {
        _ = server::run(listeners, house, settings, signals.count_to(1)) => ExitCode::SUCCESS,
        () = signals.count_to(2) => {
            tracing::warn!("a second signal: ending at once");
            ExitCode::from(EXIT_FAILED)
        }
    }
}

fn no_house(error: BuildError) -> ExitCode {
    match error {
        BuildError::Wrong(wrong) => fail(&Refused::Wrong(wrong), EXIT_USAGE),
        error => fail(&error, EXIT_FAILED),
    }
}

fn no_log(error: &std::io::Error) -> ExitCode {
    fail(&format_args!("cannot start the log: {error}"), EXIT_FAILED)
}

fn no_signals(error: &std::io::Error) -> ExitCode {
    fail(&format_args!("cannot listen for signals: {error}"), EXIT_FAILED)
}

/// Says why, and answers how to exit.
fn fail(why: &impl Display, status: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "tilewright: {why}");
    ExitCode::from(status)
}

/// Counts SIGTERM and Ctrl-C.
struct Signals(watch::Receiver<u32>);

impl Signals {
    fn listen() -> std::io::Result<Self> {
        let (count, counted) = watch::channel(0u32);
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
            tokio::spawn(async move {
                loop {
                    tokio::select! {
                        _ = terminate.recv() => {}
                        _ = interrupt.recv() => {}
                    }
                    count.send_modify(|count| *count += 1);
                }
            });
        }
        #[cfg(not(unix))]
        tokio::spawn(async move {
            while tokio::signal::ctrl_c().await.is_ok() {
                count.send_modify(|count| *count += 1);
            }
        });
        Ok(Self(counted))
    }

    /// Resolves when this many have come.
    async fn count_to(&self, signals: u32) {
        let _ = self.0.clone().wait_for(|count| *count >= signals).await;
    }
}
