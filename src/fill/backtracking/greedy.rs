//! The paper's greedy swaps, from a start to a target.
//!
//! As its text has them: (ii) tiles that are right stay; (iii) where swapping two tiles puts both right, they are swapped, (iv)
//! until there are no such two; (v) then the first wrong tile is swapped with the first other such that one match is won; and
//! all of it again until every tile is right.
//!
//! In (v) the match is taken to be won in the first wrong tile's cell, which gets its letter from the first wrong tile that has
//! it. The text could also mean a match won in either cell, which would make of it what Star does. But the paper prints the
//! ten swaps of its answer, and they decide it: the fourth brings the c of "which" up from the fourth row, where a match in
//! either cell would have been won before that, by the o that lay in its place and belongs into "roupy". (The program as
//! printed has no step (v): where it comes to it, it asks whether a cell that it knows to be wrong is right, and never ends.)
//!
//! *It always comes to the target.* Start and target have the same letters, and right tiles pair off with right cells. So as
//! many wrong tiles as wrong cells are left of each letter, and the letter that the first wrong cell wants lies in another wrong
//! cell: step (v) exists. It wins just one match, since after (iv) no swap wins two, and no step loses one, since right tiles
//! stay. One tile alone is never wrong, so the last swap wins two, and swaps are fewer than the tiles that were wrong.

use crate::lexicon::Letter;
use crate::puzzle::{Cell, Swap};

/// The swaps from start to target, which have the same letters: at most one less than there are tiles.
pub(super) fn swaps(start: &[Letter], target: &[Letter]) -> Vec<Swap> {
    let mut tiles = start.to_vec();
    let mut wrong: Vec<Cell> = (0..).map(Cell).take(tiles.len()).collect();
    let mut swaps = Vec::new();
    let mut trade = |tiles: &mut [Letter], one: Cell, other: Cell| {
        tiles.swap(one.index(), other.index());
        swaps.extend(Swap::new(one, other));
    };
    loop {
        wrong.retain(|cell| tiles[cell.index()] != target[cell.index()]);
        // (iii) and (iv). A swap that puts two right makes and ends no other pair's chance: one sweep finds them all.
        for (at, &one) in wrong.iter().enumerate() {
            let wins_two = |other: &&Cell| {
                tiles[other.index()] == target[one.index()] && tiles[one.index()] == target[other.index()]
            };
            let is_wrong = tiles[one.index()] != target[one.index()];
            if let Some(&other) = wrong[at + 1..].iter().find(wins_two).filter(|_| is_wrong) {
                trade(&mut tiles, one, other);
            }
        }
        wrong.retain(|cell| tiles[cell.index()] != target[cell.index()]);
        // (v)
        let Some((&one, others)) = wrong.split_first() else { break };
        let Some(&other) = others.iter().find(|other| tiles[other.index()] == target[one.index()]) else { break };
        trade(&mut tiles, one, other);
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Vec<Letter> {
        text.bytes().filter(|&byte| byte != b'/').map(|byte| Letter(byte - b'a')).collect()
    }

    /// The swaps, each as its two cells.
    fn cells(start: &str, target: &str) -> Vec<(u8, u8)> {
        let swaps = swaps(&letters(start), &letters(target));
        swaps.into_iter().map(|swap| (swap.first().0, swap.second().0)).collect()
    }

    #[test]
    fn two_matches_go_before_one() {
        assert_eq!(cells("abc", "abc"), []);
        assert_eq!(cells("ab", "ba"), [(0, 1)]);
        // The second and the third cell trade before the first gets its letter.
        assert_eq!(cells("abcde", "dcbea"), [(1, 2), (0, 3), (3, 4)]);
        // Only after the first cell got its letter do the other two trade.
        assert_eq!(cells("abc", "bca"), [(0, 1), (1, 2)]);
        // Two pairs of the same letters.
        assert_eq!(cells("aabb", "bbaa"), [(0, 2), (1, 3)]);
        // A tile that is right stays, also where its letter is wanted elsewhere.
        assert_eq!(cells("abac", "cbaa"), [(0, 3)]);
        assert_eq!(cells("bacad", "cbada"), [(3, 4), (0, 2), (1, 2)]);
    }

    #[test]
    fn the_first_wrong_cell_gets_its_letter_from_the_first_that_has_it() {
        // The second cell wants the a of the first, but it is the first cell that is served.
        assert_eq!(cells("abc", "cab"), [(0, 2), (1, 2)]);
        // Of two tiles with the letter the first.
        assert_eq!(cells("abbcde", "bcdeab"), [(0, 1), (1, 3), (2, 4), (3, 5), (4, 5)]);
    }

    /// The ten swaps that the paper prints, in its order.
    #[test]
    fn the_papers_own_swaps() {
        let printed = [
            ((2, 3), (1, 3)),
            ((4, 2), (1, 5)),
            ((3, 2), (1, 2)),
            ((4, 5), (1, 4)),
            ((4, 5), (3, 2)),
            ((4, 1), (2, 4)),
            ((5, 5), (4, 1)),
            ((3, 3), (2, 5)),
            ((5, 1), (3, 3)),
            ((5, 1), (4, 4)),
        ];
        let cell = |(row, column): (u8, u8)| 5 * (row - 1) + column - 1;
        let printed = printed.map(|(one, other)| (cell(one).min(cell(other)), cell(one).max(cell(other))));
        assert_eq!(cells("wsooa/snido/rhtpy/uhtvc/uianj", "which/snout/roupy/jatos/viand"), printed);
    }
}
