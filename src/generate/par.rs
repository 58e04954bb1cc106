//! A board's figures for its players.

use crate::budget::{Budget, Spent};
use crate::puzzle::{Board, Kind};
use crate::swaps::{cyclic, star};

/// Swaps beyond the fewest that a lattice's game allows (Waffle: 15 for the 10 of a daily, 25 for the 20 of a Deluxe).
const LATTICE_SPARE_SWAPS: u32 = 5;

/// A board's figures for its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Par {
    /// The fewest swaps from start to target, proven.
    pub min_swaps: u32,
    /// What Star reports. `None`: its nodes ran out.
    pub star_swaps: Option<u32>,
    /// What Cyclic needs.
    pub cyclic_swaps: u32,
    /// Swaps after which the game is over. `None`: no limit.
    pub move_limit: Option<u32>,
}

impl Par {
    /// The figures of a board whose fewest swaps are known.
    ///
    /// # Errors
    /// Where the clock or the caller ended Star. Its own bound on nodes only leaves its figure out.
    pub fn measure(board: &Board, min_swaps: u32, budget: &Budget) -> Result<Self, Spent> {
        let star = star::solve(board, budget);
        if let Some(spent @ (Spent::Deadline | Spent::Cancelled)) = budget.spent() {
            return Err(spent);
        }
        let count = |swaps: &[_]| u32::try_from(swaps.len()).unwrap_or(u32::MAX);
        Ok(Self {
            min_swaps,
            star_swaps: star.finished.then(|| count(&star.swaps)),
            cyclic_swaps: count(&cyclic::solve(board).swaps),
            move_limit: (board.start().layout().kind() == Kind::Lattice).then_some(min_swaps + LATTICE_SPARE_SWAPS),
        })
    }

    /// Swaps within which a player earns diamond.
    #[must_use]
    pub fn diamond(&self) -> u32 {
        self.min_swaps
    }

    /// Swaps within which a player earns gold: a fifth more, rounded up, within the move limit.
    #[must_use]
    pub fn gold(&self) -> u32 {
        self.within_limit(self.min_swaps + self.min_swaps.div_ceil(5))
    }

    /// Swaps within which a player earns bronze: half as many more, rounded up, within the move limit.
    #[must_use]
    pub fn bronze(&self) -> u32 {
        self.within_limit(self.min_swaps + self.min_swaps.div_ceil(2))
    }

    fn within_limit(&self, swaps: u32) -> u32 {
        self.move_limit.map_or(swaps, |limit| swaps.min(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medals_are_rounded_up_and_within_the_limit() {
        let par = |min_swaps, move_limit| Par { min_swaps, star_swaps: None, cyclic_swaps: 0, move_limit };
        let medals = |par: Par| (par.diamond(), par.gold(), par.bronze());
        assert_eq!(medals(par(16, None)), (16, 20, 24));
        assert_eq!(medals(par(1, None)), (1, 2, 2));
        assert_eq!(medals(par(10, Some(15))), (10, 12, 15));
        assert_eq!(medals(par(20, Some(25))), (20, 24, 25));
    }
}
