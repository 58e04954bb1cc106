//! What each answer claims to have proven, which is counted when its call ends.
//!
//! A handler that answers with a message which has no claim here does not compile: see [`Call::answer`] and
//! [`stream`](super::stream).
//!
//! [`Call::answer`]: super::call::Call::answer

use super::proto::{
    BlindSessionResponse, CheckChainResponse, CompareSolversResponse, EvaluateStrategyResponse, GenerateBoardResponse,
    GenerateBoardsResponse, ListDictionariesResponse, LongestChainResponse, LookUpWordsResponse, MarkGuessResponse,
    MinSwapsResponse, RankGuessesResponse, SolveResponse, StepBlindSessionResponse,
};

/// A message that is an answer, or one of a stream of them.
pub trait Answer {
    /// Whether it is proven, if that is a question: an answer that cannot be anything but exact claims nothing.
    fn proven(&self) -> Option<bool>;
}

/// Says of each message what it claims.
macro_rules! claims {
    ($($message:ident: $proven:expr;)*) => {
        $(impl Answer for $message {
            fn proven(&self) -> Option<bool> {
                let proven: fn(&Self) -> Option<bool> = $proven;
                proven(self)
            }
        })*
    };
}

claims! {
    SolveResponse: |answer| Some(answer.proven);
    MinSwapsResponse: |answer| Some(answer.proven);
    RankGuessesResponse: |answer| Some(answer.proven);
    LongestChainResponse: |answer| Some(answer.proven);
    EvaluateStrategyResponse: |answer| answer.evaluation.as_ref().map(|evaluation| evaluation.proven);
    BlindSessionResponse: |_| None;
    CheckChainResponse: |_| None;
    CompareSolversResponse: |_| None;
    GenerateBoardResponse: |_| None;
    GenerateBoardsResponse: |_| None;
    ListDictionariesResponse: |_| None;
    LookUpWordsResponse: |_| None;
    MarkGuessResponse: |_| None;
    StepBlindSessionResponse: |_| None;
}
