//! Boards made from seeds, by their size.

use tilewright::budget::Budget;
use tilewright::generate::{BoardSpec, Generator, Salt};
use tilewright::puzzle::Kind;

use super::lists::English;
use super::{Curve, tell};
use crate::Pace;
use crate::axis::{Axis, Scale};
use crate::document::Document;
use crate::serving::Any;
use crate::support::measure;

/// Boards of each size.
const BOARDS: usize = 500;
/// Rows and columns, for which there are words.
const ROWS: [usize; 7] = [3, 4, 5, 6, 7, 8, 9];
const LATTICES: [usize; 4] = [3, 5, 7, 9];

pub(super) fn run(document: &mut Document, pace: &Pace, english: &English) -> Result<(), Any> {
    let boards = BOARDS / pace.fewer;
    let mut curves = Vec::new();
    for (name, kind, sizes) in [("rows", Kind::Rows, &ROWS[..]), ("lattices", Kind::Lattice, &LATTICES)] {
        let mut points = Vec::new();
        for &sides in sizes {
            let spec = english.spec(kind, sides)?;
            let seeded = |n: usize| BoardSpec { seed: format!("size/{n}"), ..spec.clone() };
            let specs: Vec<BoardSpec> = (1..=boards).map(seeded).collect();
            let generator = Generator::new(Salt::default());
            // What is prepared once for a layout.
            generator.board(&seeded(0), &Budget::unlimited())?;
            let (times, made) = measure(&specs, 1, |spec| generator.board(spec, &Budget::unlimited()));
            if let Some(Err(error)) = made.into_iter().find(Result::is_err) {
                return Err(error.into());
            }
            points.push((sides, times));
        }
        curves.push(Curve { name: name.to_owned(), points });
    }
    document.heading(3, "Boards from seeds");
    document.say(format!(
        "{boards} boards of each size, of answer words, as a game usually has them; the first of each layout, with what is \
         prepared once, is not among them."
    ));
    let x = Axis::new("rows, and as many columns", Scale::Whole);
    tell(document, "size-boards", "Boards from seeds, by size", x, &curves)
}
