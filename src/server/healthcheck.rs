//! `tilewright healthcheck`: asks a server's admin endpoint, for probes where there is no other tool, as in an image that holds
//! one binary.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::settings::HealthQuestion;

/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// More than an answer of these endpoints has.
const MAX_ANSWER: usize = 4096;

/// Asks, and gives what was answered where that is not yes.
///
/// # Errors
/// Where nobody answers in time, or answers otherwise than with status 200: what it said.
pub fn ask(question: HealthQuestion) -> io::Result<()> {
    let HealthQuestion { address, path } = question;
    let end = Instant::now() + PATIENCE;
    let left = || match end.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(io::Error::from(io::ErrorKind::TimedOut)),
        left => Ok(left),
    };
    let mut stream = TcpStream::connect_timeout(&address, left()?)?;
    stream.set_write_timeout(Some(left()?))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let (mut answer, mut piece) = (Vec::new(), [0; 512]);
    loop {
        stream.set_read_timeout(Some(left()?))?;
        let read = stream.read(&mut piece)?;
        answer.extend_from_slice(&piece[..read]);
        if read == 0 || answer.len() > MAX_ANSWER {
            break;
        }
    }
    let answer = String::from_utf8_lossy(&answer);
    if answer.starts_with("HTTP/1.1 200 ") {
        return Ok(());
    }
    let status = answer.lines().next().unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body.trim());
    Err(io::Error::other(format!("{status}: {body}")))
}
