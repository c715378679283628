//! From inputs that a solver has found to the test that has them.

use super::super::statement::{Statement, TestCase};
use super::super::types::{Primitive, Type};
use super::replay::number_of;
use crate::symbolic::machine::decimal;
use crate::symbolic::scalar::Scalar;
use crate::symbolic::term::{Input, NO_DECIMAL, Origin};
use std::collections::BTreeMap;

/// What a text gets where nothing says which character it has.
const FILLER: u16 = b'a' as u16;

/// A test with other literals.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebuilt {
    /// Without the elements.
    test: TestCase,
    /// Elements of new arrays, by slot and index.
    elements: BTreeMap<(u32, u32), Scalar>,
}

impl Rebuilt {
    /// The test as a solution says; `None`: a text would be none, or a number out of its range.
    pub fn of(test: &TestCase, inputs: &[Input], solution: &[Scalar]) -> Option<Self> {
        let mut changed = test.clone();
        let mut elements = BTreeMap::new();
        let mut texts: BTreeMap<u32, Vec<(Input, Scalar)>> = BTreeMap::new();
        for (input, &value) in inputs.iter().zip(solution) {
            match input.of {
                Origin::Number { slot } => {
                    if value != input.value {
                        let statement = &mut changed.steps[slot as usize].statement;
                        *statement = with_number(statement, value)?;
                    }
                }
                Origin::Element { slot, index } => {
                    if value != input.value {
                        elements.insert((slot, index), value);
                    }
                }
                Origin::Length { slot } | Origin::Unit { slot, .. } | Origin::Decimal { slot } => {
                    texts.entry(slot).or_default().push((*input, value));
                }
            }
        }
        for (slot, parts) in texts.into_iter().filter(|(_, parts)| parts.iter().any(|(input, value)| input.value != *value)) {
            let Statement::Text(before) = &changed.steps[slot as usize].statement else { return None };
            let text = text_of(before, &parts)?;
            changed.steps[slot as usize].statement = Statement::Text(text);
        }
        Some(Self { test: changed, elements })
    }

    /// What the inputs are in it: a solver may have chosen a text's length, units and number as if they had nothing to do with each other.
    pub fn inputs(&self, inputs: &[Input]) -> Vec<Scalar> {
        let statement = |slot: u32| &self.test.steps[slot as usize].statement;
        let units = |slot: u32| match statement(slot) {
            Statement::Text(text) => text.encode_utf16().collect(),
            _ => Vec::new(),
        };
        let value = |input: &Input| match input.of {
            Origin::Number { slot } => number_of(statement(slot)).unwrap_or(input.value),
            Origin::Length { slot } => Scalar::Int(units(slot).len() as i32),
            Origin::Unit { slot, index } => Scalar::Int(units(slot).get(index as usize).map_or(0, |&u| u.into())),
            Origin::Element { slot, index } => self.elements.get(&(slot, index)).copied().unwrap_or(input.value),
            Origin::Decimal { slot } => Scalar::Long(decimal(&units(slot), input.range).unwrap_or(NO_DECIMAL)),
        };
        inputs.iter().map(value).collect()
    }

    /// The test, with statements that set the elements, each behind its array's.
    pub fn into_test(self) -> Option<TestCase> {
        let mut test = self.test;
        // From the end, so that the slots before stay what they are.
        let mut at = None;
        let mut rest = Vec::new();
        for ((slot, index), value) in self.elements.into_iter().rev() {
            if at != Some(slot) {
                if let Some(cut) = at {
                    test.append_shifted(std::mem::take(&mut rest), cut as usize + 1);
                }
                rest = test.split_off(slot as usize + 1);
                at = Some(slot);
            }
            let Type::Array(element) = test.ty(slot).clone() else { return None };
            let value = test.push(literal(&element, value)?, *element);
            test.push(Statement::Store { array: slot, index, value }, Type::Void);
        }
        if let Some(cut) = at {
            test.append_shifted(rest, cut as usize + 1);
        }
        Some(test)
    }
}

fn text_of(before: &str, parts: &[(Input, Scalar)]) -> Option<String> {
    let mut units: Vec<u16> = before.encode_utf16().collect();
    let decimals = parts.iter().filter(|(input, value)| matches!(input.of, Origin::Decimal { .. }) && input.value != *value);
    if let Some(number) = decimals.filter_map(|(_, value)| value.whole()).find(|&n| n != NO_DECIMAL) {
        return Some(number.to_string());
    }
    let wanted_length = parts.iter().find(|(input, _)| matches!(input.of, Origin::Length { .. }));
    if let Some(length) = wanted_length.and_then(|(_, value)| value.whole()) {
        units.resize(usize::try_from(length).ok()?, FILLER);
    }
    for (input, value) in parts {
        if let (Origin::Unit { index, .. }, Some(value)) = (input.of, value.whole())
            && input.value.whole() != Some(value)
            && let Some(unit) = units.get_mut(index as usize)
        {
            *unit = u16::try_from(value).ok()?;
        }
    }
    String::from_utf16(&units).ok()
}

/// A literal of the same kind.
fn with_number(statement: &Statement, value: Scalar) -> Option<Statement> {
    Some(match (statement, value) {
        (Statement::Boolean(_), Scalar::Int(v)) => Statement::Boolean(v != 0),
        (Statement::Byte(_), Scalar::Int(v)) => Statement::Byte(i8::try_from(v).ok()?),
        (Statement::Short(_), Scalar::Int(v)) => Statement::Short(i16::try_from(v).ok()?),
        (Statement::Char(_), Scalar::Int(v)) => Statement::Char(u16::try_from(v).ok()?),
        (Statement::Int(_), Scalar::Int(v)) => Statement::Int(v),
        (Statement::Long(_), Scalar::Long(v)) => Statement::Long(v),
        (Statement::Float(_), Scalar::Float(bits)) => Statement::Float(f32::from_bits(bits)),
        (Statement::Double(_), Scalar::Double(bits)) => Statement::Double(f64::from_bits(bits)),
        _ => return None,
    })
}

/// A literal of a primitive type.
fn literal(ty: &Type, value: Scalar) -> Option<Statement> {
    let Type::Primitive(primitive) = ty else { return None };
    let any = match primitive {
        Primitive::Boolean => Statement::Boolean(false),
        Primitive::Byte => Statement::Byte(0),
        Primitive::Short => Statement::Short(0),
        Primitive::Char => Statement::Char(0),
        Primitive::Int => Statement::Int(0),
        Primitive::Long => Statement::Long(0),
        Primitive::Float => Statement::Float(0.0),
        Primitive::Double => Statement::Double(0.0),
    };
    with_number(&any, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(of: Origin, value: Scalar) -> Input {
        Input { of, value, range: (0, 65_535) }
    }

    #[test]
    fn literals_become_what_was_solved() {
        let mut test = TestCase::default();
        let short = test.push(Statement::Short(5), Type::Void);
        let text = test.push(Statement::Text("ab".to_owned()), Type::Void);
        let inputs = [
            input(Origin::Number { slot: short }, Scalar::Int(5)),
            input(Origin::Length { slot: text }, Scalar::Int(2)),
            input(Origin::Unit { slot: text, index: 0 }, Scalar::Int(97)),
            input(Origin::Unit { slot: text, index: 3 }, Scalar::Int(0)),
        ];
        let solution = [Scalar::Int(-7), Scalar::Int(4), Scalar::Int(97), Scalar::Int(120)];
        let changed = Rebuilt::of(&test, &inputs, &solution).unwrap();
        assert_eq!(changed.inputs(&inputs), solution);
        let changed = changed.into_test().unwrap();
        assert_eq!(changed.steps[0].statement, Statement::Short(-7));
        assert_eq!(changed.steps[1].statement, Statement::Text("abax".to_owned()), "kept, filled, solved");
        let same = Rebuilt::of(&test, &inputs, &inputs.map(|i| i.value)).and_then(Rebuilt::into_test);
        assert_eq!(same, Some(test.clone()), "nothing changes by itself");
        assert_eq!(Rebuilt::of(&test, &inputs[..1], &[Scalar::Int(40_000)]), None, "no short");
    }

    #[test]
    fn a_number_that_a_text_is_to_be_becomes_its_text() {
        let mut test = TestCase::default();
        let text = test.push(Statement::Text("x".to_owned()), Type::Void);
        let inputs = [
            input(Origin::Length { slot: text }, Scalar::Int(1)),
            Input { of: Origin::Decimal { slot: text }, value: Scalar::Long(NO_DECIMAL), range: (-1000, 1000) },
        ];
        let changed = Rebuilt::of(&test, &inputs, &[Scalar::Int(1), Scalar::Long(-42)]).unwrap();
        assert_eq!(changed.inputs(&inputs), [Scalar::Int(3), Scalar::Long(-42)], "its length follows");
        assert_eq!(changed.into_test().unwrap().steps[0].statement, Statement::Text("-42".to_owned()));
    }

    #[test]
    fn elements_are_set_behind_their_array() {
        let mut test = TestCase::default();
        let bytes = Type::Array(Box::new(Type::Primitive(Primitive::Byte)));
        let one = test.push(Statement::Array { length: 2 }, bytes.clone());
        let other = test.push(Statement::Array { length: 2 }, bytes);
        test.push(Statement::Element { array: other, index: 1 }, Type::Primitive(Primitive::Byte));
        let inputs: Vec<Input> = [(one, 0), (one, 1), (other, 0), (other, 1)]
            .map(|(slot, index)| input(Origin::Element { slot, index }, Scalar::Int(0)))
            .to_vec();
        let solution = [Scalar::Int(5), Scalar::Int(0), Scalar::Int(0), Scalar::Int(-6)];
        let changed = Rebuilt::of(&test, &inputs, &solution).unwrap();
        assert_eq!(changed.inputs(&inputs), solution);
        let statements: Vec<Statement> = changed.into_test().unwrap().steps.into_iter().map(|s| s.statement).collect();
        let expected = [
            Statement::Array { length: 2 },
            Statement::Byte(5),
            Statement::Store { array: 0, index: 0, value: 1 },
            Statement::Array { length: 2 },
            Statement::Byte(-6),
            Statement::Store { array: 3, index: 1, value: 4 },
            Statement::Element { array: 3, index: 1 },
        ];
        assert_eq!(statements, expected);
    }
}
