//! Where a body is among its messages: gRPC says of each how long it is, in five bytes before it (gRPC over HTTP/2, "Length-Prefixed-Message").

/// Bytes before each message: whether it is compressed, and its length.
pub(super) const HEAD: usize = 5;

/// What a piece brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Brought {
    /// Whether a message ended in it.
    pub(super) end: bool,
    /// The bytes that are here of one that is not whole, or has not begun though it is the first. Nothing: the last one is whole.
    pub(super) part: Option<usize>,
}

/// What is here of the message that is under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Framing {
    /// Messages that are whole.
    whole: usize,
    head: [u8; HEAD],
    /// Of the head.
    head_here: usize,
    here: usize,
    left: usize,
}

impl Framing {
    /// Takes the next piece.
    pub(super) fn takes(&mut self, mut piece: &[u8]) -> Brought {
        let mut end = false;
        while !piece.is_empty() {
            if self.head_here < HEAD {
                let (some, rest) = piece.split_at(piece.len().min(HEAD - self.head_here));
                self.head[self.head_here..][..some.len()].copy_from_slice(some);
                self.head_here += some.len();
                piece = rest;
                if self.head_here < HEAD {
                    break;
                }
                let [_, length @ ..] = self.head;
                self.left = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
            }
            let (some, rest) = piece.split_at(piece.len().min(self.left));
            self.here += some.len();
            self.left -= some.len();
            piece = rest;
            if self.left == 0 {
                end = true;
                *self = Self { whole: self.whole + 1, ..Self::default() };
            }
        }
        let is_part = self.whole == 0 || self.head_here > 0;
        Brought { end, part: is_part.then_some(self.head_here + self.here) }
    }

    /// Whether anything is here beyond one message.
    pub(super) fn is_more_than_one(&self) -> bool {
        self.whole > 1 || self.whole == 1 && self.head_here > 0
    }

    /// Whether the message that is under way says that it is longer than this, or compressed, which none may be.
    pub(super) fn is_for_nobody(&self, longest: usize) -> bool {
        self.head_here == HEAD && (self.head[0] != 0 || self.here + self.left > longest)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A message of so many bytes, and its head.
    pub(in crate::server::arriving) fn message(bytes: usize) -> Vec<u8> {
        [&[0][..], &u32::try_from(bytes).unwrap().to_be_bytes(), &vec![7; bytes]].concat()
    }

    #[test]
    fn messages_are_told_apart_however_they_are_cut() {
        let lengths = [3, 0, 0, 300, 1];
        let all: Vec<u8> = lengths.iter().flat_map(|&length| message(length)).collect();
        let mut ends = vec![0];
        for length in lengths {
            ends.push(ends[ends.len() - 1] + HEAD + length);
        }
        for size in 1..all.len() {
            let (mut framing, mut at) = (Framing::default(), 0);
            for piece in all.chunks(size) {
                let before = at;
                at += piece.len();
                let begun = *ends.iter().rfind(|&&end| end <= at).unwrap();
                let brought = Brought { end: begun > before, part: (at > begun).then_some(at - begun) };
                assert_eq!(framing.takes(piece), brought, "{at} by {size}");
            }
        }
    }

    #[test]
    fn nothing_is_no_message() {
        let mut framing = Framing::default();
        assert_eq!(framing.takes(b""), Brought { end: false, part: Some(0) });
        assert_eq!(framing.takes(&message(0)), Brought { end: true, part: None });
        assert_eq!(framing.takes(b""), Brought { end: false, part: None });
    }

    #[test]
    fn a_length_that_is_too_great_is_only_awaited() {
        let mut framing = Framing::default();
        assert!(!framing.is_for_nobody(0));
        let brought = framing.takes(&[0, 255, 255, 255, 255, 1]);
        assert_eq!(brought, Brought { end: false, part: Some(6) });
        assert!(framing.is_for_nobody(0xFFFF_FFFE) && !framing.is_for_nobody(0xFFFF_FFFF));
        framing = Framing::default();
        framing.takes(&[message(3), message(7), vec![1, 0, 0, 0]].concat());
        assert!(!framing.is_for_nobody(0));
        framing.takes(&[9]);
        assert!(framing.is_for_nobody(9));
    }
}
