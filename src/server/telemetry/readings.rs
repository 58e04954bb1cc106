//! Figures that others keep, and that are read when somebody asks for the metrics.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::exemplar::Exemplar;

use crate::compute::Times;

/// Names and values of labels.
pub type Labels = Vec<(&'static str, &'static str)>;

/// What is read of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Fraction(f64),
    /// How long something took, each time.
    Times(Times),
    /// There is nothing to tell.
    Absent,
}

impl From<u64> for Figure {
    fn from(figure: u64) -> Self {
        Self::Whole(figure)
    }
}

impl From<usize> for Figure {
    fn from(figure: usize) -> Self {
        Self::Whole(u64::try_from(figure).unwrap_or(u64::MAX))
    }
}

impl From<f64> for Figure {
    fn from(figure: f64) -> Self {
        Self::Fraction(figure)
    }
}

impl From<Times> for Figure {
    fn from(times: Times) -> Self {
        Self::Times(times)
    }
}

impl<T: Into<Figure>> From<Option<T>> for Figure {
    fn from(figure: Option<T>) -> Self {
        figure.map_or(Self::Absent, Into::into)
    }
}

/// How a figure is read.
pub type Read = Box<dyn Fn() -> Figure + Send + Sync>;

/// What kind of figure a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It only grows; its name ends in `_total` where it is told.
    Counter,
    /// It comes and goes.
    Gauge,
    /// It is counted in buckets.
    Histogram,
}

/// A metric, and how each row of it is read.
pub(super) struct Readings {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    pub(super) kind: Kind,
    pub(super) rows: Vec<(Labels, Read)>,
}

impl fmt::Debug for Readings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Readings").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Collector for Readings {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let read = self.rows.iter().map(|(labels, read)| (labels, read()));
        let rows: Vec<(&Labels, Figure)> = read.filter(|(_, figure)| *figure != Figure::Absent).collect();
        if rows.is_empty() {
            return Ok(());
        }
        // The registry ends its own helps with a full stop.
        let help = format!("{}.", self.help);
        let kind = match self.kind {
            Kind::Counter => MetricType::Counter,
            Kind::Gauge => MetricType::Gauge,
            Kind::Histogram => MetricType::Histogram,
        };
        let mut metric = encoder.encode_descriptor(self.name, &help, None, kind)?;
        for (labels, figure) in rows {
            if labels.is_empty() {
                write(self.kind, &mut metric, figure)?;
            } else {
                write(self.kind, &mut metric.encode_family(labels)?, figure)?;
            }
        }
        Ok(())
    }
}

/// Writes one figure.
fn write(kind: Kind, encoder: &mut MetricEncoder, figure: Figure) -> fmt::Result {
    match (kind, figure) {
        (Kind::Counter, Figure::Whole(figure)) => encoder.encode_counter(&figure, None::<&Exemplar<Labels, u64>>),
        (Kind::Counter, Figure::Fraction(figure)) => encoder.encode_counter(&figure, None::<&Exemplar<Labels, f64>>),
        (Kind::Gauge, Figure::Whole(figure)) => encoder.encode_gauge(&figure),
        (Kind::Gauge, Figure::Fraction(figure)) => encoder.encode_gauge(&figure),
        (Kind::Histogram, Figure::Times(Times { buckets, sum })) => {
            // The encoder adds up the buckets.
            let count = buckets.iter().map(|(_, count)| count).sum();
            encoder.encode_histogram::<NoLabelSet>(sum.as_secs_f64(), count, &buckets, None)
        }
        _ => Err(fmt::Error),
    }
}
