//! ROLLOUT: plays the rest of the game out over whole worlds for the best few swaps, and makes the one that does best.
//!
//! Some worlds are taken as one block. After each of the few swaps the rest of the game is played by [`OneStep`], against all
//! worlds of the block at once: at each move they part by what they would tell, and what is alone needs just its fewest swaps.
//! All swaps meet the same worlds, so what chance there is in their choice is the same for each.

use super::block::{Bits, Block, MOST, count, places};
use super::entropy::Entropy;
use super::one_step::{OneStep, Ranked, worth_of_a_bit};
use super::{Choice, Chooser, View};
use crate::budget::{Budget, Spent};
use crate::swaps::Counter;

/// Worlds that games are played out against.
const BLOCK: usize = 128;
/// Swaps whose games are played out.
const SWAPS: usize = 6;
/// Of the first move: swaps whose waste is measured, and worlds that it is measured over.
const KEEP: usize = 60;
const WORLDS: usize = 64;
/// The same of the moves of a game that is played out.
const KEEP_LATER: usize = 30;
/// Nodes for all games of a move: three times what a board of 5x5 takes. On larger boards the best that was played out until
/// then is chosen.
const NODES: u64 = 60_000;

/// Plays the rest of the game out.
#[derive(Debug)]
pub(super) struct Rollout;

impl Chooser for Rollout {
    fn choose(&self, view: &View<'_>, budget: &Budget) -> Result<Choice, Spent> {
        let worlds = view.worlds.sample(MOST);
        if worlds.len() < 2 {
            return Entropy.choose(view, budget);
        }
        let bit = worth_of_a_bit(view.record.terms().feedback());
        let mut counter = Counter::new();
        let (block, grid) = Block::new(view, &worlds);
        let step = OneStep { keep: KEEP, worlds: WORLDS, bit };
        let mut ranked = step.rank(&block, &grid, &block.all(), &mut counter, budget)?;
        ranked.truncate(SWAPS);
        let few = view.worlds.sample(BLOCK);
        let (block, grid) = Block::new(view, &few);
        let part = budget.part(NODES);
        let step = OneStep { keep: KEEP_LATER, worlds: WORLDS, bit };
        let mut play = Play { block: &block, step, counter, budget: &part };
        let mut best: Option<(Ranked, Option<u32>)> = ranked.first().map(|&first| (first, None));
        for swap in ranked {
            let most = best.and_then(|(_, moves)| moves).unwrap_or(u32::MAX);
            match play.after(&grid, swap, &block.all(), most) {
                Ok(Some(moves)) => best = Some((swap, Some(moves))),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        budget.absorb(&part)?;
        let chosen = best.and_then(|(ranked, moves)| ranked.pair.swap().map(|swap| (swap, ranked.bits, moves)));
        match chosen {
            Some((swap, expected_bits, moves)) => {
                let left = |moves: u32| f64::from(moves) / f64::from(count(&block.all())) - 1.0;
                Ok(Choice { swap, expected_bits, expected_swaps_left: moves.map(left) })
            }
            None => Entropy.choose(view, budget),
        }
    }
}

/// Games played out against a block's worlds.
struct Play<'a> {
    block: &'a Block,
    step: OneStep,
    counter: Counter,
    budget: &'a Budget,
}

impl Play<'_> {
    /// The moves of all games against these worlds, beginning with this swap. `None`: they are not fewer than `most`.
    fn after(&mut self, grid: &[u8], swap: Ranked, among: &Bits, most: u32) -> Result<Option<u32>, Spent> {
        let after = swap.pair.applied(grid);
        let groups = self.block.split(&after, swap.pair, among);
        // No game takes fewer moves than its fewest swaps.
        let mut fewest = Vec::with_capacity(groups.len());
        for group in &groups {
            let worlds: Vec<usize> = places(group).collect();
            let swaps: u32 = self.block.distances(&after, &worlds, &mut self.counter, self.budget)?.iter().sum();
            fewest.push(swaps);
        }
        let mut moves = count(among) + fewest.iter().sum::<u32>();
        for (group, fewest) in groups.iter().zip(fewest) {
            if moves >= most {
                return Ok(None);
            }
            if count(group) == 1 {
                continue;
            }
            moves -= fewest;
            match self.play(&after, group, most.saturating_sub(moves))? {
                Some(played) => moves += played,
                None => return Ok(None),
            }
        }
        Ok((moves < most).then_some(moves))
    }

    /// The moves of all games against these worlds from here.
    fn play(&mut self, grid: &[u8], among: &Bits, most: u32) -> Result<Option<u32>, Spent> {
        let ranked = self.step.rank(self.block, grid, among, &mut self.counter, self.budget)?;
        match ranked.first() {
            Some(&best) => self.after(grid, best, among, most),
            None => Ok(None),
        }
    }
}
