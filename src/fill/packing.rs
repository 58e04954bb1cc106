//! How often each letter comes, packed into one number.
//!
//! Each letter has a field: as many bits as its tiles need, and a guard bit above them. To take a word's letters from what
//! is left is one subtraction, and a guard that was borrowed from says that a letter ran short, however often it comes. The
//! highest guard may lie beyond the number: then the subtraction itself borrows.

/// How often each letter comes, packed.
pub(crate) type Counts = u128;

/// Where each letter's count lies. Letters are numbers from 0.
#[derive(Debug)]
pub(crate) struct Packing {
    /// By letter.
    fields: Vec<Field>,
    guards: Counts,
    all: Counts,
}

/// The bits of a letter.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// The lowest of them.
    shift: u32,
    /// All of them but the guard, from the lowest.
    mask: Counts,
}

impl Packing {
    /// For tiles of which each letter has so many. `None` where the counts take more than 128 bits, which those of up to
    /// 65 tiles never do (64 letters, one of them twice, take just as many), nor those of up to 32 letters.
    pub(crate) fn of(tiles: impl IntoIterator<Item = usize>) -> Option<Self> {
        let (mut shift, mut guards, mut all) = (0, 0, 0);
        let field = |tiles| {
            let tiles = tiles as Counts;
            let bits = Counts::BITS - tiles.leading_zeros();
            if shift + bits > Counts::BITS {
                return None;
            }
            let field = Field { shift, mask: (1 << bits) - 1 };
            all |= tiles << shift;
            guards |= Counts::from(1u8).checked_shl(shift + bits).unwrap_or(0);
            shift += bits + 1;
            Some(field)
        };
        let fields = tiles.into_iter().map(field).collect::<Option<_>>()?;
        Some(Self { fields, guards, all })
    }

    /// The counts of all tiles.
    pub(crate) fn all(&self) -> Counts {
        self.all
    }

    /// The count of one tile of this letter.
    pub(crate) fn one(&self, letter: u8) -> Counts {
        1 << self.fields[usize::from(letter)].shift
    }

    /// The counts of a word, if the tiles could make it.
    pub(crate) fn pack(&self, word: &[u8]) -> Option<Counts> {
        let mut left = self.all;
        for &letter in word {
            let field = self.fields.get(usize::from(letter))?;
            if left >> field.shift & field.mask == 0 {
                return None;
            }
            left -= 1 << field.shift;
        }
        Some(self.all - left)
    }

    /// How often a letter comes.
    pub(crate) fn times(&self, counts: Counts, letter: usize) -> i32 {
        let &Field { shift, mask } = &self.fields[letter];
        // At most 81.
        i32::try_from(counts >> shift & mask).unwrap_or(i32::MAX)
    }

    /// The bits of counts that are not 0 where a letter comes at all.
    pub(crate) fn bits(&self, letter: usize) -> Counts {
        let &Field { shift, mask } = &self.fields[letter];
        mask << shift
    }

    /// What is left when these are taken; `None` where a letter runs short.
    #[inline]
    pub(crate) fn less(&self, left: Counts, taken: Counts) -> Option<Counts> {
        let rest = (left | self.guards).checked_sub(taken)?;
        (rest & self.guards == self.guards).then_some(rest & !self.guards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_runs_short_is_noticed_however_the_counts_lie() {
        let many = [9, 1, 2, 3, 1, 1];
        let most = [1; 64].map(|one: usize| one);
        let mut fullest = most;
        fullest[63] = 2;
        for tiles in [&many[..], &most, &fullest] {
            let packing = Packing::of(tiles.iter().copied()).unwrap();
            for (letter, &tiles) in (0u8..).zip(tiles) {
                let one = packing.one(letter);
                let mut left = packing.all();
                for taken in 1..=tiles {
                    left = packing.less(left, one).unwrap();
                    assert_eq!(packing.times(left, usize::from(letter)), i32::try_from(tiles - taken).unwrap());
                }
                assert_eq!(packing.less(left, one), None);
                let word = vec![letter; tiles];
                assert_eq!(packing.pack(&word), Some(packing.all() - left));
                assert_eq!(packing.pack(&[&word[..], &[letter]].concat()), None);
            }
        }
        assert!(Packing::of([1; 65]).is_none());
    }
}
