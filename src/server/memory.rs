//! Memory that is no longer used, given back to the system.
//!
//! The system's allocator keeps what was freed for whoever asks next, in an arena for each thread, and gives back little but what lies
//! at an arena's end, and of that, once a block of 32 MB was freed, only what is beyond 64 MB. So each arena stays as large as
//! the largest search that ever ran in it: in half an hour of mixed calls a process grew in steps from 60 to 126 MB, and after
//! an attack that made it hold 100 MB it went on holding them. So two things are done.
//!
//! - [`keep_little`]: an arena keeps no more than [`PIECE`] at its end, and larger pieces have pages of their own.
//! - [`Giving`]: every [`EVERY`] it is looked how much is held and not used, and where that has grown by [`WORTH`] since the last time, what
//!   lies within the arenas is given back. That takes some milliseconds, in which a thread that asks for memory may wait.
//!
//! glibc alone is asked, which is what the released binary has; under another allocator nothing is done.

use std::convert::Infallible;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::telemetry::process;

/// How often it is looked.
const EVERY: Duration = Duration::from_secs(2);
/// Bytes that are worth the work.
const WORTH: u64 = 4 << 20;
/// Bytes of a piece that has pages of its own; large, since each new page costs a fault.
const PIECE: i32 = 4 << 20;

/// Has the allocator keep little: see the module. To be called first of all, since the allocator reads without a lock what this
/// sets: where the process has more threads than this one, nothing is done.
pub fn keep_little() {
    if process::threads() == Some(1) {
        allocator::keep(PIECE);
    }
}

/// Memory is given back until this is dropped.
#[derive(Debug)]
pub struct Giving {
    _ends: Sender<Infallible>,
}

impl Giving {
    /// Begins, on a thread of its own: each arena is asked, whose threads may be at work.
    #[must_use]
    pub fn start() -> Self {
        let (ends, ended) = mpsc::channel();
        let gives = move || {
            let mut unused = 0;
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                unused = look(unused);
            }
        };
        if let Err(error) = thread::Builder::new().name("memory".to_owned()).spawn(gives) {
            tracing::warn!(%error, "memory that is no longer used stays with the process");
        }
        Self { _ends: ends }
    }
}

/// Bytes that the program asked for and did not free, where the allocator can be asked.
#[must_use]
pub fn allocated() -> Option<u64> {
    allocator::in_use()
}

/// From what was held and not used after the last time, what it is now: given back, where it has grown.
fn look(before: u64) -> u64 {
    let Some(now) = unused() else { return before };
    if now < before.saturating_add(WORTH) {
        return now.min(before);
    }
    allocator::give_back();
    let left = unused().unwrap_or(now);
    let bytes = now.saturating_sub(left);
    tracing::debug!(bytes, left, "memory given back");
    // Threads at work free as much meanwhile as is given back, which then counts as left: as long as it is worth it, the next look
    // gives back, too.
    if bytes >= WORTH || left > now { 0 } else { left }
}

/// Bytes that the process holds and did not ask for, or no longer needs; its own code and its threads' stacks are among them.
fn unused() -> Option<u64> {
    process::resident_bytes()?.checked_sub(allocator::in_use()?)
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "nobody else calls these functions of glibc, and none takes or gives an address")]
mod allocator {
    //! What glibc's allocator is told and asked. These are functions of C, which only `unsafe` code may call. They are sound: they take
    //! and give plain numbers, and move nothing that is in use. Two of them may be called by any thread at any time (MT-Safe, as
    //! glibc's manual has it), and `mallopt` while there is one thread only.

    /// Keeps so many bytes at the end of each arena at most, and nothing larger within one. If it does not, it goes on as it
    /// was. For a process with one thread.
    pub(super) fn keep(bytes: i32) {
        for parameter in [libc::M_TRIM_THRESHOLD, libc::M_MMAP_THRESHOLD] {
            // SAFETY: the caller looked that there is but one thread; else see the module.
            unsafe { libc::mallopt(parameter, bytes) };
        }
    }

    /// Bytes that were asked for and not freed.
    pub(super) fn in_use() -> Option<u64> {
        // SAFETY: see the module.
        let told = unsafe { libc::mallinfo2() };
        u64::try_from(told.uordblks.checked_add(told.hblkhd)?).ok()
    }

    /// Gives back all whole pages that are free.
    pub(super) fn give_back() {
        // SAFETY: see the module.
        unsafe { libc::malloc_trim(0) };
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod allocator {
    //! An allocator that cannot be asked.

    /// It decides by itself.
    pub(super) fn keep(_bytes: i32) {}

    /// It does not say.
    pub(super) fn in_use() -> Option<u64> {
        None
    }

    /// It decides by itself.
    pub(super) fn give_back() {}
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn what_was_freed_is_given_back_and_what_is_used_stays() {
        // Small enough that each comes from an arena; and one of a hundred stays, so that no arena has an end to cut off.
        let of = |piece: usize| vec![u8::try_from(piece % 251).unwrap(); 10_000];
        let mut pieces: Vec<Vec<u8>> = (0..20_000).map(of).collect();
        for hundred in pieces.chunks_mut(100) {
            hundred.iter_mut().skip(1).for_each(|piece| *piece = Vec::new());
        }
        let held = unused().unwrap();
        assert_eq!(look(0), 0, "it was worth it");
        let left = unused().unwrap();
        // Other tests run beside this one.
        assert!(held > 150_000_000 && left < held - 100_000_000, "{held} {left}");
        assert!(pieces.iter().enumerate().step_by(100).all(|(at, piece)| *piece == of(at)));
    }
}
