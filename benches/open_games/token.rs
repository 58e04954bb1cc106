//! The longest resume token: of a 9x9 board after 999 moves, as long as a game can be with one left to make.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tilewright::blind::game::{Event, Game, Opening, Options, Player, step};
use tilewright::blind::{Feedback, Terms, WorldsCache};
use tilewright::budget::Budget;
use tilewright::grpc::session::Session;
use tilewright::grpc::tokens::keys::KeyRing;
use tilewright::grpc::tokens::{Held, Tokens};
use tilewright::lexicon::Lexicon;
use tilewright::puzzle::{Cell, Grid, Kind, Layout, Swap};

use super::serving::Any;
use super::support::{Random, Times};

const SIDE: usize = 9;
const MOVES: usize = 999;
const ROUNDS: usize = 101;

fn times(mut work: impl FnMut()) -> Times {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        work();
        times.push(started.elapsed());
    }
    times.sort_unstable();
    Times(times)
}

/// A swap of two of the board's cells, that are not the same.
fn swap(random: &mut Random) -> Swap {
    loop {
        let cell = |random: &mut Random| u8::try_from(random.below(SIDE * SIDE)).map(Cell).ok();
        let cells = cell(random).zip(cell(random));
        if let Some(swap) = cells.and_then(|(first, second)| Swap::new(first, second)) {
            return swap;
        }
    }
}

pub(crate) fn run() -> Result<(), Any> {
    let lexicon = Lexicon::embedded()?;
    let language = lexicon.language("en", 1)?;
    let dictionary = Arc::clone(language.dictionary("answers")?);
    let list = dictionary.words(SIDE);
    let layout = Layout::new(Kind::Rows, SIDE, SIDE)?;
    let letters = list.iter().step_by(list.len() / SIDE).take(SIDE).flatten();
    let letters: Vec<char> = letters.map(|&letter| dictionary.alphabet().char(letter)).collect();
    let mut start = letters.clone();
    start.rotate_left(SIDE / 2);
    let (start, target) = (Grid::new(layout, start)?, Grid::new(layout, letters)?);
    let tokens = Tokens::new(KeyRing::random()?, Duration::from_hours(24));
    println!("A token of a {SIDE}x{SIDE} board after {MOVES} moves, medians of {ROUNDS} each:");
    for feedback in Feedback::ALL {
        let terms = Arc::new(Terms::new(start.clone(), Arc::clone(&dictionary), feedback)?);
        let options = Options { player: Player::Caller, ..Options::default() };
        let mut game = Game::new(terms, Opening::Service { target: target.clone(), brought: false }, options)?;
        let (worlds, budget) = (WorldsCache::new(0), Budget::unlimited());
        game = step(&game, Event::Go, &worlds, &budget)?.0;
        let mut random = Random(1);
        while (game.moves() as usize) < MOVES {
            game = step(&game, Event::Swap(swap(&mut random)), &worlds, &budget)?.0;
        }
        let session = Session::new("en".to_owned(), 1, game);
        let token = tokens.seal(&session, &Held::now_by(""));
        let sealed = times(|| drop(black_box(tokens.seal(&session, &Held::now_by("")))));
        let opened = times(|| drop(black_box(tokens.open(&token, &Held::now_by(""), &lexicon))));
        let next = swap(&mut random);
        let stepped = times(|| drop(black_box(step(&session.game, Event::Swap(next), &worlds, &budget))));
        println!(
            "  {feedback:?}: {} bytes, sealed in {:?}, opened in {:?}; a swap of that game takes {:?}",
            token.len(),
            sealed.at(50),
            opened.at(50),
            stepped.at(50)
        );
    }
    Ok(())
}
