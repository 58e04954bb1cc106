//! What every search is given: a deadline, a flag that says that nobody waits any more, and a number of nodes.
//!
//! A search calls [`Budget::spend`] once a node and stops when it answers [`Spent`], returning the best that it has and
//! saying that it is not proven. The clock and the flag are looked at every [`POLL_EVERY`] nodes, so that a node costs a
//! counter; a search whose nodes are large says so by spending more than one. This is the only place where a search
//! meets a clock, and a clock may only ever end a search: what an answer contains depends on nodes alone.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock and at the cancel flag. A node of any search here takes well under 10 us, so a
/// caller who leaves is noticed within a millisecond.
pub const POLL_EVERY: u64 = 64;

/// Time of which nothing is worth sparing.
const SHORT: Duration = Duration::from_millis(4);

/// A flag that anyone who holds a clone may raise: nobody waits for the answer any more. It knows since when.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<OnceLock<Instant>>);

impl Cancel {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for good.
    pub fn cancel(&self) {
        self.0.get_or_init(now);
    }

    /// Whether it was raised.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.get().is_some()
    }

    /// When it was raised first.
    #[must_use]
    pub fn cancelled_at(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// Why a budget has nothing left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Spent {
    /// The nodes ran out: the same on every machine.
    #[error("the nodes allowed ran out")]
    Nodes,
    /// The deadline passed.
    #[error("the time allowed ran out")]
    Deadline,
    /// Nobody waits any more.
    #[error("the call was cancelled")]
    Cancelled,
}

/// What one search may spend. Made from [`Limits`] on the thread that runs it.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    nodes: Cell<u64>,
    next_poll: Cell<u64>,
    spent: Cell<Option<Spent>>,
}

/// The limits of a budget, which may travel between threads.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When to stop. `None`: never.
    pub deadline: Option<Instant>,
    /// How long to go on at most, from when the budget is made of this. `None`: for any time.
    pub within: Option<Duration>,
    /// Raised when nobody waits any more.
    pub cancel: Cancel,
    /// The most nodes to visit. `None`: any number.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The same, but with no more than this many nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        let nodes = Some(self.nodes.map_or(nodes, |had| had.min(nodes)));
        Self { nodes, ..self }
    }

    /// How long the time has been up by now: since the deadline, or since nobody waits. `None`: it is not.
    #[must_use]
    pub fn overtime(&self) -> Option<Duration> {
        let ends = [self.deadline, self.cancel.cancelled_at()];
        now().checked_duration_since(ends.into_iter().flatten().min()?)
    }

    /// The same for work without which there is no answer: it ends early only if nobody waits.
    #[must_use]
    pub fn to_the_end(&self) -> Self {
        Self { cancel: self.cancel.clone(), ..Self::default() }
    }

    /// The same, but ending no later than this.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Self {
        let deadline = Some(self.deadline.map_or(deadline, |had| had.min(deadline)));
        Self { deadline, ..self }
    }
}

impl Budget {
    /// A budget within these limits, of which nothing is spent yet.
    #[must_use]
    pub fn new(mut limits: Limits) -> Self {
        if let Some(end) = limits.within.take().and_then(|within| now().checked_add(within)) {
            limits = limits.until(end);
        }
        Self { limits, nodes: Cell::new(0), next_poll: Cell::new(0), spent: Cell::new(None) }
    }

    /// A budget that never runs out, for tests, benches and searches that are known to be small.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(Limits::default())
    }

    /// A budget of this many nodes and nothing else.
    #[must_use]
    pub fn of_nodes(nodes: u64) -> Self {
        Self::new(Limits::default().with_nodes(nodes))
    }

    /// A budget for a part of the search: at most this many nodes, and never more than is left here. Give it back with
    /// [`Budget::absorb`].
    #[must_use]
    pub fn part(&self, nodes: u64) -> Self {
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes.get()));
        Self::new(Limits { nodes: Some(nodes.min(left)), ..self.limits.clone() })
    }

    /// A [part](Budget::part) that is to take no more than half of the time that is left, since whoever has its result takes as long
    /// again. Where its half was not enough, giving it back ends the whole, too.
    #[must_use]
    pub fn half_of_time(&self) -> Self {
        let (mut part, now) = (self.part(u64::MAX), now());
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        part.limits.deadline = part.limits.deadline.map(half);
        part
    }

    /// A [part](Budget::part) that ends so much earlier, but no more than half of the time that is left: for a search after which so
    /// much work is to be done. Of a time below [`SHORT`], as that of a first slice, nothing is spared.
    #[must_use]
    pub fn sparing(&self, spare: Duration) -> Self {
        let (mut part, now) = (self.part(u64::MAX), now());
        let end = |deadline: Instant| {
            let left = deadline.saturating_duration_since(now);
            let spare = if left < SHORT { Duration::ZERO } else { spare.min(left / 2) };
            deadline.checked_sub(spare).unwrap_or(now)
        };
        part.limits.deadline = part.limits.deadline.map(end);
        part
    }

    /// A budget as [`Limits::to_the_end`] has it.
    #[must_use]
    pub fn to_the_end(&self) -> Self {
        Self::new(self.limits.to_the_end())
    }

    /// Counts what a [part](Budget::part) spent. If the clock or the caller ended the part, this is spent too.
    ///
    /// # Errors
    /// As [`Budget::spend`].
    pub fn absorb(&self, part: &Self) -> Result<(), Spent> {
        if let Some(spent @ (Spent::Deadline | Spent::Cancelled)) = part.spent.get() {
            self.spent.set(Some(spent));
            // So that it is said now, and not at the next poll.
            self.next_poll.set(0);
        }
        self.spend(part.nodes())
    }

    /// Spends this many nodes.
    ///
    /// # Errors
    /// Says what ran out, from then on every time.
    #[inline]
    pub fn spend(&self, nodes: u64) -> Result<(), Spent> {
        let total = self.nodes.get() + nodes;
        self.nodes.set(total);
        if total < self.next_poll.get() { Ok(()) } else { self.poll() }
    }

    /// Looks at the clock and at the cancel flag now, and spends nothing: for work that is no node of the search.
    ///
    /// # Errors
    /// As [`Budget::spend`].
    pub fn look(&self) -> Result<(), Spent> {
        self.poll()
    }

    /// The slow path of [`Budget::spend`]: looks at everything and says when to look next.
    #[cold]
    fn poll(&self) -> Result<(), Spent> {
        if let Some(spent) = self.spent.get() {
            return Err(spent);
        }
        let total = self.nodes.get();
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        let spent = if self.limits.cancel.is_cancelled() {
            Spent::Cancelled
        } else if total > limit {
            Spent::Nodes
        } else if self.limits.deadline.is_some_and(|deadline| now() >= deadline) {
            Spent::Deadline
        } else {
            self.next_poll.set((total + POLL_EVERY).min(limit.saturating_add(1)));
            return Ok(());
        };
        self.spent.set(Some(spent));
        self.next_poll.set(0);
        Err(spent)
    }

    /// Nodes spent so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// As [`Limits::overtime`].
    #[must_use]
    pub fn overtime(&self) -> Option<Duration> {
        self.limits.overtime()
    }

    /// What ran out, if a search was told so.
    #[must_use]
    pub fn spent(&self) -> Option<Spent> {
        self.spent.get()
    }
}

/// The clock of all budgets.
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes_until_spent(budget: &Budget) -> (u64, Spent) {
        loop {
            if let Err(spent) = budget.spend(1) {
                return (budget.nodes(), spent);
            }
        }
    }

    #[test]
    fn nodes_run_out_exactly() {
        for limit in [0, 1, 63, 64, 65, 1000] {
            assert_eq!(nodes_until_spent(&Budget::of_nodes(limit)), (limit + 1, Spent::Nodes));
        }
    }

    #[test]
    fn a_deadline_that_passed_is_noticed_at_the_first_node() {
        let limits = Limits::default().until(Instant::now());
        assert_eq!(nodes_until_spent(&Budget::new(limits)), (1, Spent::Deadline));
    }

    #[test]
    fn overtime_begins_with_the_first_end() {
        assert_eq!(Budget::unlimited().overtime(), None);
        let later = Limits::default().until(Instant::now() + Duration::from_hours(1));
        let budget = Budget::new(later.clone());
        assert_eq!(budget.overtime(), None);
        later.cancel.cancel();
        let cancelled = later.cancel.cancelled_at().unwrap();
        later.cancel.cancel();
        assert_eq!(later.cancel.cancelled_at(), Some(cancelled), "the first time counts");
        assert!(budget.overtime().unwrap() <= cancelled.elapsed());
        let before = Instant::now().checked_sub(Duration::from_secs(9)).unwrap();
        assert!(Budget::new(later.until(before)).overtime().unwrap() >= Duration::from_secs(9));
    }

    #[test]
    fn a_time_runs_from_when_the_budget_is_made_and_once_only() {
        let limits = Limits { within: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(nodes_until_spent(&Budget::new(limits)), (1, Spent::Deadline));
        let limits = Limits { within: Some(Duration::from_hours(1)), ..Limits::default() };
        let budget = Budget::new(limits.clone().until(Instant::now()));
        assert_eq!(nodes_until_spent(&budget), (1, Spent::Deadline));
        let budget = Budget::new(limits);
        assert_eq!(budget.part(10).limits.deadline, budget.limits.deadline);
    }

    #[test]
    fn a_cancelled_search_stops_at_the_next_poll_and_stays_stopped() {
        let limits = Limits::default();
        let budget = Budget::new(limits.clone());
        budget.spend(1).unwrap();
        limits.cancel.cancel();
        let (nodes, spent) = nodes_until_spent(&budget);
        assert!(nodes <= 1 + POLL_EVERY, "{nodes}");
        assert_eq!(spent, Spent::Cancelled);
        assert_eq!(budget.spend(1), Err(Spent::Cancelled));
    }

    #[test]
    fn time_is_spared_but_no_more_than_half() {
        let budget = Budget::new(Limits::default().until(Instant::now() + Duration::from_hours(2)));
        let spared = |spare| budget.limits.deadline.unwrap() - budget.sparing(spare).limits.deadline.unwrap();
        assert_eq!(spared(Duration::from_mins(1)), Duration::from_mins(1));
        assert!((Duration::from_mins(59)..=Duration::from_hours(1)).contains(&spared(Duration::MAX)));
        assert_eq!(Budget::unlimited().sparing(Duration::MAX).limits.deadline, None);
        let slice = Budget::new(Limits::default().until(Instant::now() + SHORT / 2));
        assert_eq!(slice.sparing(Duration::MAX).limits.deadline, slice.limits.deadline);
    }

    #[test]
    fn what_goes_on_to_the_end_ends_if_nobody_waits() {
        let limits = Limits::default().until(Instant::now()).with_nodes(0);
        let budget = Budget::new(limits.clone());
        assert_eq!(budget.to_the_end().spend(1000), Ok(()));
        limits.cancel.cancel();
        assert_eq!(budget.to_the_end().spend(1), Err(Spent::Cancelled));
    }

    #[test]
    fn a_look_notices_at_once_and_spends_nothing() {
        let limits = Limits::default();
        let budget = Budget::new(limits.clone());
        budget.spend(1).unwrap();
        assert_eq!(budget.look(), Ok(()));
        limits.cancel.cancel();
        assert_eq!((budget.look(), budget.nodes()), (Err(Spent::Cancelled), 1));
        assert_eq!(budget.spend(1), Err(Spent::Cancelled));
    }

    #[test]
    fn half_of_the_time_ends_before_all_of_it() {
        assert_eq!(Budget::unlimited().half_of_time().limits.deadline, None);
        let budget = Budget::new(Limits::default().until(Instant::now() + Duration::from_hours(2)));
        let left = budget.half_of_time().limits.deadline.unwrap() - Instant::now();
        assert!((Duration::from_mins(59)..=Duration::from_hours(1)).contains(&left), "{left:?}");
        let spent = Budget::new(Limits::default().until(Instant::now()));
        assert_eq!(spent.half_of_time().look(), Err(Spent::Deadline));
    }

    #[test]
    fn a_part_is_counted_where_it_came_from() {
        let budget = Budget::of_nodes(100);
        let part = budget.part(1000);
        assert_eq!(nodes_until_spent(&part), (101, Spent::Nodes));
        assert_eq!(budget.absorb(&part), Err(Spent::Nodes));

        let budget = Budget::new(Limits::default().until(Instant::now() + Duration::from_hours(1)));
        let part = budget.part(10);
        assert_eq!(nodes_until_spent(&part), (11, Spent::Nodes));
        assert_eq!(budget.absorb(&part), Ok(()));
        assert_eq!(budget.nodes(), 11);
    }

    #[test]
    fn a_part_that_the_clock_or_the_caller_ended_ends_the_whole_at_once() {
        let limits = Limits::default();
        let budget = Budget::new(limits.clone());
        budget.spend(1).unwrap();
        let part = budget.part(10);
        limits.cancel.cancel();
        assert_eq!(part.spend(1), Err(Spent::Cancelled));
        assert_eq!(budget.absorb(&part), Err(Spent::Cancelled));
        assert_eq!(budget.spend(1), Err(Spent::Cancelled));
    }
}
