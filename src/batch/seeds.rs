//! The seeds of a list: a date each, or a line each of a file. All are looked at before anything is made.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::BatchError;
use crate::grpc::limits;
use crate::grpc::puzzle::BoardList;
use crate::server::settings::SeedSource;

/// The most that a list may have, in bytes. It is held in memory, since standard input cannot be read twice.
const MAX_BYTES: usize = 1 << 30;
/// The longest line that is read to its end: what is longer is no list of seeds.
const MAX_LINE: u64 = 64 << 10;
/// The most lines that are named as wrong.
const MAX_WRONG: usize = 20;

/// Seeds, in their order. One may come twice.
#[derive(Debug)]
pub(super) struct Seeds(List);

#[derive(Debug)]
enum List {
    Days {
        prefix: String,
        from: Date,
        days: u32,
    },
    /// Seeds, each with a newline at its end, and how many.
    Lines {
        text: String,
        count: usize,
    },
}

impl Seeds {
    /// Reads all seeds, or says which are wrong.
    pub(super) fn read(source: &SeedSource) -> Result<Self, BatchError> {
        let wrong = |name: &str, why: String| BatchError::Wrong(format!("the seeds in {name}: {why}"));
        match source {
            SeedSource::Days { prefix, from, days } => {
                Ok(Self(List::Days { prefix: prefix.clone(), from: *from, days: *days }))
            }
            SeedSource::File(path) => {
                let name = path.display().to_string();
                let file = File::open(path).map_err(|error| wrong(&name, error.to_string()))?;
                lines(BufReader::new(file), MAX_BYTES).map_err(|why| wrong(&name, why))
            }
            SeedSource::Stdin => lines(io::stdin().lock(), MAX_BYTES).map_err(|why| wrong("standard input", why)),
        }
    }

    /// How many.
    pub(super) fn len(&self) -> u64 {
        match &self.0 {
            List::Days { days, .. } => u64::from(*days),
            List::Lines { count, .. } => u64::try_from(*count).unwrap_or(u64::MAX),
        }
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = String> + Send + '_> {
        match &self.0 {
            List::Days { prefix, from, days } => {
                // Each from the first, so that a month's length cannot add up to anything. The last was seen to be a date.
                let day = |n: u32| from.checked_add(i64::from(n).days()).ok();
                Box::new((0..*days).filter_map(day).map(move |date| format!("{prefix}{date}")))
            }
            List::Lines { text, .. } => Box::new(text.split_terminator('\n').map(str::to_owned)),
        }
    }
}

/// The lines of a list that are not empty, or what is wrong with it.
fn lines(mut from: impl BufRead, most: usize) -> Result<Seeds, String> {
    let (mut text, mut count, mut wrong) = (String::new(), 0, Vec::new());
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if line.is_empty() {
            break;
        }
        let endless = !line.ends_with(b"\n") && u64::try_from(line.len()).is_ok_and(|bytes| bytes >= MAX_LINE);
        match seed(&line, number) {
            Ok("") => {}
            Ok(_) if text.len() + line.len() > most => return Err(format!("they have more than {most} bytes")),
            Ok(seed) => {
                text.push_str(seed);
                text.push('\n');
                count += 1;
            }
            Err(why) => wrong.push(format!("line {number} {why}")),
        }
        if endless || wrong.len() == MAX_WRONG {
            wrong.push("what comes after that was not looked at".to_owned());
            break;
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n  "));
    }
    if count == 0 {
        return Err("there are none".to_owned());
    }
    Ok(Seeds(List::Lines { text, count }))
}

/// The seed on a line, which may be empty and then is none.
fn seed(line: &[u8], number: u64) -> Result<&str, String> {
    let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
    let line = if number == 1 { line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line) } else { line };
    if line.len() > limits::SEED_BYTES {
        return Err(format!("has more than {} bytes", limits::SEED_BYTES));
    }
    let seed = std::str::from_utf8(line).map_err(|_| "is not UTF-8".to_owned())?;
    if seed.is_empty() || BoardList::is_seed(seed) { Ok(seed) } else { Err("is no seed".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Result<Vec<String>, String> {
        lines(text, 1000).map(|seeds| {
            let listed: Vec<String> = seeds.iter().collect();
            assert_eq!(seeds.len(), listed.len() as u64);
            listed
        })
    }

    #[test]
    fn a_line_is_a_seed_to_the_byte() {
        let text = "\u{feff}a\n\n b \r\n#c\n\r\n \na\nlast \u{1f9e9}";
        assert_eq!(read(text.as_bytes()).unwrap(), ["a", " b ", "#c", " ", "a", "last \u{1f9e9}"]);
        assert_eq!(read("x".repeat(128).as_bytes()).unwrap(), ["x".repeat(128)]);
        assert_eq!(read(format!("{}\r\n", "x".repeat(128)).as_bytes()).unwrap(), ["x".repeat(128)]);
    }

    #[test]
    fn what_is_wrong_is_named_by_its_line() {
        let long = "x".repeat(129);
        let why = read(format!("a\n{long}\n\nb\n").replace('b', "\u{1}").as_bytes()).unwrap_err();
        assert_eq!(why, "line 2 has more than 128 bytes");
        assert_eq!(read(b"a\n\xff\n\xfe").unwrap_err(), "line 2 is not UTF-8\n  line 3 is not UTF-8");
        for none in ["", "\n\n", "\u{feff}", "\r\n"] {
            assert_eq!(read(none.as_bytes()).unwrap_err(), "there are none", "{none:?}");
        }
        let many = read(format!("{long}\n").repeat(30).as_bytes()).unwrap_err();
        assert_eq!(many.lines().count(), 21);
        assert!(many.contains("line 20 has") && many.ends_with("not looked at"), "{many}");
        assert!(read("abc\n".repeat(300).as_bytes()).unwrap_err().contains("more than 1000 bytes"));
    }

    #[test]
    fn what_never_ends_is_left_alone() {
        let zeros = BufReader::new(io::repeat(0));
        assert!(lines(zeros, 1000).unwrap_err().starts_with("line 1 has more than 128 bytes"));
        let empty_lines_then_seeds = BufReader::new(io::repeat(b'\n').take(100_000).chain(&b"a\n"[..]));
        assert_eq!(lines(empty_lines_then_seeds, 1000).unwrap().len(), 1);
    }

    #[test]
    fn days_go_over_leap_years_and_ends_of_years() {
        let days = |from: &str, days| {
            let source = SeedSource::Days { prefix: "d/".to_owned(), from: from.parse().unwrap(), days };
            Seeds::read(&source).unwrap().iter().collect::<Vec<_>>()
        };
        assert_eq!(days("2028-02-28", 3), ["d/2028-02-28", "d/2028-02-29", "d/2028-03-01"]);
        assert_eq!(days("2027-02-28", 2), ["d/2027-02-28", "d/2027-03-01"]);
        assert_eq!(days("2100-02-28", 2), ["d/2100-02-28", "d/2100-03-01"]);
        assert_eq!(days("2026-12-31", 2), ["d/2026-12-31", "d/2027-01-01"]);
        assert_eq!(days("2027-01-01", 365).last().unwrap(), "d/2027-12-31");
        assert_eq!(days("9999-12-31", 1), ["d/9999-12-31"]);
        // Four centuries of the calendar, told by its rule.
        let all = days("1999-01-01", 146_097 + 365);
        let leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let mut told = Vec::new();
        for year in 1999..2400 {
            let february = if leap(year) { 29 } else { 28 };
            for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                told.extend((1..=length).map(|day| format!("d/{year:04}-{month:02}-{day:02}")));
            }
        }
        assert_eq!(all.len(), told.len());
        assert_eq!(all, told);
    }
}
