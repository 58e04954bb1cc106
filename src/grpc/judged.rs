//! A board that the service judges: by its seed, or brought. Its target is distinct words of its dictionary, in rows; where
//! nobody plays blind, a board that is brought may be a lattice.

use std::sync::Arc;

use super::call::Call;
use super::proto;
use super::read::{self, cells};
use super::shared::{Patience, Shared};
use super::status::{Error, Violation};
use crate::blind::TargetFault;
use crate::cache::boards::Asker;
use crate::lexicon::{ANSWERS, Dictionary, Language, Writing};
use crate::puzzle::{Board, Grid, Kind};

/// A board whose target the service knows.
#[derive(Clone, Debug)]
pub(super) struct JudgedBoard {
    /// The language's code.
    pub(super) language: String,
    /// The edition of its word lists.
    pub(super) edition: u32,
    /// What the target's rows are words of.
    pub(super) dictionary: Arc<Dictionary>,
    /// Start and target.
    pub(super) board: Board,
    /// Whether the caller brought the target, and so knows it.
    pub(super) brought: bool,
}

/// The board of a seed: made, or found made.
pub(super) async fn seeded(
    shared: &Shared,
    (call, patience): (&Call, Patience),
    field: &str,
    seeded: proto::Seeded,
) -> Result<JudgedBoard, Error> {
    read::seed(&format!("{field}.seed"), &seeded.seed)?;
    let spec = read::board_spec(shared, field, seeded)?;
    if spec.layout.kind() == Kind::Lattice {
        return Err(no_lattice(&format!("{field}.layout")).into());
    }
    if let Some(target) = &spec.target {
        require_distinct_words(&format!("{field}.target"), target, &spec.dictionary)?;
    }
    let brought = spec.target.is_some();
    let (language, edition, dictionary) = (spec.language.clone(), spec.edition, Arc::clone(&spec.dictionary));
    let answer =
        call.looking_up(patience.wait_for_all(shared.boards.get(spec, Asker::Call, patience.wanted_until()))).await?;
    let made = answer.outcome.as_ref().map_err(|error| Error::Generate(error.clone()))?;
    Ok(JudgedBoard { language, edition, dictionary, board: made.board.clone(), brought })
}

/// The caller's own board, in rows.
pub(super) fn hidden(shared: &Shared, field: &str, hidden: proto::Hidden) -> Result<JudgedBoard, Error> {
    brought(shared, field, hidden, rows)
}

/// The caller's own board, in rows or on a lattice, where the words may repeat.
pub(super) fn hidden_anywhere(shared: &Shared, field: &str, hidden: proto::Hidden) -> Result<JudgedBoard, Error> {
    let any_layout = |field: &str, grid, writing: &Writing| {
        cells(field, grid, |row, most| writing.fold_cells(row, most))?.grid(field, None)
    };
    brought(shared, field, hidden, any_layout)
}

/// The caller's own board, whose start is read like this.
fn brought(
    shared: &Shared,
    field: &str,
    hidden: proto::Hidden,
    read_start: impl FnOnce(&str, Option<proto::Grid>, &Writing) -> Result<Grid, Violation>,
) -> Result<JudgedBoard, Error> {
    let path = |name: &str| format!("{field}.{name}");
    let (language, dictionary) = dictionary(shared, field, &hidden.language, hidden.edition, &hidden.dictionary)?;
    let writing = dictionary.writing();
    let start = read_start(&path("start"), hidden.start, writing)?;
    let fold = |row: &str, most: usize| writing.fold_cells(row, most);
    let target = cells(&path("target"), hidden.target, fold)?.grid(&path("target"), Some(start.layout()))?;
    let board = Board::new(start, target).map_err(|error| read::no_board(&path("target"), &error))?;
    match board.target().layout().kind() {
        Kind::Rows => require_distinct_words(&path("target"), board.target(), dictionary)?,
        Kind::Lattice => read::require_words(&path("target"), board.target(), &[dictionary], "")?,
    }
    Ok(JudgedBoard {
        language: language.code().to_owned(),
        edition: language.edition(),
        dictionary: Arc::clone(dictionary),
        board,
        brought: true,
    })
}

/// What a hidden target is made of, as the message in this field has it: "answers" where nothing is said.
pub(super) fn dictionary<'a>(
    shared: &'a Shared,
    field: &str,
    language: &str,
    edition: u32,
    name: &str,
) -> Result<(&'a Language, &'a Arc<Dictionary>), Error> {
    let language = shared.language(field, language, edition)?;
    let name = if name.is_empty() { ANSWERS } else { name };
    let dictionary = language.dictionary(name).map_err(Error::not_found(field))?;
    Ok((language, dictionary))
}

/// A grid of rows of letters.
pub(super) fn rows(field: &str, grid: Option<proto::Grid>, writing: &Writing) -> Result<Grid, Violation> {
    let cells = cells(field, grid, |row, most| writing.fold_cells(row, most))?;
    if cells.kind() == Kind::Lattice {
        return Err(no_lattice(field));
    }
    cells.grid(field, None)
}

fn no_lattice(field: &str) -> Violation {
    Violation::new(field, "LATTICE", "must be rows: a lattice cannot be played blind")
}

/// Refuses a target whose rows are not all words, or not all different.
pub(super) fn require_distinct_words(field: &str, target: &Grid, dictionary: &Dictionary) -> Result<(), Violation> {
    let Some(TargetFault { row, repeats }) = TargetFault::of(target, dictionary) else { return Ok(()) };
    let (reason, description) = if let Some(above) = repeats {
        ("REPEATED_WORD", format!("must be another word than row {above} has"))
    } else {
        let word = target.words().nth(row).unwrap_or_default();
        ("NO_WORD", format!("{word:?} must be a word of {}", dictionary.name()))
    };
    Err(Violation::new(format!("{field}.rows[{row}]"), reason, description))
}
