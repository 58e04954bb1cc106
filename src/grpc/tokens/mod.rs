//! Resume tokens: a blind game as it stands, sealed, so that it goes on anywhere and nobody can read or change it.
//!
//! A token is, in this order:
//!
//! - its version, a byte: [`VERSION`];
//! - what its key is called, 4 bytes: the first of the key's SHA-256;
//! - a nonce, 24 random bytes;
//! - a message of our own (`state` has its fields), sealed by XChaCha20-Poly1305 under the key and the nonce with all that
//!   stands before it as associated data: as many bytes as the message has, and 16 more.
//!
//! A nonce of that length may be random: even after 2^64 tokens under one key, two that share one are not to be expected.
//!
//! - [`keys`]: the operator's keys; `state`: the message; `told`: what a caller told of its own board, packed.

pub mod keys;
mod state;
mod told;

use std::time::{Duration, SystemTime};

use chacha20poly1305::aead::{Aead as _, Generate as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use prost::Message as _;

use super::session::Session;
use crate::lexicon::Lexicon;
use keys::{Key, KeyRing, NAME_BYTES};
use state::State;

/// How tokens are made now. A release reads those of the one before it, too.
const VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;
/// Bytes before what is sealed.
const HEAD_BYTES: usize = 1 + NAME_BYTES + NONCE_BYTES;

/// By whom a token is held, and when.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// Who. Empty: nobody in particular, where the operator names no principals.
    pub principal: &'a str,
    /// When.
    pub now: SystemTime,
}

impl<'a> Held<'a> {
    /// By this principal, now.
    #[must_use]
    pub fn now_by(principal: &'a str) -> Self {
        Self { principal, now: SystemTime::now() }
    }
}

/// Why a token is not good.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It was not sealed here for this holder, or not left as it was. Which of these is nobody's business.
    #[error("must be a resume token of this service, as it was given")]
    Invalid,
    /// It is too old.
    #[error("the resume token has expired")]
    Expired,
    /// The game's dictionary is not here, or has other words.
    #[error("the dictionary {dictionary:?} of {language:?}, edition {edition}, is not what it was when the game began")]
    DictionaryChanged {
        /// The language's code.
        language: String,
        /// The edition.
        edition: u32,
        /// The dictionary's name.
        dictionary: String,
    },
}

/// Makes and reads tokens.
#[derive(Debug)]
pub struct Tokens {
    keys: KeyRing,
    time_to_live: Duration,
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.bytes().into())
}

impl Tokens {
    /// Tokens under these keys, each good for so long, to the second.
    #[must_use]
    pub fn new(keys: KeyRing, time_to_live: Duration) -> Self {
        Self { keys, time_to_live }
    }

    /// A session that is not over, sealed.
    ///
    /// # Panics
    /// Where the system has no randomness.
    #[must_use]
    pub fn seal(&self, session: &Session, held: &Held<'_>) -> Vec<u8> {
        self.seal_with(session, held, &XNonce::generate())
    }

    fn seal_with(&self, session: &Session, held: &Held<'_>, nonce: &XNonce) -> Vec<u8> {
        let key = self.keys.first();
        let before = [&[VERSION][..], &key.name(), nonce].concat();
        let state = State::new(session, held, self.time_to_live).encode_to_vec();
        let payload = Payload { msg: &state, aad: &before };
        let sealed =
            cipher(key).encrypt(nonce, payload).expect("a game is far shorter than the 256 GiB that can be sealed");
        [before, sealed].concat()
    }

    /// The session of a token, just after the event that the token came with, to be taken up again.
    ///
    /// # Errors
    /// Where the token is not good, or not here.
    pub fn open(&self, token: &[u8], held: &Held<'_>, lexicon: &Lexicon) -> Result<Session, TokenError> {
        let state = self.unseal(token).ok_or(TokenError::Invalid)?;
        state.session(held, lexicon)
    }

    fn unseal(&self, token: &[u8]) -> Option<State> {
        let (head, sealed) = token.split_at_checked(HEAD_BYTES)?;
        let (&version, rest) = head.split_first()?;
        let (name, nonce) = rest.split_first_chunk()?;
        if version != VERSION {
            return None;
        }
        let nonce = XNonce::try_from(nonce).ok()?;
        let open = |key| cipher(key).decrypt(&nonce, Payload { msg: sealed, aad: head }).ok();
        let message = self.keys.named(*name).find_map(open)?;
        State::decode(&message[..]).ok()
    }
}

#[cfg(test)]
mod tests;
