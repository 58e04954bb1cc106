//! Every error that a caller can meet, and the one place where errors become a status.
//!
//! A status carries google.rpc details: an ErrorInfo of domain `tilewright` with a reason in UPPER_SNAKE and metadata; for
//! a caller's mistake a BadRequest with the path of each field and what would be right; for overload a RetryInfo, and the same as
//! [`PUSHBACK`] for libraries that make calls again by a policy.
//! A seed that fails inside a batch says the same as a [`Failure`].

use std::collections::HashMap;
use std::time::Duration;

use tonic::metadata::{MetadataMap, MetadataValue};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt as _};

use super::limits;
use super::principal::Scope;
use super::proto::Failure;
use super::tokens::TokenError;
use crate::budget::Spent;
use crate::compute::ComputeError;
use crate::generate::GenerateError;
use crate::lexicon::{LookupError, Sought};

/// The domain of every ErrorInfo.
pub const DOMAIN: &str = "tilewright";

/// The trailer by which a server tells a library that makes calls again by a policy when to do so, in milliseconds; -1: not at all.
/// RetryInfo is for programs, and libraries do not look at it.
pub const PUSHBACK: &str = "grpc-retry-pushback-ms";

/// A field that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Its path from the request, for example `start.rows[2]`.
    pub field: String,
    /// What is wrong, in UPPER_SNAKE.
    pub reason: &'static str,
    /// What would be right, for people.
    pub description: String,
}

impl Violation {
    /// A violation of this field.
    pub fn new(field: impl Into<String>, reason: &'static str, description: impl Into<String>) -> Self {
        Self { field: field.into(), reason, description: description.into() }
    }
}

/// Why a call has no answer.
#[derive(Clone, Debug)]
pub enum Error {
    /// The caller's mistake, one field or several: INVALID_ARGUMENT.
    Invalid(Vec<Violation>),
    /// No such language, dictionary or edition: NOT_FOUND.
    NotFound {
        /// The path of the field that names it. None: it was not asked for, but goes with what was.
        field: Option<String>,
        /// What there is instead.
        error: LookupError,
    },
    /// A board that cannot be, or was not found: FAILED_PRECONDITION; a spent budget as [`Error::Compute`].
    Generate(GenerateError),
    /// The pool had no room, no time, or a bug.
    Compute(ComputeError),
    /// The server ends: UNAVAILABLE.
    Draining,
    /// The message of a call did not arrive in time: DEADLINE_EXCEEDED.
    MessageTooSlow,
    /// The reader of a stream left an answer lying for too long: ABORTED.
    ReaderTooSlow,
    /// The caller of a blind game said nothing for too long: ABORTED.
    GameIdle,
    /// As many blind games are open as may be: RESOURCE_EXHAUSTED.
    TooManyGames {
        /// How many may be.
        most: usize,
    },
    /// No target agrees with all that was told of a blind game: FAILED_PRECONDITION.
    Contradiction {
        /// The path of what told the last of it.
        field: String,
        /// The first row that has no word left by itself.
        row: Option<usize>,
    },
    /// No candidate agrees with the turns of a game of guesses: FAILED_PRECONDITION.
    HistoryDry {
        /// The turn that left none, from 0.
        turn: usize,
    },
    /// Of the guesses that are to be ranked, none may be made: FAILED_PRECONDITION.
    NoGuessLeft {
        /// The path of what named them.
        field: &'static str,
    },
    /// A resume token that is not good: INVALID_ARGUMENT, or, where it was, FAILED_PRECONDITION.
    Token {
        /// The path of its field.
        field: String,
        /// Why.
        error: TokenError,
    },
    /// As many calls are under way as may be: RESOURCE_EXHAUSTED.
    Crowded {
        /// How many may be.
        most: i64,
    },
    /// So much of large answers lies unread that there is no room for this one: RESOURCE_EXHAUSTED.
    Unread,
    /// So much of messages that are not whole is kept that there is no room for this one, or it must make room: RESOURCE_EXHAUSTED.
    Unfinished,
    /// There are principals, and the call has no token: UNAUTHENTICATED.
    TokenMissing,
    /// The token of the call is nobody's: UNAUTHENTICATED.
    TokenUnknown,
    /// Who calls may not do this: PERMISSION_DENIED.
    ScopeMissing {
        /// What it would need.
        scope: Scope,
        /// The path of the field that needs it; none: the whole call does.
        field: Option<String>,
    },
    /// Who calls has made as many calls this second as it may: RESOURCE_EXHAUSTED.
    TooManyCalls {
        /// How many it may.
        calls: u32,
        /// When it may call again.
        wait: Duration,
    },
    /// The message is larger than the server takes: RESOURCE_EXHAUSTED.
    TooLarge {
        /// The most that it takes, in bytes.
        limit: usize,
    },
    /// The bytes are no such message: INVALID_ARGUMENT.
    Malformed {
        /// What the decoder said.
        why: String,
    },
}

impl From<Violation> for Error {
    fn from(violation: Violation) -> Self {
        Self::Invalid(vec![violation])
    }
}

impl From<LookupError> for Error {
    fn from(error: LookupError) -> Self {
        Self::NotFound { field: None, error }
    }
}

impl From<ComputeError> for Error {
    fn from(error: ComputeError) -> Self {
        Self::Compute(error)
    }
}

/// All that a status says.
struct Facts {
    code: Code,
    reason: &'static str,
    message: String,
    metadata: HashMap<String, String>,
    violations: Vec<Violation>,
    retry_after: Option<Duration>,
}

impl Facts {
    fn new(code: Code, reason: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            reason,
            message: message.into(),
            metadata: HashMap::new(),
            violations: Vec::new(),
            retry_after: None,
        }
    }

    fn with(mut self, key: &str, value: &(impl ToString + ?Sized)) -> Self {
        self.metadata.insert(key.to_owned(), value.to_string());
        self
    }
}

impl Error {
    /// Of what the message in this field (empty: the request) names, there is no such thing.
    pub(super) fn not_found(within: &str) -> impl FnOnce(LookupError) -> Self {
        move |error| {
            // Every message that names one of these names it so.
            let name = match error.sought {
                Sought::Language => "language",
                Sought::Edition => "edition",
                Sought::Dictionary => "dictionary",
            };
            let field = if within.is_empty() { name.to_owned() } else { format!("{within}.{name}") };
            Self::NotFound { field: Some(field), error }
        }
    }

    /// What a status, or a failure inside a batch, says of this error.
    fn facts(&self) -> Facts {
        match self {
            Self::Invalid(violations) => invalid(violations.clone()),
            Self::NotFound { field, error } => not_found(field.as_deref(), error),
            Self::Generate(error) => ungenerated(error),
            Self::Compute(error) => uncomputed(*error),
            Self::Draining => Facts::new(Code::Unavailable, "DRAINING", "the server is ending: call another"),
            Self::ReaderTooSlow => Facts::new(Code::Aborted, "READER_TOO_SLOW", "the stream was not read in time"),
            Self::MessageTooSlow => {
                let message = format!("the message did not arrive within {} s", limits::ARRIVAL.as_secs());
                Facts::new(Code::DeadlineExceeded, "MESSAGE_TOO_SLOW", message)
            }
            Self::GameIdle => {
                let message = "the game waited for too long: its last resume token goes on";
                Facts::new(Code::Aborted, "GAME_IDLE", message)
            }
            Self::TooManyGames { most } => Facts {
                retry_after: Some(RETRY_GAME_AFTER),
                ..Facts::new(Code::ResourceExhausted, "TOO_MANY_GAMES", format!("{most} blind games are open already"))
                    .with("limit", most)
            },
            Self::Contradiction { field, row } => contradiction(field, *row),
            Self::HistoryDry { turn } => {
                let message = format!(
                    "history[{turn}]: no word that may be the answer agrees with the marks of the turns up to this"
                );
                let facts = Facts::new(Code::FailedPrecondition, "HISTORY_DRY", message);
                facts.with("field", &format!("history[{turn}]")).with("turn", turn)
            }
            Self::NoGuessLeft { field } => {
                let message = format!("{field}: hard mode allows none of these words after the turns so far");
                Facts::new(Code::FailedPrecondition, "NO_GUESS_LEFT", message).with("field", field)
            }
            Self::Token { field, error } => token(field, error),
            Self::Crowded { most } => Facts {
                retry_after: Some(RETRY_LONG_AFTER),
                ..Facts::new(Code::ResourceExhausted, "CROWDED", format!("{most} calls are under way already"))
                    .with("limit", most)
            },
            Self::Unread => Facts {
                retry_after: Some(RETRY_LONG_AFTER),
                ..Facts::new(
                    Code::ResourceExhausted,
                    "ANSWERS_UNREAD",
                    "too much of other large answers is unread: ask for less, or later",
                )
            },
            Self::Unfinished => Facts {
                retry_after: Some(RETRY_LONG_AFTER),
                ..Facts::new(
                    Code::ResourceExhausted,
                    "MESSAGES_UNFINISHED",
                    "too many large messages are on their way: send less, faster, or later",
                )
            },
            Self::TokenMissing => Facts::new(
                Code::Unauthenticated,
                "TOKEN_MISSING",
                "must have a token, as `authorization: Bearer TOKEN`",
            ),
            Self::TokenUnknown => Facts::new(Code::Unauthenticated, "TOKEN_UNKNOWN", "the token is nobody's here"),
            Self::ScopeMissing { scope, field } => {
                let what = field.as_deref().unwrap_or("this call");
                let message = format!("{what} needs the scope {scope}, which the caller has not");
                let facts = Facts::new(Code::PermissionDenied, "SCOPE_MISSING", message).with("scope", scope);
                field.iter().fold(facts, |facts, field| facts.with("field", field))
            }
            Self::TooManyCalls { calls, wait } => Facts {
                retry_after: Some(*wait),
                ..Facts::new(
                    Code::ResourceExhausted,
                    "TOO_MANY_CALLS",
                    format!("at most {calls} calls a second are yours"),
                )
                .with("limit", calls)
            },
            Self::TooLarge { limit } => {
                let message = format!("a message may have {limit} bytes at most");
                Facts::new(Code::ResourceExhausted, "MESSAGE_TOO_LARGE", message).with("limit_bytes", limit)
            }
            Self::Malformed { why } => Facts::new(Code::InvalidArgument, "MALFORMED_MESSAGE", why.clone()),
        }
    }

    /// The same as one item of a batch says it.
    #[must_use]
    pub fn failure(&self) -> Failure {
        let Facts { code, reason, message, metadata, .. } = self.facts();
        Failure { code: code.into(), reason: reason.to_owned(), message, metadata }
    }
}

fn invalid(violations: Vec<Violation>) -> Facts {
    let reason = violations.first().map_or("INVALID", |violation| violation.reason);
    let message = violations
        .iter()
        .map(|Violation { field, description, .. }| format!("{field}: {description}"))
        .collect::<Vec<_>>()
        .join("; ");
    Facts { violations, ..Facts::new(Code::InvalidArgument, reason, message) }
}

fn not_found(field: Option<&str>, error: &LookupError) -> Facts {
    let reason = match error.sought {
        Sought::Language => "LANGUAGE_NOT_FOUND",
        Sought::Edition => "EDITION_NOT_FOUND",
        Sought::Dictionary => "DICTIONARY_NOT_FOUND",
    };
    let message = field.map_or_else(|| error.to_string(), |field| format!("{field}: {error}"));
    let facts = Facts::new(Code::NotFound, reason, message);
    let facts = facts.with("asked", &error.asked).with("known", &error.known.join(","));
    field.iter().fold(facts, |facts, field| facts.with("field", *field))
}

fn ungenerated(error: &GenerateError) -> Facts {
    let facts = |reason| Facts::new(Code::FailedPrecondition, reason, error.to_string());
    match error {
        GenerateError::TooFewWords { words, needed, length } => {
            facts("TOO_FEW_WORDS").with("words", words).with("rows", needed).with("length", length)
        }
        GenerateError::NoFilling { layout } => {
            facts("NO_FILLING").with("rows", &layout.rows()).with("columns", &layout.columns())
        }
        GenerateError::Unreachable { figure, least, most } => facts("DIFFICULTY_UNREACHABLE")
            .with("figure", figure)
            .with("reachable_least", least)
            .with("reachable_most", most),
        GenerateError::UnreachableTogether | GenerateError::AllAlike => facts("DIFFICULTY_UNREACHABLE"),
        GenerateError::NotFound { nodes } => facts("BOARD_NOT_FOUND").with("nodes", nodes),
        GenerateError::Spent(spent) => uncomputed(ComputeError::Spent(*spent)),
    }
}

fn contradiction(field: &str, row: Option<usize>) -> Facts {
    let facts = |why: &str| {
        let message = format!("{field}: no target agrees with all that was told{why}");
        Facts::new(Code::FailedPrecondition, "CONTRADICTION", message).with("field", field)
    };
    match row {
        Some(row) => facts(&format!(": no word is left for row {row}")).with("row", &row),
        None => facts(""),
    }
}

fn token(field: &str, error: &TokenError) -> Facts {
    let facts = |reason| Facts::new(Code::FailedPrecondition, reason, format!("{field}: {error}"));
    match error {
        TokenError::Invalid => invalid(vec![Violation::new(field, "TOKEN_INVALID", error.to_string())]),
        TokenError::Expired => facts("TOKEN_EXPIRED").with("field", field),
        TokenError::DictionaryChanged { language, edition, dictionary } => facts("DICTIONARY_CHANGED")
            .with("field", field)
            .with("language", language)
            .with("edition", edition)
            .with("dictionary", dictionary),
    }
}

fn uncomputed(error: ComputeError) -> Facts {
    let message = error.to_string();
    match error {
        ComputeError::Overloaded { lane, wait } | ComputeError::Late { lane, wait } => Facts {
            retry_after: Some(wait.clamp(RETRY_SOONEST, RETRY_LATEST)),
            ..Facts::new(Code::ResourceExhausted, "OVERLOADED", message).with("lane", &lane)
        },
        ComputeError::AccountFull { most } => Facts {
            retry_after: Some(RETRY_LONG_AFTER),
            ..Facts::new(Code::ResourceExhausted, "TOO_MUCH_LONG_WORK", message).with("limit", &most)
        },
        ComputeError::Panicked => Facts::new(Code::Internal, "SEARCH_FAILED", message),
        ComputeError::Spent(Spent::Deadline) => Facts::new(Code::DeadlineExceeded, "TIME_SPENT", message),
        ComputeError::Spent(Spent::Cancelled) => Facts::new(Code::Cancelled, "CANCELLED", message),
        ComputeError::Spent(Spent::Nodes) => Facts::new(Code::ResourceExhausted, "NODES_SPENT", message),
    }
}

/// What a refused caller is asked to wait is about as long as the queue takes, from this on: sooner, nothing has changed.
const RETRY_SOONEST: Duration = Duration::from_millis(50);
/// And up to this: later, nobody knows.
const RETRY_LATEST: Duration = Duration::from_secs(10);
/// What is asked of a caller whose own long work fills its share, or whom all others leave no room: some calls end in that time.
const RETRY_LONG_AFTER: Duration = Duration::from_secs(1);
/// What is asked of a caller whose game finds no place: about as long as a player takes for a move.
const RETRY_GAME_AFTER: Duration = Duration::from_secs(5);

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let Facts { code, reason, message, metadata, violations, retry_after } = error.facts();
        let mut details = ErrorDetails::new();
        details.set_error_info(reason, DOMAIN, metadata);
        if !violations.is_empty() {
            let violations = violations.into_iter().map(|Violation { field, reason, description }| FieldViolation {
                field,
                description,
                reason: reason.to_owned(),
                localized_message: None,
            });
            details.set_bad_request(violations.collect::<Vec<_>>());
        }
        if retry_after.is_some() {
            details.set_retry_info(retry_after);
        }
        let mut trailers = MetadataMap::new();
        if code == Code::ResourceExhausted {
            // What has no time at which it is over is a limit that stays.
            let millis = retry_after.map_or(-1, |after| i64::try_from(after.as_millis()).unwrap_or(i64::MAX));
            trailers.insert(PUSHBACK, MetadataValue::from(millis));
        }
        Status::with_error_details_and_metadata(code, message, details, trailers)
    }
}
