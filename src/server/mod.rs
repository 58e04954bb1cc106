//! What stands around the services: from the command line to the last connection.

pub mod settings;
pub mod telemetry;
