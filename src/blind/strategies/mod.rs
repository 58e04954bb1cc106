//! How swaps are chosen. Each strategy has a file of its own and a line in [`Strategy::chooser`].
//!
//! A strategy is asked for a swap while it does not know the target. It is deterministic: its budgets count nodes, and the
//! clock can only abort it.

mod block;
mod entropy;
mod joint;
mod one_step;
mod rollout;

use super::evidence::Reading;
use super::record::Record;
use super::worlds::Worlds;
use crate::budget::{Budget, Spent};
use crate::puzzle::Swap;

/// A strategy by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// The swap whose four outcomes have the most entropy under the rows' own candidates.
    Entropy,
    /// The swap that is expected to leave the fewest candidates.
    Proxy,
    /// The cheapest swap that drives some row to a single candidate.
    Probe,
    /// One step ahead over whole worlds.
    Joint,
    /// Plays the rest of the game out over whole worlds for the best few swaps.
    #[default]
    Rollout,
}

/// What a strategy knows.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The game so far.
    pub record: &'a Record,
    /// What is possible, by the strategy's own [`Strategy::reading`]: more than one world.
    pub worlds: &'a Worlds,
}

/// A swap and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The swap.
    pub swap: Swap,
    /// The entropy of what it will tell, in bits, as the strategy sees it.
    pub expected_bits: f64,
    /// Swaps left after it, where the strategy estimates that.
    pub expected_swaps_left: Option<f64>,
}

/// How a strategy chooses while it does not know the target.
pub trait Chooser: Sync {
    /// The swap to make. The view has more than one world, so there is one that tells something.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    fn choose(&self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent>;
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Entropy, Self::Proxy, Self::Probe, Self::Joint, Self::Rollout];

    /// How it reads what was told, to choose and to know that it has learned the target.
    #[must_use]
    pub fn reading(self) -> Reading {
        match self {
            Self::Entropy | Self::Proxy | Self::Probe => Reading::Article,
            Self::Joint | Self::Rollout => Reading::Whole,
        }
    }

    /// How it chooses.
    fn chooser(self) -> &'static dyn Chooser {
        match self {
            Self::Entropy | Self::Proxy | Self::Probe => &entropy::Entropy,
            Self::Joint => &joint::Joint,
            Self::Rollout => &rollout::Rollout,
        }
    }

    /// The swap to make.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub fn choose(self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        self.chooser().choose(view, budget)
    }
}
