//! What happens to a blind game, read.

use crate::blind::game::Event;
use crate::grpc::proto::blind_session_request::Event as Asked;
use crate::grpc::proto::{BlindSessionRequest, Report};
use crate::grpc::read;
use crate::grpc::status::{Error, Violation};
use crate::puzzle::Layout;

/// The reason of an event that does not fit the game as it stands.
pub(super) const OUT_OF_TURN: &str = "OUT_OF_TURN";

/// The path of an event.
pub(super) fn field(prefix: &str, event: &BlindSessionRequest) -> String {
    let name = match &event.event {
        None => "event",
        Some(Asked::Open(_)) => "open",
        Some(Asked::Swap(_)) => "swap",
        Some(Asked::Report(_)) => "report",
        Some(Asked::Advance(_)) => "advance",
        Some(Asked::Hint(_)) => "hint",
    };
    format!("{prefix}{name}")
}

/// An event after the first, at this path. Whether it is in turn, the game says.
pub(super) fn event(field: &str, event: BlindSessionRequest, layout: Layout) -> Result<Event, Error> {
    let out_of_turn = |description| Err(Violation::new(field, OUT_OF_TURN, description).into());
    Ok(match event.event {
        None => return out_of_turn("one event must be set"),
        Some(Asked::Open(_)) => return out_of_turn("the game is open already"),
        Some(Asked::Swap(swap)) => Event::Swap(read::swap(field, &swap, layout)?),
        Some(Asked::Report(report)) => {
            let Report { swap, marks, solved } = *report;
            let swap = swap.map(|swap| read::swap(&format!("{field}.swap"), &swap, layout)).transpose()?;
            let path = format!("{field}.marks");
            let told = read::known_marks(&path, &read::required(&path, marks)?, layout)?;
            Event::Report { swap, told, solved }
        }
        Some(Asked::Advance(_)) => Event::Advance,
        Some(Asked::Hint(_)) => Event::Hint,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It is two bytes of a message, which may be a mebibyte: what is set beside it must not take the room of an `Open`.
    #[test]
    fn an_event_that_says_nothing_takes_little_memory() {
        assert!(size_of::<BlindSessionRequest>() <= 32, "{} bytes", size_of::<BlindSessionRequest>());
    }
}
