//! What tests saw of a mutant that none of them kills, and why no assertion says it.

use super::candidates::Place;
use super::observation::{Observation, Observed};
use super::values::{Contents, Run, Value};
use super::{Assertions, Extent, OnMutant};
use crate::generation::cluster::{Cluster, Member, MemberId};
use crate::generation::facts::MemberKind;
use crate::generation::statement::{Slot, Statement};
use crate::generation::wire::End;

/// Characters of a text that are shown, at most.
const SHOWN: usize = 60;
/// Elements that are shown, at most.
const SHOWN_ELEMENTS: usize = 4;

/// Why something that differs kills no mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is a field of an object, and nothing that a test may look at shows it.
    Hidden,
    /// No assertion says it: a real within its tolerance, an address, a hash code, another object that is no value, or nothing that Java
    /// can say.
    NotSayable,
    /// An assertion would say it, or the test fails by itself, but the test is not written, or without that assertion.
    NotWritten,
    /// The test did on the mutant what no test may do, or a look at its objects used up the budget: how it ends in a build, nobody knows.
    Inconclusive,
}

/// Something that a test showed on a mutant and never on the class as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// By its place; `None`: a variant, which was not kept.
    pub test: Option<usize>,
    /// What was looked at: `the result of Tally.total()`.
    pub of: String,
    /// On the class as it is.
    pub original: String,
    pub mutant: String,
    pub why: Why,
}

impl Difference {
    /// Of a variant that was not kept.
    pub fn in_variant(self) -> Self {
        Self { test: None, ..self }
    }
}

impl Assertions {
    /// The first thing that some tests showed on a mutant and never on the class as it is; those of written tests first. What differs from
    /// run to run of the class as it is is none.
    ///
    /// `written`: the tests that are written, and what they assert.
    pub(super) fn difference(&self, cluster: &Cluster, seen: &OnMutant, written: &[(usize, Extent)]) -> Option<Difference> {
        let is_written = |test: usize| written.iter().any(|&(place, _)| place == test);
        let mut tests: Vec<usize> = seen.runs.keys().copied().collect();
        tests.sort_by_key(|&test| (!is_written(test), test));
        tests.into_iter().find_map(|test| self.difference_of(cluster, test, &seen.runs[&test]))
    }

    fn difference_of(&self, cluster: &Cluster, test: usize, run: &Run) -> Option<Difference> {
        let base = self.base.get(test).filter(|base| !base.unstable)?;
        let observed = &self.tests[test];
        if !ends_alike(&base.run.end, &run.end) {
            // Another test, or a clock, ended the batch before.
            if matches!(run.end, End::NotRun | End::Unusable { .. }) {
                return None;
            }
            let why = if self.ends_otherwise(test, Some(run)) { Why::NotWritten } else { Why::Inconclusive };
            let [original, mutant] = [&base.run.end, &run.end].map(|end| ending(cluster, observed, end));
            return Some(Difference { test: Some(test), of: "how the test ends".into(), original, mutant, why });
        }
        let changes = base.run.values.iter().zip(&run.values).enumerate();
        let mut changes: Vec<_> = changes.filter_map(|(place, (value, other))| Some((place, value.first_change(other)?))).collect();
        // What can be seen first.
        changes.sort_by_key(|&(place, (field, ..))| (field.is_some(), place));
        let &(place, (field, value, other)) = changes.first()?;
        let sayable = self.sayable(cluster, test).into_iter().any(|a| self.breaks(&a, Some(run)));
        let why = if sayable { Why::NotWritten } else { field.map_or(Why::NotSayable, |_| Why::Hidden) };
        let [original, mutant] = [value, other].map(text);
        let at = what(cluster, observed, &base.run.end, place);
        let of = field.map_or(at.clone(), |field| format!("the field {field} of {at}"));
        Some(Difference { test: Some(test), of, original, mutant, why })
    }

    /// The first difference that any of the tests shows, by mutant that workers survive.
    pub fn differences(&self, cluster: &Cluster) -> impl Iterator<Item = (u32, Difference)> {
        let survived = self.mutants.iter().filter(|(_, seen)| !seen.lost);
        survived.filter_map(move |(&mutant, seen)| Some((mutant, self.difference(cluster, seen, &[])?)))
    }
}

/// Whether the code means an exception, no test says.
fn ends_alike(one: &End, other: &End) -> bool {
    match (one, other) {
        (End::Threw { statement, exception, .. }, End::Threw { statement: at, exception: thrown, .. }) => {
            statement == at && exception == thrown
        }
        _ => one == other,
    }
}

fn name(cluster: &Cluster, member: MemberId) -> String {
    let Member { kind, owner, name, .. } = cluster.member(member);
    let owner = cluster.names.text(*owner);
    let owner = owner.rsplit(['/', '$']).next().unwrap_or(owner);
    match kind {
        MemberKind::Constructor => format!("new {owner}(..)"),
        MemberKind::Method => format!("{owner}.{name}(..)"),
        MemberKind::Field => format!("{owner}.{name}"),
    }
}

fn statement(cluster: &Cluster, observed: &Observed, at: usize) -> String {
    match &observed.test.steps[at].statement {
        Statement::Invoke { member, .. } if cluster.member(*member).kind == MemberKind::Constructor => name(cluster, *member),
        Statement::Invoke { member, .. } => format!("the result of {}", name(cluster, *member)),
        Statement::Get { member, .. } => name(cluster, *member),
        Statement::Array { .. } => "an array of the test".into(),
        Statement::Stub { .. } => "an object that the test makes up".into(),
        _ => format!("the value of statement {}", at + 1),
    }
}

/// `end`: how the test ends on the class as it is.
fn what(cluster: &Cluster, observed: &Observed, end: &End, place: usize) -> String {
    match Place::of(observed, end, place) {
        Place::Statement(at) => statement(cluster, observed, at),
        Place::Exception(at) => format!("the message of what {} throws", statement(cluster, observed, at)),
        Place::Observation(observation) => shown(cluster, observed, observation),
    }
}

fn shown(cluster: &Cluster, observed: &Observed, observation: Observation) -> String {
    let slot = |slot: Slot| match observed.behind(slot) {
        Some(inner) => shown(cluster, observed, inner),
        None => statement(cluster, observed, slot as usize),
    };
    match observation {
        Observation::Contents { of } => format!("the contents of {}", slot(of)),
        Observation::Element { of, index } => format!("element {index} of {}", slot(of)),
        Observation::Received { of } => format!("what {} was called with", slot(of)),
        Observation::State { of } => slot(of),
        Observation::Call { member, on } | Observation::Field { member, on } => format!("{} of {}", name(cluster, member), slot(on)),
    }
}

fn ending(cluster: &Cluster, observed: &Observed, end: &End) -> String {
    let at = |at: u32| match (at as usize) < observed.test.len() {
        true => statement(cluster, observed, at as usize),
        false => "a look at its objects".into(),
    };
    match end {
        End::Passed => "it passes".into(),
        End::Threw { statement, exception, .. } => format!("{exception} at {}", at(*statement)),
        End::OutOfTicks { statement } => format!("its budget is used up in {}", at(*statement)),
        End::Refused { statement } => format!("it does what no test may do, in {}", at(*statement)),
        End::NotRun | End::Unusable { .. } => "it was not run".into(),
    }
}

/// A value in few words.
pub fn text(value: &Value) -> String {
    match value {
        Value::Nothing => "nothing that is known".into(),
        Value::Null => "null".into(),
        Value::Boolean(v) => v.to_string(),
        Value::Byte(v) => v.to_string(),
        Value::Short(v) => v.to_string(),
        Value::Char(v) => {
            char::from_u32(u32::from(*v)).filter(|c| !c.is_control()).map_or_else(|| format!("char {v}"), |c| format!("'{c}'"))
        }
        Value::Int(v) => v.to_string(),
        Value::Long(v) => format!("{v}L"),
        Value::Float(bits) => format!("{:?}f", f32::from_bits(*bits)),
        Value::Double(bits) => format!("{:?}", f64::from_bits(*bits)),
        Value::Text(text) => {
            let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
            if text.chars().count() > SHOWN { format!("\"{shown}..\"") } else { format!("\"{shown}\"") }
        }
        Value::Constant { class, name } => format!("{}.{name}", simple(class)),
        Value::Object(class) => format!("an object of {class}"),
        Value::Array { length, elements } => format!("{length} elements: {}", all(elements)),
        Value::Container { size, contents } => match contents {
            Contents::Unsaid => format!("{size} elements"),
            Contents::List(e) | Contents::Set(e) => format!("{size} elements: {}", all(e)),
            Contents::Map(e) => format!("{size} entries: {}", all(e)),
        },
        Value::Class(name) => format!("class {name}"),
        Value::Same(slot) => format!("the object of statement {}", slot + 1),
        Value::Optional(None) => "an empty Optional".into(),
        Value::Optional(Some(inner)) => format!("an Optional of {}", text(inner)),
        Value::Thrown(class) => format!("{class} is thrown"),
        Value::State(fields) => format!("an object with {} fields", fields.len()),
    }
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

fn all(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().take(SHOWN_ELEMENTS).map(text).collect();
    let more = if values.len() > SHOWN_ELEMENTS { ", .." } else { "" };
    format!("[{}{more}]", shown.join(", "))
}
