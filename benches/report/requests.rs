//! What is asked: the paths of methods, and requests as they go over the wire.

use std::sync::Arc;

use bytes::Bytes;
use prost::Message;
use tilewright::grpc::proto::layout::Kind;
use tilewright::grpc::proto::{Board, GenerateBoardRequest, GenerateBoardResponse, Layout, Seeded};

use super::caller::{Caller, framed, unframed};
use super::load::{Asks, Target};
use super::serving::Any;

pub(crate) const GENERATE_BOARD: &str = "/tilewright.v1.PuzzleService/GenerateBoard";

/// A seed's 5x5 board of answer words in rows.
pub(crate) fn rows(seed: String) -> GenerateBoardRequest {
    GenerateBoardRequest { board: Some(Seeded { seed, ..Seeded::default() }), ..GenerateBoardRequest::default() }
}

/// A seed's lattice with so many rows and columns.
pub(crate) fn lattice(seed: String, sides: u32) -> GenerateBoardRequest {
    let layout = Some(Layout { kind: Kind::Lattice.into(), rows: sides, columns: sides });
    let board = Some(Seeded { seed, layout, ..Seeded::default() });
    GenerateBoardRequest { board, ..GenerateBoardRequest::default() }
}

/// These in turn, again and again.
pub(crate) fn in_turn(bodies: Vec<Bytes>) -> Asks {
    Arc::new(move |call| bodies[call % bodies.len()].clone())
}

/// One for each call.
pub(crate) fn each<M: Message>(asks: impl Fn(usize) -> M + Send + Sync + 'static) -> Asks {
    Arc::new(move |call| framed(&asks(call)))
}

/// The answer to a target's first call.
pub(crate) async fn answer<M: Message + Default>(caller: &Caller, target: &Target) -> Result<M, Any> {
    Ok(unframed(&caller.ask(target.call(0)).await?).ok_or("no answer")?)
}

/// The boards of so many seeds, with their targets.
pub(crate) async fn boards(caller: &Caller, count: usize) -> Result<Vec<Board>, Any> {
    let mut boards = Vec::new();
    for n in 0..count {
        let ask = move |_| GenerateBoardRequest { include_target: true, ..rows(format!("report/{n}")) };
        let target = Target { path: GENERATE_BOARD, asks: each(ask) };
        boards.push(answer::<GenerateBoardResponse>(caller, &target).await?.board.ok_or("no board")?);
    }
    Ok(boards)
}
