//! Strategies played out: their decision trees replayed against every answer, by marks and rules said anew.

use std::sync::Arc;

use super::oracle::{is_allowed, marks};
use super::random::{Game, game, language};
use crate::budget::Budget;
use crate::guess::plan::Planner;
use crate::guess::rank::Greedy;
use crate::guess::strategy::{Chooser, Games, Outcome, play};
use crate::testing::Random;

/// Plays the tree against every answer: how many guesses each game took, 0 where it was lost.
fn replay(outcome: &Outcome, games: &Games<'_>, words: &[Vec<u8>]) -> Vec<usize> {
    let play_one = |&answer: &u32| {
        let answer = &words[answer as usize];
        let (mut at, mut turns) = (0, Vec::<(Vec<u8>, Vec<u8>)>::new());
        loop {
            let guess = &words[outcome.tree[at].guess as usize];
            for (earlier, told) in &turns {
                assert!(!games.hard_mode || is_allowed(guess, earlier, told), "hard mode");
            }
            turns.push((guess.clone(), marks(guess, answer)));
            if guess == answer {
                return turns.len();
            }
            let told = |guess: &Vec<u8>, pattern: crate::guess::Pattern| {
                let marks = pattern.marks(guess.len());
                let letter = |mark: &crate::puzzle::Mark| b"-YG"[*mark as usize];
                marks.iter().map(letter).collect::<Vec<u8>>()
            };
            let next = (at + 1..outcome.tree.len()).find(|&next| {
                let node = &outcome.tree[next];
                node.parent as usize == at && told(guess, node.pattern) == turns[turns.len() - 1].1
            });
            match next {
                Some(next) => at = next,
                None => return 0,
            }
        }
    };
    games.lists.answers().iter().map(play_one).collect()
}

#[test]
fn trees_played_against_every_answer_are_what_was_evaluated() {
    let language = language();
    let mut random = Random::new(13);
    for _ in 0..300 {
        let Game { mut situation, mut oracle, left } = game(&mut random, &language);
        situation.shares = None;
        let candidates: Vec<usize> = situation.candidates.iter().map(|&place| place as usize).collect();
        let guesses: Vec<usize> = (0..situation.guesses.len()).collect();
        for &word in &candidates {
            oracle.shares[word] = 1;
        }
        let lists = Arc::clone(&situation.lists);
        let opener = u32::try_from(random.below(guesses.len())).unwrap();
        let games = Games { lists: &lists, opener, hard_mode: situation.clues.is_some(), most_guesses: left };
        let budget = Budget::unlimited();
        let planner = Planner::new(situation.clone(), left, 1 << 20);
        let spent = Budget::of_nodes(0);
        let choosers = [
            Chooser::Plan(&planner, &spent),
            Chooser::Plan(&planner, &budget),
            Chooser::Entropy(Box::new(Greedy::new(&lists))),
        ];
        for (number, mut chooser) in choosers.into_iter().enumerate() {
            let mut over = 0;
            let outcome = play(games, &mut chooser, &budget, |games| over = games).unwrap();
            assert_eq!(over as usize, candidates.len());
            let played = replay(&outcome, &games, &oracle.words);
            assert_eq!(played.iter().filter(|&&turns| turns == 0).count(), outcome.unsolved as usize);
            for (turns, &count) in (1..).zip(&outcome.histogram) {
                assert_eq!(played.iter().filter(|&&took| took == turns).count(), count as usize);
            }
            assert_eq!(played.iter().sum::<usize>() as u64, outcome.total_guesses());
            assert_eq!(outcome.won() + outcome.unsolved, u32::try_from(candidates.len()).unwrap());
            for node in outcome.tree.iter().skip(1) {
                assert!(node.answers > 0 && (node.parent as usize) < outcome.tree.len());
            }
            let Some(least) = oracle.guess(&candidates, &guesses, opener as usize, left.unwrap_or(100)) else {
                continue;
            };
            let lost = u64::from(outcome.unsolved);
            let cost = (lost, outcome.total_guesses() + lost * u64::from(left.unwrap_or_default()));
            assert!(cost >= (least.lost, least.guesses));
            // Planned to the end, it costs no more.
            assert!(number != 1 || cost == (least.lost, least.guesses), "{cost:?} {least:?} {situation:?} {left:?}");
        }
    }
}
