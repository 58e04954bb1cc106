//! The root of the search: prices for all rows and words, from which the first bound comes.

use super::list::List;
use super::prices::Prices;
use super::scores::{POINT, Scorer};
use super::search::work;
use super::settled::Settled;
use crate::budget::{Budget, Spent};
use crate::fill::sets::Candidates;

/// Steps of the prices before the first level.
const STEPS_FIRST: u32 = 90;
/// Steps between two looks at all words. Those between look at the best words only.
const STEPS_ASIDE: u32 = 8;
/// What the best words lose at most.
const BEST_LOSE: i32 = 3 * POINT;
/// By how much the first step would lower the bound, and by how much the last.
const FIRST_GAP: i32 = 10 * POINT;
const LAST_GAP: i32 = POINT / 2;
/// Where a search begins.
#[derive(Debug)]
pub(super) struct Root {
    /// Those first that lose least.
    pub(super) candidates: Candidates,
    pub(super) prices: Prices,
    /// No fill takes fewer swaps.
    pub(super) fewest: u32,
}

/// Finds prices, and from them the fewest swaps that any fill could take.
pub(super) fn price(mut candidates: Candidates, budget: &Budget) -> Result<Root, Spent> {
    let (settled, mut scorer) = (Settled::none(candidates.tiles()), Scorer::new());
    let (mut all, mut some) = (List::default(), List::default());
    all.fill(&candidates);
    let (mut prices, mut best) = (Prices::even(candidates.tiles()), Prices::even(candidates.tiles()));
    let mut bound = i32::MAX;
    let mut gap = FIRST_GAP * 1024;
    for step in 0..=STEPS_FIRST {
        if step % STEPS_ASIDE == 0 || step == STEPS_FIRST {
            budget.spend(work(all.len()))?;
            all.score(&candidates, &settled, &prices, &mut scorer);
            if all.bound() < bound {
                bound = all.bound();
                best.copy(&prices);
            }
            some.fill_with_best(&all, BEST_LOSE, &settled);
        }
        budget.spend(work(some.len()))?;
        prices.step(gap / 1024, some.left, &some.chosen(&settled), &candidates, &settled);
        some.score(&candidates, &settled, &prices, &mut scorer);
        // From the first gap to the last in as many steps: 20 to the power of 1/90 is 1.034.
        gap = (gap - gap * 34 / 1024).max(LAST_GAP * 1024);
    }
    all.score(&candidates, &settled, &best, &mut scorer);
    budget.look()?;
    all.sort(&settled);
    budget.look()?;
    candidates.reorder(all.words());
    let tiles = i32::try_from(candidates.tiles().count()).unwrap_or(i32::MAX);
    let missing = (4 * tiles * POINT - bound).max(0).unsigned_abs();
    Ok(Root { candidates, prices: best, fewest: missing.div_ceil(6 * POINT.unsigned_abs()) })
}
