//! What the house tells of itself.
//!
//! - [`layer`]: wraps every call: its id, its one log line, its metrics;
//! - [`methods`]: the names under which calls are counted, which a caller cannot add to;
//! - [`metrics`]: what /metrics says;
//! - [`security`]: what of that is about who was let in, and certificates;
//! - [`log`]: where log lines go, and panics with them.

pub mod layer;
pub mod log;
pub mod methods;
pub mod metrics;
pub mod security;
