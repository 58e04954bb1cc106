//! README.md is true: its table of settings is that of the program.

use std::fmt::Write as _;

use tilewright::server::settings::table;

#[test]
fn the_readmes_settings_are_the_programs() {
    let mut rows = String::new();
    for row in table() {
        let default = if row.default.is_empty() { String::new() } else { format!("`{}`", row.default) };
        writeln!(rows, "| `{}` | {default} | {} |", row.flag, row.help).unwrap();
    }
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&rows), "README.md must have this table of settings:\n{rows}");
    assert_eq!(readme.matches("| `--").count(), rows.lines().count(), "and no other settings");
}
