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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Kind, Layout};
    use crate::testing::Random;

    fn grid(rows: &str) -> Grid {
        let rows: Vec<&str> = rows.split(' ').collect();
        let layout = Layout::new(Kind::Rows, rows.len(), rows[0].len()).unwrap();
        Grid::new(layout, rows.concat().chars().collect()).unwrap()
    }

    fn text(told: &[Known]) -> String {
        let letter = |known: &Known| match known {
            Known::Nothing => '?',
            Known::Wrong => 'N',
            Known::Marked(Mark::Green) => 'G',
            Known::Marked(Mark::Yellow) => 'Y',
            Known::Marked(Mark::Grey) => '-',
        };
        told.iter().map(letter).collect()
    }

    fn swap(one: u8, other: u8) -> Option<Swap> {
        Swap::new(Cell(one), Cell(other))
    }

    #[test]
    fn each_tells_its_own() {
        let (start, target) = (grid("toe aea"), grid("tea oae"));
        for (feedback, at_start, after) in [
            (Feedback::Snapshot, "GNNNNN", "GGNNNN"),
            (Feedback::SwappedCells, "??????", "?G??N?"),
            (Feedback::RowColours, "G-YYY-", "GG-YY-"),
        ] {
            assert_eq!(text(&feedback.told(&start, &target, None)), at_start, "{feedback:?}");
            let mut grid = start.clone();
            grid.swap(swap(1, 4).unwrap());
            assert_eq!(text(&feedback.told(&grid, &target, swap(1, 4))), after, "{feedback:?}");
        }
    }

    #[test]
    fn what_another_feedback_says_does_not_fit() {
        use Known::{Marked, Nothing, Wrong};
        let (green, yellow, grey) = (Marked(Mark::Green), Marked(Mark::Yellow), Marked(Mark::Grey));
        for (feedback, told, after, misfit) in [
            (Feedback::Snapshot, vec![green, Wrong, Wrong], None, None),
            (Feedback::Snapshot, vec![green, Wrong, yellow], None, Some(2)),
            (Feedback::Snapshot, vec![green, grey, yellow], swap(0, 1), Some(1)),
            (Feedback::Snapshot, vec![Nothing, Wrong, Wrong], swap(1, 2), Some(0)),
            (Feedback::SwappedCells, vec![Nothing; 3], None, None),
            (Feedback::SwappedCells, vec![Nothing, Wrong, Nothing], None, Some(1)),
            (Feedback::SwappedCells, vec![green, Nothing, Wrong], swap(0, 2), None),
            (Feedback::SwappedCells, vec![green, Nothing, yellow], swap(0, 2), Some(2)),
            (Feedback::SwappedCells, vec![green, Wrong, Wrong], swap(0, 2), Some(1)),
            (Feedback::SwappedCells, vec![green, Nothing, Nothing], swap(0, 2), Some(2)),
            (Feedback::RowColours, vec![green, yellow, grey], swap(0, 2), None),
            (Feedback::RowColours, vec![green, Wrong, grey], None, Some(1)),
            (Feedback::RowColours, vec![Nothing, yellow, grey], None, Some(0)),
        ] {
            assert_eq!(feedback.misfit(&told, after), misfit, "{feedback:?}: {}", text(&told));
        }
    }

    #[test]
    fn what_is_told_always_fits_and_is_right() {
        let mut random = Random::new(1);
        let layout = Layout::new(Kind::Rows, 2, 3).unwrap();
        for _ in 0..2_000 {
            let (tiles, target) = random.symbols(6, 4);
            let letters = |symbols: &[u8]| symbols.iter().map(|&symbol| char::from(b'a' + symbol)).collect();
            let (grid, target) =
                (Grid::new(layout, letters(&tiles)).unwrap(), Grid::new(layout, letters(&target)).unwrap());
            let cells = [0; 2].map(|_| u8::try_from(random.below(6)).unwrap());
            // No swap where the two are one: the start.
            let swap = swap(cells[0], cells[1]);
            for feedback in Feedback::ALL {
                let told = feedback.told(&grid, &target, swap);
                assert_eq!(feedback.misfit(&told, swap), None);
                for ((known, tile), right) in told.iter().zip(grid.cells()).zip(target.cells()) {
                    assert!(*known == Known::Nothing || (*known == Known::Marked(Mark::Green)) == (tile == right));
                }
            }
        }
    }
}
