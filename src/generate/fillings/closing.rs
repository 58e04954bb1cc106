//! The last block of a grid of crossing letters, given what stands above it and beside it.

use super::keys::{MAX_KEY, MAX_TAIL, Side};

/// A key of each row and each column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Closed {
    /// By row, the key across; then zeros.
    pub(super) across: [usize; MAX_KEY],
    /// By column, the key down; then zeros.
    pub(super) down: [usize; MAX_KEY],
}

/// Keys from one on, up to another.
type Keys = [usize; 2];

/// A matrix by two letters, most of it zeros.
#[derive(Debug, Default)]
struct Sparse {
    letters: usize,
    values: Vec<f64>,
    /// By row, the columns that are not zero, a bit each.
    set: Vec<u64>,
}

/// All ways to close a grid whose first two rows and columns stand: the sum of their weights, and one of them at random.
#[derive(Debug, Default)]
pub(super) struct Closing {
    closed: Closed,
    /// By row after the second, the keys with its prefix.
    rows: [Keys; MAX_TAIL],
    /// By column after the second, the keys with its prefix.
    columns: [Keys; MAX_TAIL],
    /// What `sum_of_square` notes.
    corner: Sparse,
    /// The same.
    last: Sparse,
}

impl Closing {
    /// Takes the first two rows and columns; `None` where some prefix begins no key.
    pub(super) fn begin(&mut self, [across, down]: [&Side; 2], rows: [usize; 2], columns: [usize; 2]) -> Option<()> {
        let mut closed = Closed::default();
        closed.across[..2].copy_from_slice(&rows);
        closed.down[..2].copy_from_slice(&columns);
        self.closed = closed;
        set(&mut self.columns, down, across, rows)?;
        set(&mut self.rows, across, down, columns)
    }

    /// The sum over all ways to close it of the weights of the rows and columns after the second.
    pub(super) fn sum(&mut self, sides: [&Side; 2]) -> f64 {
        if sides.map(Side::tail) == [2, 2] {
            return self.sum_of_square(sides);
        }
        let mut sum = 0.0;
        self.visit(sides, 0, self.columns, 1.0, &mut |weight, _| {
            sum += weight;
            true
        });
        sum
    }

    /// The same of a block of two by two, the product of four sparse matrices around it: first over its first letter, then
    /// over its last.
    fn sum_of_square(&mut self, [across, down]: [&Side; 2]) -> f64 {
        let letters = across.letters();
        let Self { rows, columns, corner, last, .. } = self;
        corner.clear(letters);
        last.clear(letters);
        let entries = |side, [first, end]: Keys| (first..end).map(move |key| entry(side, key));
        // Rows and columns lie in the order of the first letter, which they share.
        let [mut from, end] = columns[0];
        for (letter, above, weight) in entries(across, rows[0]) {
            while from < end && entry(down, from).0 < letter {
                from += 1;
            }
            for (_, beside, other) in entries(down, [from, end]).take_while(|entry| entry.0 == letter) {
                corner.add(beside, above, weight * other);
            }
        }
        if corner.is_zero() {
            return 0.0;
        }
        for (above, letter, weight) in entries(down, columns[1]) {
            last.add(letter, above, weight);
        }
        entries(across, rows[1]).map(|(beside, letter, weight)| weight * corner.dot(beside, last, letter)).sum()
    }

    /// The way at which the running sum passes `sought`; the last where rounding leaves none.
    pub(super) fn draw(&mut self, sides: [&Side; 2], sought: f64) -> Option<Closed> {
        let (mut sum, mut found) = (0.0, None);
        self.visit(sides, 0, self.columns, 1.0, &mut |weight, closed| {
            sum += weight;
            found = Some(*closed);
            sum <= sought
        });
        found
    }

    /// Visits each way from this row on, until told not to go on; says whether to.
    fn visit(
        &mut self,
        sides: [&Side; 2],
        row: usize,
        columns: [Keys; MAX_TAIL],
        weight: f64,
        each: &mut impl FnMut(f64, &Closed) -> bool,
    ) -> bool {
        let [across, down] = sides;
        let (width, height) = (across.tail(), down.tail());
        if row == height {
            let mut weight = weight;
            for (at, &[key, _]) in columns[..width].iter().enumerate() {
                weight *= down.weights()[key];
                self.closed.down[2 + at] = key;
            }
            return each(weight, &self.closed);
        }
        let [first, end] = self.rows[row];
        for key in first..end {
            let mut narrowed = columns;
            let fits = narrowed[..width].iter_mut().zip(across.tails()[key]).all(|(keys, letter)| {
                *keys = narrow(down, *keys, row, letter);
                keys[0] < keys[1]
            });
            if fits {
                self.closed.across[2 + row] = key;
                if !self.visit(sides, row + 1, narrowed, weight * across.weights()[key], each) {
                    return false;
                }
            }
        }
        true
    }
}

impl Sparse {
    /// Makes all of it zeros: values count only where they are set.
    fn clear(&mut self, letters: usize) {
        self.letters = letters;
        self.values.resize(letters * letters, 0.0);
        self.set.clear();
        self.set.resize(letters, 0);
    }

    #[inline]
    fn add(&mut self, row: usize, column: usize, value: f64) {
        let at = &mut self.values[row * self.letters + column];
        let bit = 1 << column;
        *at = if self.set[row] & bit == 0 { value } else { *at + value };
        self.set[row] |= bit;
    }

    fn is_zero(&self) -> bool {
        self.set.iter().all(|&row| row == 0)
    }

    /// A row of this times a row of another.
    #[inline]
    fn dot(&self, row: usize, other: &Self, other_row: usize) -> f64 {
        let mut both = self.set[row] & other.set[other_row];
        let mut sum = 0.0;
        while both != 0 {
            let column = both.trailing_zeros() as usize;
            sum += self.values[row * self.letters + column] * other.values[other_row * self.letters + column];
            both &= both - 1;
        }
        sum
    }
}

/// A key's tail of two letters, and its weight.
#[inline]
fn entry(side: &Side, key: usize) -> (usize, usize, f64) {
    let [first, second, _] = side.tails()[key].map(usize::from);
    (first, second, side.weights()[key])
}

/// The keys of each word of `side` that two words across it begin.
fn set(keys: &mut [Keys; MAX_TAIL], side: &Side, across: &Side, [first, second]: [usize; 2]) -> Option<()> {
    let (first, second) = (across.tails()[first], across.tails()[second]);
    for at in 0..across.tail() {
        let range = side.keys(side.prefix(first[at], second[at])?);
        keys[at] = [range.start, range.end];
    }
    Some(())
}

/// Those of the keys, which agree in all letters before, that have this letter in their tail at this place.
#[inline]
pub(super) fn narrow(side: &Side, [mut first, mut end]: Keys, at: usize, letter: u8) -> Keys {
    let tails = side.tails();
    while first < end && tails[first][at] < letter {
        first += 1;
    }
    while first < end && tails[end - 1][at] > letter {
        end -= 1;
    }
    [first, end]
}
