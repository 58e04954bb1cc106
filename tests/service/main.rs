//! Tilewright as its callers see it: a real server, driven over real gRPC, and the program itself.
//!
//! One program of tests, since linking takes longer than running most of them: `cargo test --test service boards::` runs a file.

mod bad_input;
mod bad_words;
mod batch;
mod batch_files;
mod blind_bad_input;
mod blind_ends;
mod blind_games;
mod blind_resume;
mod boards;
mod calling;
mod chains;
mod compare;
mod dictionaries;
mod fills;
mod fuzzed;
mod guesses;
mod guesses_bad_input;
mod hostile;
mod languages;
mod lattice_fills;
mod lattices;
mod limits;
mod limits_of_connections;
mod patience;
mod plans;
mod readme;
mod security;
mod server_binary;
mod server_calls;
mod server_ends;
mod strategies;
mod swaps;
mod telemetry;
mod tls;
mod traces;
mod waffles;
mod web;
mod words;

mod support;
