//! `tilewright healthcheck`: asks a server's admin endpoint, for probes where there is no other tool, as in an image that holds
//! one binary.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::settings::HealthQuestion;

/// How long connecting, asking and answering may take, each.
const PATIENCE: Duration = Duration::from_secs(2);
/// More than an answer of these endpoints has.
const MAX_ANSWER: u64 = 4096;

/// Asks, and gives what was answered where that is not yes.
///
/// # Errors
/// Where nobody answers in time, or answers otherwise than with status 200: what it said.
pub fn ask(question: HealthQuestion) -> io::Result<()> {
    let HealthQuestion { address, path } = question;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
    if answer.starts_with("HTTP/1.1 200 ") {
        return Ok(());
    }
    let status = answer.lines().next().unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body.trim());
    Err(io::Error::other(format!("{status}: {body}")))
}
