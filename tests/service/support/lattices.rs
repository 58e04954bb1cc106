//! The rules of a lattice by another hand than the service's: marks letter by letter, fills word against word, and distances by
//! trying every swap. Grids are rows with a slash between two.

use std::collections::{BTreeMap, HashMap, VecDeque};

/// Numbers by chance, the same on every run.
pub struct Chance(u64);

impl Chance {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below this one.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

fn cells(grid: &str) -> Vec<Vec<char>> {
    grid.split('/').map(|row| row.chars().collect()).collect()
}

fn joined(cells: &[Vec<char>]) -> String {
    cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The cells of each word: those of every second row, then those of every second column.
fn slots(rows: usize, columns: usize) -> Vec<Vec<(usize, usize)>> {
    let across = (0..rows).step_by(2).map(|row| (0..columns).map(|column| (row, column)).collect());
    let down = (0..columns).step_by(2).map(|column| (0..rows).map(|row| (row, column)).collect());
    across.chain(down).collect()
}

/// The words of a grid, across and then down.
pub fn words(grid: &str) -> Vec<String> {
    let cells = cells(grid);
    let slots = slots(cells.len(), cells[0].len());
    slots.iter().map(|slot| slot.iter().map(|&(row, column)| cells[row][column]).collect()).collect()
}

/// The marks that a start earns: of each word the copies of a letter that its greens leave go to the first of its other tiles;
/// of two words, the one that says yellow is right.
pub fn marks_of(start: &str, target: &str) -> String {
    let (start, target) = (cells(start), cells(target));
    let mut marks: Vec<Vec<char>> =
        start.iter().map(|row| row.iter().map(|&cell| if cell == '.' { '.' } else { '-' }).collect()).collect();
    for slot in slots(start.len(), start[0].len()) {
        let mut left: BTreeMap<char, i32> = BTreeMap::new();
        for &(row, column) in &slot {
            let is_right = start[row][column] == target[row][column];
            *left.entry(target[row][column]).or_default() += i32::from(!is_right);
        }
        for (row, column) in slot {
            let have = start[row][column];
            let copies = left.entry(have).or_default();
            if have == target[row][column] {
                marks[row][column] = 'G';
            } else if *copies > 0 {
                *copies -= 1;
                marks[row][column] = 'Y';
            }
        }
    }
    joined(&marks)
}

/// Whether what a start earns against a target is what is known of it.
pub fn agrees(known: &str, start: &str, target: &str) -> bool {
    marks_of(start, target).chars().zip(known.chars()).all(|(mark, known)| match known {
        '?' => true,
        'N' => mark != 'G',
        known => mark == known,
    })
}

/// Every grid of a lattice whose words are all of the list, repeated or not.
pub fn every_fill(list: &[&str], rows: usize, columns: usize) -> Vec<String> {
    let mut grids = vec![vec![vec!['.'; columns]; rows]];
    for slot in slots(rows, columns) {
        let mut longer = Vec::new();
        for grid in &grids {
            for word in list.iter().filter(|word| word.len() == slot.len()) {
                let fits = |(&(row, column), letter): (&(usize, usize), char)| {
                    grid[row][column] == '.' || grid[row][column] == letter
                };
                if slot.iter().zip(word.chars()).all(fits) {
                    let mut grid: Vec<Vec<char>> = grid.clone();
                    slot.iter().zip(word.chars()).for_each(|(&(row, column), letter)| grid[row][column] = letter);
                    longer.push(grid);
                }
            }
        }
        grids = longer;
    }
    grids.iter().map(|grid| joined(grid)).collect()
}

/// The letters of a grid in their order.
pub fn letters(grid: &str) -> String {
    let mut letters: Vec<char> = grid.chars().filter(|cell| cell.is_alphabetic()).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// The grid with its tiles in an order by chance.
pub fn shuffled(grid: &str, chance: &mut Chance) -> String {
    let mut cells: Vec<char> = grid.chars().collect();
    let tiles: Vec<usize> = (0..cells.len()).filter(|&at| cells[at].is_alphabetic()).collect();
    for last in (1..tiles.len()).rev() {
        cells.swap(tiles[last], tiles[chance.below(last + 1)]);
    }
    cells.into_iter().collect()
}

/// The fewest swaps from a start to each arrangement of its tiles, found by trying every swap of every arrangement.
pub fn every_distance(start: &str) -> HashMap<String, usize> {
    let tiles: Vec<usize> = start.char_indices().filter(|(_, cell)| cell.is_alphabetic()).map(|(at, _)| at).collect();
    let mut distances = HashMap::from([(start.as_bytes().to_vec(), 0)]);
    let mut waiting = VecDeque::from([start.as_bytes().to_vec()]);
    while let Some(grid) = waiting.pop_front() {
        let next = distances[&grid] + 1;
        for (i, &one) in tiles.iter().enumerate() {
            for &other in tiles[i + 1..].iter().filter(|&&other| grid[other] != grid[one]) {
                let mut swapped = grid.clone();
                swapped.swap(one, other);
                if !distances.contains_key(&swapped) {
                    distances.insert(swapped.clone(), next);
                    waiting.push_back(swapped);
                }
            }
        }
    }
    distances.into_iter().map(|(grid, swaps)| (String::from_utf8(grid).unwrap(), swaps)).collect()
}
