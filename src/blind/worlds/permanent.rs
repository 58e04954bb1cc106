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
}

/// The ways of some words in order, to be counted off: by the word in the first row, then by that in the second, and so on.
pub(super) struct Ways {
    /// By word, the rows that it may lie in.
    words: Vec<Rows>,
    /// By the words that lie in the first rows, a bit each: in how many ways the others can lie in the other rows.
    rest: Vec<u32>,
}

impl Ways {
    /// The ways of these words.
    pub(super) fn of(words: &[Rows]) -> Self {
        let sets = 1usize << words.len();
        let mut rest = vec![0; sets];
        rest[sets - 1] = 1;
        for set in (0..sets - 1).rev() {
            let row = set.count_ones();
            let next = (0..words.len()).filter(|&word| set >> word & 1 == 0 && words[word] >> row & 1 == 1);
            rest[set] = next.map(|word| rest[set | 1 << word]).sum();
        }
        Self { words: words.to_vec(), rest }
    }

    /// The words that may come next after these, a bit each, and what each leads to.
    fn next(&self, set: usize) -> impl Iterator<Item = (usize, usize)> {
        let row = set.count_ones();
        let may_lie = move |&word: &usize| set >> word & 1 == 0 && self.words[word] >> row & 1 == 1;
        (0..self.words.len()).filter(may_lie).map(move |word| (word, set | 1 << word))
    }

    /// The way with this number, from 0: by row, which word. `None` where there are not so many.
    pub(super) fn get(&self, mut number: u32) -> Option<Vec<usize>> {
        let mut set = 0;
        let mut way = Vec::with_capacity(self.words.len());
        while way.len() < self.words.len() {
            let (word, with) = self.next(set).find(|&(_, with)| {
                let is_here = number < self.rest[with];
                number -= if is_here { 0 } else { self.rest[with] };
                is_here
            })?;
            way.push(word);
            set = with;
        }
        (number == 0).then_some(way)
    }

    /// The number of a way.
    pub(super) fn number(&self, way: &[usize]) -> u32 {
        let (mut set, mut number) = (0, 0);
        for &word in way {
            number +=
                self.next(set).take_while(|&(other, _)| other < word).map(|(_, with)| self.rest[with]).sum::<u32>();
            set |= 1 << word;
        }
        number
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
                let ways = Ways::of(&words);
                for (number, way) in (0..).zip(&all).take(150) {
                    assert_eq!((ways.get(number).as_ref(), ways.number(way)), (Some(way), number), "{words:?}");
                }
                assert_eq!(ways.get(count), None);
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
