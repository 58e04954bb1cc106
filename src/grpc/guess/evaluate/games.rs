//! The games that a strategy is to be played in: as they were asked for, and what there is of them at once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::{Budget, Limits, Spent};
use crate::grpc::guess::read::{self, GameWords};
use crate::grpc::guess::standing::{Standing, cost_of};
use crate::grpc::limits;
use crate::grpc::proto::{EvaluateStrategyRequest, Objective};
use crate::grpc::shared::Shared;
use crate::grpc::status::{Error, Violation};
use crate::guess::plan::{Cost, Openers, Planner};
use crate::guess::rank::{Greedy, by_entropy};
use crate::guess::strategy::{Chooser, Games, Outcome, play};
use crate::guess::{Clues, KeptLists, Situation};
use crate::lexicon::Letter;

/// A strategy as it was asked for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) words: GameWords,
    pub(super) length: Option<usize>,
    pub(super) opener: Option<Vec<Letter>>,
    pub(super) hard_mode: bool,
    pub(super) most_guesses: Option<u32>,
    pub(super) kept_lists: Arc<KeptLists>,
}

/// The games that it is to be played in.
#[derive(Clone, Debug)]
pub(super) struct Evaluating {
    pub(super) situation: Situation,
    pub(super) opener: Option<u32>,
    pub(super) most_guesses: Option<u32>,
}

/// What came of it.
pub(super) struct Evaluated {
    pub(super) opener: u32,
    pub(super) outcome: Outcome,
    /// How far the search for it came.
    pub(super) standing: Standing,
}

/// A plan made at once, and what goes on from it.
pub(super) struct Begun {
    pub(super) planner: Arc<Planner>,
    /// To be weighed, where no opener is given.
    pub(super) openers: Option<Arc<Openers>>,
    pub(super) opener: u32,
    pub(super) outcome: Outcome,
    pub(super) cost: Cost,
    /// How long the games took.
    pub(super) took: Duration,
}

/// Where pieces of work leave how far they are.
pub(super) type Told = Arc<Mutex<Standing>>;

impl Asked {
    pub(super) fn read(shared: &Shared, request: &mut EvaluateStrategyRequest) -> Result<Self, Error> {
        let words = GameWords::read(shared, request.answers.take(), request.guesses.take())?;
        let mut length = read::word_length("word_length", request.word_length)?;
        let opener = match (request.opener.as_str(), length) {
            ("", _) => None,
            (opener, None) => Some(read::word("opener", opener, words.writing())?),
            (opener, Some(length)) => Some(read::word_as_long("opener", opener, words.writing(), length)?),
        };
        length = length.or(opener.as_ref().map(Vec::len));
        let most_guesses = (request.max_guesses > 0).then_some(request.max_guesses);
        let kept_lists = Arc::clone(&shared.kept_lists);
        Ok(Self { words, length, opener, hard_mode: request.hard_mode, most_guesses, kept_lists })
    }

    pub(super) fn prepare(&self, include_tree: bool, budget: &Budget) -> Result<Evaluating, Error> {
        let lists = self.words.lists(self.length, &self.kept_lists, budget)?;
        let answers = lists.answers().len();
        if include_tree && answers > limits::TREE_ANSWERS {
            let description =
                format!("must be false for more than {} answers; there are {answers}", limits::TREE_ANSWERS);
            return Err(Violation::new("include_tree", "OUT_OF_RANGE", description).into());
        }
        let place = |opener: &Vec<Letter>| {
            let no_word = || Violation::new("opener", "NO_WORD", "must be a word that may be guessed");
            lists.place(opener).ok_or_else(no_word)
        };
        let opener = self.opener.as_ref().map(place).transpose()?;
        let situation = Situation {
            candidates: lists.answers().to_vec(),
            shares: None,
            guesses: (0..lists.guess_count()).collect(),
            only_now: Vec::new(),
            clues: self.hard_mode.then(Clues::default),
            lists,
        };
        Ok(Evaluating { situation, opener, most_guesses: self.most_guesses })
    }
}

impl Evaluating {
    pub(super) fn games(&self, opener: u32) -> Games<'_> {
        let Situation { lists, clues, .. } = &self.situation;
        Games { lists, opener, hard_mode: clues.is_some(), most_guesses: self.most_guesses }
    }

    pub(super) fn planner(&self, memo_bytes: u64) -> Planner {
        Planner::new(self.situation.clone(), self.most_guesses, memo_bytes)
    }

    /// Openers that are to be weighed, or games to be played: what progress is counted in.
    pub(super) fn total(&self, objective: Objective) -> usize {
        match (objective, self.opener) {
            (Objective::ExpectedGuesses, None) => self.situation.guesses.len(),
            _ => self.situation.candidates.len(),
        }
    }

    /// Plays all games by entropy.
    pub(super) fn by_entropy(&self, told: &Told, budget: &Budget) -> Result<Evaluated, Spent> {
        let opener = match self.opener {
            Some(opener) => opener,
            None => match by_entropy(&self.situation, 1, budget).guesses.first() {
                Some(best) => best.guess,
                None => return Err(budget.spent().unwrap_or(Spent::Deadline)),
            },
        };
        // What any plan costs at least, which needs no search: with this opener, if it is given.
        let planner = self.planner(0);
        let floor = planner.floor(self.opener);
        let mut greedy = Chooser::Entropy(Box::new(Greedy::new(&self.situation.lists)));
        let outcome = play(self.games(opener), &mut greedy, budget, |done| {
            tell(told, Standing { done: done as usize, opener: Some(opener), cost: None, floor });
        })?;
        let standing = Standing { done: outcome.games() as usize, opener: Some(opener), cost: None, floor };
        Ok(Evaluated { opener, outcome, standing })
    }

    /// Looks at the openers, for half of the time at most, and plays all games by a plan made at once. Games are played to their ends
    /// even if time runs out, since without them there is no answer; they are over soon.
    pub(super) fn begin(&self, memo_bytes: u64, limits: &Limits, games: &Budget) -> Result<Begun, Spent> {
        let planner = self.planner(memo_bytes);
        let now = Instant::now();
        let half = limits.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
        let looking = Budget::new(half.map_or(limits.clone(), |half| limits.clone().until(half)));
        let openers = self.opener.is_none().then(|| planner.openers(1, &looking));
        let known = openers.as_ref().and_then(|openers| planner.best(openers).guesses.first().copied());
        let opener = self.opener.or(known.map(|best| best.guess)).unwrap_or_default();
        let started = Instant::now();
        let nothing = Budget::of_nodes(0);
        let outcome = play(self.games(opener), &mut Chooser::Plan(&planner, &nothing), games, |_| ())?;
        let (took, cost) = (started.elapsed(), cost_of(&outcome, self.most_guesses));
        Ok(Begun { planner: Arc::new(planner), openers: openers.map(Arc::new), opener, outcome, cost, took })
    }
}

pub(super) fn tell(told: &Told, standing: Standing) {
    *told.lock().unwrap_or_else(PoisonError::into_inner) = standing;
}

pub(super) fn told(told: &Told) -> Standing {
    *told.lock().unwrap_or_else(PoisonError::into_inner)
}
