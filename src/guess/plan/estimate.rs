//! What a bucket will probably cost: only the order in which guesses are tried depends on it.

/// Parts of a guess.
const UNIT: u64 = 16;

/// What a bucket of so many candidates, of so large a share in all and the largest of them so large, will cost by experience, in
/// parts of a guess: a pair costs three, and beyond that somewhat more than two guesses each, the more the larger it is.
pub(super) fn estimate(count: usize, total: u64, largest: u64) -> u64 {
    let spread = match count {
        0..=2 => 0,
        // As the entropy of what is left to be told.
        _ => total.saturating_mul((count as u64 - 2) * u64::from(count.ilog2())) / count as u64,
    };
    UNIT * (2 * total - largest) + spread
}
