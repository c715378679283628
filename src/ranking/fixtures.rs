//! Records of the tests of this module's siblings.

use super::anomalies::Anomalies;
use super::detection::{Detection, Evidence, detect};
use super::invocations::{Header, Reader, Records};
use super::plan::{Method, Plan, ProfileMode, Run, Test};
use super::settings::Settings;
use crate::evidence::contents::push_text;
use crate::evidence::record::Value;
use crate::evidence::schema::{Element, Schema, ValueType, Variable};
use std::borrow::Cow;
use std::sync::Arc;

/// A value of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum V {
    Absent,
    Int(i64),
    Real(f64),
    Text(&'static str),
    Ints(Vec<i64>),
    Reals(Vec<f64>),
    Texts(Vec<Option<&'static str>>),
}

/// An invocation to be recorded.
#[derive(Clone, Debug)]
pub struct I {
    pub test: u32,
    pub method: u32,
    pub number: u32,
    pub returned: bool,
    pub statements: Vec<u32>,
    pub values: Vec<V>,
}

/// An entry value.
pub fn entry(name: &str, value_type: ValueType, receiver: Option<&str>) -> Variable {
    let mut variable = Variable::new(format!("old_{name}"), value_type);
    variable.entry = Some(name.to_owned());
    variable.receiver = receiver.map(str::to_owned);
    variable
}

/// An exit value.
pub fn exit(name: &str, value_type: ValueType, receiver: Option<&str>) -> Variable {
    let mut variable = Variable::new(name, value_type);
    variable.receiver = receiver.map(str::to_owned);
    variable
}

pub fn method(name: &str, variables: Vec<Variable>) -> Method {
    let schema = Schema { method: format!("pkg.C#{name}()"), variables };
    Method { class_name: "pkg/C".into(), name: name.into(), descriptor: "()V".into(), schema }
}

/// Variables of all shapes: entry and exit.
pub fn all_shapes() -> Method {
    let ints = ValueType::Sequence(Element::Int);
    method(
        "m",
        vec![
            entry("x", ValueType::Int, None),
            entry("d", ValueType::Double, None),
            entry("list", ValueType::Reference, None),
            entry("list[*]", ints, Some("old_list")),
            entry("s", ValueType::Reference, None),
            entry("s[*]", ValueType::Text, Some("old_s")),
            exit("list", ValueType::Reference, None),
            exit("list[*]", ints, Some("list")),
            exit("result", ValueType::Int, None),
            exit("result.names[*]", ValueType::Bag(Element::Text), None),
            exit("this.d", ValueType::Double, None),
            exit("this.ds[*]", ValueType::Sequence(Element::Double), None),
        ],
    )
}

fn plan(methods: Vec<Method>, statements: u32, profile: ProfileMode) -> Plan {
    Plan { methods, statements, profile }
}

pub fn write(reader: &Reader, into: &mut Vec<u8>, i: &I) {
    let longs = |values: &[i64]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let value = |v: &V| -> Option<Value<'static>> {
        Some(match v {
            V::Absent => return None,
            V::Int(value) => Value::Bits(*value as u64),
            V::Real(value) => Value::Bits(value.to_bits()),
            V::Text(text) => Value::Contents(Cow::Owned(utf16(text))),
            V::Ints(values) => Value::Contents(Cow::Owned(longs(values))),
            V::Reals(values) => Value::Contents(Cow::Owned(values.iter().flat_map(|v| v.to_le_bytes()).collect())),
            V::Texts(texts) => {
                let mut bytes = Vec::new();
                texts.iter().for_each(|t| push_text(&mut bytes, t.map(utf16).as_deref()));
                Value::Contents(Cow::Owned(bytes))
            }
        })
    };
    let header = Header { test: i.test, method: i.method, number: i.number, returned: i.returned };
    reader.write(into, header, &i.statements, &i.values.iter().map(value).collect::<Vec<_>>());
}

/// The records of a run, sorted.
pub fn records(reader: &Reader, run: Run, invocations: &[I]) -> Records {
    let mut records = Records::default();
    for one in invocations {
        let mut batch = Vec::new();
        write(reader, &mut batch, one);
        let read = reader.read(run, 0, &batch).expect("a record");
        records.add(&batch, read);
    }
    records.sort(run).expect("invocations once each");
    records
}

/// As many tests as both runs name, all of which count.
pub fn evidence(methods: Vec<Method>, statements: u32, profile: ProfileMode, manual: &[I], generated: &[I]) -> Evidence {
    let plan = plan(methods, statements, profile);
    let reader = Reader::new(&plan);
    let tests = |prefix: &str, of: &[I]| {
        let number = of.iter().map(|i| i.test + 1).max().unwrap_or(0);
        (0..number).map(|t| Test { name: format!("{prefix}{t}"), used: true }).collect::<Vec<_>>()
    };
    Evidence {
        manual: Arc::new(records(&reader, Run::Manual, manual)),
        generated: Arc::new(records(&reader, Run::Generated, generated)),
        manual_tests: tests("m", manual),
        generated_tests: tests("g", generated),
        plan,
        reader,
    }
}

pub fn detected(evidence: &Evidence, settings: &Settings) -> (Detection, Anomalies) {
    let detection = detect(evidence, settings).expect("few elements");
    let anomalies = Anomalies::of(evidence, &detection, settings);
    (detection, anomalies)
}
