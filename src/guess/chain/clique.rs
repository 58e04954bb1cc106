//! Whether so many of some words go together: a clique search over bit sets, bounded by colours.
//!
//! Words that share a colour do not go together, so a chain has at most one of each colour. Words are coloured anew at each
//! node, one colour after the other; those of the first colours cannot make up the number alone and are not branched on
//! (Tomita and others; the bit sets are San Segundo's).

use super::sight::Seen;
use crate::budget::{Budget, Spent};

/// The most words that are searched at once: their bit sets take 2 MB.
pub const MOST: usize = 4096;
/// Blocks of bits that are worked through in the time of a node.
const BLOCKS_A_NODE: usize = 2048;

const BITS: usize = u64::BITS as usize;

/// Which words go with which.
struct Graph {
    blocks: usize,
    /// By word, those that go with it.
    with: Vec<u64>,
}

impl Graph {
    fn of(words: &[Seen], budget: &Budget) -> Result<Self, Spent> {
        let blocks = words.len().div_ceil(BITS);
        let mut graph = Self { blocks, with: vec![0; words.len() * blocks] };
        for (one, seen) in words.iter().enumerate() {
            budget.spend(1 + (one / BLOCKS_A_NODE) as u64)?;
            for (other, _) in words[..one].iter().enumerate().filter(|(_, other)| seen.goes_with(other)) {
                graph.with[one * blocks + other / BITS] |= 1 << (other % BITS);
                graph.with[other * blocks + one / BITS] |= 1 << (one % BITS);
            }
        }
        Ok(graph)
    }

    fn with(&self, word: usize) -> &[u64] {
        &self.with[word * self.blocks..][..self.blocks]
    }
}

/// The first `needed` of these words, at most [`MOST`], that go together, in an order that depends on nothing but them: by
/// their places among the words given. `None`: there are not so many.
///
/// # Errors
/// Where the budget is spent first.
pub fn find(words: &[Seen], needed: usize, budget: &Budget) -> Result<Option<Vec<usize>>, Spent> {
    debug_assert!(words.len() <= MOST);
    if needed == 0 {
        return Ok(Some(Vec::new()));
    }
    let order = fewest_first(words, budget)?;
    let sorted: Vec<Seen> = order.iter().map(|&word| words[word]).collect();
    let graph = Graph::of(&sorted, budget)?;
    let mut every = vec![0; graph.blocks];
    for word in 0..words.len() {
        every[word / BITS] |= 1 << (word % BITS);
    }
    let mut chosen = Vec::with_capacity(needed);
    let found = expand(&graph, &mut every, needed, &mut chosen, budget)?;
    Ok(found.then(|| {
        let mut places: Vec<usize> = chosen.into_iter().map(|word| order[word]).collect();
        places.sort_unstable();
        places
    }))
}

/// The words in an order in which each has few that it goes with among those before it: the one with the fewest comes last,
/// then the one that has the fewest of the others.
fn fewest_first(words: &[Seen], budget: &Budget) -> Result<Vec<usize>, Spent> {
    let mut degrees = vec![0usize; words.len()];
    for (one, seen) in words.iter().enumerate() {
        budget.spend(1 + (one / BLOCKS_A_NODE) as u64)?;
        for (other, _) in words[..one].iter().enumerate().filter(|(_, other)| seen.goes_with(other)) {
            degrees[one] += 1;
            degrees[other] += 1;
        }
    }
    let mut left: Vec<usize> = (0..words.len()).collect();
    let mut order = Vec::with_capacity(words.len());
    while let Some(next) = (0..left.len()).min_by_key(|&at| (degrees[left[at]], left[at])) {
        budget.spend(1 + (left.len() / BLOCKS_A_NODE) as u64)?;
        let word = left.swap_remove(next);
        order.push(word);
        for &other in left.iter().filter(|&&other| words[other].goes_with(&words[word])) {
            degrees[other] -= 1;
        }
    }
    order.reverse();
    Ok(order)
}

/// Adds words of these to those chosen until there are as many as are needed. Whether it can be done.
fn expand(
    graph: &Graph,
    words: &mut [u64],
    needed: usize,
    chosen: &mut Vec<usize>,
    budget: &Budget,
) -> Result<bool, Spent> {
    let missing = needed - chosen.len();
    let mut branches = colour(graph, words, missing, budget)?;
    while let Some(word) = branches.pop() {
        chosen.push(word);
        if missing == 1 {
            return Ok(true);
        }
        let mut left: Vec<u64> = words.iter().zip(graph.with(word)).map(|(words, with)| words & with).collect();
        if expand(graph, &mut left, needed, chosen, budget)? {
            return Ok(true);
        }
        chosen.pop();
        words[word / BITS] &= !(1 << (word % BITS));
    }
    Ok(false)
}

/// The words whose colour is not among the first `missing - 1`, colour by colour.
fn colour(graph: &Graph, words: &[u64], missing: usize, budget: &Budget) -> Result<Vec<usize>, Spent> {
    let mut branches = Vec::new();
    let mut uncoloured = words.to_vec();
    let mut colour = 0;
    while uncoloured.iter().any(|&block| block != 0) {
        colour += 1;
        let mut fit = uncoloured.clone();
        for block in 0..graph.blocks {
            while fit[block] != 0 {
                budget.spend(1 + (graph.blocks / BLOCKS_A_NODE) as u64)?;
                let bit = fit[block].trailing_zeros() as usize;
                let word = block * BITS + bit;
                fit[block] &= !(1 << bit);
                uncoloured[block] &= !(1 << bit);
                for (fit, with) in fit[block..].iter_mut().zip(&graph.with(word)[block..]) {
                    *fit &= !with;
                }
                if colour >= missing {
                    branches.push(word);
                }
            }
        }
    }
    Ok(branches)
}
