//! JOINT: one step ahead over whole worlds, see [`one_step`](super::one_step).

use super::block::{Block, MOST};
use super::entropy::Entropy;
use super::one_step::{OneStep, worth_of_a_bit};
use super::{Choice, Chooser, View};
use crate::budget::{Budget, Spent};
use crate::swaps::Counter;

/// Swaps whose waste is measured.
const KEEP: usize = 60;
/// Worlds that it is measured over.
const WORLDS: usize = 64;

/// One step ahead over whole worlds.
#[derive(Debug)]
pub(super) struct Joint;

impl Chooser for Joint {
    fn choose(&self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        let worlds = view.worlds.sample(MOST);
        if worlds.len() < 2 {
            // They are too many to be counted, and none or one was found: nothing is known of whole worlds.
            return Entropy.choose(view, budget);
        }
        let (block, grid) = Block::new(view, &worlds);
        let step = OneStep { keep: KEEP, worlds: WORLDS, bit: worth_of_a_bit(view.record.terms().feedback()) };
        let ranked = step.rank(&block, &grid, &block.all(), &mut Counter::new(), budget)?;
        match ranked.first().and_then(|best| best.pair.swap().map(|swap| (swap, best.bits))) {
            Some((swap, expected_bits)) => Ok(Choice { swap, expected_bits, expected_swaps_left: None }),
            None => Entropy.choose(view, budget),
        }
    }
}
