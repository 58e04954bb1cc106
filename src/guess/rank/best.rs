//! The best of many guesses, of which few are marked.
//!
//! Guesses are taken up in the order of what they could be worth at best ([`super::bounds`]). As soon as the next one could not
//! be among the best any more, none after it could, and all is known.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bounds::Bounds;
use super::measure::{Left, Measure, Worth};
use super::scorer::Scorer;
use crate::budget::{Budget, Spent};
use crate::guess::lists::Lists;

/// Words whose letters are counted, or whose bound is found, in the time of a node.
const WORDS_A_NODE: usize = 128;
/// Patterns that are made and counted in the time of a node.
const PATTERNS_A_NODE: u64 = 1024;

/// Guesses in the order of what they could be worth at best.
#[derive(Debug, Default)]
pub(super) struct Promising(BinaryHeap<Reverse<Worth>>);

/// A guess that was marked: what it is worth, and what its buckets come to.
pub(super) type Scored = (Worth, Left);

impl Promising {
    /// Sets all guesses in order.
    pub(super) fn fill(
        &mut self,
        lists: &Lists,
        (candidates, guesses): (&[u32], &[u32]),
        measure: &impl Measure,
        budget: &Budget,
    ) -> Result<(), Spent> {
        budget.spend(1 + (candidates.len() / WORDS_A_NODE) as u64)?;
        let bounds = Bounds::of(lists, candidates, measure);
        let mut order = std::mem::take(&mut self.0).into_vec();
        order.clear();
        let mut next = 0;
        for guesses in guesses.chunks(WORDS_A_NODE) {
            budget.spend(1)?;
            order.extend(guesses.iter().map(|&guess| {
                while candidates.get(next).is_some_and(|&candidate| candidate < guess) {
                    next += 1;
                }
                let candidate = candidates.get(next).filter(|&&candidate| candidate == guess).map(|_| next);
                Reverse(measure.promise(guess, candidate, bounds.leaves(lists.word(guess))))
            }));
        }
        self.0 = BinaryHeap::from(order);
        Ok(())
    }

    /// The best, at most so many and the best first, and why they are not the best of all, where they are not.
    pub(super) fn best(
        &mut self,
        scorer: &mut Scorer<'_>,
        measure: &impl Measure,
        keep: usize,
        budget: &Budget,
    ) -> (Vec<Scored>, Result<(), Spent>) {
        let mut kept: BinaryHeap<Scored> = BinaryHeap::with_capacity(keep.min(self.0.len()));
        let nodes = 1 + measure.count() as u64 / PATTERNS_A_NODE;
        let mut known = Ok(());
        while let Some(Reverse(promise)) = self.0.pop() {
            let is_full = kept.len() >= keep;
            if is_full && kept.peek().is_none_or(|(worst, _)| promise >= *worst) {
                break;
            }
            known = budget.spend(nodes);
            if known.is_err() {
                break;
            }
            let left = scorer.left(promise.guess, measure);
            let worth = measure.worth(promise, left);
            if !is_full {
                kept.push((worth, left));
            } else if let Some(mut worst) = kept.peek_mut().filter(|worst| worth < worst.0) {
                *worst = (worth, left);
            }
        }
        (kept.into_sorted_vec(), known)
    }
}
