//! The random stream of a board, and how choices are drawn from it. Frozen with edition 1.
//!
//! The stream is the ChaCha20 key stream of RFC 8439 under a 32-byte key, with a nonce of zeros and its block counter from 0.
//! It is read as 64-bit words, least significant byte first. On top of it:
//! - [`Stream::below`]`(n)` takes the next word w until w < n * floor(2^64 / n), and answers w mod n: exactly uniform;
//! - [`Stream::shuffle`] goes from the last place i down to place 1 and exchanges it with place `below(i + 1)` (Fisher and
//!   Yates; Durstenfeld's order): every order is equally likely;
//! - [`Stream::weighted`] compares the next word's top 53 bits, as a fraction of the weights' sum, with their running sums.
//!
//! No library decides any of this but for the cipher, which is a standard: a library's shuffle may change between releases,
//! a board may not.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};

/// Bytes taken from the cipher at once. It makes four blocks at a time where the machine can.
const BUFFER: usize = 256;

/// A stream of random choices that is the same for the same key, everywhere and for ever.
pub struct Stream {
    cipher: ChaCha20,
    buffer: [u8; BUFFER],
    read: usize,
}

impl Stream {
    /// The stream of this key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self { cipher: ChaCha20::new(key.into(), &[0; 12].into()), buffer: [0; BUFFER], read: BUFFER }
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        if self.read == BUFFER {
            self.buffer.fill(0);
            self.cipher.apply_keystream(&mut self.buffer);
            self.read = 0;
        }
        let mut word = [0; 8];
        word.copy_from_slice(&self.buffer[self.read..self.read + 8]);
        self.read += 8;
        u64::from_le_bytes(word)
    }

    /// A number from 0 to n - 1, each equally likely.
    ///
    /// # Panics
    /// For n = 0: there is no such number.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        // 2^64 mod n, without 128 bits: the words from there on fall into whole rounds of n.
        let uneven = (u64::MAX % n + 1) % n;
        loop {
            let word = self.next_word();
            if word <= u64::MAX - uneven {
                return usize::try_from(word % n).expect("less than a usize");
            }
        }
    }

    /// Puts these in an order, each equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// The place of one of these weights, each as likely as it is heavy. Their sum must be finite and above 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let sum: f64 = weights.clone().sum();
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let fraction = (self.next_word() >> 11) as f64 / (1u64 << 53) as f64;
        let (mut reached, mut last) = (0.0, 0);
        for (place, weight) in weights.enumerate() {
            if weight > 0.0 {
                reached += weight;
                last = place;
                if fraction * sum < reached {
                    return place;
                }
            }
        }
        // Rounding may leave the running sum a hair below the sum.
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key stream of RFC 8439, appendix A.1, test vectors 1 and 2: a key of zeros, blocks 0 and 1.
    #[test]
    fn the_stream_is_the_standards() {
        let mut stream = Stream::new(&[0; 32]);
        let mut next = || format!("{:016x}", stream.next_word().swap_bytes());
        assert_eq!([next(), next()], ["76b8e0ada0f13d90", "405d6ae55386bd28"]);
        let block_1 = (0..7).map(|_| next()).last();
        assert_eq!(block_1.as_deref(), Some("9f07e7be5551387a"));
    }

    #[test]
    fn numbers_below_are_uniform() {
        let mut stream = Stream::new(&[7; 32]);
        for n in [1u8, 2, 3, 5, 7, 10] {
            let mut counts = vec![0u32; usize::from(n)];
            let draws = 30_000;
            for _ in 0..draws {
                counts[stream.below(usize::from(n))] += 1;
            }
            let expected = f64::from(draws) / f64::from(n);
            let chi: f64 = counts.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
            // The 99.9th percentile of chi-square with 9 degrees of freedom is 27.9, and lower for fewer.
            assert!(chi < 27.9, "{n}: {counts:?}");
        }
    }

    #[test]
    fn all_orders_are_equally_likely() {
        let mut stream = Stream::new(&[9; 32]);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            stream.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let chi: f64 = counts.values().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
        // The 99.9th percentile with 23 degrees of freedom.
        assert!(chi < 49.7, "{chi}");
    }

    #[test]
    fn weights_are_obeyed() {
        let mut stream = Stream::new(&[3; 32]);
        let weights = [0.0, 1.0, 0.0, 3.0, 0.0];
        let mut counts = [0u32; 5];
        for _ in 0..40_000 {
            counts[stream.weighted(weights.into_iter())] += 1;
        }
        assert_eq!((counts[0], counts[2], counts[4]), (0, 0, 0));
        assert!((9_600..10_400).contains(&counts[1]), "{counts:?}");
    }
}
