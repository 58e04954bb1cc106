//! What may be guessed, and what the answer may be.

use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

use crate::budget::{Budget, Spent};
use crate::lexicon::{Dictionary, Letter, WordList, Writing};

/// Words that are merged in the time of a node.
const WORDS_A_NODE: usize = 256;

/// Words that may be guessed, some of which may be the answer. Words are named by their places in the order of the alphabet:
/// the places of two words compare as the words do.
#[derive(Clone, Debug)]
pub struct Lists {
    length: usize,
    letters: Vec<Letter>,
    answers: Vec<u32>,
    /// Made when it is first asked for.
    digest: OnceLock<[u8; 32]>,
}

impl PartialEq for Lists {
    fn eq(&self, other: &Self) -> bool {
        (self.length, &self.letters, &self.answers) == (other.length, &other.letters, &other.answers)
    }
}

impl Eq for Lists {}

impl Lists {
    /// The words of this length of two dictionaries, those that may be the answer and those that may be guessed, in a writing
    /// that has the letters of both.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn of(
        (answers, guesses): (&Dictionary, &Dictionary),
        writing: &Writing,
        length: usize,
        budget: &Budget,
    ) -> Result<Self, Spent> {
        let words = answers.words(length).len() + guesses.words(length).len();
        budget.spend(1 + (words / WORDS_A_NODE) as u64)?;
        let (answers, guesses) = (answers.words_in(writing, length), guesses.words_in(writing, length));
        Ok(Self::new(WordList::new(&answers, length), WordList::new(&guesses, length)))
    }

    /// These words may be the answer, and they and those may be guessed. All are equally long, and of one alphabet.
    ///
    /// # Panics
    /// Where the two lists are of different lengths.
    #[must_use]
    pub fn new(answers: WordList<'_>, guesses: WordList<'_>) -> Self {
        assert_eq!(answers.length(), guesses.length(), "lengths differ");
        let mut lists = Self::none(answers.length());
        let (mut may_be, mut may_not) = (answers.iter().peekable(), guesses.iter().peekable());
        while let Some(next) = may_be.peek().into_iter().chain(may_not.peek()).min().copied() {
            may_not.next_if_eq(&next);
            if may_be.next_if_eq(&next).is_some() {
                lists.answers.push(lists.guess_count());
            }
            lists.letters.extend_from_slice(next);
        }
        lists
    }

    fn none(length: usize) -> Self {
        Self { length, letters: Vec::new(), answers: Vec::new(), digest: OnceLock::new() }
    }

    /// The same, with more words that may be guessed, and are no answers for that. All are as long as those here.
    #[must_use]
    pub fn with_guesses(&self, more: &[Vec<Letter>]) -> Self {
        let mut more: Vec<&[Letter]> =
            more.iter().map(Vec::as_slice).filter(|word| self.place(word).is_none()).collect();
        more.sort_unstable();
        more.dedup();
        let mut lists = Self::none(self.length);
        let (mut more, mut answers) = (more.into_iter().peekable(), self.answers.iter().peekable());
        for (place, word) in (0..).zip(self.words()) {
            while let Some(next) = more.next_if(|&next| next < word) {
                lists.letters.extend_from_slice(next);
            }
            if answers.next_if_eq(&&place).is_some() {
                lists.answers.push(lists.guess_count());
            }
            lists.letters.extend_from_slice(word);
        }
        more.for_each(|next| lists.letters.extend_from_slice(next));
        lists
    }

    /// Letters of each word.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many words may be guessed, the answers among them.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a list is in memory, and has far fewer words")]
    pub fn guess_count(&self) -> u32 {
        (self.letters.len() / self.length) as u32
    }

    /// The words that may be the answer, ascending.
    #[must_use]
    pub fn answers(&self) -> &[u32] {
        &self.answers
    }

    /// The letters of a word.
    ///
    /// # Panics
    /// Where there is no such word.
    #[must_use]
    pub fn word(&self, place: u32) -> &[Letter] {
        &self.letters[place as usize * self.length..][..self.length]
    }

    /// What tells the words that may be guessed from all others: the SHA-256 of their length and letters.
    #[must_use]
    pub fn digest(&self) -> &[u8; 32] {
        self.digest.get_or_init(|| {
            let letters: Vec<u8> = self.letters.iter().map(|letter| letter.0).collect();
            Sha256::new().chain_update(self.length.to_le_bytes()).chain_update(letters).finalize().into()
        })
    }

    /// The memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.letters) + size_of_val(&*self.answers)
    }

    /// All words in order.
    pub fn words(&self) -> impl Iterator<Item = &[Letter]> {
        self.letters.chunks_exact(self.length)
    }

    /// The place of a word, if it may be guessed.
    #[must_use]
    pub fn place(&self, word: &[Letter]) -> Option<u32> {
        let (mut low, mut high) = (0, self.guess_count());
        while low < high {
            let middle = low.midpoint(high);
            match self.word(middle).cmp(word) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Whether this word may be the answer.
    #[must_use]
    pub fn is_answer(&self, place: u32) -> bool {
        self.answers.binary_search(&place).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Lexicon;

    #[test]
    fn guesses_are_both_lists_in_order() {
        let lexicon = Lexicon::embedded().unwrap();
        let language = lexicon.language("en", 1).unwrap();
        let own =
            |words: &[&str]| language.writing().dictionary("own", "a test", words.iter().copied().enumerate()).unwrap();
        let (answers, guesses) = (own(&["cab", "bad", "ace"]), own(&["dab", "bad", "abc"]));
        let lists = Lists::new(answers.words(3), guesses.words(3));
        let text =
            |word: &[Letter]| -> String { word.iter().map(|letter| language.alphabet().char(*letter)).collect() };
        assert_eq!(lists.words().map(text).collect::<Vec<_>>(), ["abc", "ace", "bad", "cab", "dab"]);
        assert_eq!((lists.length(), lists.guess_count(), lists.answers()), (3, 5, &[1, 2, 3][..]));
        for (place, word) in (0..).zip(lists.words()) {
            assert_eq!((lists.place(word), lists.word(place)), (Some(place), word));
        }
        assert_eq!(lists.place(&language.writing().fold_word("dad").unwrap()), None);
        assert_eq!([0, 1, 2, 3, 4].map(|place| lists.is_answer(place)), [false, true, true, true, false]);

        let more = ["ddd", "aaa", "dab", "bbb", "ace", "aaa"].map(|word| language.writing().fold_word(word).unwrap());
        let lists = lists.with_guesses(&more);
        let all = ["aaa", "abc", "ace", "bad", "bbb", "cab", "dab", "ddd"];
        assert_eq!(lists.words().map(text).collect::<Vec<_>>(), all);
        assert_eq!(lists.answers(), [2, 3, 5]);
    }
}
