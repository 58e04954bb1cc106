//! The words that a node of the search still looks at.

use super::prices::Prices;
use super::scores::{Scorer, Scores, lowered, rows_at_least};
use super::settled::Settled;
use crate::fill::sets::Counts;
use crate::fill::sets::{Candidates, Rows, Word};
use crate::fill::task::{MAX_ROWS, MAX_TILES};

/// The words that fit what is left of the tiles, with the open rows that each may lie in, and what it scores there.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) left: Counts,
    words: Vec<Word>,
    rows: Vec<Rows>,
    /// As of the last [`List::score`].
    scores: Vec<Scores>,
    best: Scores,
    bound: i32,
    /// What each word loses in the row where it loses least, ascending, if the list is sorted.
    losses: Vec<i32>,
}

/// A word in a row: one way to settle the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placing {
    pub(super) word: Word,
    pub(super) row: usize,
    /// The word's place in the list.
    at: usize,
    /// How much less it scores than the best in its row.
    pub(super) loss: i32,
}

/// How many placings there are.
#[derive(Debug)]
pub(super) struct Choices {
    pub(super) in_row: [u32; MAX_ROWS],
    pub(super) with_letter: [u32; MAX_TILES],
}

impl List {
    /// All candidates, wherever they may lie.
    pub(super) fn fill(&mut self, candidates: &Candidates) {
        self.left = candidates.tiles().all();
        self.losses.clear();
        self.words.clear();
        self.words.extend(candidates.words());
        self.rows.clear();
        self.rows.extend(candidates.words().map(|word| candidates.rows(word)));
        self.scores.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// No target that these words lead to scores more.
    pub(super) fn bound(&self) -> i32 {
        self.bound
    }

    /// Scores all words, and finds the bound.
    pub(super) fn score(&mut self, candidates: &Candidates, settled: &Settled, prices: &Prices, scorer: &mut Scorer) {
        scorer.prepare(candidates.tiles(), self.left, settled, prices);
        let mut best = Scores::splat(i16::MIN);
        let score = |(&word, &rows): (&Word, &Rows)| {
            let each = scorer.score(candidates.letters(word), rows);
            best = best.max(each);
            each
        };
        self.scores.clear();
        self.scores.extend(self.words.iter().zip(&self.rows).map(score));
        self.best = best;
        let best = best.to_array();
        let rows: i32 = settled.open_rows().map(|row| i32::from(best[row])).sum();
        self.bound = settled.score() + prices.worth(candidates.tiles(), self.left) + rows;
    }

    /// The best word of each open row.
    pub(super) fn chosen(&self, settled: &Settled) -> [Word; MAX_ROWS] {
        let best = self.best.to_array();
        let mut chosen = [0; MAX_ROWS];
        for row in settled.open_rows() {
            let at = self.scores.iter().position(|scores| scores.as_array()[row] == best[row]);
            chosen[row] = at.map_or(0, |at| self.words[at]);
        }
        chosen
    }

    /// Drops the placings that lose more than this.
    pub(super) fn drop_losing_more(&mut self, than: i32, settled: &Settled) {
        self.losses.clear();
        let least = lowered(self.best, settled.open(), than);
        let mut kept = 0;
        for at in 0..self.words.len() {
            let scores = self.scores[at];
            let rows = rows_at_least(scores, least);
            self.words[kept] = self.words[at];
            self.rows[kept] = rows;
            self.scores[kept] = scores;
            kept += usize::from(rows != 0);
        }
        self.words.truncate(kept);
        self.rows.truncate(kept);
        self.scores.truncate(kept);
    }

    /// The words of another list that lose no more than this in any row.
    pub(super) fn fill_with_best(&mut self, other: &Self, than: i32, settled: &Settled) {
        let least = lowered(other.best, settled.open(), than);
        self.left = other.left;
        self.losses.clear();
        self.words.clear();
        self.rows.clear();
        self.scores.clear();
        for ((&word, &rows), &scores) in other.words.iter().zip(&other.rows).zip(&other.scores) {
            if rows_at_least(scores, least) != 0 {
                self.words.push(word);
                self.rows.push(rows);
                self.scores.push(scores);
            }
        }
        self.best = other.best;
    }

    /// Puts the words that lose least first.
    pub(super) fn sort(&mut self, settled: &Settled) {
        let best = self.best.to_array();
        let least = |scores: &Scores| {
            let scores = scores.to_array();
            settled.open_rows().map(|row| i32::from(best[row]) - i32::from(scores[row])).min().unwrap_or(i32::MAX)
        };
        let mut order: Vec<(i32, usize)> = self.scores.iter().map(least).zip(0..).collect();
        order.sort_unstable();
        self.words = order.iter().map(|&(_, at)| self.words[at]).collect();
        self.rows = order.iter().map(|&(_, at)| self.rows[at]).collect();
        self.scores = order.iter().map(|&(_, at)| self.scores[at]).collect();
        self.losses = order.into_iter().map(|(loss, _)| loss).collect();
    }

    /// How many words come before all that lose more than this: few, if the list is sorted.
    pub(super) fn losing_at_most(&self, loss: i32) -> usize {
        if self.losses.is_empty() { self.len() } else { self.losses.partition_point(|&least| least <= loss) }
    }

    /// The first so many words of the list that a placing was settled of, those that fit what it leaves and lose no more than
    /// this in a row that is open now.
    pub(super) fn fill_after(
        &mut self,
        from: (&Self, usize),
        placed: (Word, Counts),
        than: i32,
        candidates: &Candidates,
        settled: &Settled,
    ) {
        let ((from, count), (placed, left)) = (from, placed);
        let least = lowered(from.best, settled.open(), than);
        self.left = left;
        self.scores.clear();
        self.losses.clear();
        self.words.resize(count, 0);
        self.rows.resize(count, 0);
        let mut kept = 0;
        // Without branches, for what they would hang on is chance.
        for ((&word, &rows), &scores) in from.words.iter().zip(&from.rows).zip(&from.scores).take(count) {
            let rows = rows & rows_at_least(scores, least);
            let fits = candidates.tiles().less(left, candidates.counts(word)).is_some();
            self.words[kept] = word;
            self.rows[kept] = rows;
            kept += usize::from(rows != 0) & usize::from(word != placed) & usize::from(fits);
        }
        self.words.truncate(kept);
        self.rows.truncate(kept);
    }

    /// Counts the placings.
    pub(super) fn choices(&self, candidates: &Candidates) -> Choices {
        let mut choices = Choices { in_row: [0; MAX_ROWS], with_letter: [0; MAX_TILES] };
        let mut words_in = [0; 1 << MAX_ROWS];
        for (&word, &rows) in self.words.iter().zip(&self.rows) {
            words_in[usize::from(rows) % (1 << MAX_ROWS)] += 1;
            for &letter in candidates.letters(word) {
                choices.with_letter[usize::from(letter)] += rows.count_ones();
            }
        }
        for (rows, words) in words_in.into_iter().enumerate() {
            for (row, choices) in choices.in_row.iter_mut().enumerate() {
                *choices += if rows >> row & 1 == 1 { words } else { 0 };
            }
        }
        choices
    }

    /// The words, and where each may lie.
    pub(super) fn places(&self) -> impl Iterator<Item = (Word, Rows)> {
        self.words.iter().copied().zip(self.rows.iter().copied())
    }

    /// The placings in these rows of words that this is true of, those that lose least first.
    pub(super) fn placings(&self, rows: Rows, mut of: impl FnMut(Word) -> bool, into: &mut Vec<Placing>) {
        let best = self.best.to_array();
        into.clear();
        for (at, &word) in self.words.iter().enumerate() {
            let rows = self.rows[at] & rows;
            if rows != 0 && of(word) {
                let scores = self.scores[at].to_array();
                let in_row = (0..MAX_ROWS).filter(|row| rows >> row & 1 == 1);
                into.extend(in_row.map(|row| Placing {
                    word,
                    row,
                    at,
                    loss: i32::from(best[row]) - i32::from(scores[row]),
                }));
            }
        }
        into.sort_unstable_by_key(|placing| (placing.loss, placing.row, placing.at));
    }

    /// Takes a placing out.
    pub(super) fn remove(&mut self, placing: Placing) {
        self.rows[placing.at] &= !(1 << placing.row);
    }
}
