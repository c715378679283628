//! One line: typed reading against the schema, and writing.

use super::{Header, HeaderSchema, SCHEMA_VERSION};
use crate::evidence::schema::{Schema, ValueType};
use crate::{Error, Result};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use std::fmt;
use std::io::Write;

/// A state as read.
pub struct State {
    pub test: String,
    /// `None`: a correct state.
    pub mutant: Option<String>,
    pub pair: u32,
    pub values: Vec<Option<u64>>,
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

/// Reads and checks the header line.
pub fn header(text: &[u8], name: &str) -> Result<Schema> {
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
    let Header { schema: HeaderSchema { method, variables }, .. } = serde_json::from_slice(text).map_err(fault)?;
    let schema = Schema { method, variables };
    schema.check().map_err(|e| Error::invalid_input(format!("{name}, line 1: {}", e.message)))?;
    Ok(schema)
}

pub fn write_header(into: &mut Vec<u8>, schema: &Schema) {
    let schema = HeaderSchema { method: schema.method.clone(), variables: schema.variables.clone() };
    serde_json::to_writer(&mut *into, &Header { schema_version: SCHEMA_VERSION, schema }).expect("a schema is JSON, memory is writable");
    into.push(b'\n');
}

/// Reads a state line.
pub fn state(text: &[u8], schema: &Schema) -> std::result::Result<State, Fault> {
    let mut parser = serde_json::Deserializer::from_slice(text);
    let state = StateSeed(schema).deserialize(&mut parser)?;
    parser.end()?;
    Ok(state)
}

pub fn write_state(
    into: &mut Vec<u8>,
    test: &str,
    mutant: Option<&str>,
    pair: u32,
    values: impl Iterator<Item = (ValueType, Option<u64>)>,
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
        write_value(into, value_type, value).expect(in_memory);
    }
    into.extend_from_slice(b"]}\n");
}

fn write_value(into: &mut Vec<u8>, value_type: ValueType, value: Option<u64>) -> std::io::Result<()> {
    let Some(bits) = value else { return into.write_all(b"null") };
    match value_type {
        ValueType::Boolean => write!(into, "{}", bits == 1),
        ValueType::Float | ValueType::Double => {
            let number = f64::from_bits(bits);
            if number.is_nan() {
                into.write_all(b"\"NaN\"")
            } else if number.is_infinite() {
                into.write_all(if number > 0.0 { b"\"Infinity\"" } else { b"\"-Infinity\"" })
            } else if value_type == ValueType::Float {
                write!(into, "{:?}", number as f32)
            } else {
                write!(into, "{number:?}")
            }
        }
        _ => write!(into, "{}", bits as i64),
    }
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
    type Value = Vec<Option<u64>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ValuesSeed<'_> {
    type Value = Vec<Option<u64>>;

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

struct ValueSeed<'a> {
    name: &'a str,
    value_type: ValueType,
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Option<u64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl ValueSeed<'_> {
    fn is_real(&self) -> bool {
        matches!(self.value_type, ValueType::Float | ValueType::Double)
    }

    fn real<E: serde::de::Error>(&self, number: f64) -> std::result::Result<Option<u64>, E> {
        let number = if self.value_type == ValueType::Float { f64::from(number as f32) } else { number };
        Ok(Some(number.to_bits()))
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.value_type {
            ValueType::Boolean => write!(f, "true or false")?,
            ValueType::Float | ValueType::Double => write!(f, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"")?,
            ValueType::Reference => write!(f, "an identity, 0 or a positive integer")?,
            _ => write!(f, "an integer in the range of {}", self.value_type)?,
        }
        write!(f, " for the {} `{}`", self.value_type, self.name)
    }

    fn visit_unit<E: serde::de::Error>(self) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> std::result::Result<Self::Value, E> {
        match self.value_type {
            ValueType::Boolean => Ok(Some(u64::from(value))),
            _ => Err(E::invalid_type(Unexpected::Bool(value), &self)),
        }
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> std::result::Result<Self::Value, E> {
        if self.is_real() {
            return self.real(value as f64);
        }
        let fits = match self.value_type {
            ValueType::Boolean => false,
            ValueType::Byte => i8::try_from(value).is_ok(),
            ValueType::Short => i16::try_from(value).is_ok(),
            ValueType::Char => u16::try_from(value).is_ok(),
            ValueType::Int => i32::try_from(value).is_ok(),
            ValueType::Reference => value >= 0,
            ValueType::Text | ValueType::Sequence(_) | ValueType::Bag(_) => false,
            ValueType::Long | ValueType::Float | ValueType::Double => true,
        };
        if fits { Ok(Some(value as u64)) } else { Err(E::invalid_value(Unexpected::Signed(value), &self)) }
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> std::result::Result<Self::Value, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) if self.is_real() => self.real(value as f64),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(value), &self)),
        }
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> std::result::Result<Self::Value, E> {
        if self.is_real() { self.real(value) } else { Err(E::invalid_type(Unexpected::Float(value), &self)) }
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> std::result::Result<Self::Value, E> {
        match value {
            "NaN" if self.is_real() => self.real(f64::NAN),
            "Infinity" if self.is_real() => self.real(f64::INFINITY),
            "-Infinity" if self.is_real() => self.real(f64::NEG_INFINITY),
            _ => Err(E::invalid_type(Unexpected::Str(value), &self)),
        }
    }
}
