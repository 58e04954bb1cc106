//! Branch and bound over rows and words: all fills of so many swaps.
//!
//! A *level* asks for the fills that take at most so many swaps, which is for the targets that [score](super::scores) enough.
//! A node has some rows settled and a [list](super::list) of words for the others. It ends where its bound is too low; else
//! every placing that loses more than the bound has to spare is dropped, and one of the rest is settled: in the row that has
//! the fewest, or with the letter left that has the fewest, whichever they are. The last two rows are looked up: what the one
//! leaves must be an anagram. Every fill is met once: rows are disjoint choices, and what was tried of a letter is removed.
//!
//! Good fills are first met along placings that lose little, so [`Search::dive`] looks at a few of each node only.

use super::candidates::{Candidates, Word};
use super::list::{Choices, List, Placing};
use super::prices::Prices;
use super::ranking::Ranking;
use super::scores::{POINT, Scorer};
use super::settled::Settled;
use crate::budget::{Budget, Spent};
use crate::fill::task::MAX_ROWS;
use crate::swaps::Counter;

/// Steps of the prices before the first level.
const STEPS_FIRST: u32 = 90;
/// Steps between two looks at all words. Those between look at the best words only.
const STEPS_ASIDE: u32 = 8;
/// What the best words lose at most.
const BEST_LOSE: i32 = 3 * POINT;
/// By how much the first step would lower the bound, and by how much the last.
const FIRST_GAP: i32 = 10 * POINT;
const LAST_GAP: i32 = POINT / 2;
/// Steps after the first row is settled: later ones do not pay.
const STEPS_AT_FIRST_ROW: u32 = 9;
/// Lists that are not worth a step.
const SHORT: usize = 8;
/// Lists that are sorted, so that a node need not look at all of its parent's.
const WORTH_SORTING: usize = 64;
/// Lists for two rows that are not worth their scores.
const SHORT_FOR_TWO: usize = 64;

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The budget was spent.
    Spent(Spent),
    /// Enough fills were counted.
    Enough,
}

impl From<Spent> for Stop {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// Fills that take just so many swaps, all of them.
    Level { swaps: u32, found: u64, enough: u64 },
    /// Better fills than are known, along so many placings of each node.
    Dive { width: usize },
}

/// By depth, which placing a search was trying.
pub(super) type Path = [usize; MAX_ROWS];

/// What a level asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Swaps that a fill takes.
    pub(super) swaps: u32,
    /// So many fills end the search.
    pub(super) enough: u64,
    /// Where it was put aside, if it was begun before.
    pub(super) path: Option<Path>,
}

/// The memory of a search.
pub(super) struct Search {
    candidates: Candidates,
    settled: Settled,
    scorer: Scorer,
    counter: Counter,
    /// By depth: the words, the prices, and the placings to try.
    lists: Vec<List>,
    prices: Vec<Prices>,
    placings: Vec<Vec<Placing>>,
    aim: Aim,
    /// What a target must score.
    need: i32,
    /// By depth, which of its placings is being tried.
    path: Path,
    /// The path is that of a search that was put aside, and is being followed to where it was.
    resuming: bool,
}

impl Search {
    pub(super) fn new(candidates: Candidates) -> Self {
        let tiles = candidates.tiles();
        let depths = 0..tiles.rows();
        Self {
            settled: Settled::none(tiles),
            scorer: Scorer::new(),
            counter: Counter::new(),
            lists: depths.clone().map(|_| List::default()).collect(),
            prices: depths.clone().map(|_| Prices::even(tiles)).collect(),
            placings: depths.map(|_| Vec::new()).collect(),
            candidates,
            aim: Aim::Dive { width: 0 },
            need: 0,
            path: [0; MAX_ROWS],
            resuming: false,
        }
    }

    /// The candidates, in the search's order.
    pub(super) fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Tiles of the grid.
    fn tiles(&self) -> i32 {
        i32::try_from(self.candidates.tiles().count()).unwrap_or(i32::MAX)
    }

    /// What a target scores at least that takes so many swaps.
    fn need(&self, swaps: u32) -> i32 {
        (4 * self.tiles() - 6 * i32::try_from(swaps).unwrap_or(i32::MAX / 8)) * POINT
    }

    /// Finds prices at the root, and from them the fewest swaps that any fill could take. To be called once, first.
    pub(super) fn price(&mut self, budget: &Budget) -> Result<u32, Spent> {
        let mut all = std::mem::take(&mut self.lists[0]);
        all.fill(&self.candidates);
        let mut prices = self.prices[0].clone();
        let mut bound = i32::MAX;
        let mut some = List::default();
        let mut gap = FIRST_GAP * 1024;
        for step in 0..=STEPS_FIRST {
            if step % STEPS_ASIDE == 0 || step == STEPS_FIRST {
                budget.spend(work(all.len()))?;
                self.score(&mut all, &prices);
                if all.bound() < bound {
                    bound = all.bound();
                    self.prices[0].copy(&prices);
                }
                some.fill_with_best(&all, BEST_LOSE, &self.settled);
            }
            budget.spend(work(some.len()))?;
            self.step(&some, &mut prices, gap / 1024);
            self.score(&mut some, &prices);
            // From the first gap to the last in as many steps: 20 to the power of 1/90 is 1.034.
            gap = (gap - gap * 34 / 1024).max(LAST_GAP * 1024);
        }
        std::mem::swap(&mut prices, &mut self.prices[0]);
        self.score(&mut all, &prices);
        std::mem::swap(&mut prices, &mut self.prices[0]);
        all.sort(&self.settled);
        self.candidates.reorder(all.words());
        self.lists[0] = all;
        let missing = (4 * self.tiles() * POINT - bound).max(0);
        Ok(missing.unsigned_abs().div_ceil(6 * POINT.unsigned_abs()))
    }

    /// Ranks all fills that take just so many swaps, and says how many there are. Fills that are met and take more are ranked
    /// too. A level that was put aside, its path kept, goes on where it was and counts what it finds from there.
    pub(super) fn level(&mut self, level: Level, ranking: &mut Ranking, budget: &Budget) -> (u64, Result<(), Stop>) {
        let Level { swaps, enough, path } = level;
        self.aim = Aim::Level { swaps, found: 0, enough };
        self.need = self.need(swaps);
        self.resuming = path.is_some();
        self.path = path.unwrap_or_default();
        let ended = self.root(ranking, budget);
        let Aim::Level { found, .. } = self.aim else { return (0, ended) };
        (found, ended)
    }

    /// Where a level was when it was put aside.
    pub(super) fn path(&self) -> Path {
        self.path
    }

    /// Looks for better fills than are known.
    pub(super) fn dive(&mut self, width: usize, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        self.aim = Aim::Dive { width };
        self.aim_below(ranking);
        (self.resuming, self.path) = (false, Path::default());
        self.root(ranking, budget)
    }

    /// Asks for fewer swaps than any fill is known to take.
    fn aim_below(&mut self, ranking: &Ranking) {
        let most = self.tiles().unsigned_abs();
        self.need = self.need(ranking.fewest().unwrap_or(most).saturating_sub(1));
    }

    fn root(&mut self, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        self.lists[0].fill(&self.candidates);
        self.node(0, 0, ranking, budget)
    }

    fn score(&mut self, list: &mut List, prices: &Prices) {
        list.score(&self.candidates, &self.settled, prices, &mut self.scorer);
    }

    fn step(&self, list: &List, prices: &mut Prices, gap: i32) {
        let chosen = list.chosen(&self.settled);
        prices.step(gap, list.left, &chosen, &self.candidates, &self.settled);
    }

    /// Looks at the node whose list is at this depth, with the prices of that depth.
    fn node(&mut self, depth: usize, from: usize, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        let mut list = std::mem::take(&mut self.lists[depth]);
        let mut placings = std::mem::take(&mut self.placings[depth]);
        let ended = self.visit(depth, from, &mut list, &mut placings, ranking, budget);
        self.lists[depth] = list;
        self.placings[depth] = placings;
        ended
    }

    fn visit(
        &mut self,
        depth: usize,
        from: usize,
        list: &mut List,
        placings: &mut Vec<Placing>,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<(), Stop> {
        budget.spend(work(list.len()))?;
        let rows = self.settled.open_rows().count();
        if rows == 1 {
            return self.all_or_none(|search| search.last_row(list, ranking, budget));
        }
        if rows == 2 && list.len() < SHORT_FOR_TWO {
            let choices = list.choices(&self.candidates);
            return self.all_or_none(|search| search.last_two_rows(list, &choices, ranking, budget));
        }
        let Some(from) = self.narrow(depth, from, list) else { return Ok(()) };
        let choices = list.choices(&self.candidates);
        if rows == 2 {
            return self.all_or_none(|search| search.last_two_rows(list, &choices, ranking, budget));
        }
        if list.len() >= WORTH_SORTING {
            list.sort(&self.settled);
        }
        let Some(letter) = self.choose(list, &choices, placings) else { return Ok(()) };
        if let Aim::Dive { width } = self.aim {
            placings.truncate(width);
        }
        let slack = list.bound() - self.need;
        let first = self.path[depth];
        if letter {
            placings.iter().take(first).for_each(|&placing| list.remove(placing));
        }
        for (at, &placing) in placings.iter().enumerate().skip(first) {
            let Placing { word, row, loss, .. } = placing;
            if !self.resuming {
                self.path[depth] = at;
                self.path[depth + 1..].fill(0);
            }
            let Some(left) = self.candidates.tiles().less(list.left, self.candidates.counts(word)) else { continue };
            let slack = slack - loss;
            let count = list.losing_at_most(slack);
            budget.spend(work(count))?;
            self.settled.settle(row, word, &self.candidates);
            let mut rest = std::mem::take(&mut self.lists[depth + 1]);
            rest.fill_after((list, count), (word, left), slack, &self.candidates, &self.settled);
            self.lists[depth + 1] = rest;
            let ended = self.node(depth + 1, from, ranking, budget);
            self.settled.open_again(row, &self.candidates);
            ended?;
            self.resuming = false;
            if letter {
                list.remove(placing);
            }
        }
        Ok(())
    }

    /// Does this. What is counted before the budget is spent will be counted again when the search goes on.
    fn all_or_none(&mut self, search: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let aim = self.aim;
        let ended = search(self);
        if matches!(ended, Err(Stop::Spent(_))) {
            self.aim = aim;
        }
        ended
    }

    /// Finds the bound and drops what it excludes. `None` where that is all; else the depth whose prices are now the node's.
    fn narrow(&mut self, depth: usize, from: usize, list: &mut List) -> Option<usize> {
        if list.len() == 0 {
            return None;
        }
        let mut prices = self.lend(from);
        self.score(list, &prices);
        self.prices[from] = prices;
        if list.bound() < self.need {
            return None;
        }
        list.drop_losing_more(list.bound() - self.need, &self.settled);
        if depth != 1 || list.len() < SHORT {
            return Some(from);
        }
        prices = self.lend(depth);
        prices.copy(&self.prices[from]);
        for _ in 0..STEPS_AT_FIRST_ROW {
            self.step(list, &mut prices, list.bound() - self.need + 1);
            self.score(list, &prices);
            if list.bound() < self.need {
                break;
            }
            list.drop_losing_more(list.bound() - self.need, &self.settled);
            if list.len() < SHORT {
                break;
            }
        }
        self.prices[depth] = prices;
        (list.bound() >= self.need).then_some(depth)
    }

    /// The prices of a depth, to be given back.
    fn lend(&mut self, depth: usize) -> Prices {
        std::mem::replace(&mut self.prices[depth], Prices::none())
    }

    /// Finds the placings one of which every fill has, as few as there are: those in a row, or (true) those with a letter.
    fn choose(&self, list: &List, choices: &Choices, placings: &mut Vec<Placing>) -> Option<bool> {
        let row = self.settled.open_rows().min_by_key(|&row| choices.in_row[row])?;
        let is_left = |letter: &usize| self.candidates.tiles().times(list.left, *letter) > 0;
        let letter =
            (0..self.candidates.tiles().letters()).filter(is_left).min_by_key(|&letter| choices.with_letter[letter])?;
        let by_letter = choices.with_letter[letter] < choices.in_row[row];
        if by_letter {
            let has = |word| self.candidates.letters(word).iter().any(|&other| usize::from(other) == letter);
            list.placings(self.settled.open(), has, placings);
        } else {
            list.placings(1 << row, |_| true, placings);
        }
        Some(by_letter)
    }

    /// One row is open: its word has just the letters left.
    fn last_row(&mut self, list: &List, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        let Some(row) = self.settled.open_rows().next() else { return Ok(()) };
        let words: Vec<Word> = self.candidates.anagrams(list.left).filter(|&word| list.allows(word, row)).collect();
        for word in words {
            self.settled.lay(row, word, &self.candidates);
            self.meet(ranking, budget)?;
        }
        Ok(())
    }

    /// Two rows are open: what a word leaves must be an anagram of the other.
    fn last_two_rows(
        &mut self,
        list: &List,
        choices: &Choices,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut rows = self.settled.open_rows();
        let (Some(mut one), Some(mut other)) = (rows.next(), rows.next()) else { return Ok(()) };
        if choices.in_row[other] < choices.in_row[one] {
            std::mem::swap(&mut one, &mut other);
        }
        for (at, &word) in list.words().iter().enumerate() {
            let Some(left) = self.candidates.tiles().less(list.left, self.candidates.counts(word)) else { continue };
            let Some(mut rest) = self.candidates.first_anagram(left) else { continue };
            if !list.allows_at(at, one) {
                continue;
            }
            loop {
                if rest != word && list.allows(rest, other) {
                    self.settled.lay(one, word, &self.candidates);
                    self.settled.lay(other, rest, &self.candidates);
                    self.meet(ranking, budget)?;
                }
                let Some(next) = self.candidates.next_anagram(rest) else { break };
                rest = next;
            }
        }
        Ok(())
    }

    /// Ranks the fill that is laid out, and counts it if it is one of those looked for.
    fn meet(&mut self, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        budget.spend(1)?;
        let count = self.counter.count(self.candidates.tiles().start(), self.settled.target(), budget);
        if !count.is_proven() {
            return Err(budget.spend(1).err().unwrap_or(Spent::Nodes).into());
        }
        ranking.add(count.min_swaps, self.candidates.tiles().characters(self.settled.target()));
        match &mut self.aim {
            Aim::Level { swaps, found, enough } => {
                *found += u64::from(count.min_swaps == *swaps);
                if found >= enough {
                    return Err(Stop::Enough);
                }
            }
            Aim::Dive { .. } => self.aim_below(ranking),
        }
        Ok(())
    }
}

/// Nodes to spend on looking at so many words: a node is some microseconds.
fn work(words: usize) -> u64 {
    1 + words as u64 / 256
}
