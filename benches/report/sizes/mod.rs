//! What searches cost by the size of what is asked: library calls in this process, one thread, nothing kept from call to call
//! unless it is said.

mod boards;
mod fills;
mod guesses;
mod lists;
mod swaps;
mod worlds;

use super::Pace;
use super::axis::{Axis, Scale};
use super::document::{Document, figures};
use super::plot::{Line, Plot};
use super::serving::Any;
use super::support::Times;

/// Times by a size.
struct Curve {
    name: String,
    points: Vec<(usize, Times)>,
}

/// A size as it is drawn.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn number(size: usize) -> f64 {
    size as f64
}

/// Draws medians, and tells medians and 99th percentiles, in microseconds.
fn tell(document: &mut Document, file: &str, title: &str, x: Axis, curves: &[Curve]) -> Result<(), Any> {
    let micros = |times: &Times, percent| times.at(percent).as_secs_f64() * 1e6;
    let line = |curve: &Curve| {
        let points = curve.points.iter().map(|(size, times)| (number(*size), micros(times, 50)));
        Line { name: curve.name.clone(), points: points.collect() }
    };
    let head =
        [x.label.clone(), "inputs".to_owned(), "p50, us".to_owned(), "p99, us".to_owned(), "most, us".to_owned()];
    let y = Axis::new("median, us", Scale::Decades);
    let plot = Plot { title: title.to_owned(), x, y, lines: curves.iter().map(line).collect() };
    document.figure(file, &plot)?;
    let rows = curves.iter().flat_map(|curve| {
        curve.points.iter().map(|(size, times)| {
            vec![
                format!("{}: {size}", curve.name),
                times.0.len().to_string(),
                figures(micros(times, 50)),
                figures(micros(times, 99)),
                figures(micros(times, 100)),
            ]
        })
    });
    document.table(&head, &rows.collect::<Vec<_>>());
    Ok(())
}

pub(crate) fn run(document: &mut Document, pace: &Pace) -> Result<(), Any> {
    document.heading(2, "Cost by size");
    document.say("Library calls in one process and one thread; what is drawn is the median.");
    let english = lists::English::read()?;
    swaps::run(document, pace)?;
    fills::run(document, pace, &english)?;
    worlds::run(document, pace, &english)?;
    guesses::run(document, pace, &english)?;
    boards::run(document, pace, &english)
}
