//! Which rows some words could fill together, where it is known in which rows each may lie.

use super::candidates::Rows;

/// The most rows whose sets are bits of one number.
const MOST_ROWS: usize = 6;

/// By row, the sets of rows without it.
const WITHOUT: [u64; MOST_ROWS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

/// The sets of rows that the words chosen so far could fill together, one a row: a bit each, by the rows' own bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reach {
    /// These.
    Known(u64),
    /// The rows are too many, and nothing is known.
    Unknown,
}

impl Reach {
    /// What no words fill.
    pub(super) fn start(rows: usize) -> Self {
        if rows <= MOST_ROWS { Self::Known(1) } else { Self::Unknown }
    }

    /// What they fill with one word more, which may lie in these rows; `None` where that is nothing.
    #[inline]
    pub(super) fn with(self, rows: Rows) -> Option<Self> {
        let Self::Known(sets) = self else { return Some(self) };
        let mut filled = 0;
        for (row, without) in WITHOUT.iter().enumerate() {
            if rows >> row & 1 == 1 {
                filled |= (sets & without) << (1 << row);
            }
        }
        (filled != 0).then_some(Self::Known(filled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_what_some_order_of_them_fills() {
        let reach = |words: &[Rows], rows| words.iter().try_fold(Reach::start(rows), |reach, &word| reach.with(word));
        let sets = |words: &[Rows]| match reach(words, 6) {
            Some(Reach::Known(sets)) => (0..64u64).filter(|set| sets >> set & 1 == 1).collect::<Vec<u64>>(),
            _ => Vec::new(),
        };
        assert_eq!(sets(&[0b011]), [0b001, 0b010]);
        assert_eq!(sets(&[0b011, 0b110]), [0b011, 0b101, 0b110]);
        assert_eq!(sets(&[0b011, 0b011]), [0b011]);
        assert!(sets(&[0b011, 0b011, 0b011]).is_empty());
        assert_eq!(sets(&[0b100_000, 0b111_111, 0b010_000, 0b1, 0b10, 0b100]), [0b110_111 | 0b1000]);
        assert!(sets(&[0]).is_empty());
        assert!(reach(&[1, 1, 1], 7).is_some(), "nothing is known of seven rows");
    }
}
