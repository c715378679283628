//! What has to be computed, in which order and where to, for new boolean nodes of a [`Dag`]: the same steps for every block of rows.
//!
//! Booleans are kept, one bitset ("slot") each, so a step per new node. Numbers are not: their columns are 64 times as large, and
//! recomputing one from the variables costs less than fetching it from far memory. They live in a few scratch columns, shared by
//! the comparisons that are planned close to each other.
//!
//! A number that may fail (a variable that may be absent, an integral division) has a guard: the rows where it exists. A
//! comparison is false outside the guards of its operands (docs/formats.md, "An expression that would throw").

use super::dag::{Dag, Node, NodeId, Nodes, Op};
use super::derived::ColumnId;
use super::kernel::{Arithmetic, Bitwise, Comparison, Extremum, Logic};
use super::lanes::LaneKind;
use crate::assertion::ast::{BinaryOp, Type};

/// Number of a boolean node's bitset.
pub type Slot = u32;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// Of the frame.
    Column(ColumnId),
    Scratch(u32),
    /// Bits of the literal in the step's lane.
    Constant(u64),
}

/// The rows in which a number exists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guard {
    Presence(ColumnId),
    /// A scratch bitset.
    Scratch(u32),
}

/// One operation on the rows of a block.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A boolean column of the frame.
    Column {
        dst: Slot,
        column: ColumnId,
    },
    Constant {
        dst: Slot,
        value: bool,
    },
    Not {
        dst: Slot,
        a: Slot,
    },
    Logic {
        op: Logic,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Compare {
        lane: LaneKind,
        op: Comparison,
        dst: Slot,
        a: Source,
        b: Source,
    },
    /// `dst &= guard`
    Restrict {
        dst: Slot,
        guard: Guard,
    },
    Arithmetic {
        lane: LaneKind,
        op: Arithmetic,
        dst: u32,
        a: Source,
        b: Source,
    },
    Extremum {
        lane: LaneKind,
        op: Extremum,
        dst: u32,
        a: Source,
        b: Source,
    },
    /// Of integers.
    Bitwise {
        lane: LaneKind,
        op: Bitwise,
        dst: u32,
        a: Source,
        b: Source,
    },
    /// Of integers for [`Map::Complement`].
    Map {
        lane: LaneKind,
        op: Map,
        dst: u32,
        a: Source,
    },
    Convert {
        from: LaneKind,
        to: LaneKind,
        dst: u32,
        a: Source,
    },
    /// The rows where an integral divisor is not 0, as a guard.
    NonZero {
        lane: LaneKind,
        dst: u32,
        a: Source,
    },
    /// The rows of both guards.
    Both {
        dst: u32,
        a: Guard,
        b: Guard,
    },
}

/// An operation on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    Negate,
    Abs,
    Complement,
}

/// A plan and the scratch memory it needs.
#[derive(Debug, Default)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Scratch columns of numbers.
    pub columns: u32,
    /// Scratch bitsets for guards.
    pub guards: u32,
}

/// Scratch columns in use after which a comparison starts afresh: with 8 bytes times 2048 rows each, half a typical second-level cache.
const SCRATCH_COLUMNS: u32 = 24;

#[derive(Clone, Copy, Debug)]
struct Number {
    source: Source,
    guard: Option<Guard>,
}

/// Makes plans; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub struct Planner {
    plan: Plan,
    /// What each number node is at the moment; valid if its epoch is the current one.
    numbers: Vec<(u32, Option<Number>)>,
    epoch: u32,
    columns_in_use: u32,
    guards_in_use: u32,
}

impl Planner {
    /// Plans the boolean nodes among `nodes`, which are in ascending order and have boolean operands that are among them or computed
    /// already, in lower slots. `slots` has each boolean node's slot,
    /// `absent` whether a column of the frame may be absent.
    pub fn plan(&mut self, dag: &Dag, nodes: impl Iterator<Item = NodeId>, slots: &[Slot], absent: &[bool]) -> &Plan {
        self.plan.steps.clear();
        (self.plan.columns, self.plan.guards) = (0, 0);
        self.numbers.resize(dag.len(), (0, None));
        self.start_afresh();
        for id in nodes {
            let node = dag.node(id);
            if node.ty == Type::Boolean {
                if self.columns_in_use > SCRATCH_COLUMNS {
                    self.start_afresh();
                }
                self.boolean(dag, node, slots[id as usize], slots, absent);
            }
        }
        &self.plan
    }

    fn start_afresh(&mut self) {
        (self.columns_in_use, self.guards_in_use) = (0, 0);
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.numbers.iter_mut().for_each(|n| n.0 = 0);
            self.epoch = 1;
        }
    }

    fn boolean(&mut self, dag: &Dag, node: &Node, dst: Slot, slots: &[Slot], absent: &[bool]) {
        let operand = |i: usize| node.operands()[i];
        let step = match node.op {
            Op::Literal => Step::Constant { dst, value: node.literal_bits() != 0 },
            Op::Var | Op::Derived => Step::Column { dst, column: node.column() },
            Op::Not => Step::Not { dst, a: slots[operand(0) as usize] },
            Op::Binary(op) => {
                if let Some(op) = logic(op) {
                    Step::Logic { op, dst, a: slots[operand(0) as usize], b: slots[operand(1) as usize] }
                } else {
                    let op = comparison(op).expect("a boolean operation is logic or comparison");
                    let ty = dag.node(operand(0)).ty.max(dag.node(operand(1)).ty);
                    let a = self.operand(dag, operand(0), ty, absent);
                    let b = self.operand(dag, operand(1), ty, absent);
                    self.plan.steps.push(Step::Compare { lane: LaneKind::of(ty), op, dst, a: a.source, b: b.source });
                    for guard in [a.guard, b.guard].into_iter().flatten() {
                        self.plan.steps.push(Step::Restrict { dst, guard });
                    }
                    return;
                }
            }
            Op::Null | Op::Neg | Op::BitNot | Op::Abs | Op::Min | Op::Max => unreachable!("not boolean"),
        };
        self.plan.steps.push(step);
    }

    /// A number node, converted to the lane of `ty`.
    fn operand(&mut self, dag: &Dag, id: NodeId, ty: Type, absent: &[bool]) -> Number {
        let node = dag.node(id);
        let number = self.number(dag, id, absent);
        let (from, to) = (LaneKind::of(node.ty), LaneKind::of(ty));
        if from == to {
            return number;
        }
        let source = match number.source {
            Source::Constant(bits) => Source::Constant(convert_literal(bits, from, to)),
            a => {
                let dst = self.column();
                self.plan.steps.push(Step::Convert { from, to, dst, a });
                Source::Scratch(dst)
            }
        };
        Number { source, ..number }
    }

    fn number(&mut self, dag: &Dag, id: NodeId, absent: &[bool]) -> Number {
        let node = dag.node(id);
        // Leaves, half of all nodes, need no memory.
        match node.op {
            Op::Var | Op::Derived => {
                let column = node.column();
                return Number { source: Source::Column(column), guard: absent[column as usize].then_some(Guard::Presence(column)) };
            }
            Op::Literal => return Number { source: Source::Constant(node.literal_bits()), guard: None },
            Op::Null => return Number { source: Source::Constant(0), guard: None },
            Op::Neg | Op::Not | Op::BitNot | Op::Abs | Op::Min | Op::Max | Op::Binary(_) => {}
        }
        if let (epoch, Some(number)) = self.numbers[id as usize]
            && epoch == self.epoch
        {
            return number;
        }
        let lane = LaneKind::of(node.ty);
        let number = match node.op {
            Op::Neg => self.map(dag, node, Map::Negate, absent),
            Op::Abs => self.map(dag, node, Map::Abs, absent),
            Op::BitNot => self.map(dag, node, Map::Complement, absent),
            Op::Min | Op::Max => {
                let op = if node.op == Op::Min { Extremum::Min } else { Extremum::Max };
                self.combine(dag, node, absent, |dst, a, b| Step::Extremum { lane, op, dst, a, b })
            }
            Op::Binary(op) => {
                if let Some(op) = bitwise(op) {
                    // The lane of a shift is that of its left operand, and of the distance only the lowest bits matter.
                    self.combine(dag, node, absent, |dst, a, b| Step::Bitwise { lane, op, dst, a, b })
                } else {
                    self.arithmetic(dag, node, arithmetic(op).expect("a number is arithmetic or of bits"), absent)
                }
            }
            Op::Not | Op::Literal | Op::Null | Op::Var | Op::Derived => unreachable!("not a number, or a leaf"),
        };
        self.numbers[id as usize] = (self.epoch, Some(number));
        number
    }

    fn map(&mut self, dag: &Dag, node: &Node, op: Map, absent: &[bool]) -> Number {
        let a = self.number(dag, node.operands()[0], absent);
        let dst = self.column();
        self.plan.steps.push(Step::Map { lane: LaneKind::of(node.ty), op, dst, a: a.source });
        Number { source: Source::Scratch(dst), guard: a.guard }
    }

    /// Both operands in the lane of the node, and the step that combines them.
    fn combine(&mut self, dag: &Dag, node: &Node, absent: &[bool], step: impl Fn(u32, Source, Source) -> Step) -> Number {
        let a = self.operand(dag, node.operands()[0], node.ty, absent);
        let b = self.operand(dag, node.operands()[1], node.ty, absent);
        let dst = self.column();
        self.plan.steps.push(step(dst, a.source, b.source));
        Number { source: Source::Scratch(dst), guard: self.both(a.guard, b.guard) }
    }

    fn arithmetic(&mut self, dag: &Dag, node: &Node, op: Arithmetic, absent: &[bool]) -> Number {
        let lane = LaneKind::of(node.ty);
        let a = self.operand(dag, node.operands()[0], node.ty, absent);
        let b = self.operand(dag, node.operands()[1], node.ty, absent);
        let dst = self.column();
        self.plan.steps.push(Step::Arithmetic { lane, op, dst, a: a.source, b: b.source });
        let divides = matches!(op, Arithmetic::Div | Arithmetic::Rem) && matches!(lane, LaneKind::I32 | LaneKind::I64);
        let divisor = match b.source {
            Source::Constant(bits) if bits != 0 => None,
            source if divides => {
                let dst = self.guard();
                self.plan.steps.push(Step::NonZero { lane, dst, a: source });
                Some(Guard::Scratch(dst))
            }
            _ => None,
        };
        let guard = self.both(a.guard, b.guard);
        Number { source: Source::Scratch(dst), guard: self.both(guard, divisor) }
    }

    fn both(&mut self, a: Option<Guard>, b: Option<Guard>) -> Option<Guard> {
        match (a, b) {
            (Some(a), Some(b)) if a != b => {
                let dst = self.guard();
                self.plan.steps.push(Step::Both { dst, a, b });
                Some(Guard::Scratch(dst))
            }
            (a, b) => a.or(b),
        }
    }

    fn column(&mut self) -> u32 {
        self.columns_in_use += 1;
        self.plan.columns = self.plan.columns.max(self.columns_in_use);
        self.columns_in_use - 1
    }

    fn guard(&mut self) -> u32 {
        self.guards_in_use += 1;
        self.plan.guards = self.plan.guards.max(self.guards_in_use);
        self.guards_in_use - 1
    }
}

/// Widening of a literal, rounded to nearest where it does not fit (JLS §5.1.2); a long's low half for a shift's distance.
fn convert_literal(bits: u64, from: LaneKind, to: LaneKind) -> u64 {
    let integral = bits as i64;
    match (from, to) {
        (LaneKind::I32 | LaneKind::I64, LaneKind::F32) => u64::from((integral as f32).to_bits()),
        (LaneKind::I32 | LaneKind::I64, LaneKind::F64) => (integral as f64).to_bits(),
        (LaneKind::F32, LaneKind::F64) => f64::from(f32::from_bits(bits as u32)).to_bits(),
        _ => bits,
    }
}

fn bitwise(op: BinaryOp) -> Option<Bitwise> {
    Some(match op {
        BinaryOp::BitAnd => Bitwise::And,
        BinaryOp::BitOr => Bitwise::Or,
        BinaryOp::BitXor => Bitwise::Xor,
        BinaryOp::Shl => Bitwise::Shl,
        BinaryOp::Shr => Bitwise::Shr,
        BinaryOp::Ushr => Bitwise::Ushr,
        _ => return None,
    })
}

fn logic(op: BinaryOp) -> Option<Logic> {
    Some(match op {
        BinaryOp::And => Logic::And,
        BinaryOp::Or => Logic::Or,
        BinaryOp::Xor => Logic::Xor,
        BinaryOp::Implies => Logic::Implies,
        BinaryOp::Equiv => Logic::Equiv,
        _ => return None,
    })
}

fn comparison(op: BinaryOp) -> Option<Comparison> {
    Some(match op {
        BinaryOp::Eq => Comparison::Eq,
        BinaryOp::Ne => Comparison::Ne,
        BinaryOp::Lt => Comparison::Lt,
        BinaryOp::Le => Comparison::Le,
        BinaryOp::Gt => Comparison::Gt,
        BinaryOp::Ge => Comparison::Ge,
        _ => return None,
    })
}

fn arithmetic(op: BinaryOp) -> Option<Arithmetic> {
    Some(match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Sub => Arithmetic::Sub,
        BinaryOp::Mul => Arithmetic::Mul,
        BinaryOp::Div => Arithmetic::Div,
        BinaryOp::Rem => Arithmetic::Rem,
        _ => return None,
    })
}
