//! What a player is told of each tile, by Wordle's two-pass rule.
//!
//! A word is marked by itself, in reading order: first every right letter is green; then every other letter is yellow
//! while copies of it that no green letter stands on remain in the answer, and grey after that. In a lattice a tile stands
//! in two words: it is green if its letter is right (both words say so), yellow if either says yellow.

use super::grid::Grid;
use super::layout::MAX_SIDE;

/// What is told of one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// In no word of this cell, as far as copies go.
    Grey,
    /// In a word of this cell, elsewhere.
    Yellow,
    /// Right here.
    Green,
}

/// What a solver knows of one tile of the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// That it earns this mark.
    Marked(Mark),
    /// That it is not right here, and nothing more.
    Wrong,
}

impl Known {
    /// Whether a tile that earns this mark is as it is known to be.
    #[must_use]
    pub fn allows(self, mark: Mark) -> bool {
        match self {
            Self::Nothing => true,
            Self::Marked(known) => mark == known,
            Self::Wrong => mark != Mark::Green,
        }
    }
}

/// The marks that a word earns against the answer, for words of any letters.
///
/// # Panics
/// Where the three lengths differ or are above 64: words here have at most 9 letters.
pub fn mark_word<L: Copy + Eq>(word: &[L], answer: &[L], marks: &mut [Mark]) {
    assert!(word.len() == answer.len() && word.len() == marks.len() && word.len() <= 64, "lengths differ");
    let mut taken = 0u64;
    for (i, mark) in marks.iter_mut().enumerate() {
        *mark = Mark::Grey;
        if word[i] == answer[i] {
            *mark = Mark::Green;
            taken |= 1 << i;
        }
    }
    for i in 0..word.len() {
        if marks[i] == Mark::Green {
            continue;
        }
        if let Some(j) = (0..answer.len()).find(|&j| taken & (1 << j) == 0 && answer[j] == word[i]) {
            marks[i] = Mark::Yellow;
            taken |= 1 << j;
        }
    }
}

/// The marks of every cell of a grid, in reading order; `None` where there is no tile.
///
/// # Panics
/// Where the two layouts differ; a [`Board`](super::Board) never has such.
#[must_use]
pub fn mark_grid(grid: &Grid, target: &Grid) -> Vec<Option<Mark>> {
    assert_eq!(grid.layout(), target.layout(), "layouts differ");
    let mut marks = vec![None; grid.layout().cell_count()];
    for slot in grid.layout().slots() {
        let (mut word, mut answer, mut told) = (['\0'; MAX_SIDE], ['\0'; MAX_SIDE], [Mark::Grey; MAX_SIDE]);
        for (i, cell) in slot.cells().enumerate() {
            word[i] = grid.letter(cell);
            answer[i] = target.letter(cell);
        }
        mark_word(&word[..slot.len()], &answer[..slot.len()], &mut told[..slot.len()]);
        for (cell, told) in slot.cells().zip(told) {
            let mark = &mut marks[cell.index()];
            *mark = (*mark).max(Some(told));
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Kind, Layout};

    fn marks_of(word: &str, answer: &str) -> String {
        let (word, answer): (Vec<char>, Vec<char>) = (word.chars().collect(), answer.chars().collect());
        let mut marks = vec![Mark::Grey; word.len()];
        mark_word(&word, &answer, &mut marks);
        marks.into_iter().map(letter_of).collect()
    }

    fn letter_of(mark: Mark) -> char {
        match mark {
            Mark::Green => 'G',
            Mark::Yellow => 'Y',
            Mark::Grey => '-',
        }
    }

    #[test]
    fn copies_are_spent_green_first_then_in_reading_order() {
        for (word, answer, marks) in [
            ("speed", "abide", "--Y-Y"),
            ("speed", "erase", "Y-YY-"),
            ("geese", "those", "---GG"),
            ("eerie", "there", "Y-Y-G"),
            ("allay", "llama", "YGYY-"),
            ("aa", "aa", "GG"),
            ("ab", "ba", "YY"),
        ] {
            assert_eq!(marks_of(word, answer), marks, "{word} against {answer}");
        }
    }

    /// The rule said another way: a letter's yellows are the copies that its greens leave, given to the first of its
    /// other tiles.
    #[test]
    fn marks_agree_with_counting_letter_by_letter() {
        let words: Vec<String> =
            (0..81u32).map(|n| (0..4).map(|i| char::from(b'a' + (n / 3u32.pow(i) % 3) as u8)).collect()).collect();
        for word in &words {
            for answer in &words {
                let (w, a): (Vec<char>, Vec<char>) = (word.chars().collect(), answer.chars().collect());
                let mut expected = ['-'; 4];
                for letter in ['a', 'b', 'c'] {
                    let greens = (0..4).filter(|&i| w[i] == letter && a[i] == letter).count();
                    let mut left = a.iter().filter(|&&l| l == letter).count() - greens;
                    for i in (0..4).filter(|&i| w[i] == letter) {
                        if a[i] == letter {
                            expected[i] = 'G';
                        } else if left > 0 {
                            expected[i] = 'Y';
                            left -= 1;
                        }
                    }
                }
                assert_eq!(marks_of(word, answer), expected.iter().collect::<String>(), "{word} against {answer}");
            }
        }
    }

    #[test]
    fn a_crossing_is_yellow_if_either_word_says_so() {
        let layout = Layout::new(Kind::Lattice, 3, 3).unwrap();
        let grid = |text: &str| Grid::new(layout, text.chars().collect()).unwrap();
        // The start's corner 'x' stands nowhere in the row "abc", but in the column "adx".
        let told = mark_grid(&grid("xbcd.eafh"), &grid("abcd.exfh"));
        let text: String = told.into_iter().map(|mark| mark.map_or('.', letter_of)).collect();
        assert_eq!(text, "YGGG.GYGG");
    }
}
