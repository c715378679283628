//! A carved sequence, which names types and members as class files do, as a test, which has member numbers and generic types.
//!
//! A statement that tests of the cluster cannot have is left out, and with it those that use its value; the others stay. Types are raw
//! where nothing says what they are made generic with. A result that is used as a subtype has that type: it is cast.

use super::sequence::{Action, Sequence};
use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::facts::MemberKind;
use crate::generation::maker::{Maker, SHORTEST_FROM};
use crate::generation::operators::{expected_types, misfit};
use crate::generation::statement::{Slot, Statement, TestCase};
use crate::generation::templates::conversion::{MemberIndex, fit};
use crate::generation::types::{Argument, Primitive, Substitution, Type};
use crate::{Error, Result};

/// The tests of some sequences, in their order.
///
/// # Errors
/// `InvalidInput`: a statement uses a value that none before it defines.
pub fn tests_of(sequences: &[Sequence], maker: &mut Maker) -> Result<Vec<TestCase>> {
    let index = MemberIndex::of(maker.cluster);
    sequences.iter().map(|sequence| convert(sequence, &index, maker)).collect()
}

/// The test of a sequence; empty if nothing of it can be said.
///
/// # Errors
/// `InvalidInput`: a statement uses a value that none before it defines.
fn convert(sequence: &Sequence, index: &MemberIndex, maker: &mut Maker) -> Result<TestCase> {
    let mut conversion = Conversion { index, cluster: maker.cluster, test: TestCase::default(), places: Vec::new() };
    for (at, statement) in sequence.statements.iter().enumerate() {
        if statement.action.uses().iter().any(|&used| used >= at || sequence.statements[used].ty == "V") {
            let name = &sequence.name;
            return Err(Error::invalid_input(format!("statement {at} of the carved test {name} uses a value that none before it defines")));
        }
        let before = conversion.test.clone();
        let place = conversion.statement(maker, &statement.ty, &statement.action);
        let place = place.filter(|_| fit(conversion.cluster, &mut conversion.test).is_ok());
        if place.is_none() {
            conversion.test = before;
        }
        conversion.places.push(place);
    }
    let mut test = conversion.test;
    test.remove_unused();
    make_generic(maker, &mut test);
    Ok(test)
}

struct Conversion<'a> {
    index: &'a MemberIndex,
    cluster: &'a Cluster,
    test: TestCase,
    /// By statement of the sequence: the slot of its value, or of what defines none; `None`: it is left out.
    places: Vec<Option<Slot>>,
}

impl Conversion<'_> {
    fn statement(&mut self, maker: &mut Maker, ty: &str, action: &Action) -> Option<Slot> {
        let mut ty = self.ty(ty)?;
        let statement = match action {
            Action::Construct { class, descriptor, arguments } => {
                let member = self.index.find(self.cluster, class, "<init>", descriptor)?;
                let arguments = self.slots(arguments)?;
                let outer = arguments.first().filter(|_| self.cluster.member(member).needs_outer);
                if outer.is_some_and(|&slot| self.test.steps[slot as usize].statement == Statement::Null) {
                    return None;
                }
                Statement::Invoke { member, receiver: None, arguments }
            }
            Action::Call { owner, name, descriptor, receiver, arguments } => {
                let member = self.index.find(self.cluster, owner, name, descriptor)?;
                let receiver = self.object(member, *receiver)?;
                ty = self.result(member, receiver, ty);
                Statement::Invoke { member, receiver, arguments: self.slots(arguments)? }
            }
            Action::GetField { owner, name, descriptor, object } => {
                let member = self.index.find(self.cluster, owner, name, descriptor)?;
                let receiver = self.object(member, *object)?;
                ty = self.result(member, receiver, ty);
                Statement::Get { member, receiver }
            }
            Action::PutField { owner, name, descriptor, object, value } => {
                let member = self.index.find(self.cluster, owner, name, descriptor)?;
                if self.cluster.member(member).is_final {
                    return None;
                }
                Statement::Set { member, receiver: self.object(member, *object)?, value: self.places[*value]? }
            }
            Action::NewArray { length } => Statement::Array { length: *length },
            Action::Element { array, index } => Statement::Element { array: self.places[*array]?, index: *index },
            Action::PutElement { array, index, value } => {
                let (array, value) = (self.places[*array]?, self.places[*value]?);
                let Type::Array(element) = self.test.ty(array) else { return None };
                if !self.cluster.is_assignable(self.test.ty(value), element) {
                    return None;
                }
                Statement::Store { array, index: *index, value }
            }
            Action::Whole { value } => {
                let Type::Primitive(primitive) = ty else { return None };
                whole(primitive, *value)?
            }
            Action::Real { value } => {
                let value: f64 = value.replace("Infinity", "inf").parse().ok()?;
                match ty {
                    Type::Primitive(Primitive::Float) => Statement::Float(value as f32),
                    Type::Primitive(Primitive::Double) => Statement::Double(value),
                    _ => return None,
                }
            }
            Action::Text { value } => {
                ty = Type::class(self.cluster.string);
                Statement::Text(value.clone())
            }
            Action::Class { class } => {
                let class = self.ty(class)?;
                if class.name().and_then(|n| self.cluster.known(n)).is_some_and(|t| !t.accessible) {
                    return None;
                }
                ty = Type::class(self.cluster.class);
                Statement::Class(class)
            }
            Action::Null => Statement::Null,
            Action::Lambda => return maker.made(&mut self.test, &ty, SHORTEST_FROM),
        };
        Some(self.test.push(statement, ty))
    }

    fn slots(&self, values: &[usize]) -> Option<Vec<Slot>> {
        values.iter().map(|&v| self.places[v]).collect()
    }

    /// What a member is used on: something, but not null, or nothing, as the member needs it.
    fn object(&self, member: MemberId, object: Option<usize>) -> Option<Option<Slot>> {
        let member = self.cluster.member(member);
        if !member.needs_receiver() {
            return Some(None);
        }
        let slot = self.places[object?]?;
        (self.test.steps[slot as usize].statement != Statement::Null).then_some(Some(slot))
    }

    /// The type of a descriptor, raw. `None`: the type facts do not have it.
    fn ty(&self, descriptor: &str) -> Option<Type> {
        match descriptor.as_bytes() {
            [b'V'] => Some(Type::Void),
            [b'[', ..] => Some(Type::Array(Box::new(self.ty(&descriptor[1..]).filter(|t| *t != Type::Void)?))),
            [b'L', .., b';'] => self.cluster.names.find(&descriptor[1..descriptor.len() - 1]).map(Type::class),
            [letter] => Primitive::ALL.into_iter().find(|p| p.letter() == char::from(*letter)).map(Type::Primitive),
            _ => None,
        }
    }

    /// The type of a member's result: what its signature says of that receiver, or the type that it is used as.
    fn result(&self, id: MemberId, receiver: Option<Slot>, used_as: Type) -> Type {
        let member = self.cluster.member(id);
        let values = receiver.map_or_else(Substitution::new, |r| self.cluster.class_values(member, self.test.ty(r)));
        let natural = member.result.substitute(&values);
        let fits = natural.is_ground() && natural != Type::Void && self.cluster.is_assignable(&natural, &used_as);
        if fits { natural } else { used_as }
    }
}

/// A literal of a primitive type that is no real number; `None`: the type has no such value.
fn whole(primitive: Primitive, value: i64) -> Option<Statement> {
    Some(match primitive {
        Primitive::Boolean => Statement::Boolean(value != 0),
        Primitive::Byte => Statement::Byte(value.try_into().ok()?),
        Primitive::Short => Statement::Short(value.try_into().ok()?),
        Primitive::Char => Statement::Char(value.try_into().ok()?),
        Primitive::Int => Statement::Int(value.try_into().ok()?),
        Primitive::Long => Statement::Long(value),
        Primitive::Float | Primitive::Double => return None,
    })
}

/// Gives objects of generic classes the arguments that a use asks for, else `Object`, where the test stays well typed: class files of tests
/// do not say them, and a reader wants no raw types.
fn make_generic(maker: &mut Maker, test: &mut TestCase) {
    let cluster = maker.cluster;
    for slot in 0..test.len() {
        let Statement::Invoke { member, .. } = test.steps[slot].statement else { continue };
        let member = cluster.member(member);
        let Some(known) = cluster.known(member.owner).filter(|t| !t.variables.is_empty()) else { continue };
        if member.kind != MemberKind::Constructor || test.steps[slot].ty != Type::class(member.owner) {
            continue;
        }
        let mut wanted: Vec<Type> = (slot + 1..test.len()).filter_map(|at| asked(cluster, test, at, slot as Slot)).collect();
        wanted.dedup();
        let mut candidates = Vec::new();
        for wanted in &wanted {
            let mut values = Substitution::new();
            maker.bind_result(member, wanted, &mut values);
            let arguments: Option<Box<[Argument]>> =
                known.variables.iter().map(|v| values.get(&v.name).cloned().map(Argument::Is)).collect();
            candidates.extend(arguments.map(|a| Type::Class(member.owner, a)));
        }
        let object = Type::class(cluster.object);
        if known.variables.iter().all(|v| v.bounds.iter().all(|b| *b == object)) {
            candidates.push(Type::Class(member.owner, known.variables.iter().map(|_| Argument::Is(object.clone())).collect()));
        }
        for candidate in candidates {
            let raw = std::mem::replace(&mut test.steps[slot].ty, candidate);
            if misfit(cluster, test).is_none() {
                break;
            }
            test.steps[slot].ty = raw;
        }
    }
}

/// The generic type that a statement asks of a value which it uses as an argument.
fn asked(cluster: &Cluster, test: &TestCase, at: usize, slot: Slot) -> Option<Type> {
    let uses = test.steps[at].statement.uses();
    let expected = uses.iter().zip(expected_types(cluster, test, at)).filter(|(used, _)| **used == slot);
    let mut generic = expected.map(|(_, ty)| ty).filter(|ty| matches!(ty, Type::Class(_, arguments) if !arguments.is_empty()));
    generic.next()
}
