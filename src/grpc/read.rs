//! The contract's messages, read into the house's own types. What is wrong is said with the path of its field.

use std::sync::Arc;
use std::time::Duration;

use super::limits;
use super::proto;
use super::shared::Shared;
use super::status::{Error, Violation};
use crate::generate::{BoardSpec, Difficulty, Range};
use crate::lexicon::{ANSWERS, Dictionary, FoldError, NO_TILE, fold_cells};
use crate::puzzle::layout::MAX_SIDE;
use crate::puzzle::{Board, BoardError, Grid, GridError, Kind, Known, Layout, LayoutError, Mark, Swap};

type Read<T> = Result<T, Violation>;

/// A message that must be there.
pub(super) fn required<T>(field: &str, message: Option<T>) -> Read<T> {
    message.ok_or_else(|| Violation::new(field, "MISSING", "must be set"))
}

/// Rows of characters, all of one length, folded: a grid whose layout is still to be told.
#[derive(Debug)]
pub(super) struct Cells {
    rows: usize,
    columns: usize,
    letters: Vec<char>,
}

/// Reads the rows of a grid. `fold` turns a row of at most so many cells into characters.
pub(super) fn cells(
    field: &str,
    grid: Option<proto::Grid>,
    fold: impl Fn(&str, usize) -> Result<Vec<char>, FoldError>,
) -> Read<Cells> {
    let rows = required(field, grid)?.rows;
    if !(1..=MAX_SIDE).contains(&rows.len()) {
        let description = format!("must have 1 to {MAX_SIDE} rows, not {}", rows.len());
        return Err(Violation::new(format!("{field}.rows"), "GRID_SIZE", description));
    }
    let (mut columns, mut letters) = (0, Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let wrong =
            |reason, description: String| Violation::new(format!("{field}.rows[{number}]"), reason, description);
        let folded = fold(row, MAX_SIDE).map_err(|error| match error {
            FoldError::TooLong { most } => wrong("GRID_SIZE", format!("must have 1 to {most} cells")),
            FoldError::Unfit { .. } => wrong("NOT_A_LETTER", format!("must hold a letter in each cell: {error}")),
        })?;
        if folded.is_empty() {
            return Err(wrong("GRID_SIZE", format!("must have 1 to {MAX_SIDE} cells, not 0")));
        }
        if number == 0 {
            columns = folded.len();
        } else if folded.len() != columns {
            let description = format!("must have {columns} cells as the first row has, not {}", folded.len());
            return Err(wrong("GRID_RAGGED", description));
        }
        letters.extend(folded);
    }
    Ok(Cells { rows: rows.len(), columns, letters })
}

/// Rows of letters of any language.
pub(super) fn any_cells(field: &str, grid: Option<proto::Grid>) -> Read<Cells> {
    cells(field, grid, fold_cells)
}

impl Cells {
    /// The kind that the cells without tiles tell: a lattice has none just where row and column are both odd.
    pub(super) fn kind(&self) -> Kind {
        let lattice = Layout::new(Kind::Lattice, self.rows, self.columns);
        let is_lattice = |layout: Layout| {
            self.letters
                .iter()
                .enumerate()
                .all(|(index, &cell)| layout.is_tile(index / self.columns, index % self.columns) != (cell == NO_TILE))
        };
        if lattice.is_ok_and(is_lattice) { Kind::Lattice } else { Kind::Rows }
    }

    /// The grid, in the layout that it is asked to have, or else tells.
    pub(super) fn grid(self, field: &str, layout: Option<Layout>) -> Read<Grid> {
        let wrong = |error: LayoutError| Violation::new(field, "GRID_SIZE", error.to_string());
        let layout = match layout {
            Some(layout) => layout,
            None => Layout::new(self.kind(), self.rows, self.columns).map_err(wrong)?,
        };
        if (layout.rows(), layout.columns()) != (self.rows, self.columns) {
            let description = format!(
                "must have {} rows and {} columns, not {} and {}",
                layout.rows(),
                layout.columns(),
                self.rows,
                self.columns
            );
            return Err(Violation::new(field, "GRID_SIZE", description));
        }
        Grid::new(layout, self.letters).map_err(|error| match error {
            GridError::TileMissing { row, .. } => {
                Violation::new(format!("{field}.rows[{row}]"), "TILE_MISSING", error.to_string())
            }
            GridError::TileTooMuch { row, .. } => {
                Violation::new(format!("{field}.rows[{row}]"), "TILE_TOO_MUCH", error.to_string())
            }
            GridError::Size { .. } => Violation::new(field, "GRID_SIZE", error.to_string()),
        })
    }
}

/// A layout message; what is 0 is as the grid has it, else 5.
pub(super) fn layout(field: &str, layout: Option<proto::Layout>, cells: Option<&Cells>) -> Read<Layout> {
    let layout = layout.unwrap_or_default();
    let kind = match proto::layout::Kind::try_from(layout.kind) {
        Ok(proto::layout::Kind::Unspecified) => cells.map_or(Kind::Rows, Cells::kind),
        Ok(proto::layout::Kind::Rows) => Kind::Rows,
        Ok(proto::layout::Kind::Lattice) => Kind::Lattice,
        Err(_) => {
            let description = format!("{} is no kind of layout: see Layout.Kind", layout.kind);
            return Err(Violation::new(format!("{field}.kind"), "UNKNOWN_VALUE", description));
        }
    };
    let side = |name: &str, given: u32, grids: Option<usize>| {
        let side = if given == 0 { grids.unwrap_or(5) } else { given as usize };
        let wrong = |error: LayoutError| Violation::new(format!("{field}.{name}"), "OUT_OF_RANGE", error.to_string());
        // With the other side in range, what is wrong is wrong with this one.
        Layout::new(kind, side, 5).map_err(wrong)?;
        if grids.is_some_and(|grids| grids != side) {
            let description = format!("must be 0 or as the grid has it, not {side}");
            return Err(Violation::new(format!("{field}.{name}"), "GRID_SIZE", description));
        }
        Ok(side)
    };
    let rows = side("rows", layout.rows, cells.map(|cells| cells.rows))?;
    let columns = side("columns", layout.columns, cells.map(|cells| cells.columns))?;
    Layout::new(kind, rows, columns).map_err(|error| Violation::new(field, "OUT_OF_RANGE", error.to_string()))
}

/// A start and a target of the same letters. The layout is told by the start where none is given.
pub(super) fn board(
    start: Option<proto::Grid>,
    target: Option<proto::Grid>,
    asked: Option<proto::Layout>,
) -> Read<Board> {
    let start = any_cells("start", start)?;
    let layout = asked.map(|asked| layout("layout", Some(asked), Some(&start))).transpose()?;
    let start = start.grid("start", layout)?;
    let target = any_cells("target", target)?.grid("target", Some(start.layout()))?;
    Board::new(start, target).map_err(|error| no_board("target", &error))
}

/// Says that this target is none of its start.
pub(super) fn no_board(field: &str, error: &BoardError) -> Violation {
    let reason = match error {
        BoardError::LayoutsDiffer => "GRID_SIZE",
        BoardError::LettersDiffer { .. } => "LETTERS_DIFFER",
    };
    Violation::new(field, reason, error.to_string())
}

/// What is known of each tile of a layout, in reading order.
pub(super) fn known_marks(field: &str, marks: &proto::Marks, layout: Layout) -> Read<Vec<Known>> {
    let (rows, columns) = (layout.rows(), layout.columns());
    if marks.rows.len() != rows {
        let description = format!("must have {rows} rows as the grid has, not {}", marks.rows.len());
        return Err(Violation::new(format!("{field}.rows"), "GRID_SIZE", description));
    }
    let mut known = Vec::with_capacity(layout.tile_count());
    for (row, marks) in marks.rows.iter().enumerate() {
        let wrong = |reason, description: String| Violation::new(format!("{field}.rows[{row}]"), reason, description);
        // One more than there should be tells, however many there are.
        if marks.chars().take(columns + 1).count() != columns {
            return Err(wrong("GRID_SIZE", format!("must have {columns} cells as the grid has")));
        }
        for (column, mark) in marks.chars().enumerate() {
            known.push(match mark {
                '.' if !layout.is_tile(row, column) => continue,
                _ if !layout.is_tile(row, column) => {
                    return Err(wrong("NOT_A_MARK", format!("must hold '.' at cell {column}, where there is no tile")));
                }
                'G' => Known::Marked(Mark::Green),
                'Y' => Known::Marked(Mark::Yellow),
                '-' => Known::Marked(Mark::Grey),
                'N' => Known::Wrong,
                '?' => Known::Nothing,
                _ => {
                    let description = format!("must hold G, Y, -, N or ? for each tile, not {mark:?} at cell {column}");
                    return Err(wrong("NOT_A_MARK", description));
                }
            });
        }
    }
    Ok(known)
}

/// A swap of two tiles of a layout.
pub(super) fn swap(field: &str, swap: &proto::Swap, layout: Layout) -> Read<Swap> {
    let cell = |name: &str, position: Option<proto::Position>| {
        let field = format!("{field}.{name}");
        let proto::Position { row, column } = required(&field, position)?;
        let index = |n: u32| usize::try_from(n).ok().filter(|&n| n < MAX_SIDE);
        let cell = index(row).zip(index(column)).and_then(|(row, column)| layout.cell(row, column));
        cell.ok_or_else(|| {
            let (rows, columns) = (layout.rows() - 1, layout.columns() - 1);
            let description = format!("must be a tile of the grid: rows 0 to {rows}, columns 0 to {columns}");
            Violation::new(field, "OUT_OF_RANGE", description)
        })
    };
    let (first, second) = (cell("first", swap.first)?, cell("second", swap.second)?);
    let same = || Violation::new(format!("{field}.second"), "SAME_CELL", "must be another cell than the first");
    Swap::new(first, second).ok_or_else(same)
}

/// How long a search may take at most.
pub(super) fn time_limit(field: &str, limit: Option<prost_types::Duration>) -> Read<Option<Duration>> {
    let Some(prost_types::Duration { seconds, nanos }) = limit else { return Ok(None) };
    // By hand: prost's own conversion overflows for the least of seconds.
    let limit = u64::try_from(seconds).ok().zip(u32::try_from(nanos).ok().filter(|&nanos| nanos < 1_000_000_000));
    match limit.map(|(seconds, nanos)| Duration::new(seconds, nanos)) {
        Some(limit) if !limit.is_zero() => Ok(Some(limit)),
        _ => Err(Violation::new(field, "OUT_OF_RANGE", "must be a duration above 0, its nanos 0 to 999,999,999")),
    }
}

/// A value of an enum that this version knows.
pub(super) fn known<E: TryFrom<i32>>(field: &str, value: i32) -> Read<E> {
    E::try_from(value).map_err(|_| unknown(field, value))
}

/// What is wrong with a value of an enum that this version does not know.
pub(super) fn unknown(field: &str, value: i32) -> Violation {
    Violation::new(field, "UNKNOWN_VALUE", format!("{value} is none of the values that this enum has"))
}

/// A number that must not be above its limit.
pub(super) fn at_most(field: &str, value: u32, most: u32) -> Read<u32> {
    if value <= most {
        return Ok(value);
    }
    Err(Violation::new(field, "OUT_OF_RANGE", format!("must be at most {most}, not {value}")))
}

/// A seed: 1 to 128 bytes.
pub(super) fn seed(field: &str, seed: &str) -> Read<()> {
    if (1..=limits::SEED_BYTES).contains(&seed.len()) {
        return Ok(());
    }
    let description = format!("must have 1 to {} bytes, not {}", limits::SEED_BYTES, seed.len());
    Err(Violation::new(field, "SEED_LENGTH", description))
}

fn range(field: &str, range: Option<proto::CountRange>, lowest: u32) -> Read<Range> {
    let Some(proto::CountRange { least, most }) = range else { return Ok(Range::ANY) };
    if most.is_some_and(|most| most < least.max(lowest)) {
        let description = format!("must be at least {}", least.max(lowest));
        return Err(Violation::new(format!("{field}.most"), "OUT_OF_RANGE", description));
    }
    Ok(Range { least, most })
}

/// How hard, resolved: a range that is set and asks for nothing is not one that is unset.
fn difficulty(field: &str, asked: Option<proto::Difficulty>, layout: Layout) -> Read<Difficulty> {
    let asked = asked.unwrap_or_default();
    let difficulty = Difficulty {
        min_swaps: range(&format!("{field}.min_swaps"), asked.min_swaps, 1)?,
        green: range(&format!("{field}.green"), asked.green, 0)?,
        yellow: range(&format!("{field}.yellow"), asked.yellow, 0)?,
        cycle_tiles: range(&format!("{field}.cycle_tiles"), asked.cycle_tiles, 2)?,
    };
    Ok(if asked.min_swaps.is_some() { difficulty } else { difficulty.usual(layout) })
}

/// Which board, all but its seed resolved.
pub(super) fn board_spec(shared: &Shared, field: &str, seeded: proto::Seeded) -> Result<BoardSpec, Error> {
    let path = |name: &str| format!("{field}.{name}");
    let language = shared.language(field, &seeded.language, seeded.edition)?;
    let name = if seeded.dictionary.is_empty() { ANSWERS } else { &seeded.dictionary };
    let dictionary = Arc::clone(language.dictionary(name).map_err(Error::not_found(field))?);
    let allowed = Arc::clone(language.allowed_beside(&dictionary)?);
    let target = seeded
        .target
        .map(|target| cells(&path("target"), Some(target), |row, most| dictionary.writing().fold_cells(row, most)))
        .transpose()?;
    let layout = layout(&path("layout"), seeded.layout, target.as_ref())?;
    let target = target.map(|target| target.grid(&path("target"), Some(layout))).transpose()?;
    let difficulty = difficulty(&path("difficulty"), seeded.difficulty, layout)?;
    if let Some(target) = target.as_ref().filter(|_| !seeded.any_words) {
        // Those of an embedded list are allowed.
        let lists = [&*allowed, &*dictionary];
        let lists = if dictionary.is_embedded() { &lists[..1] } else { &lists[..] };
        require_words(&path("target"), target, lists, ", unless any_words is set")?;
    }
    Ok(BoardSpec {
        edition: language.edition(),
        language: language.code().to_owned(),
        dictionary,
        allowed,
        seed: seeded.seed,
        layout,
        difficulty,
        target,
    })
}

/// Refuses a target whose slots are not all words of one of the dictionaries, `unless` what.
pub(super) fn require_words(field: &str, target: &Grid, dictionaries: &[&Dictionary], unless: &str) -> Read<()> {
    let layout = target.layout();
    for (slot, word) in layout.slots().zip(target.words()) {
        let has = |list: &&Dictionary| list.writing().fold_word(&word).is_ok_and(|letters| list.contains(&letters));
        if dictionaries.iter().any(has) {
            continue;
        }
        let mut names: Vec<&str> = dictionaries.iter().map(|list| list.name()).collect();
        names.dedup();
        let must = format!("must be a word of {}{unless}", names.join(" or "));
        let mut cells = slot.cells().map(|cell| layout.position(cell));
        let (row, column) = cells.next().unwrap_or_default();
        return Err(match layout.kind() {
            Kind::Rows => Violation::new(format!("{field}.rows[{row}]"), "NO_WORD", format!("{word:?} {must}")),
            // A word down has no row of its own.
            Kind::Lattice => {
                let across = cells.next().is_some_and(|(next, _)| next == row);
                let place = if across { format!("across row {row}") } else { format!("down column {column}") };
                Violation::new(field, "NO_WORD", format!("the word {place}, {word:?}, {must}"))
            }
        });
    }
    Ok(())
}
