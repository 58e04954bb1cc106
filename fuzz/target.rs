//! libFuzzer's program for all cases: FUZZ_CASE names the one that is run. See ./run.

#![no_main]

mod cases;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static RUN: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_CASE").unwrap_or_default();
    let case = cases::ALL.iter().find(|case| case.name == name);
    case.unwrap_or_else(|| panic!("FUZZ_CASE names a case, not {name:?}")).run
});

fuzz_target!(|data: &[u8]| RUN(data));
