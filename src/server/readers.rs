//! Who reads a connection's answers, and whether at all.
//!
//! An answer that is handed over piece by piece ([`super::answers`]) waits between two pieces until HTTP/2 has room for the
//! next. A reader that opens no window, or no longer reads, leaves its answers waiting, their calls under way, and the room
//! that those take. So each connection notes how many of its answers wait for their reader, and since when none of them was
//! taken; its keeper ends it when that is too long.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// The reader of one connection.
#[derive(Clone, Debug)]
pub struct Reader(Arc<Mutex<Reading>>);

#[derive(Debug)]
struct Reading {
    /// Answers that wait to be read.
    waiting: usize,
    /// When the first of them began to wait, or the last piece was taken.
    since: Instant,
}

impl Default for Reader {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Reading { waiting: 0, since: Instant::now() })))
    }
}

impl Reader {
    fn lock(&self) -> MutexGuard<'_, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when answers have waited for this long and nothing of any was taken.
    pub async fn left(&self, patience: Duration) {
        loop {
            let waits_for = {
                let reading = self.lock();
                let waited = if reading.waiting > 0 { reading.since.elapsed() } else { Duration::ZERO };
                patience.saturating_sub(waited)
            };
            if waits_for.is_zero() {
                return;
            }
            sleep(waits_for).await;
        }
    }
}

/// One answer's part in it.
#[derive(Debug)]
pub struct Turn {
    reader: Reader,
    waits: bool,
}

impl Turn {
    /// An answer of which nothing is handed over yet.
    #[must_use]
    pub fn new(reader: Reader) -> Self {
        Self { reader, waits: false }
    }

    /// A piece was handed over: it waits for its reader.
    pub fn waits(&mut self) {
        if !self.waits {
            self.waits = true;
            let mut reading = self.reader.lock();
            if reading.waiting == 0 {
                reading.since = Instant::now();
            }
            reading.waiting += 1;
        }
    }

    /// The last piece was taken.
    pub fn taken(&mut self) {
        if self.waits {
            self.waits = false;
            let mut reading = self.reader.lock();
            reading.waiting -= 1;
            reading.since = Instant::now();
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.taken();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(30);
    const NEARLY: Duration = Duration::from_secs(29);

    #[tokio::test(start_paused = true)]
    async fn a_reader_is_left_when_it_takes_nothing_for_so_long() {
        let reader = Reader::default();
        let (mut one, mut other) = (Turn::new(reader.clone()), Turn::new(reader.clone()));
        let began = Instant::now();
        let takes = async {
            one.waits();
            other.waits();
            for _ in 0..5 {
                sleep(NEARLY).await;
                one.taken();
                one.waits();
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = takes => unreachable!("it waits for ever"),
            () = reader.left(PATIENCE) => {}
        }
        let waited = began.elapsed();
        assert!(waited >= 5 * NEARLY + PATIENCE && waited < 7 * PATIENCE, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_without_answers_is_not() {
        let reader = Reader::default();
        let mut turn = Turn::new(reader.clone());
        turn.waits();
        turn.taken();
        drop(turn);
        tokio::select! {
            () = reader.left(PATIENCE) => panic!("nothing waits"),
            () = sleep(10 * PATIENCE) => {}
        }
    }
}
