//! Makes calls, objects and whole tests at random (Fraser and Arcuri, TSE 2013, section 3.3). Their literals: `literals`; what the type
//! variables of a call stand for: `variables`; calls that lead to an open goal: `open_calls`; objects of reflection: `reflected`.

use super::carved::Carved;
use super::cluster::{Cluster, Member, MemberId};
use super::compared::Compared;
use super::facts::{MemberKind, TypeKind};
use super::round_trips::RoundTrips;
use super::settings::Settings;
use super::statement::{Answer, Slot, Statement, TestCase};
use super::types::{Argument, Name, Primitive, Type};
use super::ways::Way;
use crate::compute::rng::Stream;
use rand::RngExt;
use std::collections::BTreeMap;

/// From this depth on, objects are made in the fewest steps.
pub(super) const SHORTEST_FROM: u32 = 3;
/// How often an object of an interface is made up where little else gives one.
const MADE_UP: f64 = 0.7;
/// How often a method of a made-up object gives something, where the code under test calls it.
const ANSWERED: f64 = 0.7;
/// How often such a method gives something else from its second call on, as an end of what there is to read.
const ANSWERED_TWICE: f64 = 0.3;

/// Share of the calls of the class under test that are of the methods that tests are wanted for, where these are not all.
const FOCUS_SHARE: f64 = 0.5;

/// How often a call is made again, at most.
const MOST_REPEATED: usize = 8;

/// How often a call of a member did not come back: it had to be stopped by the clock, and cost the rest of its batch.
pub type Endless = BTreeMap<MemberId, u32>;

/// Makes parts of tests from one stream of random numbers.
pub struct Maker<'a> {
    pub cluster: &'a Cluster,
    pub settings: &'a Settings,
    /// Texts that the code has compared.
    pub compared: &'a Compared,
    pub endless: &'a Endless,
    /// What existing tests do.
    pub carved: &'a Carved,
    pub round_trips: &'a RoundTrips,
    /// Calls that lead to open goals.
    pub open: &'a [Way],
    pub rng: Stream,
}

/// Whether tests give a value to other calls: no hash code, which is another one in each JVM as a rule, and so is what comes of it.
pub fn is_given_on(cluster: &Cluster, test: &TestCase, slot: Slot) -> bool {
    let Statement::Invoke { member, .. } = test.steps[slot as usize].statement else { return true };
    let member = cluster.member(member);
    member.name != "hashCode" || member.descriptor != "()I"
}

impl Maker<'_> {
    pub fn chance(&mut self, share: f64) -> bool {
        self.rng.random_bool(share)
    }

    /// One of several; `None`: there is none.
    pub fn choose<'b, T>(&mut self, from: &'b [T]) -> Option<&'b T> {
        if from.is_empty() { None } else { Some(&from[self.rng.random_range(0..from.len())]) }
    }

    // ---- whole tests ---------------------------------------------------------------------------------------------

    /// A test of some calls of the class under test; empty if none of its members can be called.
    pub fn test(&mut self) -> TestCase {
        let mut test = TestCase::default();
        let calls = self.rng.random_range(1..=self.settings.max_statements.clamp(1, 8));
        for _ in 0..calls {
            if test.len() >= self.settings.max_statements {
                break;
            }
            self.insert_call(&mut test);
        }
        test
    }

    /// Adds a call at the end of a test: one that leads to an open goal, of the class under test, or of an object that the test has.
    pub fn insert_call(&mut self, test: &mut TestCase) -> Option<Slot> {
        let on_object = !test.is_empty() && !self.chance(self.settings.target_share);
        let called = if on_object { self.call_object(test) } else { None };
        if called.is_some() {
            return called;
        }
        if !self.open.is_empty() && self.chance(self.settings.open_share) { self.call_open(test) } else { self.call_target(test) }
    }

    /// Makes the last call of a test again on the same object, up to so many times, with arguments of their own.
    pub fn repeat_call(&mut self, test: &mut TestCase) {
        let Some(Statement::Invoke { member, receiver: Some(receiver), .. }) = test.steps.last().map(|step| &step.statement) else {
            return;
        };
        let (member, receiver) = (*member, *receiver);
        for _ in 0..self.rng.random_range(1..=MOST_REPEATED) {
            let before = test.clone();
            if test.len() >= self.settings.max_statements || self.call_on(test, member, Some(receiver), None, 0).is_none() {
                *test = before;
                return;
            }
        }
    }

    fn call_target(&mut self, test: &mut TestCase) -> Option<Slot> {
        let cluster = self.cluster;
        let fields = cluster.known(cluster.target)?.members.clone().filter(|&m| cluster.member(m).kind == MemberKind::Field);
        let focus = cluster.focus.iter().copied().filter(|&m| self.is_callable(m));
        let focus: Vec<MemberId> = focus.collect();
        if !focus.is_empty() && self.chance(FOCUS_SHARE) {
            let member = *self.choose(&focus)?;
            return self.call(test, member);
        }
        let mut candidates: Vec<MemberId> = cluster.subjects.iter().copied().chain(fields).filter(|&m| self.is_callable(m)).collect();
        if candidates.is_empty() {
            candidates = cluster.users(cluster.target).to_vec();
        }
        let member = *self.choose(&candidates)?;
        self.call(test, member)
    }

    /// A constructor of a class that has objects, a method, a field that can be set, or a constant that has code of the class in it.
    pub(super) fn is_callable(&self, id: MemberId) -> bool {
        let member = self.cluster.member(id);
        match member.kind {
            MemberKind::Constructor => !self.cluster.known(member.owner).is_some_and(|t| t.is_abstract),
            MemberKind::Method => self.cluster.cost_of_member(id).is_some(),
            MemberKind::Field => !member.is_final && !member.is_static || self.may_have_code(member),
        }
    }

    /// A constant of an interface or abstract class, as a comparator: mostly a lambda or an anonymous class, whose code is the class's own.
    fn may_have_code(&self, member: &Member) -> bool {
        let abstracts = |name: &Name| {
            let is_abstract = self.cluster.known(*name).is_some_and(|t| t.is_abstract && t.kind != TypeKind::Enum);
            is_abstract && *name != member.owner && !self.cluster.users(*name).is_empty()
        };
        member.is_static && member.is_final && member.result.name().as_ref().is_some_and(abstracts)
    }

    /// A call on an object that the test has, with effects perhaps.
    fn call_object(&mut self, test: &mut TestCase) -> Option<Slot> {
        let objects: Vec<Slot> = (0..test.len() as Slot)
            .filter(|&s| {
                let literal = test.steps[s as usize].statement.is_literal();
                !literal && test.ty(s).name().is_some_and(|n| !self.cluster.users(n).is_empty() && n != self.cluster.string)
            })
            .collect();
        let &receiver = self.choose(&objects)?;
        let name = test.ty(receiver).name()?;
        let member = *self.choose(self.cluster.users(name))?;
        self.call_on(test, member, Some(receiver), None, 0)
    }

    /// A call of a member, with all that it needs.
    pub fn call(&mut self, test: &mut TestCase, id: MemberId) -> Option<Slot> {
        let member = self.cluster.member(id);
        let receiver = if member.needs_receiver() { Some(self.receiver(test, member.owner, 0)?) } else { None };
        self.call_on(test, id, receiver, None, 0)
    }

    /// A member that did not come back is called less and less: after n times with a chance of one in (n + 1) squared.
    fn is_worth_a_call(&mut self, id: MemberId) -> bool {
        let times = self.endless.get(&id).map_or(0.0, |&n| f64::from(n));
        times == 0.0 || self.chance(1.0 / ((times + 1.0) * (times + 1.0)))
    }

    /// A call of a member on an object, if it needs one, with arguments made for it.
    ///
    /// `wanted`: the type that its result must have, where it may choose.
    pub(super) fn call_on(
        &mut self,
        test: &mut TestCase,
        id: MemberId,
        receiver: Option<Slot>,
        wanted: Option<&Type>,
        depth: u32,
    ) -> Option<Slot> {
        if !self.is_worth_a_call(id) {
            return None;
        }
        let cluster = self.cluster;
        let member = cluster.member(id);
        let values = self.variables_of_call(member, receiver.map(|slot| test.ty(slot)), wanted)?;
        let mut parameters: Vec<Type> = member.parameters.iter().map(|p| p.substitute(&values)).collect();
        if member.kind == MemberKind::Field {
            parameters = vec![member.result.substitute(&values)];
        }
        let mut result = member.result.substitute(&values);
        let reading = member.kind == MemberKind::Field && (member.is_final || member.is_static || wanted.is_some());
        if !result.is_ground() || !parameters.iter().all(Type::is_ground) {
            return None;
        }
        if wanted.is_some_and(|w| !cluster.is_assignable(&result, w)) {
            return None;
        }
        let mut arguments = Vec::with_capacity(parameters.len());
        if !reading {
            for (place, parameter) in parameters.iter().enumerate() {
                let outer = place == 0 && member.needs_outer;
                let written = if outer { None } else { self.read_back(test, id, place, parameter, depth) };
                arguments.push(match written {
                    Some(slot) => slot,
                    None if outer => self.object(test, parameter, depth + 1)?,
                    None => self.value(test, parameter, depth + 1)?,
                });
            }
        }
        let statement = match member.kind {
            MemberKind::Field if reading => Statement::Get { member: id, receiver },
            MemberKind::Field => {
                result = Type::Void;
                Statement::Set { member: id, receiver, value: arguments[0] }
            }
            _ => Statement::Invoke { member: id, receiver, arguments },
        };
        Some(test.push(statement, result))
    }

    // ---- values --------------------------------------------------------------------------------------------------

    /// A value that may be given where a ground type is expected: one that the test has, null, or a new one.
    pub fn value(&mut self, test: &mut TestCase, ty: &Type, depth: u32) -> Option<Slot> {
        let primitive = matches!(ty, Type::Primitive(_));
        let reuse = if primitive { self.settings.reuse_primitives } else { self.settings.reuse_objects };
        if self.chance(reuse)
            && let Some(found) = self.existing(test, ty)
        {
            return Some(found);
        }
        if ty.is_reference() && self.chance(self.settings.null_share) {
            return Some(test.push(Statement::Null, ty.clone()));
        }
        if let Some(made) = self.made(test, ty, depth) {
            return Some(made);
        }
        self.existing(test, ty).or_else(|| ty.is_reference().then(|| test.push(Statement::Null, ty.clone())))
    }

    /// Whether a value of one type may be used wherever one of another was. A `short` may not where an `int` was: that may have been boxed
    /// (JLS 5.3).
    pub(super) fn may_stand_for(&self, ty: &Type, other: &Type) -> bool {
        if matches!(other, Type::Primitive(_)) { ty == other } else { self.cluster.is_assignable(ty, other) }
    }

    /// A value that may be used wherever one of a ground type was: one that the test has, or a new one.
    pub(super) fn value_instead(&mut self, test: &mut TestCase, ty: &Type) -> Option<Slot> {
        if !matches!(ty, Type::Primitive(_)) {
            return self.value(test, ty, 0);
        }
        if self.chance(self.settings.reuse_primitives) {
            let same: Vec<Slot> = (0..test.len() as Slot).filter(|&s| test.ty(s) == ty && is_given_on(self.cluster, test, s)).collect();
            if let Some(&found) = self.choose(&same) {
                return Some(found);
            }
        }
        self.made(test, ty, 0)
    }

    /// An object of a class, whatever its arguments: one that the test has, or a new one.
    pub(super) fn receiver(&mut self, test: &mut TestCase, class: Name, depth: u32) -> Option<Slot> {
        let usable = self.existing_objects(test, &Type::class(class));
        if self.chance(self.settings.reuse_objects)
            && let Some(&found) = self.choose(&usable)
        {
            return Some(found);
        }
        let ty = self.ground_class(class)?;
        self.made(test, &ty, depth).filter(|&s| test.steps[s as usize].statement != Statement::Null)
    }

    /// An object that may be given where a ground type is expected, to call something on: one that the test has, or a new one.
    pub fn object(&mut self, test: &mut TestCase, ty: &Type, depth: u32) -> Option<Slot> {
        let usable = self.existing_objects(test, ty);
        if self.chance(self.settings.reuse_objects)
            && let Some(&found) = self.choose(&usable)
        {
            return Some(found);
        }
        self.made(test, ty, depth).or_else(|| self.choose(&usable).copied())
    }

    /// A value of the test that may be given where a type is expected.
    pub fn existing(&mut self, test: &TestCase, ty: &Type) -> Option<Slot> {
        let fits = |&s: &Slot| self.cluster.is_assignable(test.ty(s), ty) && is_given_on(self.cluster, test, s);
        let slots: Vec<Slot> = (0..test.len() as Slot).filter(fits).collect();
        self.choose(&slots).copied()
    }

    /// No nulls, no primitives.
    pub(super) fn existing_objects(&self, test: &TestCase, ty: &Type) -> Vec<Slot> {
        let fits = |slot: Slot| {
            let step = &test.steps[slot as usize];
            step.ty.is_reference() && step.statement != Statement::Null && self.cluster.is_assignable(&step.ty, ty)
        };
        (0..test.len() as Slot).filter(|&s| fits(s)).collect()
    }

    /// A new value; from depth 3 on, in the fewest steps.
    pub(super) fn made(&mut self, test: &mut TestCase, ty: &Type, depth: u32) -> Option<Slot> {
        if depth > self.settings.max_depth || test.len() > 3 * self.settings.max_statements {
            return None;
        }
        match ty {
            Type::Void | Type::Variable(_) => None,
            Type::Primitive(primitive) => Some(self.literal(test, *primitive)),
            Type::Array(element) => self.array(test, ty, element, depth),
            Type::Class(name, _) => self.instance(test, ty, *name, depth),
        }
    }

    fn array(&mut self, test: &mut TestCase, ty: &Type, element: &Type, depth: u32) -> Option<Slot> {
        if let Some(slot) = self.array_of_text(test, ty, element) {
            return Some(slot);
        }
        let length = self.rng.random_range(0..=self.settings.max_array);
        let array = test.push(Statement::Array { length }, ty.clone());
        let stored = self.rng.random_range(0..=length.min(4));
        for index in 0..stored {
            let value = self.value(test, element, depth + 1)?;
            test.push(Statement::Store { array, index, value }, Type::Void);
        }
        Some(array)
    }

    /// The bytes or characters of a text: what reads them is often a parser. `None`: the elements are others, or chance is against it.
    fn array_of_text(&mut self, test: &mut TestCase, ty: &Type, element: &Type) -> Option<Slot> {
        let (member, charset) = match element {
            Type::Primitive(Primitive::Byte) => self.cluster.bytes_of_text.map(|(bytes, utf_8)| (bytes, Some(utf_8)))?,
            Type::Primitive(Primitive::Char) => (self.cluster.characters_of_text?, None),
            _ => return None,
        };
        if !self.chance(self.settings.text_arrays) {
            return None;
        }
        let text = self.text();
        let receiver = Some(test.push(Statement::Text(text), Type::class(self.cluster.string)));
        let field = |utf_8: MemberId| (Statement::Get { member: utf_8, receiver: None }, self.cluster.member(utf_8).result.clone());
        let arguments = charset.map(field).map(|(get, charset)| test.push(get, charset)).into_iter().collect();
        Some(test.push(Statement::Invoke { member, receiver, arguments }, ty.clone()))
    }

    fn instance(&mut self, test: &mut TestCase, ty: &Type, name: Name, depth: u32) -> Option<Slot> {
        let cluster = self.cluster;
        if let Some(primitive) = cluster.unboxed(name) {
            return Some(self.literal(test, primitive));
        }
        if name == cluster.string {
            let text = self.text();
            return Some(test.push(Statement::Text(text), ty.clone()));
        }
        if name == cluster.class {
            let class = self.class_literal(ty);
            // A value of the raw type would fit `Class<? extends T>`, too; but the literal is written there, and javac knows its class.
            let is_raw = matches!(ty, Type::Class(_, arguments) if arguments.is_empty());
            let ty = if is_raw { Type::Class(name, Box::new([Argument::Any])) } else { ty.clone() };
            return Some(test.push(Statement::Class(class), ty));
        }
        if let Some(slot) = self.carved_object(test, ty).or_else(|| self.object_of_reflection(test, ty, name)) {
            return Some(slot);
        }
        if name == cluster.object || cluster.producers(name).is_empty() && cluster.is_literal(name) {
            let candidates = self.stand_ins(name);
            let chosen = self.choose(&candidates)?.clone();
            return if chosen == *ty { None } else { self.made(test, &chosen, depth + 1) };
        }
        let known = cluster.known(name);
        for _ in 0..3 {
            if self.is_better_made_up(name) {
                break;
            }
            let Some(member) = self.producer(name, depth) else { break };
            let before = test.clone();
            if let Some(slot) = self.produced(test, member, ty, depth) {
                return Some(slot);
            }
            *test = before;
        }
        known.and_then(|t| t.stub.as_ref()).and_then(|methods| self.stub(test, ty, methods, depth))
    }

    /// An object as an existing test makes it. `None`: none makes any, or too long, or chance is against it.
    pub(super) fn carved_object(&mut self, test: &mut TestCase, ty: &Type) -> Option<Slot> {
        let room = (3 * self.settings.max_statements).saturating_sub(test.len());
        let mut objects = self.carved.objects(self.cluster, ty);
        objects.retain(|o| o.steps.len() <= room);
        if objects.is_empty() || !self.chance(self.settings.carved_objects) {
            return None;
        }
        let object = *self.choose(&objects)?;
        let first = test.len() as Slot;
        for step in &object.steps.steps {
            let mut step = step.clone();
            step.statement.for_each_use(&mut |slot| *slot += first);
            test.steps.push(step);
        }
        Some(first + object.slot)
    }

    fn produced(&mut self, test: &mut TestCase, id: MemberId, ty: &Type, depth: u32) -> Option<Slot> {
        let member = self.cluster.member(id);
        let receiver = if member.needs_receiver() { Some(self.receiver(test, member.owner, depth + 1)?) } else { None };
        self.call_on(test, id, receiver, Some(ty), depth)
    }

    /// A member that gives an object: the fewer steps it needs, the more likely; deep down, the one that needs the fewest.
    fn producer(&mut self, name: Name, depth: u32) -> Option<MemberId> {
        let cluster = self.cluster;
        let priced = |&m: &MemberId| cluster.cost_of_member(m).map(|cost| (m, cost));
        let candidates: Vec<(MemberId, u32)> = cluster.producers(name).iter().filter_map(priced).collect();
        if depth >= SHORTEST_FROM {
            let least = candidates.iter().map(|c| c.1).min()?;
            let cheapest: Vec<MemberId> = candidates.iter().filter(|c| c.1 <= least + 1).map(|c| c.0).collect();
            return self.choose(&cheapest).copied();
        }
        let weight = |&(id, cost): &(MemberId, u32)| {
            let member = cluster.member(id);
            let own = if member.needs_receiver() { 0.2 } else { 1.0 };
            let kept = if member.deprecated { 0.2 } else { 1.0 };
            own * kept / f64::from(cost)
        };
        let sum: f64 = candidates.iter().map(weight).sum();
        let mut left = self.rng.random::<f64>() * sum;
        for candidate in &candidates {
            left -= weight(candidate);
            if left <= 0.0 {
                return Some(candidate.0);
            }
        }
        candidates.last().map(|c| c.0)
    }

    /// What may be given for `Object` and other types that literals have.
    fn stand_ins(&self, name: Name) -> Vec<Type> {
        let cluster = self.cluster;
        let usual = [cluster.string, cluster.boxed(Primitive::Int), cluster.boxed(Primitive::Double), cluster.target];
        let all = usual.into_iter().map(Type::class).chain(cluster.casts.iter().cloned());
        let ty = Type::class(name);
        let fits = |c: &Type| {
            let generic = c.name().and_then(|n| cluster.known(n)).is_some_and(|t| !t.variables.is_empty());
            *c != ty && !generic && cluster.is_assignable(c, &ty) && cluster.cost(c).is_some()
        };
        let mut fitting: Vec<Type> = all.filter(fits).collect();
        // Code that names class objects looks for them where it is given anything.
        let class = Type::class(cluster.class);
        if (name != cluster.object || !cluster.classes.is_empty()) && cluster.is_assignable(&class, &ty) {
            fitting.push(class);
        }
        fitting
    }

    /// Whether an object of an interface is made up although something may give one: of a functional interface mostly, and of one that no
    /// class implements, since what gives those then is mostly null. Nobody makes up a list.
    fn is_better_made_up(&mut self, name: Name) -> bool {
        let Some(known) = self.cluster.known(name).filter(|t| t.stub.is_some()) else { return false };
        if self.cluster.producers(name).is_empty() {
            return true;
        }
        let share = if known.sam.is_some() || !known.implemented {
            MADE_UP
        } else if self.cluster.is_of_jdk(name) {
            0.0
        } else {
            self.settings.stub_share
        };
        self.chance(share)
    }

    /// An object of an interface that is made up.
    fn stub(&mut self, test: &mut TestCase, ty: &Type, methods: &[MemberId], depth: u32) -> Option<Slot> {
        let answers = self.answers(test, ty, methods, depth);
        Some(test.push(Statement::Stub { answers }, ty.clone()))
    }

    /// What the methods of a made-up object give: mostly something where the code under test calls them, else one of them.
    pub(super) fn answers(&mut self, test: &mut TestCase, ty: &Type, methods: &[MemberId], depth: u32) -> Vec<Answer> {
        let given = |&method: &MemberId| self.cluster.result_of(method, ty).map(|given| (method, given));
        let results: Vec<(MemberId, Type)> = methods.iter().filter_map(given).collect();
        let called = results.iter().filter(|r| self.cluster.is_called(r.0)).count();
        let mut answers = Vec::new();
        for (method, given) in &results {
            let is_called = self.cluster.is_called(*method);
            if !self.chance(if is_called {
                ANSWERED
            } else if called > 0 {
                0.0
            } else {
                1.0 / results.len() as f64
            }) {
                continue;
            }
            let before = test.len();
            let Some(first) = self.value(test, given, depth + 1) else {
                test.steps.truncate(before);
                continue;
            };
            let before = test.len();
            let then = if is_called && self.chance(ANSWERED_TWICE) { self.value(test, given, depth + 1) } else { None };
            if then.is_none() {
                test.steps.truncate(before);
            }
            answers.push(Answer { method: *method, first, then });
        }
        answers
    }
}
