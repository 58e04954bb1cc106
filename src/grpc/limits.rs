//! The most that a request may hold and a connection may do: what is not set by an operator stands here, and nowhere else.
//!
//! docs/limits.md lists all of it, with the settings that are limits; a test holds that page to [`table`] and to the settings,
//! and hits each of them once. The sizes of grids are those of [`crate::puzzle::layout`].

use std::num::NonZeroU32;
use std::time::Duration;

use crate::blind::game::MAX_MOVES;
use crate::lexicon::{MAX_ALPHABET, MAX_LETTERS};
use crate::puzzle::layout::MAX_SIDE;

/// Bytes of a seed.
pub const SEED_BYTES: usize = 128;
/// Seeds of a batch.
pub const SEEDS: usize = 10_000;
/// Words looked up at once.
pub const LOOK_UPS: usize = 1_000;
/// Words of a caller's own list.
pub const OWN_WORDS: usize = 50_000;
/// Bytes of all words of a caller's own list that are folded within the first slice of a search.
pub const OWN_BYTES_SHORT: usize = 16 << 10;
/// Words of a caller's own list that are folded within the first slice of a search (see [`crate::compute`]), with most of
/// it left. Longer lists are long work.
pub const OWN_WORDS_SHORT: usize = 250;
/// Solutions listed.
pub const SOLUTIONS: u32 = 1_000;
/// Configurations that METHOD_BACKTRACKING may try.
pub const CONFIGURATIONS: u32 = 1_000_000;
/// Boards of one batch that are computed or wait for their turn, for each thread of the long lane: enough to keep the
/// threads busy while an answer is sent.
pub const BATCH_AHEAD: usize = 4;
/// Reports of a blind game's history.
pub const HISTORY: usize = 1_000;
/// Events of a piece of a blind game.
pub const STEP_EVENTS: usize = 100;
/// Events of a blind game that wait for their reader: few, since a game that is read slowly need not hurry, and many are open.
pub const GAME_AHEAD: usize = 4;
/// Answers of a stream that wait for their reader.
pub const STREAM_AHEAD: usize = 16;
/// Guesses that are ranked in one answer.
pub const GUESSES: u32 = 1_000;
/// Turns of a game of guesses.
pub const TURNS: usize = 1_000;
/// Candidates that are listed.
pub const CANDIDATES: usize = 100;
/// Buckets of an answer: those of 1,000 guesses of five letters, of which each has 243 at most.
pub const BUCKETS: usize = 250_000;
/// Answers of a strategy whose tree is told: it has some two nodes for each, of 25 bytes.
pub const TREE_ANSWERS: usize = 400_000;
/// Evaluations of strategies that plan and searches for chains that go on at the same time, where there are as many threads for long
/// work; the others wait.
pub const LARGE_SEARCHES: NonZeroU32 = NonZeroU32::new(4).unwrap();
/// Guesses of a chain that is checked.
pub const CHAIN: usize = 1_000;
/// Messages of how far a search is that wait for their reader: few, since each one that follows says more.
pub const PROGRESS_AHEAD: usize = 2;
/// The most time that a search may take which says in a stream how far it is, instead of what other searches may.
pub const STREAM_SEARCH: Duration = Duration::from_mins(30);

/// Bytes of a request id that is taken from a caller; longer ones are replaced.
pub const REQUEST_ID_BYTES: usize = 128;
/// Bytes of a call that its client may send before they are read.
pub const STREAM_WINDOW: u32 = 64 << 10;
/// Bytes of all calls of a connection that its client may send before they are read.
pub const CONNECTION_WINDOW: u32 = 256 << 10;
/// Calls of a connection that its client gave up before they were looked at. That is no attack where calls come faster than they
/// can be read and their deadlines pass: the usual limit of 20, against "rapid reset" (CVE-2023-44487), then cuts off every
/// connection, with all that goes well on it.
pub const GIVEN_UP: usize = 1024;
/// Calls of a connection, in all its time, that the server must reset: frames of theirs are wrong, or they are opened beyond
/// `--max-streams`. Who asks for that again and again ("MadeYouReset", CVE-2025-8671) has calls begun that count nowhere. The
/// 1,024 of h2 are too few: of a large message that is refused while it is under way up to four frames can count, so an honest
/// caller would lose its connection after some 250 refusals, just when there is no room.
pub const MADE_RESET: usize = 16 << 10;
/// Bytes of the headers of one call. They hold ids and a token, some hundred bytes.
pub const HEADER_BYTES: u32 = 16 << 10;
/// Calls of health and reflection at the same time, those that last and the others each. Nobody needs a token to watch how the
/// service is.
pub const PROBES: i64 = 1024;
/// Bytes of an answer. Nothing that may be asked for has as many: the largest, a ranking with all its buckets, has some ten
/// million.
pub const ANSWER_BYTES: usize = 32 << 20;
/// Bytes of all answers above 64 KiB together that their readers have not taken.
pub const UNREAD_BYTES: usize = 64 << 20;
/// Bytes of a message from which on it is no small one.
pub const SMALL_MESSAGE: usize = 4 << 10;
/// Bytes of all messages together that are not whole, small ones apart.
pub const UNFINISHED_BYTES: usize = 32 << 20;
/// Bytes of the room that is kept for the longest messages of all calls that send many, until they end; small ones apart.
pub const LASTING_BYTES: usize = 32 << 20;
/// What a client has for its TLS handshake and the 24 bytes with which HTTP/2 begins.
pub const GREETING: Duration = Duration::from_secs(10);
/// What the message of a call has to arrive, and the first of a stream of messages, and each other one that has begun: 1 MiB over a
/// slow line.
pub const ARRIVAL: Duration = Duration::from_secs(20);
/// What a call has for its message, and a connection for its first call, before it can be asked to make room for another.
pub const STANDING: Duration = Duration::from_millis(500);
/// What a connection has beyond `--send-timeout` when nothing of its answers is taken: time to hear why each of them ended.
pub const UNREAD_GRACE: Duration = Duration::from_secs(5);
/// Bytes of a caller's `tracestate`: what W3C Trace Context asks all to pass on, and more than callers send.
pub const TRACE_STATE_BYTES: usize = 512;
/// A client that does not answer within this whether it lives is gone.
pub const KEEPALIVE_ANSWER: Duration = Duration::from_secs(20);

/// One limit, as docs/limits.md lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Of what.
    pub what: &'static str,
    /// How much, and of what unit.
    pub most: String,
    /// What happens beyond it: mostly the reason of an error.
    pub beyond: &'static str,
}

/// A number as people read it: 10,000.
fn number(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// All limits that no setting sets.
#[must_use]
pub fn table() -> Vec<Limit> {
    let row = |what, most: String, beyond| Limit { what, most, beyond };
    let seconds = |time: Duration| format!("{} s", time.as_secs());
    vec![
        row("rows and columns of a grid", format!("{} each", number(MAX_SIDE)), "`GRID_SIZE`"),
        row("letters of a word", number(MAX_LETTERS), "`WORD_LENGTH`"),
        row("letters of an alphabet, or of two that are joined", number(MAX_ALPHABET), "`ALPHABETS_DIFFER`"),
        row("seed", format!("{SEED_BYTES} bytes"), "`SEED_LENGTH`"),
        row("`GenerateBoards`: seeds", number(SEEDS), "`OUT_OF_RANGE`"),
        row("`LookUpWords`: words", number(LOOK_UPS), "`OUT_OF_RANGE`"),
        row("words of a caller's own list, `only`, `weights`", format!("{} each", number(OWN_WORDS)), "`OUT_OF_RANGE`"),
        row("`Solve`: `max_solutions`", number(SOLUTIONS), "`OUT_OF_RANGE`"),
        row("`Solve`: `configurations_limit`", number(CONFIGURATIONS), "`OUT_OF_RANGE`"),
        row("blind games: `max_moves`", number(MAX_MOVES), "`OUT_OF_RANGE`"),
        row("blind games: reports of `history`", number(HISTORY), "`OUT_OF_RANGE`"),
        row("`StepBlindSession`: events", number(STEP_EVENTS), "`OUT_OF_RANGE`"),
        row("`RankGuesses`: `limit`", number(GUESSES), "`OUT_OF_RANGE`"),
        row("`RankGuesses`: turns of `history`", number(TURNS), "`OUT_OF_RANGE`"),
        row("`RankGuesses`: `candidate_words`", number(CANDIDATES), "the likeliest are told"),
        row("`RankGuesses`: buckets of all guesses together", number(BUCKETS), "further guesses have none"),
        row("`EvaluateStrategy`: answers with `include_tree`", number(TREE_ANSWERS), "`OUT_OF_RANGE`"),
        row(
            "`EvaluateStrategy` by plans and `LongestChain`: calls that search at the same time",
            format!("{LARGE_SEARCHES}, or one for each thread of long work"),
            "the others wait, and say so",
        ),
        row("`CheckChain`: words", number(CHAIN), "`OUT_OF_RANGE`"),
        row(
            "time of a search of `EvaluateStrategy` and `LongestChain`",
            format!("{} min", STREAM_SEARCH.as_secs() / 60),
            "the best so far, `proven` false",
        ),
        row(
            "headers of a call",
            format!("{} KiB", HEADER_BYTES >> 10),
            "status 431 of HTTP; over HTTP/1.1 (gRPC-web) the connection is closed",
        ),
        row(
            "calls of `Health/Check`, and of `Health/Watch` and reflection, at the same time",
            format!("{} each", number(u64::try_from(PROBES).unwrap_or(0))),
            "`CROWDED`, as beyond `--max-calls`; a stream of reflection just ends",
        ),
        row(
            "bytes sent and not read, of a call and of a connection",
            format!("{} KiB and {} KiB", STREAM_WINDOW >> 10, CONNECTION_WINDOW >> 10),
            "the client waits (HTTP/2 tells it)",
        ),
        row(
            "calls of a connection that are given up before they are looked at",
            number(GIVEN_UP),
            "the connection is closed (`ENHANCE_YOUR_CALM`)",
        ),
        row(
            "calls of a connection that the server must reset: frames are wrong, or more than `--max-streams` at once",
            number(MADE_RESET),
            "the connection is closed (`ENHANCE_YOUR_CALM`)",
        ),
        row("`x-request-id`", format!("{REQUEST_ID_BYTES} bytes"), "another id is given"),
        row("`tracestate`", format!("{TRACE_STATE_BYTES} bytes"), "it is not passed on"),
        row("answer", format!("{} MiB", ANSWER_BYTES >> 20), "never reached: all that may be asked for is smaller"),
        row(
            "answers above 64 KiB that are unread, all together",
            format!("{} MiB", UNREAD_BYTES >> 20),
            "`ANSWERS_UNREAD`; one that nobody takes for `--send-timeout` is dropped",
        ),
        row(
            "messages above 4 KiB that are not whole, all together",
            format!("{} MiB", UNFINISHED_BYTES >> 20),
            "`MESSAGES_UNFINISHED`, of the oldest where it is older than half a second",
        ),
        row(
            "twice the longest message, above 4 KiB, of each game or reflection by stream, all together",
            format!("{} MiB", LASTING_BYTES >> 20),
            "`MESSAGES_UNFINISHED`; `StepBlindSession` has no such limit",
        ),
        row(
            "time in which nothing is read of the answers that wait on a connection",
            format!("{} s beyond `--send-timeout`", UNREAD_GRACE.as_secs()),
            "the connection is closed",
        ),
        row("time for a TLS handshake and the preface of HTTP/2", seconds(GREETING), "the connection is closed"),
        row(
            "time for the message of a call to arrive; of a stream, for the first, and for each other that has begun",
            seconds(ARRIVAL),
            "`MESSAGE_TOO_SLOW`",
        ),
        row(
            "time for that, and from a connection to its first call, once there is no room for others",
            format!("{} ms", STANDING.as_millis()),
            "`CROWDED`; the connection is closed",
        ),
        row("time for the answer to a keepalive ping", seconds(KEEPALIVE_ANSWER), "the connection is closed"),
        row(
            "answers that wait for the reader of `GenerateBoards`, of a blind game, of a search that tells how far it is",
            format!("{STREAM_AHEAD}, {GAME_AHEAD}, {PROGRESS_AHEAD}"),
            "the search waits, and `--send-timeout` runs",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0u64, 999, 1_000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
    }
}
