//! A strategy played against every answer, and how far that is.
//!
//! By entropy all games are played at once, in a part of a second. By a plan the work has three parts, each a piece of long
//! work: lists are read, guesses looked at, and all games played once by a plan made at once, so that there is an answer however soon
//! time runs out; then plans are searched for, by as many threads as the pool has for long work where no opener is given; then all
//! games are played again, by what was found. The search ends early enough for that.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tonic::codegen::BoxStream;

use super::read::{self, GameWords};
use crate::budget::{Budget, Limits, Spent};
use crate::compute::{Admission, ComputeError, Done};
use crate::grpc::call::Call;
use crate::grpc::proto::{self, EvaluateStrategyRequest, EvaluateStrategyResponse, Objective};
use crate::grpc::shared::{Patience, Shared};
use crate::grpc::status::{Error, Violation};
use crate::grpc::stream::{Sender, stream};
use crate::grpc::{limits, read as messages};
use crate::guess::plan::{Cost, Openers, Planned, Planner, Progress};
use crate::guess::rank::{Greedy, by_entropy};
use crate::guess::strategy::{Chooser, Games, Outcome, play};
use crate::guess::{Clues, KeptLists, Lists, Situation};
use crate::lexicon::{Alphabet, Letter};

/// How often progress is told, at least.
const TELL_EVERY: Duration = Duration::from_millis(500);
/// What is left for the last games is as much time as the first took, and a part of that more.
const SPARE: u32 = 2;

/// A strategy as it was asked for.
#[derive(Debug)]
struct Asked {
    words: GameWords,
    length: Option<usize>,
    opener: Option<Vec<Letter>>,
    hard_mode: bool,
    most_guesses: Option<u32>,
    kept_lists: Arc<KeptLists>,
}

/// The games that it is to be played in.
#[derive(Clone, Debug)]
struct Evaluating {
    situation: Situation,
    opener: Option<u32>,
    most_guesses: Option<u32>,
}

/// What came of it.
struct Evaluated {
    opener: u32,
    outcome: Outcome,
    /// No strategy in question costs less.
    floor: Cost,
}

/// Where pieces of work leave how far they are.
type Told = Arc<Mutex<Option<Progress>>>;

impl Asked {
    fn read(shared: &Shared, request: &mut EvaluateStrategyRequest) -> Result<Self, Error> {
        let words = GameWords::read(shared, request.answers.take(), request.guesses.take())?;
        let mut length = read::word_length("word_length", request.word_length)?;
        let opener = match (request.opener.as_str(), length) {
            ("", _) => None,
            (opener, None) => Some(read::word("opener", opener, words.language())?),
            (opener, Some(length)) => Some(read::word_as_long("opener", opener, words.language(), length)?),
        };
        length = length.or(opener.as_ref().map(Vec::len));
        let most_guesses = (request.max_guesses > 0).then_some(request.max_guesses);
        let kept_lists = Arc::clone(&shared.kept_lists);
        Ok(Self { words, length, opener, hard_mode: request.hard_mode, most_guesses, kept_lists })
    }

    fn prepare(&self, budget: &Budget) -> Result<Evaluating, Error> {
        let lists = self.words.lists(self.length, &self.kept_lists, budget)?;
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
    fn games(&self, opener: u32) -> Games<'_> {
        let Situation { lists, clues, .. } = &self.situation;
        Games { lists, opener, hard_mode: clues.is_some(), most_guesses: self.most_guesses }
    }

    fn planner(&self, memo_bytes: u64) -> Planner {
        Planner::new(self.situation.clone(), self.most_guesses, memo_bytes)
    }

    /// Plays all games by entropy.
    fn by_entropy(&self, told: &Told, budget: &Budget) -> Result<Evaluated, Spent> {
        let opener = match self.opener {
            Some(opener) => opener,
            None => match by_entropy(&self.situation, 1, budget).guesses.first() {
                Some(best) => best.guess,
                None => return Err(budget.spent().unwrap_or(Spent::Deadline)),
            },
        };
        let total = self.situation.candidates.len();
        // What any plan costs at least, which needs no search: with this opener, if it is given.
        let planner = self.planner(0);
        let floor = planner.floor(self.opener);
        let mut greedy = Chooser::Entropy(Box::new(Greedy::new(&self.situation.lists)));
        let outcome = play(self.games(opener), &mut greedy, budget, |done| {
            let best = Planned { guess: opener, cost: Cost::default(), exact: false };
            tell(told, Progress { done: done as usize, total, best: Some(best), floor });
        })?;
        Ok(Evaluated { opener, outcome, floor })
    }

    /// Plays all games by the best plan that is known, and finds out more within the budget of the search.
    fn by_plan(&self, planner: &Planner, opener: u32, search: &Budget, budget: &Budget) -> Result<Outcome, Spent> {
        play(self.games(opener), &mut Chooser::Plan(planner, search), budget, |_| ())
    }
}

fn tell(told: &Told, progress: Progress) {
    *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
}

pub(super) fn evaluate(
    shared: Arc<Shared>,
    call: Call,
    mut request: EvaluateStrategyRequest,
) -> Result<BoxStream<EvaluateStrategyResponse>, Error> {
    let time_limit = messages::time_limit("time_limit", request.time_limit)?;
    let objective = messages::known("objective", request.objective)?;
    let asked = Asked::read(&shared, &mut request)?;
    let patience = shared.patience_for_stream(&call, time_limit);
    Ok(stream(shared, call, limits::PROGRESS_AHEAD, async move |shared, call, send| {
        let evaluation = Evaluation { shared: &shared, call: &call, patience, send };
        evaluation.answer(asked, objective, request.include_tree).await.map_err(Into::into)
    }))
}

/// An evaluation on its way. Dropping what it waits for cancels it.
struct Evaluation<'a> {
    shared: &'a Shared,
    call: &'a Call,
    patience: Patience,
    send: Sender<EvaluateStrategyResponse>,
}

impl Evaluation<'_> {
    async fn answer(&self, asked: Asked, objective: Objective, include_tree: bool) -> Result<(), Error> {
        let alphabet = Arc::clone(asked.words.language().alphabet());
        let prepare = move |budget: &Budget| asked.prepare(budget);
        let evaluating = Arc::new(self.run(self.patience.limits(), Admission::Refuse, prepare).await??);
        let lists = Arc::clone(&evaluating.situation.lists);
        let words = Words { lists: &lists, alphabet: &alphabet };
        let most_guesses = evaluating.most_guesses;
        let evaluated = match objective {
            Objective::Unspecified | Objective::Entropy => self.by_entropy(evaluating, words).await?,
            Objective::ExpectedGuesses => self.by_plan(evaluating, words).await?,
        };
        self.send.send(words.evaluation(&evaluated, most_guesses, include_tree)).await
    }

    async fn by_entropy(&self, evaluating: Arc<Evaluating>, words: Words<'_>) -> Result<Evaluated, Error> {
        let told = Told::default();
        let piece = {
            let told = Arc::clone(&told);
            self.run(self.patience.limits(), Admission::Wait, move |budget| evaluating.by_entropy(&told, budget))
        };
        let progress = || *told.lock().unwrap_or_else(PoisonError::into_inner);
        let played = self.tell_while(piece, progress, words, None).await??;
        Ok(played.map_err(ComputeError::Spent)?)
    }

    async fn by_plan(&self, evaluating: Arc<Evaluating>, words: Words<'_>) -> Result<Evaluated, Error> {
        let limits = self.patience.limits();
        let most_guesses = evaluating.most_guesses;
        let memo_bytes = self.shared.settings.plan_bytes;
        // Whatever happens, there is this.
        let first = {
            let evaluating = Arc::clone(&evaluating);
            let first = move |budget: &Budget| {
                let planner = evaluating.planner(memo_bytes);
                let openers = evaluating.opener.is_none().then(|| planner.openers(1, budget));
                let known = openers.as_ref().and_then(|openers| planner.best(openers).guesses.first().copied());
                let opener = evaluating.opener.or(known.map(|best| best.guess)).unwrap_or_default();
                let started = Instant::now();
                let nothing = Budget::of_nodes(0);
                let outcome = evaluating.by_plan(&planner, opener, &nothing, budget)?;
                Ok::<_, Spent>((planner, openers, opener, outcome, started.elapsed()))
            };
            self.run(limits.clone(), Admission::Wait, first).await?.map_err(ComputeError::Spent)?
        };
        let (planner, openers, opener, outcome, took) = first;
        let planner = Arc::new(planner);
        let ends = limits.deadline.and_then(|end| end.checked_sub(took * SPARE));
        let until = ends.map_or(limits.clone(), |end| limits.clone().until(end));
        let found = match openers {
            None => self.search_after(&planner, opener, until, words, most_guesses).await?,
            Some(openers) => self.search_all(&planner, Arc::new(openers), until, words, most_guesses).await?,
        };
        let Found { best, floor } = found;
        let last = {
            let (best, planner) = (best.unwrap_or(opener), Arc::clone(&planner));
            self.run(limits, Admission::Wait, move |budget| {
                // What was found is known; what was not is not looked for now, unless the memo was too small to keep it.
                let played = evaluating.by_plan(&planner, best, budget, budget);
                played.map(|outcome| Evaluated { opener: best, outcome, floor })
            })
        };
        let fallback = Evaluated { opener, outcome, floor };
        let last = last.await?.unwrap_or(fallback);
        Ok(last)
    }

    /// Plans what follows this opener.
    async fn search_after(
        &self,
        planner: &Arc<Planner>,
        opener: u32,
        limits: Limits,
        words: Words<'_>,
        most_guesses: Option<u32>,
    ) -> Result<Found, Error> {
        let told = Told::default();
        let piece = {
            let (planner, told) = (Arc::clone(planner), Arc::clone(&told));
            let search = move |budget: &Budget| planner.open(opener, budget, |progress| tell(&told, progress));
            self.run(limits, Admission::Wait, search)
        };
        let progress = || *told.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = self.tell_while(piece, progress, words, most_guesses).await??;
        Ok(Found { best: Some(opener), floor: opened.floor })
    }

    /// Weighs all openers, with as many threads as there are for long work.
    async fn search_all(
        &self,
        planner: &Arc<Planner>,
        openers: Arc<Openers>,
        limits: Limits,
        words: Words<'_>,
        most_guesses: Option<u32>,
    ) -> Result<Found, Error> {
        let piece = |_| {
            let (planner, openers) = (Arc::clone(planner), Arc::clone(&openers));
            // What is spent shows in what is proven.
            self.run(limits.clone(), Admission::Wait, move |budget| planner.work(&openers, budget).is_ok())
        };
        let mut pieces: FuturesUnordered<_> = (0..self.shared.pool.long_threads()).map(piece).collect();
        let all = async {
            while let Some(piece) = pieces.next().await {
                piece?;
            }
            Ok(())
        };
        let ended: Result<(), Error> = self.tell_while(all, || Some(openers.progress()), words, most_guesses).await?;
        ended?;
        let best = planner.best(&openers).guesses.first().map(|best| best.guess);
        Ok(Found { best, floor: openers.progress().floor })
    }

    /// Has the pool run a piece of long work.
    async fn run<T, F>(&self, limits: Limits, admission: Admission, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Budget) -> T + Send + 'static,
    {
        let Done { answer, timing } = self.patience.wait(self.shared.pool.run_long(limits, admission, work)).await?;
        self.call.note(timing);
        Ok(answer)
    }

    /// Waits for this, and tells how far it is.
    async fn tell_while<T>(
        &self,
        work: impl Future<Output = T>,
        progress: impl Fn() -> Option<Progress>,
        words: Words<'_>,
        most_guesses: Option<u32>,
    ) -> Result<T, Error> {
        let mut work = std::pin::pin!(work);
        let mut ticks = tokio::time::interval(TELL_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                _ = ticks.tick() => {
                    if let Some(progress) = progress() {
                        self.send.send(words.progress(&progress, most_guesses)).await?;
                    }
                }
            }
        }
    }
}

/// What a search found.
struct Found {
    best: Option<u32>,
    floor: Cost,
}

/// What numbers of words mean.
#[derive(Clone, Copy)]
struct Words<'a> {
    lists: &'a Lists,
    alphabet: &'a Alphabet,
}

/// The guesses of the games that are won, of plans that cost this much. A game that is lost takes as many as are allowed.
fn guesses_won(cost: Cost, lost: u64, most_guesses: Option<u32>) -> u64 {
    cost.guesses.saturating_sub(lost * u64::from(most_guesses.unwrap_or_default()))
}

impl Words<'_> {
    fn text(self, place: u32) -> String {
        self.alphabet.text(self.lists.word(place))
    }

    fn progress(self, progress: &Progress, most_guesses: Option<u32>) -> EvaluateStrategyResponse {
        let Progress { done, total, best, floor } = progress;
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let lost = best.map_or(0, |best| best.cost.lost);
        EvaluateStrategyResponse {
            done: count(*done),
            total: count(*total),
            evaluation: None,
            best_opener: best.map(|best| self.text(best.guess)).unwrap_or_default(),
            best_total: best.map_or(0, |best| guesses_won(best.cost, lost, most_guesses)),
            lower_bound: guesses_won(*floor, lost, most_guesses),
        }
    }

    /// The last message.
    #[expect(clippy::cast_precision_loss, reason = "the last digits do not matter")]
    fn evaluation(
        self,
        evaluated: &Evaluated,
        most_guesses: Option<u32>,
        include_tree: bool,
    ) -> EvaluateStrategyResponse {
        let Evaluated { opener, outcome, floor } = evaluated;
        let (total_guesses, won) = (outcome.total_guesses(), outcome.won());
        let lost = u64::from(outcome.unsolved);
        let cost = Cost { lost, guesses: total_guesses + lost * u64::from(most_guesses.unwrap_or_default()) };
        let lower_bound = guesses_won(*floor, lost, most_guesses).min(total_guesses);
        let node = |node: &crate::guess::strategy::Node| proto::DecisionNode {
            guess: self.text(node.guess),
            parent: node.parent,
            pattern: node.pattern.0.into(),
            answers: node.answers,
        };
        let evaluation = proto::Evaluation {
            opener: self.text(*opener),
            total_guesses,
            mean: if won > 0 { total_guesses as f64 / f64::from(won) } else { 0.0 },
            max: u32::try_from(outcome.histogram.len()).unwrap_or(u32::MAX),
            histogram: outcome.histogram.clone(),
            proven: cost <= *floor,
            lower_bound,
            tree: if include_tree { outcome.tree.iter().map(node).collect() } else { Vec::new() },
            unsolved: outcome.unsolved,
        };
        let games = won + outcome.unsolved;
        EvaluateStrategyResponse {
            done: games,
            total: games,
            best_opener: evaluation.opener.clone(),
            best_total: total_guesses,
            lower_bound,
            evaluation: Some(evaluation),
        }
    }
}
