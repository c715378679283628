//! Makes calls that lead to an open goal ([`super::ways`]), on what they need.

use super::archive::Evaluated;
use super::cluster::MemberId;
use super::maker::Maker;
use super::statement::{Slot, Statement, Step, TestCase};
use super::types::{Name, Type};
use super::ways::Way;
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
        if way.on.is_empty() {
            return if self.is_callable(way.member) { self.call(test, way.member) } else { None };
        }
        let receiver = self.given_by_target(test, &way.on)?;
        self.call_on(test, way.member, Some(receiver), None, 0)
    }

    /// One of some tests with one more call that leads to an open goal, on an object that the test has, if the call needs one; or, where it
    /// needs one that the class under test gives, on what an object that the test has gives now.
    pub fn extended(&mut self, tests: &[Arc<Evaluated>]) -> Option<TestCase> {
        let way = self.choose(self.open)?;
        let cluster = self.cluster;
        let member = cluster.member(way.member);
        let asks = !way.on.is_empty() && self.chance(0.5);
        let class = if way.on.is_empty() { member.owner } else { cluster.target };
        let fits = |maker: &Self, test: &TestCase| match way.on.is_empty() || asks {
            true => !member.needs_receiver() || !maker.existing_objects(test, &Type::class(class)).is_empty(),
            false => !maker.given_before(test, &way.on).is_empty(),
        };
        let usable: Vec<&Arc<Evaluated>> = tests.iter().filter(|e| e.end == End::Passed && fits(self, &e.test)).collect();
        let mut test = self.choose(&usable)?.test.clone();
        if asks {
            let receiver = self.give_by_target(&mut test, &way.on)?;
            self.call_on(&mut test, way.member, Some(receiver), None, 0)?;
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
