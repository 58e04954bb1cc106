//! Messages that come in pieces, held back until they are whole.
//!
//! tonic reserves room for all that a message claims as soon as its head is here: up to `--max-message` for five bytes, in pages that
//! may have been in use before. So a message is handed to it when all of it is here, and until then only what came is kept, which
//! is [counted](super::unfinished). One that comes in one piece, as nearly all do, is handed on untouched.
//!
//! A message that claims more than may be is handed on as it comes: tonic refuses it by its head, and that should be at once.

use bytes::Bytes;

use super::framing::{Brought, Framing};

/// What is here of the messages of one body, and was not handed on.
pub(super) struct Whole {
    /// Whether there is but one message. Then it is whole when the body ends, as nobody looks at it before.
    is_one: bool,
    /// The longest message that anyone will take.
    longest: usize,
    framing: Framing,
    /// Of the body, where there is but one message.
    bytes: usize,
    held: Vec<u8>,
}

/// What becomes of a piece.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// To be handed on.
    pub(super) ready: Option<Bytes>,
    /// Whether a message ended in it.
    pub(super) end: bool,
    /// Bytes kept of a message that is not whole, or has not begun though it is the first. Nothing: the last one is whole.
    pub(super) part: Option<usize>,
}

impl Whole {
    pub(super) fn new(is_one: bool, longest: usize) -> Self {
        Self { is_one, longest, framing: Framing::default(), bytes: 0, held: Vec::new() }
    }

    /// Takes the next piece of the body; the last one, if that is known already.
    pub(super) fn takes(&mut self, piece: Bytes, is_last: bool) -> Taken {
        let Brought { end, part } = self.framing.takes(&piece);
        let is_for_nobody = self.framing.claims().is_some_and(|claimed| claimed > self.longest);
        self.bytes += piece.len();
        let all = self.held.len() + piece.len();
        let keep = match part {
            _ if is_last || is_for_nobody => 0,
            _ if self.is_one => all,
            part => part.unwrap_or(0),
        };
        let ready = if keep == 0 && self.held.is_empty() {
            Some(piece)
        } else {
            self.held.extend_from_slice(&piece);
            (keep < all).then(|| {
                let rest = self.held.split_off(all - keep);
                std::mem::replace(&mut self.held, rest).into()
            })
        };
        if self.is_one {
            // What was handed on of it, too: it is decoded, and waits for the end.
            return Taken { ready, end: is_last, part: (!is_last).then(|| self.bytes.max(self.held.capacity())) };
        }
        Taken { ready, end: end || is_last, part: part.filter(|_| !is_last).map(|_| self.held.capacity()) }
    }

    /// Whether nothing is held.
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// What is held when the body ends.
    pub(super) fn rest(&mut self) -> Option<Bytes> {
        let rest = std::mem::take(&mut self.held);
        (!rest.is_empty()).then(|| rest.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::framing::tests::message;

    const LONGEST: usize = 300;

    #[test]
    fn messages_are_handed_on_whole_however_they_are_cut() {
        let messages = [3, 0, 0, LONGEST, 1].map(message);
        let ends: Vec<usize> = messages
            .iter()
            .scan(0, |end, message| {
                Some({
                    *end += message.len();
                    *end
                })
            })
            .collect();
        let all = messages.concat();
        for size in 1..=all.len() {
            let (mut whole, mut handed_on) = (Whole::new(false, LONGEST), Vec::new());
            let mut here = 0;
            for piece in all.chunks(size) {
                here += piece.len();
                let Taken { ready, end, part } = whole.takes(Bytes::copy_from_slice(piece), false);
                assert_eq!(end, ready.is_some());
                handed_on.extend(ready.into_iter().flatten());
                assert!(!end || ends.contains(&handed_on.len()), "{size}");
                let held = here - handed_on.len();
                assert_eq!(part.is_some(), held > 0, "{size}");
                assert!(part.is_none_or(|part| part >= held && part <= 2 * held.max(8)), "{part:?} of {held}");
            }
            assert_eq!(handed_on, all, "{size}");
            assert_eq!(whole.rest(), None);
        }
    }

    #[test]
    fn the_only_message_is_whole_when_its_body_ends() {
        let message = message(LONGEST);
        for size in 1..=message.len() {
            let mut whole = Whole::new(true, LONGEST);
            let mut here = 0;
            for piece in message.chunks(size) {
                here += piece.len();
                let Taken { ready, end, part } = whole.takes(Bytes::copy_from_slice(piece), false);
                assert!(ready.is_none() && !end && part.unwrap() >= here, "{size}");
            }
            assert_eq!(whole.rest().unwrap(), message);
            assert_eq!(whole.rest(), None);
        }
    }

    #[test]
    fn what_comes_in_one_piece_is_not_copied() {
        for is_one in [false, true] {
            let message = Bytes::from(message(20));
            let Taken { ready, end, part } = Whole::new(is_one, LONGEST).takes(message.clone(), true);
            assert!(end && part.is_none());
            assert_eq!(ready.unwrap().as_ptr(), message.as_ptr());
        }
    }

    #[test]
    fn what_is_too_long_is_not_waited_for() {
        let long = message(LONGEST + 1);
        for is_one in [false, true] {
            let mut whole = Whole::new(is_one, LONGEST);
            assert_eq!(whole.takes(Bytes::copy_from_slice(&long[..4]), false).ready, None);
            assert_eq!(whole.takes(Bytes::copy_from_slice(&long[4..7]), false).ready.unwrap(), &long[..7]);
            assert_eq!(whole.takes(Bytes::copy_from_slice(&long[7..9]), false).ready.unwrap(), &long[7..9]);
            assert_eq!(whole.rest(), None);
        }
    }

    #[test]
    fn what_is_here_of_a_message_that_breaks_off_is_handed_on() {
        for is_one in [false, true] {
            let mut whole = Whole::new(is_one, LONGEST);
            whole.takes(Bytes::copy_from_slice(&message(20)[..9]), false);
            assert_eq!(whole.rest().unwrap(), &message(20)[..9]);
            let last = whole.takes(Bytes::copy_from_slice(&message(20)[9..14]), true);
            assert_eq!((last.end, last.part, last.ready.map(|bytes| bytes.len())), (true, None, Some(5)));
        }
    }
}
