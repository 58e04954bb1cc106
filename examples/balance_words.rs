//! Makes the frozen weights of the words of a language's `answers` in a square lattice, as src/generate/fillings/data has them.
//!
//! `cargo run --release --example balance_words en 5 > en-1-answers-5x5.weights` for 5x5; 7x7 takes some minutes.

use std::error::Error;

use tilewright::budget::Budget;
use tilewright::generate::fillings::weights;
use tilewright::lexicon::{ANSWERS, Lexicon};
use tilewright::puzzle::{Kind, Layout};

fn main() -> Result<(), Box<dyn Error>> {
    let code = std::env::args().nth(1).ok_or("the language, such as en")?;
    let side = std::env::args().nth(2).ok_or("the side of the lattice: 3, 5 or 7")?.parse()?;
    let layout = Layout::new(Kind::Lattice, side, side)?;
    let lexicon = Lexicon::embedded()?;
    let answers = lexicon.language(&code, 1)?.dictionary(ANSWERS)?;
    let weights = weights::made(answers, layout, &Budget::unlimited())?;
    print!("{}", weights::written(answers, layout, &weights));
    Ok(())
}
