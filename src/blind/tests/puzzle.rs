//! Small boards, and games of chance on them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::blind::{Feedback, Move, Record, Terms};
use crate::puzzle::marks::Known;
use crate::puzzle::{Cell, Grid, Kind, Layout, Mark, Swap};
use crate::testing::{Random, dictionary};

/// A board in characters.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    /// The letters of the language, in its order.
    pub(crate) alphabet: String,
    /// In any order, of any length, repeated or not.
    pub(crate) words: Vec<String>,
    pub(crate) rows: usize,
    pub(crate) start: Vec<char>,
    /// A rearrangement of the start; where nothing can be known of a board, of no words.
    pub(crate) target: Vec<char>,
}

impl Puzzle {
    /// The puzzle of these rows, from the top, and these words, all separated by spaces.
    pub(crate) fn new(start: &str, target: &str, words: &str) -> Self {
        let letters = |rows: &str| rows.split_whitespace().flat_map(str::chars).collect();
        Self {
            alphabet: "abcdefghijklmnopqrstuvwxyz".to_owned(),
            words: words.split_whitespace().map(str::to_owned).collect(),
            rows: start.split_whitespace().count(),
            start: letters(start),
            target: letters(target),
        }
    }

    /// A board whose words are made of few letters, many of them anagrams of each other; once in a while all of them, and
    /// once in a while the target is no words.
    pub(crate) fn random(random: &mut Random, rows: usize, columns: usize) -> Self {
        let mut alphabet: Vec<char> = ('a'..='j').collect();
        random.shuffle(&mut alphabet);
        let kinds = 2 + random.below(7);
        let all_are_anagrams = random.below(4) == 0;
        let most = rows + random.below(22);
        let mut words: Vec<String> = Vec::new();
        // Where the letters do not give words enough, one more letter is allowed after each try.
        for attempt in 0.. {
            let letters = &alphabet[..(kinds + attempt / 50).min(alphabet.len())];
            let mut word: Vec<char> = (0..columns).map(|_| letters[random.below(letters.len())]).collect();
            if attempt == 0 && all_are_anagrams && random.below(2) == 0 {
                word = alphabet[..columns].to_vec();
            }
            if attempt % 50 > 0 && (all_are_anagrams || random.below(2) == 0) && !words.is_empty() {
                word = words[random.below(words.len())].chars().collect();
                random.shuffle(&mut word);
            }
            words.push(word.into_iter().collect());
            let distinct = words.iter().collect::<BTreeSet<_>>().len();
            if distinct >= most || distinct >= rows && attempt > 100 {
                break;
            }
        }
        let mut distinct: Vec<String> = words.iter().collect::<BTreeSet<_>>().into_iter().cloned().collect();
        random.shuffle(&mut distinct);
        let mut target: Vec<char> = distinct[..rows].concat().chars().collect();
        let mut start = target.clone();
        random.shuffle(&mut start);
        if random.below(8) == 0 {
            random.shuffle(&mut target);
        }
        // Words that no row can be, since they are longer or shorter.
        words.push(words[0].clone() + &words[0][..1]);
        words.push(words[0][1..].to_owned());
        random.shuffle(&mut words);
        Self { alphabet: alphabet.into_iter().collect(), words, rows, start, target }
    }

    pub(crate) fn columns(&self) -> usize {
        self.start.len() / self.rows
    }

    /// The grid of these letters.
    pub(crate) fn grid(&self, letters: &[char]) -> Grid {
        Grid::new(Layout::new(Kind::Rows, self.rows, self.columns()).unwrap(), letters.to_vec()).unwrap()
    }

    pub(crate) fn terms(&self, feedback: Feedback) -> Arc<Terms> {
        let dictionary = dictionary(&self.alphabet, &self.words);
        Arc::new(Terms::new(self.grid(&self.start), dictionary, feedback).unwrap())
    }

    /// A game at its start.
    pub(crate) fn record(&self, feedback: Feedback) -> Record {
        let told = feedback.told(&self.grid(&self.start), &self.grid(&self.target), None);
        Record::new(self.terms(feedback), told)
    }

    /// Makes a swap, and tells what it tells.
    pub(crate) fn play(&self, record: &mut Record, swap: Swap) {
        let mut grid = record.grid().clone();
        grid.swap(swap);
        let told = record.terms().feedback().told(&grid, &self.grid(&self.target), Some(swap));
        record.push(Move { swap, told });
    }

    pub(crate) fn is_solved(&self, record: &Record) -> bool {
        record.grid().cells() == self.target
    }
}

/// Any two cells, of equal letters too.
pub(crate) fn any_swap(random: &mut Random, cells: usize) -> Swap {
    let cell = |at: usize| Cell(u8::try_from(at).unwrap());
    let first = random.below(cells);
    Swap::new(cell(first), cell((first + 1 + random.below(cells - 1)) % cells)).unwrap()
}

/// All swaps of so many cells.
pub(crate) fn all_swaps(cells: usize) -> Vec<Swap> {
    let cell = |at: usize| Cell(u8::try_from(at).unwrap());
    (0..cells).flat_map(|a| (a + 1..cells).map(move |b| Swap::new(cell(a), cell(b)).unwrap())).collect()
}

/// A number of things.
pub(crate) fn number(count: usize) -> f64 {
    u32::try_from(count).unwrap().into()
}

/// What is told as text: of each tile 'G' (right), 'N' (wrong), 'Y', '-' (grey) or '?' (nothing).
pub(crate) fn text_of(told: &[Known]) -> String {
    let letter = |known: &Known| match known {
        Known::Nothing => '?',
        Known::Wrong => 'N',
        Known::Marked(Mark::Green) => 'G',
        Known::Marked(Mark::Yellow) => 'Y',
        Known::Marked(Mark::Grey) => '-',
    };
    told.iter().map(letter).collect()
}

/// The same back.
pub(crate) fn told_of(text: &str) -> Vec<Known> {
    let known = |letter| match letter {
        '?' => Known::Nothing,
        'N' => Known::Wrong,
        'G' => Known::Marked(Mark::Green),
        'Y' => Known::Marked(Mark::Yellow),
        '-' => Known::Marked(Mark::Grey),
        other => panic!("{other} is no mark"),
    };
    text.chars().map(known).collect()
}

/// Tells of one tile something else than what is so, though nothing that this feedback never says.
pub(crate) fn lie(random: &mut Random, feedback: Feedback, told: &mut [Known]) {
    let places: Vec<usize> = (0..told.len()).filter(|&at| told[at] != Known::Nothing).collect();
    let said: &[Known] = match feedback {
        Feedback::RowColours => &[Mark::Grey, Mark::Yellow, Mark::Green].map(Known::Marked),
        _ => &[Known::Wrong, Known::Marked(Mark::Green)],
    };
    let place = &mut told[places[random.below(places.len())]];
    let others: Vec<Known> = said.iter().copied().filter(|other| other != place).collect();
    *place = others[random.below(others.len())];
}
