//! Makes calls that lead to an open goal ([`super::ways`]), on what they need.

use super::archive::Evaluated;
use super::cluster::MemberId;
use super::maker::Maker;
use super::statement::{Slot, Statement, Step, TestCase};
use super::types::{Name, Type};
use super::ways::{By, Way};
use super::wire::End;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Maker<'_> {
    /// One of the calls that lead to an open goal.
    pub(super) fn call_open(&mut self, test: &mut TestCase) -> Option<Slot> {
        let way = self.choose(self.open)?;
        self.call_way(test, way)
    }

    /// A call, on what it needs.
    pub(super) fn call_way(&mut self, test: &mut TestCase, way: &Way) -> Option<Slot> {
        let object = match way.by {
            _ if !way.on.is_empty() => self.given_by_target(test, &way.on)?,
            By::Call(member) => return if self.is_callable(member) { self.call(test, member) } else { None },
            By::Copy(class) => self.receiver(test, class, 0)?,
        };
        self.go(test, way, object)
    }

    /// A call on an object, or a copy of it.
    fn go(&mut self, test: &mut TestCase, way: &Way, object: Slot) -> Option<Slot> {
        match way.by {
            By::Call(member) => self.call_on(test, member, Some(object), None, 0),
            By::Copy(_) => self.copy(test, object),
        }
    }

    /// One of some tests with one more call that leads to an open goal, on an object that the test has, if the call needs one; or, where it
    /// needs one that the class under test gives, on what an object that the test has gives now.
    pub fn extended(&mut self, tests: &[Arc<Evaluated>]) -> Option<TestCase> {
        let way = self.choose(self.open)?;
        let cluster = self.cluster;
        let (class, needs_object) = match way.by {
            By::Call(member) => (cluster.member(member).owner, cluster.member(member).needs_receiver()),
            By::Copy(class) => (class, true),
        };
        let asks = !way.on.is_empty() && self.chance(0.5);
        let class = if way.on.is_empty() { class } else { cluster.target };
        let fits = |maker: &Self, test: &TestCase| match way.on.is_empty() || asks {
            true => !needs_object || !maker.existing_objects(test, &Type::class(class)).is_empty(),
            false => !maker.given_before(test, &way.on).is_empty(),
        };
        let usable: Vec<&Arc<Evaluated>> = tests.iter().filter(|e| e.end == End::Passed && fits(self, &e.test)).collect();
        let mut test = self.choose(&usable)?.test.clone();
        if asks {
            let receiver = self.give_by_target(&mut test, &way.on)?;
            self.go(&mut test, way, receiver)?;
        } else {
            self.call_way(&mut test, way)?;
        }
        Some(test)
    }

    /// What a call of the class under test gave, or gives now, as one of some types.
    fn given_by_target(&mut self, test: &mut TestCase, types: &BTreeSet<Name>) -> Option<Slot> {
        let existing = self.given_before(test, types);
        if self.chance(self.settings.reuse_objects)
            && let Some(&found) = self.choose(&existing)
        {
            return Some(found);
        }
        self.give_by_target(test, types)
    }

    /// What a call of the class under test gives as one of some types.
    fn give_by_target(&mut self, test: &mut TestCase, types: &BTreeSet<Name>) -> Option<Slot> {
        let cluster = self.cluster;
        let is_one = |id: MemberId| cluster.member(id).result.name().is_some_and(|name| types.contains(&name));
        let giving: Vec<MemberId> = cluster.subjects.iter().copied().filter(|&id| is_one(id) && self.is_callable(id)).collect();
        let member = *self.choose(&giving)?;
        self.call(test, member)
    }

    /// What calls of the class under test gave in a test as one of some types.
    fn given_before(&self, test: &TestCase, types: &BTreeSet<Name>) -> Vec<Slot> {
        let cluster = self.cluster;
        let given = |&slot: &Slot| {
            let Step { statement, ty } = &test.steps[slot as usize];
            let gives = matches!(statement, Statement::Invoke { .. } | Statement::Get { .. });
            let is_of_target = |id: MemberId| cluster.is_target(cluster.member(id).owner);
            gives && statement.member().is_some_and(is_of_target) && ty.name().is_some_and(|name| types.contains(&name))
        };
        (0..test.len() as Slot).filter(given).collect()
    }
}
