//! What a plan costs, and what is known of that.

use std::ops::{Add, AddAssign};

/// What a plan costs over all games: first the games that are not won in time, then the guesses. Both are in shares of the
/// answers: where all are alike, a share is a game. A game that is lost has taken all guesses that it had, so that plans which win
/// equally often compare by the guesses of the games that they win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost {
    /// Not won in time.
    pub lost: u64,
    /// Guesses, from here on.
    pub guesses: u64,
}

impl Cost {
    /// More than any plan costs.
    pub const MOST: Self = Self { lost: u64::MAX, guesses: u64::MAX };

    /// So many guesses, and every game won.
    #[must_use]
    pub const fn won(guesses: u64) -> Self {
        Self { lost: 0, guesses }
    }

    /// What another part may cost, if the whole is to stay below this and the rest costs `spent`: less than the answer.
    pub(super) fn left_by(self, spent: Self) -> Self {
        match self.lost.checked_sub(spent.lost) {
            // With more guesses spent than there are, only a game lost less would do.
            Some(lost) => Self { lost, guesses: self.guesses.saturating_sub(spent.guesses) },
            None => Self::default(),
        }
    }

    /// What is gained where a part turns out to cost this much, and was thought to cost `less`.
    pub(super) fn raise(&mut self, less: Self, more: Self) {
        self.lost = self.lost - less.lost + more.lost;
        self.guesses = self.guesses - less.guesses + more.guesses;
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { lost: self.lost + other.lost, guesses: self.guesses + other.guesses }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// What is known of the cheapest plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// It costs at least this.
    pub cost: Cost,
    /// It costs just this.
    pub exact: bool,
}

impl Bound {
    pub(super) fn exact(cost: Cost) -> Self {
        Self { cost, exact: true }
    }

    pub(super) fn at_least(cost: Cost) -> Self {
        Self { cost, exact: false }
    }

    /// Whether nothing is to be found out about plans that cost less than the limit.
    pub(super) fn settles(self, limit: Cost) -> bool {
        self.exact || self.cost >= limit
    }
}
