//! Answers that are sent one by one, and the ends that such a stream can meet.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, MissedTickBehavior, timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tonic::codegen::BoxStream;

use super::answer::Answer;
use super::call::Call;
use super::shared::Shared;
use super::status::Error;
use crate::budget::Spent;
use crate::compute::ComputeError;

/// How often a search that is streamed tells how far it is, whether or not there is any news: at least once a second is promised.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// Where answers are sent.
#[derive(Debug)]
pub(super) struct Sender<T> {
    answers: mpsc::Sender<Result<T, Status>>,
    patience: Duration,
    call: Call,
}

impl<T: Answer> Sender<T> {
    /// Sends an answer, once there is room for it. What the last one claims counts.
    pub(super) async fn send(&self, answer: T) -> Result<(), Error> {
        self.call.note_claim(&answer);
        match timeout(self.patience, self.answers.send(Ok(answer))).await {
            Ok(Ok(())) => Ok(()),
            // The reader is gone, and so in a moment is whoever sends.
            Ok(Err(_)) => std::future::pending().await,
            Err(_) => Err(Error::ReaderTooSlow),
        }
    }
}

/// Waits for this, and tells how far it is: at once, and then every now and then.
pub(super) async fn tell_while<T, M: Answer>(
    work: impl Future<Output = T>,
    send: &Sender<M>,
    message: impl Fn() -> M,
) -> Result<T, Error> {
    let mut work = std::pin::pin!(work);
    let mut ticks = ticks();
    loop {
        tokio::select! {
            done = &mut work => return Ok(done),
            _ = ticks.tick() => send.send(message()).await?,
        }
    }
}

/// When it is told how far a search is, the first time at once.
pub(super) fn ticks() -> Interval {
    let mut ticks = tokio::time::interval(TELL_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// A stream of what `answer` sends, of which so many answers may wait for their reader. It ends as `answer` does; or when its
/// reader leaves, at the call's deadline, or when the server will wait no longer: then `answer` is dropped, which cancels it.
pub(super) fn stream<T, F>(
    shared: Arc<Shared>,
    call: Call,
    ahead: usize,
    answer: impl FnOnce(Arc<Shared>, Call, Sender<T>) -> F,
) -> BoxStream<T>
where
    T: Answer + Send + 'static,
    F: Future<Output = Result<(), Status>> + Send + 'static,
{
    let (send, receive) = mpsc::channel(ahead);
    let (say_why, why) = oneshot::channel();
    let mut ending = shared.ending.clone();
    let reader = send.clone();
    let deadline = call.deadline();
    let sender = Sender { answers: send, patience: shared.settings.send_timeout, call: call.clone() };
    let answering = answer(shared, call, sender);
    tokio::spawn(async move {
        let deadline = async {
            match deadline {
                Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
                None => std::future::pending().await,
            }
        };
        let end = tokio::select! {
            end = answering => end,
            () = reader.closed() => Ok(()),
            Ok(_) = ending.wait_for(|ending| *ending) => Err(Error::Draining.into()),
            () = deadline => Err(Error::Compute(ComputeError::Spent(Spent::Deadline)).into()),
        };
        // The caller may be gone.
        let _ = say_why.send(end);
    });
    // A task that never says why it ended has a bug: it panicked.
    let end = stream::once(why).filter_map(async |why| match why {
        Ok(end) => end.err().map(Err),
        Err(_) => Some(Err(Error::Compute(ComputeError::Panicked).into())),
    });
    Box::pin(ReceiverStream::new(receive).chain(end))
}
