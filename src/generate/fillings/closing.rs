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

/// All ways to close a grid whose first two rows and columns stand: the sum of their weights, and one of them at random.
#[derive(Debug, Default)]
pub(super) struct Closing {
    closed: Closed,
    /// By row after the second, the keys with its prefix.
    rows: [Keys; MAX_TAIL],
    /// By column after the second, the keys with its prefix.
    columns: [Keys; MAX_TAIL],
    /// By two letters, what `sum_of_square` notes; zeros in between.
    corner: Vec<f64>,
    /// The same.
    last: Vec<f64>,
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

    /// The same of a block of two by two, the product of four sparse matrices around it: first over its first letter, then over
    /// its last.
    fn sum_of_square(&mut self, [across, down]: [&Side; 2]) -> f64 {
        let letters = across.letters();
        self.corner.resize(letters * letters, 0.0);
        self.last.resize(letters * letters, 0.0);
        let entry = |side: &Side, key: usize| {
            let [first, second, _] = side.tails()[key].map(usize::from);
            (first, second, side.weights()[key])
        };
        let [third, fourth] = [0, 1].map(|row| self.rows[row][0]..self.rows[row][1]);
        let [left, right] = [0, 1].map(|column| self.columns[column][0]..self.columns[column][1]);
        let mut from = left.start;
        for row in third.clone() {
            let (corner, above, weight) = entry(across, row);
            while from < left.end && entry(down, from).0 < corner {
                from += 1;
            }
            for (_, beside, other) in (from..left.end).map(|key| entry(down, key)).take_while(|entry| entry.0 == corner)
            {
                self.corner[beside * letters + above] += weight * other;
            }
        }
        for (above, last, weight) in right.clone().map(|key| entry(down, key)) {
            self.last[last * letters + above] = weight;
        }
        let mut sum = 0.0;
        for (beside, last, weight) in fourth.map(|key| entry(across, key)) {
            let corner = &self.corner[beside * letters..][..letters];
            let last = &self.last[last * letters..][..letters];
            sum += weight * corner.iter().zip(last).map(|(corner, last)| corner * last).sum::<f64>();
        }
        // Zeros again.
        let mut from = left.start;
        for row in third {
            let (corner, above, _) = entry(across, row);
            while from < left.end && entry(down, from).0 < corner {
                from += 1;
            }
            for (_, beside, _) in (from..left.end).map(|key| entry(down, key)).take_while(|entry| entry.0 == corner) {
                self.corner[beside * letters + above] = 0.0;
            }
        }
        for (above, last, _) in right.map(|key| entry(down, key)) {
            self.last[last * letters + above] = 0.0;
        }
        sum
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
