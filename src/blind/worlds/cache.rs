//! Word sets kept between moves and games.

/// Word sets kept between moves and games, for the whole process, up to so many bytes.
#[derive(Debug)]
pub struct WorldsCache {
    _bytes: u64,
}

impl WorldsCache {
    /// A cache of at most so many bytes. With 0 nothing is kept, and all is computed again for each move.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        Self { _bytes: bytes }
    }

    /// What it holds, in bytes.
    #[must_use]
    pub fn weight(&self) -> u64 {
        0
    }
}
