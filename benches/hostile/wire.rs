//! HTTP/2 by hand: frames that no library would send, and what a server says to them.

use std::collections::BTreeMap;

use tokio::io::{AsyncRead, AsyncReadExt as _, BufReader};

/// What a client sends first: the preface, settings that set nothing, and that it took the server's.
pub(crate) const GREETING: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0\0\0\0\x04\x01\0\0\0\0";

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const PRIORITY: u8 = 2;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;
pub(crate) const CONTINUATION: u8 = 9;

pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;

/// A frame, with the length that it has.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    claiming(payload.len(), kind, flags, stream, payload)
}

/// A frame that claims another length.
pub(crate) fn claiming(length: usize, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// HPACK's integer, behind these first bits.
fn integer(value: usize, bits: u32, first: u8, block: &mut Vec<u8>) {
    let most = (1usize << bits) - 1;
    if value < most {
        block.push(first | u8::try_from(value).unwrap_or(0));
        return;
    }
    block.push(first | u8::try_from(most).unwrap_or(0));
    let mut rest = value - most;
    while rest >= 128 {
        block.push(0x80 | u8::try_from(rest % 128).unwrap_or(0));
        rest /= 128;
    }
    block.push(u8::try_from(rest).unwrap_or(0));
}

fn text(text: &[u8], block: &mut Vec<u8>) {
    integer(text.len(), 7, 0, block);
    block.extend_from_slice(text);
}

/// A header as HPACK has it: not compressed, and remembered if it is to be `indexed`.
pub(crate) fn header(name: &str, value: &[u8], indexed: bool) -> Vec<u8> {
    let mut block = vec![if indexed { 0x40 } else { 0 }];
    text(name.as_bytes(), &mut block);
    text(value, &mut block);
    block
}

/// The header block of a gRPC call.
pub(crate) fn head(path: &str) -> Vec<u8> {
    // POST and http are in HPACK's own table.
    let mut block = vec![0x83, 0x86];
    for (name, value) in [(":path", path), (":authority", "bench"), ("te", "trailers")] {
        block.extend(header(name, value.as_bytes(), false));
    }
    block.extend(header("content-type", b"application/grpc", false));
    block
}

/// A call without its message.
pub(crate) fn opens(stream: u32, path: &str) -> Vec<u8> {
    frame(HEADERS, END_HEADERS, stream, &head(path))
}

/// A whole call; the message is in gRPC's frame.
pub(crate) fn calls(stream: u32, path: &str, message: &[u8]) -> Vec<u8> {
    let mut frames = opens(stream, path);
    let mut pieces = message.chunks(16 << 10).peekable();
    while let Some(piece) = pieces.next() {
        let flags = if pieces.peek().is_none() { END_STREAM } else { 0 };
        frames.extend(frame(DATA, flags, stream, piece));
    }
    frames
}

/// Settings with one that is set.
pub(crate) fn set(setting: u16, value: u32) -> Vec<u8> {
    frame(SETTINGS, 0, 0, &[&setting.to_be_bytes()[..], &value.to_be_bytes()].concat())
}

/// More window.
pub(crate) fn window(stream: u32, by: u32) -> Vec<u8> {
    frame(WINDOW_UPDATE, 0, stream, &by.to_be_bytes())
}

/// The name of an error's number.
fn error(code: u32) -> String {
    const NAMES: [&str; 12] = [
        "NO_ERROR",
        "PROTOCOL_ERROR",
        "INTERNAL_ERROR",
        "FLOW_CONTROL_ERROR",
        "SETTINGS_TIMEOUT",
        "STREAM_CLOSED",
        "FRAME_SIZE_ERROR",
        "REFUSED_STREAM",
        "CANCEL",
        "COMPRESSION_ERROR",
        "CONNECT_ERROR",
        "ENHANCE_YOUR_CALM",
    ];
    NAMES.get(code as usize).map_or_else(|| code.to_string(), |&name| name.to_owned())
}

/// Listens to a server until it ends the connection: how it did. What it says meanwhile is counted.
pub(crate) async fn listen(
    stream: impl AsyncRead + Unpin,
    mut says: impl FnMut(BTreeMap<&'static str, u64>),
) -> String {
    let mut stream = BufReader::new(stream);
    let (mut head, mut said) = ([0; 9], None);
    loop {
        if let Err(failed) = stream.read_exact(&mut head).await {
            let how = if failed.kind() == std::io::ErrorKind::UnexpectedEof { "closed" } else { "reset" };
            return said.unwrap_or_else(|| how.to_owned());
        }
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        let mut payload = vec![0; length];
        if stream.read_exact(&mut payload).await.is_err() {
            return said.unwrap_or_else(|| "cut off".to_owned());
        }
        let number = |at: usize| {
            payload.get(at..at + 4).map_or(0, |four| u32::from_be_bytes([four[0], four[1], four[2], four[3]]))
        };
        match head[3] {
            DATA => says(BTreeMap::from([("bytes of answers", length as u64)])),
            HEADERS if head[4] & END_STREAM != 0 => says(BTreeMap::from([("calls answered", 1)])),
            RST_STREAM if number(0) == 7 => says(BTreeMap::from([("streams refused", 1)])),
            RST_STREAM => says(BTreeMap::from([("streams reset", 1)])),
            GOAWAY => {
                let told = String::from_utf8_lossy(payload.get(8..).unwrap_or_default()).into_owned();
                let goaway = format!("GOAWAY {} {told}", error(number(4)));
                said = Some(goaway.trim_end().to_owned());
            }
            _ => {}
        }
    }
}
