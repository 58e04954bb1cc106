//! What a player is told of a grid whose target is hidden.

use crate::puzzle::marks::{Known, mark_grid};
use crate::puzzle::{Grid, Mark, Swap};

/// What is told of each tile, in reading order: as many as the grid has.
pub type Told = Vec<Known>;

/// Which of it a player is told, at the start and after each swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feedback {
    /// Of every tile whether it is right.
    #[default]
    Snapshot,
    /// Of the two tiles just swapped whether they are right; of others, and at the start, nothing.
    SwappedCells,
    /// Of every tile its mark in its row.
    RowColours,
}

impl Feedback {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Snapshot, Self::SwappedCells, Self::RowColours];

    /// What is told of a grid in rows after this swap; `None` at the start.
    ///
    /// # Panics
    /// Where the two layouts differ; a [`Board`](crate::puzzle::Board) never has such.
    #[must_use]
    pub fn told(self, grid: &Grid, target: &Grid, swap: Option<Swap>) -> Told {
        let marks = mark_grid(grid, target).into_iter().flatten();
        let right = |mark| if mark == Mark::Green { Known::Marked(Mark::Green) } else { Known::Wrong };
        match self {
            Self::Snapshot => marks.map(right).collect(),
            Self::SwappedCells => {
                let is_swapped = |cell| swap.is_some_and(|swap| [swap.first(), swap.second()].contains(&cell));
                let told = |(cell, mark)| if is_swapped(cell) { right(mark) } else { Known::Nothing };
                grid.layout().tiles().zip(marks).map(told).collect()
            }
            Self::RowColours => marks.map(Known::Marked).collect(),
        }
    }

    /// Whether this could be told after this swap (`None`: at the start), whatever the target: the first tile, by its place,
    /// of which too much or too little is said, or what this feedback never says.
    #[must_use]
    pub fn misfit(self, told: &[Known], swap: Option<Swap>) -> Option<usize> {
        let is_swapped = |place: usize| {
            swap.is_some_and(|swap| [swap.first(), swap.second()].iter().any(|cell| cell.index() == place))
        };
        let is_right_or_wrong = |known| matches!(known, Known::Wrong | Known::Marked(Mark::Green));
        told.iter().enumerate().position(|(place, &known)| !match self {
            Self::Snapshot => is_right_or_wrong(known),
            Self::SwappedCells if is_swapped(place) => is_right_or_wrong(known),
            Self::SwappedCells => known == Known::Nothing,
            Self::RowColours => matches!(known, Known::Marked(_)),
        })
    }
}
