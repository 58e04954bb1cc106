//! Messages that come in pieces, held back until they are whole.
//!
//! tonic reserves room for all that a message claims as soon as its head is here: up to `--max-message` for five bytes, in pages that
//! may have been in use before. So a message is handed to it when all of it is here, and until then only what came is kept. One
//! that comes in one piece, and is known to be all, is handed on untouched.
//!
//! What tonic would refuse by its head is handed on as it comes, so that it is refused at once.

use std::collections::VecDeque;

use bytes::Bytes;

use super::framing::{Brought, Framing};

/// Bytes of a block of what is held. What is kept of a message grows by no more at a time.
const BLOCK: usize = 16 << 10;

/// What is here of the messages of one body, and was not handed on.
pub(super) struct Whole {
    /// Whether there is but one message. Then it is whole when the body ends, as nobody looks at it before.
    is_one: bool,
    /// The longest message that anyone will take.
    longest: usize,
    framing: Framing,
    held: Held,
    ready: VecDeque<Bytes>,
    /// The most bytes that were handed on together.
    most_ready: usize,
}

/// What a piece of a body brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Whether a message ended in it.
    pub(super) end: bool,
    /// Whether something is here of a message that is not whole, or none has begun yet.
    pub(super) part: bool,
    /// Whether something follows the message of a call that has but one.
    pub(super) too_much: bool,
}

impl Whole {
    pub(super) fn new(is_one: bool, longest: usize) -> Self {
        let (framing, held, ready) = (Framing::default(), Held::default(), VecDeque::new());
        Self { is_one, longest, framing, held, ready, most_ready: 0 }
    }

    /// Takes the next piece of the body; the last one, if that is known already.
    pub(super) fn takes(&mut self, mut piece: Bytes, is_last: bool) -> Taken {
        let Brought { end, part } = self.framing.takes(&piece);
        if self.is_one && self.framing.is_more_than_one() {
            return Taken { end: false, part: false, too_much: true };
        }
        let end = is_last || end && !self.is_one;
        let at_once = is_last || self.framing.is_for_nobody(self.longest);
        // How much of the piece is of a message that goes on, if anything is to be handed on.
        let next = if at_once { Some(0) } else { end.then(|| part.unwrap_or(0)) };
        match next {
            Some(next) => {
                let next = piece.split_off(piece.len() - next);
                self.hand_on(piece);
                self.held.add(&next);
            }
            None => self.held.add(&piece),
        }
        Taken { end, part: !is_last && (self.is_one || part.is_some()), too_much: false }
    }

    /// The next bytes to be handed on.
    pub(super) fn ready(&mut self) -> Option<Bytes> {
        self.ready.pop_front()
    }

    /// No more comes: what is held is handed on as it is.
    pub(super) fn ends(&mut self) {
        self.hand_on(Bytes::new());
    }

    /// What is held, and then this.
    fn hand_on(&mut self, piece: Bytes) {
        self.ready.extend(self.held.blocks.drain(..).map(Bytes::from));
        self.ready.extend((!piece.is_empty()).then_some(piece));
        self.most_ready = self.most_ready.max(self.ready.iter().map(Bytes::len).sum());
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

    /// Bytes that are set aside for what is held.
    pub(super) fn held(&self) -> usize {
        self.held.room()
    }

    /// Bytes that tonic keeps for as long as a call goes on that sends many messages: room for the most that it was handed together, which it
    /// may double.
    pub(super) fn kept_by_tonic(&self) -> usize {
        if self.is_one { 0 } else { self.most_ready.saturating_mul(2) }
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
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::arriving::framing::HEAD;
    use crate::server::arriving::framing::tests::message;

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
                assert_eq!(
                    whole.takes(piece(some), false),
                    Taken { end: begun > before, part: here > begun, too_much: false }
                );
                given.extend(handed_on(&mut whole));
                assert_eq!(given.len(), begun, "{here} by {size}");
                let (held, room) = (here - begun, whole.held.room());
                assert!(room >= held && room <= (2 * held).max(8).min(held + BLOCK), "{room} for {held}");
                assert_eq!(room, whole.held.blocks.iter().map(Vec::capacity).sum::<usize>());
            }
            assert_eq!(given, all, "{size}");
            assert!(whole.is_empty());
            assert!(whole.kept_by_tonic() >= 2 * LONGEST && whole.kept_by_tonic() <= 2 * (LONGEST + size + HEAD));
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
                assert_eq!(whole.takes(piece(some), false), Taken { end: false, part: true, too_much: false });
                assert_eq!(whole.ready(), None);
                assert!(whole.held() >= here && whole.held() <= here + BLOCK);
            }
            whole.ends();
            assert_eq!(handed_on(&mut whole), message);
            assert_eq!((whole.held(), whole.kept_by_tonic()), (0, 0));
            assert!(whole.is_empty());
        }
    }

    #[test]
    fn what_follows_the_only_message_is_too_much() {
        let follows = [message(7), message(0)].concat();
        for cut in 0..=follows.len() {
            for more in 1..=HEAD {
                let mut whole = Whole::new(true, LONGEST);
                let cut_at = cut.min(7 + HEAD + more);
                let pieces = [&follows[..cut_at], &follows[cut_at..7 + HEAD + more]];
                let taken = pieces.map(|some| whole.takes(piece(some), false).too_much);
                assert!(taken[0] || taken[1], "{cut} {more}");
                assert_eq!(taken[0], cut_at > 7 + HEAD);
                assert!(whole.ready().is_none());
            }
        }
        assert!(Whole::new(true, LONGEST).takes(follows.into(), true).too_much);
    }

    #[test]
    fn what_comes_in_one_piece_is_not_copied() {
        for is_one in [false, true] {
            let message = Bytes::from(message(20));
            let mut whole = Whole::new(is_one, LONGEST);
            assert_eq!(whole.takes(message.clone(), true), Taken { end: true, part: false, too_much: false });
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
            assert_eq!(
                whole.takes(piece(&message(20)[9..14]), true),
                Taken { end: true, part: false, too_much: false }
            );
            assert_eq!(handed_on(&mut whole), &message(20)[..14]);
            whole.takes(piece(b"x"), false);
            whole.give_up();
            assert!(whole.is_empty());
        }
    }
}
