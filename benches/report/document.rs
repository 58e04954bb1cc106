//! The report as it grows: Markdown, with figures beside it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::plot::Plot;
use super::serving::Any;

/// The file's name.
const NAME: &str = "report.md";

/// Markdown in a directory. It is written anew after each part, so that what was measured is kept if the next part fails.
pub(crate) struct Document {
    directory: PathBuf,
    text: String,
}

impl Document {
    pub(crate) fn new(directory: &Path) -> Result<Self, Any> {
        fs::create_dir_all(directory)?;
        Ok(Self { directory: directory.to_owned(), text: String::new() })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.join(NAME)
    }

    /// A heading; 1 is the title.
    pub(crate) fn heading(&mut self, level: usize, text: &str) {
        let _ = writeln!(self.text, "{}{} {text}\n", if level == 1 { "" } else { "\n" }, "#".repeat(level));
    }

    /// A paragraph.
    pub(crate) fn say(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{}\n", text.as_ref());
    }

    /// A table whose first column is words and whose others are numbers.
    pub(crate) fn table<H: AsRef<str>>(&mut self, head: &[H], rows: &[Vec<String>]) {
        let line = |cells: &[&str]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
        let rule: Vec<&str> = (0..head.len()).map(|column| if column == 0 { "---" } else { "---:" }).collect();
        self.text.push_str(&line(&head));
        self.text.push_str(&line(&rule));
        for row in rows {
            self.text.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        self.text.push('\n');
    }

    /// A plot, in a file of this name.
    pub(crate) fn figure(&mut self, name: &str, plot: &Plot) -> Result<(), Any> {
        let file = format!("{name}.svg");
        fs::write(self.directory.join(&file), plot.svg()?)?;
        let _ = writeln!(self.text, "![{}]({file})\n", plot.title);
        Ok(())
    }

    /// What a program printed, folded away behind a line that says what it was.
    pub(crate) fn output(&mut self, summary: &str, output: &str) {
        let output = output.trim_end().replace("```", "'''");
        let _ = writeln!(self.text, "<details><summary>{summary}</summary>\n\n```text\n{output}\n```\n\n</details>\n");
    }

    /// Writes what there is.
    pub(crate) fn write(&self) -> Result<(), Any> {
        fs::write(self.path(), format!("{}\n", self.text.trim_end()))?;
        Ok(())
    }
}

/// A number for people: three figures that count, thousands set apart.
pub(crate) fn figures(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let places = match value.abs() {
        0.0 => 0,
        size if size < 0.01 => 4,
        size if size < 0.1 => 3,
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    let text = format!("{value:.places$}");
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(whole, rest)| (whole, Some(rest)));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let left = whole.len() - at;
        if at > 0 && left.is_multiple_of(3) && !(at == 1 && whole.starts_with('-')) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    rest.map_or(grouped.clone(), |rest| format!("{grouped}.{rest}"))
}

/// The value in the middle; of none, none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
