//! The most that a request may hold, beside the sizes of grids (see [`crate::puzzle::layout`]) and of messages (a setting).

use std::time::Duration;

/// Bytes of a seed.
pub const SEED_BYTES: usize = 128;
/// Seeds of a batch.
pub const SEEDS: usize = 10_000;
/// Words looked up at once.
pub const LOOK_UPS: usize = 1_000;
/// Words of a caller's own list.
pub const OWN_WORDS: usize = 50_000;
/// Words of a caller's own list that are folded within the first slice of a search (see [`crate::compute`]), with most of
/// it left. Longer lists are long work.
pub const OWN_WORDS_SHORT: usize = 250;
/// Solutions listed.
pub const SOLUTIONS: u32 = 1_000;
/// Configurations that METHOD_BACKTRACKING may try.
pub const CONFIGURATIONS: u32 = 1_000_000;
/// Boards of one batch that are computed or wait for their turn, for each thread of the long lane: enough to keep the
/// threads busy while an answer is sent.
pub const BATCH_AHEAD: usize = 4;
/// Reports of a blind game's history.
pub const HISTORY: usize = 1_000;
/// Events of a piece of a blind game.
pub const STEP_EVENTS: usize = 100;
/// Events of a blind game that wait for their reader: few, since a game that is read slowly need not hurry, and many are open.
pub const GAME_AHEAD: usize = 4;
/// Answers of a stream that wait for their reader.
pub const STREAM_AHEAD: usize = 16;
/// Guesses that are ranked in one answer.
pub const GUESSES: u32 = 1_000;
/// Turns of a game of guesses.
pub const TURNS: usize = 1_000;
/// Candidates that are listed.
pub const CANDIDATES: usize = 100;
/// Buckets of an answer: those of 1,000 guesses of five letters, of which each has 243 at most.
pub const BUCKETS: usize = 250_000;
/// Guesses of a chain that is checked.
pub const CHAIN: usize = 1_000;
/// Messages of how far a search is that wait for their reader: few, since each one that follows says more.
pub const PROGRESS_AHEAD: usize = 2;
/// The most time that a search may take which says in a stream how far it is, instead of what other searches may.
pub const STREAM_SEARCH: Duration = Duration::from_mins(30);
