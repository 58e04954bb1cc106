//! All worlds of a small board by plain enumeration, in characters, straight from the definitions.

use std::collections::BTreeMap;

use super::puzzle::{number, text_of};
use crate::blind::{Feedback, Reading, Record, Terms};
use crate::puzzle::Swap;

/// All that there is to know of a board.
#[derive(Debug)]
pub(crate) struct Truth {
    feedback: Feedback,
    rows: usize,
    columns: usize,
    /// The dictionary's words of a row's length that the tiles have letters enough for, in its order.
    words: Vec<Vec<char>>,
    /// The letters of all arrangements of distinct words that take just the tiles.
    worlds: Vec<Vec<char>>,
}

/// A grid that lay, and what was told of it.
struct Seen {
    grid: Vec<char>,
    /// The cells that were just swapped; none at the start.
    swapped: Vec<usize>,
    told: String,
}

impl Truth {
    pub(crate) fn of(terms: &Terms) -> Self {
        let (rows, columns, tiles) = (terms.rows(), terms.columns(), terms.start().cells());
        let alphabet = terms.dictionary().alphabet();
        let words: Vec<Vec<char>> = terms
            .dictionary()
            .words(columns)
            .iter()
            .map(|word| alphabet.text(word).chars().collect::<Vec<char>>())
            .filter(|word| word.iter().all(|&letter| copies(word, letter) <= copies(tiles, letter)))
            .collect();
        let mut all = Vec::new();
        for mut number in 0..words.len().pow(u32::try_from(rows).unwrap()) {
            let mut places = Vec::new();
            for _ in 0..rows {
                places.push(number % words.len());
                number /= words.len();
            }
            let are_distinct = (1..rows).all(|row| !places[..row].contains(&places[row]));
            let world: Vec<char> = places.iter().flat_map(|&place| words[place].clone()).collect();
            if are_distinct && sorted(&world) == sorted(tiles) {
                all.push(world);
            }
        }
        Self { feedback: terms.feedback(), rows, columns, words, worlds: all }
    }

    /// The worlds that agree with all that was told.
    pub(crate) fn worlds(&self, record: &Record, reading: Reading) -> Vec<&[char]> {
        let seen = seen(record);
        let agrees = |world: &&[char]| match reading {
            Reading::Whole => seen.iter().all(|seen| {
                let is_over = seen.told.chars().all(|mark| mark == 'G');
                self.marks(&seen.grid, world, &seen.swapped) == seen.told && (is_over || seen.grid != *world)
            }),
            Reading::Article => (0..self.rows).all(|row| self.article_allows(&seen, row, self.row(world, row))),
        };
        self.worlds.iter().map(Vec::as_slice).filter(agrees).collect()
    }

    /// The first row that no word agrees with what was told of it.
    pub(crate) fn row_without_word(&self, record: &Record, reading: Reading) -> Option<usize> {
        let seen = seen(record);
        let allows = |row: usize, word: &[char]| match reading {
            Reading::Whole => seen.iter().all(|seen| {
                // What is told of a row depends on no other row.
                let mut world = seen.grid.clone();
                world[row * self.columns..][..self.columns].copy_from_slice(word);
                let marks = self.marks(&seen.grid, &world, &seen.swapped);
                marks[row * self.columns..][..self.columns] == seen.told[row * self.columns..][..self.columns]
            }),
            Reading::Article => self.article_allows(&seen, row, word),
        };
        (0..self.rows).find(|&row| !self.words.iter().any(|word| allows(row, word)))
    }

    /// How often each outcome of a swap comes in the worlds that are left: by the marks that are told then, with a '!' after
    /// them where the game is over.
    pub(crate) fn outcomes(&self, record: &Record, swap: Swap) -> BTreeMap<String, usize> {
        let mut grid = record.grid().cells().to_vec();
        grid.swap(swap.first().index(), swap.second().index());
        let mut outcomes = BTreeMap::new();
        for world in self.worlds(record, Reading::Whole) {
            let mut told = self.marks(&grid, world, &[swap.first().index(), swap.second().index()]);
            if grid == world {
                told.push('!');
            }
            *outcomes.entry(told).or_insert(0) += 1;
        }
        outcomes
    }

    /// What is told of a grid.
    pub(crate) fn marks(&self, grid: &[char], target: &[char], swapped: &[usize]) -> String {
        let mark = |at: usize| {
            let is_right = grid[at] == target[at];
            match self.feedback {
                Feedback::SwappedCells if !swapped.contains(&at) => '?',
                _ if is_right => 'G',
                Feedback::SwappedCells | Feedback::Snapshot => 'N',
                Feedback::RowColours => {
                    // Of a letter's tiles that are wrong, the first are yellow: as many as its row has copies elsewhere.
                    let row = at / self.columns * self.columns..(at / self.columns + 1) * self.columns;
                    let is_it = |cell: &usize| grid[*cell] == grid[at];
                    let greens = row.clone().filter(is_it).filter(|&cell| grid[cell] == target[cell]).count();
                    let before = (row.start..at).filter(is_it).filter(|&cell| grid[cell] != target[cell]).count();
                    if greens + before < copies(&target[row], grid[at]) { 'Y' } else { '-' }
                }
            }
        };
        (0..grid.len()).map(mark).collect()
    }

    /// The article's four kinds of evidence, but for the tiles, which all worlds have.
    fn article_allows(&self, seen: &[Seen], row: usize, word: &[char]) -> bool {
        seen.iter().all(|seen| {
            let tiles = self.row(&seen.grid, row);
            let told: Vec<char> = self.row(&seen.told.chars().collect::<Vec<_>>(), row).to_vec();
            let cells = || tiles.iter().zip(&told).zip(word);
            let locked = cells().all(|((tile, &mark), letter)| mark != 'G' || tile == letter);
            let forbidden = cells().all(|((tile, mark), letter)| !"NY-".contains(*mark) || tile != letter);
            let required = tiles.iter().all(|&tile| {
                let yellows = tiles.iter().zip(&told).filter(|&(&other, &mark)| other == tile && mark == 'Y').count();
                copies(word, tile) >= yellows
            });
            locked && forbidden && required
        })
    }

    fn row<'a>(&self, grid: &'a [char], row: usize) -> &'a [char] {
        &grid[row * self.columns..][..self.columns]
    }
}

/// How often each outcome of a swap comes in the worlds that are left, as [`Truth::outcomes`].
pub(crate) fn outcomes(record: &Record, swap: Swap) -> BTreeMap<String, usize> {
    Truth::of(record.terms()).outcomes(record, swap)
}

/// The entropy in bits of the outcomes of a swap, every world as likely as another. That the game is over is told too.
pub(crate) fn outcome_entropy(record: &Record, swap: Swap) -> f64 {
    entropy_of(&outcomes(record, swap))
}

/// The entropy in bits of outcomes that come so often.
pub(crate) fn entropy_of(outcomes: &BTreeMap<String, usize>) -> f64 {
    let all: f64 = outcomes.values().copied().map(number).sum();
    outcomes.values().map(|&count| number(count) / all).map(|share| -share * share.log2()).sum()
}

/// The grids that lay, from the start on.
fn seen(record: &Record) -> Vec<Seen> {
    let mut grid = record.terms().start().cells().to_vec();
    let mut all = vec![Seen { grid: grid.clone(), swapped: Vec::new(), told: text_of(record.at_start()) }];
    for made in record.moves() {
        let swapped = vec![made.swap.first().index(), made.swap.second().index()];
        grid.swap(swapped[0], swapped[1]);
        all.push(Seen { grid: grid.clone(), swapped, told: text_of(&made.told) });
    }
    all
}

fn copies(letters: &[char], letter: char) -> usize {
    letters.iter().filter(|&&other| other == letter).count()
}

pub(super) fn sorted(letters: &[char]) -> Vec<char> {
    let mut letters = letters.to_vec();
    letters.sort_unstable();
    letters
}
