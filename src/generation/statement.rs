//! Tests as typed statements, each of which may define one value, as EvoSuite's (Fraser and Arcuri, TSE 2013). Values are used by the
//! place of the statement that defines them, always an earlier one: the form is that of static single assignment.

use super::cluster::MemberId;
use super::types::Type;
use crate::program::facts::FixedHasher;
use std::hash::BuildHasher;

/// Place of the statement that defines a value.
pub type Slot = u32;

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `null`, of the statement's type.
    Null,
    Boolean(bool),
    Byte(i8),
    Short(i16),
    /// A code unit of UTF-16.
    Char(u16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Text(String),
    /// The class object of a class.
    Class(Type),
    /// A constructor or method.
    Invoke {
        member: MemberId,
        receiver: Option<Slot>,
        arguments: Vec<Slot>,
    },
    /// The value of a field: a constant of an enum is one of its static fields.
    Get {
        member: MemberId,
        receiver: Option<Slot>,
    },
    Set {
        member: MemberId,
        receiver: Option<Slot>,
        value: Slot,
    },
    /// A new array of the statement's type.
    Array {
        length: u32,
    },
    Element {
        array: Slot,
        index: u32,
    },
    Store {
        array: Slot,
        index: u32,
        value: Slot,
    },
    /// An object of an interface, made up: methods that have an answer give that, all others null, zero or false.
    Stub {
        answers: Vec<Answer>,
    },
}

/// What one method of a made-up object gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub method: MemberId,
    /// At the first call.
    pub first: Slot,
    /// At all later ones; `None`: the same.
    pub then: Option<Slot>,
}

impl Answer {
    fn slots(&self) -> impl Iterator<Item = Slot> {
        [Some(self.first), self.then].into_iter().flatten()
    }
}

impl Statement {
    /// Whether it is a value written down.
    pub fn is_literal(&self) -> bool {
        use Statement as S;
        matches!(
            self,
            S::Null
                | S::Boolean(_)
                | S::Byte(_)
                | S::Short(_)
                | S::Char(_)
                | S::Int(_)
                | S::Long(_)
                | S::Float(_)
                | S::Double(_)
                | S::Text(_)
                | S::Class(_)
        )
    }

    /// The constructor, method or field.
    pub fn member(&self) -> Option<MemberId> {
        match self {
            Self::Invoke { member, .. } | Self::Get { member, .. } | Self::Set { member, .. } => Some(*member),
            _ => None,
        }
    }

    /// What it uses, in the order of the code.
    pub fn uses(&self) -> Vec<Slot> {
        let mut uses = Vec::new();
        self.clone().for_each_use(&mut |slot| uses.push(*slot));
        uses
    }

    /// Visits what it uses, in the order of the code.
    pub fn for_each_use(&mut self, visit: &mut impl FnMut(&mut Slot)) {
        match self {
            Self::Invoke { receiver, arguments, .. } => receiver.iter_mut().chain(arguments).for_each(visit),
            Self::Get { receiver, .. } => receiver.iter_mut().for_each(visit),
            Self::Set { receiver, value, .. } => receiver.iter_mut().chain([value]).for_each(visit),
            Self::Element { array, .. } => visit(array),
            Self::Store { array, value, .. } => [array, value].into_iter().for_each(visit),
            Self::Stub { answers } => answers.iter_mut().flat_map(|a| [Some(&mut a.first), a.then.as_mut()]).flatten().for_each(visit),
            _ => {}
        }
    }
}

/// A statement and the ground type of the value that it defines.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub statement: Statement,
    /// [`Type::Void`]: it defines none.
    pub ty: Type,
}

/// A test: its statements, in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestCase {
    pub steps: Vec<Step>,
}

impl TestCase {
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds a statement at the end; its slot.
    pub fn push(&mut self, statement: Statement, ty: Type) -> Slot {
        self.steps.push(Step { statement, ty });
        self.steps.len() as Slot - 1
    }

    /// Equal of equal tests; the hash of its text, since reals have none.
    pub fn fingerprint(&self) -> u64 {
        FixedHasher::default().hash_one(format!("{self:?}"))
    }

    /// The type of a slot.
    pub fn ty(&self, slot: Slot) -> &Type {
        &self.steps[slot as usize].ty
    }

    /// Cuts off the statements from a place on, and gives them back.
    pub fn split_off(&mut self, at: usize) -> Vec<Step> {
        self.steps.split_off(at)
    }

    /// Puts back statements that were cut off at a place, after others have been added there.
    pub fn append_shifted(&mut self, rest: Vec<Step>, cut_at: usize) {
        let shift = (self.steps.len() - cut_at) as Slot;
        for mut step in rest {
            step.statement.for_each_use(&mut |slot| {
                if *slot as usize >= cut_at {
                    *slot += shift;
                }
            });
            self.steps.push(step);
        }
    }

    /// Removes statements, and all that use what they define; of made-up objects only the answers that do.
    pub fn remove_with_users(&mut self, mut gone: Vec<bool>) {
        let mut places = vec![0; self.steps.len()];
        let mut kept = 0;
        for (at, step) in self.steps.iter_mut().enumerate() {
            if let Statement::Stub { answers } = &mut step.statement {
                answers.retain(|answer| answer.slots().all(|slot| !gone[slot as usize]));
            }
            gone[at] = gone[at] || step.statement.uses().iter().any(|&used| gone[used as usize]);
            places[at] = kept;
            kept += Slot::from(!gone[at]);
        }
        let mut at = 0;
        self.steps.retain(|_| {
            at += 1;
            !gone[at - 1]
        });
        for step in &mut self.steps {
            step.statement.for_each_use(&mut |slot| *slot = places[*slot as usize]);
        }
    }

    /// Removes definitions that nothing uses and that do nothing.
    pub fn remove_unused(&mut self) {
        let mut used = vec![false; self.steps.len()];
        for at in (0..self.steps.len()).rev() {
            let statement = &self.steps[at].statement;
            let idle = statement.is_literal() || matches!(statement, Statement::Array { .. } | Statement::Stub { .. });
            if used[at] || !idle {
                used[at] = true;
                statement.uses().iter().for_each(|&slot| used[slot as usize] = true);
            }
        }
        self.remove_with_users(used.into_iter().map(|u| !u).collect());
    }

    /// The same, but each number, character, truth value and text is used once: others get a copy, just before they are used.
    pub fn with_own_literals(&self) -> Self {
        let mut separated = Self::default();
        let mut places: Vec<Slot> = Vec::with_capacity(self.len());
        let mut used = vec![false; self.len()];
        for step in &self.steps {
            let mut step = step.clone();
            step.statement.for_each_use(&mut |slot| {
                let of = &self.steps[*slot as usize];
                let is_value = of.statement.is_literal() && !matches!(of.statement, Statement::Null | Statement::Class(_));
                let again = std::mem::replace(&mut used[*slot as usize], true);
                *slot = if is_value && again { separated.push(of.statement.clone(), of.ty.clone()) } else { places[*slot as usize] };
            });
            places.push(separated.push(step.statement, step.ty));
        }
        separated
    }

    /// Whether every use is of an earlier statement that defines a value.
    pub fn is_well_formed(&self) -> bool {
        self.steps.iter().enumerate().all(|(at, step)| {
            step.ty.is_ground()
                && step.statement.uses().iter().all(|&used| (used as usize) < at && self.steps[used as usize].ty != Type::Void)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::types::Primitive;

    #[test]
    fn literals_that_are_used_again_get_copies() {
        let mut test = TestCase::default();
        let int = Type::Primitive(Primitive::Int);
        let number = test.push(Statement::Int(5), int.clone());
        let array = test.push(Statement::Array { length: 2 }, Type::Array(Box::new(int.clone())));
        test.push(Statement::Store { array, index: 0, value: number }, Type::Void);
        test.push(Statement::Invoke { member: 0, receiver: Some(array), arguments: vec![number, number] }, Type::Void);
        let separated = test.with_own_literals();
        assert!(separated.is_well_formed());
        let statements: Vec<Statement> = separated.steps.into_iter().map(|step| step.statement).collect();
        assert_eq!(
            statements,
            [
                Statement::Int(5),
                Statement::Array { length: 2 },
                Statement::Store { array: 1, index: 0, value: 0 },
                Statement::Int(5),
                Statement::Int(5),
                Statement::Invoke { member: 0, receiver: Some(1), arguments: vec![3, 4] },
            ],
            "an array is an object: it stays one"
        );
        assert_eq!(test.with_own_literals().with_own_literals(), test.with_own_literals());
    }
}
