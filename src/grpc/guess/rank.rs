//! Guesses ranked for a game in progress.

use std::cmp::Reverse;
use std::time::Duration;

use super::game::{Game, Played};
use crate::budget::{Budget, Spent};
use crate::compute::{ComputeError, Lane};
use crate::grpc::call::Call;
use crate::grpc::proto::{self, Objective, RankGuessesRequest, RankGuessesResponse};
use crate::grpc::shared::Shared;
use crate::grpc::status::Error;
use crate::grpc::{limits, read, write};
use crate::guess::Situation;
use crate::guess::plan::{Planned, Planner};
use crate::guess::rank::{self, Buckets, RankedGuess};
use crate::lexicon::Writing;

/// What it takes at most to see what a guess earns against one candidate.
const A_MARK: Duration = Duration::from_nanos(10);
/// Guesses that are ranked where nothing is said.
const GUESSES: u32 = 10;

/// A ranking, ready to be made by the pool.
struct Search {
    /// Large, and it goes from hand to hand.
    game: Box<Game>,
    objective: ByWhat,
    limit: usize,
    include_buckets: bool,
}

/// What guesses are ranked by.
#[derive(Clone, Copy)]
enum ByWhat {
    Entropy,
    /// With so many guesses left, if they are limited, and so many bytes for what the search finds out.
    ExpectedGuesses {
        left: Option<u32>,
        memo_bytes: u64,
    },
}

impl Search {
    /// Plays the game up to now, ranks, and words the answer, all but what it took: a thousand guesses with their buckets are
    /// too much to word where other calls wait.
    fn run(&self, budget: &Budget) -> Result<RankGuessesResponse, Error> {
        let Played { situation, realized_bits, remaining } = self.game.play(budget)?;
        let writing = self.game.writing();
        let (guesses, proven) = match self.objective {
            ByWhat::Entropy => {
                let ranked = rank::by_entropy(&situation, self.limit, budget);
                let guesses: Vec<_> = ranked.guesses.iter().map(|guess| word(&situation, writing, guess)).collect();
                (guesses, ranked.complete)
            }
            ByWhat::ExpectedGuesses { left, memo_bytes } => {
                let planner = Planner::new(situation.clone(), left, memo_bytes);
                // Then it is seen what each guess tells.
                let marks = self.limit.min(situation.guesses.len()) * situation.candidates.len();
                let marks = u32::try_from(marks).unwrap_or(u32::MAX);
                let search = budget.sparing(A_MARK * marks);
                let plans = planner.rank(self.limit, &search);
                // What is spent shows in what is proven.
                let _ = budget.absorb(&search);
                (planned(&situation, writing, &plans.guesses, left.is_some(), budget), plans.proven)
            }
        };
        if guesses.is_empty() {
            return Err(ComputeError::Spent(budget.spent().unwrap_or(Spent::Deadline)).into());
        }
        let mut answer = RankGuessesResponse {
            guesses,
            candidates: u32::try_from(situation.candidates.len()).unwrap_or(u32::MAX),
            candidate_words: likeliest(&situation, writing),
            realized_bits,
            remaining,
            proven,
            stats: None,
        };
        if self.include_buckets {
            add_buckets(&mut answer, &situation, writing, budget);
        }
        Ok(answer)
    }
}

/// A guess as the contract words it.
fn word(situation: &Situation, writing: &Writing, ranked: &RankedGuess) -> proto::RankedGuess {
    proto::RankedGuess {
        word: writing.alphabet().text(situation.lists.word(ranked.guess)),
        entropy_bits: ranked.entropy_bits,
        expected_remaining: ranked.expected_remaining,
        win_probability: ranked.win_probability,
        candidate: ranked.candidate,
        ..proto::RankedGuess::default()
    }
}

/// Guesses by their plans.
#[expect(clippy::cast_precision_loss, reason = "the last digits do not matter")]
fn planned(
    situation: &Situation,
    writing: &Writing,
    plans: &[Planned],
    is_limited: bool,
    budget: &Budget,
) -> Vec<proto::RankedGuess> {
    let mut guesses: Vec<u32> = plans.iter().map(|plan| plan.guess).collect();
    guesses.sort_unstable();
    let only_these = Situation { guesses, ..situation.clone() };
    // Each of them is in the answer.
    let worth = rank::by_entropy(&only_these, plans.len(), &budget.to_the_end()).guesses;
    let total = situation.total() as f64;
    let of = |plan: &Planned| {
        let worth = worth.iter().find(|worth| worth.guess == plan.guess)?;
        Some(proto::RankedGuess {
            expected_guesses: Some(plan.cost.guesses as f64 / total),
            exact: plan.exact,
            win_in_time: is_limited.then_some(1.0 - plan.cost.lost as f64 / total),
            ..word(situation, writing, worth)
        })
    };
    plans.iter().filter_map(of).collect()
}

/// The most likely candidates, then by the alphabet.
fn likeliest(situation: &Situation, writing: &Writing) -> Vec<String> {
    let Situation { lists, candidates, shares, .. } = situation;
    let mut order: Vec<(Reverse<u64>, u32)> = match shares {
        None => candidates.iter().take(limits::CANDIDATES).map(|&word| (Reverse(1), word)).collect(),
        Some(shares) => shares.iter().copied().map(Reverse).zip(candidates.iter().copied()).collect(),
    };
    if order.len() > limits::CANDIDATES {
        order.select_nth_unstable(limits::CANDIDATES);
        order.truncate(limits::CANDIDATES);
    }
    order.sort_unstable();
    order.into_iter().map(|(_, word)| writing.alphabet().text(lists.word(word))).collect()
}

/// Adds the buckets of each guess, all of them or none: of the best guesses, as many as an answer holds and the budget lasts for.
fn add_buckets(answer: &mut RankGuessesResponse, situation: &Situation, writing: &Writing, budget: &Budget) {
    // A hundred thousand of them take milliseconds to be made, and as many again to be sent.
    let half = budget.half_of_time();
    add_buckets_within(answer, situation, writing, &half);
    // Where that was not enough, the first slice of a search must know that it is a long one.
    let _ = budget.absorb(&half);
}

fn add_buckets_within(answer: &mut RankGuessesResponse, situation: &Situation, writing: &Writing, budget: &Budget) {
    let length = situation.lists.length();
    let mut buckets = Buckets::new(situation);
    let mut left = limits::BUCKETS;
    for guess in &mut answer.guesses {
        // The answer's own words fold to themselves.
        let Ok(letters) = writing.fold_word(&guess.word) else { return };
        let Ok(found) = buckets.of(&letters, budget) else { return };
        let Some(fewer) = left.checked_sub(found.len()) else { return };
        left = fewer;
        guess.buckets = found
            .into_iter()
            .map(|bucket| proto::Bucket {
                marks: write::pattern(bucket.pattern, length),
                pattern: bucket.pattern.0.into(),
                size: bucket.size,
                probability: buckets.probability(bucket),
            })
            .collect();
    }
}

pub(super) async fn rank(
    shared: &Shared,
    call: &Call,
    mut request: RankGuessesRequest,
) -> Result<RankGuessesResponse, Error> {
    let time_limit = read::time_limit("time_limit", request.time_limit)?;
    let objective = match read::known("objective", request.objective)? {
        Objective::Unspecified | Objective::Entropy => ByWhat::Entropy,
        Objective::ExpectedGuesses => ByWhat::ExpectedGuesses {
            left: (request.guesses_left > 0).then_some(request.guesses_left),
            memo_bytes: shared.settings.plan_bytes,
        },
    };
    let limit = match read::at_most("limit", request.limit, limits::GUESSES)? {
        0 => GUESSES,
        limit => limit,
    };
    let game = Box::new(Game::read(shared, &mut request)?);
    let patience = shared.patience(call, time_limit);
    // One plan is made whatever time there is, and that is more than a slice of it.
    let is_long = game.is_long() || (matches!(objective, ByWhat::ExpectedGuesses { .. }) && game.is_long_to_plan());
    let search = Search { game, objective, limit: limit as usize, include_buckets: request.include_buckets };
    let search = move |budget: &Budget| search.run(budget).map(|answer| (answer, budget.nodes()));
    let done = patience.wait(shared.pool.run_from(Lane::of(is_long), patience.claim(), search)).await?;
    call.note(done.timing);
    let (answer, nodes) = done.answer?;
    Ok(RankGuessesResponse { stats: Some(write::stats(nodes, done.timing)), ..answer })
}
