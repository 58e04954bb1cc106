//! How far the evaluation of a strategy is, and what came of it, worded as the contract's messages.

use crate::grpc::proto::{DecisionNode, EvaluateStrategyResponse, Evaluation};
use crate::guess::Lists;
use crate::guess::plan::Cost;
use crate::guess::strategy::{Node, Outcome};
use crate::lexicon::Alphabet;

/// How far an evaluation is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Games, or openers, dealt with.
    pub(super) done: usize,
    /// The best opener so far.
    pub(super) opener: Option<u32>,
    /// What the best plan costs that is known to begin with it.
    pub(super) cost: Option<Cost>,
    /// No strategy in question costs less.
    pub(super) floor: Cost,
}

/// What numbers of words mean, and what is the same in all messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording<'a> {
    pub(super) lists: &'a Lists,
    pub(super) alphabet: &'a Alphabet,
    pub(super) most_guesses: Option<u32>,
    /// Games, or openers, to be dealt with.
    pub(super) total: usize,
}

/// What these games cost. A game that is lost takes as many guesses as are allowed.
pub(super) fn cost_of(outcome: &Outcome, most_guesses: Option<u32>) -> Cost {
    let lost = u64::from(outcome.unsolved);
    Cost { lost, guesses: outcome.total_guesses() + lost * u64::from(most_guesses.unwrap_or_default()) }
}

impl Wording<'_> {
    fn text(self, place: u32) -> String {
        self.alphabet.text(self.lists.word(place))
    }

    /// The guesses of the games that are won, of a strategy that costs this much.
    fn guesses_won(self, cost: Cost) -> u64 {
        cost.guesses.saturating_sub(cost.lost * u64::from(self.most_guesses.unwrap_or_default()))
    }

    /// What no strategy in question needs less than for the games that it wins, of those that lose just so many, where none costs
    /// less than the floor. None lost is known yet: what holds whatever is lost.
    fn lower_bound(self, floor: Cost, lost: Option<u64>) -> u64 {
        if self.most_guesses.is_none() {
            return floor.guesses;
        }
        let Some(lost) = lost else { return 0 };
        // One answer at most is the first guess.
        let won = (self.lists.answers().len() as u64).saturating_sub(lost);
        let least = (2 * won).saturating_sub(1);
        // A strategy that loses more than the floor may cost any number of guesses.
        if floor.lost == lost { self.guesses_won(floor).max(least) } else { least }
    }

    /// How far it is.
    pub(super) fn progress(self, standing: &Standing) -> EvaluateStrategyResponse {
        let &Standing { done, opener, cost, floor } = standing;
        EvaluateStrategyResponse {
            done: count(done),
            total: count(self.total),
            evaluation: None,
            best_opener: opener.map(|opener| self.text(opener)).unwrap_or_default(),
            best_total: cost.map_or(0, |cost| self.guesses_won(cost)),
            lower_bound: self.lower_bound(floor, cost.map(|cost| cost.lost)),
        }
    }

    /// The last message.
    #[expect(clippy::cast_precision_loss, reason = "the last digits do not matter")]
    pub(super) fn evaluation(
        self,
        opener: u32,
        outcome: &Outcome,
        standing: &Standing,
        include_tree: bool,
    ) -> EvaluateStrategyResponse {
        let cost = cost_of(outcome, self.most_guesses);
        let floor = standing.floor;
        let (total_guesses, won) = (outcome.total_guesses(), outcome.won());
        let lower_bound = self.lower_bound(floor, Some(cost.lost));
        let evaluation = Evaluation {
            opener: self.text(opener),
            total_guesses,
            mean: if won > 0 { total_guesses as f64 / f64::from(won) } else { 0.0 },
            max: count(outcome.histogram.len()),
            histogram: outcome.histogram.clone(),
            proven: cost <= floor,
            lower_bound,
            tree: if include_tree { outcome.tree.iter().map(|node| self.node(node)).collect() } else { Vec::new() },
            unsolved: outcome.unsolved,
        };
        // Where there was no time to play what was found, that it is there holds all the same.
        let said = self.progress(standing);
        let lower_bound = said.lower_bound.max(lower_bound);
        EvaluateStrategyResponse {
            best_opener: evaluation.opener.clone(),
            best_total: total_guesses,
            lower_bound,
            evaluation: Some(evaluation),
            ..said
        }
    }

    fn node(self, node: &Node) -> DecisionNode {
        DecisionNode {
            guess: self.text(node.guess),
            parent: node.parent,
            pattern: node.pattern.0.into(),
            answers: node.answers,
        }
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
