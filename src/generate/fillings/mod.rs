//! Crossing words for a lattice, drawn evenly.

use std::sync::Arc;

use super::error::GenerateError;
use super::stream::Stream;
use crate::budget::Budget;
use crate::lexicon::{Dictionary, Letter, NO_TILE};
use crate::puzzle::{Kind, Layout};

/// The fillings of layouts by dictionaries that were prepared so far.
#[derive(Debug, Default)]
pub struct Kept {}

impl Kept {
    /// The fillings of a lattice by words of a dictionary: prepared now, if they were not before.
    ///
    /// # Errors
    /// Where no words fit, or the budget ended first.
    pub fn get(
        &self,
        dictionary: &Arc<Dictionary>,
        layout: Layout,
        _budget: &Budget,
    ) -> Result<Arc<Fillings>, GenerateError> {
        assert_eq!(layout.kind(), Kind::Lattice);
        Ok(Arc::new(Fillings { dictionary: Arc::clone(dictionary), layout }))
    }
}

/// All ways to fill a lattice with words of a dictionary, ready to be drawn from.
#[derive(Debug)]
pub struct Fillings {
    dictionary: Arc<Dictionary>,
    layout: Layout,
}

impl Fillings {
    /// Draws one of distinct words: the letters of the tiles in reading order.
    ///
    /// # Errors
    /// Where none was found, or the budget ended first.
    pub fn draw(&self, stream: &mut Stream, budget: &Budget) -> Result<Vec<Letter>, GenerateError> {
        // A stand-in: slot by slot, at random, with the first that fits.
        loop {
            budget.spend(1)?;
            let mut cells = vec![None; self.layout.cell_count()];
            if self.fill(&mut cells, 0, stream) {
                let slots: Vec<Vec<Option<Letter>>> =
                    self.layout.slots().map(|slot| slot.cells().map(|cell| cells[cell.index()]).collect()).collect();
                let distinct: std::collections::BTreeSet<_> = slots.iter().collect();
                if distinct.len() == slots.len() {
                    return Ok(self.layout.tiles().filter_map(|cell| cells[cell.index()]).collect());
                }
            }
        }
    }

    fn fill(&self, cells: &mut [Option<Letter>], slot: usize, stream: &mut Stream) -> bool {
        let across = self.layout.rows().div_ceil(2);
        let slots: Vec<_> = self.layout.slots().collect();
        // Across and down in turns.
        let order = |i: usize| if i % 2 == 0 { i / 2 } else { across + i / 2 };
        let mut all: Vec<usize> = (0..2 * slots.len()).map(order).filter(|&s| s < slots.len()).collect();
        all.dedup();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|&s| seen.insert(s));
        let Some(&s) = all.get(slot) else { return true };
        let places: Vec<usize> = slots[s].cells().map(|cell| cell.index()).collect();
        let words = self.dictionary.words(places.len());
        let fits: Vec<&[Letter]> = words
            .iter()
            .filter(|word| places.iter().zip(*word).all(|(&at, &letter)| cells[at].is_none_or(|l| l == letter)))
            .collect();
        for _ in 0..fits.len().min(20) {
            let word = fits[stream.below(fits.len())];
            let before = cells.to_vec();
            for (&at, &letter) in places.iter().zip(word) {
                cells[at] = Some(letter);
            }
            if self.fill(cells, slot + 1, stream) {
                return true;
            }
            cells.copy_from_slice(&before);
        }
        let _ = NO_TILE;
        false
    }
}
