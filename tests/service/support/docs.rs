//! The tables of docs/telemetry.md, for tests that hold the service to them.

/// The rows of the table with this head, cell by cell.
pub fn rows(head: &str) -> Vec<Vec<String>> {
    let text = include_str!("../../../docs/telemetry.md");
    let lines = text.lines().skip_while(|line| *line != head).skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<String>> = lines.map(cells).collect();
    assert!(!rows.is_empty(), "docs/telemetry.md has no table {head:?}");
    let columns = cells(head).len();
    for row in &rows {
        assert!(row.len() == columns && !row[columns - 1].is_empty(), "{row:?}");
    }
    rows
}

fn cells(line: &str) -> Vec<String> {
    let cells = line.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// What stands between backticks.
pub fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The one name between backticks.
pub fn name(cell: &str) -> String {
    let names = names(cell);
    assert_eq!(names.len(), 1, "{cell:?}");
    names[0].clone()
}
