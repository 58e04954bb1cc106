//! A message of each method, through all that a call passes: it is answered in time, and never as if the service were at
//! fault.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Full};
use prost::bytes::Bytes;
use tilewright::server::front::Front;
use tilewright::server::house::House;
use tilewright::server::settings::Settings;
use tokio::runtime::{Builder, Runtime};
use tonic::Code;
use tonic::body::Body;
use tower::util::BoxCloneSyncService;
use tower::{Layer as _, ServiceExt as _};

const METHODS: [&str; 16] = [
    "PuzzleService/GenerateBoard",
    "PuzzleService/GenerateBoards",
    "PuzzleService/Solve",
    "PuzzleService/MinSwaps",
    "PuzzleService/CompareSolvers",
    "PuzzleService/BlindSession",
    "PuzzleService/StepBlindSession",
    "GuessService/MarkGuess",
    "GuessService/RankGuesses",
    "GuessService/EvaluateStrategy",
    "GuessService/LongestChain",
    "GuessService/CheckChain",
    "LexiconService/ListDictionaries",
    "LexiconService/LookUpWords",
    // Most of what there is to a request is in these two.
    "PuzzleService/Solve",
    "PuzzleService/StepBlindSession",
];
/// What callers wait.
const PATIENCE: &str = "40m";
/// What no call takes, on a machine that has much else to do.
const HANGS: Duration = Duration::from_secs(20);

type Service = BoxCloneSyncService<Request<Body>, Response<Body>, std::convert::Infallible>;

struct Served {
    runtime: Runtime,
    service: Service,
    /// What must live for as long as it is served.
    _house: Box<dyn std::any::Any + Send + Sync>,
}

static SERVED: LazyLock<Served> = LazyLock::new(|| {
    let settings = Settings::load(["tilewright", "--threads", "1", "--search-limit", "100ms"]).unwrap();
    let House { routes, shared, ending, metrics, unread, unfinished, .. } =
        House::build(&settings, Instant::now()).unwrap();
    let service = Front::new(&settings, &metrics.into(), (unread, unfinished)).layer(routes.prepare());
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    Served { runtime, service, _house: Box::new((shared, ending)) }
});

/// The first byte says which method; the rest is the message.
pub fn run(data: &[u8]) {
    let Some((&first, message)) = data.split_first() else { return };
    let method = METHODS[usize::from(first) % METHODS.len()];
    let served = &*SERVED;
    let call = async { tokio::time::timeout(HANGS, status(served.service.clone(), method, message)).await };
    let status = served.runtime.block_on(call).unwrap_or_else(|_| panic!("{method} hangs"));
    let (code, message) = (status.code(), status.message());
    assert!(!matches!(code, Code::Unknown | Code::Internal | Code::DataLoss), "{method}: {code:?} {message}");
}

/// How a call ends with this message, after all that it is answered.
async fn status(service: Service, method: &str, message: &[u8]) -> tonic::Status {
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    let body = Bytes::from([&[0], &length[..], message].concat());
    let request = Request::post(format!("http://fuzz/tilewright.v1.{method}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("grpc-timeout", PATIENCE)
        .body(Body::new(Full::new(body)))
        .unwrap();
    let Ok(response) = service.oneshot(request).await;
    let (head, mut body) = response.into_parts();
    let mut trailers = HeaderMap::new();
    while let Some(frame) = body.frame().await {
        if let Ok(last) = frame.expect("no answer breaks off").into_trailers() {
            trailers.extend(last);
        }
    }
    let ends = |headers: &HeaderMap| tonic::Status::from_header_map(headers);
    ends(&trailers).or_else(|| ends(&head.headers)).expect("every call ends with a status")
}
