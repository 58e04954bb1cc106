//! What all services share, and how they wait for the pool.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::call::Call;
use super::games::Games;
use super::limits;
use super::status::Error;
use super::tokens::Tokens;
use crate::blind::WorldsCache;
use crate::blind::showdown::Runner;
use crate::budget::{Limits, Spent};
use crate::cache::boards::{Asker, Boards};
use crate::cache::runs::Runs;
use crate::compute::{Account, AccountPlace, Admission, Claim, ComputeError, Pool};
use crate::guess::KeptLists;
use crate::lexicon::{Language, Lexicon};
use crate::puzzle::Board;

/// What a longer time limit counts as: the longest that can be said is beyond the end of the server's clock.
const FOR_EVER: Duration = Duration::from_hours(24 * 365);

/// What an operator sets of the services themselves.
#[derive(Clone, Debug)]
pub struct ServiceSettings {
    /// The language that an empty one stands for.
    pub default_language: String,
    /// The edition that 0 stands for.
    pub default_edition: u32,
    /// The most that any one search may take.
    pub search_limit: Duration,
    /// How long before a call's deadline a search answers.
    pub deadline_margin: Duration,
    /// How long a reader of a stream may leave an answer lying.
    pub send_timeout: Duration,
    /// How long a blind game waits for its caller's next event.
    pub game_idle: Duration,
    /// Blind games at the same time.
    pub max_games: usize,
    /// Memory for what one search for plans of guessing games has found out, in bytes.
    pub plan_bytes: u64,
    /// The largest message taken, in bytes.
    pub max_message: usize,
}

/// What all services share. One for the process.
#[derive(Debug)]
pub struct Shared {
    /// What the operator set.
    pub settings: ServiceSettings,
    /// All words.
    pub lexicon: Lexicon,
    /// Where searches run.
    pub pool: Arc<Pool>,
    /// All boards.
    pub boards: Boards,
    /// What blind games may still have as their targets.
    pub worlds: Arc<WorldsCache>,
    /// Who may plan for every word of a list, or search for its longest chain: what is found out on the way is large (`plan_bytes`
    /// for a plan).
    pub large_searches: Account,
    /// What the answer may be and what may be guessed, of the service's own dictionaries.
    pub kept_lists: Arc<KeptLists>,
    /// Who may begin another blind game.
    pub games: Games,
    /// Blind games, sealed.
    pub tokens: Tokens,
    /// All solvers' runs of boards.
    pub runs: Runs,
    /// Turns true when open streams must end: the server drains and will wait no longer.
    pub ending: watch::Receiver<bool>,
}

impl Shared {
    /// The language that the message in this field names (empty: the request), in its edition, with its words in memory; what is left
    /// out is the default.
    ///
    /// # Errors
    /// Lists the languages or editions that exist.
    pub(super) fn language(&self, within: &str, code: &str, edition: u32) -> Result<&Arc<Language>, Error> {
        let code = if code.is_empty() { &self.settings.default_language } else { code };
        let edition = if edition == 0 { self.settings.default_edition } else { edition };
        let language = self.lexicon.language(code, edition).map_err(Error::not_found(within))?;
        if !language.is_read() {
            aside(|| language.read());
        }
        Ok(language)
    }

    /// Lets in a call whose long work comes in pieces, which then wait their turn: there is room for so many of them in the house,
    /// and each takes one place on its caller's account.
    ///
    /// # Errors
    /// Where the house has as many of them as may be, or the caller as much long work as it may have.
    pub async fn place_for_pieces(&self, call: &Call) -> Result<PiecesPlace, Error> {
        let house = self.pool.place_for_pieces()?;
        let account = match account(call) {
            Some(account) => Some(account.place(Admission::Refuse).await?),
            None => None,
        };
        Ok(PiecesPlace { _house: house, _account: account })
    }

    /// Lets in a call that needs these runs of a board. What is kept needs no room, and a piece of a batch has its place already.
    ///
    /// # Errors
    /// As [`Shared::place_for_pieces`], and where the lane of long work has no room.
    pub async fn place_for_runs(
        &self,
        call: &Call,
        runners: &[Runner],
        board: &Board,
        (asker, patience): (Asker, &Patience),
    ) -> Result<Option<PiecesPlace>, Error> {
        if asker == Asker::Batch || self.runs.keeps(runners, board) {
            return Ok(None);
        }
        self.runs.admit(patience.wanted_until()).await?;
        self.place_for_pieces(call).await.map(Some)
    }

    /// How long a call's caller waits, and so how long its search may take.
    #[must_use]
    pub fn patience(&self, call: &Call, time_limit: Option<Duration>) -> Patience {
        self.patience_since(call.received_at(), call, time_limit)
    }

    /// As [`Shared::patience`], for one step of a blind game. Many games may wait for a thread, so the most that a search may take
    /// runs from when one has it.
    #[must_use]
    pub fn patience_for_step(&self, call: &Call) -> Patience {
        let patience = self.until(Instant::now(), call);
        let account = account(call);
        Patience { search_for: Some(self.settings.search_limit), account, ..patience }
    }

    /// As [`Shared::patience`], for a part of a call that begins now: its time limit runs from here.
    #[must_use]
    pub fn patience_since(&self, now: Instant, call: &Call, time_limit: Option<Duration>) -> Patience {
        let account = account(call);
        Patience { account, ..self.patience_within(self.settings.search_limit, now, call, time_limit) }
    }

    /// As [`Shared::patience`], for a search that says in a stream how far it is: it may take far longer than others. Its pieces are
    /// on nobody's account: the call holds one place for all of them ([`Shared::place_for_pieces`]).
    #[must_use]
    pub fn patience_for_stream(&self, call: &Call, time_limit: Option<Duration>) -> Patience {
        self.patience_within(limits::STREAM_SEARCH, call.received_at(), call, time_limit)
    }

    fn patience_within(&self, most: Duration, now: Instant, call: &Call, time_limit: Option<Duration>) -> Patience {
        let patience = self.until(now, call);
        let own_limit = time_limit.and_then(|limit| now.checked_add(limit.min(FOR_EVER)));
        let capped = now.checked_add(most);
        let search_until = [own_limit, patience.search_until, capped].into_iter().flatten().min();
        Patience { search_until, own_limit, ..patience }
    }

    /// As long as the caller waits.
    fn until(&self, now: Instant, call: &Call) -> Patience {
        // Half of a short time is left to search in; what is late is worth nothing.
        let margin = |deadline: Instant| self.settings.deadline_margin.min(deadline.saturating_duration_since(now) / 2);
        let search_until = call.deadline().and_then(|deadline| deadline.checked_sub(margin(deadline)));
        let answer_until = call.deadline().and_then(|deadline| deadline.checked_sub(margin(deadline) / 4));
        Patience { search_until, search_for: None, own_limit: None, answer_until, account: None }
    }
}

fn account(call: &Call) -> Option<Account> {
    call.principal().and_then(|principal| principal.account.clone())
}

/// What a call holds whose long work comes in pieces, for as long as it goes on.
#[derive(Debug)]
pub struct PiecesPlace {
    _house: OwnedSemaphorePermit,
    _account: Option<AccountPlace>,
}

/// Until when a call's search may run, and until when its caller waits.
#[derive(Clone, Debug)]
pub struct Patience {
    search_until: Option<Instant>,
    search_for: Option<Duration>,
    own_limit: Option<Instant>,
    answer_until: Option<Instant>,
    account: Option<Account>,
}

impl Patience {
    /// When nobody waits for the answer any more.
    #[must_use]
    pub fn wanted_until(&self) -> Option<Instant> {
        self.answer_until
    }

    /// The claim of a search that answers with the best it has: its limits, until when it is wanted, and on whose account.
    #[must_use]
    pub fn claim(&self) -> Claim {
        Claim { limits: self.limits(), wanted_until: self.answer_until, account: self.account.clone() }
    }

    /// The limits of a search that answers with the best it has.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { deadline: self.search_until, within: self.search_for, ..Limits::default() }
    }

    /// Waits for an answer for as long as the caller does: until shortly before its deadline.
    ///
    /// # Errors
    /// What the answer failed with, or that the time is spent.
    pub async fn wait<T, E: Into<Error>>(&self, answer: impl Future<Output = Result<T, E>>) -> Result<T, Error> {
        wait_until(self.answer_until, answer).await
    }

    /// Waits for an answer that is all or nothing: until the time limit of the request, too.
    ///
    /// # Errors
    /// As [`Patience::wait`].
    pub async fn wait_for_all<T, E: Into<Error>>(
        &self,
        answer: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Error> {
        wait_until([self.own_limit, self.answer_until].into_iter().flatten().min(), answer).await
    }
}

async fn wait_until<T, E: Into<Error>>(
    end: Option<Instant>,
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, Error> {
    let answered = match end {
        None => Ok(answer.await),
        Some(end) => tokio::time::timeout_at(end.into(), answer).await,
    };
    answered.map_or(Err(Error::Compute(ComputeError::Spent(Spent::Deadline))), |answer| answer.map_err(Into::into))
}

/// Does what takes some ten milliseconds and is no search. The caller waits for it, and no other call does.
pub(super) fn aside<T>(work: impl FnOnce() -> T) -> T {
    let on_runtime = Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if on_runtime { tokio::task::block_in_place(work) } else { work() }
}
