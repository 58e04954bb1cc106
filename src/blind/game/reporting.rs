//! What the caller says of a game that only it knows: whether it could be.

use super::super::evidence::{Evidence, Reading};
use super::super::record::{Record, Terms};
use super::StepError;
use crate::lexicon::Letter;
use crate::puzzle::{Known, Mark, Swap};

/// Whether the game is over and won by this report of it, if by all that was told before it could be.
///
/// # Errors
/// Where it cannot be true. That no target is left by a report of a game that goes on is not seen here.
pub(super) fn check_report(
    record: &Record,
    swap: Swap,
    told: &[Known],
    solved: Option<bool>,
) -> Result<bool, StepError> {
    check_swap(record.terms(), swap)?;
    check_told(record.terms(), told, Some(swap))?;
    let solved = says_solved(told, solved)?;
    if solved {
        accept_solved(record, Some(swap))?;
    }
    Ok(solved)
}

/// Whether a swap is one of two cells of the board.
///
/// # Errors
/// Where it is not.
pub(super) fn check_swap(terms: &Terms, swap: Swap) -> Result<(), StepError> {
    // The second cell is the later one, and every cell of rows holds a tile.
    if swap.second().index() < terms.letters().len() { Ok(()) } else { Err(StepError::NotOnBoard) }
}

/// Whether the feedback could tell this after this swap (`None`: at the start).
///
/// # Errors
/// Where it could not.
pub(super) fn check_told(terms: &Terms, told: &[Known], swap: Option<Swap>) -> Result<(), StepError> {
    let (tiles, told_of) = (terms.letters().len(), told.len());
    let misfit = terms.feedback().misfit(&told[..told_of.min(tiles)], swap);
    let misfit = misfit.or_else(|| (told_of != tiles).then_some(told_of.min(tiles)));
    misfit.map_or(Ok(()), |place| Err(StepError::Misfit { place }))
}

/// Whether the game is over and won: as the caller says, or else by the marks, where they show every tile.
///
/// # Errors
/// Where the caller's word and the marks do not agree.
pub(super) fn says_solved(told: &[Known], solved: Option<bool>) -> Result<bool, StepError> {
    let is_green = |&known: &Known| known == Known::Marked(Mark::Green);
    let all_green = told.iter().all(is_green);
    let some_wrong = !told.iter().all(|known| is_green(known) || *known == Known::Nothing);
    match solved {
        Some(true) if some_wrong => Err(StepError::Contradiction { row: None }),
        Some(false) if all_green => Err(StepError::Contradiction { row: None }),
        Some(solved) => Ok(solved),
        None => Ok(all_green),
    }
}

/// Whether the grid after this swap (`None`: the start) can be the target, by the dictionary and by all that was told before.
/// It is looked at by itself: once it was told, the record says of it that the game went on.
///
/// # Errors
/// Where it cannot.
pub(super) fn accept_solved(record: &Record, swap: Option<Swap>) -> Result<(), StepError> {
    let terms = record.terms();
    let mut grid = record.grid().clone();
    let evidence = swap.map(|swap| {
        grid.swap(swap);
        Evidence::of(record, Reading::Whole)
    });
    let alphabet = terms.dictionary().alphabet();
    let letters: Vec<Letter> = grid.cells().iter().filter_map(|&letter| alphabet.letter(letter)).collect();
    let rows: Vec<&[Letter]> = letters.chunks(terms.columns()).collect();
    let may_be = |row: usize| {
        let allowed = evidence.as_ref().is_none_or(|evidence| evidence.allows(row, rows[row]));
        allowed && terms.dictionary().contains(rows[row])
    };
    if let Some(row) = (0..rows.len()).find(|&row| !may_be(row)) {
        return Err(StepError::Contradiction { row: Some(row) });
    }
    let is_distinct = (0..rows.len()).all(|row| !rows[..row].contains(&rows[row]));
    let is_left = evidence.is_none_or(|evidence| evidence.allows_grid(&letters));
    if is_distinct && is_left { Ok(()) } else { Err(StepError::Contradiction { row: None }) }
}
