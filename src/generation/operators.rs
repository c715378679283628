//! Mutation and crossover of tests (Fraser and Arcuri, TSE 2013, section 3.2; defaults of EvoSuite 1.2.0).

use super::cluster::Cluster;
use super::facts::MemberKind;
use super::maker::{Maker, is_given_on};
use super::statement::{Slot, Statement, Step, TestCase};
use super::types::{Substitution, Type};
use rand::RngExt;

/// A changed test: statements are deleted, changed and inserted, each with a chance of a third, but none beyond `last`, the one that threw.
/// It may come out unchanged.
pub fn mutate(maker: &mut Maker, test: &TestCase, last: usize) -> TestCase {
    let mut mutant = test.clone();
    let mut last = last;
    if maker.chance(1.0 / 3.0) {
        last = delete(maker, &mut mutant, last);
    }
    if maker.chance(1.0 / 3.0) {
        last = change(maker, &mut mutant, last);
    }
    if maker.chance(1.0 / 3.0) {
        insert(maker, &mut mutant, last);
    }
    // A test may be longer from the beginning: one of a template. It does not grow, and keeps the call that it was made for.
    mutant.steps.truncate(maker.settings.max_statements.max(test.len()));
    mutant
}

/// How many statements may change, if the last that ran is known.
fn changeable(test: &TestCase, last: usize) -> usize {
    test.len().min(last.saturating_add(1))
}

/// Deletes each statement with a chance of one in their number. What used its value uses another that fits, or goes too.
fn delete(maker: &mut Maker, test: &mut TestCase, last: usize) -> usize {
    let length = changeable(test, last);
    if length == 0 {
        return last;
    }
    let mut gone = vec![false; test.len()];
    for mark in gone.iter_mut().take(length) {
        *mark = maker.rng.random_range(0..length) == 0;
    }
    if !gone.contains(&true) {
        return last;
    }
    for at in 0..test.len() {
        if gone[at] {
            continue;
        }
        let uses = test.steps[at].statement.uses();
        let mut replacements = Vec::with_capacity(uses.len());
        for &used in &uses {
            let other = if gone[used as usize] { replacement(maker, test, used, at, &gone) } else { Some(used) };
            replacements.push(other.unwrap_or(used));
        }
        let mut next = replacements.into_iter();
        test.steps[at].statement.for_each_use(&mut |slot| *slot = next.next().expect("as many as before"));
    }
    let before = test.len();
    test.remove_with_users(gone);
    last.saturating_sub(before - test.len())
}

/// Another slot, defined before a place, that may be used instead.
fn replacement(maker: &mut Maker, test: &TestCase, used: Slot, before: usize, gone: &[bool]) -> Option<Slot> {
    let ty = test.ty(used);
    let is_usable = |s: Slot| s != used && !gone[s as usize] && is_given_on(maker.cluster, test, s);
    let fits = |s: &Slot| is_usable(*s) && maker.may_stand_for(test.ty(*s), ty);
    let candidates: Vec<Slot> = (0..before as Slot).filter(fits).collect();
    maker.choose(&candidates).copied()
}

/// Changes each statement with a chance of one in their number: a literal's value, an argument, an index, a length.
///
/// Returns the last statement that ran, which may have moved.
fn change(maker: &mut Maker, test: &mut TestCase, last: usize) -> usize {
    let length = changeable(test, last);
    let mut last = last;
    let mut at = 0;
    for _ in 0..length {
        if maker.rng.random_range(0..length) == 0 {
            let added = change_one(maker, test, at);
            at += added;
            last = last.saturating_add(added);
        }
        at += 1;
    }
    last
}

/// How many statements it added before the changed one.
fn change_one(maker: &mut Maker, test: &mut TestCase, at: usize) -> usize {
    let Step { statement, ty } = test.steps[at].clone();
    if statement.is_literal() {
        if let Some(changed) = maker.changed(&statement, &ty) {
            test.steps[at].statement = changed;
        }
        return 0;
    }
    if matches!(statement, Statement::Stub { .. }) && (statement.uses().is_empty() || maker.rng.random_bool(0.5)) {
        return answer_otherwise(maker, test, at);
    }
    match &mut test.steps[at].statement {
        Statement::Array { length } => {
            *length = maker.rng.random_range(0..=maker.settings.max_array.max(*length));
            return 0;
        }
        Statement::Element { index, .. } | Statement::Store { index, .. } if maker.rng.random_bool(0.5) => {
            *index = maker.rng.random_range(0..maker.settings.max_array.max(1));
            return 0;
        }
        _ => {}
    }
    let uses = statement.uses();
    if uses.is_empty() {
        return 0;
    }
    // One of what it uses becomes another value: one of the test, or a new one.
    let which = maker.rng.random_range(0..uses.len());
    let expected = expected_types(maker.cluster, test, at).swap_remove(which);
    give_another(maker, test, at, which, &expected)
}

/// Gives a statement another value for one of its uses: one of the test, or a new one, of the type that is expected. If none can be had,
/// it stays. How many statements were added before it.
pub fn give_another(maker: &mut Maker, test: &mut TestCase, at: usize, which: usize, expected: &Type) -> usize {
    let is_object = which == 0 && needs_object_first(maker.cluster, &test.steps[at].statement);
    let rest = test.split_off(at);
    let value = if is_object { maker.object(test, expected, 0) } else { maker.value(test, expected, 0) };
    let added = test.len() - at;
    test.append_shifted(rest, at);
    if let Some(value) = value {
        let mut number = 0;
        test.steps[at + added].statement.for_each_use(&mut |slot| {
            if number == which {
                *slot = value;
            }
            number += 1;
        });
    }
    added
}

/// The methods of a made-up object give something else. How many statements it added before it.
fn answer_otherwise(maker: &mut Maker, test: &mut TestCase, at: usize) -> usize {
    let ty = test.steps[at].ty.clone();
    let cluster = maker.cluster;
    let Some(methods) = ty.name().and_then(|name| cluster.known(name)).and_then(|known| known.stub.as_ref()) else { return 0 };
    let rest = test.split_off(at);
    let answers = maker.answers(test, &ty, methods, 0);
    let added = test.len() - at;
    test.append_shifted(rest, at);
    test.steps[at + added].statement = Statement::Stub { answers };
    added
}

/// Whether null may not be the first of what it uses.
fn needs_object_first(cluster: &Cluster, statement: &Statement) -> bool {
    uses_object_first(statement) || matches!(statement, Statement::Invoke { member, .. } if cluster.member(*member).needs_outer)
}

/// Whether the first of what it uses is what it is called on, reads or writes.
fn uses_object_first(statement: &Statement) -> bool {
    use Statement as S;
    match statement {
        S::Invoke { receiver, .. } | S::Get { receiver, .. } | S::Set { receiver, .. } => receiver.is_some(),
        S::Element { .. } | S::Store { .. } => true,
        _ => false,
    }
}

/// By use of a statement, in their order: the ground type that is expected there, or the type of what is there, where the expected one
/// depends on a choice of its own.
pub fn expected_types(cluster: &Cluster, test: &TestCase, at: usize) -> Vec<Type> {
    let Step { statement, ty } = &test.steps[at];
    let uses = statement.uses();
    let mut types: Vec<Type> = uses.iter().map(|&slot| test.ty(slot).clone()).collect();
    if let Statement::Stub { answers } = statement {
        let methods = answers.iter().flat_map(|a| std::iter::repeat_n(a.method, 1 + usize::from(a.then.is_some())));
        types.iter_mut().zip(methods).for_each(|(place, method)| *place = cluster.result_of(method, ty).unwrap_or(place.clone()));
        return types;
    }
    let Some(member) = statement.member().map(|m| cluster.member(m)) else { return types };
    let mut values = Substitution::new();
    let mut first = 0;
    if uses_object_first(statement) {
        values = cluster.class_values(member, &types[0]);
        types[0] = cluster.as_super(&types[0], member.owner).unwrap_or_else(|| Type::class(member.owner));
        first = 1;
    } else if member.kind == MemberKind::Constructor {
        values = cluster.class_values(member, ty);
    }
    let field = [member.result.clone()];
    let expected = if member.kind == MemberKind::Field { &field } else { member.parameters.as_slice() };
    for (place, parameter) in types[first..].iter_mut().zip(expected) {
        let parameter = parameter.substitute(&values);
        if parameter.is_ground() {
            *place = parameter;
        }
    }
    types
}

/// Inserts statements: one, and with a chance that halves each time another.
fn insert(maker: &mut Maker, test: &mut TestCase, last: usize) {
    let mut chance = 1.0;
    while maker.chance(chance) && test.len() < maker.settings.max_statements {
        chance *= maker.settings.insertion;
        let at = maker.rng.random_range(0..=changeable(test, last));
        let rest = test.split_off(at);
        let prefix = test.clone();
        if maker.insert_call(test).is_none() {
            // What it had begun to make leads nowhere.
            *test = prefix;
        }
        test.append_shifted(rest, at);
    }
}

/// Two tests of the beginning of one and the end of the other, each cut at the same share of its length. What the end of one used of its
/// own beginning is found in the other, or made anew. `None`: that cannot be had.
pub fn cross(maker: &mut Maker, one: &TestCase, other: &TestCase) -> Option<(TestCase, TestCase)> {
    let share: f64 = maker.rng.random();
    let cut = |test: &TestCase| ((share * test.len() as f64) as usize).clamp(1.min(test.len()), test.len());
    let (first, second) = (cut(one), cut(other));
    Some((join(maker, one, first, other, second)?, join(maker, other, second, one, first)?))
}

fn join(maker: &mut Maker, head: &TestCase, head_end: usize, tail: &TestCase, tail_start: usize) -> Option<TestCase> {
    let mut child = TestCase { steps: head.steps[..head_end].to_vec() };
    let mut places: Vec<Option<Slot>> = vec![None; tail.len()];
    for at in tail_start..tail.len() {
        let mut step = tail.steps[at].clone();
        let mut slots = Vec::new();
        let object_first = needs_object_first(maker.cluster, &step.statement);
        for (number, used) in step.statement.uses().into_iter().enumerate() {
            let place = match places[used as usize] {
                Some(place) => place,
                None => {
                    let ty = tail.ty(used).clone();
                    let found =
                        if number == 0 && object_first { maker.object(&mut child, &ty, 0) } else { maker.value_instead(&mut child, &ty) };
                    *places[used as usize].insert(found?)
                }
            };
            slots.push(place);
        }
        let mut next = slots.into_iter();
        step.statement.for_each_use(&mut |slot| *slot = next.next().expect("as many as before"));
        child.steps.push(step);
        places[at] = Some(child.len() as Slot - 1);
        if child.len() > maker.settings.max_statements.max(head.len()).max(tail.len()) {
            return None;
        }
    }
    Some(child)
}

/// A use of a value where its type does not fit.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// The statement.
    pub at: usize,
    /// Which of its uses.
    pub which: usize,
    pub slot: Slot,
    pub expected: Type,
}

/// The first use of a value where its type does not fit.
pub fn misfit(cluster: &Cluster, test: &TestCase) -> Option<Misfit> {
    (0..test.len()).find_map(|at| {
        let uses = test.steps[at].statement.uses();
        let mut expected = uses.iter().zip(expected_types(cluster, test, at)).enumerate();
        let found = expected.find(|(_, (slot, ty))| !cluster.is_assignable(test.ty(**slot), ty));
        found.map(|(which, (&slot, expected))| Misfit { at, which, slot, expected })
    })
}
