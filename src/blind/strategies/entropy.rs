//! The article's algorithm A: Shannon entropy.
//!
//! Of the two tiles of a swap each may turn out right or not: four outcomes. The swap whose outcome is the hardest to predict
//! tells the most, since what is learned on average is just the entropy of the outcome.

use super::rows::Rows;
use super::{Choice, Chooser, View};
use crate::budget::{Budget, Spent};

/// Chooses the swap whose four outcomes have the most entropy under the rows' own candidates.
#[derive(Debug)]
pub(super) struct Entropy;

impl Chooser for Entropy {
    fn choose(&self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        let rows = Rows::of(view, budget)?;
        rows.best(|swap| rows.outcomes(swap).bits(), budget)
    }
}
