//! Lines over axes, as SVG: points that were measured, with straight lines between them and a legend beside.

use plotters::element::{EmptyElement, PathElement, Polygon, Text};
use plotters::prelude::{
    BLACK, ChartBuilder, Color as _, IntoDrawingArea as _, IntoFont as _, RGBColor, SVGBackend, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::serving::Any;

const SIZE: (u32, u32) = (900, 600);
/// What the legend takes of the width.
const LEGEND: u32 = 220;
const FONT: &str = "sans-serif";

/// Colours that are told apart, also by most who see few: Okabe and Ito's, and darker ones of them.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(100, 100, 100),
    RGBColor(120, 50, 140),
    RGBColor(150, 70, 30),
    RGBColor(0, 70, 60),
];

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// A plot. Points that a scale has no place for are left out.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) lines: Vec<Line>,
}

impl Plot {
    /// Its text.
    pub(crate) fn svg(&self) -> Result<String, Any> {
        let mut svg = String::new();
        self.draw(SVGBackend::with_string(&mut svg, SIZE)).map_err(|error| error.to_string())?;
        Ok(svg)
    }

    /// Each line's points that have a place.
    fn placed(&self) -> Vec<Vec<(f64, f64)>> {
        let is_somewhere = |point: &(f64, f64)| self.x.scale.has(point.0) && self.y.scale.has(point.1);
        self.lines.iter().map(|line| line.points.iter().copied().filter(is_somewhere).collect()).collect()
    }

    fn draw(&self, backend: SVGBackend<'_>) -> Result<(), Any> {
        let lines = self.placed();
        let all = || lines.iter().flatten().copied();
        if all().next().is_none() {
            return Err(format!("{:?} has no points", self.title).into());
        }
        let (x, y) = (self.x.drawn(all().map(|point| point.0)), self.y.drawn(all().map(|point| point.1)));

        let area = backend.into_drawing_area();
        area.fill(&WHITE)?;
        let (chart_area, legend) = area.split_horizontally(SIZE.0 - LEGEND);
        let mut chart = ChartBuilder::on(&chart_area)
            .caption(&self.title, (FONT, 20))
            .margin(12)
            .x_label_area_size(52)
            .y_label_area_size(78)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .bold_line_style(RGBColor(222, 222, 222))
            .light_line_style(WHITE)
            .label_style((FONT, 14))
            .axis_desc_style((FONT, 15))
            .draw()?;
        for (at, points) in lines.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            chart.draw_series([PathElement::new(points.clone(), colour.stroke_width(2))])?;
            chart.draw_series(
                points.iter().map(|&point| EmptyElement::at(point) + Polygon::new(form(at), colour.filled())),
            )?;
        }
        let middle = Pos::new(HPos::Left, VPos::Center);
        // What has no points has no line to be looked for, and keeps its colour for the other plots.
        let drawn = self.lines.iter().enumerate().filter(|&(at, _)| !lines[at].is_empty());
        for ((at, line), row) in drawn.zip((0i32..).map(|row| 56 + 24 * row)) {
            let colour = COLOURS[at % COLOURS.len()];
            legend.draw(&PathElement::new(vec![(4, row), (30, row)], colour.stroke_width(2)))?;
            legend.draw(&(EmptyElement::at((17, row)) + Polygon::new(form(at), colour.filled())))?;
            let style = (FONT, 14).into_font().color(&BLACK).pos(middle);
            legend.draw(&Text::new(line.name.clone(), (37, row), style))?;
        }
        area.present()?;
        Ok(())
    }
}

/// The form of a line's points, around the point in pixels: lines are told apart by it, too.
fn form(line: usize) -> Vec<(i32, i32)> {
    match line % 3 {
        0 => vec![(-5, 0), (0, -5), (5, 0), (0, 5)],
        1 => vec![(-5, 4), (0, -5), (5, 4)],
        _ => vec![(-4, -4), (4, -4), (4, 4), (-4, 4)],
    }
}
