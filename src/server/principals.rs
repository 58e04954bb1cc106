//! The principals: a file with a line each, which holds no token, only what tells one.
//!
//! ```text
//! # name     scopes      limits            SHA-256 of each token, in hexadecimal
//! daily-job  targets     calls=20 long=2   DIGEST-OF-THE-JOBS-TOKEN
//! game       play,solve                    DIGEST-OF-THE-GAMES-TOKEN
//! ```
//!
//! Tokens are random and long (32 bytes, say), so a plain digest keeps them: nobody can try them all. A principal may have
//! several: the new one is added, callers take it up, the old one is removed. A file that is read again leaves principals that
//! it still names with the limits that they had what they have used of them.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConstantTimeEq as _};

use crate::compute::Account;
use crate::grpc::principal::{CallRate, Principal, Scope};
use crate::hexadecimal;
use crate::server::reload::{Fault, Reloaded};

/// Bytes of a digest.
const DIGEST_BYTES: usize = 32;
/// The longest name.
const MAX_NAME: usize = 64;
/// Lines that are complained of one by one.
const MAX_COMPLAINTS: usize = 20;

/// All principals.
#[derive(Debug)]
pub struct Principals {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    principal: Arc<Principal>,
    tokens: Vec<[u8; DIGEST_BYTES]>,
}

/// Reads the file, and again when it changes.
///
/// # Errors
/// Names each line that is wrong, by its number only.
pub fn load(path: PathBuf) -> Result<Reloaded<Principals>, Fault> {
    Reloaded::load(vec![path], |files, before| {
        let text = std::str::from_utf8(files.first().map_or(&[], Vec::as_slice));
        let text = text.map_err(|_| Fault::new(0, "a text file in UTF-8"))?;
        Principals::parse(text, before).map_err(|complaints| {
            let form = "a file of principals, each a line of its name, scopes, limits and digests of tokens";
            Fault::new(0, format!("{form}; {complaints}"))
        })
    })
}

impl Principals {
    /// Whose token this is. Takes as long for any token of a length, as far as it matters: all digests are looked at.
    #[must_use]
    pub fn find(&self, token: &[u8]) -> Option<Arc<Principal>> {
        let digest = Sha256::digest(token);
        let mut found = None;
        for Entry { principal, tokens } in &self.entries {
            let any = tokens.iter().fold(Choice::from(0), |any, own| any | own[..].ct_eq(&digest[..]));
            if bool::from(any) {
                found = Some(principal);
            }
        }
        found.cloned()
    }

    fn parse(text: &str, before: Option<&Self>) -> Result<Self, String> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut complaints = Vec::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match entry(line, before).and_then(|entry| unlike_others(entry, &entries)) {
                Ok(entry) => entries.push(entry),
                Err(why) => complaints.push(format!("line {number} {why}")),
            }
        }
        if entries.is_empty() && complaints.is_empty() {
            return Err("it has none".to_owned());
        }
        if complaints.is_empty() {
            return Ok(Self { entries });
        }
        let more = complaints.len().saturating_sub(MAX_COMPLAINTS);
        complaints.truncate(MAX_COMPLAINTS);
        if more > 0 {
            complaints.push(format!("and {more} more"));
        }
        Err(complaints.join("; "))
    }
}

/// The principal of a line. What is wrong is said without a word of the line: a token may stand there by mistake.
fn entry(line: &str, before: Option<&Principals>) -> Result<Entry, &'static str> {
    let mut words = line.split_whitespace();
    let name = words.next().filter(|name| is_name(name));
    let name = name.ok_or("has no name of at most 64 small letters, digits, '-', '_' and '.'")?.to_owned();
    let scopes =
        words.next().and_then(scopes).ok_or("has no scopes behind its name: play, solve, targets, with commas")?;
    let known = before.and_then(|before| before.entries.iter().find(|entry| entry.principal.name == name));
    let (mut rate, mut account, mut tokens) = (None, None, Vec::new());
    for word in words {
        if let Some(calls) = word.strip_prefix("calls=") {
            rate = Some(calls.parse().map_err(|_| "has calls= without a number above 0")?);
        } else if let Some(long) = word.strip_prefix("long=") {
            account = Some(long.parse().map_err(|_| "has long= without a number above 0")?);
        } else {
            let digest = hexadecimal::bytes(word);
            tokens.push(digest.ok_or("has what is neither calls=, long= nor a SHA-256 in 64 hexadecimal digits")?);
        }
    }
    if tokens.is_empty() {
        return Err("has no SHA-256 of a token in 64 hexadecimal digits");
    }
    let known = known.map(|entry| &entry.principal);
    let rate = rate.map(|calls: NonZeroU32| {
        let before = known.and_then(|known| known.rate.clone()).filter(|rate| rate.calls() == calls.get());
        before.unwrap_or_else(|| CallRate::new(calls))
    });
    let account = account.map(|most: NonZeroU32| {
        let before = known.and_then(|known| known.account.clone()).filter(|account| account.most() == most);
        before.unwrap_or_else(|| Account::new(most))
    });
    Ok(Entry { principal: Arc::new(Principal { name, scopes, rate, account }), tokens })
}

fn unlike_others(entry: Entry, others: &[Entry]) -> Result<Entry, &'static str> {
    if others.iter().any(|other| other.principal.name == entry.principal.name) {
        return Err("has a name that a line before has: a principal's tokens stand in one line");
    }
    if entry.tokens.iter().any(|token| others.iter().any(|other| other.tokens.contains(token))) {
        return Err("has a token that a line before has");
    }
    Ok(entry)
}

fn is_name(word: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    (1..=MAX_NAME).contains(&word.len()) && word.bytes().all(allowed)
}

fn scopes(word: &str) -> Option<BTreeSet<Scope>> {
    word.split(',').map(|name| Scope::ALL.into_iter().find(|scope| scope.name() == name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sha(token: &str) -> String {
        Sha256::digest(token).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    #[test]
    fn a_line_is_a_principal_with_its_tokens() {
        let (one, two, three) = (sha("one"), sha("two"), sha("three"));
        let text = format!("# ours\n\n job targets calls=20 long=2 {one} {two}\r\ngame play,solve {three}\n");
        let principals = Principals::parse(&text, None).unwrap();
        for token in ["one", "two"] {
            let job = principals.find(token.as_bytes()).unwrap();
            assert_eq!((&*job.name, job.scopes.iter().copied().collect::<Vec<_>>()), ("job", vec![Scope::Targets]));
            assert_eq!((job.rate.as_ref().unwrap().calls(), job.account.as_ref().unwrap().most().get()), (20, 2));
        }
        let game = principals.find(b"three").unwrap();
        assert!(game.name == "game" && game.rate.is_none() && game.account.is_none() && game.scopes.len() == 2);
        for token in ["", "One", "one ", &one] {
            assert!(principals.find(token.as_bytes()).is_none(), "{token:?}");
        }
    }

    #[test]
    fn what_was_used_of_a_limit_stays_used_when_the_file_is_read_again() {
        let text = |calls: u32| format!("job targets calls={calls} {}", sha("one"));
        let first = Principals::parse(&text(1), None).unwrap();
        let rate = |principals: &Principals| principals.find(b"one").unwrap().rate.clone().unwrap();
        assert!(rate(&first).take().is_ok());
        let again = Principals::parse(&format!("{} {}", text(1), sha("two")), Some(&first)).unwrap();
        assert!(rate(&again).take().is_err());
        assert!(rate(&Principals::parse(&text(2), Some(&again)).unwrap()).take().is_ok());
    }

    #[test]
    fn wrong_lines_are_told_by_number_and_not_by_content() {
        let (one, two) = (sha("one"), sha("two"));
        let good = format!("a play {one}");
        for wrong in [
            "s3cret".to_owned(),
            format!("A play {two}"),
            format!("b {two}"),
            format!("b play,s3cret {two}"),
            format!("b play, {two}"),
            "b play".to_owned(),
            "b play s3cret".to_owned(),
            format!("b play {}", &two[1..]),
            format!("b play {two}0"),
            format!("b play calls=0 {two}"),
            format!("b play long=x {two}"),
            format!("b play rate=5 {two}"),
            format!("a play {two}"),
            format!("b play {one}"),
        ] {
            let error = Principals::parse(&format!("{good}\n{wrong}\n"), None).unwrap_err();
            assert!(
                error.starts_with("line 2 ") && !error.contains("s3cret") && !error.contains(&two[1..9]),
                "{error}"
            );
        }
        for none in ["", "# none\n"] {
            assert_eq!(Principals::parse(none, None).unwrap_err(), "it has none");
        }
        let many = Principals::parse(&"x\n".repeat(50), None).unwrap_err();
        assert!(many.contains("line 20 ") && !many.contains("line 21 ") && many.ends_with("and 30 more"), "{many}");
    }
}
