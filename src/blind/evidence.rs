//! What follows from all that was told, row by row: which words each row may still be.
//!
//! Feedback is about one row at a time, so a world is possible if and only if each row's word is, but for one thing: where
//! not every tile is told of, the game's going on says that the grid as it lay is not the target ([`Evidence::ruled_out`]).
//!
//! There are two readings of it. [`Reading::Whole`] is proper Bayes: a word is kept if and only if it agrees with all that was
//! told. [`Reading::Article`] is that of the article on jmbld's solvers: greens, letters forbidden in a cell, and letters
//! required because they were once yellow, as often as they were in any one grid. Without yellow marks the two are one.

use super::feedback::{Feedback, Told};
use super::record::Record;
use crate::lexicon::{Letter, MAX_ALPHABET};
use crate::puzzle::Mark;
use crate::puzzle::layout::MAX_SIDE;
use crate::puzzle::marks::{Known, mark_word};

/// What the tiles of a row and their marks take: two lists of up to nine bytes, of which an allocator makes 32 each.
const COLOURED_BYTES: usize = size_of::<(Vec<Letter>, Vec<Mark>)>() + 2 * 32;

/// How what was told is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// All of it.
    Whole,
    /// Greens, forbidden and required letters.
    Article,
}

/// What follows from all that was told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    columns: usize,
    /// By cell, the letters that may be right there, a bit each.
    may_be: Vec<u64>,
    /// By row.
    rows: Vec<RowEvidence>,
    /// Whole grids that are not the target, although each of their rows may be right.
    ruled_out: Vec<Vec<Letter>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct RowEvidence {
    /// By letter, how many copies the word has at least.
    required: Vec<(Letter, u8)>,
    /// The tiles that lay there, and the marks that they earned, each pair once.
    coloured: Vec<(Vec<Letter>, Vec<Mark>)>,
}

impl Evidence {
    /// What follows from this record.
    #[must_use]
    pub fn of(record: &Record, reading: Reading) -> Self {
        let terms = record.terms();
        let (rows, columns) = (terms.rows(), terms.columns());
        let mut evidence = Self {
            columns,
            may_be: vec![u64::MAX; rows * columns],
            rows: vec![RowEvidence::default(); rows],
            ruled_out: Vec::new(),
        };
        let mut tiles = terms.letters().to_vec();
        evidence.add(&tiles, record.at_start(), terms.feedback(), reading);
        for made in record.moves() {
            tiles.swap(made.swap.first().index(), made.swap.second().index());
            evidence.add(&tiles, &made.told, terms.feedback(), reading);
        }
        evidence
    }

    /// Takes in what was told of these tiles.
    fn add(&mut self, tiles: &[Letter], told: &Told, feedback: Feedback, reading: Reading) {
        for ((may_be, tile), known) in self.may_be.iter_mut().zip(tiles).zip(told) {
            let tile = 1 << tile.index();
            match known {
                Known::Nothing => {}
                Known::Marked(Mark::Green) => *may_be &= tile,
                Known::Wrong | Known::Marked(_) => *may_be &= !tile,
            }
        }
        if feedback == Feedback::SwappedCells && reading == Reading::Whole {
            self.ruled_out.push(tiles.to_vec());
        }
        if feedback != Feedback::RowColours {
            return;
        }
        let rows = tiles.chunks(self.columns).zip(told.chunks(self.columns));
        for (evidence, (tiles, told)) in self.rows.iter_mut().zip(rows) {
            let marks: Option<Vec<Mark>> = told
                .iter()
                .map(|known| match known {
                    Known::Marked(mark) => Some(*mark),
                    _ => None,
                })
                .collect();
            let Some(marks) = marks else { continue };
            match reading {
                Reading::Article => evidence.require_yellows(tiles, &marks),
                Reading::Whole => {
                    let coloured = (tiles.to_vec(), marks);
                    if !evidence.coloured.contains(&coloured) {
                        evidence.coloured.push(coloured);
                    }
                }
            }
        }
    }

    /// The letters that may be right in a cell, a bit each.
    #[must_use]
    pub fn may_be(&self, cell: usize) -> u64 {
        self.may_be[cell]
    }

    /// Whole grids that are not the target.
    #[must_use]
    pub fn ruled_out(&self) -> &[Vec<Letter>] {
        &self.ruled_out
    }

    /// The same without the grids that are ruled out: what is said of rows.
    #[must_use]
    pub fn without_grids(&self) -> Self {
        Self { ruled_out: Vec::new(), ..self.clone() }
    }

    /// What it takes in memory, in bytes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let row = |row: &RowEvidence| size_of_val(&row.required[..]) + row.coloured.len() * COLOURED_BYTES;
        size_of_val(&self.may_be[..])
            + self.rows.iter().map(row).sum::<usize>()
            + self.ruled_out.len() * self.may_be.len()
    }

    /// Whether a row may be this word.
    #[must_use]
    pub fn allows(&self, row: usize, word: &[Letter]) -> bool {
        let cells = &self.may_be[row * self.columns..][..self.columns];
        let evidence = &self.rows[row];
        cells.iter().zip(word).all(|(may_be, letter)| may_be >> letter.index() & 1 == 1)
            && evidence.required.iter().all(|&(letter, copies)| count(word, letter) >= copies)
            && evidence.coloured.iter().all(|(tiles, marks)| earns(tiles, word, marks))
    }

    /// Whether this may be the target, as far as its rows tell, and was not ruled out as a whole.
    #[must_use]
    pub fn allows_grid(&self, letters: &[Letter]) -> bool {
        letters.chunks(self.columns).enumerate().all(|(row, word)| self.allows(row, word))
            && !self.ruled_out.iter().any(|out| out == letters)
    }
}

impl RowEvidence {
    /// Takes in the yellow tiles of a row.
    fn require_yellows(&mut self, tiles: &[Letter], marks: &[Mark]) {
        let mut yellows = [0u8; MAX_ALPHABET];
        for (tile, _) in tiles.iter().zip(marks).filter(|(_, mark)| **mark == Mark::Yellow) {
            yellows[tile.index()] += 1;
        }
        for (letter, &copies) in (0u8..).map(Letter).zip(&yellows).filter(|(_, copies)| **copies > 0) {
            match self.required.iter_mut().find(|(required, _)| *required == letter) {
                Some((_, had)) => *had = copies.max(*had),
                None => self.required.push((letter, copies)),
            }
        }
    }
}

fn count(word: &[Letter], letter: Letter) -> u8 {
    word.iter().map(|&other| u8::from(other == letter)).sum()
}

/// Whether these tiles earn these marks against a word.
fn earns(tiles: &[Letter], word: &[Letter], marks: &[Mark]) -> bool {
    let mut earned = [Mark::Grey; MAX_SIDE];
    let earned = &mut earned[..word.len()];
    mark_word(tiles, word, earned);
    earned == marks
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::record::{Move, Terms};
    use super::*;
    use crate::puzzle::{Grid, Kind, Layout, Swap};
    use crate::testing::{Random, dictionary};

    const ROWS: usize = 2;
    const COLUMNS: usize = 3;
    const TILES: usize = ROWS * COLUMNS;

    fn layout() -> Layout {
        Layout::new(Kind::Rows, ROWS, COLUMNS).unwrap()
    }

    fn letters_of(grid: &Grid) -> Vec<Letter> {
        grid.cells().iter().map(|&letter| Letter(u8::try_from(letter).unwrap() - b'a')).collect()
    }

    /// Every grid of the letters a, b and c.
    fn all_grids() -> Vec<Grid> {
        let letter = |number: usize, place: u32| char::from(b"abc"[number / 3usize.pow(place) % 3]);
        let cells = |number| (0..6).map(|place| letter(number, place)).collect();
        (0..3usize.pow(6)).map(|number| Grid::new(layout(), cells(number)).unwrap()).collect()
    }

    /// A game of some random swaps that do not solve it.
    fn random_record(random: &mut Random, feedback: Feedback, grids: &[Grid]) -> Record {
        let target = loop {
            let target = &grids[random.below(grids.len())];
            // Of one letter alone, every grid is the target.
            if target.cells().iter().any(|letter| *letter != target.cells()[0]) {
                break target;
            }
        };
        let start = loop {
            let mut cells = target.cells().to_vec();
            random.shuffle(&mut cells);
            if cells != target.cells() {
                break Grid::new(layout(), cells).unwrap();
            }
        };
        let terms = Terms::new(start.clone(), dictionary("abc", &[]), feedback).unwrap();
        let mut record = Record::new(Arc::new(terms), feedback.told(&start, target, None));
        let cells: Vec<_> = layout().tiles().collect();
        for _ in 0..random.below(6) {
            let mut grid = record.grid().clone();
            let Some(swap) = Swap::new(cells[random.below(TILES)], cells[random.below(TILES)]) else { continue };
            grid.swap(swap);
            if grid != *target {
                record.push(Move { swap, told: feedback.told(&grid, target, Some(swap)) });
            }
        }
        record
    }

    /// Every grid that was shown, the swap that led to it, and what was told of it.
    fn shown(record: &Record) -> Vec<(Grid, Option<Swap>, Vec<Known>)> {
        let mut grid = record.terms().start().clone();
        let mut shown = vec![(grid.clone(), None, record.at_start().clone())];
        for made in record.moves() {
            grid.swap(made.swap);
            shown.push((grid.clone(), Some(made.swap), made.told.clone()));
        }
        shown
    }

    #[test]
    fn as_a_whole_just_those_grids_are_allowed_that_would_tell_the_same() {
        let (mut random, grids) = (Random::new(2), all_grids());
        for feedback in Feedback::ALL {
            for _ in 0..60 {
                let record = random_record(&mut random, feedback, &grids);
                let (evidence, shown) = (Evidence::of(&record, Reading::Whole), shown(&record));
                for target in &grids {
                    let tells = |(grid, swap, told): &(Grid, _, _)| feedback.told(grid, target, *swap) == *told;
                    let goes_on = shown.iter().all(|(grid, ..)| grid != target);
                    assert_eq!(
                        evidence.allows_grid(&letters_of(target)),
                        shown.iter().all(tells) && goes_on,
                        "{feedback:?}, {target:?}, {record:?}"
                    );
                    for (row, word) in letters_of(target).chunks(COLUMNS).enumerate() {
                        let part = row * COLUMNS..(row + 1) * COLUMNS;
                        let tells = |(grid, swap, told): &(Grid, _, Vec<Known>)| {
                            feedback.told(grid, target, *swap)[part.clone()] == told[part.clone()]
                        };
                        assert_eq!(evidence.allows(row, word), shown.iter().all(tells), "row {row} of {target:?}");
                    }
                }
            }
        }
    }

    /// The article's rule, said letter by letter: green here, forbidden here, required so often.
    #[test]
    fn the_articles_reading_keeps_greens_forbidden_and_required_letters() {
        let (mut random, grids) = (Random::new(3), all_grids());
        for feedback in Feedback::ALL {
            for _ in 0..60 {
                let record = random_record(&mut random, feedback, &grids);
                let (evidence, shown) = (Evidence::of(&record, Reading::Article), shown(&record));
                let whole = Evidence::of(&record, Reading::Whole);
                assert!(evidence.ruled_out().is_empty());
                for target in &grids {
                    for (row, word) in target.cells().chunks(COLUMNS).enumerate() {
                        let keeps = |(grid, _, told): &(Grid, Option<Swap>, Vec<Known>)| {
                            let part = row * COLUMNS..(row + 1) * COLUMNS;
                            let (tiles, told) = (&grid.cells()[part.clone()], &told[part]);
                            let fits = (0..COLUMNS).all(|column| match told[column] {
                                Known::Nothing => true,
                                Known::Marked(Mark::Green) => word[column] == tiles[column],
                                Known::Wrong | Known::Marked(_) => word[column] != tiles[column],
                            });
                            let is_yellow = |column: usize| told[column] == Known::Marked(Mark::Yellow);
                            let has_required = ['a', 'b', 'c'].into_iter().all(|letter| {
                                let yellows = (0..COLUMNS).filter(|&at| is_yellow(at) && tiles[at] == letter).count();
                                word.iter().filter(|&&other| other == letter).count() >= yellows
                            });
                            fits && has_required
                        };
                        let letters = &letters_of(target)[row * COLUMNS..(row + 1) * COLUMNS];
                        let allows = evidence.allows(row, letters);
                        assert_eq!(allows, shown.iter().all(keeps), "{feedback:?}, row {row} of {target:?}");
                        assert!(allows || !whole.allows(row, letters), "the whole never keeps more");
                        assert!(feedback == Feedback::RowColours || allows == whole.allows(row, letters));
                    }
                }
            }
        }
    }

    #[test]
    fn letters_that_may_be_right_are_those_that_were_not_refused() {
        let feedback = Feedback::Snapshot;
        let grid = |text: &str| Grid::new(layout(), text.chars().collect()).unwrap();
        let (start, target) = (grid("abcabc"), grid("bacabc"));
        let terms = Terms::new(start.clone(), dictionary("abc", &[]), feedback).unwrap();
        let record = Record::new(Arc::new(terms), feedback.told(&start, &target, None));
        let evidence = Evidence::of(&record, Reading::Whole);
        let may_be: Vec<u64> = (0..TILES).map(|cell| evidence.may_be(cell) & 0b111).collect();
        assert_eq!(may_be, [0b110, 0b101, 0b100, 0b001, 0b010, 0b100]);
    }
}
