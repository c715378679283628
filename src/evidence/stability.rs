//! What differs between two runs of the original class: not the method's behaviour, so not evidence.
//!
//! A variable that differs in more than half of the tests that have it is unstable by itself (a clock, an identity) and left out; a test
//! that still differs (random input, threads) is left out. The paper assumes deterministic tests; the rule that loses least is ours.

use super::record::{Layout, Record};
use super::schema::Schema;
use super::store::Store;
use super::unit::UnitInfo;
use super::visit::{LeftOut, test_of, visit};
use crate::Result;
use std::collections::HashMap;

/// Share of the tests having a variable above which a difference is the variable's fault.
const UNSTABLE_SHARE: f64 = 0.5;

/// Bytes that comparing holds for each state of the first run, beside its record: its place in the map.
pub(super) const BYTES_PER_STATE: u64 = 48;

/// What differs between the first run of the original and the others.
pub(super) struct Differences<'a> {
    /// Tests of the first run with states, then those that only a later run has.
    tests: Vec<Test<'a>>,
}

struct Test<'a> {
    name: &'a str,
    /// The runs reached the program point at other invocations or exits.
    other_shape: bool,
    /// Per variable: some state of the first run has it.
    has: Box<[bool]>,
    /// Per variable: some state differs in it.
    differs: Box<[bool]>,
}

/// The states of the first run, findable by test and invocation.
struct FirstRun<'l> {
    layout: &'l Layout,
    records: Vec<u8>,
    /// Number of the state and where its record begins.
    places: HashMap<(usize, u32), (u32, usize)>,
    met: Vec<bool>,
}

impl FirstRun<'_> {
    fn find(&self, test: usize, invocation: u32) -> Option<(usize, Record<'_>)> {
        let &(place, at) = self.places.get(&(test, invocation))?;
        Some((place as usize, self.layout.record_at(&self.records, at)))
    }
}

impl<'a> Differences<'a> {
    /// Compares the states of the first run with those of each other one.
    pub fn between(store: &Store, schema: &Schema, layout: &Layout, first: &'a UnitInfo, again: &[&'a UnitInfo]) -> Result<Self> {
        let mut found = Self { tests: Vec::new() };
        let mut ids = HashMap::new();
        let mut run = FirstRun { layout, records: Vec::new(), places: HashMap::new(), met: Vec::new() };
        store.visit_states(first.header.index, |batch| {
            run.records.extend_from_slice(batch);
            Ok(())
        })?;
        let (mut states, mut at) = (0, 0);
        for record in layout.records(&run.records) {
            let test = found.test(&mut ids, test_of(first, &record)?, schema);
            for (i, has) in found.tests[test].has.iter_mut().enumerate() {
                *has |= record.has(i);
            }
            run.places.insert((test, record.invocation), (states, at));
            states += 1;
            at += record.bytes();
        }
        for unit in again {
            run.met = vec![false; states as usize];
            visit(store, layout, unit, |record| {
                let test = found.test(&mut ids, test_of(unit, record)?, schema);
                match run.find(test, record.invocation) {
                    Some((place, before)) if before.exit == record.exit => {
                        for (differs, (i, v)) in found.tests[test].differs.iter_mut().zip(schema.variables.iter().enumerate()) {
                            *differs |= before.value(i, v.value_type) != record.value(i, v.value_type);
                        }
                        run.met[place] = true;
                    }
                    _ => found.tests[test].other_shape = true,
                }
                Ok(())
            })?;
            for (&(test, _), &(place, _)) in &run.places {
                found.tests[test].other_shape |= !run.met[place as usize];
            }
        }
        Ok(found)
    }

    /// Adds the variables and tests that are unstable to what is left out.
    pub fn leave_out(&self, schema: &Schema, variables: &mut Vec<LeftOut>, tests: &mut Vec<LeftOut>) {
        let comparable = || self.tests.iter().filter(|t| !t.other_shape);
        for (i, v) in schema.variables.iter().enumerate() {
            let (differs, has) = (comparable().filter(|t| t.differs[i]).count(), comparable().filter(|t| t.has[i]).count());
            if differs as f64 > UNSTABLE_SHARE * has as f64 && !is_out(&v.name, variables) {
                let reason = format!("is unstable: it differs between two runs of the original in {differs} of {has} tests");
                variables.push(LeftOut { name: v.name.clone(), reason });
            }
        }
        for test in &self.tests {
            if is_out(test.name, tests) {
                continue;
            }
            let culprit = schema.variables.iter().zip(&test.differs).find(|(v, differs)| **differs && !is_out(&v.name, variables));
            let reason = match culprit {
                _ if test.other_shape => "is unstable: two runs of the original reached the program point differently".to_owned(),
                Some((v, _)) => format!("is unstable: `{}` differs between two runs of the original", v.name),
                None => continue,
            };
            tests.push(LeftOut { name: test.name.to_owned(), reason });
        }
    }

    fn test(&mut self, ids: &mut HashMap<&'a str, usize>, name: &'a str, schema: &Schema) -> usize {
        *ids.entry(name).or_insert_with(|| {
            let none = || vec![false; schema.variables.len()].into_boxed_slice();
            self.tests.push(Test { name, other_shape: false, has: none(), differs: none() });
            self.tests.len() - 1
        })
    }
}

fn is_out(name: &str, left_out: &[LeftOut]) -> bool {
    left_out.iter().any(|l| l.name == name)
}
