//! Whole games on small boards: each ends, and no move is for nothing.

use super::{ARTICLE, choose, worlds_of};
use crate::blind::tests::puzzle::Puzzle;
use crate::blind::{Feedback, Strategy};
use crate::budget::Budget;
use crate::puzzle::Board;
use crate::swaps::exact;
use crate::testing::Random;

/// Plays a game to its end: learns the target, then goes there. Returns the swaps made.
fn play(puzzle: &Puzzle, feedback: Feedback, strategy: Strategy) -> usize {
    let mut record = puzzle.record(feedback);
    let mut candidates = usize::MAX;
    while !puzzle.is_solved(&record) {
        let worlds = worlds_of(&record, strategy);
        assert!(!worlds.is_empty(), "the truth is lost");
        let swap = if let Some(target) = worlds.only() {
            assert_eq!(target.cells(), puzzle.target);
            let board = Board::new(record.grid().clone(), target).unwrap();
            exact::solve(&board, &Budget::unlimited()).swaps[0]
        } else {
            let left = (0..puzzle.rows).map(|row| worlds.candidates(row).len()).sum();
            assert!(left < candidates, "the last move told nothing");
            candidates = left;
            choose(&record, &worlds, strategy).swap
        };
        puzzle.play(&mut record, swap);
    }
    record.moves().len()
}

#[test]
fn every_game_ends_solved() {
    let mut random = Random::new(31);
    for game in 0..150 {
        let [rows, columns] = [[1, 5], [2, 2], [2, 3], [2, 4], [3, 3], [3, 4]][game % 6];
        let puzzle = loop {
            let puzzle = Puzzle::random(&mut random, rows, columns);
            let is_word = |row: &[char]| puzzle.words.contains(&row.iter().collect());
            if puzzle.target.chunks(columns).all(is_word) {
                break puzzle;
            }
        };
        let board = Board::new(puzzle.grid(&puzzle.start), puzzle.grid(&puzzle.target)).unwrap();
        let fewest = exact::solve(&board, &Budget::unlimited()).swaps.len();
        for feedback in Feedback::ALL {
            for strategy in ARTICLE {
                let moves = play(&puzzle, feedback, strategy);
                assert!(moves >= fewest && moves <= fewest + 2 * rows * columns, "{moves} of {fewest}: {puzzle:?}");
            }
        }
    }
}
