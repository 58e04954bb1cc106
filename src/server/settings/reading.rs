//! Reads the values of all settings, and the files that some name, and notes every wrong one.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use http::HeaderValue;

use super::flags::Flags;
use super::values::{self, DictionaryFile};
use super::warm::{self, Warm};
use super::{Settings, Wrong};
use crate::generate::Salt;
use crate::grpc::tokens::keys::KeyRing;
use crate::server::principals::{self, Principals};
use crate::server::reload::{Fault, Reloaded};
use crate::server::tls::{self, Tls};

/// Reads values and collects the wrong ones.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) wrong: Vec<Wrong>,
}

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const SECOND: Duration = Duration::from_secs(1);
/// The most that the file of keys may have: more keys than anyone turns.
const MAX_KEYS_BYTES: u64 = 64 << 10;
const MILLISECOND: Duration = Duration::from_millis(1);

impl Reading {
    /// All settings; `None` if any was wrong. Every value is read before the first is missed.
    pub(super) fn settings(&mut self, flags: &Flags) -> Option<Settings> {
        let plaintext = self.one("allow-plaintext", &flags.allow_plaintext, "on or off", values::switch);
        let grpc_web = self.one("grpc-web", &flags.grpc_web, "on or off", values::switch);
        let cors_origins = self.cors_origins(&flags.cors_origin, grpc_web);
        let tls_wanted = [&flags.tls_cert, &flags.tls_key, &flags.tls_client_ca].into_iter().any(Option::is_some);
        let tls = tls_wanted.then(|| self.tls(flags, grpc_web.unwrap_or(true)));
        let listen = self.listen(&flags.listen, tls_wanted || plaintext.unwrap_or(true));
        let principals = flags.auth_file.as_deref().map(|path| self.principals(path));
        let admin_listen = self.admin_listen(&flags.admin_listen, listen);
        let threads = self.threads(&flags.making.threads);
        let queue = self.number("queue", &flags.queue, 1..=1_000_000);
        let queue_long = self.number("queue-long", &flags.queue_long, 1..=1_000_000);
        let language = "a language's name, such as en";
        let default_language = self.one("default-language", &flags.making.default_language, language, values::name);
        let default_edition = self.number("default-edition", &flags.making.default_edition, 1..=u32::MAX);
        let dictionaries = self.dictionaries(&flags.making.dictionary);
        let seed_salt = flags.making.seed_salt_file.as_deref().map(|path| self.salt(path));
        let cache_bytes = self.size("cache-bytes", &flags.cache_bytes, 0..=1 << 40, "0 to 1024GiB");
        let plan_bytes = self.size("plan-bytes", &flags.plan_bytes, 0..=1 << 40, "0 to 1024GiB");
        let worlds_bytes = self.size("worlds-bytes", &flags.making.worlds_bytes, 0..=1 << 40, "0 to 1024GiB");
        let fillings_bytes = self.size("fillings-bytes", &flags.making.fillings_bytes, 0..=1 << 40, "0 to 1024GiB");
        let max_calls = self.number("max-calls", &flags.max_calls, 1..=1_000_000);
        let max_games = self.number("max-games", &flags.max_games, 1..=1_000_000);
        let game_idle = self.duration("game-idle", &flags.game_idle, 10 * MILLISECOND..=24 * HOUR, "10ms to 24h");
        let token_keys = flags.token_keys_file.as_deref().map(|path| self.token_keys(path));
        let token_ttl = self.duration("token-ttl", &flags.token_ttl, SECOND..=8760 * HOUR, "1s to 8760h");
        let warm = self.warm(flags.warm.as_deref());
        let max_message = self.size("max-message", &flags.max_message, 1 << 10..=64 << 20, "1KiB to 64MiB");
        let search_limit = self.duration("search-limit", &flags.making.search_limit, MILLISECOND..=HOUR, "1ms to 1h");
        let deadline_margin =
            self.duration("deadline-margin", &flags.deadline_margin, Duration::ZERO..=SECOND, "0ms to 1s");
        let drain = self.duration("drain", &flags.drain, Duration::ZERO..=HOUR, "0s to 1h");
        let max_connections = self.number("max-connections", &flags.max_connections, 1..=1_000_000);
        let max_streams = self.number("max-streams", &flags.max_streams, 1..=65_536);
        let connection_age = self.duration("connection-age", &flags.connection_age, SECOND..=720 * HOUR, "1s to 720h");
        let connection_grace =
            self.duration("connection-grace", &flags.connection_grace, Duration::ZERO..=24 * HOUR, "0s to 24h");
        let keepalive = self.duration("keepalive", &flags.keepalive, SECOND..=HOUR, "1s to 1h");
        let send_timeout =
            self.duration("send-timeout", &flags.send_timeout, 10 * MILLISECOND..=10 * MINUTE, "10ms to 10min");
        let otlp_endpoint = flags.otlp_endpoint.as_deref().map(|url| self.otlp_endpoint(url));
        let reflection = self.one("reflection", &flags.reflection, "on or off", values::switch);
        let log_format = self.one("log-format", &flags.logging.log_format, "auto, human or json", values::log_format);
        let log_filter = self.log_filter(&flags.logging.log_level);
        Some(Settings {
            listen: listen?,
            admin_listen: admin_listen?,
            threads: threads?,
            queue: queue?,
            queue_long: queue_long?,
            default_language: default_language?,
            default_edition: default_edition?,
            dictionaries,
            // A file was named: then there must be a salt, or boards would be made without it.
            seed_salt: seed_salt.map_or(Some(None), |salt| salt.map(Some))?,
            cache_bytes: cache_bytes?,
            worlds_bytes: worlds_bytes?,
            fillings_bytes: fillings_bytes?,
            plan_bytes: plan_bytes?,
            warm: warm?,
            search_limit: search_limit?,
            deadline_margin: deadline_margin?,
            drain: drain?,
            max_connections: max_connections?,
            max_streams: max_streams?,
            max_calls: max_calls?,
            max_games: max_games?,
            game_idle: game_idle?,
            max_message: usize::try_from(max_message?).ok()?,
            connection_age: connection_age?,
            connection_grace: connection_grace?,
            keepalive: keepalive?,
            send_timeout: send_timeout?,
            // As with the salt: games must not be sealed under a key that no other replica has.
            token_keys: token_keys.map_or(Some(None), |keys| keys.map(Some))?,
            token_ttl: token_ttl?,
            tls: tls.map_or(Some(None), |tls| tls.map(Some))?,
            // As with the salt: a server must not let everyone in because the file that says who may come is wrong.
            principals: principals.map_or(Some(None), |principals| principals.map(Some))?,
            grpc_web: grpc_web?,
            cors_origins,
            // As with the salt: who asks for traces is not to miss them.
            otlp_endpoint: otlp_endpoint.map_or(Some(None), |url| url.map(Some))?,
            reflection: reflection?,
            log_format: log_format?,
            log_filter: log_filter?,
        })
    }

    /// Notes that this value is wrong.
    pub(super) fn wrong<T>(&mut self, flag: &'static str, value: &str, right: impl Into<String>) -> Option<T> {
        self.wrong.push(Wrong::new(flag, value, right));
        None
    }

    pub(super) fn one<T>(
        &mut self,
        flag: &'static str,
        value: &str,
        right: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        read(value).or_else(|| self.wrong(flag, value, right))
    }

    pub(super) fn number<T>(&mut self, flag: &'static str, value: &str, range: RangeInclusive<T>) -> Option<T>
    where
        T: std::str::FromStr + PartialOrd + fmt::Display,
    {
        let right = format!("a number from {} to {}", range.start(), range.end());
        self.one(flag, value, &right, |value| value.parse().ok().filter(|number| range.contains(number)))
    }

    fn size(&mut self, flag: &'static str, value: &str, range: RangeInclusive<u64>, says: &str) -> Option<u64> {
        let right = format!("a size of {says}, such as 4096, 512KiB or 64MiB");
        self.one(flag, value, &right, |value| values::size(value).filter(|size| range.contains(size)))
    }

    fn duration(
        &mut self,
        flag: &'static str,
        value: &str,
        range: RangeInclusive<Duration>,
        says: &str,
    ) -> Option<Duration> {
        let right = format!("a duration of {says}, such as 250ms, 60s, 10min or 1h");
        self.one(flag, value, &right, |value| values::duration(value).filter(|duration| range.contains(duration)))
    }

    fn listen(&mut self, value: &str, anywhere: bool) -> Option<SocketAddr> {
        let right = "an IP address and a port, such as 127.0.0.1:50051 or [::]:50051";
        let address: SocketAddr = self.one("listen", value, right, |value| value.parse().ok())?;
        if anywhere || address.ip().is_loopback() {
            return Some(address);
        }
        let right = "a loopback address, such as 127.0.0.1:50051, unless --tls-cert and --tls-key secure it; \
                     --allow-plaintext (or TILEWRIGHT_ALLOW_PLAINTEXT=on) serves in plain text all the same";
        self.wrong("listen", value, right)
    }

    fn admin_listen(&mut self, value: &str, listen: Option<SocketAddr>) -> Option<SocketAddr> {
        let right = "an IP address and a port, such as 127.0.0.1:9090 or [::]:9090";
        let address: SocketAddr = self.one("admin-listen", value, right, |value| value.parse().ok())?;
        if address.port() != 0 && listen == Some(address) {
            return self.wrong("admin-listen", value, "another address or port than --listen has");
        }
        Some(address)
    }

    /// What secures connections, where any of its files is named.
    fn tls(&mut self, flags: &Flags, http1: bool) -> Option<Reloaded<Tls>> {
        let (cert, key, client_ca) = match (&flags.tls_cert, &flags.tls_key, &flags.tls_client_ca) {
            (Some(cert), Some(key), client_ca) => (cert, key, client_ca),
            (Some(cert), None, _) => return self.wrong("tls-cert", cert, "given together with --tls-key"),
            (None, Some(key), _) => return self.wrong("tls-key", key, "given together with --tls-cert"),
            (None, None, authorities) => {
                let authorities = authorities.as_deref().unwrap_or_default();
                return self.wrong("tls-client-ca", authorities, "given together with --tls-cert and --tls-key");
            }
        };
        let named = [("tls-cert", Some(cert)), ("tls-key", Some(key)), ("tls-client-ca", client_ca.as_ref())];
        // All that are not there are told; what is wrong with those that are, one tells of another.
        let had = self.wrong.len();
        for (flag, path) in named {
            if let Some(Err(error)) = path.map(File::open) {
                let path = path.map_or("", String::as_str);
                self.wrong::<()>(flag, path, format!("a file that can be read ({error})"));
            }
        }
        if self.wrong.len() > had {
            return None;
        }
        match tls::load(cert.into(), key.into(), client_ca.as_ref().map(PathBuf::from), http1) {
            Ok(tls) => Some(tls),
            Err(Fault { file, right }) => {
                let (flag, path) = named.get(file).copied().unwrap_or_default();
                self.wrong(flag, path.map_or("", String::as_str), right)
            }
        }
    }

    fn principals(&mut self, path: &str) -> Option<Reloaded<Principals>> {
        principals::load(path.into()).map_err(|fault| self.wrong::<()>("auth-file", path, fault.right)).ok()
    }

    fn cors_origins(&mut self, values: &[String], grpc_web: Option<bool>) -> Vec<HeaderValue> {
        let mut origins = Vec::new();
        for value in values {
            let right = "an origin, such as https://game.example or http://localhost:8080, without a path, or *";
            if grpc_web == Some(false) {
                self.wrong::<()>("cors-origin", value, "given together with --grpc-web on");
            }
            origins.extend(self.one("cors-origin", value, right, values::origin));
        }
        origins
    }

    fn threads(&mut self, value: &str) -> Option<usize> {
        const MOST: usize = 1024;
        let right = format!("a number from 1 to {MOST}, or `cores`");
        self.one("threads", value, &right, |value| match value {
            "cores" => Some(available_parallelism().map_or(1, usize::from).min(MOST)),
            number => number.parse().ok().filter(|threads| (1..=MOST).contains(threads)),
        })
    }

    fn dictionaries(&mut self, values: &[String]) -> Vec<DictionaryFile> {
        let mut files: Vec<DictionaryFile> = Vec::new();
        for value in values {
            let right = "LANG/NAME=PATH, such as en/club=/lists/club.txt, with names of small letters, digits and -";
            let Some(file) = self.one("dictionary", value, right, values::dictionary) else { continue };
            if files.iter().any(|other| (&other.language, &other.name) == (&file.language, &file.name)) {
                self.wrong::<()>("dictionary", value, "given once for each language and name");
            } else {
                files.push(file);
            }
        }
        files
    }

    /// Reads the salt's file, and no more of it than a salt may have. What it holds is never told.
    fn salt(&mut self, path: &str) -> Option<Salt> {
        let mut bytes = Vec::new();
        let most = u64::try_from(*Salt::LENGTHS.end()).unwrap_or(u64::MAX).saturating_add(2);
        let read = File::open(PathBuf::from(path)).and_then(|file| file.take(most).read_to_end(&mut bytes));
        if let Err(error) = read {
            return self.wrong("seed-salt-file", path, format!("a file that can be read ({error})"));
        }
        values::salt(&bytes).or_else(|| {
            let (least, most) = (Salt::LENGTHS.start(), Salt::LENGTHS.end());
            let right = format!("a file of {least} to {most} bytes, not counting a newline at its end");
            self.wrong("seed-salt-file", path, right)
        })
    }

    /// Reads the keys' file. What it holds is never told, nor what is wrong with it beyond the line.
    fn token_keys(&mut self, path: &str) -> Option<KeyRing> {
        let mut text = String::new();
        let read = File::open(PathBuf::from(path))
            .and_then(|file| file.take(MAX_KEYS_BYTES + 1).read_to_string(&mut text))
            .map_err(|error| format!("a file that can be read ({error})"));
        let keys = read.and_then(|_| {
            if u64::try_from(text.len()).is_ok_and(|bytes| bytes > MAX_KEYS_BYTES) {
                return Err(format!("a file of at most {MAX_KEYS_BYTES} bytes"));
            }
            KeyRing::parse(&text)
                .map_err(|error| format!("a file of keys, each a line of 64 hexadecimal digits; {error}"))
        });
        keys.map_err(|right| self.wrong::<()>("token-keys-file", path, right)).ok()
    }

    /// Reads the requests of what is computed after the start.
    fn warm(&mut self, path: Option<&str>) -> Option<Vec<Warm>> {
        let Some(path) = path else { return Some(Vec::new()) };
        let wrong = match warm::read(path.as_ref()) {
            Ok(requests) => return Some(requests),
            Err(wrong) => wrong,
        };
        self.wrong.extend(wrong.into_iter().map(|right| Wrong::new("warm", path, right)));
        None
    }

    fn otlp_endpoint(&mut self, value: &str) -> Option<String> {
        let right = "a URL of http:// with a host and no path, such as http://127.0.0.1:4317";
        self.one("otlp-endpoint", value, right, values::http_endpoint)
    }

    /// A level says what is logged of the house itself; the libraries below it then only speak of what is wrong.
    fn log_filter(&mut self, value: &str) -> Option<String> {
        let right = "error, warn, info, debug or trace, or directives of tracing's filter, such as info,h2=debug";
        self.one("log-level", value, right, |value| match value {
            "error" => Some(value.to_owned()),
            "warn" | "info" | "debug" | "trace" => Some(format!("warn,tilewright={value}")),
            directives => {
                let filter = tracing_subscriber::EnvFilter::try_new(directives);
                filter.ok().filter(|_| directives.contains('=')).map(|_| directives.to_owned())
            }
        })
    }
}
