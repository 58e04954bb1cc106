//! The marks of one guess.

use super::read;
use crate::grpc::proto::{MarkGuessRequest, MarkGuessResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;
use crate::grpc::write;
use crate::guess::Pattern;

pub(super) fn mark(shared: &Shared, request: &MarkGuessRequest) -> Result<MarkGuessResponse, Error> {
    let language = shared.language("", &request.language, 0)?;
    let writing = match &*request.dictionary {
        "" => language.writing(),
        name => language.dictionary(name).map_err(Error::not_found(""))?.writing(),
    };
    let guess = read::word("guess", &request.guess, writing)?;
    let answer = read::word_as_long("answer", &request.answer, writing, guess.len())?;
    let pattern = Pattern::of(&guess, &answer);
    Ok(MarkGuessResponse { marks: write::pattern(pattern, guess.len()), pattern: pattern.0.into() })
}
