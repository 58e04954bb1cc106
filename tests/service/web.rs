//! gRPC-web and CORS: what a browser sends, over HTTP/1.1, and what it gets.

use std::time::Duration;

use prost::Message;
use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::*;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::blind::{asked, open};
use crate::support::tls::Authority;
use crate::support::tokens::digest;
use crate::support::{LONG, Server, file, grid};

const PAGE: &str = "https://game.example";

/// A message in its frame.
fn framed(message: &impl Message) -> Vec<u8> {
    let bytes = message.encode_to_vec();
    let length = u32::try_from(bytes.len()).unwrap();
    [&[0][..], &length.to_be_bytes(), &bytes].concat()
}

/// What came back: the head, the messages, the trailers.
struct Answer {
    head: String,
    messages: Vec<Vec<u8>>,
    trailers: String,
}

/// Sends this over HTTP/1.1 and reads to the end.
async fn send(server: &Server, head: &str, body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    let head = format!("{head}\r\nhost: test\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body].concat()).await.unwrap();
    let mut bytes = Vec::new();
    timeout(LONG, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
    let body =
        if head.contains("transfer-encoding: chunked") { unchunked(&bytes[end..]) } else { bytes[end..].to_vec() };
    let (mut messages, mut trailers, mut rest) = (Vec::new(), String::new(), &body[..]);
    while let Some((frame, after)) = rest.split_at_checked(5) {
        let length = u32::from_be_bytes(frame[1..].try_into().unwrap()) as usize;
        let (payload, after) = after.split_at(length);
        match frame[0] {
            0 => messages.push(payload.to_vec()),
            0x80 => trailers = String::from_utf8(payload.to_vec()).unwrap(),
            other => panic!("a frame of kind {other}"),
        }
        rest = after;
    }
    Answer { head, messages, trailers }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = bytes.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&bytes[end + 2..][..length]);
        bytes = &bytes[end + 2 + length + 2..];
    }
}

fn post(method: &str, more: &str) -> String {
    let service = format!("POST /tilewright.v1.PuzzleService/{method} HTTP/1.1");
    format!("{service}\r\ncontent-type: application/grpc-web+proto\r\nx-grpc-web: 1\r\norigin: {PAGE}{more}")
}

#[tokio::test]
async fn a_page_calls_unary_and_streaming_methods_and_plays_in_pieces() {
    let server = Server::start(&["--grpc-web", "on", "--cors-origin", PAGE]).await;
    let swaps = MinSwapsRequest { start: Some(grid("abc/def")), target: Some(grid("fed/cba")), time_limit: None };
    let answer = send(&server, &post("MinSwaps", "\r\nx-request-id: of-the-page"), &framed(&swaps)).await;
    assert!(answer.head.starts_with("http/1.1 200 ok"), "{}", answer.head);
    for header in [
        format!("access-control-allow-origin: {PAGE}"),
        "content-type: application/grpc-web+proto".to_owned(),
        "x-request-id: of-the-page".to_owned(),
    ] {
        assert!(answer.head.contains(&header), "{header} in {}", answer.head);
    }
    assert_eq!(MinSwapsResponse::decode(&*answer.messages[0]).unwrap().min_swaps, 3);
    assert!(answer.trailers.contains("grpc-status:0"), "{}", answer.trailers);

    let boards = GenerateBoardsRequest {
        template: Some(GenerateBoardRequest { board: Some(Seeded::default()), ..GenerateBoardRequest::default() }),
        seeds: ["a", "b", "c"].map(str::to_owned).to_vec(),
    };
    let answer = send(&server, &post("GenerateBoards", ""), &framed(&boards)).await;
    let seeds: Vec<String> =
        answer.messages.iter().map(|bytes| GenerateBoardsResponse::decode(&**bytes).unwrap().seed).collect();
    assert_eq!(seeds, ["a", "b", "c"]);

    let opened = open(Board::Seeded(Seeded { seed: "web".to_owned(), ..Seeded::default() }));
    let whole = StepBlindSessionRequest { events: vec![asked(Asked::Open(Box::new(opened)))] };
    let answer = send(&server, &post("StepBlindSession", ""), &framed(&whole)).await;
    let said = StepBlindSessionResponse::decode(&*answer.messages[0]).unwrap();
    assert!(said.events.len() > 2 && said.resume_token.is_empty());

    // A mistake is told as any client is told of it.
    let wrong = MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("abd")), time_limit: None };
    let answer = send(&server, &post("MinSwaps", ""), &framed(&wrong)).await;
    let told = format!("{}{}", answer.head, answer.trailers);
    assert!(told.contains("grpc-status:3") || told.contains("grpc-status: 3"), "{told}");
    assert!(told.contains("grpc-status-details-bin"), "{told}");
    let metrics = server.get("/metrics").await;
    let line = "tilewright_calls_total{method=\"tilewright.v1.PuzzleService/MinSwaps\",code=\"INVALID_ARGUMENT\"} 1\n";
    assert!(metrics.contains(line), "{metrics}");
}

#[tokio::test]
async fn a_body_that_is_no_base64_is_its_senders_mistake() {
    let server = Server::start(&["--grpc-web", "on", "--cors-origin", PAGE]).await;
    for body in [&b"!!!!!!!!"[..], b"AAAAAA"] {
        let head = post("MinSwaps", "").replace("grpc-web+proto", "grpc-web-text");
        let answer = send(&server, &head, body).await;
        assert!(answer.head.contains("grpc-status: 3"), "{}", answer.head);
    }
    let metrics = server.get("/metrics").await;
    assert!(!metrics.contains("code=\"INTERNAL\""), "{metrics}");
}

#[tokio::test]
async fn only_pages_that_are_named_may_call_and_say_what_they_will_send() {
    let server = Server::start(&["--grpc-web", "on", "--cors-origin", PAGE]).await;
    let asks = |origin: &str| {
        format!(
            "OPTIONS /tilewright.v1.PuzzleService/MinSwaps HTTP/1.1\r\norigin: {origin}\r\n\
             access-control-request-method: POST\r\naccess-control-request-headers: authorization,content-type,x-grpc-web"
        )
    };
    let may = send(&server, &asks(PAGE), b"").await.head;
    assert!(may.starts_with("http/1.1 200") && may.contains(&format!("access-control-allow-origin: {PAGE}")), "{may}");
    for header in ["authorization", "grpc-timeout", "x-grpc-web", "tilewright-key"] {
        assert!(may.contains(header), "{header} in {may}");
    }
    assert!(!may.contains("access-control-allow-credentials"), "{may}");
    let may_not = send(&server, &asks("https://elsewhere.example"), b"").await.head;
    assert!(!may_not.contains("access-control-allow-origin"), "{may_not}");
    let all = Server::start(&["--grpc-web", "on", "--cors-origin", "*"]).await;
    assert!(send(&all, &asks("https://elsewhere.example"), b"").await.head.contains("access-control-allow-origin: *"));
}

#[tokio::test]
async fn tokens_hold_for_pages_too() {
    let path = file("web-auth", &format!("page solve {}\n", digest("a-token")));
    let server = Server::start(&["--grpc-web", "on", "--auth-file", &path]).await;
    let swaps = MinSwapsRequest { start: Some(grid("abc/def")), target: Some(grid("fed/cba")), time_limit: None };
    let refused = send(&server, &post("MinSwaps", ""), &framed(&swaps)).await;
    let told = format!("{}{}", refused.head, refused.trailers);
    assert!(told.contains("grpc-status: 16") || told.contains("grpc-status:16"), "{told}");
    let answer = send(&server, &post("MinSwaps", "\r\nauthorization: Bearer a-token"), &framed(&swaps)).await;
    assert_eq!(answer.messages.len(), 1, "{}", answer.head);
}

#[tokio::test]
async fn http_1_is_spoken_only_where_it_is_asked_for() {
    let off = Server::start(&[]).await;
    let mut stream = TcpStream::connect(off.grpc).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
    let mut heard = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut heard)).await.unwrap();
    assert!(!heard.starts_with(b"HTTP/1.1 2"), "{heard:?}");
    let on = Server::start(&["--grpc-web", "on"]).await;
    let answer = send(&on, "GET / HTTP/1.1", b"").await;
    assert!(answer.head.starts_with("http/1.1 400"), "{}", answer.head);
    // gRPC goes on as before.
    on.puzzles().await.min_swaps(MinSwapsRequest::default()).await.unwrap_err();
    let authority = Authority::new();
    let paths = authority.pair().write("web");
    let secured = Server::start(&["--grpc-web", "on", "--tls-cert", &paths[0], "--tls-key", &paths[1]]).await;
    assert_eq!(authority.shown(secured.grpc, &["http/1.1"]).await.1, Some(b"http/1.1".to_vec()));
}

/// What comes back on a connection that stays, up to the last chunk.
async fn answer(stream: &mut TcpStream) -> Vec<u8> {
    let mut heard = Vec::new();
    while !heard.ends_with(b"\r\n0\r\n\r\n") {
        assert!(stream.read_buf(&mut heard).await.unwrap() > 0, "{:?}", String::from_utf8_lossy(&heard));
    }
    heard
}

#[tokio::test]
async fn a_head_that_does_not_end_ends_its_connection_and_no_other_does() {
    let server = Server::start(&["--grpc-web", "on"]).await;
    let mut endless = TcpStream::connect(server.grpc).await.unwrap();
    let begins = format!("{}\r\nx-long: {}", post("MinSwaps", ""), "x".repeat(100 << 10));
    // It may be closed before all of this is sent.
    let _ = endless.write_all(begins.as_bytes()).await;
    let mut nothing = Vec::new();
    let ends = timeout(Duration::from_secs(10), endless.read_to_end(&mut nothing)).await;
    // An end is an end, with or without an error.
    let _ = ends.expect("it is closed");

    // Neither do many heads on one connection, nor is a message one.
    let mut stays = TcpStream::connect(server.grpc).await.unwrap();
    let swaps = MinSwapsRequest { start: Some(grid("abc")), target: Some(grid("cba")), time_limit: None };
    let large = |bytes: usize| {
        let mut message = swaps.encode_to_vec();
        // A field that nobody knows.
        prost::encoding::bytes::encode(1000, &vec![0u8; bytes], &mut message);
        let length = u32::try_from(message.len()).unwrap();
        [&[0][..], &length.to_be_bytes(), &message].concat()
    };
    let more = format!("\r\nhost: test\r\nx-long: {}", "x".repeat(1 << 10));
    let messages =
        [vec![framed(&swaps); 20], vec![large(300 << 10)], vec![large(20 << 10); 9], vec![framed(&swaps); 20]];
    // In pieces, as lines bring it, and at once.
    for (message, piece) in messages.iter().flatten().flat_map(|message| [(message, 4 << 10), (message, usize::MAX)]) {
        let head = format!("{}\r\ncontent-length: {}\r\n\r\n", post("MinSwaps", &more), message.len());
        for piece in [head.as_bytes(), message].concat().chunks(piece) {
            stays.write_all(piece).await.unwrap();
        }
        let said = timeout(LONG, answer(&mut stays)).await.unwrap();
        assert!(said.windows(14).any(|bytes| bytes == b"grpc-status:0\r"), "{:?}", String::from_utf8_lossy(&said));
    }
}

/// Over HTTP/1.1 nothing is read while an answer is under way and more was sent.
#[tokio::test]
async fn an_endless_answer_ends_with_its_connection() {
    let server = Server::start(&["--grpc-web", "on", "--connection-age", "1s", "--connection-grace", "1s"]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    let watch = "POST /grpc.health.v1.Health/Watch HTTP/1.1\r\nhost: test\r\n\
                 content-type: application/grpc-web+proto\r\ncontent-length: 5\r\n\r\n\0\0\0\0\0";
    stream.write_all(format!("{watch}{}", &watch[..30]).as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    // An end is an end, with or without an error.
    let _ = timeout(LONG, stream.read_to_end(&mut heard)).await.expect("it is cut off");
    assert!(heard.starts_with(b"HTTP/1.1 200"), "{:?}", String::from_utf8_lossy(&heard));
    server.wait_for("/metrics", "tilewright_watches_in_flight 0\n").await;
    server.wait_for("/metrics", "tilewright_connections_open 0\n").await;
}
