//! Branch and bound over rows and words: all fills of so many swaps.
//!
//! A *level* counts the fills that take just so many swaps, and ranks any other that it meets. It looks at every target that
//! [scores](super::scores) as much as one of so many swaps or fewer.
//!
//! A node has some rows settled and a [list](super::list) of words for the others. It ends where its bound is too low; else
//! every placing that loses more than the bound has to spare is dropped, and one of the rest is settled: in the row that has
//! the fewest, or with the letter left that has the fewest, whichever they are. The last two rows are looked up: what the one
//! leaves must be an anagram. Every fill is met once: rows are disjoint choices, and what was tried of a letter is removed.
//!
//! Good fills are first met along placings that lose little, so [`Search::dive`] looks at a few of each node only.

use super::list::{Choices, List, Placing};
use super::prices::Prices;
use super::root::Root;
use super::scores::{POINT, Scorer};
use super::settled::Settled;
use crate::budget::{Budget, Spent};
use crate::fill::ranking::{Ranking, Stop};
use crate::fill::sets::{Candidates, Rows};
use crate::fill::task::MAX_ROWS;
use crate::swaps::Counter;

/// Steps after the first row is settled: later ones do not pay.
const STEPS_AT_FIRST_ROW: u32 = 9;
/// Lists that are not worth a step.
const SHORT: usize = 8;
/// Lists that are sorted, so that a node need not look at all of its parent's.
const WORTH_SORTING: usize = 64;
/// Lists that take so long that the budget is looked at after each pass over them.
const LONG: usize = 2_048;
/// Anagrams that are looked at for a node.
const ANAGRAMS_A_NODE: u32 = 256;
/// Lists for two rows that are not worth their scores.
const SHORT_FOR_TWO: usize = 64;

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
    /// Fills that take just so many swaps are counted.
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
    /// By word, where it may lie, while the last two rows are paired up; else nothing.
    allowed: Vec<Rows>,
    aim: Aim,
    /// What a target must score.
    need: i32,
    /// By depth, which of its placings is being tried.
    path: Path,
    /// The path is that of a search that was put aside, and is being followed to where it was.
    resuming: bool,
}

impl Search {
    /// A search from this root.
    pub(super) fn new(root: Root) -> Self {
        let Root { candidates, prices, .. } = root;
        let tiles = candidates.tiles();
        let depths = 0..tiles.rows();
        Self {
            settled: Settled::none(tiles),
            scorer: Scorer::new(),
            counter: Counter::new(),
            lists: depths.clone().map(|_| List::default()).collect(),
            prices: depths.clone().map(|_| prices.clone()).collect(),
            placings: depths.map(|_| Vec::new()).collect(),
            allowed: vec![0; candidates.len()],
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

    /// How many tiles there are.
    fn tile_count(&self) -> i32 {
        i32::try_from(self.candidates.tiles().count()).unwrap_or(i32::MAX)
    }

    /// What a target scores at least that takes so many swaps.
    fn points_of(&self, swaps: u32) -> i32 {
        (4 * self.tile_count() - 6 * i32::try_from(swaps).unwrap_or(i32::MAX / 8)) * POINT
    }

    /// Ranks all fills that take just so many swaps, and says how many there are. Fills that are met and take more are ranked
    /// too. A level that was put aside, its path kept, goes on where it was and counts what it finds from there.
    pub(super) fn level(&mut self, level: Level, ranking: &mut Ranking, budget: &Budget) -> (u64, Result<(), Stop>) {
        let Level { swaps, enough, path } = level;
        self.aim = Aim::Level { swaps, found: 0, enough };
        self.need = self.points_of(swaps);
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
        let most = self.tile_count().unsigned_abs();
        self.need = self.points_of(ranking.fewest().unwrap_or(most).saturating_sub(1));
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
    fn node(&mut self, depth: usize, prices_at: usize, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        let mut list = std::mem::take(&mut self.lists[depth]);
        let mut placings = std::mem::take(&mut self.placings[depth]);
        let ended = self.visit(depth, prices_at, &mut list, &mut placings, ranking, budget);
        self.lists[depth] = list;
        self.placings[depth] = placings;
        ended
    }

    fn visit(
        &mut self,
        depth: usize,
        prices_at: usize,
        list: &mut List,
        placings: &mut Vec<Placing>,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<(), Stop> {
        budget.spend(work(list.len()))?;
        let rows = self.settled.open_rows().count();
        if rows == 1 {
            return self.all_or_none(|search| search.only_row(list, ranking, budget));
        }
        if rows == 2 && list.len() < SHORT_FOR_TWO {
            let choices = list.choices(&self.candidates);
            return self.all_or_none(|search| search.last_two_rows(list, &choices, ranking, budget));
        }
        let Some(prices_at) = self.narrow(depth, prices_at, list, budget)? else { return Ok(()) };
        let choices = list.choices(&self.candidates);
        if rows == 2 {
            return self.all_or_none(|search| search.last_two_rows(list, &choices, ranking, budget));
        }
        if list.len() >= LONG {
            budget.look()?;
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
            let left = self.candidates.tiles().less(list.left, self.candidates.counts(word));
            debug_assert!(left.is_some(), "a list has words only that fit");
            let Some(left) = left else { continue };
            let slack = slack - loss;
            let count = list.losing_at_most(slack);
            budget.spend(work(count))?;
            self.settled.settle(row, word, &self.candidates);
            let mut rest = std::mem::take(&mut self.lists[depth + 1]);
            rest.fill_after((list, count), (word, left), slack, &self.candidates, &self.settled);
            self.lists[depth + 1] = rest;
            let ended = self.node(depth + 1, prices_at, ranking, budget);
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
    fn narrow(
        &mut self,
        depth: usize,
        prices_at: usize,
        list: &mut List,
        budget: &Budget,
    ) -> Result<Option<usize>, Spent> {
        if list.len() == 0 {
            return Ok(None);
        }
        let mut prices = self.lend(prices_at);
        self.score(list, &prices);
        self.prices[prices_at] = prices;
        if list.bound() < self.need {
            return Ok(None);
        }
        list.drop_losing_more(list.bound() - self.need, &self.settled);
        if depth != 1 || list.len() < SHORT {
            return Ok(Some(prices_at));
        }
        if list.len() >= LONG {
            budget.look()?;
        }
        prices = self.lend(depth);
        prices.copy(&self.prices[prices_at]);
        let mut in_time = Ok(());
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
            if list.len() >= LONG {
                in_time = in_time.and(budget.look());
            }
        }
        self.prices[depth] = prices;
        in_time.map(|()| (list.bound() >= self.need).then_some(depth))
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

    /// The grid has one row: every candidate is an anagram of it.
    fn only_row(&mut self, list: &List, ranking: &mut Ranking, budget: &Budget) -> Result<(), Stop> {
        for (word, _) in list.places() {
            self.settled.lay(0, word, &self.candidates);
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
        let mut allowed = std::mem::take(&mut self.allowed);
        list.places().for_each(|(word, rows)| allowed[word as usize] = rows);
        let ended = self.pair_up(list, &allowed, choices, ranking, budget);
        list.places().for_each(|(word, _)| allowed[word as usize] = 0);
        self.allowed = allowed;
        ended
    }

    fn pair_up(
        &mut self,
        list: &List,
        allowed: &[Rows],
        choices: &Choices,
        ranking: &mut Ranking,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut rows = self.settled.open_rows();
        let (Some(mut one), Some(mut other)) = (rows.next(), rows.next()) else { return Ok(()) };
        if choices.in_row[other] < choices.in_row[one] {
            std::mem::swap(&mut one, &mut other);
        }
        let mut looked_at = 0u32;
        for (word, _) in list.places().filter(|(_, rows)| rows >> one & 1 == 1) {
            let Some(left) = self.candidates.tiles().less(list.left, self.candidates.counts(word)) else { continue };
            let mut next = self.candidates.first_anagram(left);
            while let Some(rest) = next {
                if rest != word && allowed[rest as usize] >> other & 1 == 1 {
                    self.settled.lay(one, word, &self.candidates);
                    self.settled.lay(other, rest, &self.candidates);
                    self.meet(ranking, budget)?;
                }
                looked_at += 1;
                if looked_at.is_multiple_of(ANAGRAMS_A_NODE) {
                    budget.spend(1)?;
                }
                next = self.candidates.next_anagram(rest);
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
pub(super) fn work(words: usize) -> u64 {
    1 + words as u64 / 256
}
