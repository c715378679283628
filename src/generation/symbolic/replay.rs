//! A test as a replay runs it: its literals are the inputs, its statements what the replay does.

use super::super::archive::Evaluated;
use super::super::cluster::Cluster;
use super::super::facts::MemberKind;
use super::super::goals::{GoalId, GoalKind, Goals, Reach};
use super::super::statement::{Slot, Statement};
use crate::program::facts::{FixedHasher, Symbol};
use crate::symbolic::class_file::{Classes, Method};
use crate::symbolic::heap::Value;
use crate::symbolic::instruction::{Kind, Signature};
use crate::symbolic::machine::{Limits, Machine, Observed, Outcome};
use crate::symbolic::path::{Path, Stop};
use crate::symbolic::scalar::Scalar;
use hashbrown::HashMap;

/// Code units of a text, at most, where the test has no longer one.
const LONGEST_TEXT: usize = 64;

/// A method by class, name and descriptor.
type MethodKey = (Symbol, Symbol, Symbol);

/// By method, the first goal and the number of outcomes of each of its branches, in the order of its code.
#[derive(Debug, Default)]
pub struct Branches {
    by_method: HashMap<MethodKey, Vec<(GoalId, u32)>, FixedHasher>,
}

impl Branches {
    pub fn of(goals: &Goals, classes: &mut Classes) -> Self {
        let mut by_method: HashMap<MethodKey, Vec<(GoalId, u32)>, FixedHasher> = HashMap::default();
        for (id, goal) in goals.goals.iter().enumerate().filter(|(_, g)| g.kind == GoalKind::Branch) {
            let method = &goals.methods[goal.method as usize];
            let symbols = &mut classes.symbols;
            let key = (symbols.of(&method.class), symbols.of(&method.name), symbols.of(&method.descriptor));
            let branches = by_method.entry(key).or_default();
            match branches.last_mut() {
                Some(last) if goal.outcome > 0 => last.1 += 1,
                _ => branches.push((id as GoalId, 1)),
            }
        }
        Self { by_method }
    }

    /// The goal of an outcome of a branch; `None`: it has none.
    pub fn goal(&self, method: &Method, branch: u32, outcome: u32) -> Option<GoalId> {
        let branches = self.by_method.get(&(method.class, method.name, method.descriptor))?;
        // Of code that differs from that of the goals nothing is known.
        let all = method.code.as_ref().map_or(0, |c| c.branches as usize);
        let &(first, outcomes) = branches.get(branch as usize).filter(|_| branches.len() == all)?;
        (outcome < outcomes).then_some(first + outcome)
    }
}

struct Covered<'a> {
    branches: &'a Branches,
    reach: &'a Reach,
}

impl Observed for Covered<'_> {
    fn had(&self, method: &Method, branch: u32, outcome: u32) -> Option<bool> {
        self.branches.goal(method, branch, outcome).map(|goal| self.reach.covers(goal))
    }
}

/// The kind of number that a literal is.
pub fn kind_of(statement: &Statement) -> Option<Kind> {
    Some(match statement {
        Statement::Boolean(_) => Kind::Boolean,
        Statement::Byte(_) => Kind::Byte,
        Statement::Short(_) => Kind::Short,
        Statement::Char(_) => Kind::Char,
        Statement::Int(_) => Kind::Int,
        Statement::Long(_) => Kind::Long,
        Statement::Float(_) => Kind::Float,
        Statement::Double(_) => Kind::Double,
        _ => return None,
    })
}

/// The number that a literal is.
pub fn number_of(statement: &Statement) -> Option<Scalar> {
    Some(match *statement {
        Statement::Boolean(value) => Scalar::boolean(value),
        Statement::Byte(value) => Scalar::Int(value.into()),
        Statement::Short(value) => Scalar::Int(value.into()),
        Statement::Char(value) => Scalar::Int(value.into()),
        Statement::Int(value) => Scalar::Int(value),
        Statement::Long(value) => Scalar::Long(value),
        Statement::Float(value) => Scalar::float(value),
        Statement::Double(value) => Scalar::double(value),
        _ => return None,
    })
}

/// The path of a test that was run.
pub fn replay(cluster: &Cluster, branches: &Branches, classes: &mut Classes, test: &Evaluated, limits: Limits) -> Path {
    let observed = Covered { branches, reach: &test.reach };
    let mut replay =
        Replay { cluster, test, machine: Machine::new(classes, &observed, limits), values: Vec::with_capacity(test.test.len()) };
    for at in 0..test.test.len() {
        match replay.statement(at) {
            Ok(Some(value)) => replay.values.push(value),
            // It has thrown, as the test has, or it has to end.
            Ok(None) | Err(_) => break,
        }
    }
    replay.machine.finish()
}

struct Replay<'a> {
    cluster: &'a Cluster,
    test: &'a Evaluated,
    machine: Machine<'a>,
    /// By slot.
    values: Vec<Value>,
}

impl Replay<'_> {
    fn value(&self, slot: Slot) -> Value {
        self.values[slot as usize]
    }

    /// A value of the test where another kind is expected.
    fn passed(&mut self, slot: Slot, to: Kind) -> Value {
        let from = kind_of(&self.test.test.steps[slot as usize].statement);
        let value = self.value(slot);
        self.machine.passed(value, from, to)
    }

    /// What a statement gives; `None`: it threw.
    fn statement(&mut self, at: usize) -> Result<Option<Value>, Stop> {
        let step = &self.test.test.steps[at];
        let slot = at as Slot;
        if let (Some(kind), Some(number)) = (kind_of(&step.statement), number_of(&step.statement)) {
            return Ok(Some(self.machine.number(slot, kind, number)));
        }
        Ok(match &step.statement {
            Statement::Text(text) => {
                let units: Vec<u16> = text.encode_utf16().collect();
                Some(self.machine.text_input(slot, &units, LONGEST_TEXT))
            }
            Statement::Null => Some(Value::Null),
            Statement::Class(ty) => {
                let descriptor = ty.descriptor(&self.cluster.names);
                let name = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(&descriptor);
                Some(self.machine.class_object(name))
            }
            Statement::Invoke { member, receiver, arguments } => {
                let called = self.cluster.member(*member);
                let signature = Signature::of(&called.descriptor).ok_or(Stop::Unsupported)?;
                let arguments: Vec<Value> =
                    arguments.iter().zip(&signature.parameters).map(|(&slot, &kind)| self.passed(slot, kind)).collect();
                let name = if called.kind == MemberKind::Constructor { "<init>" } else { &called.name };
                let method = self.machine.member(self.cluster.names.text(called.owner), name, &called.descriptor);
                let receiver = receiver.map(|r| self.passed(r, Kind::Reference));
                match self.machine.call(method, called.is_static, receiver, &arguments)? {
                    Outcome::Returned(value) => Some(value.unwrap_or(Value::Null)),
                    Outcome::Threw => None,
                }
            }
            Statement::Get { member, receiver } => {
                let read = self.cluster.member(*member);
                let field = self.machine.member(self.cluster.names.text(read.owner), &read.name, &read.descriptor);
                match receiver {
                    None => Some(self.machine.get_static(field)?),
                    Some(object) => self.machine.get_field(self.value(*object), field).ok(),
                }
            }
            Statement::Set { member, receiver, value } => {
                let set = self.cluster.member(*member);
                let kind = Kind::of(&set.descriptor).unwrap_or(Kind::Reference);
                let value = self.passed(*value, kind);
                let field = self.machine.member(self.cluster.names.text(set.owner), &set.name, &set.descriptor);
                match receiver {
                    None => self.machine.put_static(field, value).map(|()| Some(Value::Null))?,
                    Some(object) => self.machine.put_field(self.value(*object), field, value).ok().map(|()| Value::Null),
                }
            }
            Statement::Array { length } => {
                let descriptor = step.ty.descriptor(&self.cluster.names);
                Some(self.machine.array_input(slot, &descriptor, *length as usize))
            }
            Statement::Element { array, index } => self.machine.element(self.value(*array), *index as usize),
            Statement::Store { array, index, value } => {
                let from = kind_of(&self.test.test.steps[*value as usize].statement);
                let (array, value) = (self.value(*array), self.value(*value));
                self.machine.store(array, *index as usize, value, from).then_some(Value::Null)
            }
            Statement::Stub { .. } => Some(Value::Unknown(Kind::Reference)),
            _ => return Err(Stop::Unsupported),
        })
    }
}
