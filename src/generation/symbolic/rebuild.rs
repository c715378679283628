//! From inputs that a solver has found to the test that has them.

use super::super::statement::{Statement, TestCase};
use super::replay::number_of;
use crate::symbolic::machine::decimal;
use crate::symbolic::scalar::Scalar;
use crate::symbolic::term::{Input, NO_DECIMAL, Origin};
use std::collections::BTreeMap;

/// What a text gets where nothing says which character it has.
const FILLER: u16 = b'a' as u16;

/// A test with other literals; `None`: a text would be none.
pub fn rebuilt(test: &TestCase, inputs: &[Input], solution: &[Scalar]) -> Option<TestCase> {
    let mut changed = test.clone();
    let mut texts: BTreeMap<u32, Vec<(Input, Scalar)>> = BTreeMap::new();
    for (input, &value) in inputs.iter().zip(solution) {
        let slot = match input.of {
            Origin::Number { slot } => {
                if value != input.value {
                    let statement = &mut changed.steps[slot as usize].statement;
                    *statement = with_number(statement, value)?;
                }
                continue;
            }
            Origin::Length { slot } | Origin::Unit { slot, .. } | Origin::Decimal { slot } => slot,
        };
        texts.entry(slot).or_default().push((*input, value));
    }
    for (slot, parts) in texts.into_iter().filter(|(_, parts)| parts.iter().any(|(input, value)| input.value != *value)) {
        let Statement::Text(before) = &changed.steps[slot as usize].statement else { return None };
        let text = text_of(before, &parts)?;
        changed.steps[slot as usize].statement = Statement::Text(text);
    }
    Some(changed)
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

/// What the inputs are in a test: a solver may have chosen a text's length, units and number as if they had nothing to do with each other.
pub fn inputs_of(test: &TestCase, inputs: &[Input]) -> Vec<Scalar> {
    let units = |slot: u32| match &test.steps[slot as usize].statement {
        Statement::Text(text) => text.encode_utf16().collect(),
        _ => Vec::new(),
    };
    let value = |input: &Input| match input.of {
        Origin::Number { slot } => number_of(&test.steps[slot as usize].statement).unwrap_or(input.value),
        Origin::Length { slot } => Scalar::Int(units(slot).len() as i32),
        Origin::Unit { slot, index } => Scalar::Int(units(slot).get(index as usize).map_or(0, |&u| u.into())),
        Origin::Decimal { slot } => Scalar::Long(decimal(&units(slot), input.range).unwrap_or(NO_DECIMAL)),
    };
    inputs.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::types::Type;

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
        let changed = rebuilt(&test, &inputs, &solution).unwrap();
        assert_eq!(changed.steps[0].statement, Statement::Short(-7));
        assert_eq!(changed.steps[1].statement, Statement::Text("abax".to_owned()), "kept, filled, solved");
        assert_eq!(inputs_of(&changed, &inputs), solution);
        assert_eq!(rebuilt(&test, &inputs, &inputs.map(|i| i.value)), Some(test.clone()), "nothing changes by itself");
        assert_eq!(rebuilt(&test, &inputs[..1], &[Scalar::Int(40_000)]), None, "no short");
    }

    #[test]
    fn a_number_that_a_text_is_to_be_becomes_its_text() {
        let mut test = TestCase::default();
        let text = test.push(Statement::Text("x".to_owned()), Type::Void);
        let inputs = [
            input(Origin::Length { slot: text }, Scalar::Int(1)),
            Input { of: Origin::Decimal { slot: text }, value: Scalar::Long(NO_DECIMAL), range: (-1000, 1000) },
        ];
        let changed = rebuilt(&test, &inputs, &[Scalar::Int(1), Scalar::Long(-42)]).unwrap();
        assert_eq!(changed.steps[0].statement, Statement::Text("-42".to_owned()));
        assert_eq!(inputs_of(&changed, &inputs), [Scalar::Int(3), Scalar::Long(-42)], "its length follows");
    }
}
