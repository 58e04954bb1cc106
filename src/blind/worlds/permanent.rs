//! In how many ways some words can lie in as many rows, one in each: the permanent of a matrix of 0 and 1.
//!
//! Up to five words, which is every game of jmbld, take two look-ups: three words reach each of the ten triples of rows in so
//! many ways, the other two the rows that a triple leaves, and the sum of the ten products is the answer. More words are
//! counted over all sets of rows, as dynamic programming has it.

use std::sync::LazyLock;

use crate::fill::sets::Rows;
use crate::puzzle::layout::MAX_SIDE;

/// Rows that the tables know.
const ROWS: usize = 5;
/// Sets of rows that are three, a nibble each in the tables.
const TRIPLES: usize = 10;
/// A nibble of each pair of nibbles.
const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// The tables of up to five words.
struct Tables {
    /// By the rows of three words: in how many ways they fill each triple, a nibble each.
    three: Vec<u64>,
    /// By the rows of two words: the triples whose other rows they fill in one way or two, and those in two; all bits of their
    /// nibbles.
    two: Vec<(u64, u64)>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let all: usize = (1 << ROWS) - 1;
        let triples: Vec<usize> = (0..=all).filter(|set| set.count_ones() == 3).collect();
        let place = |set: usize| triples.iter().position(|&triple| triple == set).unwrap_or(0);
        let rows = |set: usize| (0..ROWS).filter(move |row| set >> row & 1 == 1);
        let mut two = vec![(0, 0); 1 << (2 * ROWS)];
        let mut three = vec![0; 1 << (3 * ROWS)];
        for (masks, entry) in two.iter_mut().enumerate() {
            for first in rows(masks & all) {
                for second in rows(masks >> ROWS).filter(|&second| second != first) {
                    let nibble = 0xF << (4 * place(all ^ 1 << first ^ 1 << second));
                    entry.1 |= entry.0 & nibble;
                    entry.0 |= nibble;
                }
            }
        }
        for (masks, entry) in three.iter_mut().enumerate() {
            for first in rows(masks & all) {
                for second in rows(masks >> ROWS & all).filter(|&second| second != first) {
                    for third in rows(masks >> (2 * ROWS)).filter(|&third| third != first && third != second) {
                        *entry += 1 << (4 * place(1 << first | 1 << second | 1 << third));
                    }
                }
            }
        }
        debug_assert_eq!(triples.len(), TRIPLES);
        Self { three, two }
    }

    #[inline]
    fn ways(&self, words: [Rows; ROWS]) -> u32 {
        let [a, b, c, d, e] = words.map(usize::from);
        let three = self.three[a | b << ROWS | c << (2 * ROWS)];
        let (once, twice) = self.two[d | e << ROWS];
        // Ten nibbles of at most 6 each, and again: no byte of a sum overflows.
        let sum = |nibbles: u64| (nibbles & NIBBLES) + (nibbles >> 4 & NIBBLES);
        let sums = sum(three & once) + sum(three & twice);
        u32::from((sums.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8)
    }
}

/// Counts ways, with the tables at hand.
#[derive(Clone, Copy)]
pub(super) struct Permanents(&'static Tables);

impl Permanents {
    /// The tables, made when they are first asked for.
    pub(super) fn new() -> Self {
        Self(&TABLES)
    }

    /// In how many ways these words can lie, one in each of the first rows, as many as there are words: by word, the rows that
    /// it may lie in.
    #[inline]
    pub(super) fn ways(self, words: &[Rows]) -> u32 {
        if words.len() <= ROWS {
            // Rows that there are not are filled by words that may lie nowhere else.
            let mut filled: [Rows; ROWS] = std::array::from_fn(|row| 1 << row);
            filled[..words.len()].copy_from_slice(words);
            return self.0.ways(filled);
        }
        let mut ways = [0u32; 1 << MAX_SIDE];
        ways[0] = 1;
        let sets = 1usize << words.len();
        for set in 0..sets - 1 {
            let word = words[set.count_ones() as usize];
            for row in (0..words.len()).filter(|row| word >> row & 1 == 1 && set >> row & 1 == 0) {
                ways[set | 1 << row] += ways[set];
            }
        }
        ways[sets - 1]
    }

    /// Of the ways in order, that with this number from 0: by row, which word. The order is that of the words in the first
    /// row, then in the second, and so on. `None` where there are not so many.
    pub(super) fn way(self, words: &[Rows], mut number: u32) -> Option<Vec<usize>> {
        if number >= self.ways(words) {
            return None;
        }
        let mut left: Vec<usize> = (0..words.len()).collect();
        let mut order = Vec::with_capacity(words.len());
        for row in 0..words.len() {
            let mut chosen = None;
            for at in 0..left.len() {
                if words[left[at]] >> row & 1 == 0 {
                    continue;
                }
                // Of the rows that are left, the first is counted from 0 again.
                let others: Vec<Rows> = left
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != at)
                    .map(|(_, &word)| words[word] >> (row + 1))
                    .collect();
                let ways = self.ways(&others);
                if number < ways {
                    chosen = Some(at);
                    break;
                }
                number -= ways;
            }
            order.push(left.remove(chosen?));
        }
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// All ways, by trying every order.
    fn all_ways(words: &[Rows], row: usize, taken: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if row == words.len() {
            found.push(taken.clone());
            return;
        }
        for word in 0..words.len() {
            if words[word] >> row & 1 == 1 && !taken.contains(&word) {
                taken.push(word);
                all_ways(words, row + 1, taken, found);
                taken.pop();
            }
        }
    }

    #[test]
    fn ways_are_counted_and_numbered() {
        let permanents = Permanents::new();
        let mut random = Random::new(1);
        for rows in 0..=7 {
            for _ in 0..300 {
                let dense = random.below(3) > 0;
                let words: Vec<Rows> = (0..rows)
                    .map(|_| {
                        let mask = random.below(1 << rows) | if dense { random.below(1 << rows) } else { 0 };
                        Rows::try_from(mask).unwrap()
                    })
                    .collect();
                let mut all = Vec::new();
                all_ways(&words, 0, &mut Vec::new(), &mut all);
                let count = u32::try_from(all.len()).unwrap();
                assert_eq!(permanents.ways(&words), count, "{words:?}");
                for (number, way) in (0..).zip(&all).take(150) {
                    assert_eq!(permanents.way(&words, number).as_ref(), Some(way), "{words:?}");
                }
                assert_eq!(permanents.way(&words, count), None);
            }
        }
        for rows in [0, 1, 5, 6, 9] {
            let full = vec![(1 << rows) - 1; rows];
            assert_eq!(
                permanents.ways(&full),
                (1..=u32::try_from(rows).unwrap()).product::<u32>(),
                "{rows} words anywhere"
            );
        }
    }
}
