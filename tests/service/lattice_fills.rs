//! Fills of lattices by words of the caller's own, through the front door, against a list of all of them made by brute force.

use std::collections::{BTreeSet, HashMap};

use tilewright::grpc::proto::*;

use crate::support::fills::{marks, own, solve, to_words, told};
use crate::support::lattices::{Chance, agrees, every_distance, every_fill, letters, marks_of, shuffled, words};
use crate::support::{Server, grid};

/// Words of few letters, so that some tiles make many fills.
const SMALL: &[&str] = &[
    "ant", "ape", "apt", "ate", "eat", "eon", "nap", "net", "not", "one", "opt", "pan", "pat", "pea", "pen", "pet",
    "pot", "tan", "tap", "tea", "ten", "toe", "ton", "top",
];

/// What a fill is told as: its swaps and its rows.
type Told = (usize, Vec<String>);

/// Those of the fills that a start can become and that agree with what is known, best first.
fn right<'a>(
    fills: impl Iterator<Item = &'a String>,
    start: &str,
    known: Option<&str>,
    swaps: impl Fn(&str) -> usize,
) -> Vec<Told> {
    let mut right: Vec<Told> = fills
        .filter(|fill| letters(fill) == letters(start) && known.is_none_or(|known| agrees(known, start, fill)))
        .map(|fill| (swaps(fill), grid(fill).rows))
        .collect();
    right.sort();
    right
}

/// Marks as they are earned, or less of them, or some by chance.
fn weakened(earned: &str, kind: usize, chance: &mut Chance) -> String {
    let weaken = |mark: char| match (mark, kind, chance.below(4)) {
        ('.' | '/', ..) => mark,
        (_, 1, 0 | 1) => '?',
        ('-' | 'Y', 2, 0 | 1) => 'N',
        (_, 3, 0) => ['G', 'Y', '-', 'N'][chance.below(4)],
        (mark, ..) => mark,
    };
    earned.chars().map(weaken).collect()
}

/// Asks for fills in each way and holds the answers to the list of them.
async fn hold_to(server: &Server, asked: SolveRequest, right: &[Told], context: &str) {
    let every = solve(server, SolveRequest { scope: Scope::All.into(), max_solutions: 1000, ..asked.clone() }).await;
    assert_eq!(told(&every), right, "{context}");
    assert_eq!((every.proven, every.complete, every.unique), (true, true, Some(right.len() == 1)), "{context}");
    assert_eq!(every.solutions_found, right.len() as u64, "{context}");
    let best: Vec<Told> = right.iter().filter(|fill| fill.0 == right[0].0).cloned().collect();
    let fewest =
        solve(server, SolveRequest { scope: Scope::Optimal.into(), max_solutions: 1000, ..asked.clone() }).await;
    assert_eq!(told(&fewest), best, "{context}");
    assert_eq!((fewest.proven, fewest.complete, fewest.unique), (true, true, Some(best.len() == 1)), "{context}");
    // It may stop counting at one more than is listed, and lists the best all the same.
    let one = solve(server, SolveRequest { scope: Scope::All.into(), ..asked }).await;
    assert_eq!(told(&one), right[..right.len().min(1)], "{context}");
    assert_eq!((one.proven, one.unique), (true, Some(right.len() == 1)), "{context}");
    assert!(one.solutions_found >= right.len().min(2) as u64, "{context}");
    assert_eq!(one.complete, one.solutions_found == right.len() as u64, "{context}");
}

#[tokio::test]
async fn small_boards_have_the_fills_and_swaps_that_trying_all_gives() {
    let server = Server::start(&[]).await;
    let fills = every_fill(SMALL, 3, 3);
    let mut chance = Chance::new(1);
    let (mut none, mut unique, mut repeating) = (0, 0, 0);
    for board in 0..6 {
        let target = &fills[chance.below(fills.len())];
        let start = shuffled(target, &mut chance);
        let distances = every_distance(&start);
        for kind in 0..6 {
            let known = match kind {
                0 => None,
                1 => Some(marks_of(&start, target).replace(['G', 'Y', '-', 'N'], "?")),
                _ => Some(weakened(&marks_of(&start, target), kind % 4, &mut chance)),
            };
            let right = right(fills.iter(), &start, known.as_deref(), |fill| distances[fill]);
            let context = format!("board {board}, {start}, known {known:?}");
            let asked = SolveRequest { marks: known.as_deref().and_then(marks), ..to_words(&start, SMALL) };
            hold_to(&server, asked, &right, &context).await;
            none += usize::from(right.is_empty());
            unique += usize::from(right.len() == 1);
            let repeats = |(_, rows): &&Told| words(&rows.join("/")).into_iter().collect::<BTreeSet<_>>().len() < 4;
            repeating += right.iter().filter(repeats).count();
        }
    }
    assert!(none > 1 && unique > 3 && repeating > 3, "{none}, {unique}, {repeating}");
}

/// A Waffle's words, and some that differ from them by a letter or two.
const LARGE: &[&str] = &[
    "share", "filth", "ruder", "safer", "abled", "ether", "shale", "shave", "stare", "safes", "ruler", "rules",
    "rider", "other", "abler", "fifth", "fetch", "filch", "sabre", "herds", "chafe", "ashed", "flare", "trade",
];

#[tokio::test]
async fn waffles_have_the_fills_that_trying_all_gives() {
    let server = Server::start(&[]).await;
    let fills = every_fill(LARGE, 5, 5);
    assert!(fills.len() > 2, "{}", fills.len());
    let mut chance = Chance::new(2);
    let mut unique = 0;
    for board in 0..6 {
        let target = &fills[chance.below(fills.len())];
        let start = shuffled(target, &mut chance);
        let mut swaps = HashMap::new();
        for fill in fills.iter().filter(|fill| letters(fill) == letters(&start)) {
            let asked = MinSwapsRequest { start: Some(grid(&start)), target: Some(grid(fill)), time_limit: None };
            let answer = server.puzzles().await.min_swaps(asked).await.unwrap().into_inner();
            assert!(answer.proven);
            swaps.insert(fill.as_str(), answer.min_swaps as usize);
        }
        for kind in 0..5 {
            let known = (kind > 0).then(|| weakened(&marks_of(&start, target), kind % 4, &mut chance));
            let right = right(fills.iter(), &start, known.as_deref(), |fill| swaps[fill]);
            let context = format!("board {board}, {start}, known {known:?}");
            let asked = SolveRequest { marks: known.as_deref().and_then(marks), ..to_words(&start, LARGE) };
            hold_to(&server, asked, &right, &context).await;
            unique += usize::from(right.len() == 1);
        }
    }
    assert!(unique > 3, "{unique}");
}

/// Sides of two lengths take words of both.
#[tokio::test]
async fn unequal_sides_take_words_of_two_lengths() {
    let server = Server::start(&[]).await;
    let list = ["spiky", "resin", "rinse", "sir", "its", "yen", "spy", "ire", "siren", "spine", "kin", "spy"];
    for (rows, columns, target) in [(3, 5, "spiky/i.t.e/resin"), (5, 3, "sir/p.e/its/k.i/yen")] {
        let fills = every_fill(&list[..11], rows, columns);
        assert!(fills.iter().any(|fill| fill == target), "{fills:?}");
        let start = shuffled(target, &mut Chance::new(3));
        let mut asked = to_words(&start, &list);
        asked.max_solutions = 1000;
        asked.set_scope(Scope::All);
        let answer = solve(&server, asked.clone()).await;
        let found: BTreeSet<Vec<String>> = told(&answer).into_iter().map(|(_, rows)| rows).collect();
        assert_eq!(found, right(fills.iter(), &start, None, |_| 0).into_iter().map(|(_, rows)| rows).collect());
        // Without those of one length there is nothing to look for.
        for (length, left) in [(3, "5"), (5, "3")] {
            let some: Vec<&str> = list.iter().copied().filter(|word| word.len() != length).collect();
            asked.goal = own(&some);
            let status = server.puzzles().await.solve(asked.clone()).await.unwrap_err();
            crate::support::check(left, &status, (crate::support::INVALID, "TOO_FEW_WORDS", "words.words"));
            assert!(status.message().contains(&format!("words of {length} letters")), "{status:?}");
        }
    }
}
