//! Who gives way when there is no room: of those that hold a place and have not used it yet, the one that came first.
//!
//! Whoever opens connections and calls nothing, or begins calls and sends no message, would otherwise shut everybody else out
//! for as long as those places last. An honest caller uses its place moments after it came, so it is hardly ever the one to go:
//! under a flood it is that many newcomers young. A place that is in use is never taken away; when all are, the newcomer is
//! refused. (nginx makes room among its idle connections in the same way.)

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::sync::oneshot;

use super::settings::Settings;
use super::telemetry::methods::Method;
use crate::grpc::limits;

/// The room for calls of each kind.
#[derive(Clone, Debug)]
pub struct Rooms {
    calls: Room,
    probes: Room,
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
        Self { calls: of(i64::try_from(settings.max_calls).unwrap_or(i64::MAX)), probes: of(limits::PROBES) }
    }

    /// That for calls of this method.
    #[must_use]
    pub fn of(&self, method: Method) -> &Room {
        if method.probe { &self.probes } else { &self.calls }
    }
}

/// Those that hold a place of one kind and have not used it yet, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Line(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    /// How many ever came.
    came: u64,
    told: BTreeMap<u64, oneshot::Sender<()>>,
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
        waiting.told.insert(number, tells);
        drop(waiting);
        (Standing { line: self.clone(), number, left: AtomicBool::new(false) }, Asked(Some(asked)))
    }

    /// Asks the first to go. False: there is nobody to ask.
    #[must_use]
    pub fn make_room(&self) -> bool {
        let mut waiting = self.lock();
        while let Some((_, first)) = waiting.told.pop_first() {
            // Who no longer listens is about to go by itself.
            if first.send(()).is_ok() {
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
    left: AtomicBool,
}

impl Standing {
    /// Leaves the line: what is held is in use from now on.
    pub fn leave(&self) {
        if !self.left.swap(true, Ordering::Relaxed) {
            self.line.lock().told.remove(&self.number);
        }
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.leave();
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

    use super::*;

    /// Whether it was asked to go.
    async fn is_told(asked: &mut Asked) -> bool {
        poll_fn(|context| Poll::Ready(Pin::new(&mut *asked).poll(context).is_ready())).await
    }

    #[tokio::test]
    async fn the_first_goes_that_has_not_used_its_place() {
        let line = Line::default();
        assert!(!line.make_room());
        let (uses, mut first) = line.join();
        let (_stands, mut second) = line.join();
        let (goes, third) = line.join();
        let (_also_stands, mut fourth) = line.join();
        uses.leave();
        drop((goes, third));
        assert!(line.make_room());
        assert_eq!(
            [is_told(&mut first).await, is_told(&mut second).await, is_told(&mut fourth).await],
            [false, true, false]
        );
        assert!(line.make_room());
        assert!(is_told(&mut fourth).await);
        assert!(!line.make_room());
        // Asked for once more than it is told: both are at an end.
        assert_eq!([is_told(&mut first).await, is_told(&mut fourth).await], [false, false]);
    }

    #[tokio::test]
    async fn who_no_longer_listens_makes_no_room() {
        let line = Line::default();
        let (_stands, asked) = line.join();
        drop(asked);
        let (_stands_too, mut next) = line.join();
        assert!(line.make_room());
        assert!(is_told(&mut next).await);
    }
}
