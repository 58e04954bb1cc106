//! Messages that are large, deep, or not what they claim to be, by calls that are else in order.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::task::JoinSet;
use tokio::time::timeout_at;

use super::asked::{BOARDS, LOOK_UP, MIN_SWAPS, RANK, noise, swaps};
use super::calling::{Asked, Line, call};
use crate::attack::Target;

/// What a message may have, less its frame.
const MOST: usize = (1 << 20) - 16;
/// Calls at once.
const AT_ONCE: usize = 16;
/// What no answer takes.
const PATIENCE: Duration = Duration::from_secs(2);

/// A message in gRPC's frame.
fn framed(flag: u8, message: &[u8]) -> Bytes {
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&[flag], &length[..], message].concat().into()
}

/// Unknown groups within one another.
fn groups(depth: usize) -> Vec<u8> {
    // Field 15: its beginnings, then its ends.
    [vec![0x7b; depth], vec![0x7c; depth]].concat()
}

/// A known field within itself, as far as a length has one or two bytes.
fn nested(depth: usize) -> Vec<u8> {
    (0..depth).fold(Vec::new(), |inner, _| {
        let mut outer = vec![0x0a];
        prost::encode_length_delimiter(inner.len(), &mut outer).expect("it grows");
        outer.extend(inner);
        outer
    })
}

/// What a message is called, where it goes, with which headers, and its frame.
type Sent = (&'static str, &'static str, Vec<(&'static str, String)>, Bytes);

/// Every message.
fn all() -> Vec<Sent> {
    let none = Vec::new;
    let encoded = |how: &str| vec![("grpc-encoding", how.to_owned())];
    vec![
        ("of 4 GiB, claimed", MIN_SWAPS, none(), Bytes::from_static(b"\0\xff\xff\xff\xffabc")),
        ("of 2 MiB", BOARDS, none(), framed(0, &noise(2 << 20))),
        ("of 500,000 empty fields", BOARDS, none(), framed(0, &[0x12, 0].repeat(MOST / 2))),
        ("of 500,000 empty words", LOOK_UP, none(), framed(0, &[0x12, 0].repeat(MOST / 2))),
        ("of 500,000 empty turns", RANK, none(), framed(0, &[0x22, 0].repeat(MOST / 2))),
        ("of 500,000 groups in one another", MIN_SWAPS, none(), framed(0, &groups(MOST / 2))),
        ("of 500,000 unknown fields", MIN_SWAPS, none(), framed(0, &[0x78, 1].repeat(MOST / 2))),
        ("nested 10,000 times", MIN_SWAPS, none(), framed(0, &nested(10_000))),
        ("of 1 MiB that is no UTF-8", LOOK_UP, none(), framed(0, &noise(MOST))),
        ("said to be compressed", MIN_SWAPS, none(), framed(1, &swaps()[5..])),
        ("said to be gzip", MIN_SWAPS, encoded("gzip"), framed(1, &gzip_bomb())),
        ("with a flag of 255", MIN_SWAPS, none(), framed(255, &swaps()[5..])),
        ("cut short", MIN_SWAPS, none(), swaps().slice(..20)),
        ("none", MIN_SWAPS, none(), Bytes::new()),
    ]
}

/// The beginning of a stream of gzip whose every 64 KiB are a few bytes.
fn gzip_bomb() -> Vec<u8> {
    let packed = miniz_oxide::deflate::compress_to_vec(&vec![0; 64 << 20], 9);
    [b"\x1f\x8b\x08\0\0\0\0\0\0\xff", &packed[..]].concat()
}

/// Sends all of them in turn.
pub(crate) async fn run(target: Arc<Target>) {
    let all = Arc::new(all());
    let mut tasks = JoinSet::new();
    for first in 0..AT_ONCE {
        let (all, target) = (Arc::clone(&all), Arc::clone(&target));
        tasks.spawn_local(async move {
            let mut line = Line::to(&target);
            for at in first.. {
                let (what, path, headers, body) = &all[at % all.len()];
                let Ok(Some(send)) = timeout_at(target.until, line.send()).await else { return };
                target.sent(&format!("messages {what}"), 1);
                target.sent("bytes", body.len() as u64);
                let asked = Asked { path: (*path).to_owned(), headers: headers.clone(), body: body.clone() };
                if timeout_at(target.until, call(&target, send, asked, PATIENCE)).await.is_err() {
                    return;
                }
            }
        });
    }
    tasks.join_all().await;
}
