//! The file that is written: locked, looked through if something is in it already, and then only ever longer by whole lines.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::line::{Answered, Lines, Unfit, is_torn};
use super::seeds::Seeds;
use super::{BatchError, Tally};
use crate::grpc::puzzle::BoardList;

/// The longest line that a board or a failure can have, several times over.
const MAX_LINE: u64 = 64 << 10;
/// Lines are written together up to this many bytes, while more of them wait.
const BUFFER_BYTES: usize = 64 << 10;

/// Where lines go.
#[derive(Debug)]
pub(super) struct Output {
    to: To,
    name: String,
    buffer: Vec<u8>,
}

#[derive(Debug)]
enum To {
    /// A file that can be gone on with. It ends here, after whole lines.
    File { file: File, end: u64 },
    /// Standard output, a pipe, a device: what is written is gone.
    Stream(Box<dyn Stream>),
}

trait Stream: io::Write + std::fmt::Debug + Send {}
impl Stream for io::Stdout {}
impl Stream for File {}

impl Output {
    /// Opens the file, or makes it, for this process alone. Nothing in it is changed yet.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, BatchError> {
        let Some(path) = path else {
            return Ok(Self::new(To::Stream(Box::new(io::stdout())), "standard output".to_owned()));
        };
        let name = path.display().to_string();
        let failed = |error: &io::Error| BatchError::Failed(format!("cannot write {name}: {}", why(path, error)));
        let is_stream = path.metadata().is_ok_and(|what| !what.is_file() && !what.is_dir());
        if is_stream {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| failed(&error))?;
            return Ok(Self::new(To::Stream(Box::new(file)), name));
        }
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(|error| failed(&error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => BatchError::Failed(format!("another process is writing {name}")),
            TryLockError::Error(error) => BatchError::Failed(format!("cannot lock {name}: {error}")),
        })?;
        Ok(Self::new(To::File { file, end: 0 }, name))
    }

    fn new(to: To, name: String) -> Self {
        Self { to, name, buffer: Vec::new() }
    }

    /// Whether the same command can go on with it.
    pub(super) fn can_be_resumed(&self) -> bool {
        matches!(self.to, To::File { .. })
    }

    /// Looks through what is there, tells it, and leaves out what is torn or to be tried again. What is not ours is refused
    /// and left as it is.
    pub(super) fn resume(
        &mut self,
        seeds: &Seeds,
        list: &BoardList,
        lines: &Lines,
        mut each: impl FnMut(&Tally),
    ) -> Result<Tally, BatchError> {
        let To::File { file, end } = &mut self.to else { return Ok(Tally::default()) };
        let failed = |error: io::Error| BatchError::Failed(format!("cannot go on with {}: {error}", self.name));
        let refused = |number: u64, why: String| {
            BatchError::Failed(format!(
                "{} is no file to go on with, and is left as it is: line {number}: {why}",
                self.name
            ))
        };
        let mut reader = BufReader::new(&*file);
        let (mut tally, mut expected, mut line) = (Tally::default(), seeds.iter(), Vec::new());
        // From the first that was missed all is made again: a longer line has no room in its place.
        let mut missed = false;
        for number in 1u64.. {
            line.clear();
            reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(failed)?;
            if line.is_empty() {
                break;
            }
            let seed = expected.next();
            let seed = seed.ok_or_else(|| refused(number, format!("there are only {} seeds", seeds.len())))?;
            let answered = match line.strip_suffix(b"\n") {
                Some(whole) => lines.check(whole, &seed, list),
                None => Err(Unfit::Unread("it has no end".to_owned())),
            };
            match answered {
                Ok(answered) => {
                    missed |= matches!(answered, Answered::Missed(_));
                    if !missed {
                        tally.count(match answered {
                            Answered::NoBoard(reason) => Some(reason),
                            Answered::Board | Answered::Missed(_) => None,
                        });
                        *end += u64::try_from(line.len()).unwrap_or(0);
                        each(&tally);
                    }
                }
                Err(Unfit::Unread(_)) if is_torn(&line, &seed) && has_no_more(&mut reader).map_err(failed)? => break,
                Err(unfit) => return Err(refused(number, unfit.to_string())),
            }
        }
        drop(reader);
        file.set_len(*end).and_then(|()| file.seek(SeekFrom::Start(*end))).map_err(failed)?;
        Ok(tally)
    }

    /// Takes a line, newline included.
    pub(super) fn write(&mut self, line: &str) -> Result<(), BatchError> {
        self.buffer.extend_from_slice(line.as_bytes());
        if self.buffer.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes what was taken.
    pub(super) fn flush(&mut self) -> Result<(), BatchError> {
        let written = match &mut self.to {
            To::File { file, end } => {
                let written = file.write_all(&self.buffer);
                match &written {
                    Ok(()) => *end += u64::try_from(self.buffer.len()).unwrap_or(0),
                    // The disk is full, say. A part of a line would do no harm, but none is better.
                    Err(_) => drop(file.set_len(*end)),
                }
                written
            }
            To::Stream(stream) => stream.write_all(&self.buffer).and_then(|()| stream.flush()),
        };
        self.buffer.clear();
        written.map_err(|error| self.unwritten(&error))
    }

    /// Writes what was taken, and makes sure that it stays written.
    pub(super) fn finish(mut self) -> Result<(), BatchError> {
        self.flush()?;
        match &self.to {
            To::File { file, .. } => file.sync_all().map_err(|error| self.unwritten(&error)),
            To::Stream(_) => Ok(()),
        }
    }

    fn unwritten(&self, error: &io::Error) -> BatchError {
        match (&self.to, error.kind()) {
            (To::Stream(_), io::ErrorKind::BrokenPipe) => BatchError::ReaderGone,
            _ => BatchError::Failed(format!("cannot write {}: {error}", self.name)),
        }
    }
}

/// Why a file cannot be opened, in the words of the system, or better ones.
fn why(path: &Path, error: &io::Error) -> String {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).map(PathBuf::from);
    match parent {
        _ if path.is_dir() => "it is a directory".to_owned(),
        Some(parent) if !parent.exists() => format!("there is no directory {}", parent.display()),
        _ => error.to_string(),
    }
}

/// Whether all that follows was never written: a system that went down may have made room for it.
fn has_no_more(reader: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let some = reader.fill_buf()?;
        let length = some.len();
        if length == 0 {
            return Ok(true);
        }
        if some.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        reader.consume(length);
    }
}
