//! Where log lines go: to standard error, by a thread of their own.
//!
//! A call must not wait for whoever reads the log. Lines go through a bounded queue; when the reader is so slow that it
//! is full, lines are lost, and how many is told as soon as there is room. What was logged before [`Log`] is dropped is
//! written before it is gone, if the reader takes it within a second.
//!
//! A panic, of a handler or a search, is logged as an error with its place. Its caller learns nothing of it.

use std::io::{self, IsTerminal as _, Write};
use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::server::settings::{LogFormat, Settings};

/// Lines that may wait to be written: some megabytes.
const WAITING: usize = 8192;
/// Lines are written together up to this many bytes.
const BATCH_BYTES: usize = 64 << 10;
/// How long the writing thread rests after each batch. A busy service so wakes it some hundred times a second, and not for
/// every line, which would cost more than the line.
const REST: Duration = Duration::from_millis(5);
/// How long the end waits for the last lines.
const LAST_LINES: Duration = Duration::from_secs(1);

/// Lines that were lost since the process started.
static LOST: AtomicU64 = AtomicU64::new(0);

/// How many log lines were lost since the process started.
#[must_use]
pub fn lines_lost() -> u64 {
    LOST.load(Ordering::Relaxed)
}

enum Entry {
    Line(Vec<u8>),
    /// Answer when all before this is written.
    Flush(Sender<()>),
}

/// The log. Keep it for as long as there is something to say.
#[must_use = "the last lines are written when this is dropped"]
#[derive(Debug)]
pub struct Log {
    lines: Sender<Entry>,
}

impl Log {
    /// Starts to log what the settings say, for the whole process, panics too.
    ///
    /// # Errors
    /// Where the process logs already, or has no thread to do it with.
    pub fn start(settings: &Settings) -> io::Result<Self> {
        Self::start_into(settings, io::stderr())
    }

    /// As [`Log::start`], for who shows something else on standard error and must give way: `out` is where lines are written
    /// instead.
    ///
    /// # Errors
    /// As [`Log::start`].
    pub fn start_into(settings: &Settings, out: impl Write + Send + 'static) -> io::Result<Self> {
        let json = match settings.log_format {
            LogFormat::Human => false,
            LogFormat::Json => true,
            LogFormat::Auto => !io::stderr().is_terminal(),
        };
        let (lines, inbox) = bounded(WAITING);
        let lost = Arc::new(AtomicU64::new(0));
        let lost_there = Arc::clone(&lost);
        thread::Builder::new().name("log".to_owned()).spawn(move || write_all(&inbox, &lost_there, json, out))?;
        let writer = Writer { lines: lines.clone(), lost };
        let filter = EnvFilter::try_new(&settings.log_filter).map_err(io::Error::other)?;
        let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
        let started = if json {
            builder.json().flatten_event(true).with_current_span(false).with_span_list(false).try_init()
        } else {
            builder.with_ansi(io::stderr().is_terminal()).try_init()
        };
        started.map_err(io::Error::other)?;
        std::panic::set_hook(Box::new(log_panic));
        Ok(Self { lines })
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let (written, all_written) = bounded(1);
        if self.lines.send_timeout(Entry::Flush(written), LAST_LINES).is_ok() {
            // If it takes longer, nobody reads the log.
            let _ = all_written.recv_timeout(LAST_LINES);
        }
    }
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("a panic that says nothing");
    let location = panic.location().map(ToString::to_string).unwrap_or_default();
    let thread = thread::current();
    tracing::error!(location, thread = thread.name().unwrap_or_default(), panic = message, "panic");
}

/// Hands lines over; never waits.
#[derive(Clone, Debug)]
struct Writer {
    lines: Sender<Entry>,
    lost: Arc<AtomicU64>,
}

impl Write for Writer {
    /// tracing writes a whole line at once.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Err(TrySendError::Full(_)) = self.lines.try_send(Entry::Line(line.to_vec())) {
            self.lost.fetch_add(1, Ordering::Relaxed);
            LOST.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Writer {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// The thread that writes.
fn write_all(inbox: &Receiver<Entry>, lost: &AtomicU64, json: bool, mut out: impl Write) {
    let mut batch = Vec::with_capacity(BATCH_BYTES);
    let mut torn = false;
    while let Ok(first) = inbox.recv() {
        let mut flushed = Vec::new();
        if torn {
            batch.push(b'\n');
        }
        let mut lines = 0;
        for entry in std::iter::once(first).chain(inbox.try_iter()) {
            match entry {
                Entry::Line(line) => {
                    batch.extend_from_slice(&line);
                    lines += 1;
                }
                Entry::Flush(written) => flushed.push(written),
            }
            if batch.len() >= BATCH_BYTES {
                break;
            }
        }
        let lost_before = lost.swap(0, Ordering::Relaxed);
        match lost_before {
            0 => {}
            lines if json => {
                let line = format!("{{\"level\":\"WARN\",\"message\":\"log lines were lost\",\"lines\":{lines}}}\n");
                batch.extend_from_slice(line.as_bytes());
            }
            lines => batch.extend_from_slice(format!("WARN {lines} log lines were lost\n").as_bytes()),
        }
        // The disk may be full, say. If there is room again, it is told; if standard error is closed there is nobody to tell.
        torn = out.write_all(&batch).is_err();
        if torn {
            lost.fetch_add(lost_before + lines, Ordering::Relaxed);
            LOST.fetch_add(lines, Ordering::Relaxed);
        }
        batch.clear();
        for written in flushed {
            let _ = written.send(());
        }
        #[expect(clippy::disallowed_methods, reason = "this thread does nothing but write the log")]
        thread::sleep(REST);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use super::*;

    /// Has no room the first time, and takes half of what it is given, as a full disk does.
    #[derive(Clone, Default)]
    struct Disk(Arc<Mutex<(bool, Vec<u8>)>>);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut disk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if disk.0 {
                disk.1.extend_from_slice(bytes);
                return Ok(bytes.len());
            }
            disk.1.extend_from_slice(&bytes[..bytes.len() / 2]);
            disk.0 = true;
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted_and_told() {
        let (send, inbox) = bounded(8);
        let lost = AtomicU64::new(3);
        let before = lines_lost();
        let disk = Disk::default();
        let line = |text: &str| Entry::Line(text.as_bytes().to_vec());
        let (flush, flushed) = bounded(2);
        send.send(line("one\n")).unwrap();
        send.send(line("two\n")).unwrap();
        send.send(Entry::Flush(flush.clone())).unwrap();
        thread::scope(|threads| {
            let out = disk.clone();
            let (inbox, lost) = (&inbox, &lost);
            threads.spawn(move || write_all(inbox, lost, true, out));
            flushed.recv().unwrap();
            send.send(line("three\n")).unwrap();
            send.send(Entry::Flush(flush)).unwrap();
            flushed.recv().unwrap();
            drop(send);
        });
        let written = String::from_utf8(disk.0.lock().unwrap().1.clone()).unwrap();
        let told = "{\"level\":\"WARN\",\"message\":\"log lines were lost\",\"lines\":5}\n";
        let (torn, rest) = written.split_at(written.len() - "\nthree\n".len() - told.len());
        assert!("one\ntwo\n{".starts_with(&torn[..torn.len().min(9)]), "{torn:?}");
        assert_eq!(rest, format!("\nthree\n{told}"));
        assert!(lines_lost() >= before + 2);
    }
}
