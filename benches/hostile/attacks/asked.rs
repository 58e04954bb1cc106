//! What attacks ask for, and the bytes that they send where nothing is asked.

use std::cell::RefCell;
use std::sync::Arc;

use bytes::Bytes;
use tilewright::grpc::proto::{
    GenerateBoardRequest, GenerateBoardsRequest, Grid, LookUpWordsRequest, MinSwapsRequest, RankGuessesRequest, Seeded,
};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore};

use crate::caller::framed;
use crate::support::Random;

pub(crate) const MIN_SWAPS: &str = "/tilewright.v1.PuzzleService/MinSwaps";
pub(crate) const BOARDS: &str = "/tilewright.v1.PuzzleService/GenerateBoards";
pub(crate) const LOOK_UP: &str = "/tilewright.v1.LexiconService/LookUpWords";
pub(crate) const RANK: &str = "/tilewright.v1.GuessService/RankGuesses";

pub(crate) fn swaps() -> Bytes {
    let grid = |rows: &str| Some(Grid { rows: rows.split('/').map(str::to_owned).collect() });
    let (start, target) = (grid("wsooa/snido/rhtpy/uhtvc/uianj"), grid("janiu/cvthu/ypthr/odins/aoosw"));
    framed(&MinSwapsRequest { start, target, time_limit: None })
}

/// The largest batch that fits into a call's window.
pub(crate) fn boards() -> Bytes {
    let template = Some(GenerateBoardRequest { board: Some(Seeded::default()), ..GenerateBoardRequest::default() });
    framed(&GenerateBoardsRequest { template, seeds: (0..10_000).map(|seed| format!("{seed:x}")).collect() })
}

/// An answer of some tens of KB. A connection may be sent 65,535 bytes before the server has opened more window: nine of these.
pub(crate) fn look_up() -> Bytes {
    let words = (0..1000).map(|word| format!("word{}", word % 10)).collect();
    framed(&LookUpWordsRequest { words, ..LookUpWordsRequest::default() })
}

/// An answer of some 2 MB.
pub(crate) fn rank() -> Bytes {
    framed(&RankGuessesRequest { limit: 1000, include_buckets: true, ..RankGuessesRequest::default() })
}

/// What a client of TLS says first.
pub(crate) fn client_hello() -> Vec<u8> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().expect("ring's own");
    let mut config = config.with_root_certificates(RootCertStore::empty()).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let name = ServerName::try_from("tilewright.test").expect("a name");
    let mut client = ClientConnection::new(Arc::new(config), name).expect("a client");
    let mut hello = Vec::new();
    client.write_tls(&mut hello).expect("it is written to memory");
    hello
}

/// Bytes of no meaning, others each time, and the same on every run.
pub(crate) fn noise(bytes: usize) -> Vec<u8> {
    thread_local! {
        static RANDOM: RefCell<Random> = const { RefCell::new(Random(1)) };
    }
    RANDOM.with_borrow_mut(|random| (0..bytes).map(|_| u8::try_from(random.next() >> 56).unwrap_or(0)).collect())
}
