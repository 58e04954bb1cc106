//! The things on the table: where tiles lie, what lies there, and what a player is told of it.
//!
//! - [`layout`]: which cells hold tiles and which runs of cells are words;
//! - [`grid`]: letters in their cells, and a swap of two of them;
//! - [`marks`]: green, yellow and grey, by the one two-pass rule;
//! - [`board`]: a start and the target that it is a rearrangement of.
//!
//! Letters are `char`s here, already folded (see [`crate::lexicon`]); a grid knows no language.

pub mod board;
pub mod grid;
pub mod layout;
pub mod marks;

pub use board::{Board, BoardError};
pub use grid::{Grid, GridError, Swap};
pub use layout::{Cell, Kind, Layout, LayoutError, Slot};
pub use marks::{Known, Mark};
