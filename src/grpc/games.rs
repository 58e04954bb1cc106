//! How many blind games may be open at the same time.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::status::Error;

/// The places of open games.
#[derive(Debug)]
pub struct Games {
    places: Arc<Semaphore>,
    most: usize,
}

/// A game's place, given back when it is dropped.
#[derive(Debug)]
pub struct Place(#[expect(dead_code, reason = "held for its end")] OwnedSemaphorePermit);

impl Games {
    /// So many places.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let most = most.min(Semaphore::MAX_PERMITS);
        Self { places: Arc::new(Semaphore::new(most)), most }
    }

    /// A place, if there is one.
    ///
    /// # Errors
    /// Where all are taken.
    pub fn place(&self) -> Result<Place, Error> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map(Place).map_err(|_| Error::TooManyGames { most: self.most })
    }

    /// Games that may be open.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.most
    }

    /// Games that are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.most - self.places.available_permits()
    }
}
