//! TLS: certificates renewed under load, clients that must have one, and what is no TLS.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tilewright::grpc::proto::MinSwapsRequest;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tonic::transport::Channel;

use crate::support::tls::{Authority, Pair};
use crate::support::{LONG, Server, file, grid};

async fn secured(name: &str, pair: &Pair, more: &[&str]) -> (Server, [String; 2]) {
    let paths = pair.write(name);
    let server = Server::start(&[&["--tls-cert", &*paths[0], "--tls-key", &*paths[1]], more].concat()).await;
    (server, paths)
}

async fn swaps(channel: Channel) -> Result<u32, tonic::Status> {
    let asked = MinSwapsRequest { start: Some(grid("abc/def")), target: Some(grid("fed/cba")), time_limit: None };
    Ok(PuzzleServiceClient::new(channel).min_swaps(asked).await?.into_inner().min_swaps)
}

/// Calls for ever, on one connection or on a new one each time, and counts.
fn keep_calling(
    server: &Server,
    authority: &Arc<Authority>,
    anew: bool,
    (stop, calls): (&Arc<AtomicBool>, &Arc<AtomicU64>),
) -> tokio::task::JoinHandle<()> {
    let (address, authority) = (server.grpc, Arc::clone(authority));
    let (stop, calls) = (Arc::clone(stop), Arc::clone(calls));
    tokio::spawn(async move {
        let mut channel = authority.connect(address, None).await.unwrap();
        while !stop.load(Ordering::Relaxed) {
            if anew {
                channel = authority.connect(address, None).await.unwrap();
            }
            assert_eq!(swaps(channel.clone()).await.unwrap(), 3);
            calls.fetch_add(1, Ordering::Relaxed);
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_is_renewed_under_load_and_no_call_is_lost() {
    let authority = Arc::new(Authority::new());
    let (first, second) = (authority.pair(), authority.pair());
    let (server, paths) = secured("renewed", &first, &[]).await;
    assert_eq!(authority.shown(server.grpc, &["h2"]).await, (first.der(), Some(b"h2".to_vec())));
    let (stop, calls) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let callers = [false, false, true].map(|anew| keep_calling(&server, &authority, anew, (&stop, &calls)));
    sleep(Duration::from_millis(200)).await;
    // The certificate comes first, and its key a while later: between the two nothing changes.
    std::fs::write(&paths[0], &second.cert).unwrap();
    server.wait_for("/metrics", "tilewright_reloads_total{what=\"tls\",result=\"failed\"} 1\n").await;
    assert_eq!(authority.shown(server.grpc, &["h2"]).await.0, first.der());
    std::fs::write(&paths[1], &second.key).unwrap();
    server.wait_for("/metrics", "tilewright_reloads_total{what=\"tls\",result=\"ok\"} 1\n").await;
    assert_eq!(authority.shown(server.grpc, &["h2"]).await.0, second.der());
    let so_far = calls.load(Ordering::Relaxed);
    sleep(Duration::from_millis(200)).await;
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        timeout(LONG, caller).await.unwrap().expect("no call was lost");
    }
    assert!(so_far > 10 && calls.load(Ordering::Relaxed) > so_far);
    let metrics = server.get("/metrics").await;
    assert!(metrics.contains("tilewright_tls_handshakes_failed_total 0\n"), "{metrics}");
    // rcgen's certificates end with the year 4095.
    assert!(metrics.contains("tilewright_tls_certificate_expires_seconds 67090"), "{metrics}");
}

#[tokio::test]
async fn a_client_must_show_a_certificate_of_the_authority_where_one_is_named() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let ca = file("clients.crt", &authority.pem);
    let (server, _) = secured("mutual", &authority.pair(), &["--tls-client-ca", &ca]).await;
    let known = authority.connect(server.grpc, Some(&authority.pair())).await.unwrap();
    assert_eq!(swaps(known).await.unwrap(), 3);
    for shows in [None, Some(stranger.pair())] {
        // In TLS 1.3 a client hears of it only when it first reads.
        if let Ok(channel) = authority.connect(server.grpc, shows.as_ref()).await {
            swaps(channel).await.unwrap_err();
        }
    }
    // A client may have tried again by itself.
    let failed = |metrics: &str| -> Option<u32> {
        metrics.lines().find_map(|line| line.strip_prefix("tilewright_tls_handshakes_failed_total ")?.parse().ok())
    };
    let began = Instant::now();
    while failed(&server.get("/metrics").await).unwrap() < 2 {
        assert!(began.elapsed() < LONG);
    }
}

#[tokio::test]
async fn who_speaks_no_tls_is_cut_off_and_nobody_else() {
    let authority = Authority::new();
    let (server, _) = secured("plain", &authority.pair(), &[]).await;
    let began = Instant::now();
    for says in [&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..], b"GET / HTTP/1.1\r\n\r\n", &[0x16, 3, 1, 0xff, 0xff]] {
        let mut stream = TcpStream::connect(server.grpc).await.unwrap();
        stream.write_all(says).await.unwrap();
        if says[0] != 0x16 {
            // An alert, and the end.
            let mut heard = Vec::new();
            let _ = timeout(LONG, stream.read_to_end(&mut heard)).await.unwrap();
            assert!(heard.len() < 10, "{heard:?}");
        }
        assert_eq!(swaps(authority.connect(server.grpc, None).await.unwrap()).await.unwrap(), 3);
    }
    assert!(began.elapsed() < LONG);
    assert!(server.get("/metrics").await.contains("tilewright_tls_handshakes_failed_total"));
    let (_, protocol) = authority.shown(server.grpc, &["http/1.1", "h2"]).await;
    assert_eq!(protocol, Some(b"h2".to_vec()), "HTTP/1.1 is spoken for gRPC-web only");
    // A handshake that does not go on holds up no drain.
    let half = TcpStream::connect(server.grpc).await.unwrap();
    let (_, took) = server.end().await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    drop(half);
}
