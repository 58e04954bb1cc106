//! The longest chain of guesses, and how far the search for it is.

use std::sync::Arc;
use std::time::Instant;

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tokio::sync::Notify;
use tonic::codegen::BoxStream;

use super::read;
use crate::budget::Budget;
use crate::compute::{Admission, ComputeError, Lane};
use crate::grpc::call::Call;
use crate::grpc::proto::{LongestChainRequest, LongestChainResponse};
use crate::grpc::shared::{Patience, Shared};
use crate::grpc::status::{Error, Violation};
use crate::grpc::stream::{Sender, stream, tell_while, ticks};
use crate::grpc::words::Words;
use crate::grpc::{limits, read as messages};
use crate::guess::chain::{Search, Standing};
use crate::guess::{KeptLists, Lists};
use crate::lexicon::{ANSWERS, Alphabet, Dictionary, Letter};

/// Words that are merged in the time of a node.
const WORDS_A_NODE: usize = 256;

/// What is searched for, ready to be prepared by the pool.
struct Asked {
    words: Words,
    length: usize,
    first: Option<Vec<Letter>>,
    last: Option<Vec<Letter>>,
    kept_lists: Arc<KeptLists>,
}

/// The list, and the places of the chain's ends in it.
struct Looked {
    lists: Arc<Lists>,
    first: Option<u32>,
    last: Option<u32>,
}

/// The list of a dictionary's words of this length, of which there is one. That of the service's own is kept.
pub(super) fn list(
    words: &Words,
    dictionary: &Dictionary,
    length: usize,
    kept: &KeptLists,
    budget: &Budget,
) -> Result<Arc<Lists>, Error> {
    read::check(words, dictionary, length)?;
    if !words.are_own() {
        return Ok(kept.get((dictionary, dictionary), words.writing(), length, budget).map_err(ComputeError::Spent)?);
    }
    let list = dictionary.words(length);
    budget.spend(1 + (list.len() / WORDS_A_NODE) as u64).map_err(ComputeError::Spent)?;
    Ok(Arc::new(Lists::new(list, list)))
}

/// The place of a word that must be in the list.
pub(super) fn place(field: &str, word: &[Letter], lists: &Lists, dictionary: &Dictionary) -> Result<u32, Violation> {
    lists.place(word).ok_or_else(|| {
        let description = format!("{:?} must be a word of {}", dictionary.alphabet().text(word), dictionary.name());
        Violation::new(field, "NO_WORD", description)
    })
}

impl Asked {
    fn read(shared: &Shared, request: LongestChainRequest) -> Result<Self, Error> {
        let words = Words::read_or(shared, "words", request.words.unwrap_or_default(), ANSWERS)?;
        let length = read::word_length("word_length", request.word_length)?.unwrap_or(read::LETTERS);
        let end = |field, text: &str| {
            let read = || read::word_as_long(field, text, words.writing(), length);
            (!text.is_empty()).then(read).transpose()
        };
        let (first, last) = (end("first", &request.first)?, end("last", &request.last)?);
        if first.is_some() && first == last {
            return Err(Violation::new("last", "SAME_WORD", "must be another word than first, or empty").into());
        }
        Ok(Self { words, length, first, last, kept_lists: Arc::clone(&shared.kept_lists) })
    }

    fn look(&self, budget: &Budget) -> Result<Looked, Error> {
        let dictionary = self.words.dictionary(&[], budget)?;
        let lists = list(&self.words, &dictionary, self.length, &self.kept_lists, budget)?;
        let end = |field, word: &Option<Vec<Letter>>| {
            word.as_ref().map(|word| place(field, word, &lists, &dictionary)).transpose()
        };
        let (first, last) = (end("first", &self.first)?, end("last", &self.last)?);
        Ok(Looked { lists, first, last })
    }
}

pub(super) fn longest(
    shared: Arc<Shared>,
    call: Call,
    request: LongestChainRequest,
) -> Result<BoxStream<LongestChainResponse>, Error> {
    let time_limit = messages::time_limit("time_limit", request.time_limit)?;
    let asked = Asked::read(&shared, request)?;
    let patience = shared.patience_for_stream(&call, time_limit);
    Ok(stream(shared, call, limits::PROGRESS_AHEAD, async move |shared, call, send| {
        let _place = shared.place_for_pieces(&call).await?;
        answer(&shared, &call, asked, patience, send).await.map_err(Into::into)
    }))
}

/// Has the pool search in as many pieces as it has threads for, and tells how far they are. Dropping what it makes cancels
/// them. What is wrong with the request is said before that, by a thread for short work where the caller's own words are few;
/// a search is large, so it is made when its turn has come.
async fn answer(
    shared: &Shared,
    call: &Call,
    asked: Asked,
    patience: Patience,
    send: Sender<LongestChainResponse>,
) -> Result<(), Error> {
    let (pool, limits) = (&shared.pool, patience.limits());
    let alphabet = Arc::clone(asked.words.writing().alphabet());
    let asked = Arc::new(asked);
    let nothing_yet = {
        let (asked, alphabet) = (Arc::clone(&asked), Arc::clone(&alphabet));
        let lane = Lane::of(asked.words.are_many());
        let look = move |budget: &Budget| {
            let Looked { lists, first, last } = asked.look(budget)?;
            Ok::<_, Error>(message(&Search::before(&lists, first, last), &lists, &alphabet))
        };
        let looked = patience.wait(pool.run_from(lane, patience.claim(), look)).await?;
        call.note(looked.timing);
        looked.answer?
    };
    pool.require_room(Lane::Long, patience.wanted_until()).await?;
    let begun = async {
        let turn = shared.large_searches.place(Admission::Wait).await?;
        let prepare = move |budget: &Budget| {
            asked.look(budget).map(|Looked { lists, first, last }| Search::new(lists, first, last))
        };
        Ok::<_, Error>((turn, pool.run_long(limits.clone(), Admission::Wait, prepare).await?))
    };
    let begun = tell_while(until(limits.deadline, begun), &send, || nothing_yet.clone()).await?;
    // Where time ran out first, that is all that is known.
    let Some((turn, prepared)) = begun.transpose()? else { return send.send(nothing_yet).await };
    call.note(prepared.timing);
    let search = match prepared.answer {
        Err(Error::Compute(ComputeError::Spent(_))) => return send.send(nothing_yet).await,
        search => Arc::new(search?),
    };
    let news = Arc::new(Notify::new());
    // The call was let in; from here on its pieces wait their turn. One that finds nothing left to do is over at once.
    let mut pieces: FuturesUnordered<_> = (0..pool.long_threads())
        .map(|_| {
            let (search, news) = (Arc::clone(&search), Arc::clone(&news));
            pool.run_long(limits.clone(), Admission::Wait, move |budget: &Budget| {
                search.work(budget, |_| news.notify_one());
                budget.spent()
            })
        })
        .collect();
    let mut ticks = ticks();
    let mut told = Standing::default();
    loop {
        let mut is_due = false;
        tokio::select! {
            piece = pieces.next() => {
                let Some(piece) = piece else { break };
                let piece = piece?;
                call.note(piece.timing);
                if piece.answer.is_some() || search.standing().proven {
                    break;
                }
            }
            () = news.notified() => {}
            _ = ticks.tick() => is_due = true,
        }
        let standing = search.standing();
        // While a reader is slow the search goes on, and what comes next is what holds then.
        if is_due || standing.chain.len() > told.chain.len() || standing.upper_bound < told.upper_bound {
            send.send(message(&standing, search.words(), &alphabet)).await?;
            told = standing;
        }
    }
    let last = message(&search.standing(), search.words(), &alphabet);
    // Its reader may be slow, and others wait.
    drop((pieces, search, turn));
    send.send(last).await
}

/// What comes of this, unless it is too late.
async fn until<T>(end: Option<Instant>, work: impl Future<Output = T>) -> Option<T> {
    match end {
        Some(end) => tokio::time::timeout_at(end.into(), work).await.ok(),
        None => Some(work.await),
    }
}

fn message(standing: &Standing, words: &Lists, alphabet: &Alphabet) -> LongestChainResponse {
    let count = |count| u32::try_from(count).unwrap_or(u32::MAX);
    LongestChainResponse {
        chain: standing.chain.iter().map(|&word| alphabet.text(words.word(word))).collect(),
        upper_bound: count(standing.upper_bound),
        proven: standing.proven,
        targets_done: count(standing.targets_done),
        targets_total: count(standing.targets),
    }
}
