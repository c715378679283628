//! A seed template, which names types and members as class files do, as a test, which has member numbers and generic types.
//!
//! Slots get new values: those of the template are small numbers, and know nothing of the constants of the code. Types are made generic
//! where a use says what with, and are raw elsewhere. A result that is used as a subtype has that type: it is cast.

use crate::generation::cluster::{Cluster, Member, MemberId};
use crate::generation::facts::MemberKind;
use crate::generation::maker::{Maker, SHORTEST_FROM};
use crate::generation::operators::{Misfit, give_another, misfit};
use crate::generation::statement::{Slot, Statement, TestCase};
use crate::generation::types::{Argument, Name, Primitive, Substitution, Type};
use crate::seed::template::{Action, Number, Template, ValueId, signature};
use std::collections::BTreeMap;

/// Members by how class files name them.
#[derive(Debug)]
pub struct MemberIndex {
    /// By owner, name and descriptor.
    members: BTreeMap<(Name, String, String), MemberId>,
}

impl MemberIndex {
    pub fn of(cluster: &Cluster) -> Self {
        let key = |m: &Member| (m.owner, m.name.clone(), m.descriptor.clone());
        Self { members: (0..).zip(&cluster.members).map(|(id, member)| (key(member), id)).collect() }
    }

    /// A member as code names it: the class that declares it may be above the one that is named (JVMS 5.4.3).
    pub fn find(&self, cluster: &Cluster, owner: &str, name: &str, descriptor: &str) -> Option<MemberId> {
        let owner = cluster.names.find(owner)?;
        let mut key = (owner, name.to_owned(), descriptor.to_owned());
        let mut open = vec![owner];
        let mut next = 0;
        while next < open.len() {
            key.0 = open[next];
            if let Some(&found) = self.members.get(&key) {
                return Some(found);
            }
            let above = cluster.known(open[next]).into_iter().flat_map(|t| &t.supertypes).filter_map(Type::name);
            let new: Vec<Name> = above.filter(|n| !open.contains(n)).collect();
            open.extend(new);
            next += 1;
        }
        key.0 = cluster.object;
        self.members.get(&key).copied()
    }
}

/// The test of a template.
///
/// # Errors
/// Why it is none: something that it uses is not in the type facts, or does not fit.
pub fn convert(template: &Template, index: &MemberIndex, maker: &mut Maker) -> Result<TestCase, String> {
    let mut conversion = Conversion {
        template,
        index,
        cluster: maker.cluster,
        counts: counts(template),
        test: TestCase::default(),
        places: vec![None; template.statements.len()],
    };
    for at in 0..template.statements.len() {
        let place = conversion.statement(maker, at)?;
        conversion.places[at] = Some(place);
    }
    let mut test = conversion.test;
    fit_or_replace(maker, &mut test)?;
    test.remove_unused();
    Ok(test)
}

struct Conversion<'a> {
    template: &'a Template,
    index: &'a MemberIndex,
    cluster: &'a Cluster,
    /// By statement: whether its value is a length or an index, which must fit each other.
    counts: Vec<bool>,
    test: TestCase,
    /// By statement of the template: the slot of its value, or of what defines none.
    places: Vec<Option<Slot>>,
}

fn counts(template: &Template) -> Vec<bool> {
    let mut counts = vec![false; template.statements.len()];
    for statement in &template.statements {
        match statement.action {
            Action::NewArray { length } => counts[length] = true,
            Action::PutElement { index, .. } => counts[index] = true,
            _ => {}
        }
    }
    counts
}

impl Conversion<'_> {
    fn statement(&mut self, maker: &mut Maker, at: usize) -> Result<Slot, String> {
        let statement = &self.template.statements[at];
        let defined = statement.defines.as_deref().map(|d| self.defined(&statement.action, d)).transpose()?;
        let ty = defined.clone().unwrap_or(Type::Void);
        match &statement.action {
            Action::Construct { class, descriptor, arguments } => {
                let member = self.member(class, "<init>", descriptor)?;
                let arguments = self.slots(arguments);
                let ty = self.constructed(maker, at, member).unwrap_or(ty);
                Ok(self.test.push(Statement::Invoke { member, receiver: None, arguments }, ty))
            }
            Action::Call { owner, name, descriptor, receiver, arguments } => {
                if let Some(same) = self.unboxing(owner, name, *receiver, arguments) {
                    return Ok(same);
                }
                let member = self.member(owner, name, descriptor)?;
                let receiver = receiver.map(|r| self.slot(r));
                let arguments = self.slots(arguments);
                let ty = self.result(member, receiver, defined);
                Ok(self.test.push(Statement::Invoke { member, receiver, arguments }, ty))
            }
            Action::GetField { owner, name, descriptor, object } => {
                let member = self.member(owner, name, descriptor)?;
                let receiver = object.map(|o| self.slot(o));
                let ty = self.result(member, receiver, defined);
                Ok(self.test.push(Statement::Get { member, receiver }, ty))
            }
            Action::PutField { owner, name, descriptor, object, value } => {
                let member = self.member(owner, name, descriptor)?;
                if self.cluster.member(member).is_final {
                    return Err(format!("{} is final", self.text(member)));
                }
                let (receiver, value) = (object.map(|o| self.slot(o)), self.slot(*value));
                Ok(self.test.push(Statement::Set { member, receiver, value }, Type::Void))
            }
            Action::NewArray { length } => {
                let length = self.count(*length)?;
                Ok(self.test.push(Statement::Array { length }, ty))
            }
            Action::PutElement { array, index, value } => {
                let index = self.count(*index)?;
                let (array, value) = (self.slot(*array), self.slot(*value));
                if let Statement::Array { length } = &mut self.test.steps[array as usize].statement {
                    *length = (*length).max(index + 1);
                }
                Ok(self.test.push(Statement::Store { array, index, value }, Type::Void))
            }
            Action::Primitive { constant } => {
                let Type::Primitive(primitive) = ty else { return Err("a number of no primitive type".into()) };
                let literal = if self.counts[at] { written(primitive, *constant) } else { maker.primitive(primitive) };
                Ok(self.test.push(literal, ty))
            }
            Action::Text { .. } => {
                let text = maker.text();
                Ok(self.test.push(Statement::Text(text), Type::class(self.cluster.string)))
            }
            Action::EnumConstant { class, .. } => self.constant(maker, class, ty),
            Action::Null => Ok(self.stand_in(maker, ty)),
        }
    }

    fn slot(&self, value: ValueId) -> Slot {
        self.places[value].expect("values are used after they are defined")
    }

    fn slots(&self, values: &[ValueId]) -> Vec<Slot> {
        values.iter().map(|&v| self.slot(v)).collect()
    }

    /// A length or an index.
    fn count(&self, value: ValueId) -> Result<u32, String> {
        match self.template.statements[value].action {
            Action::Primitive { constant: Number::Whole(count) } => u32::try_from(count).map_err(|_| "a negative index".into()),
            _ => Err("an index that is no literal".into()),
        }
    }

    fn member(&self, owner: &str, name: &str, descriptor: &str) -> Result<MemberId, String> {
        let found = self.index.find(self.cluster, owner, name, descriptor);
        found.ok_or_else(|| format!("the type facts have no {}.{name}{descriptor}", owner.replace('/', ".")))
    }

    fn text(&self, member: MemberId) -> String {
        let member = self.cluster.member(member);
        format!("{}.{}", self.cluster.names.text(member.owner).replace('/', "."), member.name)
    }

    // ---- values ------------------------------------------------------------------------------------------------------

    /// What a box has inside, or is made of: tests hold both alike.
    fn unboxing(&self, owner: &str, name: &str, receiver: Option<ValueId>, arguments: &[ValueId]) -> Option<Slot> {
        let primitive = Primitive::ALL.into_iter().find(|p| p.boxed() == owner)?;
        let ((Some(value), None) | (None, Some(value))) = (receiver, arguments.first().copied()) else { return None };
        let slot = self.slot(value);
        let same = *self.test.ty(slot) == Type::Primitive(primitive);
        (same && (name == "valueOf" || name.ends_with("Value"))).then_some(slot)
    }

    fn constant(&mut self, maker: &mut Maker, class: &str, ty: Type) -> Result<Slot, String> {
        let known = ty.name().and_then(|n| self.cluster.known(n));
        let members = known.map_or(0..0, |t| t.members.clone());
        let is_constant = |&m: &MemberId| {
            let member = self.cluster.member(m);
            member.kind == MemberKind::Field && member.is_static && member.is_final && member.result == ty
        };
        let constants: Vec<MemberId> = members.filter(is_constant).collect();
        let chosen = maker.choose(&constants).copied();
        let member = chosen.ok_or_else(|| format!("the type facts have no constant of {}", class.replace('/', ".")))?;
        Ok(self.test.push(Statement::Get { member, receiver: None }, ty))
    }

    /// For what the template has no object: one that the search can make, or null.
    fn stand_in(&mut self, maker: &mut Maker, ty: Type) -> Slot {
        let before = self.test.clone();
        if !maker.chance(maker.settings.null_share)
            && let Some(slot) = maker.made(&mut self.test, &ty, SHORTEST_FROM)
        {
            return slot;
        }
        self.test = before;
        self.test.push(Statement::Null, ty)
    }

    // ---- types -------------------------------------------------------------------------------------------------------

    /// The type of what a statement defines, raw. Of a class that no test can name, it is the one that the member declares.
    fn defined(&self, action: &Action, descriptor: &str) -> Result<Type, String> {
        let nameable = |ty: &Type| ty.name().and_then(|n| self.cluster.known(n)).is_none_or(|t| t.accessible);
        let declared = match action {
            Action::Call { descriptor, .. } => signature(descriptor).1,
            Action::GetField { descriptor, .. } => descriptor,
            _ => return self.ty(descriptor),
        };
        self.ty(descriptor).ok().filter(nameable).map_or_else(|| self.ty(declared), Ok)
    }

    /// The type of a descriptor, raw.
    fn ty(&self, descriptor: &str) -> Result<Type, String> {
        let unknown = || format!("the type facts have no {}", descriptor.replace('/', "."));
        match descriptor.as_bytes() {
            [b'[', ..] => Ok(Type::Array(Box::new(self.ty(&descriptor[1..])?))),
            [b'L', .., b';'] => {
                let name = self.cluster.names.find(&descriptor[1..descriptor.len() - 1]);
                name.map(Type::class).ok_or_else(unknown)
            }
            [letter] => {
                let found = Primitive::ALL.into_iter().find(|p| p.letter() == char::from(*letter));
                found.map(Type::Primitive).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }

    /// The type of a member's result: what its signature says of that receiver, or the type that it is used as.
    fn result(&self, id: MemberId, receiver: Option<Slot>, defined: Option<Type>) -> Type {
        let Some(defined) = defined else { return Type::Void };
        let member = self.cluster.member(id);
        let values = receiver.map_or_else(Substitution::new, |r| self.cluster.class_values(member, self.test.ty(r)));
        let natural = member.result.substitute(&values);
        let fits = natural.is_ground() && natural != Type::Void && self.cluster.is_assignable(&natural, &defined);
        if fits { natural } else { defined }
    }

    /// The type of an object of a generic class: with the arguments that its first use asks for.
    fn constructed(&self, maker: &Maker, at: usize, constructor: MemberId) -> Option<Type> {
        let member = self.cluster.member(constructor);
        let known = self.cluster.known(member.owner).filter(|t| !t.variables.is_empty())?;
        let wanted = self.template.statements[at + 1..].iter().find_map(|s| self.asked_of(&s.action, at))?;
        let mut values = Substitution::new();
        maker.bind_result(member, &wanted, &mut values);
        let arguments: Option<Box<[Argument]>> = known.variables.iter().map(|v| values.get(&v.name).cloned().map(Argument::Is)).collect();
        Some(Type::Class(member.owner, arguments?)).filter(|ty| self.cluster.is_assignable(ty, &wanted))
    }

    /// The generic type that a statement asks of a value which it uses.
    fn asked_of(&self, action: &Action, value: ValueId) -> Option<Type> {
        let find = |owner: &str, name: &str, descriptor: &str| {
            self.index.find(self.cluster, owner, name, descriptor).map(|m| self.cluster.member(m))
        };
        let parameter = |member: Option<&Member>, arguments: &[ValueId]| {
            let place = arguments.iter().position(|&a| a == value)?;
            member?.parameters.get(place).cloned()
        };
        let asked = match action {
            Action::Construct { class, descriptor, arguments } => parameter(find(class, "<init>", descriptor), arguments),
            Action::Call { owner, name, descriptor, arguments, .. } => parameter(find(owner, name, descriptor), arguments),
            Action::PutField { owner, name, descriptor, value: put, .. } if *put == value => {
                find(owner, name, descriptor).map(|m| m.result.clone())
            }
            _ => None,
        };
        asked.filter(|ty| ty.is_ground() && matches!(ty, Type::Class(_, arguments) if !arguments.is_empty()))
    }
}

/// The constant of a template.
fn written(primitive: Primitive, constant: Number) -> Statement {
    let (whole, real) = match constant {
        Number::Boolean(b) => (i64::from(b), f64::from(u8::from(b))),
        Number::Whole(w) => (w, w as f64),
        Number::Real(r) => (r as i64, r),
    };
    match primitive {
        Primitive::Boolean => Statement::Boolean(whole != 0),
        Primitive::Byte => Statement::Byte(whole as i8),
        Primitive::Short => Statement::Short(whole as i16),
        Primitive::Char => Statement::Char(whole as u16),
        Primitive::Int => Statement::Int(whole as i32),
        Primitive::Long => Statement::Long(whole),
        Primitive::Float => Statement::Float(real as f32),
        Primitive::Double => Statement::Double(real),
    }
}

/// Values that do not fit where the template has them, at most: with more others in their place it would be another test.
const MOST_REPLACED: usize = 4;

/// Makes every value fit where it is used, or puts another there.
///
/// # Errors
/// What is given where something else is expected.
fn fit_or_replace(maker: &mut Maker, test: &mut TestCase) -> Result<(), String> {
    for _ in 0..MOST_REPLACED {
        let Err(Misfit { at, which, expected, .. }) = fit(maker.cluster, test) else { return Ok(()) };
        give_another(maker, test, at, which, &expected);
    }
    fit(maker.cluster, test).map_err(|misfit| {
        let names = &maker.cluster.names;
        let (given, expected) = (test.ty(misfit.slot).signature(names), misfit.expected.signature(names));
        format!("{} is given where {} is expected", given.replace('/', "."), expected.replace('/', "."))
    })
}

/// Makes every value fit where it is used: what a call gives is cast, and where arguments of types disagree, the type becomes raw.
///
/// # Errors
/// The first use that does not fit.
pub fn fit(cluster: &Cluster, test: &mut TestCase) -> Result<(), Misfit> {
    /// A cast for each use of each value, and once raw.
    const ROUNDS_A_STEP: usize = 8;
    for _ in 0..ROUNDS_A_STEP * (test.len() + 1) {
        let Some(found) = misfit(cluster, test) else { return Ok(()) };
        let expected = &found.expected;
        let step = &mut test.steps[found.slot as usize];
        let raw = cluster.erase(&step.ty, &[]);
        let given_by_code = match &step.statement {
            Statement::Invoke { member, .. } => cluster.member(*member).kind != MemberKind::Constructor,
            Statement::Get { .. } | Statement::Element { .. } | Statement::Null => true,
            _ => false,
        };
        if cluster.is_assignable(&raw, expected) && raw != step.ty {
            step.ty = raw;
        } else if given_by_code && expected.is_reference() && cluster.is_assignable(&cluster.erase(expected, &[]), &raw) {
            step.ty = expected.clone();
        } else {
            return Err(found);
        }
    }
    misfit(cluster, test).map_or(Ok(()), Err)
}
