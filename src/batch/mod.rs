//! A list of seeds to a file of boards, without a port: `tilewright boards`.
//!
//! - [`seeds`]: the list;
//! - [`mod@line`]: a line of the file, written and read again;
//! - [`mod@file`]: the file, gone on with where it ends;
//! - [`progress`]: how far it is, shown on a terminal.
//!
//! Boards come from where GenerateBoards takes them ([`BoardList`]), so that they are the server's; docs/batch.md is for who
//! runs it. They are made side by side and written in the order of their seeds, by a thread of its own: neither a slow disk
//! nor a slow reader keeps a signal from being heard. At any moment the file holds whole lines, apart from the one being
//! written.

mod file;
mod line;
mod progress;
mod seeds;

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::StreamExt as _;
use tokio::sync::mpsc::{self, Receiver, error::TryRecvError};

use crate::grpc::proto::generate_boards_response::Result as Outcome;
use crate::grpc::puzzle::BoardList;
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;
use crate::server::settings::BatchSettings;
use file::Output;
use line::Lines;
pub use progress::Progress;
use seeds::Seeds;

/// Boards that are being made or wait for those before them, for each thread that makes them: so that one that takes its
/// time does not leave the other threads idle.
const AHEAD: usize = 32;
/// Answers that wait to be written.
const UNWRITTEN: usize = 256;

/// Why it cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// The seeds, or what is asked of the boards: the caller's mistake. Nothing was written.
    #[error("{0}")]
    Wrong(String),
    /// The file, the disk, the program. What was written before is whole.
    #[error("{0}")]
    Failed(String),
    /// It was told to end before it made the first board.
    #[error("interrupted before the first board was made")]
    Interrupted,
    /// Who read the lines reads no more, and knows it.
    #[error("nobody reads the lines any more")]
    ReaderGone,
}

/// How far a list is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Seeds answered.
    pub answered: u64,
    /// Those of them that have no board, by the reason.
    pub failed: BTreeMap<String, u64>,
}

impl Tally {
    /// One more, which has its board or a reason for having none.
    fn count(&mut self, reason: Option<String>) {
        self.answered += 1;
        if let Some(reason) = reason {
            *self.failed.entry(reason).or_default() += 1;
        }
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Seeds in all.
    pub total: u64,
    /// Those that the file had already.
    pub found: u64,
    /// All that are in the file now.
    pub tally: Tally,
    /// Some failed for want of time or the like: the same command tries them again.
    pub missed: bool,
    /// The same command goes on where the file ends.
    pub can_be_resumed: bool,
    /// How long the boards took.
    pub took: Duration,
}

impl Ended {
    /// It was told to end before the last seed.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.tally.answered < self.total
    }

    /// Some seeds have no board.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        !self.tally.failed.is_empty()
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { total, found, tally: Tally { answered, failed }, missed, can_be_resumed, took } = self;
        if self.is_interrupted() {
            write!(formatter, "interrupted after {answered} of {total} seeds")?;
            if *can_be_resumed {
                formatter.write_str("; the same command goes on from there")?;
            }
        } else {
            #[expect(clippy::cast_precision_loss, reason = "for people")]
            let rate = (answered - found) as f64 / took.as_secs_f64().max(f64::MIN_POSITIVE);
            write!(formatter, "{answered} of {total} seeds are answered")?;
            match found {
                0 => write!(formatter, ", {rate:.0} a second")?,
                _ if found == answered => formatter.write_str(", all of them before")?,
                _ => write!(formatter, ", {found} of them before, the others {rate:.0} a second")?,
            }
        }
        if !failed.is_empty() {
            let reasons: Vec<String> = failed.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
            let lines: u64 = failed.values().sum();
            write!(formatter, "\n  {lines} have no board: {}", reasons.join(", "))?;
            if *missed && *can_be_resumed {
                formatter.write_str("; the same command tries again what more time may change")?;
            }
        }
        Ok(())
    }
}

/// All that is known before the first board is made.
struct Prepared {
    seeds: Seeds,
    list: BoardList,
    lines: Arc<Lines>,
    output: Output,
    found: Tally,
}

/// A line that is to be written.
struct Answer {
    line: Result<String, String>,
    /// Why there is no board, if there is none.
    reason: Option<String>,
    /// Another time there may be one.
    missed: bool,
}

/// Makes the boards and writes them, until `stop` resolves: then what is made is written and the rest is left.
///
/// # Errors
/// Where it cannot begin, or not go on.
pub async fn run(
    settings: BatchSettings,
    shared: Arc<Shared>,
    progress: &Progress,
    stop: impl Future<Output = ()>,
) -> Result<Ended, BatchError> {
    let mut stop = pin!(stop);
    let list = BoardList::read(shared, settings.template.clone()).map_err(|error| refused(&error))?;
    let shown = progress.clone();
    // It may wait for standard input, or have a long file to look through.
    let preparing = tokio::task::spawn_blocking(move || prepare(&settings, list, &shown));
    let prepared = tokio::select! {
        prepared = preparing => prepared.unwrap_or_else(|_| Err(failed_itself()))?,
        () = &mut stop => return Err(BatchError::Interrupted),
    };
    let Prepared { seeds, list, lines, output, found } = prepared;
    let (total, can_be_resumed) = (seeds.len(), output.can_be_resumed());
    let started = Instant::now();
    let (send, unwritten) = mpsc::channel(UNWRITTEN);
    let (shown, tally) = (progress.clone(), found.clone());
    let writing = tokio::task::spawn_blocking(move || write(unwritten, output, tally, &shown));
    let skipped = usize::try_from(found.answered).unwrap_or(usize::MAX);
    let making = async {
        let asked = seeds.iter().skip(skipped).map(|seed| answer(&list, &lines, seed));
        let mut answers = pin!(futures_util::stream::iter(asked).buffered(list.threads() * AHEAD));
        while let Some(answer) = answers.next().await {
            // Who writes has failed, and says why below.
            if send.send(answer).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        biased;
        // The searches that run are dropped with `making`, which cancels them.
        () = &mut stop => {}
        () = making => {}
    }
    drop(send);
    let (tally, missed) = writing.await.unwrap_or_else(|_| Err(failed_itself()))?;
    Ok(Ended { total, found: found.answered, tally, missed, can_be_resumed, took: started.elapsed() })
}

fn prepare(settings: &BatchSettings, list: BoardList, progress: &Progress) -> Result<Prepared, BatchError> {
    let seeds = Seeds::read(&settings.seeds)?;
    let lines = Lines::new().map_err(BatchError::Failed)?;
    let mut output = Output::open(settings.out.as_deref())?;
    progress.start(seeds.len());
    let found = output.resume(&seeds, &list, &lines, |tally| progress.found(tally.answered))?;
    progress.make();
    Ok(Prepared { seeds, list, lines: Arc::new(lines), output, found })
}

/// The line of this seed. It is worded by a task of its own, since that takes about as long as an easy board and could not
/// be done side by side here. Dropping the future cancels the search.
async fn answer(list: &BoardList, lines: &Arc<Lines>, seed: String) -> Answer {
    let (seed, mut outcome) = list.answer(seed).await;
    if let Outcome::Failure(failure) = &mut outcome {
        failure.metadata.insert(line::BOARD_ID.to_owned(), list.board_id(&seed).to_string());
    }
    let lines = Arc::clone(lines);
    let worded = tokio::spawn(async move {
        let line = lines.write(&seed, &outcome);
        let (reason, missed) = match outcome {
            Outcome::Board(_) => (None, false),
            Outcome::Failure(failure) => (Some(failure.reason.clone()), !line::is_lasting(&failure)),
        };
        Answer { line, reason, missed }
    });
    let failed = |_| Answer { line: Err("the program failed".to_owned()), reason: None, missed: true };
    worded.await.unwrap_or_else(failed)
}

/// Writes answers as they come, at once while none waits behind them and together while some do. Tells how far it is, and
/// whether any failed that may not fail again.
fn write(
    mut answers: Receiver<Answer>,
    mut output: Output,
    mut tally: Tally,
    progress: &Progress,
) -> Result<(Tally, bool), BatchError> {
    let mut missed = false;
    loop {
        let next = match answers.try_recv() {
            Err(TryRecvError::Empty) => {
                output.flush()?;
                answers.blocking_recv()
            }
            answer => answer.ok(),
        };
        let Some(answer) = next else { break };
        output.write(&answer.line.map_err(BatchError::Failed)?)?;
        tally.count(answer.reason);
        missed |= answer.missed;
        progress.advance();
    }
    output.finish()?;
    Ok((tally, missed))
}

/// What is asked of the boards is refused by whoever would make them.
fn refused(error: &Error) -> BatchError {
    let why = format!("the boards asked for: {}", error.failure().message);
    match error {
        Error::Invalid(_) | Error::NotFound { .. } => BatchError::Wrong(why),
        _ => BatchError::Failed(why),
    }
}

/// A thread of the batch panicked; the log has the rest.
fn failed_itself() -> BatchError {
    BatchError::Failed("the program failed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_it_ended_is_told_in_a_line_or_two() {
        let failed =
            |reasons: &[(&str, u64)]| reasons.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect();
        let whole = Ended {
            total: 1000,
            found: 0,
            tally: Tally { answered: 1000, failed: failed(&[]) },
            missed: false,
            can_be_resumed: true,
            took: Duration::from_secs(2),
        };
        assert_eq!(whole.to_string(), "1000 of 1000 seeds are answered, 500 a second");
        let resumed = Ended { found: 900, ..whole.clone() };
        let told = "1000 of 1000 seeds are answered, 900 of them before, the others 50 a second";
        assert_eq!(resumed.to_string(), told);
        let known = Ended { found: 1000, ..whole.clone() };
        assert_eq!(known.to_string(), "1000 of 1000 seeds are answered, all of them before");
        let tally = Tally { answered: 10, failed: failed(&[("BOARD_NOT_FOUND", 2), ("TIME_SPENT", 1)]) };
        let interrupted = Ended { tally, missed: true, ..whole };
        assert!(interrupted.is_interrupted() && interrupted.has_failures());
        assert_eq!(
            interrupted.to_string(),
            "interrupted after 10 of 1000 seeds; the same command goes on from there\n  3 have no board: 2 BOARD_NOT_FOUND, \
             1 TIME_SPENT; the same command tries again what more time may change"
        );
        let lost = Ended { can_be_resumed: false, ..interrupted };
        let told = "interrupted after 10 of 1000 seeds\n  3 have no board: 2 BOARD_NOT_FOUND, 1 TIME_SPENT";
        assert_eq!(lost.to_string(), told);
    }
}
