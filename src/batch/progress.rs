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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps what it is told to show.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl Screen {
        fn shown(&self) -> String {
            std::mem::take(&mut *self.0.lock().unwrap())
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_bar_shows_how_many_how_fast_and_how_long() {
        let screen = Screen::default();
        let progress = Progress::on(ProgressDrawTarget::term_like(Box::new(screen.clone())));
        assert!(progress.is_seen());
        progress.start(40);
        progress.found(10);
        screen.shown();
        progress.advance();
        // `make` would have it drawn by a thread, at its own time.
        progress.0.tick();
        let shown = screen.shown();
        assert!(shown.contains("[========>") && shown.contains("] 11/40 boards, "), "{shown:?}");
        assert!(shown.contains(" a second, ") && shown.contains(" left"), "{shown:?}");
        progress.end();
    }

    #[test]
    fn where_nobody_sees_it_there_is_none() {
        let progress = Progress::on(ProgressDrawTarget::hidden());
        assert!(!progress.is_seen());
        progress.start(2);
        progress.make();
        progress.advance();
        progress.end();
    }
}
