//! Names of sets of candidates, by which the memo knows them.
//!
//! Each word has 128 bits of its own, and a set is named by their sum, digit by digit (Zobrist, "A New Hashing Method with Application
//! for Game Playing", 1970), so that no two sets have one name in any time that matters. That is so by chance only while nobody can
//! choose the words by their bits: of any 129 words, some add up to nothing, and a list could be made of two sets with one name, of
//! which one would be taken for the other. So the bits follow from all words and candidates of a game, by SHA-256: to change one letter is
//! to change them all. They are no secret, and the same for the same game everywhere: so is what a full memo forgets.

use sha2::{Digest as _, Sha256};

use crate::guess::situation::Situation;

/// What words of one game are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Names([u64; 2]);

impl Names {
    /// The names for games that go on from here.
    pub(super) fn of(situation: &Situation) -> Self {
        let Situation { lists, candidates, .. } = situation;
        let places: Vec<u8> = candidates.iter().flat_map(|place| place.to_le_bytes()).collect();
        let digest = Sha256::new().chain_update(lists.digest()).chain_update(places).finalize();
        let half = |at: usize| digest[at..at + 8].iter().fold(0, |half, &byte| (half << 8) | u64::from(byte));
        Self([half(0), half(8)])
    }

    /// The bits of a number: SplitMix64 (Steele, Lea and Flood 2014), twice.
    pub(super) fn bits(self, number: u64) -> u128 {
        let half = |salt: u64| {
            let mut z = (number ^ salt).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        let Self([first, second]) = self;
        (u128::from(half(first)) << 64) | u128::from(half(second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::plan::tests::situation_of;

    const WORDS: usize = 140;

    /// For words of nine letters in two zones, with an ending by which a guess can tell the chosen from the others.
    fn names(is_chosen: impl Fn(usize) -> bool) -> Names {
        let words: Vec<String> = (0..WORDS)
            .map(|number| {
                let letter = |digit: usize| char::from(b'b' + u8::try_from(digit % 10).unwrap());
                let zone = if number < WORDS / 2 { "aaaa" } else { "mmmm" };
                let ending = if is_chosen(number) { "wx" } else { "ww" };
                format!("{zone}{}{}{}{ending}", letter(number / 100), letter(number / 10), letter(number))
            })
            .collect();
        Names::of(&situation_of(&words, false))
    }

    fn bits(names: Names, number: usize) -> u128 {
        names.bits(u64::try_from(number).unwrap())
    }

    /// Some of the numbers whose bits add up to nothing, by elimination.
    fn that_cancel_out(names: Names) -> Vec<usize> {
        // The largest first: sums, and which numbers each is of.
        let mut sums: Vec<(u128, Vec<bool>)> = Vec::new();
        for number in 0..WORDS {
            let (mut sum, mut of) = (bits(names, number), vec![false; WORDS]);
            of[number] = true;
            for (other, others) in &sums {
                if sum ^ other < sum {
                    sum ^= other;
                    of.iter_mut().zip(others).for_each(|(of, other)| *of ^= other);
                }
            }
            if sum == 0 {
                return (0..WORDS).filter(|&number| of[number]).collect();
            }
            sums.push((sum, of));
            sums.sort_unstable_by_key(|one| std::cmp::Reverse(one.0));
        }
        unreachable!("129 numbers of 128 digits depend on each other")
    }

    fn sum(names: Names, numbers: &[usize]) -> u128 {
        numbers.iter().fold(0, |sum, &number| sum ^ bits(names, number))
    }

    #[test]
    fn no_list_can_be_made_for_two_sets_of_one_name() {
        let before = names(|_| false);
        let chosen = that_cancel_out(before);
        assert!(chosen.len() > 20);
        assert_eq!(sum(before, &chosen), 0, "there are such sets in every game");
        let after = names(|number| chosen.contains(&number));
        assert_ne!(sum(after, &chosen), 0, "but not where a guess could tell them apart");
    }

    #[test]
    fn names_follow_from_the_game_alone() {
        assert_eq!(names(|_| false), names(|_| false));
        let numbers = names(|_| false);
        let mut all: Vec<u128> = (0..10_000).map(|number| numbers.bits(number)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 10_000);
    }

    #[test]
    fn other_candidates_have_other_names() {
        let words = ["aaa", "aab", "abb", "bbb"].map(str::to_owned);
        let all = situation_of(&words, false);
        let some = Situation { candidates: vec![0, 2, 3], ..all.clone() };
        assert_ne!(Names::of(&all), Names::of(&some));
    }
}
