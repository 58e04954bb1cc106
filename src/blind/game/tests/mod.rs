//! Games on small boards, with dictionaries of a few words.
//!
//! - `service`: what the service plays by itself;
//! - `caller`: what the caller plays, with hints;
//! - `unknown`: what the caller reports, honestly and not;
//! - `cuts`: games cut in two between any two things said;
//! - `turns`: what is out of turn, and what is no game.

mod caller;
mod cuts;
mod service;
mod turns;
mod unknown;

use std::sync::Arc;

use super::*;
use crate::blind::evidence::Reading;
use crate::blind::feedback::{Feedback, Told};
use crate::blind::record::Terms;
use crate::blind::strategies::Strategy;
use crate::blind::worlds::{Worlds, WorldsCache};
use crate::budget::Budget;
use crate::puzzle::{Cell, Grid, Kind, Layout, Mark, Swap, marks::Known};
use crate::testing::{Random, dictionary};

/// A grid of these rows.
fn grid(rows: &str) -> Grid {
    let rows: Vec<&str> = rows.split(' ').collect();
    let layout = Layout::new(Kind::Rows, rows.len(), rows[0].len()).unwrap();
    Grid::new(layout, rows.concat().chars().collect()).unwrap()
}

/// A swap of two tiles, by their places.
fn swap(one: u8, other: u8) -> Swap {
    Swap::new(Cell(one), Cell(other)).unwrap()
}

/// Marks as the contract writes them.
fn told(marks: &str) -> Told {
    let known = |mark| match mark {
        'G' => Known::Marked(Mark::Green),
        'Y' => Known::Marked(Mark::Yellow),
        '-' => Known::Marked(Mark::Grey),
        'N' => Known::Wrong,
        _ => Known::Nothing,
    };
    marks.chars().map(known).collect()
}

/// A cache that keeps something, as the server's does.
fn cache() -> WorldsCache {
    WorldsCache::new(1 << 20)
}

/// A step that nothing ends early.
fn taken(game: &Game, event: Event, cache: &WorldsCache) -> Result<(Game, Said), StepError> {
    step(game, event, cache, &Budget::unlimited())
}

/// A board and its target.
#[derive(Clone, Debug)]
struct Board {
    terms: Arc<Terms>,
    target: Grid,
}

impl Board {
    /// The board of these rows, whose target are the first words.
    fn new(start: &str, target: &str, more: &str, feedback: Feedback) -> Self {
        let words: Vec<String> = target.split(' ').chain(more.split_whitespace()).map(str::to_owned).collect();
        let terms = Terms::new(grid(start), dictionary("abcdefghijklmnopqrstuvwxyz", &words), feedback).unwrap();
        Self { terms: Arc::new(terms), target: grid(target) }
    }

    /// Two or three words of three or four letters, of some more, shuffled; now and then solved at the start.
    fn random(random: &mut Random, feedback: Feedback) -> Self {
        let (rows, columns) = (2 + random.below(2), 3 + random.below(2));
        let mut words: Vec<String> = Vec::new();
        while words.len() < rows + 12 {
            let word: String = (0..columns).map(|_| char::from(b"aabbcde"[random.below(7)])).collect();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let target = words[..rows].join(" ");
        let mut tiles: Vec<char> = words[..rows].concat().chars().collect();
        if random.below(20) > 0 {
            random.shuffle(&mut tiles);
        }
        let start: Vec<String> = tiles.chunks(columns).map(|row| row.iter().collect()).collect();
        Self::new(&start.join(" "), &target, &words[rows..].join(" "), feedback)
    }

    fn game(&self, options: Options) -> Game {
        let opening = Opening::Service { target: self.target.clone(), brought: false };
        Game::new(self.terms.clone(), opening, options).unwrap()
    }

    /// The same board for a service that does not know its target, after this history.
    fn unknown(&self, history: Vec<Report>, options: Options) -> Result<Game, OpenError> {
        let at_start = self.told(self.terms.start(), None);
        Game::new(self.terms.clone(), Opening::Caller { at_start, history }, options)
    }

    fn told(&self, grid: &Grid, swap: Option<Swap>) -> Told {
        self.terms.feedback().told(grid, &self.target, swap)
    }

    /// What an honest caller reports of this swap; whether it is solved only where the marks do not show it.
    fn report(&self, before: &Grid, swap: Swap) -> Report {
        let mut grid = before.clone();
        grid.swap(swap);
        let told = self.told(&grid, Some(swap));
        let is_shown = told.iter().all(|known| *known != Known::Nothing);
        Report { swap, told, solved: (!is_shown && grid == self.target).then_some(true) }
    }

    /// As an event of the swap that is proposed.
    fn report_proposed(&self, game: &Game) -> Event {
        let Report { told, solved, .. } = self.report(game.record.grid(), game.proposed.unwrap().swap);
        Event::Report { swap: None, told, solved }
    }

    /// Whether the target is among the worlds, where they are counted.
    fn has_target_in(&self, worlds: &Worlds) -> bool {
        let all = worlds.sample(usize::MAX);
        !worlds.is_exact() || all.iter().any(|world| worlds.grid(world) == self.target)
    }
}

/// Many small boards.
fn boards(seed: u64, count: usize, feedback: Feedback) -> Vec<Board> {
    let mut random = Random::new(seed);
    (0..count).map(|_| Board::random(&mut random, feedback)).collect()
}

/// All ways for the service to see and to choose.
fn all_ways() -> impl Iterator<Item = (Feedback, Strategy)> {
    Feedback::ALL.into_iter().flat_map(|feedback| Strategy::ALL.map(|strategy| (feedback, strategy)))
}

/// Options that keep games short.
fn options(strategy: Strategy) -> Options {
    Options { strategy, max_moves: 60, ..Options::default() }
}

/// What was said, and the game after it.
type Step = (Said, Game);

/// The game to its end, with a caller who decides by the game alone.
fn to_the_end(mut game: Game, cache: &WorldsCache, caller: &dyn Fn(&Game) -> Event) -> Vec<Step> {
    let mut all = Vec::new();
    loop {
        let event = match game.turn() {
            Turn::Service => Event::Go,
            Turn::Caller => caller(&game),
            Turn::Over => return all,
        };
        let (next, said) = taken(&game, event.clone(), cache).unwrap_or_else(|error| {
            panic!("{event:?} gives {error} in {game:?}");
        });
        game = next;
        all.push((said, game.clone()));
    }
}

/// What was said alone.
fn said(all: &[Step]) -> Vec<Said> {
    all.iter().map(|(said, _)| said.clone()).collect()
}

/// A caller who is never waited for.
fn nobody(_: &Game) -> Event {
    unreachable!("the service plays alone")
}

/// A caller who plays: now and then asks for a hint, follows it or not, and otherwise swaps by chance.
fn whimsical(seed: u64) -> impl Fn(&Game) -> Event {
    move |game| {
        let mut random = Random::new(seed * 1_000 + u64::from(game.moves()));
        let (asks, follows) = (random.below(2) == 0, random.below(3) > 0);
        let tiles = game.record.grid().cells().len();
        let [one, other] = [random.below(tiles), random.below(tiles - 1)].map(|place| u8::try_from(place).unwrap());
        match game.proposed {
            None if asks => Event::Hint,
            Some(proposed) if follows => Event::Swap(proposed.swap),
            _ => Event::Swap(swap(one, if other < one { other } else { other + 1 })),
        }
    }
}
