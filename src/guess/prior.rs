//! How likely each candidate is, as the caller says.
//!
//! Weights become whole shares, so that sums of them are exact and the same in any order. They are measured by the sum over the
//! candidates that are left, not over all that there were: however unlikely those are, their shares are as fine.

/// The sum that shares come to, but for what rounding adds: a half for each.
const SUM: f64 = 1_099_511_627_776.0;

/// The shares of candidates that weigh this much: finite numbers above 0, fewer than 2^40. None where all weigh the same.
/// No share is 0, and they add up to 2^40, but for rounding.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^40")]
pub fn shares(weights: &[f64]) -> Option<Vec<u64>> {
    let relative = relative(weights);
    if relative.iter().all(|&weight| weight >= 1.0) {
        return None;
    }
    let sum: f64 = relative.iter().sum();
    Some(relative.iter().map(|weight| (weight / sum * SUM).round().max(1.0) as u64).collect())
}

/// The same weights, measured by the greatest of them: at most 1, and none 0, so that no sum of them is infinite.
#[must_use]
pub fn relative(weights: &[f64]) -> Vec<f64> {
    let most = weights.iter().copied().fold(0.0, f64::max);
    weights.iter().map(|weight| (weight / most).max(f64::MIN_POSITIVE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_as_weights() {
        assert_eq!(shares(&[1.0, 3.0]), Some(vec![1 << 38, 3 << 38]));
        assert_eq!(shares(&[1e-300, 3e-300]), Some(vec![1 << 38, 3 << 38]));
        assert_eq!(shares(&[f64::MAX, f64::MAX / 3.0, f64::MAX]).unwrap()[1], 157_073_089_682);
        // What weighs next to nothing still weighs something.
        assert_eq!(shares(&[f64::MIN_POSITIVE / 8.0, f64::MAX, 1.0]), Some(vec![1, 1 << 40, 1]));
    }

    #[test]
    fn equal_weights_are_none() {
        for weight in [f64::MIN_POSITIVE / 8.0, 0.1, 1.0, f64::MAX] {
            assert_eq!(shares(&[weight; 7]), None);
        }
        assert_eq!(shares(&[]), None);
        assert_ne!(shares(&[0.1, 0.2, 0.1]), None);
    }

    #[test]
    fn relative_weights_are_finite_and_above_nothing() {
        assert_eq!(relative(&[2.0, 8.0, 4.0]), [0.25, 1.0, 0.5]);
        assert_eq!(relative(&[f64::MAX; 3]), [1.0; 3]);
        assert!(relative(&[f64::MIN_POSITIVE / 8.0, f64::MAX]).iter().all(|&weight| weight > 0.0));
    }
}
