//! The admin endpoints, over plain HTTP/1.1 on a port of their own that is not for callers.
//!
//! /livez answers as long as the process does: restarting is for a process that is stuck. /readyz answers 200 only while
//! new calls are welcome. /metrics is for Prometheus.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::Phase;
use super::telemetry::metrics::{CONTENT_TYPE, Metrics};

/// Serves them until it is dropped.
pub async fn serve(listener: TcpListener, phase: watch::Receiver<Phase>, metrics: Arc<Metrics>) {
    let admin = Router::new()
        .route("/livez", get(async || "live\n"))
        .route("/readyz", get(ready).with_state(phase))
        .route("/metrics", get(tell_metrics).with_state(metrics));
    if let Err(error) = axum::serve(listener, admin).await {
        tracing::error!(%error, "the admin endpoints ended");
    }
}

async fn ready(State(phase): State<watch::Receiver<Phase>>) -> Response {
    let phase = *phase.borrow();
    let status = if phase == Phase::Ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, format!("{phase}\n")).into_response()
}

async fn tell_metrics(State(metrics): State<Arc<Metrics>>) -> Response {
    match metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
