//! `tilewright serve` as a process of its own: its flags, what it says, what it logs, its signals.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
#[cfg(target_os = "linux")]
use rustix::process::{Resource, Rlimit, prlimit};

/// The binary, in an environment without settings.
pub fn tilewright(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TILEWRIGHT_") {
            command.env_remove(name);
        }
    }
    command.args(flags).stdin(Stdio::null());
    command
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The lines of its settings that it says are wrong.
pub fn wrong_settings(output: &Output) -> Vec<&str> {
    assert_eq!(output.status.code(), Some(64), "{output:?}");
    assert_eq!(text(&output.stdout), "");
    text(&output.stderr).lines().filter(|line| line.starts_with("  --")).collect()
}

/// A server that runs, and what it logs.
pub struct Running {
    child: Child,
    log: BufReader<ChildStderr>,
    /// Where it serves gRPC.
    pub grpc: SocketAddr,
    /// Where it serves the admin endpoints.
    pub admin: SocketAddr,
}

impl Running {
    /// Starts one with these flags.
    pub fn start(flags: &[&str]) -> Self {
        Self::start_by(tilewright, flags)
    }

    /// Starts one with these flags by a command of its own.
    pub fn start_by(command: impl FnOnce(&[&str]) -> Command, flags: &[&str]) -> Self {
        let own = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-format", "json"];
        let mut child = command(&[&own, flags].concat()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        if !flags.contains(&"--token-keys-file") {
            assert_eq!(field(&line, "level"), "WARN");
            assert!(field(&line, "message").contains("--token-keys-file"), "{line}");
            line.clear();
            log.read_line(&mut line).unwrap();
        }
        let [grpc, admin] = ["grpc", "admin"].map(|name| field(&line, name).parse().unwrap());
        assert_eq!(field(&line, "message"), "ready");
        assert_eq!(field(&line, "version"), env!("CARGO_PKG_VERSION"));
        Self { child, log, grpc, admin }
    }

    /// Lets it open only so many files beside those that it has open.
    #[cfg(target_os = "linux")]
    pub fn may_open(&self, files: u64) {
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap().count() as u64;
        let most = Some(open + files);
        let limit = Rlimit { current: most, maximum: most };
        prlimit(Some(Pid::from_child(&self.child)), Resource::Nofile, limit).unwrap();
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Its exit status, and the rest of its log.
    pub fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.log.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

/// A text field of a line of the log.
pub fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let start = format!("\"{name}\":\"");
    let rest = line.split_once(&start).unwrap_or_else(|| panic!("no {name} in {line}")).1;
    rest.split('"').next().unwrap()
}
