//! Solvers that know the target, measured step by step.

use super::{Oracle, Run, Step, Walk, proven_swaps};
use crate::budget::{Budget, Spent};
use crate::puzzle::Board;
use crate::swaps::{cyclic, star};

/// The run of an oracle.
pub(super) fn run(oracle: Oracle, board: &Board, budget: &Budget) -> Result<Run, Spent> {
    let fewest = proven_swaps(board, budget)?;
    let min_swaps = fewest.min_swaps();
    let swaps = match oracle {
        Oracle::Exact => fewest.swaps,
        Oracle::Star => {
            let star = star::solve(board, budget);
            if !star.finished {
                return Err(budget.spent().unwrap_or(Spent::Nodes));
            }
            star.swaps
        }
        Oracle::Cyclic => cyclic::solve(board).swaps,
    };
    let mut walk = Walk::new(board);
    let steps = (1..).zip(swaps).map(|(made, swap)| {
        let hamming = walk.make(swap);
        let swaps_left = match oracle {
            // What is left of a fewest sequence is one itself.
            Oracle::Exact => min_swaps - made,
            Oracle::Star | Oracle::Cyclic => walk.swaps_left(budget)?,
        };
        let star_f = (oracle == Oracle::Star).then_some(made + hamming);
        Ok(Step { swap, hamming, swaps_left, star_f, learned: None })
    });
    Ok(Run { steps: steps.collect::<Result<_, Spent>>()?, min_swaps, learned_at: None })
}
