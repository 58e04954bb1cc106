//! How hard a board shall be, and which boards can be that hard.
//!
//! What a target allows follows from how often its letters come. Say m tiles are misplaced and the commonest letter among
//! them comes f times; a start needs m - c swaps, where c is the most cycles that its misplaced tiles split into.
//! - c >= f: a cycle passes a letter once (else it would split there), so the f tiles of that letter lie in f cycles.
//! - c <= m / 2: a cycle has two tiles or more.
//! - Every c between is reached: deal the misplaced tiles, sorted by letter, round and round to c cycles. No cycle gets a
//!   letter twice, since c >= f, and all cycles run in one order of the letters, so that no exchange of equal letters splits
//!   them into more (the Waffle article's construction). Their sizes are m / c, rounded down or up, so sizes from a to b can
//!   be kept exactly where c * a <= m <= c * b.
//!
//! All of this is said of the tiles that may be moved; those that are given are green beside them.
//!
//! So [`Reach`] lists all pairs (m, c) that a target allows, and is exact for min swaps, green tiles and cycle sizes. How
//! many tiles are yellow is not told by letter counts; there it only knows that a tile is not green and yellow at once.

use super::error::{Figure, GenerateError};
use super::lattice::given;
use crate::puzzle::{Kind, Layout};

/// From least to most, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least.
    pub least: u32,
    /// The most. `None`: no limit.
    pub most: Option<u32>,
}

impl Range {
    /// Every number.
    pub const ANY: Self = Self { least: 0, most: None };

    /// Whether the number lies in it.
    #[must_use]
    pub fn contains(self, n: u32) -> bool {
        self.distance(n) == 0
    }

    /// How far the number lies outside.
    #[must_use]
    pub fn distance(self, n: u32) -> u32 {
        self.least.saturating_sub(n) + n.saturating_sub(self.most.unwrap_or(u32::MAX))
    }
}

/// How hard a board shall be. [`Range::ANY`] asks for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Difficulty {
    /// Min swaps.
    pub min_swaps: Range,
    /// Tiles right at the start.
    pub green: Range,
    /// Tiles marked present.
    pub yellow: Range,
    /// Tiles in each cycle of two or more.
    pub cycle_tiles: Range,
}

impl Difficulty {
    /// This difficulty with the min swaps that are usual of a layout: for who asked for none. A lattice takes as many as its game
    /// does (Waffle 10, Waffle Deluxe 20), another one 5 for 8 tiles that are not given, rounded up; rows any number.
    #[must_use]
    pub fn usual(self, layout: Layout) -> Self {
        if layout.kind() == Kind::Rows {
            return self;
        }
        let movable = layout.tile_count() - given::usual(layout).len();
        let swaps = match (layout.rows(), layout.columns()) {
            (5, 5) => 10,
            (7, 7) => 20,
            _ => u32::try_from((movable * 5).div_ceil(8)).unwrap_or(u32::MAX),
        };
        Self { min_swaps: Range { least: swaps, most: Some(swaps) }, ..self }
    }
}

/// A number of misplaced tiles and of cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Misplaced tiles.
    pub misplaced: u32,
    /// The most cycles that they split into.
    pub cycles: u32,
}

impl Split {
    /// The fewest swaps.
    #[must_use]
    pub fn min_swaps(self) -> u32 {
        self.misplaced - self.cycles
    }
}

/// The letters of a target's tiles that may be moved, as far as they matter here.
#[derive(Clone, Debug)]
pub enum Letters {
    /// How often each letter comes.
    Counts(Vec<u32>),
    /// Not drawn yet: so many tiles of an alphabet with so many letters, as even as can be.
    Any {
        /// Tiles.
        tiles: u32,
        /// Letters of the alphabet.
        alphabet: u32,
    },
}

impl Letters {
    fn tiles(&self) -> u32 {
        match self {
            Self::Counts(counts) => counts.iter().sum(),
            Self::Any { tiles, .. } => *tiles,
        }
    }

    /// The least count of the commonest letter among m misplaced tiles, over all choices of which are misplaced.
    fn commonest_of(&self, misplaced: u32) -> u32 {
        match self {
            Self::Counts(counts) => (1..=misplaced)
                .find(|&most| counts.iter().map(|&count| count.min(most)).sum::<u32>() >= misplaced)
                .unwrap_or(misplaced),
            Self::Any { alphabet, .. } => misplaced.div_ceil((*alphabet).max(1)),
        }
    }
}

/// The least and the most of a figure that a split of so many tiles gives.
type Values = fn(Split, u32) -> (u32, u32);

/// All splits of a target's tiles that a difficulty allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// By misplaced tiles, then by cycles.
    pub splits: Vec<Split>,
}

impl Reach {
    /// What these letters allow beside so many given tiles, yellow apart.
    #[must_use]
    pub fn new(letters: &Letters, given: u32, difficulty: &Difficulty) -> Self {
        let tiles = letters.tiles();
        let mut splits = Vec::new();
        for misplaced in 2..=tiles {
            if !difficulty.green.contains(given + tiles - misplaced) {
                continue;
            }
            for cycles in letters.commonest_of(misplaced)..=misplaced / 2 {
                let split = Split { misplaced, cycles };
                let smallest = misplaced / cycles >= difficulty.cycle_tiles.least;
                let largest = misplaced.div_ceil(cycles) <= difficulty.cycle_tiles.most.unwrap_or(u32::MAX);
                if smallest && largest && difficulty.min_swaps.contains(split.min_swaps()) {
                    splits.push(split);
                }
            }
        }
        Self { splits }
    }

    /// Refuses a difficulty that these letters cannot have, saying what they can.
    ///
    /// # Errors
    /// [`GenerateError::Unreachable`], [`GenerateError::UnreachableTogether`] or [`GenerateError::AllAlike`].
    pub fn require(letters: &Letters, given: u32, difficulty: &Difficulty) -> Result<Self, GenerateError> {
        let tiles = given + letters.tiles();
        let most_yellow = tiles - difficulty.green.least.clamp(given, tiles);
        if difficulty.yellow.least > most_yellow {
            return Err(GenerateError::Unreachable { figure: Figure::Yellow, least: 0, most: most_yellow });
        }
        let reach = Self::new(letters, given, difficulty);
        if !reach.splits.is_empty() {
            return Ok(reach);
        }
        // Which one figure, asked for otherwise, would make it possible?
        let figures: [(Figure, Difficulty, Values); 3] = [
            (Figure::MinSwaps, Difficulty { min_swaps: Range::ANY, ..*difficulty }, |split, _| {
                (split.min_swaps(), split.min_swaps())
            }),
            (Figure::Green, Difficulty { green: Range::ANY, ..*difficulty }, |split, tiles| {
                (tiles - split.misplaced, tiles - split.misplaced)
            }),
            (Figure::CycleTiles, Difficulty { cycle_tiles: Range::ANY, ..*difficulty }, |split, _| {
                (split.misplaced / split.cycles, split.misplaced.div_ceil(split.cycles))
            }),
        ];
        for (figure, rest, values) in figures {
            let reach = Self::new(letters, given, &rest);
            let reached = || reach.splits.iter().map(|&split| values(split, tiles));
            if let (Some(least), Some(most)) = (reached().map(|v| v.0).min(), reached().map(|v| v.1).max()) {
                return Err(GenerateError::Unreachable { figure, least, most });
            }
        }
        if Self::new(letters, given, &Difficulty::default()).splits.is_empty() {
            return Err(GenerateError::AllAlike);
        }
        Err(GenerateError::UnreachableTogether)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::swaps::exact::Counter;

    fn at_most(most: u32) -> Range {
        Range { least: 0, most: Some(most) }
    }

    fn at_least(least: u32) -> Range {
        Range { least, most: None }
    }

    /// Every rearrangement of a few small targets is looked at: what the splits say is reached is just what there is.
    #[test]
    fn a_reach_is_exactly_what_brute_force_finds() {
        for target in [&b"abcdef"[..], b"aabcde", b"aabbcc", b"aaabcd", b"aaabbb", b"aaaabc", b"abcabca", b"aaaaab"] {
            let target: Vec<u8> = target.iter().map(|letter| letter - b'a').collect();
            let mut found = std::collections::BTreeSet::new();
            let mut start = target.clone();
            start.sort_unstable();
            loop {
                let misplaced = start.iter().zip(&target).filter(|(have, want)| have != want).count();
                if misplaced > 0 {
                    let swaps = Counter::new().count(&start, &target, &Budget::unlimited()).min_swaps;
                    let misplaced = u32::try_from(misplaced).unwrap();
                    found.insert((misplaced, misplaced - swaps));
                }
                if !next_permutation(&mut start) {
                    break;
                }
            }
            let mut counts = vec![0; 7];
            for &letter in &target {
                counts[usize::from(letter)] += 1;
            }
            let reach = Reach::new(&Letters::Counts(counts), 0, &Difficulty::default());
            let told: std::collections::BTreeSet<_> = reach.splits.iter().map(|s| (s.misplaced, s.cycles)).collect();
            assert_eq!(told, found, "{target:?}");
        }
    }

    fn next_permutation(items: &mut [u8]) -> bool {
        let Some(i) = (1..items.len()).rev().find(|&i| items[i - 1] < items[i]) else {
            return false;
        };
        let j = (i..items.len()).rev().find(|&j| items[j] > items[i - 1]).unwrap();
        items.swap(i - 1, j);
        items[i..].reverse();
        true
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_can() {
        let letters = Letters::Counts(vec![2, 1, 1, 1]);
        let refused = |difficulty| Reach::require(&letters, 0, &difficulty).unwrap_err();
        let unreachable = |figure, least, most| GenerateError::Unreachable { figure, least, most };
        assert_eq!(
            refused(Difficulty { min_swaps: at_least(4), ..Difficulty::default() }),
            unreachable(Figure::MinSwaps, 1, 3)
        );
        let difficulty = Difficulty { min_swaps: at_least(3), green: at_least(2), ..Difficulty::default() };
        assert_eq!(refused(difficulty), unreachable(Figure::MinSwaps, 1, 2));
        let difficulty = Difficulty { min_swaps: at_most(1), green: at_most(1), ..Difficulty::default() };
        assert_eq!(refused(difficulty), unreachable(Figure::MinSwaps, 2, 3));
        let difficulty = Difficulty { cycle_tiles: at_least(5), ..Difficulty::default() };
        assert_eq!(refused(difficulty), unreachable(Figure::CycleTiles, 2, 4));
        let difficulty = Difficulty { green: Range { least: 4, most: Some(4) }, ..Difficulty::default() };
        assert_eq!(refused(difficulty), unreachable(Figure::Green, 0, 3));
        let difficulty = Difficulty { cycle_tiles: at_least(6), green: at_least(6), ..Difficulty::default() };
        assert_eq!(refused(difficulty), GenerateError::UnreachableTogether);
    }

    #[test]
    fn letters_not_drawn_yet_allow_whatever_some_letters_allow() {
        let any = |alphabet| Letters::Any { tiles: 6, alphabet };
        let hardest = |letters: &Letters| {
            Reach::new(letters, 0, &Difficulty::default()).splits.iter().map(|split| split.min_swaps()).max()
        };
        assert_eq!(hardest(&any(26)), Some(5));
        assert_eq!(hardest(&any(3)), Some(4));
        assert_eq!(hardest(&any(1)), None);
        assert_eq!(Reach::require(&any(1), 0, &Difficulty::default()), Err(GenerateError::AllAlike));
        let difficulty = Difficulty { yellow: at_least(5), green: at_least(2), ..Difficulty::default() };
        assert_eq!(
            Reach::require(&any(26), 0, &difficulty),
            Err(GenerateError::Unreachable { figure: Figure::Yellow, least: 0, most: 4 })
        );
        assert!(Reach::require(&any(26), 0, &Difficulty { green: at_most(0), ..Difficulty::default() }).is_ok());
    }
}
