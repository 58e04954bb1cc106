//! What the house tells of itself.
//!
//! - [`layer`]: wraps every call: its id, its one log line, its metrics, its trace;
//! - [`methods`]: the names under which calls are counted, which a caller cannot add to;
//! - [`metrics`]: what /metrics says; [`readings`]: figures of others in it; `process`: what the system says of the process;
//! - [`security`]: what of that is about who was let in, and certificates;
//! - [`traces`]: spans, sent to a collector;
//! - [`log`]: where log lines go, and panics with them.
//!
//! docs/telemetry.md lists all names.

pub mod layer;
pub mod log;
pub mod methods;
pub mod metrics;
pub(super) mod process;
pub mod readings;
pub mod security;
pub mod traces;
