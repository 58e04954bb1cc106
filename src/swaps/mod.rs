//! From a start to a known target, swap by swap.
//!
//! - [`exact`]: the fewest swaps, over every pairing of equal letters, with a sequence and a proof;
//! - [`star`]: A* with the Hamming distance, as players' boards report it;
//! - [`cyclic`]: greedy pairing in reading order, cycle by cycle.
//!
//! All three are plain functions of a [`Board`](crate::puzzle::Board): they give the same answer on every platform, and
//! their swaps always lead to the target. Neither Star nor Cyclic is ever better than exact. The rules of Star and Cyclic are
//! frozen with edition 1 of the boards, down to their ties; the sequence that exact picks among equals may change.

mod cycles;
pub mod cyclic;
pub mod exact;
pub mod star;

#[cfg(test)]
pub(crate) mod tests;

pub use cyclic::Cyclic;
pub use exact::{Count, Counter, MinSwaps, Symbols};
pub use star::Star;
