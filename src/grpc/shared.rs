//! What all services share.

use std::time::Duration;

use tokio::sync::watch;

use crate::compute::Pool;

/// What an operator sets of the services themselves.
#[derive(Clone, Debug)]
pub struct ServiceSettings {
    /// The most that any one search may take.
    pub search_limit: Duration,
    /// How long before a call's deadline a search answers.
    pub deadline_margin: Duration,
    /// How long a reader of a stream may leave an answer lying.
    pub send_timeout: Duration,
    /// The largest message taken, in bytes.
    pub max_message: usize,
}

/// What all services share. One for the process.
#[derive(Debug)]
pub struct Shared {
    /// What the operator set.
    pub settings: ServiceSettings,
    /// Where searches run.
    pub pool: Pool,
    /// Turns true when open streams must end: the server drains and will wait no longer.
    pub ending: watch::Receiver<bool>,
}
