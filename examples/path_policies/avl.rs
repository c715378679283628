//! An AVL tree: `insert` walks down by keys and up by heights, and rotates.

use super::trace::{Number, Trace};
use oraculum::relation::Relation::{Greater, Less};
use std::collections::BTreeSet;

/// A field that refers to a node. Of an input it has an origin until it is written.
#[derive(Clone, Debug)]
struct Link {
    origin: Option<String>,
    node: Option<usize>,
}

#[derive(Clone, Debug)]
struct Node {
    key: Number,
    height: Number,
    left: Link,
    right: Link,
}

/// `Node root` with `int key`, `int height`, `Node left`, `Node right`.
#[derive(Clone, Debug)]
struct Tree {
    nodes: Vec<Node>,
    root: Link,
}

impl Tree {
    fn empty() -> Self {
        Self { nodes: Vec::new(), root: Link { origin: Some("this.root".into()), node: None } }
    }

    /// The same tree as an input.
    fn as_input(&self) -> Self {
        let mut tree = Self::empty();
        tree.root = tree.copy(self, &self.root, "this.root");
        tree
    }

    fn copy(&mut self, of: &Self, link: &Link, origin: &str) -> Link {
        let node = link.node.map(|node| {
            let node = &of.nodes[node];
            let left = self.copy(of, &node.left, &format!("{origin}.left"));
            let right = self.copy(of, &node.right, &format!("{origin}.right"));
            let key = Number::input(format!("{origin}.key"), node.key.value);
            let height = Number::input(format!("{origin}.height"), node.height.value);
            self.nodes.push(Node { key, height, left, right });
            self.nodes.len() - 1
        });
        Link { origin: Some(origin.into()), node }
    }

    fn shape(&self, link: &Link) -> String {
        match link.node {
            None => "-".into(),
            Some(n) => format!("({} {} {})", self.shape(&self.nodes[n].left), self.nodes[n].key.value, self.shape(&self.nodes[n].right)),
        }
    }

    /// The node that a field refers to; that it is null or not is a branch, if it is an input.
    fn follow(&self, t: &mut Trace, link: &Link) -> Option<usize> {
        if let Some(origin) = &link.origin {
            t.is_null(origin, link.node.is_none());
        }
        link.node
    }

    fn height(&self, t: &mut Trace, link: &Link) -> Number {
        self.follow(t, link).map_or(0.into(), |node| self.nodes[node].height.clone())
    }

    fn insert(&mut self, t: &mut Trace, x: &Number) {
        let root = self.root.clone();
        self.root = self.insert_below(t, &root, x);
    }

    fn insert_below(&mut self, t: &mut Trace, link: &Link, x: &Number) -> Link {
        let made = |node| Link { origin: None, node: Some(node) };
        let Some(node) = self.follow(t, link) else {
            let none = Link { origin: None, node: None };
            self.nodes.push(Node { key: x.clone(), height: 1.into(), left: none.clone(), right: none });
            return made(self.nodes.len() - 1);
        };
        if t.test(x, Less, self.nodes[node].key.clone()) {
            let left = self.nodes[node].left.clone();
            self.nodes[node].left = self.insert_below(t, &left, x);
        } else if t.test(x, Greater, self.nodes[node].key.clone()) {
            let right = self.nodes[node].right.clone();
            self.nodes[node].right = self.insert_below(t, &right, x);
        } else {
            return link.clone();
        }
        made(self.balanced(t, node))
    }

    fn balanced(&mut self, t: &mut Trace, node: usize) -> usize {
        let (left, right) = (self.nodes[node].left.clone(), self.nodes[node].right.clone());
        let (of_left, of_right) = (self.height(t, &left), self.height(t, &right));
        if t.test(&of_left, Greater, of_right.plus(1)) {
            let child = left.node.expect("it is higher");
            let (outer, inner) = (self.nodes[child].left.clone(), self.nodes[child].right.clone());
            let (of_outer, of_inner) = (self.height(t, &outer), self.height(t, &inner));
            if t.test(&of_inner, Greater, of_outer) {
                let rotated = self.rotated_left(t, child);
                self.nodes[node].left = Link { origin: None, node: Some(rotated) };
            }
            return self.rotated_right(t, node);
        }
        if t.test(&of_right, Greater, of_left.plus(1)) {
            let child = right.node.expect("it is higher");
            let (inner, outer) = (self.nodes[child].left.clone(), self.nodes[child].right.clone());
            let (of_inner, of_outer) = (self.height(t, &inner), self.height(t, &outer));
            if t.test(&of_inner, Greater, of_outer) {
                let rotated = self.rotated_right(t, child);
                self.nodes[node].right = Link { origin: None, node: Some(rotated) };
            }
            return self.rotated_left(t, node);
        }
        self.measure(t, node);
        node
    }

    fn measure(&mut self, t: &mut Trace, node: usize) {
        let (left, right) = (self.nodes[node].left.clone(), self.nodes[node].right.clone());
        let (of_left, of_right) = (self.height(t, &left), self.height(t, &right));
        let higher = if t.test(&of_left, Greater, of_right.clone()) { of_left } else { of_right };
        self.nodes[node].height = higher.plus(1);
    }

    fn rotated_right(&mut self, t: &mut Trace, node: usize) -> usize {
        let top = self.nodes[node].left.node.expect("it is higher");
        self.nodes[node].left = self.nodes[top].right.clone();
        self.measure(t, node);
        self.nodes[top].right = Link { origin: None, node: Some(node) };
        self.measure(t, top);
        top
    }

    fn rotated_left(&mut self, t: &mut Trace, node: usize) -> usize {
        let top = self.nodes[node].right.node.expect("it is higher");
        self.nodes[node].right = self.nodes[top].left.clone();
        self.measure(t, node);
        self.nodes[top].left = Link { origin: None, node: Some(node) };
        self.measure(t, top);
        top
    }
}

pub fn avl_tree(found: &mut dyn FnMut(Trace)) {
    const KEYS: [i64; 6] = [2, 4, 6, 8, 10, 12];
    let (mut trees, mut shapes) = (vec![Tree::empty()], BTreeSet::new());
    let mut next = 0;
    while next < trees.len() {
        for key in KEYS {
            let mut larger = trees[next].clone();
            larger.insert(&mut Trace::default(), &Number::input("x", key));
            if shapes.insert(larger.shape(&larger.root)) {
                trees.push(larger);
            }
        }
        next += 1;
    }
    for tree in trees {
        for x in 1..14 {
            let (mut input, mut t) = (tree.as_input(), Trace::default());
            input.insert(&mut t, &Number::input("x", x));
            found(t);
        }
    }
}
