//! Boards of a lattice: draw crossing words, shuffle the tiles that are not given, keep what is as hard as asked and has one
//! solution. Frozen with edition 1.

use uuid::Uuid;

use super::error::GenerateError;
use super::fillings::Kept;
use super::stream::Stream;
use super::{BoardSpec, GeneratedBoard};
use crate::budget::Budget;

/// The board of this stream.
pub(super) fn board(
    _spec: &BoardSpec,
    _board_id: Uuid,
    _kept: &Kept,
    _stream: &mut Stream,
    _budget: &Budget,
) -> Result<GeneratedBoard, GenerateError> {
    todo!()
}
