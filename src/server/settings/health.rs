//! The command line of `tilewright healthcheck`: where the admin endpoints are, and what is asked of them.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use clap::Parser;

use super::flags::VERSION;
use super::reading::Reading;
use super::{Refused, Wrong};

/// Asks a server on this machine whether it is ready for calls, for probes without other tools
#[derive(Debug, Parser)]
#[command(
    name = "tilewright healthcheck",
    bin_name = "tilewright healthcheck",
    version = VERSION.as_str(),
    after_help = "Exit status: 0 it is, 1 it is not or does not answer within two seconds, 64 the command line is wrong."
)]
struct HealthFlags {
    /// Address and port of /livez and /readyz, as the server was told; an address that stands for all stands for loopback
    #[arg(long, env = "TILEWRIGHT_ADMIN_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:9090")]
    admin_listen: String,

    /// Ask whether it lives, not whether it is ready
    #[arg(long)]
    live: bool,
}

/// What is asked, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HealthQuestion {
    /// Where the admin endpoints are.
    pub address: SocketAddr,
    /// `/livez` or `/readyz`.
    pub path: &'static str,
}

impl HealthQuestion {
    /// Reads the command line, the program's name first and the command's left out.
    pub(super) fn load(args: impl IntoIterator<Item = OsString>) -> Result<Self, Refused> {
        let flags = HealthFlags::try_parse_from(args)?;
        let mut reading = Reading::default();
        let right = "an IP address and a port, such as 127.0.0.1:9090";
        let address: Option<SocketAddr> =
            reading.one("admin-listen", &flags.admin_listen, right, |value| value.parse().ok());
        let wrong: Vec<Wrong> = reading.wrong;
        let address = address.map(here).ok_or(Refused::Wrong(wrong))?;
        Ok(Self { address, path: if flags.live { "/livez" } else { "/readyz" } })
    }
}

/// Where a server on this machine that listens on this address is reached.
fn here(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_stands_for_all_is_asked_on_loopback() {
        let load = |flags: &[&str]| HealthQuestion::load(["tilewright"].iter().chain(flags).map(OsString::from));
        for (listens, asked) in
            [("0.0.0.0:9", "127.0.0.1:9"), ("[::]:9", "[::1]:9"), ("10.0.0.7:9", "10.0.0.7:9"), ("[::1]:9", "[::1]:9")]
        {
            let question = load(&["--admin-listen", listens]).unwrap();
            assert_eq!((question.address, question.path), (asked.parse().unwrap(), "/readyz"));
        }
        assert_eq!(load(&["--live", "--admin-listen=127.0.0.1:9"]).unwrap().path, "/livez");
        assert!(matches!(load(&["--admin-listen", "x"]), Err(Refused::Wrong(wrong)) if wrong.len() == 1));
        assert!(matches!(load(&["--ready"]), Err(Refused::Usage(_))));
    }
}
