//! Every input that fuzzing kept (fuzz/corpus), run again: what was found and mended stays so.

#![allow(unreachable_pub, reason = "the cases are a crate of their own where they are fuzzed")]

#[path = "../../fuzz/cases/mod.rs"]
mod cases;

use std::path::Path;

fn replay(name: &str) {
    let case = cases::ALL.iter().find(|case| case.name == name).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fuzz/corpus/{name}.hex"));
    let corpus = std::fs::read_to_string(path).unwrap();
    assert!(!corpus.is_empty(), "{name}");
    for line in corpus.lines() {
        let byte = |at| u8::from_str_radix(&line[at..at + 2], 16).unwrap();
        let input: Vec<u8> = (0..line.len()).step_by(2).map(byte).collect();
        (case.run)(&input);
    }
}

/// A test for each case, of its name.
macro_rules! replayed {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_case_is_here() {
            let names: Vec<&str> = cases::ALL.iter().map(|case| case.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

replayed!(requests tokens lists marks swaps fills beliefs);
