//! Words by what crosses them: their letters at every second place, from the first.
//!
//! Words that agree there are one *key*, as heavy as they are together; which of them it is is drawn at the very end. A key
//! is two letters, its *prefix*, and the others, its *tail*. Keys lie in the order of their letters, so that those of one
//! prefix are neighbours. Only letters that cross anywhere are numbered: most tables are as wide as there are such letters.

use std::ops::Range;

use super::super::stream::Stream;
use crate::lexicon::{Letter, MAX_ALPHABET, WordList};

/// The most letters of a key: a word of 9 letters is crossed in 5.
pub(super) const MAX_KEY: usize = 5;
/// The most letters of a tail.
pub(super) const MAX_TAIL: usize = MAX_KEY - 2;
/// No key begins so.
const NONE: u32 = u32::MAX;

/// A key's letters after its prefix: as many as the side has, then zeros.
pub(super) type Tail = [u8; MAX_TAIL];

/// A word to be drawn: its place in the list, and its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted {
    pub(super) place: u32,
    pub(super) weight: u16,
}

/// The letters that cross, numbered in the order of the alphabet.
#[derive(Debug)]
pub(super) struct Numbers {
    number: [u8; MAX_ALPHABET],
    count: usize,
}

impl Numbers {
    /// Numbers the letters that cross in any of these words.
    pub(super) fn new(lists: &[WordList<'_>]) -> Self {
        let crossing = lists.iter().flat_map(|list| list.iter()).flat_map(|word| word.iter().step_by(2));
        let set = crossing.fold(0u64, |set, letter| set | 1 << letter.index());
        let mut number = [0; MAX_ALPHABET];
        let mut count = 0;
        for (_, number) in number.iter_mut().enumerate().filter(|(letter, _)| set >> letter & 1 == 1) {
            *number = count;
            count += 1;
        }
        Self { number, count: usize::from(count) }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    fn of(&self, letter: Letter) -> u8 {
        self.number[letter.index()]
    }
}

/// The words of one direction, by their keys.
#[derive(Debug)]
pub(super) struct Side {
    /// Letters that cross anywhere.
    letters: usize,
    /// Letters of a tail.
    tail: usize,
    /// By first and second letter, the prefix.
    prefixes: Vec<u32>,
    /// By prefix, its two letters.
    begins: Vec<[u8; 2]>,
    /// By prefix, its first key; and the end.
    firsts: Vec<u32>,
    /// By key.
    tails: Vec<Tail>,
    /// By key, the weights of its words together.
    weights: Vec<f64>,
    /// By key, which of the distinct tails its own is.
    kinds: Vec<u32>,
    /// The distinct tails in order.
    distinct: Vec<Tail>,
    /// By key, its first word; and the end.
    first_words: Vec<u32>,
    words: Vec<Weighted>,
}

impl Side {
    /// The keys of these words of a list.
    pub(super) fn new(list: WordList<'_>, numbers: &Numbers, words: impl Iterator<Item = Weighted>) -> Self {
        let mut keyed: Vec<([u8; MAX_KEY], Weighted)> = words
            .filter_map(|word| {
                let mut key = [0; MAX_KEY];
                let letters = list.get(word.place as usize)?;
                letters.iter().step_by(2).zip(&mut key).for_each(|(&letter, at)| *at = numbers.of(letter));
                Some((key, word))
            })
            .collect();
        keyed.sort_unstable_by_key(|&(key, word)| (key, word.place));
        let letters = numbers.count();
        let mut side = Self {
            letters,
            tail: list.length().div_ceil(2).saturating_sub(2),
            prefixes: vec![NONE; letters * letters],
            begins: Vec::new(),
            firsts: Vec::new(),
            tails: Vec::new(),
            weights: Vec::new(),
            kinds: Vec::new(),
            distinct: Vec::new(),
            first_words: Vec::new(),
            words: Vec::with_capacity(keyed.len()),
        };
        for same in keyed.chunk_by(|one, other| one.0 == other.0) {
            let [first, second, tail @ ..] = same[0].0;
            if side.begins.last() != Some(&[first, second]) {
                side.prefixes[usize::from(first) * letters + usize::from(second)] = small(side.begins.len());
                side.begins.push([first, second]);
                side.firsts.push(small(side.tails.len()));
            }
            side.tails.push(tail);
            side.weights.push(same.iter().map(|(_, word)| f64::from(word.weight)).sum());
            side.first_words.push(small(side.words.len()));
            side.words.extend(same.iter().map(|(_, word)| word));
        }
        side.firsts.push(small(side.tails.len()));
        side.first_words.push(small(side.words.len()));
        side.distinct.clone_from(&side.tails);
        side.distinct.sort_unstable();
        side.distinct.dedup();
        let kind = |tail: &Tail| small(side.distinct.partition_point(|other| other < tail));
        side.kinds = side.tails.iter().map(kind).collect();
        side
    }

    /// Letters that cross anywhere.
    pub(super) fn letters(&self) -> usize {
        self.letters
    }

    /// Letters of a tail.
    pub(super) fn tail(&self) -> usize {
        self.tail
    }

    /// The prefix of these two letters, if any key begins with them.
    #[inline]
    pub(super) fn prefix(&self, first: u8, second: u8) -> Option<usize> {
        let prefix = self.prefixes[usize::from(first) * self.letters + usize::from(second)];
        (prefix != NONE).then_some(prefix as usize)
    }

    /// By prefix, its two letters, in order.
    pub(super) fn begins(&self) -> &[[u8; 2]] {
        &self.begins
    }

    /// The keys that begin with a prefix.
    #[inline]
    pub(super) fn keys(&self, prefix: usize) -> Range<usize> {
        self.firsts[prefix] as usize..self.firsts[prefix + 1] as usize
    }

    /// By key, its tail.
    pub(super) fn tails(&self) -> &[Tail] {
        &self.tails
    }

    /// By key, its weight.
    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// By key, which of the [distinct](Side::distinct) tails its own is.
    pub(super) fn kinds(&self) -> &[u32] {
        &self.kinds
    }

    /// The distinct tails in order.
    pub(super) fn distinct(&self) -> &[Tail] {
        &self.distinct
    }

    /// The words of a key.
    pub(super) fn words(&self, key: usize) -> &[Weighted] {
        &self.words[self.first_words[key] as usize..self.first_words[key + 1] as usize]
    }

    /// One of the words of a key, each as likely as it is heavy: its place in the list.
    pub(super) fn draw(&self, key: usize, stream: &mut Stream) -> usize {
        let words = self.words(key);
        let at = if words.len() == 1 { 0 } else { stream.weighted(words.iter().map(|word| f64::from(word.weight))) };
        words[at].place as usize
    }

    /// The memory that this takes, in bytes, about.
    pub(super) fn bytes(&self) -> usize {
        let per_key = size_of::<Tail>() + 8 + 2 * 4;
        self.prefixes.len() * 4
            + self.tails.len() * per_key
            + self.distinct.len() * size_of::<Tail>()
            + self.words.len() * size_of::<Weighted>()
    }
}

/// A count of words or keys, of which there are far fewer than that.
fn small(count: usize) -> u32 {
    u32::try_from(count).expect("a list has fewer words than that")
}
