//! What the service plays by itself.

use super::*;
use crate::blind::play;
use crate::logarithm::log2;
use crate::puzzle;
use crate::swaps::exact;

fn fewest(from: &Grid, to: &Grid) -> u32 {
    exact::solve(&puzzle::Board::new(from.clone(), to.clone()).unwrap(), &Budget::unlimited()).min_swaps()
}

#[test]
fn a_game_ends_solved_or_after_the_most_moves() {
    for (feedback, strategy) in all_ways() {
        let mut solved_or_not = [0; 2];
        for (seed, board) in (0..).zip(boards(1, 12, feedback)) {
            let options = Options { max_moves: if seed % 4 == 0 { 1 } else { 60 }, ..options(strategy) };
            let all = to_the_end(board.game(options), &cache(), &nobody);
            let (last, game) = all.last().unwrap();
            let Said::Finished { solved, moves, min_swaps, learned_at, target } = last else { panic!("{last:?}") };
            assert_eq!(*solved, *game.record.grid() == board.target);
            assert_eq!(game.turn(), Turn::Over);
            assert!(*solved || *moves == options.max_moves);
            assert_eq!(*moves, game.moves());
            assert_eq!(*min_swaps, Some(fewest(board.terms.start(), &board.target)));
            assert_eq!(target.as_ref(), solved.then_some(&board.target));
            assert!(!solved || learned_at.is_some() && *moves >= min_swaps.unwrap());
            assert!(all[1..].iter().all(|(said, _)| !matches!(said, Said::Opened { .. })));
            solved_or_not[usize::from(*solved)] += 1;
        }
        assert!(solved_or_not.iter().all(|&games| games > 0), "{solved_or_not:?}");
    }
}

#[test]
fn each_swap_is_proposed_and_then_made() {
    for (feedback, strategy) in all_ways() {
        for board in boards(2, 6, feedback) {
            let all = said(&to_the_end(board.game(options(strategy)), &cache(), &nobody));
            let mut lies = board.terms.start().clone();
            for pair in all[1..all.len() - 1].chunks(2) {
                let [Said::Proposed(proposed), Said::Observed { swap, grid, told, belief: None, gained_bits: None }] =
                    pair
                else {
                    panic!("{pair:?}")
                };
                lies.swap(*swap);
                assert_eq!((proposed.swap, &lies), (*swap, grid));
                assert_eq!(*told, board.told(grid, Some(*swap)));
            }
        }
    }
}

/// The target is never lost by either reading, is learned when the strategy's reading leaves one world, and from then on the
/// way is a fewest one.
#[test]
fn what_is_learned_is_the_target() {
    for (feedback, strategy) in all_ways() {
        for board in boards(3, 8, feedback) {
            let cache = cache();
            let mut learned_at = None;
            let all = to_the_end(board.game(options(strategy)), &cache, &nobody);
            for (said, game) in &all {
                let worlds = |reading| Worlds::of(&game.record, reading, &cache, &Budget::unlimited()).unwrap();
                if !game.solved {
                    for reading in [Reading::Whole, Reading::Article] {
                        assert!(board.has_target_in(&worlds(reading)), "{reading:?}: {game:?}");
                    }
                }
                let is_learned = game.solved || worlds(strategy.reading()).only().is_some();
                if is_learned && learned_at.is_none() {
                    learned_at = Some(game.moves());
                }
                if let Said::Proposed(proposed) = said {
                    assert_eq!(proposed.phase == Phase::Finish, learned_at.is_some());
                    if proposed.phase == Phase::Finish {
                        let left = fewest(game.record.grid(), &board.target) - 1;
                        assert_eq!(proposed.expected_swaps_left, Some(f64::from(left)));
                        assert!(proposed.expected_bits == 0.0);
                    }
                }
                if let Said::Finished { solved: true, learned_at: found, .. } = said {
                    assert_eq!(*found, learned_at);
                }
            }
        }
    }
}

#[test]
fn the_belief_is_the_worlds_of_all_that_was_told() {
    for (feedback, strategy) in all_ways() {
        for board in boards(4, 5, feedback) {
            let cache = cache();
            let options = Options { include_belief: true, ..options(strategy) };
            let all = to_the_end(board.game(options), &cache, &nobody);
            let mut before: Option<f64> = None;
            for (said, game) in &all {
                let (belief, gained) = match said {
                    Said::Opened { belief, .. } => (belief.as_ref().unwrap(), None),
                    Said::Observed { belief, gained_bits, .. } => (belief.as_ref().unwrap(), *gained_bits),
                    _ => continue,
                };
                assert_eq!(gained, before.map(|before| before - belief.log2_worlds));
                before = Some(belief.log2_worlds);
                if game.solved {
                    assert_eq!(*belief, Belief::known(&board.target));
                    continue;
                }
                let worlds = Worlds::of(&game.record, Reading::Whole, &cache, &Budget::unlimited()).unwrap();
                let candidates = (0..board.terms.rows()).map(|row| worlds.candidates(row).len());
                assert!(candidates.eq(belief.candidates.iter().map(|&count| count as usize)));
                assert_eq!(belief.log2_worlds.to_bits(), log2(worlds.count()).to_bits());
                assert_eq!(belief.sample.len(), worlds.sample(usize::MAX).len().min(MAX_SAMPLE));
            }
            let plain = Options { include_belief: false, ..options };
            let told = |said: &Said| matches!(said, Said::Proposed(_) | Said::Finished { .. }).then(|| said.clone());
            let plain = said(&to_the_end(board.game(plain), &cache, &nobody));
            assert!(all.iter().filter_map(|(said, _)| told(said)).eq(plain.iter().filter_map(told)));
        }
    }
}

#[test]
fn a_step_is_the_same_whatever_is_kept() {
    for (feedback, strategy) in all_ways() {
        for board in boards(5, 4, feedback) {
            let game = board.game(Options { include_belief: true, ..options(strategy) });
            let (kept, nothing_kept) = (cache(), WorldsCache::new(0));
            let all = said(&to_the_end(game.clone(), &kept, &nobody));
            assert_eq!(all, said(&to_the_end(game.clone(), &kept, &nobody)));
            assert_eq!(all, said(&to_the_end(game, &nothing_kept, &nobody)));
        }
    }
}

#[test]
fn step_by_step_the_same_is_said() {
    for (feedback, strategy) in all_ways() {
        for board in boards(6, 4, feedback) {
            let at_once = options(strategy);
            let waiting = Options { step_by_step: true, ..at_once };
            let mut heard = Vec::new();
            let over = play(board.game(at_once), &cache(), &Budget::unlimited(), |said| heard.push(said.clone()));
            assert_eq!(over.unwrap().turn(), Turn::Over);
            let waits = play(board.game(waiting), &cache(), &Budget::unlimited(), |_| ()).unwrap();
            assert!(waits.turn() == Turn::Caller && waits.moves() == 0 || waits.solved);
            let stepwise = to_the_end(board.game(waiting), &cache(), &|_| Event::Advance);
            assert_eq!(heard, said(&stepwise));
            let waits = |(_, game): &&Step| game.turn() == Turn::Caller;
            let moves = usize::try_from(stepwise.last().unwrap().1.moves()).unwrap();
            assert_eq!(stepwise.iter().filter(waits).count(), moves, "it waits before each move and nowhere else");
        }
    }
}

#[test]
fn a_board_that_is_solved_at_the_start_is_over_at_once() {
    for feedback in Feedback::ALL {
        let board = Board::new("tea oak", "tea oak", "eat oat kea", feedback);
        for player in [Player::Service, Player::Caller] {
            let options = Options { player, include_belief: true, step_by_step: true, ..Options::default() };
            let all = said(&to_the_end(board.game(options), &cache(), &nobody));
            let [Said::Opened { told, belief, .. }, finished] = &all[..] else { panic!("{all:?}") };
            assert_eq!(told.is_none(), feedback == Feedback::SwappedCells);
            assert_eq!(*belief, Some(Belief::known(&board.target)));
            let (target, zero) = (Some(board.target.clone()), Some(0));
            let right = Said::Finished { solved: true, moves: 0, min_swaps: zero, learned_at: zero, target };
            assert_eq!(*finished, right);
        }
    }
}

#[test]
fn who_brought_the_target_is_told_it_even_if_unsolved() {
    let board = Board::new("aet kao", "tea oak", "eat oat kea", Feedback::Snapshot);
    for (brought, solved) in [(true, false), (false, false), (true, true), (false, true)] {
        let options = Options { max_moves: if solved { 60 } else { 1 }, ..Options::default() };
        let opening = Opening::Service { target: board.target.clone(), brought };
        let game = Game::new(board.terms.clone(), opening, options).unwrap();
        let all = said(&to_the_end(game, &cache(), &nobody));
        let Some(Said::Finished { solved: found, target, min_swaps, .. }) = all.last() else { panic!("{all:?}") };
        assert_eq!(*found, solved);
        assert_eq!(target.is_some(), brought || solved);
        assert_eq!(*min_swaps, Some(fewest(board.terms.start(), &board.target)));
    }
}
