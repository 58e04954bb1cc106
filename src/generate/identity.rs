//! What determines a board, to the byte: its identity, its `board_id`, and the key of its random stream.
//!
//! The *identity* is the SHA-256 of these bytes, in this order. A number is 4 bytes, least significant first; a text is its
//! length in bytes as a number, then its UTF-8; an optional thing is the byte 0, or the byte 1 and the thing.
//!
//! 1. the 16 bytes `tilewright board`
//! 2. the edition, a number
//! 3. the language's code and the dictionary's name, two texts, as resolved
//! 4. the SHA-256 digests of that dictionary and of the language's `allowed`, 32 bytes each; where that has not all letters of
//!    the dictionary (an operator's own), the dictionary's again
//! 5. the seed, a text
//! 6. the layout: its kind (1 rows, 2 lattice), rows and columns, three numbers
//! 7. the difficulty as resolved: of min swaps, green, yellow and cycle tiles, in this order, the least, a number, and the most, an
//!    optional number
//! 8. the caller's target, an optional text: its cells in reading order, folded, `.` where there is no tile
//!
//! With S the operator's salt (no salt: no bytes), and HMAC being HMAC-SHA256 under the key S:
//! - the key of the random stream is HMAC(`stream` and the identity);
//! - the `board_id` is the UUID of version 5 (RFC 9562) of [`NAMESPACE`] and the name made of the identity and HMAC(`board_id`).
//!
//! So neither the stream nor the id can be told from the seed without the salt, and the id does not give the salt away.
//! All of this is frozen with edition 1.

use std::ops::RangeInclusive;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::difficulty::{Difficulty, Range};
use crate::puzzle::{Kind, Layout};

/// The namespace of every `board_id`: the UUID of version 5 of the URL namespace and `tilewright/board`.
pub const NAMESPACE: Uuid = Uuid::from_u128(0x60ca_6893_8474_570a_904d_4cca_9286_15d7);

/// The operator's secret, the same on all replicas; empty where there is none.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Salt(Vec<u8>);

impl Salt {
    /// How long an operator's salt may be, in bytes: long enough not to be guessed, short enough to be no mistaken file.
    pub const LENGTHS: RangeInclusive<usize> = 16..=1024;

    /// A salt of these bytes; `None` if they are too few or too many.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Option<Self> {
        Self::LENGTHS.contains(&bytes.len()).then_some(Self(bytes))
    }

    fn keyed_hash(&self, message: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        for part in message {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl std::fmt::Debug for Salt {
    /// Never its bytes.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(if self.0.is_empty() { "Salt(none)" } else { "Salt(secret)" })
    }
}

/// All that determines a board.
#[derive(Clone, Copy, Debug)]
pub struct Determinants<'a> {
    /// Which generator and which word lists.
    pub edition: u32,
    /// The language's code.
    pub language: &'a str,
    /// The dictionary's name.
    pub dictionary: &'a str,
    /// Its digest.
    pub dictionary_digest: &'a [u8; 32],
    /// The digest of what is allowed beside it.
    pub allowed_digest: &'a [u8; 32],
    /// The seed.
    pub seed: &'a str,
    /// The layout.
    pub layout: Layout,
    /// The difficulty.
    pub difficulty: &'a Difficulty,
    /// The cells of the caller's own target.
    pub target: Option<&'a str>,
}

/// The SHA-256 of all that determines a board but the salt; see the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity([u8; 32]);

impl Identity {
    /// The identity of the board that these determine.
    #[must_use]
    pub fn new(of: &Determinants<'_>) -> Self {
        let mut bytes = Bytes(Sha256::new_with_prefix(b"tilewright board"));
        bytes.number(of.edition);
        bytes.text(of.language);
        bytes.text(of.dictionary);
        bytes.0.update(of.dictionary_digest);
        bytes.0.update(of.allowed_digest);
        bytes.text(of.seed);
        bytes.number(match of.layout.kind() {
            Kind::Rows => 1,
            Kind::Lattice => 2,
        });
        bytes.length(of.layout.rows());
        bytes.length(of.layout.columns());
        let Difficulty { min_swaps, green, yellow, cycle_tiles } = of.difficulty;
        for Range { least, most } in [min_swaps, green, yellow, cycle_tiles] {
            bytes.number(*least);
            bytes.optional(*most, Bytes::number);
        }
        bytes.optional(of.target, Bytes::text);
        Self(bytes.0.finalize().into())
    }

    /// The key of the board's random stream.
    #[must_use]
    pub fn stream_key(&self, salt: &Salt) -> [u8; 32] {
        salt.keyed_hash(&[b"stream", &self.0])
    }

    /// The board's id.
    #[must_use]
    pub fn board_id(&self, salt: &Salt) -> Uuid {
        let name = [self.0, salt.keyed_hash(&[b"board_id"])].concat();
        Uuid::new_v5(&NAMESPACE, &name)
    }
}

/// Writes fields so that no two lists of fields give the same bytes.
struct Bytes(Sha256);

impl Bytes {
    fn number(&mut self, n: u32) {
        self.0.update(n.to_le_bytes());
    }

    fn length(&mut self, n: usize) {
        self.number(u32::try_from(n).expect("requests are far smaller than 4 GiB"));
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.update(text);
    }

    fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.0.update([u8::from(value.is_some())]);
        if let Some(value) = value {
            write(self, value);
        }
    }
}
