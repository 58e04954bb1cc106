//! An upper bound on cycles finer than whole edges: prices.
//!
//! Give every edge a price so that no cycle costs less than one. Edge-disjoint cycles together cost no more than all edges
//! do, so there are at most as many as that sum, rounded down. An [`Order`](super::order) is such a price list, 1 backwards
//! and 0 forwards; where the best order still leaves one cycle more than there are, prices of a half often do not.
//!
//! The best prices are the dual of the linear program "most cycles, fractions allowed, no edge used more than once". It is
//! solved by the simplex method with an explicit inverse, from the packing's side: a new cycle enters whenever one costs less
//! than one at the present prices. Floating point only ever *proposes* prices: they are rounded to whole numbers, the
//! cheapest cycle is found exactly, and the bound is the edges' cost over it, so it holds whatever the arithmetic did.
//!
//! A bound is kept as distances in these prices. A contracted edge stands for a path, which costs at least the distance of its
//! ends, and a closed walk over distances is a closed walk over edges; so the distances price every graph that contraction
//! and taking out cycles leave, and a node's bound is one sum.

use super::graph::{Graph, MAX_VERTICES, id, members};
use crate::budget::{Budget, Spent};

/// What a price of one is rounded from.
const SCALE: i16 = 1000;
/// Farther than anything is: two of these still fit.
const FAR: i16 = 16_000;
/// Pivots after which the prices are taken as they are.
const MAX_PIVOTS: usize = 600;
/// What a round of pricing costs, in nodes of the search.
const NODES_A_ROUND: u64 = 32;
/// Below this a number of the program is zero.
const EPSILON: f64 = 1e-7;

type Distances = [[i16; MAX_VERTICES]; MAX_VERTICES];

/// Prices of edges, as distances between vertices.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    distances: Distances,
    /// The cheapest cycle.
    cheapest: u32,
}

impl Prices {
    /// What the way from one vertex to another costs.
    pub(super) fn distance(&self, from: usize, to: usize) -> u32 {
        u32::from(self.distances[from][to].unsigned_abs())
    }

    /// What the cheapest cycle costs.
    pub(super) fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// The graph, or any that it leaves, does not split into more cycles than this.
    pub(super) fn bound(&self, graph: &Graph) -> u32 {
        self.cost(graph) / self.cheapest
    }

    /// What all edges cost.
    pub(super) fn cost(&self, graph: &Graph) -> u32 {
        let mut cost = 0u32;
        for u in members(graph.live()) {
            for v in members(graph.out(u)) {
                cost += self.distance(u, v) * u32::from(graph.net(u, v).unsigned_abs());
            }
        }
        cost
    }

    /// The distances in these prices of edges.
    fn of(graph: &Graph, edges: &[(usize, usize)], prices: &[i16]) -> Self {
        let mut distances = [[FAR; MAX_VERTICES]; MAX_VERTICES];
        for (&(u, v), &price) in edges.iter().zip(prices) {
            distances[u][v] = price;
        }
        for over in members(graph.live()) {
            let onward = distances[over];
            for from in members(graph.live()) {
                let first = distances[from][over];
                for (distance, second) in distances[from].iter_mut().zip(onward) {
                    *distance = (*distance).min(first + second);
                }
            }
        }
        let cheapest = members(graph.live()).map(|v| distances[v][v]).min().unwrap_or(FAR);
        Self { distances, cheapest: u32::from(cheapest.unsigned_abs()) }
    }
}

/// The linear program, with the edges as rows.
struct Program {
    edges: Vec<(usize, usize)>,
    /// Row by row the inverse of the basis.
    inverse: Vec<Vec<f64>>,
    /// How much of each basic column is used.
    used: Vec<f64>,
    /// Whether a row's basic column is a cycle (worth one) or an edge left over (worth nothing).
    is_cycle: Vec<bool>,
    prices: Vec<f64>,
}

/// The best prices for a connected graph, or the first that show that it has fewer than `enough` cycles.
pub(super) fn find(graph: &Graph, enough: u32, budget: &Budget) -> Result<Prices, Spent> {
    let mut program = Program::new(graph);
    let mut best: Option<(u32, Prices)> = None;
    let mut pivots = 0;
    loop {
        budget.spend(NODES_A_ROUND)?;
        while pivots < MAX_PIVOTS && program.drop_negative() {
            pivots += 1;
        }
        let rounded = program.rounded_prices();
        let prices = Prices::of(graph, &program.edges, &rounded);
        let bound = prices.bound(graph);
        let cycles = program.cheap_cycles(graph, &prices, &rounded);
        if best.as_ref().is_none_or(|(least, _)| bound <= *least) {
            best = Some((bound, prices));
        }
        let before = pivots;
        for cycle in cycles {
            if pivots < MAX_PIVOTS && program.enter_cycle(&cycle) {
                pivots += 1;
            }
        }
        match best {
            Some((least, prices)) if least < enough || pivots == before || pivots == MAX_PIVOTS => return Ok(prices),
            _ => {}
        }
    }
}

impl Program {
    fn new(graph: &Graph) -> Self {
        let mut edges = Vec::new();
        for u in members(graph.live()) {
            edges.extend(members(graph.out(u)).map(|v| (u, v)));
        }
        let rows = edges.len();
        // A little more than there is of each edge, each time a little different: no two columns leave at once.
        let mut used = Vec::with_capacity(rows);
        let mut little = 0.0;
        for &(u, v) in &edges {
            little = (little + 0.618_033_988_75) % 1.0;
            used.push(f64::from(graph.net(u, v)) + 0.001 * little);
        }
        let unit = |row: usize| (0..rows).map(|column| if row == column { 1.0 } else { 0.0 }).collect();
        Self {
            inverse: (0..rows).map(unit).collect(),
            used,
            is_cycle: vec![false; rows],
            prices: vec![0.0; rows],
            edges,
        }
    }

    /// The prices as whole numbers. One more than nothing: of equally cheap cycles the shortest is found, and there are no free
    /// ones to lose the way in.
    #[allow(clippy::cast_possible_truncation, reason = "clamped")]
    fn rounded_prices(&self) -> Vec<i16> {
        self.prices.iter().map(|price| (price.clamp(0.0, 2.0) * f64::from(SCALE)).round() as i16 + 1).collect()
    }

    /// Takes the edge with the most negative price as left over. Answers whether there was one.
    fn drop_negative(&mut self) -> bool {
        let mut least = (-EPSILON, None);
        for (edge, &price) in self.prices.iter().enumerate() {
            if price < least.0 {
                least = (price, Some(edge));
            }
        }
        let Some(edge) = least.1 else {
            return false;
        };
        let column: Vec<f64> = self.inverse.iter().map(|row| row[edge]).collect();
        self.pivot(&column, false)
    }

    /// Uses a cycle, if it costs less than one. Answers whether it does.
    fn enter_cycle(&mut self, cycle: &[usize]) -> bool {
        let cost: f64 = cycle.iter().map(|&edge| self.prices[edge]).sum();
        if cost > 1.0 - 0.001 {
            return false;
        }
        let column: Vec<f64> = self.inverse.iter().map(|row| cycle.iter().map(|&edge| row[edge]).sum()).collect();
        self.pivot(&column, true)
    }

    /// Brings a column into the basis.
    fn pivot(&mut self, column: &[f64], is_cycle: bool) -> bool {
        let mut leaving: Option<(f64, usize)> = None;
        for (row, &step) in column.iter().enumerate() {
            if step > EPSILON {
                let ratio = self.used[row] / step;
                if leaving.is_none_or(|(least, _)| ratio < least) {
                    leaving = Some((ratio, row));
                }
            }
        }
        let Some((ratio, leaving)) = leaving else {
            return false;
        };
        let mut pivot_row = std::mem::take(&mut self.inverse[leaving]);
        for value in &mut pivot_row {
            *value /= column[leaving];
        }
        for (row, &step) in column.iter().enumerate() {
            if row != leaving && step != 0.0 {
                for (value, &by) in self.inverse[row].iter_mut().zip(&pivot_row) {
                    *value -= step * by;
                }
                self.used[row] -= step * ratio;
            }
        }
        self.inverse[leaving] = pivot_row;
        self.used[leaving] = ratio;
        self.is_cycle[leaving] = is_cycle;
        self.prices.fill(0.0);
        for (row, _) in self.inverse.iter().zip(&self.is_cycle).filter(|(_, is_cycle)| **is_cycle) {
            for (price, &value) in self.prices.iter_mut().zip(row) {
                *price += value;
            }
        }
        true
    }

    /// The cheapest cycle through each vertex, as edges, where it costs less than one.
    fn cheap_cycles(&self, graph: &Graph, prices: &Prices, rounded: &[i16]) -> Vec<Vec<usize>> {
        let mut edge_of = [[u8::MAX; MAX_VERTICES]; MAX_VERTICES];
        for (edge, &(u, v)) in self.edges.iter().enumerate() {
            edge_of[u][v] = id(edge);
        }
        let distances = &prices.distances;
        let mut cycles: Vec<(i16, Vec<usize>)> = Vec::new();
        for home in members(graph.live()).filter(|&home| distances[home][home] < SCALE) {
            let (mut at, mut cycle) = (home, Vec::new());
            loop {
                // Every price is above zero, so the way home only gets shorter.
                let left = |v: usize| if v == home { 0 } else { distances[v][home] };
                let next = members(graph.out(at)).min_by_key(|&v| rounded[usize::from(edge_of[at][v])] + left(v));
                let Some(next) = next else {
                    break;
                };
                cycle.push(usize::from(edge_of[at][next]));
                at = next;
                if at == home || cycle.len() > MAX_VERTICES {
                    break;
                }
            }
            cycles.push((distances[home][home], cycle));
        }
        cycles.sort();
        cycles.dedup();
        cycles.into_iter().map(|(_, cycle)| cycle).collect()
    }
}
