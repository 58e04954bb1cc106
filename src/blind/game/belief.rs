//! What follows from all that was told, to be said: by the whole of it, whatever the strategy reads.

use super::super::worlds::{Word, Worlds};
use crate::puzzle::Grid;

/// The most worlds that a belief shows.
pub const MAX_SAMPLE: usize = 5;

/// What follows from all that was told.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// Candidates of each row.
    pub candidates: Vec<u32>,
    /// The logarithm of the number of worlds to base 2.
    pub log2_worlds: f64,
    /// Whether they were counted.
    pub exact: bool,
    /// Some of them.
    pub sample: Vec<Grid>,
}

impl Belief {
    /// What follows where these are the worlds of a board of so many rows.
    pub(super) fn of(worlds: &Worlds, rows: usize) -> Self {
        let count = |words: &[Word]| u32::try_from(words.len()).unwrap_or(u32::MAX);
        Self {
            candidates: (0..rows).map(|row| count(worlds.candidates(row))).collect(),
            log2_worlds: worlds.log2(),
            exact: worlds.is_exact(),
            sample: worlds.sample(MAX_SAMPLE).iter().map(|world| worlds.grid(world)).collect(),
        }
    }

    /// The logarithm of the number of worlds, where they were counted: what was estimated is not to be taken from what was not.
    pub(in crate::blind) fn counted(&self) -> Option<f64> {
        self.exact.then_some(self.log2_worlds)
    }

    /// What follows where this is the target.
    pub(super) fn known(target: &Grid) -> Self {
        Self {
            candidates: vec![1; target.layout().rows()],
            log2_worlds: 0.0,
            exact: true,
            sample: vec![target.clone()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_not_counted() {
        let belief = Belief { candidates: vec![7], log2_worlds: 40.0, exact: true, sample: Vec::new() };
        assert_eq!(belief.counted(), Some(40.0));
        assert_eq!(Belief { exact: false, ..belief }.counted(), None);
    }
}
