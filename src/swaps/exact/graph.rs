//! The letter multigraph once the easy part is gone, and the two steps that never lose a cycle.
//!
//! Vertices are letters, an edge runs from the letter that lies in a cell to the letter that belongs there. Every letter
//! leaves as many wrong cells as it enters, so every vertex has as many edges out as in: its *degree*.
//!
//! *A pair of opposite edges may be closed at once.* Say a best decomposition has `u -> v` in one cycle and `v -> u` in
//! another. Take both edges out: what is left of the two cycles is a path from `v` to `u` and one from `u` to `v`, together
//! a closed walk, so at least one cycle. Two cycles before, the pair and at least one after. So the graph only ever holds
//! the surplus of one direction over the other, kept as one skew-symmetric matrix: `net[u][v] = -net[v][u]`.
//!
//! *A vertex of degree one may be contracted.* Whatever comes in along its one edge leaves along the other; `u -> w -> v`
//! becomes `u -> v`, which may close a pair and bring others down to degree one.
//!
//! Both run to the end in [`Graph::reduce`]; what is left has degrees of two or more and no cycle shorter than three.

/// The most vertices: 81 tiles make at most 40 letters that are misplaced twice or more.
pub(super) const MAX_VERTICES: usize = 40;
/// Numbers that a machine of today adds at once.
const LANES: usize = 16;
/// A row of the matrix: vertices, rounded up.
const ROW: usize = MAX_VERTICES.next_multiple_of(LANES);

/// One step of taking a graph apart, as logged. Cycles are read off a log backwards, see [`unwind`](super::unwind).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The edges `u -> v` and `v -> u` were closed to a cycle.
    Close(u8, u8),
    /// The edges `u -> w` and `w -> v` became the edge `u -> v`.
    Contract(u8, u8, u8),
}

/// The steps so far, and how many of them closed a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    steps: Vec<Step>,
    cycles: u32,
}

/// A place in a [`Log`] to come back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    steps: usize,
    cycles: u32,
}

impl Log {
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(super) fn cycles(&self) -> u32 {
        self.cycles
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.cycles = 0;
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { steps: self.steps.len(), cycles: self.cycles }
    }

    /// The cycles closed since the mark.
    pub(super) fn cycles_since(&self, mark: Mark) -> u32 {
        self.cycles - mark.cycles
    }

    /// Forgets what came after the mark.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.steps.truncate(mark.steps);
        self.cycles = mark.cycles;
    }

    /// Moves what came after the mark to `saved`, in place of what was there.
    pub(super) fn cut(&mut self, mark: Mark, saved: &mut Self) {
        saved.clear();
        saved.steps.extend_from_slice(&self.steps[mark.steps..]);
        saved.cycles = self.cycles - mark.cycles;
        self.rewind(mark);
    }

    /// Adds what another log holds.
    pub(super) fn append(&mut self, other: &Self) {
        self.steps.extend_from_slice(&other.steps);
        self.cycles += other.cycles;
    }

    fn close(&mut self, u: usize, v: usize) {
        self.steps.push(Step::Close(id(u), id(v)));
        self.cycles += 1;
    }

    fn contract(&mut self, u: usize, w: usize, v: usize) {
        self.steps.push(Step::Contract(id(u), id(w), id(v)));
    }
}

/// A vertex as a byte: there are never more than [`MAX_VERTICES`].
#[allow(clippy::cast_possible_truncation, reason = "vertices are below MAX_VERTICES")]
pub(super) fn id(vertex: usize) -> u8 {
    vertex as u8
}

/// The vertices of a set, in ascending order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let vertex = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(vertex)
    })
}

/// An Eulerian multigraph without opposite edges.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Edges from row to column, less those from column to row.
    net: [[i8; ROW]; MAX_VERTICES],
    /// Where the edges of a vertex lead.
    out: [u64; MAX_VERTICES],
    /// Where its edges come from.
    into: [u64; MAX_VERTICES],
    /// Edges out, which are as many as those in.
    degree: [u8; MAX_VERTICES],
    /// Vertices that have an edge.
    live: u64,
    edges: u32,
}

impl Graph {
    /// No edges.
    pub(super) fn new() -> Self {
        Self {
            net: [[0; ROW]; MAX_VERTICES],
            out: [0; MAX_VERTICES],
            into: [0; MAX_VERTICES],
            degree: [0; MAX_VERTICES],
            live: 0,
            edges: 0,
        }
    }

    /// Makes it a graph of the vertices `0..vertices` without edges.
    pub(super) fn reset(&mut self, vertices: usize) {
        for row in &mut self.net[..vertices] {
            *row = [0; ROW];
        }
        self.out[..vertices].fill(0);
        self.into[..vertices].fill(0);
        self.degree[..vertices].fill(0);
        self.live = 0;
        self.edges = 0;
    }

    /// Draws edges into a graph that has none, and closes opposite ones. Gives how many pairs that were.
    pub(super) fn draw(&mut self, edges: &[(u8, u8)], vertices: usize) -> u32 {
        for &(u, v) in edges {
            self.note_edge(usize::from(u), usize::from(v));
        }
        for &(u, v) in edges {
            let (u, v) = (usize::from(u), usize::from(v));
            let stays = u64::from(self.net[u][v] > 0);
            self.out[u] |= stays << v;
            self.into[v] |= stays << u;
        }
        let width = vertices.next_multiple_of(LANES);
        for u in 0..vertices {
            let degree = self.net[u][..width].iter().map(|&net| net.max(0).unsigned_abs()).sum::<u8>();
            self.degree[u] = degree;
            self.live |= u64::from(degree > 0) << u;
            self.edges += u32::from(degree);
        }
        (u32::try_from(edges.len()).unwrap_or(u32::MAX) - self.edges) / 2
    }

    fn note_edge(&mut self, u: usize, v: usize) {
        self.net[u][v] += 1;
        self.net[v][u] -= 1;
    }

    /// Vertices that have an edge.
    pub(super) fn live(&self) -> u64 {
        self.live
    }

    pub(super) fn edges(&self) -> u32 {
        self.edges
    }

    pub(super) fn out(&self, u: usize) -> u64 {
        self.out[u]
    }

    /// Edges `u -> v`, negative where they run the other way.
    pub(super) fn net(&self, u: usize, v: usize) -> i8 {
        self.net[u][v]
    }

    /// The same graph without the vertices outside the set, to which no edges may lead.
    pub(super) fn part(&self, vertices: u64) -> Self {
        let mut part = self.clone();
        part.live = vertices;
        part.edges = members(vertices).map(|u| u32::from(self.degree[u])).sum();
        part
    }

    /// The vertices of the component of the lowest vertex in the set. No direction matters: a balanced graph is strongly
    /// connected where it is connected at all.
    pub(super) fn component(&self, vertices: u64) -> u64 {
        let mut component = vertices & vertices.wrapping_neg();
        let mut fringe = component;
        while fringe != 0 {
            let u = fringe.trailing_zeros() as usize;
            fringe &= fringe - 1;
            let new = self.out[u] & !component;
            component |= new;
            fringe |= new;
        }
        component
    }

    /// Takes the edges of a cycle out and logs it as contractions that end in a closed pair. Three vertices or more.
    pub(super) fn remove_cycle(&mut self, cycle: &[u8], log: &mut Log) {
        let first = usize::from(cycle[0]);
        let mut last = first;
        for &vertex in &cycle[1..] {
            let v = usize::from(vertex);
            self.remove_edge(last, v);
            if last != first {
                log.contract(first, last, v);
            }
            last = v;
        }
        self.remove_edge(last, first);
        log.close(first, last);
        for &vertex in cycle {
            self.lower(usize::from(vertex));
        }
    }

    /// Contracts vertices of degree one and closes opposite edges until there are none.
    pub(super) fn reduce(&mut self, log: &mut Log) {
        let mut ones = 0u64;
        for u in members(self.live) {
            ones |= u64::from(self.degree[u] == 1) << u;
        }
        while ones != 0 {
            let w = ones.trailing_zeros() as usize;
            ones &= ones - 1;
            if self.degree[w] != 1 {
                continue;
            }
            let (u, v) = (self.into[w].trailing_zeros() as usize, self.out[w].trailing_zeros() as usize);
            self.remove_edge(u, w);
            self.remove_edge(w, v);
            self.lower(w);
            log.contract(u, w, v);
            if self.net[v][u] > 0 {
                self.remove_edge(v, u);
                log.close(u, v);
                for end in [u, v] {
                    self.lower(end);
                    ones |= u64::from(self.degree[end] == 1) << end;
                }
            } else {
                self.add_edge(u, v);
            }
        }
    }

    fn add_edge(&mut self, u: usize, v: usize) {
        self.note_edge(u, v);
        self.out[u] |= 1 << v;
        self.into[v] |= 1 << u;
        self.edges += 1;
    }

    fn remove_edge(&mut self, u: usize, v: usize) {
        self.net[u][v] -= 1;
        self.net[v][u] += 1;
        if self.net[u][v] == 0 {
            self.out[u] &= !(1 << v);
            self.into[v] &= !(1 << u);
        }
        self.edges -= 1;
    }

    /// One edge in and one out fewer.
    fn lower(&mut self, u: usize) {
        self.degree[u] -= 1;
        if self.degree[u] == 0 {
            self.live &= !(1 << u);
        }
    }
}
