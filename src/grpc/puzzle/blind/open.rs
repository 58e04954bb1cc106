//! The event that opens a blind game: a new one, or one that is taken up again.

use std::sync::Arc;
use std::time::Instant;

use super::events::OUT_OF_TURN;
use crate::blind::game::{Game, MAX_MOVES, OpenError, Opening, Options, Report, StepError};
use crate::blind::{Feedback, Terms, TermsError};
use crate::budget::Budget;
use crate::compute::{Admission, ComputeError};
use crate::grpc::call::Call;
use crate::grpc::judged::{self, JudgedBoard};
use crate::grpc::limits;
use crate::grpc::principal::Scope;
use crate::grpc::proto::open::Board;
use crate::grpc::proto::{self, Open, Unknown};
use crate::grpc::read::{self, required};
use crate::grpc::session::Session;
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::tokens::Held;
use crate::puzzle::Known;

/// The session that this opens, and the path of what it was made of.
pub(super) async fn open(
    shared: &Arc<Shared>,
    call: &Call,
    field: &str,
    mut asked: Open,
) -> Result<(Session, String), Error> {
    let path = |name: &str| format!("{field}.{name}");
    let how = |asked: &Open| how_it_is_played(field, asked);
    let session = match required(&path("board"), asked.board.take())? {
        Board::ResumeToken(token) => {
            let field = path("resume_token");
            return Ok((resumed(shared, call, &field, token).await?, field));
        }
        Board::Seeded(seeded) => {
            let (how, field) = (how(&asked)?, path("seeded"));
            let patience = shared.patience_since(Instant::now(), call, None);
            let board = judged::seeded(shared, (call, patience), &field, seeded).await?;
            (judged_session(&field, board, how)?, field)
        }
        Board::Hidden(hidden) => {
            let (how, field) = (how(&asked)?, path("hidden"));
            call.require(Scope::Targets, &field)?;
            let board = judged::hidden(shared, &field, hidden)?;
            (judged_session(&field, board, how)?, field)
        }
        Board::Unknown(unknown) => {
            let (how, field) = (how(&asked)?, path("unknown"));
            (unknown_session(shared, call, &field, unknown, how).await?, field)
        }
    };
    Ok(session)
}

/// The session of a token. Of a long game it takes a millisecond to work out again what was told, so that is done in the pool;
/// for room there it waits, as the step does that follows.
async fn resumed(shared: &Arc<Shared>, call: &Call, field: &str, token: Vec<u8>) -> Result<Session, Error> {
    let patience = shared.patience_for_step(call);
    let (here, holder) = (Arc::clone(shared), call.clone());
    let open = move |_: &Budget| here.tokens.open(&token, &Held::now_by(holder.principal_name()), &here.lexicon);
    let done = patience.wait(shared.pool.run_admitted(patience.claim(), Admission::WaitAside, open)).await?;
    call.note(done.timing);
    done.answer.map_err(|error| Error::Token { field: field.to_owned(), error })
}

/// What a player is told, and who does what.
fn how_it_is_played(field: &str, asked: &Open) -> Result<(Feedback, Options), Violation> {
    let path = |name: &str| format!("{field}.{name}");
    let options = Options {
        player: read::known::<proto::Player>(&path("player"), asked.player)?.into(),
        strategy: read::known::<proto::Strategy>(&path("strategy"), asked.strategy)?.into(),
        step_by_step: asked.step_by_step,
        include_belief: asked.include_belief,
        max_moves: match read::at_most(&path("max_moves"), asked.max_moves, MAX_MOVES)? {
            0 => MAX_MOVES,
            moves => moves,
        },
    };
    Ok((read::known::<proto::Feedback>(&path("feedback"), asked.feedback)?.into(), options))
}

/// A game that the service judges.
fn judged_session(
    field: &str,
    JudgedBoard { language, edition, dictionary, board, brought }: JudgedBoard,
    (feedback, options): (Feedback, Options),
) -> Result<Session, Error> {
    let terms = Terms::new(board.start().clone(), dictionary, feedback);
    let terms = terms.map_err(|error| no_terms(&format!("{field}.start"), error))?;
    let opening = Opening::Service { target: board.target().clone(), brought };
    let columns = terms.columns();
    let game = Game::new(Arc::new(terms), opening, options).map_err(|error| no_game(field, &error, columns))?;
    Ok(Session::new(language, edition, game))
}

/// A game that only the caller judges.
async fn unknown_session(
    shared: &Shared,
    call: &Call,
    field: &str,
    unknown: Unknown,
    (feedback, options): (Feedback, Options),
) -> Result<Session, Error> {
    let path = |name: &str| format!("{field}.{name}");
    let Unknown { start, marks, language, dictionary, history, edition } = unknown;
    let (language, dictionary) = judged::dictionary(shared, field, &language, edition, &dictionary)?;
    let start = judged::rows(&path("start"), start, dictionary.writing())?;
    let layout = start.layout();
    let at_start = match (feedback, marks) {
        (Feedback::SwappedCells, None) => vec![Known::Nothing; layout.tile_count()],
        (Feedback::SwappedCells, Some(_)) => {
            let description = "must be unset: FEEDBACK_SWAPPED_CELLS tells nothing of the start";
            return Err(Violation::new(path("marks"), "NOT_EMPTY", description).into());
        }
        (_, marks) => read::known_marks(&path("marks"), &required(&path("marks"), marks)?, layout)?,
    };
    if history.len() > limits::HISTORY {
        let description = format!("must have at most {} reports, not {}", limits::HISTORY, history.len());
        return Err(Violation::new(path("history"), "OUT_OF_RANGE", description).into());
    }
    let report = |(at, proto::Report { swap, marks, solved }): (usize, proto::Report)| {
        let path = |name: &str| format!("{field}.history[{at}].{name}");
        let swap = read::swap(&path("swap"), &required(&path("swap"), swap)?, layout)?;
        let told = read::known_marks(&path("marks"), &required(&path("marks"), marks)?, layout)?;
        Ok(Report { swap, told, solved })
    };
    let history = history.into_iter().enumerate().map(report).collect::<Result<_, Violation>>()?;
    let terms = Terms::new(start, Arc::clone(dictionary), feedback);
    let terms = terms.map_err(|error| no_terms(&path("start"), error))?;
    let (language, edition) = (language.code().to_owned(), language.edition());
    // A long history takes some milliseconds to be replayed.
    let (terms, opening) = (Arc::new(terms), Opening::Caller { at_start, history });
    let replay = move |_: &Budget| Game::new(Arc::clone(&terms), opening.clone(), options);
    let patience = shared.patience_for_step(call);
    let done = patience.wait(shared.pool.run_admitted(patience.claim(), Admission::WaitAside, replay)).await?;
    call.note(done.timing);
    let game = done.answer.map_err(|error| no_game(field, &error, layout.columns()))?;
    Ok(Session::new(language, edition, game))
}

fn no_terms(field: &str, error: TermsError) -> Violation {
    let reason = match error {
        TermsError::NotRows => "LATTICE",
        TermsError::NotALetter(_) => "NOT_A_LETTER",
    };
    Violation::new(field, reason, error.to_string())
}

/// Says of a board why it is no game.
fn no_game(field: &str, error: &OpenError, columns: usize) -> Error {
    let says = |path: String, reason| Error::from(Violation::new(path, reason, error.to_string()));
    match error {
        OpenError::MaxMoves => says(format!("{field}.max_moves"), "OUT_OF_RANGE"),
        OpenError::Board(error) => read::no_board(&format!("{field}.target"), error).into(),
        OpenError::Target { row } => says(format!("{field}.target.rows[{row}]"), "NO_WORD"),
        OpenError::Start(error) => wrong(field, error, columns),
        OpenError::Report { index, error } => wrong(&format!("{field}.history[{index}]"), error, columns),
        OpenError::AfterSolved { index } => says(format!("{field}.history[{index}]"), OUT_OF_TURN),
    }
}

/// Says of an event at this path, or of what else has swap and marks as an event has them, why it cannot be.
pub(super) fn wrong(field: &str, error: &StepError, columns: usize) -> Error {
    match *error {
        StepError::OutOfTurn(right) => Violation::new(field, OUT_OF_TURN, right).into(),
        StepError::NotOnBoard => Violation::new(format!("{field}.swap"), "OUT_OF_RANGE", error.to_string()).into(),
        StepError::Misfit { place } => {
            let (row, column) = (place / columns, place % columns);
            let description = format!(
                "must mark cell {column} as the feedback does: G or N in a snapshot; G or N of the two tiles swapped, else ?, \
                 of swapped cells; G, Y or - in row colours"
            );
            Violation::new(format!("{field}.marks.rows[{row}]"), "NOT_A_MARK", description).into()
        }
        StepError::Contradiction { row } => Error::Contradiction { field: field.to_owned(), row },
        StepError::Spent(spent) => ComputeError::Spent(spent).into(),
    }
}
