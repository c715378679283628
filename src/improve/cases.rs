//! Cases: of what changes under a condition, that it does not change otherwise (ours). Who says `result ==> size == old_size + 1` says
//! `!result ==> size == old_size` as well; a choice of clauses leaves the second half out where few states are of it.

use super::synthesis::gates::{confidence, is_exhausted, parts};
use super::synthesis::naturalness::ENTRY;
use crate::assertion::ast::{BinaryOp, Expr, Type, UnaryOp};
use crate::assertion::interpret::holds;
use crate::assertion::simplify::{Facts, simplify};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::VarId;
use crate::improve::synthesis::Settings;

/// For each conjunct `c ==> v == e`, where v is a whole number or a reference that has a value on entry: `!c ==> v == old_v`, where
/// that is true in all correct states, these justify it, and no other conjunct says what v is, or how it goes together with c.
pub fn conditions(conjuncts: &[&Expr], dataset: &Dataset, settings: &Settings) -> Vec<Expr> {
    let rows: Vec<usize> = (0..dataset.correct).collect();
    let facts = Facts::of_schema(&dataset.schema);
    let mut found: Vec<Expr> = Vec::new();
    for conjunct in conjuncts {
        let Some((guard, variable)) = conditional_change(conjunct) else { continue };
        let Some(entry) = entry_of(variable, dataset) else { continue };
        // What says how both go together, or what v is, says it.
        let says_it = |other: &Expr| {
            let of_guard = !guard.has_variable(|id| !other.mentions(id));
            other.mentions(variable) && (of_guard || matches!(other, Expr::Binary(BinaryOp::Eq, ..)))
        };
        let is_elsewhere = conjuncts.iter().any(|other| other != conjunct && says_it(other));
        if is_elsewhere || guard.mentions(variable) {
            continue;
        }
        let same = Expr::binary(BinaryOp::Eq, Expr::Var(variable), Expr::Var(entry));
        let otherwise = simplify(&Expr::unary(UnaryOp::Not, guard.clone()), &dataset.schema, &facts);
        let condition = Expr::binary(BinaryOp::Implies, otherwise, same);
        let is_true = rows.iter().all(|&row| holds(&condition, dataset, row));
        let is_justified = is_true
            && confidence::of_clause(&condition, dataset, is_exhausted(dataset)) >= settings.min_confidence
            && !parts::has_idle_part(&condition, dataset, &rows, settings.part_support as usize);
        if is_justified && !found.contains(&condition) {
            found.push(condition);
        }
    }
    found
}

/// The condition and the variable of `c ==> v == e`, also as `!c || v == e`.
fn conditional_change(conjunct: &Expr) -> Option<(&Expr, VarId)> {
    let (guard, conclusion) = match conjunct {
        Expr::Binary(BinaryOp::Implies, guard, conclusion) => (&**guard, &**conclusion),
        Expr::Binary(BinaryOp::Or, not, conclusion) => match &**not {
            Expr::Unary(UnaryOp::Not, guard) => (&**guard, &**conclusion),
            _ => return None,
        },
        _ => return None,
    };
    match conclusion {
        Expr::Binary(BinaryOp::Eq, left, right) => match (&**left, &**right) {
            (Expr::Var(v), _) | (_, Expr::Var(v)) => Some((guard, *v)),
            _ => None,
        },
        _ => None,
    }
}

/// The variable that has its value on entry, of a whole number or a reference that is stored.
fn entry_of(variable: VarId, dataset: &Dataset) -> Option<VarId> {
    let known = &dataset.schema.variables[variable as usize];
    let entry = dataset.schema.find(&format!("{ENTRY}{}", known.name))?;
    let ty = Type::from(known.value_type);
    let same_type = ty == Type::from(dataset.schema.variables[entry as usize].value_type);
    (same_type && (ty.is_integer() || ty == Type::Reference) && !known.name.ends_with("()")).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::Values;
    use crate::evidence::schema::ValueType;
    use crate::improve::evolution::fixtures::{bin, correct_states, var};

    /// `boolean enter()`: of 40 calls those with an odd number go in.
    fn data(cars_of_the_others: impl Fn(i64) -> i64) -> Dataset {
        let entered = |i: i64| i % 2 == 1;
        let whole = |of: &dyn Fn(i64) -> i64| Values::Integral((0..40).map(of).collect());
        correct_states(vec![
            ("result", ValueType::Boolean, Values::Boolean((0..40).map(entered).collect())),
            ("this.cars", ValueType::Int, whole(&|i| if entered(i) { i + 1 } else { cars_of_the_others(i) })),
            ("old_this.cars", ValueType::Int, whole(&|i| i)),
            ("old_x", ValueType::Int, whole(&|i| if entered(i) { i } else { -i - 1 })),
        ])
    }

    fn of(conjuncts: &[&Expr], data: &Dataset) -> Vec<Expr> {
        conditions(conjuncts, data, &Settings::default())
    }

    #[test]
    fn what_changes_under_a_condition_stays_otherwise() {
        let goes_up = bin(BinaryOp::Eq, var(1), bin(BinaryOp::Add, var(2), Expr::Int(1)));
        let stays = bin(BinaryOp::Eq, var(1), var(2));
        let entered = Expr::Var(0);
        let not_entered = Expr::unary(UnaryOp::Not, entered.clone());
        let half = bin(BinaryOp::Implies, entered.clone(), goes_up.clone());
        let other = bin(BinaryOp::Implies, not_entered.clone(), stays.clone());
        assert_eq!(of(&[&half], &data(|i| i)), std::slice::from_ref(&other));
        assert_eq!(of(&[&bin(BinaryOp::Or, not_entered, goes_up.clone())], &data(|i| i)), std::slice::from_ref(&other));
        // Of a comparison the opposite one.
        let positive = bin(BinaryOp::Gt, var(3), Expr::Int(0));
        let negative = bin(BinaryOp::Le, var(3), Expr::Int(0));
        assert_eq!(of(&[&bin(BinaryOp::Implies, positive, goes_up)], &data(|i| i)), [bin(BinaryOp::Implies, negative, stays)]);
        // Not where it is not so, nor where it is said.
        assert_eq!(of(&[&half], &data(|i| if i == 20 { 7 } else { i })), []);
        assert_eq!(of(&[&half, &other], &data(|i| i)), []);
        let together = bin(BinaryOp::Equiv, Expr::Var(0), bin(BinaryOp::Gt, var(1), var(2)));
        assert_eq!(of(&[&half, &together], &data(|i| i)), []);
        let of_cars_alone = bin(BinaryOp::Ge, var(1), var(2));
        assert_eq!(of(&[&half, &of_cars_alone], &data(|i| i)), std::slice::from_ref(&other));
    }

    #[test]
    fn few_states_of_the_other_case_are_none() {
        let mut few = data(|i| i);
        few.columns[0].values = Values::Boolean((0..40).map(|i| i != 2).collect());
        let half = bin(BinaryOp::Implies, Expr::Var(0), bin(BinaryOp::Eq, var(1), bin(BinaryOp::Add, var(2), Expr::Int(1))));
        assert_eq!(of(&[&half], &few), []);
    }
}
