//! What an attack is, how it runs in a process of its own, and what it says of itself there.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::serving::Any;

/// What attacks a server until it is told to end.
pub(crate) type Run = fn(Arc<Target>) -> Pin<Box<dyn Future<Output = ()>>>;

/// An attack.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// What it sends, in a line.
    pub(crate) what: &'static str,
    /// Flags of the server.
    pub(crate) flags: &'static [&'static str],
    /// Whether the server has TLS.
    pub(crate) secured: bool,
    /// How long it goes on.
    pub(crate) lasts: Duration,
    /// Its process is stopped as soon as it says so, and its connections with it.
    pub(crate) freezes: bool,
    pub(crate) run: Run,
}

impl Attack {
    /// An attack on a server as it starts.
    pub(crate) const fn new(name: &'static str, what: &'static str, run: Run) -> Self {
        Self { name, what, flags: &[], secured: false, lasts: Duration::from_secs(6), freezes: false, run }
    }

    pub(crate) const fn lasts(mut self, seconds: u64) -> Self {
        self.lasts = Duration::from_secs(seconds);
        self
    }

    pub(crate) const fn secured(mut self) -> Self {
        self.secured = true;
        self
    }

    pub(crate) const fn freezes(mut self) -> Self {
        self.freezes = true;
        self
    }

    pub(crate) const fn flags(mut self, flags: &'static [&'static str]) -> Self {
        self.flags = flags;
        self
    }
}

/// Who is attacked, until when, and what came of it.
pub(crate) struct Target {
    pub(crate) address: String,
    pub(crate) until: Instant,
    tally: Mutex<[BTreeMap<String, u64>; 2]>,
}

impl Target {
    /// Counts what was sent.
    pub(crate) fn sent(&self, what: &str, count: u64) {
        self.count(0, what, count);
    }

    /// Counts what the server did about it.
    pub(crate) fn met(&self, what: &str, count: u64) {
        self.count(1, what, count);
    }

    fn count(&self, of: usize, what: &str, count: u64) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        *tally[of].entry(what.to_owned()).or_default() += count;
    }

    /// One line each: what was sent, and how it was met.
    fn tell(&self) {
        let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        for counts in &*tally {
            let told: Vec<String> = counts.iter().map(|(what, count)| format!("{} {what}", grouped(*count))).collect();
            println!("{}", told.join(", "));
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// A number as people read it.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Runs an attack, in this process.
pub(crate) async fn run(attack: &Attack, address: &str) -> Result<(), Any> {
    let until = Instant::now() + attack.lasts;
    let target = Arc::new(Target { address: address.to_owned(), until, tally: Mutex::default() });
    if attack.freezes {
        let (telling, begun) = (Arc::clone(&target), Duration::from_secs(3));
        tokio::task::spawn_local(async move {
            tokio::time::sleep(begun).await;
            telling.tell();
        });
    }
    (attack.run)(Arc::clone(&target)).await;
    target.tell();
    Ok(())
}
