//! Strategies judged from outside: what must hold of every evaluation, trees replayed, and the best plans by plain enumeration.
//! Marks and hard mode's rule are said anew here.

use std::collections::HashMap;

use tilewright::grpc::proto::*;
use tokio::time::timeout;
use tonic::Status;

use super::{LONG, Server};

/// Words of the caller's own.
#[expect(clippy::unnecessary_wraps, reason = "as the fields of requests are")]
pub fn own(words: &str) -> Option<Words> {
    Some(Words { words: words.split_whitespace().map(str::to_owned).collect(), ..Words::default() })
}

/// Wordle's rule: each guessed letter that is not right takes a copy from what is left of the answer. The pattern in base 3.
pub fn pattern(guess: &str, answer: &str) -> u32 {
    let mut left: Vec<char> = guess.chars().zip(answer.chars()).filter(|(g, a)| g != a).map(|(_, a)| a).collect();
    guess.chars().zip(answer.chars()).fold(0, |pattern, (have, want)| {
        let found = || left.iter().position(|&letter| letter == have);
        let mark = match (have == want, if have == want { None } else { found() }) {
            (true, _) => 2,
            (false, Some(at)) => {
                left.swap_remove(at);
                1
            }
            (false, None) => 0,
        };
        pattern * 3 + mark
    })
}

/// Whether hard mode allows a word after a guess that earned this.
pub fn is_allowed(word: &str, guess: &str, mut pattern: u32) -> bool {
    let mut marks = Vec::new();
    for letter in guess.chars().rev() {
        marks.push((letter, pattern % 3));
        pattern /= 3;
    }
    marks.reverse();
    let copies = |letter: char| word.chars().filter(|&has| has == letter).count();
    let marked = |letter: char| marks.iter().filter(|&&(has, mark)| has == letter && mark > 0).count();
    word.chars().zip(&marks).all(|(has, &(letter, mark))| mark != 2 || has == letter)
        && guess.chars().all(|letter| copies(letter) >= marked(letter))
}

/// All messages of an evaluation, with what must hold of each.
pub async fn messages(
    server: &Server,
    request: EvaluateStrategyRequest,
) -> Result<Vec<EvaluateStrategyResponse>, Status> {
    let mut stream = server.guesses().await.evaluate_strategy(request).await?.into_inner();
    let mut messages: Vec<EvaluateStrategyResponse> = Vec::new();
    while let Some(message) = timeout(LONG, stream.message()).await.expect("it says nothing")? {
        assert!(message.done <= message.total && message.total > 0, "{message:?}");
        if let Some(before) = messages.last() {
            assert!(before.evaluation.is_none(), "the last alone has the evaluation");
            assert!(before.done <= message.done && before.total == message.total, "{before:?} {message:?}");
            assert!(before.lower_bound <= message.lower_bound, "{before:?} {message:?}");
        }
        messages.push(message);
    }
    Ok(messages)
}

/// What the last message says, its tree replayed against every answer. How many guesses each answer took, 0 where it was not
/// guessed in time.
pub async fn evaluate(server: &Server, request: EvaluateStrategyRequest, answers: &[String]) -> (Evaluation, Vec<u32>) {
    let asked = EvaluateStrategyRequest { include_tree: true, ..request };
    let last = messages(server, asked.clone()).await.unwrap().pop().expect("a last message");
    let evaluation = last.evaluation.clone().expect("it has the evaluation");
    assert_eq!((&last.best_opener, last.best_total), (&evaluation.opener, evaluation.total_guesses));
    assert!(last.lower_bound >= evaluation.lower_bound);
    assert!(evaluation.lower_bound <= evaluation.total_guesses);
    assert!(!evaluation.proven || evaluation.lower_bound == evaluation.total_guesses, "{last:?}");
    assert!(asked.opener.is_empty() || asked.opener.to_lowercase() == evaluation.opener);
    let played = replay(&evaluation.tree, &asked, answers);
    let won: Vec<u32> = played.iter().copied().filter(|&turns| turns > 0).collect();
    assert_eq!(evaluation.unsolved as usize, answers.len() - won.len());
    assert_eq!(evaluation.total_guesses, won.iter().map(|&turns| u64::from(turns)).sum::<u64>());
    assert_eq!(evaluation.max, won.iter().copied().max().unwrap_or(0));
    assert_eq!(evaluation.histogram.len(), evaluation.max as usize);
    for (turns, &games) in (1..).zip(&evaluation.histogram) {
        assert_eq!(games as usize, won.iter().filter(|&&took| took == turns).count());
    }
    let mean = f64::from(won.iter().sum::<u32>()) / f64::from(u32::try_from(won.len().max(1)).unwrap());
    assert!((evaluation.mean - mean).abs() < 1e-12);
    (evaluation, played)
}

/// Plays a tree against every answer.
fn replay(tree: &[DecisionNode], asked: &EvaluateStrategyRequest, answers: &[String]) -> Vec<u32> {
    let mut after = HashMap::new();
    for (at, node) in (0u32..).zip(tree) {
        if at == 0 {
            assert_eq!((node.parent, node.pattern), (0, 0));
            continue;
        }
        // Each node stands before those that follow it, and those that follow stand together, by their patterns.
        let mut up = at - 1;
        while up != node.parent {
            assert!(up > node.parent, "not in pre-order: {node:?}");
            let (child, parent) = (&tree[up as usize], tree[up as usize].parent);
            assert!(parent != node.parent || child.pattern < node.pattern);
            up = parent;
        }
        assert!(after.insert((node.parent, node.pattern), at).is_none());
    }
    let mut met = vec![0; tree.len()];
    let mut play = |answer: &String| {
        let mut at = 0;
        let mut told: Vec<(&str, u32)> = Vec::new();
        loop {
            met[at as usize] += 1;
            let guess = tree[at as usize].guess.as_str();
            if asked.hard_mode {
                assert!(told.iter().all(|(before, pattern)| is_allowed(guess, before, *pattern)), "{answer} {told:?}");
            }
            let turns = u32::try_from(told.len()).unwrap() + 1;
            if guess == answer {
                return turns;
            }
            if asked.max_guesses == turns {
                return 0;
            }
            let earned = pattern(guess, answer);
            told.push((guess, earned));
            at = after[&(at, earned)];
        }
    };
    let played = answers.iter().map(&mut play).collect();
    assert!(tree.iter().zip(met).all(|(node, met)| node.answers == met && met > 0));
    played
}

/// Games lost and guesses of the best plan, a game that is lost taking all guesses that it had; by trying everything.
#[derive(Debug)]
pub struct Oracle<'a> {
    pub words: &'a [String],
    /// How many games each word is, as an answer.
    pub shares: &'a [u32],
    pub hard_mode: bool,
}

impl Oracle<'_> {
    /// Of so many guesses left.
    pub fn best(&self, candidates: &[usize], guesses: &[usize], left: u32) -> (u32, u32) {
        let sum = |candidates: &[usize]| candidates.iter().map(|&word| self.shares[word]).sum();
        match (candidates, left) {
            ([], _) => return (0, 0),
            (_, 0) => return (sum(candidates), 0),
            ([only], _) => return (0, self.shares[*only]),
            _ => {}
        }
        let costs = guesses.iter().filter_map(|&guess| self.after(candidates, guesses, guess, left));
        // A guess that tells nothing is as good as none.
        costs.min().unwrap_or_else(|| (sum(candidates), sum(candidates) * left))
    }

    /// With this guess; none where it tells nothing.
    pub fn after(&self, candidates: &[usize], guesses: &[usize], guess: usize, left: u32) -> Option<(u32, u32)> {
        let mut buckets: HashMap<u32, Vec<usize>> = HashMap::new();
        for &answer in candidates {
            buckets.entry(pattern(&self.words[guess], &self.words[answer])).or_default().push(answer);
        }
        if buckets.len() == 1 {
            return None;
        }
        let mut cost = (0, candidates.iter().map(|&word| self.shares[word]).sum::<u32>());
        for (pattern, bucket) in buckets {
            if bucket[0] == guess {
                continue;
            }
            let may = |word: &usize| !self.hard_mode || is_allowed(&self.words[*word], &self.words[guess], pattern);
            let next: Vec<usize> = guesses.iter().copied().filter(may).collect();
            let (lost, guesses) = self.best(&bucket, &next, left - 1);
            cost = (cost.0 + lost, cost.1 + guesses);
        }
        Some(cost)
    }
}
