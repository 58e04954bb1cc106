//! The command line, as clap sees it: each flag with its environment variable, its default and its meaning, in one place.
//!
//! All values are text here. clap stops at the first value that it cannot read, and an operator wants to hear of all of
//! them, so [`super`] reads the values.

#![allow(rustdoc::bare_urls, reason = "the help shows addresses as they are typed")]

use std::ffi::OsString;
use std::sync::LazyLock;

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory as _, FromArgMatches as _, Parser};

/// What `--version` says beside the name.
pub(super) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (version, arch, os) = (env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    format!("{version} ({arch} {os})")
});

/// The one command that is looked for here. The others come before all flags, where they are looked for first.
fn serve(command: &str) -> Result<String, &'static str> {
    if command == "serve" { Ok(command.to_owned()) } else { Err("the commands are serve, boards and healthcheck") }
}

/// Makes, measures and solves letter-swap word puzzles, over gRPC.
#[derive(Debug, Parser)]
#[command(
    name = "tilewright",
    version = VERSION.as_str(),
    allow_negative_numbers = true,
    after_help = "Each setting is also read from its environment variable; a flag goes before it. Durations are written \
                  250ms, 60s, 10min or 1h, sizes 4096, 512KiB or 64MiB."
)]
pub(super) struct Flags {
    /// What to do: serve; or, before all flags and with others, boards or healthcheck: see `tilewright boards --help`
    #[arg(value_name = "COMMAND", value_parser = serve, default_value = "serve")]
    pub(super) command: String,

    /// Address and port of gRPC
    #[arg(long, env = "TILEWRIGHT_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50051")]
    pub(super) listen: String,

    /// Address and port of /livez, /readyz and /metrics
    #[arg(long, env = "TILEWRIGHT_ADMIN_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:9090")]
    pub(super) admin_listen: String,

    #[command(flatten)]
    pub(super) making: Making,

    /// Short searches that may wait for a thread
    #[arg(long, env = "TILEWRIGHT_QUEUE", value_name = "NUMBER", default_value = "1024")]
    pub(super) queue: String,

    /// Long searches that may wait for a thread
    #[arg(long, env = "TILEWRIGHT_QUEUE_LONG", value_name = "NUMBER", default_value = "64")]
    pub(super) queue_long: String,

    /// Memory for answers that are kept; 0 keeps none
    #[arg(long, env = "TILEWRIGHT_CACHE_BYTES", value_name = "SIZE", default_value = "64MiB")]
    pub(super) cache_bytes: String,

    /// Memory for what one search for plans of guessing games has found out; with less it takes longer
    #[arg(long, env = "TILEWRIGHT_PLAN_BYTES", value_name = "SIZE", default_value = "64MiB")]
    pub(super) plan_bytes: String,

    /// File of boards and showdowns that are computed after the start: a GenerateBoardRequest or CompareSolversRequest in JSON a line
    #[arg(long, env = "TILEWRIGHT_WARM", value_name = "PATH")]
    pub(super) warm: Option<String>,

    /// How long before a call's deadline its search answers
    #[arg(long, env = "TILEWRIGHT_DEADLINE_MARGIN", value_name = "DURATION", default_value = "5ms")]
    pub(super) deadline_margin: String,

    /// From SIGTERM to the hard end
    #[arg(long, env = "TILEWRIGHT_DRAIN", value_name = "DURATION", default_value = "25s")]
    pub(super) drain: String,

    /// Connections at the same time
    #[arg(long, env = "TILEWRIGHT_MAX_CONNECTIONS", value_name = "NUMBER", default_value = "4096")]
    pub(super) max_connections: String,

    /// Calls at the same time on one connection
    #[arg(long, env = "TILEWRIGHT_MAX_STREAMS", value_name = "NUMBER", default_value = "256")]
    pub(super) max_streams: String,

    /// Calls at the same time on all connections, games among them
    #[arg(long, env = "TILEWRIGHT_MAX_CALLS", value_name = "NUMBER", default_value = "8192")]
    pub(super) max_calls: String,

    /// Blind games at the same time
    #[arg(long, env = "TILEWRIGHT_MAX_GAMES", value_name = "NUMBER", default_value = "4096")]
    pub(super) max_games: String,

    /// How long a blind game waits for its caller's next event
    #[arg(long, env = "TILEWRIGHT_GAME_IDLE", value_name = "DURATION", default_value = "10min")]
    pub(super) game_idle: String,

    /// The largest message taken
    #[arg(long, env = "TILEWRIGHT_MAX_MESSAGE", value_name = "SIZE", default_value = "1MiB")]
    pub(super) max_message: String,

    /// Age at which a connection is asked to end, give or take a tenth
    #[arg(long, env = "TILEWRIGHT_CONNECTION_AGE", value_name = "DURATION", default_value = "30min")]
    pub(super) connection_age: String,

    /// How much longer its calls may take
    #[arg(long, env = "TILEWRIGHT_CONNECTION_GRACE", value_name = "DURATION", default_value = "1min")]
    pub(super) connection_grace: String,

    /// How often a connection is asked whether it lives
    #[arg(long, env = "TILEWRIGHT_KEEPALIVE", value_name = "DURATION", default_value = "30s")]
    pub(super) keepalive: String,

    /// How long the reader of a stream may leave an answer lying
    #[arg(long, env = "TILEWRIGHT_SEND_TIMEOUT", value_name = "DURATION", default_value = "30s")]
    pub(super) send_timeout: String,

    /// File of the keys of resume tokens, 64 hexadecimal digits a line: the first seals, any opens; the same on all replicas
    #[arg(long, env = "TILEWRIGHT_TOKEN_KEYS_FILE", value_name = "PATH")]
    pub(super) token_keys_file: Option<String>,

    /// How long a resume token is good
    #[arg(long, env = "TILEWRIGHT_TOKEN_TTL", value_name = "DURATION", default_value = "24h")]
    pub(super) token_ttl: String,

    /// File of the certificate chain, in PEM; with it and its key gRPC is served over TLS; read again when it changes
    #[arg(long, env = "TILEWRIGHT_TLS_CERT", value_name = "PATH")]
    pub(super) tls_cert: Option<String>,

    /// File of the certificate's private key, in PEM; read again when it changes
    #[arg(long, env = "TILEWRIGHT_TLS_KEY", value_name = "PATH")]
    pub(super) tls_key: Option<String>,

    /// File of the authorities, in PEM, one of which must have signed a client's certificate; read again when it changes
    #[arg(long, env = "TILEWRIGHT_TLS_CLIENT_CA", value_name = "PATH")]
    pub(super) tls_client_ca: Option<String>,

    /// File of who may call what, a line a principal: its name, scopes, limits and its tokens' SHA-256; read again when it changes
    #[arg(long, env = "TILEWRIGHT_AUTH_FILE", value_name = "PATH")]
    pub(super) auth_file: Option<String>,

    /// Serve gRPC-web beside gRPC, over HTTP/1.1 too: on or off
    #[arg(long, env = "TILEWRIGHT_GRPC_WEB", value_name = "SWITCH", default_value = "off")]
    pub(super) grpc_web: String,

    /// Whose pages may call by gRPC-web, such as https://game.example, or * for all; repeatable, separated by commas in the environment
    #[arg(long, env = "TILEWRIGHT_CORS_ORIGIN", value_name = "ORIGIN")]
    pub(super) cors_origin: Vec<String>,

    /// Collector that traces are sent to by OTLP over gRPC, such as http://127.0.0.1:4317; none unless it is given
    #[arg(long, env = "TILEWRIGHT_OTLP_ENDPOINT", value_name = "URL")]
    pub(super) otlp_endpoint: Option<String>,

    /// Serve gRPC reflection, v1 and v1alpha: on or off
    #[arg(long, env = "TILEWRIGHT_REFLECTION", value_name = "SWITCH", default_value = "on")]
    pub(super) reflection: String,

    /// Serve in plain text on an address that is not loopback
    #[arg(
        long,
        env = "TILEWRIGHT_ALLOW_PLAINTEXT",
        value_name = "SWITCH",
        default_value = "off",
        default_missing_value = "on",
        num_args = 0..=1,
        require_equals = true
    )]
    pub(super) allow_plaintext: String,

    #[command(flatten)]
    pub(super) logging: Logging,
}

/// What makes a board: what every command that makes boards is told.
#[derive(Clone, Debug, Args)]
pub(super) struct Making {
    /// Threads that search, beside one more for short work; `cores` is one a core
    #[arg(long, env = "TILEWRIGHT_THREADS", value_name = "NUMBER", default_value = "cores")]
    pub(super) threads: String,

    /// Language of a request that names none
    #[arg(long, env = "TILEWRIGHT_DEFAULT_LANGUAGE", value_name = "LANG", default_value = "en")]
    pub(super) default_language: String,

    /// Edition of a request that names none
    #[arg(long, env = "TILEWRIGHT_DEFAULT_EDITION", value_name = "NUMBER", default_value = "1")]
    pub(super) default_edition: String,

    /// A word list of your own, of any language, as LANG/NAME=PATH, a word a line; repeatable, separated by commas in the environment
    #[arg(long, env = "TILEWRIGHT_DICTIONARY", value_name = "LANG/NAME=PATH")]
    pub(super) dictionary: Vec<String>,

    /// File of the secret salt that enters every board, the same on all replicas
    #[arg(long, env = "TILEWRIGHT_SEED_SALT_FILE", value_name = "PATH")]
    pub(super) seed_salt_file: Option<String>,

    /// Memory for the targets that blind games may still have; 0 keeps none
    #[arg(long, env = "TILEWRIGHT_WORLDS_BYTES", value_name = "SIZE", default_value = "512MiB")]
    pub(super) worlds_bytes: String,

    /// Memory for what lattices of crossing words are drawn from; what was used last stays, whatever it takes
    #[arg(long, env = "TILEWRIGHT_FILLINGS_BYTES", value_name = "SIZE", default_value = "192MiB")]
    pub(super) fillings_bytes: String,

    /// The most time that one search may take
    #[arg(long, env = "TILEWRIGHT_SEARCH_LIMIT", value_name = "DURATION", default_value = "60s")]
    pub(super) search_limit: String,
}

/// What is logged, and how.
#[derive(Clone, Debug, Args)]
pub(super) struct Logging {
    /// Log lines for people or machines: auto (human on a terminal, else json), human or json
    #[arg(long, env = "TILEWRIGHT_LOG_FORMAT", value_name = "FORMAT", default_value = "auto")]
    pub(super) log_format: String,

    /// What is logged: error, warn, info, debug, trace, or directives such as info,h2=debug
    #[arg(long, env = "TILEWRIGHT_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    pub(super) log_level: String,
}

impl Flags {
    /// The flags, over the environment, over the defaults.
    pub(super) fn parse_all(args: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = Self::command().try_get_matches_from(args)?;
        let mut flags = Self::from_arg_matches(&matches)?;
        split_listed(&matches, "dictionary", &mut flags.making.dictionary);
        split_listed(&matches, "cors_origin", &mut flags.cors_origin);
        Ok(flags)
    }

    /// The defaults, whatever the environment says, but these: for a command that serves nobody.
    pub(super) fn defaults_but(making: Making, logging: Logging) -> Result<Self, clap::Error> {
        let command = Self::command().mut_args(|argument| argument.env(Resettable::Reset));
        let flags = Self::from_arg_matches(&command.try_get_matches_from(["tilewright"])?)?;
        Ok(Self { making, logging, ..flags })
    }
}

/// Splits what the environment lists. A path on the command line may hold a comma: there one repeats the flag instead.
pub(super) fn split_listed(matches: &ArgMatches, flag: &str, values: &mut Vec<String>) {
    if matches.value_source(flag) == Some(ValueSource::EnvVariable) {
        let listed = values.iter().flat_map(|list| list.split(','));
        *values = listed.filter(|one| !one.is_empty()).map(str::to_owned).collect();
    }
}

/// One setting, as the README lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// For example `--listen`.
    pub flag: String,
    /// For example `TILEWRIGHT_LISTEN`.
    pub env: String,
    /// What holds where neither is given; empty if nothing does.
    pub default: String,
    /// What it sets.
    pub help: String,
}

/// All settings, in the order of `--help`, from the very declarations that the command line is read by.
#[must_use]
pub fn table() -> Vec<Row> {
    let text = |part: Option<String>| part.unwrap_or_default();
    let command = Flags::command();
    let settings = command.get_arguments().filter_map(|argument| {
        let flag = format!("--{}", argument.get_long()?);
        let env = text(argument.get_env().map(|env| env.to_string_lossy().into_owned()));
        let default = argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
        Some(Row { flag, env, default: text(default), help: text(argument.get_help().map(ToString::to_string)) })
    });
    settings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::settings::env_of;

    #[test]
    fn clap_finds_no_fault_with_the_flags() {
        Flags::command().debug_assert();
    }

    #[test]
    fn every_setting_has_its_variable_and_says_what_it_is() {
        let table = table();
        assert_eq!(table.len(), 40);
        for Row { flag, env, help, .. } in &table {
            assert_eq!(*env, env_of(flag.trim_start_matches('-')), "{flag}");
            assert!(!help.is_empty() && !help.ends_with('.'), "{flag}: {help}");
        }
        let defaults: Vec<&str> = table.iter().filter(|row| row.default.is_empty()).map(|row| &*row.flag).collect();
        let files = ["--dictionary", "--seed-salt-file", "--warm", "--token-keys-file"];
        let access = ["--tls-cert", "--tls-key", "--tls-client-ca", "--auth-file", "--cors-origin", "--otlp-endpoint"];
        assert_eq!(defaults, [&files[..], &access].concat());
    }
}
