//! `tilewright boards` as a process of its own, and what it wrote.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The command, in an environment without settings.
pub fn boards(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TILEWRIGHT_") {
            command.env_remove(name);
        }
    }
    command.arg("boards").args(flags).stdin(Stdio::null());
    command
}

/// Runs it with these flags.
pub fn run(flags: &[&str]) -> Output {
    boards(flags).output().unwrap()
}

/// Runs it with this standard input.
pub fn run_with(flags: &[&str], input: &[u8]) -> Output {
    let mut child = boards(flags).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Bytes that are text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Holds the run to this status, and gives what it said on standard error.
pub fn ended(output: &Output, status: i32) -> &str {
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    assert!(!text(&output.stderr).contains("panic"), "{output:?}");
    text(&output.stderr)
}

/// Holds the run to having succeeded without a word.
pub fn fine(output: &Output) {
    assert_eq!(ended(output, 0), "");
}

/// A path that no other test has, and nothing at it.
pub fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tilewright-batch-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// A path as text.
pub fn as_str(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The lines of the file as JSON.
pub fn parsed(lines: &str) -> Vec<Value> {
    assert!(lines.ends_with('\n'), "{lines}");
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
