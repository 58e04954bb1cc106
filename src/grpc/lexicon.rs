//! The languages and word lists that the service has.

use std::sync::Arc;

use tonic::{Request, Response, Status};

use super::call::Call;
use super::limits;
use super::proto::lexicon_service_server::LexiconService;
use super::proto::{
    Dictionary, LengthCount, ListDictionariesRequest, ListDictionariesResponse, LookUpWordsRequest,
    LookUpWordsResponse, WordEntry,
};
use super::shared::Shared;
use super::status::{Error, Violation};
use crate::budget::{Budget, Spent};
use crate::compute::ComputeError;
use crate::generate::EDITIONS;
use crate::lexicon::{Language, Listed};

/// The service's handlers.
#[derive(Debug)]
pub struct Lexicons(pub Arc<Shared>);

#[tonic::async_trait]
impl LexiconService for Lexicons {
    async fn list_dictionaries(
        &self,
        request: Request<ListDictionariesRequest>,
    ) -> Result<Response<ListDictionariesResponse>, Status> {
        let Self(shared) = self;
        let call = Call::of(&request);
        let language = request.into_inner().language;
        if !language.is_empty() {
            shared.lexicon.editions(&language).map_err(Error::not_found(""))?;
        }
        let dictionaries = shared
            .lexicon
            .dictionaries()
            .iter()
            .filter(|listed| language.is_empty() || listed.language.code() == language)
            .map(dictionary)
            .collect();
        Ok(call.answer(ListDictionariesResponse {
            dictionaries,
            default_language: shared.settings.default_language.clone(),
            default_edition: shared.settings.default_edition,
            editions: EDITIONS.to_vec(),
        }))
    }

    async fn look_up_words(
        &self,
        request: Request<LookUpWordsRequest>,
    ) -> Result<Response<LookUpWordsResponse>, Status> {
        let Self(shared) = self;
        let call = Call::of(&request);
        let LookUpWordsRequest { language, words, edition } = request.into_inner();
        if !(1..=limits::LOOK_UPS).contains(&words.len()) {
            let description = format!("must have 1 to {} words, not {}", limits::LOOK_UPS, words.len());
            return Err(Error::from(Violation::new("words", "OUT_OF_RANGE", description)).into());
        }
        let language = Arc::clone(shared.language("", &language, edition)?);
        let patience = shared.patience(&call, None);
        let claim = patience.claim();
        let limits = claim.limits.clone();
        // Not the budget of a first slice: a thousand words take longer, and are short work all the same.
        let look_up = move |_: &Budget| -> Result<Vec<WordEntry>, Spent> {
            let budget = Budget::new(limits.clone());
            words.iter().map(|word| budget.look().map(|()| entry(&language, word))).collect()
        };
        let done = patience.wait(shared.pool.run(claim, look_up)).await?;
        call.note(done.timing);
        let entries = done.answer.map_err(|spent| Error::from(ComputeError::Spent(spent)))?;
        Ok(call.answer(LookUpWordsResponse { entries }))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a list's file has at most 64 MiB, and words at most 9 letters")]
fn dictionary(listed: &Listed<'_>) -> Dictionary {
    let list = listed.dictionary;
    Dictionary {
        language: listed.language.code().to_owned(),
        name: list.name().to_owned(),
        alphabet: list.alphabet().to_string(),
        lengths: list
            .lengths()
            .map(|(length, words)| LengthCount { length: length as u32, words: words as u32 })
            .collect(),
        source: list.source().to_owned(),
        licence: list.licence().to_owned(),
        digest: list.digest_hex(),
        editions: listed.editions.clone(),
    }
}

/// What is known of a word. What has a character that is no letter of the language is no word here, which is an answer.
fn entry(language: &Language, word: &str) -> WordEntry {
    let (letters, spellings, dictionaries) = match language.look_up(word) {
        Ok(known) => {
            (known.letters, known.spellings, known.dictionaries.iter().map(|list| list.name().to_owned()).collect())
        }
        Err(_) => Default::default(),
    };
    WordEntry { word: word.to_owned(), letters, spellings, dictionaries }
}
