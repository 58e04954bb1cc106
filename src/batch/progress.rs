//! How far it is, for who sits before a terminal: a bar on standard error, with boards a second and the time left.

use std::io::{self, IsTerminal as _, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How often the bar is drawn though nothing has come.
const TICK: Duration = Duration::from_millis(500);

/// The bar; all clones are the same one.
#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar where somebody sees it: standard error is a terminal, and the lines do not go to one as well.
    #[must_use]
    pub fn new(lines_to_stdout: bool) -> Self {
        let seen = io::stderr().is_terminal() && !(lines_to_stdout && io::stdout().is_terminal());
        Self::on(if seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() })
    }

    fn on(target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::with_draw_target(None, target);
        let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{:.0}", state.per_sec());
        };
        let template = "[{bar:30}] {pos}/{len} boards, {rate} a second, {eta} left";
        let style = ProgressStyle::with_template(template).expect("a test has seen the bar");
        bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        Self(bar)
    }

    /// Whether somebody sees it.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        !self.0.is_hidden()
    }

    /// There are so many in all.
    pub(super) fn start(&self, total: u64) {
        self.0.set_length(total);
    }

    /// So many were there already.
    pub(super) fn found(&self, lines: u64) {
        self.0.set_position(lines);
    }

    /// From here on they are made.
    pub(super) fn make(&self) {
        self.0.reset_eta();
        if self.is_seen() {
            self.0.enable_steady_tick(TICK);
        }
    }

    /// One more is done.
    pub(super) fn advance(&self) {
        self.0.inc(1);
    }

    /// Takes the bar away, so that something can be said where it was.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }

    /// Standard error, for lines that are not to tear the bar.
    #[must_use]
    pub fn aside(&self) -> Aside {
        Aside(self.0.clone())
    }
}

/// Standard error while the bar is away.
#[derive(Debug)]
pub struct Aside(ProgressBar);

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.suspend(|| io::stderr().write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
