//! The baseline against the paper's own program, written down again as plainly as it goes, and against the exact count.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use super::super::Solution;
use super::order::{Tiles, by_rarity};
use super::*;
use crate::budget::Limits;
use crate::lexicon::{Dictionary, Lexicon};
use crate::puzzle::marks::{Known, mark_grid};
use crate::puzzle::{Board, Grid, Kind, Layout};
use crate::swaps::exact;

/// The generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ z >> 31) % limit as u64).unwrap()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());

/// Words of the letters a to z.
fn dictionary<'a>(words: impl IntoIterator<Item = &'a str>) -> Arc<Dictionary> {
    let english = LEXICON.language("en", 1).unwrap();
    Arc::new(english.writing().dictionary("own", "a test", (1..).zip(words)).unwrap())
}

fn grid(text: &str) -> Grid {
    let rows: Vec<&str> = text.split('/').collect();
    let layout = Layout::new(Kind::Rows, rows.len(), rows[0].len()).unwrap();
    Grid::new(layout, rows.concat().chars().collect()).unwrap()
}

fn task(start: &str, dictionary: &Arc<Dictionary>) -> Task {
    Task::new(grid(start), dictionary.clone(), Vec::new()).unwrap()
}

/// Words of three letters of six, and a start of four of them in any order.
fn random_board(random: &mut Random) -> (Arc<Dictionary>, Grid) {
    let mut word = || (0..3).map(|_| char::from(b"aabcdef"[random.below(7)])).collect::<String>();
    let words: Vec<String> = (0..40).map(|_| word()).collect();
    let mut tiles: Vec<char> = words[..4].concat().chars().collect();
    random.shuffle(&mut tiles);
    let start = Grid::new(Layout::new(Kind::Rows, 4, 3).unwrap(), tiles).unwrap();
    (dictionary(words.iter().map(String::as_str)), start)
}

/// The paper's first program: letters counted from 0, words sorted by the sum of their letters' counts.
fn sorted_as_printed(task: &Task) -> Vec<Vec<Letter>> {
    let mut counts = vec![None; 64];
    for letter in task.words().letters() {
        let count = &mut counts[letter.index()];
        *count = Some(count.map_or(0, |count| count + 1));
    }
    let mut words: Vec<Vec<Letter>> = task.words().iter().map(<[Letter]>::to_vec).collect();
    words.sort_by_key(|word| word.iter().filter_map(|letter| counts[letter.index()]).sum::<u32>());
    words
}

/// The paper's second program: whether a word can be made is asked of every word every time.
fn backtrack_as_printed(
    task: &Task,
    words: &[Vec<Letter>],
    left: &mut Vec<Letter>,
    taken: &mut Vec<usize>,
    all: &mut Vec<Vec<usize>>,
) {
    if taken.len() == task.rows() {
        all.push(taken.clone());
        return;
    }
    for word in taken.last().map_or(0, |last| last + 1)..words.len() {
        let before = left.clone();
        let has_all = words[word].iter().all(|letter| {
            let at = left.iter().position(|had| had == letter);
            at.map(|at| left.remove(at)).is_some()
        });
        if has_all {
            taken.push(word);
            backtrack_as_printed(task, words, left, taken, all);
            taken.pop();
        }
        *left = before;
    }
}

/// All configurations in the order in which the paper meets them, each a set of words.
fn configurations_as_printed(task: &Task) -> Vec<BTreeSet<String>> {
    let words = sorted_as_printed(task);
    let mut all = Vec::new();
    backtrack_as_printed(task, &words, &mut task.letters().to_vec(), &mut Vec::new(), &mut all);
    let text = |&word: &usize| text_of(&words[word]);
    all.iter().map(|configuration| configuration.iter().map(text).collect()).collect()
}

/// The letters of English are a to z.
fn text_of(word: &[Letter]) -> String {
    word.iter().map(|letter| char::from(b'a' + letter.0)).collect()
}

fn words_of(solution: &Solution) -> BTreeSet<String> {
    solution.target.words().collect()
}

/// That a solution is one: swaps that lead to words, no fewer than the fewest and fewer than tiles.
fn check(task: &Task, solution: &Solution) {
    let board = Board::new(task.start().clone(), solution.target.clone()).unwrap();
    assert!(board.is_solved_by(&solution.swaps), "{solution:?}");
    assert!(solution.length() >= exact::solve(&board, &Budget::unlimited()).min_swaps(), "{solution:?}");
    assert!(solution.swaps.len() < task.letters().len(), "{solution:?}");
    assert_eq!(words_of(solution).len(), task.rows(), "{solution:?}");
}

#[test]
fn rare_letters_come_first() {
    // a comes 3 times, b 4 times, c 5 times, d 3 times; of 'ccc' there are too few tiles, but its letters count.
    let dictionary = dictionary(["abb", "abc", "cab", "ddd", "ccc"]);
    let task = task("abb/abc/cab/ddd", &dictionary);
    let words = by_rarity(&task, &Tiles::of(&task), &Budget::unlimited()).unwrap();
    let words: Vec<String> = words.iter().map(|word| text_of(word.letters)).collect();
    assert_eq!(words, ["ddd", "abb", "abc", "cab"]);
}

#[test]
fn orders_of_rows_are_all_and_in_order() {
    assert_eq!(row_orders(1), [[0; 6]]);
    let first = [0, 1, 2];
    let three: Vec<[usize; 3]> = row_orders(3).iter().map(|order| [order[0], order[1], order[2]]).collect();
    assert_eq!(three, [first, [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    let six = row_orders(6);
    assert!(six.len() == 720 && six.is_sorted());
    assert!(six.iter().all(|order| BTreeSet::from(*order).len() == 6));
}

/// Also that the limit is counted exactly, and that each configuration is given its best order of rows.
#[test]
fn configurations_are_the_papers_up_to_the_limit() {
    let mut random = Random(1);
    let mut most = 0;
    for _ in 0..60 {
        let (dictionary, start) = random_board(&mut random);
        let task = Task::new(start, dictionary, Vec::new()).unwrap();
        let printed = configurations_as_printed(&task);
        most = most.max(printed.len());
        for limit in [0, 1, 2, 3, 10, 1_000_000] {
            let fills = solve(&task, Scope::All, usize::MAX, limit, &Budget::unlimited());
            let tried = printed.len().min(usize::try_from(limit).unwrap());
            assert_eq!(fills.found, tried as u64);
            assert!(!fills.proven && !fills.complete && fills.lower_bound == 0);
            assert_eq!(
                fills.solutions.iter().map(words_of).collect::<BTreeSet<_>>(),
                printed[..tried].iter().cloned().collect()
            );
            for solution in &fills.solutions {
                check(&task, solution);
                let rows: Vec<String> = solution.target.words().collect();
                let matches = |order: &[usize; 6]| {
                    let cells = order.iter().take(4).flat_map(|&row| rows[row].chars());
                    cells.zip(task.start().cells()).filter(|(one, other)| one == *other).count()
                };
                let best = row_orders(4).iter().map(matches).max();
                assert_eq!(best, Some(matches(&[0, 1, 2, 3, 0, 0])), "{solution:?}");
            }
        }
    }
    assert!(most > 20, "every board was too easy: {most}");
}

#[test]
fn the_scope_and_the_number_asked_for_are_obeyed() {
    let mut random = Random(2);
    for _ in 0..60 {
        let (dictionary, start) = random_board(&mut random);
        let task = Task::new(start, dictionary, Vec::new()).unwrap();
        let solve = |scope, most| solve(&task, scope, most, 1_000, &Budget::unlimited());
        let all = solve(Scope::All, usize::MAX);
        assert_eq!(all.found, all.solutions.len() as u64);
        let key = |solution: &Solution| (solution.length(), solution.target.cells().to_vec());
        assert!(all.solutions.is_sorted_by_key(key));
        let best: Vec<Solution> =
            all.solutions.iter().filter(|solution| Some(solution.length()) == all.min_swaps()).cloned().collect();
        for most in [0, 1, 2, 1_000] {
            let some = solve(Scope::All, most);
            assert_eq!((some.found, &some.solutions[..]), (all.found, &all.solutions[..most.min(all.solutions.len())]));
            let optimal = solve(Scope::Optimal, most);
            assert_eq!((optimal.found, &optimal.solutions[..]), (best.len() as u64, &best[..most.min(best.len())]));
            assert!(!optimal.proven && optimal.unique().is_none());
        }
    }
}

#[test]
fn marks_are_obeyed() {
    let mut random = Random(3);
    let (mut fewer, mut none) = (0, 0);
    for _ in 0..100 {
        let (dictionary, start) = random_board(&mut random);
        let free = Task::new(start.clone(), dictionary.clone(), Vec::new()).unwrap();
        let all = solve(&free, Scope::All, usize::MAX, u32::MAX, &Budget::unlimited());
        // The rows of a fill in another order; or, so that often nothing agrees, letters in any order.
        let mut target = all.solutions[random.below(all.solutions.len())].target.words().collect::<Vec<_>>();
        random.shuffle(&mut target);
        let mut cells: Vec<char> = target.concat().chars().collect();
        let is_fill = random.below(2) == 0;
        if !is_fill {
            random.shuffle(&mut cells);
        }
        let target = Grid::new(start.layout(), cells).unwrap();
        let marks = mark_grid(&start, &target);
        let known: Vec<Known> = marks
            .iter()
            .map(|mark| mark.filter(|_| random.below(3) > 0).map_or(Known::Nothing, Known::Marked))
            .collect();
        let task = Task::new(start.clone(), dictionary, known.clone()).unwrap();
        let fills = solve(&task, Scope::All, usize::MAX, u32::MAX, &Budget::unlimited());
        for solution in &fills.solutions {
            check(&task, solution);
            let earned = mark_grid(&start, &solution.target);
            assert!(known.iter().zip(earned).all(|(known, mark)| mark.is_some_and(|mark| known.allows(mark))));
        }
        assert!(!is_fill || fills.found > 0);
        fewer += u32::from(0 < fills.found && fills.found < all.found);
        none += u32::from(fills.found == 0);
        // What no fill agrees with is known only when all were tried.
        assert_eq!((fills.proven, fills.complete), (fills.found == 0, fills.found == 0));
        let cut = solve(&task, Scope::All, usize::MAX, 1, &Budget::unlimited());
        assert!(cut.found <= 1 && !cut.proven && !cut.complete);
    }
    assert!(fewer > 10 && none > 10, "{fewer} {none}");
}

#[test]
fn that_there_is_no_fill_is_proven_only_at_the_end() {
    let dictionary = dictionary(["abc", "def", "abd"]);
    let task = task("abc/deg", &dictionary);
    let none = solve(&task, Scope::Optimal, 1, 1, &Budget::unlimited());
    assert!(none.proven && none.complete && none.solutions.is_empty() && none.found == 0 && none.lower_bound == 0);
    assert_eq!(none.unique(), Some(false));
    for (limit, budget) in [(0, Budget::unlimited()), (1, Budget::of_nodes(0))] {
        let unknown = solve(&task, Scope::Optimal, 1, limit, &budget);
        assert!(!unknown.proven && !unknown.complete && unknown.unique().is_none());
    }
}

#[test]
fn a_small_budget_gives_an_honest_answer() {
    let mut random = Random(4);
    for _ in 0..40 {
        let (dictionary, start) = random_board(&mut random);
        let task = Task::new(start, dictionary, Vec::new()).unwrap();
        let enough = Budget::unlimited();
        let whole = solve(&task, Scope::All, 5, u32::MAX, &enough);
        assert_eq!(solve(&task, Scope::All, 5, u32::MAX, &Budget::of_nodes(enough.nodes())), whole);
        let mut before = 0;
        for nodes in [0, 10, 20, 40, 80, 160].into_iter().filter(|&nodes| nodes < enough.nodes()) {
            let fills = solve(&task, Scope::All, 5, u32::MAX, &Budget::of_nodes(nodes));
            assert!(!fills.proven && before <= fills.found && fills.found <= whole.found);
            for solution in &fills.solutions {
                check(&task, solution);
            }
            before = fills.found;
        }
        let limits = Limits::default().until(Instant::now());
        assert_eq!(solve(&task, Scope::All, 5, u32::MAX, &Budget::new(limits)).found, 0);
    }
}

/// Over the list that comes nearest to the paper's own, which it does not name. It says that it comes to 12 swaps with 10,000
/// configurations and to 10 with 100,000, and prints this fill.
#[test]
fn the_papers_own_answer_is_found() {
    let dictionary = LEXICON.language("en", 1).unwrap().dictionary("enable").unwrap();
    let task = task("wsooa/snido/rhtpy/uhtvc/uianj", dictionary);
    let usual = solve(&task, Scope::Optimal, 1, 10_000, &Budget::unlimited());
    assert_eq!((usual.min_swaps(), usual.found), (Some(11), 6));
    let more = solve(&task, Scope::Optimal, 10, 100_000, &Budget::unlimited());
    assert_eq!((more.min_swaps(), more.found), (Some(10), 2));
    let printed = grid("which/snout/roupy/jatos/viand");
    assert!(more.solutions.iter().any(|solution| solution.target == printed));
    for solution in &more.solutions {
        check(&task, solution);
    }
}
