//! The command line: reads the settings, builds the house, serves it until it is told to end.

use std::fmt::Display;
use std::io::Write as _;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use tilewright::server;
use tilewright::server::house::{BuildError, House};
use tilewright::server::listeners::Listeners;
use tilewright::server::settings::{EXIT_USAGE, Refused, Settings};
use tilewright::server::telemetry::log::Log;
use tokio::runtime::Builder;
use tokio::sync::watch;

/// The exit status where it cannot serve, or was told to end at once.
const EXIT_FAILED: u8 = 1;

fn main() -> ExitCode {
    let started = Instant::now();
    let settings = match Settings::load(std::env::args_os()) {
        Ok(settings) => settings,
        Err(Refused::Told(text)) => {
            // Whoever asked may have stopped reading, which is no failure.
            let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
            return ExitCode::SUCCESS;
        }
        Err(refused) => return fail(&refused, EXIT_USAGE),
    };
    // The log is kept to the end of this function: it writes its last lines when it goes.
    match Log::start(&settings) {
        Ok(_log) => start(&settings, started),
        Err(error) => fail(&format_args!("cannot start the log: {error}"), EXIT_FAILED),
    }
}

fn start(settings: &Settings, started: Instant) -> ExitCode {
    let house = match House::build(settings, started) {
        Ok(house) => house,
        Err(BuildError::Wrong(wrong)) => return fail(&Refused::Wrong(wrong), EXIT_USAGE),
        Err(error) => return fail(&error, EXIT_FAILED),
    };
    let workers = available_parallelism().map_or(1, usize::from);
    let runtime = match Builder::new_multi_thread().worker_threads(workers).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format_args!("cannot start the runtime: {error}"), EXIT_FAILED),
    };
    let status = runtime.block_on(serve(house, settings));
    // Searches that were cut off may still be on their way out; nobody waits for them.
    runtime.shutdown_background();
    status
}

async fn serve(house: House, settings: &Settings) -> ExitCode {
    let signals = match Signals::listen() {
        Ok(signals) => signals,
        Err(error) => return fail(&format_args!("cannot listen for signals: {error}"), EXIT_FAILED),
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
