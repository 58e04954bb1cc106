use std::future::poll_fn;
use std::time::Duration;

use http_body_util::StreamBody;
use tokio::time::sleep;
use tokio_stream::wrappers::ReceiverStream;

use super::*;
use crate::server::arriving::framing::tests::message as message_of;
use crate::server::settings::Settings;

type Piece = Result<Frame<Bytes>, Status>;

fn rooms() -> Rooms {
    Rooms::new(&Settings::load(["tilewright"]).unwrap())
}

/// A request's body, and where its pieces come from.
fn request(path: &str) -> (Body, tokio::sync::mpsc::Sender<Piece>) {
    request_in(&rooms(), path)
}

fn request_in(rooms: &Rooms, path: &str) -> (Body, tokio::sync::mpsc::Sender<Piece>) {
    request_among(rooms, &Unfinished::default(), path)
}

fn request_among(rooms: &Rooms, all: &Unfinished, path: &str) -> (Body, tokio::sync::mpsc::Sender<Piece>) {
    let (send, pieces) = tokio::sync::mpsc::channel(4);
    let body = Body::new(StreamBody::new(ReceiverStream::new(pieces)));
    (in_time(Request::post(path).body(body).unwrap(), rooms, all, usize::MAX).into_body(), send)
}

async fn next(body: &mut Body) -> Option<Piece> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// All that is handed on by now, and no error.
async fn look(body: &mut Body) -> Option<Vec<u8>> {
    // A task that looked at much already is told that nothing is here.
    tokio::task::yield_now().await;
    let mut all = None;
    while let Poll::Ready(Some(frame)) = poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context))).await
    {
        let bytes = frame.unwrap().into_data().unwrap_or_default();
        all.get_or_insert_with(Vec::new).extend(bytes);
    }
    all
}

fn piece() -> Frame<Bytes> {
    Frame::data(Bytes::from_static(b"x"))
}

/// A message of two bytes.
const MESSAGE: &[u8] = b"\0\0\0\0\x02xy";

fn message() -> Frame<Bytes> {
    Frame::data(Bytes::from_static(MESSAGE))
}

#[tokio::test(start_paused = true)]
async fn a_message_has_its_time_however_it_drips() {
    let (mut body, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
    let began = Instant::now();
    let drips = tokio::spawn(async move {
        while send.send(Ok(piece())).await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let status = loop {
        if let Err(status) = next(&mut body).await.unwrap() {
            break status;
        }
    };
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert!(began.elapsed() < limits::ARRIVAL + Duration::from_secs(1));
    drop(body);
    drips.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn each_message_of_a_stream_has_its_time_once_it_has_begun() {
    let (mut body, send) = request("/tilewright.v1.PuzzleService/BlindSession");
    for pieces in [&[MESSAGE][..], &[&MESSAGE[..3], &MESSAGE[3..6], &MESSAGE[6..]]] {
        for piece in pieces {
            send.send(Ok(Frame::data(Bytes::from_static(piece)))).await.unwrap();
            look(&mut body).await;
            sleep(limits::ARRIVAL / 4).await;
        }
        tokio::select! {
            _ = next(&mut body) => panic!("it waits for what its caller will say"),
            () = sleep(10 * limits::ARRIVAL) => {}
        }
    }
    // Of one that began in the piece in which another ended, too.
    send.send(Ok(Frame::data(Bytes::from([MESSAGE, &MESSAGE[..6]].concat())))).await.unwrap();
    look(&mut body).await.unwrap();
    sleep(limits::ARRIVAL / 2).await;
    send.send(Ok(Frame::data(Bytes::from([&MESSAGE[6..], MESSAGE, &MESSAGE[..1]].concat())))).await.unwrap();
    look(&mut body).await.unwrap();
    tokio::select! {
        biased;
        _ = next(&mut body) => panic!("the last one has its time"),
        () = sleep(limits::ARRIVAL * 3 / 4) => {}
    }
    send.send(Ok(Frame::data(Bytes::from_static(&MESSAGE[1..])))).await.unwrap();
    look(&mut body).await.unwrap();
    for begins in [&MESSAGE[..0], &MESSAGE[..1], &MESSAGE[..6]] {
        let (mut silent, send) = request("/tilewright.v1.PuzzleService/BlindSession");
        let began = Instant::now();
        send.send(Ok(Frame::data(Bytes::from_static(begins)))).await.unwrap();
        look(&mut silent).await;
        assert_eq!(next(&mut silent).await.unwrap().unwrap_err().code(), Code::DeadlineExceeded, "{begins:?}");
        assert_eq!(began.elapsed().as_secs(), limits::ARRIVAL.as_secs());
    }
    send.send(Ok(Frame::data(Bytes::from_static(&MESSAGE[..6])))).await.unwrap();
    assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), Code::DeadlineExceeded);
}

#[tokio::test(start_paused = true)]
async fn what_is_kept_of_messages_has_a_limit() {
    const PIECE: usize = 16 << 10;
    const FULL: usize = limits::UNFINISHED_BYTES / 4 * 3;
    for path in ["/tilewright.v1.PuzzleService/Solve", "/tilewright.v1.PuzzleService/BlindSession"] {
        let (rooms, all) = (rooms(), Unfinished::default());
        // Says that it has far more.
        let piece = || Ok(Frame::data(Bytes::from([&[0, 1, 0, 0, 0][..], &[7; PIECE - 5]].concat())));
        let among = || request_among(&rooms, &all, path);
        let mut bodies: Vec<_> = (0..FULL / PIECE).map(|_| among()).collect();
        for (body, send) in &mut bodies {
            send.send(piece()).await.unwrap();
            assert_eq!(look(body).await, None);
        }
        assert_eq!(all.bytes(), FULL);
        let (mut early, send) = among();
        send.send(piece()).await.unwrap();
        let status = next(&mut early).await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert_eq!(all.bytes(), FULL, "its own is not kept");
        sleep(limits::STANDING).await;
        let (mut late, send) = among();
        send.send(piece()).await.unwrap();
        assert_eq!(look(&mut late).await, None);
        let mut gave_way = 0;
        for (body, _send) in &mut bodies {
            let polled = poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context))).await;
            if let Poll::Ready(ended) = polled {
                assert_eq!(ended.unwrap().unwrap_err().code(), Code::ResourceExhausted);
                gave_way += 1;
            }
        }
        assert_eq!(gave_way, PIECE / limits::SMALL_MESSAGE);
        assert!(all.bytes() < FULL);
        // A message that is whole is not kept here any more.
        drop(bodies);
        send.send(Ok(Frame::trailers(http::HeaderMap::new()))).await.unwrap();
        assert_eq!(look(&mut late).await.unwrap().len(), PIECE);
        assert_eq!(all.bytes(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn the_longest_message_of_a_stream_counts_until_it_ends() {
    let (rooms, all, path) = (rooms(), Unfinished::default(), "/tilewright.v1.PuzzleService/BlindSession");
    let of = |bytes: usize| Ok(Frame::data(Bytes::from(message_of(bytes))));
    let (mut first, send) = request_among(&rooms, &all, path);
    for (bytes, kept) in
        [(10, 0), (limits::LASTING_BYTES / 4, limits::LASTING_BYTES / 2 + 10), (5_000, limits::LASTING_BYTES / 2 + 10)]
    {
        send.send(of(bytes)).await.unwrap();
        look(&mut first).await.unwrap();
        assert_eq!(all.bytes(), kept);
    }
    let (mut second, send) = request_among(&rooms, &all, path);
    send.send(of(limits::LASTING_BYTES / 4)).await.unwrap();
    assert_eq!(next(&mut second).await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
    drop(second);
    let (mut third, send) = request_among(&rooms, &all, path);
    send.send(of(limits::SMALL_MESSAGE)).await.unwrap();
    look(&mut third).await.unwrap();
    drop((first, third));
    assert_eq!(all.bytes(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_has_one_message_has_no_other() {
    let (mut body, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
    send.send(Ok(message())).await.unwrap();
    assert_eq!(look(&mut body).await, None);
    send.send(Ok(piece())).await.unwrap();
    assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), Code::InvalidArgument);
}

/// Whether room could be made, once the body was asked for what is there.
async fn gives_way(path: &str, pieces: Vec<Piece>) -> (bool, Body) {
    let rooms = rooms();
    let (mut body, send) = request_in(&rooms, path);
    for piece in pieces {
        send.send(piece).await.unwrap();
        look(&mut body).await;
    }
    tokio::select! {
        biased;
        _ = next(&mut body) => panic!("it waits"),
        () = sleep(limits::STANDING) => {}
    }
    let gave = rooms.of(method(path)).arriving.make_room();
    // As long as this is held nothing ends.
    drop(send);
    (gave, body)
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_message_gives_way() {
    for (path, pieces) in [
        ("/tilewright.v1.PuzzleService/MinSwaps", vec![]),
        ("/tilewright.v1.PuzzleService/MinSwaps", vec![Ok(piece())]),
        ("/tilewright.v1.PuzzleService/BlindSession", vec![]),
        ("/tilewright.v1.PuzzleService/BlindSession", vec![Ok(piece())]),
        ("/grpc.health.v1.Health/Check", vec![]),
    ] {
        let (gave, mut body) = gives_way(path, pieces).await;
        assert!(gave, "{path}");
        let status = next(&mut body).await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted, "{path}");
    }
    // What a game's player will say next may take its time, and so may a part of it.
    let both = Frame::data(Bytes::from([MESSAGE, &MESSAGE[..3]].concat()));
    for pieces in [vec![Ok(message())], vec![Ok(message()), Ok(piece())], vec![Ok(both)]] {
        let (gave, mut body) = gives_way("/tilewright.v1.PuzzleService/BlindSession", pieces).await;
        assert!(!gave);
        while let Some(frame) = next(&mut body).await {
            frame.unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_has_its_message_or_left_keeps_its_place() {
    let (rooms, path) = (rooms(), "/tilewright.v1.PuzzleService/MinSwaps");
    let (mut trailed, trails) = request_in(&rooms, path);
    let (mut whole, send) = request_in(&rooms, path);
    let (mut left, _send) = request_in(&rooms, path);
    for body in [&mut trailed, &mut whole, &mut left] {
        tokio::select! {
            biased;
            _ = next(body) => panic!("it waits"),
            () = sleep(limits::STANDING) => {}
        }
    }
    send.send(Ok(piece())).await.unwrap();
    drop(send);
    next(&mut whole).await.unwrap().unwrap();
    assert!(next(&mut whole).await.is_none());
    trails.send(Ok(Frame::trailers(http::HeaderMap::new()))).await.unwrap();
    next(&mut trailed).await.unwrap().unwrap();
    drop(left);
    assert!(!rooms.of(method(path)).arriving.make_room());
}

#[tokio::test(start_paused = true)]
async fn who_was_asked_must_go_even_if_its_message_is_here() {
    let path = "/tilewright.v1.PuzzleService/MinSwaps";
    let rooms = rooms();
    let (mut body, send) = request_in(&rooms, path);
    tokio::select! {
        biased;
        _ = next(&mut body) => panic!("it waits"),
        () = sleep(limits::STANDING) => {}
    }
    assert!(rooms.of(method(path)).arriving.make_room());
    send.send(Ok(piece())).await.unwrap();
    drop(send);
    assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
}

#[tokio::test(start_paused = true)]
async fn what_comes_in_pieces_is_handed_on_whole() {
    let (mut game, send) = request("/tilewright.v1.PuzzleService/BlindSession");
    for (piece, handed_on) in [
        (&MESSAGE[..2], None),
        (&MESSAGE[2..6], None),
        (&[&MESSAGE[6..], MESSAGE, &MESSAGE[..6]].concat()[..], Some([MESSAGE, MESSAGE].concat())),
        (&MESSAGE[6..], Some(MESSAGE.to_vec())),
        (MESSAGE, Some(MESSAGE.to_vec())),
        (&MESSAGE[..6], None),
    ] {
        send.send(Ok(Frame::data(Bytes::copy_from_slice(piece)))).await.unwrap();
        assert_eq!(look(&mut game).await, handed_on);
    }
    drop(send);
    assert_eq!(look(&mut game).await.unwrap(), &MESSAGE[..6], "it broke off");
    assert!(next(&mut game).await.is_none());
    // A call that has one message is looked at when its body has ended.
    let (mut call, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
    for piece in [&MESSAGE[..2], &MESSAGE[2..]] {
        send.send(Ok(Frame::data(Bytes::from_static(piece)))).await.unwrap();
        assert_eq!(look(&mut call).await, None);
    }
    send.send(Ok(Frame::trailers(http::HeaderMap::new()))).await.unwrap();
    assert_eq!(next(&mut call).await.unwrap().unwrap().into_data().unwrap(), MESSAGE);
    assert!(next(&mut call).await.unwrap().unwrap().is_trailers());
}

#[tokio::test]
async fn what_breaks_off_is_its_senders_mistake() {
    for (status, code) in [
        (Status::internal("malformed base64 request"), Code::InvalidArgument),
        (Status::unknown("connection lost"), Code::InvalidArgument),
        (Status::cancelled("reset"), Code::Cancelled),
    ] {
        let (mut body, send) = request("/tilewright.v1.PuzzleService/MinSwaps");
        send.send(Err(status)).await.unwrap();
        assert_eq!(next(&mut body).await.unwrap().unwrap_err().code(), code);
    }
}
