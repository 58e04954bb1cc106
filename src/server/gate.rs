//! What is looked at before a call is let in: who calls by its token, whether it may call this, and not too often; and whether
//! there is room for one more, or [can be made](super::room).
//!
//! Health is told to everyone: those who ask are load balancers and probes, which have no tokens. A call that is refused costs
//! a digest at most, and a status; its request is never decoded. Calls under way are counted by the telemetry around this layer,
//! until their last byte is handed over.

use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::{Either, Ready, ready};
use http::header::AUTHORIZATION;
use http::{HeaderMap, Request, Response};
use tonic::Status;
use tonic::body::Body;
use tower::{Layer, Service};

use super::io::Peer;
use super::principals::Principals;
use super::reload::Reloaded;
use super::room::Rooms;
use super::settings::Settings;
use super::telemetry::methods::{Method, method};
use super::telemetry::metrics::Metrics;
use super::telemetry::security::RefusedFor;
use crate::grpc::call::Call;
use crate::grpc::principal::{Principal, need_of};
use crate::grpc::status::Error;

/// Services that everyone may call.
const OPEN: &str = "grpc.health.v1.Health/";

/// See the module. Where no principals are named it lets everyone pass for whom there is room.
#[derive(Clone, Debug)]
pub struct GateLayer {
    rooms: Rooms,
    principals: Option<Reloaded<Principals>>,
    metrics: Arc<Metrics>,
}

impl GateLayer {
    /// The gate that the settings ask for, to these rooms, which counts here whom it refuses.
    #[must_use]
    pub fn new(settings: &Settings, rooms: Rooms, metrics: Arc<Metrics>) -> Self {
        Self { rooms, principals: settings.principals.clone(), metrics }
    }

    /// Lets the call pass, or says why not.
    fn admit<B>(&self, request: &Request<B>) -> Result<(), Error> {
        let method = method(request.uri().path());
        if let Some(principals) = &self.principals
            && !method.name.starts_with(OPEN)
        {
            self.know(request, method, &principals.current())?;
        }
        // After that: no search gives way to a stranger's. A connection is in use once it calls what it is here for, which health
        // and reflection are not. One that was asked to go just now is about to be cut off.
        let room = self.rooms.of(method);
        let peer = request.extensions().get::<Peer>().filter(|_| !method.probe);
        let stays = peer.is_none_or(|peer| peer.standing.uses());
        if stays && (self.metrics.under_way(method).get() <= room.most || room.arriving.make_room()) {
            Ok(())
        } else {
            Err(Error::Crowded { most: room.most })
        }
    }

    /// Lets the call of a principal pass that may make it.
    fn know<B>(&self, request: &Request<B>, method: Method, principals: &Principals) -> Result<(), Error> {
        let refuse = |why, error| {
            self.metrics.security.refused(why);
            Err(error)
        };
        let Some(token) = bearer(request.headers()) else { return refuse(RefusedFor::Missing, Error::TokenMissing) };
        let Some(principal) = principals.find(token) else { return refuse(RefusedFor::Unknown, Error::TokenUnknown) };
        if let Some(call) = request.extensions().get::<Call>() {
            call.is_of(Arc::clone(&principal));
        }
        if let Some(rate) = &principal.rate
            && let Err(wait) = rate.take()
        {
            return refuse(RefusedFor::Rate, Error::TooManyCalls { calls: rate.calls(), wait });
        }
        may(&principal, method.name).or_else(|error| refuse(RefusedFor::Scope, error))
    }
}

fn may(principal: &Principal, method: &str) -> Result<(), Error> {
    match need_of(method) {
        Some(scope) if !principal.scopes.contains(&scope) => Err(Error::ScopeMissing { scope, field: None }),
        _ => Ok(()),
    }
}

/// The token of `authorization: Bearer TOKEN`; the scheme may be written as one likes (RFC 9110, 11.1).
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.as_bytes().split_at_checked("bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii()).filter(|token| !token.is_empty())
}

impl<S> Layer<S> for GateLayer {
    type Service = Gated<S>;

    fn layer(&self, inner: S) -> Gated<S> {
        Gated { inner, layer: self.clone() }
    }
}

/// A service that only those reach who may.
#[derive(Clone, Debug)]
pub struct Gated<S> {
    inner: S,
    layer: GateLayer,
}

impl<S> Service<Request<Body>> for Gated<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response<Body>, S::Error>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match self.layer.admit(&request) {
            Ok(()) => {
                // Nobody below needs it, and what is not there cannot be logged.
                request.headers_mut().remove(AUTHORIZATION);
                Either::Left(self.inner.call(request))
            }
            Err(error) => Either::Right(ready(Ok(Status::from(error).into_http()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_follows_its_scheme() {
        for (value, token) in [
            ("Bearer abc", Some("abc")),
            ("bearer  abc ", Some("abc")),
            ("BEARER a.b-c=", Some("a.b-c=")),
            ("Bearer", None),
            ("Bearer ", None),
            ("Basic abc", None),
            ("abc", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, value.parse().unwrap());
            assert_eq!(bearer(&headers), token.map(str::as_bytes), "{value:?}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
