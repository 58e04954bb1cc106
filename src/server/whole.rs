//! Messages that come in pieces, held back until they are whole.
//!
//! tonic reserves room for all that a message claims as soon as its head is here: up to `--max-message` for five bytes, in pages that
//! may have been in use before. So a message is handed to it when all of it is here, and until then only what came is kept. One
//! that comes in one piece is handed on untouched.
//!
//! What tonic would refuse by its head is handed on as it comes, so that it is refused at once.

use std::collections::VecDeque;

use bytes::Bytes;

use super::framing::{Brought, Framing, HEAD};

/// Bytes of a block of what is held. What is kept of a message grows by no more at a time.
const BLOCK: usize = 16 << 10;

/// What is here of the messages of one body, and was not handed on.
pub(super) struct Whole {
    /// Whether there is but one message. Then it is whole when the body ends, as nobody looks at it before.
    is_one: bool,
    /// The longest message that anyone will take.
    longest: usize,
    framing: Framing,
    /// Of the body, so far.
    bytes: usize,
    is_over: bool,
    held: Held,
    ready: VecDeque<Bytes>,
}

/// What a piece of a body brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Whether a message ended in it.
    pub(super) end: bool,
    /// Whether something is here of a message that is not whole, or none has begun yet.
    pub(super) part: bool,
}

impl Whole {
    pub(super) fn new(is_one: bool, longest: usize) -> Self {
        let (held, ready) = (Held::default(), VecDeque::new());
        Self { is_one, longest, framing: Framing::default(), bytes: 0, is_over: false, held, ready }
    }

    /// Takes the next piece of the body; the last one, if that is known already.
    pub(super) fn takes(&mut self, mut piece: Bytes, is_last: bool) -> Taken {
        let Brought { end, part } = self.framing.takes(&piece);
        self.bytes = self.bytes.saturating_add(piece.len());
        self.is_over = is_last;
        // Of a call of one message, what follows it is for nobody, too.
        let is_for_nobody = self.framing.is_for_nobody(self.longest) || self.is_one && self.bytes > self.longest_body();
        let end = is_last || end && !self.is_one;
        // How much of the piece is of a message that goes on, if anything is to be handed on.
        let next = if is_last || is_for_nobody { Some(0) } else { end.then(|| part.unwrap_or(0)) };
        match next {
            Some(next) => {
                let next = piece.split_off(piece.len() - next);
                self.hand_on();
                self.ready.extend((!piece.is_empty()).then_some(piece));
                self.held.add(&next);
            }
            None => self.held.add(&piece),
        }
        Taken { end, part: !is_last && (self.is_one || part.is_some()) }
    }

    /// The next bytes to be handed on.
    pub(super) fn ready(&mut self) -> Option<Bytes> {
        self.ready.pop_front()
    }

    /// No more comes: what is held is handed on as it is.
    pub(super) fn ends(&mut self) {
        self.is_over = true;
        self.hand_on();
    }

    fn hand_on(&mut self) {
        self.ready.extend(self.held.blocks.drain(..).map(Bytes::from));
    }

    /// Nothing of what is here is of use any more.
    pub(super) fn give_up(&mut self) {
        self.held = Held::default();
        self.ready.clear();
    }

    /// Whether all that is here was handed on.
    pub(super) fn is_empty(&self) -> bool {
        self.held.blocks.is_empty() && self.ready.is_empty()
    }

    /// Bytes that are kept because of this body: what is held, and what tonic has of it. Of one message that is all of it, until the body ends
    /// and it is worked on; of many the room of the longest, for as long as the call goes on.
    pub(super) fn kept(&self) -> usize {
        match self.is_one {
            true if self.is_over => 0,
            true => self.held.room().max(self.bytes.min(self.longest_body())),
            false => self.held.room() + self.framing.longest(),
        }
    }

    /// Bytes of a body of one message, at most.
    fn longest_body(&self) -> usize {
        self.longest.saturating_add(HEAD)
    }
}

/// Bytes that are held, in blocks.
#[derive(Default)]
struct Held {
    blocks: Vec<Vec<u8>>,
}

impl Held {
    fn add(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            let last = match self.blocks.last_mut() {
                Some(last) if last.len() < BLOCK => last,
                _ => self.blocks.push_mut(Vec::new()),
            };
            let (some, rest) = piece.split_at(piece.len().min(BLOCK - last.len()));
            if last.capacity() - last.len() < some.len() {
                // Twice as large each time, and no larger than a block.
                last.reserve_exact(some.len().max(last.len().min(BLOCK - last.len())));
            }
            last.extend_from_slice(some);
            piece = rest;
        }
    }

    /// Bytes that are set aside for it.
    fn room(&self) -> usize {
        self.blocks.iter().map(Vec::capacity).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::framing::tests::message;

    const LONGEST: usize = 3 * BLOCK;

    /// What is handed on now.
    fn handed_on(whole: &mut Whole) -> Vec<u8> {
        std::iter::from_fn(|| whole.ready()).flatten().collect()
    }

    fn piece(bytes: &[u8]) -> Bytes {
        Bytes::copy_from_slice(bytes)
    }

    #[test]
    fn messages_are_handed_on_whole_however_they_are_cut() {
        let messages = [3, 0, 0, LONGEST, 1, BLOCK - HEAD, 300].map(message);
        let mut ends = vec![0];
        for message in &messages {
            ends.push(ends[ends.len() - 1] + message.len());
        }
        let all = messages.concat();
        for size in (1..20).chain([250, BLOCK - 1, BLOCK, BLOCK + 1, LONGEST, all.len()]) {
            let mut whole = Whole::new(false, LONGEST);
            let (mut here, mut given) = (0, Vec::new());
            for some in all.chunks(size) {
                let before = *ends.iter().rfind(|&&end| end <= here).unwrap();
                here += some.len();
                let begun = *ends.iter().rfind(|&&end| end <= here).unwrap();
                assert_eq!(whole.takes(piece(some), false), Taken { end: begun > before, part: here > begun });
                given.extend(handed_on(&mut whole));
                assert_eq!(given.len(), begun, "{here} by {size}");
                let (held, room) = (here - begun, whole.held.room());
                assert!(room >= held && room <= (2 * held).max(8).min(held + BLOCK), "{room} for {held}");
                assert_eq!(whole.kept(), whole.framing.longest() + room);
            }
            assert_eq!(given, all, "{size}");
            assert!(whole.is_empty());
        }
    }

    #[test]
    fn the_only_message_is_whole_when_its_body_ends() {
        let message = message(LONGEST);
        for size in [1, 5, 6, 1000, BLOCK, LONGEST, message.len()] {
            let mut whole = Whole::new(true, LONGEST);
            let mut here = 0;
            for some in message.chunks(size) {
                here += some.len();
                assert_eq!(whole.takes(piece(some), false), Taken { end: false, part: true });
                assert_eq!(whole.ready(), None);
                assert!(whole.kept() >= here && whole.kept() <= here + BLOCK);
            }
            whole.ends();
            assert_eq!(handed_on(&mut whole), message);
            assert_eq!(whole.kept(), 0);
            assert!(whole.is_empty());
        }
    }

    #[test]
    fn what_follows_the_only_message_is_not_held() {
        let mut whole = Whole::new(true, 100);
        let mut given = 0;
        for here in 1..1000 {
            assert!(whole.takes(piece(&message(0)), false).part);
            given += handed_on(&mut whole).len();
            assert!(here * HEAD - given <= 100 + HEAD && whole.kept() <= 100 + BLOCK);
        }
    }

    #[test]
    fn what_comes_in_one_piece_is_not_copied() {
        for is_one in [false, true] {
            let message = Bytes::from(message(20));
            let mut whole = Whole::new(is_one, LONGEST);
            assert_eq!(whole.takes(message.clone(), true), Taken { end: true, part: false });
            assert_eq!(whole.ready().unwrap().as_ptr(), message.as_ptr());
        }
    }

    #[test]
    fn what_is_refused_by_its_head_is_not_waited_for() {
        for bytes in [message(LONGEST + 1), [&[1], &message(20)[1..]].concat()] {
            for is_one in [false, true] {
                let mut whole = Whole::new(is_one, LONGEST);
                whole.takes(piece(&bytes[..4]), false);
                assert_eq!(whole.ready(), None);
                whole.takes(piece(&bytes[4..7]), false);
                assert_eq!(handed_on(&mut whole), &bytes[..7]);
                whole.takes(piece(&bytes[7..9]), false);
                assert_eq!(handed_on(&mut whole), &bytes[7..9]);
                assert!(whole.is_empty());
            }
        }
    }

    #[test]
    fn what_is_here_of_a_message_that_breaks_off_is_handed_on() {
        for is_one in [false, true] {
            let mut whole = Whole::new(is_one, LONGEST);
            whole.takes(piece(&message(20)[..9]), false);
            assert_eq!(whole.takes(piece(&message(20)[9..14]), true), Taken { end: true, part: false });
            assert_eq!(handed_on(&mut whole), &message(20)[..14]);
            whole.takes(piece(b"x"), false);
            whole.give_up();
            assert!(whole.is_empty());
        }
    }
}
