//! The search against plain enumeration: all fills of a dictionary are listed without any of its ideas, then filtered.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::fill::TaskError;
use crate::puzzle::{Cell, Grid, Kind, Layout, Mark};
use crate::swaps::exact;
use crate::testing::{Random, dictionary};

/// All grids whose slots are words, repeated or not: one slot after the other, letter against letter.
fn every_grid(words: &[String], layout: Layout) -> Vec<Grid> {
    let slots: Vec<Vec<usize>> = layout.slots().map(|slot| slot.cells().map(Cell::index).collect()).collect();
    let mut grids = vec![vec!['.'; layout.cell_count()]];
    for cells in slots {
        let mut longer = Vec::new();
        for grid in &grids {
            for word in words.iter().filter(|word| word.len() == cells.len()) {
                let fits = |(&cell, letter)| grid[cell] == '.' || grid[cell] == letter;
                if cells.iter().zip(word.chars()).all(fits) {
                    let mut grid = grid.clone();
                    cells.iter().zip(word.chars()).for_each(|(&cell, letter)| grid[cell] = letter);
                    longer.push(grid);
                }
            }
        }
        grids = longer;
    }
    grids.into_iter().map(|cells| Grid::new(layout, cells).unwrap()).collect()
}

/// Random words of some letters, among them those of a random grid, so that there is a fill.
fn some_words(random: &mut Random, layout: Layout, letters: usize, count: usize) -> Vec<String> {
    let letter = |random: &mut Random| char::from(b'a' + u8::try_from(random.below(letters)).unwrap());
    let cells = (0..layout.cell_count()).map(|_| letter(random)).collect::<Vec<char>>();
    let mut words: BTreeSet<String> =
        layout.slots().map(|slot| slot.cells().map(|cell| cells[cell.index()]).collect()).collect();
    for length in BTreeSet::from([layout.rows(), layout.columns()]) {
        let more = (0..count).map(|_| (0..length).map(|_| letter(random)).collect());
        words.extend(more.collect::<Vec<String>>());
    }
    words.into_iter().collect()
}

/// A grid with the tiles of another in a random order, some of them where they were.
fn shuffled(random: &mut Random, grid: &Grid) -> Grid {
    let tiles: Vec<_> = grid.layout().tiles().collect();
    let mut start = grid.clone();
    for _ in 0..random.below(2 * tiles.len()) {
        let (one, other) = (tiles[random.below(tiles.len())], tiles[random.below(tiles.len())]);
        if let Some(swap) = crate::puzzle::Swap::new(one, other) {
            start.swap(swap);
        }
    }
    start
}

/// Marks of every kind: as the target earns them, or less, or now and then wrong.
fn some_marks(random: &mut Random, marks: &[Mark]) -> Vec<Known> {
    let (hidden, wrong) = (random.below(4), random.below(6) == 0);
    let known = |&mark: &Mark| match random.below(8) {
        n if n < 2 * hidden => Known::Nothing,
        6 if mark != Mark::Green => Known::Wrong,
        7 if wrong => Known::Marked([Mark::Grey, Mark::Yellow, Mark::Green][random.below(3)]),
        _ => Known::Marked(mark),
    };
    marks.iter().map(known).collect()
}

fn sorted(grid: &Grid) -> Vec<char> {
    let mut letters = grid.cells().to_vec();
    letters.sort_unstable();
    letters
}

/// Those of the grids that have the letters of a start.
fn made_of(grids: &[Grid], start: &Grid) -> Vec<Grid> {
    let letters = sorted(start);
    grids.iter().filter(|grid| sorted(grid) == letters).cloned().collect()
}

/// The swaps and letters of all fills that agree with what is known, best first.
fn right_fills(grids: &[Grid], start: &Grid, known: &[Known]) -> Vec<(u32, Vec<char>)> {
    let agrees = |grid: &&Grid| {
        let Ok(board) = Board::new(start.clone(), (*grid).clone()) else { return false };
        known.is_empty() || board.marks().into_iter().flatten().zip(known).all(|(mark, known)| known.allows(mark))
    };
    let ranked = |grid: &Grid| {
        let board = Board::new(start.clone(), grid.clone()).unwrap();
        (exact::solve(&board, &Budget::unlimited()).min_swaps(), grid.cells().to_vec())
    };
    let mut fills: Vec<_> = grids.iter().filter(agrees).map(ranked).collect();
    fills.sort();
    fills
}

fn listed(fills: &Fills, start: &Grid) -> Vec<(u32, Vec<char>)> {
    let list = |solution: &crate::fill::Solution| {
        let board = Board::new(start.clone(), solution.target.clone()).unwrap();
        assert!(board.is_solved_by(&solution.swaps));
        (solution.length(), solution.target.cells().to_vec())
    };
    fills.solutions.iter().map(list).collect()
}

/// Some boards of a layout, each asked for in every way.
fn check(seed: u64, (rows, columns): (usize, usize), letters: usize, words: usize, boards: usize) {
    let layout = Layout::new(Kind::Lattice, rows, columns).unwrap();
    let mut random = Random::new(seed);
    let (mut unique, mut none, mut repeating) = (0, 0, 0);
    for _ in 0..8 {
        let words = some_words(&mut random, layout, letters, words);
        let list = dictionary("abcdefghij", &words);
        let grids = every_grid(&words, layout);
        assert!(!grids.is_empty());
        for _ in 0..boards / 8 {
            let target = &grids[random.below(grids.len())];
            let start = shuffled(&mut random, target);
            let board = Board::new(start.clone(), target.clone()).unwrap();
            let marks: Vec<Mark> = board.marks().into_iter().flatten().collect();
            let grids = made_of(&grids, &start);
            let exactly = marks.iter().copied().map(Known::Marked).collect::<Vec<_>>();
            let right = right_fills(&grids, &start, &exactly);
            assert_eq!(is_unique(&board, &list, &Budget::unlimited()), Ok(right.len() == 1));
            unique += usize::from(right.len() == 1);
            for known in [Vec::new(), exactly, some_marks(&mut random, &marks)] {
                let right = right_fills(&grids, &start, &known);
                none += usize::from(right.is_empty());
                let repeats = |(_, cells): &(u32, Vec<char>)| {
                    let words: Vec<String> = Grid::new(layout, cells.clone()).unwrap().words().collect();
                    words.iter().collect::<BTreeSet<_>>().len() < words.len()
                };
                repeating += right.iter().filter(|fill| repeats(fill)).count();
                let task = Task::new(start.clone(), Arc::clone(&list), known).unwrap();
                let all = solve(&task, Scope::All, 1 << 20, &Budget::unlimited());
                assert_eq!(listed(&all, &start), right);
                assert!(all.proven && all.complete && all.found == right.len() as u64);
                assert_eq!(all.unique(), Some(right.len() == 1));
                assert_eq!(all.lower_bound, right.first().map_or(0, |best| best.0));

                let few = solve(&task, Scope::All, 3, &Budget::unlimited());
                // Which of those that take as many swaps are listed is not said where counting stopped.
                let swaps = |fills: &[(u32, Vec<char>)]| fills.iter().map(|fill| fill.0).collect::<Vec<_>>();
                let few_listed = listed(&few, &start);
                assert_eq!(swaps(&few_listed), swaps(&right[..right.len().min(3)]));
                assert!(few_listed.iter().all(|fill| right.contains(fill)));
                assert!(few.proven && few.found >= right.len().min(4) as u64 && few.found <= right.len() as u64);

                let best: Vec<_> = right.iter().filter(|fill| fill.0 == right[0].0).cloned().collect();
                let optimal = solve(&task, Scope::Optimal, 2, &Budget::unlimited());
                assert_eq!(listed(&optimal, &start), best[..best.len().min(2)]);
                assert!(optimal.proven && optimal.complete && optimal.found == best.len() as u64);
                assert_eq!(optimal.lower_bound, all.lower_bound);
            }
        }
    }
    assert!(unique > 0 && none > 0 && repeating > 0, "{unique} unique, {none} without a fill, {repeating} that repeat");
}

#[test]
fn fills_are_just_those_that_enumeration_finds() {
    check(1, (3, 3), 3, 10, 600);
    check(2, (3, 3), 6, 26, 600);
    check(3, (5, 5), 8, 56, 600);
    check(4, (5, 5), 4, 20, 400);
    check(5, (3, 5), 4, 18, 400);
    check(6, (5, 3), 4, 18, 400);
    check(7, (7, 5), 3, 12, 160);
    check(8, (7, 7), 3, 9, 80);
}

/// Fills that are far away, of many letters, some of which are found before the best: what is known of the best must not be
/// taken for what is known of the others.
#[test]
fn far_fills_are_all_counted() {
    let mut random = Random::new(10);
    let mut far = 0;
    for (side, letters, boards) in [(3, 8, 400), (5, 20, 150)] {
        let layout = Layout::new(Kind::Lattice, side, side).unwrap();
        let tiles: Vec<_> = layout.tiles().collect();
        let grid = |letters: &[char]| {
            let mut cells = vec!['.'; layout.cell_count()];
            tiles.iter().zip(letters).for_each(|(tile, &letter)| cells[tile.index()] = letter);
            Grid::new(layout, cells).unwrap()
        };
        for _ in 0..boards {
            let mut mixed: Vec<char> = ('a'..).take(letters).cycle().take(tiles.len()).collect();
            let start = grid(&mixed);
            // The words of some grids of these tiles.
            let mut words = BTreeSet::new();
            for _ in 0..6 {
                random.shuffle(&mut mixed);
                words.extend(grid(&mixed).words());
            }
            let words: Vec<String> = words.into_iter().collect();
            let list = dictionary("abcdefghijklmnopqrstuvwxyz", &words);
            let grids = made_of(&every_grid(&words, layout), &start);
            let right = right_fills(&grids, &start, &[]);
            let best: Vec<_> = right.iter().filter(|fill| fill.0 == right[0].0).cloned().collect();
            far += usize::from(right[0].0 as usize * 3 >= 2 * tiles.len());
            let task = Task::new(start.clone(), list, Vec::new()).unwrap();
            for first_nodes in [0, 5, 20, 100, levels::FIRST_NODES] {
                let fills = solve_with(&task, Scope::Optimal, 100, first_nodes, &Budget::unlimited());
                assert_eq!(listed(&fills, &start), best);
                assert!(fills.proven && fills.complete && fills.found == best.len() as u64);
            }
        }
    }
    assert!(far > 100, "{far}");
}

/// Levels are looked at only where the first attempt is not enough; here it never is.
#[test]
fn levels_come_to_the_same_as_a_look_at_all() {
    let layout = Layout::new(Kind::Lattice, 5, 5).unwrap();
    let mut random = Random::new(8);
    for _ in 0..10 {
        let words = some_words(&mut random, layout, 4, 24);
        let list = dictionary("abcdefghij", &words);
        let grids = every_grid(&words, layout);
        for _ in 0..20 {
            let target = &grids[random.below(grids.len())];
            let start = shuffled(&mut random, target);
            let task = Task::new(start.clone(), Arc::clone(&list), Vec::new()).unwrap();
            for scope in [Scope::All, Scope::Optimal] {
                let plain = solve(&task, scope, 10, &Budget::unlimited());
                let leveled = solve_by_levels(&task, scope, 10, &Budget::unlimited());
                let swaps = |fills: &Fills| listed(fills, &start).iter().map(|fill| fill.0).collect::<Vec<_>>();
                assert_eq!(swaps(&plain), swaps(&leveled));
                assert!(scope == Scope::All || plain.solutions == leveled.solutions);
                assert_eq!((plain.proven, plain.unique()), (leveled.proven, leveled.unique()));
                assert!(leveled.found <= plain.found && leveled.found >= plain.found.min(11));
            }
        }
    }
}

#[test]
fn words_of_the_target_count_whatever_the_dictionary_says() {
    let layout = Layout::new(Kind::Lattice, 3, 3).unwrap();
    let grid = |text: &str| Grid::new(layout, text.chars().collect()).unwrap();
    // All tiles but the two in the middle of the rows are right; either could take either.
    let board = Board::new(grid("axbc.dfye"), grid("aybc.dfxe")).unwrap();
    let unknown = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        dictionary("abcdefghijxy", &words)
    };
    assert_eq!(is_unique(&board, &unknown(&["zzz".replace('z', "a").as_str()]), &Budget::unlimited()), Ok(true));
    let marks: Vec<_> = board.marks().into_iter().flatten().collect();
    assert_eq!(marks[1], Mark::Grey, "x is not in the first row");
    // Another way to put the right tiles: none, for what is green stays.
    assert_eq!(
        is_unique(&board, &unknown(&["ayb", "fxe", "acf", "bde", "axb", "fye"]), &Budget::unlimited()),
        Ok(true)
    );
}

#[test]
fn a_cut_search_never_says_more_than_it_knows() {
    let layout = Layout::new(Kind::Lattice, 5, 5).unwrap();
    let mut random = Random::new(9);
    for _ in 0..6 {
        let words = some_words(&mut random, layout, 4, 28);
        let list = dictionary("abcdefghij", &words);
        let grids = every_grid(&words, layout);
        let target = random.below(grids.len());
        let start = shuffled(&mut random, &grids[target]);
        let task = Task::new(start, list, Vec::new()).unwrap();
        let full = solve(&task, Scope::Optimal, 5, &Budget::unlimited());
        let (mut bound, mut fewest) = (0, u32::MAX);
        let mut nodes = 1;
        loop {
            let cut = solve_by_levels(&task, Scope::Optimal, 5, &Budget::of_nodes(nodes));
            assert!(cut.lower_bound <= full.lower_bound && cut.lower_bound >= bound);
            assert!(cut.min_swaps().unwrap_or(u32::MAX) <= fewest);
            assert!(cut.min_swaps().is_none_or(|swaps| swaps >= full.lower_bound));
            assert!(!cut.proven || cut.min_swaps() == full.min_swaps());
            (bound, fewest) = (cut.lower_bound, cut.min_swaps().unwrap_or(u32::MAX));
            if cut.complete {
                assert_eq!(cut.solutions, full.solutions);
                break;
            }
            nodes = nodes * 5 / 4 + 1;
        }
    }
}

#[test]
fn a_task_is_a_lattice_of_letters_with_marks_for_each() {
    let list = dictionary("abc", &["abc".to_owned()]);
    let grid = |kind, rows, text: &str| {
        let layout = Layout::new(kind, rows, text.len() / rows).unwrap();
        Grid::new(layout, text.chars().collect()).unwrap()
    };
    let new = |grid, known| Task::new(grid, Arc::clone(&list), known).map(drop);
    assert_eq!(new(grid(Kind::Rows, 1, "abc"), Vec::new()), Err(TaskError::NotALattice));
    let lattice = || grid(Kind::Lattice, 3, "abca.abca");
    assert_eq!(new(lattice(), vec![Known::Nothing; 7]), Err(TaskError::KnownSize { expected: 8, found: 7 }));
    assert_eq!(new(lattice(), vec![Known::Nothing; 8]), Ok(()));
    let unknown = grid(Kind::Lattice, 3, "abca.abcx");
    let cell = unknown.layout().cell(2, 2).unwrap();
    assert_eq!(new(unknown, Vec::new()), Err(TaskError::NotALetter { cell, letter: 'x' }));
}
