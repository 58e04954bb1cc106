//! Calls that are made again. tonic has no retries of its own. This is the policy of examples/clients/service-config.json,
//! and knows more: how long the server asks to wait, and what is hopeless.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Code, Response, Status};
use tonic_types::StatusExt as _;

/// Tries, the first included.
const TRIES: u32 = 4;
/// What is waited at most before the second try; before each that follows, twice as long.
const PAUSE: Duration = Duration::from_millis(50);

/// The answer of a call that may be made more than once, as all of Tilewright's may that are answered once. All tries share
/// one deadline; each is told how much is left of it.
pub(crate) async fn retried<T, F>(within: Duration, mut call: impl FnMut(Duration) -> F) -> Result<T, Status>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let deadline = Instant::now() + within;
    let mut tried = 0;
    loop {
        let answered = timeout_at(deadline, call(deadline.saturating_duration_since(Instant::now()))).await;
        let refused = match answered.unwrap_or_else(|_| Err(Status::deadline_exceeded("no answer in time"))) {
            Ok(response) => return Ok(response.into_inner()),
            Err(refused) => refused,
        };
        tried += 1;
        let Some(pause) = pause(&refused, tried).filter(|pause| tried < TRIES && Instant::now() + *pause < deadline)
        else {
            return Err(refused);
        };
        sleep(pause).await;
    }
}

/// How long to wait before the call is made again, if that may help.
fn pause(refused: &Status, tried: u32) -> Option<Duration> {
    let details = refused.get_error_details();
    let asked_for = details.retry_info().and_then(|info| info.retry_delay);
    let own = PAUSE * 2_u32.pow(tried - 1);
    match refused.code() {
        // A connection broke, or its server ends: another one answers, so there is little to wait for.
        Code::Unavailable => Some(jittered(own)),
        // Too much work, which passes; the server says when. Without that it is a limit that stays.
        Code::ResourceExhausted => asked_for.map(|asked_for| asked_for + jittered(own)),
        _ => None,
    }
}

/// Some part of this, at random, so that those who were refused together do not come back together.
fn jittered(most: Duration) -> Duration {
    let random = u32::from_le_bytes(*uuid::Uuid::new_v4().as_bytes().first_chunk().unwrap_or(&[0; 4]));
    most.mul_f64(f64::from(random) / f64::from(u32::MAX))
}
