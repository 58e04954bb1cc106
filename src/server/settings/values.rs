//! How single values are written: durations, sizes, switches, dictionaries. Each reader answers `None` to what is not one,
//! and the caller, who knows the setting, says what would be right.

use std::path::PathBuf;
use std::time::Duration;

use http::uri::PathAndQuery;
use http::{HeaderValue, Uri};

use crate::generate::Salt;

/// The longest name of a language or a dictionary.
const MAX_NAME: usize = 32;

/// A dictionary that the operator adds: a word list of a language, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DictionaryFile {
    /// The language, for example `en`.
    pub language: String,
    /// What callers call it.
    pub name: String,
    /// Where its words lie.
    pub path: PathBuf,
}

/// The salt in the bytes of a file, one newline at its end apart; `None` if it has not a salt's length.
pub(super) fn salt(bytes: &[u8]) -> Option<Salt> {
    Salt::new(bytes.strip_suffix(b"\n").unwrap_or(bytes).to_vec())
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people on a terminal, in JSON otherwise.
    Auto,
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}

/// A number and its unit, split where the digits end.
fn number_and_unit(text: &str) -> Option<(u64, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    Some((number.parse().ok()?, unit))
}

/// A number of digits and nothing else.
pub(super) fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// `250ms`, `60s`, `10min`, `1h`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = number_and_unit(text)?;
    let seconds = |each: u64| number.checked_mul(each).map(Duration::from_secs);
    match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => seconds(1),
        "min" => seconds(60),
        "h" => seconds(3600),
        _ => None,
    }
}

/// `4096`, `512KiB`, `64MiB`, `2GiB`.
pub(super) fn size(text: &str) -> Option<u64> {
    let (number, unit) = number_and_unit(text)?;
    let shift = match unit {
        "" | "B" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => return None,
    };
    number.checked_mul(1 << shift)
}

/// `on` and `off`; an environment often says `true` and `false`.
pub(super) fn switch(text: &str) -> Option<bool> {
    match text {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// A URL of plain HTTP that names a host, and no path there.
pub(super) fn http_endpoint(text: &str) -> Option<String> {
    let url: Uri = text.parse().ok()?;
    let fits = url.scheme_str() == Some("http") && url.host().is_some_and(|host| !host.is_empty());
    let is_all = matches!(url.path_and_query().map(PathAndQuery::as_str), None | Some("/"));
    (fits && is_all && !url.authority()?.as_str().contains('@')).then(|| text.to_owned())
}

/// A name as languages and dictionaries have them in the lexicon.
pub(super) fn name(text: &str) -> Option<String> {
    let fits = (1..=MAX_NAME).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    fits.then(|| text.to_owned())
}

/// `LANG/NAME=PATH`.
pub(super) fn dictionary(text: &str) -> Option<DictionaryFile> {
    let (whose, path) = text.split_once('=')?;
    let (language, dictionary) = whose.split_once('/')?;
    let path = Some(path).filter(|path| !path.is_empty())?;
    Some(DictionaryFile { language: name(language)?, name: name(dictionary)?, path: path.into() })
}

/// An origin as browsers send it (RFC 6454, 6.2): a scheme, a host and perhaps a port, in small letters; or `*`.
pub(super) fn origin(text: &str) -> Option<HeaderValue> {
    let (scheme, host) = text.split_once("://").unwrap_or_default();
    let is_scheme =
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_host = !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@,".contains(&byte));
    let is_origin = is_scheme && is_host && !text.bytes().any(|byte| byte.is_ascii_uppercase());
    (is_origin || text == "*").then(|| HeaderValue::from_str(text).ok()).flatten()
}

pub(super) fn log_format(text: &str) -> Option<LogFormat> {
    match text {
        "auto" => Some(LogFormat::Auto),
        "human" => Some(LogFormat::Human),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_need_a_unit() {
        for (text, value) in [
            ("250ms", Some(Duration::from_millis(250))),
            ("60s", Some(Duration::from_mins(1))),
            ("10min", Some(Duration::from_mins(10))),
            ("1h", Some(Duration::from_hours(1))),
            ("0s", Some(Duration::ZERO)),
            ("5", None),
            ("", None),
            ("ms", None),
            ("-1s", None),
            ("+1s", None),
            ("1.5s", None),
            ("1 s", None),
            ("1S", None),
            ("99999999999999999999h", None),
            ("18446744073709551615h", None),
        ] {
            assert_eq!(duration(text), value, "{text:?}");
        }
    }

    #[test]
    fn sizes_may_have_a_unit() {
        for (text, value) in [
            ("0", Some(0)),
            ("4096", Some(4096)),
            ("4096B", Some(4096)),
            ("512KiB", Some(512 << 10)),
            ("64MiB", Some(64 << 20)),
            ("2GiB", Some(2 << 30)),
            ("64MB", None),
            ("64mib", None),
            ("", None),
            ("17179869184GiB", None),
        ] {
            assert_eq!(size(text), value, "{text:?}");
        }
    }

    #[test]
    fn a_collector_is_a_host_over_plain_http() {
        for text in ["http://127.0.0.1:4317", "http://collector", "http://[::1]:4317/", "HTTP://collector:1"] {
            assert_eq!(http_endpoint(text).as_deref(), Some(text));
        }
        for text in
            ["", "collector:4317", "/", "https://collector:4317", "http://collector/v1/traces", "http://collector/?a"]
        {
            assert_eq!(http_endpoint(text), None, "{text:?}");
        }
        assert_eq!(http_endpoint("http://name:secret@collector:4317"), None);
    }

    #[test]
    fn a_dictionary_has_a_language_a_name_and_a_path() {
        let (language, name, path) = ("en".to_owned(), "club-2".to_owned(), "/lists/club=2.txt".into());
        assert_eq!(dictionary("en/club-2=/lists/club=2.txt"), Some(DictionaryFile { language, name, path }));
        for text in
            ["", "en", "en/club", "en/club=", "/club=a", "en/=a", "EN/club=a", "en/cl ub=a", "en/cl_ub=a", "club=a/b"]
        {
            assert_eq!(dictionary(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_origin_has_no_path() {
        for text in ["https://game.example", "http://localhost:8080", "capacitor://localhost", "http://[::1]:80", "*"] {
            assert_eq!(origin(text).unwrap(), text);
        }
        for text in
            ["", "game.example", "https://game.example/", "https://", "://x", "HTTPS://x", "a://b,c", "*.example"]
        {
            assert_eq!(origin(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_salt_loses_one_newline_and_is_never_shown() {
        assert_eq!(salt(b"0123456789abcdef\n\n"), Salt::new(b"0123456789abcdef\n".to_vec()));
        assert!(!format!("{:?}", salt(b"0123456789abcdef")).contains("012"));
        assert_eq!(salt(b"0123456789abcde\n"), None);
        assert_eq!(salt(&[b'x'; 1025]), None);
        assert!(salt(&[b'x'; 1024]).is_some());
    }
}
