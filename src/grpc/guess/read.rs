//! The words of a game of guesses, read from a request.

use std::sync::Arc;

use crate::budget::Budget;
use crate::compute::ComputeError;
use crate::grpc::proto;
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::grpc::words::Words;
use crate::guess::{KeptLists, Lists, Pattern};
use crate::lexicon::{ALLOWED, ANSWERS, Dictionary, FoldError, Letter, MAX_ALPHABET, MAX_LETTERS, Writing};
use crate::puzzle::Mark;

/// Letters of a word where nothing says how many.
pub(super) const LETTERS: usize = 5;

type Read<T> = Result<T, Violation>;

/// The letters of a word, at most as many as any word has.
pub(super) fn word(field: &str, text: &str, writing: &Writing) -> Read<Vec<Letter>> {
    let wrong_length = || Violation::new(field, "WORD_LENGTH", format!("must have 1 to {MAX_LETTERS} letters"));
    let letters = writing.fold_word(text).map_err(|error| match error {
        FoldError::TooLong { .. } => wrong_length(),
        FoldError::Unfit { .. } => {
            Violation::new(field, "NOT_A_LETTER", format!("must be letters of the language: {error}"))
        }
    })?;
    if (1..=MAX_LETTERS).contains(&letters.len()) { Ok(letters) } else { Err(wrong_length()) }
}

/// The letters of a word of this length.
pub(super) fn word_as_long(field: &str, text: &str, writing: &Writing, length: usize) -> Read<Vec<Letter>> {
    let letters = word(field, text, writing)?;
    if letters.len() == length {
        return Ok(letters);
    }
    let description = format!("must have {length} letters, as the other words have, not {}", letters.len());
    Err(Violation::new(field, "WORD_LENGTH", description))
}

/// The marks of a word of this length.
pub(super) fn marks(field: &str, text: &str, length: usize) -> Read<Pattern> {
    let mut marks = Vec::with_capacity(length);
    // One more than there should be tells, however many there are.
    for (place, mark) in text.chars().take(length + 1).enumerate() {
        marks.push(match mark {
            'G' => Mark::Green,
            'Y' => Mark::Yellow,
            '-' => Mark::Grey,
            _ => {
                let description = format!("must hold G, Y or - for each letter, not {mark:?} at letter {place}");
                return Err(Violation::new(field, "NOT_A_MARK", description));
            }
        });
    }
    if marks.len() == length {
        return Ok(Pattern::of_marks(&marks));
    }
    let description = format!("must hold {length} marks, as many as the guess has letters");
    Err(Violation::new(field, "MARKS_LENGTH", description))
}

/// How long words are, if it is asked.
pub(super) fn word_length(field: &str, length: u32) -> Read<Option<usize>> {
    match usize::try_from(length) {
        Ok(0) => Ok(None),
        Ok(length @ 1..=MAX_LETTERS) => Ok(Some(length)),
        _ => {
            let description = format!("must be 1 to {MAX_LETTERS}, or 0, not {length}");
            Err(Violation::new(field, "OUT_OF_RANGE", description))
        }
    }
}

/// What the answer may be and what may be guessed, as it was asked.
#[derive(Debug)]
pub(super) struct GameWords {
    /// Of both.
    writing: Arc<Writing>,
    answers: Words,
    /// Unless they are the caller's own list of answers.
    guesses: Option<Words>,
}

impl GameWords {
    /// Reads the fields `answers` and `guesses`. Where `guesses` names no language or edition, those of the answers are meant;
    /// where it is not there at all, what is allowed beside the answers.
    pub(super) fn read(
        shared: &Shared,
        answers: Option<proto::Words>,
        guesses: Option<proto::Words>,
    ) -> Result<Self, Error> {
        let answers = Words::read_or(shared, "answers", answers.unwrap_or_default(), ANSWERS)?;
        let Some(mut asked) = guesses else {
            let guesses = if answers.are_own() { None } else { Some(answers.allowed_beside()?) };
            return Ok(Self { writing: Arc::clone(answers.writing()), answers, guesses }.joined()?);
        };
        let language = answers.language();
        if asked.language.is_empty() {
            language.code().clone_into(&mut asked.language);
        }
        if asked.edition == 0 {
            asked.edition = language.edition();
        }
        if asked.language != language.code() {
            // One that does not exist is said to be none first.
            shared.language("guesses", &asked.language, 0)?;
            let description = format!("must be {}, as answers has it, or empty", language.code());
            return Err(Violation::new("guesses.language", "LANGUAGES_DIFFER", description).into());
        }
        if asked.edition != language.edition() {
            shared.language("guesses", &asked.language, asked.edition)?;
            let description = format!("must be {}, as answers has it, or 0", language.edition());
            return Err(Violation::new("guesses.edition", "EDITIONS_DIFFER", description).into());
        }
        let guesses = Words::read_or(shared, "guesses", asked, ALLOWED)?;
        Ok(Self { writing: Arc::clone(answers.writing()), answers, guesses: Some(guesses) }.joined()?)
    }

    /// The same, in the writing that answers and guesses can both be written in.
    fn joined(self) -> Read<Self> {
        let Some(guesses) = &self.guesses else { return Ok(self) };
        if let Some(writing) = self.writing.joined(guesses.writing()) {
            return Ok(Self { writing, ..self });
        }
        let (answers, guesses) = (self.answers.named().name(), guesses.named().name());
        let description = format!(
            "must be a list that is written with the letters of answers, as {guesses} is not beside {answers}: what is a \
             letter of its own in the one folds to another in the other, or they have more than {MAX_ALPHABET} letters together"
        );
        Err(Violation::new("guesses.dictionary", "ALPHABETS_DIFFER", description))
    }

    /// What letters mean.
    pub(super) fn writing(&self) -> &Arc<Writing> {
        &self.writing
    }

    /// Whether it is long work to fold them.
    pub(super) fn are_many(&self) -> bool {
        self.answers.are_many() || self.guesses.as_ref().is_some_and(Words::are_many)
    }

    /// Whether the answer may be one of a few words only, of the caller's own.
    pub(super) fn have_few_answers(&self) -> bool {
        self.answers.are_own() && !self.answers.are_many()
    }

    /// The lists of words of this length; where nothing says how long words are, as the caller's own list has them, if all of
    /// those are equally long, and else of five letters.
    pub(super) fn lists(&self, length: Option<usize>, kept: &KeptLists, budget: &Budget) -> Result<Arc<Lists>, Error> {
        let answers = self.answers.dictionary(&[], budget)?;
        let length = length.unwrap_or_else(|| if self.answers.are_own() { only_length(&answers) } else { LETTERS });
        check(&self.answers, &answers, length)?;
        let guesses = match &self.guesses {
            None => Arc::clone(&answers),
            Some(asked) => {
                let guesses = asked.dictionary(&[], budget)?;
                if asked.are_own() {
                    check(asked, &guesses, length)?;
                }
                guesses
            }
        };
        let are_own = self.answers.are_own() || self.guesses.as_ref().is_some_and(Words::are_own);
        if !are_own {
            return Ok(kept.get((&answers, &guesses), &self.writing, length, budget).map_err(ComputeError::Spent)?);
        }
        Ok(Arc::new(Lists::of((&answers, &guesses), &self.writing, length, budget).map_err(ComputeError::Spent)?))
    }
}

/// The length of all words, if they are equally long.
fn only_length(dictionary: &Dictionary) -> usize {
    let mut lengths = dictionary.lengths();
    match (lengths.next(), lengths.next()) {
        (Some((length, _)), None) => length,
        _ => LETTERS,
    }
}

/// Refuses words of which none has this length.
pub(super) fn check(asked: &Words, dictionary: &Dictionary, length: usize) -> Read<()> {
    if !dictionary.words(length).is_empty() {
        return Ok(());
    }
    if asked.are_own() {
        return Err(asked.none_of(length, "as the game has"));
    }
    let lengths: Vec<String> = dictionary.lengths().map(|(length, _)| length.to_string()).collect();
    let description = format!("must be a length that {} has words of: {}", dictionary.name(), lengths.join(", "));
    Err(Violation::new("word_length", "TOO_FEW_WORDS", description))
}
