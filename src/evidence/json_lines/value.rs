//! One value: typed reading and writing (docs/formats.md, "States as JSON lines").

use crate::evidence::contents::{self, push_text};
use crate::evidence::record::Value;
use crate::evidence::schema::{Element, ValueType};
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::io::Write;

pub fn write(into: &mut Vec<u8>, value_type: ValueType, value: Option<&Value>) {
    match value {
        None => into.extend_from_slice(b"null"),
        Some(Value::Bits(bits)) => write_scalar(into, value_type, *bits),
        Some(Value::Contents(bytes)) => match value_type {
            ValueType::Sequence(Element::Text) | ValueType::Bag(Element::Text) => {
                write_array(into, contents::texts(bytes), |into, text| match text {
                    None => into.extend_from_slice(b"null"),
                    Some(text) => write_text(into, text),
                })
            }
            ValueType::Sequence(element) | ValueType::Bag(element) => {
                write_array(into, contents::numbers(bytes), |into, bits| write_scalar(into, element.into(), bits));
            }
            _ => write_text(into, bytes),
        },
    }
}

fn write_array<T>(into: &mut Vec<u8>, elements: impl Iterator<Item = T>, mut write: impl FnMut(&mut Vec<u8>, T)) {
    into.push(b'[');
    for (i, element) in elements.enumerate() {
        if i > 0 {
            into.push(b',');
        }
        write(into, element);
    }
    into.push(b']');
}

fn write_scalar(into: &mut Vec<u8>, value_type: ValueType, bits: u64) {
    let written = match value_type {
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
    };
    written.expect("memory is writable");
}

/// A JSON string; a surrogate without its partner, which UTF-8 cannot say, is an escape.
fn write_text(into: &mut Vec<u8>, text: &[u8]) {
    into.push(b'"');
    for c in char::decode_utf16(contents::units(text)) {
        match c {
            Ok(c @ ('"' | '\\')) => into.extend_from_slice(&[b'\\', c as u8]),
            Ok(c) if c >= ' ' => into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Ok(control) => write!(into, "\\u{:04x}", control as u32).expect("memory is writable"),
            Err(lone) => write!(into, "\\u{:04x}", lone.unpaired_surrogate()).expect("memory is writable"),
        }
    }
    into.push(b'"');
}

/// Reads the value of a variable; `None`: absent.
#[derive(Clone, Copy)]
pub struct ValueSeed<'a> {
    pub name: &'a str,
    pub value_type: ValueType,
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Option<Value<'static>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        if self.value_type.is_contents() {
            deserializer.deserialize_option(ContentsVisitor(self))
        } else {
            Ok(deserializer.deserialize_any(ScalarVisitor { seed: self, element: false })?.map(Value::Bits))
        }
    }
}

impl ValueSeed<'_> {
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let element = |f: &mut fmt::Formatter, of: ValueType| match of {
            ValueType::Boolean => write!(f, "true or false"),
            ValueType::Float | ValueType::Double => write!(f, "a number, \"NaN\", \"Infinity\" or \"-Infinity\""),
            ValueType::Reference => write!(f, "an identity, 0 or a positive integer"),
            ValueType::Text => write!(f, "a string"),
            _ => write!(f, "an integer in the range of {of}"),
        };
        match contents::element(self.value_type) {
            None => element(f, self.value_type)?,
            Some(of) => {
                write!(f, "an array, each element ")?;
                element(f, of.into())?;
            }
        }
        write!(f, " for the {} `{}`", self.value_type, self.name)
    }
}

/// A number, boolean or reference, the variable's value or an element of it.
struct ScalarVisitor<'a> {
    seed: ValueSeed<'a>,
    element: bool,
}

impl ScalarVisitor<'_> {
    fn value_type(&self) -> ValueType {
        contents::element(self.seed.value_type).map_or(self.seed.value_type, ValueType::from)
    }

    fn is_real(&self) -> bool {
        matches!(self.value_type(), ValueType::Float | ValueType::Double)
    }

    fn real<E: serde::de::Error>(&self, number: f64) -> std::result::Result<Option<u64>, E> {
        let number = if self.value_type() == ValueType::Float { f64::from(number as f32) } else { number };
        Ok(Some(number.to_bits()))
    }
}

impl<'de> Visitor<'de> for ScalarVisitor<'_> {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.seed.expecting(f)
    }

    fn visit_unit<E: serde::de::Error>(self) -> std::result::Result<Self::Value, E> {
        if self.element { Err(E::invalid_type(Unexpected::Unit, &self)) } else { Ok(None) }
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> std::result::Result<Self::Value, E> {
        match self.value_type() {
            ValueType::Boolean => Ok(Some(u64::from(value))),
            _ => Err(E::invalid_type(Unexpected::Bool(value), &self)),
        }
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> std::result::Result<Self::Value, E> {
        if self.is_real() {
            return self.real(value as f64);
        }
        let fits = match self.value_type() {
            ValueType::Boolean => false,
            ValueType::Byte => i8::try_from(value).is_ok(),
            ValueType::Short => i16::try_from(value).is_ok(),
            ValueType::Char => u16::try_from(value).is_ok(),
            ValueType::Int => i32::try_from(value).is_ok(),
            ValueType::Reference => value >= 0,
            _ => true,
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

/// Contents, or null where they are absent.
struct ContentsVisitor<'a>(ValueSeed<'a>);

impl<'de> Visitor<'de> for ContentsVisitor<'_> {
    type Value = Option<Value<'static>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_none<E: serde::de::Error>(self) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        let bytes = match self.0.value_type {
            ValueType::Text => deserializer.deserialize_bytes(TextVisitor(self.0))?,
            _ => deserializer.deserialize_seq(ElementsVisitor(self.0))?,
        };
        Ok(Some(Value::Contents(Cow::Owned(bytes))))
    }
}

/// A text as code units in bytes.
struct TextVisitor<'a>(ValueSeed<'a>);

impl<'de> Visitor<'de> for TextVisitor<'_> {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    /// The parser hands over the string's UTF-8, and a lone surrogate as the three bytes that it would be in it.
    fn visit_bytes<E: serde::de::Error>(self, value: &[u8]) -> std::result::Result<Self::Value, E> {
        let mut units = Vec::with_capacity(2 * value.len());
        let mut push = |unit: u16| units.extend_from_slice(&unit.to_le_bytes());
        let mut rest = value;
        while !rest.is_empty() {
            if let [0xed, second @ 0xa0..=0xbf, third @ 0x80..=0xbf, after @ ..] = rest {
                push(0xd800 | u16::from(second & 0x1f) << 6 | u16::from(third & 0x3f));
                rest = after;
                continue;
            }
            let (valid, after) = match std::str::from_utf8(rest) {
                Ok(text) => (text, &[][..]),
                Err(e) if e.valid_up_to() > 0 => {
                    let (valid, after) = rest.split_at(e.valid_up_to());
                    (std::str::from_utf8(valid).map_err(E::custom)?, after)
                }
                Err(_) => return Err(E::invalid_value(Unexpected::Bytes(value), &self)),
            };
            valid.encode_utf16().for_each(&mut push);
            rest = after;
        }
        Ok(units)
    }
}

/// Elements one after the other.
struct ElementsVisitor<'a>(ValueSeed<'a>);

impl<'de> Visitor<'de> for ElementsVisitor<'_> {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Self::Value, A::Error> {
        let mut bytes = Vec::new();
        while let Some(()) = seq.next_element_seed(ElementSeed { of: self.0, into: &mut bytes })? {}
        Ok(bytes)
    }
}

struct ElementSeed<'a> {
    of: ValueSeed<'a>,
    into: &'a mut Vec<u8>,
}

impl<'de> DeserializeSeed<'de> for ElementSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<(), D::Error> {
        if contents::element(self.of.value_type) == Some(Element::Text) {
            let text = deserializer.deserialize_option(OptionalText(self.of))?;
            push_text(self.into, text.as_deref());
        } else {
            let bits = deserializer.deserialize_any(ScalarVisitor { seed: self.of, element: true })?;
            self.into.extend_from_slice(&bits.unwrap_or(0).to_le_bytes());
        }
        Ok(())
    }
}

/// An element that is a text or null.
struct OptionalText<'a>(ValueSeed<'a>);

impl<'de> Visitor<'de> for OptionalText<'_> {
    type Value = Option<Vec<u8>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_none<E: serde::de::Error>(self) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        deserializer.deserialize_bytes(TextVisitor(self.0)).map(Some)
    }
}
