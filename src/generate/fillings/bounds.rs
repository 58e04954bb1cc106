//! The bound of what the last block D of a grid of crossing letters weighs, as a product of one factor a row and column.
//!
//! Given the prefix of a row through D, the weights of its tails are a table by the letters of D in that row; so with
//! columns. What is bounded is the sum, over all letters of D, of all these tables multiplied. Each letter stands in one row
//! and one column, so the inequality of Cauchy and Schwarz, used once a letter, bounds the sum by the product of the tables'
//! square norms. Where D is two by two these are four matrices around a cycle, the sum is the trace of their product, and
//! the inequality of Hölder for Schatten norms does much better: the trace is at most the product of their 4-norms,
//! |M|4 = tr(M'M M'M)^(1/4). Those also do where D has another height: the columns are then two tables u and v, and the sum
//! is at most |u| |v| times the greatest stretch of each row's matrix, which its 4-norm is not below.

use super::keys::{Side, Tail};

/// How often the scales of the tables are improved.
const BALANCINGS: u32 = 16;

/// By direction, then by line through D and the letters of a prefix: the norms of tails.
///
/// The tables of a row and of a column that share a letter of D may be multiplied and divided by any number for it: their
/// product stays the same, their norms do not. Their product is least, on the whole, where both tables are about as heavy
/// there, so the scales are brought nearer to that [`BALANCINGS`] times; any scales give a bound.
pub(super) fn norms([across, down]: [&Side; 2]) -> [Vec<Vec<f64>>; 2] {
    let sides = [across, down];
    let likely = [likely(across, down), likely(down, across)];
    // By row and column of D, then by letter: what weights across are multiplied by, and weights down divided.
    let mut shares = vec![vec![vec![1.0; across.letters()]; across.tail()]; down.tail()];
    let scaled = |scales: &[Vec<Vec<f64>>], direction: usize, line: usize| -> Vec<f64> {
        let side: &Side = sides[direction];
        let scale = |at: usize, letter: usize| match direction {
            0 => scales[line][at][letter],
            _ => scales[at][line][letter].recip(),
        };
        let product = |(tail, weight): (&Tail, &f64)| {
            (0..side.tail()).fold(*weight, |product, at| product * scale(at, usize::from(tail[at])))
        };
        side.tails().iter().zip(side.weights()).map(product).collect()
    };
    for _ in 0..BALANCINGS {
        // By direction, line, place and letter, how heavy the tables are there.
        let heavy = [0, 1].map(|direction| {
            let lines = 0..sides[1 - direction].tail();
            lines
                .map(|line| heavy(sides[direction], &scaled(&shares, direction, line), &likely[direction][line]))
                .collect::<Vec<_>>()
        });
        for (row, columns) in shares.iter_mut().enumerate() {
            for (column, letters) in columns.iter_mut().enumerate() {
                for (letter, scale) in letters.iter_mut().enumerate() {
                    let (own, other) = (heavy[0][row][column][letter], heavy[1][column][row][letter]);
                    *scale *= match (own > 0.0, other > 0.0) {
                        (true, true) => (other / own).sqrt().sqrt(),
                        // No word has that letter there the other way: it counts for nothing.
                        (true, false) => 0.0,
                        (false, true) => f64::INFINITY,
                        (false, false) => 1.0,
                    };
                }
            }
        }
    }
    [0, 1].map(|direction| {
        let lines = 0..sides[1 - direction].tail();
        let norms = |line| norms_of_line(sides[direction], &scaled(&shares, direction, line));
        lines.map(|line| by_letters(sides[direction], &norms(line))).collect()
    })
}

/// What there is by prefix, by the two letters of each, and 0 for others.
fn by_letters(side: &Side, by_prefix: &[f64]) -> Vec<f64> {
    let mut by_letters = vec![0.0; side.letters() * side.letters()];
    for (&[first, second], &value) in side.begins().iter().zip(by_prefix) {
        by_letters[usize::from(first) * side.letters() + usize::from(second)] = value;
    }
    by_letters
}

/// By line through D and prefix: about how likely the words of the other direction make that prefix there.
fn likely(side: &Side, other: &Side) -> Vec<Vec<f64>> {
    (0..other.tail())
        .map(|line| {
            let mut letters = vec![0.0; side.letters()];
            for (tail, weight) in other.tails().iter().zip(other.weights()) {
                letters[usize::from(tail[line])] += weight;
            }
            side.begins().iter().map(|pair| pair.iter().map(|&letter| letters[usize::from(letter)]).product()).collect()
        })
        .collect()
}

/// By place in a tail, then by letter: how heavy tables with these weights are there, taken as often as they are likely.
fn heavy(side: &Side, weights: &[f64], likely: &[f64]) -> Vec<Vec<f64>> {
    let mut heavy = vec![vec![0.0; side.letters()]; side.tail()];
    for (prefix, likely) in likely.iter().enumerate() {
        let norm = weights[side.keys(prefix)].iter().map(|weight| weight * weight).sum::<f64>().sqrt();
        for key in side.keys(prefix).filter(|_| norm > 0.0) {
            let part = weights[key] * weights[key] * likely / norm;
            for (&letter, heavy) in side.tails()[key].iter().zip(&mut heavy) {
                heavy[usize::from(letter)] += part;
            }
        }
    }
    heavy
}

/// By prefix, the norm of its tails with these weights: the 4-norm of the matrix where they have two letters, else the
/// square norm.
fn norms_of_line(side: &Side, weights: &[f64]) -> Vec<f64> {
    let keys = (0..side.begins().len()).map(|prefix| side.keys(prefix));
    if side.tail() != 2 {
        return keys.map(|keys| weights[keys].iter().map(|weight| weight * weight).sum::<f64>().sqrt()).collect();
    }
    let tails = side.tails();
    let mut gram = vec![vec![0.0; side.letters()]; side.letters()];
    keys.map(|keys| {
        // M'M by pairs of second letters of one first letter.
        let rows: Vec<usize> = keys.collect();
        let rows = rows.chunk_by(|&one, &other| tails[one][0] == tails[other][0]);
        for row in rows.clone() {
            for &one in row {
                for &other in row {
                    gram[usize::from(tails[one][1])][usize::from(tails[other][1])] += weights[one] * weights[other];
                }
            }
        }
        let mut sum = 0.0;
        for row in rows {
            for &one in row {
                for &other in row {
                    let at = &mut gram[usize::from(tails[one][1])][usize::from(tails[other][1])];
                    sum += *at * *at;
                    *at = 0.0;
                }
            }
        }
        sum.sqrt().sqrt()
    })
    .collect()
}
