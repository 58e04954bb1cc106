//! Games cut in two between any two things said: what a resumed game says is how it stands, what was proposed, and then the
//! same as if it had not been cut.

use super::*;

/// The game put together again of what outlives a process.
fn put_together(game: &Game) -> Game {
    let terms = game.record.terms();
    let terms = Terms::new(terms.start().clone(), terms.dictionary().clone(), terms.feedback()).unwrap();
    let mut record = Record::new(Arc::new(terms), game.record.at_start().clone());
    for made in game.record.moves() {
        record.push(made.clone());
    }
    let Game { judge, options, proposed, solved, learned_at, .. } = game.clone();
    Game { record, judge, options, proposed, solved, learned_at, stage: Stage::Open, log2_worlds: None }
}

/// The belief that was said last.
fn last_belief(all: &[Step]) -> Option<&Belief> {
    all.iter().rev().find_map(|(said, _)| match said {
        Said::Opened { belief, .. } | Said::Observed { belief, .. } => belief.as_ref(),
        _ => None,
    })
}

fn check_cuts(game: Game, caller: &dyn Fn(&Game) -> Event) {
    let all = to_the_end(game, &cache(), caller);
    for cut in 1..all.len() {
        let (before, after) = all.split_at(cut);
        let game = &before[cut - 1].1;
        assert_eq!(game.clone().resumed().stage, Stage::Open);
        for resumed in [game.clone().resumed(), put_together(game)] {
            let again = said(&to_the_end(resumed, &cache(), caller));
            let Said::Opened { grid, belief, .. } = &again[0] else { panic!("{:?}", again[0]) };
            assert_eq!((grid, belief.as_ref()), (game.record.grid(), last_belief(before)));
            let mut rest = &again[1..];
            if let Some(proposed) = game.proposed {
                assert_eq!(rest[0], Said::Proposed(proposed));
                rest = &rest[1..];
            }
            assert_eq!(rest, said(after), "cut after {cut}");
        }
    }
    assert_eq!(all.last().unwrap().1.clone().resumed().turn(), Turn::Over, "what is over stays so");
}

/// Options of three games on each board.
fn options_of(strategy: Strategy, seed: u64, player: Player) -> Options {
    let (include_belief, step_by_step) = (seed.is_multiple_of(2), seed.is_multiple_of(3));
    Options { player, strategy, step_by_step, include_belief, max_moves: 12 }
}

#[test]
fn games_that_the_service_plays() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(21, 4, feedback)) {
            check_cuts(board.game(options_of(strategy, seed, Player::Service)), &|_| Event::Advance);
        }
    }
}

#[test]
fn games_that_the_caller_plays() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(22, 4, feedback)) {
            check_cuts(board.game(options_of(strategy, seed, Player::Caller)), &whimsical(seed));
        }
    }
}

#[test]
fn games_that_the_caller_judges() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(23, 4, feedback)) {
            let game = board.unknown(Vec::new(), options_of(strategy, seed, Player::Service)).unwrap();
            check_cuts(game, &|game| board.report_proposed(game));
        }
    }
}
