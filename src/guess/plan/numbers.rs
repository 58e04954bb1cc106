//! Patterns numbered in the order in which they are met.
//!
//! A word of nine letters may earn any of 19,683 patterns, and a set has few candidates: what is kept by pattern is made once for a
//! search, and a new round costs nothing.

/// Numbers patterns from 0, anew in each round.
#[derive(Debug)]
pub(super) struct Numbers {
    round: u32,
    next: u32,
    /// By pattern: the round that last met it, and its number then.
    met: Vec<(u32, u32)>,
}

impl Numbers {
    /// For so many patterns.
    pub(super) fn new(patterns: usize) -> Self {
        Self { round: 0, next: 0, met: vec![(0, 0); patterns] }
    }

    /// Begins a round: no pattern is met yet.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.next = 0;
        if self.round == u32::MAX {
            // A long search has as many: those of long ago must not be taken for this one's.
            self.met.fill((0, 0));
            self.round = 0;
        }
        self.round += 1;
    }

    /// The number of a pattern in this round.
    #[inline]
    pub(super) fn of(&mut self, pattern: u16) -> u32 {
        let met = &mut self.met[usize::from(pattern)];
        if met.0 != self.round {
            *met = (self.round, self.next);
            self.next += 1;
        }
        met.1
    }

    /// How many patterns were met in this round.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_begin_anew_for_ever() {
        let mut numbers = Numbers::new(9);
        let mut round = |patterns: &[u16]| {
            numbers.begin();
            let all: Vec<u32> = patterns.iter().map(|&pattern| numbers.of(pattern)).collect();
            (all, numbers.count())
        };
        assert_eq!(round(&[8, 3, 8, 0]), (vec![0, 1, 0, 2], 3));
        assert_eq!(round(&[0, 8]), (vec![0, 1], 2));
        numbers.round = u32::MAX - 1;
        for _ in 0..3 {
            numbers.begin();
            assert_eq!([1, 0, 1, 8].map(|pattern| numbers.of(pattern)), [0, 1, 0, 2]);
        }
    }
}
