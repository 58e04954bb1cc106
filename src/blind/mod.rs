//! Blind games: a board solved without knowing its target. Each swap tells a little, and a strategy chooses the next one.
//! docs/blind-play.md tells callers how games are played, and has the mathematics in a page.
//!
//! - [`feedback`]: what a player is told of a grid; [`record`]: a game so far, as everyone may know it;
//! - [`evidence`]: what follows from it row by row;
//! - [`worlds`]: all targets that agree with it, counted, or estimated where they are too many;
//! - [`strategies`]: how swaps are chosen;
//! - [`game`]: the game as one pure step; [`play`](mod@play): one played on by the service;
//! - [`showdown`]: solvers side by side on one board.

pub mod evidence;
pub mod feedback;
pub mod game;
pub mod play;
pub mod record;
pub mod showdown;
pub mod strategies;
pub mod worlds;

pub use evidence::{Evidence, Reading};
pub use feedback::{Feedback, Told};
pub use game::{Game, step};
pub use play::play;
pub use record::{Move, Record, TargetFault, Terms, TermsError};
pub use strategies::{Choice, Strategy, View};
pub use worlds::{Worlds, WorldsCache};

#[cfg(test)]
pub(crate) mod tests;
