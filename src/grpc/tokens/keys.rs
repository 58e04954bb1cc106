//! The operator's keys, which seal resume tokens: the first one seals, any of them opens.
//!
//! A new key is added at the end on all replicas, then made the first, and the old one is removed when its last tokens have
//! expired: so no game is lost while replicas start one after the other.

use std::{fmt, io};

use chacha20poly1305::aead::Generate;
use sha2::{Digest as _, Sha256};

use crate::hexadecimal;

/// Bytes of a key.
pub const KEY_BYTES: usize = 32;
/// Bytes of a key's name.
pub(super) const NAME_BYTES: usize = 4;

/// A key. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; KEY_BYTES]);

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key(secret)")
    }
}

impl Key {
    /// The key of 64 hexadecimal digits.
    fn parse(text: &str) -> Option<Self> {
        hexadecimal::bytes(text).map(Self)
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// What a token calls it: the first bytes of its SHA-256, so that not every key of a ring need be tried.
    pub(super) fn name(&self) -> [u8; NAME_BYTES] {
        let digest: [u8; 32] = Sha256::digest(self.0).into();
        std::array::from_fn(|at| digest[at])
    }
}

/// One key or more, in the operator's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRing {
    first: Key,
    others: Vec<Key>,
}

/// Why a text is no ring of keys. It does not hold any of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// This line, counted from 1, is no key.
    #[error("line {0} is not one")]
    Line(usize),
    /// There is none.
    #[error("it has none")]
    Empty,
}

impl KeyRing {
    /// A ring of one key of the system's randomness, which nobody else knows.
    ///
    /// # Errors
    /// Where the system has none.
    pub fn random() -> io::Result<Self> {
        let bytes = Generate::try_generate().map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self { first: Key(bytes), others: Vec::new() })
    }

    /// The keys of a text: 64 hexadecimal digits a line, with or without spaces around; a line that is empty or starts with `#`
    /// says nothing.
    ///
    /// # Errors
    /// Names the first line that is wrong, by its number only.
    pub fn parse(text: &str) -> Result<Self, KeysError> {
        let mut keys = (1..)
            .zip(text.lines().map(str::trim))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| Key::parse(line).ok_or(KeysError::Line(number)))
            .collect::<Result<Vec<_>, _>>()?
            .into_iter();
        let first = keys.next().ok_or(KeysError::Empty)?;
        Ok(Self { first, others: keys.collect() })
    }

    /// The key that seals.
    pub(super) fn first(&self) -> &Key {
        &self.first
    }

    /// Those that may have sealed what names its key so.
    pub(super) fn named(&self, name: [u8; NAME_BYTES]) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.first).chain(&self.others).filter(move |key| key.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F";

    #[test]
    fn a_ring_is_a_key_a_line() {
        let other = ONE.replace("0001", "ffff");
        let ring = KeyRing::parse(&format!("# ours\n\n  {ONE}\r\n{other}\n")).unwrap();
        assert_eq!(ring.first().bytes()[..3], [0, 1, 2]);
        assert_eq!(ring.first().bytes()[31], 0x1f);
        let second = KeyRing::parse(&other).unwrap();
        assert_eq!(ring.named(second.first().name()).collect::<Vec<_>>(), [second.first()]);
        assert_eq!(ring.named([0; NAME_BYTES]).count(), 0);
    }

    #[test]
    fn what_is_no_key_is_named_by_its_line() {
        let (short, long, signed) = (&ONE[1..], format!("{ONE}0"), ONE.replace("0001", "+001"));
        for wrong in [short, &long, &signed, "\u{e9}", &ONE.replace('a', "g")] {
            assert_eq!(KeyRing::parse(&format!("#\n{ONE}\n{wrong}\n")), Err(KeysError::Line(3)), "{wrong}");
        }
        for none in ["", "\n \n", "# none"] {
            assert_eq!(KeyRing::parse(none), Err(KeysError::Empty), "{none:?}");
        }
    }

    #[test]
    fn keys_are_never_shown() {
        let ring = KeyRing::parse(ONE).unwrap();
        assert_eq!(format!("{ring:?}"), "KeyRing { first: Key(secret), others: [] }");
        assert_ne!(KeyRing::random().unwrap(), KeyRing::random().unwrap());
    }
}
