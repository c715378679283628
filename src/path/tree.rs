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

#[derive(Clone, Debug)]
pub struct PathTree {
    children: FxHashMap<(Node, u32), Node>,
    seen: Vec<Seen>,
}

impl Default for PathTree {
    fn default() -> Self {
        Self { children: FxHashMap::default(), seen: vec![Seen::default()] }
    }
}

impl PathTree {
    /// The ends of all prefixes of a path condition, but for the empty one; they are in the tree afterwards.
    pub fn walk(&mut self, clauses: &[u32]) -> Vec<Node> {
        let mut at = 0;
        clauses
            .iter()
            .map(|&clause| {
                let next = self.seen.len() as Node;
                at = *self.children.entry((at, clause)).or_insert(next);
                if at == next {
                    self.seen.push(Seen::default());
                }
                at
            })
            .collect()
    }

    pub fn seen(&mut self, node: Node) -> &mut Seen {
        &mut self.seen[node as usize]
    }
}
