//! How swaps are chosen. Each strategy has a file of its own and an entry in the table of this one, which is the only place
//! that names it.
//!
//! A strategy is asked for a swap while it does not know the target. It is deterministic: its budgets count nodes, and the
//! clock can only abort it.
//!
//! - `rows`: the rows' own candidates as a model of chance, which `entropy`, `proxy` and `probe` share;
//! - `block`: some worlds side by side, and `one_step`, one step ahead over them, which `joint` and `rollout` share.

mod block;
mod entropy;
mod joint;
mod one_step;
mod probe;
mod proxy;
mod rollout;
mod rows;

use super::evidence::Reading;
use super::record::Record;
use super::worlds::Worlds;
use crate::budget::{Budget, Spent};
use crate::puzzle::Swap;

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

/// Makes [`Strategy`] of a table: what a strategy is, its name, how it reads what was told, and what chooses for it.
macro_rules! strategies {
    ($($(#[$about:meta])+ $name:ident: $reading:ident, $chooser:expr;)+) => {
        /// A strategy by its name.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Strategy {
            $($(#[$about])+ $name,)+
        }

        impl Strategy {
            /// All of them.
            pub const ALL: [Self; [$(Reading::$reading),+].len()] = [$(Self::$name),+];

            /// How it reads what was told, to choose and to know that it has learned the target.
            #[must_use]
            pub fn reading(self) -> Reading {
                match self { $(Self::$name => Reading::$reading,)+ }
            }

            /// How it chooses.
            fn chooser(self) -> &'static dyn Chooser {
                match self { $(Self::$name => &$chooser,)+ }
            }
        }
    };
}

strategies! {
    /// The swap whose four outcomes have the most entropy under the rows' own candidates.
    Entropy: Article, entropy::Entropy;
    /// The swap that is expected to leave the fewest candidates.
    Proxy: Article, proxy::Proxy;
    /// The cheapest swap that drives some row to a single candidate.
    Probe: Article, probe::Probe;
    /// One step ahead over whole worlds.
    Joint: Whole, joint::Joint;
    /// Plays the rest of the game out over whole worlds for the best few swaps.
    #[default]
    Rollout: Whole, rollout::Rollout;
}

impl Strategy {
    /// The swap to make.
    ///
    /// # Errors
    /// Where the clock or the caller ended it.
    pub fn choose(self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        self.chooser().choose(view, budget)
    }
}

#[cfg(test)]
mod tests;
