//! The pools of a last word: the words that a chain to it may have, in small parts.
//!
//! Some place is right in no word before the last. And of some letter of the last word, a copy is missing in every word but
//! its anagrams: take the last word of the chain that is none, and a letter that it lacks. So each chain lies in the pool of
//! some letter and some place; each pool is far smaller than the list, and its bound far sharper.

use super::clique;
use super::cover::{WORDS_A_NODE, most, thin};
use super::sight::{Seen, Sight};
use crate::budget::{Budget, Spent};
use crate::guess::Lists;

/// A last word, and the words that chains to it may have.
#[derive(Debug)]
pub struct Pools<'a> {
    sight: Sight<'a>,
    length: usize,
    last: u32,
    /// The word that chains must start with.
    first: Option<Seen>,
    words: Vec<Seen>,
    /// Those with at most one strange letter, which is what bounds are made of.
    nearest: Vec<Seen>,
    /// What is strange in any of them.
    strange: u64,
}

impl<'a> Pools<'a> {
    /// The pools of this last word, for chains that start with the other, where one is given.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn of(every: &'a Lists, last: u32, first: Option<u32>, budget: &Budget) -> Result<Self, Spent> {
        budget.spend(1 + u64::from(every.guess_count()) / WORDS_A_NODE as u64)?;
        let sight = Sight::of(every.word(last));
        let first = first.map(|first| sight.see(every.word(first), first));
        let words: Vec<Seen> = sight
            .see_all(every)
            .filter(|word| {
                first.is_none_or(|first| first.word != word.word && first.goes_with(word) && first.may_precede(word))
            })
            .collect();
        let nearest = words.iter().filter(|word| word.strange.count_ones() < 2).copied().collect();
        let strange = words.iter().fold(0, |strange, word| strange | word.strange);
        Ok(Self { sight, length: every.length(), last, first, words, nearest, strange })
    }

    /// All words that a chain may have beside those that it must.
    #[must_use]
    pub fn words(&self) -> &[Seen] {
        &self.words
    }

    /// How many pools there are; pools are named by their numbers.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sight.all_copies().len() * self.length
    }

    /// The most words that differ from the last one in the same one place: a chain of them is there at least.
    #[must_use]
    pub fn family(&self) -> usize {
        let places = (1u32 << self.length) - 1;
        let of = |place: usize| {
            let right = places & !(1 << place);
            self.words.iter().filter(|word| word.found & places == right).count()
        };
        (0..self.length).map(of).max().unwrap_or(0)
    }

    /// How many words a chain has beside those of a pool.
    #[must_use]
    pub fn others(&self) -> usize {
        1 + usize::from(self.first.is_some())
    }

    /// What is astray in the place of a pool.
    fn place(&self, pool: usize) -> u128 {
        self.sight.astray_at(pool % self.length)
    }

    /// Whether a word is of a pool. `None`: the chain's first word is not.
    fn is_of(&self, pool: usize) -> Option<impl Fn(&Seen) -> bool> {
        let (copies, place) = (self.sight.all_copies()[pool / self.length], 1 << (pool % self.length));
        let is_of = move |word: &Seen| word.found & place == 0 && (word.strange == 0 || word.found & copies == 0);
        self.first.as_ref().is_none_or(is_of).then_some(is_of)
    }

    /// The words of a pool. `None`: the chain's first word is not of them.
    #[must_use]
    pub fn pool(&self, pool: usize) -> Option<Vec<Seen>> {
        let is_of = self.is_of(pool)?;
        Some(self.words.iter().filter(|word| is_of(word)).copied().collect())
    }

    /// The most words that a chain of this pool can have, as can be told at a glance.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn bound(&self, pool: usize, budget: &Budget) -> Result<usize, Spent> {
        let Some(is_of) = self.is_of(pool) else { return Ok(0) };
        budget.spend(1 + (self.nearest.len() / WORDS_A_NODE) as u64)?;
        let nearest = self.nearest.iter().filter(|word| is_of(word)).copied().collect::<Vec<_>>();
        Ok(most(&nearest, self.strange, self.place(pool)) + self.others())
    }

    /// Less than `too_many`, which no chain of this pool has, and not less than `enough`: the least bound that comes of
    /// pricing words out.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn lower(&self, pool: usize, too_many: usize, enough: usize, budget: &Budget) -> Result<usize, Spent> {
        let Some(every) = self.pool(pool) else { return Ok(0) };
        let mut words = Vec::new();
        let mut bound = too_many - 1;
        while bound > enough.max(self.others()) {
            words.clone_from(&every);
            if thin(&mut words, bound - self.others(), self.place(pool), budget)? {
                break;
            }
            bound -= 1;
        }
        Ok(bound)
    }

    /// A chain of `needed` words in this pool. `None`: there is none.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn find(&self, pool: usize, needed: usize, budget: &Budget) -> Result<Option<Vec<u32>>, Spent> {
        let Some(words) = self.pool(pool) else { return Ok(None) };
        let search = Narrow { place: self.place(pool), at_once: clique::MOST, budget };
        let found = search.find(words, needed.saturating_sub(self.others()))?;
        Ok(found.map(|words| self.chain(&words)))
    }

    /// The chain of these words, and of those that it must have.
    #[must_use]
    pub fn chain(&self, words: &[Seen]) -> Vec<u32> {
        let mut words = words.to_vec();
        words.sort_unstable_by_key(|word| (word.found.count_ones(), word.word));
        let between = words.iter().map(|word| word.word);
        self.first.iter().map(|first| first.word).chain(between).chain([self.last]).collect()
    }
}

/// A search among the words of a pool.
struct Narrow<'a> {
    /// What is astray in the place that is right in none of the words.
    place: u128,
    /// The most words that are searched by their bit sets; of more, one is taken after the other.
    at_once: usize,
    budget: &'a Budget,
}

impl Narrow<'_> {
    /// So many of these words that go together.
    fn find(&self, mut words: Vec<Seen>, needed: usize) -> Result<Option<Vec<Seen>>, Spent> {
        if needed == 0 {
            return Ok(Some(Vec::new()));
        }
        if !thin(&mut words, needed, self.place, self.budget)? {
            return Ok(None);
        }
        // Of words that are seen alike, at most one is in a chain, and any will do.
        words.sort_unstable_by_key(|word| (word.found, word.strange, word.astray, word.word));
        words.dedup_by_key(|word| (word.found, word.strange, word.astray));
        if !self.thin_each(&mut words, needed)? {
            return Ok(None);
        }
        if words.len() <= self.at_once {
            let found = clique::find(&words, needed, self.budget)?;
            return Ok(found.map(|found| found.into_iter().map(|word| words[word]).collect()));
        }
        while let Some(word) = words.pop() {
            self.budget.spend(1 + (words.len() / WORDS_A_NODE) as u64)?;
            let with = words.iter().filter(|other| word.goes_with(other)).copied().collect();
            if let Some(mut found) = self.find(with, needed - 1)? {
                found.push(word);
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Takes away each word that has not enough others to go with, until there is none. Whether enough are left.
    fn thin_each(&self, words: &mut Vec<Seen>, needed: usize) -> Result<bool, Spent> {
        let mut with = Vec::with_capacity(words.len());
        loop {
            let before = words.len();
            let mut at = 0;
            while let Some(word) = words.get(at).copied() {
                self.budget.spend(1 + (words.len() / WORDS_A_NODE) as u64)?;
                with.clear();
                with.extend(words.iter().filter(|other| other.word != word.word && word.goes_with(other)));
                if thin(&mut with, needed - 1, self.place, self.budget)? {
                    at += 1;
                } else {
                    words.swap_remove(at);
                }
            }
            if words.len() == before {
                return Ok(true);
            }
            if !thin(words, needed, self.place, self.budget)? {
                return Ok(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, dictionary};

    #[test]
    fn too_many_words_for_bit_sets_are_searched_one_by_one() {
        let mut random = Random::new(23);
        let mut lengths = [0; 12];
        for round in 0..300 {
            let letter = |random: &mut Random| char::from(b'a' + u8::try_from(random.below(8)).unwrap());
            let length = 2 + round % 4;
            let words: Vec<String> = (0..20).map(|_| (0..length).map(|_| letter(&mut random)).collect()).collect();
            let dictionary = dictionary("abcdefgh", &words);
            let lists = Lists::new(dictionary.words(length), dictionary.words(length));
            let budget = Budget::unlimited();
            let pools = Pools::of(&lists, 0, None, &budget).unwrap();
            for pool in 0..pools.count() {
                let longest = |at_once| {
                    let search = Narrow { place: pools.place(pool), at_once, budget: &budget };
                    let words = || pools.pool(pool).unwrap();
                    (0..=lists.guess_count() as usize)
                        .take_while(|&needed| search.find(words(), needed).unwrap().is_some())
                        .count()
                };
                let length = longest(clique::MOST);
                assert_eq!([longest(0), longest(3)], [length; 2]);
                assert!(length <= pools.bound(pool, &budget).unwrap());
                lengths[length] += 1;
            }
        }
        assert!(lengths[4..].iter().sum::<usize>() > 20, "{lengths:?}");
    }
}
