//! What a caller told of its own board, packed: two bits a tile that its feedback tells of, four tiles a byte, each report from
//! a new byte on.

use crate::blind::{Feedback, Told};
use crate::puzzle::marks::Known;
use crate::puzzle::{Mark, Swap};

const TILES_A_BYTE: usize = 4;
const WRONG: u8 = 0;
const GREEN: u8 = 1;
const YELLOW: u8 = 2;
const GREY: u8 = 3;

/// The places of the tiles that are told of after this swap, of so many; `None`: at the start.
fn places(feedback: Feedback, swap: Option<Swap>, tiles: usize) -> Vec<usize> {
    match (feedback, swap) {
        (Feedback::Snapshot | Feedback::RowColours, _) => (0..tiles).collect(),
        (Feedback::SwappedCells, Some(swap)) => vec![swap.first().index(), swap.second().index()],
        (Feedback::SwappedCells, None) => Vec::new(),
    }
}

/// Packs what was told after this swap, to the end of `packed`.
pub(super) fn pack(packed: &mut Vec<u8>, feedback: Feedback, swap: Option<Swap>, told: &Told) {
    for places in places(feedback, swap, told.len()).chunks(TILES_A_BYTE) {
        let byte = places.iter().rev().fold(0, |byte, &place| {
            let bits = match told[place] {
                Known::Marked(Mark::Green) => GREEN,
                Known::Marked(Mark::Yellow) => YELLOW,
                Known::Marked(Mark::Grey) => GREY,
                Known::Wrong | Known::Nothing => WRONG,
            };
            byte << 2 | bits
        });
        packed.push(byte);
    }
}

/// What was told after this swap of so many tiles, from the beginning of `packed`, which then begins behind it; `None` where
/// it is too short or was never packed so.
pub(super) fn unpack(packed: &mut &[u8], feedback: Feedback, swap: Option<Swap>, tiles: usize) -> Option<Told> {
    let mut told = vec![Known::Nothing; tiles];
    for places in places(feedback, swap, tiles).chunks(TILES_A_BYTE) {
        let mut byte;
        (byte, *packed) = packed.split_first().map(|(&byte, rest)| (byte, rest))?;
        for &place in places {
            *told.get_mut(place)? = match byte & 3 {
                GREEN => Known::Marked(Mark::Green),
                YELLOW => Known::Marked(Mark::Yellow),
                GREY => Known::Marked(Mark::Grey),
                _ => Known::Wrong,
            };
            byte >>= 2;
        }
        if byte != 0 {
            return None;
        }
    }
    feedback.misfit(&told, swap).is_none().then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Cell;

    #[test]
    fn what_was_told_is_told_again() {
        let (green, yellow, grey) =
            (Known::Marked(Mark::Green), Known::Marked(Mark::Yellow), Known::Marked(Mark::Grey));
        let swap = Swap::new(Cell(1), Cell(4));
        for (feedback, swap, told, bytes) in [
            (Feedback::Snapshot, None, vec![green, Known::Wrong, green, Known::Wrong, green], 2),
            (Feedback::RowColours, swap, vec![green, yellow, grey, grey, yellow, green], 2),
            (Feedback::SwappedCells, None, vec![Known::Nothing; 5], 0),
            (
                Feedback::SwappedCells,
                swap,
                vec![Known::Nothing, Known::Wrong, Known::Nothing, Known::Nothing, green],
                1,
            ),
        ] {
            let mut packed = Vec::new();
            pack(&mut packed, feedback, swap, &told);
            assert_eq!(packed.len(), bytes);
            packed.push(9);
            let mut rest = &packed[..];
            assert_eq!(unpack(&mut rest, feedback, swap, told.len()), Some(told), "{feedback:?}");
            assert_eq!(rest, [9]);
        }
    }

    #[test]
    fn what_was_never_packed_is_nothing() {
        let swap = Swap::new(Cell(1), Cell(4));
        for (packed, feedback, tiles) in [
            (&[][..], Feedback::Snapshot, 1),
            (&[2], Feedback::Snapshot, 1),
            (&[0], Feedback::RowColours, 4),
            (&[4], Feedback::Snapshot, 1),
            (&[0], Feedback::SwappedCells, 4),
        ] {
            let mut rest = packed;
            assert_eq!(unpack(&mut rest, feedback, swap, tiles), None, "{packed:?}");
        }
    }
}
