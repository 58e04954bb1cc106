//! What several benches need: chance that is the same on every run, and times in order.

#![allow(dead_code, unreachable_pub, reason = "each bench uses what it needs")]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The generator `SplitMix64` (Steele, Lea and Flood).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or(0)
    }
}

/// Times, ascending.
pub struct Times(pub Vec<Duration>);

impl Times {
    pub fn at(&self, percent: usize) -> Duration {
        self.0[(self.0.len() - 1) * percent / 100]
    }

    pub fn mean(&self) -> Duration {
        self.0.iter().sum::<Duration>() / u32::try_from(self.0.len()).unwrap_or(1)
    }
}

/// Times of a function on every board, each time the least of so many sweeps over all boards, and what it gave. Sweeps and not
/// calls in a row, which would let the processor learn each board's branches by heart.
pub fn measure<B, T>(boards: &[B], sweeps: usize, mut solve: impl FnMut(&B) -> T) -> (Times, Vec<T>) {
    let mut times = vec![Duration::MAX; boards.len()];
    let mut answers = Vec::new();
    for _ in 0..sweeps {
        answers.clear();
        for (board, least) in boards.iter().zip(&mut times) {
            let begun = Instant::now();
            answers.push(black_box(solve(black_box(board))));
            *least = begun.elapsed().min(*least);
        }
    }
    times.sort_unstable();
    (Times(times), answers)
}
