//! What the service knows and notes of one call: its id, how long it may take, where its time went, and what it answered.

use std::future::Future;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use http::HeaderMap;
use tonic::{Request, Response};
use uuid::Uuid;

use super::answer::Answer;
use super::limits;
use super::pieces::{Piece, Pieces};
use super::principal::{Principal, Scope};
use super::status::Error;
use crate::cache::{Found, How, Kept};
use crate::compute::{AccountPlace, Admission, Timing};

/// The header that names a call, taken from the caller and given back.
pub const REQUEST_ID: &str = "x-request-id";

/// One call, shared by the layer that logs it and the handler that answers it. Travels in the request's extensions.
#[derive(Clone, Debug)]
pub struct Call(Arc<Facts>);

#[derive(Debug)]
struct Facts {
    request_id: String,
    /// Who calls, once that is known; nobody in particular where the operator names no principals.
    principal: OnceLock<Arc<Principal>>,
    received: Instant,
    deadline: Option<Instant>,
    /// Nanoseconds; a call that computes in pieces adds them up.
    queued: AtomicU64,
    computed: AtomicU64,
    nodes: AtomicU64,
    /// What its last answer claims: nothing, or one more than whether it is proven.
    claim: AtomicU8,
    /// Set where they are to be kept.
    pieces: OnceLock<Mutex<Pieces>>,
}

impl Call {
    /// A call that has just arrived with these headers.
    #[must_use]
    pub fn received(headers: &HeaderMap) -> Self {
        let received = Instant::now();
        let request_id = headers
            .get(REQUEST_ID)
            .and_then(|value| value.to_str().ok())
            .filter(|id| (1..=limits::REQUEST_ID_BYTES).contains(&id.len()))
            .map_or_else(|| Uuid::new_v4().to_string(), str::to_owned);
        let deadline = headers
            .get("grpc-timeout")
            .and_then(|value| value.to_str().ok())
            .and_then(parse_timeout)
            .and_then(|timeout| received.checked_add(timeout));
        Self(Arc::new(Facts {
            request_id,
            principal: OnceLock::new(),
            received,
            deadline,
            queued: AtomicU64::new(0),
            computed: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            claim: AtomicU8::new(0),
            pieces: OnceLock::new(),
        }))
    }

    /// A call of the service's own, which nobody waits for.
    #[must_use]
    pub fn own() -> Self {
        Self::received(&HeaderMap::new())
    }

    /// The call that this request belongs to, as the server's layer noted it; where no layer did, one that arrives now.
    #[must_use]
    pub fn of<T>(request: &Request<T>) -> Self {
        request.extensions().get().cloned().unwrap_or_else(|| Self::received(request.metadata().as_ref()))
    }

    /// The caller's `x-request-id`, if it sent a printable one of at most 128 bytes, else a new UUID.
    #[must_use]
    pub fn request_id(&self) -> &str {
        &self.0.request_id
    }

    /// Notes who calls, once for all.
    pub fn is_of(&self, principal: Arc<Principal>) {
        // Whoever was noted first calls; the layer that notes it is passed but once.
        let _ = self.0.principal.set(principal);
    }

    /// Who calls; nobody in particular where the operator names no principals.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.0.principal.get().map(AsRef::as_ref)
    }

    /// Its caller's name; empty: nobody in particular.
    #[must_use]
    pub fn principal_name(&self) -> &str {
        self.principal().map_or("", |principal| &principal.name)
    }

    /// Asks for a scope that this field of its request needs, whatever its method does.
    ///
    /// # Errors
    /// Where its caller has principals' rights and not this one.
    pub fn require(&self, scope: Scope, field: &str) -> Result<(), Error> {
        match self.principal() {
            Some(principal) if !principal.scopes.contains(&scope) => {
                Err(Error::ScopeMissing { scope, field: Some(field.to_owned()) })
            }
            _ => Ok(()),
        }
    }

    /// A place for long work on its caller's account, to be held for as long as it goes on: of a call whose work comes in pieces,
    /// which are not counted one by one.
    ///
    /// # Errors
    /// Where its caller has as much long work already as it may have.
    pub async fn long_place(&self) -> Result<Option<AccountPlace>, Error> {
        match self.principal().and_then(|principal| principal.account.as_ref()) {
            Some(account) => Ok(Some(account.place(Admission::Refuse).await?)),
            None => Ok(None),
        }
    }

    /// When its headers arrived.
    #[must_use]
    pub fn received_at(&self) -> Instant {
        self.0.received
    }

    /// When its caller stops waiting.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// The answer to be sent; what it claims is noted.
    pub fn answer<T: Answer>(&self, answer: T) -> Response<T> {
        self.note_claim(&answer);
        Response::new(answer)
    }

    /// Notes what an answer claims, instead of what an earlier one did.
    pub(super) fn note_claim(&self, answer: &impl Answer) {
        let claim = answer.proven().map_or(0, |proven| 1 + u8::from(proven));
        self.0.claim.store(claim, Ordering::Relaxed);
    }

    /// Whether its last answer was proven, if that is a question.
    #[must_use]
    pub fn proven(&self) -> Option<bool> {
        self.0.claim.load(Ordering::Relaxed).checked_sub(1).map(|proven| proven == 1)
    }

    /// From now on the pieces of its work are kept, for a trace.
    pub fn keep_pieces(&self) {
        let _ = self.0.pieces.set(Mutex::default());
    }

    /// The pieces of its work that were kept.
    #[must_use]
    pub fn take_pieces(&self) -> Pieces {
        let pieces = self.0.pieces.get();
        pieces
            .map(|pieces| std::mem::take(&mut *pieces.lock().unwrap_or_else(PoisonError::into_inner)))
            .unwrap_or_default()
    }

    fn keep(&self, piece: impl FnOnce() -> Piece) {
        if let Some(pieces) = self.0.pieces.get() {
            pieces.lock().unwrap_or_else(PoisonError::into_inner).add(piece());
        }
    }

    /// Waits for what is looked up in a cache; the time that it took is noted, if it was not kept there.
    pub(super) async fn looking_up<V: Kept>(
        &self,
        found: impl Future<Output = Result<Found<V>, Error>>,
    ) -> Result<V, Error> {
        let began = Instant::now();
        let found = found.await;
        let how = found.as_ref().ok().map(|found| found.how);
        self.keep(|| Piece::LookUp { cache: V::CACHE, how, began, ended: Instant::now() });
        let Found { answer, how } = found?;
        match how {
            How::Kept => {}
            How::Computed => self.note(answer.timing()),
            // It was computed for whoever asked first, perhaps before this call came: it is in that one's trace, and so are its nodes.
            How::Shared => self.add(Timing { nodes: 0, ..answer.timing() }),
        }
        Ok(answer)
    }

    /// Adds the time that a piece of its work took, and its nodes.
    pub fn note(&self, timing: Timing) {
        self.keep(|| Piece::Search { timing, ended: Instant::now() });
        self.add(timing);
    }

    fn add(&self, timing: Timing) {
        let nanos = |duration: Duration| u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.0.queued.fetch_add(nanos(timing.queued), Ordering::Relaxed);
        self.0.computed.fetch_add(nanos(timing.computed), Ordering::Relaxed);
        self.0.nodes.fetch_add(timing.nodes, Ordering::Relaxed);
    }

    /// The time that its work has taken so far, and its nodes.
    #[must_use]
    pub fn timing(&self) -> Timing {
        Timing {
            queued: Duration::from_nanos(self.0.queued.load(Ordering::Relaxed)),
            computed: Duration::from_nanos(self.0.computed.load(Ordering::Relaxed)),
            nodes: self.0.nodes.load(Ordering::Relaxed),
        }
    }
}

/// A timeout as gRPC over HTTP/2 writes it: at most 8 digits and a unit. What is not one is ignored, as tonic does.
fn parse_timeout(text: &str) -> Option<Duration> {
    let unit = text.chars().last().filter(char::is_ascii)?;
    let digits = &text[..text.len() - 1];
    if !(1..=8).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: u64 = digits.parse().ok()?;
    match unit {
        'H' => Some(Duration::from_secs(value * 3600)),
        'M' => Some(Duration::from_secs(value * 60)),
        'S' => Some(Duration::from_secs(value)),
        'm' => Some(Duration::from_millis(value)),
        'u' => Some(Duration::from_micros(value)),
        'n' => Some(Duration::from_nanos(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        headers
    }

    #[test]
    fn timeouts_are_read_as_grpc_writes_them() {
        for (text, timeout) in [
            ("5S", Some(Duration::from_secs(5))),
            ("99999999H", Some(Duration::from_hours(99_999_999))),
            ("250m", Some(Duration::from_millis(250))),
            ("0n", Some(Duration::ZERO)),
            ("7u", Some(Duration::from_micros(7))),
            ("2M", Some(Duration::from_mins(2))),
            ("", None),
            ("S", None),
            ("-1S", None),
            ("123456789S", None),
            ("5s", None),
            ("5\u{e9}", None),
        ] {
            assert_eq!(parse_timeout(text), timeout, "{text:?}");
        }
    }

    #[test]
    fn a_request_id_is_kept_only_if_it_is_short() {
        assert_eq!(Call::received(&headers(REQUEST_ID, "abc-1")).request_id(), "abc-1");
        let own = Call::received(&headers(REQUEST_ID, &"x".repeat(129)));
        assert!(Uuid::parse_str(own.request_id()).is_ok());
        assert!(Uuid::parse_str(Call::received(&HeaderMap::new()).request_id()).is_ok());
    }
}
