//! Traces, told to a collector of the test's own.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use tilewright::grpc::proto::*;
use tokio::net::TcpListener;
use tonic::metadata::MetadataMap;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Request, Response, Status};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use crate::support::docs::{name, rows};
use crate::support::{LONG, Server, call};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";
const GENERATE: &str = "tilewright.v1.PuzzleService/GenerateBoard";

/// Takes spans, and keeps them with the attributes of their resource.
#[derive(Clone, Debug, Default)]
struct Collector(Arc<Mutex<Taken>>);

#[derive(Debug, Default)]
struct Taken {
    resource: Vec<KeyValue>,
    spans: Vec<Span>,
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let mut taken = self.0.lock().unwrap();
        for of_resource in request.into_inner().resource_spans {
            taken.resource = of_resource.resource.unwrap().attributes;
            taken.spans.extend(of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    /// One that listens, and where.
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = TraceServiceServer::new(collector.clone());
        let server = tonic::transport::Server::builder().add_service(service);
        tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
        (collector, format!("http://{address}"))
    }

    /// Its spans, once there are so many of calls.
    async fn spans(&self, calls: usize) -> Vec<Span> {
        let started = Instant::now();
        loop {
            let spans = self.0.lock().unwrap().spans.clone();
            if spans.iter().filter(|span| span.kind() == SpanKind::Server).count() >= calls {
                return spans;
            }
            assert!(started.elapsed() < LONG, "{spans:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

fn hex(id: &[u8]) -> String {
    use std::fmt::Write as _;
    id.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

/// An attribute, in words.
fn attribute(attributes: &[KeyValue], key: &str) -> Option<String> {
    let value = attributes.iter().find(|attribute| attribute.key == key)?.value.clone()?.value?;
    Some(match value {
        Value::StringValue(text) => text,
        Value::IntValue(number) => number.to_string(),
        other => panic!("{key}: {other:?}"),
    })
}

/// The span of the call with this request id, and its children, in their order.
fn of_call<'a>(spans: &'a [Span], request_id: &str) -> (&'a Span, Vec<&'a Span>) {
    let has_id = |span: &&Span| attribute(&span.attributes, "tilewright.request_id").as_deref() == Some(request_id);
    let span = spans.iter().find(has_id).unwrap_or_else(|| panic!("no {request_id} in {spans:?}"));
    let mut children: Vec<&Span> = spans.iter().filter(|child| child.parent_span_id == span.span_id).collect();
    children.sort_by_key(|child| child.end_time_unix_nano);
    for child in &children {
        assert_eq!((&child.trace_id, child.kind()), (&span.trace_id, SpanKind::Internal));
        assert!(child.start_time_unix_nano <= child.end_time_unix_nano);
        assert!(span.start_time_unix_nano <= child.start_time_unix_nano, "{span:?} {child:?}");
        assert!(child.end_time_unix_nano <= span.end_time_unix_nano, "{span:?} {child:?}");
    }
    (span, children)
}

fn names<'a>(children: &[&'a Span]) -> Vec<&'a str> {
    children.iter().map(|child| &*child.name).collect()
}

fn board(seed: &str) -> GenerateBoardRequest {
    let layout = Some(Layout { kind: layout::Kind::Rows.into(), rows: 2, columns: 5 });
    let board = Seeded { seed: seed.to_owned(), layout, ..Seeded::default() };
    GenerateBoardRequest { board: Some(board), ..GenerateBoardRequest::default() }
}

/// A request with an id, and with this header of its trace.
fn request<T>(message: T, id: &'static str, parent: Option<&str>) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("x-request-id", id.parse().unwrap());
    if let Some(parent) = parent {
        request.metadata_mut().insert("traceparent", parent.parse().unwrap());
    }
    request
}

fn response(metadata: &MetadataMap) -> Vec<String> {
    let text = metadata.get("traceresponse").expect("a traceresponse").to_str().unwrap();
    text.split('-').map(str::to_owned).collect()
}

#[tokio::test]
async fn calls_are_traced_in_the_callers_trace_with_their_pieces() {
    let (collector, url) = Collector::start().await;
    let server = Server::start(&["--otlp-endpoint", &url]).await;
    let mut puzzles = server.puzzles().await;
    let parent = format!("00-{TRACE}-{PARENT}-01");
    let made = puzzles.generate_board(request(board("a"), "made", Some(&parent))).await.unwrap();
    puzzles.generate_board(request(board("a"), "kept", None)).await.unwrap();
    let wrong = puzzles.generate_board(request(GenerateBoardRequest::default(), "wrong", None)).await.unwrap_err();
    let template = Some(GenerateBoardRequest {
        board: Some(Seeded { seed: String::new(), ..board("").board.unwrap() }),
        ..board("")
    });
    let seeds = (0..70).map(|n| format!("batch/{n}")).collect();
    let batch = GenerateBoardsRequest { template, seeds };
    let mut boards = puzzles.generate_boards(request(batch, "batch", None)).await.unwrap().into_inner();
    while boards.message().await.unwrap().is_some() {}
    let channel = server.connect().await;
    let check = Request::new(HealthCheckRequest::default());
    let checked = call::<_, HealthCheckResponse>(&channel, "/grpc.health.v1.Health/Check", check).await.unwrap();
    assert!(checked.metadata().get("traceresponse").is_none());
    let unknown = call::<_, ()>(&channel, "/no.Service/At", request((), "unknown", None)).await.unwrap_err();
    assert_eq!(unknown.code(), Code::Unimplemented);

    let spans = collector.spans(5).await;
    let (span, children) = of_call(&spans, "made");
    assert_eq!((&*span.name, span.kind()), (GENERATE, SpanKind::Server));
    assert_eq!((hex(&span.trace_id), hex(&span.parent_span_id)), (TRACE.to_owned(), PARENT.to_owned()));
    assert_eq!(response(made.metadata()), ["00", TRACE, &*hex(&span.span_id), "01"]);
    let of = |key| attribute(&span.attributes, key);
    assert_eq!(of("rpc.system").as_deref(), Some("grpc"));
    assert_eq!(of("rpc.service").as_deref(), Some("tilewright.v1.PuzzleService"));
    assert_eq!(of("rpc.method").as_deref(), Some("GenerateBoard"));
    assert_eq!(of("rpc.grpc.status_code").as_deref(), Some("0"));
    let named: BTreeSet<&str> = names(&children).into_iter().collect();
    assert_eq!(named, BTreeSet::from(["cache", "compute", "queue"]));
    let piece = |name| *children.iter().find(|child| child.name == name).unwrap();
    assert_eq!(attribute(&piece("cache").attributes, "tilewright.cache").as_deref(), Some("boards"));
    assert_eq!(attribute(&piece("cache").attributes, "tilewright.cache_result").as_deref(), Some("miss"));
    assert!(attribute(&piece("compute").attributes, "tilewright.nodes").unwrap().parse::<u64>().unwrap() > 0);
    assert_eq!(piece("queue").end_time_unix_nano, piece("compute").start_time_unix_nano);

    let (span, children) = of_call(&spans, "kept");
    assert!(span.parent_span_id.is_empty() && hex(&span.trace_id) != TRACE);
    assert_eq!(names(&children), ["cache"]);
    assert_eq!(attribute(&children[0].attributes, "tilewright.cache_result").as_deref(), Some("hit"));

    let (span, children) = of_call(&spans, "wrong");
    assert!(children.is_empty());
    assert_eq!(attribute(&span.attributes, "rpc.grpc.status_code").as_deref(), Some("3"));
    assert_ne!(span.status.as_ref().map(opentelemetry_proto::tonic::trace::v1::Status::code), Some(StatusCode::Error));
    assert_eq!(response(wrong.metadata())[1], hex(&span.trace_id));

    let (span, children) = of_call(&spans, "batch");
    let left_out: usize = attribute(&span.attributes, "tilewright.pieces_left_out").unwrap().parse().unwrap();
    assert!(left_out >= 70 && children.len() > 64, "{left_out}, {}", children.len());

    let (span, _) = of_call(&spans, "unknown");
    assert_eq!(span.name, "unknown");
    assert_eq!(span.status.as_ref().map(opentelemetry_proto::tonic::trace::v1::Status::code), Some(StatusCode::Error));

    let sent = format!("tilewright_spans_total{{result=\"sent\"}} {}\n", spans.len());
    server.wait_for("/metrics", &sent).await;
    documented(&spans, &collector.0.lock().unwrap().resource);
}

/// Holds spans and their attributes to docs/telemetry.md, both ways.
fn documented(spans: &[Span], resource: &[KeyValue]) {
    let called = |span: &Span| match span.kind() {
        SpanKind::Server => "package.Service/Method".to_owned(),
        _ => span.name.clone(),
    };
    let kinds: BTreeSet<(String, String)> =
        rows("| span | kind | when |").iter().map(|row| (name(&row[0]), row[1].clone())).collect();
    let kind = |span: &Span| span.kind().as_str_name().trim_start_matches("SPAN_KIND_").to_lowercase();
    assert_eq!(spans.iter().map(|span| (called(span), kind(span))).collect::<BTreeSet<_>>(), kinds);
    let attributes = rows("| span | attribute | type | meaning |");
    let typed = |of: String, attribute: &KeyValue| {
        let kind = match attribute.value.as_ref().unwrap().value.as_ref().unwrap() {
            Value::StringValue(_) => "text",
            Value::IntValue(_) => "number",
            other => panic!("{other:?}"),
        };
        (of, attribute.key.clone(), kind.to_owned())
    };
    let of_spans = spans.iter().flat_map(|span| span.attributes.iter().map(|attribute| typed(called(span), attribute)));
    let of_resource = resource.iter().map(|attribute| typed("resource".to_owned(), attribute));
    let documented: BTreeSet<_> =
        attributes.iter().map(|row| (row[0].trim_matches('`').to_owned(), name(&row[1]), row[2].clone())).collect();
    assert_eq!(of_spans.chain(of_resource).collect::<BTreeSet<_>>(), documented);
    assert_eq!(attribute(resource, "service.name").as_deref(), Some("tilewright"));
    uuid::Uuid::parse_str(&attribute(resource, "service.instance.id").unwrap()).unwrap();
}

#[tokio::test]
async fn a_trace_that_its_caller_does_not_sample_is_passed_on_and_not_told() {
    let (collector, url) = Collector::start().await;
    let server = Server::start(&["--otlp-endpoint", &url]).await;
    let mut puzzles = server.puzzles().await;
    let parent = format!("00-{TRACE}-{PARENT}-00");
    let answer = puzzles.generate_board(request(board("a"), "unsampled", Some(&parent))).await.unwrap();
    let told = response(answer.metadata());
    assert_eq!((&*told[1], &*told[3]), (TRACE, "00"));
    puzzles.generate_board(request(board("a"), "sampled", None)).await.unwrap();
    let (ended, _) = server.end().await;
    assert_eq!(ended.calls_cut, 0);
    // The end sends what is left, and that is all.
    let spans = collector.spans(1).await;
    assert!(spans.iter().all(|span| hex(&span.trace_id) != TRACE), "{spans:?}");
    of_call(&spans, "sampled");
}

#[tokio::test]
async fn without_a_collector_nothing_is_traced() {
    let server = Server::start(&[]).await;
    let parent = format!("00-{TRACE}-{PARENT}-01");
    let answer = server.puzzles().await.generate_board(request(board("a"), "x", Some(&parent))).await.unwrap();
    assert!(answer.metadata().get("traceresponse").is_none());
}

/// Calls of a server whose collector is no use; how long they took, and what the server says of its spans.
async fn calls_beside(collector: SocketAddr, drain: &str) -> (Duration, Duration) {
    let server = Server::start(&["--otlp-endpoint", &format!("http://{collector}"), "--drain", drain]).await;
    let mut puzzles = server.puzzles().await;
    let started = Instant::now();
    for _ in 0..20 {
        puzzles.generate_board(request(board("a"), "x", None)).await.unwrap();
    }
    let took = started.elapsed();
    // So that spans are being sent when the end comes.
    tokio::time::sleep(Duration::from_millis(1200)).await;
    puzzles.generate_board(request(board("a"), "x", None)).await.unwrap();
    if drain == "15s" {
        assert!(!server.get("/metrics").await.contains("tilewright_spans_total{result=\"sent\"} 1"));
    }
    let (ended, ends) = server.end().await;
    assert_eq!(ended.calls_cut, 0);
    (took, ends)
}

#[tokio::test]
async fn a_collector_that_is_down_holds_up_neither_calls_nor_the_end() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = listener.local_addr().unwrap();
    drop(listener);
    let (took, ends) = calls_beside(nobody, "15s").await;
    assert!(took < Duration::from_secs(5) && ends < Duration::from_secs(5), "{took:?}, {ends:?}");
}

#[tokio::test]
async fn a_collector_that_hangs_holds_up_neither_calls_nor_the_end() {
    // It is connected to, and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let (took, ends) = calls_beside(address, "15s").await;
    assert!(took < Duration::from_secs(5) && ends < Duration::from_secs(5), "{took:?}, {ends:?}");
    // However little time the end has, it is kept.
    let (_, ends) = calls_beside(address, "1s").await;
    assert!(ends < Duration::from_millis(1900), "{ends:?}");
}
