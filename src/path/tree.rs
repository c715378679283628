//! Path conditions that were seen, as a tree: a path from the root is a prefix.

use rustc_hash::FxHashMap;

/// The end of a prefix; the root is 0, the empty one.
pub type Node = u32;

/// What is known of a prefix.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Offered as an alternative.
    pub offered: bool,
    /// A test went along it.
    pub executed: bool,
}

/// An edge of several clauses: all but the first, and where it leads.
type Long = (Box<[u32]>, Node);

/// Prefixes that nobody has asked for have no node: what leads on from one in one way only is one edge, however long it is.
#[derive(Clone, Debug)]
pub struct PathTree {
    /// Edges of one clause.
    children: FxHashMap<(Node, u32), Node>,
    /// Edges of several, by the first of them. No node has two edges that begin with the same clause.
    long: FxHashMap<(Node, u32), Long>,
    seen: Vec<Seen>,
}

impl Default for PathTree {
    fn default() -> Self {
        Self { children: FxHashMap::default(), long: FxHashMap::default(), seen: vec![Seen::default()] }
    }
}

/// The end of the empty prefix.
pub const ROOT: Node = 0;

impl PathTree {
    /// The ends of all prefixes of a path condition, but for the empty one; they are in the tree afterwards.
    pub fn walk(&mut self, clauses: &[u32]) -> Vec<Node> {
        let mut at = ROOT;
        let step = |&clause: &u32| {
            at = self.step(at, clause);
            at
        };
        clauses.iter().map(step).collect()
    }

    fn step(&mut self, at: Node, clause: u32) -> Node {
        if let Some(&next) = self.children.get(&(at, clause)) {
            return next;
        }
        let next = self.add();
        if let Some((rest, end)) = self.long.remove(&(at, clause)) {
            self.join(next, &rest, end);
        }
        self.children.insert((at, clause), next);
        next
    }

    /// The end of a path condition that begins as the one that ends there, and goes on with these clauses; it is in the tree afterwards.
    pub fn end(&mut self, from: Node, mut clauses: &[u32]) -> Node {
        let mut at = from;
        while let Some((&clause, behind)) = clauses.split_first() {
            if let Some(&next) = self.children.get(&(at, clause)) {
                (at, clauses) = (next, behind);
                continue;
            }
            let Some((rest, end)) = self.long.get(&(at, clause)) else {
                let end = self.add();
                self.join(at, clauses, end);
                return end;
            };
            let common = rest.iter().zip(behind).take_while(|(a, b)| a == b).count();
            clauses = &behind[common..];
            if common == rest.len() {
                at = *end;
                continue;
            }
            let (rest, end) = self.long.remove(&(at, clause)).expect("it is there");
            let between = self.add();
            let before: Vec<u32> = std::iter::once(clause).chain(rest[..common].iter().copied()).collect();
            self.join(at, &before, between);
            self.join(between, &rest[common..], end);
            at = between;
        }
        at
    }

    fn join(&mut self, from: Node, clauses: &[u32], end: Node) {
        match clauses {
            [] => {}
            &[clause] => drop(self.children.insert((from, clause), end)),
            [clause, rest @ ..] => drop(self.long.insert((from, *clause), (rest.into(), end))),
        }
    }

    fn add(&mut self) -> Node {
        self.seen.push(Seen::default());
        self.seen.len() as Node - 1
    }

    pub fn seen(&mut self, node: Node) -> &mut Seen {
        &mut self.seen[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rng::Source;
    use rand::RngExt;

    #[test]
    fn equal_prefixes_have_one_end_and_different_ones_two() {
        let mut random = Source::new(1).stream([2]);
        for _ in 0..50 {
            let mut tree = PathTree::default();
            let mut by_prefix: FxHashMap<Vec<u32>, Node> = FxHashMap::default();
            let mut check = |prefix: &[u32], node: Node| {
                let count = by_prefix.len();
                assert_eq!(*by_prefix.entry(prefix.to_vec()).or_insert(node), node, "{prefix:?}");
                let all: std::collections::HashSet<Node> = by_prefix.values().copied().collect();
                assert!(all.len() == by_prefix.len() && (by_prefix.len() == count || node != ROOT), "{prefix:?} is told from all others");
            };
            for _ in 0..100 {
                let path: Vec<u32> = (0..random.random_range(1..12)).map(|_| random.random_range(0..2)).collect();
                let known = random.random_range(0..=path.len());
                match random.random_range(0..3) {
                    0 => tree.walk(&path).into_iter().enumerate().for_each(|(place, node)| check(&path[..=place], node)),
                    1 => check(&path, tree.end(ROOT, &path)),
                    _ => {
                        let from = tree.walk(&path[..known]).last().copied().unwrap_or(ROOT);
                        let node = tree.end(from, &path[known..]);
                        check(&path, node);
                    }
                }
            }
        }
    }
}
