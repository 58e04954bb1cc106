//! Stand-in.
use super::{Choice, Chooser, View};
use crate::budget::{Budget, Spent};
use crate::puzzle::Swap;

/// Stand-in: the first swap after the last one made.
#[derive(Debug)]
pub(super) struct Entropy;

impl Chooser for Entropy {
    fn choose(&self, view: &View<'_>, _: &Budget) -> Result<Choice, Spent> {
        let cells: Vec<_> = view.record.grid().layout().tiles().collect();
        let swaps: Vec<Swap> =
            cells.iter().flat_map(|&a| cells.iter().filter_map(move |&b| Swap::new(a, b).filter(|_| a < b))).collect();
        let swap = swaps[(view.record.moves().len() * 7) % swaps.len()];
        Ok(Choice { swap, expected_bits: 1.0, expected_swaps_left: None })
    }
}
