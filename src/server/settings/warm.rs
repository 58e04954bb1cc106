//! The file of what is computed after the start: a request a line, in the JSON of the contract.
//!
//! Blank lines and those that begin with '#' are passed over. A line is a GenerateBoardRequest, told by its `board`, or a
//! CompareSolversRequest, told by its `seeded` or `hidden`.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde_json::Value;

use crate::grpc::json::Json;
use crate::grpc::proto::{CompareSolversRequest, GenerateBoardRequest};

/// The most that the file may have: tens of thousands of requests.
const MAX_BYTES: u64 = 16 << 20;
/// The most lines that are named as wrong.
const MAX_WRONG: usize = 20;

/// A request that is computed after the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Warm {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The request.
    pub request: WarmRequest,
}

/// What is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub enum WarmRequest {
    /// A board.
    Board(Box<GenerateBoardRequest>),
    /// Solvers' runs of a board.
    Runs(Box<CompareSolversRequest>),
}

/// The requests of a file, or what would be right instead of it: once for the file, or once for each line that is wrong.
pub(super) fn read(path: &Path) -> Result<Vec<Warm>, Vec<String>> {
    let text = text(path).map_err(|error| vec![format!("a file that can be read ({error})")])?;
    let json = Json::new().map_err(|error| vec![format!("read by a sound program ({error})")])?;
    let (mut requests, mut wrong) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(&text).lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match request(&json, text) {
            Ok(request) => requests.push(Warm { line, request }),
            Err(why) => wrong.push(format!(
                "a file with a GenerateBoardRequest or a CompareSolversRequest in JSON on each line; line {line} is neither: {why}"
            )),
        }
    }
    if wrong.is_empty() {
        return Ok(requests);
    }
    if wrong.len() > MAX_WRONG {
        let more = wrong.len() - MAX_WRONG;
        wrong.truncate(MAX_WRONG);
        wrong.push(format!("right in {more} more lines"));
    }
    Err(wrong)
}

/// The text of the file. What is far too long to be one is not read to its end, which it may not have.
fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= MAX_BYTES) {
        Ok(text)
    } else {
        Err(io::Error::other(format!("it has more than {MAX_BYTES} bytes")))
    }
}

/// The request on a line.
fn request(json: &Json, text: &str) -> Result<WarmRequest, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let has = |name| value.get(name).is_some_and(|value| !value.is_null());
    if has("board") {
        Ok(WarmRequest::Board(Box::new(json.read("GenerateBoardRequest", value)?)))
    } else if has("seeded") || has("hidden") {
        Ok(WarmRequest::Runs(Box::new(json.read("CompareSolversRequest", value)?)))
    } else {
        Err("it has no \"board\", \"seeded\" or \"hidden\"".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grpc::proto::compare_solvers_request::Board;
    use crate::grpc::proto::{Feedback, Grid, Hidden, Seeded, Solver};

    fn json() -> Json {
        Json::new().unwrap()
    }

    #[test]
    fn a_line_is_a_request_in_the_json_of_the_contract() {
        let line = r#"{"board": {"seed": "daily/2026-11-21"}, "includeBlindPar": true, "timeLimit": "1.5s"}"#;
        let board = Some(Seeded { seed: "daily/2026-11-21".to_owned(), ..Seeded::default() });
        let time_limit = Some(prost_types::Duration { seconds: 1, nanos: 500_000_000 });
        let asked =
            GenerateBoardRequest { board, include_blind_par: true, time_limit, ..GenerateBoardRequest::default() };
        assert_eq!(request(&json(), line), Ok(WarmRequest::Board(Box::new(asked))));

        let line = r#"{"hidden": {"start": {"rows": ["tac"]}, "target": {"rows": ["cat"]}, "language": "en"},
            "feedback": "FEEDBACK_ROW_COLOURS", "solvers": ["SOLVER_EXACT", 4]}"#;
        let grid = |row: &str| Some(Grid { rows: vec![row.to_owned()] });
        let hidden = Hidden { start: grid("tac"), target: grid("cat"), language: "en".to_owned(), ..Hidden::default() };
        let asked = CompareSolversRequest {
            board: Some(Board::Hidden(hidden)),
            feedback: Feedback::RowColours.into(),
            solvers: vec![Solver::Exact.into(), Solver::Entropy.into()],
            time_limit: None,
        };
        assert_eq!(request(&json(), line), Ok(WarmRequest::Runs(Box::new(asked))));
    }

    #[test]
    fn what_is_neither_says_why() {
        for (line, why) in [
            ("not json", "expected"),
            ("{}", "no \"board\""),
            ("[1]", "no \"board\""),
            ("7", "no \"board\""),
            (r#"{"timeLimit": "5s"}"#, "no \"board\""),
            (r#"{"board": {"seed": 5}}"#, "string"),
            (r#"{"board": {"sed": "x"}}"#, "sed"),
            (r#"{"board": {"seed": "x"}, "solvers": []}"#, "solvers"),
            (r#"{"seeded": {"seed": "x"}, "solvers": ["SOLVER_ORACLE"]}"#, "SOLVER_ORACLE"),
            (r#"{"seeded": {"seed": "x"}, "hidden": {}}"#, "oneof"),
            (r#"{"seeded": {"seed": "x"}} {}"#, "trailing"),
        ] {
            let wrong = request(&json(), line).unwrap_err();
            assert!(wrong.contains(why), "{line}: {wrong}");
        }
    }
}
