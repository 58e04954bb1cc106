//! How connections and the whole server end, whatever clients do.

use std::pin::Pin;
use std::time::Duration;

use axum::routing::post;
use tilewright::grpc::proto::ListDictionariesRequest;
use tilewright::grpc::proto::lexicon_service_client::LexiconServiceClient;
use tilewright::server::house::House;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_stream::Stream;
use tonic::server::ServerStreamingService;
use tonic::transport::Channel;
use tonic::{Code, Request, Response, Status, Streaming};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use tonic_prost::ProstCodec;

use crate::support::{LONG, Server, call};

/// Two streams that only the server's end can end: one minds it, one does not.
fn with_open_streams(house: House) -> House {
    let ending = house.shared.ending.clone();
    let router = house.routes.into_axum_router();
    let minds = post(async move |request: http::Request<axum::body::Body>| open(request, Some(ending)).await);
    let never = post(async |request: http::Request<axum::body::Body>| open(request, None).await);
    House { routes: router.route("/test.Open/Minds", minds).route("/test.Open/Never", never).into(), ..house }
}

async fn open(
    request: http::Request<axum::body::Body>,
    ending: Option<watch::Receiver<bool>>,
) -> http::Response<tonic::body::Body> {
    let mut grpc = tonic::server::Grpc::new(ProstCodec::<HealthCheckResponse, HealthCheckRequest>::default());
    grpc.server_streaming(Open(ending), request).await
}

#[derive(Clone)]
struct Open(Option<watch::Receiver<bool>>);

type Answers = Pin<Box<dyn Stream<Item = Result<HealthCheckResponse, Status>> + Send>>;

impl ServerStreamingService<HealthCheckRequest> for Open {
    type Response = HealthCheckResponse;
    type ResponseStream = Answers;
    type Future = std::future::Ready<Result<Response<Answers>, Status>>;

    fn call(&mut self, _: Request<HealthCheckRequest>) -> Self::Future {
        let (answers, stream) = tokio::sync::mpsc::channel(1);
        let ending = self.0.clone();
        tokio::spawn(async move {
            let _ = answers.send(Ok(HealthCheckResponse::default())).await;
            if let Some(mut ending) = ending {
                let _ = ending.wait_for(|ending| *ending).await;
                let _ = answers.send(Err(tilewright::grpc::status::Error::Draining.into())).await;
            } else {
                answers.closed().await;
            }
        });
        std::future::ready(Ok(Response::new(Box::pin(tokio_stream::wrappers::ReceiverStream::new(stream)))))
    }
}

/// Opens a stream, and waits until it is open.
async fn open_stream(channel: &Channel, path: &'static str) -> Streaming<HealthCheckResponse> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.unwrap();
    let codec = ProstCodec::<HealthCheckRequest, HealthCheckResponse>::default();
    let path = http::uri::PathAndQuery::from_static(path);
    let mut stream =
        client.server_streaming(Request::new(HealthCheckRequest::default()), path, codec).await.unwrap().into_inner();
    stream.message().await.unwrap().expect("a first answer");
    stream
}

async fn check(channel: &Channel) -> Result<Response<HealthCheckResponse>, Status> {
    call(channel, "/grpc.health.v1.Health/Check", Request::new(HealthCheckRequest::default())).await
}

#[tokio::test]
async fn an_idle_client_does_not_hold_the_end() {
    let server = Server::start(&["--drain", "15s"]).await;
    let channel = server.connect().await;
    check(&channel).await.unwrap();
    let (ended, took) = server.end().await;
    assert_eq!(ended.calls_cut, 0);
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test]
async fn half_a_preface_and_a_silent_connection_do_not_hold_the_end() {
    let server = Server::start(&["--drain", "15s"]).await;
    let mut half = TcpStream::connect(server.grpc).await.unwrap();
    half.write_all(b"PRI * HTTP/2.0\r\n").await.unwrap();
    let _silent = TcpStream::connect(server.grpc).await.unwrap();
    server.wait_for("/metrics", "tilewright_connections_open 2\n").await;
    let (ended, took) = server.end().await;
    assert_eq!(ended.calls_cut, 0);
    assert!(took < Duration::from_secs(5), "{took:?}");
    let mut rest = Vec::new();
    let _ = timeout(LONG, half.read_to_end(&mut rest)).await.expect("the connection is closed");
}

#[tokio::test]
async fn a_health_watcher_hears_of_the_end_and_does_not_hold_it() {
    let server = Server::start(&["--drain", "15s"]).await;
    server.wait_for("/readyz", "200 OK").await;
    let mut client = HealthClient::new(server.connect().await);
    let mut watching = client.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    let told = watching.message().await.unwrap().unwrap();
    assert_eq!(told.status(), ServingStatus::Serving);
    let (_, took) = server.end().await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    let told = watching.message().await.unwrap().unwrap();
    assert_eq!(told.status(), ServingStatus::NotServing);
}

#[tokio::test]
async fn an_open_stream_is_told_before_the_hard_end() {
    let server = Server::start_changed(&["--drain", "2s"], with_open_streams).await;
    let mut stream = open_stream(&server.connect().await, "/test.Open/Minds").await;
    server.wait_for("/metrics", "tilewright_calls_in_flight 1\n").await;
    let (ended, took) = server.end().await;
    assert_eq!(ended.calls_cut, 0);
    assert!(took >= Duration::from_millis(1400), "{took:?}");
    let status = stream.message().await.unwrap_err();
    assert_eq!(status.code(), Code::Unavailable);
    assert!(status.message().contains("ending"), "{status}");
}

#[tokio::test]
async fn a_stream_that_minds_nothing_is_cut_at_the_hard_end() {
    let mut server = Server::start_changed(&["--drain", "2s"], with_open_streams).await;
    let mut stream = open_stream(&server.connect().await, "/test.Open/Never").await;
    server.stop();
    // Meanwhile the house says that it drains, and takes nobody in.
    let answer = server.wait_for("/readyz", "503").await;
    assert!(answer.ends_with("\r\n\r\ndraining\n"), "{answer}");
    assert!(server.get("/livez").await.starts_with("HTTP/1.1 200"));
    assert!(TcpStream::connect(server.grpc).await.is_err());
    let (ended, took) = server.end().await;
    assert_eq!(ended.calls_cut, 1);
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(timeout(LONG, stream.message()).await.expect("the stream is cut").is_err());
}

#[tokio::test]
async fn one_connection_too_many_is_closed_and_its_place_given_on() {
    let server = Server::start(&["--max-connections", "1"]).await;
    let first = server.connect().await;
    LexiconServiceClient::new(first.clone()).list_dictionaries(ListDictionariesRequest::default()).await.unwrap();
    let mut second = TcpStream::connect(server.grpc).await.unwrap();
    let mut heard = Vec::new();
    let _ = timeout(LONG, second.read_to_end(&mut heard)).await.expect("it is closed at once");
    assert_eq!(heard, b"");
    check(&first).await.unwrap();
    server.wait_for("/metrics", "tilewright_connections_refused_total 1\n").await;
    drop(first);
    server.wait_for("/metrics", "tilewright_connections_open 0\n").await;
    check(&server.connect().await).await.unwrap();
}

#[tokio::test]
async fn an_old_connection_is_asked_to_go_and_its_client_comes_again() {
    let server = Server::start(&["--connection-age", "1s", "--connection-grace", "10s"]).await;
    let channel = server.connect().await;
    check(&channel).await.unwrap();
    server.wait_for("/metrics", "tilewright_connections_open 1\n").await;
    server.wait_for("/metrics", "tilewright_connections_open 0\n").await;
    check(&channel).await.unwrap();
}

#[tokio::test]
async fn a_client_that_leaves_is_counted_as_cancelled() {
    let server = Server::start_changed(&[], with_open_streams).await;
    let stream = open_stream(&server.connect().await, "/test.Open/Never").await;
    drop(stream);
    let cancelled = "tilewright_calls_total{method=\"unknown\",code=\"CANCELLED\"} 1\n";
    let text = server.wait_for("/metrics", cancelled).await;
    assert!(text.contains("tilewright_calls_in_flight 0\n"), "{text}");
}
