//! Looks at each call's token before anything else does: who calls, whether it may call this, and not too often.
//!
//! Health is told to everyone: those who ask are load balancers and probes, which have no tokens. A call that is refused costs
//! a digest and a status; its request is never decoded.

use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::{Either, Ready, ready};
use http::header::AUTHORIZATION;
use http::{HeaderMap, Request, Response};
use tonic::Status;
use tonic::body::Body;
use tower::{Layer, Service};

use super::principals::Principals;
use crate::grpc::call::Call;
use crate::grpc::principal::{Principal, need_of};
use crate::grpc::status::Error;
use crate::server::reload::Reloaded;
use crate::server::telemetry::methods::method;
use crate::server::telemetry::security::{RefusedFor, SecurityMetrics};

/// Services that everyone may call.
const OPEN: &str = "grpc.health.v1.Health/";

/// See the module. Where no principals are named it lets everyone pass.
#[derive(Clone, Debug)]
pub struct AuthLayer {
    principals: Option<Reloaded<Principals>>,
    metrics: SecurityMetrics,
}

impl AuthLayer {
    /// A layer that lets these pass, or everyone, and counts here whom it refuses.
    #[must_use]
    pub fn new(principals: Option<Reloaded<Principals>>, metrics: SecurityMetrics) -> Self {
        Self { principals, metrics }
    }

    /// Lets the call pass, or says why not.
    fn admit<B>(&self, request: &Request<B>) -> Result<(), Error> {
        let Some(principals) = &self.principals else { return Ok(()) };
        let method = method(request.uri().path()).name;
        if method.starts_with(OPEN) {
            return Ok(());
        }
        let refuse = |why, error| {
            self.metrics.refused(why);
            Err(error)
        };
        let Some(token) = bearer(request.headers()) else { return refuse(RefusedFor::Missing, Error::TokenMissing) };
        let Some(principal) = principals.current().find(token) else {
            return refuse(RefusedFor::Unknown, Error::TokenUnknown);
        };
        if let Some(call) = request.extensions().get::<Call>() {
            call.is_of(Arc::clone(&principal));
        }
        may(&principal, method).or_else(|error| refuse(RefusedFor::Scope, error))?;
        match principal.rate.as_ref().map(|rate| (rate.take(), rate.calls())) {
            Some((Err(wait), calls)) => refuse(RefusedFor::Rate, Error::TooManyCalls { calls, wait }),
            _ => Ok(()),
        }
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

impl<S> Layer<S> for AuthLayer {
    type Service = Guarded<S>;

    fn layer(&self, inner: S) -> Guarded<S> {
        Guarded { inner, layer: self.clone() }
    }
}

/// A service that only those reach who may.
#[derive(Clone, Debug)]
pub struct Guarded<S> {
    inner: S,
    layer: AuthLayer,
}

impl<S> Service<Request<Body>> for Guarded<S>
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
