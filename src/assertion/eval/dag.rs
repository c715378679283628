//! Hash-consed assertion trees: equal subtrees are one node, so that what is known of a node is known once.
//!
//! A [`Dag`] holds nodes, operands before the nodes that use them. It reads like a set of trees: a node's size, and the
//! number of its subtree's boolean and number nodes, count a shared subtree as often as it occurs.
//!
//! [`super::sketch::Sketch`] adds nodes on top of a `Dag` without changing it.

use super::derived::{ColumnId, DerivedTerm, Terms, needs_interpreter};
use crate::assertion::ast::{BinaryOp, Expr, Function, Type, UnaryOp};
use crate::evidence::schema::VarId;
use hashbrown::HashTable;
use std::sync::Arc;

/// Index of a node in its [`Dag`].
pub type NodeId = u32;

/// What a node does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Literal,
    Null,
    Var,
    /// A leaf that is a whole term, see [`super::derived`].
    Derived,
    Neg,
    Not,
    BitNot,
    Abs,
    Min,
    Max,
    Binary(BinaryOp),
}

impl Op {
    fn arity(self) -> usize {
        match self {
            Self::Literal | Self::Null | Self::Var | Self::Derived => 0,
            Self::Neg | Self::Not | Self::BitNot | Self::Abs => 1,
            Self::Min | Self::Max | Self::Binary(_) => 2,
        }
    }

    /// A number that no other operation has.
    fn code(self) -> u64 {
        match self {
            Self::Literal => 0,
            Self::Null => 1,
            Self::Var => 2,
            Self::Derived => 3,
            Self::Neg => 4,
            Self::Not => 5,
            Self::BitNot => 6,
            Self::Abs => 7,
            Self::Min => 8,
            Self::Max => 9,
            Self::Binary(op) => 10 + op as u64,
        }
    }
}

/// What a subtree can be exchanged for: any number can stand where a number stands, as Java promotes it, except under the operations
/// on bits, which take integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Boolean,
    Number,
    Reference,
}

impl From<Type> for Kind {
    fn from(ty: Type) -> Self {
        match ty {
            Type::Boolean => Self::Boolean,
            Type::Reference => Self::Reference,
            Type::Int | Type::Long | Type::Float | Type::Double => Self::Number,
            Type::Exact | Type::Text | Type::Sequence(_) | Type::Bag(_) => unreachable!("{ty} is inside of derived terms only"),
        }
    }
}

/// A node. Equality of booleans is always `Equiv`, its negation `Xor`.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub op: Op,
    pub ty: Type,
    /// The operands; the variable's or derived term's column; or the literal's low and high half. Unused places are 0.
    payload: [u32; 2],
    /// Number of nodes of the tree as an expression: those of derived terms are counted.
    pub size: u32,
    /// How many nodes of each kind the tree has here, where a derived term is one; counted up to 65535.
    counts: [u16; 3],
    /// The variables of the tree: bit `v % 64` for variable v.
    variables: u64,
}

// Half a cache line: trees are chased node by node.
const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    fn leaf(op: Op, ty: Type, payload: [u32; 2], size: u32, variables: u64) -> Self {
        let mut counts = [0; 3];
        counts[Kind::from(ty) as usize] = 1;
        Self { op, ty, payload, size, counts, variables }
    }

    fn inner(op: Op, ty: Type, payload: [NodeId; 2], operands: &[&Self]) -> Self {
        let mut node = Self::leaf(op, ty, payload, 1, 0);
        for operand in operands {
            node.size = node.size.saturating_add(operand.size);
            node.counts.iter_mut().zip(operand.counts).for_each(|(count, more)| *count = count.saturating_add(more));
            node.variables |= operand.variables;
        }
        node
    }

    /// A variable; not one of contents, which have no value of their own here.
    pub fn var(var: VarId, ty: Type) -> Self {
        Self::leaf(Op::Var, ty, [var, 0], 1, 1 << (var % 64))
    }

    pub fn derived(term: &DerivedTerm) -> Self {
        let variables = term.variables.iter().fold(0, |set, v| set | 1 << (v % 64));
        Self::leaf(Op::Derived, term.ty, [term.column, 0], term.size, variables)
    }

    pub fn null() -> Self {
        Self::leaf(Op::Null, Type::Reference, [0; 2], 1, 0)
    }

    /// A literal by its bits, see [`Node::literal_bits`].
    pub fn literal(bits: u64, ty: Type) -> Self {
        Self::leaf(Op::Literal, ty, [bits as u32, (bits >> 32) as u32], 1, 0)
    }

    /// `-operand` of a number, `!operand` of a boolean, `~operand` of an integer; `None` if the type does not allow it.
    pub fn unary(op: UnaryOp, operand: (NodeId, &Self)) -> Option<Self> {
        let (id, operand) = operand;
        let op = match op {
            UnaryOp::Neg if operand.ty.is_number() => Op::Neg,
            UnaryOp::Not if operand.ty == Type::Boolean => Op::Not,
            UnaryOp::BitNot if operand.ty.is_integer() => Op::BitNot,
            _ => return None,
        };
        Some(Self::inner(op, operand.ty, [id, 0], &[operand]))
    }

    /// `Math.abs` of a number; `None` of anything else.
    pub fn abs(operand: (NodeId, &Self)) -> Option<Self> {
        let (id, operand) = operand;
        operand.ty.is_number().then(|| Self::inner(Op::Abs, operand.ty, [id, 0], &[operand]))
    }

    /// `Math.min` or `Math.max` of two numbers, as `op` says; `None` of anything else.
    pub fn extremum(op: Op, left: (NodeId, &Self), right: (NodeId, &Self)) -> Option<Self> {
        debug_assert!(matches!(op, Op::Min | Op::Max));
        let (a, b) = (left.1, right.1);
        (a.ty.is_number() && b.ty.is_number()).then(|| Self::inner(op, a.ty.max(b.ty), [left.0, right.0], &[a, b]))
    }

    /// `left op right`; `None` if the types do not allow it.
    pub fn binary(op: BinaryOp, left: (NodeId, &Self), right: (NodeId, &Self)) -> Option<Self> {
        use BinaryOp::*;
        let (a, b) = (left.1, right.1);
        let integers = a.ty.is_integer() && b.ty.is_integer();
        let (op, ty) = match (op, a.kind(), b.kind()) {
            // Java's binary numeric promotion (JLS §5.6.2): the wider of the two.
            (Add | Sub | Mul | Div | Rem, Kind::Number, Kind::Number) => (op, a.ty.max(b.ty)),
            (BitAnd | BitOr | BitXor, Kind::Number, Kind::Number) if integers => (op, a.ty.max(b.ty)),
            (Shl | Shr | Ushr, Kind::Number, Kind::Number) if integers => (op, a.ty),
            (Eq | Ne | Lt | Le | Gt | Ge, Kind::Number, Kind::Number) => (op, Type::Boolean),
            (Eq | Ne, Kind::Reference, Kind::Reference) => (op, Type::Boolean),
            (Eq, Kind::Boolean, Kind::Boolean) => (Equiv, Type::Boolean),
            (Ne, Kind::Boolean, Kind::Boolean) => (Xor, Type::Boolean),
            (And | Or | Xor | Implies | Equiv, Kind::Boolean, Kind::Boolean) => (op, Type::Boolean),
            _ => return None,
        };
        Some(Self::inner(Op::Binary(op), ty, [left.0, right.0], &[a, b]))
    }

    /// The node with other operands, of the same kinds; its type follows theirs. `None`: they are numbers that it does not take.
    pub fn with_operands<'a>(&self, operands: [NodeId; 2], get: impl Fn(NodeId) -> &'a Self) -> Option<Self> {
        let [left, right] = operands;
        match self.op {
            Op::Literal | Op::Null | Op::Var | Op::Derived => Some(*self),
            Op::Neg => Self::unary(UnaryOp::Neg, (left, get(left))),
            Op::Not => Self::unary(UnaryOp::Not, (left, get(left))),
            Op::BitNot => Self::unary(UnaryOp::BitNot, (left, get(left))),
            Op::Abs => Self::abs((left, get(left))),
            Op::Min | Op::Max => Self::extremum(self.op, (left, get(left)), (right, get(right))),
            Op::Binary(op) => Self::binary(op, (left, get(left)), (right, get(right))),
        }
    }

    /// The literal's bits: an int or long, sign-extended to 64; a float's or double's IEEE bits; 0 or 1.
    pub fn literal_bits(&self) -> u64 {
        debug_assert_eq!(self.op, Op::Literal);
        u64::from(self.payload[1]) << 32 | u64::from(self.payload[0])
    }

    /// The variable of a `Var`.
    pub fn variable(&self) -> VarId {
        debug_assert_eq!(self.op, Op::Var);
        self.payload[0]
    }

    /// The column of a `Var` or `Derived`.
    pub fn column(&self) -> ColumnId {
        debug_assert!(matches!(self.op, Op::Var | Op::Derived));
        self.payload[0]
    }

    /// The operands: none, one, or two.
    #[inline]
    pub fn operands(&self) -> &[NodeId] {
        &self.payload[..self.op.arity()]
    }

    /// Renames an operand; the tree must stay the same.
    #[inline]
    pub(super) fn set_operand(&mut self, index: usize, id: NodeId) {
        debug_assert!(index < self.operands().len());
        self.payload[index] = id;
    }

    #[inline]
    pub fn kind(&self) -> Kind {
        self.ty.into()
    }

    /// Number of nodes of that kind in the tree, where a derived term is one node.
    #[inline]
    pub fn count(&self, kind: Kind) -> u32 {
        self.counts[kind as usize].into()
    }

    /// Number of nodes in the tree, where a derived term is one node.
    #[inline]
    pub fn points(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether the tree may have a variable of that set, given as bits `v % 64`. Certain if it says no, or if variables are fewer than 64.
    #[inline]
    pub fn may_have(&self, variables: u64) -> bool {
        self.variables & variables != 0
    }

    /// Two nodes of one [`Dag`] are the same tree iff these agree.
    #[inline]
    fn identity(&self) -> (Op, Type, [u32; 2]) {
        (self.op, self.ty, self.payload)
    }

    #[inline]
    fn hash(&self) -> u64 {
        // Multiply and fold: the table takes its index from the low bits and its tag from the high ones.
        let operands = u64::from(self.payload[1]) << 32 | u64::from(self.payload[0]);
        let key = operands ^ (self.op.code() << 56 | u64::from(self.ty.code()) << 50) ^ 0x243f_6a88_85a3_08d3;
        let mixed = u128::from(key) * 0x9e37_79b9_7f4a_7c15;
        (mixed >> 64) as u64 ^ mixed as u64
    }
}

/// Something that has nodes.
pub trait Nodes {
    fn node(&self, id: NodeId) -> &Node;

    /// The terms that are leaves here.
    fn terms(&self) -> &Terms;

    /// Adds the node, or finds an equal one.
    fn add(&mut self, node: Node) -> NodeId;

    /// Adds a tree. `None`: it is not well typed, or mentions a variable that is not in `types`, or a subtree without kernels that is
    /// not among the [`terms`](Nodes::terms).
    ///
    /// Recurses as deep as the tree is: decoding has to bound that.
    fn add_expr(&mut self, expr: &Expr, types: &[Type]) -> Option<NodeId> {
        if needs_interpreter(expr, types) {
            let node = Node::derived(self.terms().find(expr)?);
            return Some(self.add(node));
        }
        let node = match expr {
            Expr::Bool(v) => Node::literal(u64::from(*v), Type::Boolean),
            Expr::Int(v) => Node::literal(i64::from(*v) as u64, Type::Int),
            Expr::Long(v) => Node::literal(*v as u64, Type::Long),
            Expr::Float(v) => Node::literal(u64::from(v.to_bits()), Type::Float),
            Expr::Double(v) => Node::literal(v.to_bits(), Type::Double),
            Expr::Null => Node::null(),
            Expr::Var(var) => Node::var(*var, *types.get(*var as usize)?),
            Expr::Unary(op, operand) => {
                let operand = self.add_expr(operand, types)?;
                Node::unary(*op, (operand, self.node(operand)))?
            }
            Expr::Binary(op, left, right) => {
                let left = self.add_expr(left, types)?;
                let right = self.add_expr(right, types)?;
                Node::binary(*op, (left, self.node(left)), (right, self.node(right)))?
            }
            Expr::Call(function, arguments) => {
                let operands = arguments.iter().map(|a| self.add_expr(a, types)).collect::<Option<Vec<_>>>()?;
                match (function, &operands[..]) {
                    (Function::Abs, &[x]) => Node::abs((x, self.node(x)))?,
                    (Function::Min, &[x, y]) => Node::extremum(Op::Min, (x, self.node(x)), (y, self.node(y)))?,
                    (Function::Max, &[x, y]) => Node::extremum(Op::Max, (x, self.node(x)), (y, self.node(y)))?,
                    _ => return None,
                }
            }
            Expr::Text(_) | Expr::Bound(_) | Expr::Quantified(..) => unreachable!("the interpreter's"),
        };
        Some(self.add(node))
    }

    /// The tree at that node.
    fn expr(&self, id: NodeId) -> Expr {
        let node = self.node(id);
        match node.op {
            Op::Literal => match node.ty {
                Type::Boolean => Expr::Bool(node.literal_bits() != 0),
                Type::Int => Expr::Int(node.literal_bits() as i32),
                Type::Long => Expr::Long(node.literal_bits() as i64),
                Type::Float => Expr::Float(f32::from_bits(node.literal_bits() as u32)),
                Type::Double => Expr::Double(f64::from_bits(node.literal_bits())),
                Type::Reference => unreachable!("the only reference literal is null"),
                Type::Exact | Type::Text | Type::Sequence(_) | Type::Bag(_) => unreachable!("{} has no literals here", node.ty),
            },
            Op::Null => Expr::Null,
            Op::Var => Expr::Var(node.variable()),
            Op::Derived => self.terms().of_column(node.column()).expr.clone(),
            Op::Neg => Expr::unary(UnaryOp::Neg, self.expr(node.operands()[0])),
            Op::Not => Expr::unary(UnaryOp::Not, self.expr(node.operands()[0])),
            Op::BitNot => Expr::unary(UnaryOp::BitNot, self.expr(node.operands()[0])),
            Op::Abs => Expr::call(Function::Abs, [self.expr(node.operands()[0])]),
            Op::Min => Expr::call(Function::Min, [self.expr(node.operands()[0]), self.expr(node.operands()[1])]),
            Op::Max => Expr::call(Function::Max, [self.expr(node.operands()[0]), self.expr(node.operands()[1])]),
            Op::Binary(op) => Expr::binary(op, self.expr(node.operands()[0]), self.expr(node.operands()[1])),
        }
    }
}

/// A growing set of hash-consed trees.
#[derive(Clone, Debug, Default)]
pub struct Dag {
    nodes: Vec<Node>,
    index: HashTable<NodeId>,
    terms: Arc<Terms>,
}

impl Nodes for Dag {
    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn terms(&self) -> &Terms {
        &self.terms
    }

    #[inline]
    fn add(&mut self, node: Node) -> NodeId {
        let Self { nodes, index, .. } = self;
        *index
            .entry(node.hash(), |&id| nodes[id as usize].identity() == node.identity(), |&id| nodes[id as usize].hash())
            .or_insert_with(|| {
                nodes.push(node);
                NodeId::try_from(nodes.len() - 1).expect("fewer than 2^32 nodes")
            })
            .get()
    }
}

/// Where a node went when a [`Dag`] was compacted; [`GONE`] if it was dropped.
pub type Renumbering = Vec<NodeId>;
/// The new number of a node that was dropped.
pub const GONE: NodeId = NodeId::MAX;

impl Dag {
    /// An empty one whose trees may have those derived terms as leaves.
    pub fn with_terms(terms: Arc<Terms>) -> Self {
        Self { terms, ..Self::default() }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Drops every node that no root's tree contains and closes the gaps, keeping the order.
    pub fn retain(&mut self, roots: impl Iterator<Item = NodeId>) -> Renumbering {
        let mut renumbering = vec![GONE; self.nodes.len()];
        // Marked nodes get any other number for now; operands come before their users, so one backward pass reaches all.
        roots.for_each(|root| renumbering[root as usize] = 0);
        for id in (0..self.nodes.len()).rev() {
            if renumbering[id] != GONE {
                self.nodes[id].operands().iter().for_each(|&operand| renumbering[operand as usize] = 0);
            }
        }
        let mut kept = 0;
        for id in 0..self.nodes.len() {
            if renumbering[id] != GONE {
                let mut node = self.nodes[id];
                let arity = node.operands().len();
                node.payload[..arity].iter_mut().for_each(|operand| *operand = renumbering[*operand as usize]);
                self.nodes[kept] = node;
                renumbering[id] = kept as NodeId;
                kept += 1;
            }
        }
        self.nodes.truncate(kept);
        self.index.clear();
        for (id, node) in self.nodes.iter().enumerate() {
            self.index.insert_unique(node.hash(), id as NodeId, |&id| self.nodes[id as usize].hash());
        }
        renumbering
    }
}
