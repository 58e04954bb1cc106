//! What a search may take, until when anyone wants its answer, and on whose account it is.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Admission, ComputeError};
use crate::budget::Limits;

/// Why an account's semaphore always answers.
const NEVER_CLOSED: &str = "the places of an account are never closed";

/// How much long work somebody may have at the same time. Clones are the same account.
#[derive(Clone)]
pub struct Account {
    places: Arc<Semaphore>,
    most: NonZeroU32,
}

/// A place of an account, given back when it is dropped.
#[derive(Debug)]
pub struct AccountPlace {
    _permit: OwnedSemaphorePermit,
}

impl fmt::Debug for Account {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} long searches", self.most)
    }
}

impl Account {
    /// An account of so many places.
    #[must_use]
    pub fn new(most: NonZeroU32) -> Self {
        let places = usize::try_from(most.get()).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        Self { places: Arc::new(Semaphore::new(places)), most }
    }

    /// How many places it has.
    #[must_use]
    pub fn most(&self) -> NonZeroU32 {
        self.most
    }

    /// A place: if there is one, or as soon as there is one.
    ///
    /// # Errors
    /// [`ComputeError::AccountFull`] where there is none and nobody waits for it.
    ///
    /// # Panics
    /// Never: nobody closes the semaphore.
    pub async fn place(&self, admission: Admission) -> Result<AccountPlace, ComputeError> {
        let places = Arc::clone(&self.places);
        let permit = match admission {
            Admission::Refuse => {
                places.try_acquire_owned().map_err(|_| ComputeError::AccountFull { most: self.most.get() })?
            }
            Admission::Wait | Admission::WaitAside => places.acquire_owned().await.expect(NEVER_CLOSED),
        };
        Ok(AccountPlace { _permit: permit })
    }
}

/// What a search may take, until when anyone wants its answer, and on whose account it is.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// What it may take.
    pub limits: Limits,
    /// When nobody waits any more: work that would not begin by then is refused at once. `None`: as long as it takes.
    pub wanted_until: Option<Instant>,
    /// Whose long work it is, if it becomes that; `None`: nobody's who is limited.
    pub account: Option<Account>,
}

impl From<Limits> for Claim {
    /// Wanted however late, on nobody's account.
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

impl Claim {
    /// A place for long work on the account, where there is one.
    pub(super) async fn place(&self, admission: Admission) -> Result<Option<AccountPlace>, ComputeError> {
        match &self.account {
            Some(account) => account.place(admission).await.map(Some),
            None => Ok(None),
        }
    }
}
