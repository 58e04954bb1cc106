//! Who gives way when there is no room: of those that hold a place and have not used it yet, the one that came first.
//!
//! Whoever opens connections and calls nothing, or begins calls and sends no message, would otherwise shut everybody else out
//! for as long as those places last. An honest caller uses its place moments after it came, so each has [`limits::STANDING`] in
//! which it is not asked to go: else newcomers would take from one another what none of them could use yet. A place that is in use
//! is never taken away. Where nobody is left to ask, the newcomer is refused.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::settings::Settings;
use super::telemetry::methods::Method;
use crate::grpc::limits;

/// The room for calls of each kind.
#[derive(Clone, Debug)]
pub struct Rooms {
    calls: Room,
    probes: Room,
    /// Probes that last have a room of their own: else those who watch would keep out those who ask.
    watches: Room,
}

/// The room for calls of one kind.
#[derive(Clone, Debug)]
pub struct Room {
    /// Calls that may be under way.
    pub most: i64,
    /// Those of them whose message is not here yet.
    pub arriving: Line,
}

impl Rooms {
    /// As much as the settings give, and nobody in it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let of = |most| Room { most, arriving: Line::default() };
        let calls = of(i64::try_from(settings.max_calls).unwrap_or(i64::MAX));
        Self { calls, probes: of(limits::PROBES), watches: of(limits::PROBES) }
    }

    /// That for calls of this method.
    #[must_use]
    pub fn of(&self, method: Method) -> &Room {
        match (method.probe, method.server_streams) {
            (false, _) => &self.calls,
            (true, false) => &self.probes,
            (true, true) => &self.watches,
        }
    }
}

/// Those that hold a place of one kind and have not used it yet, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Line(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    /// How many ever came.
    came: u64,
    told: BTreeMap<u64, (Instant, oneshot::Sender<()>)>,
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A newcomer at the end of the line, and how it hears that it must go.
    #[must_use]
    pub fn join(&self) -> (Standing, Asked) {
        let (tells, asked) = oneshot::channel();
        let mut waiting = self.lock();
        let number = waiting.came;
        waiting.came += 1;
        waiting.told.insert(number, (Instant::now(), tells));
        drop(waiting);
        (Standing { line: self.clone(), number, used: AtomicBool::new(false) }, Asked(Some(asked)))
    }

    /// Asks the first to go. False: there is nobody to ask.
    #[must_use]
    pub fn make_room(&self) -> bool {
        let mut waiting = self.lock();
        while let Some(first) = waiting.told.first_entry()
            && first.get().0.elapsed() >= limits::STANDING
        {
            // Who no longer listens is about to go by itself.
            if first.remove().1.send(()).is_ok() {
                return true;
            }
        }
        false
    }
}

/// A place in the line, until this is dropped.
#[derive(Debug)]
pub struct Standing {
    line: Line,
    number: u64,
    /// Set, with the line locked, when the place comes into use.
    used: AtomicBool,
}

impl Standing {
    /// Leaves the line: the place is in use from now on. False: it was asked to go before, and must.
    #[must_use]
    pub fn uses(&self) -> bool {
        if !self.used.load(Ordering::Relaxed) {
            let mut waiting = self.line.lock();
            if waiting.told.remove(&self.number).is_some() {
                self.used.store(true, Ordering::Relaxed);
            }
        }
        self.used.load(Ordering::Relaxed)
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.line.lock().told.remove(&self.number);
    }
}

/// Resolves when its holder must go; never, once it has left the line.
#[derive(Debug)]
pub struct Asked(Option<oneshot::Receiver<()>>);

impl Future for Asked {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let Some(asked) = &mut self.0 else { return Poll::Pending };
        let told = ready!(Pin::new(asked).poll(context));
        self.0 = None;
        if told.is_ok() { Poll::Ready(()) } else { Poll::Pending }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::time::sleep;

    use super::*;

    /// Whether it was asked to go.
    async fn is_told(asked: &mut Asked) -> bool {
        poll_fn(|context| Poll::Ready(Pin::new(&mut *asked).poll(context).is_ready())).await
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_goes_that_has_not_used_its_place() {
        let line = Line::default();
        assert!(!line.make_room());
        let (uses, mut first) = line.join();
        let (stands, mut second) = line.join();
        let (goes, third) = line.join();
        let (_also_stands, mut fourth) = line.join();
        assert!(uses.uses());
        drop((goes, third));
        assert!(!line.make_room(), "they have only come");
        sleep(limits::STANDING).await;
        assert!(line.make_room());
        let told = [is_told(&mut first).await, is_told(&mut second).await, is_told(&mut fourth).await];
        assert_eq!(told, [false, true, false]);
        // It must go, and the other must not.
        assert!(!stands.uses() && uses.uses());
        assert!(line.make_room());
        assert!(is_told(&mut fourth).await);
        assert!(!line.make_room());
        // Asked for once more than it is told: both are at an end.
        assert_eq!([is_told(&mut first).await, is_told(&mut fourth).await], [false, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_no_longer_listens_makes_no_room() {
        let line = Line::default();
        let (_stands, asked) = line.join();
        drop(asked);
        let (_stands_too, mut next) = line.join();
        sleep(limits::STANDING).await;
        assert!(line.make_room());
        assert!(is_told(&mut next).await);
    }

    #[tokio::test(start_paused = true)]
    async fn newcomers_do_not_take_from_one_another_what_none_could_use() {
        let line = Line::default();
        let (_old, _told) = line.join();
        sleep(limits::STANDING).await;
        let (_young, mut young) = line.join();
        assert!(line.make_room() && !line.make_room());
        assert!(!is_told(&mut young).await);
    }
}
