//! One way down the search for word sets, to guess at how many there are where they are too many to be found.
//!
//! Knuth ("Estimating the efficiency of backtrack programs", 1975): go down the tree, at each node into one of its branches,
//! all being equally likely. What is found at the end stands for as many as the branches of all nodes passed, multiplied; the
//! mean over many ways down is the number of leaves. Here the last two words of a set are all tried, which finds more sets a
//! node and makes their number less uneven.

use super::{Bits, Candidates, Set, Sets, WHOLE, rarest};
use crate::budget::{Budget, Spent};

/// What one way down found.
#[derive(Debug)]
pub(crate) struct Probe {
    /// What each of its sets stands for.
    pub(crate) weight: f64,
    /// The sets.
    pub(crate) sets: Vec<Set>,
}

impl Sets {
    /// Goes one way down a search that has not begun. `choose` is given the words chosen so far and how many branches there are,
    /// one or more, and says which to take.
    pub(crate) fn probe(
        &mut self,
        candidates: &Candidates,
        mut choose: impl FnMut(usize, usize) -> usize,
        budget: &Budget,
    ) -> Result<Probe, Spent> {
        self.chosen = 0;
        self.found.clear();
        let tiles = candidates.tiles();
        let mut left = tiles.all();
        let mut words = Bits::all(candidates.len());
        let mut weight = 1.0;
        while tiles.rows() - self.chosen > 2 {
            let list: Vec<_> = words.words().collect();
            budget.spend(1 + (list.len() + words.0.len()) as u64 / 128)?;
            let nothing = Probe { weight, sets: Vec::new() };
            let Some(letter) = rarest(left, &list, candidates) else { return Ok(nothing) };
            let bits = tiles.bits(letter);
            let reach = self.reach[self.chosen];
            let branches: Vec<_> = list
                .into_iter()
                .filter(|&word| candidates.counts(word) & bits != 0)
                .filter_map(|word| {
                    let rest = tiles.less(left, candidates.counts(word))?;
                    Some((word, rest, reach.with(candidates.rows(word))?))
                })
                .collect();
            if branches.is_empty() {
                return Ok(nothing);
            }
            let at = choose(self.chosen, branches.len()).min(branches.len() - 1);
            for &(word, ..) in &branches[..=at] {
                words.remove(word);
            }
            let (word, rest, reach) = branches[at];
            weight *= u32::try_from(branches.len()).map_or(f64::MAX, f64::from);
            left = rest;
            words = self.fitting(left, word, &words, candidates);
            self.words[self.chosen] = word;
            self.chosen += 1;
            self.reach[self.chosen] = reach;
        }
        let chosen = self.chosen;
        self.extend(left, words, WHOLE, candidates, budget)?;
        self.chosen = chosen;
        Ok(Probe { weight, sets: std::mem::take(&mut self.found) })
    }
}
