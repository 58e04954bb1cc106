//! From the log of a decomposition back to its cycles.
//!
//! A log is read backwards: a closed pair is a cycle of two; a contraction finds its edge in a cycle and puts the vertex
//! back into it. Equal edges may stand for one another, so it is any of them; the cycle that was closed last is looked at
//! first, which is the one that was being written where a whole cycle had been logged.

use super::graph::Step;

/// The cycles that a log closed, as vertices in the order of their edges.
pub(super) fn unwind(steps: &[Step]) -> Vec<Vec<u8>> {
    let mut cycles: Vec<Vec<u8>> = Vec::new();
    for &step in steps.iter().rev() {
        match step {
            Step::Close(u, v) => cycles.push(vec![u, v]),
            Step::Contract(u, w, v) => {
                let place = cycles.iter().enumerate().rev().find_map(|(index, cycle)| {
                    let after = |at: usize| cycle[(at + 1) % cycle.len()];
                    (0..cycle.len()).find(|&at| cycle[at] == u && after(at) == v).map(|at| (index, at + 1))
                });
                let (index, at) = place.expect("a contracted edge is in some cycle");
                cycles[index].insert(at, w);
            }
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_read_backwards_gives_its_cycles() {
        let steps = [
            Step::Contract(0, 1, 2),
            Step::Contract(0, 2, 3),
            Step::Close(0, 3),
            Step::Contract(4, 6, 5),
            Step::Close(5, 4),
        ];
        assert_eq!(unwind(&steps), [vec![5, 4, 6], vec![0, 1, 2, 3]]);
    }
}
