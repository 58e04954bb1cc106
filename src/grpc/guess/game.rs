//! A game of guesses in progress: its turns, and how likely each candidate is, read from a request and played up to now.
//!
//! There may be thousands of words to fold and to look up, so that is a part of the search, within its budget.

use std::sync::Arc;

use super::read::{self, GameWords};
use crate::budget::Budget;
use crate::compute::ComputeError;
use crate::grpc::limits;
use crate::grpc::proto::{RankGuessesRequest, Turn, WordWeight};
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::guess::columns::Columns;
use crate::guess::{Clues, KeptLists, Lists, Pattern, Situation, prior};
use crate::lexicon::{Letter, Writing};
use crate::logarithm::log2;

/// Words that are marked, or looked at, in the time of a node.
const WORDS_A_NODE: u64 = 256;

/// A game as it was asked.
#[derive(Debug)]
pub(super) struct Game {
    words: GameWords,
    length: Option<usize>,
    history: Vec<Turn>,
    hard_mode: bool,
    only: Vec<String>,
    weights: Vec<WordWeight>,
    kept_lists: Arc<KeptLists>,
}

/// A game as it stands.
#[derive(Debug)]
pub(super) struct Played {
    /// What is left.
    pub(super) situation: Situation,
    /// What each turn told, in bits.
    pub(super) realized_bits: Vec<f64>,
    /// The candidates after each turn.
    pub(super) remaining: Vec<u32>,
}

/// What the answer may be, and how much each of them weighs, where they are not alike.
struct Candidates {
    places: Vec<u32>,
    weights: Option<Vec<f64>>,
}

impl Candidates {
    /// Takes in words that came among the others, at these places of the longer list.
    fn make_room(&mut self, added: &[u32]) {
        let mut before = 0;
        let mut added = added.iter().peekable();
        for place in &mut self.places {
            while added.next_if(|&&added| added <= *place + before).is_some() {
                before += 1;
            }
            *place += before;
        }
    }
}

impl Game {
    /// Reads the fields that say which game it is.
    pub(super) fn read(shared: &Shared, request: &mut RankGuessesRequest) -> Result<Self, Error> {
        let at_most = |field: &str, count: usize, most: usize| {
            let description = format!("must have at most {most} entries, not {count}");
            if count <= most { Ok(()) } else { Err(Violation::new(field, "OUT_OF_RANGE", description)) }
        };
        at_most("history", request.history.len(), limits::TURNS)?;
        at_most("only", request.only.len(), limits::OWN_WORDS)?;
        at_most("weights", request.weights.len(), limits::OWN_WORDS)?;
        let words = GameWords::read(shared, request.answers.take(), request.guesses.take())?;
        let mut length = read::word_length("word_length", request.word_length)?;
        if let (None, Some(turn)) = (length, request.history.first()) {
            length = Some(read::word("history[0].guess", &turn.guess, words.writing())?.len());
        }
        Ok(Self {
            words,
            length,
            history: std::mem::take(&mut request.history),
            hard_mode: request.hard_mode,
            only: std::mem::take(&mut request.only),
            weights: std::mem::take(&mut request.weights),
            kept_lists: Arc::clone(&shared.kept_lists),
        })
    }

    /// What letters mean.
    pub(super) fn writing(&self) -> &Writing {
        self.words.writing()
    }

    /// Whether there are so many words that it is long work to read them.
    pub(super) fn is_long(&self) -> bool {
        self.words.are_many() || self.only.len() + self.weights.len() > limits::OWN_WORDS_SHORT
    }

    /// Whether it is long work to plan it: nothing was told of a word that may be many.
    pub(super) fn is_long_to_plan(&self) -> bool {
        self.history.is_empty() && !self.words.have_few_answers()
    }

    /// Plays the game up to now.
    pub(super) fn play(&self, budget: &Budget) -> Result<Played, Error> {
        let lists = self.words.lists(self.length, &self.kept_lists, budget)?;
        let turns = self.turns(lists.length())?;
        let only = self.only(lists.length(), budget)?;
        let mut candidates = self.candidates(&lists, budget)?;
        // Words that no list has may be guessed all the same, now: the caller asks for them. It moves the others' places.
        let unlisted: Vec<_> = only.iter().flatten().filter(|word| lists.place(word).is_none()).cloned().collect();
        let (lists, only_now) = if unlisted.is_empty() {
            (lists, Vec::new())
        } else {
            // Each of these takes some ten milliseconds, where both lists are as long as may be.
            let look = || budget.look().map_err(ComputeError::Spent);
            look()?;
            let more = Arc::new(lists.with_guesses(&unlisted));
            look()?;
            let mut only_now: Vec<u32> = unlisted.iter().filter_map(|word| more.place(word)).collect();
            only_now.sort_unstable();
            only_now.dedup();
            candidates.make_room(&only_now);
            look()?;
            (more, only_now)
        };
        let (mut realized_bits, mut remaining) = (Vec::new(), Vec::new());
        let mut clues = Clues::default();
        for (turn, (guess, pattern)) in turns.iter().enumerate() {
            spend(budget, candidates.places.len())?;
            let before = candidates.weight();
            candidates.keep(&lists, guess, *pattern);
            if candidates.places.is_empty() {
                return Err(Error::HistoryDry { turn });
            }
            realized_bits.push(log2(before) - log2(candidates.weight()));
            remaining.push(u32::try_from(candidates.places.len()).unwrap_or(u32::MAX));
            clues.learn(guess, *pattern);
        }
        let clues = self.hard_mode.then_some(clues);
        let guesses = may_be_guessed(&lists, only.as_deref(), clues.as_ref(), budget)?;
        if guesses.is_empty() {
            return Err(Error::NoGuessLeft { field: "only" });
        }
        let Candidates { places, weights } = candidates;
        let shares = weights.and_then(|weights| prior::shares(&weights));
        let situation = Situation { lists, candidates: places, shares, guesses, only_now, clues };
        Ok(Played { situation, realized_bits, remaining })
    }

    /// The turns: a guess may be any letters, whether or not it is a word of a list.
    fn turns(&self, length: usize) -> Result<Vec<(Vec<Letter>, Pattern)>, Violation> {
        let turn = |(at, Turn { guess, marks }): (usize, &Turn)| {
            let guess = read::word_as_long(&format!("history[{at}].guess"), guess, self.writing(), length)?;
            Ok((guess, read::marks(&format!("history[{at}].marks"), marks, length)?))
        };
        self.history.iter().enumerate().map(turn).collect()
    }

    /// The words that alone are to be ranked, if any are named.
    fn only(&self, length: usize, budget: &Budget) -> Result<Option<Vec<Vec<Letter>>>, Error> {
        if self.only.is_empty() {
            return Ok(None);
        }
        let word = |(at, word): (usize, &String)| {
            budget.spend(1).map_err(ComputeError::Spent)?;
            Ok(read::word_as_long(&format!("only[{at}]"), word, self.writing(), length)?)
        };
        self.only.iter().enumerate().map(word).collect::<Result<_, Error>>().map(Some)
    }

    /// What the answer may be before the first turn.
    fn candidates(&self, lists: &Lists, budget: &Budget) -> Result<Candidates, Error> {
        if self.weights.is_empty() {
            return Ok(Candidates { places: lists.answers().to_vec(), weights: None });
        }
        let mut named = Vec::with_capacity(self.weights.len());
        for (at, WordWeight { word, weight }) in self.weights.iter().enumerate() {
            budget.spend(1).map_err(ComputeError::Spent)?;
            let field = format!("weights[{at}].word");
            let letters = read::word_as_long(&field, word, self.writing(), lists.length())?;
            let Some(place) = lists.place(&letters).filter(|&place| lists.is_answer(place)) else {
                return Err(Violation::new(field, "NO_WORD", "must be a word that the answer may be").into());
            };
            if !weight.is_finite() || *weight < 0.0 {
                let description = format!("must be a finite number, 0 or more, not {weight}");
                return Err(Violation::new(format!("weights[{at}].weight"), "OUT_OF_RANGE", description).into());
            }
            named.push((place, at, *weight));
        }
        // Of two that are the same word the later is the one too many.
        named.sort_unstable_by_key(|&(place, at, _)| (place, at));
        if let Some(at) = named.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min() {
            return Err(Violation::new(format!("weights[{at}].word"), "REPEATED", "must be named once only").into());
        }
        named.retain(|&(_, _, weight)| weight > 0.0);
        if named.is_empty() {
            return Err(Violation::new("weights", "NO_WEIGHT", "must have one above 0, or none at all").into());
        }
        let (places, weights): (_, Vec<f64>) = named.into_iter().map(|(place, _, weight)| (place, weight)).unzip();
        Ok(Candidates { places, weights: Some(prior::relative(&weights)) })
    }
}

impl Candidates {
    /// What they weigh together.
    #[expect(clippy::cast_precision_loss, reason = "a count of words")]
    fn weight(&self) -> f64 {
        self.weights.as_ref().map_or(self.places.len() as f64, |weights| weights.iter().sum())
    }

    /// Keeps those against which the guess earns this pattern.
    fn keep(&mut self, lists: &Lists, guess: &[Letter], pattern: Pattern) {
        let mut earned = vec![0; self.places.len()];
        Columns::of(lists, &self.places).mark::<u16>(guess, &mut earned);
        let mut agree = earned.iter().map(|&earned| earned == pattern.0);
        self.places.retain(|_| agree.next() == Some(true));
        if let Some(weights) = &mut self.weights {
            let mut agree = earned.iter().map(|&earned| earned == pattern.0);
            weights.retain(|_| agree.next() == Some(true));
        }
    }
}

/// The places of all words that may be guessed now, ascending.
fn may_be_guessed(
    lists: &Lists,
    only: Option<&[Vec<Letter>]>,
    clues: Option<&Clues>,
    budget: &Budget,
) -> Result<Vec<u32>, Error> {
    let mut guesses: Vec<u32> = match only {
        None => (0..lists.guess_count()).collect(),
        Some(only) => only.iter().filter_map(|word| lists.place(word)).collect(),
    };
    guesses.sort_unstable();
    guesses.dedup();
    if let Some(clues) = clues {
        spend(budget, guesses.len())?;
        guesses.retain(|&guess| clues.allow(lists.word(guess)));
    }
    Ok(guesses)
}

/// Spends what it takes to look at so many words.
fn spend(budget: &Budget, words: usize) -> Result<(), Error> {
    Ok(budget.spend(1 + words as u64 / WORDS_A_NODE).map_err(ComputeError::Spent)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_make_room_for_words_before_them() {
        let after = |added: &[u32]| {
            let mut candidates = Candidates { places: vec![0, 1, 2, 4], weights: None };
            candidates.make_room(added);
            candidates.places
        };
        assert_eq!(after(&[]), [0, 1, 2, 4]);
        assert_eq!(after(&[0]), [1, 2, 3, 5]);
        assert_eq!(after(&[5, 6]), [0, 1, 2, 4]);
        // Before the first, two before the third, and one before the fourth, which is no candidate.
        assert_eq!(after(&[0, 3, 4, 6]), [1, 2, 5, 8]);
    }
}
