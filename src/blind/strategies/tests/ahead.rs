//! Looking ahead over whole worlds, against plain enumeration of them.

use std::collections::BTreeMap;

use super::{choose, worlds_of};
use crate::blind::strategies::View;
use crate::blind::strategies::block::Block;
use crate::blind::tests::puzzle::{Puzzle, all_swaps, any_swap, number};
use crate::blind::tests::truth::{Truth, outcome_entropy};
use crate::blind::{Feedback, Reading, Record, Strategy, Worlds};
use crate::budget::{Budget, Spent};
use crate::puzzle::{Board, Swap};
use crate::swaps::{Counter, exact};
use crate::testing::Random;

/// Games on small boards, some swaps from their start, of which more than one world is left, but no more than a strategy looks at.
fn undecided(random: &mut Random, games: usize, mut check: impl FnMut(&Puzzle, &Record, &Worlds)) {
    for game in 0..games {
        let [rows, columns] = [[2, 3], [2, 4], [3, 3], [3, 4]][game % 4];
        let puzzle = Puzzle::random(random, rows, columns);
        for feedback in Feedback::ALL {
            let mut record = puzzle.record(feedback);
            for _ in 0..random.below(4) {
                if !puzzle.is_solved(&record) {
                    puzzle.play(&mut record, any_swap(random, rows * columns));
                }
            }
            let worlds = worlds_of(&record, Strategy::Joint);
            if !puzzle.is_solved(&record) && (2.0..2_000.0).contains(&worlds.count()) {
                check(&puzzle, &record, &worlds);
            }
        }
    }
}

#[test]
fn what_swaps_bring_and_tell_is_what_enumeration_says() {
    let (mut checked, mut left_out) = (0, 0);
    undecided(&mut Random::new(51), 60, |puzzle, record, worlds| {
        let truth = Truth::of(record.terms());
        let all = truth.worlds(record, Reading::Whole);
        let view = View { record, worlds };
        let (block, grid) = Block::new(&view, &worlds.sample(usize::MAX));
        let outlooks = block.outlooks(&grid, &block.all());
        let cells = record.grid().cells();
        for swap in all_swaps(cells.len()) {
            let (first, second) = (swap.first().index(), swap.second().index());
            let found = outlooks.iter().find(|(pair, _)| pair.swap() == Some(swap));
            let Some(&(pair, outlook)) = found else {
                let sure = |cell: usize| all.iter().all(|world| world[cell] == cells[cell]);
                assert!(cells[first] == cells[second] || sure(first) && sure(second), "{swap:?} of {puzzle:?}");
                left_out += 1;
                continue;
            };
            let right =
                |letter: usize, cell: usize| number(all.iter().filter(|world| world[cell] == cells[letter]).count());
            let made = right(second, first) + right(first, second);
            let unmade = right(first, first) + right(second, second);
            assert!((outlook.gain - (made - unmade) / number(all.len())).abs() < 1e-9, "{swap:?} of {puzzle:?}");
            let bits = block.bits(&grid, pair, outlook, &block.all());
            assert!((bits - outcome_entropy(record, swap)).abs() < 1e-9, "{swap:?} of {puzzle:?}");
            checked += 1;
        }
    });
    assert!(checked > 2_000 && left_out > 100, "{checked} checked, {left_out} left out");
}

#[test]
fn a_choice_says_what_it_will_tell() {
    undecided(&mut Random::new(52), 24, |puzzle, record, worlds| {
        for strategy in [Strategy::Joint, Strategy::Rollout] {
            let choice = choose(record, worlds, strategy);
            let bits = outcome_entropy(record, choice.swap);
            assert!((choice.expected_bits - bits).abs() < 1e-9, "{strategy:?}: {choice:?} of {puzzle:?}");
            assert_eq!(choice, choose(record, worlds, strategy), "another time another choice");
        }
    });
}

/// All games against some worlds, whatever the strategy: by trying all swaps.
struct Best<'a> {
    puzzle: &'a Puzzle,
    truth: Truth,
    swaps: Vec<Swap>,
}

impl Best<'_> {
    /// The fewest swaps to all of these worlds together.
    fn fewest(&self, grid: &[char], worlds: &[&[char]]) -> usize {
        let fewest = |world: &&[char]| {
            let board = Board::new(self.puzzle.grid(grid), self.puzzle.grid(world)).unwrap();
            Counter::new().count_board(&board, &Budget::unlimited()).min_swaps as usize
        };
        worlds.iter().map(fewest).sum()
    }

    /// The least moves that all games take together, or `most` if it is no less.
    fn moves(&self, grid: &[char], worlds: &[&[char]], most: usize) -> usize {
        let fewest = self.fewest(grid, worlds);
        if worlds.len() <= 1 || fewest >= most {
            return fewest.min(most);
        }
        let mut least = most;
        for swap in &self.swaps {
            let (first, second) = (swap.first().index(), swap.second().index());
            let mut after = grid.to_vec();
            after.swap(first, second);
            let mut groups: BTreeMap<String, Vec<&[char]>> = BTreeMap::new();
            for &world in worlds {
                let told = self.truth.marks(&after, world, &[first, second]);
                groups.entry(told + if after == world { "!" } else { "" }).or_default().push(world);
            }
            let mut moves = worlds.len();
            for group in groups.values() {
                if moves < least {
                    moves += self.moves(&after, group, least - moves);
                }
            }
            least = least.min(moves);
        }
        least
    }
}

#[test]
fn games_that_are_played_out_take_no_less_than_the_best_strategy_and_little_more() {
    let (mut played, mut least) = (0.0, 0.0);
    undecided(&mut Random::new(53), 40, |puzzle, record, worlds| {
        let all: Vec<Vec<char>> =
            worlds.sample(usize::MAX).iter().map(|world| worlds.grid(world).cells().to_vec()).collect();
        if all.len() > 4 || puzzle.start.len() > 8 {
            return;
        }
        let left = choose(record, worlds, Strategy::Rollout).expected_swaps_left.unwrap();
        let moves = (left + 1.0) * number(all.len());
        let truth = Truth::of(record.terms());
        let best = Best { puzzle, truth, swaps: all_swaps(puzzle.start.len()) };
        let all: Vec<&[char]> = all.iter().map(Vec::as_slice).collect();
        let best = number(best.moves(record.grid().cells(), &all, 1_000));
        assert!(moves > best - 1e-9, "{moves} moves are fewer than {best} of {puzzle:?}");
        played += moves;
        least += best;
    });
    assert!(least > 50.0 && played < 1.1 * least, "{played} moves where {least} are the least");
}

#[test]
fn every_game_over_worlds_ends_solved() {
    let mut random = Random::new(54);
    for game in 0..60 {
        let [rows, columns] = [[2, 2], [2, 4], [3, 3], [3, 4]][game % 4];
        let puzzle = loop {
            let puzzle = Puzzle::random(&mut random, rows, columns);
            if puzzle.target.chunks(columns).all(|row| puzzle.words.contains(&row.iter().collect())) {
                break puzzle;
            }
        };
        let board = Board::new(puzzle.grid(&puzzle.start), puzzle.grid(&puzzle.target)).unwrap();
        let fewest = exact::solve(&board, &Budget::unlimited()).swaps.len();
        for feedback in Feedback::ALL {
            for strategy in [Strategy::Joint, Strategy::Rollout] {
                let mut record = puzzle.record(feedback);
                while !puzzle.is_solved(&record) {
                    let worlds = worlds_of(&record, strategy);
                    let swap = worlds.only().map_or_else(
                        || choose(&record, &worlds, strategy).swap,
                        |target| {
                            let board = Board::new(record.grid().clone(), target).unwrap();
                            exact::solve(&board, &Budget::unlimited()).swaps[0]
                        },
                    );
                    puzzle.play(&mut record, swap);
                    let moves = record.moves().len();
                    assert!(moves <= fewest + 2 * rows * columns, "{strategy:?} does not end: {puzzle:?}");
                }
                assert!(record.moves().len() >= fewest);
            }
        }
    }
}

#[test]
fn a_spent_budget_chooses_nothing() {
    undecided(&mut Random::new(55), 4, |_, record, worlds| {
        for strategy in [Strategy::Joint, Strategy::Rollout] {
            let chosen = strategy.choose(&View { record, worlds }, &Budget::of_nodes(0));
            assert_eq!(chosen, Err(Spent::Nodes));
        }
    });
}
