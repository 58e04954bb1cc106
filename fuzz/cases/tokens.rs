//! Resume tokens that nobody sealed: each is refused.

use std::sync::LazyLock;
use std::time::Duration;

use tilewright::grpc::tokens::keys::KeyRing;
use tilewright::grpc::tokens::{Held, Tokens};
use tilewright::lexicon::Lexicon;

/// Whoever tries has not this key.
const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";

static KEPT: LazyLock<(Tokens, Lexicon)> = LazyLock::new(|| {
    let tokens = Tokens::new(KeyRing::parse(KEY).unwrap(), Duration::from_hours(1));
    (tokens, Lexicon::embedded().unwrap())
});

pub fn run(data: &[u8]) {
    let (tokens, lexicon) = &*KEPT;
    assert!(tokens.open(data, &Held::now_by(""), lexicon).is_err(), "a token that nobody sealed: {data:?}");
    // The file of keys is read by the same house: whatever it holds, nothing panics.
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = KeyRing::parse(text);
    }
}
