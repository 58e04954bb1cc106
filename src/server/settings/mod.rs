//! The settings: one struct, read whole before a port is bound.
//!
//! - [`flags`]: what there is to set, declared once: flag, environment variable, default, meaning;
//! - [`boards`]: what `tilewright boards` is to do; [`health`]: what `tilewright healthcheck` asks;
//! - [`warm`]: the file of what is computed after the start;
//! - `reading`: reads each value, and the files that some name;
//! - [`values`]: how durations, sizes and the like are written;
//! - [`Settings::load`]: reads all of them, and the files they name, and reports every wrong one at once.
//!
//! A setting is taken from its flag, else from its variable, else it has its default. Variables that start with
//! TILEWRIGHT_ and are no setting are left alone: Kubernetes makes some for a Service of that name.

mod boards;
mod flags;
mod health;
mod reading;
mod values;
mod warm;

use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use http::HeaderValue;

use super::principals::Principals;
use super::reload::Reloaded;
use super::tls::Tls;
use crate::compute::PoolSettings;
use crate::generate::Salt;
use crate::grpc::shared::ServiceSettings;
use crate::grpc::tokens::keys::KeyRing;
use boards::BoardsFlags;
pub use boards::{BatchSettings, SeedSource};
use flags::Flags;
pub use flags::{Row, table};
pub use health::HealthQuestion;
use reading::Reading;
pub use values::{DictionaryFile, LogFormat};
pub use warm::{Warm, WarmRequest};

/// The exit status for wrong settings and unknown flags: EX_USAGE.
pub const EXIT_USAGE: u8 = 64;

/// Everything that an operator sets.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// Where the admin endpoints are served.
    pub admin_listen: SocketAddr,
    /// Threads that search.
    pub threads: usize,
    /// Short searches that may wait.
    pub queue: usize,
    /// Long searches that may wait.
    pub queue_long: usize,
    /// The language of a request that names none. Whether there is one, only the lexicon knows.
    pub default_language: String,
    /// The edition of a request that names none.
    pub default_edition: u32,
    /// The operator's own dictionaries, in the order given. The lexicon reads them.
    pub dictionaries: Vec<DictionaryFile>,
    /// The secret salt, read from its file.
    pub seed_salt: Option<Salt>,
    /// Memory for answers that are kept, in bytes: three quarters for boards, a quarter for solvers' runs.
    pub cache_bytes: u64,
    /// Memory for the worlds of blind games, in bytes.
    pub worlds_bytes: u64,
    /// Memory for what lattices are drawn from, in bytes.
    pub fillings_bytes: u64,
    /// Memory for what one search for plans of guessing games has found out, in bytes.
    pub plan_bytes: u64,
    /// What is computed after the start, read from its file.
    pub warm: Vec<Warm>,
    /// The most that any one search may take.
    pub search_limit: Duration,
    /// How long before a call's deadline its search answers.
    pub deadline_margin: Duration,
    /// From the signal to the hard end.
    pub drain: Duration,
    /// Connections at the same time.
    pub max_connections: usize,
    /// Calls at the same time on one connection.
    pub max_streams: u32,
    /// Calls at the same time, on all connections.
    pub max_calls: usize,
    /// Blind games at the same time.
    pub max_games: usize,
    /// How long a blind game waits for its caller.
    pub game_idle: Duration,
    /// The largest message taken, in bytes.
    pub max_message: usize,
    /// The age at which a connection is asked to end.
    pub connection_age: Duration,
    /// How much longer its calls may take.
    pub connection_grace: Duration,
    /// How often a connection is asked whether it lives.
    pub keepalive: Duration,
    /// How long the reader of a stream may leave an answer lying.
    pub send_timeout: Duration,
    /// The keys of resume tokens, read from their file.
    pub token_keys: Option<KeyRing>,
    /// How long a resume token is good.
    pub token_ttl: Duration,
    /// What secures connections; plain text where there is none.
    pub tls: Option<Reloaded<Tls>>,
    /// Who may call; everyone where there are none.
    pub principals: Option<Reloaded<Principals>>,
    /// Whether gRPC-web is served beside gRPC.
    pub grpc_web: bool,
    /// Whose pages may call by gRPC-web; `*` stands for all.
    pub cors_origins: Vec<HeaderValue>,
    /// The collector that traces are sent to.
    pub otlp_endpoint: Option<String>,
    /// Whether reflection is served.
    pub reflection: bool,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// What is logged, as directives of tracing's filter.
    pub log_filter: String,
}

/// A setting with a wrong value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    flag: &'static str,
    value: String,
    right: String,
    has_variable: bool,
}

impl Wrong {
    /// The setting with this flag (without its dashes) has this value; `right` ends the sentence "it must be ...".
    pub fn new(flag: &'static str, value: impl Into<String>, right: impl Into<String>) -> Self {
        Self { flag, value: value.into(), right: right.into(), has_variable: true }
    }

    /// The same of a flag that no variable stands for.
    #[must_use]
    pub fn without_variable(self) -> Self {
        Self { has_variable: false, ..self }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { flag, value, right, has_variable } = self;
        let variable = if *has_variable { format!(" (or {})", env_of(flag)) } else { String::new() };
        write!(formatter, "--{flag}{variable} is {value:?}: it must be {right}")
    }
}

/// The environment variable of a flag, which is given without its dashes.
#[must_use]
pub fn env_of(flag: &str) -> String {
    format!("TILEWRIGHT_{}", flag.to_ascii_uppercase().replace('-', "_"))
}

/// Why there are no settings to serve with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing is wrong: help or the version was asked for, and this is it.
    Told(String),
    /// The command line cannot be read; the text says why, and how it is used.
    Usage(String),
    /// These values are wrong, all of them.
    Wrong(Vec<Wrong>),
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Told(text) | Self::Usage(text) => formatter.write_str(text.trim_end()),
            Self::Wrong(wrong) => {
                formatter.write_str(if wrong.len() == 1 { "a setting is wrong:" } else { "settings are wrong:" })?;
                wrong.iter().try_for_each(|wrong| write!(formatter, "\n  {wrong}"))
            }
        }
    }
}

impl From<clap::Error> for Refused {
    fn from(error: clap::Error) -> Self {
        let text = error.render().to_string();
        if error.use_stderr() { Self::Usage(text) } else { Self::Told(text) }
    }
}

/// What the program is to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// Serve: `serve`, or nothing said.
    Serve(Box<Settings>),
    /// Make the boards of a list of seeds: `boards`. What concerns serving only is at its default.
    Boards(Box<Settings>, Box<BatchSettings>),
    /// Ask a server how it is: `healthcheck`.
    HealthCheck(HealthQuestion),
}

/// The command that makes boards. It and the next come before all flags.
const BOARDS: &str = "boards";
/// The command that asks a server how it is.
const HEALTH_CHECK: &str = "healthcheck";

impl Command {
    /// Reads the command line (the program's name first), the environment, and the files that they name.
    ///
    /// # Errors
    /// As [`Settings::load`].
    pub fn load<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> Result<Self, Refused> {
        let mut args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        let command = args.get(1).and_then(|argument| argument.to_str());
        let own = [BOARDS, HEALTH_CHECK].into_iter().find(|own| command == Some(own));
        if own.is_some() {
            args.remove(1);
        }
        match own {
            Some(BOARDS) => Self::load_boards(args),
            Some(_) => HealthQuestion::load(args).map(Self::HealthCheck),
            None => Self::load_server(args),
        }
    }

    fn load_server(args: Vec<OsString>) -> Result<Self, Refused> {
        let late = [BOARDS, HEALTH_CHECK].into_iter().find(|own| args.iter().skip(1).any(|argument| argument == own));
        Settings::load(args).map(|settings| Self::Serve(Box::new(settings))).map_err(|refused| match (refused, late) {
            (Refused::Usage(text), Some(late)) => {
                Refused::Usage(format!("{}\n\n`{late}` comes before all flags.", text.trim_end()))
            }
            (refused, _) => refused,
        })
    }

    fn load_boards(args: Vec<OsString>) -> Result<Self, Refused> {
        let flags = BoardsFlags::parse_all(args)?;
        let batch = flags.read();
        let settings = Settings::read(&Flags::defaults_but(flags.making, flags.logging)?);
        match (settings, batch) {
            (Ok(settings), Ok(batch)) => Ok(Self::Boards(Box::new(settings), Box::new(batch))),
            (settings, batch) => {
                let wrong = [settings.err(), batch.err()].into_iter().flatten().flatten();
                Err(Refused::Wrong(wrong.collect()))
            }
        }
    }
}

impl Settings {
    /// Reads the command line of a server (the program's name first), the environment, and the files that they name.
    ///
    /// # Errors
    /// Where help was asked for or anything is wrong; of wrong values, all.
    pub fn load<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> Result<Self, Refused> {
        let flags = Flags::parse_all(args.into_iter().map(Into::into))?;
        Self::read(&flags).map_err(Refused::Wrong)
    }

    /// Reads the values of these flags, or all that are wrong.
    fn read(flags: &Flags) -> Result<Self, Vec<Wrong>> {
        let mut reading = Reading::default();
        let settings = reading.settings(flags);
        settings.filter(|_| reading.wrong.is_empty()).ok_or(reading.wrong)
    }

    /// Whether anyone may call, from anywhere that reaches the address.
    #[must_use]
    pub fn lets_everyone_in(&self) -> bool {
        let asks_for_certificates = self.tls.as_ref().is_some_and(|tls| tls.current().asks_for_certificates);
        !self.listen.ip().is_loopback() && self.principals.is_none() && !asks_for_certificates
    }

    /// What concerns the services.
    #[must_use]
    pub fn services(&self) -> ServiceSettings {
        ServiceSettings {
            default_language: self.default_language.clone(),
            default_edition: self.default_edition,
            search_limit: self.search_limit,
            deadline_margin: self.deadline_margin,
            send_timeout: self.send_timeout,
            game_idle: self.game_idle,
            max_games: self.max_games,
            plan_bytes: self.plan_bytes,
            max_message: self.max_message,
        }
    }

    /// What concerns the pool.
    #[must_use]
    pub fn pool(&self) -> PoolSettings {
        PoolSettings { threads: self.threads, queue_short: self.queue, queue_long: self.queue_long }
    }
}

#[cfg(test)]
mod tests;
