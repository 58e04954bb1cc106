//! The search for the longest chain, in pieces that may run side by side.
//!
//! First the pools of all last words are bounded. Then a length is asked for that is as great as the greatest bound, of one
//! last word after the other: whether there is a chain so long. If there is none, the greatest bound is less by one, and so
//! is the length that is asked for next. So the upper bound falls until it meets the longest chain that is known, and with
//! what is asked for last the answer is proven.
//!
//! Which chain is found does not depend on how many pieces there are or how fast they run. Good chains are looked for in
//! places that are fixed beforehand ([`super::quick`]), and the first of the longest of these is the answer where none is
//! longer. Otherwise it is what is found for the first last word, by its neighbours, its first bound and the alphabet, that
//! has a chain of the length that is the longest: that length alone is asked for then, and [`super::pools::Pools::find`] is
//! a plain function.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::budget::{Budget, Spent};
use crate::guess::Lists;
use crate::lexicon::MAX_ALPHABET;

/// Last words, spread over the list, for which good chains are looked for before anything is bounded, in one pool each
/// place.
pub(super) const SPREAD: usize = 32;
/// Last words with the most neighbours for which good chains are looked for.
const PROMISING: usize = 256;
/// A bound that is not known yet: more than any.
const UNKNOWN: u8 = u8::MAX;

/// What is known of the longest chain so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The longest chain that was found, as places in the list.
    pub chain: Vec<u32>,
    /// None is longer.
    pub upper_bound: usize,
    /// The chain is as long as any, and the search is at its end.
    pub proven: bool,
    /// Last words to which no chain leads that is longer than this one.
    pub targets_done: usize,
    /// Last words in all.
    pub targets: usize,
}

/// A search, shared by its pieces.
#[derive(Debug)]
pub struct Search {
    pub(super) words: Arc<Lists>,
    pub(super) first: Option<u32>,
    pub(super) targets: Vec<u32>,
    /// No chain has more.
    most: usize,
    /// By target, then by pool.
    pub(super) bounds: Vec<AtomicU8>,
    /// By target, the greatest of its pools' bounds.
    pub(super) tops: Vec<AtomicU8>,
    /// By target, how many words differ from it in one place.
    pub(super) families: Vec<AtomicU8>,
    desk: Mutex<Desk>,
}

/// What is dealt out next, and what came back.
#[derive(Debug)]
struct Desk {
    stage: Stage,
    /// The next task of this stage.
    next: usize,
    /// Tasks of this stage that came back; those that did not are dealt out again at its end, so that no piece waits for
    /// another.
    back: Vec<bool>,
    /// Targets in the order in which they are asked.
    order: Vec<usize>,
    running: usize,
    best: Vec<u32>,
    /// Where the best chain was found: earlier is better than later.
    best_from: (Stage, usize),
    /// Where time ran out: a last word that was asked may have a chain that would be the answer. No more than there are pieces.
    cut: Vec<(Stage, usize)>,
    told: (usize, usize),
}

/// What is done of the search, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Good chains are looked for here and there.
    Spread,
    /// Pools are bounded.
    Bounds,
    /// Good chains are looked for where they may be.
    Promising,
    /// Chains of this length are asked for.
    Ask(usize),
    /// Nothing is left to do.
    Over,
}

impl Search {
    /// A search among these words: chains that start and end as is said, where it is said.
    ///
    /// # Panics
    /// Where the list is empty, or first and last are the same word.
    #[must_use]
    pub fn new(words: impl Into<Arc<Lists>>, first: Option<u32>, last: Option<u32>) -> Self {
        let words = words.into();
        let Standing { chain, .. } = Self::before(&words, first, last);
        let targets: Vec<u32> = targets(&words, first, last).collect();
        let unknown = |count| std::iter::repeat_with(|| AtomicU8::new(UNKNOWN)).take(count).collect();
        let desk = Desk {
            stage: Stage::Spread,
            next: 0,
            back: vec![false; targets.len().min(SPREAD)],
            order: Vec::new(),
            running: 0,
            best: chain,
            best_from: (Stage::Spread, 0),
            cut: Vec::new(),
            told: (0, 0),
        };
        Self {
            first,
            most: most(&words),
            bounds: unknown(targets.len() * words.length() * words.length()),
            tops: unknown(targets.len()),
            families: unknown(targets.len()),
            targets,
            words,
            desk: Mutex::new(desk),
        }
    }

    /// What is known before such a search has begun. A search is large, and this is not.
    ///
    /// # Panics
    /// As [`Search::new`].
    #[must_use]
    pub fn before(words: &Lists, first: Option<u32>, last: Option<u32>) -> Standing {
        assert!(words.guess_count() > 0 && (first.is_none() || first != last), "no chain is like that");
        let mut chain: Vec<u32> = first.into_iter().chain(last).collect();
        if chain.is_empty() {
            chain.push(0);
        }
        let targets = targets(words, first, last).count();
        let upper_bound = if targets == 0 { chain.len() } else { most(words).max(chain.len()) };
        Standing { chain, upper_bound, proven: false, targets_done: 0, targets }
    }

    /// The words that it searches.
    #[must_use]
    pub fn words(&self) -> &Lists {
        &self.words
    }

    /// Takes part in the search until nothing is left to do or the budget is spent. `tell` is told whenever a longer chain
    /// is found or the bound falls. Once all who took part are back, [`Search::standing`] is the answer.
    pub fn work(&self, budget: &Budget, mut tell: impl FnMut(Standing)) {
        loop {
            let Some((stage, task)) = self.deal() else { return };
            let done = self.run(stage, task, budget);
            if let Some(standing) = self.take_back(stage, task, done) {
                tell(standing);
            }
            if done.is_err() {
                return;
            }
        }
    }

    /// What is known so far.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.standing_of(&self.lock())
    }

    fn standing_of(&self, desk: &Desk) -> Standing {
        let length = desk.best.len();
        let tops = || self.tops.iter().map(load);
        let upper_bound = tops().max().unwrap_or(0).min(self.most).max(length);
        // While last words are asked whose chain would be another one as long, that one may yet be the answer; and if time ran out
        // for one, also where the chain was found by another one after that.
        let is_missed = |&(stage, task): &_| stage == Stage::Ask(length) && (stage, task) < desk.best_from;
        let is_known = desk.running == 0 && !desk.cut.iter().any(is_missed);
        let proven = upper_bound == length && desk.stage == Stage::Over && is_known;
        let targets_done = tops().filter(|&top| top <= length).count();
        Standing { chain: desk.best.clone(), upper_bound, proven, targets_done, targets: self.targets.len() }
    }

    /// Nothing that is done under the lock can panic half-way.
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The target that has this place in the order in which they are asked.
    pub(super) fn in_order(&self, place: usize) -> usize {
        self.lock().order[place]
    }

    /// The length of the longest chain so far.
    pub(super) fn longest(&self) -> usize {
        self.lock().best.len()
    }

    pub(super) fn top(&self, target: usize) -> usize {
        load(&self.tops[target])
    }

    /// The next task, if there is one.
    fn deal(&self) -> Option<(Stage, usize)> {
        let mut desk = self.lock();
        let desk = &mut *desk;
        loop {
            let task = match desk.stage {
                Stage::Over => return None,
                Stage::Ask(length) => {
                    let found = desk.best.len() >= length;
                    (desk.next..desk.order.len()).find(|&at| !found && self.top(desk.order[at]) >= length)
                }
                _ if desk.next < desk.back.len() => Some(desk.next),
                _ => desk.back.iter().position(|back| !back),
            };
            if let Some(task) = task {
                desk.next = task.max(desk.next) + 1;
                desk.running += 1;
                return Some((desk.stage, task));
            }
            self.next_stage(desk);
        }
    }

    fn next_stage(&self, desk: &mut Desk) {
        desk.next = 0;
        desk.stage = match desk.stage {
            Stage::Spread => {
                desk.back = vec![false; self.targets.len()];
                Stage::Bounds
            }
            Stage::Bounds => {
                desk.order = (0..self.targets.len()).collect();
                let family = |target: usize| load(&self.families[target]);
                desk.order.sort_by_key(|&target| std::cmp::Reverse((family(target), self.top(target))));
                desk.back = vec![false; desk.order.len().min(PROMISING)];
                Stage::Promising
            }
            Stage::Promising => {
                Self::ask(desk, (0..self.targets.len()).map(|target| self.top(target)).max().unwrap_or(0))
            }
            Stage::Ask(length) => Self::ask(desk, length - 1),
            Stage::Over => Stage::Over,
        };
    }

    /// Asks for chains of this length, if they would be longer than the best.
    fn ask(desk: &Desk, length: usize) -> Stage {
        if length > desk.best.len() { Stage::Ask(length) } else { Stage::Over }
    }

    /// Whether a chain of this length from this task would not be the answer.
    pub(super) fn is_beaten(&self, length: usize, task: usize) -> bool {
        let desk = self.lock();
        desk.best.len() > length || desk.best.len() == length && desk.best_from <= (Stage::Ask(length), task)
    }

    pub(super) fn found(&self, stage: Stage, task: usize, chain: Vec<u32>) {
        let mut desk = self.lock();
        // A task that was dealt out twice, and is late: since then bounds may have fallen, and it may know more.
        if desk.stage != stage && !matches!(stage, Stage::Ask(_)) {
            return;
        }
        let is_better =
            chain.len() > desk.best.len() || chain.len() == desk.best.len() && (stage, task) < desk.best_from;
        if is_better {
            desk.best_from = (stage, task);
            desk.best = chain;
        }
    }

    /// Notes that a task is over, and what is known now if that is more than was told.
    fn take_back(&self, stage: Stage, task: usize, done: Result<(), Spent>) -> Option<Standing> {
        let mut desk = self.lock();
        desk.running -= 1;
        match stage {
            Stage::Ask(_) if done.is_err() => desk.cut.push((stage, task)),
            Stage::Ask(_) => {}
            _ if desk.stage == stage && done.is_ok() => desk.back[task] = true,
            _ => {}
        }
        let standing = self.standing_of(&desk);
        let now = (standing.chain.len(), standing.upper_bound);
        (desk.told != now).then(|| {
            desk.told = now;
            standing
        })
    }
}

/// The last words that a chain may have.
fn targets(words: &Lists, first: Option<u32>, last: Option<u32>) -> impl Iterator<Item = u32> {
    (0..words.guess_count()).filter(move |&word| last.map_or(Some(word) != first, |last| word == last))
}

/// The most words that any chain of these can have: some place is right in no word before the last, and there all are
/// different.
fn most(words: &Lists) -> usize {
    let mut letters = [0u64; crate::lexicon::MAX_LETTERS];
    for word in words.words() {
        for (letters, letter) in letters.iter_mut().zip(word) {
            *letters |= 1 << letter.index();
        }
    }
    letters.iter().map(|letters| letters.count_ones() as usize).max().unwrap_or(MAX_ALPHABET)
}

pub(super) fn load(bound: &AtomicU8) -> usize {
    bound.load(Ordering::Relaxed).into()
}

/// Lowers a bound to this, if it is not lower already: some tasks are dealt out twice, and a late one knows less.
pub(super) fn lower(bound: &AtomicU8, most: usize) {
    // All are at most the letters of an alphabet and some.
    bound.fetch_min(u8::try_from(most).unwrap_or(UNKNOWN), Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dictionary;

    /// What a search knows at its end that found a chain for the second last word it asked, after time ran out for this one.
    fn standing_after(cut: usize) -> Standing {
        let words = dictionary("abc", &["ab", "ba", "bc", "cb"].map(str::to_owned));
        let search = Search::new(Lists::new(words.words(2), words.words(2)), None, None);
        {
            let mut desk = search.lock();
            (desk.stage, desk.running) = (Stage::Ask(2), 2);
        }
        search.take_back(Stage::Ask(2), cut, Err(Spent::Deadline));
        search.found(Stage::Ask(2), 1, vec![0, 1]);
        search.take_back(Stage::Ask(2), 1, Ok(()));
        search.tops.iter().for_each(|top| lower(top, 2));
        search.lock().stage = Stage::Over;
        search.standing()
    }

    #[test]
    fn a_chain_that_was_cut_off_before_it_was_as_long_leaves_the_answer_open() {
        assert!(standing_after(2).proven, "it would be no better");
        let standing = standing_after(0);
        assert!(!standing.proven, "every server's answer may be that of the first");
        assert_eq!((standing.chain.len(), standing.upper_bound), (2, 2));
    }
}
