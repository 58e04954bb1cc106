//! Word lists of any size, and boards of the English lists.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright::budget::Budget;
use tilewright::generate::{BoardSpec, Difficulty, GeneratedBoard, Generator, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Dictionary, Language, Lexicon};
use tilewright::puzzle::{Kind, Layout};

use crate::serving::Any;
use crate::support::Random;

/// Letters of each word.
pub(super) const LETTERS: usize = 5;
/// Sizes of lists. There are 14,855 English words of five letters; what is beyond them is made up.
pub(super) const SIZES: [usize; 7] = [100, 300, 1_000, 3_000, 10_000, 25_000, 50_000];

/// The lists that came with the program.
pub(super) struct English {
    language: Arc<Language>,
    pub(super) answers: Arc<Dictionary>,
    pub(super) allowed: Arc<Dictionary>,
}

impl English {
    pub(super) fn read() -> Result<Self, Any> {
        let lexicon = Lexicon::embedded()?;
        let language = Arc::clone(lexicon.language("en", 1)?);
        let (answers, allowed) = (Arc::clone(language.dictionary(ANSWERS)?), Arc::clone(language.dictionary(ALLOWED)?));
        Ok(Self { language, answers, allowed })
    }

    /// What makes a board of answer words: its seed is left empty.
    pub(super) fn spec(&self, kind: Kind, sides: usize) -> Result<BoardSpec, Any> {
        let layout = Layout::new(kind, sides, sides)?;
        Ok(BoardSpec {
            edition: 1,
            language: "en".to_owned(),
            dictionary: Arc::clone(&self.answers),
            allowed: Arc::clone(&self.allowed),
            seed: String::new(),
            layout,
            difficulty: Difficulty::default().usual(layout),
            target: None,
        })
    }

    /// The boards of so many seeds, 5x5 in rows.
    pub(super) fn boards(&self, count: usize) -> Result<Vec<GeneratedBoard>, Any> {
        let spec = self.spec(Kind::Rows, LETTERS)?;
        let generator = Generator::new(Salt::default());
        let board = |n| {
            let spec = BoardSpec { seed: format!("size/{n}"), ..spec.clone() };
            Ok(generator.board(&spec, &Budget::unlimited())?)
        };
        (0..count).map(board).collect()
    }

    /// A list of so many words: any of `allowed`, and when these are used up words each of whose letters some word of `allowed`
    /// has in that place. The words of smaller lists are among those of larger ones.
    pub(super) fn list(&self, size: usize) -> Result<Arc<Dictionary>, Any> {
        let alphabet = self.allowed.alphabet();
        let mut words: Vec<String> = self.allowed.words(LETTERS).iter().map(|word| alphabet.text(word)).collect();
        let mut random = Random(3);
        for last in (1..words.len()).rev() {
            words.swap(last, random.below(last + 1));
        }
        let real = words.len();
        let mut known: BTreeSet<String> = words.iter().cloned().collect();
        while words.len() < size {
            let made: String = (0..LETTERS).filter_map(|at| words[random.below(real)].chars().nth(at)).collect();
            if known.insert(made.clone()) {
                words.push(made);
            }
        }
        let words = words.iter().take(size).map(String::as_str).enumerate();
        Ok(Arc::new(
            self.language.writing().dictionary("sized", "the report", words).map_err(|error| format!("{error:?}"))?,
        ))
    }
}
