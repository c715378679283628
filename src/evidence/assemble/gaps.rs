//! Values that are absent although what they are read from is there, and what is given up for it: the variable, or the tests where it
//! happens.

use crate::evidence::record::Record;
use crate::evidence::schema::{Schema, ValueType};
use crate::evidence::visit::LeftOut;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What was absent where.
pub(super) struct Gaps {
    receivers: Vec<Option<usize>>,
    types: Vec<ValueType>,
    /// Per variable, not of contents: whether it is absent in some state although its receiver is there.
    unguarded: Vec<bool>,
    /// Per variable of contents: the tests in whose correct states it is.
    unreadable: Vec<BTreeSet<usize>>,
    /// Tests with correct states, in order of first appearance, and how many states they have.
    tests: Vec<(String, u64)>,
    ids: HashMap<String, usize>,
}

impl Gaps {
    pub fn new(schema: &Schema) -> Self {
        let receiver = |name: &String| schema.find(name).map(|i| i as usize);
        let variables = schema.variables.len();
        Self {
            receivers: schema.variables.iter().map(|v| v.receiver.as_ref().and_then(receiver)).collect(),
            types: schema.variables.iter().map(|v| v.value_type).collect(),
            unguarded: vec![false; variables],
            unreadable: vec![BTreeSet::new(); variables],
            tests: Vec::new(),
            ids: HashMap::new(),
        }
    }

    /// Takes a state into account; `test` is that of a correct one, and `None` where it is a mutant's.
    pub fn see(&mut self, record: &Record, test: Option<&str>) {
        let test = test.map(|name| self.count(name));
        for i in 0..self.types.len() {
            // An absent receiver protects as a null one does: its own absence is judged by itself.
            let absent = || !record.has(i) && self.receivers[i].is_none_or(|r| record.is_object(r));
            if self.types[i].is_contents() {
                // What contents a mutant makes is no fault of the variable.
                if let Some(test) = test
                    && absent()
                {
                    self.unreadable[i].insert(test);
                }
            } else if !self.unguarded[i] && absent() {
                self.unguarded[i] = true;
            }
        }
    }

    fn count(&mut self, name: &str) -> usize {
        let test = match self.ids.get(name) {
            Some(&test) => test,
            None => {
                self.tests.push((name.to_owned(), 0));
                self.ids.insert(name.to_owned(), self.tests.len() - 1);
                self.tests.len() - 1
            }
        };
        self.tests[test].1 += 1;
        test
    }

    /// The variables and the tests to leave out. Contents are kept, those first that cost the fewest tests, as long as what is left out is
    /// at most that share of the tests, and its states at most that share of all correct ones.
    pub fn left_out(&self, schema: &Schema, share: f64) -> (Vec<LeftOut>, Vec<LeftOut>) {
        let states = |tests: &BTreeSet<usize>| tests.iter().map(|&t| self.tests[t].1).sum::<u64>() as f64;
        let all: f64 = self.tests.iter().map(|(_, states)| *states as f64).sum();
        let mut given_up: BTreeSet<usize> = (0..self.types.len()).filter(|&i| self.unguarded[i]).collect();
        let mut tests: BTreeMap<usize, usize> = BTreeMap::new();
        let mut contents: Vec<usize> = (0..self.types.len()).filter(|&i| !self.unreadable[i].is_empty()).collect();
        contents.sort_by_key(|&i| (self.unreadable[i].len(), i));
        for variable in contents {
            let together: BTreeSet<usize> = tests.keys().chain(&self.unreadable[variable]).copied().collect();
            if together.len() as f64 <= share * self.tests.len() as f64 && states(&together) <= share * all {
                for &test in &self.unreadable[variable] {
                    tests.entry(test).or_insert(variable);
                }
            } else {
                given_up.insert(variable);
            }
        }
        let name = |i: usize| schema.variables[i].name.clone();
        let variables = given_up.iter().map(|&i| LeftOut { name: name(i), reason: self.reason(schema, i) }).collect();
        let because = |i: usize| format!("`{}` could not be read in some correct state of it: {UNREADABLE}", name(i));
        let tests = tests.iter().map(|(&t, &i)| LeftOut { name: self.tests[t].0.clone(), reason: because(i) }).collect();
        (variables, tests)
    }

    fn reason(&self, schema: &Schema, i: usize) -> String {
        match &schema.variables[i].receiver {
            Some(receiver) if self.types[i].is_contents() => format!(
                "could not be read in correct states of {} of {} tests, where `{receiver}` is not null: {UNREADABLE}",
                self.unreadable[i].len(),
                self.tests.len()
            ),
            Some(receiver) => format!("could not be read in some state where `{receiver}` is not null"),
            None => "could not be read in some state".to_owned(),
        }
    }
}

/// Why contents cannot be read.
const UNREADABLE: &str = "too long, no class of the JDK, or a null among numbers";
