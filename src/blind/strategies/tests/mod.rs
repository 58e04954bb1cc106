//! The strategies against slow and obvious ones that share no code with them.
//!
//! - `sets`: what a swap tells, by trying every candidate of every row that it touches;
//! - `scores`: the scores and the choices against it;
//! - `small`: cases that can be done by hand;
//! - `games`: whole games, which end; `golden`: games to the swap;
//! - `ahead`: looking ahead over whole worlds, against plain enumeration.

mod ahead;
mod games;
mod golden;
mod scores;
mod sets;
mod small;

use super::{Choice, Strategy, View};
use crate::blind::{Record, Worlds, WorldsCache};
use crate::budget::Budget;

/// The article's three.
const ARTICLE: [Strategy; 3] = [Strategy::Entropy, Strategy::Proxy, Strategy::Probe];

/// What is possible, as the strategy sees it.
fn worlds_of(record: &Record, strategy: Strategy) -> Worlds {
    Worlds::of(record, strategy.reading(), &WorldsCache::new(1 << 20), &Budget::unlimited()).unwrap()
}

fn choose(record: &Record, worlds: &Worlds, strategy: Strategy) -> Choice {
    strategy.choose(&View { record, worlds }, &Budget::unlimited()).unwrap()
}
