//! A strategy played against every answer.
//!
//! The games of all answers are played at once: those that have earned the same marks so far are one situation, with one next guess.
//! The situations are the nodes of the strategy's *decision tree*, and how deep an answer's last guess lies is how many guesses its
//! game takes.

use std::borrow::Cow;

use super::clues::Clues;
use super::columns::Columns;
use super::lists::Lists;
use super::pattern::Pattern;
use super::plan::Planner;
use super::rank::Greedy;
use crate::budget::{Budget, Spent};

/// Candidates that are put into buckets in the time of a node.
const CANDIDATES_A_NODE: u64 = 256;
/// Guesses that are checked in the time of a node.
const GUESSES_A_NODE: u64 = 512;
/// Nodes for a situation of which a plan is known: enough to look through all guesses for one that tells its candidates apart.
const KNOWN_NODES: u64 = 1 << 14;

/// How guesses are chosen.
#[derive(Debug)]
pub enum Chooser<'a> {
    /// The most expected information, one guess at a time.
    Entropy(Box<Greedy<'a>>),
    /// By a plan to the end, made within this budget. When that is spent, by the best plan that is known.
    Plan(&'a Planner, &'a Budget),
    /// By the best plan that is known, within this budget: a few of its nodes for each situation, to find again what need not be
    /// kept. Where that is too little, by a plan made at once.
    Known(&'a Planner, &'a Budget),
}

/// The games to be played.
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// All words; every answer is played.
    pub lists: &'a Lists,
    /// The first guess.
    pub opener: u32,
    /// Whether right letters must stay, and present ones must be used again.
    pub hard_mode: bool,
    /// A game not won by then is lost. None: no limit.
    pub most_guesses: Option<u32>,
}

/// How all games went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Games that took 1, 2, 3 ... guesses, of those that were won.
    pub histogram: Vec<u32>,
    /// Answers that were not guessed in time.
    pub unsolved: u32,
    /// The decision tree, each node before those that follow it, and those by their patterns.
    pub tree: Vec<Node>,
}

/// A situation of the decision tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// What is guessed in it.
    pub guess: u32,
    /// The situation before it; its own number, for the first.
    pub parent: u32,
    /// What the guess before it earned.
    pub pattern: Pattern,
    /// How many answers are possible in it.
    pub answers: u32,
}

/// A situation that is still to be played.
struct Open {
    candidates: Vec<u32>,
    /// What is demanded, in hard mode.
    clues: Option<Clues>,
    parent: u32,
    pattern: Pattern,
    turns: u32,
}

impl Outcome {
    /// Guesses over all games that were won.
    #[must_use]
    pub fn total_guesses(&self) -> u64 {
        (1..).zip(&self.histogram).map(|(guesses, &games): (u64, _)| guesses * u64::from(games)).sum()
    }

    /// Games that were won.
    #[must_use]
    pub fn won(&self) -> u32 {
        self.histogram.iter().sum()
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won() + self.unsolved
    }
}

/// Plays all games. `say` is told how many are over.
///
/// # Errors
/// Where the budget is spent first.
///
/// # Panics
/// Where a game goes on for longer than there are answers, which would have no end: a chooser's bug.
pub fn play(
    games: Games<'_>,
    chooser: &mut Chooser<'_>,
    budget: &Budget,
    mut say: impl FnMut(u32),
) -> Result<Outcome, Spent> {
    let lists = games.lists;
    let all: Vec<u32> = (0..lists.guess_count()).collect();
    let mut outcome = Outcome::default();
    let mut over = 0;
    let mut open = vec![Open {
        candidates: lists.answers().to_vec(),
        clues: games.hard_mode.then(Clues::default),
        parent: 0,
        pattern: Pattern::default(),
        turns: 0,
    }];
    while let Some(now) = open.pop() {
        budget.spend(1 + now.candidates.len() as u64 / CANDIDATES_A_NODE)?;
        // Each guess but the opener rules out one answer at least.
        assert!(now.turns as usize <= lists.answers().len(), "a guess told nothing");
        let guess = match chooser {
            _ if now.turns == 0 => games.opener,
            // The last guess, or the only one.
            _ if now.candidates.len() == 1 || games.most_guesses == Some(now.turns + 1) => now.candidates[0],
            Chooser::Entropy(greedy) => {
                let guesses = allowed(&all, lists, now.clues.as_ref(), budget)?;
                greedy.best_by_entropy(&now.candidates, &guesses, budget)?
            }
            Chooser::Plan(planner, budget) => planner.choose(&now.candidates, now.clues.as_ref(), now.turns, budget),
            Chooser::Known(planner, budget) => {
                let part = budget.part(KNOWN_NODES);
                let guess = planner.choose(&now.candidates, now.clues.as_ref(), now.turns, &part);
                // What is spent shows in what is guessed.
                let _ = budget.absorb(&part);
                guess
            }
        };
        let node = count(outcome.tree.len());
        let (parent, pattern) = (now.parent, now.pattern);
        outcome.tree.push(Node { guess, parent, pattern, answers: count(now.candidates.len()) });
        let turns = now.turns + 1;
        let before = open.len();
        for (pattern, candidates) in buckets(lists, &now.candidates, guess) {
            if pattern == Pattern::all_green(lists.length()) {
                let at = now.turns as usize;
                outcome.histogram.resize(outcome.histogram.len().max(at + 1), 0);
                outcome.histogram[at] += 1;
                over += 1;
            } else if games.most_guesses == Some(turns) {
                outcome.unsolved += count(candidates.len());
                over += count(candidates.len());
            } else {
                let mut clues = now.clues.clone();
                if let Some(clues) = &mut clues {
                    clues.learn(lists.word(guess), pattern);
                }
                open.push(Open { candidates, clues, parent: node, pattern, turns });
            }
        }
        // The first pattern is played first.
        open[before..].reverse();
        say(over);
    }
    Ok(outcome)
}

#[expect(clippy::cast_possible_truncation, reason = "no more situations than two for each answer, and fewer turns")]
fn count(count: usize) -> u32 {
    count as u32
}

/// The candidates by what the guess earns, by pattern.
fn buckets(lists: &Lists, candidates: &[u32], guess: u32) -> Vec<(Pattern, Vec<u32>)> {
    let mut patterns = vec![0u16; candidates.len()];
    Columns::of(lists, candidates).mark(lists.word(guess), &mut patterns);
    let mut sorted: Vec<(u16, u32)> = patterns.into_iter().zip(candidates.iter().copied()).collect();
    sorted.sort_unstable();
    let bucket = |bucket: &[(u16, u32)]| (Pattern(bucket[0].0), bucket.iter().map(|&(_, place)| place).collect());
    sorted.chunk_by(|one, other| one.0 == other.0).map(bucket).collect()
}

/// What may be guessed of all words, while this is demanded.
fn allowed<'a>(all: &'a [u32], lists: &Lists, clues: Option<&Clues>, budget: &Budget) -> Result<Cow<'a, [u32]>, Spent> {
    let Some(clues) = clues else { return Ok(Cow::Borrowed(all)) };
    budget.spend(1 + all.len() as u64 / GUESSES_A_NODE)?;
    Ok(all.iter().copied().filter(|&place| clues.allow(lists.word(place))).collect())
}
