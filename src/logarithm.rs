//! The one place where logarithms come from: pure Rust, so that what they decide is the same on every platform. The
//! standard library's come from the system's mathematics library, whose last digits differ.

/// The logarithm to base 2.
#[must_use]
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// The entropy in bits of outcomes that come so often: of counts, or of any other weights. None: no bits.
#[must_use]
pub fn entropy(weights: impl IntoIterator<Item = f64>) -> f64 {
    let (mut total, mut sum) = (0.0, 0.0);
    for weight in weights {
        if weight > 0.0 {
            total += weight;
            sum += weight * log2(weight);
        }
    }
    if total > 0.0 { (log2(total) - sum / total).max(0.0) } else { 0.0 }
}
