//! A line of the file: a GenerateBoardsResponse in JSON, without `done` and `total`, which the file tells itself and which
//! would keep a longer list from going on with it.

use std::fmt;

use serde_json::Value;

use crate::grpc::json::Json;
use crate::grpc::proto::generate_boards_response::Result as Outcome;
use crate::grpc::proto::{Board, Failure, GenerateBoardsResponse};
use crate::grpc::puzzle::BoardList;

/// google.rpc.Code of what fails in the same way every time: FAILED_PRECONDITION.
const FAILED_PRECONDITION: i32 = 9;

/// The name in a failure's metadata of the id that the board would have, by which a failure of another request is told.
pub(super) const BOARD_ID: &str = "board_id";
/// Why a line is another's.
const OTHER_BOARD: &str =
    "its board is another than is asked for: layout, language, words, difficulty, edition or salt differ";

/// Writes lines, and reads them again.
#[derive(Debug)]
pub(super) struct Lines(Json);

/// What a line that is there already says of its seed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// Here is its board.
    Board,
    /// It has none, for this reason, and never will.
    NoBoard(String),
    /// It had none this time: for want of time, say.
    Missed(String),
}

/// Why a line that is there is not the one that would be written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// It cannot be read. If it is the last, it may be torn.
    Unread(String),
    /// It is another's.
    Other(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unread(why) | Self::Other(why)) = self;
        formatter.write_str(why)
    }
}

impl Lines {
    pub(super) fn new() -> Result<Self, String> {
        Json::new().map(Self)
    }

    /// What an answer is written as, with its newline: the same bytes for the same answer.
    pub(super) fn write(&self, seed: &str, outcome: &Outcome) -> Result<String, String> {
        let mut line = head(seed);
        match outcome {
            Outcome::Board(board) => {
                line += "\"board\":";
                let board = self.0.write("Board", board)?;
                line += &serde_json::to_string(&board).map_err(|error| error.to_string())?;
            }
            Outcome::Failure(failure) => {
                line += "\"failure\":";
                let failure = self.0.write("Failure", failure)?;
                // By way of a tree, which has its keys in order: those of the metadata come in none.
                let mut failure = serde_json::to_value(&failure).map_err(|error| error.to_string())?;
                failure.sort_all_objects();
                line += &failure.to_string();
            }
        }
        line += "}\n";
        Ok(line)
    }

    /// Looks whether this line, without its newline, is what would be written for this seed, and what it says.
    pub(super) fn check(&self, line: &[u8], seed: &str, list: &BoardList) -> Result<Answered, Unfit> {
        let value: Value = serde_json::from_slice(line).map_err(|error| Unfit::Unread(error.to_string()))?;
        let read: Result<GenerateBoardsResponse, String> = self.0.read("GenerateBoardsResponse", value);
        let answer = read.map_err(|why| Unfit::Other(format!("it is no line of boards ({why})")))?;
        if answer.seed != seed {
            return Err(Unfit::Other(format!("it is of the seed {:?}, and here comes {seed:?}", answer.seed)));
        }
        if let Some(Outcome::Failure(failure)) = &answer.result
            && failure.metadata.get(BOARD_ID) != Some(&list.board_id(seed).to_string())
        {
            return Err(Unfit::Other(OTHER_BOARD.to_owned()));
        }
        match answer.result {
            Some(Outcome::Board(board)) => check_board(&board, seed, list).map(|()| Answered::Board),
            Some(Outcome::Failure(Failure { code: FAILED_PRECONDITION, reason, .. })) => Ok(Answered::NoBoard(reason)),
            Some(Outcome::Failure(Failure { reason, .. })) => Ok(Answered::Missed(reason)),
            None => Err(Unfit::Other("it has neither a board nor a failure".to_owned())),
        }
    }
}

fn check_board(board: &Board, seed: &str, list: &BoardList) -> Result<(), Unfit> {
    let is = |has| if has { "with" } else { "without" };
    let differs = |what: &str, has: bool| {
        Unfit::Other(format!("its board is {} {what}, and those asked for are {} it", is(has), is(!has)))
    };
    if board.board_id != list.board_id(seed).to_string() {
        return Err(Unfit::Other(OTHER_BOARD.to_owned()));
    }
    if board.target.is_some() != list.includes_target() {
        return Err(differs("its target", board.target.is_some()));
    }
    let blind_par = board.par.as_ref().is_some_and(|par| par.blind_swaps.is_some());
    if blind_par != list.includes_blind_par() {
        return Err(differs("what a blind player needs", blind_par));
    }
    Ok(())
}

/// What the line of this seed begins with.
fn head(seed: &str) -> String {
    format!("{{\"seed\":{},", Value::from(seed))
}

/// Whether these bytes may be what was left of this seed's line when its writing was cut off. What a system that went down
/// had made room for and not written yet reads as zeros.
pub(super) fn is_torn(bytes: &[u8], seed: &str) -> bool {
    let written = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let (bytes, head) = (&bytes[..written], head(seed));
    bytes.starts_with(head.as_bytes()) || head.as_bytes().starts_with(bytes)
}

/// Whether this failure would come again.
pub(super) fn is_lasting(failure: &Failure) -> bool {
    failure.code == FAILED_PRECONDITION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure() -> Failure {
        let names = ["figure", "reachable_least", "reachable_most", "a", "b", "c", "d"];
        let metadata = names.map(|name| (name.to_owned(), format!("of {name}"))).into();
        Failure { code: 9, reason: "DIFFICULTY_UNREACHABLE".to_owned(), message: "\"no\"\n".to_owned(), metadata }
    }

    #[test]
    fn a_line_is_the_contracts_json_and_always_the_same() {
        let lines = Lines::new().unwrap();
        let (seed, board) =
            ("a \"b\" \\ \u{1f9e9}\u{1}", Board { seed: "x".to_owned(), edition: 1, ..Board::default() });
        for outcome in [Outcome::Board(board), Outcome::Failure(failure())] {
            let line = lines.write(seed, &outcome).unwrap();
            assert!(
                line.starts_with(&head(seed)) && line.matches('\n').count() == 1 && line.ends_with("}\n"),
                "{line}"
            );
            let value = serde_json::from_str(&line).unwrap();
            let read: GenerateBoardsResponse = lines.0.read("GenerateBoardsResponse", value).unwrap();
            let result = Some(outcome);
            assert_eq!(read, GenerateBoardsResponse { seed: seed.to_owned(), done: 0, total: 0, result });
        }
        // Each map has an order of its own.
        let written = || lines.write("s", &Outcome::Failure(failure())).unwrap();
        let first = written();
        assert!((0..50).all(|_| written() == first), "{first}");
    }

    #[test]
    fn only_what_begins_as_the_line_would_is_torn() {
        for torn in
            ["", "{", "{\"se", "{\"seed\":\"a", "{\"seed\":\"a\",", "{\"seed\":\"a\",\"board\":{\"x", "{\"se\0\0", "\0"]
        {
            assert!(is_torn(torn.as_bytes(), "a"), "{torn:?}");
        }
        for foreign in ["x", "{\"seed\":\"b", "{\"seed\":\"ab\",", "\n", "{ ", "{}", "\0{", "{\"board\""] {
            assert!(!is_torn(foreign.as_bytes(), "a"), "{foreign:?}");
        }
    }
}
