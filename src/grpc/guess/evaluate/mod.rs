//! A strategy played against every answer, and how far that is.
//!
//! First the lists are read, and what is wrong is said. By entropy all games are played at once, in a part of a second. By a plan
//! the work has three parts, each a piece of long work: guesses are looked at, and all games played once by a plan made at once,
//! so that there is an answer however soon time runs out; then plans are searched for, by as many threads as the pool has for
//! long work where no opener is given; then all games are played again, by what was found. The search ends early enough for
//! that. The better of the two is the answer.

mod games;

use std::sync::Arc;

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tonic::codegen::BoxStream;

use games::{Asked, Begun, Evaluated, Evaluating, Told, tell, told};

use super::standing::{Standing, Wording, cost_of};
use crate::budget::{Budget, Limits};
use crate::compute::{Admission, ComputeError, Done, Lane};
use crate::grpc::call::Call;
use crate::grpc::proto::{EvaluateStrategyRequest, EvaluateStrategyResponse, Objective};
use crate::grpc::shared::{Patience, Shared, aside};
use crate::grpc::status::Error;
use crate::grpc::stream::{Sender, stream, tell_while};
use crate::grpc::{limits, read as messages};
use crate::guess::plan::{Cost, Openers};
use crate::guess::strategy::{Chooser, play};

/// For the last games so many times the time is left that the first took. All of it but one is for finding again what is not
/// kept of the plans that were found.
const SPARE: u32 = 4;

/// What a search found.
#[derive(Clone, Copy, Debug)]
struct Found {
    standing: Standing,
    /// To be played.
    best: u32,
    /// Whether the plan that begins with it is whole.
    exact: bool,
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
        let _place = shared.place_for_pieces(&call).await?;
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
        let alphabet = Arc::clone(asked.words.writing().alphabet());
        let lane = Lane::of(asked.words.are_many());
        let prepare = move |budget: &Budget| asked.prepare(include_tree, budget);
        let pool = &self.shared.pool;
        let Done { answer, timing } = self.patience.wait(pool.run_from(lane, self.patience.claim(), prepare)).await?;
        self.call.note(timing);
        let evaluating = Arc::new(answer?);
        pool.require_room(Lane::Long, self.patience.wanted_until()).await?;
        let lists = Arc::clone(&evaluating.situation.lists);
        let (most_guesses, total) = (evaluating.most_guesses, evaluating.total(objective));
        let wording = Wording { lists: &lists, alphabet: &alphabet, most_guesses, total };
        let evaluated = match objective {
            Objective::Unspecified | Objective::Entropy => self.by_entropy(evaluating, wording).await?,
            Objective::ExpectedGuesses => self.by_plan(evaluating, wording).await?,
        };
        let Evaluated { opener, outcome, standing } = evaluated;
        // A tree may have a node for each of three hundred thousand words.
        let answer = aside(|| wording.evaluation(opener, &outcome, &standing, include_tree));
        self.send.send(answer).await
    }

    async fn by_entropy(&self, evaluating: Arc<Evaluating>, wording: Wording<'_>) -> Result<Evaluated, Error> {
        let standing = Told::default();
        let piece = {
            let standing = Arc::clone(&standing);
            self.run(self.patience.limits(), move |budget| evaluating.by_entropy(&standing, budget))
        };
        let played = self.tell_while(piece, || told(&standing), wording).await??;
        Ok(played.map_err(ComputeError::Spent)?)
    }

    async fn by_plan(&self, evaluating: Arc<Evaluating>, wording: Wording<'_>) -> Result<Evaluated, Error> {
        // What plans are made of is large: few calls make them at the same time, and the others wait, and say so.
        let turn = self.shared.large_searches.place(Admission::Wait);
        let _turn = self.tell_while(turn, Standing::default, wording).await??;
        let limits = self.patience.limits();
        let games = limits.to_the_end();
        let memo_bytes = self.shared.settings.plan_bytes;
        // Whatever happens, there is this.
        let first = {
            let (evaluating, games) = (Arc::clone(&evaluating), games.clone());
            let within = limits.clone();
            let work = move |_: &Budget| evaluating.begin(memo_bytes, &within, &Budget::new(games));
            self.run(limits.clone(), work)
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
        let last = self.run(limits.clone(), move |_| {
            let (choosing, games) = (Budget::new(choosing), Budget::new(games));
            // What was found is known, but for what the memo was too small to keep and what need not be kept. What was not found is not
            // looked for any more.
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
            self.run(limits, move |budget| {
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
            self.run(limits.clone(), move |budget| planner.work(&openers, budget).is_ok())
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

    /// Has the pool run a piece of long work, which waits its turn.
    async fn run<T, F>(&self, limits: Limits, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Budget) -> T + Send + 'static,
    {
        let Done { answer, timing } =
            self.patience.wait(self.shared.pool.run_long(limits, Admission::Wait, work)).await?;
        self.call.note(timing);
        Ok(answer)
    }

    /// Waits for this, and tells how far it is.
    async fn tell_while<T>(
        &self,
        work: impl Future<Output = T>,
        standing: impl Fn() -> Standing,
        wording: Wording<'_>,
    ) -> Result<T, Error> {
        tell_while(work, &self.send, || wording.progress(&standing())).await
    }
}
