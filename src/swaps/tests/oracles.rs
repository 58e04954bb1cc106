//! The fewest swaps, found in other ways.

use std::collections::{BTreeMap, VecDeque};

/// Tiles less the most cycles, over all bijections of equal letters, right tiles not excepted.
pub(crate) fn by_bijections(start: &[u8], target: &[u8]) -> usize {
    fn most_cycles(start: &[u8], target: &[u8], goes_to: &mut Vec<usize>, taken: u32) -> usize {
        let from = goes_to.len();
        if from == start.len() {
            let mut seen = vec![false; from];
            return (0..from)
                .filter(|&first| {
                    let mut at = first;
                    let new = !seen[first];
                    while !seen[at] {
                        seen[at] = true;
                        at = goes_to[at];
                    }
                    new
                })
                .count();
        }
        let mut most = 0;
        for to in (0..target.len()).filter(|&to| taken >> to & 1 == 0 && target[to] == start[from]) {
            goes_to.push(to);
            most = most.max(most_cycles(start, target, goes_to, taken | 1 << to));
            goes_to.pop();
        }
        most
    }
    start.len() - most_cycles(start, target, &mut Vec::new(), 0)
}

/// How many swaps every arrangement is away from the target.
pub(crate) fn by_breadth_first_search(target: &[u8]) -> BTreeMap<Vec<u8>, u32> {
    let mut away = BTreeMap::from([(target.to_vec(), 0)]);
    let mut queue = VecDeque::from([target.to_vec()]);
    while let Some(tiles) = queue.pop_front() {
        let next = away[&tiles] + 1;
        for one in 0..tiles.len() {
            for other in 0..one {
                if tiles[one] != tiles[other] {
                    let mut neighbour = tiles.clone();
                    neighbour.swap(one, other);
                    if !away.contains_key(&neighbour) {
                        away.insert(neighbour.clone(), next);
                        queue.push_back(neighbour);
                    }
                }
            }
        }
    }
    away
}

/// How often each pair (letter that lies there, letter that belongs there) comes.
fn pairs(start: &[u8], target: &[u8]) -> BTreeMap<(u8, u8), usize> {
    let mut pairs = BTreeMap::new();
    for (&have, &want) in start.iter().zip(target) {
        *pairs.entry((have, want)).or_insert(0) += 1;
    }
    pairs
}

/// Subsets of the pairs, right ones included, that the next oracle looks at.
pub(crate) fn subsets(start: &[u8], target: &[u8]) -> usize {
    pairs(start, target).values().map(|times| times + 1).product()
}

/// Lays the tiles down one by one, and counts how often those that lie are balanced: every time a cycle or more was
/// completed. The most over all orders, by dynamic programming over multisets of pairs.
pub(crate) fn by_balanced_subsets(start: &[u8], target: &[u8]) -> usize {
    let pairs: Vec<((u8, u8), usize)> = pairs(start, target).into_iter().collect();
    let mut most = vec![0usize; subsets(start, target)];
    for subset in 1..most.len() {
        let (mut rest, mut step) = (subset, 1);
        let mut balance = [0i32; 26];
        for &((have, want), times) in &pairs {
            let taken = rest % (times + 1);
            rest /= times + 1;
            if taken > 0 {
                most[subset] = most[subset].max(most[subset - step]);
                balance[usize::from(have)] += i32::try_from(taken).unwrap();
                balance[usize::from(want)] -= i32::try_from(taken).unwrap();
            }
            step *= times + 1;
        }
        most[subset] += usize::from(balance == [0; 26]);
    }
    start.len() - most.last().unwrap()
}
