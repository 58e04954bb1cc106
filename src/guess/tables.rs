//! The lists and tables that are kept: those of the service's own dictionaries, which many games ask for.

/// Lists and tables kept between searches.
#[derive(Debug, Default)]
pub struct Tables {}
