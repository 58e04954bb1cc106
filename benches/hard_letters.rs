//! Looks for letters that are hard for the exact method of words, by hill-climbing: a letter is changed, two tiles are swapped,
//! or a row gets the letters of a word, and the grid that takes longer is kept. After a while without progress it starts afresh.
//!
//! `cargo bench --bench hard_letters -- [seconds] [seed] [dictionary] [rows x columns, as 5x5]` prints every new worst grid and
//! at the end the ten worst, as src/fill/tests/hard_letters.txt has them, with their times behind them; without seconds, as
//! `cargo bench` runs it, it climbs for five. Two grids of which fewer than three letters differ are one: neighbours of a hard
//! one are hard.

mod support;

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use support::Random;
use tilewright::budget::{Budget, Limits};
use tilewright::fill::{Scope, Task, exact};
use tilewright::lexicon::{ALLOWED, ANSWERS, Dictionary, Letter, Lexicon, WordList};
use tilewright::puzzle::{Grid, Kind, Layout};

/// The longest that one grid may take.
const CAP: Duration = Duration::from_secs(5);
/// Runs whose least time counts, for others use the machine too.
const RUNS: usize = 3;
/// Grids that are kept.
const KEPT: usize = 10;
/// Letters that two grids must differ in to be two.
const APART: usize = 3;
/// Tries without progress after which a climb is given up.
const IDLE: u32 = 300;

fn any_word<'a>(words: WordList<'a>, random: &mut Random) -> &'a [Letter] {
    words.get(random.below(words.len())).unwrap_or_default()
}

/// What is climbed on.
struct Hill {
    layout: Layout,
    dictionary: Arc<Dictionary>,
    /// What starts are made of.
    answers: Arc<Dictionary>,
}

impl Hill {
    fn words(&self) -> WordList<'_> {
        self.dictionary.words(self.layout.columns())
    }

    /// Answer words, shuffled; or any letters, which mostly make no words at all.
    fn start(&self, random: &mut Random) -> Vec<Letter> {
        let answers = self.answers.words(self.layout.columns());
        let from = if answers.is_empty() { self.words() } else { answers };
        let mut tiles: Vec<Letter> = if random.below(4) > 0 {
            (0..self.layout.rows()).flat_map(|_| any_word(from, random)).copied().collect()
        } else {
            (0..self.layout.tile_count()).map(|_| self.any_letter(random)).collect()
        };
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, random.below(last + 1));
        }
        tiles
    }

    /// A letter, as often as the words have it, or each as often as any other.
    fn any_letter(&self, random: &mut Random) -> Letter {
        if random.below(2) == 0 {
            let letters = self.words().letters();
            letters[random.below(letters.len())]
        } else {
            let alphabet = self.dictionary.alphabet();
            let char = alphabet.chars()[random.below(alphabet.len())];
            alphabet.letter(char).unwrap_or_default()
        }
    }

    fn mutate(&self, tiles: &mut [Letter], random: &mut Random) {
        let columns = self.layout.columns();
        for _ in 0..=random.below(3) {
            match random.below(5) {
                0 | 1 => {
                    let at = random.below(tiles.len());
                    tiles[at] = self.any_letter(random);
                }
                2 | 3 => tiles.swap(random.below(tiles.len()), random.below(tiles.len())),
                _ => {
                    let row = random.below(self.layout.rows()) * columns;
                    tiles[row..row + columns].copy_from_slice(any_word(self.words(), random));
                }
            }
        }
    }

    /// The least time of some runs; of one where it stays below the bar, or comes to the cap.
    fn time(&self, tiles: &[Letter], bar: Duration) -> Duration {
        let alphabet = self.dictionary.alphabet();
        let cells = tiles.iter().map(|&letter| alphabet.char(letter)).collect();
        let grid = Grid::new(self.layout, cells).expect("rows are full of tiles");
        let task = Task::new(grid, self.dictionary.clone(), Vec::new()).expect("1 to 6 rows of 3 to 9 letters");
        let mut least = Duration::MAX;
        for _ in 0..RUNS {
            let begun = Instant::now();
            let budget = Budget::new(Limits::default().until(begun + CAP));
            let fills = exact::solve(&task, Scope::Optimal, 1, &budget);
            least = least.min(begun.elapsed());
            if least < bar || !fills.proven {
                break;
            }
        }
        least
    }

    fn text(&self, tiles: &[Letter]) -> String {
        let rows: Vec<String> =
            tiles.chunks(self.layout.columns()).map(|row| self.dictionary.alphabet().text(row)).collect();
        rows.join("/")
    }
}

/// The worst grids, the worst of them first.
#[derive(Default)]
struct Worst(Vec<(Duration, Vec<Letter>)>);

impl Worst {
    fn add(&mut self, time: Duration, tiles: &[Letter]) {
        if self.0.iter().any(|(worse, had)| *worse >= time && are_alike(had, tiles)) {
            return;
        }
        self.0.retain(|(_, had)| !are_alike(had, tiles));
        let place = self.0.partition_point(|(worse, _)| *worse >= time);
        self.0.insert(place, (time, tiles.to_vec()));
        self.0.truncate(KEPT);
    }
}

/// Whether these letters, in whatever order, are nearly the same.
fn are_alike(one: &[Letter], other: &[Letter]) -> bool {
    let mut left = other.to_vec();
    let differ = |letter: &&Letter| match left.iter().position(|had| had == *letter) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    };
    one.iter().filter(differ).count() < APART
}

/// Rows and columns, as in `5x5`.
fn layout(text: &str) -> Option<Layout> {
    let (rows, columns) = text.split_once('x')?;
    Layout::new(Kind::Rows, rows.parse().ok()?, columns.parse().ok()?).ok()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let argument = |at: usize, default: &'static str| arguments.get(at).map_or(default, String::as_str).to_owned();
    let number = |at: usize, default: &'static str| argument(at, default).parse::<u64>().expect("a number");
    let seconds = Duration::from_secs(number(0, "5"));
    let mut random = Random(number(1, "1"));
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let english = lexicon.language("en", 1).expect("English is embedded");
    let dictionary = english.dictionary(&argument(2, ALLOWED)).expect("the dictionary").clone();
    let answers = english.dictionary(ANSWERS).expect("it is embedded").clone();
    let layout = layout(&argument(3, "5x5")).expect("rows and columns, as in 5x5");
    let hill = Hill { layout, dictionary, answers };
    assert!(!hill.words().is_empty(), "there are no words of {} letters", layout.columns());

    let (mut worst, mut grids, mut climbs) = (Worst::default(), 0u64, 0u64);
    let begun = Instant::now();
    while begun.elapsed() < seconds {
        climbs += 1;
        let mut tiles = hill.start(&mut random);
        let mut time = hill.time(&tiles, Duration::ZERO);
        worst.add(time, &tiles);
        let (mut idle, mut peak) = (0, time);
        // What comes to the cap cannot be told from worse.
        while idle < IDLE && time < CAP && begun.elapsed() < seconds {
            let mut changed = tiles.clone();
            hill.mutate(&mut changed, &mut random);
            let changed_time = hill.time(&changed, time);
            grids += 1;
            idle += 1;
            if changed_time >= time {
                if changed_time > peak + peak / 50 {
                    (idle, peak) = (0, changed_time);
                }
                (tiles, time) = (changed, changed_time);
                let is_worst = worst.0.first().is_none_or(|(most, _)| time > *most);
                worst.add(time, &tiles);
                if is_worst {
                    println!("{:>7.1} s {time:>10.2?} {}", begun.elapsed().as_secs_f64(), hill.text(&tiles));
                }
            }
        }
    }
    println!("{grids} grids in {climbs} climbs; the worst of them, {CAP:?} at most:");
    let again = worst.0.into_iter().map(|(_, tiles)| (hill.time(&tiles, Duration::ZERO), hill.text(&tiles)));
    let mut again: Vec<(Duration, String)> = again.collect();
    again.sort_unstable_by_key(|&(time, _)| Reverse(time));
    for (time, text) in again {
        println!("{text} {time:.1?}");
    }
}
