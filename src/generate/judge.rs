//! What a start is measured by: the figures that a difficulty asks for.

use super::difficulty::{Difficulty, Letters, Range, Split};
use crate::budget::{Budget, Spent};
use crate::puzzle::layout::{MAX_CELLS, MAX_SIDE};
use crate::puzzle::marks::mark_word;
use crate::puzzle::{Layout, Mark};
use crate::swaps::exact;

/// Nodes for counting the swaps of one start.
const COUNT_NODES: u64 = 20_000;

/// How far a start's figures are from those asked for, all together, and its fewest swaps.
pub(super) struct Measured {
    pub(super) distance: u32,
    pub(super) min_swaps: u32,
}

/// Measures starts against the difficulty asked for. Start and target are symbols here: the letters of the tiles in reading
/// order, as small numbers.
pub(super) struct Judge<'a> {
    difficulty: &'a Difficulty,
    /// The tiles of each word.
    words: Vec<Vec<usize>>,
    budget: &'a Budget,
}

impl<'a> Judge<'a> {
    pub(super) fn new(difficulty: &'a Difficulty, layout: Layout, budget: &'a Budget) -> Self {
        Self { difficulty, words: words_of(layout), budget }
    }

    /// What the measuring of a board may spend.
    pub(super) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The difficulty asked for.
    pub(super) fn difficulty(&self) -> &'a Difficulty {
        self.difficulty
    }

    /// The start's fewest swaps, if it is as hard as asked. `made` is what it was made by, where that is known: so many cycles
    /// of the sizes asked for.
    pub(super) fn accepts(&self, start: &[u8], target: &[u8], made: Option<Split>) -> Result<Option<u32>, Spent> {
        Ok(self.measure(start, target, made)?.filter(|measured| measured.distance == 0).map(|m| m.min_swaps))
    }

    /// The start's figures; `None` where it is solved, its fewest swaps are not proven, or cycles of some sizes were asked for
    /// and it is not known to have them.
    pub(super) fn measure(&self, start: &[u8], target: &[u8], made: Option<Split>) -> Result<Option<Measured>, Spent> {
        self.budget.spend(1)?;
        let Difficulty { min_swaps, green, yellow, cycle_tiles } = *self.difficulty;
        let greens = greens(start, target);
        if greens as usize == start.len() {
            return Ok(None);
        }
        // Which cycles a start has, of the sizes asked for, is only known of one that was made by them, and cannot be undone
        // in fewer swaps. Another decomposition that a solver finds would do too, but boards must not depend on which it finds.
        let part = self.budget.part(COUNT_NODES);
        let count = exact::count(start, target, &part);
        self.budget.absorb(&part)?;
        let cycles_known = cycle_tiles == Range::ANY || made.is_some_and(|made| made.min_swaps() == count.min_swaps);
        if !count.is_proven() || !cycles_known {
            return Ok(None);
        }
        let yellows = if yellow == Range::ANY { 0 } else { self.yellows(start, target) };
        let distance = min_swaps.distance(count.min_swaps) + green.distance(greens) + yellow.distance(yellows);
        Ok(Some(Measured { distance, min_swaps: count.min_swaps }))
    }

    /// Whether the start may be as hard as asked, as far as a glance tells: m misplaced tiles take m / 2 swaps or more, since a
    /// swap puts at most two right, and at most m - f, where f is the count of the commonest letter among them, since each of
    /// those lies in a cycle of its own.
    pub(super) fn may_accept(&self, start: &[u8], target: &[u8]) -> bool {
        let Difficulty { min_swaps, green, .. } = *self.difficulty;
        let (mut counts, mut misplaced, mut commonest) = ([0u8; 256], 0u32, 0u8);
        for (have, want) in start.iter().zip(target) {
            if have != want {
                let count = &mut counts[usize::from(*have)];
                *count += 1;
                commonest = commonest.max(*count);
                misplaced += 1;
            }
        }
        let greens = u32::try_from(start.len()).unwrap_or(u32::MAX) - misplaced;
        let (least, most) = (misplaced.div_ceil(2), misplaced - u32::from(commonest));
        misplaced > 0
            && green.contains(greens)
            && least <= min_swaps.most.unwrap_or(u32::MAX)
            && most >= min_swaps.least
    }

    /// Tiles that are marked yellow: not right, and yellow in either of their words.
    fn yellows(&self, start: &[u8], target: &[u8]) -> u32 {
        let mut marked = [Mark::Grey; MAX_CELLS];
        for tiles in &self.words {
            let (mut word, mut answer, mut marks) = ([0; MAX_SIDE], [0; MAX_SIDE], [Mark::Grey; MAX_SIDE]);
            for (place, &tile) in tiles.iter().enumerate() {
                (word[place], answer[place]) = (start[tile], target[tile]);
            }
            let length = tiles.len();
            mark_word(&word[..length], &answer[..length], &mut marks[..length]);
            for (&tile, mark) in tiles.iter().zip(marks) {
                marked[tile] = marked[tile].max(mark);
            }
        }
        let yellows = marked.iter().filter(|&&mark| mark == Mark::Yellow).count();
        u32::try_from(yellows).unwrap_or(u32::MAX)
    }
}

fn greens(start: &[u8], target: &[u8]) -> u32 {
    let greens = start.iter().zip(target).filter(|(have, want)| have == want).count();
    u32::try_from(greens).unwrap_or(u32::MAX)
}

/// The tiles of each word of a layout, counted in reading order.
fn words_of(layout: Layout) -> Vec<Vec<usize>> {
    let mut tile_in = [0; MAX_CELLS];
    for (tile, cell) in layout.tiles().enumerate() {
        tile_in[cell.index()] = tile;
    }
    layout.slots().map(|slot| slot.cells().map(|cell| tile_in[cell.index()]).collect()).collect()
}

/// How often each letter comes among these tiles.
pub(super) fn letters_of(tiles: impl IntoIterator<Item = u8>) -> Letters {
    let mut counts = vec![0; 256];
    for tile in tiles {
        counts[usize::from(tile)] += 1;
    }
    counts.retain(|&count| count > 0);
    Letters::Counts(counts)
}
