//! A strategy played against every answer, and how far that is.
//!
//! By entropy all games are played at once, in a part of a second. By a plan the work has three parts, each a piece of long
//! work: lists are read, guesses looked at, and all games played once by a plan made at once, so that there is an answer however soon
//! time runs out; then plans are searched for, by as many threads as the pool has for long work where no opener is given; then all
//! games are played again, by what was found. The search ends early enough for that. The better of the two is the answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tonic::codegen::BoxStream;

use super::read::{self, GameWords};
use super::standing::{Standing, Wording, cost_of};
use crate::budget::{Budget, Limits, Spent};
use crate::compute::{Admission, ComputeError, Done};
use crate::grpc::call::Call;
use crate::grpc::proto::{EvaluateStrategyRequest, EvaluateStrategyResponse, Objective};
use crate::grpc::shared::{Patience, Shared};
use crate::grpc::status::{Error, Violation};
use crate::grpc::stream::{Sender, stream};
use crate::grpc::{limits, read as messages};
use crate::guess::plan::{Cost, Openers, Planner};
use crate::guess::rank::{Greedy, by_entropy};
use crate::guess::strategy::{Chooser, Games, Outcome, play};
use crate::guess::{Clues, KeptLists, Situation};
use crate::lexicon::Letter;

/// How often progress is told, at least.
const TELL_EVERY: Duration = Duration::from_millis(500);
/// For the last games so many times the time is left that the first took. All of it but one is for finding again what is not
/// kept of the plans that were found.
const SPARE: u32 = 4;

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
    /// How far the search for it came.
    standing: Standing,
}

/// A plan made at once, and what goes on from it.
struct Begun {
    planner: Arc<Planner>,
    /// To be weighed, where no opener is given.
    openers: Option<Arc<Openers>>,
    opener: u32,
    outcome: Outcome,
    cost: Cost,
    /// How long the games took.
    took: Duration,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
struct Found {
    standing: Standing,
    /// To be played.
    best: u32,
    /// Whether the plan that begins with it is whole.
    exact: bool,
}

/// Where pieces of work leave how far they are.
type Told = Arc<Mutex<Standing>>;

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

    /// Openers that are to be weighed, or games to be played: what progress is counted in.
    fn total(&self, objective: Objective) -> usize {
        match (objective, self.opener) {
            (Objective::ExpectedGuesses, None) => self.situation.guesses.len(),
            _ => self.situation.candidates.len(),
        }
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
    fn begin(&self, memo_bytes: u64, limits: &Limits, games: &Budget) -> Result<Begun, Spent> {
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

fn tell(told: &Told, standing: Standing) {
    *told.lock().unwrap_or_else(PoisonError::into_inner) = standing;
}

fn told(told: &Told) -> Standing {
    *told.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same limits for work without which there is no answer: it ends early only if nobody waits.
fn to_the_end(limits: &Limits) -> Limits {
    Limits { cancel: limits.cancel.clone(), ..Limits::default() }
}

/// Nothing, where time ran out first: there is an answer all the same.
fn unless_spent<T>(answer: Result<T, Error>) -> Result<Option<T>, Error> {
    match answer {
        Err(Error::Compute(ComputeError::Spent(_))) => Ok(None),
        answer => answer.map(Some),
    }
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
        let (most_guesses, total) = (evaluating.most_guesses, evaluating.total(objective));
        let wording = Wording { lists: &lists, alphabet: &alphabet, most_guesses, total };
        let evaluated = match objective {
            Objective::Unspecified | Objective::Entropy => self.by_entropy(evaluating, wording).await?,
            Objective::ExpectedGuesses => self.by_plan(evaluating, wording).await?,
        };
        let Evaluated { opener, outcome, standing } = evaluated;
        self.send.send(wording.evaluation(opener, &outcome, &standing, include_tree)).await
    }

    async fn by_entropy(&self, evaluating: Arc<Evaluating>, wording: Wording<'_>) -> Result<Evaluated, Error> {
        let standing = Told::default();
        let piece = {
            let standing = Arc::clone(&standing);
            self.run(self.patience.limits(), Admission::Wait, move |budget| evaluating.by_entropy(&standing, budget))
        };
        let played = self.tell_while(piece, || told(&standing), wording).await??;
        Ok(played.map_err(ComputeError::Spent)?)
    }

    async fn by_plan(&self, evaluating: Arc<Evaluating>, wording: Wording<'_>) -> Result<Evaluated, Error> {
        let limits = self.patience.limits();
        let games = to_the_end(&limits);
        let memo_bytes = self.shared.settings.plan_bytes;
        // Whatever happens, there is this.
        let first = {
            let (evaluating, games) = (Arc::clone(&evaluating), games.clone());
            let within = limits.clone();
            let work = move |_: &Budget| evaluating.begin(memo_bytes, &within, &Budget::new(games));
            self.run(limits.clone(), Admission::Wait, work)
        };
        let begun = self.tell_while(first, Standing::default, wording).await??.map_err(ComputeError::Spent)?;
        let ends = |spare: u32| {
            let ends = limits.deadline.and_then(|end| end.checked_sub(begun.took * spare));
            ends.map_or(limits.clone(), |end| limits.clone().until(end))
        };
        let found = match &begun.openers {
            None => self.search_after(&begun, ends(SPARE), wording).await?,
            Some(openers) => self.search_all(&begun, openers, ends(SPARE), wording).await?,
        };
        let Found { standing, best, exact } = found;
        let (planner, choosing) = (Arc::clone(&begun.planner), ends(1));
        let last = self.run(limits.clone(), Admission::Wait, move |_| {
            let (choosing, games) = (Budget::new(choosing), Budget::new(games));
            // What was found is known, but for what the memo was too small to keep and what need not be kept. What was not found is not
            // looked for now.
            let mut plan = if exact { Chooser::Plan(&planner, &choosing) } else { Chooser::Known(&planner, &choosing) };
            play(evaluating.games(best), &mut plan, &games, |_| ())
        });
        let last = unless_spent(self.tell_while(last, || standing, wording).await?)?;
        let Begun { opener, outcome, cost, .. } = begun;
        Ok(match last {
            Some(Ok(outcome)) if cost_of(&outcome, wording.most_guesses) <= cost => {
                Evaluated { opener: best, outcome, standing }
            }
            _ => Evaluated { opener, outcome, standing },
        })
    }

    /// Plans what follows the opener that is given.
    async fn search_after(&self, begun: &Begun, limits: Limits, wording: Wording<'_>) -> Result<Found, Error> {
        let Begun { opener, cost, .. } = *begun;
        let standing = Told::default();
        tell(&standing, Standing { done: 0, opener: Some(opener), cost: Some(cost), floor: Cost::default() });
        let piece = {
            let (planner, standing) = (Arc::clone(&begun.planner), Arc::clone(&standing));
            self.run(limits, Admission::Wait, move |budget| {
                planner.open(opener, budget, |progress| {
                    let cost = progress.best.map_or(cost, |best| best.cost.min(cost));
                    let (done, floor) = (progress.done, progress.floor);
                    tell(&standing, Standing { done, opener: Some(opener), cost: Some(cost), floor });
                })
            })
        };
        let opened = unless_spent(self.tell_while(piece, || told(&standing), wording).await?)?;
        let mut standing = told(&standing);
        let exact = opened.is_some_and(|opened| opened.planned.exact);
        if let Some(opened) = opened {
            standing.floor = opened.floor;
        }
        if exact {
            // Where all is known, so is what needed no plan.
            standing.done = wording.total;
        }
        Ok(Found { standing, best: opener, exact })
    }

    /// Weighs all openers, with as many threads as there are for long work.
    async fn search_all(
        &self,
        begun: &Begun,
        openers: &Arc<Openers>,
        limits: Limits,
        wording: Wording<'_>,
    ) -> Result<Found, Error> {
        let piece = |_| {
            let (planner, openers) = (Arc::clone(&begun.planner), Arc::clone(openers));
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
        let standing = || {
            let progress = openers.progress();
            let first = (begun.cost, begun.opener);
            let (cost, opener) = progress.best.map_or(first, |best| first.min((best.cost, best.guess)));
            Standing { done: progress.done, opener: Some(opener), cost: Some(cost), floor: progress.floor }
        };
        unless_spent(self.tell_while(all, &standing, wording).await?)?;
        let best = begun.planner.best(openers).guesses.first().copied();
        Ok(Found {
            standing: standing(),
            best: best.map_or(begun.opener, |best| best.guess),
            exact: best.is_some_and(|best| best.exact),
        })
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

    /// Waits for this, and tells how far it is: at once, and then every now and then.
    async fn tell_while<T>(
        &self,
        work: impl Future<Output = T>,
        standing: impl Fn() -> Standing,
        wording: Wording<'_>,
    ) -> Result<T, Error> {
        let mut work = std::pin::pin!(work);
        let mut ticks = tokio::time::interval(TELL_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                _ = ticks.tick() => self.send.send(wording.progress(&standing())).await?,
            }
        }
    }
}
