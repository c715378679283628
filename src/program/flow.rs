//! The control flow graph of a method.
//!
//! [`FlowGraph::whole`] has every edge. [`FlowGraph::one_iteration`] is without cycles, as SODS wants it: an edge that leads back to the
//! head of a loop leads to where the loop is left instead, so that `while` is `if`, and code behind a loop is executed whatever the loop
//! did. Edges to exception handlers are kept apart from branches.

use super::facts::Code;

/// Blocks by number, as in the code; block 0 is the entry.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowGraph {
    /// Ascending, distinct.
    pub successors: Vec<Vec<u32>>,
    pub handlers: Vec<Vec<u32>>,
    /// Reverse postorder over both kinds of edges, the entry first; blocks that cannot be reached are not in it.
    pub order: Vec<u32>,
}

/// An exception is as likely as none, to each handler, where nothing is known of it (ours; the papers do not say).
const EXCEPTION: f64 = 0.5;

impl FlowGraph {
    pub fn whole(code: &Code) -> Self {
        let successors = code.blocks.iter().map(|b| b.successors.clone()).collect();
        let handlers = code.blocks.iter().map(|b| b.handlers.clone()).collect();
        Self::of_edges(successors, handlers)
    }

    /// The same with each loop's body executed at most once.
    pub fn one_iteration(code: &Code) -> Self {
        let whole = Self::whole(code);
        let rank = whole.rank();
        let mut successors = whole.successors.clone();
        let mut handlers = whole.handlers.clone();
        for &block in &whole.order {
            handlers[block as usize].retain(|&to| rank[to as usize] > rank[block as usize]);
            let back: Vec<u32> =
                whole.successors[block as usize].iter().copied().filter(|&to| rank[to as usize] <= rank[block as usize]).collect();
            for head in back {
                let next = &mut successors[block as usize];
                next.retain(|&to| to != head);
                next.extend(whole.exits(block, head));
                next.sort_unstable();
                next.dedup();
            }
        }
        // In irreducible code an exit may lead back: such an edge is dropped.
        let again = Self::of_edges(successors, handlers);
        let rank = again.rank();
        let forward = |edges: &[Vec<u32>]| {
            let kept = |(from, to): (usize, &Vec<u32>)| to.iter().copied().filter(|&t| rank[t as usize] > rank[from]).collect();
            edges.iter().enumerate().map(kept).collect()
        };
        Self { successors: forward(&again.successors), handlers: forward(&again.handlers), order: again.order }
    }

    /// Where the loop that an edge from `last` back to `head` closes is left: by its head (`while`), else by its last block (`do`), else
    /// anywhere (`break`).
    fn exits(&self, last: u32, head: u32) -> Vec<u32> {
        let inside = self.natural_loop(last, head);
        let leaving = |block: u32| self.successors[block as usize].iter().copied().filter(|&to| !inside[to as usize]).collect::<Vec<_>>();
        for candidate in [head, last] {
            let exits = leaving(candidate);
            if !exits.is_empty() {
                return exits;
            }
        }
        (0..inside.len() as u32).filter(|&b| inside[b as usize]).flat_map(leaving).collect()
    }

    /// The blocks from which `last` is reached without passing `head`, and `head`.
    fn natural_loop(&self, last: u32, head: u32) -> Vec<bool> {
        let predecessors = self.predecessors();
        let mut inside = vec![false; self.successors.len()];
        inside[head as usize] = true;
        let mut open = vec![last];
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut inside[block as usize], true) {
                open.extend(&predecessors[block as usize]);
            }
        }
        inside
    }

    /// By block, those that lead to it, handlers included.
    pub fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut predecessors = vec![Vec::new(); self.successors.len()];
        for &from in &self.order {
            for &to in self.successors[from as usize].iter().chain(&self.handlers[from as usize]) {
                predecessors[to as usize].push(from);
            }
        }
        predecessors
    }

    /// By block, its place in the order; `u32::MAX` if it cannot be reached.
    fn rank(&self) -> Vec<u32> {
        let mut rank = vec![u32::MAX; self.successors.len()];
        for (place, &block) in self.order.iter().enumerate() {
            rank[block as usize] = place as u32;
        }
        rank
    }

    /// The graph of edges that ascend and are distinct.
    pub fn of_edges(successors: Vec<Vec<u32>>, handlers: Vec<Vec<u32>>) -> Self {
        let mut seen = vec![false; successors.len()];
        let mut postorder = Vec::with_capacity(successors.len());
        // (block, next edge to follow)
        let mut path = vec![(0u32, 0usize)];
        seen[0] = true;
        while let Some((block, edge)) = path.last_mut() {
            let (next, caught) = (&successors[*block as usize], &handlers[*block as usize]);
            // The last successor first, so that the order is that of the code where it can be.
            let count = next.len() + caught.len();
            if *edge == count {
                postorder.push(*block);
                path.pop();
                continue;
            }
            let at = count - 1 - *edge;
            *edge += 1;
            let to = if at < next.len() { next[at] } else { caught[at - next.len()] };
            if !std::mem::replace(&mut seen[to as usize], true) {
                path.push((to, 0));
            }
        }
        postorder.reverse();
        Self { successors, handlers, order: postorder }
    }

    /// How likely each block is executed when `from` is: every branch to k blocks takes each with 1/k, an exception reaches a handler
    /// with 1/2. For graphs without cycles; 0 for blocks before `from`.
    ///
    /// Where branches are nested, this is the product of the probabilities of the branches that control the block and not `from`; the
    /// product is wrong for conditions with `||` and switches that fall through, this is not.
    pub fn likelihood(&self, from: u32) -> Vec<f64> {
        let mut likelihood = vec![0.0f64; self.successors.len()];
        let mut thrown = vec![0.0f64; self.successors.len()];
        likelihood[from as usize] = 1.0;
        for &block in &self.order {
            let here = (likelihood[block as usize] + EXCEPTION * thrown[block as usize]).min(1.0);
            likelihood[block as usize] = here;
            if here > 0.0 {
                let next = &self.successors[block as usize];
                for &to in next {
                    likelihood[to as usize] += here / next.len() as f64;
                }
                for &to in &self.handlers[block as usize] {
                    thrown[to as usize] = thrown[to as usize].max(here);
                }
            }
        }
        likelihood
    }
}
