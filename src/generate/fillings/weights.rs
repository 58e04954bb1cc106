//! Weights of words, by which fills use them more evenly.
//!
//! Fills drawn evenly do not use words evenly: common letters cross well, and the most used word comes some dozen times as
//! often as the mean. So each word has a weight, and a fill is as likely as the weights of its words multiplied. Weights are
//! whole numbers of 1 to [`MOST`], of each word in each layout, and frozen with the edition: `data/` has those of `answers` of
//! the embedded languages in the square lattices of 3 and 5, and of English in that of 7, by the digest of the list. All else,
//! an operator's own lists among it, has weights of 1: all fills are as likely as each other there.
//!
//! [`made`] makes them. All words weigh 1 at first. In each of [`ROUNDS`] rounds, the use of each word over all slots is
//! measured, and its weight multiplied by (use / mean use) to the power of minus [`STEP`], within [`LEAST`] and [`HIGHEST`];
//! the weight of a word that is not used at all stays. More or larger steps would even out more, at the price of variety:
//! few fills would then be most of what is drawn. Where fills can be counted quickly the use is exact, fills with a word
//! twice among them; else [`DRAWS`] fills of distinct words are drawn, from a stream of each round's own.

use std::sync::Arc;

use super::super::error::GenerateError;
use super::super::stream::Stream;
use super::Fillings;
use crate::budget::Budget;
use crate::lexicon::Dictionary;
use crate::puzzle::{Kind, Layout};

/// The heaviest weight: three digits of 32.
pub const MOST: u16 = 32 * 32 * 32 - 1;
/// How often weights are changed.
pub const ROUNDS: u8 = 10;
/// How far they are changed each time: minus the exponent of a word's use.
pub const STEP: f64 = 0.15;
/// The least that a weight comes to before it is made a whole number.
pub const LEAST: f64 = 1.0 / 1024.0;
/// The most: words that hardly cross any other would grow for ever, hardly be used all the same, and make most proposals
/// vain.
pub const HIGHEST: f64 = 32.0;
/// Fills drawn in each round, where they cannot be counted.
pub const DRAWS: u32 = 100_000;

/// Words in a line of a file.
const WORDS_IN_LINE: usize = 40;
/// Digits of a weight.
const DIGITS_OF_WEIGHT: usize = 3;
/// The digits of weights.
const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";

/// All files of weights, one after the other, each behind a line `layout 5x5`: build.rs puts them together.
const FROZEN: &str = include_str!(concat!(env!("OUT_DIR"), "/weights"));

/// The frozen weights of across and down words, in the order of the lists, if there are any for this list and layout.
pub fn frozen(dictionary: &Dictionary, layout: Layout) -> Option<[Vec<u16>; 2]> {
    let side = layout.rows();
    let of_layout = format!("{side}x{}\n", layout.columns());
    let mut files = FROZEN.split("layout ").filter_map(|file| file.strip_prefix(&of_layout));
    let weights = files.find_map(|file| read(file, &dictionary.digest_hex()))?;
    let whole = weights.len() == dictionary.words(side).len() && !weights.contains(&0);
    whole.then(|| [weights.clone(), weights])
}

/// The weights in a file, if they are those of the list with this digest.
fn read(file: &str, digest: &str) -> Option<Vec<u16>> {
    let mut lines = file.lines().filter(|line| !line.starts_with('#'));
    (lines.next()?.strip_prefix("digest ")? == digest).then_some(())?;
    let digit = |digit: u8| DIGITS.iter().position(|&d| d == digit).and_then(|place| u16::try_from(place).ok());
    let mut weights = Vec::new();
    for digits in lines.flat_map(|line| line.as_bytes().chunks(DIGITS_OF_WEIGHT)) {
        let &[first, second, third] = digits else { return None };
        weights.push((digit(first)? * 32 + digit(second)?) * 32 + digit(third)?);
    }
    Some(weights)
}

/// A file of weights.
#[must_use]
pub fn written(dictionary: &Dictionary, layout: Layout, weights: &[u16]) -> String {
    let mut file = format!(
        "# Weights of the words of {name} in a lattice of {rows}x{columns}, in the order of the list: three digits of base 32 each.\n\
         # Made by examples/balance_words.rs, frozen with the edition: never edit it. src/generate/fillings/weights.rs says how.\n\
         digest {digest}",
        name = dictionary.name(),
        rows = layout.rows(),
        columns = layout.columns(),
        digest = dictionary.digest_hex(),
    );
    for (at, weight) in weights.iter().enumerate() {
        if at % WORDS_IN_LINE == 0 {
            file.push('\n');
        }
        file.extend([weight / 1024, weight / 32 % 32, weight % 32].map(|digit| char::from(DIGITS[usize::from(digit)])));
    }
    file.push('\n');
    file
}

/// Makes the weights of the words of a square lattice.
///
/// # Errors
/// Where no words fit, or the budget ended first.
///
/// # Panics
/// Where the layout is no square lattice.
pub fn made(dictionary: &Arc<Dictionary>, layout: Layout, budget: &Budget) -> Result<Vec<u16>, GenerateError> {
    assert!(layout.kind() == Kind::Lattice && layout.rows() == layout.columns(), "weights are of square lattices");
    let mut exact = vec![1.0; dictionary.words(layout.rows()).len()];
    for round in 0..ROUNDS {
        let weights = whole(&exact);
        let fillings = Fillings::of_weights(dictionary, layout, &[weights.clone(), weights], budget)?;
        let uses = uses(&fillings, round, budget)?;
        #[expect(clippy::cast_precision_loss, reason = "far fewer words than that")]
        let mean = uses.iter().sum::<f64>() / uses.len() as f64;
        for (weight, &used) in exact.iter_mut().zip(&uses) {
            if used > 0.0 {
                *weight = f64::clamp(*weight * libm::pow(used / mean, -STEP), LEAST, HIGHEST);
            }
        }
    }
    Ok(whole(&exact))
}

/// How often each word is used, over all slots.
fn uses(fillings: &Fillings, round: u8, budget: &Budget) -> Result<Vec<f64>, GenerateError> {
    let side = fillings.layout().rows();
    let mut uses = vec![0.0; fillings.dictionary.words(side).len()];
    if side <= 5
        && let Some(count) = fillings.count(budget)?
    {
        for slot in &count.uses {
            for (used, by_slot) in uses.iter_mut().zip(slot) {
                *used += by_slot;
            }
        }
    } else {
        let mut stream = Stream::new(&[round; 32]);
        for _ in 0..DRAWS {
            for word in fillings.draw_words(&mut stream, budget)? {
                uses[word] += 1.0;
            }
        }
    }
    Ok(uses)
}

/// Weights as whole numbers, the heaviest of them [`MOST`].
fn whole(exact: &[f64]) -> Vec<u16> {
    let most = exact.iter().copied().fold(0.0, f64::max);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to MOST")]
    let whole = |weight: f64| libm::round(weight / most * f64::from(MOST)).clamp(1.0, f64::from(MOST)) as u16;
    exact.iter().map(|&weight| whole(weight)).collect()
}
