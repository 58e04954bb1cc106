//! What the caller plays on a board that the service judges.

use super::*;

fn played(strategy: Strategy, include_belief: bool) -> Options {
    Options { player: Player::Caller, include_belief, ..options(strategy) }
}

#[test]
fn swaps_by_chance_never_lose_the_target() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(11, 8, feedback)) {
            let cache = cache();
            let all = to_the_end(board.game(played(strategy, seed % 2 == 0)), &cache, &whimsical(seed));
            for (said, game) in &all {
                if let Said::Observed { swap, grid, told, .. } = said {
                    assert_eq!(*told, board.told(grid, Some(*swap)));
                }
                for reading in [Reading::Whole, Reading::Article] {
                    let worlds = Worlds::of(&game.record, reading, &cache, &Budget::unlimited()).unwrap();
                    assert!(game.solved || board.has_target_in(&worlds));
                }
            }
            let (last, game) = all.last().unwrap();
            let Said::Finished { solved, moves, target, min_swaps, .. } = last else { panic!("{last:?}") };
            assert_eq!((*solved, *moves), (*game.record.grid() == board.target, game.moves()));
            assert_eq!(target.as_ref(), solved.then_some(&board.target));
            assert!(min_swaps.is_some() && (*solved || *moves == 60));
        }
    }
}

/// Who asks before each swap and does as told plays as the service does.
#[test]
fn following_hints_plays_the_services_game() {
    let follower = |game: &Game| game.proposed.map_or(Event::Hint, |proposed| Event::Swap(proposed.swap));
    for (feedback, strategy) in all_ways() {
        for board in boards(12, 6, feedback) {
            let service = said(&to_the_end(board.game(options(strategy)), &cache(), &nobody));
            let caller = said(&to_the_end(board.game(played(strategy, false)), &cache(), &follower));
            let (end, rest) = caller.split_last().unwrap();
            assert_eq!(rest, &service[..service.len() - 1]);
            // A lucky swap solves it before anyone knew the target: then nobody looked.
            let (Said::Finished { solved, moves, learned_at, .. }, Some(Said::Finished { learned_at: looked, .. })) =
                (end, service.last())
            else {
                panic!("{end:?}")
            };
            assert!(learned_at == looked || *solved && learned_at.is_none() && *looked == Some(*moves));
        }
    }
}

#[test]
fn a_hint_asked_for_twice_is_the_same_and_makes_no_move() {
    let board = Board::new("aet kao", "tea oak", "eat oat kea toe koa", Feedback::Snapshot);
    let cache = cache();
    let (game, _) = taken(&board.game(played(Strategy::default(), false)), Event::Go, &cache).unwrap();
    let (once, first) = taken(&game, Event::Hint, &cache).unwrap();
    // It is not even computed anew: there is no budget for that.
    let (twice, second) = step(&once, Event::Hint, &cache, &Budget::of_nodes(0)).unwrap();
    assert_eq!(first, second);
    assert_eq!((once.moves(), twice.moves()), (0, 0));
    assert_eq!(twice.record.grid(), board.terms.start());
    assert!(matches!(first, Said::Proposed(_)));
    let (after, _) = taken(&twice, Event::Swap(swap(0, 1)), &cache).unwrap();
    assert_eq!(after.proposed, None, "a swap closes what is proposed, whichever it is");
}

#[test]
fn the_caller_solves_it() {
    for feedback in Feedback::ALL {
        let board = Board::new("aet oak", "tea oak", "eat oat kea", feedback);
        let way = |game: &Game| Event::Swap([swap(0, 1), swap(0, 2), swap(1, 2)][game.moves() as usize]);
        let all = to_the_end(board.game(played(Strategy::default(), true)), &cache(), &way);
        let [(Said::Opened { .. }, _), .., (Said::Observed { belief, grid, .. }, game), (finished, _)] = &all[..]
        else {
            panic!("{all:?}")
        };
        assert!(game.solved && *grid == board.target);
        assert_eq!(*belief, Some(Belief::known(&board.target)));
        let Said::Finished { solved: true, moves: 3, min_swaps: Some(1), learned_at: Some(_), target } = finished
        else {
            panic!("{finished:?}")
        };
        assert_eq!(target.as_ref(), Some(&board.target));
    }
}

#[test]
fn learned_at_is_unset_where_nobody_looked() {
    // One world from the start on.
    let board = Board::new("ate oak", "tea oak", "", Feedback::Snapshot);
    let solver = |game: &Game| Event::Swap(if game.moves() == 0 { swap(0, 1) } else { swap(1, 2) });
    let asker = |game: &Game| if game.proposed.is_none() && game.moves() == 1 { Event::Hint } else { solver(game) };
    for (caller, belief, right) in [
        (&solver as &dyn Fn(&Game) -> Event, false, None),
        (&asker, false, Some(1)),
        (&solver, true, Some(0)),
        (&asker, true, Some(0)),
    ] {
        let all = to_the_end(board.game(played(Strategy::default(), belief)), &cache(), caller);
        let (Said::Finished { solved: true, learned_at, .. }, _) = all.last().unwrap() else { panic!("{all:?}") };
        assert_eq!(*learned_at, right);
    }
}
