//! The pieces of a call's work, and when each was done: what the call's trace shows. They are kept only for a call that is traced.

use std::time::Instant;

use crate::cache::How;
use crate::compute::Timing;

/// Pieces that are kept of a call. A batch or a long game has thousands, of which the first tell enough.
const MOST: usize = 64;

/// A piece of a call's work.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// A search: it waited for a thread, and then held it. One that went on in the long lane waited twice; both waits are told as
    /// one, before all of its work.
    Search {
        /// Where its time went.
        timing: Timing,
        /// When its answer was here.
        ended: Instant,
    },
    /// A look into a cache, and the wait for what it did not have.
    LookUp {
        /// The cache's name.
        cache: &'static str,
        /// How the answer came about; nothing where there was none.
        how: Option<How>,
        /// When it was asked.
        began: Instant,
        /// When it answered.
        ended: Instant,
    },
}

/// The pieces of one call.
#[derive(Debug, Default)]
pub struct Pieces {
    /// In the order in which they ended.
    pub kept: Vec<Piece>,
    /// How many there were beside them.
    pub left_out: u64,
}

impl Pieces {
    /// Keeps one more, if there is room.
    pub(super) fn add(&mut self, piece: Piece) {
        if self.kept.len() < MOST {
            self.kept.push(piece);
        } else {
            self.left_out += 1;
        }
    }
}
