//! Axes of plots: how values lie along them, and where they are marked.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use super::document::figures;

/// How values lie along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Evenly, from zero.
    Linear,
    /// The same, marked at whole numbers.
    Whole,
    /// By powers of ten.
    Decades,
    /// By powers of two.
    Doublings,
}

/// An axis: what it tells, with its unit.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) scale: Scale,
}

impl Axis {
    pub(crate) fn new(label: &str, scale: Scale) -> Self {
        Self { label: label.to_owned(), scale }
    }
}

impl Scale {
    /// Whether it has a place for a value.
    pub(crate) fn has(self, value: f64) -> bool {
        self.place(value).is_finite()
    }

    /// Where a value lies.
    fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear | Self::Whole => value,
            Self::Decades => value.log10(),
            Self::Doublings => value.log2(),
        }
    }

    /// What lies there.
    fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear | Self::Whole => place,
            Self::Decades => 10f64.powf(place),
            Self::Doublings => place.exp2(),
        }
    }

    /// From where to where the axis goes for values from `least` to `most`, and where it is marked.
    fn ticks(self, least: f64, most: f64) -> (f64, f64, Vec<f64>) {
        match self {
            Self::Linear | Self::Whole => {
                let rough = most.max(f64::MIN_POSITIVE) / 8.0;
                let power = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power).into_iter().find(|&step| step >= rough);
                let step = step.unwrap_or(power).max(if self == Self::Whole { 1.0 } else { 0.0 });
                let count = (most / step).ceil().max(1.0);
                (0.0, count * step, steps(0.0, count).map(|n| n * step).collect())
            }
            Self::Decades => {
                let (low, high) = (least.log10().floor(), most.log10().ceil().max(least.log10().floor() + 1.0));
                // Few decades are marked within, too.
                let within: &[f64] = if high - low < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let marks = steps(low, high).flat_map(|power| within.iter().map(move |part| power + part.log10()));
                (low, high, marks.filter(|&mark| mark <= high + 1e-9).collect())
            }
            Self::Doublings => {
                let (low, high) = (least.log2().floor(), most.log2().ceil());
                (low, high, steps(low, high).collect())
            }
        }
    }
}

/// From one whole number to another.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(from), |at| Some(at + 1.0)).take_while(move |&at| at <= to)
}

/// An axis as it is drawn: from where to where it goes, and its marks, all as places.
pub(crate) struct Drawn {
    scale: Scale,
    from: f64,
    to: f64,
    marks: Vec<f64>,
}

impl Axis {
    /// The axis for these values, of which there is one at least; those that it has no place for are passed over.
    pub(crate) fn drawn(&self, values: impl Iterator<Item = f64>) -> Drawn {
        let scale = self.scale;
        let values = values.filter(|&value| scale.has(value));
        let (least, most) =
            values.fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)));
        let (from, to, marks) = scale.ticks(least, most);
        Drawn { scale, from, to, marks }
    }
}

impl Ranged for Drawn {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    #[expect(clippy::cast_possible_truncation, reason = "pixels")]
    fn map(&self, value: &f64, (begin, end): (i32, i32)) -> i32 {
        let part = (self.scale.place(*value) - self.from) / (self.to - self.from);
        begin + (part * f64::from(end - begin)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, _: H) -> Vec<f64> {
        self.marks.iter().map(|&place| self.scale.value(place)).collect()
    }

    fn range(&self) -> Range<f64> {
        self.scale.value(self.from)..self.scale.value(self.to)
    }
}

impl ValueFormatter<f64> for Drawn {
    fn format(value: &f64) -> String {
        // What was a power of ten is one again, give or take its last digits.
        let text = figures((value * 1e9).round() / 1e9);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    }
}
