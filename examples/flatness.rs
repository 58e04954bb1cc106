//! Shows how evenly boards of a 5x5 lattice use their words: docs/waffles.md has what it prints, and docs/flatness.svg is
//! its picture.
//!
//! `cargo run --release --example flatness > docs/flatness.svg`, half a minute; figures go to the terminal. Every fill of
//! the English `answers` is visited, one by one, which tells how likely each word is in each slot; nothing of the generator
//! is used for that but the frozen weights of words. Then it makes boards, seeds `flat/0`, `flat/1`..., as GenerateBoard
//! does, and counts their words.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::sync::Arc;

use tilewright::budget::Budget;
use tilewright::generate::fillings::weights;
use tilewright::generate::{BoardSpec, Difficulty, Generator, Salt};
use tilewright::lexicon::{ALLOWED, ANSWERS, Lexicon};
use tilewright::puzzle::{Kind, Layout};

/// Boards that are made.
const BOARDS: u32 = 200_000;
const SLOTS: usize = 6;

/// How often each word stands in each slot: by slot, then by word.
type Uses = Vec<Vec<f64>>;

fn main() -> Result<(), Box<dyn Error>> {
    let lexicon = Lexicon::embedded()?;
    let english = lexicon.language("en", 1)?;
    let answers = english.dictionary(ANSWERS)?;
    let layout = Layout::new(Kind::Lattice, 5, 5)?;
    let words: Vec<[u8; 5]> = answers.words(5).iter().map(|word| [0, 1, 2, 3, 4].map(|place| word[place].0)).collect();

    let alike = Fills::of(&words, &vec![1.0; words.len()]);
    eprintln!("{} fills, {} of distinct words", alike.all, alike.distinct);
    let [frozen, _] = weights::frozen(answers, layout).ok_or("there are no weights for this list")?;
    let weighted = Fills::of(&words, &frozen.iter().map(|&weight| f64::from(weight)).collect::<Vec<_>>());

    let spec = BoardSpec {
        edition: 1,
        language: "en".to_owned(),
        dictionary: Arc::clone(answers),
        allowed: Arc::clone(english.dictionary(ALLOWED)?),
        seed: String::new(),
        layout,
        difficulty: Difficulty::default().usual(layout),
        target: None,
    };
    let generator = Generator::new(Salt::default());
    let mut boards: Uses = vec![vec![0.0; words.len()]; SLOTS];
    for n in 0..BOARDS {
        let spec = BoardSpec { seed: format!("flat/{n}"), ..spec.clone() };
        let board = generator.board(&spec, &Budget::unlimited())?.board;
        for (slot, word) in board.target().words().enumerate() {
            let place = english.writing().fold_word(&word).ok().and_then(|word| answers.words(5).position(&word));
            boards[slot][place.ok_or("a word that is none")?] += 1.0 / f64::from(BOARDS);
        }
    }
    say("every fill alike", &alike.uses);
    say("weights of edition 1", &weighted.uses);
    say("the boards", &boards);
    for (slot, (counted, expected)) in boards.iter().zip(&weighted.uses).enumerate() {
        eprintln!("slot {slot}: chi-square of the boards a degree of freedom {:.3}", chi(counted, expected));
    }
    let apart = (0..SLOTS / 2)
        .flat_map(|slot| weighted.uses[slot].iter().zip(&weighted.uses[slot + SLOTS / 2]))
        .map(|(across, down)| (across - down).abs() / across.max(*down))
        .fold(0.0, f64::max);
    eprintln!("a word's chance across and down in the same rank differ by a part of {apart:.1e} at most");
    println!("{}", picture(&alike.uses, &weighted.uses, &boards)?);
    Ok(())
}

/// What visiting every fill tells.
struct Fills {
    all: u64,
    distinct: u64,
    /// Of distinct words only.
    uses: Uses,
}

impl Fills {
    fn of(words: &[[u8; 5]], weights: &[f64]) -> Self {
        let mut by_key: HashMap<[u8; 3], Vec<usize>> = HashMap::new();
        let mut starts: HashMap<[u8; 2], u32> = HashMap::new();
        for (place, word) in words.iter().enumerate() {
            by_key.entry([word[0], word[2], word[4]]).or_default().push(place);
            *starts.entry([word[0], word[2]]).or_default() |= 1 << word[4];
        }
        let mut keys: Vec<(&[u8; 3], &Vec<usize>)> = by_key.iter().collect();
        keys.sort_unstable();
        let mut fills = Self { all: 0, distinct: 0, uses: vec![vec![0.0; words.len()]; SLOTS] };
        let mut total = 0.0;
        for (first, firsts) in &keys {
            for (second, seconds) in &keys {
                let columns = [0, 1, 2].map(|c| starts.get(&[first[c], second[c]]).copied().unwrap_or(0));
                if columns.contains(&0) {
                    continue;
                }
                for (third, thirds) in &keys {
                    if (0..3).all(|c| columns[c] >> third[c] & 1 == 1) {
                        let down = [0, 1, 2].map(|c| &by_key[&[first[c], second[c], third[c]]]);
                        fills.visit([firsts, seconds, thirds, down[0], down[1], down[2]], weights, &mut total);
                    }
                }
            }
        }
        for used in fills.uses.iter_mut().flatten() {
            *used /= total;
        }
        fills
    }

    /// Visits the fills of words behind six keys that cross.
    fn visit(&mut self, slots: [&Vec<usize>; SLOTS], weights: &[f64], total: &mut f64) {
        let mut at = [0; SLOTS];
        loop {
            let words = std::array::from_fn::<usize, SLOTS, _>(|slot| slots[slot][at[slot]]);
            self.all += 1;
            if (1..SLOTS).all(|slot| !words[..slot].contains(&words[slot])) {
                self.distinct += 1;
                let weight: f64 = words.iter().map(|&word| weights[word]).product();
                *total += weight;
                for (uses, word) in self.uses.iter_mut().zip(words) {
                    uses[word] += weight;
                }
            }
            let Some(next) = (0..SLOTS).find(|&slot| at[slot] + 1 < slots[slot].len()) else { return };
            at[next] += 1;
            at[..next].fill(0);
        }
    }
}

/// The use of each word over all slots, as so many times the mean, ascending.
fn over_all(uses: &Uses) -> Vec<f64> {
    let mut sums: Vec<f64> = (0..uses[0].len()).map(|word| uses.iter().map(|slot| slot[word]).sum()).collect();
    let mean = sums.iter().sum::<f64>() / count(sums.len());
    for used in &mut sums {
        *used /= mean;
    }
    sums.sort_unstable_by(f64::total_cmp);
    sums
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}

fn say(what: &str, uses: &Uses) {
    let sums = over_all(uses);
    let at = |percent: usize| sums[(sums.len() - 1) * percent / 100];
    eprintln!(
        "{what}: a word is used {:.2} to {:.2} times as often as the mean (1st to 99th percentile), {:.2} to {:.1} in all",
        at(1),
        at(99),
        sums[0],
        sums[sums.len() - 1]
    );
}

/// Chi-square of what was counted, by what is expected, over the degrees of freedom. Words that are expected less than five
/// times go together.
fn chi(counted: &[f64], expected: &[f64]) -> f64 {
    let boards = f64::from(BOARDS);
    let (mut chi, mut cells, mut rest) = (0.0, 0u32, (0.0, 0.0));
    for (counted, expected) in counted.iter().zip(expected).map(|(c, e)| (c * boards, e * boards)) {
        if expected < 5.0 {
            rest = (rest.0 + counted, rest.1 + expected);
        } else {
            chi += (counted - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rest.1 > 0.0 {
        chi += (rest.0 - rest.1).powi(2) / rest.1;
        cells += 1;
    }
    chi / f64::from(cells - 1)
}

const SIDE: f64 = 360.0;
const MARGIN: f64 = 60.0;

/// Left, how often words are used; right, what was counted by what is expected.
fn picture(alike: &Uses, weighted: &Uses, boards: &Uses) -> Result<String, std::fmt::Error> {
    let mut svg = String::new();
    let (width, height) = (2.0 * SIDE + 3.0 * MARGIN, SIDE + 2.0 * MARGIN);
    write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    )?;
    // Powers of ten up from the lower left corner.
    let y = |value: f64, least: f64, decades: f64| {
        MARGIN + SIDE - SIDE * ((value.log10() - least) / decades).clamp(0.0, 1.0)
    };
    axes(&mut svg, MARGIN, "words, the least used first", "use, by the mean", &["0.01", "0.1", "1", "10", "100"])?;
    let mut legend = MARGIN + 20.0;
    for (uses, colour, thick, name) in [
        (alike, "#c0392b", 1.5, "every fill alike"),
        (weighted, "#85c1e9", 5.0, "weights of edition 1"),
        (boards, "#117a3d", 1.5, "200,000 boards"),
    ] {
        let sums = over_all(uses);
        let last = count(sums.len() - 1);
        let points = sums.iter().enumerate().step_by(8).try_fold(String::new(), |mut points, (at, &used)| {
            write!(points, "{:.1},{:.1} ", MARGIN + SIDE * count(at) / last, y(used, -2.0, 4.0)).map(|()| points)
        })?;
        writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thick}\"/>")?;
        writeln!(svg, "<text x=\"{}\" y=\"{legend}\" fill=\"{colour}\">{name}</text>", MARGIN + 12.0)?;
        legend += 18.0;
    }
    let left = 2.0 * MARGIN + SIDE;
    axes(
        &mut svg,
        left,
        "chance of a word in a slot, computed",
        "counted in the boards",
        &["1e-6", "1e-5", "1e-4", "1e-3", "1e-2"],
    )?;
    for at in 0..5 {
        let x = left + SIDE * count(at) / 4.0;
        writeln!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">1e-{}</text>", MARGIN + SIDE + 16.0, 6 - at)?;
    }
    for slot in 0..SLOTS {
        let colour = if slot < SLOTS / 2 { "#2471a3" } else { "#d68910" };
        for (expected, counted) in
            weighted[slot].iter().zip(&boards[slot]).step_by(11).filter(|(_, counted)| **counted > 0.0)
        {
            let x = left + SIDE * ((expected.log10() + 6.0) / 4.0).clamp(0.0, 1.0);
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"0.8\" fill=\"{colour}\"/>", y(*counted, -6.0, 4.0))?;
        }
    }
    for (at, (colour, name)) in [("#2471a3", "across"), ("#d68910", "down")].into_iter().enumerate() {
        let (x, y) = (left + 12.0, MARGIN + 20.0 + 18.0 * count(at));
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{name}</text>")?;
    }
    svg.push_str("</svg>");
    Ok(svg)
}

/// A square frame with a scale of powers of ten up its side.
fn axes(svg: &mut String, left: f64, below: &str, beside: &str, scale: &[&str]) -> std::fmt::Result {
    writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{MARGIN}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"black\"/>"
    )?;
    for (at, label) in scale.iter().enumerate() {
        let y = MARGIN + SIDE - SIDE * count(at) / count(scale.len() - 1);
        writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", left - 6.0, y + 4.0)?;
    }
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{below}</text>",
        left + SIDE / 2.0,
        MARGIN + SIDE + 36.0
    )?;
    writeln!(svg, "<text x=\"{left}\" y=\"{}\">{beside}</text>", MARGIN - 12.0)
}
