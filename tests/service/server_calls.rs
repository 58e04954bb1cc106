//! What every call meets, whichever service it is for: health, reflection, ids, metrics, refusals.

use prost::Message as _;
use tilewright::grpc::proto::{MarkGuessRequest, MarkGuessResponse};
use tilewright::grpc::status::PUSHBACK;
use tokio_stream::StreamExt as _;
use tonic::metadata::MetadataMap;
use tonic::{Code, Request};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use tonic_types::StatusExt as _;
use uuid::Uuid;

use crate::support::{Server, call, stream};

const MARK_GUESS: &str = "/tilewright.v1.GuessService/MarkGuess";
const CHECK: &str = "/grpc.health.v1.Health/Check";

fn id_in(metadata: &MetadataMap) -> &str {
    metadata.get("x-request-id").expect("an id").to_str().unwrap()
}

fn health_of(service: &str) -> Request<HealthCheckRequest> {
    Request::new(HealthCheckRequest { service: service.to_owned() })
}

#[tokio::test]
async fn health_is_told_of_the_house_and_of_every_service() {
    let server = Server::start(&[]).await;
    let channel = server.connect().await;
    server.wait_for("/readyz", "200 OK").await;
    for service in std::iter::once("").chain(tilewright::grpc::service_names()) {
        let answer: HealthCheckResponse = call(&channel, CHECK, health_of(service)).await.unwrap().into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving, "{service:?}");
    }
    let unknown = call::<_, HealthCheckResponse>(&channel, CHECK, health_of("no.Service")).await.unwrap_err();
    assert_eq!(unknown.code(), Code::NotFound);
}

/// Asks reflection, of one version, for the services and for the file of one of them.
macro_rules! reflects {
    ($channel:expr, $path:literal, $version:ident) => {{
        use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
        use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;
        use tonic_reflection::pb::$version::{ServerReflectionRequest, ServerReflectionResponse};
        let asks = [
            MessageRequest::ListServices(String::new()),
            MessageRequest::FileContainingSymbol("tilewright.v1.GuessService".to_owned()),
        ];
        let asks = asks.map(|ask| ServerReflectionRequest { host: String::new(), message_request: Some(ask) });
        let answers = stream::<_, ServerReflectionResponse>($channel, $path, tokio_stream::iter(asks)).await;
        let answers: Vec<_> =
            answers.unwrap().into_inner().map(|answer| answer.unwrap().message_response).collect().await;
        let [Some(MessageResponse::ListServicesResponse(list)), Some(MessageResponse::FileDescriptorResponse(file))] =
            &answers[..]
        else {
            panic!("{answers:?}");
        };
        let services: Vec<&str> = list.service.iter().map(|service| &*service.name).collect();
        let own = ["grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection"];
        for name in tilewright::grpc::service_names().into_iter().chain(own) {
            assert!(services.contains(&name), "{name} in {services:?}");
        }
        let file = prost_types::FileDescriptorProto::decode(&*file.file_descriptor_proto[0]).unwrap();
        assert_eq!(file.package(), "tilewright.v1");
    }};
}

#[tokio::test]
async fn both_reflections_name_every_service() {
    let server = Server::start(&[]).await;
    let channel = server.connect().await;
    reflects!(&channel, "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", v1);
    reflects!(&channel, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", v1alpha);
}

#[tokio::test]
async fn reflection_can_be_off() {
    use tonic_reflection::pb::v1::{ServerReflectionRequest, ServerReflectionResponse};
    let server = Server::start(&["--reflection", "off"]).await;
    let asks = tokio_stream::iter([ServerReflectionRequest::default()]);
    let path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    let refused = stream::<_, ServerReflectionResponse>(&server.connect().await, path, asks).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unimplemented);
}

#[tokio::test]
async fn a_request_id_is_returned_or_made() {
    let server = Server::start(&[]).await;
    let channel = server.connect().await;
    let mut request = health_of("");
    request.metadata_mut().insert("x-request-id", "board-of-today".parse().unwrap());
    let answer = call::<_, HealthCheckResponse>(&channel, CHECK, request).await.unwrap();
    assert_eq!(id_in(answer.metadata()), "board-of-today");

    let answer = call::<_, HealthCheckResponse>(&channel, CHECK, health_of("")).await.unwrap();
    Uuid::parse_str(id_in(answer.metadata())).unwrap();

    let mut request = health_of("no.Service");
    request.metadata_mut().insert("x-request-id", "board-of-never".parse().unwrap());
    let refused = call::<_, HealthCheckResponse>(&channel, CHECK, request).await.unwrap_err();
    assert_eq!(id_in(refused.metadata()), "board-of-never");
}

#[tokio::test]
async fn an_unknown_method_is_unimplemented_and_counts_under_one_name() {
    let server = Server::start(&[]).await;
    let channel = server.connect().await;
    for path in ["/no.Service/At", "/tilewright.v1.GuessService/NoMethod", "/x"] {
        let refused = call::<_, ()>(&channel, path, Request::new(())).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unimplemented, "{path}");
        Uuid::parse_str(id_in(refused.metadata())).unwrap();
    }
    let text = server.get("/metrics").await;
    assert!(text.contains("tilewright_calls_total{method=\"unknown\",code=\"UNIMPLEMENTED\"} 3\n"), "{text}");
    assert!(!text.contains("no.Service") && !text.contains("NoMethod"), "{text}");
}

#[tokio::test]
async fn an_oversized_message_is_refused_and_the_next_call_served() {
    let server = Server::start(&["--max-message", "4KiB"]).await;
    let channel = server.connect().await;
    let large = MarkGuessRequest { guess: "a".repeat(5000), ..Default::default() };
    let mut request = Request::new(large);
    request.metadata_mut().insert("x-request-id", "too-much".parse().unwrap());
    let refused = call::<_, MarkGuessResponse>(&channel, MARK_GUESS, request).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert_eq!(id_in(refused.metadata()), "too-much");
    let details = refused.get_details_error_info().unwrap();
    assert_eq!((&*details.domain, &*details.reason), ("tilewright", "MESSAGE_TOO_LARGE"));
    assert_eq!(details.metadata["limit_bytes"], "4096");
    // Libraries that make calls again by a policy need not: it stays too large.
    assert_eq!(refused.metadata().get(PUSHBACK).unwrap(), "-1");

    call::<_, HealthCheckResponse>(&channel, CHECK, health_of("")).await.unwrap();
    let large = HealthCheckRequest { service: "a".repeat(5000) };
    let refused = call::<_, HealthCheckResponse>(&channel, CHECK, Request::new(large)).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
}

#[tokio::test]
async fn the_admin_endpoints_answer_and_count() {
    let server = Server::start(&["--queue-long", "7"]).await;
    let channel = server.connect().await;
    call::<_, HealthCheckResponse>(&channel, CHECK, health_of("")).await.unwrap();
    assert!(server.get("/livez").await.ends_with("\r\n\r\nlive\n"));
    assert!(server.wait_for("/readyz", "200 OK").await.ends_with("\r\n\r\nready\n"));
    assert!(server.get("/elsewhere").await.starts_with("HTTP/1.1 404"));
    let text = server.get("/metrics").await;
    assert!(text.contains("content-type: application/openmetrics-text"), "{text}");
    for line in [
        "tilewright_calls_total{method=\"grpc.health.v1.Health/Check\",code=\"OK\"} 1",
        "tilewright_call_seconds_count{method=\"grpc.health.v1.Health/Check\",code=\"OK\"} 1",
        "tilewright_connections_open 1",
        "tilewright_lane_capacity{lane=\"long\"} 7",
        "tilewright_lane_waiting{lane=\"short\"} 0",
        "tilewright_calls_in_flight 0",
    ] {
        assert!(text.lines().any(|had| had == line), "{line} in\n{text}");
    }
}

#[tokio::test]
async fn a_handler_that_panics_fails_its_own_call_only() {
    let server = Server::start_changed(&[], |mut house| {
        let router = house.routes.into_axum_router();
        house.routes = router.route("/test.Bug/Panic", axum::routing::post(async || panic!("on purpose") as ())).into();
        house
    });
    let server = server.await;
    let channel = server.connect().await;
    let failed = call::<_, ()>(&channel, "/test.Bug/Panic", Request::new(())).await.unwrap_err();
    assert_eq!(failed.code(), Code::Internal);
    assert!(!failed.message().contains("purpose"), "{failed}");
    call::<_, HealthCheckResponse>(&channel, CHECK, health_of("")).await.unwrap();
    let text = server.get("/metrics").await;
    assert!(text.contains("tilewright_calls_total{method=\"unknown\",code=\"INTERNAL\"} 1\n"), "{text}");
}
