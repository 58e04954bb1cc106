//! What the caller reports of a board that only it knows, honestly and not.

use super::*;

/// A board of these tiles that the caller judges, of whose start this is told.
fn unknown(start: &str, words: &str, feedback: Feedback, marks: &str) -> Result<Game, OpenError> {
    let terms = Board::new(start, start, "", feedback).terms;
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let terms = Terms::new(terms.start().clone(), dictionary("abcdefghijklmnopqrstuvwxyz", &words), feedback).unwrap();
    let opening = Opening::Caller { at_start: told(marks), history: Vec::new() };
    Game::new(Arc::new(terms), opening, Options::default())
}

fn report(swap: Swap, marks: &str, solved: Option<bool>) -> Event {
    Event::Report { swap: Some(swap), told: told(marks), solved }
}

const NO_ROW: StepError = StepError::Contradiction { row: None };

fn row(row: usize) -> StepError {
    StepError::Contradiction { row: Some(row) }
}

#[test]
fn to_an_honest_caller_the_same_is_said_as_if_the_service_judged() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(31, 8, feedback)) {
            if *board.terms.start() == board.target && feedback == Feedback::SwappedCells {
                continue;
            }
            let options = Options { include_belief: seed % 2 == 0, ..options(strategy) };
            let judged = said(&to_the_end(board.game(options), &cache(), &nobody));
            let game = board.unknown(Vec::new(), options).unwrap();
            let mut reported = said(&to_the_end(game, &cache(), &|game| board.report_proposed(game)));
            if let Some(Said::Finished { solved: false, min_swaps, target: None, .. }) = reported.last_mut() {
                assert_eq!(*min_swaps, None, "the target is not known");
                let Some(Said::Finished { min_swaps: right, .. }) = judged.last() else { panic!("{judged:?}") };
                *min_swaps = *right;
            }
            assert_eq!(reported, judged);
        }
    }
}

#[test]
fn a_history_leads_where_the_same_moves_led() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(32, 5, feedback)) {
            if *board.terms.start() == board.target {
                continue;
            }
            let options = Options { include_belief: seed % 2 == 0, max_moves: 12, ..options(strategy) };
            let game = board.unknown(Vec::new(), options).unwrap();
            let all = to_the_end(game, &cache(), &|game| board.report_proposed(game));
            let moves = all.last().unwrap().1.record.moves();
            let mut lies = board.terms.start().clone();
            let mut history = Vec::new();
            for made in moves {
                history.push(board.report(&lies, made.swap));
                lies.swap(made.swap);
                let brought = board.unknown(history.clone(), options).unwrap();
                assert_eq!((brought.record.grid(), brought.record.told()), (&lies, &made.told));
                let mut again = said(&to_the_end(brought, &cache(), &|game| board.report_proposed(game)));
                let reached = all.iter().position(|(said, game)| {
                    matches!(said, Said::Observed { .. }) && game.record.moves().len() == history.len()
                });
                let rest = said(&all[reached.unwrap() + 1..]);
                let Said::Opened { grid, told: Some(told), .. } = again.remove(0) else { panic!("{again:?}") };
                assert_eq!((grid, &told), (lies.clone(), &made.told));
                // What was known before the history ended was not looked for.
                let (Some(Said::Finished { learned_at: found, .. }), Some(Said::Finished { learned_at: right, .. })) =
                    (again.last_mut(), rest.last())
                else {
                    panic!("{rest:?}")
                };
                assert!(*found == *right || history.len() >= right.unwrap() as usize, "{found:?} {right:?}");
                *found = *right;
                assert_eq!(again, rest);
            }
        }
    }
}

#[test]
fn other_swaps_than_proposed_are_taken_in() {
    for (feedback, strategy) in all_ways() {
        for (seed, board) in (0..).zip(boards(33, 5, feedback)) {
            let cache = cache();
            let swaps = whimsical(seed);
            let caller = |game: &Game| {
                let Event::Swap(swap) = swaps(game) else { panic!("a proposal is open") };
                let Report { swap, told, solved } = board.report(game.record.grid(), swap);
                Event::Report { swap: Some(swap), told, solved }
            };
            let game = board.unknown(Vec::new(), Options { max_moves: 20, ..options(strategy) }).unwrap();
            for (said, game) in to_the_end(game, &cache, &caller) {
                let worlds = Worlds::of(&game.record, Reading::Whole, &cache, &Budget::unlimited()).unwrap();
                assert!(game.solved || board.has_target_in(&worlds));
                if let Said::Finished { solved: true, target, .. } = said {
                    assert_eq!(target.as_ref(), Some(&board.target));
                }
            }
        }
    }
}

#[test]
fn a_start_that_no_target_agrees_with_names_its_row() {
    for (words, marks, error) in [
        ("tea oak kea", "NGNNGN", None),
        ("tea oak kea", "GGGNGN", Some(row(0))),
        ("tea oak kea", "NGNNGG", Some(row(1))),
        ("tea oak kea", "GGGGGN", Some(row(0))),
        // "tea" or "kea", and "kea": each a word, but not of these tiles.
        ("tea oak kea", "NGNGNN", Some(NO_ROW)),
        ("", "NNNNNN", Some(row(0))),
    ] {
        let game = unknown("aet kao", words, Feedback::Snapshot, marks).unwrap();
        let found = taken(&game, Event::Go, &cache()).map(|(_, said)| said);
        assert_eq!(found.as_ref().err(), error.as_ref(), "{marks}: {found:?}");
    }
}

#[test]
fn a_report_that_no_target_agrees_with_leaves_the_game_as_it_was() {
    let cache = cache();
    let game = unknown("aet kao", "tea oak kea oat", Feedback::Snapshot, "NGNNGN").unwrap();
    let (game, _) = taken(&game, Event::Go, &cache).unwrap();
    let (game, proposed) = taken(&game, Event::Go, &cache).unwrap();
    for (marks, solved, error) in [
        ("GGGNGN", None, row(0)),
        ("NNNNGN", None, row(0)),
        ("NGNNNN", None, row(1)),
        // By itself "oat" would do, and so would "tea".
        ("NGNNGG", Some(true), NO_ROW),
        ("GGGGGG", Some(false), NO_ROW),
        ("GGGGGG", None, row(0)),
        ("GGG", None, StepError::Misfit { place: 3 }),
        ("NGNNGNN", None, StepError::Misfit { place: 6 }),
        ("NGYNGN", None, StepError::Misfit { place: 2 }),
        ("NG?NGN", None, StepError::Misfit { place: 2 }),
    ] {
        let found = taken(&game, report(swap(0, 3), marks, solved), &cache).map(|(_, said)| said);
        assert_eq!(found, Err(error), "{marks}");
    }
    let (after, said) = taken(&game, report(swap(0, 3), "GGNNGN", None), &cache).unwrap();
    assert_eq!((game.moves(), after.moves(), after.proposed), (0, 1, None));
    assert!(matches!((proposed, said), (Said::Proposed(_), Said::Observed { belief: None, .. })));
}

#[test]
fn a_solved_grid_must_be_a_world() {
    let cache = cache();
    let opened = |start: &str, words: &str, feedback, marks: &str| {
        let (game, _) = taken(&unknown(start, words, feedback, marks).unwrap(), Event::Go, &cache).unwrap();
        taken(&game, Event::Go, &cache).unwrap().0
    };
    // The caller says that the two that are shown were the last.
    let game = opened("aet oak", "tea oak eat kao toe koe kat aoe", Feedback::SwappedCells, "??????");
    let (game, said) = taken(&game, report(swap(0, 2), "G?G???", Some(true)), &cache).unwrap();
    assert!(game.solved && matches!(said, Said::Observed { .. }));
    let (_, finished) = taken(&game, Event::Go, &cache).unwrap();
    let target = Some(grid("tea oak"));
    let right = Said::Finished { solved: true, moves: 1, min_swaps: Some(1), learned_at: Some(1), target };
    assert_eq!(finished, right);
    // A word, but the start said that the 'e' was right where it lay.
    let game = opened("aet oak", "tea oak eat", Feedback::RowColours, "YGYGGG");
    let found = taken(&game, report(swap(0, 1), "GGGGGG", None), &cache).map(|(_, said)| said);
    assert_eq!(found, Err(row(0)));
    // Two rows alike are no target.
    let game = opened("eta tea", "ate tea eat", Feedback::SwappedCells, "??????");
    let found = taken(&game, report(swap(0, 1), "GG????", Some(true)), &cache).map(|(_, said)| said);
    assert_eq!(found, Err(NO_ROW));
    // A grid that lay there before is not the target, or the game would have been over.
    let game = opened("eat oak", "tea oak eat", Feedback::SwappedCells, "??????");
    let (game, _) = taken(&game, report(swap(0, 1), "NN????", None), &cache).unwrap();
    let (game, _) = taken(&game, Event::Go, &cache).unwrap();
    let found = taken(&game, report(swap(0, 1), "GG????", Some(true)), &cache).map(|(_, said)| said);
    assert_eq!(found, Err(NO_ROW));
}

#[test]
fn a_game_that_goes_on_says_that_its_grid_is_not_the_target() {
    let cache = cache();
    let (game, _) =
        taken(&unknown("aet oak", "tea oak", Feedback::SwappedCells, "??????").unwrap(), Event::Go, &cache).unwrap();
    let (game, _) = taken(&game, Event::Go, &cache).unwrap();
    for solved in [None, Some(false)] {
        // "oak tea" is left, but not with these two right; "tea oak" lies there.
        let found = taken(&game, report(swap(0, 2), "G?G???", solved), &cache);
        assert_eq!(found.map(|(_, said)| said), Err(NO_ROW));
    }
}

#[test]
fn a_history_names_the_report_that_cannot_be() {
    let board = Board::new("aet kao", "tea oak", "eat oat kea", Feedback::Snapshot);
    let made = |swap, marks: &str, solved| Report { swap, told: told(marks), solved };
    let good = [made(swap(0, 2), "GGGNGN", None), made(swap(3, 5), "GGGGGG", Some(true))];
    let ending = |last: Report| vec![good[0].clone(), last];
    let options = Options::default();
    let at = |index, error| Some(OpenError::Report { index, error });
    for (history, error) in [
        (good.to_vec(), None),
        (vec![made(swap(0, 2), "GGGNG?", None)], at(0, StepError::Misfit { place: 5 })),
        (ending(made(swap(3, 5), "GGGGGY", None)), at(1, StepError::Misfit { place: 5 })),
        (ending(made(swap(3, 5), "GGGGG", None)), at(1, StepError::Misfit { place: 5 })),
        (ending(made(swap(3, 6), "GGGGGG", None)), at(1, StepError::NotOnBoard)),
        (ending(made(swap(3, 5), "GGGGGG", Some(false))), at(1, NO_ROW)),
        (ending(made(swap(3, 5), "GGGGGN", Some(true))), at(1, NO_ROW)),
        (ending(made(swap(3, 4), "GGGGGG", None)), at(1, row(1))),
        ([&good[..], &good[..1]].concat(), Some(OpenError::AfterSolved { index: 2 })),
    ] {
        assert_eq!(board.unknown(history.clone(), options).err(), error, "{history:?}");
    }
    let start = |marks: &str| {
        let opening = Opening::Caller { at_start: told(marks), history: vec![good[0].clone()] };
        Game::new(board.terms.clone(), opening, options).err()
    };
    assert_eq!(start("NGNNG-"), Some(OpenError::Start(StepError::Misfit { place: 5 })));
    assert_eq!(start(""), Some(OpenError::Start(StepError::Misfit { place: 0 })));
    assert_eq!(start("GGGGGG"), Some(OpenError::Start(row(0))));
    assert_eq!(start("NGNNGN"), None);
    let solved = Board::new("tea oak", "tea oak", "", Feedback::Snapshot);
    assert_eq!(solved.unknown(vec![good[0].clone()], options).err(), Some(OpenError::AfterSolved { index: 0 }));
}

#[test]
fn a_history_that_ended_the_game_is_over_at_once() {
    let board = Board::new("aet kao", "tea oak", "eat oat kea", Feedback::SwappedCells);
    let first = Report { swap: swap(0, 2), told: told("G?G???"), solved: None };
    let last = Report { swap: swap(3, 5), told: told("???G?G"), solved: Some(true) };
    let options = |max_moves| Options { max_moves, include_belief: true, ..Options::default() };
    let game = board.unknown(vec![first.clone(), last], options(60)).unwrap();
    let all = said(&to_the_end(game, &cache(), &nobody));
    let [Said::Opened { belief, .. }, Said::Finished { solved: true, moves: 2, .. }] = &all[..] else {
        panic!("{all:?}")
    };
    assert_eq!(*belief, Some(Belief::known(&board.target)));

    let game = board.unknown(vec![first], options(1)).unwrap();
    let all = said(&to_the_end(game, &cache(), &nobody));
    let unsolved = Said::Finished { solved: false, moves: 1, min_swaps: None, learned_at: None, target: None };
    assert_eq!(all[1..], [unsolved]);
}

#[test]
fn a_start_that_is_all_green_is_over_at_once() {
    for (feedback, marks) in [(Feedback::Snapshot, "GGGGGG"), (Feedback::RowColours, "GGGGGG")] {
        let all = said(&to_the_end(unknown("tea oak", "tea oak", feedback, marks).unwrap(), &cache(), &nobody));
        let target = Some(grid("tea oak"));
        let right = Said::Finished { solved: true, moves: 0, min_swaps: Some(0), learned_at: Some(0), target };
        assert_eq!(all[1..], [right]);
    }
    for (words, row) in [("tea", Some(1)), ("oak", Some(0))] {
        let found = unknown("tea oak", words, Feedback::Snapshot, "GGGGGG").err();
        assert_eq!(found, Some(OpenError::Start(StepError::Contradiction { row })));
    }
    let found = unknown("tea tea", "tea", Feedback::Snapshot, "GGGGGG").err();
    assert_eq!(found, Some(OpenError::Start(NO_ROW)));
}
