//! All word sets, row by row: where much is known of where words may lie, that is less work than letter by letter.
//!
//! At each step the row with the fewest words that fit what is left is filled with each of them. The same set may be found in
//! several orders of its words; it is kept once.

use super::{Bits, Candidates, Counts, Set, Sets, Word};
use crate::budget::{Budget, Spent};
use crate::puzzle::layout::MAX_SIDE;

/// A search by rows.
struct ByRows<'a> {
    sets: &'a Sets,
    candidates: &'a Candidates,
    budget: &'a Budget,
    chosen: Vec<Word>,
    found: Vec<Set>,
    /// How many were found, each as often as it was.
    times: usize,
    /// When what was found twice is dropped next.
    full: usize,
}

/// Sets found before those found twice are dropped for the first time: 36 bytes each.
const FULL: usize = 1 << 14;

impl Sets {
    /// Finds all sets row by row, in ascending order, in a search that has not begun.
    pub(crate) fn find_by_rows(&mut self, candidates: &Candidates, budget: &Budget) -> Result<(), Spent> {
        let rows = candidates.tiles().rows();
        let in_row = |row: usize| {
            let mut words = Bits::all(candidates.len());
            candidates
                .words()
                .filter(|&word| candidates.rows(word) >> row & 1 == 0)
                .for_each(|word| words.remove(word));
            words
        };
        let open: Vec<Bits> = (0..rows).map(in_row).collect();
        let mut search =
            ByRows { sets: self, candidates, budget, chosen: Vec::new(), found: Vec::new(), times: 0, full: FULL };
        search.fill(candidates.tiles().all(), open)?;
        search.drop_repeated();
        self.found = search.found;
        Ok(())
    }
}

impl ByRows<'_> {
    /// Fills the rows that are open with words that fit what is left.
    fn fill(&mut self, left: Counts, mut open: Vec<Bits>) -> Result<(), Spent> {
        self.budget.spend(1 + (open.len() * open.first().map_or(0, |words| words.0.len())) as u64 / 32)?;
        let count = |words: &Bits| words.0.iter().map(|bits| bits.count_ones()).sum::<u32>();
        let Some((row, _)) = open.iter().enumerate().min_by_key(|(_, words)| count(words)) else {
            return self.keep();
        };
        let words = open.swap_remove(row);
        if open.is_empty() {
            let last: Vec<Word> = self.candidates.anagrams(left).filter(|&word| words.has(word)).collect();
            for word in last {
                self.chosen.push(word);
                let kept = self.keep();
                self.chosen.pop();
                kept?;
            }
            return Ok(());
        }
        for word in words.words() {
            let Some(left) = self.candidates.tiles().less(left, self.candidates.counts(word)) else { continue };
            let rest: Vec<Bits> = open
                .iter()
                .map(|words| {
                    let mut fitting = self.sets.fitting(left, word, words, self.candidates);
                    fitting.remove(word);
                    fitting
                })
                .collect();
            if rest.iter().all(|words| words.0.iter().any(|&bits| bits != 0)) {
                self.chosen.push(word);
                let filled = self.fill(left, rest);
                self.chosen.pop();
                filled?;
            }
        }
        Ok(())
    }

    /// Keeps the words chosen as a set.
    fn keep(&mut self) -> Result<(), Spent> {
        let mut set = [0; MAX_SIDE];
        set[..self.chosen.len()].copy_from_slice(&self.chosen);
        set[..self.chosen.len()].sort_unstable();
        self.found.push(set);
        if self.found.len() >= self.full {
            self.drop_repeated();
            self.full = FULL.max(2 * self.found.len());
        }
        self.times += 1;
        if self.times > self.sets.most { Err(Spent::Nodes) } else { Ok(()) }
    }

    /// Puts what was found in order, each set once.
    fn drop_repeated(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fill::Task;
    use crate::lexicon::{ANSWERS, Lexicon};
    use crate::puzzle::marks::{Known, mark_grid};
    use crate::puzzle::{Grid, Kind, Layout, Mark};
    use crate::testing::Random;

    #[test]
    fn both_ways_find_the_same_sets() {
        let lexicon = Lexicon::embedded().unwrap();
        let answers = lexicon.language("en", 1).unwrap().dictionary(ANSWERS).unwrap();
        let mut random = Random::new(5);
        let mut compared = 0;
        for board in 0..60 {
            let [rows, columns] = [[1, 5], [2, 4], [3, 4], [4, 4], [3, 5], [5, 3]][board % 6];
            let layout = Layout::new(Kind::Rows, rows, columns).unwrap();
            let words = answers.words(columns);
            let mut cells = Vec::new();
            for _ in 0..rows {
                let word = words.get(random.below(words.len())).unwrap();
                cells.extend(word.iter().map(|&letter| answers.alphabet().char(letter)));
            }
            let target = Grid::new(layout, cells.clone()).unwrap();
            random.shuffle(&mut cells);
            let start = Grid::new(layout, cells).unwrap();
            // Once in a while nothing is told.
            let colours = random.below(2) == 0;
            let known = mark_grid(&start, &target).into_iter().flatten().map(|mark| match mark {
                _ if board % 10 == 0 => Known::Nothing,
                Mark::Green => Known::Marked(Mark::Green),
                mark if colours => Known::Marked(mark),
                _ => Known::Wrong,
            });
            let task = Task::new(start, Arc::clone(answers), known.collect()).unwrap();
            let candidates = Candidates::of(&task, &Budget::unlimited()).unwrap();
            let find = |by_rows: bool| {
                let mut search = Sets::new(&candidates, 20_000);
                let ended = if by_rows {
                    search.find_by_rows(&candidates, &Budget::of_nodes(2_000_000))
                } else {
                    search.go_on(&candidates, &Budget::of_nodes(2_000_000))
                };
                let mut sets = search.found().to_vec();
                for set in &mut sets {
                    set[..rows].sort_unstable();
                }
                sets.sort_unstable();
                ended.map(|()| sets)
            };
            if let (Ok(by_rows), Ok(by_letters)) = (find(true), find(false)) {
                assert_eq!(by_rows, by_letters, "{rows} rows of {columns}");
                compared += usize::from(!by_rows.is_empty());
            }
        }
        assert!(compared > 40, "{compared} boards compared");
    }
}
