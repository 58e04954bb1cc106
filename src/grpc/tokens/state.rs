//! What a resume token holds: a session, as a message of our own.
//!
//! A new release reads the tokens of the one before. So a field keeps its number, type and meaning for ever; what is new is a
//! new field, whose absence means what was so before; and what can no longer be read so is a new version of the token.
//! What follows from other fields is not in it: what was told on a board that the service judges, and the tiles as they lie.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prost::Message;
use uuid::Uuid;

use super::told::{pack, unpack};
use super::{Held, TokenError};
use crate::blind::game::{Game, Judge, MAX_MOVES, Options, Proposed, Stage};
use crate::blind::{Feedback, Move, Record, Terms, Told};
use crate::grpc::proto;
use crate::grpc::session::Session;
use crate::lexicon::Lexicon;
use crate::puzzle::{Board, Cell, Grid, Kind, Layout, Swap};

/// How much of a dictionary's digest is kept: enough that no two lists share it by chance.
const DIGEST_BYTES: usize = 16;

/// The message.
#[derive(Clone, PartialEq, Message)]
#[expect(clippy::struct_excessive_bools, reason = "fields of a message, each by itself")]
pub(super) struct State {
    /// Until when the token is good, in seconds since 1970, this one excluded.
    #[prost(uint64, tag = "1")]
    expiry: u64,
    /// Who may use it, and nobody else. Empty: callers without a name, as all are where the server knows none.
    #[prost(string, tag = "2")]
    principal: String,
    /// The session's UUID.
    #[prost(bytes = "vec", tag = "3")]
    id: Vec<u8>,
    /// The language's code.
    #[prost(string, tag = "4")]
    language: String,
    /// The edition of its word lists.
    #[prost(uint32, tag = "5")]
    edition: u32,
    /// The dictionary's name.
    #[prost(string, tag = "6")]
    dictionary: String,
    /// The first bytes of its digest.
    #[prost(bytes = "vec", tag = "7")]
    digest: Vec<u8>,
    /// Rows of the board.
    #[prost(uint32, tag = "8")]
    rows: u32,
    /// Its letters at the start, in reading order.
    #[prost(string, tag = "9")]
    start: String,
    /// The target, likewise. Empty: only the caller's game knows it.
    #[prost(string, tag = "10")]
    target: String,
    /// Whether the caller brought the target.
    #[prost(bool, tag = "11")]
    brought: bool,
    /// What a player is told.
    #[prost(enumeration = "proto::Feedback", tag = "12")]
    feedback: i32,
    /// Who moves.
    #[prost(enumeration = "proto::Player", tag = "13")]
    player: i32,
    /// How the service chooses.
    #[prost(enumeration = "proto::Strategy", tag = "14")]
    strategy: i32,
    /// Whether the service waits before each move.
    #[prost(bool, tag = "15")]
    step_by_step: bool,
    /// Whether it says what follows.
    #[prost(bool, tag = "16")]
    include_belief: bool,
    /// Swaps after which the game ends.
    #[prost(uint32, tag = "17")]
    max_moves: u32,
    /// The swaps made: two bytes each, the cells.
    #[prost(bytes = "vec", tag = "18")]
    moves: Vec<u8>,
    /// What was told at the start and after each swap, packed; empty where the service judges.
    #[prost(bytes = "vec", tag = "19")]
    told: Vec<u8>,
    /// The move after which one world was left.
    #[prost(uint32, optional, tag = "20")]
    learned_at: Option<u32>,
    /// The proposal that is open.
    #[prost(message, optional, tag = "21")]
    proposed: Option<OpenProposal>,
    /// Whether the caller, who judges, says that it is solved, and only that is left to be said.
    #[prost(bool, tag = "22")]
    solved: bool,
}

/// A proposal that is open, with its figures.
#[derive(Clone, PartialEq, Message)]
struct OpenProposal {
    /// The two cells.
    #[prost(bytes = "vec", tag = "1")]
    swap: Vec<u8>,
    /// What it is for.
    #[prost(enumeration = "proto::Phase", tag = "2")]
    phase: i32,
    /// What it will tell, in bits.
    #[prost(double, tag = "3")]
    expected_bits: f64,
    /// Swaps left after it.
    #[prost(double, optional, tag = "4")]
    expected_swaps_left: Option<f64>,
}

/// Seconds since 1970, rounded down.
fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

fn bytes(swap: Swap) -> [u8; 2] {
    [swap.first().0, swap.second().0]
}

/// The swap of these two cells, if a board of so many has it.
fn swap(cells: &[u8], tiles: usize) -> Option<Swap> {
    let &[first, second] = cells else { return None };
    Swap::new(Cell(first), Cell(second)).filter(|swap| swap.second().index() < tiles)
}

impl State {
    /// A session, held so from now on for so long.
    pub(super) fn new(session: &Session, held: &Held<'_>, time_to_live: Duration) -> Self {
        let Session { id, language, edition, game } = session;
        // A game taken up again says first how it stands: which it was about to say, and of how many worlds, matters no more.
        let Game { record, judge, options, proposed, solved, learned_at, stage: _, log2_worlds: _ } = game;
        let terms = record.terms();
        let text = |grid: &Grid| grid.cells().iter().collect::<String>();
        let (target, brought) = match judge {
            Judge::Service { target, brought } => (text(target), *brought),
            Judge::Caller => (String::new(), false),
        };
        let mut told = Vec::new();
        if *judge == Judge::Caller {
            pack(&mut told, terms.feedback(), None, record.at_start());
            for made in record.moves() {
                pack(&mut told, terms.feedback(), Some(made.swap), &made.told);
            }
        }
        Self {
            // A part of a second more rather than less.
            expiry: seconds(held.now).saturating_add(time_to_live.as_secs()).saturating_add(1),
            principal: held.principal.to_owned(),
            id: id.as_bytes().to_vec(),
            language: language.clone(),
            edition: *edition,
            dictionary: terms.dictionary().name().to_owned(),
            digest: terms.dictionary().digest()[..DIGEST_BYTES].to_vec(),
            rows: u32::try_from(terms.rows()).unwrap_or_default(),
            start: text(terms.start()),
            target,
            brought,
            feedback: proto::Feedback::from(terms.feedback()).into(),
            player: proto::Player::from(options.player).into(),
            strategy: proto::Strategy::from(options.strategy).into(),
            step_by_step: options.step_by_step,
            include_belief: options.include_belief,
            max_moves: options.max_moves,
            moves: record.moves().iter().flat_map(|made| bytes(made.swap)).collect(),
            told,
            learned_at: *learned_at,
            proposed: proposed.as_ref().map(|proposed| OpenProposal {
                swap: bytes(proposed.swap).to_vec(),
                phase: proto::Phase::from(proposed.phase).into(),
                expected_bits: proposed.expected_bits,
                expected_swaps_left: proposed.expected_swaps_left,
            }),
            solved: *solved && *judge == Judge::Caller,
        }
    }

    /// The session, if whoever holds it may still have it here. Everything is looked at as if anyone could have written it.
    pub(super) fn session(&self, held: &Held<'_>, lexicon: &Lexicon) -> Result<Session, TokenError> {
        if self.principal != held.principal {
            return Err(TokenError::Invalid);
        }
        if seconds(held.now) >= self.expiry {
            return Err(TokenError::Expired);
        }
        let changed = || TokenError::DictionaryChanged {
            language: self.language.clone(),
            edition: self.edition,
            dictionary: self.dictionary.clone(),
        };
        let language = lexicon.language(&self.language, self.edition).map_err(|_| changed())?;
        let dictionary = language.dictionary(&self.dictionary).map_err(|_| changed())?;
        if dictionary.digest()[..DIGEST_BYTES] != *self.digest {
            return Err(changed());
        }
        let feedback = self.feedback.try_into().map(proto::Feedback::into).map_err(|_| TokenError::Invalid)?;
        let start = self.grid(&self.start).ok_or(TokenError::Invalid)?;
        let terms = Terms::new(start, Arc::clone(dictionary), feedback).map_err(|_| TokenError::Invalid)?;
        let game = self.game(terms).ok_or(TokenError::Invalid)?;
        let id = Uuid::from_slice(&self.id).map_err(|_| TokenError::Invalid)?;
        Ok(Session { id, language: self.language.clone(), edition: self.edition, game })
    }

    /// A grid in rows of these letters.
    fn grid(&self, letters: &str) -> Option<Grid> {
        let letters: Vec<char> = letters.chars().collect();
        let rows = usize::try_from(self.rows).ok()?;
        let layout = Layout::new(Kind::Rows, rows, letters.len().checked_div(rows)?).ok()?;
        Grid::new(layout, letters).ok()
    }

    fn game(&self, terms: Terms) -> Option<Game> {
        let judge = if self.target.is_empty() {
            Judge::Caller
        } else {
            let board = Board::new(terms.start().clone(), self.grid(&self.target)?).ok()?;
            Judge::Service { target: board.target().clone(), brought: self.brought }
        };
        let options = Options {
            player: proto::Player::try_from(self.player).ok()?.into(),
            strategy: proto::Strategy::try_from(self.strategy).ok()?.into(),
            step_by_step: self.step_by_step,
            include_belief: self.include_belief,
            max_moves: Some(self.max_moves).filter(|moves| (1..=MAX_MOVES).contains(moves))?,
        };
        let record = self.record(terms, &judge)?;
        let solved = match &judge {
            Judge::Service { target, .. } => record.grid() == target,
            Judge::Caller => self.solved,
        };
        let proposed = match &self.proposed {
            None => None,
            Some(proposed) => Some(proposed.read(record.grid().cells().len())?),
        };
        let (learned_at, stage, log2_worlds) = (self.learned_at, Stage::Open, None);
        let game = Game { record, judge, options, proposed, solved, learned_at, stage, log2_worlds };
        (learned_at.is_none_or(|learned_at| learned_at <= game.moves())).then(|| game.resumed())
    }

    fn record(&self, terms: Terms, judge: &Judge) -> Option<Record> {
        let most = 2 * usize::try_from(MAX_MOVES).ok()?;
        if self.moves.len() > most || !self.moves.len().is_multiple_of(2) {
            return None;
        }
        let (feedback, tiles) = (terms.feedback(), terms.letters().len());
        let mut packed = &self.told[..];
        let mut told = |grid: &Grid, swap: Option<Swap>| told(judge, feedback, grid, swap, &mut packed);
        let at_start = told(terms.start(), None)?;
        let mut record = Record::new(Arc::new(terms), at_start);
        for cells in self.moves.chunks_exact(2) {
            let swap = swap(cells, tiles)?;
            let mut after = record.grid().clone();
            after.swap(swap);
            let told = told(&after, Some(swap))?;
            record.push(Move { swap, told });
        }
        packed.is_empty().then_some(record)
    }
}

/// What was told of this grid: by the service's own judgement, or as the caller reported it.
fn told(judge: &Judge, feedback: Feedback, grid: &Grid, swap: Option<Swap>, packed: &mut &[u8]) -> Option<Told> {
    match judge {
        Judge::Service { target, .. } => Some(feedback.told(grid, target, swap)),
        Judge::Caller => unpack(packed, feedback, swap, grid.cells().len()),
    }
}

impl OpenProposal {
    fn read(&self, tiles: usize) -> Option<Proposed> {
        let figures = [Some(self.expected_bits), self.expected_swaps_left];
        if figures.into_iter().flatten().any(|figure| !figure.is_finite()) {
            return None;
        }
        Some(Proposed {
            swap: swap(&self.swap, tiles)?,
            phase: proto::Phase::try_from(self.phase).ok()?.into(),
            expected_bits: self.expected_bits,
            expected_swaps_left: self.expected_swaps_left,
        })
    }
}
