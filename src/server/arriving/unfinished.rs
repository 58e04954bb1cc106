//! Messages that are not whole: how much of them may lie in memory.
//!
//! A message is decoded when all of it is here. Until then what came of it is [kept](super::whole), up to `--max-message` for each
//! call; the windows of HTTP/2 only bound what nobody has looked at yet. So whoever sent all of a message but its last byte, in each
//! of as many calls as may be under way, would have gigabytes kept. Therefore what is kept of all of them together has a limit
//! ([`limits::UNFINISHED_BYTES`]), small ones apart ([`limits::SMALL_MESSAGE`]). For each piece that comes when three quarters are
//! taken the oldest [give way](crate::server::room), as many as give back what it brings; where too few can be asked to, or have not
//! gone, its own call is refused.
//!
//! And of a call that sends many messages tonic keeps room for the longest for as long as the call goes on, which for a game may be long:
//! gigabytes, of one long message in each of as many games as may be open. That has a limit of its own ([`limits::LASTING_BYTES`]). Nobody
//! gives way there, since a game that is played is worth more than one that would begin.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use crate::grpc::limits;
use crate::server::room::{Asked, Line, Standing};

/// Bytes from which on others are asked to go. What is above is for those that have not heard of it: a game that computes does not listen.
const FULL: usize = limits::UNFINISHED_BYTES / 4 * 3;

/// What is kept of all messages that are not whole. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Unfinished(Arc<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// Of messages that are not small.
    bytes: AtomicUsize,
    line: Line,
    /// Of calls that send many messages.
    lasting: AtomicUsize,
}

impl Unfinished {
    /// Bytes that are kept of messages that are not small, whole or not.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes.load(Ordering::Relaxed) + self.0.lasting.load(Ordering::Relaxed)
    }

    /// A call of whose message nothing is here.
    #[must_use]
    pub fn nothing(&self) -> Part {
        Part { all: self.clone(), bytes: 0, place: None }
    }

    /// A call of whose messages nothing is kept.
    #[must_use]
    pub fn nothing_lasting(&self) -> Lasting {
        Lasting { all: self.clone(), bytes: 0 }
    }
}

/// What is kept of one call's message.
#[derive(Debug)]
pub struct Part {
    all: Unfinished,
    /// As counted: none of a small one.
    bytes: usize,
    /// Its place in the line of those that can be asked to give way.
    place: Option<(Standing, Asked)>,
}

impl Part {
    /// So many bytes are kept now. False: there is no room for what is new of it.
    #[must_use]
    pub fn keeps(&mut self, bytes: usize) -> bool {
        if bytes < limits::SMALL_MESSAGE {
            self.let_go();
            return true;
        }
        let Kept { bytes: all, line, .. } = &*self.all.0;
        self.place.get_or_insert_with(|| line.join());
        let before = std::mem::replace(&mut self.bytes, bytes);
        if bytes <= before {
            all.fetch_sub(before - bytes, Ordering::Relaxed);
            return true;
        }
        let more = bytes - before;
        let total = all.fetch_add(more, Ordering::Relaxed) + more;
        let over = total.saturating_sub(FULL).min(more);
        // Each that goes gives back so much at least.
        total <= limits::UNFINISHED_BYTES && (0..over.div_ceil(limits::SMALL_MESSAGE)).all(|_| line.make_room())
    }

    /// The message is whole, or given up.
    pub fn let_go(&mut self) {
        self.all.0.bytes.fetch_sub(std::mem::take(&mut self.bytes), Ordering::Relaxed);
        self.place = None;
    }

    /// Resolves when its call must give way.
    pub fn poll_asked(&mut self, context: &mut Context<'_>) -> Poll<()> {
        match &mut self.place {
            Some((_, asked)) => Pin::new(asked).poll(context),
            None => Poll::Pending,
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.let_go();
    }
}

/// What tonic keeps of one call's messages until it ends.
#[derive(Debug)]
pub struct Lasting {
    all: Unfinished,
    /// As counted: none of small messages.
    bytes: usize,
}

impl Lasting {
    /// So many bytes are kept from now on, no fewer than before. False: there is no room for them.
    #[must_use]
    pub fn keeps(&mut self, bytes: usize) -> bool {
        if bytes < 2 * limits::SMALL_MESSAGE || bytes <= self.bytes {
            return true;
        }
        let more = bytes - std::mem::replace(&mut self.bytes, bytes);
        self.all.0.lasting.fetch_add(more, Ordering::Relaxed) + more <= limits::LASTING_BYTES
    }
}

impl Drop for Lasting {
    fn drop(&mut self) {
        self.all.0.lasting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use futures_util::FutureExt as _;
    use tokio::time::advance;

    use super::*;

    fn must_go(part: &mut Part) -> bool {
        poll_fn(|context| part.poll_asked(context)).now_or_never().is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn small_messages_count_nothing_and_others_until_they_are_whole() {
        let all = Unfinished::default();
        let mut part = all.nothing();
        assert!(part.keeps(limits::SMALL_MESSAGE - 1));
        assert_eq!(all.bytes(), 0);
        for bytes in [limits::SMALL_MESSAGE, limits::SMALL_MESSAGE, 100_000] {
            assert!(part.keeps(bytes));
            assert_eq!(all.bytes(), bytes);
        }
        part.let_go();
        assert_eq!(all.bytes(), 0);
        assert!(part.keeps(50_000) && all.bytes() == 50_000);
        drop(part);
        assert_eq!(all.bytes(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn beyond_the_limit_the_oldest_give_way_and_then_nobody_is_let_in() {
        let all = Unfinished::default();
        let (mut first, mut second, mut large) = (all.nothing(), all.nothing(), all.nothing());
        assert!(first.keeps(limits::SMALL_MESSAGE) && second.keeps(limits::SMALL_MESSAGE));
        advance(limits::STANDING).await;
        assert!(large.keeps(FULL - 2 * limits::SMALL_MESSAGE));
        assert!(!must_go(&mut first) && !must_go(&mut second));
        let mut more = all.nothing();
        assert!(more.keeps(2 * limits::SMALL_MESSAGE - 1), "two give way for it");
        assert!(must_go(&mut first) && must_go(&mut second) && !must_go(&mut large));
        // Nobody else has stood long enough.
        assert!(!all.nothing().keeps(limits::SMALL_MESSAGE));
        drop((first, second));
        assert!(more.keeps(2 * limits::SMALL_MESSAGE));
        assert!(more.keeps(2 * limits::SMALL_MESSAGE - 1), "less is no news");
        advance(limits::STANDING).await;
        assert!(all.nothing().keeps(limits::SMALL_MESSAGE));
        assert!(must_go(&mut large));
    }

    #[tokio::test(start_paused = true)]
    async fn little_is_let_in_for_those_who_do_not_hear_that_they_must_go() {
        let all = Unfinished::default();
        let mut deaf = Vec::new();
        for _ in 0..2 * limits::UNFINISHED_BYTES / limits::SMALL_MESSAGE {
            deaf.push(all.nothing());
            if !deaf.last_mut().unwrap().keeps(limits::SMALL_MESSAGE) {
                deaf.pop();
                break;
            }
            advance(limits::STANDING).await;
        }
        assert_eq!(all.bytes(), limits::UNFINISHED_BYTES);
        assert!(deaf.iter_mut().any(must_go));
    }
}
