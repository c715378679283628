//! Drafts of new trees over a [`Dag`] that stays as it is: many threads can draft at once, and the drafts are absorbed one
//! after the other, in an order that does not depend on the threads.

use super::dag::{Dag, GONE, Node, NodeId, Nodes};
use super::derived::Terms;

/// New nodes on top of a [`Dag`]; ids below its length are the `Dag`'s, the others are the sketch's own.
#[derive(Debug)]
pub struct Sketch<'a> {
    base: &'a Dag,
    added: Vec<Node>,
}

impl<'a> Sketch<'a> {
    pub fn new(base: &'a Dag) -> Self {
        Self { base, added: Vec::new() }
    }

    /// The nodes added, detached from the `Dag`, ready for [`Dag::absorb`] once nothing reads it any more.
    pub fn finish(self) -> Draft {
        Draft { base_len: self.base.len(), added: self.added }
    }
}

impl Nodes for Sketch<'_> {
    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        let id = id as usize;
        if id < self.base.len() { &self.base.nodes()[id] } else { &self.added[id - self.base.len()] }
    }

    fn terms(&self) -> &Terms {
        self.base.terms()
    }

    /// Always a new node: what is equal is found when the draft is absorbed.
    #[inline]
    fn add(&mut self, node: Node) -> NodeId {
        self.added.push(node);
        NodeId::try_from(self.base.len() + self.added.len() - 1).expect("fewer than 2^32 nodes")
    }
}

/// The nodes of a [`Sketch`].
#[derive(Debug)]
pub struct Draft {
    base_len: usize,
    added: Vec<Node>,
}

impl Dag {
    /// Adds the drafted trees to the `Dag` that they were drafted on (it may have absorbed other drafts of the same state since), and
    /// turns their roots into ids of the `Dag`. Drafted nodes that no root uses are left out.
    pub fn absorb<'r>(&mut self, draft: &Draft, roots: impl Iterator<Item = &'r mut NodeId>) {
        let mut ids = vec![GONE; draft.added.len()];
        for root in roots {
            *root = self.absorb_tree(draft, &mut ids, *root);
        }
    }

    fn absorb_tree(&mut self, draft: &Draft, ids: &mut [NodeId], id: NodeId) -> NodeId {
        let Some(own) = (id as usize).checked_sub(draft.base_len) else {
            return id;
        };
        if ids[own] == GONE {
            let mut node = draft.added[own];
            for i in 0..node.operands().len() {
                let operand = self.absorb_tree(draft, ids, node.operands()[i]);
                node.set_operand(i, operand);
            }
            ids[own] = self.add(node);
        }
        ids[own]
    }
}
