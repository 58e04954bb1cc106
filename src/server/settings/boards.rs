//! The command line of `tilewright boards`: of which seeds, which boards, and into which file.
//!
//! What the operator set of the server so that it makes the boards that it makes (salt, dictionaries, defaults) is taken by
//! the same flags and variables. What is asked of the boards is this command's own and has flags only, as a request would.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, CommandFactory as _, FromArgMatches as _, Parser};
use jiff::civil::Date;

use super::flags::{Logging, Making, VERSION, split_listed};
use super::reading::Reading;
use super::{Wrong, values};
use crate::grpc::json::Json;
use crate::grpc::limits;
use crate::grpc::proto::{CountRange, Difficulty, GenerateBoardRequest, Layout, Seeded, layout};

/// The most that a template's file may have: as a request by gRPC.
const MAX_TEMPLATE_BYTES: u64 = 1 << 20;
/// Bytes of a date.
const DATE_BYTES: usize = 10;

/// Makes the boards of a list of seeds, the same as the server would, and writes each as a line of JSON
#[derive(Debug, Parser)]
#[command(
    name = "tilewright boards",
    bin_name = "tilewright boards",
    version = VERSION.as_str(),
    group = ArgGroup::new("which").args(["from", "seeds"]).required(true),
    after_help = "For example the boards of a year of days, daily/2027-01-01 and so on:\n\n  \
        tilewright boards --prefix daily/ --from 2027-01-01 --days 365 --layout lattice --out boards.jsonl\n\n\
        A line is {\"seed\": ..., \"board\": {...}}, or {\"seed\": ..., \"failure\": {...}} where there is no such board. Ended \
        early, by Ctrl-C or otherwise, the same command goes on where the file ends. A RANGE is 10, 8..12 (both included), 8.. or \
        ..12. Settings are also read from their environment variables; a flag goes before its variable.\n\n\
        Exit status: 0 all seeds have their boards, 1 some have not or it cannot go on, 64 the command line or the seeds are \
        wrong, 130 interrupted."
)]
pub(super) struct BoardsFlags {
    /// What stands before each date in a seed
    #[arg(long, value_name = "TEXT", requires = "from", help_heading = "Seeds")]
    prefix: Option<String>,

    /// The first day: seeds are dates, such as 2027-01-01
    #[arg(long, value_name = "DATE", requires = "days", help_heading = "Seeds")]
    from: Option<String>,

    /// How many days
    #[arg(long, value_name = "NUMBER", requires = "from", help_heading = "Seeds")]
    days: Option<String>,

    /// File of seeds instead, one a line, to the byte (`-`: standard input); empty lines are passed over
    #[arg(long, value_name = "PATH", conflicts_with_all = ["prefix", "from", "days"], help_heading = "Seeds")]
    seeds: Option<String>,

    /// How words lie: rows or lattice [default: rows]
    #[arg(long, value_name = "KIND", help_heading = "Boards")]
    layout: Option<String>,

    /// Rows [default: 5]
    #[arg(long, value_name = "NUMBER", help_heading = "Boards")]
    rows: Option<String>,

    /// Columns [default: 5]
    #[arg(long, value_name = "NUMBER", help_heading = "Boards")]
    columns: Option<String>,

    /// Language [default: that of --default-language]
    #[arg(long, value_name = "LANG", help_heading = "Boards")]
    language: Option<String>,

    /// Word list that targets are drawn from [default: answers]
    #[arg(long, value_name = "NAME", help_heading = "Boards")]
    draw_from: Option<String>,

    /// Edition [default: that of --default-edition]
    #[arg(long, value_name = "NUMBER", help_heading = "Boards")]
    edition: Option<String>,

    /// Fewest swaps from start to target
    #[arg(long, value_name = "RANGE", help_heading = "Boards")]
    min_swaps: Option<String>,

    /// Tiles right at the start
    #[arg(long, value_name = "RANGE", help_heading = "Boards")]
    green: Option<String>,

    /// Tiles marked present at the start
    #[arg(long, value_name = "RANGE", help_heading = "Boards")]
    yellow: Option<String>,

    /// Tiles in each cycle of two or more
    #[arg(long, value_name = "RANGE", help_heading = "Boards")]
    cycle_tiles: Option<String>,

    /// Write the targets, too; who has them has the answers
    #[arg(long, help_heading = "Boards")]
    include_target: bool,

    /// Write what the strongest blind player needs, too (rows only; takes far longer)
    #[arg(long, help_heading = "Boards")]
    include_blind_par: bool,

    /// File with all of that instead: a GenerateBoardRequest in JSON, without a seed
    #[arg(
        long,
        value_name = "PATH",
        conflicts_with_all = ["layout", "rows", "columns", "language", "draw_from", "edition", "min_swaps", "green", "yellow",
            "cycle_tiles", "include_target", "include_blind_par"],
        help_heading = "Boards"
    )]
    template: Option<String>,

    /// File that is written, or gone on with; `-` is standard output
    #[arg(long, value_name = "PATH", default_value = "-", help_heading = "Boards")]
    out: String,

    #[command(flatten, next_help_heading = "Settings, as of the server")]
    pub(super) making: Making,

    #[command(flatten)]
    pub(super) logging: Logging,
}

/// What `tilewright boards` is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchSettings {
    /// What is asked of each board.
    pub template: GenerateBoardRequest,
    /// Where the seeds come from.
    pub seeds: SeedSource,
    /// The file that is written; `None`: standard output.
    pub out: Option<PathBuf>,
}

/// Where seeds come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedSource {
    /// A seed a day: the prefix and the date.
    Days {
        /// What stands before the date.
        prefix: String,
        /// The first.
        from: Date,
        /// How many; the last is a date, too.
        days: u32,
    },
    /// A file, a seed a line.
    File(PathBuf),
    /// Standard input, likewise.
    Stdin,
}

impl BoardsFlags {
    /// The flags, over the environment, over the defaults.
    pub(super) fn parse_all(args: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = Self::command().try_get_matches_from(args)?;
        let mut flags = Self::from_arg_matches(&matches)?;
        split_listed(&matches, "dictionary", &mut flags.making.dictionary);
        Ok(flags)
    }

    /// What is to be done, or all that is wrong.
    pub(super) fn read(&self) -> Result<BatchSettings, Vec<Wrong>> {
        let mut reading = Reading::default();
        let read = self.read_with(&mut reading);
        read.filter(|_| reading.wrong.is_empty())
            .ok_or_else(|| reading.wrong.into_iter().map(Wrong::without_variable).collect())
    }

    fn read_with(&self, reading: &mut Reading) -> Option<BatchSettings> {
        let template = match &self.template {
            Some(path) => template(path.as_ref()).map_err(|why| reading.wrong::<()>("template", path, why)).ok(),
            None => self.request(reading),
        };
        let seeds = match self.seeds.as_deref() {
            Some("-") => Some(SeedSource::Stdin),
            Some(path) => Some(SeedSource::File(path.into())),
            None => self.days(reading),
        };
        let out = Some(&self.out).filter(|out| *out != "-").map(PathBuf::from);
        Some(BatchSettings { template: template?, seeds: seeds?, out })
    }

    /// Every value is read before the first is missed.
    fn request(&self, reading: &mut Reading) -> Option<GenerateBoardRequest> {
        let kind = |value: &str| match value {
            "rows" => Some(layout::Kind::Rows),
            "lattice" => Some(layout::Kind::Lattice),
            _ => None,
        };
        let kind = self.layout.as_deref().map(|value| reading.one("layout", value, "rows or lattice", kind));
        let mut number = |flag, value: &Option<String>| {
            let read = value.as_deref().map(|value| reading.number(flag, value, 0..=u32::MAX));
            read.unwrap_or(Some(0))
        };
        let (rows, columns) = (number("rows", &self.rows), number("columns", &self.columns));
        let edition = number("edition", &self.edition);
        let mut range = |flag, value: &Option<String>| {
            let right = "a number or a range, such as 10, 8..12, 8.. or ..12";
            let read = value.as_deref().map(|value| reading.one(flag, value, right, range));
            read.map_or(Some(None), |range| range.map(Some))
        };
        let (min_swaps, green) = (range("min-swaps", &self.min_swaps), range("green", &self.green));
        let (yellow, cycle_tiles) = (range("yellow", &self.yellow), range("cycle-tiles", &self.cycle_tiles));
        let kind = kind.unwrap_or(Some(layout::Kind::Unspecified))?.into();
        let board = Seeded {
            language: self.language.clone().unwrap_or_default(),
            dictionary: self.draw_from.clone().unwrap_or_default(),
            layout: Some(Layout { kind, rows: rows?, columns: columns? }),
            edition: edition?,
            difficulty: Some(Difficulty {
                min_swaps: min_swaps?,
                green: green?,
                yellow: yellow?,
                cycle_tiles: cycle_tiles?,
            }),
            ..Seeded::default()
        };
        Some(GenerateBoardRequest {
            board: Some(board),
            include_target: self.include_target,
            include_blind_par: self.include_blind_par,
            time_limit: None,
        })
    }

    fn days(&self, reading: &mut Reading) -> Option<SeedSource> {
        let prefix = self.prefix.as_deref().unwrap_or_default();
        let right = format!("at most {} bytes, so that a seed has at most {}", most_prefix(), limits::SEED_BYTES);
        let fits = |prefix: &str| (prefix.len() <= most_prefix()).then(|| prefix.to_owned());
        let prefix = reading.one("prefix", prefix, &right, fits);
        let (from, days) = self.from.as_deref().zip(self.days.as_deref())?;
        let date = reading.one("from", from, "a date, such as 2027-01-01", date);
        let count = reading.number("days", days, 1..=u32::MAX);
        let (prefix, from, count) = (prefix?, date?, count?);
        let span = jiff::Span::new().try_days(i64::from(count) - 1);
        if span.and_then(|span| from.checked_add(span)).is_err() {
            return reading.wrong("days", days, "so few that the last is 9999-12-31 at the latest");
        }
        Some(SeedSource::Days { prefix, from, days: count })
    }
}

/// The longest prefix, in bytes.
fn most_prefix() -> usize {
    limits::SEED_BYTES - DATE_BYTES
}

/// A date as ISO 8601 has it, and in no other of its forms, so that a seed is what was typed.
fn date(text: &str) -> Option<Date> {
    text.parse::<Date>().ok().filter(|date| text.len() == DATE_BYTES && date.to_string() == text)
}

/// `10`, `8..12`, `8..` or `..12`, both ends included.
fn range(text: &str) -> Option<CountRange> {
    let number = |text: &str| values::digits(text);
    let Some((least, most)) = text.split_once("..") else {
        let number = number(text)?;
        return Some(CountRange { least: number, most: Some(number) });
    };
    if least.is_empty() && most.is_empty() {
        return None;
    }
    let least = if least.is_empty() { 0 } else { number(least)? };
    let most = if most.is_empty() { None } else { Some(number(most)?) };
    Some(CountRange { least, most }).filter(|range| range.most.is_none_or(|most| most >= range.least))
}

/// The request in a file, or what would be right instead.
fn template(path: &Path) -> Result<GenerateBoardRequest, String> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(MAX_TEMPLATE_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| format!("a file that can be read ({error})"))?;
    if u64::try_from(text.len()).is_ok_and(|bytes| bytes > MAX_TEMPLATE_BYTES) {
        return Err(format!("a file of at most {MAX_TEMPLATE_BYTES} bytes"));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let request = serde_json::from_str(text)
        .map_err(|error| error.to_string())
        .and_then(|value| Json::new()?.read("GenerateBoardRequest", value));
    request.map_err(|why| format!("a file with a GenerateBoardRequest in JSON ({why})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_finds_no_fault_with_the_flags() {
        BoardsFlags::command().debug_assert();
    }

    #[test]
    fn ranges_hold_both_their_ends() {
        let of = |least, most| Some(CountRange { least, most });
        for (text, value) in [
            ("10", of(10, Some(10))),
            ("8..12", of(8, Some(12))),
            ("8..", of(8, None)),
            ("..12", of(0, Some(12))),
            ("7..7", of(7, Some(7))),
            ("12..8", None),
            ("..", None),
            ("", None),
            ("8-12", None),
            ("8..=12", None),
            ("8...12", None),
            ("+8", None),
            (" 8", None),
            ("4294967296", None),
        ] {
            assert_eq!(range(text), value, "{text:?}");
        }
    }

    #[test]
    fn dates_are_written_in_one_way() {
        for text in ["2027-01-01", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(date(text).map(|date| date.to_string()).as_deref(), Some(text));
        }
        for text in [
            "",
            "2027-1-1",
            "20270101",
            "2027-02-29",
            "1900-02-29",
            "2027-13-01",
            "2027-00-01",
            "2027-01-32",
            "+002027-01-01",
            "2027-01-01T00:00",
            "2027-W01-1",
            " 2027-01-01",
            "27-01-01",
            "2027-01-01 ",
        ] {
            assert_eq!(date(text), None, "{text:?}");
        }
    }
}
