//! What every call passes before it reaches a service, from the outside in:
//!
//! 1. where `--grpc-web` is on: its connection hears that [its head](super::heads) is complete; CORS, which lets the pages of
//!    `--cors-origin` call; and gRPC-web, which is put into gRPC's own form, so that all that follows knows but one;
//! 2. [telemetry](super::telemetry::layer): the call's id, its log line and its count, whatever becomes of it;
//! 3. [its answer](super::answers), if it is large: handed over in pieces, so that what is unread has an end;
//! 4. [its message](super::arriving): it must arrive in time, and before its place is needed, or [what is kept](super::arriving::unfinished) of it;
//! 5. [the gate](super::gate): whether there is room, who calls, and whether it may.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue, Method, Request, Response, header};
use tonic::body::Body;
use tonic_web::GrpcWebLayer;
use tower::util::BoxCloneSyncService;
use tower::{Layer, Service, ServiceBuilder};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::answers::Unread;
use super::arriving::{self, unfinished::Unfinished};
use super::gate::GateLayer;
use super::heads;
use super::room::Rooms;
use super::settings::Settings;
use super::telemetry::layer::TelemetryLayer;
use super::telemetry::metrics::Metrics;
use super::telemetry::traces::Traces;
use super::telemetry::traces::span::TRACE_RESPONSE;
use crate::grpc::call::REQUEST_ID;

/// For how long a browser need not ask again whether it may call: what browsers take at most, about.
const CORS_GOOD_FOR: Duration = Duration::from_hours(2);

/// See the module.
#[derive(Clone, Debug)]
pub struct Front {
    telemetry: TelemetryLayer,
    unread: Unread,
    unfinished: Unfinished,
    longest_message: usize,
    rooms: Rooms,
    gate: GateLayer,
    /// Where gRPC-web is served: which pages may call.
    web: Option<CorsLayer>,
}

impl Front {
    /// The front that the settings ask for, which counts here, and keeps no more than these say of answers and messages.
    #[must_use]
    pub fn new(settings: &Settings, metrics: &Arc<Metrics>, (unread, unfinished): (Unread, Unfinished)) -> Self {
        let rooms = Rooms::new(settings);
        Self {
            telemetry: TelemetryLayer::new(Arc::clone(metrics), settings.max_message),
            unread,
            unfinished,
            longest_message: settings.max_message,
            gate: GateLayer::new(settings, rooms.clone(), Arc::clone(metrics)),
            rooms,
            web: settings.grpc_web.then(|| cors(&settings.cors_origins)),
        }
    }

    /// The same, that also traces calls.
    #[must_use]
    pub fn with_traces(self, traces: Option<Arc<Traces>>) -> Self {
        Self { telemetry: self.telemetry.with_traces(traces), ..self }
    }
}

/// What pages of these origins may send and see. Tokens go in a header and not in cookies, so no credentials are allowed.
fn cors(origins: &[HeaderValue]) -> CorsLayer {
    let of = HeaderName::from_static;
    let sent = [
        header::AUTHORIZATION,
        header::CONTENT_TYPE,
        of("grpc-timeout"),
        of("x-grpc-web"),
        of("x-user-agent"),
        of(REQUEST_ID),
        of("tilewright-key"),
        of("traceparent"),
        of("tracestate"),
    ];
    let seen = [
        of("grpc-status"),
        of("grpc-message"),
        of("grpc-status-details-bin"),
        of("grpc-retry-pushback-ms"),
        of(REQUEST_ID),
        of(TRACE_RESPONSE),
    ];
    let origins = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().cloned())
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::POST])
        .allow_headers(sent)
        .expose_headers(seen)
        .max_age(CORS_GOOD_FOR)
}

impl<S> Layer<S> for Front
where
    S: Service<Request<Body>, Response = Response<Body>> + Clone + Send + Sync + 'static,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Service = BoxCloneSyncService<Request<Body>, Response<Body>, S::Error>;

    fn layer(&self, inner: S) -> Self::Service {
        let (rooms, unfinished, longest) = (self.rooms.clone(), self.unfinished.clone(), self.longest_message);
        let inner = ServiceBuilder::new()
            .layer(&self.telemetry)
            .layer(&self.unread)
            .map_request(move |request| arriving::in_time(request, &rooms, &unfinished, longest))
            .layer(&self.gate)
            .service(inner);
        match &self.web {
            None => BoxCloneSyncService::new(ServiceBuilder::new().map_response(whole).service(inner)),
            Some(cors) => BoxCloneSyncService::new(
                ServiceBuilder::new()
                    .map_request(heads::complete)
                    .layer(cors)
                    .layer(GrpcWebLayer::new())
                    .service(inner),
            ),
        }
    }
}

/// The same answer, its body boxed.
fn whole<B>(response: Response<B>) -> Response<Body>
where
    B: http_body::Body<Data = bytes::Bytes, Error = tonic::Status> + Send + 'static,
{
    response.map(Body::new)
}
