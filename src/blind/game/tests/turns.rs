//! What is out of turn, what is no game, and what ends one early.

use super::*;
use crate::budget::{Limits, Spent};
use crate::puzzle::BoardError;

/// A board of some worlds.
fn board(feedback: Feedback) -> Board {
    Board::new("aet kao", "tea oak", "eat oat kea toe koa", feedback)
}

fn every_event() -> [Event; 6] {
    let told = board(Feedback::Snapshot).told(&grid("aet kao"), None);
    let report = Event::Report { swap: Some(swap(0, 3)), told, solved: None };
    [Event::Go, Event::Swap(swap(0, 3)), report, Event::Advance, Event::Hint, Event::GiveUp]
}

/// The events that the game takes now; and all others are out of turn, with this to say.
fn check_only(game: &Game, cache: &WorldsCache, right: &[&Event], message: &'static str) {
    for event in every_event() {
        let found = taken(game, event.clone(), cache).map(|(_, said)| said);
        if right.iter().any(|right| std::mem::discriminant(*right) == std::mem::discriminant(&event)) {
            assert!(found.is_ok(), "{event:?}: {found:?}");
        } else {
            assert_eq!(found, Err(StepError::OutOfTurn(message)), "{event:?}");
        }
    }
}

#[test]
fn what_is_out_of_turn_is_said_so() {
    let (board, cache) = (board(Feedback::Snapshot), cache());
    let [go, swap, _, advance, hint, give_up] = every_event();
    let after = |game: &Game, event: &Event| taken(game, event.clone(), &cache).unwrap().0;
    let service = "it is the service's turn";

    let at_once = board.game(Options::default());
    let stepwise = board.game(Options { step_by_step: true, ..Options::default() });
    // Where it does not play, stepping is not asked for.
    let played = board.game(Options { player: Player::Caller, step_by_step: true, ..Options::default() });
    let unknown = board.unknown(Vec::new(), Options { step_by_step: true, ..Options::default() }).unwrap();
    for game in [&at_once, &stepwise, &played, &unknown] {
        check_only(game, &cache, &[&go], service);
    }

    let opened = after(&at_once, &go);
    check_only(&opened, &cache, &[&go], service);
    check_only(&after(&opened, &go), &cache, &[&go], service);

    let opened = after(&stepwise, &go);
    let waits = "the game is played step by step, and waits for an advance";
    check_only(&opened, &cache, &[&advance, &give_up], waits);
    let proposed = after(&opened, &advance);
    check_only(&proposed, &cache, &[&go], service);
    let observed = after(&proposed, &go);
    check_only(&observed, &cache, &[&advance, &give_up], waits);

    let opened = after(&played, &go);
    let right = [&swap, &hint, &give_up];
    let waits = "the game waits for a swap, or for a hint to be asked for";
    check_only(&opened, &cache, &right, waits);
    check_only(&after(&opened, &hint), &cache, &right, waits);
    check_only(&after(&opened, &swap), &cache, &right, waits);

    let opened = after(&unknown, &go);
    check_only(&opened, &cache, &[&go], service);
    let proposed = after(&opened, &go);
    let waits = "the game waits for a report of what a swap told";
    let over = after(&proposed, &give_up);
    let honest = board.report_proposed(&proposed);
    let events = every_event().into_iter().filter(|event| !matches!(event, Event::Report { .. } | Event::GiveUp));
    for event in events {
        let found = taken(&proposed, event, &cache).map(|(_, said)| said);
        assert_eq!(found, Err(StepError::OutOfTurn(waits)));
    }
    check_only(&after(&proposed, &honest), &cache, &[&go], service);

    // Resumed, the service speaks first, and says again what is proposed.
    let resumed = proposed.resumed();
    check_only(&resumed, &cache, &[&go], service);
    check_only(&after(&resumed, &go), &cache, &[&go], service);
    assert_eq!(after(&after(&resumed, &go), &go).turn(), Turn::Caller);

    check_only(&over, &cache, &[], "the game is over");
}

#[test]
fn a_report_without_a_swap_needs_a_proposal() {
    let (board, cache) = (board(Feedback::Snapshot), cache());
    let game = board.unknown(Vec::new(), Options::default()).unwrap();
    let (game, _) = taken(&game, Event::Go, &cache).unwrap();
    let report = Event::Report { swap: None, told: board.told(&grid("aet kao"), None), solved: None };
    let found = taken(&game, report, &cache).map(|(_, said)| said);
    assert_eq!(found, Err(StepError::OutOfTurn("it is the service's turn")));
}

#[test]
fn giving_up_reveals_nothing() {
    let cache = cache();
    for feedback in Feedback::ALL {
        for brought in [false, true] {
            for player in [Player::Service, Player::Caller] {
                let options = Options { player, step_by_step: true, include_belief: true, ..Options::default() };
                let opening = Opening::Service { target: board(feedback).target, brought };
                let game = Game::new(board(feedback).terms, opening, options).unwrap();
                let (game, _) = taken(&game, Event::Go, &cache).unwrap();
                let (over, said) = taken(&game, Event::GiveUp, &cache).unwrap();
                let nothing =
                    Said::Finished { solved: false, moves: 0, min_swaps: None, learned_at: None, target: None };
                assert_eq!((said, over.turn()), (nothing, Turn::Over));
            }
        }
    }
}

#[test]
fn a_swap_off_the_board_is_refused() {
    let (board, cache) = (board(Feedback::Snapshot), cache());
    let game = board.game(Options { player: Player::Caller, ..Options::default() });
    let (game, _) = taken(&game, Event::Go, &cache).unwrap();
    for wrong in [swap(0, 6), swap(6, 7), swap(254, 255)] {
        let found = taken(&game, Event::Swap(wrong), &cache).map(|(_, said)| said);
        assert_eq!(found, Err(StepError::NotOnBoard));
    }
    assert!(taken(&game, Event::Swap(swap(0, 5)), &cache).is_ok());
}

#[test]
fn the_game_ends_after_the_most_moves() {
    let board = board(Feedback::SwappedCells);
    for max_moves in [1, 2, 7] {
        // A caller who swaps two tiles back and forth never solves it.
        let options = Options { player: Player::Caller, max_moves, ..Options::default() };
        let all = to_the_end(board.game(options), &cache(), &|_| Event::Swap(swap(0, 3)));
        let Some((Said::Finished { solved: false, moves, min_swaps: Some(2), target: None, .. }, _)) = all.last()
        else {
            panic!("{all:?}")
        };
        assert_eq!((*moves, all.len()), (max_moves, 2 + max_moves as usize));
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let board = board(Feedback::Snapshot);
    let refused = |start: &Board, target: &str, max_moves| {
        let opening = Opening::Service { target: grid(target), brought: true };
        Game::new(start.terms.clone(), opening, Options { max_moves, ..Options::default() }).err()
    };
    assert_eq!(refused(&board, "tea oak", MAX_MOVES), None);
    assert_eq!(refused(&board, "tea oak", 0), Some(OpenError::MaxMoves));
    assert_eq!(refused(&board, "tea oak", MAX_MOVES + 1), Some(OpenError::MaxMoves));
    assert_eq!(refused(&board, "aet oak", 9), Some(OpenError::Target { row: 0 }));
    assert_eq!(refused(&board, "tea oka", 9), Some(OpenError::Target { row: 1 }));
    assert_eq!(refused(&board, "tea", 9), Some(OpenError::Board(BoardError::LayoutsDiffer)));
    let letters = BoardError::LettersDiffer { letter: 't', in_start: 1, in_target: 2 };
    assert_eq!(refused(&board, "tea oat", 9), Some(OpenError::Board(letters)));
    let twice = Board::new("aet tea", "tea eat", "", Feedback::Snapshot);
    assert_eq!(refused(&twice, "tea tea", 9), Some(OpenError::Target { row: 1 }));
}

#[test]
fn a_budget_that_ends_leaves_the_game_as_it_was() {
    let (board, cache) = (board(Feedback::Snapshot), WorldsCache::new(0));
    let game = board.game(Options { include_belief: true, ..Options::default() });
    assert_eq!(step(&game, Event::Go, &cache, &Budget::of_nodes(0)).err(), Some(StepError::Spent(Spent::Nodes)));
    let limits = Limits::default();
    limits.cancel.cancel();
    let cancelled = step(&game, Event::Go, &cache, &Budget::new(limits)).err();
    assert_eq!(cancelled, Some(StepError::Spent(Spent::Cancelled)));
    assert!(taken(&game, Event::Go, &cache).is_ok());
}

/// Whatever is sent, in or out of turn, true or not: it is an answer or an error.
#[test]
fn no_event_is_too_wild() {
    let mut random = Random::new(41);
    for (feedback, strategy) in all_ways() {
        for board in boards(42, 6, feedback) {
            let options = Options { include_belief: true, ..options(strategy) };
            let own = board.game(Options { player: Player::Caller, ..options });
            for mut game in [own, board.unknown(Vec::new(), options).unwrap()] {
                let cache = cache();
                let tiles = board.target.cells().len();
                for _ in 0..40 {
                    let mut place = || u8::try_from(random.below(tiles + 1)).unwrap();
                    let [one, other] = [place(), place()];
                    let swap = Swap::new(Cell(one), Cell(other));
                    let length = if random.below(8) == 0 { random.below(tiles + 3) } else { tiles };
                    let mut marks: String = (0..length).map(|_| char::from(b"GNY-?"[random.below(5)])).collect();
                    if random.below(2) == 0 {
                        // What fits at least by its form.
                        marks = (0..u8::try_from(tiles).unwrap())
                            .map(|place| match feedback {
                                Feedback::SwappedCells if place != one && place != other => '?',
                                Feedback::RowColours => char::from(b"GY-"[random.below(3)]),
                                _ => char::from(b"GN"[random.below(2)]),
                            })
                            .collect();
                    }
                    let solved = [None, Some(false), Some(true)][random.below(3)];
                    let event = match random.below(8) {
                        0..3 => Event::Go,
                        3 => Event::Hint,
                        4 => Event::Advance,
                        5 => swap.map_or(Event::Go, Event::Swap),
                        _ => Event::Report { swap, told: told(&marks), solved },
                    };
                    if let Ok((next, _)) = taken(&game, event, &cache) {
                        game = next;
                    }
                }
            }
        }
    }
}
