//! Good chains fast: greedily, then bettered by exchange.
//!
//! Words are taken that have the fewest things for themselves, as long as they go with those taken. Then, for as long as it
//! can be done, one word is exchanged for two that go with all the others. What comes of it depends on nothing but the pool.

use super::cover::WORDS_A_NODE;
use super::pools::Pools;
use super::sight::Seen;
use crate::budget::{Budget, Spent};

/// How often one word is exchanged for two, at most: more often than any chain could grow.
const EXCHANGES: usize = 64;
/// How many words are tried in pairs, of those that could stand in a word's place.
const PAIRED: usize = 64;

/// A good chain of this pool. `None`: the pool is not for the chain's first word.
///
/// # Errors
/// Where the budget is spent first.
pub fn chain(pools: &Pools<'_>, pool: usize, budget: &Budget) -> Result<Option<Vec<u32>>, Spent> {
    let Some(mut words) = pools.pool(pool) else { return Ok(None) };
    budget.spend(1 + 4 * (words.len() / WORDS_A_NODE) as u64)?;
    words.sort_by_key(|word| (word.strange.count_ones(), word.astray.count_ones()));
    let mut chosen: Vec<Seen> = Vec::new();
    take(&words, &mut chosen, budget)?;
    for _ in 0..EXCHANGES {
        if !exchange(&words, &mut chosen, budget)? {
            break;
        }
        take(&words, &mut chosen, budget)?;
    }
    Ok(Some(pools.chain(&chosen)))
}

/// Takes each word that goes with all that are taken.
fn take(words: &[Seen], chosen: &mut Vec<Seen>, budget: &Budget) -> Result<(), Spent> {
    for some in words.chunks(WORDS_A_NODE) {
        budget.spend(2)?;
        for word in some {
            // No word goes with itself: there is always something that it has for itself.
            if chosen.iter().all(|other| word.goes_with(other)) {
                chosen.push(*word);
            }
        }
    }
    Ok(())
}

/// Exchanges a word for two others. Whether one could be.
fn exchange(words: &[Seen], chosen: &mut Vec<Seen>, budget: &Budget) -> Result<bool, Spent> {
    let mut instead: Vec<Vec<Seen>> = vec![Vec::new(); chosen.len()];
    for some in words.chunks(WORDS_A_NODE) {
        budget.spend(4)?;
        for word in some {
            let mut against = chosen.iter().enumerate().filter(|(_, other)| !word.goes_with(other));
            let (Some((only, other)), None) = (against.next(), against.next()) else { continue };
            if word.word == other.word || instead[only].len() == PAIRED {
                continue;
            }
            let second = instead[only].iter().find(|second| word.goes_with(second));
            if let Some(&second) = second {
                chosen[only] = second;
                chosen.push(*word);
                return Ok(true);
            }
            instead[only].push(*word);
        }
    }
    Ok(false)
}
