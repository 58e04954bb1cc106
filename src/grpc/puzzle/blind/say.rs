//! What is said of a blind game, worded as the contract's messages.

use crate::blind::game::{Belief, Proposed, Said};
use crate::grpc::proto::blind_session_response::Event;
use crate::grpc::proto::{self, BlindSessionResponse, Finished, Observed, Opened, Phase};
use crate::grpc::session::Session;
use crate::grpc::write;
use crate::puzzle::Layout;

/// What a session says, and after how many moves; without a token.
pub(super) fn response(session: &Session, said: Said) -> BlindSessionResponse {
    let layout = session.game.record.grid().layout();
    let event = match said {
        Said::Opened { grid, told, belief } => Event::Opened(Opened {
            session_id: session.id.to_string(),
            grid: Some(write::grid(&grid)),
            marks: told.map(|told| write::known(layout, &told)),
            belief: belief.as_ref().map(write_belief),
        }),
        Said::Proposed(proposed) => Event::Proposed(write_proposed(layout, &proposed)),
        Said::Observed { swap, grid, told, belief, gained_bits } => Event::Observed(Observed {
            swap: Some(write::swap(layout, swap)),
            grid: Some(write::grid(&grid)),
            marks: Some(write::known(layout, &told)),
            belief: belief.as_ref().map(write_belief),
            gained_bits,
        }),
        Said::Finished { solved, moves, min_swaps, learned_at, target } => Event::Finished(Finished {
            solved,
            moves,
            min_swaps,
            learned_at_move: learned_at,
            target: target.as_ref().map(write::grid),
        }),
    };
    BlindSessionResponse { event: Some(event), move_number: session.game.moves(), resume_token: Vec::new() }
}

fn write_proposed(layout: Layout, proposed: &Proposed) -> proto::Proposed {
    proto::Proposed {
        swap: Some(write::swap(layout, proposed.swap)),
        phase: Phase::from(proposed.phase).into(),
        expected_bits: proposed.expected_bits,
        expected_swaps_left: proposed.expected_swaps_left,
    }
}

fn write_belief(belief: &Belief) -> proto::Belief {
    proto::Belief {
        candidates: belief.candidates.clone(),
        log2_worlds: belief.log2_worlds,
        worlds_exact: belief.exact,
        sample: belief.sample.iter().map(write::grid).collect(),
    }
}
