//! The article's algorithm B: the number of candidates for a proxy of what is known.
//!
//! No logarithms: what counts is how many candidates all rows together are expected to have after a swap.

use super::rows::Rows;
use super::{Choice, Chooser, View};
use crate::budget::{Budget, Spent};

/// Chooses the swap that is expected to leave the fewest candidates.
#[derive(Debug)]
pub(super) struct Proxy;

impl Chooser for Proxy {
    fn choose(&self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        let rows = Rows::of(view, budget)?;
        rows.best(|swap| rows.outcomes(swap).fewer(), budget)
    }
}
