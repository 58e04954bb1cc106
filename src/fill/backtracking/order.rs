//! The dictionary's words, those of rare letters first; and which of them the tiles can make.

use super::super::Task;
use super::super::task::MAX_ROWS;
use crate::budget::{Budget, Spent};
use crate::lexicon::{Letter, MAX_ALPHABET, WordList};

/// Words that are looked at for a node.
pub(super) const WORDS_A_NODE: u64 = 128;

/// A word that the tiles can make.
pub(super) struct Word<'a> {
    pub(super) letters: &'a [Letter],
    /// Its letters as a set.
    set: u64,
    /// By row: the tiles that it would have right at the start; `None` where the row may not become it.
    pub(super) matches: [Option<u32>; MAX_ROWS],
}

impl<'a> Word<'a> {
    fn new(task: &Task, letters: &'a [Letter]) -> Self {
        let mut matches = [None; MAX_ROWS];
        let rows = task.letters().chunks_exact(task.columns()).enumerate();
        for (matches, (row, tiles)) in matches.iter_mut().zip(rows) {
            let right = tiles.iter().zip(letters).map(|(tile, letter)| u32::from(tile == letter));
            *matches = task.allows(row, letters).then(|| right.sum());
        }
        Self { letters, set: set_of(letters), matches }
    }
}

/// Letters that are left.
#[derive(Clone)]
pub(super) struct Tiles {
    counts: [u8; MAX_ALPHABET],
    /// Those that there are any of.
    set: u64,
}

impl Tiles {
    /// All tiles.
    pub(super) fn of(task: &Task) -> Self {
        let mut counts = [0; MAX_ALPHABET];
        for letter in task.letters() {
            counts[letter.index()] += 1;
        }
        Self { counts, set: set_of(task.letters()) }
    }

    /// What is left when this word is taken, if it can be.
    pub(super) fn without(&self, word: &Word) -> Option<Self> {
        // Most words want a letter that there is none of.
        if word.set & !self.set == 0 { self.less(word.letters) } else { None }
    }

    fn less(&self, letters: &[Letter]) -> Option<Self> {
        let mut rest = self.clone();
        for letter in letters {
            let count = &mut rest.counts[letter.index()];
            *count = count.checked_sub(1)?;
            if *count == 0 {
                rest.set &= !(1 << letter.index());
            }
        }
        Some(rest)
    }
}

fn set_of(letters: &[Letter]) -> u64 {
    letters.iter().fold(0, |set, letter| set | 1 << letter.index())
}

/// The words that the tiles can make, by weight: the sum, over a word's letters, of how often each comes in all words of the
/// length. Of words that weigh the same the first of the alphabet goes first.
///
/// The paper sorts all words, and those that the tiles cannot make are then refused wherever they come; here they are left out
/// after the letters were counted, and the others keep their order. Its program begins to count at 0, so that every letter
/// counts one less: a word of n letters then weighs n less, each of them, and the order is the same. It sorts by weight
/// alone, but stably; that the list it reads is in the alphabet's order is taken for granted, for the paper does not say.
pub(super) fn by_rarity<'a>(task: &'a Task, tiles: &Tiles, budget: &Budget) -> Result<Vec<Word<'a>>, Spent> {
    let words = task.words();
    let mut counts = [0u64; MAX_ALPHABET];
    for word in looked_at(words, budget) {
        for letter in word? {
            counts[letter.index()] += 1;
        }
    }
    let mut weighed = Vec::new();
    for letters in looked_at(words, budget) {
        let letters = letters?;
        if tiles.less(letters).is_some() {
            // What is known of the rows is compared with the word, which takes about as long as a node.
            budget.spend(1)?;
            let weight: u64 = letters.iter().map(|letter| counts[letter.index()]).sum();
            weighed.push((weight, Word::new(task, letters)));
        }
    }
    weighed.sort_by_key(|&(weight, _)| weight);
    Ok(weighed.into_iter().map(|(_, word)| word).collect())
}

/// The words of a list, paid for as they are looked at.
fn looked_at<'a>(words: WordList<'a>, budget: &Budget) -> impl Iterator<Item = Result<&'a [Letter], Spent>> {
    (0..).zip(words).map(|(at, word)| match at % WORDS_A_NODE {
        0 => budget.spend(1).map(|()| word),
        _ => Ok(word),
    })
}
