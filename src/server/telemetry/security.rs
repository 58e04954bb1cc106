//! What is counted of those who are not let in, and of certificates and tokens that are read again.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// Why a call was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedFor {
    /// It has no token.
    Missing,
    /// Its token is nobody's.
    Unknown,
    /// Its caller may not call this.
    Scope,
    /// Its caller calls too often.
    Rate,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Why {
    why: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reload {
    what: &'static str,
    result: &'static str,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct SecurityMetrics {
    refused: Family<Why, Counter>,
    /// Connections whose handshake failed or took too long.
    pub handshakes_failed: Counter,
    reloads: Family<Reload, Counter>,
    expires: Gauge,
}

impl SecurityMetrics {
    /// Registers what every house has: calls that were not let in.
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Calls that were refused for want of a token, a scope, or calls left this second";
        registry.register("auth_refused", help, self.refused.clone());
        let help = "Changes of the files of certificates (tls) and principals (auth), by whether they could be used";
        registry.register("reloads", help, self.reloads.clone());
    }

    /// Registers what a house with TLS has.
    pub(super) fn register_tls(&self, registry: &mut Registry) {
        let help = "Connections whose TLS handshake failed or took too long";
        registry.register("tls_handshakes_failed", help, self.handshakes_failed.clone());
        let help = "When the server's certificate ends, in seconds since the beginning of 1970";
        registry.register("tls_certificate_expires_seconds", help, self.expires.clone());
    }

    /// Counts a call that was not let in.
    pub fn refused(&self, why: RefusedFor) {
        let why = match why {
            RefusedFor::Missing => "missing",
            RefusedFor::Unknown => "unknown",
            RefusedFor::Scope => "scope",
            RefusedFor::Rate => "rate",
        };
        self.refused.get_or_create(&Why { why }).inc();
    }

    /// Counts files that changed: of what they are, and whether they could be used.
    pub fn reloaded(&self, what: &'static str, used: bool) {
        self.reloads.get_or_create(&Reload { what, result: if used { "ok" } else { "failed" } }).inc();
    }

    /// Notes when the server's certificate ends.
    pub fn certificate_expires(&self, since_1970: Duration) {
        self.expires.set(i64::try_from(since_1970.as_secs()).unwrap_or(i64::MAX));
    }
}
