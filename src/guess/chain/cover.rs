//! How long a chain of some words can be at most.
//!
//! What is strange or astray in a word no other word of the chain has. So if each of these things is given a price, such
//! that each word costs at least one, a chain has no more words than all prices together. A word that costs more than one
//! wastes the rest: where the bound is nearly met, it is priced out, for no chain of the length that is asked for could
//! afford it. What is left has fewer things to sell, and is priced anew (linear programming calls the prices a dual solution
//! and this reduced-cost fixing; the prices here are found greedily, which costs little and gives up some sharpness).

use super::sight::Seen;
use crate::budget::{Budget, Spent};
use crate::lexicon::{MAX_ALPHABET, MAX_LETTERS};

/// The price of a word: every number of letters that a word can have divides it.
const ONE: u32 = 2520;
/// Words that are priced in the time of a node.
pub(super) const WORDS_A_NODE: usize = 512;
/// How often, at most, something astray is bought for all words that have it.
const ASTRAY: usize = 6;

/// Prices of what is strange and what is astray.
struct Prices {
    /// By letter.
    strange: [u32; MAX_ALPHABET],
    /// What costs the price of a word; all else is free.
    astray: u128,
    total: u32,
}

/// The bits of a set, ascending.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Prices {
    /// Prices at which each of these words costs one at least. `place` are the bits of what is astray in a place that is
    /// right in none of them.
    fn of(words: &[Seen], place: u128) -> Self {
        // A word with nothing strange has a letter of the last word there.
        let mut astray = 0;
        let mut single = Vec::with_capacity(words.len());
        for word in words {
            if word.strange == 0 {
                astray |= word.astray & place;
            } else if word.strange.is_power_of_two() {
                single.push((word.strange, word.astray));
            }
        }
        let mut alone;
        let mut bought = 0;
        loop {
            // The letters that some word has as the only strange one, and what is astray in all such words.
            alone = 0u64;
            let mut common = [u128::MAX; MAX_ALPHABET];
            single.retain(|&(strange, other)| {
                let is_open = other & astray == 0;
                if is_open {
                    alone |= strange;
                    common[strange.trailing_zeros() as usize] &= other;
                }
                is_open
            });
            if bought == ASTRAY {
                break;
            }
            bought += 1;
            // What would stand for several of them.
            let (mut once, mut twice) = (0u128, 0u128);
            for letter in bits(alone) {
                twice |= once & common[letter];
                once |= common[letter];
            }
            let Some(best) = best_of(twice, &common, alone) else { break };
            astray |= best;
        }
        let mut prices = Self { strange: [0; MAX_ALPHABET], astray, total: 0 };
        prices.total = ONE * (alone.count_ones() + astray.count_ones());
        for letter in bits(alone) {
            prices.strange[letter] = ONE;
        }
        prices.share(words, alone);
        prices
    }

    /// Lets the words that nothing is paid for share the price among their strange letters, those with fewest letters first.
    fn share(&mut self, words: &[Seen], alone: u64) {
        let is_unpaid = |word: &&Seen| word.strange & alone == 0 && word.astray & self.astray == 0;
        let mut unpaid: Vec<u64> = words.iter().filter(is_unpaid).map(|word| word.strange).collect();
        for letters in (2..).take(MAX_LETTERS) {
            if unpaid.is_empty() {
                return;
            }
            let share = ONE / letters;
            let mut priced = 0;
            unpaid.retain(|&strange| {
                if self.of_strange(strange) >= ONE {
                    return false;
                }
                let is_next = strange.count_ones() == letters;
                priced |= if is_next { strange } else { 0 };
                !is_next
            });
            for letter in bits(priced).filter(|&letter| self.strange[letter] == 0).collect::<Vec<_>>() {
                self.strange[letter] = share;
                self.total += share;
            }
        }
    }

    /// The price of these strange letters.
    #[inline]
    fn of_strange(&self, strange: u64) -> u32 {
        bits(strange).map(|letter| self.strange[letter]).sum()
    }

    /// The price of a word.
    #[inline]
    fn of_word(&self, word: &Seen) -> u32 {
        self.of_strange(word.strange) + ONE * (word.astray & self.astray).count_ones()
    }
}

/// Of these things astray, the one that stands for most letters.
fn best_of(mut among: u128, common: &[u128; MAX_ALPHABET], alone: u64) -> Option<u128> {
    let mut best = (0, None);
    while among != 0 {
        let bit = among & among.wrapping_neg();
        among ^= bit;
        let letters = bits(alone).filter(|&letter| common[letter] & bit != 0).count();
        if letters > best.0 {
            best = (letters, Some(bit));
        }
    }
    best.1
}

/// How many words a chain can have at most, of which these have at most one strange letter, and all others several of those
/// letters. `place` is as for [`thin`].
#[must_use]
pub fn most(nearest: &[Seen], strange: u64, place: u128) -> usize {
    let prices = Prices::of(nearest, place);
    let alone = bits(strange).filter(|&letter| prices.strange[letter] == ONE).count();
    (prices.total / ONE) as usize + (strange.count_ones() as usize - alone) / 2
}

/// Takes away words that no chain of `needed` of these words has. Whether there may be such a chain; if not, what is left of
/// the words means nothing. `place` are the bits of what is astray in a place that is right in none of them.
///
/// # Errors
/// Where the budget is spent first.
pub fn thin(words: &mut Vec<Seen>, needed: usize, place: u128, budget: &Budget) -> Result<bool, Spent> {
    let needed = u32::try_from(needed).unwrap_or(u32::MAX).saturating_mul(ONE);
    loop {
        budget.spend(1 + (words.len() / WORDS_A_NODE) as u64)?;
        let prices = Prices::of(words, place);
        let Some(spare) = prices.total.checked_sub(needed) else { return Ok(false) };
        let before = words.len();
        words.retain(|word| prices.of_word(word) <= ONE + spare);
        if words.len() == before {
            return Ok(true);
        }
    }
}
