//! One line: typed reading against the schema, and writing.

use super::header::{Header, HeaderSchema, SCHEMA_VERSION};
use super::value::{self, ValueSeed};
use crate::evidence::constants::Constants;
use crate::evidence::record::Value;
use crate::evidence::schema::{Schema, ValueType};
use crate::{Error, Result};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::Write;

/// A state as read.
pub struct State {
    pub test: String,
    /// `None`: a correct state.
    pub mutant: Option<String>,
    pub pair: u32,
    pub values: Vec<Option<Value<'static>>>,
}

/// What is wrong with a line, and where in it.
pub struct Fault {
    column: usize,
    what: String,
}

impl Fault {
    pub fn at(self, name: &str, line: usize) -> Error {
        Error::invalid_input(format!("{name}, line {line}, column {}: {}", self.column, self.what))
    }
}

impl From<serde_json::Error> for Fault {
    fn from(e: serde_json::Error) -> Self {
        // The parser saw one line only: its own idea of the place ends its message, and is said better by the caller.
        let text = e.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_owned();
        Self { column: e.column().max(1), what }
    }
}

/// What a header tells.
pub struct Told {
    pub schema: Schema,
    pub mutants: Vec<String>,
    pub constants: Constants,
}

/// Reads and checks the header line.
pub fn header(text: &[u8], name: &str) -> Result<Told> {
    let fault = |e: serde_json::Error| {
        let Fault { column, what } = e.into();
        let expected = r#"expected {"schemaVersion":1,"method":"..","variables":[{"name":"x","type":"int"},..]}"#;
        Error::invalid_input(format!("{name}, line 1, column {column}: no header: {what}; {expected}"))
    };
    // The version first: a later format may have fields that this one does not know.
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Version {
        schema_version: u32,
    }
    let version = serde_json::from_slice::<Version>(text).map_err(fault)?.schema_version;
    if version != SCHEMA_VERSION {
        return Err(Error::invalid_input(format!(
            "{name}, line 1: states of schemaVersion {version}; this Oraculum reads {SCHEMA_VERSION}"
        )));
    }
    let Header { mutants, constants, schema: HeaderSchema { method, variables }, .. } = serde_json::from_slice(text).map_err(fault)?;
    let schema = Schema { method, variables };
    schema
        .check()
        .and_then(|()| schema.check_distinct_texts())
        .map_err(|e| Error::invalid_input(format!("{name}, line 1: {}", e.message)))?;
    Ok(Told { schema, mutants, constants })
}

pub fn write_header(into: &mut Vec<u8>, told: Told) {
    let Told { schema: Schema { method, variables }, mutants, constants } = told;
    let header = Header { schema_version: SCHEMA_VERSION, schema: HeaderSchema { method, variables }, mutants, constants };
    serde_json::to_writer(&mut *into, &header).expect("a schema is JSON, memory is writable");
    into.push(b'\n');
}

/// Reads a state line.
pub fn state(text: &[u8], schema: &Schema) -> std::result::Result<State, Fault> {
    let mut parser = serde_json::Deserializer::from_slice(text);
    let state = StateSeed(schema).deserialize(&mut parser)?;
    parser.end()?;
    Ok(state)
}

pub fn write_state<'a>(
    into: &mut Vec<u8>,
    test: &str,
    mutant: Option<&str>,
    pair: u32,
    values: impl Iterator<Item = (ValueType, Option<Value<'a>>)>,
) {
    let in_memory = "memory is writable";
    write!(into, "{{\"correct\":{},\"test\":", mutant.is_none()).expect(in_memory);
    serde_json::to_writer(&mut *into, test).expect("a string is JSON");
    into.extend_from_slice(b",\"mutant\":");
    serde_json::to_writer(&mut *into, &mutant).expect("a string is JSON");
    write!(into, ",\"pair\":{pair},\"values\":[").expect(in_memory);
    for (i, (value_type, value)) in values.enumerate() {
        if i > 0 {
            into.push(b',');
        }
        value::write(into, value_type, value.as_ref());
    }
    into.extend_from_slice(b"]}\n");
}

struct StateSeed<'a>(&'a Schema);

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Correct,
    Test,
    Mutant,
    Pair,
    Values,
}

impl<'de> DeserializeSeed<'de> for StateSeed<'_> {
    type Value = State;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<State, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for StateSeed<'_> {
    type Value = State;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(r#"a state, {"correct":..,"test":..,"mutant":..,"pair":..,"values":[..]}"#)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<State, A::Error> {
        let (mut correct, mut test, mut mutant, mut pair, mut values) = (None, None, None, None, None);
        while let Some(field) = map.next_key::<Field>()? {
            let again = match field {
                Field::Correct => correct.replace(map.next_value::<bool>()?).map(|_| "correct"),
                Field::Test => test.replace(map.next_value::<String>()?).map(|_| "test"),
                Field::Mutant => mutant.replace(map.next_value::<Option<String>>()?).map(|_| "mutant"),
                Field::Pair => pair.replace(map.next_value::<u32>()?).map(|_| "pair"),
                Field::Values => values.replace(map.next_value_seed(ValuesSeed(self.0))?).map(|_| "values"),
            };
            if let Some(name) = again {
                return Err(A::Error::duplicate_field(name));
            }
        }
        let mutant: Option<String> = mutant.ok_or_else(|| A::Error::missing_field("mutant"))?;
        match (correct.ok_or_else(|| A::Error::missing_field("correct"))?, &mutant) {
            (true, Some(m)) => return Err(A::Error::custom(format!("a correct state comes from no mutant, but `mutant` is \"{m}\""))),
            (false, None) => return Err(A::Error::custom("an incorrect state comes from a mutant, but `mutant` is null")),
            _ => {}
        }
        Ok(State {
            test: test.ok_or_else(|| A::Error::missing_field("test"))?,
            mutant,
            pair: pair.ok_or_else(|| A::Error::missing_field("pair"))?,
            values: values.ok_or_else(|| A::Error::missing_field("values"))?,
        })
    }
}

struct ValuesSeed<'a>(&'a Schema);

impl<'de> DeserializeSeed<'de> for ValuesSeed<'_> {
    type Value = Vec<Option<Value<'static>>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ValuesSeed<'_> {
    type Value = Vec<Option<Value<'static>>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} values", self.0.variables.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Self::Value, A::Error> {
        let variables = &self.0.variables;
        let mut values = Vec::with_capacity(variables.len());
        for v in variables {
            let seed = ValueSeed { name: &v.name, value_type: v.value_type };
            match seq.next_element_seed(seed)? {
                Some(value) => values.push(value),
                None => return Err(A::Error::custom(format!("{} values for {} variables", values.len(), variables.len()))),
            }
        }
        if seq.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(A::Error::custom(format!("more values than the {} variables", variables.len())));
        }
        Ok(values)
    }
}
