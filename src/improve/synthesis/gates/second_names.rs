//! Variables that say again, or with less, what others say.
//!
//! - *The result is the receiver, or what was given*: what is read from the result is read from that, and `result.n > 0` is no statement
//!   about the result. That the two are one is said apart ([`crate::improve::identity`]).
//! - *A number narrowed*: `x.intValue()` of a number with a fraction, or too large for an int, tells less than `x.doubleValue()` or
//!   `x.longValue()`, and where it ends is no boundary of anything else.

use super::confidence;
use crate::assertion::ast::{BinaryOp, Expr};
use crate::assertion::interpret::{Value, variable_value};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::naturalness::role;

/// What narrows a number (`java.lang.Number`).
const NARROWED: [&str; 5] = [".intValue()", ".longValue()", ".shortValue()", ".byteValue()", ".floatValue()"];
const WIDE: [&str; 2] = [".doubleValue()", ".longValue()"];

/// Variables that clauses should not be made of, ascending.
pub fn of(dataset: &Dataset, min_confidence: f64) -> Vec<VarId> {
    let result_is_known = given_back(dataset, min_confidence).is_some();
    let variables = &dataset.schema.variables;
    let is_of_result = |name: &str| result_is_known && name.strip_prefix("result").is_some_and(|rest| rest.starts_with(['.', '[']));
    (0..variables.len() as VarId).filter(|id| is_of_result(&variables[*id as usize].name) || is_narrowed(*id, dataset)).collect()
}

/// `result == this`, or a parameter in the place of `this`, where that is so in every correct state and these justify it.
pub fn given_back(dataset: &Dataset, min_confidence: f64) -> Option<Expr> {
    let is_reference = |id: VarId| dataset.schema.variables[id as usize].value_type == ValueType::Reference;
    let result = dataset.schema.find("result").filter(|id| is_reference(*id))?;
    let is_given = |id: &VarId| {
        let name = &dataset.schema.variables[*id as usize].name;
        is_reference(*id) && !name.contains(['.', '[']) && name != "old_this" && role(dataset, *id).is_pre_state()
    };
    let equation = |id: VarId| Expr::binary(BinaryOp::Eq, Expr::Var(result), Expr::Var(id));
    let same = |id: &VarId| {
        let is_same = |row| match variable_value(dataset, result, row) {
            Some(Value::Reference(object)) if object != 0 => variable_value(dataset, *id, row) == Some(Value::Reference(object)),
            _ => false,
        };
        (0..dataset.correct).all(is_same)
    };
    let given = (0..dataset.schema.variables.len() as VarId).filter(is_given).find(same)?;
    // Objects are numbered in the order in which a state names them: that all states are alike here says nothing against it.
    let is_justified = confidence::of_clause(&equation(given), dataset, super::is_exhausted(dataset)) >= min_confidence;
    is_justified.then(|| equation(given))
}

fn is_narrowed(id: VarId, dataset: &Dataset) -> bool {
    let name = &dataset.schema.variables[id as usize].name;
    let Some(object) = NARROWED.iter().find_map(|suffix| name.strip_suffix(suffix)) else { return false };
    let number = |value: Option<Value>| match value? {
        Value::Int(v) => Some(f64::from(v)),
        Value::Long(v) => Some(v as f64),
        Value::Float(v) => Some(f64::from(v)),
        Value::Double(v) => Some(v),
        _ => None,
    };
    let of = |id, row| number(variable_value(dataset, id, row));
    let differ =
        |wide| (0..dataset.correct).any(|row| matches!((of(id, row), of(wide, row)), (Some(narrow), Some(wide)) if narrow != wide));
    WIDE.iter().filter_map(|wide| dataset.schema.find(&format!("{object}{wide}"))).filter(|wide| *wide != id).any(differ)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::Values;
    use crate::improve::evolution::fixtures::{bin, correct_states, var};

    fn whole(of: impl Fn(i64) -> i64) -> Values {
        Values::Integral((0..20).map(of).collect())
    }

    #[test]
    fn what_is_read_from_a_result_that_was_given_is_known() {
        let of = |other: i64| {
            correct_states(vec![
                ("result", ValueType::Reference, whole(|i| if i == 7 { other } else { 1 })),
                ("this", ValueType::Reference, whole(|_| 1)),
                ("result.n", ValueType::Int, whole(|i| i)),
                ("this.n", ValueType::Int, whole(|i| i)),
            ])
        };
        assert_eq!(super::of(&of(1), 0.7), [2]);
        assert_eq!(given_back(&of(1), 0.7), Some(bin(BinaryOp::Eq, var(0), var(1))));
        // Once it is another object, once there is none.
        for other in [2, 0] {
            assert_eq!((super::of(&of(other), 0.7), given_back(&of(other), 0.7)), (vec![], None));
        }
    }

    #[test]
    fn a_number_narrowed_is_left_out_where_it_loses_something() {
        let of = |halves: f64| {
            correct_states(vec![
                ("this.intValue()", ValueType::Int, whole(|i| i)),
                ("this.doubleValue()", ValueType::Double, Values::Real((0..20).map(|i| f64::from(i) + halves).collect())),
                ("x.intValue()", ValueType::Int, whole(|i| i)),
            ])
        };
        assert_eq!(super::of(&of(0.5), 0.7), [0]);
        assert_eq!(super::of(&of(0.0), 0.7), Vec::<VarId>::new());
        let large = correct_states(vec![
            ("this.intValue()", ValueType::Int, whole(|i| i64::from((i << 31) as i32))),
            ("this.longValue()", ValueType::Long, whole(|i| i << 31)),
        ]);
        assert_eq!(super::of(&large, 0.7), [0]);
    }
}
