//! Frame conditions: what a method leaves unchanged belongs to its specification, and no mutant asks for it (ours; McCarthy and Hayes'
//! frame problem, as JML's `assignable` and `\\not_modified` answer it).
//!
//! A condition is taken where the bytecode proves it: nothing that the method can reach writes the field, or elements, or into objects of
//! the JDK (`program::purity`). What merely did not change in the tests is no frame: the path that changes it may not have been tested.

use crate::assertion::ast::{BinaryOp, Expr, Type};
use crate::assertion::interpret::{Value, variable_value};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::VarId;
use crate::improve::synthesis::naturalness::ENTRY;

/// Conditions that are said of a method, at most.
const MOST: usize = 8;
/// Classes whose objects never change, and are not compared by identity.
const VALUES: [&str; 1] = ["java.lang."];

/// That the variables which the method provably does not write have their values on entry; contents of arguments first, then fields.
/// None for reals, of which a NaN is not equal to itself, and for numbers that observers tell: they follow from the fields.
pub fn conditions(dataset: &Dataset) -> Vec<Expr> {
    let mut found: Vec<(bool, VarId, Expr)> = Vec::new();
    for name in &dataset.constants.unwritten {
        let (Some(now), Some(before)) = (dataset.schema.find(name), dataset.schema.find(&format!("{ENTRY}{name}"))) else { continue };
        let variable = &dataset.schema.variables[now as usize];
        let ty = Type::from(variable.value_type);
        let is_value = variable.java_type.as_deref().is_some_and(|class| VALUES.iter().any(|of| class.starts_with(of)));
        if ty != Type::from(dataset.schema.variables[before as usize].value_type) || ty.is_real() || ty == Type::Text {
            continue;
        }
        if ty == Type::Reference && is_value || name.ends_with("()") {
            continue;
        }
        // The proof is about the code, the states are the judge.
        if (0..dataset.correct).any(|row| variable_value(dataset, now, row) != variable_value(dataset, before, row)) {
            log::warn!("{name} changes, although nothing of {} writes it", dataset.schema.method);
            continue;
        }
        let op = if ty == Type::Boolean { BinaryOp::Equiv } else { BinaryOp::Eq };
        let same = Expr::binary(op, Expr::Var(now), Expr::Var(before));
        // Where there is no object it holds nothing, before and after.
        let holder = variable.receiver.as_ref().filter(|_| ty.is_contents()).and_then(|receiver| dataset.schema.find(receiver));
        // Where generated tests were among those that saw the method, and none had null, people say nothing of it.
        let is_null = |holder: VarId| (0..dataset.correct).any(|row| variable_value(dataset, holder, row) == Some(Value::Reference(0)));
        let condition = match holder {
            Some(holder) if !dataset.explored || is_null(holder) => {
                Expr::binary(BinaryOp::Or, Expr::binary(BinaryOp::Eq, Expr::Var(holder), Expr::Null), same)
            }
            _ => same,
        };
        found.push((name.starts_with("this"), now, condition));
    }
    found.sort_by_key(|(is_of_this, id, _)| (*is_of_this, *id));
    found.truncate(MOST);
    found.into_iter().map(|(_, _, condition)| condition).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::{Column, Values};
    use crate::evidence::schema::{Element, Schema, ValueType, Variable};
    use crate::improve::evolution::fixtures::{bin, var};

    #[test]
    fn what_the_code_does_not_write_is_as_it_was() {
        let names = ["this.size", "old_this.size", "this.load", "old_this.load", "a[*]", "old_a[*]", "this.top", "old_this.top"];
        let types = [ValueType::Int, ValueType::Double, ValueType::Sequence(Element::Int), ValueType::Int];
        let variables = names.iter().enumerate().map(|(i, name)| Variable::new(*name, types[i / 2])).collect();
        let whole = |v: [i64; 2]| Column { values: Values::Integral(v.to_vec()), present: None };
        let sequence =
            || Column { values: Values::Sequence { offsets: vec![0, 1, 2], items: Box::new(Values::Integral(vec![4, 5])) }, present: None };
        let real = || Column { values: Values::Real(vec![0.5, 1.5]), present: None };
        let columns = vec![whole([1, 2]), whole([1, 2]), real(), real(), sequence(), sequence(), whole([1, 2]), whole([1, 3])];
        let mut data = Dataset {
            explored: false,
            schema: Schema { method: "Sample#method".into(), variables },
            rows: 2,
            correct: 2,
            columns,
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: vec![1; 2],
            constants: Default::default(),
        };
        assert!(conditions(&data).is_empty());
        data.constants.unwritten = ["this.size", "this.load", "a[*]", "this.top"].map(str::to_owned).to_vec();
        // Arguments first; no reals; and what is seen to change is not said, whoever says so.
        assert_eq!(conditions(&data), [bin(BinaryOp::Eq, var(4), var(5)), bin(BinaryOp::Eq, var(0), var(1))]);
    }
}
