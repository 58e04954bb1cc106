//! Whether a chain of guesses is one.

use std::sync::Arc;

use super::{chain, read};
use crate::budget::Budget;
use crate::compute::{ComputeError, Lane};
use crate::grpc::call::Call;
use crate::grpc::proto::{ChainStep, CheckChainRequest, CheckChainResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::words::Words;
use crate::grpc::{limits, write};
use crate::guess::KeptLists;
use crate::guess::chain::{Checked, Step, check as check_guesses};
use crate::lexicon::{ANSWERS, Alphabet, Letter};

/// A chain to be checked by the pool.
struct Asked {
    words: Words,
    /// All of one length.
    chain: Vec<Vec<Letter>>,
    kept_lists: Arc<KeptLists>,
}

impl Asked {
    fn read(shared: &Shared, request: CheckChainRequest) -> Result<Self, Error> {
        let words = Words::read_or(shared, "words", request.words.unwrap_or_default(), ANSWERS)?;
        if !(1..=limits::CHAIN).contains(&request.chain.len()) {
            let description = format!("must have 1 to {} words, not {}", limits::CHAIN, request.chain.len());
            return Err(Violation::new("chain", "OUT_OF_RANGE", description).into());
        }
        let mut chain: Vec<Vec<Letter>> = Vec::with_capacity(request.chain.len());
        for (at, text) in request.chain.iter().enumerate() {
            let field = format!("chain[{at}]");
            chain.push(match chain.first() {
                None => read::word(&field, text, words.writing())?,
                Some(first) => read::word_as_long(&field, text, words.writing(), first.len())?,
            });
        }
        Ok(Self { words, chain, kept_lists: Arc::clone(&shared.kept_lists) })
    }

    fn run(&self, budget: &Budget) -> Result<Checked, Error> {
        let dictionary = self.words.dictionary(&[], budget)?;
        let length = self.chain[0].len();
        if dictionary.words(length).is_empty() {
            let description = format!("must be a word of {}, which has none so long", dictionary.name());
            return Err(Violation::new("chain[0]", "NO_WORD", description).into());
        }
        let lists = chain::list(&self.words, &dictionary, length, &self.kept_lists, budget)?;
        let place =
            |(at, word): (usize, &Vec<Letter>)| chain::place(&format!("chain[{at}]"), word, &lists, &dictionary);
        let guesses = self.chain.iter().enumerate().map(place).collect::<Result<Vec<u32>, _>>()?;
        Ok(check_guesses(&lists, &guesses, budget).map_err(ComputeError::Spent)?)
    }
}

pub(super) async fn check(
    shared: &Shared,
    call: &Call,
    request: CheckChainRequest,
) -> Result<CheckChainResponse, Error> {
    let asked = Asked::read(shared, request)?;
    let lane = Lane::of(asked.words.are_many());
    let (alphabet, words) = (asked.words.writing().alphabet().clone(), asked.chain.clone());
    let patience = shared.patience(call, None);
    let check = move |budget: &Budget| asked.run(budget);
    let done = patience.wait(shared.pool.run_from(lane, patience.claim(), check)).await?;
    call.note(done.timing);
    Ok(message(&done.answer?, &words, &alphabet))
}

fn message(checked: &Checked, words: &[Vec<Letter>], alphabet: &Alphabet) -> CheckChainResponse {
    let step = |(word, step): (&Vec<Letter>, &Step)| ChainStep {
        word: alphabet.text(word),
        marks: write::pattern(step.pattern, word.len()),
        remaining: u32::try_from(step.remaining).unwrap_or(u32::MAX),
    };
    CheckChainResponse {
        valid: checked.first_violation.is_none(),
        first_violation: checked.first_violation.and_then(|at| u32::try_from(at).ok()),
        steps: words.iter().zip(&checked.steps).map(step).collect(),
    }
}
